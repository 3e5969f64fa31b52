"""Whether an edited claim is what its line says of another instance.

A line speaks of all instances that its hypotheses admit, so also of the one at hand with 0, 1 or another of
its tables in the place of a table. Where an edit leaves out a factor or a term, that may be all it does. And
where a number stands in one definition alone, an edit of that may be what the line says of another number.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ntpcheck.statement.following.implied import surroundings
from ntpcheck.statement.knowing.combinations import Known
from ntpcheck.statement.knowing.cores import NOTHING, ONE, Written, same
from ntpcheck.statement.knowing.given import STEPS
from ntpcheck.statement.knowing.positive import nonzero
from ntpcheck.statement.knowing.values import has_value, reads_no_more
from ntpcheck.statement.knowing.written import tables, with_table, written_out
from ntpcheck.statement.printing.reading import fields, names, presupposed, stated
from ntpcheck.verifier.instance.tensors import Core
from ntpcheck.verifier.language.book import Book, Claim

SHARED = 4  # by as much less than for a whole question is looked at one table


def of_another(old: Book, new: Book, claim: Claim, place: str) -> bool:
    """Whether a claim of one book is what it says in another of an instance with another table."""
    (before, *rest), (after, *others) = (
        written_out(book, book.claims[claim.id], place) for book in (old, new)
    )
    if claim.undefined or claim.kind == "recorded" or not same(tuple(rest), tuple(others)):
        return False
    old.given, old.local = claim.given, claim.locals
    own, spoken = old.fields(), fields(old, before)
    every = presupposed(old, claim) + ([claim.asked] if claim.asked else [])
    after = Written(new).out(after)
    for field in sorted(name for name in spoken if own[name].kind == "num" and not own[name].natural):
        if any(_rests(old, e, field) for e in (before, after, *every)):
            continue
        asked = [e for e in every if field in fields(old, e)]
        numbers = [NOTHING] if own[field].axes else [NOTHING, ONE]
        for other in [*numbers, *tables(own, field)]:
            known = surroundings(old, claim)
            moved = [moved_to(known, e, field, other) for e in asked]
            if not all(has_value(known, e) and known.truth(e) is True for e in moved):
                continue
            if _says(known, moved_to(known, before, field, other), after):
                return True
    return False


def of_another_number(old: Book, new: Book, claim: Claim, place: str) -> bool:
    """Whether an edit of a number's definition makes a claim what its line says of another number.

    That number stands nowhere else in the claim, and in the definition as (a x + b) / (c x + d). So the line
    may be read at that x at which its definition is what the edit's is, where the hypotheses admit it.
    """
    one, other = (book.lets.get(place) for book in (old, new))
    if not one or not other or one.kind != "num" or one.indices or one.parameters or claim.kind != "formula":
        return False
    every, core = presupposed(old, claim), new.claims[claim.id].core
    if claim.undefined or core != claim.core or place in names(old, tuple(every)):
        return False
    old.given, old.local = claim.given, claim.locals
    own, beside = old.fields(), fields(old, stated(claim), place)
    for field in sorted(fields(old, one.core) - beside):
        if own[field].axes or own[field].kind != "num" or own[field].natural:
            continue
        asked = [e for e in every if field in fields(old, e)]
        if any(_rests(old, e, field) for e in asked):
            continue
        known = surroundings(old, replace(claim, asked=None))  # that may speak of what is edited
        if not has_value(known, other.core):
            continue
        for number in _solving(known, one.core, known.put(other.core, {}), field):
            moved = [moved_to(known, e, field, number) for e in asked]
            if all(has_value(known, e) and known.truth(e) is True for e in moved):
                return True
    return False


def _solving(known: Known, e: Core, value: Core, field: str) -> Iterator[Core]:
    """The number in a field's place at which (a x + b) / (c x + d) has a value, and this value."""
    e = known.opened(e)
    above, below = e[1:] if e[0] == "/" else (e, ONE)
    ((x, _),) = known.linear(("field", field, ())).items()
    parts: list[tuple[Core, Core]] = []
    for side in (above, below):
        terms = dict(known.linear(side))
        scale = ("q", terms.pop(x, NOTHING[1]))
        rest = known.rebuilt(terms) if terms else NOTHING
        if field in fields(known.written.book, rest):
            return
        parts.append((scale, rest))
    (a, b), (c, d) = parts
    divisor = ("-", a, ("*", c, value))
    if nonzero(known, divisor) and nonzero(known, ("-", ("*", a, d), ("*", b, c))):
        yield ("/", ("-", ("*", d, value), b), divisor)


def _says(known: Known, line: Core, edit: Core) -> bool:
    line, edit = (known.put(core, {}) for core in (line, edit))
    known.left[0] = STEPS // SHARED
    return known.follows(line, edit) and reads_no_more(known, line, edit)


def _rests(book: Book, e: Core, field: str) -> bool:
    """Whether a formula names a point or a sequence that is another one with another table."""
    found = (book.lets[key] for key in names(book, e))
    return any(let.kind not in ("num", "bool") and field in fields(book, let.core) for let in found)


def moved_to(known: Known, e: Core, field: str, other: Core) -> Core:
    """A formula, its definitions written out, with a number or another table in the place of a table."""
    return _simple(known, with_table(known.written.out(e), field, other))


def _simple(known: Known, e: Any) -> Any:
    """A core without terms that are 0 and factors that are 1; what is nearest to 0, and may be 0, is 0."""
    if not isinstance(e, tuple) or not e:
        return e
    e = tuple(_simple(known, part) for part in e)
    if e[0] == "+" and NOTHING in e[1:]:
        return e[2] if e[1] == NOTHING else e[1]
    if e[0] == "-" and e[2] == NOTHING:
        return e[1]
    if e[0] == "*" and ONE in e[1:]:
        return e[2] if e[1] == ONE else e[1]
    if e in (("neg", NOTHING), ("^", ONE, 2)):
        return e[1]
    return NOTHING if e[0] == "let" and _is_zero(known, e) else e


def _is_zero(known: Known, e: Core) -> bool:
    """Whether a point is nearest to 0, and 0 satisfies its condition."""
    let = known.written.book.lets[e[1]]
    if let.kind != "point" or let.core[0] != "closest" or any(part[-1] != NOTHING for part in e[2]):
        return False
    core = known.point(e)
    if core[3] is not None and core[3][-1] != NOTHING:
        return False
    nothing = known.put(core[4], {core[1]: known.zero(core[2])})
    known.left[0] = STEPS // SHARED
    return known.truth(nothing) is True and has_value(known, nothing)

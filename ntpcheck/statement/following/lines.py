"""Whether a claim without one of its hypotheses stands: by other lines of its book, or by what it says."""

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from ntpcheck.statement.following.implied import surroundings
from ntpcheck.statement.following.splitting import settled
from ntpcheck.statement.following.tending import tending
from ntpcheck.statement.knowing.cores import NOTHING, ONE
from ntpcheck.statement.knowing.values import has_value
from ntpcheck.statement.knowing.written import tables, with_table
from ntpcheck.statement.printing.reading import fields, names, presupposed, stated
from ntpcheck.verifier.arithmetic.intervals import Undecided, Undefined, allow
from ntpcheck.verifier.instance.tensors import Core
from ntpcheck.verifier.instance.world import World
from ntpcheck.verifier.language.book import Book, Claim
from ntpcheck.verifier.language.claims import Plain
from ntpcheck.verifier.language.cores import exchanged, reached

POSITIVE = ("positive",)  # 1 where a table is positive, and else 0
TRIED = tuple(map(Fraction, ("1", "0", "-1", "1/2")))  # numbers that may satisfy a hypothesis
NEAREST = 12  # lines that are read beside a claim
WORK = 20_000  # units of the verifier's work for a hypothesis about a few numbers


def follows_without(book: Book, standing: Collection[str], claim: Claim, name: str) -> str:
    """The line by which a hypothesis may be left out; empty where none says so.

    Either a line states the hypothesis itself under hypotheses that the claim keeps, or it states the claim's
    own formula under no others, or under these and the denial of the hypothesis. What follows from those that
    there are is no other one. Lines of the claim's type of instances count, and of types that it extends.
    """
    kept = {key for other, key in book.assumed(claim).items() if other != name}
    gone, own = _assumption(book, claim, name), _stated(book, claim)
    for other in _lines(book, standing, claim):
        more, said = set(book.assumed(other).values()) - kept, _stated(book, other)
        if other.id == claim.id or said not in ((gone, _NOTHING, _NOTHING), own):
            continue
        if said == own and all(_denies(book, key, gone) for key in more):
            return other.id
        if all(_derived(book, claim, name, key) for key in more):
            return other.id
    return ""


def _derived(book: Book, claim: Claim, but: str, key: str) -> bool:
    """Whether a hypothesis of another line has a value and holds wherever those of a claim but one do."""
    known = surroundings(book, claim, but)
    asked = ("let", key, (), ())
    kept = (("let", own, (), ()) for name, own in book.assumed(claim).items() if name != but)
    return has_value(known, asked) and (
        known.truth(asked) is True or any(known.follows(one, asked) for one in kept)
    )


def _denies(book: Book, key: str, hypothesis: str) -> bool:
    """Whether an assumption is that a hypothesis does not hold."""
    core = book.lets[key].core
    return core[0] == "not" and _said(book, core[1]) == hypothesis


def elsewhere(book: Book, standing: Collection[str], claim: Claim) -> Iterator[Core]:
    """Limits, and comparisons of what a claim speaks of, that other lines state under no hypothesis it lacks.

    They hold wherever the claim is made, as they stand like the claim itself. Hypotheses that are what a line
    states under those that there are count as such too.
    """
    kept, spoken = set(book.assumed(claim).values()), names(book, claim.core)
    others = [one for one in _lines(book, standing, claim) if one.id != claim.id]
    plain = [one for one in others if not one.asked and not one.undefined]
    while more := {one.core[1] for one in plain if one.core[0] == "let" and _allowed(book, one, kept)} - kept:
        kept |= more
    for one in (one for one in plain if _allowed(book, one, kept)):
        said = one.core[1] if one.core[0] == "always" else one.core
        if tending(one.core) or (said[0] == "cmp" and names(book, said) <= spoken):
            yield one.core


def beside(book: Book, standing: Collection[str], claim: Claim, name: str) -> list[Core]:
    """What other lines state without a hypothesis of a claim, first those that share most with it."""
    book.given, book.local = claim.given, claim.locals
    kept = {key for other, key in book.assumed(claim).items() if other != name}
    spoken = names(book, claim.core)
    found = [
        one
        for one in _lines(book, standing, claim)
        if one.id != claim.id and one.kind == "formula" and not one.asked and not one.undefined
        if _allowed(book, one, kept) and spoken & names(book, one.core)
    ]
    found.sort(key=lambda one: -len(spoken & names(book, one.core)))
    return [one.core for one in found[:NEAREST]]


def zero_points(book: Book, standing: Collection[str], claim: Claim, name: str) -> Iterator[tuple[str, Core]]:
    """The points of which other lines say, without a hypothesis of a claim, exactly when they are 0."""
    kept = {key for other, key in book.assumed(claim).items() if other != name}
    for one in _lines(book, standing, claim):
        plain = one.core[0] == "iff" and not one.asked and not one.undefined
        for said, when in (one.core[1:], one.core[:0:-1]) if plain and _allowed(book, one, kept) else ():
            sign = {"forall": "=", "exists": "!="}.get(said[0], "")
            if sign and said[2] is None and said[3][:2] == ("cmp", sign):
                point, nothing = said[3][2:]
                places = tuple(("v", letter) for letter, _ in said[1])
                if point[0] == "let" and point[2:] == ((), places) and nothing == NOTHING:
                    yield point[1], when if sign == "=" else ("not", when)


def _allowed(book: Book, claim: Claim, kept: Collection[str]) -> bool:
    """Whether a claim assumes nothing but what there is."""
    return set(book.assumed(claim).values()) <= set(kept)


_NOTHING = "()"


def _lines(book: Book, standing: Collection[str], claim: Claim) -> Iterator[Claim]:
    chain = set(book.chain(claim.given))
    for other in book.claims.values():
        if (
            other.id in standing
            and other.core
            and (other.given in chain or _says_as_much(book, other, claim))
        ):
            yield other


def _says_as_much(book: Book, other: Claim, claim: Claim) -> bool:
    """Whether a line's type of instances only adds what neither it nor a demand speaks of: any will do."""
    if claim.given not in book.chain(other.given):
        return False
    book.given = claim.given
    own, demanded = set(book.fields()), book.demanded(claim.given)
    return len(book.demanded(other.given)) == len(demanded) and (
        fields(book, (*stated(other), *presupposed(book, other))) <= own
    )


def _stated(book: Book, claim: Claim) -> tuple[str, str, str]:
    """What a claim says, what it is asked for and where it is undefined, without names.

    A formula that is an assumption's name says what that says. Two texts of one name may stand for different
    definitions, which is why definitions are spelled out.
    """
    book.given, book.local = claim.given, claim.locals
    formula, *conditions = (_said(book, core) for core in (claim.core, claim.asked, claim.undefined))
    return formula, conditions[0], conditions[1]


def _said(book: Book, core: Core) -> str:
    while core and core[0] == "let" and not core[2] and not core[3]:
        core = book.lets[core[1]].core
    printer = Plain(book)
    said = printer.of(core)
    return said + "".join(
        f"; {name} {printer.of(book.lets[name].core)}" for name in sorted(printer.sequences)
    )


def _assumption(book: Book, claim: Claim, name: str) -> str:
    book.given, book.local = claim.given, claim.locals
    return _said(book, ("let", book.assumed(claim)[name], (), ()))


# ---- by what the claim itself says ----
def idle(book: Book, claim: Claim, name: str) -> bool:
    """Whether a hypothesis is about numbers and words alone of which the claim says nothing, and some of them
    satisfy it, with all other hypotheses that name any of them.

    Then the claim says of an instance what it says of the same with those instead, where it stands.
    """
    book.given, book.local = claim.given, claim.locals
    kept = presupposed(book, claim, name)
    gone, own = fields(book, ("let", book.assumed(claim)[name], (), ())), book.fields()
    while more := set[str]().union(*(of for of in (fields(book, e) for e in kept) if of & gone)) - gone:
        gone |= more
    if gone & fields(book, stated(claim)) or not gone:
        return False
    if any(own[field].axes or own[field].natural for field in gone):
        return False
    values = [_values(own[field].kind) for field in sorted(gone)]
    asked = [("let", book.assumed(claim)[name], (), ()), *(e for e in kept if fields(book, e) & gone)]
    chosen = (dict(zip(sorted(gone), some, strict=True)) for some in product(*values))
    return any(all(_satisfies(book, claim, e, some) for e in asked) for some in chosen)


def _values(kind: Any) -> Sequence[Any]:
    """Numbers, or all words of a field; of what names a place, none."""
    if kind == "num":
        return TRIED
    return range(len(kind[1])) if kind[0] != "ix" else ()


def _satisfies(book: Book, claim: Claim, core: Core, chosen: dict[str, Any]) -> bool:
    allow(WORK)
    try:
        return World(book, claim.given, {}, chosen, {}).ask(core)
    except (Undecided, Undefined, LookupError):  # it speaks of more than these
        return False


# ---- by a table of which the claim does not say what it holds ----
def elsewhere_met(book: Book, claim: Claim, name: str) -> bool:
    """Whether a hypothesis is met with another table in the place of one of which the claim says nothing, or
    only where it is positive: there may stand 1 instead.

    With labels that are the last tokens, say, every label stands in its input. The other hypotheses, and the
    demands of the type, which say more of that table have to be met too: then the claim speaks of such an
    instance, and says of it what it says of the one at hand.
    """
    book.given, book.local = claim.given, claim.locals
    every, gone = presupposed(book, claim), ("let", book.assumed(claim)[name], (), ())
    own, said = book.fields(), stated(claim)
    for field in sorted(fields(book, gone)):
        others: list[Core] = []
        asked = [e for e in every if field in fields(book, e)]
        if field not in fields(book, said):
            numbers = [NOTHING, ONE] if own[field].kind == "num" else []
            others = [*tables(own, field), *numbers]
        elif own[field].kind == "num" and _only_positive(book, said, field):
            asked = [e for e in asked if not _only_positive(book, e, field)]
            others = [POSITIVE] if gone in asked else []  # else it says what it said
        if any(book.lets[key].kind not in ("num", "bool") for e in asked for key in names(book, e)):
            continue
        for other in others:
            known = surroundings(book, claim, name)
            moved = [_moved(known.written.out(e), field, other) for e in asked]
            if all(
                has_value(known, e) and known.truth(settled(known, known.put(e, {}))) is True for e in moved
            ):
                return True
    return False


def _only_positive(book: Book, core: Any, field: str) -> bool:
    """Whether a core says of a field nothing but where it is positive."""
    found = list(reached(book, core, ("let", "sequence")))
    read = sum(e[:2] == ("field", field) for e in found)
    return read == sum(_is_positive(e, field) for e in found)


def _is_positive(e: Core, field: str) -> bool:
    return e[:2] == ("cmp", ">") and e[2][:2] == ("field", field) and e[3] == NOTHING


def _moved(core: Any, field: str, other: Core) -> Any:
    """A core with another table, a number, or 1 where it is positive and else 0, in the place of a field."""
    if other != POSITIVE:
        return with_table(core, field, other)

    def change(e: Core) -> Core:
        if _is_positive(e, field):  # which is so just where it was
            return ("cmp", ">", e[2], NOTHING)
        return ("if", ("cmp", ">", e, NOTHING), ONE, NOTHING) if e[:2] == ("field", field) else e

    return exchanged(core, change)

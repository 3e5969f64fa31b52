"""What certainly has a value: no division by 0, no log or root of what has none, no point that is missing."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ntpcheck.statement.combinations import Known
from ntpcheck.statement.cores import Written, alike, form
from ntpcheck.statement.facts import word
from ntpcheck.statement.merged import as_one_index
from ntpcheck.statement.outright import is_positive
from ntpcheck.statement.positive import nonzero
from ntpcheck.statement.reading import names
from ntpcheck.statement.signs import Signs

if TYPE_CHECKING:
    from ntpcheck.verifier.tensors import Core

_ZERO = ("q", Fraction(0))
GUARDED = ("forall", "exists", "some", "every", "sum", "max", "min")
RISKY = (("fn", "log"), ("fn", "sqrt"))
Conditions = frozenset[Any]  # conjuncts of what holds around a part of a core
There = dict[Any, set[Conditions]]  # what a line reads, each with the conditions around it wherever it does


def divides_safely(known: Known, old: Core, new: Core) -> bool:
    """Whether what an edit divides by, takes the log or the root of, is in its line, or has a sign.

    Where the line reads it under conditions alone, whether the edit does so too is another question.
    """
    there = {e: {frozenset[Any]()} for e in _noted(alike(old))}
    named = alike(new)
    return _safe(known, known.put(named, {}), named, there)


def reads_no_more(known: Known, old: Core, new: Core) -> bool:
    """The same of a formula and one that holds anyway, under conditions under which the first reads it."""
    named = alike(new)
    return _safe(known, known.put(named, {}), named, _noted(alike(old)))


def _noted(e: Any) -> There:
    """What stands in a line, and what it divides by, with the conditions around it.

    Where a line that stands is a conjunction, for all indices at most, all its parts are read.
    """
    there: There = {}

    def note(e: Any, around: Conditions, *, holds: bool = False) -> None:
        if not isinstance(e, tuple) or around in there.get(e, ()):
            return
        there.setdefault(e, set()).add(around)
        for factor in _factors(e[2]) if e[:1] == ("/",) else ():
            there.setdefault(("/", factor), set()).add(around)
        whole = holds and e[:1] == ("and",)
        for i, (part, inner) in enumerate(zip(e, _around(e), strict=True)):
            below = whole or (holds and e[0] in ("forall", "every") and i == len(e) - 1)
            note(part, around if whole else around | inner, holds=below)

    note(e, frozenset(), holds=True)
    return there


def _factors(e: Any) -> Iterator[Any]:
    """A divisor, and what it is a product of: where that is not 0, neither are these."""
    yield e
    for part in {"*": e[1:], "/": e[1:2], "^": e[1 : 2 if e[-1] else 1], "neg": e[1:]}.get(e[0], ()):
        yield from _factors(part)


def _divided(e: Any, there: There, within: Conditions) -> bool:
    """Whether a line divides by a divisor, or by all that it is a product of."""
    if _stands(("/", e), there, within):
        return True
    if e[0] == "q":
        return bool(e[1])
    parts = {"*": e[1:], "^": e[1:2], "neg": e[1:]}.get(e[0], ())
    return bool(parts) and all(_divided(part, there, within) for part in parts)


def _around(e: Any) -> Iterator[Conditions]:
    """The conditions under which each part of a core is read."""
    kind, last = e[0] if e and isinstance(e[0], str) else "", len(e) - 1
    for i in range(len(e)):
        if i == last and kind in GUARDED:
            yield _conjuncts(e[2])
        elif i == last and kind == "and":  # of other divisors, a part says nothing
            yield frozenset(one for one in _conjuncts(e[1]) if _read_by(one) & _risky(e[2]))
        elif i == last and kind == "implies":
            yield _conjuncts(e[1])
        elif i == last and kind == "or":
            yield frozenset([("not", e[1])])
        elif i > 1 and kind == "if":
            yield _conjuncts(e[1]) if i == 2 else frozenset([("not", e[1])])
        else:
            yield frozenset()


def _read_by(e: Any) -> set[Any]:
    """The fields, unknowns, definitions and letters that a core names."""
    if not isinstance(e, tuple) or not e:
        return set()
    own = {e[:2]} if e[0] in ("field", "par", "let", "sequence", "v") else set[Any]()
    return own.union(*map(_read_by, e))


def _risky(e: Any) -> set[Any]:
    """What a core names where it divides, and takes logs and roots."""
    if not isinstance(e, tuple) or not e:
        return set()
    if e[0] == "let":  # a definition may divide by anything that it is given
        return _read_by(e)
    own = _read_by(e[2]) if e[0] == "/" or e[:2] in RISKY else set[Any]()
    return own.union(*map(_risky, e))


def _conjuncts(e: Any) -> Conditions:
    if e is None:
        return frozenset()
    return _conjuncts(e[1]) | _conjuncts(e[2]) if e[0] == "and" else frozenset([e])


def has_value(known: Known, e: Core) -> bool:
    """Whether a formula certainly has a value: its points exist, and it divides by nothing that may be 0.

    What stands under a condition that is never met is not read.
    """
    core, left = _read(known, _written(known).out(e)), set[str]()
    for key in sorted(names(known.written.book, core)):
        let = known.written.book.lets[key]
        if let.kind in ("num", "bool"):
            continue
        if let.kind != "point" or let.core[0] != "closest":
            return False
        left.add(key)
    return _evaluated(known, core) and all(_exists(known, key) for key in left)


def holds(known: Known, e: Core) -> bool:
    """Whether a formula certainly has a value and holds, by what is left of it under what is known.

    Definitions are written out, those in the facts too, and sums and quantifiers under conditions that are
    never met are what they are of nothing. Of two letters that are the same index one stands for both.
    """
    known, e = as_one_index(known, e) or (known, e)
    there = in_full(known)
    return there.truth(_read(there, there.written.out(e))) is True and has_value(known, e)


def in_full(known: Known) -> Known:
    """What is known, with all definitions written out."""
    written = _written(known)
    there = Signs(written, tuple(written.out(fact) for fact in known.facts))
    there.left, there.divisors, there.long = known.left, known.divisors, known.long
    return there.by(_decided(there, fact) for fact in there.facts)


def _decided(known: Known, e: Any) -> Any:
    """A core with those cases alone that what is known of words leaves."""
    if not isinstance(e, tuple) or not e:
        return e
    if e[0] == "if" and word(e[1]) and (said := known.truth(e[1])) is not None:
        return _decided(known, e[2 if said else 3])
    return tuple(_decided(known, part) for part in e)


def _written(known: Known) -> Written:
    """Writes all definitions out, with names that stand nowhere else."""
    written = Written(known.written.book)
    written.fresh = known.written.fresh
    return written


def _exists(known: Known, key: str) -> bool:
    """Whether a nearest point exists, whatever its arguments are: its condition can be satisfied."""
    let = known.written.book.lets[key]
    core = known.put(let.core, {})
    parts = [_written(known).out(part) for part in core[3:]]
    return known.truth(("solvable", core[1], core[2], core[4])) is True and all(
        _evaluated(known, part) for part in parts
    )


def _evaluated(known: Known, core: Core) -> bool:
    return _ranges(known, core) and _safe(known, core, None, {})


def _ranges(known: Known, e: Any) -> bool:
    """Whether no infimum or sequence is read, and no extreme of what may be nothing: axes are not empty."""
    if not isinstance(e, tuple) or not e:
        return True
    if e[0] in ("infimum", "sequence"):
        return False
    if e[0] in ("max", "min") and e[2] is not None:
        there = ("exists", e[1], None, e[2])
        if form(there) not in known.seen and known.truth(there) is not True:
            return False
        known.seen.add(form(there))
    return all(_ranges(known, part) for part in e)


def _read(known: Known, e: Any) -> Any:
    """A core without what stands under conditions that are never met, definitions but points opened."""
    if not isinstance(e, tuple) or not e:
        return e
    if e[0] in ("forall", "exists", "sum") and e[2] is not None and known.truth(e[2]) is False:
        return _ZERO if e[0] == "sum" else ("cmp", "=" if e[0] == "forall" else "!=", _ZERO, _ZERO)
    if e[0] == "if" and word(e[1]) and (said := known.truth(e[1])) is not None:
        return _read(known, e[2 if said else 3])
    around = known.having(e[2]) if e[0] in ("forall", "exists", "sum") else known
    return tuple(_read(around if i == 3 else known, part) for i, part in enumerate(e))


def _safe(known: Known, e: Any, named: Any, there: There, within: Conditions = frozenset()) -> bool:
    """named: the same core, by names that show whether it stands in the line; None where it cannot.

    within: the conditions around it, by these names.
    """
    if not isinstance(e, tuple) or not e or (named is not None and _stands(named, there, within)):
        return True
    if e[0] == "let" and known.written.opens(e[1]):
        return _safe(known, known.written.opened(e), None, there)
    if named is None and e[0] in ("max", "min"):  # one that stands in many places is looked at once
        if ("safe", form(e)) in known.seen:
            return True
        if _each_safe(known, e, None, there, within):
            known.seen.add(("safe", form(e)))
            return True
        return False
    divided = e[0] == "/" and named is not None and _divided(named[2], there, within)
    if not divided and (e[0] == "/" or e[:2] in RISKY) and not _fits(known, e):
        return False
    return _each_safe(known, e, named, there, within)


def _fits(known: Known, e: Core) -> bool:
    """Whether what is divided by is not 0, and a log or a root has a value; each is asked once."""
    key = ("fits", e[:2] if e[0] == "fn" else "/", form(e[2]))
    if key in known.seen:
        return True
    found = e[2][0] in ("*", "/") and is_positive(known, e[2])
    if not found:
        low = known.sign(e[2])[0]
        needs = e[:2] == ("fn", "sqrt") or nonzero(known, e[2])
        found = (low >= 0 or e[0] == "/") and needs
    if found:
        known.seen.add(key)
    return found


def _each_safe(known: Known, e: Any, named: Any, there: There, within: Conditions) -> bool:
    """The same of each part of a core, under what is known there."""
    around = known
    if e[0] in GUARDED:
        around = known.having(e[2])
    elif e[0] in ("and", "implies"):
        around = known.having(e[1])
    parts = named if named is not None else (None,) * len(e)
    conditions = _around(named) if named is not None else (frozenset(),) * len(e)
    last = len(e) - 1
    return all(
        _safe(around if i == last else known, part, name, there, within | inner)
        for i, (part, name, inner) in enumerate(zip(e, parts, conditions, strict=True))
    )


def _stands(named: Any, there: There, within: Conditions) -> bool:
    """Whether the line reads that under no conditions but those that are around it here."""
    return any(around <= within for around in there.get(named, ()))

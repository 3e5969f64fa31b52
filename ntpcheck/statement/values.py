"""What certainly has a value: no division by 0, no log or root of what has none, no point that is missing."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ntpcheck.statement.cores import Written, alike, put
from ntpcheck.statement.positive import nonzero
from ntpcheck.statement.reading import names
from ntpcheck.statement.signs import Known

if TYPE_CHECKING:
    from ntpcheck.verifier.tensors import Core

_ZERO = ("q", Fraction(0))


def divides_safely(known: Known, old: Core, new: Core) -> bool:
    """Whether what an edit divides by, takes the log or the root of, is in its line, or has a sign."""
    there, named = set[Any](), alike(new)

    def note(e: Any) -> None:
        if isinstance(e, tuple) and e not in there:
            there.add(e)
            if e[:1] == ("/",):
                there.add(("/", e[2]))  # what the line divides by
            for part in e:
                note(part)

    note(alike(old))
    return _safe(known, put(named, {}, known.written.fresh), named, there)


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
    never met are what they are of nothing.
    """
    written = _written(known)
    there = Known(written, tuple(written.out(fact) for fact in known.facts))
    there.left = known.left
    return there.truth(_read(there, written.out(e))) is True and has_value(known, e)


def _written(known: Known) -> Written:
    """Writes all definitions out, with names that stand nowhere else."""
    written = Written(known.written.book)
    written.fresh = known.written.fresh
    return written


def _exists(known: Known, key: str) -> bool:
    """Whether a nearest point exists, whatever its arguments are: its condition can be satisfied."""
    let = known.written.book.lets[key]
    core = put(let.core, {}, known.written.fresh)
    parts = [_written(known).out(part) for part in core[3:]]
    return known.truth(("solvable", core[1], core[2], core[4])) is True and all(
        _evaluated(known, part) for part in parts
    )


def _evaluated(known: Known, core: Core) -> bool:
    return not _heads(core) & {"max", "min", "infimum", "sequence"} and _safe(known, core, None, set())


def _read(known: Known, e: Any) -> Any:
    """A core without what stands under conditions that are never met, definitions but points opened."""
    if not isinstance(e, tuple) or not e:
        return e
    if e[0] in ("forall", "exists", "sum") and e[2] is not None and known.truth(e[2]) is False:
        return ("q", Fraction(0)) if e[0] == "sum" else ("cmp", "=", _ZERO, _ZERO)
    around = known.having(e[2]) if e[0] in ("forall", "exists", "sum") else known
    return tuple(_read(around if i == 3 else known, part) for i, part in enumerate(e))


def _heads(e: Any) -> set[str]:
    """The kinds of all nodes of a core."""
    if not isinstance(e, tuple) or not e:
        return set()
    own = {e[0]} if isinstance(e[0], str) else set[str]()
    return own.union(*map(_heads, e))


def _safe(known: Known, e: Any, named: Any, there: set[Any]) -> bool:
    """named: the same core, by names that show whether it stands in the line; None where it cannot."""
    if not isinstance(e, tuple) or not e or (named is not None and named in there):
        return True
    if e[0] == "let" and known.written.opens(e[1]):
        return _safe(known, known.written.opened(e), None, there)
    divided = e[0] == "/" and named is not None and ("/", named[2]) in there
    if not divided and (e[0] == "/" or e[:2] in (("fn", "log"), ("fn", "sqrt"))):
        low = known.sign(e[2])[0]
        needs = low >= 0 if e[:2] == ("fn", "sqrt") else (low >= 0 or e[0] == "/") and nonzero(known, e[2])
        if not needs:
            return False
    around = known
    if e[0] in ("forall", "exists", "some", "every", "sum", "max", "min"):
        around = known.having(e[2])
    elif e[0] in ("and", "implies"):
        around = known.having(e[1])
    parts = named if named is not None else (None,) * len(e)
    last = len(e) - 1
    return all(
        _safe(around if i == last else known, part, name, there)
        for i, (part, name) in enumerate(zip(e, parts, strict=True))
    )

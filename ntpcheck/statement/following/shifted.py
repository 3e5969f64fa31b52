"""Whether a limit, as a number grows, is its line with another number added to the one that grows.

What a formula says of all large R it says of all large R + s, s a number that does not hang on R: both grow
beyond all bounds. So in `growing R` the same multiple of M may be added to R M, wherever that stands.
"""

from collections.abc import Iterator
from typing import Any

from ntpcheck.statement.knowing.combinations import Known, Terms, combined, product
from ntpcheck.statement.knowing.cores import bound, over_the_same, same
from ntpcheck.statement.knowing.expanded import TooLongError, expanded
from ntpcheck.verifier.asymptotics.constants import names
from ntpcheck.verifier.instance.tensors import Core
from ntpcheck.verifier.language.sequences import running

OVER = ("sum", "lam", "forall", "exists", "max", "min")
NUMBERS = ("+", "-", "*", "/", "neg")


def beyond(known: Known, old: Core, new: Core) -> bool:
    """Whether both say something of a growing number, and the second what the first says of R + s."""
    if old[0] != "growing" or new[0] != "growing":
        return False
    R = old[1]
    new = known.put(new[-1], {new[1]: R})
    for s in _shifts(known, R, old[-1], new):
        if names(s, {R}) or running(known.written.book, s):
            return False
        moved = known.put(old[-1], {R: ("lam", (), ("+", ("par", R, ()), s))})
        if _alike(known, moved, new):
            return True
    return False


def pairs(known: Known, old: Any, new: Any) -> Iterator[tuple[Core, Core]] | None:
    """The parts of two cores of one kind, by the same letters; None where they are not of one kind."""
    if not isinstance(old, tuple) or not isinstance(new, tuple) or len(old) != len(new) or not old:
        return None
    if isinstance(old[0], str) and (old[0] != new[0] or (bound(old) and old[0] not in OVER)):
        return None
    if old[0] in OVER:
        if not over_the_same(old, new):
            return None
        return zip(old[2:], known.lettered(new, bound(old)), strict=True)
    return zip(old, new, strict=True)


def _alike(known: Known, old: Any, new: Any) -> bool:
    """Whether two formulas are the same, their numbers multiplied out."""
    if same(old, new):
        return True
    added = _added(known, old, new)
    if added is not None and not added[1]:
        return True
    found = pairs(known, old, new)
    return found is not None and all(_alike(known, *pair) for pair in found)


def _number(e: Any) -> bool:
    return isinstance(e, tuple) and e[:1] != () and e[0] in NUMBERS


def _added(known: Known, old: Any, new: Any) -> tuple[Terms, Terms] | None:
    """A number multiplied out, and what another one is beside it; None of what are no sums or products."""
    if not _number(old) and not _number(new):
        return None
    try:
        one, other = (expanded(known, e) for e in (old, new))
    except TooLongError:
        return None
    return one, combined(other, {term: -x for term, x in one.items()})


def _shifts(known: Known, R: str, old: Any, new: Any) -> Iterator[Core]:
    """What is added to R at places where two formulas differ."""
    if same(old, new):
        return
    if (found := _added(known, old, new)) is not None:
        yield from _shift(R, *found)
    for pair in pairs(known, old, new) or ():
        yield from _shifts(known, R, *pair)


def _shift(R: str, terms: Terms, added: Terms) -> Iterator[Core]:
    """The number s with s M added, where R M is the one term that hangs on R."""
    growing = [(term, x) for term, x in terms.items() if names(term, {R})]
    if len(growing) != 1 or ("par", R, ()) not in growing[0][0]:
        return
    (whole, scale), found = growing[0], None
    beside = list(whole)
    beside.remove(("par", R, ()))
    for term, x in added.items():
        rest = list(term)
        for factor in beside:
            if factor not in rest:
                return
            rest.remove(factor)
        if any(one[0] == "sum" for one in rest):  # as it is multiplied out
            return
        below = [one for one in rest if one[0] == "/"]
        above = [one for one in rest if one not in below]
        part = ("*", ("q", x / scale), ("/", product(above), product([one[1] for one in below])))
        found = part if found is None else ("+", found, part)
    if found is not None:
        yield found

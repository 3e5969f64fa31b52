"""What a nearest point satisfies, and what is solvable since such a point is a solution.

Equations and closed inequalities alone, all asked for at once, describe a closed set: where it is not empty
there is a nearest point, and it is in the set. What is known to hold reads some points in any case, so that
they exist: `solvable X. F` holds if F holds of one of these.
"""

from collections.abc import Iterator

from ntpcheck.statement.knowing.combinations import Known
from ntpcheck.statement.knowing.surely import read
from ntpcheck.statement.printing.reading import names
from ntpcheck.verifier.instance.tensors import Core

CLOSED = ("=", "<=", ">=")


def condition(known: Known, point: Core, tensor: Core) -> Core | None:
    """What a point is nearest under, of a tensor; None where that is not seen to be closed."""
    core = known.point(point)
    found = known.put(core[4], {core[1]: tensor})
    return found if _closed(known, found) else None


def _closed(known: Known, e: Core) -> bool:
    """Whether a formula asks for equations and closed inequalities, all of them at once."""
    e = known.opened(e)
    if e[0] == "and":
        return all(_closed(known, part) for part in e[1:])
    if e[0] == "forall":
        return _closed(known, e[3])
    return e[0] == "cmp" and e[1] in CLOSED


def own(known: Known, point: Core) -> Core | None:
    """What a nearest point satisfies, wherever it is read."""
    let = known.written.book.lets[point[1]]
    if let.kind != "point" or let.core[0] != "closest":
        return None
    return condition(known, point, _whole(known, point))


def at_points(known: Known, e: Core) -> bool:
    """Whether `solvable X. F` holds, as F does of a nearest point that it names and that exists."""
    named = names(known.written.book, e[3])
    return any(_solves(known, e, point) for point in _existing(known) if point[1] in named)


def _existing(known: Known) -> Iterator[Core]:
    """The points without arguments that facts read in any case, each once."""
    seen = set[str]()
    for fact in known.facts:
        for one in read(known, fact):
            if one[0] == "let" and not one[2] and one[1] not in seen:
                seen.add(one[1])
                yield one


def _solves(known: Known, e: Core, point: Core) -> bool:
    said = own(known, point)
    if said is None or known.point(point)[2] != e[2]:
        return False
    return known.having(said).truth(known.put(e[3], {e[1]: _whole(known, point)})) is True


def _whole(known: Known, point: Core) -> Core:
    """A point as a lambda."""
    letters = tuple((known.name(), axis) for axis in known.point(point)[2])
    return ("lam", letters, ("let", point[1], point[2], tuple(("v", name) for name, _ in letters)))

"""What a nearest point says of itself, and of another tensor that is no farther: it does not satisfy what the
point is nearest under.

`shortest D with F(D)` has F linear in D, and equations and closed inequalities alone describe a closed convex
set: its nearest point satisfies F, and is the only point of the set that is as near.
"""

from collections.abc import Iterator
from typing import Any

from ntpcheck.statement.knowing.attained import condition, own
from ntpcheck.statement.knowing.combinations import Known
from ntpcheck.statement.knowing.cores import same
from ntpcheck.statement.knowing.surely import is_open, read
from ntpcheck.statement.knowing.universal import OPPOSITE
from ntpcheck.verifier.instance.tensors import Core


def of_points(known: Known) -> Iterator[Core]:
    """What follows about tensors from facts that say they are no longer than a shortest point.

    Facts are read where they hold, so that the point exists and the tensor has a value.
    """
    for fact in known.facts:
        for tensor, point in _no_longer(known, fact):
            if fact[1] in ("<", ">") or any(_apart(known, other, tensor, point) for other in known.facts):
                asked = condition(known, point[2], tensor)
                if asked is not None and (left := _denied(known, asked)) is not None:
                    yield left


def _no_longer(known: Known, fact: Core) -> Iterator[tuple[Core, Core]]:
    """The lambdas of a tensor and of a shortest point, where a fact says that the tensor is no longer."""
    if fact[0] != "cmp" or fact[1] in ("=", "!="):
        return
    less, more = fact[2:] if fact[1] in ("<", "<=") else fact[:1:-1]
    if less[0] == more[0] == "norm" and less[1][0] == more[1][0] == "lam" and _is_shortest(known, more[1]):
        yield less[1], more[1]


def _is_shortest(known: Known, lam: Core) -> bool:
    """Whether a lambda is a shortest point without arguments, entry by entry."""
    _, letters, body = lam
    if body[0] != "let" or body[2] or body[3] != tuple(("v", name) for name, _ in letters):
        return False
    core = known.written.book.lets[body[1]].core
    return core[0] == "closest" and core[3] is None


def _apart(known: Known, fact: Core, tensor: Core, point: Core) -> bool:
    """Whether a fact says that two tensors differ in some entry."""
    if fact[0] != "exists" or fact[2] is not None or fact[3][:2] != ("cmp", "!="):
        return False
    at = {name: new for (name, _), (new, _) in zip(tensor[1], fact[1], strict=False)}
    if [axis for _, axis in fact[1]] != [axis for _, axis in tensor[1]]:
        return False
    other = {name: new for (name, _), (new, _) in zip(point[1], fact[1], strict=True)}
    entries = tuple(known.put(lam[2], to) for lam, to in ((tensor, at), (point, other)))
    return any(all(map(same, entries, sides)) for sides in (fact[3][2:], fact[3][:1:-1]))


def _denied(known: Known, e: Core) -> Core | None:
    """The denial of a conjunction, without the parts that hold; None where two parts are left, or none."""
    left = [part for part in _parts(known, e) if not _holds(known, part)]
    if len(left) != 1:
        return None
    part = left[0]
    if part[0] == "forall" and known.opened(part[3])[0] == "cmp":
        sides = known.opened(part[3])
        return ("exists", *part[1:3], ("cmp", OPPOSITE[sides[1]], *sides[2:]))
    return ("not", part)


def _parts(known: Known, e: Core) -> Iterator[Core]:
    e = known.opened(e)
    if e[0] == "and":
        for part in e[1:]:
            yield from _parts(known, part)
    else:
        yield e


def _holds(known: Known, e: Core) -> bool:
    """Whether a part holds, by what is known or as what a point in it is nearest under."""
    if known.truth(e) is True:
        return True
    for point in _points(known, e):
        said = own(known, point)
        if said is not None and any(same(part, e) for part in _parts(known, said)):
            return True
    return False


def _points(known: Known, e: Any) -> Iterator[Core]:
    """The nearest points with arguments whose entries stand in a core."""
    if not isinstance(e, tuple) or not e:
        return
    if e[0] == "let" and known.written.book.lets[e[1]].kind == "point" and not _bound_inside(e[2]):
        yield e
    for part in e:
        yield from _points(known, part)


def _bound_inside(e: Any) -> bool:
    """Whether arguments are anything but lambdas that name nothing bound outside of them."""
    return any(part[0] != "lam" or is_open(part) for part in e)


def satisfied(known: Known, cores: Iterator[Core]) -> Iterator[Core]:
    """What the nearest points satisfy that formulas which hold read in any case."""
    for core in cores:
        for point in read(known, core):
            if point[0] == "let" and (said := own(known, point)) is not None:
                yield said

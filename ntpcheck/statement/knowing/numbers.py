"""Other numbers that may have a property, made from those that have it; and what is said of every number.

`some c` gives c + 1, c / 2, 0, -1 and multiples of c; and `some X` a tensor that is 1 where X is positive and
-1 elsewhere, or the other way round, for a property that only asks for signs. `every e` says something of the
smaller of e and 1, of e + 1, and of multiples of e. Whether they have the property is asked afterwards.
"""

from collections.abc import Iterator
from fractions import Fraction

from ntpcheck.statement.knowing.combinations import Known
from ntpcheck.statement.knowing.cores import NOTHING, ONE, lengthened, scales
from ntpcheck.statement.knowing.given import STEPS
from ntpcheck.verifier.asymptotics.constants import conjuncts
from ntpcheck.verifier.asymptotics.constants import names as mentions
from ntpcheck.verifier.instance.tensors import Core

HALF = ("q", Fraction(1, 2))


def moved(old: Core, new: Core) -> Iterator[dict[str, Core]]:
    """Other numbers that may have a property, made from those that do."""
    for name, axes in old[1]:
        if not axes:
            own = ("par", name, ())
            for other in (("+", own, ONE), ("*", own, HALF), NOTHING, ("neg", ONE)):
                yield {name: ("lam", (), other)}
        yield from ({name: lengthened(name, axes, scale)} for scale in scales(old, new))
        if axes:
            yield {name: _signs(name, axes, ONE, ("neg", ONE))}
            yield {name: _signs(name, axes, ("neg", ONE), ONE)}


def _signs(name: str, axes: tuple[str, ...], positive: Core, other: Core) -> Core:
    """One number where a tensor is positive, and another one elsewhere."""
    letters = tuple((f"{name}.{i}", axis) for i, axis in enumerate(axes))
    own = ("par", name, tuple(("v", letter) for letter, _ in letters))
    return ("lam", letters, ("if", ("cmp", ">", own, NOTHING), positive, other))


def nearer(known: Known, old: Core, new: Core) -> Iterator[Core]:
    """What is said of every number e is said of the smaller of e and 1, of e + 1, of multiples of e, and of
    the numbers that its condition compares e with.
    """
    for name, axes in old[1] if old[0] == "every" else ():
        if axes:
            continue
        ways = [x for scale in scales(old, new) if scale > 0 for x in (scale, 1 / scale)]
        own = ("par", name, ())
        compared = [part[2:] for part in conjuncts(old[2]) if part[0] == "cmp" and own in part[2:]]
        ends = dict.fromkeys(one for sides in compared for one in sides if not mentions(one, {name}))
        others = [lengthened(name, axes, x) for x in ways] + [("lam", (), one) for one in ends]
        for other in (*others, ("lam", (), ("min2", own, ONE)), ("lam", (), ("+", own, ONE))):
            known.left[0] = max(known.left[0], STEPS // 2)  # what the ways before took is not taken from it
            yield (*old[:2], *(known.put(part, {name: other}) for part in old[2:]))

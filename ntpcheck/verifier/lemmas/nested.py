"""A lemma on coordinates that rise by steps in which exponentials stand inside others, as those of a gradient
a step ahead do. Derived in the linear paper's `derivations.md`.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from ..arithmetic import exact
from ..arithmetic.intervals import Undecided
from ..asymptotics.limits import EXP_R, GROWTH, R
from ..asymptotics.orders import ZERO, Grown, Order
from ..instance.tensors import Core
from ..instance.world import World
from ..language.book import Let
from ..shared import paces
from ..shared.premises import NOT_NEGATIVE, Numbers, lemma, needs, precise
from ..shared.runs import along, orthogonal, parted, starting, step_from
from ..shared.sums import moving
from ..terms.functions import Functions
from ..terms.symbols import POSITIVE
from .coordinates import Followed, refuted


@lemma
@precise
def by_what_leads(world: World, core: Core) -> list[str]:
    """If trajectories move from their starts along orthogonal directions, exhibited, and each coordinate by
    itself, by a step that is positive wherever it is not negative, and (c + o(1)) e^(-b m) far out, b > 0, or
    (c + o(1)) m^(-q), q > -1, then it is (log k + log(b c)) / b + o(1), or ((q + 1) c k)^(1 / (q + 1)) times
    1 + o(1).
    """
    told, found = list[str](), list[Followed]()
    for name, let in moving(world, core).items():
        start, ways, led = followed(world, name, let)
        found.append(Followed(name, let.core[1], start, ways, [height for height, _ in led]))
        told.append(f"premise     the coordinates of {name}: {', '.join(said for _, said in led)}")
    if not refuted(world, core, found, EXP_R):
        raise Undecided("the formula is not seen to fail there")
    return told


def followed(world: World, name: str, let: Let) -> tuple[Numbers, list[Numbers], list[tuple[Grown, str]]]:
    """The start, the directions exhibited, and each coordinate for all large k."""
    ops, ways, start = Functions(), orthogonal(world, name, let), starting(world, let)
    point = along(ops, start, ways, [ops.unknown(i, NOT_NEGATIVE) for i in range(len(ways))])
    for i, part in enumerate(parted(ops, ways, step_from(world, ops, name, let, point))):
        needs(ops.reached(part) <= {i}, "each coordinate moves by itself")
        needs(ops.sign_bounds(part) == POSITIVE, "each coordinate rises")
    return start, ways, list(led(world, name, let, start, ways))


def led(
    world: World, name: str, let: Let, start: Numbers, ways: list[Numbers]
) -> Iterator[tuple[Grown, str]]:
    """Each coordinate, by what its step is where all coordinates are R."""
    moved = step_from(world, GROWTH, name, let, along(GROWTH, start, ways, [R] * len(ways)))
    for way in ways:
        parts = [GROWTH.mul(x, moved[cell]) for cell, x in way.items() if x]
        size = sum((x * x for x in way.values()), ZERO)
        part = parts[0]
        for other in parts[1:]:
            part = GROWTH.add(part, other)
        yield law(GROWTH.mul(1 / size, part))


def law(step: Any) -> tuple[Grown, str]:
    """A coordinate for all large k, whose step is c m^-q or c e^(-b m), to leading order in m, which is R."""
    needs(isinstance(step, Grown), "a step falls")
    c, order = step.lead()
    needs(exact.sign(c) == 1, "what leads is positive")
    needs(not order.logs, "a step is led by a power or an exponential")
    if not order.exponent:
        q = Fraction(-order.power)
        needs(q > -1, "a step grows slower than the coordinate")
        by = 1 / (q + 1)
        reach = exact.exp(exact.mul(by, exact.log(exact.mul(q + 1, c))))
        there = Order({1: by}, 0)
        return Grown([(reach, there)], there), f"one runs off like k^{by}"
    needs(order.exponent.keys() == {1} and not order.power, "a step is led by a power or an exponential")
    b: Any = exact.neg(order.exponent[1])
    needs(isinstance(b, Fraction) and b > 0, "a step falls like the exponential of a rational multiple")
    return paces.height(b, c, ZERO), f"one rises by steps like exp(-{b} m)"

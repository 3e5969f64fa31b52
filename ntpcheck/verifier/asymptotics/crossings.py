"""Where a function of a number that grows with R changes sign: Newton's method proposes, two signs decide."""

from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from itertools import pairwise
from typing import Any

from ..arithmetic import exact
from ..arithmetic.intervals import Undecided
from .growth import Growth
from .limits import R
from .orders import ONE, UNIT, ZERO, Grown, Order, grown

GROWTH = Growth()
NEWTON = 5  # steps, each of which gains a power of R
FINE = Fraction(1, 4)  # within R^p is o(R^(p + 1/4))
WITHIN = tuple(Fraction(2) ** k for k in range(-4, 5))  # between these a number is looked for that hangs
HALVED = 20  # on no R, and its bounds are drawn closer so often
BANDS = (
    -3,
    -2,
    FINE - 2,
    2 * FINE - 2,
    -1,
)  # powers of R, times an order, within which a number is looked for


WIDE = (Fraction(1, 2**64), Fraction(1, 2**24))  # the same by numbers, where terms are known by bounds alone


def known(x: Any, order: Order = UNIT) -> Any:
    """A number's terms, without its remainder and what is far below an order."""
    last = order.times(Order({}, BANDS[0]))
    return Grown([(c, o) for c, o in grown(x).terms if o.above(last) >= 0])


def near_line(log: Callable[[Any], Any]) -> Any:
    """A number a R + b + c / R + .. near which a function is 0 that is affine in it to first order."""
    one, two = (slope(log(GROWTH.mul(Fraction(s), R))) for s in (1, 2))
    steep = exact.subtract(two, one)
    x = GROWTH.mul(exact.subtract(ONE, exact.divide(one, steep)), R)
    for _ in range(NEWTON):
        x = known(GROWTH.subtract(x, GROWTH.divide(log(x), steep)))
    return x


def slope(x: Any) -> Any:
    """The coefficient of R."""
    alone = (c for c, order in grown(x).terms if order.power == 1 and not order.logs and not order.exponent)
    return next(alone, ZERO)


def between(gap: Callable[[Any], Any], x: Any, order: Order = UNIT) -> Any:
    """A zero of a continuous function near x: it differs in sign on two sides, for all large R.

    It is x and what is of lower order than a power of R; or x and a multiple of the order, of which there are
    bounds, and which may hang on R.
    """
    with suppress(Undecided):
        if GROWTH.sign_bounds(gap(x)) == (0, 0):
            return x
    for power in BANDS:
        if turns(gap, x, Grown([(ONE, order.times(Order({}, power)))])):
            return GROWTH.add(x, Grown([], order.times(Order({}, power + FINE))))
    for width in WIDE:
        if turns(gap, x, Grown([(width, order)])):
            return GROWTH.add(x, Grown([((-width, width), order)]))
    raise Undecided("a premise of the lemma fails: an equation's two sides cross where they are said to")


def turns(gap: Callable[[Any], Any], x: Any, width: Any) -> bool:
    """Whether a function differs in sign on both sides of x, for all large R."""
    try:
        ends = {GROWTH.sign_bounds(gap(side(x, width))) for side in (GROWTH.add, GROWTH.subtract)}
    except Undecided:
        return False
    return ends == {(1, 1), (-1, -1)}


def settled(ops: Any, gap: Any) -> Any:
    """Bounds of a number, the same for all large R, between which a continuous function changes sign."""
    signs = [(x, ops.sign_bounds(gap(x))) for x in WITHIN]
    pairs = [(a, b) for a, b in pairwise(signs) if {a[1], b[1]} == {(1, 1), (-1, -1)}]
    if not pairs:
        raise Undecided("no two numbers are found between which the sides of an equation cross")
    (low, (first, _)), (high, _) = pairs[0]
    for _ in range(HALVED):
        middle = (low + high) / 2
        sign = ops.sign_bounds(gap(middle))
        if sign == (first, first):
            low = middle
        elif sign == (-first, -first):
            high = middle
        else:
            break
    return low, high


def straight(ops: Any, gap: Callable[[Any], Any]) -> Any:
    """A zero of a continuous function near that of the line through its values at 0 and at 1."""
    start, end = (ops.mul(R, gap(at)) for at in (ZERO, ONE))  # so that they are what grows, and no symbols
    x = ops.divide(start, ops.subtract(start, end))
    return between(gap, x, grown(x).lead()[1])

"""Orders, terms, remainders and functions of what grows, and shapes of functions, one rule at a time."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from ntpcheck.verifier.arithmetic import exact
from ntpcheck.verifier.arithmetic.intervals import Undecided, allow, work_at
from ntpcheck.verifier.asymptotics.growth import INFINITY, Growth, limit, near_one
from ntpcheck.verifier.asymptotics.limits import EXP_R, R
from ntpcheck.verifier.asymptotics.orders import MOST, UNIT, Grown, Order, Tower
from ntpcheck.verifier.instance.convexity import Curves, Inverse, Shape
from tests.verifier.test_lemma_pieces import is_, order

F = Fraction
ONE, HALF = F(1), F(1, 2)
GROWTH = Growth()


@pytest.fixture(autouse=True)
def _allowed() -> None:
    allow(10_000_000)
    work_at(64)


# ---- What grows ----
def test_orders_are_compared_from_the_fastest_part_on() -> None:
    assert [order(1).growth(), UNIT.growth(), order(-1).growth()] == [1, 0, -1]
    assert [order(0, 1).growth(), order(0, -1).growth(), order(-1, 5).growth()] == [1, -1, -1]
    assert [order(-9, e1=1).growth(), order(9, e1=-1).growth(), order(0, e1=9, e2=-1).growth()] == [1, -1, -1]
    assert order(2).above(order(1, 7)) == 1
    assert order(1).above(order(1)) == 0
    product = order(1, 2, e1=3).times(order(4, 5, e1=6))
    assert (product.power, product.logs, product.exponent) == (5, 7, {1: 9})
    apart = order(1, 2, e1=3).times(order(4, 5, e1=3), -1)
    assert (apart.power, apart.logs, apart.exponent) == (-3, -3, {})
    with pytest.raises(Undecided, match="but its sign"):
        Order({0: ONE}, 0).growth()
    assert Order({0: ONE}, -1).growth() == -1


def test_terms_stand_by_falling_order_and_those_below_the_remainder_are_gone() -> None:
    x = Grown([(F(2), UNIT), (F(3), order(1)), (F(5), order(-1)), (F(7), order(1))], order(-1))
    is_(x, [(F(10), order(1)), (F(2), UNIT), (F(5), order(-1))], order(-1))
    is_(Grown([(F(5), order(-2)), (ONE, UNIT)], order(-1)), [(ONE, UNIT)], order(-1))
    is_(Grown([(F(5), UNIT), (F(-5), UNIT)]), [], None)
    long = Grown([(ONE, order(-k)) for k in range(30)])
    assert (len(long.terms), MOST) == (24, 24)
    assert long.rest is not None
    assert long.rest.power == -23


@pytest.mark.parametrize(
    ("x", "end"),
    [
        (Grown([(F(3), UNIT), (ONE, order(-1))]), 3),
        (Grown([(F(3), order(-1))]), 0),
        (Grown([(F(-3), order(1))]), (INFINITY, -1)),
        (Grown([(F(3), order(1))], order(1)), (INFINITY, 1)),
        (Grown([(F(3), UNIT)], UNIT), 3),
        (Grown([], UNIT), 0),
        (Grown([], order(-1)), 0),
        (Grown([]), 0),
        (F(7), 7),
    ],
)
def test_limits(x: Any, end: Any) -> None:
    assert limit(x) == end


@pytest.mark.parametrize("x", [Grown([], order(1)), Grown([(ONE, UNIT)], order(1))])
def test_a_remainder_that_may_grow_leaves_no_limit(x: Any) -> None:
    with pytest.raises(Undecided):
        limit(x)


def test_functions_near_1_are_kept_to_third_order() -> None:
    d = Grown([(ONE, order(-1))])
    found = near_one(d, ONE, HALF, HALF / 3)  # e^(1 / R)
    is_(found, [(ONE, UNIT), (ONE, order(-1)), (HALF, order(-2)), (F(1, 6), order(-3))], order(-3))
    is_(near_one(Grown([])), [(ONE, UNIT)], None)
    is_(near_one(Grown([], order(-2)), ONE), [(ONE, UNIT)], order(-2))
    is_(near_one(Grown([(ONE, order(-2))], order(-1)), ONE), [(ONE, UNIT)], order(-1))
    is_(near_one(Grown([(ONE, order(-1))], order(-1)), F(3)), [(ONE, UNIT), (F(3), order(-1))], order(-1))


def test_functions_of_what_grows() -> None:
    near = GROWTH.add(R, ONE)
    is_(
        GROWTH.exp(GROWTH.add(near, GROWTH.divide(ONE, R))).terms and GROWTH.log(EXP_R),
        [(ONE, order(1))],
        None,
    )
    is_(GROWTH.sqrt(GROWTH.mul(near, near)), [(ONE, order(1)), (ONE, UNIT)], order(-2))
    is_(GROWTH.log(R), [(ONE, order(0, 1))], None)
    is_(
        GROWTH.log(near),
        [(ONE, order(0, 1)), (ONE, order(-1)), (-HALF, order(-2)), (F(1, 3), order(-3))],
        order(-3),
    )
    is_(GROWTH.exp(GROWTH.mul(F(2), GROWTH.log(R))), [(ONE, order(2))], None)
    is_(GROWTH.log(Grown([(ONE, order(0, 1))])), [], order(0, 1))
    root, log_root = order(HALF), order(0, HALF)
    is_(GROWTH.sqrt(R), [(ONE, root)], None)
    terms = [(ONE, root), (HALF, order(-HALF)), (-HALF / 4, order(-3 * HALF)), (HALF / 8, order(-5 * HALF))]
    is_(GROWTH.sqrt(near), terms, order(-5 * HALF))
    is_(GROWTH.exp(GROWTH.sqrt(R)), [(ONE, Order({HALF: ONE}, 0))], None)
    is_(GROWTH.log(GROWTH.sqrt(R)), [(HALF, order(0, 1))], None)
    is_(GROWTH.sqrt(GROWTH.log(R)), [(ONE, log_root)], None)
    with pytest.raises(Undecided, match="no power and no log"):
        GROWTH.exp(GROWTH.sqrt(GROWTH.log(R)))
    with pytest.raises(Undecided, match="not be positive"):
        GROWTH.log(GROWTH.neg(R))
    with pytest.raises(Undecided, match="exponential of an exponential"):
        GROWTH.exp(EXP_R)
    with pytest.raises(Undecided, match=r"no power and no log"):
        GROWTH.exp(GROWTH.mul(R, GROWTH.log(R)))
    is_(GROWTH.log(Tower(R)), [(ONE, order(1))], None)
    with pytest.raises(Undecided):
        GROWTH.limit(GROWTH.exp(Tower(R)))


def test_a_tower_beside_a_number_or_times_one_is_a_tower_whose_log_is_known() -> None:
    k = Tower(EXP_R)  # its log is e^R
    is_(GROWTH.log(GROWTH.add(k, F(1))), [(ONE, order(0, e1=1))], order(0, e1=-64))
    is_(GROWTH.log(GROWTH.subtract(k, F(3))), [(ONE, order(0, e1=1))], order(0, e1=-64))
    is_(GROWTH.log(GROWTH.mul(F(1), k)), [(ONE, order(0, e1=1))], None)
    is_(GROWTH.subtract(GROWTH.log(GROWTH.mul(F(2), k)), GROWTH.log(k)), [(exact.log(F(2)), UNIT)], None)
    is_(GROWTH.log(GROWTH.mul(k, k)), [(F(2), order(0, e1=1))], None)
    is_(GROWTH.divide(F(-5), k), [], order(0, e1=-64))
    is_(GROWTH.log(GROWTH.divide(GROWTH.add(k, ONE), F(1))), [(ONE, order(0, e1=1))], order(0, e1=-64))
    assert GROWTH.mul(F(0), k) == 0


def test_of_a_slower_tower_that_is_told_which_its_log_tells() -> None:
    rough = Tower(Grown([(F(3), order(0, 1))], Order({}, 0, HALF)))  # its log is 3 log R + o(sqrt(log R))
    rest = Order({}, 0, HALF)
    is_(GROWTH.log(GROWTH.divide(ONE, rough)), [(F(-3), order(0, 1))], rest)
    is_(GROWTH.subtract(F(5), GROWTH.divide(ONE, rough)), [(F(5), UNIT)], order(F(-3, 2)))
    is_(GROWTH.log(GROWTH.add(rough, ONE)), [(F(3), order(0, 1))], rest)
    is_(GROWTH.log(GROWTH.subtract(rough, R)), [(F(3), order(0, 1))], rest)
    is_(GROWTH.log(GROWTH.divide(R, rough)), [(F(-2), order(0, 1))], rest)
    is_(GROWTH.log(GROWTH.add(rough, Tower(EXP_R))), [(ONE, order(0, e1=1))], order(0, e1=-64))
    is_(GROWTH.mul(rough, F(-1)), [], order(6))
    for unknown in (
        lambda: GROWTH.subtract(rough, GROWTH.power(R, 3)),
        lambda: GROWTH.sign_bounds(GROWTH.add(GROWTH.mul(rough, F(-1)), ONE)),
        lambda: GROWTH.limit(GROWTH.divide(rough, GROWTH.power(R, 3))),
    ):
        with pytest.raises(Undecided):
            unknown()


def test_what_an_exponential_is_of_which_the_exponent_is_known_to_leading_order() -> None:
    """e^(c R + o(R)), as of a weight that descent is said to bring to V log k + o(log k)."""
    up, down = (GROWTH.exp(Grown([(c, order(1))], order(1))) for c in (F(2), F(-3)))
    assert (GROWTH.limit(up), GROWTH.limit(down)) == (("infinity", 1), 0)
    assert GROWTH.limit(GROWTH.mul(up, down)) == GROWTH.limit(GROWTH.mul(down, EXP_R)) == 0
    assert GROWTH.limit(GROWTH.divide(ONE, GROWTH.mul(down, GROWTH.power(EXP_R, 2)))) == ("infinity", 1)
    assert GROWTH.limit(GROWTH.sqrt(GROWTH.divide(up, EXP_R))) == ("infinity", 1)
    is_(GROWTH.log(GROWTH.add(up, up)), [(F(2), order(1))], order(1))
    is_(GROWTH.log(GROWTH.add(down, up)), [(F(2), order(1))], order(1))
    is_(
        GROWTH.add(GROWTH.neg(down), GROWTH.divide(ONE, EXP_R)),
        [(ONE, order(0, e1=-1))],
        order(0, e1=F(-3, 2)),
    )
    is_(GROWTH.add(up, GROWTH.power(EXP_R, 3)), [(ONE, order(0, e1=3))], order(0, e1=F(5, 2)))
    for unknown in (
        lambda: GROWTH.limit(GROWTH.divide(up, GROWTH.power(EXP_R, 2))),
        lambda: GROWTH.limit(GROWTH.exp(Grown([], order(1)))),
        lambda: GROWTH.subtract(up, GROWTH.power(EXP_R, 2)),
        lambda: GROWTH.sign_bounds(GROWTH.subtract(up, up)),
    ):
        with pytest.raises(Undecided):
            unknown()


# ---- Curves ----
AFFINE, CONVEX, CONCAVE = Shape(0), Shape(1), Shape(-1)
NORMED, LOGGED = Shape(1, nonnegative=True), Shape(1, nonnegative=True, log_convex=True)
SQUARE = Shape(1, nonnegative=True, squares=True)
CURVES = Curves()


@pytest.mark.parametrize(
    ("made", "shape"),
    [
        (lambda: CURVES.add(AFFINE, CONVEX), CONVEX),
        (lambda: CURVES.add(CONCAVE, AFFINE), CONCAVE),
        (lambda: CURVES.add(CONVEX, CONCAVE), None),
        (lambda: CURVES.add(LOGGED, LOGGED), LOGGED),
        (lambda: CURVES.add(LOGGED, NORMED), NORMED),
        (lambda: CURVES.add(SQUARE, SQUARE), SQUARE),
        (lambda: CURVES.add(NORMED, CONVEX), CONVEX),
        (lambda: CURVES.add(LOGGED, F(1)), LOGGED),
        (lambda: CURVES.add(F(0), LOGGED), LOGGED),
        (lambda: CURVES.add(LOGGED, F(-1)), CONVEX),
        (lambda: CURVES.neg(LOGGED), CONCAVE),
        (lambda: CURVES.neg(CONCAVE), CONVEX),
        (lambda: CURVES.mul(LOGGED, LOGGED), LOGGED),
        (lambda: CURVES.mul(LOGGED, NORMED), None),
        (lambda: CURVES.mul(AFFINE, AFFINE), None),
        (lambda: CURVES.mul(F(2), LOGGED), LOGGED),
        (lambda: CURVES.mul(LOGGED, F(-2)), CONCAVE),
        (lambda: CURVES.mul(LOGGED, F(0)), 0),
        (lambda: CURVES.mul((F(0), F(2)), Inverse()), None),
        (lambda: CURVES.mul(Inverse(), F(0)), 0),
        (lambda: CURVES.log(CURVES.mul(Inverse(), CURVES.mul((F(1), F(2)), Inverse()))), CONCAVE),
        (lambda: CURVES.inverse(Inverse()), LOGGED),
        (lambda: CURVES.inverse(NORMED), None),
        (lambda: CURVES.log(Inverse()), CONCAVE),
        (lambda: CURVES.log(LOGGED), CONVEX),
        (lambda: CURVES.log(NORMED), None),
        (lambda: CURVES.log(CURVES.divide(F(1), LOGGED)), CONCAVE),
        (lambda: CURVES.log(CURVES.divide(F(-1), LOGGED)), None),
        (lambda: CURVES.power(AFFINE, 1), AFFINE),
        (lambda: CURVES.power(AFFINE, 2), SQUARE),
        (lambda: CURVES.power(AFFINE, 3), None),
        (lambda: CURVES.power(AFFINE, 4), NORMED),
        (lambda: CURVES.power(NORMED, 3), NORMED),
        (lambda: CURVES.power(LOGGED, 3), LOGGED),
        (lambda: CURVES.power(CONVEX, 2), None),
        (lambda: CURVES.power(CONCAVE, 2), None),
        (lambda: CURVES.power(NORMED, 0), None),
        (lambda: CURVES.exp(AFFINE), LOGGED),
        (lambda: CURVES.exp(CONVEX), LOGGED),
        (lambda: CURVES.exp(CONCAVE), None),
        (lambda: CURVES.sqrt(SQUARE), NORMED),
        (lambda: CURVES.sqrt(NORMED), None),
        (lambda: CURVES.absolute(AFFINE), NORMED),
        (lambda: CURVES.absolute(CONVEX), None),
        (lambda: CURVES.extreme(AFFINE, NORMED, largest=True), NORMED),
        (lambda: CURVES.extreme(AFFINE, CONVEX, largest=True), CONVEX),
        (lambda: CURVES.extreme(AFFINE, AFFINE, largest=False), None),
        (lambda: CURVES.extreme(AFFINE, CONCAVE, largest=True), None),
        (lambda: CURVES.extreme(F(1), F(2), largest=True), 2),
        (lambda: CURVES.sign(AFFINE), None),
        (lambda: CURVES.sign_bounds(AFFINE), None),
    ],
)
def test_shapes_of_functions(made: Any, shape: Any) -> None:
    if shape is not None:
        assert made() == shape
        return
    with pytest.raises(Undecided, match="no rule"):
        made()

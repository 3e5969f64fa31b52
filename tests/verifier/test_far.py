"""Quotients of sums of exponentials far out and at a point, and points under equations."""

from __future__ import annotations

from fractions import Fraction
from math import exp
from random import Random
from typing import Any

import pytest

from ntpcheck.verifier.arithmetic import exact
from ntpcheck.verifier.arithmetic.intervals import Undecided, allow
from ntpcheck.verifier.asymptotics import far
from ntpcheck.verifier.terms.symbols import Symbols

ONE, TWO = Fraction(1), Fraction(2)
ROUGH = (Fraction(1), Fraction(2))  # bounds of a number that is not known


@pytest.fixture(autouse=True)
def _patience() -> None:
    allow(10**7)


def sigmoid(ops: Symbols, x: Any) -> Any:
    """1 / (1 + e^-x)."""
    return ops.inverse(ops.add(ONE, ops.exp(ops.neg(x))))


def test_a_point_obeys_its_equations_whatever_its_free_cells_are() -> None:
    cells = [(0,), (1,), (2,)]
    equations = [{(0,): ONE, (1,): ONE, (2,): ONE}, {(0,): ONE, (1,): -ONE}, {(0,): TWO, (2,): ONE}]
    point = far.Point(Symbols(), cells, equations)
    assert len(point.atoms) == 1
    (free,) = point.atoms
    assert point.holds({(0,): ONE, (1,): ONE, (2,): -TWO})
    assert not point.holds({(0,): ONE, (1,): ONE, (2,): TWO})
    assert point.at({free: TWO}) == {point.atoms[free]: TWO}


def test_far_out_the_leading_terms_are_left() -> None:
    ops = Symbols()
    x, y = ops.unknown("x"), ops.unknown("y")
    share = ops.subtract(ONE, sigmoid(ops, x))  # 1 / (1 + e^x)
    assert far.far(share, {0: ONE, 1: ONE}) == (-ONE, ONE)
    assert far.far(share, {0: -ONE, 1: ONE}) == (0, ONE)
    growth, c = far.far(ops.add(share, ops.exp(ops.neg(y))), {0: ONE, 1: ONE}, {0: ONE, 1: Fraction(0)})
    assert growth == -1
    assert exact.subtract(c, exact.add(ONE, exact.exp(-ONE))) == 0
    assert far.far(Fraction(0), {}) == (0, 0)
    assert far.far(TWO, {}) == (0, TWO)


def test_what_is_no_quotient_of_exponentials_is_open() -> None:
    ops = Symbols()
    x = ops.unknown("x")
    square = ops.power(x, 2)
    for number in (x, ops.exp(square), ops.log(ops.add(ONE, ops.exp(x)))):
        with pytest.raises(Undecided):
            far.far(number, {0: ONE})
    other = Symbols()
    either = other.add(other.exp(other.unknown("x")), other.exp(other.unknown("y")))
    with pytest.raises(Undecided, match="not told apart"):
        far.far(either, {0: ROUGH, 1: ROUGH})


def test_a_quotient_of_one_coordinate_is_one_of_u() -> None:
    ops = Symbols()
    x, y = ops.unknown("x"), ops.unknown("y")
    both = sigmoid(ops, ops.add(x, ops.mul(TWO, y)))
    found = far.along(both, {0: ONE, 1: TWO})
    assert far.value(found, {0: Fraction(0)}) == Fraction(1, 2)
    with pytest.raises(Undecided, match="more than one coordinate"):
        far.along(both, {0: ONE, 1: ONE})
    with pytest.raises(Undecided, match="more than one coordinate"):
        far.along(ops.add(both, ops.exp(y)), {0: ONE, 1: TWO})


@pytest.mark.parametrize("seed", range(5))
def test_bounds_on_an_interval_hold_at_its_points(seed: int) -> None:
    rng, ops = Random(seed), Symbols()
    x = ops.unknown("x")
    weight, tilt = Fraction(rng.randint(-9, 9)), Fraction(rng.randint(-3, 3))
    number = ops.add(ops.mul(weight, sigmoid(ops, x)), ops.power(sigmoid(ops, ops.neg(x)), 2))
    low = Fraction(rng.randint(-20, 20), 4)
    high = low + Fraction(rng.randint(1, 8), 8)
    (bounds,) = far.over(far.along(number, {0: ONE}), tilt, [(low, high)])
    below, above = exact.enclose(bounds)
    for _ in range(20):
        u = float(low + (high - low) * Fraction(rng.randint(0, 64), 64))
        share = 1 / (1 + exp(-u))
        value = float(weight) * share + (1 - share) ** 2 + float(tilt) * u
        assert float(below) - 1e-9 <= value <= float(above) + 1e-9

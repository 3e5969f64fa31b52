"""Continuous functions of terms as atoms, and what a term hangs on."""

from __future__ import annotations

from fractions import Fraction

import pytest

from ntpcheck.verifier.arithmetic.intervals import Undecided, allow
from ntpcheck.verifier.terms.functions import Functions
from ntpcheck.verifier.terms.symbols import POSITIVE

ONE = Fraction(1)


@pytest.fixture(autouse=True)
def work() -> None:
    allow(1_000_000)


@pytest.mark.parametrize(("largest", "signs"), [(True, (1, 1)), (False, (-1, 1))])
def test_a_maximum_has_the_largest_of_two_signs(largest: bool, signs: tuple[int, int]) -> None:  # noqa: FBT001
    ops = Functions()
    x = ops.unknown("x")
    assert ops.sign_bounds(ops.extreme(ONE, x, largest=largest)) == signs
    assert ops.extreme(ops.add(x, ONE), x, largest=largest) is not None
    assert ops.sign(ops.subtract(*(ops.extreme(ONE, x, largest=largest) for _ in range(2)))) == 0


def test_an_order_that_shows_needs_no_atom() -> None:
    ops = Functions()
    x, y = ops.unknown("x"), ops.unknown("y", POSITIVE)
    assert ops.sign(ops.subtract(ops.extreme(x, ops.add(x, y), largest=True), ops.add(x, y))) == 0
    assert ops.sign(ops.subtract(ops.absolute(y), y)) == 0


def test_what_a_term_hangs_on_is_seen_inside_of_functions() -> None:
    ops = Functions()
    x, y, z = (ops.unknown(name) for name in "xyz")
    inner = ops.exp(ops.divide(ONE, ops.add(ONE, ops.exp(x))))
    deep = ops.exp(ops.mul(inner, ops.absolute(ops.subtract(y, ONE))))
    assert ops.reached(inner) == {"x"}
    assert ops.reached(deep) == {"x", "y"}
    assert ops.reached(ops.extreme(deep, z, largest=False)) == {"x", "y", "z"}
    assert ops.reached(ops.subtract(deep, deep)) == set()
    assert ops.reached(ops.log(ops.add(ops.exp(z), ops.power(x, 2)))) == {"x", "z"}
    assert ops.sign_bounds(deep) == POSITIVE


def test_a_divisor_that_may_be_nothing_is_none() -> None:
    ops = Functions()
    x = ops.unknown("x")
    assert ops.sign_bounds(ops.inverse(ops.extreme(ONE, ops.absolute(x), largest=True))) == POSITIVE
    for divisor in (ops.absolute(x), ops.extreme(ONE, x, largest=False)):
        with pytest.raises(Undecided):
            ops.inverse(divisor)

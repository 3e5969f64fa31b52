"""One over a sum, as a number of its own: equal sums have equal inverses, whatever factor they share."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from ntpcheck.verifier.arithmetic.intervals import Undecided, allow
from ntpcheck.verifier.shared.gradients import Inverses

ONE, TWO = Fraction(1), Fraction(2)


@pytest.fixture
def raised() -> tuple[Inverses, Any, Any]:
    """e^x and e^y, x and y unknown."""
    allow(10_000_000)
    ops = Inverses()
    return ops, ops.exp(ops.unknown("x")), ops.exp(ops.unknown("y"))


def zero(ops: Inverses, x: Any) -> bool:
    return ops.sign(ops.settled(x)) == 0


def test_an_inverse_is_one_over_the_sum(raised: tuple[Inverses, Any, Any]) -> None:
    ops, x, y = raised
    for total in (ops.add(x, y), ops.add(ONE, x), ops.add(ops.mul(TWO, x), ops.mul(x, y))):
        inverse = ops.inverse(total)
        assert zero(ops, ops.subtract(ops.mul(total, inverse), ONE))
        assert not zero(ops, ops.subtract(ops.mul(total, inverse), TWO))


def test_sums_with_a_common_factor_have_one_inverse(raised: tuple[Inverses, Any, Any]) -> None:
    ops, x, y = raised
    one, other = ops.add(x, y), ops.mul(TWO, ops.add(ops.mul(x, x), ops.mul(x, y)))  # 2 x (x + y)
    off = ops.subtract(ops.inverse(one), ops.mul(ops.mul(TWO, x), ops.inverse(other)))
    assert zero(ops, off)
    assert len(ops.units) == 1


def test_an_inverse_of_an_inverse_is_the_sum_s_own(raised: tuple[Inverses, Any, Any]) -> None:
    ops, x, y = raised
    inverse = ops.inverse(ops.add(x, y))
    twice = ops.inverse(inverse)
    assert zero(ops, ops.subtract(ops.mul(twice, inverse), ONE))
    thrice = ops.mul(ops.mul(TWO, x), inverse)
    assert zero(ops, ops.subtract(ops.mul(ops.inverse(thrice), thrice), ONE))
    assert zero(ops, ops.subtract(ops.inverse(x), ops.exp(ops.neg(ops.unknown("x")))))


def test_what_may_be_0_has_no_inverse(raised: tuple[Inverses, Any, Any]) -> None:
    ops, x, y = raised
    for total in (ops.subtract(x, y), ops.unknown("x")):
        with pytest.raises(Undecided):
            ops.inverse(total)
    assert ops.sign_bounds(ops.inverse(ops.neg(ops.add(x, y)))) == (-1, -1)

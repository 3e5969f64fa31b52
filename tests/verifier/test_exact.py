"""The verifier's numbers: bounds contain the truth, and signs are never wrong."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ntpcheck.verifier.arithmetic import intervals
from ntpcheck.verifier.arithmetic.exact import add, divide, enclose, exp, mul, sign, subtract
from ntpcheck.verifier.arithmetic.intervals import Undecided, Undefined
from tests.verifier.exact_numbers import (
    BINARY,
    ONE,
    THREE,
    TREES,
    TRUTH_BITS,
    UNARY,
    ZERO,
    ball,
    evaluated,
    start,
    total,
)

pytestmark = pytest.mark.usefixtures("truth")


@settings(max_examples=200, deadline=None)
@given(TREES, st.sampled_from([64, 64, 256]))
def test_bounds_contain_the_truth_and_signs_are_right(tree: Any, bits: int) -> None:
    start(bits)
    try:
        evaluated(tree)
    except (Undefined, Undecided):
        return


@settings(max_examples=60, deadline=None)
@given(TREES, TREES)
def test_a_number_minus_itself_is_never_signed(one: Any, other: Any) -> None:
    """x + y - y - x, whatever kinds the sums take on the way, may be undecided, but is never positive."""
    start()
    try:
        (x, _), (y, _) = evaluated(one), evaluated(other)
        assert sign(subtract(subtract(add(x, y), y), x)) in (0, None)
        assert sign(subtract(mul(x, y), mul(y, x))) in (0, None)
    except (Undefined, Undecided):
        return


SMALL = st.builds(Fraction, st.integers(-20, 20), st.integers(1, 6))
SUMS = st.lists(st.tuples(SMALL, st.integers(1, 12)), min_size=1, max_size=4)


@settings(max_examples=80, deadline=None)
@given(SUMS, SUMS, st.sampled_from(["log", "sqrt", "exp"]))
def test_sums_of_one_kind_cancel_in_any_order(one: Any, other: Any, name: str) -> None:
    """Sums of c f(n): their difference is 0 at once if they are equal, and has a sign if they are not."""
    start()
    function = UNARY[name][0]
    x, y = (total([mul(c, function(Fraction(n))) for c, n in terms]) for terms in (one, other))
    assert sign(subtract(add(x, y), total([mul(c, function(Fraction(n))) for c, n in other + one]))) == 0
    assert sign(subtract(x, y)) is not None


@settings(max_examples=60, deadline=None)
@given(SUMS, SUMS)
def test_quotients_of_sums_of_exponentials_form_a_field(one: Any, other: Any) -> None:
    start()
    x, y = (total([mul(c, exp(Fraction(n, 3))) for c, n in terms]) for terms in (one, other))
    if not sign(x) or not sign(y):
        return
    assert divide(x, x) == 1
    assert subtract(mul(divide(x, y), divide(y, x)), ONE) == 0
    assert subtract(divide(add(x, y), y), add(divide(x, y), ONE)) == 0


ENDS = st.tuples(SMALL, SMALL).map(lambda pair: (min(pair), max(pair)))
WEIGHTS = st.sampled_from([ZERO, Fraction(1, 7), Fraction(1, 2), ONE])


@settings(max_examples=200, deadline=None)
@given(ENDS, ENDS, WEIGHTS, WEIGHTS, st.sampled_from([*BINARY, *UNARY]))
def test_bounds_of_operands_give_bounds_of_results(x: Any, y: Any, s: Any, t: Any, name: str) -> None:
    start()
    inside = [low + weight * (high - low) for (low, high), weight in ((x, s), (y, t))]
    exactly, truly = UNARY.get(name) or BINARY[name]
    arguments = 2 if name in BINARY else 1
    try:
        result = exactly(*[x, y][:arguments])
    except (Undefined, Undecided):
        return
    low, high = enclose(result)
    truth = truly(*map(ball, inside[:arguments]))
    assert not ball(low) > truth
    assert not ball(high) < truth


# ---- The functions of one rational ----
SMALLEST = Fraction(1, 1 << 70)
ARGUMENTS = [ZERO, ONE, 1 / THREE, -1 / THREE, 1 / SMALLEST, SMALLEST, 1 - SMALLEST, 1 + SMALLEST]
ARGUMENTS += [Fraction(17, 10), Fraction(123457, 1000), Fraction(-2000)]


@pytest.mark.parametrize("name", ["exp", "log", "sqrt"])
@pytest.mark.parametrize("bits", [64, 300])
@pytest.mark.parametrize("x", ARGUMENTS)
def test_functions_agree_with_mpmath_and_are_narrow(name: str, bits: int, x: Fraction) -> None:
    if (name == "log" and x <= 0) or (name == "sqrt" and x < 0) or (name == "exp" and x > 1 << 15):
        return
    low, high = getattr(intervals, f"{name}_bounds")(x, bits)
    with mpmath.workprec(TRUTH_BITS):
        at, least, most = (mpmath.mpf(y.numerator) / y.denominator for y in (x, low, high))
        assert least <= getattr(mpmath, name)(at) <= most
    assert high - low <= abs(high) / 2**bits


def test_bounds_at_an_end_of_a_domain_ask_for_more_precision() -> None:
    for function, x in ((intervals.log_bounds, Fraction(0)), (intervals.sqrt_bounds, Fraction(-1))):
        with pytest.raises(Undecided):
            function(x, 64)


def test_rounding_goes_outward_and_keeps_short_numbers() -> None:
    third, huge = Fraction(1, 3), Fraction(10**50, 3)
    assert intervals.outward(third, third, 64) == (third, third)
    low, high = intervals.outward(-huge, huge, 64)
    assert low < -huge < huge < high
    assert (high - huge) * 2**62 < huge
    long = Fraction(3**9000 + 1, 3**9000)
    low, high = intervals.outward(long, long, 64)
    assert low == 1 < long < high < 1 + Fraction(1, 2**60)
    tiny = Fraction(1, 3 << (1 << 18))
    assert intervals.down(tiny, 64) == 0 < -intervals.down(-tiny, 64)
    with pytest.raises(Undecided):
        intervals.down(Fraction(1 << (1 << 18)), 64)

"""The verifier's numbers: what is 0 is seen to be 0, and what is close to 0 is told apart."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import flint
import pytest

from ntpcheck.verifier.arithmetic import intervals
from ntpcheck.verifier.arithmetic.exact import (
    absolute,
    add,
    divide,
    enclose,
    exp,
    extreme,
    inverse,
    log,
    mul,
    neg,
    power,
    sign,
    sign_bounds,
    sqrt,
    subtract,
)
from ntpcheck.verifier.arithmetic.intervals import PRECISIONS, precision, work_at
from ntpcheck.verifier.arithmetic.kinds import Exps, Log, Number, Root
from tests.verifier.exact_numbers import (
    ONE,
    SIX,
    THREE,
    TWO,
    ZERO,
    ball,
    contains,
    powers,
    roots,
    softmax,
    total,
)

pytestmark = pytest.mark.usefixtures("truth")


IDENTITIES: dict[str, Callable[[], tuple[Number, Number]]] = {
    "log 6 = log 2 + log 3": lambda: (log(SIX), add(log(TWO), log(THREE))),
    "log 4/9 = 2 log 2/3": lambda: (log(Fraction(4, 9)), mul(TWO, log(Fraction(2, 3)))),
    "log 12 + log 18 = 3 log 6": lambda: (add(log(Fraction(12)), log(Fraction(18))), mul(THREE, log(SIX))),
    "e^2 / e = e": lambda: (divide(exp(TWO), exp(ONE)), exp(ONE)),
    "(e - 1)(e + 1) = e^2 - 1": lambda: (
        mul(powers((1, 1), (-1, 0)), powers((1, 1), (1, 0))),
        powers((1, 2), (-1, 0)),
    ),
    "(e^2 + e) / (e + 1) = e": lambda: (divide(powers((1, 2), (1, 1)), powers((1, 1), (1, 0))), exp(ONE)),
    "softmax sums to 1": lambda: (total(softmax([ZERO, ONE, Fraction(5, 2), Fraction(-7)])), ONE),
    "softmax forgets shifts": lambda: (softmax([ZERO, TWO])[0], softmax([THREE, Fraction(5)])[0]),
    "1 / (1 + e^-x) = e^x / (e^x + 1)": lambda: (
        inverse(powers((1, 0), (1, -2))),
        divide(exp(TWO), powers((1, 2), (1, 0))),
    ),
    "sqrt 8 = 2 sqrt 2": lambda: (sqrt(Fraction(8)), roots((2, 2))),
    "sqrt 2 sqrt 3 = sqrt 6": lambda: (mul(sqrt(TWO), sqrt(THREE)), sqrt(SIX)),
    "(sqrt 2 + sqrt 3)^2 = 5 + 2 sqrt 6": lambda: (
        power(roots((1, 2), (1, 3)), 2),
        add(Fraction(5), roots((2, 6))),
    ),
    "1 / (1 + sqrt 2) = sqrt 2 - 1": lambda: (inverse(add(ONE, sqrt(TWO))), subtract(sqrt(TWO), ONE)),
    "sqrt(1/2) = 1 / sqrt 2": lambda: (sqrt(Fraction(1, 2)), inverse(sqrt(TWO))),
    "(sqrt 2)^6 = 8": lambda: (power(sqrt(TWO), 6), Fraction(8)),
    "sqrt(9/4) = 3/2": lambda: (sqrt(Fraction(9, 4)), Fraction(3, 2)),
    "sqrt(9/4 e^3) = 3/2 e^(3/2)": lambda: (
        sqrt(powers((Fraction(9, 4), 3))),
        powers((Fraction(3, 2), Fraction(3, 2))),
    ),
    "sqrt((-3 e^-1)^2) = 3 e^-1": lambda: (sqrt(power(powers((-3, -1)), 2)), powers((3, -1))),
    "a long square": lambda: (sqrt(Fraction(7**4000, 9**3000)), Fraction(7**2000, 3**3000)),
    "log 8 / log 2 = 3": lambda: (divide(log(Fraction(8)), log(TWO)), THREE),
    "(sqrt 2 + sqrt 3) / (sqrt 8 + sqrt 12)": lambda: (
        divide(roots((1, 2), (1, 3)), roots((1, 8), (1, 12))),
        1 / TWO,
    ),
    "log e^3 = 3": lambda: (log(exp(THREE)), THREE),
    "exp log 5/7 = 5/7": lambda: (exp(log(Fraction(5, 7))), Fraction(5, 7)),
    "exp(2 - 3 log 2) = e^2 / 8": lambda: (
        exp(subtract(TWO, mul(THREE, log(TWO)))),
        powers((Fraction(1, 8), 2)),
    ),
    "exp log(1 + e) = 1 + e": lambda: (exp(log(powers((1, 0), (1, 1)))), powers((1, 0), (1, 1))),
    "log(2 e^a + 2 e^b) = log 2 + log(e^a + e^b)": lambda: (
        log(powers((2, 1), (2, 5))),
        add(log(TWO), log(powers((1, 1), (1, 5)))),
    ),
    "log(e^a + e^b) = a + log(1 + e^(b-a))": lambda: (
        log(powers((1, 1), (1, 5))),
        add(ONE, log(powers((1, 0), (1, 4)))),
    ),
    "log(2 - e^(1/2)) cancels": lambda: (
        log(powers((2, 0), (-1, 1 / TWO))),
        add(log(THREE), log(powers((TWO / 3, 0), (-1 / THREE, 1 / TWO)))),
    ),
    "log of a softmax": lambda: (log(softmax([ONE, THREE])[0]), subtract(ONE, log(powers((1, 1), (1, 3))))),
    "log of a quotient of two negative sums": lambda: (
        log(divide(powers((-5, 0), (1, ONE / 10)), powers((-7, 0), (1, ONE / 10)))),
        subtract(log(powers((5, 0), (-1, ONE / 10))), log(powers((7, 0), (-1, ONE / 10)))),
    ),
    "equal huge powers": lambda: (exp(Fraction(10**9)), mul(exp(Fraction(10**9 - 1)), exp(ONE))),
    "|-sqrt 2| = sqrt 2": lambda: (absolute(neg(sqrt(TWO))), sqrt(TWO)),
    "max(log 2, log 3) = log 3": lambda: (extreme(log(TWO), log(THREE), largest=True), log(THREE)),
    "min of equals": lambda: (extreme(log(Fraction(4)), mul(TWO, log(TWO)), largest=False), log(Fraction(4))),
    "x^0 = 1": lambda: (power(log(TWO), 0), ONE),
    "0^0 = 1": lambda: (power(ZERO, 0), ONE),
    "(-1)^(10^9 + 1) = -1": lambda: (power(-ONE, 10**9 + 1), -ONE),
    "(2/3)^-3 = 27/8": lambda: (power(Fraction(2, 3), -3), Fraction(27, 8)),
}


@pytest.mark.parametrize("name", IDENTITIES)
def test_an_identity_is_an_exact_zero(name: str) -> None:
    x, y = IDENTITIES[name]()
    assert sign(subtract(x, y)) == 0
    assert sign_bounds(subtract(y, x)) == (0, 0)


NO_ROOTS: dict[str, tuple[Callable[[], tuple[Number, Number]], int]] = {
    "sqrt(4 e^3) < 4 e^(3/2)": (lambda: (powers((4, 3)), powers((4, Fraction(3, 2)))), -1),
    "sqrt(4 e^3) < 2 e^3": (lambda: (powers((4, 3)), powers((2, 3))), -1),
    "sqrt(4 e^-3) > 2 e^-3": (lambda: (powers((4, -3)), powers((2, -3))), 1),
    "sqrt(2 e^2) > e": (lambda: (powers((2, 2)), powers((1, 1))), 1),
    "sqrt(e^2 + 1) < e + 1": (lambda: (powers((1, 2), (1, 0)), powers((1, 1), (1, 0))), -1),
    "sqrt(1 / (e^2 + 1)) < e^-1": (lambda: (divide(ONE, powers((1, 2), (1, 0))), powers((1, -1))), -1),
}


@pytest.mark.parametrize("name", NO_ROOTS)
def test_what_is_not_the_root_is_told_apart(name: str) -> None:
    """The root of c e^r is sqrt c times e^(r/2), and no sum's root is the sum of its terms' roots."""
    made, above = NO_ROOTS[name]
    inside, other = made()
    assert sign(subtract(sqrt(inside), other)) == above


def test_quotients_of_unequal_sums_are_told_apart() -> None:
    quotient = divide(powers((1, 0), (2, 1)), powers((2, 0), (1, 1)))
    assert isinstance(quotient, Exps)
    assert sign(subtract(quotient, TWO)) == -1


def test_bounds_of_what_is_almost_cancelled_contain_the_truth() -> None:
    """A rational close by is subtracted, so that no rounding to 64 bits hides bounds that are too narrow."""
    near, e = intervals.exp_bounds(ONE, 50)[0] - Fraction(1, 1 << 80), flint.arb(1).exp()
    contains(log(powers((1, 1), (-near, 0))), (e - ball(near)).log())
    work_at(200)
    near = enclose(log(powers((1, 0), (1, 1))))[0]
    work_at(64)
    contains(subtract(log(powers((1, 0), (1, 1))), near), (1 + e).log() - ball(near))


CLOSE: dict[str, Callable[[], Number]] = {
    "log(1 + 2^-200)": lambda: log(1 + Fraction(1, 1 << 200)),
    "log 2 - a rational 2^-500 above": lambda: subtract(log(TWO), intervals.log_bounds(TWO, 500)[1]),
    "sqrt 2 - a rational 2^-900 above": lambda: subtract(sqrt(TWO), intervals.sqrt_bounds(TWO, 900)[1]),
    "e - a rational 2^-900 above": lambda: subtract(exp(ONE), intervals.exp_bounds(ONE, 900)[1]),
    "e^-40000 is positive": lambda: exp(Fraction(-40000)),
    "e^(10^9 + 1) > 2 e^(10^9)": lambda: subtract(exp(Fraction(10**9 + 1)), mul(TWO, exp(Fraction(10**9)))),
}


@pytest.mark.parametrize("name", CLOSE)
def test_a_number_close_to_0_has_its_sign_at_the_lowest_precision(name: str) -> None:
    x = CLOSE[name]()
    assert sign(x) == (-1 if "above" in name else 1)
    assert precision() == 64


def test_unequal_atoms_may_hide_a_zero_and_stay_undecided() -> None:
    """2 log(1 + e) = log(1 + 2 e + e^2), but these are different atoms."""
    once = log(powers((1, 0), (1, 1)))
    for bits in PRECISIONS[:3]:
        work_at(bits)
        x = subtract(mul(TWO, once), log(powers((1, 0), (2, 1), (1, 2))))
        assert sign(x) is None
        low, high = enclose(x)
        assert 1 << bits < 1 / (high - low) < 1 << 2 * bits  # no more precision than was asked for
        assert sign_bounds(x) == (-1, 1)


def test_mixtures_of_kinds_are_bounds() -> None:
    one_of_each = [log(TWO), exp(ONE), sqrt(TWO)]
    for i, x in enumerate(one_of_each):
        for y in one_of_each[:i]:
            assert isinstance(add(x, y), tuple)
            assert isinstance(mul(x, y), tuple)
    assert isinstance(divide(log(TWO), log(THREE)), tuple)


def test_kinds_are_what_they_are_called() -> None:
    kinds = {Log: log(TWO), Exps: exp(ONE), Root: sqrt(TWO), Fraction: exp(ZERO), tuple: exp(sqrt(TWO))}
    assert all(type(x) is kind for kind, x in kinds.items())
    assert log(exp(THREE)) == 3


def test_what_grows_too_long_becomes_bounds() -> None:
    many = total([sqrt(Fraction(n * n + 1)) for n in range(1, 18)])
    assert isinstance(many, Root)
    assert isinstance(add(many, sqrt(Fraction(18 * 18 + 1))), tuple)
    assert subtract(many, many) == 0
    assert isinstance(mul(many, roots((1, 2), (1, 3), (1, 5))), tuple)
    long = sqrt(Fraction(2**2000 + 1))
    assert isinstance(mul(long, sqrt(Fraction(2**2040 + 7))), Root)
    assert isinstance(mul(add(long, sqrt(TWO)), mul(long, sqrt(Fraction(2**2040 + 7)))), tuple)
    assert isinstance(sqrt(Fraction(2**5000 + 1)), tuple)
    sums = powers(*((1, n) for n in range(8)))
    assert isinstance(power(sums, 2), tuple)
    assert isinstance(add(sums, inverse(sums)), tuple)
    assert isinstance(add(sums, neg(inverse(inverse(sums)))), Fraction)
    more = powers(*((1, n) for n in range(8, 257)))
    assert isinstance(more, Exps)
    assert isinstance(add(more, sums), tuple)
    assert sign(power(subtract(sums, Fraction(2000)), 2)) == 1
    assert isinstance(exp(Fraction(1, 1 << 300)), tuple)
    assert isinstance(exp(mul(Fraction(1, 3), log(TWO))), tuple)
    assert subtract(exp(mul(1 / TWO, log(TWO))), sqrt(TWO)) == 0
    assert isinstance(exp(mul(Fraction(9000), log(TWO))), tuple)
    assert isinstance(exp(add(Fraction(1, 1 << 300), log(TWO))), tuple)


def test_squares_of_bounds_are_not_negative() -> None:
    x = (Fraction(-1), Fraction(2))
    assert power(x, 2) == (0, 4)
    assert power(x, 3) == (-4, 8)
    assert power((Fraction(1, 2), TWO), -2) == (Fraction(1, 4), 4)
    assert sign_bounds(power(x, 2)) == (0, 1)
    assert absolute(x) == (0, 2)
    assert absolute((Fraction(-3), Fraction(1))) == (0, 3)
    assert extreme(x, ONE, largest=True) == (1, 2)
    assert extreme(x, ONE, largest=False) == (-1, 1)
    assert mul(ZERO, x) == 0

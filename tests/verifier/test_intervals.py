"""The verifier's bounds contain the true value, and are as narrow as they claim."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction

import mpmath
import pytest

from ntpcheck.verifier import __main__ as verifier

TRUTH = {
    "exp": mpmath.exp,
    "expm1": mpmath.expm1,
    "log": mpmath.log,
    "log1p": mpmath.log1p,
    "sqrt": mpmath.sqrt,
}
CONTEXT = 3000


@pytest.fixture(autouse=True)
def plenty() -> Iterator[None]:
    verifier.WORK[0] = 10**9
    with mpmath.workprec(CONTEXT):
        yield


def real(x: Fraction) -> mpmath.mpf:
    return mpmath.mpf(x.numerator) / x.denominator


def arguments(seed: int, number: int) -> Iterator[Fraction]:
    """Rationals of all sizes, near 0, near 1, and powers of 2."""
    draws = random.Random(seed)
    for k in range(number):
        x = Fraction(draws.getrandbits(60) + 1, draws.getrandbits(60) + 1) * Fraction(2) ** draws.randint(
            -90, 9
        )
        yield from (x, 1 + x, 1 / (1 + x), Fraction(2) ** (k - number // 2))


def defined(name: str, x: Fraction) -> bool:
    return {"log": x > 0, "log1p": x > -1, "sqrt": x >= 0}.get(name, abs(x) < 3000)


@pytest.mark.parametrize("bits", [64, 256, 1024])
@pytest.mark.parametrize("name", TRUTH)
def test_bounds_contain_the_value_and_are_narrow(name: str, bits: int) -> None:
    blur = mpmath.mpf(2) ** (50 - CONTEXT)
    for x in arguments(bits, 20):
        for y in (x, -x):
            if defined(name, y):
                low, high = (real(end) for end in verifier.INCREASING[name](y, bits))
                true = TRUTH[name](real(y))
                assert low <= true + abs(true) * blur
                assert true - abs(true) * blur <= high
                assert high - low <= abs(true) * mpmath.mpf(2) ** (1 - bits)


@pytest.mark.parametrize(
    ("name", "x", "value"),
    [
        ("exp", 0, 1),
        ("expm1", 0, 0),
        ("log", 1, 0),
        ("log1p", 0, 0),
        ("sqrt", 0, 0),
        ("sqrt", Fraction(49, 64), Fraction(7, 8)),
    ],
)
def test_rational_values_stay_exact(name: str, x: Fraction, value: Fraction) -> None:
    assert verifier.apply(name, 64, (Fraction(x), Fraction(x))) == (value, value)


@pytest.mark.parametrize(
    ("name", "x"), [("log", 0), ("log", -1), ("log1p", -1), ("sqrt", -1), ("exp", 10**6), ("expm1", 10**6)]
)
def test_undefined_and_enormous_values_are_refused(name: str, x: int) -> None:
    with pytest.raises(verifier.Rejected):
        verifier.INCREASING[name](Fraction(x), 64)


def test_an_exponential_too_small_to_write_is_still_bounded() -> None:
    low, high = verifier.INCREASING["exp"](Fraction(-(10**30)), 64)
    assert low == 0 < high < Fraction(1, 10**14000)
    low, high = verifier.INCREASING["expm1"](Fraction(-(10**30)), 64)
    assert low == -1 < high < Fraction(-99, 100)


def test_arithmetic_on_intervals_contains_every_pair_of_members() -> None:
    draws = random.Random(1)
    for _ in range(200):
        first, second = (
            sorted(Fraction(draws.randint(-40, 40), draws.randint(1, 9)) for _ in range(2)) for _ in range(2)
        )
        for name in ("+", "-", "*", "/", "max", "min", "neg", "abs"):
            operands = [(first[0], first[1]), (second[0], second[1])][: verifier.OPERANDS[name]]
            if name == "/" and second[0] <= 0 <= second[1]:
                with pytest.raises(verifier.Rejected):
                    verifier.apply(name, 8, *operands)
                continue
            low, high = verifier.apply(name, 8, *operands)
            for s in (Fraction(0), Fraction(1, 3), Fraction(1)):
                x = first[0] + s * (first[1] - first[0])
                for t in (Fraction(0), Fraction(2, 5), Fraction(1)):
                    y = second[0] + t * (second[1] - second[0])
                    assert low <= member(name, x, y) <= high


def member(name: str, x: Fraction, y: Fraction) -> Fraction:
    if name in ("neg", "abs"):
        return -x if name == "neg" else abs(x)
    return verifier.COMBINE[name](x, y)


@pytest.mark.parametrize(
    "x", [Fraction(1, 3), Fraction(-1, 3), Fraction(10**90 + 1, 7), Fraction(-1, 10**50 + 3)]
)
def test_rounding_goes_outwards_and_shortens(x: Fraction) -> None:
    wide = x * (1 + Fraction(1, 3**200))
    low, high = verifier.outward(min(x, wide), max(x, wide), 64)
    assert low <= min(x, wide) < max(x, wide) <= high
    assert high - low <= abs(x) / 2**60
    assert max(verifier.length(low), verifier.length(high)) <= 400


def test_numbers_beyond_the_limits_are_bounded_or_refused() -> None:
    tiny = Fraction(1, 3) ** 100000
    low, high = verifier.outward(tiny, tiny * 2, 64)
    assert low == 0 < tiny < high
    with pytest.raises(verifier.Rejected, match="too large"):
        verifier.outward(1 / tiny, 2 / tiny, 64)


def test_long_exact_values_become_short_intervals() -> None:
    x = Fraction(1, 3) ** 9000
    low, high = verifier.apply("*", 64, (x, x), (Fraction(1), Fraction(1)))
    assert low < x < high


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (5, 5),
        (-(2**70), -(2**70)),
        ("3/-4", None),
        ("-6/8", Fraction(-3, 4)),
        ("1.25", Fraction(5, 4)),
        ("-0.1", Fraction(-1, 10)),
        ("0x1.8p-3", Fraction(3, 16)),
        ((0.1).hex(), Fraction(0.1)),
        ((-5e-324).hex(), Fraction(-5e-324)),
        ((1.7976931348623157e308).hex(), Fraction(1.7976931348623157e308)),
    ],
)
def test_numbers_are_read_exactly(text: object, value: Fraction | None) -> None:
    if value is None:
        with pytest.raises(ValueError, match="no exact number"):
            verifier.number(text)
    else:
        assert verifier.number(text) == value


@pytest.mark.parametrize("text", [
    0.5, True, None, [], {}, "", " 1", "1 ", "1\n", "+1", "1e3", "nan", "NaN", "inf", "-Infinity", "1/0",
    "1/00", "1//2", "1_0",
    "\u0661", "0x1p0", "0x1.0p+1024", "0x1.8p-1074", "0x1.00000000000001p+0", ".5", "5.", "1.5/2", "9" * 4301,
])  # fmt: skip
def test_anything_else_is_no_number(text: object) -> None:
    with pytest.raises(ValueError, match="no exact number"):
        verifier.number(text)

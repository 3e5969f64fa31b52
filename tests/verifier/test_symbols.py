"""Arithmetic with unknowns: what it says of all values holds at values drawn at random."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ntpcheck.verifier.arithmetic import exact
from ntpcheck.verifier.arithmetic.intervals import TooMuch, Undecided, Undefined, allow, work_at
from ntpcheck.verifier.arithmetic.kinds import Affine, Nonlinear
from ntpcheck.verifier.asymptotics.growth import Growth
from ntpcheck.verifier.asymptotics.limits import R
from ntpcheck.verifier.terms.identities import Identities
from ntpcheck.verifier.terms.symbols import CONSTANT, Quotient, Symbols

F = Fraction
NAMES = ("x", "y", "p", "d")  # p is positive, d between -1/4 and 1/4
WAYS = ("add", "subtract", "mul", "divide", "exp", "square", "sqrt", "log")


def fresh() -> tuple[Symbols, dict[str, Quotient]]:
    allow(10_000_000)
    work_at(64)
    ops = Symbols()
    unknowns = {name: ops.unknown(name) for name in "xy"}
    return ops, unknowns | {"p": ops.unknown("p", (1, 1)), "d": ops.between("d", F(-1, 4), F(1, 4))}


def value(ops: Symbols, x: Any, at: dict[str, float]) -> float:
    """A quotient at numbers for its unknowns."""
    if not isinstance(x, Quotient):
        low, high = exact.enclose(x)
        return float((low + high) / 2)
    return summed(ops, x.p, at) / summed(ops, x.q, at)


def summed(ops: Symbols, p: Any, at: dict[str, float]) -> float:
    return math.fsum(value(ops, c, at) * factor(ops, key, at) for key, c in p.items())


def factor(ops: Symbols, key: Any, at: dict[str, float]) -> float:
    names = {number: name for name, number in ops.numbers.items()}
    powers, exponent = key
    product = math.exp(math.fsum(float(k) * factor(ops, inner, at) for inner, k in exponent))
    return product * math.prod(atom(ops, names[a], at) ** k for a, k in powers)


def atom(ops: Symbols, name: Any, at: dict[str, float]) -> float:
    if isinstance(name, str):
        return at[name]
    function, p, q = name
    inside = summed(ops, dict(p), at) / summed(ops, dict(q), at)
    return {"sqrt": math.sqrt, "log": math.log}[function](inside)


Step = tuple[str, int, int]
PROGRAMS = st.lists(st.tuples(st.sampled_from(WAYS), st.integers(0, 9), st.integers(0, 9)), max_size=5)


def run(ops: Any, numbers: list[Any], steps: list[Step]) -> Any:
    for way, i, j in steps:
        a, b = numbers[i % len(numbers)], numbers[j % len(numbers)]
        if way in ("exp", "sqrt", "log"):
            numbers.append(getattr(ops, way)(a))
        else:
            numbers.append(ops.power(a, 2) if way == "square" else getattr(ops, way)(a, b))
    return numbers[-1]


class Plain:
    """The same functions of doubles."""

    add = staticmethod(lambda a, b: a + b)
    subtract = staticmethod(lambda a, b: a - b)
    mul = staticmethod(lambda a, b: a * b)
    divide = staticmethod(lambda a, b: a / b)
    power = staticmethod(lambda a, k: a**k)
    exp, sqrt, log = staticmethod(math.exp), staticmethod(math.sqrt), staticmethod(math.log)


SMALL = st.floats(-2, 2).map(lambda x: round(x, 3))


@given(PROGRAMS, SMALL, SMALL, st.floats(0.01, 3), st.floats(-0.25, 0.25), st.integers(-3, 3))
def test_values_and_signs_are_those_at_every_point(
    steps: list[Step], x: float, y: float, p: float, d: float, k: int
) -> None:
    ops, unknowns = fresh()
    at = {"x": x, "y": y, "p": p, "d": d}
    try:
        found = run(ops, [*unknowns.values(), F(1), F(k, 2)], steps)
        plain = run(Plain, [*at.values(), 1.0, k / 2], steps)
        here = value(ops, found, at)
    except (Undecided, TooMuch, OverflowError):
        return
    except (Undefined, ZeroDivisionError, ValueError):
        return  # undefined somewhere, and perhaps here
    assert math.isclose(here, plain, rel_tol=1e-6, abs_tol=1e-6 * (1 + abs(x) + abs(y) + p) ** 4)
    low, high = ops.sign_bounds(found)
    if abs(plain) > 1e-6:
        assert low <= (plain > 0) - (plain < 0) <= high


def test_the_softmax_adds_up_to_one() -> None:
    ops, at = fresh()
    raised = [ops.exp(at[name]) for name in "xyp"]
    total = ops.add(ops.add(raised[0], raised[1]), raised[2])
    parts = [ops.divide(one, total) for one in raised]
    assert ops.add(ops.add(parts[0], parts[1]), parts[2]) == 1
    assert all(ops.sign(part) == 1 and ops.sign(ops.subtract(part, F(1))) == -1 for part in parts)


def test_equal_terms_over_several_denominators_cancel() -> None:
    ops, at = fresh()
    a, b = ops.exp(at["x"]), ops.exp(at["y"])
    left = ops.add(ops.divide(a, ops.add(a, F(1))), ops.divide(b, ops.add(b, F(1))))
    right = ops.divide(
        ops.add(ops.mul(F(2), ops.mul(a, b)), ops.add(a, b)), ops.mul(ops.add(a, F(1)), ops.add(b, F(1)))
    )
    assert ops.subtract(left, right) == 0


def test_signs() -> None:
    ops, at = fresh()
    x, p, d = at["x"], at["p"], at["d"]
    square = ops.power(ops.subtract(x, at["y"]), 2)
    assert ops.sign_bounds(x) == (-1, 1)
    assert ops.sign(p) == 1
    assert ops.sign_bounds(square) == ops.sign_bounds(ops.add(square, ops.power(d, 2))) == (0, 1)
    assert ops.sign(ops.add(square, p)) == ops.sign(ops.add(p, square)) == 1
    assert ops.sign_bounds(ops.subtract(square, p)) == (-1, 1)
    assert ops.sign(ops.subtract(d, F(1, 3))) == -1
    assert ops.sign(ops.subtract(ops.exp(ops.add(x, d)), ops.mul(F(2), ops.exp(x)))) == -1
    assert ops.sign(ops.subtract(ops.exp(d), ops.exp(F(1, 8)))) is None
    assert ops.sign(ops.log(ops.add(F(1), ops.exp(x)))) == 1


def test_roots_and_logs_of_products_are_taken_apart() -> None:
    ops, at = fresh()
    p, x = at["p"], at["x"]
    assert ops.subtract(ops.sqrt(ops.mul(F(4), ops.power(p, 2))), ops.mul(F(2), p)) == 0
    assert ops.subtract(ops.sqrt(ops.exp(ops.mul(F(2), x))), ops.exp(x)) == 0
    assert ops.subtract(ops.log(ops.mul(F(1), ops.exp(x))), x) == 0
    several = ops.add(ops.power(p, 4), ops.exp(x))
    once, twice = ops.sqrt(several), ops.sqrt(ops.mul(F(9), several))
    assert ops.subtract(twice, ops.mul(F(3), once)) == 0
    shifted = ops.log(ops.add(ops.exp(x), ops.exp(ops.mul(F(3), x))))
    assert ops.subtract(ops.subtract(shifted, ops.log(ops.add(F(1), ops.exp(ops.mul(F(2), x))))), x) == 0


def test_linear_forms() -> None:
    ops, at = fresh()
    form = ops.add(F(2), ops.subtract(ops.mul(F(3), at["x"]), at["p"]))
    assert ops.linear(form) == (2, {"x": 3, "p": -1})
    assert ops.linear(F(5)) == (5, {})
    for other in (ops.mul(at["x"], at["p"]), ops.exp(at["x"]), ops.inverse(ops.add(F(1), at["p"]))):
        with pytest.raises(Undecided):
            ops.linear(other)


def test_what_is_not_defined_everywhere_is_not_decided() -> None:
    ops, at = fresh()
    for way, x in (("inverse", at["x"]), ("log", at["x"]), ("sqrt", at["x"]), ("absolute", at["x"])):
        with pytest.raises(Undecided):
            getattr(ops, way)(x)
    for way in ("log", "sqrt"):
        with pytest.raises(Undefined):
            getattr(ops, way)(ops.neg(at["p"]))
    with pytest.raises(Undecided):
        ops.exp(ops.inverse(ops.add(F(1), at["p"])))
    with pytest.raises(Undecided):
        ops.limit(at["p"])
    with pytest.raises(Nonlinear):
        ops.add(at["x"], Affine(F(0), {(): F(1)}))
    assert ops.limit(F(3)) == 3


def test_extremes_and_absolute_values_where_a_sign_tells() -> None:
    ops, at = fresh()
    p = at["p"]
    assert ops.extreme(p, F(0), largest=True) is p
    assert ops.extreme(p, F(0), largest=False) == 0
    assert ops.extreme(F(1), F(2), largest=True) == 2
    assert ops.subtract(ops.absolute(ops.neg(p)), p) == 0
    assert p.p.keys() != {CONSTANT}


def test_equal_coefficients_of_every_kind_make_equal_functions() -> None:
    ops, at = fresh()
    for c in (exact.log(F(2)), exact.exp(F(1)), exact.sqrt(F(3)), F(5)):
        total = ops.add(ops.mul(c, at["p"]), ops.exp(at["x"]))
        twice = ops.add(ops.exp(at["x"]), ops.mul(at["p"], c))
        assert ops.subtract(ops.sqrt(total), ops.sqrt(twice)) == 0
        difference = ops.subtract(ops.log(ops.mul(c, total)), ops.log(ops.mul(c, twice)))
        if isinstance(difference, Quotient):  # one over a log is only enclosed
            assert ops.sign(difference) is None
            continue
        low, high = exact.enclose(difference)  # and so is the log of a root
        assert low <= 0 <= high < F(1, 2**50)


def test_equal_bounds_of_different_numbers_do_not_cancel() -> None:
    ops, at = fresh()
    one, other = (exact.exp(exact.add(exact.sqrt(F(2)), more)) for more in (F(0), F(1, 2**200)))
    assert one == other
    assert isinstance(one, tuple)
    a, b = (ops.add(c, ops.exp(at["x"])) for c in (one, other))
    assert ops.sign_bounds(ops.subtract(ops.divide(a, b), F(1))) == (-1, 1)
    assert ops.sign_bounds(ops.subtract(ops.inverse(a), ops.inverse(b))) == (-1, 1)
    assert ops.sign_bounds(ops.subtract(ops.mul(a, ops.inverse(b)), F(1))) == (-1, 1)
    for name in ("log", "sqrt"):
        first, second = (getattr(ops, name)(ops.add(at["p"], x)) for x in (a, b))
        assert ops.sign_bounds(ops.subtract(first, second)) == (-1, 1)
    whole = ops.exp(at["y"])
    assert ops.subtract(ops.divide(whole, a), ops.divide(whole, a)) == 0  # the same bounds, of one number


def test_quotients_cancel_crosswise_and_keep_their_signs() -> None:
    ops, at = fresh()
    a, b = ops.add(ops.exp(at["x"]), F(1)), ops.add(at["p"], F(2))
    ratio = ops.divide(a, b)
    assert ops.mul(ratio, ops.inverse(ratio)) == ops.mul(ops.divide(b, a), ratio) == 1
    assert ops.sign(ops.inverse(ops.neg(a))) == -1
    assert ops.sign(ops.log(ratio)) is None
    assert ops.power(ratio, 0) == 1


def test_the_root_of_a_square_is_a_size() -> None:
    ops, at = fresh()
    a, b = ops.exp(at["x"]), ops.exp(ops.mul(F(1, 2), at["y"]))
    total = ops.add(ops.add(a, ops.mul(F(3), b)), ops.exp(F(1)))
    for x in (total, ops.divide(a, total), ops.divide(ops.mul(at["p"], b), ops.power(total, 3))):
        for sign in (F(1), F(-2)):
            once = ops.mul(sign, x)
            assert ops.subtract(ops.sqrt(ops.power(once, 2)), ops.mul(abs(sign), x)) == 0


@pytest.mark.parametrize("way", [("exp", "exp"), ("neg", "neg"), ("exp", "neg")])
def test_the_root_of_a_square_of_no_known_sign_is_neither_end(way: tuple[str, str]) -> None:
    ops, at = fresh()
    base = ops.subtract(*(getattr(ops, name)(at[x]) for name, x in zip(way, "xy", strict=True)))
    found = ops.sqrt(ops.power(base, 2))
    assert ops.sign_bounds(found) == (0, 1)
    for end in (base, ops.neg(base)):
        assert ops.sign_bounds(ops.subtract(found, end)) != (0, 0)


@pytest.mark.parametrize("c", [F(1), F(3), F(-2)])
def test_what_is_no_square_keeps_its_root(c: Fraction) -> None:
    ops, at = fresh()
    a, b = ops.exp(at["x"]), ops.exp(at["y"])
    found = ops.sqrt(ops.add(ops.power(ops.add(a, b), 2), ops.mul(abs(c), ops.mul(a, b))))
    assert any(isinstance(name, tuple) and name[0] == "sqrt" for name in ops.numbers)
    assert ops.sign(found) == 1


@pytest.mark.parametrize("ops", [Symbols(), Identities(), Growth()])
def test_a_power_is_paid_for(ops: Any) -> None:
    """Also where the products stay short."""
    allow(1_000_000)
    x = R if isinstance(ops, Growth) else ops.unknown("x") if type(ops) is Symbols else ops.exp(Fraction(1))
    allow(50_000)
    with pytest.raises(TooMuch):
        ops.power(x, 10**9)

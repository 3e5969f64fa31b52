"""What each operation of the verifier costs: a file is accepted or cut off at the same place everywhere.

The numbers follow from the formulas beside each `spend` and `pay`; one that changes, changes which files an
allowance is enough for.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import reduce
from typing import Any

import pytest

from ntpcheck.verifier import judge
from ntpcheck.verifier.arithmetic import algebra, exact, intervals, products
from ntpcheck.verifier.arithmetic.intervals import allow, unspent, work_at
from ntpcheck.verifier.arithmetic.kinds import enclose
from ntpcheck.verifier.asymptotics.growth import Growth
from ntpcheck.verifier.asymptotics.orders import Grown, Order
from ntpcheck.verifier.language.book import Book
from ntpcheck.verifier.terms import equations, polynomials
from ntpcheck.verifier.terms.symbols import CONSTANT, Symbols
from tests.verifier.judged import INSTANCE, TEXT

F = Fraction
ENOUGH = 50_000_000
LONG = F((1 << 3000) + 1, (1 << 2000) + 1)  # 3001 and 2001 bits
OTHER = F((1 << 2500) + 1, 3)  # coprime to it


def price(work: Callable[[], object], bits: int = 64) -> int:
    intervals._State.before.clear()  # pyright: ignore[reportPrivateUsage]
    work_at(bits)
    allow(ENOUGH)
    work()
    return ENOUGH - unspent()


def made(make: Callable[[], Any]) -> Any:
    allow(ENOUGH)
    work_at(64)
    return make()


# Of numbers that are short enough an operation is 4 units; then the square of all lengths over 2^21 is added.
PAID = {
    "1 + 1": (lambda: intervals.plus(F(1), F(1)), 4),
    "2 * 3": (lambda: intervals.times(F(2), F(3)), 4),
    "2 / 3": (lambda: intervals.quotient(F(2), F(3)), 4),
    "long + other": (lambda: intervals.plus(LONG, OTHER), 4 + (7505**2 >> 21)),
    "long * other": (lambda: intervals.times(LONG, OTHER), 4 + (7505**2 >> 21)),
    "long / other": (lambda: intervals.quotient(LONG, OTHER), 4 + (7505**2 >> 21)),
    "long alone": (lambda: intervals.pay(LONG), 4 + (5004**2 >> 21)),
    "three at once": (lambda: intervals.pay(LONG, LONG, LONG), 4 + (15006**2 >> 21)),
    "five at once": (lambda: intervals.pay(LONG, LONG, LONG, OTHER, OTHER), 4 + (20012**2 >> 21)),
    "a short one stays": (lambda: intervals.down(F(1, 3), 64), 0),
    "a long one is cut": (lambda: intervals.down(LONG, 64), 4 + (5004**2 >> 21)),
}


@pytest.mark.parametrize("name", PAID)
def test_one_operation(name: str) -> None:
    work, units = PAID[name]
    assert price(work) == units


def test_an_allowance_of_the_price_is_enough_and_one_unit_less_is_not() -> None:
    for work, units in PAID.values():
        allow(units)
        work()
        assert unspent() == 0
        if units:
            allow(units - 1)
            with pytest.raises(intervals.TooMuch):
                work()


# ---- Chains of operations: the units were counted once, and stay ----
def powers(size: int, k: int = 3) -> list[list[Fraction]]:
    return [[F(1, i + j + 1) ** k for j in range(size)] for i in range(size)]


def log(n: int) -> Any:
    return exact.log(F(n))


def root(n: int) -> Any:
    return exact.sqrt(F(n))


def e(n: int) -> Any:
    return exact.exp(F(n))


def chain(length: int) -> Any:
    """(((x + 1) + y) (x + 2) + y) (x + 3) + y .."""
    found: Any = F(1)
    for k in range(length):
        found = SYMBOLS.add(SYMBOLS.mul(found, SYMBOLS.add(X, F(k + 1))), Y)
    return found


def six() -> Any:
    return SYMBOLS.add(SYMBOLS.add(SYMBOLS.mul(X, X), SYMBOLS.mul(X, Y)), SYMBOLS.mul(Y, Y))


def nearly() -> Any:
    """R + 1 + 1 / R."""
    return GROWTH.add(GROWTH.add(R, F(1)), GROWTH.divide(F(1), R))


SYMBOLS, GROWTH, R = Symbols(), Growth(), Grown([(F(1), Order({}, 1))])
X, Y, U = SYMBOLS.unknown("x"), SYMBOLS.unknown("y"), SYMBOLS.unknown("u", (1, 1))
SUM, MANY = made(lambda: exact.add(e(1), e(2))), made(lambda: reduce(exact.add, map(e, range(1, 40))))
LINEAR = {(((0, 1),), ()): F(2), (((1, 1),), ()): F(3), CONSTANT: F(4)}
SIX, FIVE, TWENTY = made(six), made(lambda: chain(5)), made(lambda: chain(20))
GROWN = made(nearly)
CUBE = made(lambda: GROWTH.power(GROWN, 3))
CHAINS: dict[str, tuple[Callable[[], object], int]] = {
    "exp 0": (lambda: intervals.exp_bounds(F(0), 64), 44),
    "exp 1": (lambda: intervals.exp_bounds(F(1), 64), 68),
    "exp -1": (lambda: intervals.exp_bounds(F(-1), 64), 76),
    "exp 1, 4096": (lambda: intervals.exp_bounds(F(1), 4096), 5305),
    "exp 40000 below": (lambda: intervals.exp_bounds(F(-40000), 64), 2652),
    "log 1": (lambda: intervals.log_bounds(F(1), 64), 16),
    "log 10": (lambda: intervals.log_bounds(F(10), 64), 104),
    "log 1/10": (lambda: intervals.log_bounds(F(1, 10), 64), 108),
    "log 3, 4096": (lambda: intervals.log_bounds(F(3), 4096), 38841),
    "sqrt 2": (lambda: intervals.sqrt_bounds(F(2), 64), 8),
    "sqrt 4/9": (lambda: intervals.sqrt_bounds(F(4, 9), 64), 4),
    "bounds_at": (lambda: intervals.bounds_at(intervals.sqrt_bounds, F(2), 64), 16),
    "bounds_at twice": (
        lambda: [
            intervals.bounds_at(intervals.sqrt_bounds, F(2), 64),
            intervals.bounds_at(intervals.sqrt_bounds, F(2), 64),
        ],
        20,
    ),
    "mul_bounds": (lambda: intervals.mul_bounds((F(1), F(2)), (F(-3), F(4)), 64), 16),
    "mul_bounds, none below 0": (lambda: intervals.mul_bounds((F(1), F(2)), (F(0), F(4)), 64), 8),
    "mul_bounds of one number": (lambda: intervals.mul_bounds(2 * (F(-1),), (F(-3), F(4)), 64), 8),
    "square_bounds": (lambda: intervals.square_bounds((F(-3), F(4)), 64), 8),
    "inverse_bounds": (lambda: intervals.inverse_bounds((F(3), F(4)), 64), 8),
    "rows 4": (lambda: algebra.independent(powers(4)), 62),
    "rows 6 long": (lambda: algebra.independent(powers(6, 40)), 270),
    "rows dependent": (lambda: algebra.independent([*powers(3), *powers(3)]), 90),
    "system 4": (lambda: algebra.solve(powers(4), [F(1)] * 4, exact), 46),
    "system 6 long": (lambda: algebra.solve(powers(6, 40), [F(1)] * 6, exact), 405),
    "system logs": (lambda: algebra.solve(powers(3), [log(2), log(3), log(5)], exact), 348),
    "system logs long": (
        lambda: algebra.solve(powers(4, 300), [log(2), log(3), log(5), log(2)], exact),
        6098,
    ),
    "semidefinite": (lambda: algebra.semidefinite(powers(4)), 28),
    "semidefinite long": (lambda: algebra.semidefinite(powers(4, 300)), 327),
    "largest": (lambda: algebra.largest(powers(2)), 128),
    "exp(1) + exp(2)": (lambda: exact.add(e(1), e(2)), 10),
    "many + e": (lambda: exact.add(MANY, SUM), 51),
    "es*es": (lambda: exact.mul(SUM, SUM), 66),
    "es/many": (lambda: exact.divide(SUM, MANY), 895),
    "log 2 + log 3": (lambda: exact.add(log(2), log(3)), 36),
    "log 6 + log 10": (lambda: exact.add(log(6), log(10)), 58),
    "log long": (lambda: exact.add(exact.log(F(3**2000)), exact.log(F(2**3000 * 3))), 38090),
    "log 2 * log 3": (lambda: exact.mul(log(2), log(3)), 43),
    "(log 2+log 3)^2": (lambda: exact.power(exact.add(log(2), log(3)), 2), 104),
    "log 72 * log 3": (lambda: exact.mul(log(72), log(3)), 66),
    "log 2 / log 8": (lambda: exact.divide(log(2), log(8)), 402),
    "log 2 / log 3": (lambda: exact.divide(log(2), log(3)), 416),
    "sqrt2 * sqrt 3": (lambda: exact.mul(root(2), root(3)), 89),
    "sqrt2 + sqrt 8": (lambda: exact.add(root(2), root(8)), 76),
    "1/(1+sqrt 2)": (lambda: exact.inverse(exact.add(F(1), root(2))), 112),
    "3^7": (lambda: exact.power(F(3), 7), 4),
    "3^5000": (lambda: exact.power(F(3), 5000), 194),
    "e^7": (lambda: exact.power(SUM, 7), 607),
    "sqrt 2^6": (lambda: exact.power(root(2), 6), 143),
    "abs": (lambda: exact.absolute(exact.subtract(root(2), root(3))), 185),
    "abs open": (lambda: exact.absolute((F(-1), F(2))), 12),
    "max": (lambda: exact.extreme(root(2), root(3), largest=True), 173),
    "exp log": (lambda: exact.exp(exact.add(log(2), log(3))), 54),
    "exp half log": (lambda: exact.exp(exact.mul(F(1, 2), log(2))), 61),
    "log exps": (lambda: exact.log(SUM), 505),
    "sqrt e": (lambda: exact.sqrt(e(1)), 159),
    "enclose rational": (lambda: enclose(F(3)), 4),
    "enclose log": (lambda: enclose(log(7)), 218),
    "sign sum": (lambda: exact.sign(exact.subtract(log(2), F(1, 2))), 160),
    "gcd": (lambda: polynomials.divisor([F(-1), F(0), F(1)], [F(1), F(2), F(1)]), 7),
    "divided": (lambda: polynomials.divided([F(1)] * 9, [F(1), F(1)]), 16),
    "root": (lambda: polynomials.root({(((0, 2),), ()): F(1), (((0, 1),), ()): F(2), ((), ()): F(1)}), 112),
    "eliminated": (lambda: equations.eliminated([LINEAR, {**LINEAR, CONSTANT: F(5)}]), 52),
    "factors": (lambda: products.factors(2**5 * 3 * 1009), 16),
    "factors long": (lambda: products.factors(2**8000 + 1), 1016),
    "x + y": (lambda: SYMBOLS.add(X, Y), 13),
    "six + six": (lambda: SYMBOLS.add(SIX, SIX), 49),
    "p20 + p5": (lambda: SYMBOLS.add(TWENTY, FIVE), 299),
    "p5 + p20": (lambda: SYMBOLS.add(FIVE, TWENTY), 417),
    "p5 * p5": (lambda: SYMBOLS.mul(FIVE, FIVE), 2388),
    "x^4": (lambda: SYMBOLS.power(X, 4), 336),
    "1/u": (lambda: SYMBOLS.add(SYMBOLS.inverse(U), X), 33),
    "exp x": (lambda: SYMBOLS.exp(SIX), 1),
    "log u": (lambda: SYMBOLS.log(U), 42),
    "sqrt x^2": (lambda: SYMBOLS.sqrt(SYMBOLS.power(U, 2)), 308),
    "R + 1 + 1/R": (lambda: GROWTH.add(GROWN, GROWN), 12),
    "gs^3": (lambda: GROWTH.power(GROWN, 3), 422),
    "gs^2*gs": (lambda: GROWTH.mul(CUBE, GROWN), 213),
    "exp": (lambda: GROWTH.exp(GROWN), 833),
    "log": (lambda: GROWTH.log(GROWN), 112),
    "sqrt": (lambda: GROWTH.sqrt(GROWTH.mul(GROWN, GROWN)), 375),
    "1/gs": (lambda: GROWTH.divide(F(1), GROWN), 120),
}


@pytest.mark.parametrize("name", CHAINS)
def test_a_chain_of_operations(name: str) -> None:
    work, units = CHAINS[name]
    assert price(work) == units


# ---- Formulas at an instance of three embeddings in two coordinates ----
LOADED = 48  # what reading the instance costs
FORMULAS = {
    "x > 0": 15,
    "x + 1 > 0": 21,
    "x^3 > 0": 20,
    "exp(x) > log(x)": 395,
    "forall j. n[j] >= 0": 52,
    "exists j. n[j] > 3": 52,
    "forall j k. n[j] >= n[k] or n[k] > 0": 208,
    "(sum j. n[j]) > 4": 36,
    "(sum j i | n[j] > 0. h[j,i]) > 0": 137,
    "(max j. n[j]) > 3": 48,
    "total > 4 and total > 3": 53,
    "forall j. share[j] <= 1": 107,
    "norm(h) > 1": 171,
    "dot(h, h) > 1": 105,
    "(if x > 0 then x else 0) > 0": 31,
    "rank(j; i. h[j,i]) = 2": 157,
    "psd(i; a. sum j. h[j,i] * h[j,a])": 239,
    "largest(i; a. sum j. h[j,i] * h[j,a]) > 1": 401,
    "forall j. closure(j; k. n[j] <= n[k])[j,j]": 205,
    "forall set T of j | size 2. exists j. T[j]": 26,
    "(sum j k i. h[j,i] * h[k,i]) > 0": 249,
}


@pytest.mark.parametrize("formula", FORMULAS)
def test_a_formula(formula: str) -> None:
    shelf = Book(TEXT + f'claim toy/cost "(1)" on Data\n    says  it\n    formula  {formula}\n')
    claim = shelf.claims["toy/cost"]
    work_at(64)
    allow(ENOUGH)
    asked = judge.load(shelf, claim, INSTANCE, {})
    assert ENOUGH - unspent() == LOADED
    assert price(lambda: asked.ask(claim.core)) == FORMULAS[formula]

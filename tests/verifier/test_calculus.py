"""Derivatives against central differences of mpmath with 120 digits, and where there is none."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import mpmath
import pytest

from ntpcheck.verifier.arithmetic import exact
from ntpcheck.verifier.arithmetic.exact import enclose
from ntpcheck.verifier.arithmetic.intervals import Undecided, Undefined
from ntpcheck.verifier.language.meaning import Scope
from ntpcheck.verifier.terms.calculus import Derivatives, Dual, gradient
from tests.verifier.toys import DECODING, plain, tree, world

CELLS = list(product(range(3), range(2)))
STEP = mpmath.mpf(10) ** -40
H = [[Fraction(x) for x in row] for row in DECODING["embeddings"]]
N = DECODING["counts"]
TERMS: dict[str, Any] = {
    "sum v i. M[v,i]": lambda m: sum(m[w] for w in CELLS),
    "norm(M)^2": lambda m: sum(m[w] ** 2 for w in CELLS),
    "norm(M)": lambda m: mpmath.sqrt(sum(m[w] ** 2 for w in CELLS)),
    "dot(M, W + M)": lambda m: sum(m[w] * (start(w) + m[w]) for w in CELLS),
    "sum v i. M[v,i]^3 / (1 + M[v,i]^2)": lambda m: sum(m[w] ** 3 / (1 + m[w] ** 2) for w in CELLS),
    "sum j v. log(1 + exp(l(M)[j,v]))": lambda m: sum(
        mpmath.log(1 + mpmath.exp(logit(m, j, v))) for j in range(2) for v in range(3)
    ),
    "sum j v | S[j,v]. n[j,v] * log(sum u. exp(l(M)[j,u] - l(M)[j,v]))": lambda m: sum(
        N[j][v] * mpmath.log(sum(mpmath.exp(logit(m, j, u) - logit(m, j, v)) for u in range(3)))
        for j in range(2)
        for v in range(3)
        if N[j][v]
    ),
    "max v i. M[v,i]": lambda m: max(m[w] for w in CELLS),
    "sum v i. abs(M[v,i] - 1 / 3)": lambda m: sum(abs(m[w] - mpmath.mpf(1) / 3) for w in CELLS),
    "max((sum v i. M[v,i]), 0) * min(2, norm(M)^2)": lambda m: (
        max(sum(m[w] for w in CELLS), 0) * min(2, sum(m[w] ** 2 for w in CELLS))
    ),
    "(sum v i. M[v,i])^0 + c": lambda m: mpmath.mpf(0) * m[0, 0],
    "if c > 0 then norm(M)^2 else 0": lambda m: sum(m[w] ** 2 for w in CELLS),
}
POINT = {w: Fraction(3 * w[0] - 2 * w[1] + 1, 4 + w[0]) for w in CELLS}


def start(w: tuple[int, int]) -> Any:
    value = Fraction(DECODING["W"][w[0]][w[1]])
    return mpmath.mpf(value.numerator) / value.denominator


def logit(m: dict[Any, Any], j: int, v: int) -> Any:
    return sum(m[v, i] * H[j][i].numerator / H[j][i].denominator for i in range(2))


def slopes(text: str, point: dict[tuple[int, int], Fraction] = POINT) -> dict[tuple[int, int], Any]:
    asked = world()
    asked.reset(256)
    goal = plain().meaning.number(tree(text), Scope({}, {"M": ("V", "d")}))
    return gradient(asked, goal, "M", point, ("V", "d"), {})


@pytest.mark.parametrize("text", TERMS)
def test_derivatives_are_those_of_differences(text: str) -> None:
    found = slopes(text)
    with mpmath.workdps(120):
        point = {w: mpmath.mpf(x.numerator) / x.denominator for w, x in POINT.items()}
        for w in CELLS:
            above, below = (TERMS[text]({**point, w: point[w] + s * STEP}) for s in (1, -1))
            low, high = enclose(found[w])
            slope = (above - below) / (2 * STEP)
            middle = mpmath.mpf((low + high).numerator) / (low + high).denominator / 2
            assert abs(middle - slope) < mpmath.mpf(10) ** -30 * (1 + abs(slope))
            assert high - low < Fraction(1, 10**40)


KINKS = {
    "sum v i. abs(M[v,i])": {w: Fraction(0) for w in CELLS},
    "max v i. M[v,i]": {w: Fraction(1) for w in CELLS},
    "max(norm(M)^2, 6)": {w: Fraction(1) for w in CELLS},
    "min((sum v i. M[v,i]), 6)": {w: Fraction(1) for w in CELLS},
    "if (sum v i. M[v,i]) > 6 then norm(M)^2 else 0": {w: Fraction(1) for w in CELLS},
    "if (sum v i. M[v,i]) = 6 then 1 else (sum v i. M[v,i])": {w: Fraction(1) for w in CELLS},
    "sum v i | M[v,i] >= 1. M[v,i]": {w: Fraction(1) for w in CELLS},
}


@pytest.mark.parametrize("text", KINKS)
def test_where_there_may_be_no_derivative_none_is_given(text: str) -> None:
    with pytest.raises(Undecided):
        slopes(text, KINKS[text])


@pytest.mark.parametrize(
    "text", ["norm(M)", "sum v i. sqrt(M[v,i])", "sum v i. 1 / M[v,i]", "log(norm(M)^2)"]
)
def test_at_0_a_root_or_a_quotient_has_none(text: str) -> None:
    with pytest.raises(Undefined):
        slopes(text, {w: Fraction(0) for w in CELLS})


def test_the_world_is_as_before_afterwards() -> None:
    asked = world()
    asked.reset(64)
    before = asked.ops
    goal = plain().meaning.number(tree("norm(M)^2"), Scope({}, {"M": ("V", "d")}))
    gradient(asked, goal, "M", POINT, ("V", "d"), {})
    assert asked.ops is before


def test_what_does_not_depend_on_the_point_has_slope_0() -> None:
    assert set(slopes("c * norm(W)").values()) == {0}


@pytest.mark.parametrize("value", [-2, 3])
def test_a_sign_is_that_of_the_value_where_it_is_not_0(value: int) -> None:
    ops, sign = Derivatives(exact), 1 if value > 0 else -1
    here = Dual(Fraction(value), {(0,): Fraction(1)})
    assert (ops.sign(here), ops.sign(Fraction(value))) == (sign, sign)
    assert ops.sign_bounds(here) == ops.sign_bounds(Fraction(value)) == (sign, sign)
    assert (ops.sign(Fraction(0)), ops.sign_bounds(Fraction(0))) == (0, (0, 0))
    for asked in (ops.sign, ops.sign_bounds):
        with pytest.raises(Undecided):
            asked(Dual(Fraction(0), {(0,): Fraction(1)}))


def test_of_numbers_that_do_not_hang_on_the_point_the_extreme_is_one_of_them() -> None:
    ops = Derivatives(exact)
    assert [ops.extreme(Fraction(1), Fraction(2), largest=one) for one in (True, False)] == [2, 1]

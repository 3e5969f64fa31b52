"""Places that steps keep to, bounds on them, derivatives: what lemmas on intervals are made of, by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest

from ntpcheck.verifier.arithmetic import exact
from ntpcheck.verifier.arithmetic.intervals import Undecided, allow, work_at
from ntpcheck.verifier.arithmetic.kinds import ends
from ntpcheck.verifier.asymptotics import far
from ntpcheck.verifier.asymptotics.limits import R
from ntpcheck.verifier.instance.goals import Atom, Goal
from ntpcheck.verifier.lemmas import descent, held, lags, lines
from ntpcheck.verifier.lemmas.lines import between, leads, pieces, sides
from ntpcheck.verifier.shared.sums import beside
from ntpcheck.verifier.terms.calculus import Derivatives, Dual

F = Fraction
NONE, ONE, HALF = F(0), F(1), F(1, 2)
FLAT: Any = [({0: NONE}, ONE)], [({0: NONE}, ONE)]  # 1, wherever u is
WAVE: Any = [({0: NONE}, ONE), ({0: ONE}, -ONE)], [({0: NONE}, ONE), ({0: ONE}, ONE)]  # (1 - e^u) / (1 + e^u)


@pytest.fixture(autouse=True)
def _allowed() -> None:
    allow(10_000_000)
    work_at(64)


@pytest.mark.parametrize(
    ("x", "near", "most", "certain"),
    [
        (F(1), 1, 2, True),
        (F(2), 1, 2, True),
        (F(-1), 1, 2, True),
        (F(-2), 1, 2, True),
        (F(7, 8), 1, 2, False),
        (F(17, 8), 1, 2, False),
        (F(-7, 8), 1, 2, False),
        ((F(1), F(2)), 1, 2, True),
        ((F(-2), F(-1)), 1, 2, True),
        ((F(-1), F(1)), 1, 2, False),
        ((F(7, 8), F(2)), 1, 2, False),
        ((F(1), F(17, 8)), 1, 2, False),
    ],
)
def test_what_certainly_lies_between(x: Any, near: int, most: int, certain: bool) -> None:  # noqa: FBT001
    assert between(ends(x), F(near), F(most)) is certain


def test_places_around_a_centre() -> None:
    assert sides(ONE, F(3), F(10)) == [(11, 13), (7, 9)]
    cut = pieces(NONE, F(4), F(10))
    assert (len(cut), cut[0], cut[-1]) == (16, (10, F(41, 4)), (F(55, 4), 14))
    assert all(one[1] == other[0] for one, other in pairwise(cut))


def test_a_move_is_bounded_by_its_middle_and_its_slope() -> None:
    ((low, high),) = (exact.enclose(x) for x in far.over(FLAT, ONE, [(F(2), F(4))]))
    assert (low, high) == (3, 5)  # 1 + u
    ((low, high),) = (exact.enclose(x) for x in far.over(FLAT, NONE, [(F(2), F(4))]))
    assert (low, high) == (1, 1)
    near = F(1, 16)
    ((low, high),) = (exact.enclose(x) for x in far.over(WAVE, NONE, [(-near, near)]))
    assert low == -high
    assert 0.0312 < high < 0.04  # tanh(1/32) = 0.03124; by bounds on a slope near -1/2


def test_a_place_is_cut_in_two_where_bounds_are_too_wide() -> None:
    asked: list[Any] = []

    def inside(x: Any) -> bool:
        asked.append(x)
        low, high = exact.enclose(x)
        return high - low <= F(1, 4)

    assert leads(FLAT, (NONE, ONE), inside)
    assert len(asked) == 7  # 1, 1/2 and 1/4, each twice as often
    assert not leads(FLAT, (NONE, ONE), inside, cuts=1)
    assert leads(FLAT, (NONE, ONE), inside, cuts=2)
    assert leads(FLAT, (NONE, ONE), inside, NONE, cuts=0)
    asked.clear()
    assert not leads(FLAT, (NONE, ONE), lambda x: asked.append(x) is not None)
    assert len(asked) == lines.CUTS + 1  # the first half of each


def test_what_lies_in_one_of_the_intervals() -> None:
    places = [(ONE, F(2)), (F(3), F(4))]
    assert [x for x in range(6) if held.within(F(x), places)] == [1, 2, 3, 4]
    assert held.within((ONE, F(2)), places)
    assert not held.within((ONE, F(4)), places)
    assert not held.within((F(7, 8), F(2)), places)
    assert not held.within((ONE, F(17, 8)), places)


# ---- Descent ----
def risk() -> Goal:
    """3 log(1 + e^2x) + 5 log(1 + e^x + e^-y)."""
    one = Atom("log", F(3), [(ONE, {}), (ONE, {(0,): F(2)})])
    other = Atom("log", F(5), [(ONE, {}), (ONE, {(0,): ONE}), (ONE, {(1,): -ONE})])
    return Goal(NONE, {}, [one, other])


def test_a_gradient_is_lipschitz_by_the_widest_of_each_log() -> None:
    assert descent.smooth(risk()) == 3 + F(5, 2)  # 3 * 4 / 4, and 5 * 2 / 4
    assert descent.smooth(Goal(NONE, {}, [])) == 0


def test_what_no_step_moves() -> None:
    found: Any = SimpleNamespace(basis=[{(0,): ONE, (1,): ONE}])
    assert descent.frozen(found, {(0,): F(5), (1,): ONE, (2,): F(7)}) == {(0,): 2, (1,): -2, (2,): 7}
    none: Any = SimpleNamespace(basis=[])
    assert descent.frozen(none, {(0,): F(5)}) == {(0,): 5}


def test_signs_that_are_certain() -> None:
    decided = descent.decided
    assert decided(ONE)
    assert decided(-ONE)
    assert decided((ONE, F(2)))
    assert not decided(NONE)
    assert not decided((NONE, ONE))


# ---- Lags ----
def test_a_sum_of_exponentials_of_what_grows() -> None:
    part = [({0: F(-2)}, F(3)), ({}, F(5))]
    found = lags.value(part, R)
    assert [c for c, _ in found.terms] == [5, 3]
    assert [order.exponent for _, order in found.terms] == [{}, {1: -2}]
    assert lags.negated(part) == [({0: -2}, -3), ({}, -5)]


# ---- Sums of what runs ----
OWN = ("sequence", "w", ())
A, B = ("field", "a", ()), ("field", "b", ())


@pytest.mark.parametrize(
    ("e", "rest"),
    [
        (("+", OWN, A), A),
        (("+", A, OWN), A),
        (("-", OWN, A), ("neg", A)),
        (("-", A, OWN), None),
        (("+", ("+", OWN, A), B), ("+", A, B)),
        (("+", B, ("+", OWN, A)), ("+", A, B)),
        (("-", ("+", OWN, A), B), ("-", A, B)),
        (("-", B, ("+", OWN, A)), None),
        (("*", OWN, A), None),
        (A, None),
    ],
)
def test_what_a_step_adds(e: Any, rest: Any) -> None:
    assert beside(e, OWN) == rest


# ---- Derivatives ----
D = Derivatives()


def dual(value: Any, slope: Any) -> Dual:
    return Dual(F(value), {(0,): F(slope)})


@pytest.mark.parametrize(
    ("made", "value", "slope"),
    [
        (lambda: D.add(dual(2, 3), dual(5, 7)), 7, 10),
        (lambda: D.add(dual(2, 3), F(5)), 7, 3),
        (lambda: D.subtract(dual(2, 3), dual(5, 7)), -3, -4),
        (lambda: D.subtract(F(1), dual(5, 7)), -4, -7),
        (lambda: D.neg(dual(2, 3)), -2, -3),
        (lambda: D.mul(dual(2, 3), dual(5, 7)), 10, 29),
        (lambda: D.mul(F(4), dual(5, 7)), 20, 28),
        (lambda: D.divide(dual(2, 3), dual(5, 7)), F(2, 5), F(1, 25)),
        (lambda: D.divide(F(1), dual(5, 7)), F(1, 5), F(-7, 25)),
        (lambda: D.divide(dual(2, 3), F(5)), F(2, 5), F(3, 5)),
        (lambda: D.power(dual(2, 3), 4), 16, 96),
        (lambda: D.power(dual(2, 3), 1), 2, 3),
        (lambda: D.power(dual(2, 3), 0), 1, 0),
        (lambda: D.exp(dual(0, 3)), 1, 3),
        (lambda: D.log(dual(1, 3)), 0, 3),
        (lambda: D.sqrt(dual(4, 3)), 2, F(3, 4)),
        (lambda: D.absolute(dual(-2, 3)), 2, -3),
        (lambda: D.absolute(dual(2, 3)), 2, 3),
        (lambda: D.extreme(dual(2, 3), dual(5, 7), largest=True), 5, 7),
        (lambda: D.extreme(dual(2, 3), dual(5, 7), largest=False), 2, 3),
        (lambda: D.extreme(dual(5, 7), F(2), largest=True), 5, 7),
    ],
)
def test_derivatives(made: Any, value: Any, slope: Any) -> None:
    found = made()
    assert (found.value, found.slopes.get((0,), 0)) == (value, slope)


def test_next_to_0_there_may_be_no_derivative() -> None:
    for ask in (D.absolute, D.sign, D.sign_bounds):
        with pytest.raises(Undecided, match="may be none"):
            ask(dual(0, 1))
    with pytest.raises(Undecided, match="may be none"):
        D.extreme(dual(2, 1), dual(2, 3), largest=True)
    assert (D.sign(dual(-2, 1)), D.sign_bounds(dual(3, 1)), D.sign(F(0))) == (-1, (1, 1), 0)
    assert D.extreme(F(2), F(3), largest=True) == 3

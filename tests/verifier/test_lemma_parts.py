"""Premises of lemmas one by one, on both sides of where they begin to hold."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest

from ntpcheck.verifier.arithmetic import exact
from ntpcheck.verifier.arithmetic.intervals import Undecided, allow
from ntpcheck.verifier.lemmas.plane import bounded
from ntpcheck.verifier.lemmas.steps import _far


@pytest.fixture(autouse=True)
def _allowed() -> None:
    allow(1_000_000)


ONE = [({0: Fraction(0), 1: Fraction(0)}, Fraction(1))]


def terms(*told: tuple[int, int, int]) -> list[Any]:
    """A sum of c e^(a m + b u), for (c, a, b)."""
    return [({0: Fraction(a), 1: Fraction(b)}, Fraction(c)) for c, a, b in told]


def test_a_pull_from_both_sides_bounds_a_coordinate() -> None:
    bounded((terms((1, 0, 0), (-1, 0, 1)), ONE))  # 1 - e^u
    bounded((terms((1, -1, 0), (-1, -1, 1)), ONE))  # the same, and it fades
    bounded((terms((3, 0, 0), (-1, 0, 1)), ONE))  # 3 - e^u: only from 2 on it pulls back


@pytest.mark.parametrize(
    "above",
    [
        terms((-1, 0, 0)),  # it falls for ever
        terms((1, 0, 0)),  # it rises for ever
        terms((-1, 0, 0), (1, 0, 1)),  # e^u - 1: it is driven out
        terms((-1, 0, 1), (2, -1, 1), (1, 0, -1)),  # at m = 0 it rises at every large u
        terms((1, 0, 0), (-1, 0, 1), (3, 1, 0)),  # 3 e^m lifts it without end
    ],
    ids=["down", "up", "out", "at the start", "without end"],
)
def test_what_one_side_alone_pulls_back_has_no_bound(above: list[Any]) -> None:
    with pytest.raises(Undecided, match="pulled back"):
        bounded((above, ONE))


def least(delta: float, reach: float) -> float:
    """The least y that is deep enough: r/2 tanh(r/4)^2 > 4 exp(sqrt(3/2) reach - y), by another route."""
    r = min(delta, math.sqrt(2) * reach - delta)
    return math.sqrt(1.5) * reach + math.log(4 / (r / 2 * math.tanh(r / 4) ** 2))


@pytest.mark.parametrize(("delta", "reach"), [(0.5, 1.0), (1.25, 1.0), (0.25, 2.0), (2.5, 2.0), (0.1, 0.125)])
def test_a_start_is_deep_enough_from_one_depth_on(delta: float, reach: float) -> None:
    def asked(y: float) -> Any:
        L = [Fraction(y) + Fraction(delta) / 2, Fraction(y) - Fraction(delta) / 2, Fraction(0)]
        return _far(L, Fraction(reach))

    y = least(delta, reach)
    low, high = exact.enclose(asked(y + 2.0**-10))
    half = min(delta, math.sqrt(2) * reach - delta) / 2
    assert float(low) <= half * (1 + 1e-12)
    assert float(high) >= half * (1 - 1e-12)
    assert float(high - low) < 1e-6
    with pytest.raises(Undecided, match="not deep enough"):
        asked(y - 2.0**-10)


@pytest.mark.parametrize("delta", [0.0, 1.5])  # on the tie, and beyond sqrt 2 from it
def test_a_start_on_the_tie_or_beyond_one_step_is_refused(delta: float) -> None:
    L = [Fraction(50) + Fraction(delta), Fraction(50), Fraction(0)]
    with pytest.raises(Undecided, match="on the tie, or beyond"):
        _far(L, Fraction(1))

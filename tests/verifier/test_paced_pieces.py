"""What lemmas on paces and rates are made of, by numbers worked out by hand."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from ntpcheck.verifier.arithmetic import exact
from ntpcheck.verifier.arithmetic.intervals import Undecided, allow, work_at
from ntpcheck.verifier.asymptotics.growth import Growth
from ntpcheck.verifier.asymptotics.orders import UNIT, Grown
from ntpcheck.verifier.lemmas import rates as lemmas_rates
from ntpcheck.verifier.shared import paces
from tests.verifier.test_lemma_pieces import is_, order

F = Fraction
NONE, ONE, HALF = F(0), F(1), F(1, 2)
GROWTH = Growth()
PACES: dict[int, tuple[Fraction, Any]] = {0: (ONE, ONE), 1: (HALF, F(3))}  # k, and about 3 sqrt k


@pytest.fixture(autouse=True)
def _allowed() -> None:
    allow(10_000_000)
    work_at(64)


def powers(*told: tuple[Any, dict[int, int]]) -> dict[Any, Any]:
    """A polynomial of atoms: coefficients, and powers by atoms."""
    return {tuple(sorted(at.items())): F(c) for c, at in told}


def test_what_leads_in_the_number_of_steps() -> None:
    assert paces.foremost(powers((2, {0: 1}), (5, {})), PACES) == (1, 2)
    assert paces.foremost(powers((2, {0: 1}), (5, {1: 3})), PACES) == (F(3, 2), 135)
    assert paces.foremost(powers((2, {0: 1}), (5, {1: 2})), PACES) == (1, 47)  # 2 + 5 * 9
    for cancelled in (powers((-9, {0: 1}), (1, {1: 2}), (7, {})), {}):
        with pytest.raises(Undecided, match="does not cancel"):
            paces.foremost(cancelled, PACES)


def test_a_root_is_one_of_k_alone() -> None:
    sum_of = {(((0, 1),), ()): F(2), ((), ()): F(3)}
    assert paces.polynomial(sum_of, PACES) == {((0, 1),): 2, (): 3}
    for bad in (
        {(((7, 1),), ()): F(2)},
        {((), (((((0, 1),), ()), ONE),)): F(2)},
        {(((0, 1),), ()): exact.log(F(2))},
    ):
        with pytest.raises(Undecided, match="hangs on k alone"):
            paces.polynomial(bad, PACES)


def exponential(c: Any, k: Any, at: dict[int, int]) -> Any:
    """c e^(k m) times powers of atoms, m the atom 5."""
    key: Any = ((((5, 1),), ()), F(k))
    return (tuple(sorted(at.items())), (key,) if k else ()), F(c)


def test_a_step_is_parted_into_one_by_k_and_one_by_the_coordinate() -> None:
    p = dict(
        [exponential(2, 0, {0: 1}), exponential(3, 0, {}), exponential(4, 1, {0: 1}), exponential(6, 1, {})]
    )
    by_k, by_m = paces.separated(p, PACES, 5)
    assert by_k == {((0, 1),): 2, (): 3}
    assert by_m == [({0: 0}, 1), ({0: 1}, 2)]
    for more, why in (
        (exponential(7, 1, {}), "times one by the coordinate"),
        (exponential(1, 2, {0: 2}), "times one by the coordinate"),
        (exponential(1, 0, {5: 1}), "outside an exponent"),
    ):
        with pytest.raises(Undecided, match=why):
            paces.separated(p | dict([more]), PACES, 5)
    with pytest.raises(Undecided, match="linear in the coordinate"):
        paces.separated(p, PACES, 6)


def test_how_high_steps_of_a_pace_lead() -> None:
    """log(a c sum of k^degree) / a."""
    log = exact.log
    is_(paces.height(F(2), F(3), NONE), [(HALF, order(1)), (exact.mul(HALF, log(F(6))), UNIT)], UNIT)
    is_(paces.height(F(2), F(3), ONE), [(ONE, order(1)), (exact.mul(HALF, log(F(3))), UNIT)], UNIT)
    once = paces.height(F(2), F(3), F(-1))
    is_(once, [(HALF, order(0, 1)), (exact.mul(HALF, log(F(6))), UNIT)], UNIT)
    with pytest.raises(Undecided, match="has no end"):
        paces.height(F(2), F(3), F(-9, 8))


def test_means_of_logs() -> None:
    y = Grown([(F(3), order(1)), (F(5), UNIT)], UNIT)
    is_(paces.mean(y), [(F(3), order(1)), (F(2), UNIT)], UNIT)
    slow = Grown([(F(3), order(0, 1)), (F(5), UNIT)], UNIT)
    is_(paces.mean(slow), [(F(3), order(0, 1)), (F(5), UNIT)], UNIT)
    with pytest.raises(Undecided, match="mean of logs"):
        paces.mean(Grown([(ONE, order(2))]))


# ---- Numbers that are plainly not negative ----
PATH: Any = SimpleNamespace(along="r")
BOOK: Any = SimpleNamespace(
    book=SimpleNamespace(
        lets={"up": SimpleNamespace(core=("q", ONE)), "down": SimpleNamespace(core=("q", -ONE))}
    )
)
RADIUS, NORM, OPEN = ("sequence", "r", ()), ("norm", ()), ("field", "x", ())


@pytest.mark.parametrize(
    ("e", "sure"),
    [
        (RADIUS, True),
        (("sequence", "s", ()), False),
        (NORM, True),
        (OPEN, False),
        (("q", NONE), True),
        (("q", -ONE), False),
        (("+", NORM, RADIUS), True),
        (("+", NORM, OPEN), False),
        (("*", NORM, ("q", F(2))), True),
        (("/", NORM, OPEN), False),
        (("-", NORM, RADIUS), False),
        (("min2", NORM, OPEN), False),
        (("max2", NORM, OPEN), True),
        (("max2", OPEN, OPEN), False),
        (("min2", NORM, RADIUS), True),
        (("^", OPEN, 2), True),
        (("^", OPEN, 3), False),
        (("fn", "exp", OPEN), True),
        (("fn", "log", OPEN), False),
        (("fn", "abs", OPEN), True),
        (("let", "up", (), ()), True),
        (("let", "down", (), ()), False),
        (("let", "up", (OPEN,), ()), False),
    ],
)
def test_what_is_plainly_not_negative(e: Any, sure: bool) -> None:  # noqa: FBT001
    assert lemmas_rates.nonnegative(BOOK, PATH, e) is sure


def test_tensors_that_are_not_seen_to_differ_in_direction() -> None:
    cells = [(0,), (1,), (2,)]

    def tensor(*numbers: int) -> dict[Any, Any]:
        return {cell: F(x) for cell, x in zip(cells, numbers, strict=True)}

    assert lemmas_rates.parallel(tensor(1, 2, 3), tensor(2, 4, 6))
    assert lemmas_rates.parallel(tensor(1, 2, 3), tensor(-1, -2, -3))
    assert not lemmas_rates.parallel(tensor(1, 2, 3), tensor(1, 2, 4))
    assert not lemmas_rates.parallel(tensor(0, 0, 3), tensor(0, 1, 4))

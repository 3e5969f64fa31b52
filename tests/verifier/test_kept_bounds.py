"""Bounds that are kept from one allowance to the next save time and no units."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction

import pytest

from ntpcheck.verifier.arithmetic import intervals
from ntpcheck.verifier.arithmetic.intervals import Interval, TooMuch, allow, bounds_at, exp_bounds, log_bounds

BOUNDS = [(log_bounds, Fraction(10)), (log_bounds, Fraction(1, 7)), (exp_bounds, Fraction(-3, 2))]
State = intervals._State  # pyright: ignore[reportPrivateUsage]


@pytest.fixture(autouse=True)
def nothing_is_kept() -> Iterator[None]:
    State.before.clear()
    yield
    State.before.clear()


def asked(units: int, function: intervals.Bounds, x: Fraction, bits: int) -> tuple[Interval | None, int]:
    """The bounds, None where the allowance is too short, and what is left of it."""
    allow(units)
    found = None
    with suppress(TooMuch):
        found = bounds_at(function, x, bits)
    return found, intervals.unspent()


@pytest.mark.parametrize(("function", "x"), BOUNDS)
@pytest.mark.parametrize("bits", [64, 256])
def test_an_allowance_ends_at_the_same_place(function: intervals.Bounds, x: Fraction, bits: int) -> None:
    enough = 100_000
    found, left = asked(enough, function, x, bits)
    price = enough - left
    for units in {*range(0, price, max(1, price // 50)), price - 1, price, price + 1}:
        State.before.clear()
        fresh = asked(units, function, x, bits)
        asked(enough, function, x, bits)
        assert asked(units, function, x, bits) == fresh
        assert (fresh[0] is None) == (units < price)
    assert asked(enough, function, x, bits) == (found, left)


def test_what_is_kept_is_not_worked_out_again() -> None:
    made = list[Fraction]()

    def counted(x: Fraction, bits: int) -> Interval:
        made.append(x)
        return log_bounds(x, bits)

    for _ in range(3):
        asked(100_000, counted, Fraction(3), 64)
    assert made == [3]
    asked(100_000, counted, Fraction(3), 256)
    assert len(made) == 2
    long = Fraction(1, 3**60)
    for _ in range(2):
        asked(100_000, counted, long, 64)
    assert made[2:] == [long, long]  # long numbers are not kept


def test_no_more_are_kept_than_a_thousand() -> None:
    for n in range(2, 2 + intervals.MOST_KEPT):
        asked(100_000, log_bounds, Fraction(n), 64)
        assert len(State.before) <= intervals.MOST_KEPT
    assert asked(100_000, log_bounds, Fraction(2), 64) == asked(100_000, log_bounds, Fraction(2), 64)


def price_of(work: Callable[[], object]) -> int:
    allow(100_000)
    work()
    return 100_000 - intervals.unspent()


def test_the_log_of_two_within_another_log_has_its_price_each_time() -> None:
    assert price_of(lambda: log_bounds(Fraction(10), 64)) == price_of(lambda: log_bounds(Fraction(10), 64))
    assert price_of(lambda: log_bounds(Fraction(10), 64)) > price_of(lambda: log_bounds(Fraction(5, 4), 64))

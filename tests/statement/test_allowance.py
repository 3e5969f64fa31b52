"""A limit to what many allowances of the verifier's work come to."""

from __future__ import annotations

import pytest

from ntpcheck.statement.allowance import Spent, Work, allow, aside, take, together
from ntpcheck.verifier.arithmetic import intervals
from ntpcheck.verifier.arithmetic.intervals import TooMuch, spend, unspent


def test_allowances_inside_come_to_so_much_and_no_more() -> None:
    work = Work(100)
    with together(work):
        allow(60)
        spend(40)
        allow(80)
        assert unspent() == 60  # of 100, 40 were taken
        spend(50)
        assert not work.spent
        allow(80)
        with pytest.raises(TooMuch):
            spend(11)
        assert work.spent
        allow(80)
        assert unspent() == 0
        with pytest.raises(TooMuch):
            spend(1)
    allow(80)
    assert unspent() == 80


def test_what_stands_between_two_parts_of_a_search_is_not_taken_from_it() -> None:
    work = Work(100)
    with together(work):
        allow(60)
        spend(10)
    allow(1000)
    spend(700)
    intervals.allow(5000)  # the verifier's own, of a file that it judges
    with together(work):
        allow(1000)
        assert unspent() == 90
    assert not work.spent


def test_the_narrowest_of_two_limits_counts_and_each_is_charged() -> None:
    outer, inner = Work(100), Work(30)
    with together(outer):
        with together(inner):
            allow(50)
            assert unspent() == 30
            spend(20)
        allow(500)
        assert unspent() == 80
    assert (outer.left, inner.left) == (80, 10)


def test_what_has_no_allowance_is_taken_from_all_searches_around_it() -> None:
    take(1000)  # under no search
    outer, inner = Work(100), Work(30)
    with together(outer):
        with together(inner):
            allow(20)
            take(15)
            spend(5)
            assert not inner.spent
            with pytest.raises(TooMuch):
                take(10)
        allow(100)
        assert unspent() == 70


def test_where_each_is_granted_in_full_the_first_after_all_is_spent_ends_the_search() -> None:
    work = Work(100, whole=True)
    with together(work):
        allow(80)
        spend(70)
        with aside():  # made once, for many searches
            allow(1000)
            spend(900)
        allow(80)
        assert (work.left, unspent()) == (30, 80)
        spend(60)
        with pytest.raises(Spent):
            allow(80)
    allow(80)
    assert unspent() == 80

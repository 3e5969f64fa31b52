"""Minimisers that only the checkers find, rates that each bound sets, and states in other arithmetic."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import islice

import pytest

from ntpcheck.engine.proofreading.compared.nearly import Nearly
from ntpcheck.engine.proofreading.compared.stationary import least, no_longer_least
from ntpcheck.engine.proofreading.reader import Proofreader
from ntpcheck.engine.proofreading.sought.states import scalar
from ntpcheck.engine.proofreading.survivors import name
from ntpcheck.statement.editing.misprints import Misprint
from ntpcheck.statement.editing.printed import prints
from ntpcheck.verifier import judge
from ntpcheck.verifier.instance.tensors import Tensor
from ntpcheck.verifier.terms.noted import Noted
from ntpcheck_papers import li2024, thrampoulidis2024

ZERO_DUALS, RATE = "attention/sharper/path-zero-duals", "linear/sharper/residual-rate"
NESTED = f"{ZERO_DUALS}:nested"


@pytest.fixture(scope="module")
def reader() -> Proofreader:
    return Proofreader(li2024.PAPER)


@pytest.fixture(scope="module")
def linear() -> Proofreader:
    return Proofreader(thrampoulidis2024.PAPER)


def named(reader: Proofreader, place: str, words: str) -> Misprint:
    (found,) = [m for m in prints(reader.book, [place]) if name(m).endswith(words)]
    return found


def test_what_the_checkers_have_is_the_minimiser_of_the_book_and_not_of_a_misprint(
    reader: Proofreader,
) -> None:
    courses = list(islice(reader.courses(ZERO_DUALS), 3))
    told = [least(reader.book, ZERO_DUALS, NESTED, course) for course in courses]
    assert True in told
    assert False not in told
    other = named(reader, NESTED, "norm(X)^2  ->  norm(X)^3")
    assert no_longer_least(reader.book, other, ZERO_DUALS, courses)
    assert no_longer_least(reader.book, replace(other, book=reader.book), ZERO_DUALS, courses) is False
    assert no_longer_least(reader.book, replace(other, place="cmin"), ZERO_DUALS, courses) is None
    assert least(reader.book, ZERO_DUALS, "Wmm", courses[0]) is None  # a nearest point is no minimiser


FIXED = "attention/lemma-4/direction"


def test_a_path_has_to_be_least_by_its_goal_on_all_sides(reader: Proofreader) -> None:
    """It is not shorter, nor longer, than with another matrix added: it lies to a side."""
    courses = list(islice(reader.courses(FIXED), 4))
    other = named(reader, "Wperp_R", "par(W))  ->  L(M + G(W))")
    assert no_longer_least(reader.book, other, FIXED, courses)
    assert no_longer_least(reader.book, replace(other, book=reader.book), FIXED, courses) is False
    assert no_longer_least(reader.book, replace(other, place="eps1"), FIXED, courses) is None


def test_states_are_compared_up_to_rounding_in_numbers_alone(linear: Proofreader) -> None:
    course = next(iter(linear.courses(RATE)))
    world = judge.load(linear.book, linear.book.claims[RATE], dict(course.instance), {}, None)
    near, equal = Nearly(world, course.states[1]), ("cmp", "=", ("par", "x", ()), ("q", Fraction(1)))
    assert near.formula(equal, {"x": scalar(1 + 2.0**-50)}) is True
    assert near.formula(equal, {"x": scalar(2)}) is False
    with near.under(Noted()):
        there = near.ops.unknown("x")
        assert near.formula(equal, {"x": Tensor(lambda _: there, "x")}) is None


@pytest.mark.parametrize(
    "words", ["rate * norm(X)^2  ->  norm(X)^2", "0 <= rate <= 1  ->  0 <= rate or rate <= 1"]
)
def test_a_bound_of_a_rate_is_missed_where_it_alone_sets_the_rate(linear: Proofreader, words: str) -> None:
    assert linear.noticed(named(linear, RATE, words)) == "trend"


@pytest.mark.parametrize(
    ("words", "seen"),
    [
        ("norm(PF(W_k))  ->  norm(rest(W_k))", "trend"),
        ("norm(PF(W_k) - Wstar)  ->  norm(PF(W_k) - eps-Adam_k)", "trend"),
    ],
)
def test_what_holds_up_to_any_share_is_asked_about_a_small_and_a_large_one(
    linear: Proofreader, words: str, seen: str
) -> None:
    place = "linear/lemma-5/finite-part-bounded/amended"
    assert linear.noticed(named(linear, place, words)) == seen

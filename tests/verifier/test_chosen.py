"""Indices that are chosen, extreme eigenvalues, marks of bounds, and what is refused for its size."""

from __future__ import annotations

import importlib.util
from fractions import Fraction

import pytest

from ntpcheck.verifier.arithmetic import exact
from ntpcheck.verifier.arithmetic.intervals import TooMuch, Undecided, allow
from ntpcheck.verifier.arithmetic.kinds import Affine
from ntpcheck.verifier.arithmetic.marks import Mark
from ntpcheck.verifier.instance import points, tensors
from ntpcheck.verifier.language.meaning import Meaning
from tests.verifier.toys import plain, said, world

F = Fraction
TOP = "let top[j] = next[j]\n"
ROUGH = (F(-1), F(1))  # bounds of a number whose sign is open


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("forall u v i. W[(if c > 1 then u else v),i] = W[u,i]", "true"),
        ("forall u v i. W[(if c > 2 then u else v),i] = W[v,i]", "true"),
        ("forall u v i. W[(if c > 2 then u else v),i] = W[u,i]", "false"),
        ("forall j i. W[top[j],i] = W[next[j],i]", "true"),
        ("forall j v i. W[top[j],i] = W[v,i]", "false"),
    ],
)
def test_an_index_may_be_chosen_by_a_condition_or_a_definition(text: str, outcome: str) -> None:
    assert said(text, items=TOP) == outcome


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("smallest(i; a. (if i = a then c else 0)) = c", "true"),
        ("largest(i; a. (if i = a then -c else 0)) = -c", "true"),
        ("smallest(i; a. (sum v. W[v,i] * W[v,a])) < largest(i; a. (sum v. W[v,i] * W[v,a]))", "true"),
        (
            "abs(smallest(i; a. (sum v. W[v,i] * W[v,a])) + largest(i; a. (sum v. W[v,i] * W[v,a])) "
            "- (sum v i. W[v,i]^2)) < 1 / 10^9",
            "true",
        ),  # of two, they add up to the trace
        ("largest(i; a. log(2)) > 0", "undecided"),
    ],
)
def test_extreme_eigenvalues_of_a_matrix_of_rational_numbers(text: str, outcome: str) -> None:
    assert said(text) == outcome


def test_letters_that_are_brought_in_are_new() -> None:
    """Else one would be taken for another that is bound around it."""
    found, axes = Meaning(plain()), ("V", "d", "m")
    brought = [name for n in (2, 1, 3, 1, 2, 1, 3, 3) for name in found.new(axes[:n])]
    assert len(set(brought)) == len(brought) == 16


def test_a_mark_is_equal_to_that_of_the_same_bounds_alone() -> None:
    one, other = (F(1), F(2)), (F(1), F(2))
    assert Mark(one) == Mark(one)
    assert hash(Mark(one)) == hash(Mark(one))
    assert Mark(one) != Mark(other)
    assert Mark(one) != one
    assert len({Mark(one), Mark(one), Mark(other)}) == 2


def test_who_has_asked_for_nothing_has_no_allowance_and_the_least_precision() -> None:
    spec = importlib.util.find_spec("ntpcheck.verifier.arithmetic.intervals")
    assert spec
    assert spec.loader
    fresh = importlib.util.module_from_spec(spec)  # as a process finds it that has asked for nothing yet
    spec.loader.exec_module(fresh)
    with pytest.raises(fresh.TooMuch):
        fresh.spend(1)
    assert fresh.precision() == min(fresh.PRECISIONS)


def test_what_a_formula_remembers_is_bounded() -> None:
    asked = world()
    asked.weigh(tensors.MEMORY - asked.weight)
    with pytest.raises(TooMuch, match="memory"):
        asked.weigh(1)


def test_what_a_constraint_leaves_open_is_open() -> None:
    """Two equations x = 0 and x = (-1, 1), and an inequality of which the sign is open."""
    allow(100_000)
    x = {(0,): F(1)}
    target = {(0,): F(0)}
    with pytest.raises(Undecided):
        points.nearest(exact, [(True, Affine(F(0), x)), (True, Affine(ROUGH, x))], [], target)
    assert points.nearest(exact, [(True, Affine(F(0), x)), (True, Affine(F(1), x))], [], target) is None
    with pytest.raises(Undecided):
        points.fits(exact, [(False, Affine(ROUGH, x))], {}, target)
    assert points.fits(exact, [(False, Affine(F(0), x))], {}, target)
    assert not points.fits(exact, [(False, Affine(F(-1), x))], {}, target)

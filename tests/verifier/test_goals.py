"""What a goal tends to along a ray, by hand: which parts stay, which vanish, and where nothing is said."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from ntpcheck.verifier.arithmetic.exact import enclose
from ntpcheck.verifier.arithmetic.intervals import Undecided, Undefined, allow
from ntpcheck.verifier.instance.goals import Atom, Goal, along, less, pairing

F = Fraction
X, Y, Z = {(0,): F(1)}, {(1,): F(1)}, {(2,): F(1)}
NO: dict[Any, F] = {}


def exps(row: dict[Any, F], weight: int = 1) -> Atom:
    return Atom("exp", F(weight), [(F(1), row)])


def square(row: dict[Any, F], c: int = 0) -> Atom:
    return Atom("square", F(1), [(F(c), row)])


def logs(*rows: dict[Any, F], weight: int = 1) -> Atom:
    """weight times log(1 + the sum of e^row)."""
    return Atom("log", F(weight), [(F(1), NO), *((F(1), row) for row in rows)])


def left(*atoms: Atom, ray: dict[Any, F], linear: dict[Any, F] = NO) -> Goal:
    allow(1_000_000)
    return along(Goal(F(0), dict(linear), list(atoms)), ray)


DOWN = {(0,): F(-1)}  # the ray on which x falls


def test_exponentials_and_squares_that_do_not_move_stay_and_what_falls_is_gone() -> None:
    found = left(exps(X), exps(Y), square(Y), square(Y, 2), ray=DOWN)
    assert found.atoms == [exps(Y), square(Y), square(Y, 2)]
    assert (found.constant, found.linear) == (0, {})


@pytest.mark.parametrize("atom", [exps({(0,): F(-1)}), square(X), square({(0,): F(-1)})])
def test_an_exponential_that_grows_and_a_square_that_moves_are_not_decided(atom: Atom) -> None:
    with pytest.raises(Undecided, match="grows"):
        left(exps(X), atom, ray=DOWN)


def test_of_a_log_the_parts_with_the_largest_slope_stay() -> None:
    assert left(logs(X, Y), ray=DOWN).atoms == [logs(Y)]  # log(1 + e^x + e^y) to log(1 + e^y)
    assert left(logs(X), ray=DOWN).atoms == []  # to log 1
    found = left(logs(X, weight=2), ray={(0,): F(1)}, linear={(0,): F(-2)})  # 2 log(1 + e^x) - 2 x to 0
    assert (found.atoms, {c: k for c, k in found.linear.items() if k}, found.constant) == ([], {}, 0)


def test_a_goal_that_falls_without_end_has_no_infimum_and_one_that_rises_says_nothing() -> None:
    with pytest.raises(Undefined, match="falls without end"):
        left(exps(Y), ray=DOWN, linear=X)
    with pytest.raises(Undecided, match="bounded"):
        left(exps(X), ray=DOWN, linear=DOWN)
    with pytest.raises(Undecided, match="nothing vanishes"):
        left(exps(Y), logs(Y), ray=DOWN)


def test_equal_logs_are_one() -> None:
    """log(1 + e^x + e^y) twice, once with another part first, and a weight that takes it away again."""
    once, turned = logs(X, Y), Atom("log", F(3), [(F(1), NO), (F(1), Y), (F(1), X)])
    found = left(once, turned, exps(Z), ray={(2,): F(-1)})
    assert [(a.kind, a.weight, len(a.parts)) for a in found.atoms] == [("log", 4, 3)]
    assert left(once, logs(X, Y, weight=-1), exps(Z), ray={(2,): F(-1)}).atoms == []


def test_rows_are_subtracted_and_paired_cell_by_cell() -> None:
    assert less({(0,): F(3), (1,): F(1)}, {(1,): F(1), (2,): F(2)}) == {(0,): 3, (2,): -2}
    assert pairing({(0,): F(3), (1,): F(5)}, {(0,): F(2), (7,): F(9)}) == 6
    assert enclose(pairing({}, {(0,): F(2)})) == (0, 0)

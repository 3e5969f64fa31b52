"""Shortest recurrences, and where the roots of their polynomials lie, against numpy's roots."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest

from ntpcheck.verifier.arithmetic import intervals
from ntpcheck.verifier.asymptotics.roots import shortest, stable, steps, told, too_large, turning

F = Fraction


def product(*factors: list[int | Fraction]) -> list[Fraction]:
    """A product of polynomials, by rising powers."""
    found = [F(1)]
    for one in factors:
        out = [F(0)] * (len(found) + len(one) - 1)
        for i, c in enumerate(found):
            for j, d in enumerate(one):
                out[i + j] += c * d
        found = out
    return found


@pytest.fixture(autouse=True)
def _allowed() -> None:
    intervals.allow(10_000_000)


@pytest.mark.parametrize("seed", range(200))
def test_roots_are_inside_as_numpy_finds_them(seed: int) -> None:
    drawn = random.Random(seed)
    p = [F(drawn.randint(-8, 8), drawn.randint(1, 8)) for _ in range(drawn.randint(1, 6))] + [F(1)]
    sizes = np.abs(np.roots([float(c) for c in reversed(p)]))
    if abs(sizes.max() - 1) > 1e-3:
        assert stable(p) == (sizes.max() < 1)
        assert too_large(p, 0) == too_large(p, 1) == (sizes.max() > 1)


@pytest.mark.parametrize("seed", range(200))
def test_roots_farther_out_than_positive_ones_are_as_numpy_finds_them(seed: int) -> None:
    drawn = random.Random(seed)
    p = [F(drawn.choice((-3, -2, -1, 1, 2, 3)), drawn.randint(1, 4)) for _ in range(drawn.randint(1, 5))] + [
        F(1)
    ]
    roots = np.roots([float(c) for c in reversed(p)])
    most = max((z.real for z in roots if abs(z.imag) < 1e-6 and z.real > 0), default=0)
    assert not turning(p) or most < np.abs(roots).max() - 1e-9


@pytest.mark.parametrize(
    ("p", "turns"),
    [
        (product([1, 1]), True),
        (product([-1, 1]), False),
        (product([1, 0, 1]), True),
        (product([1, 0, 1], [-1, 1]), False),  # a positive root as far out
        (product([1, 0, 1], [F(-9, 10), 1]), True),
        (product([1, 0, 1], [F(-11, 10), 1]), False),
        (product([4, 2, 1], [-1, 1], [-1, 1]), True),
        (product([F(1, 4), F(1, 2), 1], [F(-1, 4), 1]), True),
    ],
)
def test_what_is_on_both_sides_of_0_again_and_again(p: list[Fraction], turns: bool) -> None:  # noqa: FBT001
    assert turning(p) == turns


@pytest.mark.parametrize(
    ("p", "inside", "once", "twice"),
    [
        ([F(1)], True, False, False),
        ([F(0), F(1)], True, False, False),
        ([F(-1), F(1)], False, False, False),
        (product([-1, 1], [-1, 1]), False, True, False),
        (product([1, 0, 1], [1, 0, 1]), False, True, False),
        (product([1, 0, 1], [1, 0, 1], [1, 0, 1]), False, True, True),
        (product([1, F(-1, 3), 1], [0, 1], [F(-1, 2), 1], [F(-1, 2), 1]), False, False, False),
        (product([F(-1, 2), 1], [F(-1, 2), 1], [F(-1, 2), 1]), True, False, False),
        ([F(-1), F(-1), F(1)], False, True, True),
    ],
)
def test_roots_on_the_circle_are_counted(p: list[Fraction], inside: bool, once: bool, twice: bool) -> None:  # noqa: FBT001
    assert (stable(p), too_large(p, 1), too_large(p, 2)) == (inside, once, twice)


@pytest.mark.parametrize("seed", range(50))
def test_a_recurrence_is_found_from_its_terms(seed: int) -> None:
    """All of its roots are needed where it starts with 0, .., 0, 1; later terms obey what is found."""
    drawn = random.Random(seed)
    p = [F(drawn.randint(-3, 3), drawn.randint(1, 3)) for _ in range(drawn.randint(1, 4))] + [F(1)]
    order, more = len(p) - 1, drawn.randint(0, 3)
    terms = [F(0)] * (order - 1) + [F(1)]
    while len(terms) < 2 * (order + more) + 1:
        terms.append(-sum((c * x for c, x in zip(p, terms[-order:], strict=False)), F(0)))
    assert shortest(terms) == p


def test_what_is_0_or_constant_has_a_short_recurrence() -> None:
    assert shortest([F(0)] * 8) == [F(1)]
    assert shortest([F(3)] * 8) == [F(-1), F(1)]
    assert shortest(steps([F(3)] * 9)) == [F(1)]
    assert shortest([F(3), *[F(0)] * 7]) == [F(0), F(1)]


@pytest.mark.parametrize(
    ("p", "text"),
    [
        ([F(1)], "1"),
        ([F(0), F(1)], "z"),
        ([F(-1), F(0), F(1)], "z^2 - 1"),
        ([F(1, 2), F(-3), F(0), F(1)], "z^3 - 3 z + 1/2"),
        ([F(1), F(1)], "z + 1"),
    ],
)
def test_a_polynomial_is_told(p: list[Fraction], text: str) -> None:
    assert told(p) == text

"""The real line in pieces: against places where all polynomials have whole roots."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import pairwise

import pytest

from ntpcheck.verifier.arithmetic.intervals import allow
from ntpcheck.verifier.terms.isolated import Line, Unsplit, isolated, product, value
from tests.verifier.argued import case

ROOTS = range(-3, 4)
PLACES = [Fraction(k, 2) for k in range(-8, 9)]  # each whole root, and a place on either side of it
SIGNS = {"<": (-1,), "<=": (-1, 0), "=": (0,), "!=": (-1, 1), ">": (1,), ">=": (0, 1)}


def sign(roots: list[int], x: Fraction) -> int:
    found = 1
    for root in roots:
        found *= (x > root) - (x < root)
    return found


@pytest.mark.parametrize("seed", range(6))
def test_a_formula_on_one_number_is_decided_as_at_whole_roots(seed: int) -> None:
    draw = random.Random(seed)
    for _ in range(4):
        parts = [(draw.choices(ROOTS, k=draw.randint(1, 3)), draw.choice([*SIGNS])) for _ in range(3)]
        text = [f"({' * '.join(f'(t - ({r}))' for r in roots)} {said} 0)" for roots, said in parts]
        holds = [[sign(roots, x) in SIGNS[said] for roots, said in parts] for x in PLACES]
        some, every = any(a and (b or c) for a, b, c in holds), all(not a or b or c for a, b, c in holds)
        both = f"({text[1]} or {text[2]})"
        assert case("in-pieces", f"some t. {text[0]} and {both}").refuted() is not some, text
        assert case("in-pieces", f"every t | {text[0]}. {both}").refuted() is not every, text


def test_roots_are_isolated_from_the_left() -> None:
    allow(10**7)
    p = [Fraction(1)]
    for root in (Fraction(-7, 3), Fraction(0), Fraction(1, 1000), Fraction(2, 1000), Fraction(5)):
        p = product(p, [-root, Fraction(1)])
    found = isolated(p)
    assert len(found) == 5
    assert all(value(p, low) * value(p, high) < 0 for low, high in found)
    assert all(a[1] <= b[0] for a, b in pairwise(found))


def test_the_sign_of_a_polynomial_at_the_root_of_another() -> None:
    """At the roots of t^2 - 2 of (t^2 - 2)^2 (t - 1), which is 0, and of t - 1."""
    allow(10**7)
    line, two = Line(), [Fraction(-2), Fraction(0), Fraction(1)]
    shifted = [Fraction(-1), Fraction(1)]
    whole = product(product(two, two), shifted)
    with pytest.raises(Unsplit):
        line.sign(two, (Fraction(0), Fraction(0)))
    for p in (two, whole, shifted):
        line.split(p)
    signs = [[line.sign(p, place) for p in (two, whole, shifted)] for place in line.places()]
    assert signs == [[1, -1, -1], [0, 0, -1], [-1, -1, -1], [-1, 0, 0], [-1, 1, 1], [0, 0, 1], [1, 1, 1]]

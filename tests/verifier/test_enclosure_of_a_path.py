"""The minimiser on a path lies in the enclosure that its lemma gives."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize

from ntpcheck.statement.hints.goal import Goal
from ntpcheck.verifier.arithmetic import exact
from ntpcheck.verifier.arithmetic.intervals import Undecided, allow
from ntpcheck.verifier.instance.tensors import Tensor
from ntpcheck.verifier.instance.world import World
from ntpcheck.verifier.language.book import Book
from ntpcheck.verifier.lemmas.paths import enclosure, ridged
from ntpcheck.verifier.shared import premises
from ntpcheck.verifier.terms.calculus import gradient
from tests.verifier.argued import TEXT

ENTRY = st.integers(-40, 40).map(lambda k: Fraction(k, 16))
NUMBERS = st.lists(ENTRY, min_size=6, max_size=6)
GOALS = st.sampled_from(("well", "fall", "uneven"))


class At:
    """A path of a goal in balls, and a point with the goal's gradient there."""

    def __init__(self, numbers: list[Fraction], goal: str) -> None:
        allow(10_000_000)
        path = f"path Z_r[a] along r minimises {goal}(M) over M[a] with norm(M) <= r\n"
        fields = {"x": numbers[:2], "y": numbers[2:4], "s": [Fraction(0)] * 2, "eta": Fraction(1)}
        book = Book(TEXT + path, "toy")
        world, let = World(book, "Two", {"d": 2}, fields, {}), book.lets["Z_r"]
        self.P = {(i,): x for i, x in enumerate(numbers[4:])}
        self.point, self.goal = Tensor(self.P.__getitem__, "P"), Goal(world, let)
        with premises.at_work(world, exact):
            slopes = gradient(world, let.core[4], let.core[2], self.point, let.core[3], {})
            self.g = {cell: exact.enclose(x) for cell, x in slopes.items()}


def encloses(around: dict[Any, Any], best: Any) -> bool:
    bounds = [exact.enclose(x) for x in around.values()]
    return all(float(a) - 1e-5 <= x <= float(b) + 1e-5 for (a, b), x in zip(bounds, best, strict=True))


@settings(deadline=None, max_examples=40)
@given(NUMBERS, GOALS)
def test_the_minimiser_is_in_its_enclosure(numbers: list[Fraction], goal: str) -> None:
    at = At(numbers, goal)
    square = sum((x * x for x in at.P.values()), Fraction(0))
    try:
        around, radius = enclosure(at.point, at.g, square)
    except Undecided:
        return  # the point is not ahead of the gradient
    assert radius >= 0
    assert encloses(around, at.goal.least(float(square) ** 0.5))


@settings(deadline=None, max_examples=20)
@given(NUMBERS, GOALS, st.sampled_from((Fraction(1, 4), Fraction(1), Fraction(7), Fraction(100))))
def test_so_it_is_with_a_ridge(numbers: list[Fraction], goal: str, r: Fraction) -> None:
    at = At(numbers, goal)
    around, radius = ridged(at.point, at.g, r)
    found = minimize(
        lambda x: at.goal.value(x) + x @ x / float(r),
        np.zeros(2),
        jac=lambda x: at.goal.slope(x) + 2 * x / float(r),
        tol=1e-10,
    )
    assert radius >= 0
    assert encloses(around, found.x)

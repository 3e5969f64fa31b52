"""The minimiser on a path lies in the enclosure that its lemma gives."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from ntpcheck.statement.goal import Goal
from ntpcheck.verifier import exact, premises
from ntpcheck.verifier.book import Book
from ntpcheck.verifier.intervals import Undecided, allow
from ntpcheck.verifier.lemmas_paths import enclosure
from ntpcheck.verifier.tensors import Tensor
from ntpcheck.verifier.world import World
from tests.verifier.argued import TEXT

ENTRY = st.integers(-40, 40).map(lambda k: Fraction(k, 16))


@settings(deadline=None, max_examples=40)
@given(st.lists(ENTRY, min_size=6, max_size=6), st.sampled_from(("well", "fall", "uneven")))
def test_the_minimiser_is_in_its_enclosure(numbers: list[Fraction], goal: str) -> None:
    allow(10_000_000)
    path = f"path Z_r[a] along r minimises {goal}(M) over M[a] with norm(M) <= r\n"
    fields = {"x": numbers[:2], "y": numbers[2:4], "s": [Fraction(0)] * 2, "eta": Fraction(1)}
    book = Book(TEXT + path, "toy")
    world, let = World(book, "Two", {"d": 2}, fields, {}), book.lets["Z_r"]
    point = {(i,): x for i, x in enumerate(numbers[4:])}
    square = sum(x * x for x in point.values())
    try:
        with premises.at_work(world, exact):
            around, radius = enclosure(world, let, Tensor(point.__getitem__, "P"), Fraction(square))
    except Undecided:
        return  # the point is not ahead of the gradient
    best = Goal(world, let).least(float(square) ** 0.5)
    assert radius >= 0
    for cell, x in zip(around, best, strict=True):
        low, high = exact.enclose(around[cell])
        assert float(low) - 1e-5 <= x <= float(high) + 1e-5

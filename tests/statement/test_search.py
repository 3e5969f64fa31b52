"""Hints for nearest points and contradictions: the verifier finds them right, where rows tie too."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

from hypothesis import example, given, settings
from hypothesis import strategies as st

from ntpcheck.statement.hints.search import hints
from ntpcheck.verifier.arithmetic import exact
from ntpcheck.verifier.arithmetic.exact import Affine
from ntpcheck.verifier.arithmetic.intervals import allow
from ntpcheck.verifier.instance import points

Row = tuple[int, ...]
TIED = [(-1, 0, 1, 0, 0, 0), (0, 0, 1, 0, -1, 0), (-1, -1, 1, 1, 0, 0), (0, 0, 1, 1, -1, -1)]


@settings(deadline=None, max_examples=200)
@given(st.integers(1, 4).flatmap(lambda d: st.lists(st.tuples(*[st.integers(-2, 2)] * d), min_size=1)))
@example(TIED)
def test_hints_lead_to_the_nearest_point_or_to_a_contradiction(rows: list[Row]) -> None:
    allow(10_000_000)
    found = [
        (False, Affine(Fraction(-1), {(i,): Fraction(c) for i, c in enumerate(row) if c})) for row in rows
    ]
    origin = defaultdict[tuple[int, ...], Fraction](Fraction)
    hint = hints("point", found, origin)
    if "ray" in hint:
        points.refute(exact, found, hint["ray"], "point")  # raises where they do not contradict each other
        return
    solved = points.nearest(exact, found, hint["active"], origin)
    assert solved is not None
    offset, multipliers = solved
    assert all(weight >= 0 for weight in multipliers.values())
    assert points.fits(exact, found, offset, origin)

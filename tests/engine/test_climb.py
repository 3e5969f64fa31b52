"""Ascent in a run: from where a claim holds most narrowly, through a few instances more."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ntpcheck.checks.compare import at_most
from ntpcheck.claim import Claim, Effort
from ntpcheck.engine.climb import BROOD, SHARE, ascend, climb
from ntpcheck.engine.examine import examine
from ntpcheck.engine.explore import explore
from ntpcheck.engine.filling import sweep
from ntpcheck.engine.sweep import generator
from ntpcheck.engine.tally import Tally
from ntpcheck.evidence import Outcome
from ntpcheck.formulas.paper import paper_of
from ntpcheck.instances.base import Instance, stack
from tests.engine.toys import TOYS

EFFORT = Effort(examples=20, batch=256, trajectories=4)


def conclude(data: Any, effort: Effort) -> Any:
    """Entries of W are at most 3: no draw of the toy domain has one above 1."""
    return at_most(data.xp.max(data.xp.max(data.W, -1), -1), data.sized("d") * 0 + 3, terms=1)


SMALL = Claim("toy/small", "Entries of W are at most 3", "-", TOYS, (), conclude)


def drawn(claim: Claim, effort: Effort = EFFORT) -> Tally:
    tally = Tally(claim, effort)
    explore(claim.domain, [tally], effort, 0)
    sweep(claim.domain, [tally], effort, 0)
    return tally


def test_a_run_reaches_what_its_draws_do_not() -> None:
    (found,) = examine((SMALL,), EFFORT, 0, lambda *_, **__: None)
    assert not drawn(SMALL).outcomes[Outcome.FAILS]
    assert found.outcomes[Outcome.FAILS] > 0
    assert found.witnesses


def test_ascent_is_a_share_of_the_sweep_and_no_independent_draw() -> None:
    far = replace(
        SMALL, conclude=lambda data, effort: at_most(data.W[..., 0, 0], 0 * data.W[..., 0, 0] + 1e9, terms=1)
    )
    tally = drawn(far)
    before, draws = tally.inside, set(tally.draws)
    ascend(TOYS, [tally], EFFORT, 0)
    assert EFFORT.batch // SHARE <= tally.inside - before < EFFORT.batch // SHARE + BROOD
    assert tally.draws == draws


def test_a_row_that_stays_open_ends_the_ascent_and_is_no_share_of_the_draws() -> None:
    def open_far_off(data: Any, effort: Effort) -> Any:
        evidence = conclude(data, effort)
        far = data.xp.max(data.xp.max(data.W, -1), -1) > 1
        return replace(
            evidence,
            slack=data.xp.where(far, evidence.slack * 0, evidence.slack),
            error=evidence.error + far * 1.0,
        )

    tally = drawn(replace(SMALL, conclude=open_far_off))
    before = tally.inside
    ascend(TOYS, [tally], EFFORT, 0)
    assert before <= tally.inside < before + EFFORT.batch // SHARE
    assert not tally.outcomes[Outcome.UNDECIDED]


def test_what_has_fallen_is_left_alone() -> None:
    (found,) = examine((SMALL,), EFFORT, 0, lambda *_, **__: None)
    before = found.inside
    ascend(TOYS, [found], EFFORT, 0)
    assert found.inside == before


@pytest.mark.parametrize("kept", ["as_drawn", "costly"])
def test_recipes_and_training_runs_are_not_moved(kept: str) -> None:
    tally = drawn(SMALL)
    before = tally.inside
    ascend(replace(TOYS, **{kept: True}), [tally], EFFORT, 0)
    assert tally.inside == before


def test_a_checker_that_raises_on_the_way_is_broken() -> None:
    def raises(data: Any, effort: Effort) -> Any:
        if data.batch and bool((data.W.abs() > 1).any()):
            raise RuntimeError("an entry above 1")
        return conclude(data, effort)

    tally = drawn(replace(SMALL, conclude=raises))
    assert tally.broken is None
    ascend(TOYS, [tally], EFFORT, 0)
    assert tally.broken is not None
    assert "an entry above 1" in tally.broken


def test_the_same_seed_climbs_alike() -> None:
    tallies = [drawn(SMALL), drawn(SMALL), drawn(SMALL)]
    for tally, seed in zip(tallies, (5, 5, 6), strict=True):
        ascend(TOYS, [tally], EFFORT, seed)
    one, again, other = (repr(tally.witnesses[0].instance) for tally in tallies)
    assert one == again != other


NEAR = """book near "Near a point"
given Point: x, y, z
claim near/point "1" on Point
    says     it is far from a point
    formula  (x - 3/7)^2 + (y - 22/7)^2 + (z + 5/9)^2 >= 1/1000
"""


def test_ascent_on_a_formula_of_a_book_finds_its_way(tmp_path: Path) -> None:
    """Slacks are looked at beside the sides that are compared: beside themselves all are alike."""
    (tmp_path / "near.book").write_text(NEAR, "utf-8")
    (claim,) = paper_of(tmp_path / "near.book", lambda _: {}).claims
    far = Instance.from_json({"type": "Point", "x": 4, "y": -2, "z": 3})
    tally = Tally(claim, EFFORT)
    climb(tally, stack([far.floats()] * 512), generator("near", 0), lambda: tally.outcomes[Outcome.FAILS] > 0)
    assert tally.outcomes[Outcome.FAILS] > 0


def test_claims_that_climb_from_one_instance_share_their_moves_and_what_a_checker_says_of_them() -> None:
    asked: list[Any] = []

    def counted(data: Any, effort: Effort) -> Any:
        asked.append(data)
        return conclude(data, effort)

    def otherwise(data: Any, effort: Effort) -> Any:
        return counted(data, effort)

    def climbed(*checkers: Any) -> tuple[list[Tally], int]:
        tallies = [drawn(replace(SMALL, conclude=checker)) for checker in checkers]
        asked.clear()
        ascend(TOYS, tallies, EFFORT, 0)
        return tallies, len(asked)

    (alone,), once = climbed(counted)
    (first, second), shared = climbed(counted, counted)
    (third, fourth), apart = climbed(counted, otherwise)
    assert once == shared < apart
    assert alone.outcomes == first.outcomes == second.outcomes == third.outcomes == fourth.outcomes
    assert alone.outcomes[Outcome.FAILS]

"""Hunting: the smallest witness, what lies below it, and what dropping an assumption means."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from ntpcheck.checks.compare import at_most
from ntpcheck.checks.existence import unsettled
from ntpcheck.claim import Claim, Effort
from ntpcheck.domains import DATASETS
from ntpcheck.engine.hunt import Hunt, hunt, named_sizes, negated, sizes
from ntpcheck.engine.sweep import impose, sifted, standing
from ntpcheck.engine.ways import Until, part_of
from ntpcheck.errors import UnknownAssumption
from ntpcheck.evidence import Outcome, Verdict, judge
from ntpcheck.instances.base import Instance
from ntpcheck.instances.dataset import Dataset
from ntpcheck.report.hunted import entry, meaning, replayed, ruled
from ntpcheck.statement.document import UNSTATED
from ntpcheck_papers.li2024 import PAPER as LI
from ntpcheck_papers.thrampoulidis2024 import PAPER
from ntpcheck_papers.thrampoulidis2024.setting import FULL_RANK, OVERPARAMETERIZED
from tests.engine.toys import CLAIMS, TOYS

SMALL = Effort(examples=20, batch=64, trajectories=4)
TINY = Effort(examples=10, batch=32, trajectories=2)  # small shapes are looked at whole all the same
LEMMA = PAPER["linear/lemma-1/separable"]


def quiet(*said: object) -> None:
    """Says nothing."""


def nearly_at_once() -> Callable[[], bool]:
    """Time for a little of everything."""
    calls = count()
    return lambda: next(calls) > 12


def hunted(claim: Claim, *dropped: str, seed: int = 0) -> Hunt:
    return hunt(Hunt.of(claim, dropped, SMALL, seed), lambda: False, lambda *_: None)


@pytest.mark.parametrize(
    ("dropped", "least"),
    [("full-rank", {"m": 1, "V": 2, "d": 2}), ("overparameterized", {"m": 2, "V": 2, "d": 1})],
)
def test_a_needed_assumption_gets_a_witness_of_least_size(dropped: str, least: dict[str, int]) -> None:
    found = hunted(LEMMA, dropped)
    assert found.settled is not None
    assert found.settled.document is not None
    instance = Dataset.from_json(found.settled.document["instance"])
    assert found.verdict is Verdict.REFUTED
    assert found.need == "needed"
    assert {axis: instance.size(axis) for axis in "mVd"} == least
    assert found.excluded
    assert f"m={least['m']} d={least['d']} V={least['V']}" not in found.excluded
    assert found.settled.document["dropped"] == [dropped]


def test_a_witness_violates_what_was_dropped_and_nothing_else() -> None:
    document = hunted(LEMMA, "overparameterized").settled.document  # pyright: ignore[reportOptionalMemberAccess]
    instance = Dataset.from_json(document["instance"])  # pyright: ignore[reportOptionalSubscript]
    assert judge(OVERPARAMETERIZED.check(instance)).item() is Outcome.FAILS
    assert judge(FULL_RANK.check(instance)).item() is Outcome.HOLDS


def test_the_opposite_of_an_assumption_holds_exactly_where_it_fails() -> None:
    source = torch.Generator().manual_seed(3)
    batches = [DATASETS.sampler(source, 32) for _ in range(8)]
    for assumption in (OVERPARAMETERIZED, FULL_RANK):
        said = np.concatenate([judge(assumption.check(batch)) for batch in batches])
        opposite = np.concatenate([judge(negated(assumption).check(batch)) for batch in batches])
        assert set(said) == {Outcome.HOLDS, Outcome.FAILS}
        assert ((said == Outcome.HOLDS) == (opposite == Outcome.FAILS)).all()


def test_a_claim_that_stands_says_how_much_was_looked_at() -> None:
    found = hunted(LEMMA)
    assert found.verdict is Verdict.SUPPORTED
    assert set(found.tried) == {"enumeration", "Hypothesis", "sweep", "ascent"}
    assert sum(found.tried.values()) == found.tally.inside > 500


def test_ascent_reaches_what_sampling_does_not() -> None:
    """Entries above 1 never come from the toy domain; the ascent moves towards them."""

    def small(data: Any, effort: Effort) -> Any:
        return at_most(data.xp.max(data.xp.max(data.W, -1), -1), data.sized("d") * 0 + 3, terms=1)

    found = hunted(Claim("toy/small", "Entries of W are at most 3", "-", TOYS, (), small))
    assert found.verdict is Verdict.SUSPECT
    assert found.settled is not None
    assert found.settled.reason == UNSTATED
    assert found.tried["ascent"] > 0
    assert found.tried["sweep"] > 0


def test_an_assumption_that_the_others_imply_is_said_to_be_implied() -> None:
    """C E^T = I makes the embeddings independent, so that (Graph-SVM) has a solution."""
    found = hunt(
        Hunt.of(LI["attention/theorem-3/direction"], ("feasible",), TINY, 0), nearly_at_once(), quiet
    )
    assert found.settled is not None
    assert (found.verdict, found.tally.inside) == (Verdict.SUPPORTED, 0)
    assert found.implied >= 20
    assert found.need == f"implied by the others on {found.implied:,}"
    assert found.settled.reason == f"it held on all {found.implied:,} instances with the others"


def test_without_an_assumption_a_limit_is_put_to_the_verifier_at_plain_instances() -> None:
    claim, late = LI["attention/theorem-2/direction/amended"], iter([True])  # no time for any way of looking
    found = hunt(Hunt.of(claim, ("identity-head",), TINY, 0), lambda: next(late, False), quiet)
    assert sum(found.tried.values()) == 0
    assert found.verdict is Verdict.REFUTED
    assert found.settled is not None
    assert found.settled.document is not None
    instance = Instance.from_json(found.settled.document["instance"])
    failing = {a.name for a in claim.assumes if (judge(a.check(instance)) != Outcome.HOLDS).any()}
    assert failing == {"identity-head"}
    whole = hunt(Hunt.of(claim, (), TINY, 0), lambda: True, quiet)
    assert whole.settled is not None
    assert whole.settled.document is None


def test_a_hunt_without_time_says_that_it_looked_at_nothing() -> None:
    found = hunt(Hunt.of(LEMMA, (), SMALL, 0), lambda: True, quiet)
    assert found.verdict is Verdict.VACUOUS
    assert meaning(found, 0) == "no instance was met; the time ended before any was drawn"


def test_doubt_comes_with_its_reason() -> None:
    def nothing(data: Any, effort: Any) -> Any:
        return unsettled(data.W[..., 0, 0])

    found = hunted(Claim("toy/open", "Nothing is decided", "-", TOYS, (), nothing))
    assert found.verdict is Verdict.UNDECIDED
    assert found.settled is not None
    assert "decided neither by floats nor by an exact argument" in found.settled.reason


def test_each_way_of_looking_has_its_share_of_the_time() -> None:
    end = time.monotonic() + 100
    first = part_of(Until(end), 0.4)
    assert isinstance(first, Until)
    assert end - 61 < first.end < end - 59
    assert not first()
    assert Until(end - 200)()
    assert part_of(lambda: True, 0.1)()


@pytest.mark.parametrize("claim", ["attention/theorem-4/no-critical-point", "linear/lemma-4/6"])
def test_sifting_a_batch_gives_the_same_standing(claim: str) -> None:
    paper = LI if claim.startswith("attention") else PAPER
    source = torch.Generator().manual_seed(11)
    for size in (1, 40):
        batch = paper[claim].domain.sampler(source, size)
        for here in (batch, impose(paper[claim].assumes, batch)):
            one, other = (look(paper[claim].assumes, here) for look in (standing, sifted))
            assert (one[0] == other[0]).all()
            assert (one[1] == other[1]).all()
            assert one[2] == other[2]


def test_time_stops_a_hunt_at_the_next_border() -> None:
    calls = count()
    stopped = hunt(Hunt.of(LEMMA, (), SMALL, 0), lambda: next(calls) > 2, lambda *_: None)
    assert stopped.verdict in (Verdict.SUPPORTED, Verdict.VACUOUS)
    assert stopped.tally.inside < hunted(LEMMA).tally.inside


def test_with_a_clock_a_claim_that_stands_is_looked_at_for_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ntpcheck.engine.hunt.TIMED", 3)
    timed = hunt(Hunt.of(LEMMA, (), SMALL, 0), Until(math.inf), lambda *_: None)
    once = hunted(LEMMA)
    assert timed.verdict is once.verdict is Verdict.SUPPORTED
    for way in ("sweep", "ascent"):
        assert timed.tried[way] > 2 * once.tried[way] > 0
    assert timed.tried["Hypothesis"] == once.tried["Hypothesis"]


def test_two_hunts_with_one_seed_agree() -> None:
    first, second = hunted(LEMMA, "overparameterized", seed=7), hunted(LEMMA, "overparameterized", seed=7)
    assert first.settled is not None
    assert second.settled is not None
    assert first.settled.document == second.settled.document
    assert first.tried == second.tried


def test_an_assumption_the_claim_does_not_make_cannot_be_dropped() -> None:
    with pytest.raises(UnknownAssumption, match="It assumes overparameterized, full-rank"):
        Hunt.of(LEMMA, ("separable",), SMALL, 0)
    with pytest.raises(UnknownAssumption, match="Did you mean full-rank"):
        Hunt.of(LEMMA, ("fullrank",), SMALL, 0)


# Dropped assumption, verdict, the witness's sizes, a shape that it excludes.
NEEDED = {
    "linear/lemma-1/separable": [
        ("full-rank", "REFUTED", "m=1 d=2 V=2", "m=1 d=1 V=2"),
        ("overparameterized", "REFUTED", "m=2 d=1 V=2", "m=1 d=1 V=2"),
    ],
    "linear/lemma-2/norm": [("separable", "REFUTED", "m=1 d=1 V=2", "m=1 d=1 V=1")],
    "linear/theorem-2/direction": [("separable", "ILL_POSED", "m=1 d=1 V=2", "m=1 d=1 V=1")],
    "linear/theorem-2/finite-part": [
        ("small-step", "REFUTED", "m=2 d=2 V=2", "m=1 d=1 V=2"),
    ],
    "attention/lemma-3/convex": [
        ("identity-head", "REFUTED", "K=2 d=1 n=1", "K=1 d=1 n=1"),
        ("realizable", "ILL_POSED", "K=2 d=2 n=1", "K=2 d=1 n=1"),
    ],
}
CASES = [(claim, *case) for claim, cases in NEEDED.items() for case in cases]


@pytest.mark.parametrize(("claim", "dropped", "verdict", "shape", "smaller"), CASES)
def test_dropping_a_needed_assumption_gives_an_exact_witness(
    claim: str, dropped: str, verdict: str, shape: str, smaller: str
) -> None:
    paper = LI if claim.startswith("attention") else PAPER
    found = hunt(Hunt.of(paper[claim], (dropped,), TINY, 0), lambda: False, lambda *_: None)
    assert found.settled is not None
    document = found.settled.document
    assert document is not None
    instance = Instance.from_json(document["instance"])
    assert (found.verdict.value, named_sizes(instance, sizes(instance))) == (verdict, shape)
    assert found.settled.reason == ""
    assert ruled(document, [paper]).outcome == "ACCEPTED"
    assert smaller in found.excluded
    assert shape not in [*found.excluded, *found.sampled]
    assert replayed(document, [paper]).outcome == ("UNDEFINED" if verdict == "ILL_POSED" else "FAILS")


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.id)
def test_an_entry_says_what_the_claim_does_on_its_witness_and_nothing_without_one(
    claim: Claim, tmp_path: Path
) -> None:
    said = {Verdict.REFUTED: "it fails", Verdict.ILL_POSED: "it is undefined"}
    found = entry(hunt(Hunt.of(claim, (), TINY, 0), nearly_at_once(), quiet), tmp_path, seconds=1)
    assert found["says"] == said.get(Verdict(found["verdict"]))
    assert (found["says"] is None) == (found["witness"] is None)

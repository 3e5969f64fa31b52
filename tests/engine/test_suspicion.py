"""A SUSPECT says where it fails, by how much, and what is missing for a refutation."""

from __future__ import annotations

import math
import pickle
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from ntpcheck.claim import Conclude, Effort
from ntpcheck.engine.carried import Carried
from ntpcheck.engine.judgement import Judged, decide
from ntpcheck.engine.settle import settle
from ntpcheck.engine.suspicion import suspicion, unlifted
from ntpcheck.engine.tally import Tally
from ntpcheck.evidence import Evidence, Outcome, Rigor, Verdict
from ntpcheck.instances.base import Instance
from ntpcheck.instances.dataset import Decoding
from ntpcheck.report.catalogue import load
from ntpcheck.verifier.arithmetic.intervals import TooMuch, Undecided
from ntpcheck.verifier.instance.world import World
from tests.engine.toys import identity

EFFORT = Effort(batch=8)
POINT = Decoding(torch.ones(1, 1), torch.ones(1, 1).long(), torch.full((1, 1), 3.0, dtype=torch.float64))


def below_two(data: Any, effort: Effort) -> Evidence:
    """Fails at 3 by 1, where floats say so alone."""
    slack = 2 - data.W[..., 0, 0]
    if not data.is_exact:
        return Evidence(slack=slack, error=0 * slack + 0.25, scale=0 * slack + 3)
    return Evidence(slack=math.nan, error=0.0, scale=3.0)


def tally_of(conclude: Conclude) -> Tally:
    tally = Tally(replace(identity, conclude=conclude, assumes=(), origin=None), EFFORT)
    tally.judged(decide(tally.claim, POINT.exact(), EFFORT), Outcome.FAILS, counted=True)
    return tally


def test_a_suspect_names_the_instance_its_sides_and_why_it_was_not_lifted() -> None:
    settled = settle(tally_of(below_two), 0)
    assert settled.verdict is Verdict.SUSPECT
    assert "Decoding: embeddings [[1]]; counts [[1]]; W [[3]]" in settled.reason
    assert "its sides, the larger 3, differ by -1 (error 0.25)" in settled.reason
    assert settled.reason.endswith("what the claim asserts is read off a run or a path in floats")


def test_what_a_checker_said_of_a_batch_is_told_and_not_asked_again() -> None:
    asked: list[tuple[int, ...]] = []

    def counted(data: Any, effort: Effort) -> Evidence:
        found = below_two(data, effort)
        if data.is_exact:
            return found
        asked.append(data.batch)
        return replace(found, measured={"twice": 2 * data.W[..., 0, 0]})

    tally = Tally(replace(identity, conclude=counted, assumes=(), origin=None), EFFORT)
    batch = Decoding(
        torch.ones(2, 1, 1), torch.ones(2, 1, 1).long(), torch.tensor([[[1.0]], [[3.0]]]).double()
    )
    inside = np.ones(2, dtype=bool)
    tally.add(batch, inside, ~inside, counted(batch, EFFORT))
    there = pickle.loads(pickle.dumps(Carried(tally))).of(tally.claim)
    for one in (tally, there):
        reason = suspicion(one)
        assert "W [[3]], where its sides, the larger 3, differ by -1 (error 0.25)" in reason
        assert reason == suspicion(tally_of(below_two))
    assert asked == [(2,)]
    (kept,) = (one.floats for one in there.suspects)
    assert kept is not None
    assert kept.measured["twice"].tolist() == [6.0]


def test_an_exact_failure_without_a_book_says_what_is_missing() -> None:
    def exactly(data: Any, effort: Effort) -> Evidence:
        slack = 2 - data.W[..., 0, 0]
        return Evidence(slack=slack, error=0 * slack, scale=0 * slack + 3)

    settled = settle(tally_of(exactly), 0)
    assert settled.verdict is Verdict.SUSPECT
    assert settled.reason.startswith("fails exactly on ")
    assert "no book states the claim" in settled.reason


@pytest.mark.parametrize("count", [1, 5])
def test_failures_beyond_what_is_lifted_are_told(count: int) -> None:
    tally = Tally(identity, EFFORT)
    tally.outcomes[Outcome.FAILS] += count
    assert "none was lifted" in suspicion(tally)


def test_what_stays_open_names_an_instance_and_what_was_measured_there() -> None:
    def open_(data: Any, effort: Effort) -> Evidence:
        slack = math.nan * data.W[..., 0, 0] if not data.is_exact else math.nan
        if data.is_exact:
            return Evidence(slack=slack, error=0.0, scale=3.0)
        rate = {"rate": 0 * data.W[..., 0, 0] + 0.000043, "end": data.W[..., 0, 0] * math.nan}
        return Evidence(slack=slack, error=0.0, scale=3.0, measured=rate)

    tally = tally_of(open_)
    tally.judged(decide(tally.claim, POINT.exact(), EFFORT), Outcome.UNDECIDED, counted=True)
    tally.outcomes[Outcome.FAILS] = 0
    tally.outcomes[Outcome.HOLDS] = 24
    settled = settle(tally, 0)
    assert settled.verdict is Verdict.UNDECIDED
    assert settled.reason == (
        "1 of 25 instances stay open; the first is Decoding: embeddings [[1]]; counts [[1]]; W [[3]]; "
        "measured there: rate 4.3e-05; "
        "not lifted: what the claim asserts is read off a run or a path in floats"
    )


FORMULA = """book mine "Mine"
given One: x, y
trajectory y_k along k from x by y_k + k
claim mine/it "it" on One
    says  it
    {}
"""


def reason_of(clause: str, folder: Path) -> str:
    """Why what a book says stays open at x = 2, y = 3."""
    (folder / "mine.book").write_text(FORMULA.format(clause), encoding="utf-8")
    it = load(str(folder / "mine.book"))["mine/it"]
    instance = Instance.from_json({"type": "One", "x": 2, "y": 3})
    nothing = Evidence(slack=math.nan, error=0.0, scale=1.0, rigor=Rigor.EXACT)
    return unlifted(it, Judged(instance, Outcome.UNDECIDED, nothing))


@pytest.mark.parametrize(
    ("problem", "says"),
    [
        (Undecided("a sign is open"), "the verifier does not decide the formula there: a sign is open"),
        (TooMuch("much"), "the formula asks for more arithmetic there than one instance is given"),
    ],
)
def test_a_formula_of_a_book_that_stays_open_says_what_the_verifier_says(
    problem: Exception, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def asked(*_: Any) -> bool:
        raise problem

    monkeypatch.setattr(World, "ask", asked)
    assert reason_of("formula x < y", tmp_path) == f"not lifted: {says}"


@pytest.mark.parametrize(
    ("clause", "says"),
    [
        ("limit always y_k = x", "a run of floats decides no limit, and no argument refutes it there"),
        (
            "formula some c. c * c = x + y",
            "that a file has to name, and no argument refutes it there",
        ),
    ],
)
def test_a_limit_of_a_book_says_that_it_needs_an_argument(clause: str, says: str, tmp_path: Path) -> None:
    assert reason_of(clause, tmp_path).endswith(says)

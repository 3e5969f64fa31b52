"""A hunt for a claim that no instance shows to hold says what was looked at, and claims no more."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from ntpcheck.claim import Effort, Paper
from ntpcheck.commands.hunt import _lines
from ntpcheck.engine.ending import argued
from ntpcheck.engine.hunt import Hunt, hunt
from ntpcheck.engine.nearest import nearest
from ntpcheck.evidence import Outcome, Verdict
from ntpcheck.report.catalogue import load
from ntpcheck.report.hunted import entry
from ntpcheck_papers.thrampoulidis2024 import PAPER

BOOK = """book mine "Mine"
axes d: a
given Two: s[a], e
demand e > 0
assume short "1" = e <= 1
    says the step is at most 1
trajectory W_k[a] along k from s by W_k[a] - e * W_k[a]
claim mine/true "1" on Two
    says      it tends to 0
    assuming  short
    where     least = e
    limit     tends(norm(W_k), 0)
claim mine/false "2" on Two
    says      it tends to infinity
    limit     tends(norm(W_k), infinity)
claim mine/steps "3" on Two
    says      it gets no longer
    assuming  short
    limit     always norm(W_k) <= norm(s)
claim mine/words "4" on Two
    says      it trains well
    recorded  an experiment shows it
"""
TINY = Effort(examples=10, batch=32, trajectories=2)
AT = re.compile(r": at ([\d,]+) of ([\d,]+) drawn instances, and at ([\d,]+) plain ones")


@pytest.fixture
def mine(tmp_path: Path) -> Paper:
    path = tmp_path / "mine.book"
    path.write_text(BOOK.replace("    where     least = e\n", ""))
    return load(str(path))


def hunted(paper: Paper, name: str, *dropped: str, most: int = 400) -> tuple[Hunt, list[Any]]:
    """A hunt that may look at the clock so often, and what it says on its way."""
    calls, said = count(), list[Any]()
    target = Hunt.of(paper[name], dropped, TINY, 0)
    return hunt(target, lambda: next(calls) >= most, lambda *told: said.append(told)), said


def numbers(reason: str) -> list[int]:
    found = AT.search(reason)
    assert found is not None, reason
    return [int(number.replace(",", "")) for number in found.groups()]


def test_a_limit_that_nothing_refutes_is_said_to_be_open_and_where_lemmas_were_tried(
    mine: Paper, tmp_path: Path
) -> None:
    target, said = hunted(mine, "mine/true")
    assert target.verdict is Verdict.UNDECIDED
    assert target.settled is not None
    drawn, inside, plain = numbers(target.settled.reason)
    assert (drawn, inside, plain) == (argued(target), target.tally.inside, target.plain.tried)
    assert 0 < drawn < inside
    assert plain > 0
    found = entry(target, tmp_path, seconds=1)
    assert found["meaning"] == target.settled.reason
    assert "counterexample" not in found["meaning"]
    assert (found["held"], found["lemmas"]) == (0, {"drawn": drawn, "plain": plain})
    assert "nearest comes the lemma" in found["nearest"]
    assert found["nearest"] == nearest(mine["mine/true"])
    assert f"  {found['nearest']}" in _lines(found)
    assert found["cost"] == f"{inside:,} instances inside, and {plain:,} plain ones, 1.0 s"
    assert target.settled.reason in repr(target)
    assert said[0] == ("plain", plain, "no lemma refutes it")
    assert {state for _, looked, state in said[1:] if looked} == {"nothing decided"}
    again, _ = hunted(mine, "mine/true")  # what the first hunt has asked is asked anew
    assert again.settled is not None
    assert again.settled.reason == target.settled.reason


def test_a_hunt_without_time_says_as_much(mine: Paper, tmp_path: Path) -> None:
    target, _ = hunted(mine, "mine/true", most=4)
    assert target.verdict is Verdict.UNDECIDED
    found = entry(target, tmp_path, seconds=1)
    assert numbers(found["meaning"])[1:] == [0, 4]
    assert found["nearest"] == nearest(mine["mine/true"])
    late, _ = hunted(mine, "mine/true", most=0)
    assert numbers(entry(late, tmp_path, seconds=1)["meaning"]) == [0, 0, 0]


def test_a_false_limit_falls_at_a_plain_instance_before_any_is_drawn(mine: Paper, tmp_path: Path) -> None:
    target, said = hunted(mine, "mine/false")
    assert target.verdict is Verdict.REFUTED
    assert (sum(target.tried.values()), said) == (0, [("plain", target.plain.tried, "fails")])
    found = entry(target, tmp_path, seconds=1)
    assert (found["meaning"], found["reason"], found["nearest"]) == ("the statement is false", "", "")


def test_without_an_assumption_plain_instances_violate_it(mine: Paper) -> None:
    target, _ = hunted(mine, "mine/true", "short")
    assert target.verdict is Verdict.REFUTED
    assert target.settled is not None
    assert target.settled.document is not None
    assert Fraction(target.settled.document["instance"]["e"]) > 1
    assert target.need == "needed"


def test_what_first_steps_say_is_said_of_them_alone(mine: Paper, tmp_path: Path) -> None:
    target, said = hunted(mine, "mine/steps", most=4000)
    assert target.verdict is Verdict.UNDECIDED
    found = entry(target, tmp_path, seconds=1)
    assert found["meaning"].endswith("; no first step is seen to refute it at any drawn one")
    assert {(way, state) for way, looked, state in said if looked} == {
        (way, "no first step refutes it") for way in target.tried
    }
    assert numbers(found["meaning"])[2] > 0  # looked at last


def test_a_recorded_sentence_is_only_recorded(mine: Paper, tmp_path: Path) -> None:
    target, _ = hunted(mine, "mine/words")
    found = entry(target, tmp_path, seconds=1)
    assert found["nearest"] == ""
    told = "not decided: the book only records the sentence; a checker in Python can look at it"
    assert found["meaning"] == told


def test_a_claim_with_a_checker_counts_where_it_holds(tmp_path: Path) -> None:
    target, _ = hunted(PAPER, "linear/lemma-1/separable")
    assert target.verdict is Verdict.SUPPORTED
    held = target.tally.outcomes[Outcome.HOLDS]
    found = entry(target, tmp_path, seconds=1)
    assert found["meaning"].startswith(f"no counterexample in {held:,} instances, judged in ")
    assert (found["held"], found["lemmas"]) == (held, {"drawn": 0, "plain": 0})
    target.tally.outcomes[Outcome.UNDECIDED] += 3
    target.tried["sweep"] += 3
    assert entry(target, tmp_path, seconds=1)["meaning"].endswith("; 3 more are not decided")

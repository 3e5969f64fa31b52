"""What long work is at is told to whoever waits, and to nobody else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ntpcheck import doing
from ntpcheck.engine.journal import Journal
from ntpcheck.engine.run import verify
from ntpcheck.report import terminal
from ntpcheck.report.catalogue import load

BOOK = """book mine "Mine"
use ntpcheck.linear
given Run
assume single "1" = m = 1 and V = 2 and d = 1
    says  there is one context, of two tokens in one dimension
claim mine/nearer "1" on Run
    says      the projection gets no longer
    assuming  single
    limit     always norm(PF(W_k)) <= norm(W_k)
"""


def test_stages_are_told_at_once_and_places_in_them_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    doing.stage("nobody waits")
    doing.at("nor here")
    told: list[str] = []
    with doing.telling(told.append):
        doing.stage("sweep")
        doing.at("instance 1")  # too soon
        monkeypatch.setattr(doing, "EVERY", -1.0)
        doing.at("instance 2")
        inner: list[str] = []
        with doing.telling(inner.append):
            doing.at("alone")
        doing.stage("ascent")
    doing.stage("nobody waits any more")
    assert told == ["sweep", "sweep; instance 2", "ascent"]
    assert inner == ["alone"]


@pytest.mark.share(2)
@pytest.mark.parametrize("apart", [True, False])
def test_a_run_names_its_stages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, apart: bool) -> None:
    """Those of a third party's book too, which is checked in a process of its own; no journal has them."""
    monkeypatch.setattr(doing, "EVERY", -1.0)
    monkeypatch.setattr("ntpcheck.engine.plain.INSIDE", 3)
    monkeypatch.setattr("ntpcheck.formulas.spaces.MOST_FOLLOWED", 24)
    path = tmp_path / "mine.book"
    path.write_text(BOOK)
    heard: list[dict[str, Any]] = []
    journal, foreign = Journal(), frozenset({"mine"} if apart else ())
    asked: dict[str, Any] = {"profile": "quick", "seed": 0, "device": "cpu", "foreign": foreign}
    verify([load(str(path))], (), journal=journal, progress=heard.append, **asked)
    stages = [event["doing"] for event in heard if event["event"] == "pulse"]
    assert {"lemmas, at plain instance 1 of 3 at most", "Hypothesis", "sweep", "ascent"} <= set(stages)
    assert any(said.startswith("sweep; words without a batched form, instance 2 of ") for said in stages)
    assert {event["claim"] for event in heard if event["event"] == "pulse"} == {"mine/nearer"}
    assert not any(event["event"] == "pulse" for event in journal.events)


def test_a_stage_is_told_while_there_is_one(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(terminal, "EVERY", 0.005)
    with terminal.Speaker() as speaker:
        assert speaker.line() == ""
        speaker.current = "toy/x: lemmas"
        while not (said := capsys.readouterr()).err:
            pass
    assert said.out == ""
    assert said.err.startswith("  toy/x: lemmas, 0 s\n")

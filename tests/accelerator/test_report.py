"""What `make gpu` writes: every domain with both times, and each claim whose outcomes differ by name."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from ntpcheck.evidence import Outcome
from ntpcheck.report.formats.summary import canonical
from tests.accelerator import __main__ as room
from tests.accelerator.stand_in import Accelerator
from tests.accelerator.test_claims import DOMAINS

NAME = next(name for name, (domain, _) in DOMAINS.items() if not domain.costly)


def reported() -> Any:
    with Accelerator():
        found = room.report([NAME], rows=8, runs=2)
    return json.loads(canonical(found))["domains"][NAME]


def test_it_compares_every_claim_and_times_both() -> None:
    told = reported()
    assert told["differ"] == {}
    assert told["compared"] >= len(DOMAINS[NAME][1])
    assert set(told["seconds"]) == {"cpu", "cuda"}


def test_what_differs_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    known = room.outcomes

    def odd(claims: list[Any], batch: Any, effort: Any) -> Any:
        found = known(claims, batch, effort)
        last = list(found)[-1]
        return found | ({last: found[last][:-1]} if effort.device == "cuda" else {})

    monkeypatch.setattr(room, "outcomes", odd)
    assert len(reported()["differ"]) == 1


def test_it_says_how_often_which_outcome_met_which_other(monkeypatch: pytest.MonkeyPatch) -> None:
    known = room.outcomes

    def odd(claims: list[Any], batch: Any, effort: Any) -> Any:
        found = known(claims, batch, effort)
        name = next(name for name, outcome in found.items() if set(outcome) == {Outcome.HOLDS})
        turned = np.array([Outcome.UNDECIDED, *found[name][1:]], dtype=object)
        return found | ({name: turned} if effort.device == "cuda" else {})

    monkeypatch.setattr(room, "outcomes", odd)
    assert list(reported()["differ"].values()) == [{"HOLDS against UNDECIDED": 1}]


def test_claims_about_a_decoder_are_timed_a_row_at_paper_size() -> None:
    with Accelerator():
        told = room.paper_size(DOMAINS["linear, decodings"][1][:2], few=2, many=4)
    assert told["rows"] == {"cpu": 2, "cuda": 4}
    for row in told["claims"].values():
        assert row["ratio"] == pytest.approx(row["cpu"] / row["cuda"])
        assert row["cpu"] > 0


def test_what_is_raised_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(claims: list[Any], batch: Any, effort: Any) -> Any:
        raise RuntimeError("out of memory")

    monkeypatch.setattr(room, "outcomes", refused)
    assert reported()["raised"] == "RuntimeError: out of memory"


def test_without_a_gpu_there_is_one_line(capsys: pytest.CaptureFixture[str], monkeypatch: Any) -> None:
    monkeypatch.setattr("torch.cuda.is_available", lambda: False)
    assert room.main() == 5
    assert capsys.readouterr().err.count("\n") == 1

"""What `make gpu` writes: every domain with both times, and each claim whose outcomes differ by name."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ntpcheck.report.summary import canonical
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
    assert told["differ"] == []
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


def test_what_is_raised_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(claims: list[Any], batch: Any, effort: Any) -> Any:
        raise RuntimeError("out of memory")

    monkeypatch.setattr(room, "outcomes", refused)
    assert reported()["raised"] == "RuntimeError: out of memory"


def test_without_a_gpu_there_is_one_line(capsys: pytest.CaptureFixture[str], monkeypatch: Any) -> None:
    monkeypatch.setattr("torch.cuda.is_available", lambda: False)
    assert room.main() == 5
    assert capsys.readouterr().err.count("\n") == 1

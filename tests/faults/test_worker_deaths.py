"""Workers killed at random while they search: each costs a task another try, and no byte of the result."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from ntpcheck.engine.journal import Journal
from ntpcheck.engine.run import verify
from tests.engine.test_cluster import collected, die, say, scheduler
from tests.engine.test_resume import histograms, told
from tests.faults.deadly import deadly, died

__all__ = ["scheduler"]  # a fixture
Count = Callable[[int, int], int]


def run(folder: Path, domains: int, deaths: int, workers: int | str) -> tuple[Journal, dict[str, bytes]]:
    """The journal of a run, and the counterexamples beside it."""
    folder.mkdir()
    paper = deadly(str(folder), os.getpid(), domains, deaths)
    journal = Journal(folder / "run" / "journal.ndjson")
    asked = {"profile": "quick", "seed": 7, "device": "cpu", "progress": lambda event: None}
    verify([paper], (), journal=journal, workers=workers, **asked)
    kept = {path.name: path.read_bytes() for path in folder.glob("run/counterexamples/*")}
    return journal, kept


def same(tmp_path: Path, domains: int, deaths: int, workers: int | str) -> None:
    alone, files = run(tmp_path / "alone", domains, deaths, 1)
    assert died(tmp_path / "alone") == 0
    shared, kept = run(tmp_path / "shared", domains, deaths, workers)
    assert died(tmp_path / "shared") == deaths
    assert told(shared) == told(alone)
    assert histograms(shared) == histograms(alone)
    assert kept == files
    assert all(e["verdict"] != "BROKEN" for e in shared.events if e["event"] == "verdict")


@pytest.mark.timeout(3600)
def test_local_workers_that_are_killed_change_nothing(tmp_path: Path, count: Count) -> None:
    same(tmp_path, count(7, 56), count(5, 50), 2)


@pytest.mark.timeout(3600)
def test_workers_of_a_cluster_that_are_killed_change_nothing(
    tmp_path: Path, count: Count, scheduler: str
) -> None:
    same(tmp_path, count(2, 12), count(1, 10), scheduler)


def test_what_waits_behind_a_task_that_kills_is_not_blamed() -> None:
    """Dask sends the tasks of a dead process to others, where they wait behind the next that dies."""
    lost: list[str] = []
    tasks = [*(partial(die, name) for name in ("one", "two", "three")), *(partial(say, k) for k in range(6))]
    found = collected(tasks, 2, lost=lambda _, said, __: lost.append(said))
    assert sorted(lost) == [f"die {name} has ended two worker processes" for name in ("one", "three", "two")]
    assert sorted(fields["number"] for _, fields in found) == list(range(6))

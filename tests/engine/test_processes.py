"""How many processes a run has where nothing is asked for."""

from __future__ import annotations

import pytest

from ntpcheck import backends
from ntpcheck.claim import Effort
from ntpcheck.engine.cluster import EACH, MOST, among, usual

QUICK = Effort()
LONG = Effort(batch=32 * QUICK.batch)


@pytest.mark.parametrize(
    ("claims", "cores", "effort", "processes"),
    [
        (1, 8, QUICK, 1),
        (EACH, 8, QUICK, 1),
        (2 * EACH - 1, 8, QUICK, 1),
        (2 * EACH, 8, QUICK, 2),
        (2 * EACH, 1, QUICK, 1),
        (100 * EACH, 8, QUICK, MOST),
        (1, 8, LONG, 1),
        (2, 8, LONG, 2),
    ],
)
def test_small_runs_stay_in_one_process(
    monkeypatch: pytest.MonkeyPatch, claims: int, cores: int, effort: Effort, processes: int
) -> None:
    monkeypatch.setattr(backends, "cores", lambda: cores)
    assert usual(claims, effort) == processes


def test_no_more_processes_than_tasks_and_one_for_an_accelerator() -> None:
    assert among(4, 3, "cpu") == 3
    assert among(4, 3, "cuda") == 1
    assert among("tcp://host:8786", 1, "cuda") == "tcp://host:8786"

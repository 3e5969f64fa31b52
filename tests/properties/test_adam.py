"""Adam with an epsilon on one-hot data: a run that stands still in doubles is no counterexample."""

from __future__ import annotations

from typing import Any

import pytest

from ntpcheck.claim import Effort
from ntpcheck.dynamics.adam import Moments
from ntpcheck.evidence import Outcome, judge
from ntpcheck.instances.base import Instance
from ntpcheck_papers.thrampoulidis2024 import PAPER
from ntpcheck_papers.thrampoulidis2024.figures.adam import adam_towards

FAR = {  # so far along its way that no step moves a double
    "type": "Run",
    "embeddings": [[-8, -8, -8, 8], [-8, -8, -8, 8]],
    "counts": [[1, 0], [2, 0]],
    "W0": [[128, -112, -176, 192], [464, -336, 208, 208]],
    "eta": "1/256",
}
NEAR = {**FAR, "W0": [[1, 0, 0, 0], [0, 1, 0, 0]]}


@pytest.mark.parametrize(("run", "said"), [(FAR, Outcome.HOLDS), (NEAR, Outcome.UNDECIDED)])
def test_one_hot_runs_are_judged_by_their_flow_or_not_at_all(run: dict[str, Any], said: Outcome) -> None:
    claim = PAPER["linear/figures/fig-5-adam-direction/default-epsilon"]
    assert judge(claim.conclude(Instance.from_json(run).floats(), Effort())) == said


def test_a_wrong_direction_fails_where_the_flow_is_known() -> None:
    run = Instance.from_json(FAR).floats()
    evidence = adam_towards(run, run.W0 * 0 + 1, Moments().epsilon)
    assert judge(evidence) == Outcome.FAILS

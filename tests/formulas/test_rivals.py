"""Evidence that is moved: what a falsehood beside a checker makes of what the checker says."""

from __future__ import annotations

from typing import Any

import torch

from ntpcheck.evidence import Evidence, Outcome, judge
from ntpcheck.formulas.rivals import away, checked, flipped, off_by, plus, tightened, times
from ntpcheck.instances.dataset import Run

RUN = Run([[1.0]], [[1, 1]], [[0.0], [0.0]], 1.0)


def evidence(*slack: float) -> Evidence:
    values = torch.tensor(slack, dtype=torch.float64)
    return Evidence(values, 0 * values + 0.25, 0 * values + 1)


def test_an_inequality_is_turned_round_and_tightened() -> None:
    found = evidence(2.0, -3.0)
    assert flipped(found).slack.tolist() == [-2.0, 3.0]
    assert tightened(found, 1.5).slack.tolist() == [0.5, -4.5]
    assert tightened(found, torch.tensor([1.0, 2.0])).slack.tolist() == [1.0, -5.0]
    assert flipped(found).error.tolist() == [0.25, 0.25]


def test_another_limit_fails_where_one_was_found_and_nowhere_else() -> None:
    found = away(evidence(2.0, 2.0, float("nan")), torch.tensor([-0.5, 0.0, 0.5], dtype=torch.float64))
    assert found.slack[:2].tolist() == [-0.5, 2.0]
    assert judge(found).tolist() == [Outcome.FAILS, Outcome.HOLDS, Outcome.UNDECIDED]


def test_a_limit_with_an_excess_is_decided_in_floats_alone() -> None:
    def settled(run: Any, _: Any) -> Evidence:
        return Evidence(0 * run.eta, 0 * run.eta, 1 + 0 * run.eta)

    conclude = off_by(settled, lambda run: run.eta / 64)["conclude"]
    assert judge(conclude(RUN, None))[()] is Outcome.FAILS
    assert judge(conclude(RUN.exact(), None))[()] is Outcome.UNDECIDED


def test_multiples_and_sums_of_what_functions_give() -> None:
    assert times(65 / 64, lambda x, y: x * y)(32, 2) == 65
    assert plus(lambda x: x, lambda x: x * x)(3) == 12
    told = checked(lambda data, a, b=0.0: evidence(data, a, b), 1.0, b=2.0)["conclude"]
    assert told(3.0, "effort").slack.tolist() == [3.0, 1.0, 2.0]

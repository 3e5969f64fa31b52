"""What a conjunction and a trend take over from their parts."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
import torch
from flint import fmpq

from ntpcheck.evidence import Evidence, Outcome, Rigor, both, judge, rigor_of, which
from tests.test_evidence import exact_evidence, one


def test_rigor_is_the_trend_s_or_the_least_of_the_parts():
    trend = replace(exact_evidence(fmpq(1)), rigor=Rigor.TREND)
    assert rigor_of(trend) is Rigor.TREND
    assert rigor_of(replace(one(1.0), rigor=Rigor.TREND)) is Rigor.TREND
    assert both(one(1.0), replace(one(2.0), rigor=Rigor.TREND)).rigor is Rigor.TREND
    assert both(replace(one(2.0), rigor=Rigor.EXACT), one(1.0)).rigor is Rigor.FLOAT


def test_a_conjunction_takes_all_of_the_part_that_speaks():
    first = replace(one(1.0, 0.25, 3.0, strict=True), measured={"a": 1, "b": 1})
    second = replace(one(2.0, 0.5, 7.0, strict=False), measured={"b": 2})
    found = both(second, first)
    assert (float(found.slack), float(found.error), float(found.scale)) == (1.0, 0.25, 3.0)
    assert (bool(found.strict), bool(found.defined)) == (True, True)
    assert dict(found.measured) == {"a": 1, "b": 1}
    assert dict(both(first, second).measured) == {"a": 1, "b": 2}
    lost = both(one(5.0, error=math.nan), one(1.0, scale=math.inf))  # NaN sorts below every slack
    assert math.isnan(float(lost.error))


def test_what_is_read_off_evidence_is_no_part_of_it():
    first, second = (Evidence(1.0, 0.0, 1.0) for _ in range(2))
    judge(first)
    assert first == second
    assert "read" not in repr(first)
    with pytest.raises(TypeError):
        Evidence(1.0, 0.0, 1.0, read={})


def test_which_rows_have_an_outcome():
    slack = torch.tensor([1.0, -1.0, 0.0, math.nan], dtype=torch.float64)
    found = Evidence(slack, 0 * slack, torch.ones(4, dtype=torch.float64), defined=[True, True, False, True])
    for outcome in (Outcome.HOLDS, Outcome.FAILS, Outcome.UNDECIDED, Outcome.UNDEFINED):
        assert which(found, outcome).tolist() == [said is outcome for said in judge(found).tolist()]
        assert which(found, outcome).any()


@pytest.mark.parametrize(("slack", "outcome"), [(0.0, Outcome.HOLDS), (-1.0, Outcome.FAILS)])
def test_a_slack_of_which_no_more_is_said_may_be_0_and_has_a_value(slack, outcome):
    plain = Evidence(*(torch.tensor(x, dtype=torch.float64) for x in (slack, 0.0, 1.0)))
    assert judge(plain)[()] is outcome
    assert (plain.strict, plain.defined, plain.rigor, dict(plain.measured)) == (False, True, Rigor.FLOAT, {})

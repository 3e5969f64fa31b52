"""A comparison says on which side it stands, by how much, and how far rounding may have moved it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

from ntpcheck.arithmetic import FLOAT, exact_array
from ntpcheck.checks.compare import at_most, below, decided, equal
from ntpcheck.evidence import Evidence, Outcome, Rigor, judge, outcome_of, rigor_of

HOLDS, FAILS, UNDECIDED = Outcome.HOLDS, Outcome.FAILS, Outcome.UNDECIDED
UNIT = 2.0**-52


def floats(*values: float) -> torch.Tensor:
    return torch.tensor(values, dtype=torch.float64)


def numbers(*values: Any, exact: bool) -> Any:
    return exact_array(list(values)) if exact else floats(*values)


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize(
    ("compare", "said"),
    [(equal, [FAILS, HOLDS, FAILS]), (at_most, [HOLDS, HOLDS, FAILS]), (below, [HOLDS, FAILS, FAILS])],
)
def test_less_equal_and_more(compare: Any, said: list[Outcome], exact: bool) -> None:  # noqa: FBT001
    """Two equal numbers, computed without rounding, are equal, at most each other, and not below."""
    left, right = numbers(1, 2, 3, exact=exact), numbers(2, 2, 2, exact=exact)
    assert judge(compare(left, right, terms=0)).tolist() == said


@pytest.mark.parametrize("compare", [equal, at_most, below])
def test_the_slack_is_signed_and_the_error_grows_with_terms_and_size(compare: Any) -> None:
    found = compare(floats(1.0, -6.0), floats(4.0, -8.0), terms=10)
    signed = [-3.0, -2.0] if compare is equal else [3.0, -2.0]
    assert found.slack.tolist() == signed
    assert found.scale.tolist() == [4.0, 8.0]
    assert found.error.tolist() == [40 * UNIT, 80 * UNIT]
    assert (
        compare(floats(1.0, 4.0), floats(4.0, 4.0), terms=10, scale=100).error.tolist() == [1000 * UNIT] * 2
    )


@pytest.mark.parametrize("compare", [equal, at_most, below])
def test_what_rounding_may_have_done_is_forgiven_to_closed_ones_alone(compare: Any) -> None:
    left, right = floats(1.0 + 2 * UNIT), floats(1.0)
    assert outcome_of_row(compare(left, right, terms=100)) is (UNDECIDED if compare is below else HOLDS)
    assert outcome_of_row(compare(left, right, terms=0.5)) is FAILS


def outcome_of_row(evidence: Evidence) -> Outcome:
    return judge(evidence)[0]


@pytest.mark.parametrize("compare", [equal, at_most])
def test_a_row_is_its_worst_entry_with_its_largest_error(compare: Any) -> None:
    left, right = floats(1, 2, 3, 4).reshape(2, 2), floats(1, 2.5, 2, 64).reshape(2, 2)
    found = compare(left, right, terms=1, axes=1)
    worst = [-0.5, -60.0] if compare is equal else [0.0, -1.0]
    assert found.slack.tolist() == worst
    assert found.scale.tolist() == [2.5, 64.0]
    assert found.error.tolist() == [2.5 * UNIT, 64 * UNIT]
    whole = compare(left, right, terms=1, axes=2)
    assert (whole.slack.item(), whole.scale.item()) == (min(worst), 64.0)
    assert compare(left, right, terms=1).slack.shape == (2, 2)


@pytest.mark.parametrize("compare", [equal, at_most])
def test_measured_numbers_are_passed_on(compare: Any) -> None:
    found = compare(floats(1), floats(2), terms=1, gap=floats(7))
    assert {name: value.tolist() for name, value in found.measured.items()} == {"gap": [7.0]}
    assert found.strict is False
    assert below(floats(1), floats(2), terms=1).strict is True


@pytest.mark.parametrize("exact", [False, True])
def test_a_fact_needs_no_rounding(exact: bool) -> None:  # noqa: FBT001
    like = numbers(0, 0, exact=exact)
    found = decided(torch.tensor([True, False]), like)
    assert judge(found).tolist() == [HOLDS, FAILS]
    assert [float(x) for x in found.slack] == [1.0, -1.0]
    assert [float(x) for x in found.error] == [0.0, 0.0]
    assert [float(x) for x in found.scale] == [1.0, 1.0]
    assert rigor_of(found) is Rigor.EXACT
    assert judge(decided(torch.tensor([True, True]), like, defined=False)).tolist() == [Outcome.UNDEFINED] * 2
    assert decided(found.slack > 0, like, rigor=Rigor.TREND).rigor is Rigor.TREND


def test_a_fact_may_come_as_numpy_and_be_told_in_either_system() -> None:
    holds = np.array([True, False])
    for like in (floats(0, 0), numbers(0, 0, exact=True)):
        assert judge(decided(holds, like)).tolist() == [HOLDS, FAILS]


@pytest.mark.parametrize("compare", [equal, at_most])
def test_exact_numbers_leave_no_error_whatever_the_scale(compare: Any) -> None:
    left, right = exact_array(["1/3", -5]), exact_array(["1/3", "-4"])
    found = compare(left, right, terms=99, axes=1, scale=7)
    assert (found.slack[()], found.error[()], found.scale[()]) == (-1 if compare is equal else 0, 0, 7)
    assert outcome_of(found) is (HOLDS if compare is at_most else FAILS)


def test_one_exact_instance_is_one_outcome() -> None:
    assert outcome_of(at_most(exact_array(1), exact_array(1), terms=0)) is HOLDS


@pytest.mark.parametrize("scale", [None, 5.0])
@pytest.mark.parametrize("terms", [3, torch.tensor([[1.0, 2.0], [64.0, 4.0]], dtype=torch.float64)])
def test_the_error_of_a_row_is_the_largest_of_its_entries(terms: Any, scale: float | None) -> None:
    left = torch.tensor([[[1.0, -7.0], [2.0, 0.5]]], dtype=torch.float64)
    right = left + 1
    found = at_most(left, right, terms=terms, axes=2, scale=scale)
    sizes = torch.maximum(left.abs(), right.abs()) if scale is None else torch.full_like(left, scale)
    assert found.error.tolist() == [FLOAT.rounding(sizes, terms).max().item()]
    assert found.scale.tolist() == [sizes.max().item()]


def test_a_measured_number_may_have_any_name() -> None:
    one = torch.ones(2, dtype=torch.float64)
    found = equal(one, one, terms=1, slack=one, sides=2 * one)
    assert found.measured["slack"] is one
    assert found.measured["sides"].tolist() == [2.0, 2.0]

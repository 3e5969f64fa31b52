"""Sums of what is never negative: what they have passed they never come back to."""

from __future__ import annotations

from typing import Any

from tests.verifier.argued import Case, case

OWN = ("passed",)


def passed(claim: str, *, step: Any = 4, **more: Any) -> Case:
    """After four steps total_k is between 6.4 and 6.5, squared_k between 0.53 and 0.54, less_k below -1.4."""
    return case("passed", claim, step=step, **more)


GOOD = (
    passed("tends(heap_k, 5)"),
    passed("eventually heap_k < 6"),
    passed("tends(squared_k, 1 / 4)", step=2),
    passed("tends(squared_k, 1 / 2)"),
    passed("tends(squared_k, 3 / 4)", step=100),
    passed("tends(total_k, 6)"),
    passed("tends(less_k, -1)"),
    passed("tends(-2 * less_k, 1)"),
    passed("tends(less_k - 2 * squared_k, 0)"),
    passed("tends(squared_k / 2 + k, 4)"),
    passed("forall a | x[a] > 0. tends(squared_k + x[a], 3 / 2)"),
    passed("tends(squared_k, 1 / 4) and bounded(less_k)"),
    passed("eventually squared_k <= 1 / 4"),
    passed("eventually total_k + u(fall_k)^2 < 6"),
    passed("always (total_k <= 6 or squared_k < 1 / 4)"),
    passed("eventually 1 / total_k > 1 / 6"),
    passed("tends(total_k, log(400))"),
    passed("tends(passed_k, 10)"),
)
BAD = {
    "what a sum has not passed": passed("tends(squared_k, 1)"),
    "what a sum has not passed at that step": passed("tends(squared_k, 3 / 4)"),
    "what a sum tends to": passed("tends(total_k, infinity)"),
    "a sum that is bounded": passed("bounded(squared_k)"),
    "a sum of numbers of steps that is true": passed("eventually heap_k >= 15"),
    "a sum of what may be negative": passed("tends(length_k, -1)"),
    "a sum of what may be either": passed("tends(switched_k, 0)"),
    "sums that differ": passed("tends(total_k - squared_k, 0)"),
    "a sum beside a counter": passed("tends(k - total_k, -1)"),
    "a sum beside what runs": passed("tends(total_k - u(fall_k), 5)"),
    "what is true of a sum in the end": passed("eventually total_k >= 6"),
    "what need not stay false": passed("eventually total_k + u(fall_k) > 8"),
    "an exponential of a sum": passed("tends(exp(-total_k), 0)"),
    "the inverse of a sum": passed("tends(1 / total_k, 0)"),
    "a square of a sum": passed("tends(total_k^2, 1)"),
    "a sum's limit that is denied": passed("not tends(squared_k, 1 / 4)"),
    "a sum's limit or another": passed("tends(squared_k, 1 / 4) or tends(n_k, infinity)"),
    "a sum's limit under a condition": passed("1 < 0 implies tends(squared_k, 1 / 4)"),
    "some limit of a sum": passed("some c. tends(squared_k, c)"),
    "a sum that starts over": passed("tends(taken_k, 0)"),
    "a sum that has a hand in its terms": passed("tends(owned_k, 1)"),
    "no sum": passed("tends(u(fall_k), 0)"),
    "a sum without a value": passed("tends(gone_k, 1)"),
    "a sum whose first term has no value": passed("tends(missing_k, 1)"),
    "a sum of what may lose its value": passed("tends(lame_k, 1 / 16)", s=(1, 0)),
    "a sum at no step": case("passed", "tends(squared_k, 1 / 4)"),
    "a sum at half a step": passed("tends(squared_k, 1 / 4)", step="5/2"),
    "a sum too late": passed("tends(squared_k, 1 / 4)", step=999),
}

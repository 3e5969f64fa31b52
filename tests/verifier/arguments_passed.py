"""Sums of what is never negative: what they have passed they never come back to."""

from __future__ import annotations

from typing import Any

from tests.verifier.argued import Case, case

OWN = ("gains", "passed")


def passed(claim: str, *, step: Any = 4, **more: Any) -> Case:
    """After four steps total_k is between 6.4 and 6.5, squared_k between 0.53 and 0.54, less_k below -1.4."""
    return case("passed", claim, step=step, **more)


MORE = """trajectory newton_k along k from 0 by newton_k + 1 + exp(-newton_k)
trajectory sunk_k along k from 3 by sunk_k - 2 - newton_k^2
trajectory slow_k along k from 0 by slow_k + 1 / (1 + exp(slow_k))
trajectory far_k along k from 0 by far_k + 1 + sqrt(far_k)
trajectory by-zero_k along k from 0 by by-zero_k + 1 + 1 / k^2
"""


def gains(claim: str, **more: Any) -> Case:
    """newton_k is k + O(1), above k; sunk_k falls by at least 2; shown are what steps add at least."""
    return case("gains", claim, **more)._replace(more=MORE)


ONE: dict[str, Any] = {"newton_k__gain": 1}
TWO: dict[str, Any] = {"sunk_k__gain": -2}

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
GOOD += (
    gains("tends(newton_k / log(k), 1)", **ONE),
    gains("tends(newton_k / sqrt(k), 1)", **ONE),
    gains("tends(newton_k / k, 1 / 2)", **ONE),
    gains("bounded(newton_k)", **ONE),
    gains("bounded(newton_k)", newton_k__gain="1/9"),
    gains("bounded(2 * newton_k - k)", **ONE),
    gains("tends(newton_k, -infinity)", **ONE),
    gains("tends(5 - newton_k, infinity)", **ONE),
    gains("eventually newton_k <= 4 * sqrt(k)", **ONE),
    gains("eventually log(k)^2 > newton_k", **ONE),
    gains("always newton_k < 100", **ONE),
    gains("always newton_k / (k + 1) <= 1 / 2", **ONE),
    gains("eventually newton_k = 7", **ONE),
    gains("tends(sunk_k / log(k), -1)", **TWO),
    gains("eventually sunk_k + k >= 0", **TWO),
    gains("bounded(newton_k - sunk_k)", **ONE, **TWO),
    gains("bounded(newton_k) and tends(sunk_k, 0)", **ONE),
    gains("forall a | x[a] > 0. tends(x[a] * newton_k / log(k), 1)", **ONE),
    gains("tends(n_k / log(k), 1)", n_k__gain=1),
)
BAD = {
    "a log of what a guard is above": gains(
        "eventually (n_k > sqrt(2) + sqrt(3) * exp(1) implies log(sqrt(2) + sqrt(3) * exp(1)) < n_k)",
        n_k__gain=1,
    ),
    "a number that grows like k": gains("tends(newton_k / k, 1)", **ONE),
    "more than each step adds": gains("bounded(newton_k)", newton_k__gain="9/8"),
    "less than nothing in each step": gains("bounded(newton_k)", newton_k__gain=-1),
    "nothing in each step": gains("bounded(newton_k)", newton_k__gain=0),
    "no number that gains": gains("bounded(newton_k)"),
    "steps that tend to nothing": gains("bounded(slow_k)", slow_k__gain="1/64"),
    "what is bounded beside a number that gains": gains("bounded(1 / (1 + newton_k^2))", **ONE),
    "a bounded number above another": gains("bounded(newton_k / k)", **ONE),
    "a number that falls in all": gains("tends(newton_k, infinity)", **ONE),
    "which side a number runs off to": gains("tends(sunk_k, -infinity)", **TWO),
    "what is less than what rises": gains("eventually newton_k >= sqrt(k)", **ONE),
    "numbers that rise and fall": gains("bounded(newton_k + sunk_k)", **ONE, **TWO),
    "a number beside one that is not known": gains("bounded(newton_k - sunk_k)", **ONE),
    "a number that gains, denied": gains("not bounded(newton_k)", **ONE),
    "a number that gains or is bounded": gains("bounded(newton_k) or tends(sunk_k, -infinity)", **ONE),
    "a number that is not seen to rise": gains("bounded(exp(newton_k) - exp(newton_k))", **ONE),
    "a square of what gains": gains("tends(newton_k^2 / k, infinity)", **ONE),
    "a number that gains, by its inverse": gains("eventually 1 / newton_k > 1 / k", **ONE),
    "a number always less than by k": gains("always newton_k / k <= 1 / 2", **ONE),
    "a step of a root of what may be negative": gains("bounded(far_k)", far_k__gain=1),
    "a step that divides by 0 at first": gains("bounded(by-zero_k)", **{"by-zero_k__gain": 1}),
    "a tensor that gains": gains("bounded(u(fall_k))", fall_k__gain=1),
    "a limit inside of a number": gains("bounded(if tends(newton_k / k, 1) then 1 else newton_k)", **ONE),
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

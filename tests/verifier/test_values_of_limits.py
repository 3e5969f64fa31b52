"""No lemma refutes a limit that has no value: at a step before the one that fails, or in a part read before.

Each that is refused was accepted once; beside it stands one like it that has a value and is false.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.verifier.test_true_statements import START, TURNED, TURNS, Truth, said

# x_k is 1 and then 0 for ever, z_k is k, y_k is 1 - 2^-k, t_k is 1 and -1 in turn.
ITEMS = """given Runs: s[a], n[a], one, zero
trajectory x_k along k from one by 0 * x_k
trajectory z_k along k from zero by z_k + 1
trajectory y_k along k from zero by (y_k + 1) / 2
trajectory t_k along k from one by -t_k
"""
PLACE: dict[str, Any] = {"type": "Runs", "s": [1, 1], "n": [0, 1], "one": 1, "zero": 0}
EVER = "what is said always may have no value before it fails"
FIRST = "a part of the statement may have no value"
OPEN = "the formula is not seen to fail from that step on"


class Pair(NamedTuple):
    """What has no value, why it is refused, and what has one and is false."""

    lemma: str
    without: str
    reason: str
    false: str
    hints: dict[str, Any] = {}  # noqa: RUF012 # never changed

    def truth(self, limit: str) -> Truth:
        hints = {f"claim.{name}": x for name, x in self.hints.items()}
        return Truth(ITEMS, (f"limit {limit}",), PLACE, hints, self.lemma)


Z, Y = {"z_k.0": 1}, {"y_k.0": 1}
PAIRS = {
    "a step before the one exhibited": Pair(
        "at-a-step", "always 1 / z_k > 1", "division by 0", "always 1 / (z_k + 1) > 1/2", {"step": 2}
    ),
    "a step between": Pair(
        "at-a-step",
        "always (z_k < 1 or 1 / (z_k - 1) > 1)",
        "division by 0",
        "always (z_k <= 1 or 1 / (z_k - 1) > 1)",
        {"step": 3},
    ),
    "a step of another part": Pair(
        "at-a-step",
        "(always 1 / (z_k - 9) < 1) and (always z_k < 2)",
        "the formula holds at that step",
        "(always z_k < 2) and (always 1 / (z_k - 9) < 1)",
        {"step": 3},
    ),
    "a step before a sum has passed": Pair(
        "passed",
        "always (z_k < 1 or 1 / (z_k - 1) < 0)",
        EVER,
        "always (z_k < 1 or 1 / (z_k^2 + 1) < 0)",
        {"step": 3},
    ),
    "the first step of all, far out": Pair("superposed", "always z_k / k < 1", EVER, "always z_k < k", Z),
    "the first step, under its condition": Pair(
        "superposed", "always (k >= 0 implies z_k / k < 1)", EVER, "always (k > 0 implies z_k / k < 1)", Z
    ),
    "a later step, far out": Pair(
        "superposed", "always z_k / (z_k - 5) < 1", EVER, "always z_k^2 / (z_k^2 + 5) < 1/2", Z
    ),
    "a step of what is read first": Pair(
        "superposed",
        "(always 1 / y_k < 5) and tends(1 / y_k, 7)",
        EVER,
        "tends(1 / y_k, 7) and (always 1 / y_k < 5)",
        Y,
    ),
    "a number of steps alone": Pair("alone", "always 1 / k < 0", EVER, "always 1 / (k + 1) < 0"),
    "a step of one part of what is said always": Pair(
        "cycles",
        "always (z_k < 7 and 1 / x_k < 2)",
        "division by 0",
        "always (z_k < 7 and 1 / (x_k + 1) < 2)",
        {"step": 1, "period": 12},
    ),
    "numbers at which one part fails, and at others another has no value": Pair(
        "cycles",
        "eventually (t_k > 0 and log(-t_k) < 1)",
        "log of a number that is not positive",
        "eventually (t_k > 0 and log(2 - t_k) < 1)",
        {"step": 0, "period": 2},
    ),
    "the same by every second step": Pair(
        "superposed",
        "eventually (t_k > 0 and log(-t_k) < 1)",
        "a premise of the lemma fails: no combination changes its sign without end and does not shrink",
        "eventually (t_k > 0 and log(2 - t_k) < 1)",
        {"t_k.0": 1},
    ),
    "the same by sides that change places": Pair(
        "recurrence",
        "eventually (t_k > 0 and log(-t_k) < 1)",
        FIRST,
        "eventually (t_k > 0 and log(2 + t_k^2) < 3)",
    ),
    # What may be needed is not needed where it is not read.
    "a need that is none": Pair(
        "passed",
        "tends(1 / x_k, 5) and (eventually (z_k < 3 or (one = 0 and 1 / x_k > 1)))",
        "a premise of the lemma fails: a trajectory adds up what is never negative, or never positive",
        "tends(1 / (1 + x_k^2), 5) and (eventually (z_k < 3 or (one = 0 and 1 / x_k > 1)))",
        {"step": 5},
    ),
    "an alternative with no value, denied": Pair(
        "passed",
        "eventually not (1 / x_k > 5 or z_k >= 3)",
        OPEN,
        "eventually not (1 / (1 + x_k^2) > 5 or z_k >= 3)",
        {"step": 5},
    ),
    "an alternative that needs what is needed": Pair(
        "passed",
        "eventually not (1 / x_k > 5 or 1 / z_k <= 1)",
        OPEN,
        "eventually not (z_k > 5 or 1 / x_k^2 > 0 or z_k >= 3)",
        {"step": 6},  # at 5 the second part is asked for, and has no value
    ),
    "a root that a guard does not keep": Pair(
        "superposed",
        "always (z_k > -3 * one implies sqrt(z_k^2 - 9) < 5)",
        EVER,
        "always (z_k > 3 * one implies sqrt(z_k^2 - 9) < 5)",
        Z,
    ),
    "a divisor that a guard does not keep": Pair(
        "superposed",
        "always (z_k >= norm(s) implies 1 / (norm(s) - z_k) < -5)",
        EVER,
        "always (norm(s) < z_k implies 1 / (norm(s) - z_k) < -5)",
        Z,
    ),
    "a root that a guard keeps at one end only": Pair(
        "superposed",
        "always ((z_k > 0 and z_k < one) or sqrt(z_k^2 - 1) < 5)",
        EVER,
        "always ((z_k > 0 and z_k >= exp(one)) implies sqrt(z_k^2 - exp(one)^2) < 5)",
        Z,
    ),
    "a condition that has no value at some numbers": Pair(
        "superposed",
        "some c | c > 0 and log(c - 1) > 0. eventually z_k <= c",
        FIRST,
        "some c | c > 1 and log(c - 1) > 0. eventually z_k <= c",
        Z,
    ),
    "a condition that has a value under its first part": Pair(
        "superposed",
        "some c | c >= 0 and 1 / c < 5. eventually z_k <= c",
        FIRST,
        "some c | c > 0 and 1 / c < 5. eventually z_k <= c",
        Z,
    ),
    "a condition on a number of which one part has no value": Pair(
        "superposed", "some c | c > log(zero). eventually z_k <= c", FIRST, "some c. eventually z_k <= c", Z
    ),
    "a condition on any number with a root": Pair(
        "superposed",
        "some c | c > sqrt(-one). eventually z_k <= c",
        FIRST,
        "some c | c > sqrt(one). eventually z_k <= c",
        Z,
    ),
}


@pytest.mark.parametrize("name", PAIRS)
def test_what_has_no_value_is_not_refuted(name: str, tmp_path: Path) -> None:
    pair = PAIRS[name]
    found = said(pair.truth(pair.without), tmp_path)
    assert (found.outcome, found.reason) == ("REJECTED", pair.reason)


@pytest.mark.parametrize("name", PAIRS)
def test_what_is_false_beside_it_is_refuted(name: str, tmp_path: Path) -> None:
    pair = PAIRS[name]
    found = said(pair.truth(pair.false), tmp_path)
    assert (found.outcome, found.verdict) == ("ACCEPTED", "REFUTED"), found.reason


# u = dot(z, N_k) is about 1/2 and -1/2 in turn.
TURN = {
    "a log": ("eventually log(dot(z, N_k)) > 0", "eventually log(dot(z, N_k)^2) > 0"),
    "a limit of a root": ("tends(sqrt(dot(z, N_k)), 7)", "tends(sqrt(dot(z, N_k)^2), 7)"),
}


@pytest.mark.parametrize("name", TURN)
def test_what_alternates_has_a_value_on_both_sides(name: str, tmp_path: Path) -> None:
    without, false = (
        said(Truth(TURNS, (f"limit {limit}",), START, TURNED, "alternates"), tmp_path) for limit in TURN[name]
    )
    assert (without.outcome, false.outcome) == ("REJECTED", "ACCEPTED"), (without.reason, false.reason)


def test_a_size_that_is_to_be_negative_has_a_value(tmp_path: Path) -> None:
    for limit, outcome in (("tends(abs(1 / x_k), -1)", "REJECTED"), ("tends(abs(x_k), -1)", "ACCEPTED")):
        assert said(Truth(ITEMS, (f"limit {limit}",), PLACE, {}, "recurrence"), tmp_path).outcome == outcome


@pytest.mark.parametrize("divisors", ["-one", "-one / 2", "2 / -one / 3", "(1 - k) / (2 * k - 2)"])
def test_a_size_over_what_may_be_negative_is_not_seen_to_be_positive(divisors: str, tmp_path: Path) -> None:
    """|t_k| is 1."""
    for divided, outcome in ((divisors, "REJECTED"), ("one / 2 / 3", "ACCEPTED")):
        limit = f"tends(abs(t_k) / {divided}, -1 / 2)"
        assert said(Truth(ITEMS, (f"limit {limit}",), PLACE, {}, "recurrence"), tmp_path).outcome == outcome

"""Conformance catches checkers that break the rules, and detection counts what it says it counts."""

from __future__ import annotations

from dataclasses import replace

import torch

from ntpcheck.checks.existence import floats_only
from ntpcheck.claim import Effort, Paper, Planted
from ntpcheck.engine.conformance import breaches
from ntpcheck.engine.detect import detect
from ntpcheck.evidence import Evidence
from tests.engine.toys import CLAIMS, direction, identity, nowhere, softmax_floor

EFFORT = Effort(examples=10, batch=64)


def test_honest_checkers_conform():
    for claim in (identity, direction):
        assert breaches(claim, EFFORT) == []


def corrupted(change):
    def conclude(data, effort):
        return change(data, identity.conclude(data, effort))

    return replace(identity, conclude=conclude)


def test_a_checker_that_mixes_rows_is_caught():
    def mixed(data, evidence):
        return replace(evidence, slack=evidence.slack - 5 * (data.batch != ()))

    assert any("row 0" in line for line in breaches(corrupted(mixed), EFFORT))


def test_a_checker_that_depends_on_the_order_of_tokens_is_caught():
    def ordered(data, evidence):
        return replace(evidence, slack=data.W[..., 0, 0] - data.W[..., -1, 0], error=0 * evidence.error)

    assert any("order of V" in line for line in breaches(corrupted(ordered), EFFORT))


def test_a_float_route_that_contradicts_the_exact_one_is_caught():
    def flipped(data, evidence):
        return evidence if data.is_exact else replace(evidence, slack=-evidence.slack - 1)

    assert any("floats say" in line for line in breaches(corrupted(flipped), EFFORT))


def test_evidence_of_the_wrong_shape_is_caught():
    def summed(data, evidence):
        if not data.batch:
            return evidence
        total = evidence.slack.sum().expand(2, *data.batch)
        return Evidence(total, torch.zeros_like(total), torch.ones_like(total))

    claim = corrupted(summed)
    from ntpcheck.engine.conformance import _total
    from ntpcheck.engine.sweep import generator

    assert list(_total(claim, claim.domain.sampler(generator(0), 3), EFFORT))


def test_a_claim_that_admits_nothing_is_caught():
    assert any("satisfies the assumptions" in line for line in breaches(nowhere, EFFORT))


def test_planted_falsehoods_are_detected_and_true_ones_survive():
    planted = (
        Planted("toy/identity", "flipped", "no logit reaches the sum", {"conclude": softmax_floor.conclude}),
        Planted("toy/identity", "same", "the claim itself", {"conclude": identity.conclude}),
    )
    first, second = detect(Paper("toy", "A toy paper", CLAIMS, planted), EFFORT, seed=1)
    assert (first.detected, first.outcome) == (True, "FAILS")
    assert 1 <= first.examples <= 64
    assert (second.detected, second.outcome) == (False, "SURVIVES")


def test_a_falsehood_that_nothing_decides_is_not_called_supported():
    @floats_only
    def conclude(data, effort):
        found = identity.conclude(data, effort)
        return replace(found, slack=torch.full_like(found.slack, torch.nan))

    planted = Planted("toy/identity", "wrong-limit", "no sum decides it", {"conclude": conclude})
    (found,) = detect(Paper("toy", "A toy paper", CLAIMS, (planted,)), EFFORT, seed=1)
    assert (found.detected, found.entry()["verdict"]) == (False, "UNDECIDED")

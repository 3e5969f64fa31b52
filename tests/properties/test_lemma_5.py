"""Lemma 5: its steps on their smallest failures, against mpmath and plain loops, and false neighbours."""

from __future__ import annotations

from collections import Counter

import mpmath
import numpy as np
import pytest
import torch

from ntpcheck.claim import Effort
from ntpcheck.engine.judgement import certify, decide
from ntpcheck.evidence import Outcome, judge
from ntpcheck.instances.dataset import Run, Scaled
from ntpcheck.reference.entropy import cross_entropy_gap, in_support_cross_entropy
from ntpcheck.reference.max_margin import max_margin
from ntpcheck_papers.thrampoulidis2024 import PAPER
from ntpcheck_papers.thrampoulidis2024.section_5 import lemma_5_cases
from ntpcheck_papers.thrampoulidis2024.section_5.comparison import cosine_gap, log_excess, regrouped, split
from ntpcheck_papers.thrampoulidis2024.section_5.comparison_cases import (
    least_margins,
    log_threshold,
    sums,
)
from ntpcheck_papers.thrampoulidis2024.shared.approach import log_softplus
from tests.properties.sampled import inside

EFFORT = Effort(examples=10, batch=64)
# The smallest instances found on which a step fails.
REFUTED = {
    "equality-genie": Scaled([[1]], [[1, 0]], [[0], [1]], "1/16"),
    "equality-true": Scaled([[1]], [[1, 0]], [[0], [1]], "1/16"),
    "rescaled": Scaled([[1]], [[1, 0]], [[1], [0]], "1/2"),
    "case-1-second": Scaled([[1]], [[1, 0]], [[2], ["-63/32"]], "1/16"),
    "case-2-lower": Scaled([[-1]], [[1, 0]], [[0], [1]], "1/16"),
    "sufficient-radius": Scaled(
        [[0, 0, 1], [1, 0, 1], ["1/2", 2, -1]],
        [[1, 1], [1, 0], [1, 0]],
        [["7/2", 1, 2], ["-7/2", "-3/2", -2]],
        "1/8",
    ),
    "R-alpha": Scaled(
        [[0, 0, 4], [1, 0, 0]],
        [[4, 1], [1, 0]],
        [["7/32", 0, "1/8"], ["-7/32", "-5/64", "-1/8"]],
        "1/8",
    ),
    "R-alpha-conclusion": Scaled(
        [[0, 0, 1], [1, 0, 1], [0, 4, -2]],
        [[6, 1], [1, 0], [1, 0]],
        [["7/32", "5/64", "1/8"], ["-7/32", "-5/64", "-1/8"]],
        "1/8",
    ),
    "finite-part-bounded": Run([[1]], [[1, 1, 0]], [[0], [1], [0]], 1),
}
PLANTED_LEMMA_5 = [p for p in PAPER.planted if p.of.startswith("linear/lemma-5/") and not p.from_text]
# Those whose checkers fail in floats; lines of the book are judged exactly.
CHEAP = [p for p in PLANTED_LEMMA_5 if p.origin is None and not p.claim(PAPER).domain.costly]


def losses(data, W):
    """CE at a decoder of mpmath numbers, and CE_F, by plain loops."""
    total, floor = mpmath.mpf(0), mpmath.mpf(0)
    counts = np.asarray(data.counts)
    for h, c in zip(np.asarray(data.embeddings), counts, strict=True):
        scored = [
            mpmath.fsum(w * mpmath.mpf(int(x.p)) / int(x.q) for w, x in zip(row, h, strict=True)) for row in W
        ]
        whole = mpmath.log(mpmath.fsum(map(mpmath.exp, scored)))
        part = mpmath.log(mpmath.fsum(mpmath.exp(s) for s, n in zip(scored, c, strict=True) if n))
        for s, n in zip(scored, c, strict=True):
            total += mpmath.mpf(int(n)) / int(counts.sum()) * (whole - s)
            floor += mpmath.mpf(int(n)) / int(counts.sum()) * (part - s)
    return total, floor


@pytest.mark.parametrize("name", REFUTED)
def test_a_false_step_fails_on_its_smallest_instance_and_the_verifier_accepts_that(name):
    claim = PAPER[f"linear/lemma-5/{name}"]
    judged = decide(claim, REFUTED[name].exact(), EFFORT)
    assert judged.outcome is Outcome.FAILS
    assert certify(claim, judged, seed=0, version="test").objections == []


@pytest.mark.parametrize("name", REFUTED)
def test_the_amended_step_does_not_fail_there(name):
    claim = PAPER[f"linear/lemma-5/{name}/amended"]
    assert decide(claim, REFUTED[name].exact(), EFFORT).outcome is not Outcome.FAILS


def test_without_a_token_out_of_support_there_is_no_genie_point():
    level = Scaled([[0]], [[1]], [[0]], "1/2").exact()
    assert decide(PAPER["linear/lemma-5/statement@short"], level, EFFORT).outcome is Outcome.UNDEFINED


def test_every_claim_has_two_false_neighbours():
    count = Counter(planted.of for planted in PLANTED_LEMMA_5)
    ours = [claim.id for claim in PAPER.claims if claim.id.startswith("linear/lemma-5/")]
    assert set(count) == set(ours)
    assert min(count.values()) >= 2


@pytest.mark.parametrize("planted", CHEAP, ids=lambda p: f"{p.of}#{p.kind}")
def test_a_false_neighbour_fails_somewhere(planted):
    claim = planted.claim(PAPER)
    assert any(
        (judge(claim.conclude(batch, EFFORT)) == Outcome.FAILS).any() for batch in inside(claim, 800, seed=1)
    )


def test_the_radius_is_not_sufficient_by_a_direct_evaluation_of_both_losses():
    data = REFUTED["sufficient-radius"].exact()
    found = split(data)
    with mpmath.workdps(120):
        number = lambda x: mpmath.mpf(int(x.p)) / int(x.q)  # noqa: E731
        W, best = (np.vectorize(number, otypes=[object])(x) for x in (data.W, max_margin(data).W))
        flat = np.vectorize(number, otypes=[object])(found.flat)
        N, length = (mpmath.sqrt(sum(x * x for x in X.ravel())) for X in (best, W - flat))
        tokens, n = 2, 4
        H = np.vectorize(number, otypes=[object])(np.asarray(data.embeddings))
        A = [
            sum(mpmath.exp(sum((flat[v] - flat[z]) * h)) for v in range(tokens))
            for h, c in zip(H, np.asarray(data.counts), strict=True)
            for z in range(tokens)
            if c[z]
        ]
        alpha = mpmath.mpf(1) / 8
        R = mpmath.log(n * tokens * (max(A) + 1) / min(A)) / alpha
        here, genie = flat + R * N / length * (W - flat), flat + (1 + alpha) * R * best
        assert losses(data, genie)[0] > losses(data, here)[0]
        # The largest delta only asks for a smaller radius, and Case 2 is the case at hand.
        cosine = sum((best * (W - flat)).ravel()) / (N * length)
        reach = mpmath.sqrt(2 * max(sum(h * h) for h in H))
        assert N * mpmath.sqrt(2 - 2 * cosine) > alpha / reach


def test_the_losses_regroup_as_products():
    for batch in inside(PAPER["linear/lemma-5/equality-genie/amended"], 60, seed=1):
        found = split(batch)
        H, out = batch.embeddings, ~batch.support
        first, second = (H @ X.mT for X in (found.flat, found.apart))
        total = torch.zeros(batch.batch, dtype=torch.float64)
        for j in range(batch.size("m")):
            for z in range(batch.size("V")):
                terms = torch.exp(first[..., j, :] - first[..., j, z, None])
                extra = torch.where(
                    out[..., j, :], torch.exp(second[..., j, :] - second[..., j, z, None]), 1.0
                )
                value = batch.pi[..., j] * batch.p[..., j, z] * torch.log((terms * extra).sum(-1))
                total += torch.where(batch.support[..., j, z], value, 0.0)
        truth = cross_entropy_gap(batch, batch.W).total
        entropy = -(batch.pi[..., None] * torch.special.xlogy(batch.p, batch.p)).sum((-2, -1))
        keep = total.isfinite()
        assert torch.allclose(total[keep], (truth + entropy)[keep], rtol=1e-9, atol=1e-9)
        assert not (judge(regrouped(batch, "own", product=True)) == Outcome.FAILS).any()


def test_the_excess_is_the_loss_above_the_floor():
    for batch in inside(PAPER["linear/lemma-5/statement"], 60, seed=1):
        logits = batch.embeddings @ batch.W.mT
        apart = -(batch.p * torch.log_softmax(logits, -1)).sum(-1)
        above = (batch.pi * apart).sum(-1) - in_support_cross_entropy(batch, batch.W)
        assert torch.allclose(torch.exp(log_excess(batch, logits)), above, rtol=1e-7, atol=1e-9)


def test_the_log_of_a_cost_is_right_where_the_cost_underflows():
    data = Scaled([[1]], [[1, 0]], [[0], [1]], "1/16").exact().floats()
    x = torch.tensor([-2000.0, -40.0, -1.0, 0.0, 3.0, 900.0], dtype=torch.float64)
    wanted = [float(mpmath.log(mpmath.log1p(mpmath.exp(mpmath.mpf(float(v)))))) for v in x]
    assert torch.allclose(log_softplus(data, x), torch.tensor(wanted, dtype=torch.float64), rtol=1e-14)


def test_the_least_margin_lies_below_one_by_half_the_squared_distance():
    for batch in inside(PAPER["linear/lemma-5/case-2-lower"], 60, seed=1):
        found = split(batch)
        best = max_margin(batch).W
        size = best.norm(dim=(-2, -1))
        tilted = found.apart * (size / found.apart.norm(dim=(-2, -1)))[..., None, None]
        gap = ((tilted - best) ** 2).sum((-2, -1))
        assert torch.allclose(gap, cosine_gap(batch, found), rtol=1e-9, atol=1e-9)
        low = least_margins(batch, found).amin(-1) / found.ratio
        assert bool((low <= 1 - gap / (2 * size**2) + 1e-9 * (1 + gap)).all())


def test_the_threshold_is_the_displayed_one():
    for batch in inside(PAPER["linear/lemma-5/sufficient-radius"], 60, seed=1):
        found = split(batch)
        scored = found.inside.logits
        A = torch.exp(scored[..., None, :] - scored[..., :, None]).sum(-1)
        most = torch.where(batch.support, A, 0.0).amax((-2, -1))
        least = torch.where(batch.support, A, torch.inf).amin((-2, -1))
        shown = torch.log(batch.n * batch.size("V") * (most + 1) / least)
        keep = shown.isfinite()
        assert torch.allclose(log_threshold(batch, sums(batch, scored))[keep], shown[keep], rtol=1e-9)
        assert lemma_5_cases.sufficient_radius.check(batch).slack.shape == batch.batch


def test_the_two_bounds_change_places_at_the_displayed_radius():
    for batch in inside(PAPER["linear/lemma-5/sufficient-radius-bounds"], 60, seed=1):
        found = split(batch)
        A, R = sums(batch, found.inside.logits), found.ratio
        delta = 1 - (least_margins(batch, found).amin(-1) / R).clamp_min(0)
        upper = batch.size("V") * torch.exp(-R * (1 + batch.gamma) - A.least)
        lower = torch.exp(-R * (1 - delta)) / (batch.n * (A.most.exp() + 1))
        radius = log_threshold(batch, A) / (delta + batch.gamma)
        clear = ((R - radius).abs() > 1e-6 * (R + radius)) & (upper > 0) & (lower > 0)
        assert ((upper <= lower) == (radius <= R))[clear].all()

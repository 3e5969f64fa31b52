"""Entropy and the cross-entropy gap, against definitions, balls, and each other."""

from __future__ import annotations

import math

import flint
import numpy as np
import pytest

from ntpcheck.arithmetic import midpoint
from ntpcheck.instances.dataset import Dataset, Decoding
from ntpcheck.reference.entropy import cross_entropy_gap, entropy, in_support_cross_entropy, log_p
from tests.reference import oracles
from tests.reference.plain_loss import cross_entropy


def decodings(seed, count, scale=1.0):
    rng = np.random.default_rng(seed)
    for _ in range(count):
        H, counts = oracles.wild(rng)
        W = np.round(rng.standard_normal((counts.shape[1], H.shape[1])) * 16 * scale) / 16
        yield Decoding(H, counts, W)


def precise(function, *arguments):
    with flint.ctx.workprec(400):
        return function(*arguments)


def test_two_fair_tokens_have_entropy_log_2():
    data = Dataset(np.eye(2), np.array([[3, 3], [5, 5]]))
    assert entropy(data).item() == pytest.approx(math.log(2))
    assert midpoint(entropy(data.exact())[()]) == pytest.approx(math.log(2))


def test_one_hot_data_has_entropy_exactly_zero():
    data = Dataset(np.eye(2), np.array([[3, 0], [0, 5]])).exact()
    assert str(entropy(data)[()]) == "0"


def test_the_loss_is_the_definition():
    for data in decodings(0, 50):
        total = 0.0
        for j in range(data.size("m")):
            scores = data.W.numpy() @ data.embeddings.numpy()[j]
            softmax = np.exp(scores) / np.exp(scores).sum()
            total -= sum(c * math.log(softmax[z]) for z, c in enumerate(data.counts[j].tolist()) if c)
        assert cross_entropy(data, data.W).item() == pytest.approx(total / data.n.item(), rel=1e-12)


def test_the_gap_is_the_loss_above_entropy_and_its_parts_add_up():
    for data in decodings(1, 60):
        exact = data.exact()
        gap = precise(cross_entropy_gap, exact, exact.W)
        with flint.ctx.workprec(400):
            direct = cross_entropy(exact, exact.W) - entropy(exact)
            within = in_support_cross_entropy(exact, exact.W) - entropy(exact)
        assert abs(midpoint(gap.total[()] - direct[()])) < 1e-90
        assert abs(midpoint(gap.in_support[()] - within[()])) < 1e-90
        ours = cross_entropy_gap(data, data.W)
        assert ours.total.item() == pytest.approx(midpoint(gap.total[()]), rel=1e-11, abs=1e-28)
        assert min(ours.in_support.item(), ours.out_of_support.item()) >= 0


def test_huge_logits_stay_finite():
    data = Decoding(np.array([[1.0]]), np.array([[1, 0, 1]]), np.array([[0.0], [2000.0], [1000.0]]))
    gap = cross_entropy_gap(data, data.W)
    assert gap.out_of_support.item() == pytest.approx(1000.0)
    assert gap.in_support.item() == pytest.approx(500.0 - math.log(2), rel=1e-12)
    assert cross_entropy(data, data.W).item() == pytest.approx(1500.0)


def test_a_full_support_has_odds_zero():
    data = Decoding(np.array([[1.0]]), np.array([[1, 2]]), np.array([[0.5], [1.0]]))
    assert cross_entropy_gap(data, data.W).out_of_support.item() == 0


def test_log_p_is_zero_off_the_support():
    data = Dataset(np.ones((1, 1)), np.array([[1, 0, 3]]))
    assert log_p(data)[0].tolist() == pytest.approx([math.log(0.25), 0, math.log(0.75)])

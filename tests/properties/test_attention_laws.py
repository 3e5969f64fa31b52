"""The second-order laws on attention data: two edges in closed form, and an edge without a multiplier."""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch

from ntpcheck.checks import laws
from ntpcheck.claim import Effort
from ntpcheck.domains.imposed.attention_steps import idle_edge
from ntpcheck.evidence import Outcome, judge
from ntpcheck.formulas.rivals import times
from ntpcheck.instances.attention import AttentionRun
from ntpcheck_papers.li2024.falsehoods.theorem_3 import paced
from ntpcheck_papers.li2024.shared import limit as limits

COPIES, ETA = 3, 0.25


def batch(*runs: AttentionRun) -> AttentionRun:
    return AttentionRun(
        **{name: torch.stack([getattr(run, name) for run in runs]) for name in AttentionRun.AXES}
    )


def two_edges(label: int = 0) -> AttentionRun:
    """Label 0 over token 1 after token 1, and over `COPIES` of token 2 after token 2; E = C = I."""
    eye = torch.eye(3, dtype=torch.float64)
    counts, zero = [[1, 1, 0], [1, 0, COPIES]], torch.zeros(3, 3, dtype=torch.float64)
    return AttentionRun(eye, eye, counts, [1, 2], [0, label], 0, 0, zero, ETA)


def test_the_laws_of_two_edges() -> None:
    """Columns x_j - log tau tend to log(eta m_j): D has -+ log(3) / 2 there, and ||W^mm|| = 1."""
    run = batch(two_edges())
    (end,) = laws.ends(run)
    assert end is not None
    assert end.law.square == pytest.approx(1)
    offset = end.frame.matrix(end.flow.f[-1], end.law.offset)
    x = [offset[0, j] - offset[j, j] for j in (1, 2)]
    assert x == pytest.approx([math.log(ETA), math.log(ETA * COPIES)])
    W, s = end.flow.decoder(-1), end.s
    corr = float((W * end.frame.W).sum()) / float(np.linalg.norm(W))
    side = (math.log(3) / 2) ** 2
    assert (1 - corr) * (s + end.law.shift) ** 2 == pytest.approx(side / 2, rel=1e-6)
    for evidence in (laws.loss_law(run), laws.direction_rate(run, laws.seen_turn), laws.settles(run)):
        assert judge(evidence)[0] is Outcome.HOLDS
    assert judge(laws.direction_rate(run, times(65 / 64, laws.seen_turn)))[0] is Outcome.FAILS


def test_a_sample_without_its_label_has_no_law() -> None:
    """Beside one that has: the batch is not spoiled, and the row counts as neither strict nor otherwise."""
    run = batch(two_edges(), two_edges(label=1))
    assert judge(laws.strict_complementarity(run)).tolist() == [Outcome.HOLDS, Outcome.UNDEFINED]
    assert judge(laws.zero_duals(run)).tolist() == [Outcome.FAILS, Outcome.UNDEFINED]


def test_the_drift_of_an_idle_edge() -> None:
    """W2 e_3 = (1, 1, -1, -1) / 2: the least that ties 0 and 1, and 2 and 3, and puts 0 one above 3."""
    eye = torch.eye(4, dtype=torch.float64)
    start = AttentionRun(eye, eye, torch.ones(2, 4), [0, 1], [0, 1], 0, 0, 0 * eye, ETA)
    run = batch(idle_edge(start))
    (end,) = laws.ends(run)
    assert end is not None
    drift = end.frame.matrix(end.flow.f[-1], end.law.drift)
    assert drift[:, 3] == pytest.approx([0.5, 0.5, -0.5, -0.5])
    assert np.abs(drift[:, :3]).max() == pytest.approx(0, abs=1e-12)
    assert judge(laws.zero_duals(run))[0] is Outcome.HOLDS
    assert judge(laws.drifts(run, laws.balanced_drift))[0] is Outcome.HOLDS
    assert judge(laws.drifts(run, lambda end: 65 / 64 * end.law.drift))[0] is Outcome.FAILS


def test_the_norm_grows_at_long_steps_too() -> None:
    """Two rivals at eta = 12 alternate for ever, and the edge beside them grows all the same."""
    eye, W0 = torch.eye(2, dtype=torch.float64), torch.zeros(2, 2, dtype=torch.float64)
    W0[0, 0] = 4.0
    run = batch(AttentionRun(eye, eye, [[1, 1]] * 3, [0, 0, 1], [0, 1, 0], 0, 0, W0, 12.0))
    assert judge(limits.norm_grows(run, Effort()))[0] is Outcome.UNDECIDED
    assert judge(limits.norm_grows(run, Effort(), settled=False))[0] is Outcome.HOLDS
    assert judge(paced(2.0, settled=False)["conclude"](run, Effort()))[0] is Outcome.FAILS

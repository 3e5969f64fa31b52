"""The attention model's hypotheses against independent routes."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
import torch

from ntpcheck.claim import Assumption
from ntpcheck.domains.attention import ATTENDING_SCALED, ATTENTION_RUNS
from ntpcheck.evidence import Outcome, judge, outcome_of
from ntpcheck.instances.attention import AttentionRun
from ntpcheck.instances.loss import LOSSES
from ntpcheck_papers.li2024 import setting
from ntpcheck_papers.li2024.shared import assumptions as checks

EVERY = [value for value in vars(setting).values() if isinstance(value, Assumption)]
OURS = [a for a in EVERY if a.check.__module__.split(".")[-1] not in ("attention_feasible", "cyclic_span")]


def rows(domain, count=10, size=3, seed=0):
    generator = torch.Generator().manual_seed(seed)
    return [row for _ in range(count) for row in domain.sampler(generator, size).rows()]


def domain_of(assumption):
    return ATTENTION_RUNS if assumption is setting.DESCENT_STEP else ATTENDING_SCALED


def rational(table):
    return [[Fraction(x) for x in row] for row in table.tolist()]


def product(left, right):
    return [[sum(x * y for x, y in zip(a, b, strict=True)) for b in right] for a in left]


@pytest.mark.parametrize("row", rows(ATTENDING_SCALED), ids=lambda _: "")
def test_hypotheses_agree_with_their_definitions(row):
    scores, K = product(rational(row.head), rational(row.embeddings)), row.size("K")
    words, labels = row.counts.tolist(), row.labels.tolist()
    wanted = {
        checks.realizable: all(word[y] for word, y in zip(words, labels, strict=True)),
        checks.identity_head: scores == [[int(i == j) for j in range(K)] for i in range(K)],
        checks.head_selects: all(
            max(s[:y] + s[y + 1 :], default=s[y] - 1) < s[y] for y, s in enumerate(scores)
        ),
        checks.independent_tokens: bool(torch.linalg.matrix_rank(row.embeddings) == K),
        checks.decreasing_loss: LOSSES[int(row.loss)].decreasing,
        checks.bounded_derivative: LOSSES[int(row.loss)].bounded,
        checks.log_loss: LOSSES[int(row.loss)].name == "log",
        checks.nonvanishing_slope: LOSSES[int(row.loss)].name not in ("cubic", "squared"),
    }
    for check, holds in wanted.items():
        assert (outcome_of(check(row.exact())) is Outcome.HOLDS) == holds, check.__name__
        assert holds or outcome_of(check(row)) is not Outcome.HOLDS


def test_the_step_bound_agrees_with_the_singular_value():
    for run in rows(ATTENTION_RUNS, 20):
        norm, longest = np.linalg.norm(run.embeddings.numpy(), 2), int(run.counts.sum(-1).max())
        product = float(run.eta) * 2 * longest**0.5 * norm**4
        if abs(product - 1) > 1e-9:
            assert (outcome_of(checks.small_step(run.exact())) is Outcome.HOLDS) == (product <= 1)


def test_the_step_bound_is_decided_at_its_border():
    """E = 1 and T = 4: L = 4."""
    run = AttentionRun([[1.0]], [[1.0]], [[4]], [0], [0], 0, 0.0, [[0.0]], 0.25)
    assert outcome_of(checks.small_step(run.exact())) is Outcome.HOLDS
    assert outcome_of(checks.small_step(run.replace(eta=0.25 + 2.0**-50).exact())) is Outcome.FAILS


@pytest.mark.parametrize("assumption", OURS, ids=lambda a: a.name)
def test_floats_agree_with_exact_numbers(assumption):
    for row in rows(domain_of(assumption), 8):
        said, ruled = outcome_of(assumption.check(row)), outcome_of(assumption.check(row.exact()))
        assert said in (ruled, Outcome.UNDECIDED)


def test_a_batch_of_every_hypothesis_is_judged_at_once():
    generator = torch.Generator().manual_seed(5)
    for assumption in OURS:
        batch = domain_of(assumption).sampler(generator, 4)
        alone = [judge(assumption.check(row.replace())).item() for row in batch.rows()]
        assert judge(assumption.check(batch)).tolist() == alone

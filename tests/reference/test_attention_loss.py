"""The risk of an attention layer: against the definition, autograd, mpmath and exact numbers."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest
import torch

from ntpcheck.arithmetic import midpoint
from ntpcheck.errors import InvalidInstance
from ntpcheck.instances.attention import Attending, Attention
from ntpcheck.instances.loss import LOSSES, named
from ntpcheck.reference.attention_loss import (
    attention_loss,
    curvature,
    defined,
    gradient,
    losses,
    outputs,
    picks_label,
    weights,
)
from tests.reference.attention_oracles import FORMULAS

SMOOTH = [row for row, loss in enumerate(LOSSES) if loss.name not in ("rational", "cubic")]


def drawn(seed, batch=20, K=4, d=3, n=5, *, loss=None, identity=False, labels_present=False):
    """A batch with general heads (all scores positive), or with heads that pick the label."""
    rng = np.random.default_rng(seed)
    E = rng.normal(size=(batch, K, d))
    C = np.abs(rng.normal(size=(batch, K, d)))
    if identity:
        E = rng.normal(size=(batch, K, K))
        C = np.linalg.inv(E).swapaxes(-1, -2)
    else:
        E = np.abs(E)
    counts = rng.integers(0, 3, size=(batch, n, K))
    last, labels = rng.integers(0, K, size=(2, batch, n))
    take = np.ix_(range(batch), range(n))
    counts[(*take, last)] += 1
    if labels_present:
        counts[(*take, labels)] += 1
    rows = rng.integers(0, len(LOSSES), size=batch) if loss is None else np.full(batch, loss)
    W = rng.normal(size=(batch, E.shape[-1], E.shape[-1]))
    return Attending(E, C, counts, last, labels, rows, rng.normal(size=batch), W)


def by_definition(data, W):
    """L from sequences written out token by token."""
    total = []
    for i in range(data.size("n")):
        ids = np.repeat(np.arange(data.size("K")), data.counts[i].numpy())
        X, query = data.embeddings[ids], data.embeddings[data.last[i]]
        f = X.mT @ torch.softmax(X @ W @ query, 0)
        u = data.head[data.labels[i]] @ f
        total.append(LOSSES[int(data.loss)].value(data.xp, u, data.knee))
    return torch.stack(total).mean()


@pytest.mark.parametrize("loss", range(len(LOSSES)))
def test_loss_and_gradient_agree_with_the_definition_and_autograd(loss):
    data = drawn(loss, loss=loss)
    W = data.W.clone().requires_grad_()
    value = torch.stack([by_definition(row, W[i]) for i, row in enumerate(data.rows())])
    value.sum().backward()
    assert torch.allclose(attention_loss(data, data.W), value, rtol=1e-12, atol=1e-14)
    assert torch.allclose(gradient(data, data.W), W.grad, rtol=1e-10, atol=1e-13)


@pytest.mark.parametrize("loss", SMOOTH)
def test_the_curvature_is_the_second_derivative(loss):
    data = drawn(10 + loss, batch=6, loss=loss)
    U = torch.randn(data.W.shape, generator=torch.Generator().manual_seed(0), dtype=torch.float64)
    for i, row in enumerate(data.rows()):
        t = torch.zeros((), dtype=torch.float64, requires_grad=True)
        (first,) = torch.autograd.grad(by_definition(row, row.W + t * U[i]), t, create_graph=True)
        (second,) = torch.autograd.grad(first, t)
        assert torch.allclose(curvature(row, row.W, U[i]), second, rtol=1e-9, atol=1e-12)


def test_a_head_that_picks_the_label_keeps_digits_that_a_softmax_loses():
    K = 3
    counts, W = [[2, 1, 3]], np.diag([30.0, -12.0, -10.0]) @ np.ones((K, K))
    data = Attending(np.eye(K), np.eye(K), counts, [0], [0], named("log"), 0.0, W)
    v = [mpmath.mpf(x) for x in (30, -12, -10)]
    with mpmath.workdps(60):
        z = [m * mpmath.exp(x) for m, x in zip(counts[0], v, strict=True)]
        exactly = -mpmath.log(z[0] / sum(z))
        pull = z[1] / sum(z)
    assert abs(float(attention_loss(data, data.W)) / float(exactly) - 1) < 1e-14
    found = gradient(data, data.W)
    assert abs(float(found[1, 0]) / float(pull) - 1) < 1e-14
    assert float(found.sum()) == pytest.approx(0, abs=1e-30)


def test_far_logits_neither_overflow_nor_vanish():
    data = Attending(np.eye(2), np.eye(2), [[1, 1]], [0], [1], named("log"), 0.0, [[2000, 0], [-2000, 0]])
    assert float(attention_loss(data, data.W)) == 4000
    assert gradient(data, data.W).tolist() == [[1, 0], [-1, 0]]


def test_the_closed_form_is_used_exactly_where_the_head_picks_the_label():
    data = drawn(1, identity=True, loss=named("log"), labels_present=True)
    rounded = data.replace(head=data.embeddings.inverse().mT)
    exactly = Attention(np.eye(3), np.eye(3), [[1, 1, 0], [1, 0, 1]], [0, 0], [1, 1], 0, 0.0)
    assert picks_label(exactly).tolist() == [True, False]
    assert not bool(picks_label(rounded).all())
    assert torch.allclose(losses(data, data.W), -torch.log((weights(data, data.W) * data.is_label).sum(-1)))


def test_a_label_missing_from_its_sequence_makes_the_log_loss_infinite():
    data = Attending(np.eye(2), np.eye(2), [[1, 0]], [0], [1], named("log"), 0.0, np.zeros((2, 2)))
    assert defined(data, data.W).tolist() == [False]
    assert defined(data.exact(), data.exact().W).tolist() == [False]
    assert defined(data.replace(loss=named("linear")), data.W).tolist() == [True]


@pytest.mark.parametrize("identity", [True, False])
def test_floats_agree_with_exact_numbers(identity):
    data = drawn(3, batch=10, identity=identity, labels_present=identity)
    for row in data.rows():
        lifted = row.exact()
        for function in (attention_loss, gradient):
            found = np.asarray(function(row, row.W))
            exactly = np.vectorize(midpoint, otypes=[float])(function(lifted, lifted.W))
            assert np.allclose(found, exactly, rtol=1e-11, atol=1e-13)


def test_a_kinked_loss_has_no_curvature():
    data = drawn(2, batch=1, loss=named("cubic"))
    with pytest.raises(InvalidInstance, match="kink"):
        curvature(data, data.W, data.W)


# At W = 0 the sample with the label 0 has the score 0, the one with the label 1 the score 3/4, exactly.
LEVEL = Attending(
    np.eye(2), [[1, -1], [1, 0.5]], [[1, 1], [1, 1]], [0, 0], [0, 1], named("linear"), 0.0, np.zeros((2, 2))
)
TURN = torch.tensor([[1, 0.25], [-0.5, 2]], dtype=torch.float64)
LIFTS = {"floats": lambda x: x, "exact": lambda x: x.exact()}


def doubles(numbers):
    return np.vectorize(midpoint, otypes=[float])(numbers)


def along(data, sample):
    """t -> the loss of one sample of LEVEL at t TURN, in mpmath."""
    formula, scores = FORMULAS[LOSSES[int(data.loss)].name], data.head[sample].tolist()

    def loss(t):
        z = [mpmath.exp(t * v) for v in TURN[:, 0].tolist()]
        return formula((z[0] * scores[0] + z[1] * scores[1]) / (z[0] + z[1]), float(data.knee))

    return loss


@pytest.mark.parametrize("lift", LIFTS.values(), ids=LIFTS)
@pytest.mark.parametrize("knee", [0.0, 0.5])
@pytest.mark.parametrize("loss", range(1, len(LOSSES)), ids=[loss.name for loss in LOSSES[1:]])
def test_a_score_of_zero_has_the_derivatives_of_its_own_loss(loss, knee, lift):
    data = LEVEL.replace(loss=loss, knee=knee)
    lifted = lift(data)
    assert doubles(outputs(lifted, lifted.W)).tolist() == [0, 0.75]
    with mpmath.workdps(60):
        first, second = (
            float(sum(mpmath.diff(along(data, i), 0, order, h=mpmath.mpf(10) ** -18) for i in (0, 1)) / 2)
            for order in (1, 2)
        )
    steepness = (doubles(gradient(lifted, lifted.W)) * TURN.numpy()).sum()
    assert steepness == pytest.approx(first, rel=1e-14, abs=1e-15)
    if loss in SMOOTH:
        found = curvature(lifted, lifted.W, lifted.xp.asarray(TURN, lifted.W))
        assert doubles(found) == pytest.approx(second, rel=1e-14, abs=1e-15)


def test_a_score_of_zero_is_left_alone_beside_a_log_loss():
    """In a batch of all losses too; the log-loss is undefined there, and says so without raising."""
    rows = range(len(LOSSES))
    batch = Attending(*(np.stack([np.asarray(x)] * len(LOSSES)) for x in LEVEL.arrays().values()))
    batch = batch.replace(loss=list(rows))
    for lift in (LIFTS["floats"], LIFTS["exact"]):
        together = gradient(lift(batch), lift(batch).W)
        for row, alone in zip(rows, batch.rows(), strict=True):
            assert np.array_equal(doubles(together[row]), doubles(gradient(lift(alone), lift(alone).W)))
    assert defined(batch, batch.W).tolist() == [[row != named("log"), True] for row in rows]

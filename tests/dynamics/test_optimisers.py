"""Adam, normalised descent and SGD do what their definitions say, step by step."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from ntpcheck.dynamics.adam import Moments
from ntpcheck.dynamics.optimisers import (
    ADAM,
    ADAM_WITHOUT_EPSILON,
    NGD,
    SGD_CONTEXTS,
    SGD_TOKENS,
    Optimiser,
    adam_trajectories,
    normalised_trajectories,
    normalised_trajectory,
    sgd_trajectories,
    trajectory,
)
from ntpcheck.errors import InvalidInstance
from ntpcheck.instances.dataset import Run
from ntpcheck.instances.streams import Stream
from ntpcheck_papers.thrampoulidis2024.figures.adam import one_minus_cos
from tests.dynamics.runs import random_run

STEPS = (0, 1, 2, 60)


def loss(run: Run, W: torch.Tensor) -> torch.Tensor:
    """CE of one run, for autograd."""
    return -(run.pi[:, None] * run.p * torch.log_softmax(run.embeddings @ W.T, -1)).sum()


def gradient(run: Run, W: torch.Tensor) -> torch.Tensor:
    point = W.detach().clone().requires_grad_()
    return torch.autograd.grad(loss(run, point), point)[0]


@pytest.mark.parametrize("epsilon", [1e-8, 1e-2])
def test_adam_is_torch_s_adam(epsilon):
    run = random_run(0, 3)
    found = trajectory(run, STEPS, Optimiser("adam", Moments(epsilon=epsilon)))
    for i, row in enumerate(run.rows()):
        W = row.W0.clone().requires_grad_()
        theirs = torch.optim.Adam([W], lr=float(row.eta), betas=(0.9, 0.99), eps=epsilon)
        for k in range(1, STEPS[-1] + 1):
            theirs.zero_grad()
            loss(row, W).backward()
            theirs.step()
            if k in STEPS:
                assert torch.allclose(found.at(k)[i], W.detach(), rtol=0, atol=1e-8)


EQUAL_TOKENS = {
    "a large start": ([[0, -1, -1]], [[1, 1, 0]], [[0, 0, 0], [0, -512, 512], [-512, -1024, 512]]),
    # Gradients fall below a last digit of the logits after some 1,400 steps.
    "small gradients": ([[1.375, -0.8125, -0.4375]], [[1, 0, 1]], [[1.875, -0.75, 0.375]] * 3),
}


@pytest.mark.parametrize("name", EQUAL_TOKENS)
def test_adam_keeps_equal_tokens_equal(name):
    h, counts, start = EQUAL_TOKENS[name]
    run = Run(h, counts, start, 0.25)
    moved = trajectory(run, [2048], ADAM_WITHOUT_EPSILON).at(2048) - run.W0
    pattern = np.outer(np.where(counts[0], 1, -1), np.sign(h[0]))
    assert one_minus_cos(moved.numpy(), pattern) < 1e-20


@pytest.mark.parametrize("scale", [1.0, 30.0])
def test_a_normalised_step_has_length_eta_and_adds_its_time(scale):
    run = random_run(1, 3, scale=scale)
    found, log_times = normalised_trajectory(run, STEPS)
    for i, row in enumerate(run.rows()):
        W, time = row.W0.clone(), 0.0
        for k in range(1, STEPS[-1] + 1):
            slope = gradient(row, W)
            time += float(row.eta / slope.norm())
            W = W - row.eta * slope / slope.norm()
            if k in STEPS:
                assert torch.allclose(found.at(k)[i], W, rtol=0, atol=1e-9 * scale)
                assert np.exp(log_times[STEPS.index(k), i]) == pytest.approx(time, rel=1e-9)


@pytest.mark.parametrize("optimiser", [NGD, ADAM])
def test_long_batches_step_as_their_rows_do(optimiser):
    rng = np.random.default_rng(0)
    shape = 9, 50, 60  # 4,500 entries of residuals, whose products and exponentials are torch's
    run = Run(rng.normal(size=shape), rng.integers(0, 3, (9, 50, 10)) + np.eye(10, dtype=int)[0],
              0.1 * rng.normal(size=(9, 10, 60)), np.full(9, 0.01))  # fmt: skip
    whole = trajectory(run, [40], optimiser).at(40)
    for found, row in zip(whole, run.rows(), strict=True):
        assert torch.allclose(found, trajectory(row, [40], optimiser).at(40), rtol=0, atol=1e-11)


@pytest.mark.parametrize("m", [1, 3])
@pytest.mark.parametrize("tokens", [False, True])
def test_a_stochastic_step_follows_its_draw(tokens, m):
    run = random_run(2, 3, m=m)
    stream = Stream(**run.arrays(), seed=[4, 5, 6])
    found = trajectory(stream, STEPS, Optimiser("sgd-tokens" if tokens else "sgd-contexts"))
    context, label = stream.draws(0, STEPS[-1])
    for i, row in enumerate(run.rows()):
        W = row.W0.clone()
        for k in range(STEPS[-1]):
            j = int(context[i, k])
            softmax = torch.softmax(W @ row.embeddings[j], 0)
            target = torch.eye(row.size("V"), dtype=softmax.dtype)[int(label[i, k])] if tokens else row.p[j]
            W = W - row.eta * torch.outer(softmax - target, row.embeddings[j])
            if k + 1 in STEPS:
                assert torch.allclose(found.at(k + 1)[i], W, rtol=0, atol=1e-11)


@pytest.mark.parametrize("m", [1, 3])
@pytest.mark.parametrize("rows", [0, 2])
def test_contexts_and_tokens_are_stepped_together_as_apart(rows, m):
    run = random_run(2, rows or 1, m=m)
    stream = Stream(**run.arrays(), seed=[4, 5][: rows or 1])
    stream = stream if rows else stream.row(0)
    (found,) = sgd_trajectories([stream], STEPS)
    for together, optimiser in zip(found, (SGD_CONTEXTS, SGD_TOKENS), strict=True):
        apart = trajectory(stream, STEPS, optimiser)
        assert torch.allclose(together.W, apart.W, rtol=0, atol=1e-12)  # sums over one row are rounded alone
        assert list(together.steps) == list(apart.steps)
    assert not torch.allclose(found[0].W, found[1].W, rtol=0, atol=1e-3)


def of_several_sizes(most: int = 3) -> list[Run]:
    sizes = [(2, 3, 2, 2), (1, 5, 1, 4), (3, 4, 3, 3)]  # rows, V, contexts, dimensions
    return [random_run(5 + V, rows, m=min(m, most), V=V, d=d) for rows, V, m, d in sizes]


@pytest.mark.parametrize("most", [1, 3])
def test_sgd_on_several_sizes_is_stepped_together_as_apart(most):
    streams = [Stream(**run.arrays(), seed=list(range(len(run.eta)))) for run in of_several_sizes(most)]
    for stream, found in zip(streams, sgd_trajectories(streams, STEPS), strict=True):
        (alone,) = sgd_trajectories([stream], STEPS)
        for one, other in zip(found, alone, strict=True):
            assert one.W.shape == (len(STEPS), *stream.W0.shape)
            assert torch.allclose(one.W, other.W, rtol=0, atol=1e-12)


@pytest.mark.parametrize("epsilon", [1e-8, 0.0])
def test_adam_on_several_sizes_is_stepped_together_as_apart(epsilon):
    runs = of_several_sizes()
    for run, found in zip(runs, adam_trajectories(runs, STEPS, Moments(epsilon=epsilon)), strict=True):
        alone = trajectory(run, STEPS, Optimiser("adam", Moments(epsilon=epsilon)))
        assert found.W.shape == (len(STEPS), *run.W0.shape)
        assert torch.allclose(found.W, alone.W, rtol=0, atol=1e-9)


def test_normalised_descent_on_several_sizes_is_stepped_together_as_apart():
    runs = of_several_sizes()
    at_rest = random_run(9, 2, m=2, V=4).replace(W0=torch.zeros(2, 4, 4))  # deviations that may be rounding
    # Gradients that underflow, of contexts with one token each: what is taken out of a row is its own.
    far = Run([[[1, 0, 0], [0, 1, 0]]], [[[0, 4], [4, 0]]], [[[-300, 0, 0], [300, 0, 0]]], [1])
    farther = Run([[[1, 0.5]]], [[[0, 0, 4]]], [[[0, 0], [1, 0], [900, 0]]], [1])
    runs += [at_rest, far, farther]
    steps = (0, 1, 60, 400)
    for run, (found, times) in zip(runs, normalised_trajectories(runs, steps), strict=True):
        alone, log_times = normalised_trajectory(run, steps)
        kept = slice(None) if run in (far, farther) else slice(3)  # others may end on cycles
        assert times.shape == log_times.shape
        assert torch.allclose(found.W[kept], alone.W[kept], rtol=0, atol=1e-9)
        assert np.allclose(times[kept], log_times[kept], rtol=0, atol=1e-9)


def test_draws_have_the_data_s_frequencies():
    run = random_run(3, 2)
    stream = Stream(**run.arrays(), seed=[0, 1])
    drawn = 40_000
    context, label = stream.draws(0, drawn)
    for i, row in enumerate(run.rows()):
        share = np.zeros(tuple(row.counts.shape))
        np.add.at(share, (context[i], label[i]), 1 / drawn)
        wanted = (row.pi[:, None] * row.p).numpy()
        assert np.abs(share - wanted).max() < 6 * np.sqrt(wanted.max() / drawn)
        assert not share[wanted == 0].any()


def test_sgd_needs_a_seed():
    with pytest.raises(InvalidInstance, match="give it a seed"):
        trajectory(random_run(4), [1], Optimiser("sgd-tokens"))

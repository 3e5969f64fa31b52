"""Normalised steps of one attention run, against the same run as a row of a batch."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from ntpcheck.domains import attention_recipes as recipes
from ntpcheck.dynamics.attention_descent import timed_descent
from ntpcheck.dynamics.attention_logits import Logits
from ntpcheck.dynamics.attention_single import Single
from ntpcheck.instances.attention import AttentionRun

STEPS = [1, 2, 300, 5000]


def run_with(**changes: float) -> AttentionRun:
    run = recipes.runs(recipes.CODE_GENERAL, 3)
    return run.replace(**{name: 0 * getattr(run, name) + value for name, value in changes.items()})


def as_a_row(run: AttentionRun, steps: list[int]) -> tuple[torch.Tensor, np.ndarray]:
    """W_k and log T_k of the run, taken as the first row of a batch of two."""
    twice = type(run)(**{name: torch.stack([x, x]) for name, x in run.arrays().items()})
    path, times = timed_descent(twice, steps)
    return path.W[:, 0], times[:, 0]


@pytest.mark.parametrize(
    ("eta", "steps"), [(0.1, [1, 2, 100]), *((eta, STEPS) for eta in (1e-3, 3.0, 500.0, 1e4))]
)
def test_a_run_alone_is_the_run_in_a_batch(eta: float, steps: list[int]) -> None:
    """The larger steps leave the range of exp, and norms of gradients that of doubles.

    Steps of 0.1 come to circle around a point, where what is rounding at first grows a little every time.
    """
    run = run_with(eta=eta)
    path, times = timed_descent(run, steps)
    W, wanted = as_a_row(run, steps)
    assert torch.allclose(path.W[:, 0], W, rtol=1e-9, atol=1e-9 * eta)
    assert times[:, 0] == pytest.approx(wanted, rel=1e-9)


def test_a_start_beyond_the_range_of_exp() -> None:
    run = run_with(eta=0.5)
    run = run.replace(W0=1000 * torch.eye(run.size("d"), dtype=torch.float64))
    path, times = timed_descent(run, STEPS)
    W, wanted = as_a_row(run, STEPS)
    assert torch.allclose(path.W[:, 0], W, rtol=1e-9)
    assert times[:, 0] == pytest.approx(wanted, rel=1e-9)


def test_a_run_at_rest_stays() -> None:
    run = run_with(eta=0.5)
    run = run.replace(last=run.labels, counts=run.is_label.long())
    path, times = timed_descent(run, STEPS)
    assert torch.equal(path.W, run.W0.expand(len(STEPS), 1, -1, -1))
    assert np.isinf(times).all()


def test_most_steps_are_taken_unlooked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[int] = []
    slow = Logits.normalised
    monkeypatch.setattr(Logits, "normalised", lambda state: (looked.append(1), slow(state))[1])
    state = Single(run_with(eta=0.1))
    for _ in range(1000):
        state.normalised()
    assert not looked

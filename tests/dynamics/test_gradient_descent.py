"""Batched descent does what the formula says, whatever form of it the sizes select."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from ntpcheck.dynamics import joint, steps
from ntpcheck.dynamics.gradient_descent import STEPS, descent, gradient_descent, log_spaced
from ntpcheck.instances.dataset import Run
from ntpcheck.instances.together import unite
from tests.dynamics.runs import loop, random_run

SIZES = {
    "short": {"m": 3, "d": 2, "V": 5},
    "one-of-each": {"m": 1, "d": 1, "V": 1},
    "two-tokens": {"m": 4, "d": 3, "V": 2},
    "logits": {"m": 9, "d": 7, "V": 4},
    "weights": {"m": 12, "d": 5, "V": 3},
}


@pytest.mark.parametrize("sizes", SIZES.values(), ids=SIZES)
@pytest.mark.parametrize("scale", [1.0, 400.0])
def test_every_form_of_a_step_agrees_with_the_loop(sizes, scale):
    run = random_run(0, **sizes, scale=scale)
    found = gradient_descent(run, [0, 1, 50]).W
    for i, row in enumerate(run.rows()):
        for k, W in zip((0, 1, 50), found[:, i], strict=True):
            assert np.abs(W.numpy() - loop(row, k)).max() <= 1e-12 * scale


@pytest.mark.parametrize("sizes", SIZES.values(), ids=SIZES)
def test_what_is_recorded_does_not_change_what_follows(sizes):
    run = random_run(1, **sizes, scale=400.0)
    every, last = gradient_descent(run, range(0, 301, 3)), gradient_descent(run, [300])
    assert torch.allclose(every.at(300), last.at(300), rtol=0, atol=1e-9)


@pytest.mark.parametrize("sizes", SIZES.values(), ids=SIZES)
def test_a_batch_cut_into_chunks_is_the_same_batch(sizes, monkeypatch):
    run = random_run(2, 7, **sizes)
    whole = gradient_descent(run, [40]).W
    monkeypatch.setattr(steps, "CHUNK_BYTES", 1)
    assert torch.allclose(gradient_descent(run, [40]).W, whole, rtol=0, atol=1e-13)


def test_a_batch_agrees_with_its_rows():
    run = random_run(3)
    for i, row in enumerate(run.rows()):
        assert torch.allclose(descent(run).W[:, i], descent(row).W, rtol=0, atol=1e-12)


@pytest.mark.parametrize("scale", [1.0, 500.0])  # the latter past the range of exp
def test_runs_of_short_contexts_that_differ_in_size_descend_together_as_apart(scale):
    runs = [
        random_run(V, B, m=m, d=d, V=V, scale=scale)
        for B, m, d, V in ((2, 1, 3, 4), (3, 6, 2, 2), (1, 3, 4, 6))
    ]
    unite(runs)
    for run in runs:
        W = descent(run).W
        assert W.shape == (len(log_spaced(STEPS)), *run.W0.shape)
        assert torch.allclose(W, gradient_descent(run, log_spaced(STEPS)).W, rtol=1e-9, atol=1e-9 * scale)


def test_runs_of_long_contexts_are_trained_by_themselves(monkeypatch):
    runs = [random_run(7, 2, m=7), random_run(8, 2, m=8), random_run(2, 2, m=2), random_run(3, 2, m=3)]
    unite(runs)
    trained = []
    whole = steps.iterates
    monkeypatch.setattr(joint, "iterates", lambda one, at: trained.append(one.pi.shape) or whole(one, at))
    for run in runs:
        descent(run)
    assert trained == [(2, 7), (2, 8), (4, 3)]


def test_a_row_added_to_every_row_of_the_start_stays_there():
    run = random_run(4)
    shift = torch.arange(run.size("d"), dtype=torch.float64)
    moved = run.replace(W0=run.W0 + shift)
    assert torch.allclose(descent(moved).W - shift, descent(run).W, rtol=0, atol=1e-11)


def test_logits_past_the_range_of_exp_are_shifted():
    run = Run(
        [[1.0, 0.0], [0.0, 1.0]], [[1, 1, 0], [0, 1, 0]], [[0.0, 0.0], [-900.0, 0.0], [2000.0, 0.0]], 0.5
    )
    assert np.abs(gradient_descent(run, [200]).W[0].numpy() - loop(run, 200)).max() <= 1e-9


def test_a_start_that_matches_the_data_never_moves():
    run = Run([[1.0, 2.0]], [[3, 3, 3]], [[0.5, 1.0]] * 3, 0.25)
    assert torch.equal(descent(run).W[-1], run.W0)


def test_recorded_steps_are_log_spaced_and_hold_the_ends():
    recorded = log_spaced(STEPS)
    assert recorded[0] == 0
    assert recorded[-1] == STEPS
    assert STEPS // 4 in recorded
    assert len(recorded) < 50
    assert recorded == sorted(set(recorded))


def test_a_chunk_holds_at_least_one_instance():
    wide = steps.Problem(
        *(
            torch.zeros(s, dtype=torch.float64)
            for s in ((2, 300, 200), (2, 300), (2, 300, 90), (2, 90, 200), (2,))
        )
    )
    assert steps.chunk_size(wide) == 1

"""Normalised descent, timed and with general heads, against plain loops on gradients from autograd."""

from __future__ import annotations

import math
from typing import get_args

import numpy as np
import pytest
import torch

from ntpcheck.domains import attention_recipes as recipes
from ntpcheck.dynamics.attention_descent import timed_descent
from ntpcheck.dynamics.attention_head import Loss, head_descent, weight_descent
from ntpcheck.instances.attention import AttentionRun
from ntpcheck.reference.attention_frame import attention_frames
from ntpcheck.reference.attention_loss import cyclic_part

STEPS = [0, 1, 7, 20]


def risk(run: AttentionRun, W: torch.Tensor, kind: str) -> torch.Tensor:
    """The training risk of one run, from its definition."""
    total = torch.zeros((), dtype=torch.float64)
    for i in range(run.size("n")):
        logits = run.embeddings @ W @ run.queries[i]
        s = torch.softmax(logits + run.counts[i].double().log(), -1)
        scores = run.head @ (s @ run.embeddings)
        y = int(run.labels[i])
        if kind == "log":
            total = total - torch.log(scores[y])
        elif kind == "squared":
            total = total + (1 - scores[y]) ** 2
        elif kind == "squared probability":
            total = total + (1 - torch.softmax(scores, -1)[y]) ** 2
        else:
            total = total - torch.log_softmax(scores, -1)[y]
    return total / run.size("n")


def walked(
    run: AttentionRun, kind: str, *, normalised: bool, floor: float = 0.0
) -> tuple[list[torch.Tensor], list[float]]:
    here, time, out, times = run.W0.clone(), 0.0, list[torch.Tensor](), list[float]()
    for k in range(max(STEPS) + 1):
        if k in STEPS:
            out.append(here)
            times.append(time)
        at = here.clone().requires_grad_()
        (slope,) = torch.autograd.grad(risk(run, at, kind), at)
        length = float(run.eta) / (float(slope.norm()) + floor if normalised else 1.0)
        here, time = here - length * slope, time + length
    return out, times


@pytest.mark.parametrize("normalised", [True, False])
def test_the_log_loss_and_its_time(normalised: bool) -> None:  # noqa: FBT001
    run = recipes.runs(recipes.GENERAL, 3)
    path, times = timed_descent(run, STEPS, normalised=normalised)
    wanted, clock = walked(run, "log", normalised=normalised)
    assert torch.allclose(path.W[:, 0], torch.stack(wanted), atol=1e-12)
    assert times[1:, 0].tolist() == pytest.approx([math.log(t) for t in clock[1:]])


@pytest.mark.parametrize("kind", ["squared", "cross-entropy"])
def test_general_heads(kind: str) -> None:
    run = recipes.runs(recipes.GENERAL_HEAD, 4)
    path = head_descent(run, STEPS, cross_entropy=kind == "cross-entropy")
    wanted = walked(run, kind, normalised=True)[0]
    assert torch.allclose(path.W[:, 0], torch.stack(wanted), atol=1e-12)


def test_tokens_that_take_no_part_change_nothing() -> None:
    run = recipes.runs(recipes.GENERAL_HEAD, 5)
    whole = weight_descent(run, STEPS, "cross-entropy", kept=run.present).W
    assert torch.equal(whole, weight_descent(run, STEPS, "cross-entropy").W)
    alone = weight_descent(run, STEPS, "cross-entropy", kept=run.is_label).W
    assert torch.equal(alone, torch.zeros_like(alone))


@pytest.mark.parametrize("crossed", [True, False])
def test_steps_keep_their_length_however_small_the_gradient(crossed: bool) -> None:  # noqa: FBT001
    run = recipes.runs(recipes.GENERAL_HEAD, 0, 8)
    run = run.replace(eta=torch.full_like(run.eta, 0.64))
    path = head_descent(run, [255, 256], cross_entropy=crossed)
    assert torch.allclose((path.W[1] - path.W[0]).flatten(-2).norm(dim=-1), run.eta)


@pytest.mark.parametrize("loss", get_args(Loss))
def test_weights_as_the_state(loss: Loss) -> None:
    run = recipes.runs(recipes.CODE_GENERAL if loss == "log" else recipes.CODE_HEAD, 4)
    floor = 0.25  # about the norm of the gradient, so that it counts
    path = weight_descent(run, STEPS, loss, floor=floor)
    wanted = walked(run, loss, normalised=True, floor=floor)[0]
    assert torch.allclose(path.W[:, 0], torch.stack(wanted), atol=1e-12)


def test_runs_come_to_rest_where_the_gradient_is_zero() -> None:
    runs = recipes.runs(recipes.CODE_GENERAL, 1, 12)
    kept = cyclic_part(runs).tokens
    path = weight_descent(runs.replace(W0=0 * runs.W0), [2000, 2001], "log", kept=kept, floor=2.0**-52)
    known = attention_frames(runs)
    away = [
        np.linalg.norm(f.F @ (w - f.centre).ravel()) for f, w in zip(known, path.W[1].numpy(), strict=True)
    ]
    assert max(away) < 2 * recipes.STEP

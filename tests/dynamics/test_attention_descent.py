"""Descent on the attention risk: against autograd, its own gradient, and the flow that continues it."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from ntpcheck.dynamics.attention_descent import attention_descent, attention_flows, attention_trajectory
from ntpcheck.instances import loss
from ntpcheck.instances.attention import AttentionRun


def drawn(
    seed: int, batch: int = 6, *, K: int = 4, n: int = 4, T: int = 4, row: int = loss.LOG
) -> AttentionRun:
    source = torch.Generator().manual_seed(seed)
    tokens = torch.randint(0, K, (batch, n, T), generator=source)
    picked = torch.randint(0, T, (batch, n, 1), generator=source)
    eye = torch.eye(K, dtype=torch.float64).expand(batch, K, K)
    counts = torch.nn.functional.one_hot(tokens, K).sum(-2)
    return AttentionRun(
        eye, eye, counts, tokens[..., -1], tokens.gather(-1, picked)[..., 0],
        torch.full((batch,), row), torch.zeros(batch),
        torch.randn(batch, K, K, generator=source), torch.full((batch,), 0.5),
    )  # fmt: skip


def risk(run: AttentionRun, W: torch.Tensor) -> torch.Tensor:
    """The sum of the risks of a batch, as the paper writes them: softmax, output, score, loss."""
    scores = torch.einsum("bkd,bde,bne->bnk", run.embeddings, W, run.queries)
    weights = torch.softmax(scores + run.counts.double().log(), -1)
    output = torch.einsum("bnk,bkd->bnd", weights, run.embeddings)
    u = torch.einsum(
        "bnd,bnd->bn", output, torch.gather(run.head, 1, run.labels[..., None].expand_as(output))
    )
    return loss.value(run.loss, run.knee, u).mean(-1).sum()


@pytest.mark.parametrize("row", [loss.LOG, loss.named("logistic"), loss.named("squared")])
@pytest.mark.parametrize("normalised", [False, True])
def test_steps_are_those_of_autograd(row: int, normalised: bool) -> None:  # noqa: FBT001
    run = drawn(0, row=row)
    found = attention_trajectory(run, [0, 5], normalised=normalised).W[-1]
    here = run.W0
    for _ in range(5):
        here = here.detach().requires_grad_()
        (slope,) = torch.autograd.grad(risk(run, here), here)
        size = slope.flatten(1).norm(dim=1)[:, None, None]
        here = here - 0.5 * (slope / torch.where(size > 0, size, 1.0) if normalised else slope)
    assert found == pytest.approx(here.detach(), abs=1e-12)


def test_flows_continue_what_descends() -> None:
    run = drawn(1, batch=16)
    flows = attention_flows(run)
    going = [flow for flow in flows if flow is not None and flow.frame.moves]
    assert len(going) >= 4
    assert all(flow.completed for flow in going)
    assert max(flow.mismatch for flow in going) < 5e-3
    for flow in going:
        W = flow.decoder(-1)
        assert 1 - (W * flow.frame.W).sum() / np.linalg.norm(W) / np.linalg.norm(flow.frame.W) < 1e-6


def test_other_losses_have_no_frame() -> None:
    assert attention_flows(drawn(2, row=loss.named("logistic"))) == [None] * 6


def test_a_point_of_rest_stays_put_under_normalisation() -> None:
    run = drawn(3, batch=1, n=1, T=1)
    assert attention_trajectory(run, [0, 3], normalised=True).W[-1] == pytest.approx(run.W0)
    assert attention_descent(run).W[-1] == pytest.approx(run.W0)


@pytest.mark.parametrize("normalised", [False, True])
def test_logits_and_weights_take_the_same_steps(normalised: bool) -> None:  # noqa: FBT001
    """The same run twice, once beside a row whose loss asks for the general way."""
    run = drawn(4, batch=3)
    mixed = run.replace(loss=torch.tensor([loss.LOG, loss.LOG, loss.named("linear")]))
    fast, slow = (attention_trajectory(r, [0, 7, 40], normalised=normalised).W for r in (run, mixed))
    assert fast[:, :2] == pytest.approx(slow[:, :2], abs=1e-12)

"""Runs with a general head: which tokens they end up selecting, and whose (Graph-SVM) they lie along.

A run is looked at once its selection has settled: no position's weight between 1/100 and 1/10, so that every
threshold from the one to the other gives the same pseudo-graphs.
"""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np
import torch

from ntpcheck.arithmetic import Array, as_numpy
from ntpcheck.checks.existence import floats_only
from ntpcheck.checks.limit import OPEN, Row, collected
from ntpcheck.checks.optimisers import bounded_residual, directions
from ntpcheck.claim import Effort
from ntpcheck.dynamics.attention_head import Tokens, head_descent
from ntpcheck.evidence import Evidence
from ntpcheck.instances import graph
from ntpcheck.instances.attention import Attention, AttentionRun
from ntpcheck.instances.base import cached
from ntpcheck.instances.together import together
from ntpcheck.reference.attention_frame import attention_frames
from ntpcheck.reference.attention_loss import weights
from ntpcheck.reference.graph_svm import graph_svm
from ntpcheck.reference.kept import remembered_rows
from ntpcheck.reference.pseudo_graph import above, relabelled, shares

STEPS = 1024  # normalised; what is read off is read off at half of them too
LOW, HIGH = 1 / 100, 1 / 10
TURN = 2.0**-30  # of a correlation: what is left of the last steps, far below a difference that is seen
GROWING = 1.25  # by which the norm grows at least as k doubles; linear growth doubles it


class Selection(NamedTuple):
    """Late weights, W_{k/2} and W_k `[B, d, d]`, the pseudo data of W_k, and whether it has settled `[B]`."""

    half: torch.Tensor
    W: torch.Tensor
    pseudo: Attention
    settled: torch.Tensor


def selection(run: AttentionRun, *, cross_entropy: bool) -> Selection:
    """Of the run after `STEPS` normalised steps."""
    return _crossed(run) if cross_entropy else _squared(run)


@cached
def _crossed(run: AttentionRun) -> Selection:
    return _selection(run, _crossed_path(run))


@cached
def _squared(run: AttentionRun) -> Selection:
    return _selection(run, _squared_path(run))


@together
def _crossed_path(run: AttentionRun) -> torch.Tensor:
    return _path(run, _crossed_ends)


@together
def _squared_path(run: AttentionRun) -> torch.Tensor:
    return _path(run, _squared_ends)


def _path(run: AttentionRun, ends: Callable[..., list[np.ndarray]]) -> torch.Tensor:
    """`[2, B, d, d]` W_k at half of the steps and at their end."""
    known = (as_numpy(run.flat(getattr(run, name))) for name in AttentionRun.AXES)
    return torch.as_tensor(np.stack(ends(*known), 1), device=run.W0.device)


@remembered_rows  # where an assumption is imposed, many rows stay as they were drawn and asked about
def _crossed_ends(*stacks: np.ndarray) -> list[np.ndarray]:
    return _ends(stacks, cross_entropy=True)


@remembered_rows
def _squared_ends(*stacks: np.ndarray) -> list[np.ndarray]:
    return _ends(stacks, cross_entropy=False)


def _ends(stacks: Iterable[np.ndarray], *, cross_entropy: bool) -> list[np.ndarray]:
    run = AttentionRun(**dict(zip(AttentionRun.AXES, map(torch.from_numpy, stacks), strict=True)))
    return list(head_descent(run, [STEPS // 2, STEPS], cross_entropy=cross_entropy).W.transpose(0, 1).numpy())


def _selection(run: AttentionRun, path: torch.Tensor) -> Selection:
    d = run.size("d")
    half, W = path.reshape(2, *run.batch, d, d)
    s = shares(run, W)
    settled = ~((s > LOW) & (s < HIGH)).flatten(-2).any(-1)
    return Selection(half, W, relabelled(run, above(run, W, HIGH)), settled)


@floats_only
def settled(run: AttentionRun, *, cross_entropy: bool, alone: bool = False) -> Evidence:
    """No weight lies between 1/100 and 1/10 after `STEPS` steps.

    alone: besides, each input selects one token, every token that the pseudo (Graph-SVM) has at margin 1
    below it loses weight to it, since W is on its way from one choice to the next otherwise, and ||W|| grows:
    a few runs come to rest about a critical point so far out that its smallest weights are below 1e-9.
    """
    found = selection(run, cross_entropy=cross_entropy)
    holds = found.settled
    if alone:
        holds = holds & ~graph.same_component(found.pseudo).flatten(-3).any(-1)
        holds = holds & ~_gaining(run, found, cross_entropy=cross_entropy)
        norms = [W.flatten(-2).norm(dim=-1) for W in (found.half, found.W)]
        holds = holds & (norms[1] > GROWING * norms[0])
    slack = torch.where(holds, 1.0, -1.0).to(torch.float64)
    return Evidence(slack, 0 * slack, 1 + 0 * slack)


def _gaining(run: AttentionRun, found: Selection, *, cross_entropy: bool) -> torch.Tensor:
    """`[...]` bool: some token at margin 1 below a selected one gains weight."""
    tokens = Tokens(run, "cross-entropy" if cross_entropy else "squared")
    n, K = run.size("n"), run.size("K")
    leads = tokens.leads(weights(run, found.W).reshape(-1, n, K)).reshape(*run.batch, n, 1, K)
    tight = graph.of_label(found.pseudo, graph_svm(found.pseudo).tight).reshape(*run.batch, n, K, K)
    there = tight & run.present[..., None, :]
    return (there & (leads >= 0)).flatten(-3).any(-1)


def correlation(W: Array, V: Array) -> Any:
    """`[...]` of matrices; NaN where one is zero."""
    return (W * V).sum((-2, -1)) / W.flatten(-2).norm(dim=-1) / V.flatten(-2).norm(dim=-1)


@floats_only
def nearer_pseudo(run: AttentionRun, effort: Effort, *, cross_entropy: bool) -> Evidence:
    """corr(W_k, pseudo W^mm) >= corr(W_k, W^mm) after `STEPS` normalised steps."""
    found = selection(run, cross_entropy=cross_entropy)
    local, world = (correlation(found.W, graph_svm(data).W) for data in (found.pseudo, run))
    rows = [
        Row(float(x), TURN, 2.0**-8) if np.isfinite(x) else OPEN for x in (local - world).reshape(-1).tolist()
    ]
    return collected(run, rows, pseudo=local.reshape(-1).tolist(), world=world.reshape(-1).tolist())


def pseudo_svm(run: AttentionRun) -> Array:
    """`[..., d, d]` the pseudo W^mm of a run under cross-entropy."""
    return graph_svm(selection(run, cross_entropy=True).pseudo).W


@floats_only
def pseudo_limit(run: AttentionRun, candidate: Callable[[AttentionRun], Array], effort: Effort) -> Evidence:
    """corr(W_k, candidate) -> 1 under cross-entropy, where each input selects one token.

    Decided where W_k - t_k W has stopped growing beside t_k, W the pseudo W^mm.
    """
    found, d = selection(run, cross_entropy=True), run.size("d")
    known, etas = attention_frames(found.pseudo), run.eta.reshape(-1).tolist()
    halves, ends = (W.reshape(-1, d, d).cpu().numpy() for W in (found.half, found.W))
    late = [
        bounded_residual(frame, eta, (half, end)) if frame.moves and not len(frame.F) else None
        for frame, eta, half, end in zip(known, etas, halves, ends, strict=True)
    ]
    return directions(run, known, candidate(run).reshape(-1, d, d).cpu().numpy(), late)

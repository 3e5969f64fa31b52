"""Existence: a decoder is exhibited, and only what rules out every decoder counts as failure."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from ntpcheck.arithmetic import FLOAT, Array
from ntpcheck.checks import exact
from ntpcheck.checks.decoders import scores, spread
from ntpcheck.checks.feasible import compatible, separable
from ntpcheck.evidence import Evidence, Outcome, both, judge
from ntpcheck.instances.dataset import Dataset
from ntpcheck.reference.entropy import log_p


def outcomes(evidence: Evidence, wanted: Outcome) -> Any:
    """`[...]` bool on the evidence's own device: the rows with this outcome."""
    said = judge(evidence) == wanted
    return torch.as_tensor(said, device=evidence.slack.device) if isinstance(evidence.slack, torch.Tensor) else said


def by_row(mask: Any, yes: Callable[[], Evidence], no: Callable[[], Evidence]) -> Evidence:
    """`yes` where the mask is true and `no` elsewhere; what no row asks for is not computed."""
    if bool(mask.all()):
        return yes()
    if not bool(mask.any()):
        return no()
    first, second = yes(), no()  # only batches of floats mix

    def pick(name: str) -> Array:
        values = (torch.as_tensor(getattr(e, name), device=mask.device).broadcast_to(mask.shape) for e in (first, second))
        return torch.where(mask, *values)

    columns = {name: pick(name) for name in ("slack", "error", "scale", "strict", "defined")}
    return Evidence(**columns, rigor=min(first.rigor, second.rigor))


def either(first: Evidence, fallback: Callable[[], Evidence]) -> Evidence:
    """Row by row: what was exhibited where it holds, else what the fallback decides."""
    return by_row(outcomes(first, Outcome.HOLDS), lambda: first, fallback)


def denied(evidence: Evidence) -> Evidence:
    """The contrary: holds where the evidence fails, fails where it holds, undecided where it is not settled."""
    like = evidence.slack
    one, unsettled = 0 * like + 1, np.full(np.shape(judge(evidence)), float("nan"), dtype=object)
    if isinstance(like, torch.Tensor):
        held, failed = outcomes(evidence, Outcome.HOLDS), outcomes(evidence, Outcome.FAILS)
        slack = torch.where(failed, 1.0, torch.where(held, -1.0, torch.nan)).to(like.dtype)
        return Evidence(slack, torch.zeros_like(slack), torch.ones_like(slack), rigor=evidence.rigor)
    held, failed = outcomes(evidence, Outcome.HOLDS), outcomes(evidence, Outcome.FAILS)
    slack = np.where(failed, 1, np.where(held, -1, unsettled))
    return Evidence(slack.astype(object), 0 * one, one, rigor=evidence.rigor)


def interpolating_decoder(data: Dataset, targets: Array) -> Array:
    """The least-norm W `[..., V, d]` with W h_j = targets_j `[..., m, V]`, in nats, where there is one.

    Exact where the contexts are independent. Else floats give a least-squares answer, and one exact instance an
    answer that is right on the first independent contexts: evaluate it before believing it.
    Source: Lemma 1, constructive half.
    """
    if data.xp is FLOAT:
        return (torch.linalg.pinv(data.embeddings) @ targets).mT
    H = np.asarray(data.untraced.embeddings, dtype=object)
    chosen: list[int] = []
    for j in range(len(H)):
        if exact.rank(H[[*chosen, j]]) > len(chosen):
            chosen.append(j)
    if not chosen:
        return data.xp.zeros((data.size("V"), data.size("d")), targets)
    gram = exact.matrix(H[chosen] @ H[chosen].T).inv()
    inverse = np.array(gram.tolist(), dtype=object).reshape(len(chosen), len(chosen))
    return targets[chosen].swapaxes(-1, -2) @ (inverse @ H[chosen])


def log_ratios(data: Dataset, W: Array, *, factor: int = 1) -> Evidence:
    """(4): in-support logits of W differ by `factor` times the log-ratios of the probabilities.

    Slack: minus the largest spread of logit minus `factor` log p over a support, in nats.
    """
    xp, found = data.xp, scores(data, W)
    off = spread(data, found.logits - factor * log_p(data))
    size = found.size + factor * xp.max(xp.abs(log_p(data)), -1)
    error = 2 * (found.error + xp.rounding(size, 4))
    return Evidence(xp.min(-off, -1), xp.max(error, -1), xp.max(size, -1))


def separated(data: Dataset, candidates: list[Evidence]) -> Evidence:
    """Some decoder satisfies (6): the candidates' own (6), tried in turn, else the separability decision."""
    found = candidates[-1]
    for candidate in reversed(candidates[:-1]):
        found = either(candidate, lambda found=found: found)
    return either(found, lambda: separable(data))


def matched(data: Dataset, W: Array) -> Evidence:
    """Some decoder satisfies (4): this one, else the compatibility decision."""
    return either(log_ratios(data, W), lambda: compatible(data))


def attainable(data: Dataset) -> Evidence:
    """The entropy is the infimum of the loss: the data are compatible and separable."""
    return both(compatible(data), separable(data))

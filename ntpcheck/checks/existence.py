"""Existence: a decoder is exhibited, and only what rules out every decoder counts as failure."""

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import Any, ParamSpec

import numpy as np
import torch

from ntpcheck import decompositions, ulps
from ntpcheck.arithmetic import FLOAT, Array, exact_array
from ntpcheck.checks import exact
from ntpcheck.checks.decoders import scores, spread
from ntpcheck.checks.feasible import compatible, separable
from ntpcheck.evidence import Evidence, Outcome, Rigor, both, judge
from ntpcheck.instances.dataset import Dataset
from ntpcheck.reference.entropy import log_p

P = ParamSpec("P")


def outcomes(evidence: Evidence, wanted: Outcome) -> Any:
    """`[...]` bool on the evidence's own device: the rows with this outcome."""
    said = judge(evidence) == wanted
    return (
        torch.as_tensor(said, device=evidence.slack.device)
        if isinstance(evidence.slack, torch.Tensor)
        else said
    )


def by_row(mask: Any, yes: Callable[[], Evidence], no: Callable[[], Evidence]) -> Evidence:
    """`yes` where the mask is true and `no` elsewhere; what no row asks for is not computed."""
    if bool(mask.all()):
        return yes()
    if not bool(mask.any()):
        return no()
    first, second = yes(), no()  # only batches of floats mix

    def pick(name: str) -> Array:
        values = (
            torch.as_tensor(getattr(e, name), device=mask.device).broadcast_to(mask.shape)
            for e in (first, second)
        )
        return torch.where(mask, *values)

    columns = {name: pick(name) for name in ("slack", "error", "scale", "strict", "defined")}
    return Evidence(**columns, rigor=min(first.rigor, second.rigor))


def unsettled(like: Array) -> Evidence:
    """Decides nothing, for each entry of `like`."""
    if isinstance(like, torch.Tensor):
        return Evidence(torch.full_like(like, torch.nan), torch.zeros_like(like), torch.ones_like(like))
    return Evidence(np.asarray(float("nan"), dtype=object), exact_array(0), exact_array(1))


def floats_only(check: Callable[P, Evidence]) -> Callable[P, Evidence]:
    """A check, of what its first argument is, that decides nothing on one exact instance."""

    @wraps(check)
    def checked(*args: P.args, **kwargs: P.kwargs) -> Evidence:
        instance: Any = args[0]
        return check(*args, **kwargs) if instance.xp is FLOAT else unsettled(exact_array(0))

    return checked


def undefined() -> Evidence:
    """One exact instance on which a statement means nothing."""
    return replace(unsettled(exact_array(0)), defined=False, rigor=Rigor.EXACT)


def either(first: Evidence, fallback: Callable[[], Evidence]) -> Evidence:
    """Row by row: what was exhibited where it holds, else what the fallback decides."""
    return by_row(outcomes(first, Outcome.HOLDS), lambda: first, fallback)


def cases(known: Evidence, held: Callable[[], Evidence], failed: Callable[[], Evidence]) -> Evidence:
    """Row by row: one conclusion where `known` holds, another where it fails, undecided where it is open."""
    return by_row(
        outcomes(known, Outcome.HOLDS),
        held,
        lambda: by_row(outcomes(known, Outcome.FAILS), failed, lambda: unsettled(known.slack)),
    )


def failures(evidence: Evidence) -> Evidence:
    """What fails, fails; all else is left undecided."""
    return by_row(outcomes(evidence, Outcome.FAILS), lambda: evidence, lambda: unsettled(evidence.slack))


def denied(evidence: Evidence) -> Evidence:
    """The contrary: holds where the evidence fails, fails where it holds, undecided where it is open."""
    value = {Outcome.FAILS: 1, Outcome.HOLDS: -1}
    numbers = np.vectorize(lambda said: value.get(said, float("nan")), otypes=[object])(judge(evidence))
    if isinstance(evidence.slack, torch.Tensor):
        slack = torch.as_tensor(numbers.astype(float), device=evidence.slack.device)
        return Evidence(slack, torch.zeros_like(slack), torch.ones_like(slack), rigor=evidence.rigor)
    return Evidence(np.asarray(numbers, dtype=object), exact_array(0), exact_array(1), rigor=evidence.rigor)


def interpolating_decoder(data: Dataset, targets: Array) -> Array:
    """The least-norm W `[..., V, d]` with W h_j = targets_j `[..., m, V]`, in nats, where there is one.

    Exact where the contexts are independent. Else floats give a least-squares answer, and one exact
    instance an answer that is right on the first independent contexts: evaluate it before believing it.
    Source: Lemma 1, constructive half.
    """
    if data.xp is FLOAT:
        return (decompositions.pinv(data.embeddings) @ targets).mT
    H = np.asarray(data.embeddings, dtype=object)
    chosen: list[int] = []
    for j in range(len(H)):
        if exact.rank(H[[*chosen, j]]) > len(chosen):
            chosen.append(j)
    if not chosen:
        return data.xp.zeros((data.size("V"), data.size("d")), targets)
    gram = exact.matrix(H[chosen] @ H[chosen].T).inv()
    inverse = np.array(gram.tolist(), dtype=object).reshape(len(chosen), len(chosen))
    return targets[chosen].swapaxes(-1, -2) @ (inverse @ H[chosen])


def log_ratios(data: Dataset, W: Array) -> Evidence:
    """(4): in-support logits of W differ by the log-ratios of the probabilities.

    Slack: minus the largest spread of logit minus log p over a support, in nats.
    """
    xp, found = data.xp, scores(data, W)
    off = spread(data, found.logits - log_p(data))
    size = found.size + xp.max(xp.abs(log_p(data)), -1)
    error = 2 * (found.error + xp.rounding(size, ulps.LOG_P + 1))
    return Evidence(xp.min(-off, -1), xp.max(error, -1), xp.max(size, -1))


def separated(data: Dataset, exhibited: Evidence) -> Evidence:
    """Some decoder satisfies (6): the exhibited one, else whether some W does."""
    return either(exhibited, lambda: separable(data))


def matched(data: Dataset, W: Array) -> Evidence:
    """Some decoder satisfies (4): this one, else whether some W does."""
    return either(log_ratios(data, W), lambda: compatible(data))


def attainable(data: Dataset) -> Evidence:
    """The entropy is the infimum of the loss: the data are compatible and separable."""
    return both(compatible(data), separable(data))


def asked_where(data: Dataset, mask: Any, evidence: Evidence) -> Evidence:
    """The evidence where the mask is true; elsewhere the statement is silent, and the slack 1."""
    xp = data.xp
    one = 1 + 0 * evidence.slack
    slack, scale = (xp.where(mask, x, one) for x in (evidence.slack, evidence.scale))
    return replace(evidence, slack=slack, error=xp.where(mask, evidence.error, 0 * one), scale=scale)

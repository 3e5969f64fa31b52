"""Limits of attention runs where the law does not speak: other losses, other heads, critical points."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import Any, Literal

import numpy as np
import torch
from flint import arb

from ntpcheck.arithmetic import FLOAT, plain
from ntpcheck.checks.attention_meaning import infinite_loss, where_finite
from ntpcheck.checks.attention_path_exact import undirected
from ntpcheck.checks.existence import unsettled
from ntpcheck.evidence import Evidence, Rigor
from ntpcheck.instances.attention import AttentionRun
from ntpcheck.instances.loss import LOG
from ntpcheck.reference.attention_loss import gradient, picks_label
from ntpcheck.reference.graph_svm import graph_svm


def under_log_loss(
    of: Literal["direction", "norm", "part"],
) -> Callable[[Callable[..., Evidence]], Callable[..., Evidence]]:
    """Keeps a conclusion on runs to those whose law is known: a log-loss and a head that picks the label.

    Undefined where the loss at W(0) is infinite, and of a direction where W^mm = 0; open for other losses and
    heads. One exact run that starts at a critical point, where W(tau) = W(0) for ever, fails (of a direction:
    unless W(0) is along W^mm; of a part: not for that reason).
    """

    def keep(conclude: Callable[..., Evidence]) -> Callable[..., Evidence]:
        @wraps(conclude)
        def only(run: AttentionRun, *rest: Any, **options: Any) -> Evidence:
            lawful = _lawful(run)
            if run.xp is not FLOAT:
                found = _exactly(run, of)
                return found or (conclude(run, *rest, **options) if bool(lawful) else unsettled(run.eta))
            if bool(lawful.all()):
                return conclude(run, *rest, **options)
            nothing = where_finite(run, replace(unsettled(run.eta), rigor=Rigor.TREND), run.W0)
            if not bool(lawful.any()):
                return nothing
            return _scattered(conclude(run.select(lawful), *rest, **options), nothing, lawful)

        return only

    return keep


def _exactly(run: AttentionRun, of: str) -> Evidence | None:
    """What one exact run shows for any loss and head."""
    found = infinite_loss(run, run.W0)
    best = graph_svm(run.untraced)
    if found is None and of == "direction" and bool(best.feasible) and not np.any(np.asarray(best.W) != 0):
        return undirected(run)
    return found if found is not None or of == "part" else stuck(run, directed=of == "direction")


def _lawful(run: AttentionRun) -> Any:
    return picks_label(run).all(-1) & (run.loss == LOG)


def _scattered(found: Evidence, nothing: Evidence, rows: Any) -> Evidence:
    """What was found of some rows, and nothing of the others."""

    def column(there: Any, here: Any) -> Any:
        filled = torch.as_tensor(here, device=rows.device).broadcast_to(rows.shape).clone()
        filled[rows] = torch.as_tensor(there, device=rows.device, dtype=filled.dtype)
        return filled

    names = ("slack", "error", "scale", "defined")
    columns = {name: column(getattr(found, name), getattr(nothing, name)) for name in names}
    return replace(nothing, **columns)


def stuck(run: AttentionRun, *, directed: bool) -> Evidence | None:
    """Fails where one exact run starts at a critical point; None where it does not, or that is not exact.

    Slack: the sum of the gradient's entries' sizes, less 1, or what keeps W(0) from being along W^mm.
    """
    plainly = gradient(run.untraced, run.untraced.W0)
    if any(isinstance(x, arb) or x != 0 for x in np.ravel(plainly)):
        return None
    xp, W = run.xp, graph_svm(run.untraced).W
    apart = 1 + 0 * run.eta
    if directed:
        along = xp.sum(run.W0 * W, (-2, -1))
        square = xp.sum(run.W0 * run.W0, (-2, -1)) * xp.sum(W * W, (-2, -1))
        apart = square - along * xp.maximum(along, 0 * along)
        if not bool(plain(apart[()]) > 0):
            return None
    slack = xp.sum(xp.abs(gradient(run, run.W0)), (-2, -1)) - apart
    return Evidence(slack, 0 * slack, 1 + apart)

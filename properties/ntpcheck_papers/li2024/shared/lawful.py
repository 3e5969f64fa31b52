"""Limits of attention runs where the law does not speak: other losses, other heads, critical points."""

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import Any, Literal

import numpy as np
import torch
from flint import arb

from ntpcheck.arithmetic import FLOAT, as_numpy
from ntpcheck.checks.existence import failures, undefined, unsettled
from ntpcheck.evidence import Evidence, Outcome, Rigor, outcome_of
from ntpcheck.instances.attention import AttentionRun
from ntpcheck.instances.loss import LOG
from ntpcheck.reference.attention_loss import gradient, picks_label
from ntpcheck.reference.cyclic import project
from ntpcheck.reference.graph_svm import graph_svm
from ntpcheck_papers.li2024.shared import priority
from ntpcheck_papers.li2024.shared.meaning import infinite_loss, where_finite
from ntpcheck_papers.li2024.shared.path_level import FAR, level_risk
from ntpcheck_papers.li2024.shared.path_outside import cyclic


def under_log_loss(
    of: Literal["direction", "norm", "part"],
) -> Callable[[Callable[..., Evidence]], Callable[..., Evidence]]:
    """Keeps a conclusion on runs to those whose law is known: a log-loss and a head that picks the label.

    Undefined where the loss at W(0) is infinite, and of a direction where W^mm = 0; open for other losses and
    heads. One exact run that starts at a critical point, where W(tau) = W(0) for ever, fails (of a direction:
    unless W(0) is along W^mm). A part fails where it is `unmoved`, and is nothing where S_cyc is {0}.
    """

    def keep(conclude: Callable[..., Evidence]) -> Callable[..., Evidence]:
        @wraps(conclude)
        def only(run: AttentionRun, *rest: Any, **options: Any) -> Evidence:
            lawful: Any = picks_label(run).all(-1) & (run.loss == LOG)
            if run.xp is not FLOAT:
                found = _exactly(run, of)
                return found or (conclude(run, *rest, **options) if bool(lawful) else unsettled(run.eta))
            if bool(lawful.all()):
                return conclude(run, *rest, **options)
            nothing = replace(unsettled(run.eta), rigor=Rigor.TREND)
            if of == "part":
                nothing = replace(nothing, slack=torch.where(cyclic(run), torch.nan, 0.0 * run.eta))
            nothing = where_finite(run, nothing, run.W0)
            if not bool(lawful.any()):
                return nothing
            return _scattered(conclude(run.select(lawful), *rest, **options), nothing, lawful)

        return only

    return keep


def _exactly(run: AttentionRun, of: str) -> Evidence | None:
    """What one exact run shows for any loss and head."""
    found = infinite_loss(run, run.W0)
    best = graph_svm(run)
    if found is None and of == "direction" and bool(best.feasible) and not np.any(as_numpy(best.W) != 0):
        return undefined()
    if found is not None or of != "part":
        return found or stuck(run, directed=of == "direction")
    return unmoved(run)


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
    slope = gradient(run, run.W0)
    if any(isinstance(x, arb) or x != 0 for x in np.ravel(slope)):
        return None
    xp, W = run.xp, graph_svm(run).W
    apart = 1 + 0 * run.eta
    if directed:
        along = xp.sum(run.W0 * W, (-2, -1))
        square = xp.sum(run.W0 * run.W0, (-2, -1)) * xp.sum(W * W, (-2, -1))
        apart = square - along * xp.maximum(along, 0 * along)
        if not bool(apart[()] > 0):
            return None
    slack = xp.sum(xp.abs(slope), (-2, -1)) - apart
    return Evidence(slack, 0 * slack, 1 + apart)


def unmoved(run: AttentionRun) -> Evidence | None:
    """Fails where the part of one exact run in S_cyc is not W^cyc and never moves; None elsewhere.

    The cyclic risk is level, under the linear loss, so that every W minimises it and W^cyc = 0. Nothing else
    pulls within S_cyc if the samples with cyclic tokens hold no others, and the rows (e_t - e_y) xbar^T of
    all other samples are orthogonal to S_cyc. Slack: what is missed of these premises, less ||P_S W(0)||^2.
    """
    xp = run.xp
    inside = project(run, run.W0)
    if not bool(np.any(inside != 0)) or not bool(level_risk(run)[()] == 1):
        return None
    in_cycle = priority.of_samples(run, priority.same_component(run))
    own, present = priority.is_label(run), priority.present(run)
    mixed = xp.max(present * in_cycle, -1)[..., None]  # [n, 1]: the sample has cyclic tokens
    strays = priority.largest(run, mixed * present * (1 - xp.maximum(own, in_cycle)), 2)
    picked = priority.largest(run, present * xp.abs(run.scores - own), 2)
    wrong = picked + strays + 1 - level_risk(run)
    for i, t in np.argwhere(as_numpy(run.present) & ~as_numpy(run.is_label)):
        step = run.embeddings[int(t)] - run.embeddings[int(run.labels[i])]
        row = project(run, step[:, None] * run.queries[int(i)][None, :])
        wrong = wrong + (1 - mixed[int(i), 0]) * xp.sum(xp.abs(row), (-2, -1))[()]
    part = project(run, run.W0)
    slack = FAR * wrong - xp.sum(part * part, (-2, -1))
    found = failures(Evidence(slack, 0 * slack, 1 + xp.abs(slack), rigor=Rigor.EXACT))
    return found if outcome_of(found) is Outcome.FAILS else None

"""NTP-SVM of one dataset in doubles: a route by size and conditioning, measured from the data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ntpcheck.reference.least_distance import least_distance
from ntpcheck.reference.slack_form import slack_form

SETTLED = 1e-9  # KKT residual above which a solution is not accepted
TIGHT = 1e-9  # a margin this close to 1 counts as tight


@dataclass(frozen=True)
class MarginRow:
    """The fields of `MaxMargin` for one dataset; `feasible` is None where nothing is settled."""

    W: np.ndarray
    feasible: bool | None
    alpha: np.ndarray
    margins: np.ndarray
    tight: np.ndarray
    ray: np.ndarray
    residual: Any
    error: Any


def float_margin(H: np.ndarray, out: np.ndarray) -> MarginRow:
    """NTP-SVM for embeddings `[m, d]` and out-of-support mask `[m, V]`; total on every dataset."""
    row = _by_slack_form(H, out) if len(H) <= H.shape[1] else None
    return row or _by_least_distance(H, out)


def _by_slack_form(H: np.ndarray, out: np.ndarray) -> MarginRow | None:
    form = slack_form(H, out)
    if form is None:
        return None
    first = -(form.Z.T @ H)
    # One refinement: the residual of the logits is resolved in W, not in Z, so Z's rounding is not amplified.
    misfit = H @ first.T + form.U
    W = first - (form.inverse @ (misfit - misfit.mean(1, keepdims=True))).T @ H
    drift = np.linalg.norm(W + form.Z.T @ H)
    row = _measured(H, out, W, np.where(out, form.Z, 0.0), drift, np.sqrt(np.linalg.norm(form.inverse)))
    return row if row.feasible else None


def _by_least_distance(H: np.ndarray, out: np.ndarray) -> MarginRow:
    found = least_distance(H, out)
    if found.feasible:
        asked = out.any(1)
        shortest = np.sqrt(np.einsum("jd,jd->j", H, H)[asked].min()) if asked.any() else 1.0
        drift = found.residual * np.linalg.norm(found.W)
        return _measured(H, out, found.W, found.alpha, drift, found.amplification / shortest)
    nothing = np.zeros(out.shape)
    alpha, ray = (found.alpha, nothing) if found.feasible is None else (nothing, found.alpha)
    return MarginRow(found.W, found.feasible, alpha, nothing, nothing > 0, ray, found.residual, np.inf)


def _measured(
    H: np.ndarray, out: np.ndarray, W: np.ndarray, alpha: np.ndarray, drift: Any, amplification: Any
) -> MarginRow:
    """A candidate W and its multipliers, judged by residuals taken from the data.

    drift: the norm of W - sum_n alpha_n x_n. amplification: of an error in the logits into W.

    Were the margins asked for those that W has on {alpha > 0}, W would be exact; W^mm then differs by at
    most the least decoder that makes up the difference, which is what `error` bounds.
    """
    inside = ~out
    scores = H @ W.T
    level = np.add.reduce(scores, 1, where=inside, keepdims=True) / np.add.reduce(inside, 1, keepdims=True)
    margins = level - scores
    # What the equations miss: in-support logits off their mean, tight margins off 1, others below 1.
    excess = margins - 1.0
    misfit = np.where(inside, margins, np.where(alpha > 0, excess, np.minimum(excess, 0.0)))
    square = np.einsum("vd,vd->", W, W)
    norm = np.sqrt(square)
    residual = max(misfit.max(), -misfit.min())
    if square:
        residual = max(residual, drift / norm, abs(alpha.sum() / square - 1.0))
    error = amplification * np.linalg.norm(misfit) + drift + 8 * 2.0**-52 * norm
    settled = residual <= SETTLED and alpha.min() >= 0
    margins[inside] = 0.0
    tight = out & (margins <= 1.0 + TIGHT)
    return MarginRow(
        W, True if settled else None, alpha, margins, tight, np.zeros(out.shape), residual, error
    )

"""NTP-SVM of one dataset in doubles: a route by size and conditioning, measured from the data."""

from typing import Any, NamedTuple

import numpy as np

from ntpcheck.reference.solvers.augmented_lagrangian import augmented_lagrangian
from ntpcheck.reference.solvers.least_distance import least_distance
from ntpcheck.reference.solvers.one_hot import one_hot
from ntpcheck.reference.solvers.slack_form import slack_form
from ntpcheck.reference.solvers.small_form import small_form

CLEAN = 1e-12  # KKT residual above which a quick route hands over to the thorough one
SETTLED = 1e-9  # KKT residual above which a solution is not accepted
LARGE = 256  # (V - 1) min(m, d) above which dense rows come last
TIGHT = 1e-9  # a margin this close to 1 counts as tight


class MarginRow(NamedTuple):
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
    return small_margins(H[None], out[None])[0] or thorough(H, out)


def small_margins(H: np.ndarray, out: np.ndarray) -> list[MarginRow | None]:
    """Of embeddings `[B, m, d]` and masks `[B, m, V]` those that the quickest route for small data solves."""
    form = small_form(H, out)
    if form is None:
        return [None] * len(H)
    drift = norms(form.W + form.Z.swapaxes(1, 2) @ H)
    columns: Any = measured(H, out, form.W, form.Z * out, drift, form.amplification)
    rows: Any = map(MarginRow._make, zip(*columns, strict=True))
    return [row if row.feasible and row.residual <= CLEAN else None for row in rows]


def thorough(H: np.ndarray, out: np.ndarray) -> MarginRow:
    """The same by the other routes."""
    row = _by_slack_form(H, out)
    if row is not None and row.feasible and row.residual <= CLEAN:
        return row
    if is_large(H, out):
        row = _by_one_hot(H, out)
        if row is not None:
            return row
        row = _by_augmented_lagrangian(H, out)
        if row.feasible is not None:
            return row
    return _by_least_distance(H, out)


def is_large(H: np.ndarray, out: np.ndarray) -> bool:
    """Whether the augmented Lagrangian is tried before dense rows."""
    return (out.shape[1] - 1) * min(H.shape) > LARGE


def _by_slack_form(H: np.ndarray, out: np.ndarray) -> MarginRow | None:
    form = slack_form(H, out) if len(H) <= H.shape[1] else None
    if form is None:
        return None
    first = -(form.Z.T @ H)
    # One refinement: the residual of the logits is resolved in W, not in Z, so Z's rounding is not amplified.
    misfit = H @ first.T + form.U
    W = first - (form.inverse @ (misfit - misfit.mean(1, keepdims=True))).T @ H
    drift = _norm(W + form.Z.T @ H)
    return _measured(H, out, W, form.Z * out, drift, np.sqrt(_norm(form.inverse)))


def _by_one_hot(H: np.ndarray, out: np.ndarray) -> MarginRow | None:
    found = one_hot(H, out)
    if found is None:
        return None
    sums, nothing = found.alpha.sum(1, keepdims=True) * ~out, np.zeros(out.shape)
    drift = (sums - found.alpha).T @ H
    if found.W is None:
        lengths = found.alpha.sum(1) @ np.sqrt(np.einsum("jd,jd->j", H, H))
        residual = _norm(drift) / lengths
        blank = MarginRow(drift * 0, None, nothing, nothing, nothing > 0, found.alpha, residual, np.inf)
        return blank._replace(feasible=False)
    row = _measured(H, out, found.W, found.alpha, _norm(found.W - drift), found.amplification)
    return row if row.feasible and row.residual <= CLEAN else None


def _by_least_distance(H: np.ndarray, out: np.ndarray) -> MarginRow:
    found = least_distance(H, out)
    if found.feasible:
        asked = out.any(1)
        shortest = np.sqrt(np.einsum("jd,jd->j", H, H)[asked].min()) if asked.any() else 1.0
        drift = found.residual * _norm(found.W)
        return _measured(H, out, found.W, found.alpha, drift, found.amplification / shortest)
    nothing = np.zeros(out.shape)
    alpha, ray = (found.alpha, nothing) if found.feasible is None else (nothing, found.alpha)
    return MarginRow(found.W, found.feasible, alpha, nothing, nothing > 0, ray, found.residual, np.inf)


def _by_augmented_lagrangian(H: np.ndarray, out: np.ndarray) -> MarginRow:
    found = augmented_lagrangian(H, out)
    alpha, nothing = found.Y * out, np.zeros(out.shape)
    lengths = np.sqrt(np.einsum("jd,jd->j", H, H))
    drift = _norm(found.W + found.Y.T @ H) + _norm(found.Y.sum(1) * lengths)  # the sums should be zero
    if found.feasible:
        row = _measured(H, out, found.W, alpha, drift, found.amplification)
        # <W - W^mm, W - W^mm> is a sum over cells of (Y - Y^mm) times what W misses there.
        return row._replace(error=min(row.error, np.sqrt(2 * np.abs(found.Y).sum() * row.residual) + drift))
    if found.feasible is None:
        return MarginRow(found.W, None, alpha, nothing, nothing > 0, nothing, np.inf, np.inf)
    residual = drift / (alpha.sum(1) @ np.where(lengths > 0, lengths, 1.0))
    ray = alpha / alpha.sum()
    return MarginRow(found.W, found.feasible, nothing, nothing, nothing > 0, ray, residual, np.inf)


def _measured(
    H: np.ndarray, out: np.ndarray, W: np.ndarray, alpha: np.ndarray, drift: Any, amplification: Any
) -> MarginRow:
    """`measured` of one dataset."""
    columns: Any = measured(H[None], out[None], W[None], alpha[None], drift, amplification)
    return MarginRow(*(column[0] for column in columns))


def measured(
    H: np.ndarray, out: np.ndarray, W: np.ndarray, alpha: np.ndarray, drift: Any, amplification: Any
) -> MarginRow:
    """Candidates W `[B, V, d]` and their multipliers, judged by residuals taken from the data.

    drift: the norm of W - sum_n alpha_n x_n. amplification: of an error in the logits into W. `[B]`.

    Were the margins asked for those that W has on {alpha > 0}, W would be exact; W^mm then differs by at
    most the least decoder that makes up the difference, which is what `error` bounds.
    """
    scores = H @ W.swapaxes(1, 2)
    margins = np.take_along_axis(scores, out.argmin(-1)[..., None], -1) - scores
    # What the equations miss: in-support logits off each other, tight margins off 1, others below 1.
    excess = margins - out
    misfit = np.where(out & (alpha <= 0), np.minimum(excess, 0.0), excess)
    norm = norms(W)
    some = np.where(norm > 0, norm, 1.0)
    off = np.maximum(drift / some, np.abs(alpha.sum((1, 2)) / (some * some) - 1.0))
    residual = np.maximum(np.abs(misfit).max((1, 2)), np.where(norm > 0, off, 0.0))
    with np.errstate(invalid="ignore"):  # what a solver gave up on has an infinite amplification
        error = amplification * norms(misfit) + drift + 8 * 2.0**-52 * norm
    feasible: Any = np.full(len(H), None, dtype=object)
    feasible[(residual <= SETTLED) & (alpha.min((1, 2)) >= 0)] = True
    nothing, tight = np.zeros(out.shape), out & (excess <= TIGHT)
    return MarginRow(W, feasible, alpha, margins * out, tight, nothing, residual, error)


def norms(stack: np.ndarray) -> np.ndarray:
    """`[B]` of matrices `[B, n, k]`."""
    return np.sqrt(np.einsum("bij,bij->b", stack, stack))


def _norm(array: np.ndarray) -> Any:
    return np.sqrt(np.vdot(array, array))

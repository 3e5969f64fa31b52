"""softmax(W h_j) - p_j from logits, each entry to its own relative accuracy, however small.

Per context, with the logits L `[V]`, LSE_in their log-sum-exp over S_j, dev_z = L_z - LSE_in - log p_z, and
rho = sum over v not in S_j of exp(L_v - LSE_in), the softmax s is

    s_v = exp(L_v - LSE_in) / (1 + rho) out of support,    s_z = p_z exp(dev_z) / (1 + rho) in support,
    s_z - p_z = p_z (expm1(dev_z) - rho) / (1 + rho).

Nothing is subtracted from 1. dev is exactly 0 where S_j is one token; else it carries the rounding error of
the logits, as any other way of storing them would. A common factor e^shift may be taken out, so that a
direction is known where every entry underflows; where a run starts at dev = 0,
a dev that rounding alone could make then counts as 0, or it would be all that is left in the end.
"""

from __future__ import annotations

import numpy as np

from ntpcheck.reference.frame import Floats

DEEPEST = 700.0  # exp of more overflows
ROUNDINGS = 2.0**-49  # relative to the logits


class Residuals:
    """The map from logits to residuals for one batch of datasets: support, p `[B, m, V]`."""

    def __init__(self, support: np.ndarray, p: Floats) -> None:
        self.support, self.p = support, p
        with np.errstate(divide="ignore"):
            self.log_p = np.where(support, np.log(p), 0.0)

    def of(self, at: tuple[np.ndarray, np.ndarray]) -> Residuals:
        """The map for one context of each row, `at` = (row, context)."""
        own = object.__new__(Residuals)
        own.support, own.p, own.log_p = (x[at][:, None] for x in (self.support, self.p, self.log_p))
        return own

    def __call__(self, logits: Floats) -> Floats:
        """softmax - p `[B, m, V]`; logits alike, in nats."""
        return self.scaled(logits)[0]

    def scaled(self, logits: Floats, *, resting: Floats | None = None) -> tuple[Floats, Floats]:
        """softmax - p over e^shift `[B, m, V]`, and shift `[B]`; shift is 0 unless `resting` is given.

        Then it is the largest log-odds of any token out of support, where that is negative. resting `[B]`:
        the rows that start with all deviations 0.
        """
        inside = np.where(self.support, logits, -np.inf)
        top = inside.max(-1, keepdims=True)
        relative = logits - (top + np.log(np.exp(inside - top).sum(-1, keepdims=True)))
        odds = np.where(self.support, -np.inf, relative)
        deviation = np.expm1(np.where(self.support, relative - self.log_p, 0.0))
        shift = np.zeros(len(logits))
        if resting is not None:
            floor = ROUNDINGS * (1.0 + np.abs(logits).max((-2, -1))) * resting
            deviation = np.where(np.abs(deviation) > floor[:, None, None], deviation, 0.0)
            shift = np.minimum(odds.max((-2, -1)), 0.0)
            shift = np.where(np.isfinite(shift), shift, 0.0)
            shift = np.where(deviation.any((-2, -1)), np.maximum(shift, -DEEPEST), shift)
        share = _log_one_plus_sum(odds)
        out = np.exp(odds - share - shift[:, None, None])
        scale = np.exp(np.minimum(-shift, DEEPEST))[:, None, None]
        within = self.p * (deviation * np.exp(-share) * scale - out.sum(-1, keepdims=True))
        return np.where(self.support, within, out), shift


def _log_one_plus_sum(odds: Floats) -> Floats:
    """`[..., 1]` log(1 + sum exp(odds)) over the last axis."""
    top = np.maximum(odds.max(-1, keepdims=True), 0.0)
    # 1 + sum e^x = e^top (e^-top + sum e^(x - top)); for top = 0 the sum may be tiny beside 1.
    return top + np.log1p(np.exp(odds - top).sum(-1, keepdims=True) + np.expm1(-top))


def at_rest(residuals: Residuals, logits: Floats) -> np.ndarray:
    """`[B]` bool: every in-support softmax is p up to rounding."""
    inside = np.where(residuals.support, logits, -np.inf)
    top = inside.max(-1, keepdims=True)
    lse = top + np.log(np.exp(inside - top).sum(-1, keepdims=True))
    deviation = np.abs(np.where(residuals.support, logits - lse - residuals.log_p, 0.0)).max((-2, -1))
    return deviation <= ROUNDINGS * (1.0 + np.abs(logits).max((-2, -1)))

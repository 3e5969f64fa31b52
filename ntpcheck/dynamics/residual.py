"""softmax(W h_j) - p_j from logits, each entry to its own relative accuracy, however small.

Per context, with the logits L `[V]`, LSE_in their log-sum-exp over S_j, dev_z = L_z - LSE_in - log p_z, and
rho = sum over v not in S_j of exp(L_v - LSE_in), the softmax s is

    s_v = exp(L_v - LSE_in) / (1 + rho) out of support,    s_z = p_z exp(dev_z) / (1 + rho) in support,
    s_z - p_z = p_z (expm1(dev_z) - rho) / (1 + rho).

Nothing is subtracted from 1. dev is exactly 0 where S_j is one token; else it carries the rounding error of
the logits, as any other way of storing them would. A common factor e^shift may be taken out, so that a
direction is known where every entry underflows; where a run starts at dev = 0,
a dev that rounding alone could make then counts as 0, or it would be all that is left in the end.

Arrays are kept token first, `[V, B, m]`, so that a sum over tokens runs along memory, and supports are sums
with 0 or -inf, and products with 0 or 1: a choice entry by entry costs several times as much.
"""

from __future__ import annotations

import numpy as np

from ntpcheck.reference.frame import Floats

DEEPEST = 700.0  # exp of more overflows
LEAST = -700.0  # exp of little less is subnormal
ROUNDINGS = 2.0**-49  # relative to the logits


class Residuals:
    """The map from logits to residuals for one batch of datasets: support, p `[B, m, V]`."""

    def __init__(self, support: np.ndarray, p: Floats) -> None:
        self.within, self.p = _tokens_first(support.astype(float)), _tokens_first(p)
        with np.errstate(divide="ignore"):
            self.log_p = np.where(self.within > 0, np.log(self.p), 0.0)
            self.inside, self.outside = np.log(self.within), np.log(1 - self.within)  # 0 or -inf

    def of(self, at: tuple[np.ndarray, np.ndarray]) -> Residuals:
        """The map for one context of each row, `at` = (row, context)."""
        own = object.__new__(Residuals)
        for name, values in vars(self).items():
            setattr(own, name, values[:, *at][..., None])
        return own

    def __call__(self, logits: Floats) -> Floats:
        """softmax - p `[B, m, V]`; logits alike, in nats."""
        return self.scaled(logits)[0]

    def scaled(self, logits: Floats, *, resting: Floats | None = None) -> tuple[Floats, Floats]:
        """softmax - p over e^shift `[B, m, V]`, and shift `[B]`; shift is 0 unless `resting` is given.

        Then it is the largest log-odds of any token out of support, where that is negative. resting `[B]`:
        the rows that start with all deviations 0.
        """
        relative, deviation = self._relative(_tokens_first(logits))
        np.expm1(deviation, out=deviation)
        odds = relative + self.outside
        shift = np.zeros(len(logits))
        if resting is not None:
            if resting.any():
                floor = ROUNDINGS * (1.0 + np.abs(logits).max((-2, -1))) * resting
                deviation *= np.abs(deviation) > floor[:, None]
            shift = np.minimum(odds.max((0, 2)), 0.0)
            shift = np.where(np.isfinite(shift), shift, 0.0)
            shift = np.where(deviation.any((0, 2)), np.maximum(shift, -DEEPEST), shift)
        share = _log_one_plus_sum(odds)
        odds -= share + shift[:, None]
        out = _exp(odds)
        deviation *= np.exp(np.minimum(-shift, DEEPEST)[:, None] - share)
        deviation -= out.sum(0)
        deviation *= self.p
        out += deviation
        return out.transpose(*range(1, out.ndim), 0), shift

    def _relative(self, logits: Floats) -> tuple[Floats, Floats]:
        """Logits less their LSE over the support, and how far that is from log p in support; 0 elsewhere."""
        inside = logits + self.inside
        top = inside.max(0)
        inside -= top
        relative = logits - (top + np.log(_exp(inside).sum(0)))
        return relative, np.multiply(relative - self.log_p, self.within, out=inside)

    def at_rest(self, logits: Floats) -> np.ndarray:
        """`[B]` bool: every in-support softmax is p up to rounding."""
        deviation = np.abs(self._relative(_tokens_first(logits))[1]).max((0, 2))
        return deviation <= ROUNDINGS * (1.0 + np.abs(logits).max((-2, -1)))


def _tokens_first(values: Floats) -> Floats:
    """`[V, B, m]` from `[B, m, V]`, along memory."""
    return np.ascontiguousarray(values.transpose(-1, *range(values.ndim - 1)))


def _exp(x: Floats) -> Floats:
    """e^x, in place; 0 where it would be all but subnormal, since processors take a hundred times as long."""
    np.maximum(x, LEAST, out=x)
    normal = x > LEAST
    np.exp(x, out=x)
    x *= normal
    return x


def _log_one_plus_sum(odds: Floats) -> Floats:
    """log(1 + sum exp(odds)) over the first axis."""
    top = np.maximum(odds.max(0), 0.0)
    # 1 + sum e^x = e^top (e^-top + sum e^(x - top)); for top = 0 the sum may be tiny beside 1.
    return top + np.log1p(_exp(odds - top).sum(0) + np.expm1(-top))

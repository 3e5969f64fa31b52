"""softmax(W h_j) - p_j from logits, each entry to its own relative accuracy, however small.

Per context, with the logits L `[V]` less any number near the largest of S_j, E_v = exp(L_v), s the sum of E
over S_j and o the rest of it, the softmax is E / (s + o), and

    softmax_v - p_v = E_v / (s + o) out of support,    ((E_v - s p_v) - o p_v) / (s + o) in support.

Nothing is subtracted from 1. E_v - s p_v is exactly 0 where S_j is one token; else it carries the rounding
error of the logits, as any other way of storing them would. A factor e^shift of a row may be taken out, so
that a direction is known where every entry underflows; where a run starts with the softmax over the support
at p, a deviation that rounding alone could make counts as 0, or it would be all that is left in the end.

Arrays are kept token first, `[V, B, m]`, so that a sum over tokens runs along memory, and supports are sums
with 0 or a large number, and products with 0 or 1: a choice entry by entry costs several times as much.
All buffers are made once; what a call returns is overwritten by the next.
"""

from __future__ import annotations

import numpy as np

from ntpcheck.reference.frame import Floats

FRESH = 8  # calls that share the numbers taken off the logits: they need not be the largest
DEEPEST = 700.0  # exp of more overflows; exp of little less than its negative is subnormal
ABSENT = -1e300  # a logit that no step brings back
ROUNDINGS = 2.0**-49  # relative to the logits


class Residuals:
    """The map from logits to residuals for one batch of datasets: support, p `[V, B, m]`, token first.

    weights: `[B, m]`, a factor for every context. shift `[B]`: the logarithm of what is taken out of a row.
    """

    def __init__(self, support: np.ndarray, p: Floats, weights: Floats | float = 1.0) -> None:
        self.within, self.p, self.weights = support.astype(float), p, weights
        self.outside = 1.0 - self.within
        self.barred = ABSENT * self.outside
        self.shift: Floats | None = None
        self.floored: Floats | None = None  # [B] 1 where deviations of rounding size count as 0
        self._out, self._work = np.empty_like(p), np.empty_like(p)
        self._s, self._o, self._top = (np.empty(p.shape[1:]) for _ in range(3))
        self._calls = 0

    def __call__(self, logits: Floats) -> Floats:
        """weights (softmax - p) over e^shift `[V, B, m]`; logits alike, in nats."""
        out, work, s, o = self._out, self._work, self._s, self._o
        self._calls += 1
        self._sums(logits, anew=self._calls % FRESH == 1)
        if not (_least(s) > 0 and max(_largest(s), _largest(o)) < np.inf):
            self._sums(logits, anew=True)
        np.multiply(self.p, s, out=work)
        out -= work
        if self.floored is not None:
            self._drop_rounding(logits, self.floored)
        if self.shift is None:
            s += o
        else:  # E in support came without the factor
            factor = np.exp(np.minimum(-self.shift, DEEPEST))[:, None]
            out *= self.outside + self.within * factor
            s += o * np.exp(self.shift)[:, None]
        np.multiply(self.p, o, out=work)
        out -= work
        np.divide(self.weights, s, out=s)
        out *= s
        return out

    def _sums(self, logits: Floats, *, anew: bool) -> None:
        """out = exp of the logits less `top`, out of support less the shift too; s and o its sums."""
        out, work, top = self._out, self._work, self._top
        if anew:
            np.add(logits, self.barred, out=out)
            np.maximum.reduce(out, axis=0, out=top)
            np.maximum(top, np.maximum.reduce(logits, axis=0) - DEEPEST, out=top)
        np.subtract(logits, top, out=out)
        if self.shift is not None:
            out -= self.outside * self.shift[:, None]
        exp(out, work)
        np.multiply(out, self.within, out=work)
        np.add.reduce(work, axis=0, out=self._s)
        np.multiply(out, self.outside, out=work)
        np.add.reduce(work, axis=0, out=self._o)

    def _drop_rounding(self, logits: Floats, floored: Floats) -> None:
        floor = ROUNDINGS * (1.0 + np.abs(logits).max((0, 2))) * floored
        self._out *= (np.abs(self._out) > floor[:, None] * self.p * self._s) | (self.within == 0)

    def take_out(self, logits: Floats, rows: np.ndarray) -> None:
        """Takes the largest log-odds of a token out of support out of these rows `[B]` bool, from now on."""
        top = (logits + self.barred).max(0)
        odds = (logits - top + ABSENT * self.within).max((0, 2))
        before = np.zeros(len(rows)) if self.shift is None else self.shift
        self.shift = np.where(rows, np.where(odds > ABSENT / 2, np.minimum(odds, 0.0), 0.0), before)

    def put_back(self, rows: np.ndarray) -> None:
        """From now on nothing is taken out of these rows `[B]` bool."""
        if self.shift is not None:
            self.shift = np.where(rows, 0.0, self.shift)

    def rests(self, logits: Floats) -> np.ndarray:
        """`[B]` bool: every softmax over the support is p up to rounding."""
        inside = logits + self.barred
        shares = np.exp(np.maximum(inside - inside.max(0), -DEEPEST)) * self.within
        total = shares.sum(0)
        gaps = np.abs(shares - self.p * total) * self.within / np.where(self.within > 0, self.p * total, 1.0)
        return gaps.max((0, 2)) <= ROUNDINGS * (1.0 + np.abs(logits).max((0, 2)))


def exp(x: Floats, work: Floats) -> None:
    """e^x, in place; 0 where it would be all but subnormal, since processors take a hundred times as long."""
    if _least(x) > -DEEPEST:
        np.exp(x, out=x)
        return
    np.greater(x, -DEEPEST, out=work)
    np.maximum(x, -DEEPEST, out=x)
    np.exp(x, out=x)
    x *= work


def _least(x: Floats) -> float:
    """`x.min()`, without its wrapper, which costs as much again on small arrays."""
    return np.minimum.reduce(x, axis=None)


def _largest(x: Floats) -> float:
    return np.maximum.reduce(x, axis=None)


def tokens_first(values: Floats) -> Floats:
    """`[V, B, m]` from `[B, m, V]`, along memory."""
    return np.ascontiguousarray(values.transpose(-1, *range(values.ndim - 1)))

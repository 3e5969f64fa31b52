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
All buffers are made once; what a call returns is overwritten by the next. Torch multiplies by a number per
context in half of numpy's time once arrays are long; its fused products round once and not twice, so E_v - s
p_v, which has to be 0 where p_v is exact, is not left to them.
"""

from typing import Any

import numpy as np
import torch

from ntpcheck.reference.frame import Floats

FRESH = 32  # calls that share the numbers taken off the logits: they need not be the largest
DEEPEST = 700.0  # exp of more overflows; exp of little less than its negative is subnormal
ABSENT = -1e300  # a logit that no step brings back
ROUNDINGS = 2.0**-49  # relative to the logits
LONG = 4096  # entries from which torch's products are the faster ones
einsum: Any = getattr(np.einsum, "__wrapped__", np.einsum)  # asks no operand whether it has a sum of its own


class Residuals:
    """The map from logits to residuals for one batch of datasets: support, p `[V, B, m]`, token first.

    weights: `[B, m]`, a factor for every context. shift `[B]`: the logarithm of what is taken out of a row.
    """

    def __init__(self, support: np.ndarray, p: Floats, weights: Floats | float = 1.0) -> None:
        self.p, self.weights = p, weights
        self._parts = np.stack([support, ~support]).astype(float)
        self.within, self.outside = self._parts
        self.barred = ABSENT * self.outside
        self.shift: Floats | None = None
        self._taken = self._put = self._back = p  # by a shift: less of entries, factors of them and of sums
        self.floored: Floats | None = None  # [B] 1 where deviations of rounding size count as 0
        self.there: Floats | float = 1.0  # 0 at what takes no part, at logits of `ABSENT`
        self._barred = self.within == 0
        self._out, self._work = np.empty_like(p), np.empty_like(p)
        self._totals = np.empty((2, *p.shape[1:]))
        self._top, self._top_work = np.empty(p.shape[1:]), np.empty(p.shape[1:])
        self._s: Floats = self._totals[0]
        self._o: Floats = self._totals[1]
        self._base = np.empty_like(p)  # less `top`
        self._calls, self._deep = 0, True  # deep: some logit is far below `top`
        self.arithmetic = Long() if p.size >= LONG else Short()

    def __call__(self, logits: Floats, base: Floats | None = None) -> Floats:
        """weights (softmax - p) over e^shift `[V, B, m]`; logits alike, in nats, less their part `base`.

        The base is the same in all calls.
        """
        out, work, s, o, do = self._out, self._work, self._s, self._o, self.arithmetic
        self._calls += 1
        self._sums(logits, base, anew=self._calls % FRESH == 1)
        if not (least(s) > 0 and largest(self._totals) < np.inf):
            self._sums(logits, base, anew=True)
        do.multiply(self.p, s, work)
        out -= work
        if self.floored is not None:
            self._drop_rounding(logits, self.floored)
        if self.shift is None:
            s += o
        else:  # E in support came without the factor
            out *= self._put
            s += np.multiply(o, self._back, out=self._top_work)
        do.less(out, self.p, o, work)
        np.divide(self.weights, s, out=s)
        do.multiply(out, s, out)
        return out

    def _sums(self, logits: Floats, base: Floats | None, *, anew: bool) -> None:
        """out = exp of the logits less `top`, out of support less the shift too; s and o its sums."""
        out, work, top = self._out, self._work, self._top
        if anew:
            whole = logits if base is None else logits + base
            np.add(whole, self.barred, out=out)
            np.maximum.reduce(out, axis=0, out=top)
            np.maximum(top, np.maximum.reduce(whole, axis=0) - DEEPEST, out=top)
            if base is not None:
                np.subtract(base, top, out=self._base)
        if base is None:
            self.arithmetic.subtract(logits, top, out)
        else:
            np.add(logits, self._base, out=out)
        if self.shift is not None:
            out -= self._taken
        if anew or self._deep:
            self._deep = least(out) < -DEEPEST / 2
            exp(out, work)
        else:
            self.arithmetic.exp(out)
        einsum("vbm,kvbm->kbm", out, self._parts, out=self._totals)

    def _drop_rounding(self, logits: Floats, floored: Floats) -> None:
        work, out = self._work, self._out
        np.abs(np.multiply(logits, self.there, out=work), out=work)
        floor = ROUNDINGS * (1.0 + np.maximum.reduce(work, axis=(0, 2))) * floored
        np.multiply(floor[:, None], self.p, out=work)
        work *= self._s
        out *= (np.abs(out) > work) | self._barred

    def take_out(self, logits: Floats, rows: np.ndarray) -> None:
        """Takes the largest log-odds of a token out of support out of these rows `[B]` bool, from now on."""
        top = (logits + self.barred).max(0)
        odds = (logits - top + ABSENT * self.within).max((0, 2))
        before = np.zeros(len(rows)) if self.shift is None else self.shift
        self._set(np.where(rows, np.where(odds > ABSENT / 2, np.minimum(odds, 0.0), 0.0), before))

    def put_back(self, rows: np.ndarray) -> None:
        """From now on nothing is taken out of these rows `[B]` bool."""
        if self.shift is not None:
            self._set(np.where(rows, 0.0, self.shift))

    def _set(self, shift: Floats) -> None:
        self.shift = shift
        self._taken, self._back = self.outside * shift[:, None], np.exp(shift)[:, None]
        self._put = self.outside + self.within * np.exp(np.minimum(-shift, DEEPEST))[:, None]

    def rests(self, logits: Floats) -> np.ndarray:
        """`[B]` bool: every softmax over the support is p up to rounding."""
        inside = logits + self.barred
        shares = np.exp(np.maximum(inside - inside.max(0), -DEEPEST)) * self.within
        total = shares.sum(0)
        gaps = np.abs(shares - self.p * total) * self.within / np.where(self.within > 0, self.p * total, 1.0)
        return gaps.max((0, 2)) <= ROUNDINGS * (1.0 + np.abs(self.there * logits).max((0, 2)))


class Short:
    """Arithmetic with a number per context `[B, m]`, broadcast over tokens, of arrays that are not long."""

    def multiply(self, a: Floats, b: Floats, out: Floats) -> None:
        """out = a b."""
        np.multiply(a, b, out=out)

    def subtract(self, a: Floats, b: Floats, out: Floats) -> None:
        """out = a - b."""
        np.subtract(a, b, out=out)

    def less(self, out: Floats, a: Floats, b: Floats, work: Floats) -> None:
        """out -= a b."""
        np.multiply(a, b, out=work)
        out -= work

    def exp(self, x: Floats) -> None:
        """e^x, in place."""
        np.exp(x, out=x)


class Long(Short):
    """The same of long arrays. They are kept as tensors, which takes a third of a call to make."""

    def __init__(self) -> None:
        self._kept: dict[int, tuple[Floats, torch.Tensor]] = {}

    def multiply(self, a: Floats, b: Floats, out: Floats) -> None:
        torch.mul(self._tensor(a), self._tensor(b), out=self._tensor(out))

    def subtract(self, a: Floats, b: Floats, out: Floats) -> None:
        torch.sub(self._tensor(a), self._tensor(b), out=self._tensor(out))

    def less(self, out: Floats, a: Floats, b: Floats, work: Floats) -> None:
        self._tensor(out).addcmul_(self._tensor(a), self._tensor(b), value=-1)

    def exp(self, x: Floats) -> None:
        torch.exp(self._tensor(x), out=self._tensor(x))

    def _tensor(self, array: Floats) -> torch.Tensor:
        found = self._kept.get(id(array))
        if found is None or found[0] is not array:
            found = self._kept[id(array)] = array, torch.from_numpy(array)
        return found[1]


def exp(x: Floats, work: Floats) -> None:
    """e^x, in place; 0 where it would be all but subnormal, since processors take a hundred times as long."""
    if least(x) > -DEEPEST:
        np.exp(x, out=x)
        return
    np.greater(x, -DEEPEST, out=work)
    np.maximum(x, -DEEPEST, out=x)
    np.exp(x, out=x)
    x *= work


def least(x: Floats) -> float:
    """`x.min()`, NaN where an entry is; a reduction takes three times as long on small arrays."""
    return x.item(x.argmin())


def largest(x: Floats) -> float:
    """`x.max()`, alike."""
    return x.item(x.argmax())


def tokens_first(values: Floats) -> Floats:
    """`[V, B, m]` from `[B, m, V]`, along memory."""
    return np.ascontiguousarray(values.transpose(-1, *range(values.ndim - 1)))

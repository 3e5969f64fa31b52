"""Steps of descent on the attention risk under the log-loss of a head that picks the label, in logit space.

The state is x_ki, the logit of token k of input i less that of the label, log counts included. With
Z_ki = exp(x_ki) / (1 + sum_l exp(x_li)) the gradient is sum Z_ki phi_ki / n, phi_ki = (e_k - e_y) q_i^T, so
a step moves x by the Gram matrix of the phi times Z, and <Z, Gram Z> = n^2 ||grad L||^2. Small Gram matrices
are made once; else the product goes through `[d, d]`. A factor e^shift may be taken out of a row: a
normalised step needs only the direction, and it never underflows.

Arrays are `[B, K n]`, and sums over tokens are products with a matrix of 0 and 1: numpy's sums along short
axes cost several times as much.
"""

import numpy as np

from ntpcheck.arithmetic import as_numpy
from ntpcheck.dynamics.residual import largest, least
from ntpcheck.instances.attention import AttentionRun
from ntpcheck.reference.frame import Floats

DENSE = 64  # K n up to which the Gram matrix is made
DEEPEST, ABSENT = 700.0, -1e300  # what exp takes; a token that takes no part
LEAST, MOST = 1e-200, 1e200  # squared norms between them are believed
BLOCK = 256  # norms kept before they are added to the time


class Logits:
    """A batch of runs `[B, ...]`, with the buffers of one step. `weights` and `log_time` say where it is."""

    def __init__(self, run: AttentionRun) -> None:
        self.n, self.K, d = (run.size(axis) for axis in "nKd")
        self.E, self.Q = (as_numpy(x).reshape(-1, *x.shape[-2:]) for x in (run.embeddings, run.queries))
        self.W0, self.eta = as_numpy(run.W0).reshape(-1, d, d), as_numpy(run.eta).reshape(-1)
        counts, label = (
            as_numpy(x).reshape(-1, self.n, self.K).swapaxes(1, 2) for x in (run.counts, run.is_label)
        )
        self.label, others = label.astype(float), (counts > 0) & ~label  # [B, K, n]
        logits = self.E @ self.W0 @ self.Q.swapaxes(1, 2) + np.log(np.maximum(counts, 1))
        self.x = np.where(others, self._relative(logits), ABSENT).reshape(len(self.eta), -1)
        self.total, self.pulls, self.moved, self.sums = (np.zeros_like(self.x) for _ in range(4))
        self.over_tokens = np.tile(np.eye(self.n), (self.K, self.K))
        self.shift: Floats | None = None  # [B]
        self.idle = ~others.any((1, 2))  # [B]
        self.rests = bool(self.idle.any())
        self.log_time = np.full(len(self.eta), -np.inf)
        self._norms, self._known = np.ones((BLOCK, len(self.eta), 1)), 0
        self._eta = self.eta[:, None]
        self._gram = self._products() if self.K * self.n <= DENSE else None

    def _relative(self, values: Floats) -> Floats:
        """`[B, K, n]` less the label's entry."""
        return values - (values * self.label).sum(1, keepdims=True)

    def _products(self) -> Floats:
        """`[B, K n, K n]` the Gram matrix of the phi."""
        labels = self.label.swapaxes(1, 2) @ self.E
        steps = (self.E[:, :, None] - labels[:, None]).reshape(*self.x.shape, -1)
        return (steps @ steps.swapaxes(1, 2)) * np.tile(self.Q @ self.Q.swapaxes(1, 2), (1, self.K, self.K))

    def plain(self) -> None:
        """One step of size eta."""
        self._residuals()
        self._move()
        self.log_time = np.logaddexp(self.log_time, np.log(self.eta))
        self._advance(self._eta / self.n)

    def normalised(self) -> None:
        """One step of length eta; none where the gradient is zero."""
        if self._known == BLOCK:
            self._add_time()
        square = self._direction()
        if not least(square) >= LEAST or (self.shift is not None and largest(square) > MOST):
            square = self._in_range(square)
        norm = self._norms[self._known]
        np.sqrt(square[:, None], out=norm)
        self._known += 1
        self._advance(self._eta / norm)

    def _advance(self, length: Floats) -> None:
        self.moved *= length
        self.x -= self.moved
        self.pulls *= length
        self.total += self.pulls

    def _direction(self) -> Floats:
        """`[B]` the squared norm of the sum, once pulls and move are set; 1, and both 0, for idle rows."""
        self._residuals()
        self._move()
        square = np.vecdot(self.pulls, self.moved)
        if self.rests:
            self.pulls[self.idle], self.moved[self.idle], square[self.idle] = 0.0, 0.0, 1.0
        return square

    def _residuals(self) -> None:
        pulls, sums, factor = (
            self.pulls,
            self.sums,
            1.0 if self.shift is None else np.exp(self.shift)[:, None],
        )
        np.maximum(self.x, -DEEPEST, out=pulls)
        np.exp(pulls, out=pulls)
        np.matmul(pulls, self.over_tokens, out=sums)
        if self.shift is not None:
            sums *= factor
        sums += 1.0
        if not largest(sums) < np.inf:
            top = np.maximum(self.x.reshape(self.label.shape).max(1), 0.0)
            top = np.tile(top, (1, self.K))
            np.exp(np.maximum(self.x - top, -DEEPEST), out=pulls)
            np.add(np.exp(-top), factor * (pulls @ self.over_tokens), out=sums)
        np.divide(pulls, sums, out=pulls)

    def _move(self) -> None:
        """moved = Gram Z."""
        if self._gram is not None:
            np.matmul(self._gram, self.pulls[:, :, None], out=self.moved[:, :, None])
            return
        moved = self._relative(self.E @ self._slope(self.pulls) @ self.Q.swapaxes(1, 2))
        np.copyto(self.moved, moved.reshape(self.moved.shape))

    def _slope(self, Z: Floats) -> Floats:
        """`[B, d, d]` the sum of Z_ki phi_ki."""
        cells = Z.reshape(self.label.shape)
        whole = cells - self.label * cells.sum(1, keepdims=True)
        return self.E.swapaxes(1, 2) @ whole @ self.Q

    def _in_range(self, square: Floats) -> Floats:
        """The same with a factor put back into rows that are too large, then taken out of small ones."""
        self._add_time()
        for small in (False, True):
            rows = square < LEAST if small else ~(square <= MOST)
            if rows.any():
                shift = np.zeros(len(rows)) if self.shift is None else self.shift
                change = np.where(rows, np.minimum(self.x.max(1), 0.0) if small else -shift, 0.0)
                self.x -= np.where(self.x > ABSENT / 2, change[:, None], 0.0)
                self.shift = shift + change
                square = self._direction()
        self.idle = self.idle | ~(square >= LEAST)
        self.rests = bool(self.idle.any())
        return self._direction()

    def _add_time(self) -> None:
        """Adds eta / ||grad L|| of the steps since the last time."""
        if not self._known:
            return
        logs = np.log(self.eta * self.n) - np.log(self._norms[: self._known, :, 0])
        logs = np.where(self.idle, np.inf, logs if self.shift is None else logs - self.shift)
        self.log_time = np.logaddexp(self.log_time, np.logaddexp.reduce(logs, axis=0))
        self._known = 0

    def time(self) -> Floats:
        """`[B]` the logarithm of the time so far: the sizes of the steps, added up; infinite at rest."""
        self._add_time()
        return self.log_time.copy()

    def weights(self) -> Floats:
        """`[B, d, d]` W."""
        return self.W0 - self._slope(self.total)

"""W^mm where every context has one token in support: a dual active-set method on few contexts at a time.

Without ties W^mm is a hard-margin multi-class support vector machine, the least W with <W, x_n> >= 1 for the
rows x_n = (e_y - e_v) h_j^T, y the context's token. As Goldfarb and Idnani do it, one violated margin after
another is brought to 1 by raising its multiplier; one that would become negative leaves first. So the dual
rises in every step, and active rows stay independent: the inverse of their Gram matrix is kept, and bordered
or reduced. Where W does not move and nothing can leave, the multipliers of that step are a Farkas ray.

Most contexts are never tight: margins are looked at on a pool of those that had the least ones, and on all
when the pool's are met. What is found is solved anew from its active rows before it is handed on.
Source: D. Goldfarb and A. Idnani, A numerically stable dual method for solving strictly convex quadratic
programs, Mathematical Programming 27 (1983).
"""

from typing import NamedTuple

import numpy as np

from ntpcheck.reference.solvers.slack_form import INDEPENDENT
from ntpcheck.reference.solvers.splitting import lapack

LARGEST = 2000  # unknowns: the inverse of the active rows may have as many rows
POOL = 192  # contexts whose margins are looked at after every step
STEPS = 6  # for each unknown
MET = 2.0**-30  # shortfall of a margin that calls its row in
DEPENDENT = INDEPENDENT**2  # of a row's square that is left by active rows
NOISE = 2.0**-40  # of a row's size, in an active one's: a multiplier that falls by less stays
REPAIRS = 8
POLISHED = 2.0**-42  # shortfall that is accepted in the end
RAY = 2.0**-46  # ||sum u_n x_n|| / sum u_n ||x_n||


class OneHot(NamedTuple):
    """alpha `[m, V]` with W `[V, d]` = sum_n alpha_n x_n, or a Farkas ray and no W.

    amplification: of errors in margins into W.
    """

    W: np.ndarray | None
    alpha: np.ndarray
    amplification: float


def one_hot(H: np.ndarray, out: np.ndarray) -> OneHot | None:
    """Solves for embeddings `[m, d]` and out-of-support mask `[m, V]`; None where this settles nothing."""
    (m, width), tokens = H.shape, out.shape[1]
    size = (tokens - 1) * min(m, width)
    if not size <= min(m, LARGEST) or np.count_nonzero(~out) != m or not H.any(1).all():
        return None  # with fewer contexts than unknowns most of them are tight
    state = _Active(H, out)
    for _ in range(REPAIRS):
        if not state.settle(STEPS * size):
            return state.ray()
        if not state.renewed():
            return None
        if (state.weights > 0).all() and state.short().max() <= POLISHED:
            return OneHot(state.decoder, state.spread(state.weights), float(np.sqrt(state.inverse.trace())))
    return None


class _Active:
    """Active rows (context, token) `[k]`, their multipliers, and the inverse of their Gram matrix."""

    def __init__(self, H: np.ndarray, out: np.ndarray) -> None:
        self.H, self.out, self.label = H, out, out.argmin(1)
        self.norms = np.sqrt(2 * np.einsum("jd,jd->j", H, H))  # of a context's rows
        self.context: np.ndarray = np.zeros(0, dtype=int)
        self.token: np.ndarray = np.zeros(0, dtype=int)
        self.weights, self.inverse = np.zeros(0), np.zeros((0, 0))
        self.decoder: np.ndarray = np.zeros((out.shape[1], H.shape[1]))
        self.stuck: tuple[int, int, np.ndarray] | None = None

    def short(self, contexts: np.ndarray | slice = slice(None)) -> np.ndarray:
        """`[c]` what the least margin of each of these contexts lacks to 1, active ones included."""
        scores = self.H[contexts] @ self.decoder.T
        scores -= np.take_along_axis(scores, self.label[contexts, None], 1)
        return 1.0 + np.where(self.out[contexts], scores, -np.inf).max(1)

    def settle(self, steps: int) -> bool:
        """Steps until no margin is short; False where margins conflict or steps ran out."""
        while steps > 0:
            worst = self.short()
            if worst.max() <= MET:
                return True
            pool = np.argsort(-worst)[:POOL]
            H, inside, label, far = self.H[pool], ~self.out[pool], self.label[pool], 1 / self.norms[pool]
            each = np.arange(len(pool))
            while steps > 0:
                scores = H @ self.decoder.T
                scores -= scores[each, label][:, None]
                scores += 1.0
                scores[inside] = 0.0
                if scores.max() <= MET:
                    break
                at, token = divmod(int((scores * far[:, None]).argmax()), scores.shape[1])
                lacks = float(scores[at, token])
                steps -= 1
                if not self.raised(int(pool[at]), token, lacks):
                    return False
        return False

    def products(self, context: int, token: int) -> np.ndarray:
        """`[k]` inner products of active rows with another."""
        y, label = self.label[context], self.label[self.context]
        steps = (label == y).astype(float) - (label == token) - (self.token == y) + (self.token == token)
        return steps * (self.H[self.context] @ self.H[context])

    def raised(self, context: int, token: int, lacks: float) -> bool:
        """Brings one margin to 1 and its row among the active ones; False where margins conflict."""
        weight, square = 0.0, self.norms[context] ** 2
        product = self.products(context, token)
        while True:
            change = self.inverse @ product
            left = square - product @ change
            far = lacks / left if left > DEPENDENT * square else np.inf
            falling = change * self.norms[self.context] > NOISE * self.norms[context]
            room = np.where(falling, self.weights / np.where(falling, change, 1.0), np.inf)
            leaver = int(room.argmin()) if len(room) else -1
            near = room[leaver] if len(room) else np.inf
            step = min(near, far)
            if step == np.inf:
                self.stuck = context, token, change
                return False
            self.weights -= step * change
            weight += step
            if far <= near:
                self._enter(context, token, weight, change, left)
                return True
            lacks -= step * left if left > DEPENDENT * square else 0.0
            self._leave(leaver)
            product = np.delete(product, leaver)

    def _enter(self, context: int, token: int, weight: float, change: np.ndarray, left: float) -> None:
        k = len(self.weights)
        border = np.append(change, -1.0)
        inverse = np.multiply.outer(border / left, border)
        inverse[:k, :k] += self.inverse
        self.inverse = inverse
        self.context, self.token = np.append(self.context, context), np.append(self.token, token)
        self.weights = np.append(self.weights, weight)
        self._pull()

    def _leave(self, place: int) -> None:
        line = self.inverse[place]
        inverse = self.inverse - np.multiply.outer(line / line[place], line)
        self.inverse = np.delete(np.delete(inverse, place, 0), place, 1)
        self.context, self.token, self.weights = (
            np.delete(x, place) for x in (self.context, self.token, self.weights)
        )

    def _pull(self) -> None:
        """W of the multipliers."""
        k, H = len(self.weights), self.H[self.context]
        pulls, each = np.zeros((len(self.decoder), k)), np.arange(k)
        pulls[self.label[self.context], each] = self.weights
        pulls[self.token, each] = -self.weights
        self.decoder = pulls @ H

    def renewed(self) -> bool:
        """The same active rows solved for anew, less those that a multiplier is not positive of."""
        label, H = self.label[self.context], self.H[self.context]
        signs = (label[:, None] == label).astype(float) + (self.token[:, None] == self.token)
        signs -= label[:, None] == self.token
        signs -= self.token[:, None] == label
        factor, failed = lapack.dpotrf(signs * (H @ H.T), lower=0, clean=1)
        if failed:
            return False
        half, _ = lapack.dpotri(factor, lower=0)
        self.inverse = half + half.T
        self.inverse.flat[:: len(half) + 1] /= 2
        self.weights, _ = lapack.dpotrs(factor, np.ones(len(H)), lower=0)
        self._pull()
        margins = np.einsum("kd,kd->k", H, self.decoder[label] - self.decoder[self.token])
        self.weights += self.inverse @ (1.0 - margins)  # one step of refinement
        for place in np.flatnonzero(self.weights <= 0)[::-1].tolist():
            self._leave(place)
        self._pull()
        return True

    def spread(self, weights: np.ndarray) -> np.ndarray:
        """`[m, V]` multipliers of all rows from those of the active ones."""
        found = np.zeros(self.out.shape)
        found[self.context, self.token] = weights
        return found

    def ray(self) -> OneHot | None:
        """The multipliers that the last step could raise for ever, if they cancel."""
        if self.stuck is None:
            return None
        context, token, change = self.stuck
        ray = self.spread(np.maximum(-change, 0.0))
        ray[context, token] = 1.0
        Z = ray.copy()
        Z[np.arange(len(Z)), self.label] -= ray.sum(1)
        off = np.linalg.norm(Z.T @ self.H) / (ray.sum(1) @ self.norms)
        return OneHot(None, ray / ray.sum(), np.inf) if off <= RAY else None

"""W^mm of all but small data: semismooth Newton steps on the augmented Lagrangian of NTP-SVM.

With a level c_j per context and unit contexts, the constraints are one per logit,

    R_jv = w_v h_j - c_j - b_jv  = 0 in support, <= 0 out of it,   b = 0 in support, -1 / ||h_j|| out of it,

and with multipliers Y the augmented Lagrangian is, up to a constant, 1/2 ||W||^2 + sum [R + r Y]^2 / (2 r),
[.] the positive part out of support. Its minimiser over (W, c) for fixed Y is found by Newton's method: on
the active cells {R + r Y > 0} and those in support it is the least W of `token_blocks`, with ridge r, and the
exact minimum along the segment to it is the next point. Then Y becomes [R + r Y] / r, and r shrinks: Y tends
to a dual, W = -Y^T H to W^mm. While W is far, Y may change before the last cells have settled: the next step
begins at the cells that the new Y and the violated logits name, as a primal-dual active-set method does.
Where there is no W^mm Y grows along a Farkas ray, which its last change shows.
Source: X. Li, D. Sun and K.-C. Toh, SIAM Journal on Optimization 28 (2018), for the method on the Lasso.
"""

from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, NamedTuple

import numpy as np
from scipy import optimize as _optimize
from scipy import sparse as _sparse

from ntpcheck.reference.solvers.token_blocks import TokenBlocks, unit_contexts

optimize: Any = _optimize  # its types are too narrow
sparse: Any = _sparse
RIDGES = (3e-2, 1e-2, 3e-3, 1e-3, 1e-4, 1e-5)  # of unit contexts; the last one stays
SINGLE, MANY = 1e-3, 512  # from this ridge and so many contexts on, single precision serves
NEWTON, ROUGHLY, POLISHES = 200, 24, 20  # steps for one Y, in single precision; last changes of Y
FEW_POLISHES = 8  # that it takes as a rule: for what is told of progress, and for how long cells may change
ROUGH, SETTLED = 0.03, 1e-4  # share of cells that may change before Y does, until logits miss by that
VIOLATED = 2.0**-40  # a logit this far past its bound, in units of 1 / ||h_j||, is active in the next step
EXACTLY = 2.0**-20  # of a segment: how exactly its minimiser is found
STILL, ENOUGH = 2.0**-46, 2.0**-30  # misses of logits that end it, at once or where they grow
SAMPLED, PART = 2**20, 2**12  # cells that choose the first scale; whose logits are found at a time
HIDDEN = 2.0**64  # an amplification that bounds nothing
NOISE, LOUD = 2.0**-46, 2.0**-16  # of the logits: what rounding changes, in double precision and in single
NEAR, RAY = 2.0**-16, 2.0**-40  # ||sum u_n x_n|| / sum u_n of unit rows: nearly a ray, and one


# It is told the share done.
listener: ContextVar[Callable[[float], None] | None] = ContextVar("listener", default=None)


class Lagrangian(NamedTuple):
    """`feasible` with W^mm and its multipliers, or a Farkas ray; None where neither was reached.

    Y `[m, V]`: W = -Y^T H, its rows of sum zero, nonnegative out of support; the ray likewise, with W zero.
    amplification: of an error in the logits into W; `HIDDEN` where active rows are nearly dependent.
    """

    feasible: bool | None
    W: np.ndarray
    Y: np.ndarray
    amplification: float = HIDDEN


class _Point(NamedTuple):
    W: np.ndarray  # [V, d]
    c: np.ndarray  # [m]
    R: np.ndarray  # [m, V]
    blocks: TokenBlocks
    y: np.ndarray  # multipliers at the cells of `blocks`; W = -Y^T H where a step was a whole one


class _Fixed:
    """Multipliers Y `[m, V]` and a ridge r, fixed for some steps: what they make of a table R of gaps.

    Tables of ten million cells are gone through only where Y, a gap or the support makes a difference.
    """

    def __init__(self, Y: np.ndarray, ridge: float, inside: np.ndarray) -> None:
        self.Y, self.ridge, self.inside = Y, ridge, inside
        self.pulled = inside | (Y != 0)
        self._at = np.flatnonzero(Y)

    def shifted(self, R: np.ndarray, at: np.ndarray) -> np.ndarray:
        """R + r Y at some cells, by their places in the flat tables."""
        return R.reshape(-1)[at] + self.ridge * self.Y.reshape(-1)[at]

    def active(self, R: np.ndarray) -> np.ndarray:
        """`[m, V]` bool: in support, or R + r Y > 0."""
        found = R > 0
        found.reshape(-1)[self._at] = self.shifted(R, self._at) > 0
        return np.logical_or(found, self.inside, out=found)


class _Problem:
    """Unit contexts `[m, d]`, b and the mask out of support `[m, V]`, and the last blocks.

    b is 0 in support and -1 / ||h_j|| out of it.
    """

    def __init__(self, H: np.ndarray, out: np.ndarray) -> None:
        self.unit, self.lengths = unit_contexts(H)
        self.out, self.inside, self.gram = out, ~out, self.unit @ self.unit.T
        self.asked = 1 / self.lengths
        self.support = self.inside.nonzero()
        self._last: TokenBlocks | None = None
        self._many = MANY

    def blocks(self, active: np.ndarray, ridge: float) -> TokenBlocks | None:
        """The systems of some cells; None where they do not fit. Those made before solve nothing more."""
        last = self._last
        if last is None or last.ridge != ridge or (last.cells != active).any():
            fits = TokenBlocks.fit(active)
            gram = self.gram if self.settles(ridge) else self.gram.astype(np.float32)
            self._last = TokenBlocks(gram, active, ridge, last) if fits else None
        return self._last

    def settles(self, ridge: float) -> bool:
        """Whether multipliers at a ridge are in double precision: then their rows sum to zero."""
        return ridge < SINGLE or len(self.gram) < self._many

    def double(self) -> None:
        """From here on all is in double precision."""
        self._many, self._last = len(self.gram) + 1, None

    def start(self) -> _Point | None:
        """The best multiple of the W that has logits 1 in support, at levels of the same size."""
        blocks = self.blocks(self.inside, RIDGES[0])
        if blocks is None:
            return None
        W = blocks.decoder(blocks.at_levels_zero(np.ones(len(blocks.context))), self.unit)
        every = max(1, self.out.size // SAMPLED)
        sample = self.out[::every]
        slope = (self.unit[::every] @ W.T - 1.0)[sample]
        b = -np.broadcast_to(self.asked[::every, None], sample.shape)[sample]
        square, high = np.vdot(W, W) * RIDGES[0], 1.0

        def derivative(scale: float) -> float:
            return float(scale * square + every * (np.maximum(scale * slope - b, 0.0) @ slope))

        while derivative(high) < 0 and high < 2.0**40:
            high *= 2
        scale = _zero(derivative, high)
        start, c = scale * W, np.full(len(self.unit), scale)
        return _Point(start, c, self._gaps(start, c), blocks, np.zeros(len(blocks.context)))

    def _gaps(self, W: np.ndarray, c: np.ndarray) -> np.ndarray:
        """W h_j - c_j - b, `[m, V]`."""
        gaps = np.column_stack([self.unit, self.asked - c]) @ np.column_stack([W, np.ones(len(W))]).T
        gaps[self.support] -= self.asked[self.support[0]]
        return gaps

    def _gaps_at(self, W: np.ndarray, c: np.ndarray, blocks: TokenBlocks) -> np.ndarray:
        """The same at the cells of `blocks` alone."""
        context, token = blocks.context, blocks.token
        gaps = np.where(self.out[context, token], self.asked[context], 0.0) - c[context]
        for first in range(0, len(context), PART):
            part = slice(first, first + PART)
            gaps[part] += np.einsum("nd,nd->n", self.unit[context[part]], W[token[part]])
        return gaps

    def newton_point(self, c: np.ndarray, fixed: _Fixed, active: np.ndarray) -> _Point | None:
        """The minimiser for fixed Y were these the active cells; at the last ridge as a correction."""
        blocks, ridge = self.blocks(active, fixed.ridge), fixed.ridge
        if blocks is None:
            return None
        y = blocks.at(fixed.Y)
        if ridge > RIDGES[-1]:
            b = np.where(blocks.at(self.out), -self.asked[blocks.context], 0.0)
            z, level = blocks.solve_at(b - ridge * y)
            W = blocks.decoder(z, self.unit)
            return _Point(W, level, self._gaps(W, level), blocks, -z)
        first = -blocks.decoder(y, self.unit)
        step, change = blocks.solve_at(-self._gaps_at(first, c, blocks), blocks.sums(y))
        better, level = first + blocks.decoder(step, self.unit), c + change
        return _Point(better, level, self._gaps(better, level), blocks, y - step)

    def decoder(self, Z: np.ndarray) -> np.ndarray:
        """Z^T H `[V, d]`, over the few entries that are not zero."""
        return sparse.csr_array(Z).T @ self.unit

    def signed(self, Y: np.ndarray) -> np.ndarray:
        """The same multipliers, the negative ones out of support zero."""
        return np.where(self.out, np.maximum(Y, 0.0), Y)

    def multipliers(self, point: _Point) -> np.ndarray:
        """Those of a point, `[m, V]`, signed."""
        blocks = point.blocks
        return blocks.table(np.where(blocks.at(self.out), np.maximum(point.y, 0.0), point.y))

    def missed(self, R: np.ndarray, Y: np.ndarray) -> float:
        """The largest miss of a logit: off an active constraint, or past another."""
        tied = self.inside | (Y > 0)
        at = np.flatnonzero(tied | (R > 0))
        return float((np.abs(R.reshape(-1)[at]) * self.lengths[at // R.shape[1]]).max())

    def off_ray(self, change: np.ndarray) -> float:
        """How far a change of the multipliers is from a Farkas ray of sum 1, in unit rows."""
        at = np.flatnonzero(change)
        (context, token), out = np.divmod(at, change.shape[1]), self.out.reshape(-1)[at]
        ray = change.reshape(-1)[at]
        ray = np.where(out, np.maximum(ray, 0.0), ray)
        weight = ray[out].sum()
        sums = np.bincount(context, ray, minlength=len(change))
        W = sparse.csr_array((ray, (token, context)), shape=change.shape[::-1]) @ self.unit
        off = max(np.abs(sums).max(), np.linalg.norm(W))
        return float(off / weight) if weight > 0 else np.inf

    def amplification(self) -> float:
        """Of an error in the logits of the last active cells into W; `HIDDEN` where the ridge hides it."""
        if self._last is None:
            return HIDDEN
        ridge = self._last.ridge
        curvature = self._last.curvature(self._last.cells.astype(float)) - ridge
        return 1 / float(self.lengths.min() * np.sqrt(curvature)) if curvature > ridge else HIDDEN

    def between(self, here: _Point, there: _Point, fixed: _Fixed) -> _Point:
        """The minimiser on the segment from `here` to `there`."""
        step, change, ridge = there.W - here.W, there.R - here.R, fixed.ridge
        at = np.flatnonzero((here.R > 0) | (there.R > 0) | fixed.pulled)
        shift, by, inside = fixed.shifted(here.R, at), change.reshape(-1)[at], self.inside.reshape(-1)[at]
        first, last = shift > 0, shift + by > 0
        always, turning = inside | (first & last), ~inside & (first != last)
        T, moving = shift[turning], by[turning]
        steady, by = shift[always], by[always]
        start = float(np.vdot(here.W, step) + steady @ by / ridge)
        bend = float(np.vdot(step, step) + by @ by / ridge)

        def derivative(share: float) -> float:
            return start + share * bend + float(np.maximum(T + share * moving, 0.0) @ moving) / ridge

        share = _zero(derivative, 1.0)
        if share == 1:
            return there
        change *= share
        change += here.R
        W, c = here.W + share * step, here.c + share * (there.c - here.c)
        return _Point(W, c, change, there.blocks, there.y)


def _zero(derivative: Callable[[float], float], high: float) -> float:
    """Where an increasing function is 0 between 0 and `high`; the nearer end where it has no zero there."""
    if derivative(0.0) >= 0 or derivative(high) <= 0:
        return 0.0 if derivative(0.0) >= 0 else high
    return float(optimize.brentq(derivative, 0.0, high, xtol=EXACTLY * high))


def augmented_lagrangian(H: np.ndarray, out: np.ndarray) -> Lagrangian:
    """Solves for embeddings `[m, d]` and out-of-support mask `[m, V]`; total on every dataset."""
    problem = _Problem(H, out)
    before, least = np.zeros(out.shape), np.inf
    best = nothing = Lagrangian(None, np.zeros((out.shape[1], H.shape[1])), before)
    stuck = np.argwhere(out & ~H.any(1, keepdims=True))  # a context of zeros has equal logits
    if len(stuck):
        ray, context = np.zeros(out.shape), stuck[0, 0]
        ray[context, stuck[0, 1]], ray[context, out[context].argmin()] = 1.0, -1.0
        return nothing._replace(feasible=False, Y=ray)
    point = problem.start()
    heard, rounds = listener.get(), len(RIDGES) + FEW_POLISHES
    for done, ridge in enumerate(RIDGES + RIDGES[-1:] * POLISHES):
        if heard is not None:
            heard(min(done / rounds, 0.99))
        near = ridge == RIDGES[-1] and (least <= SETTLED or done >= rounds)
        point = point and _minimised(
            problem, point, _Fixed(before, ridge, problem.inside), 0.0 if near else ROUGH
        )
        if point is None:
            return nothing
        after = problem.multipliers(point)
        missed, off = problem.missed(point.R, after), problem.off_ray(after - before)
        if off <= RAY:
            ray = problem.signed(after - before) / problem.lengths[:, None]
            return Lagrangian(feasible=False, W=nothing.W, Y=ray)
        if problem.settles(ridge) and missed < least:
            best = Lagrangian(feasible=True, W=-problem.decoder(after), Y=after / problem.lengths[:, None])
        least = min(missed, least) if problem.settles(ridge) else least
        if least <= STILL or (missed > least and least <= ENOUGH):
            break
        # A ray would empty in the end the cells that lose along it.
        emptied = off <= NEAR and missed > ENOUGH
        before = np.where(out & (after < before), 0.0, after) if emptied else after
    return best._replace(amplification=problem.amplification()) if least <= ENOUGH else nothing


def _minimised(problem: _Problem, point: _Point, fixed: _Fixed, rough: float) -> _Point | None:
    """The minimiser for fixed Y, up to a share `rough` of the cells; None where it is out of reach."""
    warm = fixed.Y.any()  # then its cells are a better guess than those of the point, whose ridge was another
    active = problem.inside | (fixed.Y > 0) | ((VIOLATED if warm else 0.0) < point.R)
    support, start, settles = np.flatnonzero(problem.inside), point, problem.settles(fixed.ridge)
    for step in range(NEWTON if settles else ROUGHLY):
        there = problem.newton_point(point.c, fixed, active)
        if there is None:
            return None
        turned = np.flatnonzero(fixed.active(there.R) != active)
        noise = (NOISE if settles else LOUD) * max(1.0, np.abs(fixed.shifted(there.R, support)).max())
        if np.count_nonzero(np.abs(fixed.shifted(there.R, turned)) > noise) <= rough * len(there.y):
            return there
        point = there if warm and step == 0 else problem.between(point, there, fixed)
        active = fixed.active(point.R)
    if settles:
        return None
    problem.double()  # rounding does not let the cells come to rest, as those of dependent contexts may not
    return _minimised(problem, start, fixed, rough)

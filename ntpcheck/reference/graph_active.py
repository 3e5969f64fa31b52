"""Active rows of many small systems of margins and ties at once, by the dual method of Goldfarb and Idnani.

One margin after another that W violates is brought to 1 by raising its multiplier. Where that would make
another one negative, that margin leaves first; where W does not move, since the row depends on active ones,
leaving is all that happens. So active rows stay independent, whatever the rows are.

Everything is read off the Gram matrix swept on the active set P, [[-G_PP^{-1}, G_PP^{-1} G_PQ], [., S]] with
S the Schur complement: raising a_q by t moves a_P by -t G_PP^{-1} G_Pq and the margins of Q by t S_q.
Source: Goldfarb and Idnani, A numerically stable dual method for solving strictly convex quadratic
programs, 1983; Sec. 3.2 for the rows.
"""

from __future__ import annotations

import numpy as np

STEPS = 6  # for each row
SLACK = 2.0**-40  # of a margin asked to be 1
DEPENDENT = 2.0**-36  # of a unit row's square that is left by active rows
NONE = -1


def active_rows(gram: np.ndarray, tie: np.ndarray, margin: np.ndarray) -> np.ndarray:
    """`[B, N]` bool: a basis of the ties and active margins, from gram `[B, N, N]`, tie and margin `[B, N]`.

    Empty where the margins conflict or steps ran out.
    """
    squares = np.diagonal(gram, axis1=-2, axis2=-1)
    scale = np.where(squares > 0, 1 / np.sqrt(np.where(squares > 0, squares, 1.0)), 1.0)
    found = np.zeros(tie.shape, dtype=bool)
    state = _Swept(gram * scale[:, :, None] * scale[:, None, :], margin, margin * scale)
    for n in np.flatnonzero(tie.any(0)):
        ready = tie[:, n] & (state.table[:, n, n] > DEPENDENT)
        state.sweep(np.flatnonzero(ready), np.full(int(ready.sum()), n))
    for _ in range(STEPS * tie.shape[-1]):
        rows, done = state.step()
        found[rows[done]] = state.active[done]
        state.keep(~done)
        if not len(state.rows):
            break
    return found


class _Swept:
    """Unit rows: table `[B, N, N]`, missing margins `short [B, N]`, multipliers, and the row being raised."""

    def __init__(self, table: np.ndarray, margin: np.ndarray, short: np.ndarray) -> None:
        self.rows = np.arange(len(table))
        self.table, self.margin, self.short = table, margin, short
        self.asked = short.copy()
        self.multipliers, self.active = np.zeros(short.shape), np.zeros(short.shape, dtype=bool)
        self.raised = np.full(len(table), NONE)

    def keep(self, chosen: np.ndarray) -> None:
        """Only those systems."""
        if not chosen.all():
            for name, values in vars(self).items():
                setattr(self, name, values[chosen])

    def sweep(self, rows: np.ndarray, place: np.ndarray) -> None:
        """The row at `place` enters the active set, or leaves it."""
        line = self.table[rows, place]
        each = np.arange(len(rows))
        pivot = line[each, place]
        sign = np.where(self.active[rows, place], -1.0, 1.0)
        self.table[rows] -= line[:, :, None] * (line / pivot[:, None])[:, None, :]
        line = line * (sign / pivot)[:, None]
        line[each, place] = -1 / pivot
        self.table[rows, place] = line
        self.table[rows, :, place] = line
        self.active[rows, place] ^= True

    def step(self) -> tuple[np.ndarray, np.ndarray]:
        """One raise in each system; their places, and which have ended: with no active row if stuck."""
        short = np.where(self.margin & ~self.active, self.short / np.where(self.margin, self.asked, 1.0), 0.0)
        self.raised = np.where(self.raised == NONE, short.argmax(-1), self.raised)
        each, q = np.arange(len(self.raised)), self.raised
        done = short[each, q] <= SLACK
        line = self.table[each, q]
        left = line[each, q]
        far = np.where(left > DEPENDENT, self.short[each, q] / np.where(left > 0, left, 1.0), np.inf)
        falling = self.margin & self.active & (line > SLACK)
        room = np.where(falling, self.multipliers / np.where(falling, line, 1.0), np.inf)
        blocking = room.argmin(-1)
        near = np.maximum(room[each, blocking], 0.0)
        stuck = ~done & np.isinf(far) & np.isinf(near)
        self.active[stuck] = False
        t = np.where(done | stuck, 0.0, np.minimum(far, near))
        moved = t[:, None] * line
        self.multipliers -= np.where(self.active, moved, 0.0)
        self.multipliers[each, q] += t
        self.short -= np.where(self.active, 0.0, moved)
        going = ~(done | stuck)
        enters, leaves = np.flatnonzero(going & (far <= near)), np.flatnonzero(going & (far > near))
        self.sweep(enters, q[enters])
        self.multipliers[leaves, blocking[leaves]] = 0.0
        self.sweep(leaves, blocking[leaves])
        self.raised[enters] = NONE
        return self.rows, done | stuck

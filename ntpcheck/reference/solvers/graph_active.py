"""Active rows of many small systems of margins and ties at once, by the dual method of Goldfarb and Idnani.

One margin after another that W violates is brought to 1 by raising its multiplier. Where that would make
another one negative, that margin leaves first; where W does not move, since the row depends on active ones,
leaving is all that happens. So active rows stay independent, whatever the rows are.

Everything is read off the Gram matrix swept on the active set P, [[-G_PP^{-1}, G_PP^{-1} G_PQ], [., S]] with
S the Schur complement: raising a_q by t moves a_P by -t G_PP^{-1} G_Pq and the margins of Q by t S_q.
Source: Goldfarb and Idnani, A numerically stable dual method for solving strictly convex quadratic
programs, 1983; Sec. 3.2 for the rows.
"""

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
        rows, done = state.chosen()
        found[rows[done]] = state.active[done]
        state.keep(~done)
        if not len(state.rows):
            break
        state.keep(~state.step())
    return found


class _Swept:
    """Unit rows: table `[B, N, N]`, missing margins `short [B, N]`, multipliers, and the row being raised."""

    def __init__(self, table: np.ndarray, margin: np.ndarray, short: np.ndarray) -> None:
        self.rows = np.arange(len(table))
        self.table, self.margin, self.short = table, margin, short
        self.asked = np.where(margin, short, 1.0)
        self.multipliers, self.active = np.zeros(short.shape), np.zeros(short.shape, dtype=bool)
        self.raised = np.full(len(table), NONE)

    def keep(self, chosen: np.ndarray) -> None:
        """Only those systems."""
        if not chosen.all():
            for name, values in vars(self).items():
                setattr(self, name, values[chosen])

    def sweep(self, rows: np.ndarray, place: np.ndarray) -> None:
        """The row at `place` enters the active set, or leaves it."""
        every = len(rows) == len(self.table)
        line = self.table[rows, place]
        each = np.arange(len(rows))
        pivot = line[each, place]
        change = line[:, :, None] * (line / pivot[:, None])[:, None, :]
        if every:
            self.table -= change
        else:
            self.table[rows] -= change
        line = line * (np.where(self.active[rows, place], -1.0, 1.0) / pivot)[:, None]
        line[each, place] = -1 / pivot
        self.table[rows, place] = line
        self.table[rows, :, place] = line
        self.active[rows, place] ^= True

    def chosen(self) -> tuple[np.ndarray, np.ndarray]:
        """Picks a row to raise in each system; their places, and which of them miss no margin."""
        short = np.where(self.margin & ~self.active, self.short / self.asked, 0.0)
        self.raised = np.where(self.raised == NONE, short.argmax(-1), self.raised)
        return self.rows, short[np.arange(len(short)), self.raised] <= SLACK

    def step(self) -> np.ndarray:
        """One raise in each system; which of them are stuck, their margins in conflict."""
        each, q = np.arange(len(self.raised)), self.raised
        line = self.table[each, q]
        left = line[each, q]
        with np.errstate(divide="ignore", invalid="ignore"):
            far = np.where(left > DEPENDENT, self.short[each, q] / left, np.inf)
            falling = self.margin & self.active & (line > SLACK)
            room = np.where(falling, self.multipliers / line, np.inf)
        blocking = room.argmin(-1)
        near = np.maximum(room[each, blocking], 0.0)
        stuck = np.isinf(far) & np.isinf(near)
        t = np.where(stuck, 0.0, np.minimum(far, near))
        moved = t[:, None] * line
        self.multipliers -= np.where(self.active, moved, 0.0)
        self.multipliers[each, q] += t
        self.short -= np.where(self.active, 0.0, moved)
        enters = far <= near
        self.multipliers[each[~enters], blocking[~enters]] = 0.0
        going = np.flatnonzero(~stuck)
        self.sweep(going, np.where(enters, q, blocking)[going])
        self.raised[enters] = NONE
        return stuck

"""Normalised steps of one attention run: the steps of `attention_logits` in as few calls as numpy allows.

In arrays this small calls are what costs. The logits x and the sum of the pulls lie in one buffer, and so do
their steps, so that one multiplication and one addition take a step of length eta. Its logits then move by at
most eta max ||phi_ki||: for as many steps as that bound allows, exp is in its range and nothing is looked at.
Where it does not, or a norm leaves its range, `Logits` takes the step.
"""

import math

import numpy as np

from ntpcheck.dynamics.attention_logits import ABSENT, BLOCK, LEAST, MOST, Logits
from ntpcheck.instances.attention import AttentionRun

FAR = 600.0  # |x| up to which exp and sums of it are in their range, with room for rounding


class Single(Logits):
    """A batch of one run whose Gram matrix is made."""

    def __init__(self, run: AttentionRun) -> None:
        super().__init__(run)
        assert self._gram is not None
        assert len(self.eta) == 1
        cells = self.x.size
        self._state, self._way, self._step = (np.zeros(2 * cells) for _ in range(3))
        self._state[:cells] = self.x[0]
        self.x, self.total = self._state[None, :cells], self._state[None, cells:]
        self._here, self._moved, self._pulled = self._state[:cells], self._way[:cells], self._way[cells:]
        self._against, self._one, self._sum = -self._gram[0], np.ones(cells), np.empty(cells)
        self._present = self._here > ABSENT / 2
        longest = math.sqrt(max(float(self._gram[0].diagonal().max()), 0.0))
        self._length = float(self.eta[0])
        self._most = self._length * longest  # that a step moves a logit by
        self._left = 0  # steps for which nothing need be looked at

    def normalised(self) -> None:
        """One step of length eta; none where the gradient is zero."""
        if self._known == BLOCK:
            self._add_time()
        if not self._left:
            self._left = self._steps_in_range()
        if self._left:
            self._left -= 1
            pulled, total = self._pulled, self._sum
            np.exp(self._here, pulled)
            pulled.dot(self.over_tokens, total)
            np.add(total, self._one, total)
            np.divide(pulled, total, pulled)
            self._against.dot(pulled, self._moved)
            square = -float(pulled.dot(self._moved))
            if LEAST <= square <= MOST:
                norm = math.sqrt(square)
                self._norms[self._known] = norm
                self._known += 1
                np.multiply(self._way, self._length / norm, self._step)
                np.add(self._state, self._step, self._state)
                return
            self._left = 0
        super().normalised()

    def _steps_in_range(self) -> int:
        """How many steps keep every logit within `FAR`; none where a factor was taken out, or at rest."""
        if self.shift is not None or self.rests:
            return 0
        here = self._here[self._present]
        room = FAR - float(np.abs(here).max(initial=0.0))
        if not room > self._most:  # NaN too
            return 0
        return BLOCK if self._most * BLOCK <= room else int(room / self._most)

"""A matrix beside W^mm in its place, whose margin over its length is a little less, in runs too.

What a line says up to any share, and a misprint up to any share beyond a twentieth, holds of W^mm alike, as
its margin is the largest. Where the margin is less by a thirty-second, the first fails and the second holds.
A run stays as it is: what it has gained along W^mm and beside it is only parted otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ntpcheck.dynamics.flow import Flow
from ntpcheck.engine.proofreading.sought.bent import Swap, direction
from ntpcheck.reference.frame import Floats, Frame

HALVINGS = 40  # of the way to a matrix as long as W^mm, and across it


@dataclass(frozen=True)
class Lessened(Swap):
    """W^mm with what is across it in the span of the x_n added, until its margin is less by a share."""

    less: float = 2.0**-5

    def matrix(self, frame: Frame) -> Floats:
        moved = self._wmm(frame) - frame.wmm
        return frame.W + (frame.X.T @ moved).reshape(frame.W.shape)

    def frame(self, frame: Frame) -> Frame:
        if frame.excess[frame.tight].any():  # it is 0 there, but of a frame that has another W^mm by now
            return frame
        wmm = self._wmm(frame)
        return replace(frame, W=self.matrix(frame), wmm=wmm, excess=frame.cells @ wmm - 1)

    def flow(self, flow: Flow) -> Flow:
        """The same run, W = centre + f + u + s W^mm: u makes up for the other W^mm."""
        if not flow.frame.moves:
            return flow
        frame = self.frame(flow.frame)
        return replace(flow, frame=frame, u=flow.u + np.multiply.outer(flow.s, flow.frame.wmm - frame.wmm))

    def _wmm(self, frame: Frame) -> Floats:
        """`[x]`; W^mm itself where nothing is across it, or the margin does not fall so far."""
        wmm = frame.wmm
        size = np.linalg.norm(wmm)
        across = direction(len(wmm)) if size else wmm
        across = across - (across @ wmm) / max(size**2, 1e-300) * wmm
        if not size or not np.linalg.norm(across) > 1e-6:
            return wmm
        across *= size / np.linalg.norm(across)

        def kept(share: float) -> bool:
            there = wmm + share * across
            return (frame.cells @ there).min() * size > (1 - self.less) * np.linalg.norm(there)

        low, high = 0.0, 1.0
        if kept(high):
            return wmm
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            low, high = (middle, high) if kept(middle) else (low, middle)
        return wmm + high * across

"""A matrix as long as W^mm in its place, whose margin is less by a share, in runs too.

What a line says up to any share, and a misprint up to any share beyond a twentieth, holds of W^mm alike, as
its margin is the largest. Where the margin is less by a thirty-second, the first fails and the second holds;
where it is negative, a line may fail of W^mm that holds once that part is left out. A run stays as it is:
what it has gained along W^mm and beside it is only parted otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ntpcheck.dynamics.flow import Flow
from ntpcheck.engine.proofreading.sought.bent import Swap, direction
from ntpcheck.reference.frame import Floats, Frame

HALVINGS, LEAST = 40, 1e-6  # of the way from W^mm to its opposite; what is across it, not by rounding


@dataclass(frozen=True)
class Lessened(Swap):
    """W^mm turned in the span of the x_n until its margin, the least <W, x_n>, is less than 1 by a share."""

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
        """`[x]` W^mm turned towards its opposite, at which the margin has its other sign."""
        wmm = frame.wmm
        size = float(np.linalg.norm(wmm))
        if not size:
            return wmm
        across = direction(len(wmm))
        across = across - (across @ wmm) / size**2 * wmm
        if not np.linalg.norm(across) > LEAST:  # nothing is across it
            return -wmm if self.less > 1 else wmm
        across *= size / np.linalg.norm(across)

        def at(angle: float) -> Floats:
            return np.cos(angle) * wmm + np.sin(angle) * across

        low, high = 0.0, np.pi
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            kept = (frame.cells @ at(middle)).min() > 1 - self.less
            low, high = (middle, high) if kept else (low, middle)
        return at(high)

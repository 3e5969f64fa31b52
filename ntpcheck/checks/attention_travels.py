"""The regularisation path of attention data, row by row, as points with small and with late r.

Where all orders p_i (`ntpcheck.reference.attention_path`) are 1 the path follows the law of the linear model,
and is computed; None stands where they are not, or where coefficients differ too much for doubles.
"""

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
import torch

from ntpcheck.checks.path_points import BELIEVED, NEAR, ROUNDING, Travel, at_rest, travelled
from ntpcheck.instances.attention import Attending, Attention
from ntpcheck.instances.base import cached
from ntpcheck.instances.loss import LOG
from ntpcheck.reference.attention_frame import attention_frames
from ntpcheck.reference.attention_loss import below_labels, combined, gradient, picks_label, pulls
from ntpcheck.reference.attention_path import (
    Approach,
    approaches,
    approaches_at,
    approaches_at_minimiser,
    realizable_part,
)
from ntpcheck.reference.cyclic import project
from ntpcheck.reference.frame import Floats
from ntpcheck.reference.pair_correction import pair_correction
from ntpcheck.reference.path import Path, path

PLAIN = (60.0, 200.0, 500.0)  # r at which e^-r / r is a double and e^-r is below rounding, mostly
DEEP = 2.0**-44  # e^-r times the odds: where they are larger the points say nothing of the risk
MODERATE = 300.0  # log c up to which its exponential keeps its digits
SPREAD = 30.0  # differences of log c up to which ratios of exponentials keep theirs


@cached
def free_travels(data: Attention) -> list[Travel | None]:
    """The path of every row of a float batch with S_cyc = {0}; None where S has to do."""
    return _travels(data, approaches(data), torch.zeros_like(data.embeddings.mT @ data.embeddings))


@cached
def fixed_travels(data: Attending) -> list[Travel | None]:
    """The path off S_cyc at P_S W; None where S has to do."""
    return _travels(data, approaches_at(data), project(data, data.W))


@cached
def centred_travels(data: Attention) -> list[Travel | None]:
    """The path of the whole risk with its part in S_cyc at W^cyc, where that is known; 0 elsewhere."""
    data = realizable_part(data)
    return _travels(data, approaches_at_minimiser(data), pair_correction(data).V)


@cached
def log_travels(data: Attention) -> list[Travel | None]:
    """The path of every row of a float batch with the log-loss and a head that picks the label."""
    data = realizable_part(data)
    chosen = (data.loss == LOG) & picks_label(data).all(-1)
    return [
        travelled(frame, NEAR, partial(_settled, data, index)) if bool(chosen[index]) else None
        for frame, index in zip(attention_frames(data), np.ndindex(data.batch), strict=True)
    ]


def _travels(data: Attention, ways: Sequence[Approach], V: torch.Tensor) -> list[Travel | None]:
    inner = V.reshape(-1, *V.shape[-2:])
    flat = data.replace(**{name: data.flat(array) for name, array in data.arrays().items()})
    found: list[Travel | None] = []
    for i, way in enumerate(ways):
        usable = way.steep and _comparable(way)
        believed = partial(
            _stationary, way, lambda W, i=i: _slope(flat.row(i), inner[i] + inner.new_tensor(W))
        )
        found.append(travelled(way.frame, (), believed) if usable else None)
    return found


def _comparable(way: Approach) -> bool:
    """Whether doubles can hold the coefficients, and those of the tight cells beside each other."""
    log_c, tight = way.frame.log_c, way.frame.tight
    spread = float(np.ptp(log_c[tight])) if tight.any() else 0.0
    return bool((np.abs(log_c) <= MODERATE).all()) and spread <= SPREAD


def _slope(row: Attention, W: torch.Tensor) -> Floats:
    """`[d, d]` the gradient of one row's risk off S_cyc.

    What tokens of R_i pull lies in S_cyc, and is left out before it could cancel.
    """
    pulled = torch.where(below_labels(row), pulls(row, W), 0.0)
    full = combined(row, pulled) / row.size("n")
    return (full - project(row, full)).cpu().numpy()


def _stationary(way: Approach, slope: Callable[[Floats], Floats], _: Path) -> bool:
    """Whether grad L = -lambda W off S_cyc at some point of the path, the gradient from the data alone."""
    if not way.frame.moves:
        return True
    for r in PLAIN:
        point = path(way.frame, [r])
        odds = point.frame.log_c - np.log(point.frame.pi[point.frame.context])
        margins = point.frame.cells @ (r * point.frame.wmm + point.u[0])
        if not np.max(odds - margins) < np.log(DEEP):
            continue
        W, multiplier = point.decoder(0) - way.frame.centre, np.exp(point.log_multiplier[0])
        left = np.linalg.norm(slope(W) + multiplier * W)
        return bool(left <= BELIEVED * multiplier * (1 + np.linalg.norm(W)))
    return False


def _settled(data: Attention, index: tuple[int, ...], near: Path) -> bool:
    """Whether grad L(W) = -lambda W at the near points, the gradient from the data alone."""
    row = data.row(index) if index else data

    def slope(W: Floats) -> Floats:
        return gradient(row, row.embeddings.new_tensor(W)).cpu().numpy()

    return at_rest(near, slope, 2.0**8 * ROUNDING * float((row.embeddings**2).sum(-1).amax()))

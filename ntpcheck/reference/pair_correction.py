"""W^cyc where S_cyc is a line: the one minimiser of the cyclic risk of a single pair of tokens, for any loss.

Let a and b be the only two tokens that share a component, in graph k, under a head that picks the label. With
v = (e_a - e_b)^T V e_k, a sample labelled a has the score u = 1 / (1 + (m_b / m_a) e^-v), one labelled b has
1 / (1 + (m_a / m_b) e^v), so the cyclic risk is a function f of v with

    f'(v) = (1 / |I|) sum_i +-l'(u_i) u_i (1 - u_i),

plus for label a. If f' is negative below some v* and positive above it, v* is the only minimiser and f is
larger at infinity; W^cyc = v* x / ||x||^2, x = (e_a - e_b) e_k^T. f' is looked at on a grid over |v| <= 30,
times e^|v|, which tends to a constant at either end. Otherwise nothing is said.
Source: Definition 3.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from ntpcheck.arithmetic import FLOAT, Array
from ntpcheck.instances import graph
from ntpcheck.instances import loss as table
from ntpcheck.instances.attention import Attention
from ntpcheck.instances.base import cached
from ntpcheck.reference.attention_loss import cyclic_part, picks_label
from ntpcheck.reference.cyclic import Correction, cyclic_correction

GRID = torch.linspace(-30.0, 30.0, 6001, dtype=torch.float64)
CLEAR = 1e-9  # of f' times e^|v|: what counts as a sign
PARTS, ROUNDS = 64, 10  # an interval is cut into so many parts at once, so often


class PairCorrection(NamedTuple):
    """Of a float batch: where W^cyc is known to be the only minimiser in S_cyc, and it, else 0."""

    known: Tensor  # [...] bool; also where S_cyc is {0}
    V: Tensor  # [..., d, d]


@cached
def pair_correction(data: Attention) -> PairCorrection:
    """W^cyc of every row of a float batch whose components are single tokens but for at most one pair."""
    if data.embeddings.device.type != "cpu":  # row by row, and a root by many small operations
        return PairCorrection(*(x.to(data.embeddings.device) for x in pair_correction(data.to("cpu"))))
    same = graph.same_component(data).reshape(-1, *(data.size("K"),) * 3)
    picks, samples = picks_label(data).all(-1).reshape(-1), cyclic_part(data).samples
    V = data.embeddings.new_zeros(len(same), data.size("d"), data.size("d"))
    known = torch.zeros_like(picks)
    paired = same.triu(1)
    several = paired.flatten(1).sum(1).tolist()
    for i, index in enumerate(np.ndindex(data.batch)):
        known[i] = not several[i]
        if several[i] == 1 and bool(picks[i]):
            row = data.row(index) if index else data
            found = _minimiser(row, samples[index], *torch.argwhere(paired[i])[0].tolist())
            if found is not None:
                known[i], V[i] = True, found
    return PairCorrection(known.reshape(data.batch), V.reshape(*data.batch, *V.shape[1:]))


def known_correction(data: Attention) -> Array:
    """W^cyc `[..., d, d]`: of the log-loss, or of a pair; zero elsewhere, as where every W is a minimiser."""
    log = cyclic_correction(data)
    if data.xp is not FLOAT:
        return log.W
    found = (log.state == Correction.FOUND) & (data.loss == table.LOG)
    return torch.where(found[..., None, None], log.W, pair_correction(data).V)


def _minimiser(row: Attention, chosen: Tensor, k: int, a: int, b: int) -> Tensor | None:
    """W^cyc of one row. chosen: `[n]` bool, the samples that count."""
    shifts = (row.counts[chosen, b].double() / row.counts[chosen, a].double()).log()[:, None]
    signs = torch.where(row.labels[chosen] == a, 1.0, -1.0).double()[:, None]
    steepness = table.LOSSES[int(row.loss)].slope

    def slope(v: Tensor) -> Tensor:
        """e^|v| f'(v), times the number of samples."""
        z = signs * (v - shifts)
        u = torch.sigmoid(z)
        steep = steepness(FLOAT, u, row.knee)
        return (signs * steep * u * torch.sigmoid(-z)).sum(0) * v.abs().exp()

    grid = GRID.to(row.embeddings.device)
    values = slope(grid)
    crossing = int((values <= 0).sum())
    ordered = bool((values[: crossing - 1] < -CLEAR).all()) and bool((values[crossing + 1 :] > CLEAR).all())
    if not 1 < crossing < len(GRID) - 1 or not ordered:
        return None
    x: Any = torch.outer(row.embeddings[a] - row.embeddings[b], row.embeddings[k])
    return _root(slope, grid[crossing - 1], grid[crossing]) * x / (x * x).sum()


def _root(slope: Callable[[Tensor], Tensor], low: Tensor, high: Tensor) -> Tensor:
    """`[]` where an increasing function of `[N]` points turns positive between two points `[]`."""
    shares = torch.linspace(0.0, 1.0, PARTS + 1, dtype=low.dtype, device=low.device)
    for _ in range(ROUNDS):
        points = torch.lerp(low, high, shares)
        falls = int((slope(points[1:-1]) < 0).sum())
        low, high = points[falls], points[falls + 1]
    return (low + high) / 2

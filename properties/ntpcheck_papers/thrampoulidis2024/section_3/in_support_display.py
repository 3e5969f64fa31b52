"""Displays that compare a softmax on and off the support: what U that ties supports keeps, and (7)."""

from typing import Any

from ntpcheck import ulps
from ntpcheck.arithmetic import Array
from ntpcheck.checks.decoders import margin, scores
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Decoding, Offset
from ntpcheck.reference.subspace import project_off
from ntpcheck_papers.thrampoulidis2024.shared.approach import moved
from ntpcheck_papers.thrampoulidis2024.shared.finite_part import finite_part
from ntpcheck_papers.thrampoulidis2024.shared.in_subspace import projection_error
from ntpcheck_papers.thrampoulidis2024.shared.slopes import softmax


def kept_in_support(data: Offset, *, whole: bool = True, solved: bool = False) -> Evidence:
    """S_z(W h_j) for z in S_j is the same at W + U as at W. U ties every support: (6a).

    whole: of the full softmax, else renormalised over S_j. solved: at W* + P_perp U + W as at W* + P_perp U.
    """
    xp: Any = data.xp
    here, there = scores(data, data.W), scores(data, data.W + data.U)
    if solved:
        star, off = finite_part(data), project_off(data, data.U)
        wrong = star.error + projection_error(data, data.U)
        here, there = (moved(data, X, wrong) for X in (star.W + off, star.W + off + data.W))

    def shares(scored: Array) -> Array:
        if whole:
            return softmax(data, scored)
        low = xp.min(scored, -1)[..., None]
        top = xp.max(xp.where(data.support, scored, low), -1)[..., None]
        raised = xp.where(data.support, xp.exp(scored - top), 0)
        return raised / xp.sum(raised, -1)[..., None]

    change = xp.where(data.support, shares(there.logits) - shares(here.logits), 0 * data.p)
    error = 4 * (there.error + here.error) + xp.rounding(1 + 0 * here.size, 2 * ulps.softmax(data.size("V")))
    gap = xp.max(xp.max(xp.abs(change), -1), -1)
    return Evidence(0 - gap, xp.max(error, -1), 1 + 0 * gap)


def one_side(data: Decoding) -> Evidence:
    """<W, (e_z - e_v) h_j^T> > 0 for z in S_j and v out of it."""
    xp, found = data.xp, scores(data, data.W)
    slack = margin(data, found.logits, 1 + 0 * found.size)
    return Evidence(xp.min(slack, -1), 2 * xp.max(found.error, -1), 1 + xp.max(found.size, -1), strict=True)

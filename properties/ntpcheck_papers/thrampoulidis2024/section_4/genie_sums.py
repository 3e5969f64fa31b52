"""Sums over tokens on and off the support at the genie point W* + R W^mm, in the proof of Theorem 1."""

from __future__ import annotations

from typing import Any

from ntpcheck import ulps
from ntpcheck.arithmetic import FLOAT, Array
from ntpcheck.evidence import Evidence, both
from ntpcheck.instances.dataset import Dataset, Scaled
from ntpcheck.reference.entropy import log_p
from ntpcheck_papers.thrampoulidis2024.shared.approach import moved
from ntpcheck_papers.thrampoulidis2024.shared.genie import Frame, frame, widest_logit


def genie_sums(data: Scaled) -> Evidence:
    """sum over S_j of e^-(l_z - l_z') = 1/p_jz, and out of S_j of e^-(l_z - l_v) <= e^-R (..) <= C e^-R.

    l are the logits of W* + R W^mm, R = gamma, (..) the sum at W* alone, C = V e^(||W*|| M). In logs.
    """
    xp: Any = data.xp
    at = frame(data)
    R = data.gamma[..., None]
    W = at.star + data.gamma[..., None, None] * at.margin
    here = moved(data, W, at.star_error + xp.abs(data.gamma) * at.margin_error)
    start = moved(data, at.star, at.star_error)
    full = xp.all(data.support, -1)[..., None]
    own = xp.where(data.support, here.logits, 0 * here.logits)
    first = xp.where(data.support, xp.logsumexp(here.logits, -1, where=data.support)[..., None] - own, 0)
    ratios = xp.max(xp.abs(first + log_p(data)), -1)
    sums = [_beyond(data, x.logits, full) for x in (here, start)]
    fall = xp.where(data.support & ~full, sums[1] - R[..., None] - sums[0], 0)
    reach = xp.log(data.sized("V") + 0 * data.gamma) + widest_logit(data)
    bound = xp.where(data.support & ~full, reach[..., None, None] - sums[1], 0)
    size = here.size + start.size + xp.abs(R) + 8
    error = 4 * (here.error + start.error) + xp.rounding(
        size, 2 * (ulps.log_sum_exp(data.size("V")) + ulps.LOG_P + 4)
    )
    error = error + _bound_error(data, at, reach)[..., None]
    parts = [0 - ratios, xp.min(fall, -1), xp.min(bound, -1)]
    return both(*(Evidence(xp.min(part, -1), xp.max(error, -1), xp.max(size, -1) + reach) for part in parts))


def _bound_error(data: Scaled, at: Frame, reach: Array) -> Array:
    if data.xp is not FLOAT:
        return 0 * reach
    norms = data.xp.max(data.xp.sum(data.xp.abs(data.embeddings), -1), -1)
    terms = ulps.entries(data.W) + ulps.dot(data.size("d")) + ulps.LOG + 4
    return data.xp.rounding(reach, terms) + 2 * norms * at.star_error


def _beyond(data: Dataset, scored: Array, full: Any) -> Array:
    """`[..., m, V]` log of the sum over v out of support of e^(l_v - l_z), for z in support."""
    xp: Any = data.xp
    out = ~data.support | full
    return xp.logsumexp(scored, -1, where=out)[..., None] - scored

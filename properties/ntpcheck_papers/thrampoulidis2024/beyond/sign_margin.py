"""What Adam without epsilon maximises on one tied context: the margin for the largest entry, not the norm.

Z = (1 in S, -1 out of it) times sign(h), and l = ||h||_1. Z / (2 l) ties S and puts all else 1 below. For
any W, (w_z - w_v) . h <= 2 l max |W|, so that no decoder has a larger margin for its largest entry.
"""

from __future__ import annotations

from typing import Any

from ntpcheck import ulps
from ntpcheck.arithmetic import Array, positive
from ntpcheck.checks.compare import at_most
from ntpcheck.checks.decoders import margins, scores, ties
from ntpcheck.evidence import Evidence, both
from ntpcheck.instances.dataset import Dataset, Decoding


def signs(data: Dataset) -> Array:
    """Z `[..., V, d]` of the first context."""
    xp, h = data.xp, data.embeddings[..., :1, :]
    turned = xp.where(positive(h), 1, xp.where(positive(0 - h), -1, 0 * h))
    return xp.where(data.support[..., 0, :, None], turned, 0 - turned)


def largest_margin(data: Decoding) -> Evidence:
    """Z / (2 l) satisfies (6), and (w_z - w_v) . h <= 2 l max |W| for z in S and v out of it."""
    xp: Any = data.xp
    length = xp.sum(xp.abs(data.embeddings[..., 0, :]), -1)
    whole = xp.where(positive(length), length, 1 + 0 * length)
    best = signs(data) / (2 * whole)[..., None, None]
    found, sizes, inside = scores(data, data.W).logits[..., 0, :], xp.abs(data.W), data.support[..., 0, :]
    top = xp.max(xp.where(inside, found, xp.min(found, -1)[..., None]), -1)
    low = xp.min(xp.where(inside, xp.max(found, -1)[..., None], found), -1)
    reach = 2 * length * xp.max(xp.max(sizes, -1), -1)
    terms = 2 * ulps.dot(data.size("d")) + 4
    least = at_most(top - low, reach, terms=terms, scale=2 * reach)
    return both(ties(data, best), margins(data, best), least)

"""Contexts told apart by their embeddings: what becomes of the loss and the entropy if equal ones are merged.

Merged contexts keep their places: each has the next-token frequencies p' of all contexts with its embedding,
and its own pi_j. Sums over merged contexts, whose pi is the sum of theirs, are sums over these.
"""

from __future__ import annotations

from ntpcheck import ulps
from ntpcheck.arithmetic import Array
from ntpcheck.checks.compare import at_most, equal
from ntpcheck.checks.decoders import scores, surprisal
from ntpcheck.checks.loss import loss, loss_terms
from ntpcheck.evidence import Evidence, both
from ntpcheck.instances.dataset import Dataset, Decoding
from ntpcheck.reference.entropy import entropy


def merged(data: Dataset) -> Array:
    """`[..., m, V]` p', the next-token frequencies after any context with the same embedding."""
    xp, counts = data.xp, data.number("counts")
    H = data.embeddings
    alike = xp.all(H[..., :, None, :] == H[..., None, :, :], -1)
    total = xp.sum(xp.where(alike[..., None], counts[..., None, :, :], 0 * counts[..., None, :, :]), -2)
    return total / xp.sum(total, -1)[..., None]


def merged_entropy(data: Dataset, share: Array) -> Array:
    """`[...]` the entropy with the merged frequencies `[..., m, V]`, in nats."""
    xp = data.xp
    logs = xp.log(xp.where(data.support, share, 1))
    return xp.sum(data.pi * xp.sum(0 - data.p * logs, -1), -1)


def merged_loss(data: Decoding, share: Array) -> Array:
    """`[...]` (2) with the merged frequencies, in nats."""
    own = data.xp.sum(share * surprisal(scores(data, data.W).logits), -1)
    return data.xp.sum(data.pi * own, -1)


def unchanged_by_merging(data: Decoding, *, raised: bool = False) -> Evidence:
    """The merged loss and entropy are the loss and the entropy; raised: the entropy may also be higher.

    By Jensen's inequality merging raises the entropy unless the p_j that it merges agree.
    """
    terms, share = loss_terms(data, data.W), merged(data)
    same = equal(loss(data, data.W), merged_loss(data, share), terms=terms)
    sides = (entropy(data), merged_entropy(data, share))
    counted = ulps.cross_entropy(data.size("V"), data.size("m"))
    return both(same, (at_most if raised else equal)(*sides, terms=counted, scale=1 + sides[0] + sides[1]))

"""Definition 2: separability, its independent constraints, and what (6a) says about F."""

from __future__ import annotations

from thrampoulidis2024.setting import DECODINGS, NONZERO_EMBEDDINGS

from ntpcheck.checks.constraints import anchored, independent_rows, pair_residuals, shortfalls
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence, both
from ntpcheck.instances.dataset import Decoding


def by_anchor(data: Decoding, *, factor: int = 2, less: int = 1) -> Evidence:
    """All of (6) against any anchor's part of it, and V - less independent constraints for each context."""
    violations = data.xp.abs(pair_residuals(data, data.W, logs=0)) + shortfalls(data, data.W)
    return both(anchored(data, data.W, violations, factor=factor), independent_rows(data, rows="all", less=less))


@claim("linear/definition-2/anchor", cite="Definition 2", domain=DECODINGS)
def anchor(data: Decoding, effort: Effort) -> Evidence:
    """The constraints (6) are equivalent to those of any anchor in S_j, V - 1 linearly independent ones per context.

    Equivalence is checked at a decoder W, satisfying them or not: no constraint is missed by more than twice what
    the anchor's worst is. Independence is the rank of the anchor's rows (e_zj - e_v) h_j^T over all other tokens.
    """
    return by_anchor(data)


@claim("linear/definition-2/anchor/amended", cite="Definition 2", domain=DECODINGS, assumes=(NONZERO_EMBEDDINGS,))
def anchor_amended(data: Decoding, effort: Effort) -> Evidence:
    """With nonzero embeddings, (6) is equivalent to any anchor's V - 1 linearly independent constraints per context.

    The change: h_j != 0 for every j. It is the least: at h_j = 0 every row vanishes, and V > 1 rows are dependent.
    """
    return by_anchor(data)

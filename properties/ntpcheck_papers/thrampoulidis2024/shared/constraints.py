"""The constraints of compatibility and separability: all pairs against one anchor, and their rank."""

from typing import Any

import numpy as np
import torch

from ntpcheck import decompositions, ulps
from ntpcheck.arithmetic import FLOAT, Array
from ntpcheck.checks import exact
from ntpcheck.checks.compare import at_most, decided
from ntpcheck.checks.decoders import same, scores
from ntpcheck.evidence import Evidence, both
from ntpcheck.instances.dataset import Dataset
from ntpcheck.reference.entropy import log_p


def pair_residuals(data: Dataset, W: Array, *, logs: int = 1) -> Array:
    """`[..., m, V, V]` (e_z - e_z')^T W h_j - log(p_jz / p_jz') for z, z' in S_j, 0 elsewhere; nats.

    logs: multiple of the logarithm; 0 gives the homogeneous equations (6a).
    """
    xp, scored = data.xp, scores(data, W).logits
    support, p = data.support, xp.where(data.support, data.p, 1)
    both_in = support[..., :, None] & support[..., None, :]
    ahead = scored[..., :, None] - scored[..., None, :]
    ratio = xp.log(p[..., :, None] / p[..., None, :]) if logs else 0 * ahead
    return xp.where(both_in, ahead - logs * ratio, 0)


def shortfalls(data: Dataset, W: Array) -> Array:
    """`[..., m, V, V]` what (e_z - e_v)^T W h_j >= 1 is missed by, z in S_j and v not in S_j; else 0."""
    xp, scored = data.xp, scores(data, W).logits
    asked = data.support[..., :, None] & ~data.support[..., None, :]
    missing = 1 - (scored[..., :, None] - scored[..., None, :])
    return xp.where(asked, xp.maximum(missing, 0 * missing), 0)


def anchored(data: Dataset, W: Array, violations: Array) -> Evidence:
    """No pair's violation `[..., m, V, V]` exceeds twice the largest of any anchor's pairs.

    Every pair (z, .) is the anchor's pair less the anchor's pair with z, so two rows of violations bound it:
    the anchored constraints hold only if all do. The converse needs no check, anchored pairs being pairs.
    """
    xp, found = data.xp, scores(data, W)
    per_anchor = xp.max(violations, -1)
    worst = xp.max(per_anchor, -1)
    least = xp.min(xp.where(data.support, per_anchor, worst[..., None]), -1)
    logs = xp.max(xp.abs(log_p(data)), -1)
    # Each violation is two logits less two logs; the largest meets twice another.
    terms = 3 * (ulps.dot(data.size("d")) + 2 * ulps.LOG_P + 2)
    return at_most(worst, 2 * least, terms=terms, axes=1, scale=found.size + logs + 1)


def independent_rows(data: Dataset, *, rows: str) -> Evidence:
    """Per context the rows (e_zj - e_z) h_j^T span S_j - 1 dimensions, or V - 1 with rows="all".

    rows: "in-support" takes z in S_j, "all" every token; the anchor is the first token of S_j. Slack on
    floats: the smallest singular value that must not vanish, or minus the largest that must, h_j scaled to
    largest entry 1.
    """
    allowed = data.support if rows == "in-support" else data.support | True
    claimed = allowed.sum(-1) - 1
    if data.xp is not FLOAT:
        return _rank_decided(data, allowed, claimed)
    E = _anchored_differences(data, allowed)
    largest = data.embeddings.abs().amax(-1, keepdim=True)
    h = data.embeddings / torch.where(largest > 0, largest, 1.0)
    values = decompositions.svdvals((E[..., None] * h[..., None, None, :]).flatten(-2))
    padded = torch.cat([torch.ones_like(values[..., :1]), values, torch.zeros_like(values[..., :1])], -1)
    last, next_one = (
        padded.gather(-1, (claimed + i).clamp(0, data.size("V") + 1)[..., None])[..., 0] for i in (0, 1)
    )
    error = FLOAT.rounding(values[..., 0], ulps.spectrum(data.size("V"), data.size("d")))
    scale = torch.maximum(values[..., 0], torch.ones_like(last))
    full = Evidence(last.amin(-1), _at_least(last, error), scale.amax(-1), strict=True)
    return both(full, Evidence(-next_one.amax(-1), error.amax(-1), scale.amax(-1)))


def _at_least(last: torch.Tensor, error: torch.Tensor) -> torch.Tensor:
    """The error at the context whose value is smallest."""
    return error.gather(-1, last.argmin(-1, keepdim=True))[..., 0]


def _anchored_differences(data: Dataset, allowed: Any) -> torch.Tensor:
    """`[..., m, V, V]` e_a - e_z as row z, a the first token of S_j; zero rows where z is not allowed."""
    eye = same(data.size("V"), data.embeddings).to(torch.float64)
    first = eye[data.support.to(torch.int64).argmax(-1)]
    return torch.where(allowed[..., None], first[..., None, :] - eye, 0.0)


def _rank_decided(data: Dataset, allowed: Any, claimed: Any) -> Evidence:
    ok = np.ones(data.batch, dtype=bool)
    for index in np.ndindex(data.batch):
        row = data.row(index) if data.batch else data
        for j in range(data.size("m")):
            ok[index] &= context_rank(row, j, allowed[(*index, j)]) == claimed[(*index, j)]
    return decided(ok, data.embeddings)


def context_rank(data: Dataset, j: int, allowed: Any) -> int:
    """The rank of the rows (e_a - e_z) h_j^T over the allowed tokens z, for one exact dataset."""
    V, h = data.size("V"), np.asarray(data.embeddings)[j]
    eye = np.eye(V, dtype=int).astype(object)
    anchor = int(np.asarray(data.support)[j].argmax())
    return exact.rank(
        [np.multiply.outer(eye[anchor] - eye[z], h).ravel() for z in range(V) if allowed[z] and z != anchor]
    )

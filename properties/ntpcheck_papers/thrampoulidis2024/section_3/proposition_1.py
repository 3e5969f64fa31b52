"""Proposition 1: the entropy is approached along W^p + gamma W^d and attained by no finite decoder."""

from ntpcheck.arithmetic import Array
from ntpcheck.checks.feasible import where_compatible
from ntpcheck.checks.loss import above_entropy
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Decoding, Offset
from ntpcheck.reference.subspace import project_off
from ntpcheck_papers.thrampoulidis2024.setting import DECODINGS, OFFSETS
from ntpcheck_papers.thrampoulidis2024.shared.approach import approaches
from ntpcheck_papers.thrampoulidis2024.shared.finite_part import finite_part
from ntpcheck_papers.thrampoulidis2024.shared.in_subspace import projection_error


@claim("linear/proposition-1/above-entropy@short", domain=DECODINGS)
def above_entropy_short(data: Decoding, effort: Effort) -> Evidence:
    """Checked by the two nonnegative parts of CE(W) - H."""
    return above_entropy(data, data.W)


@claim("linear/proposition-1/above-entropy@arxiv-v1", domain=DECODINGS)
def above_entropy_arxiv(data: Decoding, effort: Effort) -> Evidence:
    """Checked by the two nonnegative parts of CE(W) - H."""
    return above_entropy(data, data.W)


@claim("linear/proposition-1/above-entropy@short/amended", domain=DECODINGS)
def above_entropy_short_amended(data: Decoding, effort: Effort) -> Evidence:
    """The change is the least: with full supports CE(W*) = H."""
    return above_entropy(data, data.W)


def starting(data: Offset, off: Array) -> tuple[Array, Array]:
    """W* + off `[..., V, d]`, off from U, and a bound on its error `[...]`."""
    star = finite_part(data)
    return star.W + off, star.error + projection_error(data, data.U)


def limit_along(data: Offset, start: tuple[Array, Array]) -> Evidence:
    """CE(W^p + gamma W) - H <= C e^(-gamma), W^p the start."""
    return approaches(data, start, (data.W, 0 * start[1]))


@claim("linear/proposition-1/limit", domain=OFFSETS)
def limit(data: Offset, effort: Effort) -> Evidence:
    """Checked for W^d = W and W^p = W* + P_perp U, which is any solution of (4) as U varies, by CE - H <= C
    e^(-gamma) with C = sum_j pi_j rho_j(W^p).
    """
    return where_compatible(data, limit_along(data, starting(data, project_off(data, data.U))))

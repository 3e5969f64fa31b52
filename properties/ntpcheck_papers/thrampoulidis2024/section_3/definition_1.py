"""Definition 1: compatibility, its independent constraints, and its solution in F."""

from ntpcheck.checks.feasible import where_compatible
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence, both
from ntpcheck.instances.dataset import Decoding
from ntpcheck_papers.thrampoulidis2024.setting import DECODINGS
from ntpcheck_papers.thrampoulidis2024.shared.constraints import anchored, independent_rows, pair_residuals
from ntpcheck_papers.thrampoulidis2024.shared.finite_part import finite_part
from ntpcheck_papers.thrampoulidis2024.shared.in_subspace import one_solution


@claim("linear/definition-1/anchor", domain=DECODINGS)
def anchor(data: Decoding, effort: Effort) -> Evidence:
    """Equivalence is checked at a decoder W, satisfying them or not: no pair misses its equation by more than
    twice what the anchor's worst pair does. Independence is the rank of the anchor's rows (e_zj - e_z')
    h_j^T.
    """
    residuals = data.xp.abs(pair_residuals(data, data.W))
    return both(anchored(data, data.W, residuals), independent_rows(data, rows="in-support"))


@claim("linear/definition-1/unique-in-F", domain=DECODINGS)
def unique_in_f(data: Decoding, effort: Effort) -> Evidence:
    """Checked as four facts: W* is its own projection onto F and solves (4); any W misses the equations of
    (4) by what W - W* misses the homogeneous ones by; and no nonzero point of F satisfies the homogeneous
    ones.
    """
    star = finite_part(data)
    return where_compatible(data, one_solution(data, data.W, (star.W, star.error)))

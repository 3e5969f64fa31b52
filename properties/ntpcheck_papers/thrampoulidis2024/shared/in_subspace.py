"""Statements about the subspace F: what lies in it, what is orthogonal to it, what solves (4) there."""

from ntpcheck import ulps
from ntpcheck.arithmetic import Array
from ntpcheck.checks.decoders import scores
from ntpcheck.evidence import Evidence, both
from ntpcheck.instances.dataset import Dataset
from ntpcheck.reference.entropy import log_p
from ntpcheck.reference.subspace import project, steadiness
from ntpcheck_papers.thrampoulidis2024.shared.approach import moved, right_ratios
from ntpcheck_papers.thrampoulidis2024.shared.constraints import pair_residuals
from ntpcheck_papers.thrampoulidis2024.shared.finite_part import finite_part, norms, projection_error


def one_solution(data: Dataset, W: Array, star: tuple[Array, Array] | None = None) -> Evidence:
    """W* lies in F and solves (4), as does W iff W - W* is orthogonal to F, and no other point of F does.

    star: another decoder in the place of W*, with a bound `[...]` on its error.
    """
    star = star or finite_part(data)
    return both(
        right_ratios(data, moved(data, *star)),
        lies_in_subspace(data, *star),
        differs_by_homogeneous(data, W, star),
        isolated(data, W),
    )


def lies_in_subspace(data: Dataset, W: Array, error: Array) -> Evidence:
    """W `[..., V, d]`, known up to `error` `[...]`, is its own projection onto F."""
    error = error + projection_error(data, W)
    return _vanishes(data, W - project(data, W), error, data.xp.max(data.xp.max(data.xp.abs(W), -1), -1))


def _vanishes(data: Dataset, difference: Array, error: Array, size: Array) -> Evidence:
    """A difference `[..., V, d]` of decoders with entries up to `size` is zero."""
    xp = data.xp
    terms = 4 * ulps.projected(difference)  # of W and of W*, each projected
    # A solution of (4) that happens to be zero still comes from numbers of the size log p / |h|.
    reach, logs = (xp.max(xp.max(xp.abs(x), -1), -1) for x in (data.embeddings, log_p(data)))
    size = size + logs / xp.where(reach > 0, reach, 1)
    return Evidence(-xp.max(xp.max(xp.abs(difference), -1), -1), 2 * error + xp.rounding(size, terms), size)


def shifted_solution(data: Dataset, W: Array, error: Array) -> Evidence:
    """W* + W solves (4), for W known up to `error` `[...]` in norm."""
    star = finite_part(data)
    return right_ratios(data, moved(data, star.W + W, star.error + error + projection_error(data, W)))


def differs_by_homogeneous(data: Dataset, W: Array, star: tuple[Array, Array]) -> Evidence:
    """W misses each equation of (4) by what W - W* misses the homogeneous one by.

    So W solves (4) iff W - W* is orthogonal to all that spans F. star: W* and a bound on its error.
    """
    solution, error = star
    shifted = moved(data, W - solution, error)
    left, right = pair_residuals(data, W), pair_residuals(data, W - solution, logs=0)
    return _same_pairs(data, left, right, shifted.error + scores(data, W).error, shifted.size)


def _same_pairs(data: Dataset, left: Array, right: Array, error: Array, size: Array) -> Evidence:
    """Two tables `[..., m, V, V]` of residuals are equal, each context's known up to `error` `[..., m]`."""
    xp = data.xp
    size = size + xp.max(xp.abs(log_p(data)), -1)
    slack = -xp.max(xp.max(xp.abs(left - right), -1), -1)
    wrong = 2 * error + xp.rounding(size, 2 * (2 * ulps.LOG_P + 2))
    return Evidence(xp.min(slack, -1), xp.max(wrong, -1), xp.max(size, -1))


def isolated(data: Dataset, W: Array) -> Evidence:
    """A point of F orthogonal to F is zero: |D|^2 <= |c|_1 max_k |<X_k, D>| for D = sum_k c_k X_k.

    The X_k span F. D is made from W by c_k = <X_k, W>, so that every point of F is reached. If two points of
    F solved (4), their difference would be such a D with all <X_k, D> = 0.
    """
    xp = data.xp
    coefficients = pair_residuals(data, W, logs=0)
    pulls = xp.sum(coefficients, -1) - xp.sum(coefficients, -2)
    D = pulls.swapaxes(-1, -2) @ data.embeddings
    square = xp.sum(xp.sum(D * D, -1), -1)
    size = xp.sum(xp.sum(xp.sum(xp.abs(coefficients), -1), -1), -1)
    largest = xp.max(xp.max(xp.max(xp.abs(pair_residuals(data, D, logs=0)), -1), -1), -1)
    allowed = size * largest
    # What D and <X_k, D> are sums of may be much larger than they are.
    reach = 2 * size * xp.max(norms(data), -1)
    terms = 3 * (ulps.total(data.size("m")) + ulps.total(data.size("V"))) + 2 * ulps.entries(D) + 4
    return Evidence(allowed - square, xp.rounding(reach * reach, terms), allowed)


def ties_by_projection(data: Dataset, U: Array) -> Evidence:
    """U misses each equation of (6a) by what P_F U does: it satisfies (6a) if and only if P_F U does."""
    projected, found = project(data, U), scores(data, U)
    left, right = (pair_residuals(data, part, logs=0) for part in (U, projected))
    terms = ulps.projected(U)
    error = found.error + data.xp.rounding(found.size + _reach(data, U), terms) / steadiness(data)[..., None]
    return _same_pairs(data, left, right, error, found.size + _reach(data, U))


def _reach(data: Dataset, U: Array) -> Array:
    """`[..., m]` how large a logit of a projection of U could be: |h_j| |U|."""
    xp = data.xp
    return xp.sqrt(xp.sum(data.embeddings**2, -1) * xp.sum(xp.sum(U**2, -1), -1)[..., None])

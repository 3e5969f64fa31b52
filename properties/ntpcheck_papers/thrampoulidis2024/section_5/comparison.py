"""A decoder against the genie point W_F + (1 + alpha) ||W_perp|| W^mm / ||W^mm||: losses and their terms.

W_F and W_perp are the parts of W on F and off it, R' = ||W_perp|| / ||W^mm||, W~ = W_perp / R', alpha =
gamma. Everything is about separable data with a token out of support and W_perp != 0; elsewhere nothing is
asked. Numbers of the size of e^(-R') are compared by their logs.
"""

from dataclasses import replace
from typing import Any, NamedTuple

import torch

from ntpcheck import ulps
from ntpcheck.arithmetic import FLOAT, Array, beside, positive
from ntpcheck.checks.decoders import Scores
from ntpcheck.checks.existence import asked_where
from ntpcheck.checks.loss import context_sums, loss
from ntpcheck.evidence import Evidence
from ntpcheck.instances.base import cached
from ntpcheck.instances.dataset import Dataset, Decoding, Scaled
from ntpcheck.reference.subspace import project
from ntpcheck_papers.thrampoulidis2024.shared.approach import log_odds, log_softplus, moved
from ntpcheck_papers.thrampoulidis2024.shared.convexity import inner
from ntpcheck_papers.thrampoulidis2024.shared.genie import Frame, frame, length
from ntpcheck_papers.thrampoulidis2024.shared.in_subspace import projection_error


class Split(NamedTuple):
    """Logits of W_F, W_perp and W^mm, and the norms that go with them `[...]`."""

    inside: Scores
    off: Scores
    best: Scores
    at: Frame
    flat: Array  # W_F [..., V, d]
    apart: Array  # W_perp [..., V, d]
    length: Array  # ||W_perp||; 1 where it is zero
    ratio: Array  # R'
    reach: Array  # M = sqrt(2) max_j ||h_j||; 1 where all h_j are zero
    asked: Any  # [...] bool: W^mm exists and is not zero, and W_perp is certainly not zero


@cached
def split(data: Decoding) -> Split:
    """W and W^mm, taken apart."""
    xp, at = data.xp, frame(data)
    flat, wrong = project(data, data.W), projection_error(data, data.W)
    apart = data.W - flat
    size = length(data, apart)
    here = positive(size - 8 * wrong)
    size = xp.where(here, size, 1 + 0 * size)
    squares = xp.max(xp.sum(data.embeddings * data.embeddings, -1), -1)
    reach = xp.sqrt(2 * xp.where(positive(squares), squares, 1 + 0 * squares))
    inside, off = moved(data, flat, wrong), moved(data, apart, wrong)
    best = moved(data, at.margin, at.margin_error)
    return Split(inside, off, best, at, flat, apart, size, size / at.height, reach, at.exists & here)


def ahead(logits: Array) -> Array:
    """`[..., m, V, V]` l_v - l_z at [z, v]."""
    return logits[..., None, :] - logits[..., :, None]


def out_sum(data: Dataset, exponents: Array) -> Array:
    """`[..., m, V]` log of the sum of e^x_zv over tokens v out of support; 0 where there are none."""
    xp = data.xp
    full = xp.all(data.support, -1)
    out = (~data.support | full[..., None])[..., None, :] & (data.support | True)[..., :, None]
    return xp.where(full[..., None], 0, xp.logsumexp(exponents, -1, where=out))


def worst(data: Dataset, slack: Array, error: Array, scale: Array) -> Evidence:
    """Closed: slack `[..., m, V]` >= 0 for every z in S_j of contexts with a token out of support."""
    xp = data.xp
    asked = data.support & ~xp.all(data.support, -1)[..., None]
    slack = xp.where(asked, slack, 1 + 0 * slack)
    return Evidence(xp.min(xp.min(slack, -1), -1), xp.max(error, -1), 1 + xp.max(scale, -1))


def cosine_gap(data: Decoding, found: Split) -> Array:
    """`[...]` ||W^mm - W~||^2."""
    xp, at = data.xp, found.at
    if xp is FLOAT:
        gap = at.margin - found.apart / found.ratio[..., None, None]
        return inner(gap, gap, data)
    # 2 N^2 - 2 N <W_perp, W^mm> / ||W_perp||, exact where W_perp is a multiple of W^mm: the root of a square.
    product, best = inner(found.apart, at.margin, data), at.height * at.height
    root = xp.sqrt(best * product * product / (found.length * found.length))
    return 2 * best - 2 * xp.where(positive(0 - product), 0 - root, root)


def aligned(data: Scaled) -> Evidence:
    """Case 1: ||W^mm - W~|| <= alpha / M. Slack: the difference of squares, that of alpha with its sign.

    Where rounding hides whether W_perp is zero it is not decided.
    """
    xp, found = data.xp, split(data)
    allowed = data.gamma * xp.abs(data.gamma) / (found.reach * found.reach)
    best = found.at.height * found.at.height
    gap = cosine_gap(data, found)
    wrong = 8 * found.at.height * (found.at.margin_error + projection_error(data, data.W) / found.ratio)
    error = wrong * (found.at.height + 1) + xp.rounding(4 * best, 2 * ulps.entries(data.W) + 8)
    evidence = Evidence(allowed - gap, error if xp is FLOAT else 0 * gap, xp.abs(allowed) + 4 * best)
    hidden = found.at.exists & ~found.asked & (found.apart != 0).any(-1).any(-1)
    if xp is FLOAT and bool(hidden.any()):
        error = torch.where(hidden, torch.inf, evidence.error)
        return replace(evidence, error=error, defined=found.asked | hidden)
    return replace(evidence, defined=found.asked)


def misaligned(data: Scaled) -> Evidence:
    """Case 2: ||W^mm - W~|| > alpha / M; strict."""
    case = aligned(data)
    return replace(case, slack=0 - case.slack, strict=True)


def regrouped(data: Scaled, point: str, *, product: bool = False) -> Evidence:
    """CE of the genie point or of W: sum_j pi_j sum_z p_jz log(sum over all v of e^-(e_z - e_v)^T W_F h_j

    + sum over v out of support of e^-(e_z - e_v)^T X h_j), X = (1 + alpha) R' W^mm for point="genie" and
    R' W~ = W_perp for "own". product: the tokens out of support enter once, with the product of the two
    exponentials.
    """
    xp, found = data.xp, split(data)
    far = (1 + data.gamma) * found.ratio
    own = point == "own"
    X = found.apart if own else far[..., None, None] * found.at.margin
    other = found.off.logits if own else far[..., None, None] * found.best.logits
    wrong = found.off.error if own else xp.abs(far)[..., None] * found.best.error
    size = found.inside.size + (found.off.size if own else xp.abs(far)[..., None] * found.best.size)
    first, second = ahead(found.inside.logits), ahead(other)
    out = (~data.support)[..., None, :] & (data.support | True)[..., :, None]
    if product:
        totals = xp.logsumexp(first + xp.where(out, second, 0 * second), -1)
    else:
        stacked = beside(first, xp.where(out, second, 0 * second))
        totals = xp.logsumexp(stacked, -1, where=beside(out | True, out))
    shown = context_sums(data, xp.where(data.support, data.p * totals, 0))
    truth = loss(data, found.flat + X)
    reach = 2 * (1 + xp.max(size, -1))
    error = 4 * xp.max(wrong + found.inside.error, -1)
    terms = ulps.cross_entropy(data.size("V"), data.size("m")) + 4 * ulps.dot(data.size("d"))
    error = error + xp.rounding(reach, terms + ulps.log_sum_exp(2 * data.size("V")) + 4)
    evidence = Evidence(0 - xp.abs(shown - truth), error, 4 * reach)
    return asked_where(data, found.asked, evidence)


def noise(data: Scaled, found: Split) -> tuple[Array, Array]:
    """`[..., m]` error and scale of exponents like (1 + alpha) R' l~ and R' l^mm."""
    xp = data.xp
    R = found.ratio[..., None]
    grown = 1 + xp.abs(data.gamma)[..., None]
    size = grown * (found.off.size + R * (found.best.size + 1)) + 1
    error = 4 * grown * (found.off.error + R * found.best.error)
    terms = ulps.entries(data.W) + ulps.dot(data.size("d")) + 2 * ulps.log_sum_exp(data.size("V"))
    error = error + xp.rounding(size, terms)
    if xp is FLOAT:
        # ||W^mm - W~||^2 <= a + e, where a = (alpha / M)^2 and case 1 may be missed by e: alpha may be short
        # by M (sqrt(a + e) - sqrt(a)), and by 0 where it is certain whether this is case 1.
        case, root = aligned(data), xp.abs(data.gamma) / found.reach
        missed = xp.where(abs(case.slack) < case.error, case.error - case.slack, 0 * case.error)
        whole = (root * root + missed).sqrt() + root
        short = found.reach * missed / xp.where(whole > 0, whole, 1 + 0 * whole)
        error = error + (short * found.ratio)[..., None]
    return error, size


def case_one_sums(data: Scaled, step: str, *, own: bool = True) -> Evidence:
    """The displayed sums over tokens out of support, for every z in S_j, in logs.

    "first": sum e^(-R' m~) >= e^(-alpha R') sum e^(-R' m). "second": sum e^(-(1 + alpha) R' m~) <= e^(-alpha
    R') sum e^(-R' m). "third": sum e^(-(1 + alpha) R' m~) <= sum e^(-R' m~). m~ and m are the margins of W~
    and W^mm; own=False puts m in the place of m~ on the left of the last two.
    """
    found = split(data)
    R, alpha = found.ratio[..., None, None, None], data.gamma[..., None, None, None]
    off, best = ahead(found.off.logits), R * ahead(found.best.logits)
    drop = (alpha * R)[..., 0]
    near, far = out_sum(data, off), out_sum(data, best)
    left = out_sum(data, (1 + alpha) * (off if own else best))
    slack = {"first": near + drop - far, "second": far - drop - left, "third": near - left}[step]
    return asked_where(data, found.asked, worst(data, slack, *noise(data, found)))


def log_excess(data: Dataset, logits: Array) -> Array:
    """`[...]` log of sum_j pi_j log1p(rho_j), rho_j the odds of leaving S_j; a token is out of support."""
    xp = data.xp
    full = xp.all(data.support, -1)
    odds = xp.where(full, 0, log_odds(data, logits))
    cost = xp.log(data.pi) + log_softplus(data, odds)
    some = ~full | xp.all(full, -1)[..., None]
    return xp.logsumexp(cost, -1, where=some)


def genie_below(data: Scaled, R: Array, inside: Scores, *, alpha: Array | None = None) -> Evidence:
    """CE(U + (1 + alpha) R W^mm) <= CE(U + R W~), U in F with the logits `inside`; alpha: gamma.

    Both points have the same in-support softmax, so that the losses compare like what they pay for leaving
    the supports. Slack: the difference of the logs of that.
    """
    xp, found = data.xp, split(data)
    own, genie = R / found.ratio, (1 + (data.gamma if alpha is None else alpha)) * R
    here = inside.logits + own[..., None, None] * found.off.logits
    there = inside.logits + genie[..., None, None] * found.best.logits
    size = inside.size + own[..., None] * found.off.size + xp.abs(genie)[..., None] * found.best.size
    wrong = inside.error + own[..., None] * found.off.error + xp.abs(genie)[..., None] * found.best.error
    slack = log_excess(data, here) - log_excess(data, there)
    terms = ulps.entries(data.W) + ulps.dot(data.size("d")) + ulps.LOG * ulps.COUNT
    terms = terms + 4 * ulps.log_sum_exp(data.size("V")) + 2 * ulps.log_sum_exp(data.size("m"))
    error = 4 * wrong + xp.rounding(size + 1, terms)
    evidence = Evidence(slack, xp.max(error, -1), 1 + xp.max(size, -1))
    return asked_where(data, found.asked, evidence)

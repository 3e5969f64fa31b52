"""Displayed identities and bounds of the softmax, the entropy and the losses, each side from its own form."""

from __future__ import annotations

from typing import Any

from ntpcheck.arithmetic import FLOAT, Array
from ntpcheck.checks.approach import moved
from ntpcheck.checks.compare import equal
from ntpcheck.checks.decoders import log_total, margin, scores, surprisal
from ntpcheck.checks.finite_part import finite_part
from ntpcheck.checks.genie import Frame, frame, widest_logit
from ntpcheck.checks.in_subspace import projection_error
from ntpcheck.checks.loss import context_sums, divergence, loss, loss_terms
from ntpcheck.checks.slopes import softmax
from ntpcheck.evidence import Evidence, both
from ntpcheck.instances.dataset import Dataset, Decoding, Offset, Scaled
from ntpcheck.reference.entropy import entropy, in_support_cross_entropy, log_p
from ntpcheck.reference.subspace import project, project_off


def softmax_entries(data: Decoding, *, sign: int = 1, one: int = 1) -> Evidence:
    """-log S_z(W h_j) = log(1 + sum over z' != z of e^((e_z' - e_z)^T W h_j)) at every token, in nats.

    The left side as log-sum-exp minus the logit. sign: of the exponents; one: what is added to the sum.
    """
    xp: Any = data.xp
    found = scores(data, data.W)
    ahead = sign * (found.logits[..., None, :] - found.logits[..., :, None])
    shown = log_total(ahead)
    if one != 1:
        shown = shown + xp.log1p((one - 1) * xp.exp(0 - shown))
    left = xp.logsumexp(found.logits, -1)[..., None] - found.logits
    gap = xp.max(xp.abs(left - shown), -1)
    error = 4 * found.error + xp.rounding(2 * found.size + 1, 8 * data.size("V") + 32)
    return Evidence(xp.min(0 - gap, -1), xp.max(error, -1), 1 + xp.max(found.size, -1))


def kl_display(data: Decoding, *, within: bool = False, equal_weights: bool = False) -> Evidence:
    """CE(W) - H = sum_j pi_j sum_z p_jz log(p_jz (sum over all tokens v of e^(l_jv - l_jz))).

    within: v ranges over S_j alone. equal_weights: 1/m in the place of pi_j.
    """
    xp, W = data.xp, data.W
    found = scores(data, W)
    ahead = found.logits[..., None, :] - found.logits[..., :, None]
    own = data.support[..., None, :] & (data.support | True)[..., :, None]
    total = xp.logsumexp(xp.where(own, ahead, 0 * ahead), -1, where=own) if within else log_total(ahead)
    gap = xp.where(data.support, data.p * (log_p(data) + total), 0)
    shown = divergence(data, W, equal_weights=True) if equal_weights else context_sums(data, gap)
    return equal(loss(data, W), entropy(data) + shown, terms=2 * loss_terms(data, W), scale=1 + loss(data, W))


def kept_in_support(
    data: Offset, *, whole: bool = True, solved: bool = False, strict: bool = False
) -> Evidence:
    """S_z(W h_j) for z in S_j is the same at W + U as at W. U ties every support: (6a).

    whole: of the full softmax, else renormalised over S_j. solved: at W* + P_perp U + W as at W* + P_perp U.
    strict: they all fall instead.
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
    error = 4 * (there.error + here.error) + xp.rounding(1 + 0 * here.size, 16 * data.size("V") + 32)
    if strict:
        worst = xp.max(xp.max(xp.where(data.support, change, change - 1), -1), -1)
        return Evidence(0 - worst, xp.max(error, -1), 1 + 0 * worst, strict=True)
    gap = xp.max(xp.max(xp.abs(change), -1), -1)
    return Evidence(0 - gap, xp.max(error, -1), 1 + 0 * gap)


def one_side(data: Decoding, *, sign: int = 1, tied: bool = False) -> Evidence:
    """sign <W, (e_z - e_v) h_j^T> > 0 for z in S_j and v out of it. tied: for all v != z."""
    xp, found = data.xp, scores(data, data.W)
    slack = margin(data, sign * found.logits, 1 + 0 * found.size)
    if tied:
        low = xp.min(found.logits, -1)[..., None]
        widest = xp.max(xp.where(data.support, found.logits, low), -1)
        several = xp.sum(1 * data.support + 0 * data.p, -1) > 1
        slack = xp.where(several, 0 * widest, slack)
    return Evidence(xp.min(slack, -1), 2 * xp.max(found.error, -1), 1 + xp.max(found.size, -1), strict=True)


def genie_sums(data: Scaled, *, rate: int = 64, sign: int = 1, constant: bool = True) -> Evidence:
    """sum over S_j of e^-(l_z - l_z') = 1/p_jz, and out of S_j of e^-(l_z - l_v) <= e^-R (..) <= C e^-R.

    l are the logits of W* + sign R W^mm, R = gamma, (..) the sum at W* alone, C = V e^(||W*|| M). In logs.
    rate: e^-(rate R / 64). constant=False: C = V.
    """
    xp: Any = data.xp
    at = frame(data)
    R = data.gamma[..., None]
    W = at.star + sign * data.gamma[..., None, None] * at.margin
    here = moved(data, W, at.star_error + xp.abs(data.gamma) * at.margin_error)
    start = moved(data, at.star, at.star_error)
    full = xp.all(data.support, -1)[..., None]
    own = xp.where(data.support, here.logits, 0 * here.logits)
    first = xp.where(data.support, xp.logsumexp(here.logits, -1, where=data.support)[..., None] - own, 0)
    ratios = xp.max(xp.abs(first + log_p(data)), -1)
    sums = [_beyond(data, x.logits, full) for x in (here, start)]
    fall = xp.where(data.support & ~full, sums[1] - R[..., None] * rate / 64 - sums[0], 0)
    reach = xp.log(data.sized("V") + 0 * data.gamma) + (widest_logit(data) if constant else 0 * data.gamma)
    bound = xp.where(data.support & ~full, reach[..., None, None] - sums[1], 0)
    size = here.size + start.size + xp.abs(R) + 8
    error = 4 * (here.error + start.error) + xp.rounding(size, 8 * data.size("V") + 64)
    error = error + _bound_error(data, at, reach)[..., None]
    parts = [0 - ratios, xp.min(fall, -1), xp.min(bound, -1)]
    return both(*(Evidence(xp.min(part, -1), xp.max(error, -1), xp.max(size, -1) + reach) for part in parts))


def _bound_error(data: Scaled, at: Frame, reach: Array) -> Array:
    if data.xp is not FLOAT:
        return 0 * reach
    norms = data.xp.max(data.xp.sum(data.xp.abs(data.embeddings), -1), -1)
    return data.xp.rounding(reach, 64) + 2 * norms * at.star_error


def _beyond(data: Dataset, scored: Array, full: Any) -> Array:
    """`[..., m, V]` log of the sum over v out of support of e^(l_v - l_z), for z in support."""
    xp: Any = data.xp
    out = ~data.support | full
    return xp.logsumexp(scored, -1, where=out)[..., None] - scored


def floor_projected(data: Decoding, *, off: bool = False, whole: bool = False) -> Evidence:
    """CE_F(W) = CE_F(P_F W). off: CE_F(P_perp W) on the right; whole: CE for CE_F on both sides."""
    xp, W = data.xp, data.W
    other = project_off(data, W) if off else project(data, W)
    value = loss if whole else in_support_cross_entropy
    found = moved(data, other, projection_error(data, W))
    size = xp.sum(data.pi * (scores(data, W).size + found.size + 1), -1)
    terms = 16 * (data.size("V") + data.size("m") + data.size("d")) + 64
    close = equal(value(data, W), value(data, other), terms=terms, scale=4 * size)
    return Evidence(close.slack, close.error + 2 * xp.sum(data.pi * found.error, -1), close.scale)


def removed_terms(data: Scaled, *, inside: bool = True, sign: int = 1) -> Evidence:
    """-log S_v(gamma W h_j) >= log(sum over S_j of e^(gamma (e_z - e_v)^T W h_j)), v out of support.

    inside=False: the sum over all other tokens and v twice. sign: of the exponents on the right.
    """
    xp: Any = data.xp
    found = scores(data, data.gamma[..., None, None] * data.W)
    scored = found.logits
    shown = xp.logsumexp(sign * scored, -1, where=data.support)[..., None] - sign * scored
    if not inside:
        shown = xp.log1p(xp.exp(xp.logsumexp(scored, -1)[..., None] - scored))
    slack = xp.where(data.support, 0 * scored, surprisal(scored) - shown)
    error = 4 * found.error + xp.rounding(2 * found.size + 1, 8 * data.size("V") + 32)
    return Evidence(xp.min(xp.min(slack, -1), -1), xp.max(error, -1), 1 + xp.max(found.size, -1))

"""Proof of Theorem 1, to (25): W_B lies on the sphere, and the genie point's norm and loss."""

from typing import Any

from ntpcheck import ulps
from ntpcheck.arithmetic import FLOAT, Array
from ntpcheck.checks.compare import equal
from ntpcheck.checks.decoders import log_total, scores
from ntpcheck.checks.feasible import where_compatible
from ntpcheck.checks.loss import context_sums, loss, loss_terms
from ntpcheck.claim import Assumption, Effort, claim
from ntpcheck.evidence import Evidence, both
from ntpcheck.instances.dataset import Dataset, Decoding, Scaled
from ntpcheck.reference.entropy import entropy, log_p
from ntpcheck_papers.thrampoulidis2024.section_4.closings import kept_apart
from ntpcheck_papers.thrampoulidis2024.setting import DECODINGS, SCALED
from ntpcheck_papers.thrampoulidis2024.shared.approach import moved
from ntpcheck_papers.thrampoulidis2024.shared.genie import (
    Frame,
    along_margin,
    frame,
    on_sphere,
    radius,
    rescaled,
    small_loss,
    stays_near,
    violated,
    widest_logit,
)
from ntpcheck_papers.thrampoulidis2024.shared.slopes import steep_everywhere


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


@claim("linear/theorem-1/proof/boundary", domain=DECODINGS)
def boundary(data: Decoding, effort: Effort) -> Evidence:
    """CE being convex, a decoder of norm below B minimises it over ||W|| <= B iff its gradient vanishes; so
    this holds for every B iff no decoder W has a zero gradient, which is checked.
    """
    return steep_everywhere(data, data.W)


@claim("linear/theorem-1/proof/genie-radius", domain=SCALED)
def genie_radius(data: Scaled, effort: Effort) -> Evidence:
    """Checked at B = ||W*|| + gamma, and the limit by 1 - ||W*||^2 / B^2 <= ||W^mm|| R/B <= 1."""
    return on_sphere(data)


@claim("linear/theorem-1/proof/genie-radius@short", domain=SCALED)
def genie_radius_short(data: Scaled, effort: Effort) -> Evidence:
    """Checked like linear/theorem-1/proof/genie-radius. With full supports W^mm = 0."""
    return on_sphere(data)


@claim("linear/theorem-1/proof/genie-radius@short/amended", domain=SCALED)
def genie_radius_amended(data: Scaled, effort: Effort) -> Evidence:
    """Checked like linear/theorem-1/proof/genie-radius."""
    return on_sphere(data)


@claim("linear/theorem-1/proof/genie-loss", domain=SCALED)
def genie_loss(data: Scaled, effort: Effort) -> Evidence:
    """Checked for R = gamma; every R >= 0 belongs to some B. Both sides are multiplied by e^R."""
    return where_compatible(data, small_loss(data))


@claim("linear/theorem-1/proof/genie-sums", domain=SCALED)
def genie_in_and_out(data: Scaled, effort: Effort) -> Evidence:
    """Checked in logs for every z in S_j, the bound with its middle term e^(-R) times the sum at W*."""
    return where_compatible(data, genie_sums(data))


@claim("linear/theorem-1/proof/kl-display", domain=DECODINGS)
def kl_displayed(data: Decoding, effort: Effort) -> Evidence:
    """Checked for any W in the place of W_B."""
    xp, W = data.xp, data.W
    found = scores(data, W)
    ahead = found.logits[..., None, :] - found.logits[..., :, None]
    gap = xp.where(data.support, data.p * (log_p(data) + log_total(ahead)), 0)
    shown = context_sums(data, gap)
    return equal(loss(data, W), entropy(data) + shown, terms=2 * loss_terms(data, W), scale=1 + loss(data, W))


def put_along(data: Decoding) -> Decoding:
    """W = |c| (e_z - 1/V) h^T V for the context's token z, c the first entry of W."""
    V, place = data.size("V"), data.support[..., 0, :].to(data.W.dtype)[..., None]
    c = data.W[..., :1, :1].abs()
    return data.replace(W=c * (V * place - 1) * data.embeddings[..., :1, :])


ALONG = Assumption("W-along-Wmm", along_margin, put_along)


@claim("linear/theorem-1/proof/rescaling@short", domain=DECODINGS)
def rescaling_short(data: Decoding, effort: Effort) -> Evidence:
    """Checked by squares, where B >= 2 ||W^mm||, on one context with one token: by symmetry W_B is the W of
    norm B along W^mm there, and the display asks that B = 1/2.
    """
    return rescaled(data, "svm")


@claim("linear/theorem-1/proof/rescaling-limit@arxiv-v1", domain=DECODINGS)
def rescaling_limit(data: Decoding, effort: Effort) -> Evidence:
    """Checked by | R' ||W^mm|| - B | <= 2 ||W^mm||^2 + ||W^mm||^2 / B for large B, whatever W of norm B is
    W_B. The right side being bounded, R'/B tends to 1 / ||W^mm||. The short version prints the same.
    """
    found = radius(data)
    return stays_near(data, found, found.ahead)


@claim("linear/theorem-1/proof/rescaling@neurips", domain=DECODINGS)
def rescaling_neurips(data: Decoding, effort: Effort) -> Evidence:
    """Checked by squares, where B >= 2 ||W*||. That R'/B tends to 1/||W^mm|| is checked by | R' ||W^mm|| - B
    | <= ||W*||.
    """
    return rescaled(data, "finite")


@claim("linear/theorem-1/proof/rescaling@short/amended", domain=DECODINGS)
def rescaling_short_amended(data: Decoding, effort: Effort) -> Evidence:
    """Checked as stated."""
    return rescaled(data, "finite")


@claim("linear/theorem-1/proof/distance", domain=DECODINGS)
def distance(data: Decoding, effort: Effort) -> Evidence:
    """Checked with eps' = eps / 2, where B eps >= 4 ||W^mm|| ||W*||."""
    return kept_apart(data)


@claim("linear/theorem-1/proof/delta-exists", domain=DECODINGS)
def delta_exists(data: Decoding, effort: Effort) -> Evidence:
    """Checked for W^ = W ||W^mm|| / ||W||, by the largest such delta."""
    return violated(data)

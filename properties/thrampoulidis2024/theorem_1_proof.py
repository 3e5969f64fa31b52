"""Proof of Theorem 1, to (25): W_B lies on the sphere, and the genie point's norm and loss."""

from __future__ import annotations

from ntpcheck.checks.displays import genie_sums, kl_display
from ntpcheck.checks.feasible import where_compatible
from ntpcheck.checks.genie import (
    along_margin,
    on_sphere,
    rescaled,
    rescaled_in_the_limit,
    small_loss,
    violated,
)
from ntpcheck.checks.slopes import steep_everywhere
from ntpcheck.claim import Assumption, Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Decoding, Scaled
from thrampoulidis2024.setting import (
    COMPATIBLE,
    DECODINGS,
    NONNEGATIVE_SCALE,
    ONE_HOT,
    SCALED,
    SEPARABLE,
    SOME_TOKEN_OUT,
)
from thrampoulidis2024.sharper_one_context import ONE_CONTEXT

GIVEN = (SEPARABLE, COMPATIBLE)
GIVEN_OUT = (SOME_TOKEN_OUT, SEPARABLE, COMPATIBLE)


@claim("linear/theorem-1/proof/boundary", cite="E.2.1, before (24)", domain=DECODINGS, assumes=GIVEN_OUT)
def boundary(data: Decoding, effort: Effort) -> Evidence:
    """||W_B|| = B.

    CE being convex, a decoder of norm below B minimises it over ||W|| <= B iff its gradient vanishes; so this
    holds for every B iff no decoder W has a zero gradient, which is checked.
    """
    return steep_everywhere(data, data.W)


@claim("linear/theorem-1/proof/boundary@short", cite="F.2.1, before (19)", domain=DECODINGS, assumes=GIVEN)
def boundary_short(data: Decoding, effort: Effort) -> Evidence:
    """||W_B|| = B.

    CE being convex, a decoder of norm below B minimises it over ||W|| <= B iff its gradient vanishes; so this
    holds for every B iff no decoder W has a zero gradient, which is checked.
    Reading: "Crucially, the probability vectors p_j are sparse, i.e., the support set S_j of p_j satisfies
    |S_j| << |V| = V", in the short version's introduction, sets no bound; nothing else there rules out full
    supports.
    """
    return steep_everywhere(data, data.W)


@claim(
    "linear/theorem-1/proof/boundary@short/amended",
    cite="F.2.1, before (19)",
    domain=DECODINGS,
    assumes=GIVEN_OUT,
)
def boundary_amended(data: Decoding, effort: Effort) -> Evidence:
    """||W_B|| = B if some token is out of some support.

    Added: that some token is out of support, as the longer versions assume.
    """
    return steep_everywhere(data, data.W)


RADIUS = (SEPARABLE, COMPATIBLE, NONNEGATIVE_SCALE)
RADIUS_OUT = (SOME_TOKEN_OUT, *RADIUS)


@claim("linear/theorem-1/proof/genie-radius", cite="E.2.1, after (24)", domain=SCALED, assumes=RADIUS_OUT)
def genie_radius(data: Scaled, effort: Effort) -> Evidence:
    """||W* + R W^mm|| = B for R = sqrt(B^2 - ||W*||^2) / ||W^mm||, and R/B tends to 1/||W^mm||.

    Checked at B = ||W*|| + gamma, and the limit by 1 - ||W*||^2 / B^2 <= ||W^mm|| R/B <= 1.
    """
    return on_sphere(data)


@claim("linear/theorem-1/proof/genie-radius@short", cite="F.2.1, after (19)", domain=SCALED, assumes=RADIUS)
def genie_radius_short(data: Scaled, effort: Effort) -> Evidence:
    """||W* + R W^mm|| = B for R = sqrt(B^2 - ||W*||^2) / ||W^mm||, and R/B tends to 1/||W^mm||.

    Reading: "Crucially, the probability vectors p_j are sparse, i.e., the support set S_j of p_j satisfies
    |S_j| << |V| = V", in the short version's introduction, sets no bound; nothing else there rules out full
    supports. With them W^mm = 0.
    """
    return on_sphere(data)


@claim(
    "linear/theorem-1/proof/genie-radius@short/amended",
    cite="F.2.1, after (19)",
    domain=SCALED,
    assumes=RADIUS_OUT,
)
def genie_radius_amended(data: Scaled, effort: Effort) -> Evidence:
    """If a token is out of support: ||W* + R W^mm|| = B for the displayed R, and R/B tends to 1/||W^mm||.

    Added: that some token is out of support, so that W^mm is not zero.
    """
    return on_sphere(data)


@claim("linear/theorem-1/proof/genie-loss", cite="(9), (25)", domain=SCALED, assumes=RADIUS)
def genie_loss(data: Scaled, effort: Effort) -> Evidence:
    """CE(W* + R W^mm) <= H + C e^(-R), C = V e^(||W*|| M), M = sqrt(2) max ||h_j||.

    Checked for R = gamma; every R >= 0 belongs to some B. Both sides are multiplied by e^R.
    """
    return where_compatible(data, small_loss(data))


@claim("linear/theorem-1/proof/genie-sums", cite="before (9), (25)", domain=SCALED, assumes=RADIUS)
def genie_in_and_out(data: Scaled, effort: Effort) -> Evidence:
    """At W* + R W^mm the sum of e^-(l_z - l_v) over v in S_j is 1/p_jz, and out of S_j at most C e^(-R).

    Checked in logs for every z in S_j, the bound with its middle term e^(-R) times the sum at W*.
    """
    return where_compatible(data, genie_sums(data))


@claim("linear/theorem-1/proof/kl-display", cite="(10), (26)", domain=DECODINGS)
def kl_displayed(data: Decoding, effort: Effort) -> Evidence:
    """CE(W) - H = sum_j pi_j sum_z p_jz log(p_jz times the sum over all tokens v of e^(l_v - l_z)).

    Checked for any W in the place of W_B.
    """
    return kl_display(data)


def put_along(data: Decoding) -> Decoding:
    """W = |c| (e_z - 1/V) h^T V for the context's token z, c the first entry of W."""
    V, place = data.size("V"), data.support[..., 0, :].to(data.W.dtype)[..., None]
    c = data.W[..., :1, :1].abs()
    return data.replace(W=c * (V * place - 1) * data.embeddings[..., :1, :])


ALONG = Assumption("W-along-W^mm", "ours", along_margin, put_along)
ONE_TOKEN = (ONE_CONTEXT, ONE_HOT, *GIVEN_OUT, ALONG)


@claim(
    "linear/theorem-1/proof/rescaling@short", cite="F.2.1, after (22)", domain=DECODINGS, assumes=ONE_TOKEN
)
def rescaling_short(data: Decoding, effort: Effort) -> Evidence:
    """||(W_B - W*) / R'|| = ||W^mm|| for R'^2 = B^2/||W^mm||^2 - 2 B <W_B/B, W^mm/||W^mm||> + 1.

    Checked by squares, where B >= 2 ||W^mm||, on one context with one token: by symmetry W_B is the W of norm
    B along W^mm there, and the display asks that B = 1/2.
    """
    return rescaled(data, "svm")


@claim("linear/theorem-1/proof/rescaling@arxiv-v1", cite="B.3", domain=DECODINGS, assumes=ONE_TOKEN)
def rescaling_arxiv(data: Decoding, effort: Effort) -> Evidence:
    """||(W_B - W*) / R'|| = ||W^mm|| for R'^2 = B^2/||W^mm||^2 - 2 B <W_B/B, W^mm/||W^mm||> + 1.

    Checked by squares, where B >= 2 ||W^mm||, on one context with one token: by symmetry W_B is the W of norm
    B along W^mm there, and the display asks that B = 1/2.
    """
    return rescaled(data, "svm")


@claim("linear/theorem-1/proof/rescaling-limit@arxiv-v1", cite="B.3", domain=DECODINGS, assumes=GIVEN_OUT)
def rescaling_limit(data: Decoding, effort: Effort) -> Evidence:
    """R'/B tends to 1/||W^mm|| for R'^2 = B^2/||W^mm||^2 - 2 B <W_B/B, W^mm/||W^mm||> + 1.

    Checked by | R' ||W^mm|| - B | <= 2 ||W^mm||^2 + ||W^mm||^2 / B for large B, whatever W of norm B is
    W_B. The short version prints the same.
    """
    return rescaled_in_the_limit(data)


@claim(
    "linear/theorem-1/proof/rescaling@neurips", cite="E.2.1, after (27)", domain=DECODINGS, assumes=GIVEN_OUT
)
def rescaling_neurips(data: Decoding, effort: Effort) -> Evidence:
    """||(W_B - W*) / R'|| = ||W^mm|| for R'^2 ||W^mm||^2 = B^2 - 2 B <W_B/B, W*> + ||W*||^2.

    Checked by squares, where B >= 2 ||W*||. That R'/B tends to 1/||W^mm|| is checked by
    | R' ||W^mm|| - B | <= ||W*||.
    Reading: W_B enters by its norm B only, so W of any norm B stands for it.
    """
    return rescaled(data, "finite")


@claim(
    "linear/theorem-1/proof/rescaling@short/amended",
    cite="F.2.1, after (22)",
    domain=DECODINGS,
    assumes=GIVEN_OUT,
)
def rescaling_short_amended(data: Decoding, effort: Effort) -> Evidence:
    """||(W_B - W*) / R'|| = ||W^mm|| for R'^2 ||W^mm||^2 = B^2 - 2 B <W_B/B, W*> + ||W*||^2.

    The change: W* in the place of W^mm under the root, as in the NeurIPS version; and some token is out of
    support, so that W^mm is not zero.
    """
    return rescaled(data, "finite")


@claim("linear/theorem-1/proof/rescaling@arxiv-v1/amended", cite="B.3", domain=DECODINGS, assumes=GIVEN_OUT)
def rescaling_arxiv_amended(data: Decoding, effort: Effort) -> Evidence:
    """||(W_B - W*) / R'|| = ||W^mm|| for R'^2 ||W^mm||^2 = B^2 - 2 B <W_B/B, W*> + ||W*||^2.

    The change: W* in the place of W^mm under the root, as in the NeurIPS version.
    """
    return rescaled(data, "finite")


@claim("linear/theorem-1/proof/delta-exists", cite="(28), (29)", domain=DECODINGS, assumes=GIVEN)
def delta_exists(data: Decoding, effort: Effort) -> Evidence:
    """A W^ of norm ||W^mm||, not W^mm itself, violates (6a) or (6b) by some delta > 0 at some context.

    Checked for W^ = W ||W^mm|| / ||W||, by the largest such delta.
    Reading: delta may depend on W^; on the compact set ||W^ - W^mm|| >= eps' one delta then serves all.
    """
    return violated(data)

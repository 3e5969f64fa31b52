"""Proof of Lemma 4: the shares of the label beside a fixed part in S_cyc, and the radius of (13)."""

from __future__ import annotations

from li2024.lemma_4_direction import SETTING
from li2024.setting import POSITIVE_SCALE
from li2024.theorem_1_proof import FALLS_SHORT, NO_LONGER
from ntpcheck.checks import attention_path_radius as radius
from ntpcheck.checks import attention_path_steps as steps
from ntpcheck.claim import Assumption, Effort, claim
from ntpcheck.domains.attention_paths import SCALED_PATHS
from ntpcheck.domains.imposed import attention_path as imposed
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import AttendingScaled

ALONG = (*SETTING, POSITIVE_SCALE)
COMPETING = (*ALONG, NO_LONGER, FALLS_SHORT)
EPS = Assumption("eps-at-most-one", "App. B.4", radius.eps_at_most_one)
BEYOND = Assumption("beyond-radius", "App. B.4, (13)", radius.beyond_radius)
BEYOND_ALL = Assumption(
    "beyond-larger-radius", "ours", lambda data: radius.beyond_radius(data, all_tokens=True), imposed.farther
)


@claim("attention/lemma-4/proof/softmax-upper", cite="App. B.4", domain=SCALED_PATHS,
       assumes=(*COMPETING, EPS))  # fmt: skip
def upper(data: AttendingScaled, effort: Effort) -> Evidence:
    """sum_O s^R <= c / (d + sum_{t not in R} e^(b_t - (1-eps)R)) <= c / (d + e^(-bbar - (1-eps)R)) for an i.

    Only one token outside R_i is known to have a margin of at most 1 - eps; the display charges it for all.
    Reading: c = sum_O e^b and d = sum_R e^b of sample i; bbar = max |b_it| over the R_i; 1 - eps is the least
    margin of W', and eps <= 1. With any smaller eps the first inequality holds for all large R.
    """
    return steps.component_share_above(data)


@claim(
    "attention/lemma-4/proof/softmax-upper@last-step", cite="App. B.4", domain=SCALED_PATHS, assumes=COMPETING
)
def upper_last(data: AttendingScaled, effort: Effort) -> Evidence:
    """sum_O s^R <= c_i / (d_i + e^(-(1-eps)R - bbar)) for some i, bbar the largest |b_it| over the R_i.

    The tokens that count are those outside R_i, and their |b_it| may be larger.
    Transcription: one bar, over R_i, decides this refutation; check the display against the published paper.
    """
    return steps.component_share_above(data, last=True)


@claim(
    "attention/lemma-4/proof/softmax-upper/amended", cite="App. B.4", domain=SCALED_PATHS, assumes=COMPETING
)
def upper_amended(data: AttendingScaled, effort: Effort) -> Evidence:
    """sum_O s^R <= c_i / (d_i + e^(-(1-eps)R - bbar)) for some i, bbar the largest |b_it| over all tokens.

    Changed: no middle member, and bbar over all tokens of the inputs.
    """
    return steps.component_share_above(data, all_tokens=True)


@claim("attention/lemma-4/proof/softmax-lower", cite="App. B.4", domain=SCALED_PATHS, assumes=ALONG)
def lower(data: AttendingScaled, effort: Effort) -> Evidence:
    """sum_O s* >= c / (d + sum_{t not in R} e^(-R + b_t)) >= c / (d + T e^(-R + bbar)) for every i.

    Transcription: one bar, over the R_i of bbar, decides this refutation; check the published paper.
    """
    return steps.component_share_below(data)


@claim("attention/lemma-4/proof/softmax-lower/amended", cite="App. B.4", domain=SCALED_PATHS, assumes=ALONG)
def lower_amended(data: AttendingScaled, effort: Effort) -> Evidence:
    """The same with bbar the largest |b_it| over all tokens of the inputs.

    Changed: the tokens over which bbar goes.
    """
    return steps.component_share_below(data, all_tokens=True)


@claim(
    "attention/lemma-4/proof/threshold",
    cite="App. B.4, (13)",
    domain=SCALED_PATHS,
    assumes=(*COMPETING, BEYOND),
)
def threshold(data: AttendingScaled, effort: Effort) -> Evidence:
    """For R > R_eps of (13), L(R W' + W_par) > L(R W^mm + W_par).

    R_eps leaves out the b_it of tokens outside R_i, which may be larger than those within.
    Reading: eps <= 1, as eps(delta) may be taken; there is a c_dn > 0 on the scores of the data; T = max T_i.
    Transcription: one bar, over the R_i of bbar, decides this refutation; check the published paper.
    """
    return radius.beats(data)


@claim(
    "attention/lemma-4/proof/threshold/amended",
    cite="App. B.4, (13)",
    domain=SCALED_PATHS,
    assumes=(*COMPETING, BEYOND_ALL),
)
def threshold_amended(data: AttendingScaled, effort: Effort) -> Evidence:
    """The same with bbar the largest |b_it| over all tokens of the inputs.

    Changed: the tokens over which bbar goes. It takes c_dn > 0, which Assumption 1 does not give.
    """
    return radius.beats(data)

"""Proof of Lemma 4: the shares of the label beside a fixed part in S_cyc, and the radius of (13)."""

from ntpcheck.claim import Assumption, Effort, claim
from ntpcheck.domains.attention_paths import SCALED_PATHS
from ntpcheck.domains.imposed import attention_path as imposed
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import AttendingScaled
from ntpcheck_papers.li2024.section_4 import chains
from ntpcheck_papers.li2024.section_4 import path_radius as radius
from ntpcheck_papers.li2024.section_4 import path_steps as steps
from ntpcheck_papers.li2024.section_4.lemma_4_direction import SETTING
from ntpcheck_papers.li2024.section_4.theorem_1_proof import FALLS_SHORT, NO_LONGER
from ntpcheck_papers.li2024.setting import POSITIVE_SCALE

ALONG = (*SETTING, POSITIVE_SCALE)
COMPETING = (*ALONG, NO_LONGER, FALLS_SHORT)
EPS = Assumption("eps-at-most-one", radius.eps_at_most_one)
BEYOND = Assumption("beyond-radius", radius.beyond_radius)
BEYOND_ALL = Assumption(
    "beyond-larger-radius", lambda data: radius.beyond_radius(data, all_tokens=True), imposed.farther
)


@claim("attention/lemma-4/proof/softmax-upper", domain=SCALED_PATHS)
def upper(data: AttendingScaled, effort: Effort) -> Evidence:
    """Only one token outside R_i is known to have a margin of at most 1 - eps; the display charges it for
    all.
    """
    return steps.component_share_above(data)


@claim("attention/lemma-4/proof/softmax-upper@last-step", domain=SCALED_PATHS)
def upper_last(data: AttendingScaled, effort: Effort) -> Evidence:
    """The tokens that count are those outside R_i, and their |b_it| may be larger."""
    return steps.component_share_above(data, last=True)


@claim("attention/lemma-4/proof/softmax-upper/amended", domain=SCALED_PATHS)
def upper_amended(data: AttendingScaled, effort: Effort) -> Evidence:
    """No middle member, and bbar over all tokens of the inputs."""
    return steps.component_share_above(data, all_tokens=True)


@claim("attention/lemma-4/proof/softmax-lower", domain=SCALED_PATHS)
def lower(data: AttendingScaled, effort: Effort) -> Evidence:
    """Checked as stated."""
    return steps.component_share_below(data)


@claim("attention/lemma-4/proof/softmax-lower/amended", domain=SCALED_PATHS)
def lower_amended(data: AttendingScaled, effort: Effort) -> Evidence:
    """Changed: the tokens over which bbar goes."""
    return steps.component_share_below(data, all_tokens=True)


@claim("attention/lemma-4/proof/epsilon", domain=SCALED_PATHS)
def epsilon(data: AttendingScaled, effort: Effort) -> Evidence:
    """Checked as stated; W' is orthogonal to S_cyc by construction."""
    return radius.falls_short(data)


@claim("attention/lemma-4/proof/excess-lower", domain=SCALED_PATHS)
def excess_lower(data: AttendingScaled, effort: Effort) -> Evidence:
    """Its last step is attention/lemma-4/proof/softmax-upper@last-step."""
    return chains.excess_above(data)


@claim("attention/lemma-4/proof/excess-lower/amended", domain=SCALED_PATHS)
def excess_lower_amended(data: AttendingScaled, effort: Effort) -> Evidence:
    """Changed: the tokens over which bbar goes."""
    return chains.excess_above(data, all_tokens=True)


@claim("attention/lemma-4/proof/excess-upper", domain=SCALED_PATHS)
def excess_upper(data: AttendingScaled, effort: Effort) -> Evidence:
    """Its third step is attention/lemma-4/proof/softmax-lower."""
    return chains.excess_below(data)


@claim("attention/lemma-4/proof/excess-upper/amended", domain=SCALED_PATHS)
def excess_upper_amended(data: AttendingScaled, effort: Effort) -> Evidence:
    """Changed: the tokens over which bbar goes."""
    return chains.excess_below(data, all_tokens=True)


@claim("attention/lemma-4/proof/threshold", domain=SCALED_PATHS)
def threshold(data: AttendingScaled, effort: Effort) -> Evidence:
    """R_eps leaves out the b_it of tokens outside R_i, which may be larger than those within."""
    return radius.beats(data)


@claim("attention/lemma-4/proof/threshold/amended", domain=SCALED_PATHS)
def threshold_amended(data: AttendingScaled, effort: Effort) -> Evidence:
    """The radius takes c_dn > 0, which Assumption 1 does not give."""
    return radius.beats(data)

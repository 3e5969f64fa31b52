"""Proofs of Lemma 4 and Theorem 2: the floor of the risk beside a part in S_cyc, and how it is reached."""

from __future__ import annotations

from ntpcheck.claim import Effort, claim
from ntpcheck.domains.attention_paths import PATHS, SCALED_PATHS
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import Attending, AttendingPair, AttendingScaled, Attention
from ntpcheck_papers.li2024.section_4 import chains
from ntpcheck_papers.li2024.section_4 import floor as floors
from ntpcheck_papers.li2024.section_4 import path_limits as limits
from ntpcheck_papers.li2024.setting import ATTENDING, ATTENDING_PAIRS


@claim("attention/lemma-4/proof/eq-12", domain=ATTENDING_PAIRS)
def equation_12(data: AttendingPair, effort: Effort) -> Evidence:
    """W_perp = W - P_S W and W_par = P_S W2; b are the logits of W_par."""
    return floors.same_distribution(data)


@claim("attention/lemma-4/proof/zero-probabilities", domain=ATTENDING_PAIRS)
def zero_probabilities(data: AttendingPair, effort: Effort) -> Evidence:
    """R_i holds the label, and without it the score is 0, below that of any W."""
    return floors.no_better_assignment(data, outside=True)


@claim("attention/lemma-4/proof/zero-probabilities/amended", domain=ATTENDING_PAIRS)
def zero_probabilities_amended(data: AttendingPair, effort: Effort) -> Evidence:
    """Checked as stated."""
    return floors.no_better_assignment(data)


@claim("attention/lemma-4/proof/step-1", domain=SCALED_PATHS)
def step_1(data: AttendingScaled, effort: Effort) -> Evidence:
    """gamma_i^max = sum_O e^b / sum_R e^b with the logits b of W_par = P_S W2. Checked with a rate: the
    difference is between 0 and a constant of the data times e^-R, at every R.
    """
    return floors.reaches_floor(data)


@claim("attention/lemma-4/proof/selected", domain=ATTENDING)
def selected_share(data: Attending, effort: Effort) -> Evidence:
    """Both equalities, the bound, and where it is attained."""
    return chains.selected_score(data)


@claim("attention/lemma-4/proof/step-2", domain=ATTENDING)
def step_2(data: Attending, effort: Effort) -> Evidence:
    """W^mm != 0: some input has a token outside R_i, which keeps some attention."""
    return chains.above_floor_strictly(data)


@claim("attention/theorem-2/proof/risk-bound", domain=ATTENDING)
def risk_bound(data: Attending, effort: Effort) -> Evidence:
    """Checked as stated."""
    return floors.above_floor(data)


@claim("attention/theorem-2/proof/diverges", domain=PATHS)
def diverges(data: Attention, effort: Effort) -> Evidence:
    """Checked with its rate: over R it tends to 1."""
    return limits.outside_grows(data, effort)


@claim("attention/theorem-2/proof/eq-14", domain=SCALED_PATHS)
def equation_14(data: AttendingScaled, effort: Effort) -> Evidence:
    """The right side depends on R, and exceeds the limit where P_S W_R does not minimise the cyclic risk.
    Refuted by a W_par with a lower right side than all V in the ball have.
    """
    return floors.limit_is_floor(data)


@claim("attention/theorem-2/proof/eq-14/amended", domain=SCALED_PATHS)
def equation_14_amended(data: AttendingScaled, effort: Effort) -> Evidence:
    """L(W_R) is at least that, which is at least the infimum over W_par; along R W^mm + W_par the risk tends
    to it. Checked: the bound at any W, and the rate.
    """
    return floors.floor_is_limit(data, floors.floor_of_shares(data))


@claim("attention/theorem-2/proof/eq-15", domain=ATTENDING)
def equation_15(data: Attending, effort: Effort) -> Evidence:
    """Checked as stated."""
    return floors.cyclic_risk(data)


@claim("attention/theorem-2/proof/eq-16", domain=SCALED_PATHS)
def equation_16(data: AttendingScaled, effort: Effort) -> Evidence:
    """The right side at P_S W_R is at most L(W_R), which is at most what L tends to along R W^mm + W_par, the
    right side at W_par: both tend to the infimum. Checked are the bound at any W, and the rate along R W^mm.
    """
    share, level, cyclic = floors.floor_by_samples(data)
    return floors.floor_is_limit(data, (1 - share) * level + share * cyclic)


@claim("attention/theorem-2/proof/optimal", domain=SCALED_PATHS)
def optimal(data: AttendingScaled, effort: Effort) -> Evidence:
    """W_R "returns the min-norm optimal solution". With a strict edge no W is optimal, and beyond the ball of
    radius R the risk falls: refuted by W_par = P_S W2 with a floor below every risk in the ball.
    """
    return floors.attains_infimum(data)


@claim("attention/theorem-2/proof/optimal/amended", domain=SCALED_PATHS)
def optimal_amended(data: AttendingScaled, effort: Effort) -> Evidence:
    """Checked: for any W, R W^mm + P_S W has a risk above L(W) by at most a constant times e^-R."""
    return floors.optimal_in_the_limit(data)


@claim("attention/section-4.2/selected", domain=SCALED_PATHS)
def selected(data: AttendingScaled, effort: Effort) -> Evidence:
    """Checked by a bound C_i e^(-R) on the weights of the tokens outside R_i."""
    return floors.selects_component(data)

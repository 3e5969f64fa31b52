"""Proofs of Lemma 4 and Theorem 2: the floor of the risk beside a part in S_cyc, and how it is reached."""

from __future__ import annotations

from li2024.lemma_4_direction import SETTING
from li2024.setting import (
    ATTENDING,
    ATTENDING_PAIRS,
    FEASIBLE,
    IDENTITY_HEAD,
    LOSS,
    POSITIVE_SCALE,
    REALIZABLE,
)
from li2024.theorem_2_path import FINITE_CORRECTION, LOGARITHM
from ntpcheck.checks import attention_floor as floors
from ntpcheck.checks import attention_path_limits as limits
from ntpcheck.claim import Effort, claim
from ntpcheck.domains.attention_paths import PATHS, SCALED_PATHS
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import Attending, AttendingPair, AttendingScaled, Attention

ALONG = (*SETTING, POSITIVE_SCALE)
RISK = (REALIZABLE, IDENTITY_HEAD, *LOSS)
PATH = (*ALONG, FINITE_CORRECTION)  # of Theorem 2
LOG_PATH = (*LOGARITHM, POSITIVE_SCALE)


@claim("attention/lemma-4/proof/eq-12", cite="App. B.4, (12)", domain=ATTENDING_PAIRS, assumes=SETTING)
def equation_12(data: AttendingPair, effort: Effort) -> Evidence:
    """s_it / sum_R s = e^(b_it) / sum_R e^(b_it) at W_perp + W_par, for t in R_i and any W_perp off S_cyc.

    W_perp = W - P_S W and W_par = P_S W2; b are the logits of W_par.
    """
    return floors.same_distribution(data)


@claim("attention/lemma-4/proof/zero-probabilities", cite="App. B.4", domain=ATTENDING_PAIRS, assumes=SETTING)
def zero_probabilities(data: AttendingPair, effort: Effort) -> Evidence:
    """The optimal risk is achieved by assigning zero probabilities for tokens in R_i.

    R_i holds the label, and without it the score is 0, below that of any W.
    Reading: for i with tokens outside R_i, which can have all the probability; beside a fixed W_par, no
    W_perp has a smaller loss then.
    Transcription: one bar, over R_i, decides this refutation; check the published paper.
    """
    return floors.no_better_assignment(data, outside="all")


@claim(
    "attention/lemma-4/proof/zero-probabilities/amended",
    cite="App. B.4",
    domain=ATTENDING_PAIRS,
    assumes=SETTING,
)
def zero_probabilities_amended(data: AttendingPair, effort: Effort) -> Evidence:
    """The optimal risk is that of zero probabilities for tokens outside R_i: no W_perp has a smaller loss.

    Changed: outside R_i for in R_i. The probabilities in R_i are those of (12).
    """
    return floors.no_better_assignment(data)


@claim("attention/lemma-4/proof/step-1", cite="App. B.4, Step 1", domain=SCALED_PATHS, assumes=ALONG)
def step_1(data: AttendingScaled, effort: Effort) -> Evidence:
    """L(R W^mm + W_par) tends to (1/n) sum_i l(gamma_i^max) as R tends to infinity, for any W_par in S_cyc.

    gamma_i^max = sum_O e^b / sum_R e^b with the logits b of W_par = P_S W2. Checked with a rate: the
    difference is between 0 and a constant of the data times e^-R, at every R.
    """
    return floors.reaches_floor(data)


@claim("attention/theorem-2/proof/risk-bound", cite="App. B.4, Step 1", domain=ATTENDING, assumes=RISK)
def risk_bound(data: Attending, effort: Effort) -> Evidence:
    """L(W_R) >= (1/n) sum_i l(sum_O e^b / sum_R e^b), b the logits of W_par = P_S W_R.

    Reading: any W in the place of W_R, of which the steps use nothing else.
    """
    return floors.above_floor(data)


@claim("attention/theorem-2/proof/diverges", cite="App. B.4, Step 1", domain=PATHS, assumes=LOGARITHM)
def diverges(data: Attention, effort: Effort) -> Evidence:
    """With the log-loss, ||W_R - P_S W_R|| tends to infinity.

    Checked with its rate: over R it tends to 1.
    Reading: the loss of Section 5, for which W_R is computed on all data.
    """
    return limits.outside_grows(data, effort)


@claim("attention/theorem-2/proof/eq-14", cite="App. B.4, (14)", domain=SCALED_PATHS, assumes=LOG_PATH)
def equation_14(data: AttendingScaled, effort: Effort) -> Evidence:
    """The limit of L(W_R) is (1/n) sum_i l(sum_O e^b / sum_R e^b), b the logits of P_S W_R.

    The right side depends on R, and exceeds the limit where P_S W_R does not minimise the cyclic risk.
    Refuted by a W_par with a lower right side than all V in the ball have.
    Reading: for every R; checked at R / 64. With the log-loss of Section 5, whose W^cyc is finite.
    """
    return floors.short_of_infimum(data, parts=1)


@claim(
    "attention/theorem-2/proof/eq-14/amended", cite="App. B.4, (14)", domain=SCALED_PATHS, assumes=LOG_PATH
)
def equation_14_amended(data: AttendingScaled, effort: Effort) -> Evidence:
    """The difference of L(W_R) and (1/n) sum_i l(sum_O e^b / sum_R e^b) tends to 0, b the logits of P_S W_R.

    Changed: the limit is of both sides. L(W_R) is at least that, which is at least the infimum over W_par;
    along R W^mm + W_par the risk tends to it. Checked: the bound at any W, and the rate.
    """
    return floors.floor_is_limit(data)


@claim("attention/theorem-2/proof/eq-15", cite="App. B.4, (15)", domain=ATTENDING, assumes=RISK)
def equation_15(data: Attending, effort: Effort) -> Evidence:
    """Lbar(W_par) = (1/|I|) sum over I of l(sum_O e^b / sum_R e^b), b the logits of W_par in S_cyc.

    Reading: any W_par = P_S W in the place of that of W_R; means of nothing are 0.
    """
    return floors.cyclic_risk(data)


@claim("attention/theorem-2/proof/eq-16", cite="App. B.4, (16)", domain=SCALED_PATHS, assumes=ALONG)
def equation_16(data: AttendingScaled, effort: Effort) -> Evidence:
    """The limit of L(W_R) is (1 - |I|/n) l(1) + (|I|/n) times the limit of Lbar(P_S W_R).

    The right side at P_S W_R is at most L(W_R), which is at most what L tends to along R W^mm + W_par, the
    right side at W_par: both tend to the infimum. Checked are the bound at any W, and the rate along R W^mm.
    """
    return floors.floor_is_limit(data, floor="cyclic")


@claim("attention/theorem-2/proof/optimal", cite="App. B.4, Step 2", domain=SCALED_PATHS, assumes=PATH)
def optimal(data: AttendingScaled, effort: Effort) -> Evidence:
    """W_R is an optimal solution: no W has a smaller risk.

    W_R "returns the min-norm optimal solution". With a strict edge no W is optimal, and beyond the ball of
    radius R the risk falls: refuted by W_par = P_S W2 with a floor below every risk in the ball.
    Reading: of the risk over all W, which is what a shortest solution is chosen from; W_R is a minimiser in
    its ball. That its part in S_cyc need not tend to W^cyc is attention/theorem-2/cyclic-part.
    """
    return floors.short_of_infimum(data, tokens="all")


@claim(
    "attention/theorem-2/proof/optimal/amended",
    cite="App. B.4, Step 2",
    domain=SCALED_PATHS,
    assumes=(*RISK, FEASIBLE, POSITIVE_SCALE),
)
def optimal_amended(data: AttendingScaled, effort: Effort) -> Evidence:
    """W_R is optimal in the limit: its risk tends to the infimum of L.

    Changed: in the limit, and nothing of the norm. Checked: for any W, R W^mm + P_S W has a risk above L(W)
    by at most a constant times e^-R.
    """
    return floors.improves_on(data)


@claim("attention/section-4.2/selected", cite="Sec. 4.2", domain=SCALED_PATHS, assumes=ALONG)
def selected(data: AttendingScaled, effort: Effort) -> Evidence:
    """Only tokens within the same SCC as label y will be selected by softmax.

    Reading: hedge. At R W^mm + W_par, W_par in S_cyc, tokens outside R_i get at most a constant times e^-R;
    at any finite W softmax gives something to all.
    """
    return floors.selects_component(data)

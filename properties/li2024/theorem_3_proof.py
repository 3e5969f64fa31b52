"""The proof of Theorem 3, display by display.

Reading: the proof invokes Lemma 5 for the run, so eta <= 1/L is in force wherever it speaks of W(tau).
"""

from __future__ import annotations

from li2024.lemmas_5_6_descent import RISK, SETTING
from li2024.setting import (
    ATTENDING,
    ATTENDING_PAIRS,
    ATTENDING_SCALED,
    ATTENTION_RUNS,
    DESCENT_STEP,
    POSITIVE_SCALE,
)
from ntpcheck.checks import attention_comparison as late
from ntpcheck.checks import attention_proof as steps
from ntpcheck.claim import Assumption, Effort, claim
from ntpcheck.domains.attention import ATTENTION_STEPS
from ntpcheck.domains.imposed import attention_steps as imposed
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import Attending, AttendingPair, AttendingScaled, AttentionRun

DESCENDING = (*SETTING, DESCENT_STEP)
POSITIVE_NORMS = Assumption("positive-norms", "(31)", steps.positive_norms, imposed.positive_norms)
ABOVE_HALF = Assumption("norm-above-half", "(30)", steps.norm_above_half, imposed.norm_above_half)
LONG_SVM = Assumption("long-svm", "ours", late.long_svm, imposed.long_svm)
BEYOND = 1 / 64  # the share of R by which an amended comparison goes beyond R


@claim("attention/theorem-3/proof/eq-28", cite="(28)", domain=ATTENDING, assumes=SETTING)
def equation_28(data: Attending, effort: Effort) -> Evidence:
    """L(W) <= L(R W^mm + W_par) + <P_perp grad L(W), W_perp - R W^mm>, for R = ||W_perp||.

    With both equalities of the display. W_par, W_perp: the parts of W in S_cyc and orthogonal to it.
    """
    return steps.tangent_bound(data)


@claim("attention/theorem-3/proof/risk-floor", cite="Theorem 3, proof", domain=ATTENDING, assumes=SETTING)
def risk_floor(data: Attending, effort: Effort) -> Evidence:
    """L(W) >= (1 - |I| / n) l(1) + (|I| / n) Lbar(W_par), where l(1) = 0."""
    return steps.risk_floor(data)


@claim(
    "attention/theorem-3/proof/loss-comparison",
    cite="Theorem 3, proof",
    domain=ATTENTION_RUNS,
    assumes=DESCENDING,
)
def loss_comparison(run: AttentionRun, effort: Effort) -> Evidence:
    """L(W(tau)) - L(R W^mm + W_par(tau)) > 0 for all large tau, R = ||W_perp(tau)||.

    False wherever ||W^mm|| < 1, as it is for one edge between orthonormal tokens: R W^mm has norm R ||W^mm||.
    """
    return late.outweighs(run, effort)


@claim("attention/theorem-3/proof/loss-comparison/amended", cite="Theorem 3, proof", domain=ATTENTION_RUNS,
       assumes=(*DESCENDING, LONG_SVM))  # fmt: skip
def loss_comparison_amended(run: AttentionRun, effort: Effort) -> Evidence:
    """L(W(tau)) - L(R W^mm + W_par(tau)) > 0 for all large tau if ||W^mm|| > 1.

    The change: ||W^mm|| > 1. Its failure is certain for ||W^mm|| < 1.
    """
    return late.outweighs(run, effort)


@claim("attention/theorem-3/proof/loss-comparison@normalised", cite="Theorem 3, proof", domain=ATTENTION_RUNS,
       assumes=DESCENDING)  # fmt: skip
def loss_comparison_normalised(run: AttentionRun, effort: Effort) -> Evidence:
    """L(W(tau)) - L(R W^mm / ||W^mm|| + W_par(tau)) > 0 for all large tau.

    Reading: the point that (29) divides by, as long as W_perp(tau). False too: by Jensen's inequality
    the difference is negative for all large tau unless W(tau) - W^mm log tau has one margin on all support
    vectors, and it is 0 for ever where W(tau) runs along W^mm. Two edges with unequal counts show the first.
    """
    return late.outweighs(run, effort, normalised=True)


@claim("attention/theorem-3/proof/loss-comparison@normalised/amended", cite="Theorem 3, proof",
       domain=ATTENTION_RUNS, assumes=DESCENDING)  # fmt: skip
def loss_comparison_beyond(run: AttentionRun, effort: Effort) -> Evidence:
    """L(W(tau)) - L((1 + eps) R W^mm / ||W^mm|| + W_par(tau)) > 0 for all large tau, for any eps > 0.

    The change: the factor 1 + eps, checked at 1/64. It is what the usual proof compares with.
    """
    return late.outweighs(run, effort, normalised=True, longer=BEYOND)


@claim("attention/theorem-3/proof/eq-29", cite="(29)", domain=ATTENTION_RUNS, assumes=DESCENDING)
def equation_29(run: AttentionRun, effort: Effort) -> Evidence:
    """<W_perp(tau+1) - W_perp(tau), W^mm / ||W^mm|| - W_perp(tau) / ||W_perp(tau)||> >= 0 for all large tau.

    The proof takes it from the comparison of risks, which is false; it holds all the same, because
    W(tau) - W^mm log tau settles faster than the angle to W^mm closes.
    Reading: "for all tau > tau_0" is for all large tau; how large (13) would make tau_0 is not checked.
    """
    return late.turns_toward(run, effort)


@claim("attention/theorem-3/proof/eq-30", cite="(30)", domain=ATTENDING_PAIRS, assumes=(ABOVE_HALF,))
def equation_30(data: AttendingPair, effort: Effort) -> Evidence:
    """(||V||^2 - ||U||^2 - ||V - U||^2) / (2 ||U||) >= (||V||^2 - ||U||^2) / (2 ||U||) - ||V - U||^2.

    For ||U|| > 0.5; there U = W_perp(tau), V = W_perp(tau+1). Reading: any two matrices U = W and V = W2.
    """
    return steps.half_of_a_square(data)


@claim(
    "attention/theorem-3/proof/eq-31",
    cite="below (33), of (31)",
    domain=ATTENDING_PAIRS,
    assumes=(POSITIVE_NORMS,),
)
def equation_31(data: AttendingPair, effort: Effort) -> Evidence:
    """For any a, b > 0, (a^2 - b^2) / (2 b) > a - b.

    Reading: the sentence that (31) is said to follow from; (31) itself has >= and holds. a and b are norms of
    two matrices, as where it is used. The difference is (a - b)^2 / (2 b).
    """
    return steps.difference_of_squares(data)


@claim(
    "attention/theorem-3/proof/eq-31/amended", cite="(31)", domain=ATTENDING_PAIRS, assumes=(POSITIVE_NORMS,)
)
def equation_31_amended(data: AttendingPair, effort: Effort) -> Evidence:
    """For any a, b > 0, (a^2 - b^2) / (2 b) >= a - b, which is (31).

    The change: >= for >, which is what (31) itself says.
    """
    return steps.difference_of_squares(data, closed=True)


@claim("attention/theorem-3/proof/eq-33", cite="(33)", domain=ATTENTION_STEPS, assumes=(*RISK, DESCENT_STEP))
def equation_33(run: AttentionRun, effort: Effort) -> Evidence:
    """-||W(tau+1) - W(tau)||^2 >= 2 eta (L(W(tau+1)) - L(W(tau))).

    The terms that (33) has on both sides are left out. One step from an arbitrary W(0) stands for every step.
    """
    return steps.step_is_paid(run)


@claim("attention/theorem-3/proof/eq-35", cite="(35)", domain=ATTENDING, assumes=SETTING)
def equation_35(data: Attending, effort: Effort) -> Evidence:
    """L(W) <= L(R W^mm + W^cyc + W') + <grad L(W), W_par - W^cyc> for W = R W^mm + W_par + W'."""
    return steps.tangent_to_correction(data)


@claim("attention/theorem-3/proof/limit-loss", cite="Theorem 3, proof", domain=ATTENDING_SCALED,
       assumes=(*SETTING, POSITIVE_SCALE))  # fmt: skip
def limit_loss(data: AttendingScaled, effort: Effort) -> Evidence:
    """L(R W^mm + W_par + W') tends to Lbar(W_par) as R tends to infinity.

    The last display of the proof; W' is orthogonal to S_cyc and W^mm. Lbar is a mean over the |I| samples
    of the cyclic subset, L one over all n.
    Reading: Lbar is as in (15) and (27), and so in the display before, which has a factor |I| / n. Over the
    subset of Definition 1, which keeps samples of which only the label is left, this display would hold, and
    that one fail. A mean over no samples is 0.
    """
    return steps.limit_of_risk(data, share=False)


@claim("attention/theorem-3/proof/limit-loss/amended", cite="Theorem 3, proof", domain=ATTENDING_SCALED,
       assumes=(*SETTING, POSITIVE_SCALE))  # fmt: skip
def limit_loss_amended(data: AttendingScaled, effort: Effort) -> Evidence:
    """L(R W^mm + W_par + W') tends to (|I| / n) Lbar(W_par) as R tends to infinity, W' as above.

    The change: the factor |I| / n, which the display before has.
    """
    return steps.limit_of_risk(data)

"""The proof of Theorem 3, display by display.

Reading: the proof invokes Lemma 5 for the run, so eta <= 1/L is in force wherever it speaks of W(tau).
"""

from dataclasses import replace

from ntpcheck import ulps
from ntpcheck.arithmetic import FLOAT
from ntpcheck.checks.compare import at_most, equal
from ntpcheck.claim import Assumption, Effort, claim
from ntpcheck.domains.attention import ATTENTION_STEPS
from ntpcheck.domains.imposed import attention_steps as imposed
from ntpcheck.dynamics.attention_descent import first_iterates
from ntpcheck.evidence import Evidence, both
from ntpcheck.instances.attention import Attending, AttendingPair, AttendingScaled, AttentionRun
from ntpcheck.reference.attention_loss import attention_loss, gradient
from ntpcheck.reference.cyclic import cyclic_correction, project
from ntpcheck.reference.graph_svm import graph_svm
from ntpcheck_papers.li2024.section_5 import comparison as late
from ntpcheck_papers.li2024.section_5 import proof as steps
from ntpcheck_papers.li2024.section_5.descent import step_terms
from ntpcheck_papers.li2024.section_5.proof import norm, split
from ntpcheck_papers.li2024.setting import ATTENDING, ATTENDING_PAIRS, ATTENDING_SCALED, ATTENTION_RUNS
from ntpcheck_papers.li2024.shared.scores import projected_logits, projection_error, reach

POSITIVE_NORMS = Assumption("positive-norms", steps.positive_norms, imposed.positive_norms)
ABOVE_HALF = Assumption("norm-above-half", steps.norm_above_half, imposed.norm_above_half)
LONG_SVM = Assumption("long-svm", late.long_svm, imposed.long_svm)
BEYOND = 1 / 64  # the share of R by which an amended comparison goes beyond R


@claim("attention/theorem-3/proof/eq-28", domain=ATTENDING)
def equation_28(data: Attending, effort: Effort) -> Evidence:
    """With both equalities of the display. W_par, W_perp: the parts of W in S_cyc and orthogonal to it."""
    # L(W) <= L(M) + <P_perp grad L(W), W_perp - R W^mm>, where M = R W^mm + W_par. And that inner product is
    # <grad L(W), W - M>.
    xp = data.xp
    W, (inside, outside, R) = data.W, split(data, data.W)
    best = graph_svm(data)
    point = R[..., None, None] * best.W + inside
    slope = gradient(data, W)
    across = slope - project(data, slope)
    along = xp.sum(across * (outside - R[..., None, None] * best.W), (-2, -1))
    here, there = attention_loss(data, W), attention_loss(data, point)
    size = xp.abs(here) + xp.abs(there) + xp.sum(xp.abs(slope), (-2, -1)) * (1 + R) * (1 + norm(data, best.W))
    terms = step_terms(data)
    scale = size + reach(data, W) + reach(data, point)
    whole = xp.sum(slope * (W - point), (-2, -1))
    off = projection_error(data, slope) * (norm(data, outside) + R * norm(data, best.W))
    off = off + norm(data, slope) * (4 * projection_error(data, W) + R * best.error)
    off = off + 2 * projected_logits(data, W)
    convex = at_most(here, there + along, terms=terms, scale=1 + scale)
    same = equal(along, whole, terms=terms, scale=1 + scale)
    return both(*(replace(part, error=part.error + off) if xp is FLOAT else part for part in (convex, same)))


@claim("attention/theorem-3/proof/risk-floor", domain=ATTENDING)
def risk_floor(data: Attending, effort: Effort) -> Evidence:
    """Checked as stated."""
    return steps.risk_floor(data)


@claim("attention/theorem-3/proof/loss-comparison", domain=ATTENTION_RUNS)
def loss_comparison(run: AttentionRun, effort: Effort) -> Evidence:
    """False wherever ||W^mm|| < 1, as it is for one edge between orthonormal tokens: R W^mm has norm R
    ||W^mm||.
    """
    return late.outweighs(run, effort)


@claim("attention/theorem-3/proof/loss-comparison/amended", domain=ATTENTION_RUNS)
def loss_comparison_amended(run: AttentionRun, effort: Effort) -> Evidence:
    """The change: ||W^mm|| > 1. Its failure is certain for ||W^mm|| < 1."""
    return late.outweighs(run, effort)


@claim("attention/theorem-3/proof/loss-comparison@normalised", domain=ATTENTION_RUNS)
def loss_comparison_normalised(run: AttentionRun, effort: Effort) -> Evidence:
    """Checked like the comparison that is not normalised."""
    return late.outweighs(run, effort, normalised=True)


@claim("attention/theorem-3/proof/loss-comparison@normalised/amended", domain=ATTENTION_RUNS)
def loss_comparison_beyond(run: AttentionRun, effort: Effort) -> Evidence:
    """The change: the factor 1 + eps, checked at 1/64. It is what the usual proof compares with."""
    return late.outweighs(run, effort, normalised=True, longer=BEYOND)


@claim("attention/theorem-3/proof/eq-29", domain=ATTENTION_RUNS)
def equation_29(run: AttentionRun, effort: Effort) -> Evidence:
    """The proof takes it from the comparison of risks, which is false; it holds all the same, because W(tau)
    - W^mm log tau settles faster than the angle to W^mm closes.
    """
    return late.turns_toward(run, effort)


@claim("attention/theorem-3/proof/eq-30", domain=ATTENDING_PAIRS)
def equation_30(data: AttendingPair, effort: Effort) -> Evidence:
    """For ||U|| > 0.5; there U = W_perp(tau), V = W_perp(tau+1)."""
    # (b^2 - a^2 - c^2) / (2 a) >= (b^2 - a^2) / (2 a) - c^2. a = ||W||, b = ||W2||, c = ||W2 - W||. What both
    # sides have in common is left out, which leaves -c^2 / (2 a) >= -c^2. Undefined for W = 0.
    xp, meant = data.xp, (data.W != 0).any((-2, -1))
    a = xp.where(meant, norm(data, data.W), 1)
    step = data.W2 - data.W
    square = xp.sum(step * step, (-2, -1))
    found = at_most(square / (2 * a), square, terms=2 * ulps.entries(data.W) + 8)
    return replace(found, defined=meant)


@claim("attention/theorem-3/proof/eq-31@sentence", domain=ATTENDING_PAIRS)
def equation_31_sentence(data: AttendingPair, effort: Effort) -> Evidence:
    """Checked as stated."""
    return steps.difference_of_squares(data)


@claim("attention/theorem-3/proof/eq-31", domain=ATTENDING_PAIRS)
def equation_31(data: AttendingPair, effort: Effort) -> Evidence:
    """Checked as stated."""
    return steps.difference_of_squares(data, closed=True)


@claim("attention/theorem-3/proof/eq-33", domain=ATTENTION_STEPS)
def equation_33(run: AttentionRun, effort: Effort) -> Evidence:
    """The terms that (33) has on both sides are left out. One step from an arbitrary W(0) stands for every
    step.
    """
    # -||W(1) - W(0)||^2 >= 2 eta (L(W(1)) - L(W(0))), from any W(0): so at every step.
    xp, (before, after) = run.xp, first_iterates(run, 1)
    step = run.eta[..., None, None] * gradient(run, before)
    square = xp.sum(step * step, (-2, -1))
    risks = [attention_loss(run, W) for W in (before, after)]
    scale = square + 2 * run.eta * (1 + risks[0] + risks[1] + reach(run, before))
    terms = step_terms(run)
    return at_most(square, 2 * run.eta * (risks[0] - risks[1]), terms=terms, scale=scale)


@claim("attention/theorem-3/proof/summed", domain=ATTENTION_RUNS)
def summed(run: AttentionRun, effort: Effort) -> Evidence:
    """Checked as (29): ||V|| - ||U|| exceeds its tangent by at most ||V - U||^2 / (2 ||U||), which the fall
    of the risk pays for once ||U|| > 1/2.
    """
    return late.turns_toward(run, effort)


@claim("attention/theorem-3/proof/eq-35", domain=ATTENDING)
def equation_35(data: Attending, effort: Effort) -> Evidence:
    """Checked as stated."""
    # L(W) <= L(W - W_par + W^cyc) + <grad L(W), W_par - W^cyc>. On exact instances for a rational point near
    # W^cyc.
    xp, W, (inside, _, _) = data.xp, data.W, split(data, data.W)
    step = inside - cyclic_correction(data).W
    slope = gradient(data, W)
    here, there = attention_loss(data, W), attention_loss(data, W - step)
    along = xp.sum(slope * step, (-2, -1))
    size = xp.sum(xp.abs(slope), (-2, -1)) * (1 + norm(data, step)) + reach(data, W) + reach(data, W - step)
    scale, terms = xp.abs(here) + xp.abs(there) + size, step_terms(data)
    return at_most(here, there + along, terms=terms, scale=1 + scale)


@claim("attention/theorem-3/proof/limit-loss", domain=ATTENDING_SCALED)
def limit_loss(data: AttendingScaled, effort: Effort) -> Evidence:
    """The last display of the proof; W' is orthogonal to S_cyc and W^mm. Lbar is a mean over the |I| samples
    of the cyclic subset, L one over all n.
    """
    return steps.limit_of_risk(data, steps.cyclic_limit(data, share=False))


@claim("attention/theorem-3/proof/limit-loss/amended", domain=ATTENDING_SCALED)
def limit_loss_amended(data: AttendingScaled, effort: Effort) -> Evidence:
    """Checked like attention/theorem-3/proof/limit-loss."""
    return steps.limit_of_risk(data, steps.cyclic_limit(data, share=True))

"""Proofs of Lemma 7 and Theorem 3: the risk keeps the part in S_cyc bounded, and (32)."""

from ntpcheck.claim import Effort, claim
from ntpcheck.domains.attention import ATTENTION_STEPS
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import Attending, Attention, AttentionRun
from ntpcheck_papers.li2024.section_5 import coercive as bounded
from ntpcheck_papers.li2024.section_5.coercive import parts_of_step, squares
from ntpcheck_papers.li2024.section_5.predictions import subset_differs
from ntpcheck_papers.li2024.setting import ATTENDING, ATTENTION_RUNS, GRAPHS
from ntpcheck_papers.li2024.shared import limit as limits
from ntpcheck_papers.li2024.shared.svm import svm_direction


@claim("attention/lemma-7/proof/differs", domain=GRAPHS)
def differs(data: Attention, effort: Effort) -> Evidence:
    """Nothing is removed where all tokens are in the component of the label."""
    return subset_differs(data)


@claim("attention/lemma-7/proof/differs/amended", domain=GRAPHS)
def differs_amended(data: Attention, effort: Effort) -> Evidence:
    """Changed: the condition."""
    return subset_differs(data, outside=True)


@claim("attention/lemma-7/proof/coercive", domain=ATTENDING)
def coercive(data: Attending, effort: Effort) -> Evidence:
    """Checked: |I| Lbar(V) + (K - 1) log M >= D for V = P_S W, D the largest difference of its logits in one
    component and M the largest ratio of counts in an input; D is linear in V, and 0 only for V = 0.
    """
    return bounded.coercive(data)


@claim("attention/theorem-3/proof/bounded", domain=ATTENTION_STEPS)
def stays_bounded(run: AttentionRun, effort: Effort) -> Evidence:
    """Checked at the first two steps from any W(0): its logits of one component, which determine it, differ
    by at most n L(W(0)) + (K - 1) log M, M as above; a bound that L(W(tau)) <= L(W(0)) gives at every step.
    """
    return bounded.stays_bounded(run)


@claim("attention/theorem-3/proof/eq-32", domain=ATTENTION_STEPS)
def equation_32(run: AttentionRun, effort: Effort) -> Evidence:
    """That is ||W(tau+1) - W(tau)||^2 is the sum of the squares of both parts. The terms that (32) has on
    both sides are left out; one step from an arbitrary W(0) stands for every step.
    """
    # ||D||^2 = ||D_perp||^2 + ||D_par||^2 and -||D_perp||^2 >= -||D||^2 for a step D from W(0).
    return parts_of_step(run, squares(run))


@claim("attention/theorem-3/proof/eq-34", domain=ATTENTION_RUNS)
def equation_34(run: AttentionRun, effort: Effort) -> Evidence:
    """Checked like (2), for the part of W(tau) off S_cyc at the end of the flow in log tau."""
    return limits.attention_direction(run, svm_direction, effort, part="outside")

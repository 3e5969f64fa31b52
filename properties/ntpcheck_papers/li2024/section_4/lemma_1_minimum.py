"""Lemma 1: on acyclic data the risk of finite weights exceeds L*, and R W^mm drives it there."""

from dataclasses import replace

from ntpcheck import ulps
from ntpcheck.arithmetic import FLOAT
from ntpcheck.checks.compare import equal
from ntpcheck.checks.existence import undefined
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import Attending, AttendingScaled
from ntpcheck.reference.attention_loss import weights
from ntpcheck.reference.graph_svm import acyc_svm
from ntpcheck_papers.li2024.setting import ATTENDING, ATTENDING_SCALED
from ntpcheck_papers.li2024.shared import minimum, priority
from ntpcheck_papers.li2024.shared.minimum import approaches, growth, valued, where_feasible
from ntpcheck_papers.li2024.shared.scores import score_size


@claim("attention/lemma-1/above-minimum", domain=ATTENDING)
def above_minimum(data: Attending, effort: Effort) -> Evidence:
    """Checked as stated."""
    return minimum.above_minimum(data)


@claim("attention/lemma-1/limit", domain=ATTENDING_SCALED)
def limit(data: AttendingScaled, effort: Effort) -> Evidence:
    """Checked with a rate: e^R (c_y^T e_y - c_y^T f_{R W^mm}(X)) stays below a constant of the data, for
    every R drawn, small or large; l being continuous, its mean then tends to L*.
    """
    # e^R (gamma_{i y_i} - u_i) <= sum_k m_ik (gamma_{i y_i} - gamma_ik) / |O_i| at R W^mm. The sum is over
    # tokens other than the label; no term of either side is negative where the head selects, so u_i ->
    # gamma_{i y_i} and, l being continuous, L -> L*.
    change = minimum.along_svm(data)
    gamma = data.scores
    own = data.xp.sum(priority.is_label(data) * gamma, -1)
    gaps, meant = own[..., None] - gamma, valued(data, own)
    found = approaches(data, gaps, score_size(data), change)
    if data.xp is not FLOAT:
        return found if bool(meant) else undefined()
    return replace(found, defined=found.defined & meant)


@claim("attention/lemma-1/proof/output", domain=ATTENDING_SCALED)
def output(data: AttendingScaled, effort: Effort) -> Evidence:
    """Every other token of the input keeps some attention at a finite R."""
    # X_i^T S(X_i (R W^mm) xbar_i) = e_{y_i}.
    xp, s = data.xp, weights(data, data.R[..., None, None] * acyc_svm(data).W)
    aim = priority.is_label(data) @ data.embeddings
    size = xp.sum(xp.abs(data.embeddings), (-2, -1))[..., None, None]
    far = priority.largest(data, growth(data, acyc_svm(data).W, parts=0).error, 0)
    terms = 2 * ulps.softmax(data.size("K")) + ulps.total(data.size("K"))
    found = equal(s @ data.embeddings, aim, terms=terms, axes=2, scale=size)
    return where_feasible(data, replace(found, error=found.error + 2 * size[..., 0, 0] * far))


@claim("attention/lemma-1/proof/output/amended", domain=ATTENDING_SCALED)
def output_amended(data: AttendingScaled, effort: Effort) -> Evidence:
    """Checked with a rate, as the limit of the risk is."""
    # e^R sum_k s_ik |e_k - e_{y_i}|_1 <= sum_k m_ik |e_k - e_{y_i}|_1 / |O_i| at R W^mm. So f(X_i) tends to
    # e_{y_i}. The sums are over tokens other than the label.
    change = minimum.along_svm(data)
    apart = data.embeddings[..., None, :, :] - data.embeddings[..., :, None, :]
    lengths = data.xp.sum(data.xp.abs(apart), -1)
    to_label = data.xp.sum(priority.is_label(data)[..., :, None] * lengths[..., None, :, :], -2)
    size = 2 * data.xp.sum(data.xp.abs(data.embeddings), (-2, -1))
    return approaches(data, to_label, size, change)


@claim("attention/lemma-1/proof/softmax-bound", domain=ATTENDING_SCALED)
def softmax_bound(data: AttendingScaled, effort: Effort) -> Evidence:
    """Checked as stated."""
    return minimum.softmax_bound(data)


@claim("attention/lemma-1/proof/softmax-bound/amended", domain=ATTENDING_SCALED)
def softmax_bound_amended(data: AttendingScaled, effort: Effort) -> Evidence:
    """The change: each of the T_i - |O_i| other positions counts e^{-R}, as in (7)."""
    return minimum.softmax_bound(data, others=True)

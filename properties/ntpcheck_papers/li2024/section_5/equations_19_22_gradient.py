"""Equations (17)-(22): the risk, its gradient, and the bound on how fast that changes.

The setting is that of Theorem 3. Feasibility of (Graph-SVM), which C E^T = I implies, and W^mm != 0 play no
part in these lines. W^mm != 0 is assumed of what is refuted, so that the witnesses are in the setting.
"""

import torch

from ntpcheck import ulps
from ntpcheck.arithmetic import FLOAT, Array
from ntpcheck.checks.compare import equal
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances import loss as table
from ntpcheck.instances.attention import Attending, AttendingPair, Attention
from ntpcheck.reference.attention_loss import attention_loss, combined, logits, nonzero, sloped, weights
from ntpcheck_papers.li2024.section_5 import gradient as checks
from ntpcheck_papers.li2024.setting import ATTENDING, ATTENDING_PAIRS, ATTENTION
from ntpcheck_papers.li2024.shared import priority
from ntpcheck_papers.li2024.shared.meaning import where_finite
from ntpcheck_papers.li2024.shared.scores import log_error, reach, score_size


@claim("attention/equation-17", domain=ATTENTION)
def label_scores(data: Attention, effort: Effort) -> Evidence:
    """Checked as stated, tokens that an input does not hold aside."""
    aim = data.xp.where(data.is_label, 1, 0 * data.scores)
    left = data.xp.where(data.present, data.scores - aim, 0)
    size = (1 + score_size(data))[..., None, None]
    return equal(left, 0 * left, terms=ulps.dot(data.size("d")) + 2, axes=2, scale=size)


@claim("attention/equation-18", domain=ATTENDING)
def log_risk(data: Attending, effort: Effort) -> Evidence:
    """Against the mean of the losses of c_{y_i}^T f(X_i)."""
    xp, s = data.xp, weights(data, data.W)
    own: Array = xp.sum(xp.where(data.is_label, s, 0), -1)
    risk, aim = attention_loss(data, data.W), -xp.sum(xp.log(own), -1) / data.sized("n")
    terms = 2 * ulps.risk(data.size("K"), data.size("d"), data.size("n"))
    found = equal(risk, aim, terms=terms, scale=1 + xp.abs(risk) + reach(data, data.W))
    return where_finite(data, found, data.W)


def _chain_rule(data: Attending, s: Array) -> Array:
    """`[..., n, K]` l'(u) (diag(s) - s s^T) gamma, u = gamma^T s.

    In doubles with the log-loss it is s - s gamma / u, the quotient in multiples of the largest s that has a
    score other than zero, since u itself may underflow.
    """
    xp, gamma = data.xp, data.scores
    u = sloped(data, xp.sum(s * gamma, -1))
    plainly = table.slope(data.loss, data.knee, u)[..., None] * s * (gamma - u[..., None])
    if xp is not FLOAT:
        return plainly
    scored = data.present & (gamma != 0)
    size = torch.where(scored, logits(data, data.W) + data.counts.clamp_min(1).log(), -torch.inf)
    part = torch.where(scored, (size - size.amax(-1, keepdim=True)).exp() * gamma, 0.0)
    logarithm = (data.loss == table.LOG)[..., None, None]
    return torch.where(logarithm, s - part / nonzero(part.sum(-1))[..., None], plainly)


@claim("attention/equation-19", domain=ATTENDING)
def gradient(data: Attending, effort: Effort) -> Evidence:
    """Compared with the chain rule in the line above it."""
    # (19): the gradient is (1/n) sum_i sum over t not in O_i of s_it (x_it - e_{y_i}) xbar_i^T. Against the
    # chain rule, l'(gamma^T s) X^T (diag(s) - s s^T) gamma xbar^T, l = -log.
    xp, s = data.xp, weights(data, data.W)
    rule = _chain_rule(data, s)
    chain = (rule @ data.embeddings).mT @ data.queries
    shown = combined(data, s)
    largest = priority.largest(data, xp.abs(data.embeddings), 2)
    size = largest * largest * data.size("n")
    terms = 2 * ulps.attention(data.size("K"), data.size("d")) + 4 * ulps.total(data.size("K")) + 16
    wide = size * (1 + priority.largest(data, xp.abs(rule), 2))  # 1 / u may be large
    error = xp.rounding(wide * (1 + reach(data, data.W)), terms) + wide * data.size("n") * log_error(
        data, data.W
    )
    found = equal(chain, shown, terms=0, axes=2, scale=size[..., None, None])
    return Evidence(found.slack, found.error + error, found.scale + size)


@claim("attention/equation-20", domain=ATTENDING_PAIRS)
def chain_20(data: AttendingPair, effort: Effort) -> Evidence:
    """Fails in the first and the second line, which lack absolute values; the third line puts them in, so
    their absence is no slip of the transcription. The lines one by one: attention/equation-20/line-1 to
    line-5.
    """
    return checks.chain_20(data)


@claim("attention/equation-20/amended", domain=ATTENDING_PAIRS)
def chain_20_amended(data: AttendingPair, effort: Effort) -> Evidence:
    """Changed: |s_it - s_it'| for s_it - s_it' in the first two lines."""
    return checks.chain_20(data, absolute=True)


@claim("attention/equation-20@ends", domain=ATTENDING_PAIRS)
def ends_20(data: AttendingPair, effort: Effort) -> Evidence:
    """Checked as stated."""
    return checks.ends_20(data)


@claim("attention/equation-20/line-1", domain=ATTENDING_PAIRS)
def line_1(data: AttendingPair, effort: Effort) -> Evidence:
    """Without absolute values, as displayed."""
    return checks.triangle(data)


@claim("attention/equation-20/line-1/amended", domain=ATTENDING_PAIRS)
def line_1_amended(data: AttendingPair, effort: Effort) -> Evidence:
    """Changed: |s_it - s_it'| for s_it - s_it'."""
    return checks.triangle(data, absolute=True)


@claim("attention/equation-20/line-2", domain=ATTENDING_PAIRS)
def line_2(data: AttendingPair, effort: Effort) -> Evidence:
    """Checked as stated."""
    return checks.norms_bounded(data)


@claim("attention/equation-20/line-2/amended", domain=ATTENDING_PAIRS)
def line_2_amended(data: AttendingPair, effort: Effort) -> Evidence:
    """Changed: |s_it - s_it'| for s_it - s_it' on both sides."""
    return checks.norms_bounded(data, absolute=True)


@claim("attention/equation-20/line-3", domain=ATTENDING_PAIRS)
def line_3(data: AttendingPair, effort: Effort) -> Evidence:
    """Checked without the common factor 2 ||E||^2 / n."""
    return checks.absolute_values(data)


@claim("attention/equation-20/line-4", domain=ATTENDING_PAIRS)
def line_4(data: AttendingPair, effort: Effort) -> Evidence:
    """Checked as stated."""
    return checks.all_tokens(data)


@claim("attention/equation-20/line-5", domain=ATTENDING_PAIRS)
def line_5(data: AttendingPair, effort: Effort) -> Evidence:
    """Checked as stated."""
    return checks.one_norms(data)


@claim("attention/equation-21", domain=ATTENDING_PAIRS)
def chain_21(data: AttendingPair, effort: Effort) -> Evidence:
    """X has one row for each position. The lines one by one: attention/equation-21/line-1, -2."""
    return checks.chain_21(data)


@claim("attention/equation-21/amended", domain=ATTENDING_PAIRS)
def chain_21_amended(data: AttendingPair, effort: Effort) -> Evidence:
    """||X|| can exceed ||E|| where a token is repeated."""
    return checks.chain_21(data, copies=False)


@claim("attention/equation-21@ends", domain=ATTENDING_PAIRS)
def ends_21(data: AttendingPair, effort: Effort) -> Evidence:
    """Checked as stated."""
    return checks.ends_21(data)


@claim("attention/equation-21/line-1", domain=ATTENDING_PAIRS)
def softmax_line(data: AttendingPair, effort: Effort) -> Evidence:
    """Checked as stated."""
    return checks.softmax_contracts(data)


@claim("attention/equation-21/line-2", domain=ATTENDING_PAIRS)
def logits_line(data: AttendingPair, effort: Effort) -> Evidence:
    """X has one row for each position."""
    return checks.logits_bounded(data)


@claim("attention/equation-21/line-2/amended", domain=ATTENDING_PAIRS)
def logits_line_amended(data: AttendingPair, effort: Effort) -> Evidence:
    """||X|| can exceed ||E|| where a token is repeated."""
    return checks.logits_bounded(data, copies=False)


@claim("attention/equation-22", domain=ATTENDING_PAIRS)
def lipschitz(data: AttendingPair, effort: Effort) -> Evidence:
    """Checked as stated."""
    return checks.lipschitz(data)

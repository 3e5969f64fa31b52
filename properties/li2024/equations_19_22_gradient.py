"""Equations (19)-(22): the gradient of the risk, and the bound on how fast it changes.

The setting is that of Theorem 3. Feasibility of (Graph-SVM), which C E^T = I implies, and W^mm != 0 play no
part in these lines. W^mm != 0 is assumed of what is refuted, so that the witnesses are in the setting.
"""

from __future__ import annotations

from li2024.setting import ATTENDING, ATTENDING_PAIRS, IDENTITY_HEAD, LOG_LOSS, NONZERO_SVM, REALIZABLE
from ntpcheck.checks import attention_gradient as checks
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import Attending, AttendingPair

SETTING = (REALIZABLE, IDENTITY_HEAD, LOG_LOSS)
WHOLE = (*SETTING, NONZERO_SVM)


@claim("attention/equation-19", cite="(19)", domain=ATTENDING, assumes=SETTING)
def gradient(data: Attending, effort: Effort) -> Evidence:
    """The gradient of L at W is (1/n) sum_i sum_{t not in O_i} s_it (x_it - e_{y_i}) xbar_i^T.

    Compared with the chain rule in the line above it.
    Reading: t not in O_i, as in the display that follows; the transcription prints t in O_i, for which every
    term is zero.
    """
    return checks.displayed_gradient(data)


@claim("attention/equation-20", cite="(20)", domain=ATTENDING_PAIRS, assumes=WHOLE)
def chain_20(data: AttendingPair, effort: Effort) -> Evidence:
    """The five displayed lines of (20) bound ||grad L(W) - grad L(W')||_F, each at most the next.

    Fails in the first and the second line, which lack absolute values; the third line puts them in, so their
    absence is no slip of the transcription. The lines one by one: attention/equation-20/line-1 to line-5.
    """
    return checks.chain_20(data)


@claim("attention/equation-20/amended", cite="(20)", domain=ATTENDING_PAIRS, assumes=SETTING)
def chain_20_amended(data: AttendingPair, effort: Effort) -> Evidence:
    """The five lines of (20) with |s_it - s_it'| in the first two, each at most the next.

    Changed: |s_it - s_it'| for s_it - s_it' in the first two lines.
    """
    return checks.chain_20(data, absolute=True)


@claim("attention/equation-20@ends", cite="(20)", domain=ATTENDING_PAIRS, assumes=SETTING)
def ends_20(data: AttendingPair, effort: Effort) -> Evidence:
    """||grad L(W) - grad L(W')||_F <= (2 ||E||^2 / n) sum_i sqrt(T_i) ||s_i - s_i'||.

    Reading: what (20) is used for, its first and its last expression alone.
    """
    return checks.ends_20(data)


@claim("attention/equation-20/line-1", cite="(20)", domain=ATTENDING_PAIRS, assumes=WHOLE)
def line_1(data: AttendingPair, effort: Effort) -> Evidence:
    """||grad L(W) - grad L(W')|| <= (1/n) sum_i sum_{t not in O_i} (s_it - s_it') ||(x_it - e_y) xbar_i^T||.

    Without absolute values, as displayed.
    """
    return checks.triangle(data)


@claim("attention/equation-20/line-1/amended", cite="(20)", domain=ATTENDING_PAIRS, assumes=SETTING)
def line_1_amended(data: AttendingPair, effort: Effort) -> Evidence:
    """||grad L(W) - grad L(W')|| <= (1/n) sum_i sum_{t not in O_i} |s_it - s_it'| ||(x_it - e_y) xbar_i^T||.

    Changed: |s_it - s_it'| for s_it - s_it'.
    """
    return checks.triangle(data, absolute=True)


@claim("attention/equation-20/line-2", cite="(20)", domain=ATTENDING_PAIRS, assumes=WHOLE)
def line_2(data: AttendingPair, effort: Effort) -> Evidence:
    """The first bound is at most (2 ||E||^2 / n) sum_i sum_{t not in O_i} (s_it - s_it').

    Reading: ||E|| is the spectral norm; it is the smallest of the usual ones.
    """
    return checks.norms_bounded(data)


@claim("attention/equation-20/line-2/amended", cite="(20)", domain=ATTENDING_PAIRS, assumes=SETTING)
def line_2_amended(data: AttendingPair, effort: Effort) -> Evidence:
    """With |s_it - s_it'| in both bounds, the first is at most the second.

    Changed: |s_it - s_it'| for s_it - s_it' on both sides.
    """
    return checks.norms_bounded(data, absolute=True)


@claim("attention/equation-20/line-3", cite="(20)", domain=ATTENDING_PAIRS, assumes=SETTING)
def line_3(data: AttendingPair, effort: Effort) -> Evidence:
    """Replacing s_it - s_it' by |s_it - s_it'| makes the second bound no smaller.

    Checked without the common factor 2 ||E||^2 / n.
    """
    return checks.absolute_values(data)


@claim("attention/equation-20/line-4", cite="(20)", domain=ATTENDING_PAIRS, assumes=SETTING)
def line_4(data: AttendingPair, effort: Effort) -> Evidence:
    """The sum of |s_it - s_it'| over t not in O_i is at most ||s_i - s_i'||_1, summed over i."""
    return checks.all_tokens(data)


@claim("attention/equation-20/line-5", cite="(20)", domain=ATTENDING_PAIRS, assumes=SETTING)
def line_5(data: AttendingPair, effort: Effort) -> Evidence:
    """sum_i ||s_i - s_i'||_1 <= sum_i sqrt(T_i) ||s_i - s_i'||.

    Reading: the last norm is Euclidean, as (21) uses it; the transcription prints the 1-norm, with which the
    line is weaker.
    """
    return checks.one_norms(data)


@claim("attention/equation-21", cite="(21)", domain=ATTENDING_PAIRS, assumes=WHOLE)
def chain_21(data: AttendingPair, effort: Effort) -> Evidence:
    """||S(X W xbar) - S(X W' xbar)|| <= ||X W xbar - X W' xbar|| <= ||E||^2 ||W - W'||_F, for every sequence.

    X has one row for each position. Reading: ||E|| is the spectral norm; with the Frobenius norm too the
    second step fails, for one token that is repeated. The lines one by one: attention/equation-21/line-1, -2.
    """
    return checks.chain_21(data)


@claim("attention/equation-21/amended", cite="(21)", domain=ATTENDING_PAIRS, assumes=SETTING)
def chain_21_amended(data: AttendingPair, effort: Effort) -> Evidence:
    """The same with a row of X for each token of the sequence in the second expression.

    Changed: repeated tokens count once there. ||X|| can exceed ||E|| where a token is repeated.
    """
    return checks.chain_21(data, copies=False)


@claim("attention/equation-21@ends", cite="(21)", domain=ATTENDING_PAIRS, assumes=SETTING)
def ends_21(data: AttendingPair, effort: Effort) -> Evidence:
    """||S(X W xbar) - S(X W' xbar)|| <= ||E||^2 ||W - W'||_F, for every sequence.

    Reading: what (21) is used for, its first and its last expression alone. They hold for repeated tokens
    too: the copies of a token share its weight, sum_k (s_k - s_k')^2 / m_k <= sum_k (s_k - s_k')^2.
    """
    return checks.ends_21(data)


@claim("attention/equation-21/line-1", cite="(21)", domain=ATTENDING_PAIRS, assumes=SETTING)
def softmax_line(data: AttendingPair, effort: Effort) -> Evidence:
    """||S(X W xbar) - S(X W' xbar)|| <= ||X W xbar - X W' xbar||, for every sequence."""
    return checks.softmax_contracts(data)


@claim("attention/equation-21/line-2", cite="(21)", domain=ATTENDING_PAIRS, assumes=WHOLE)
def logits_line(data: AttendingPair, effort: Effort) -> Evidence:
    """||X W xbar - X W' xbar|| <= ||E||^2 ||W - W'||_F, for every sequence.

    X has one row for each position. Reading: ||E|| is the spectral norm.
    """
    return checks.logits_bounded(data)


@claim("attention/equation-21/line-2/amended", cite="(21)", domain=ATTENDING_PAIRS, assumes=SETTING)
def logits_line_amended(data: AttendingPair, effort: Effort) -> Evidence:
    """The same for sequences without repeated tokens: X has one row for each token.

    Changed: repeated tokens count once. ||X|| can exceed ||E|| where a token is repeated.
    """
    return checks.logits_bounded(data, copies=False)


@claim("attention/equation-22", cite="(22), (23)", domain=ATTENDING_PAIRS, assumes=SETTING)
def lipschitz(data: AttendingPair, effort: Effort) -> Evidence:
    """||grad L(W) - grad L(W')||_F <= 2 sqrt(T_max) ||E||^4 ||W - W'||_F.

    Reading: ||E|| is the spectral norm, the smallest of the usual ones.
    """
    return checks.lipschitz(data)

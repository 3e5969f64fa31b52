"""Section 6: pseudo-graphs of what descent selects, and where it goes under a general loss or head.

What the pseudo-graph of some weights W says: literally, in the limit r W, and with a threshold.

Along r W the weights of an input tend to those of its tokens of the largest logit. With these selected,
every edge i -> j of the graph of k has e_i^T W e_k >= e_j^T W e_k. So a component ties, and where i => j the
inequality is strict: else j would lead the same input, and j -> i. Hence W itself, scaled up, satisfies
the pseudo (Graph-SVM), which is therefore feasible, and its solution is not zero if some input has unequal
logits.
"""

from functools import partial

from ntpcheck import ulps
from ntpcheck.arithmetic import FLOAT, Array
from ntpcheck.claim import Assumption, Effort, claim
from ntpcheck.domains.attention_optimisers import LOCAL_RUNS
from ntpcheck.evidence import Evidence
from ntpcheck.instances import graph
from ntpcheck.instances.attention import Attending, AttentionRun
from ntpcheck.instances.loss import LOG
from ntpcheck.reference.attention_loss import logits
from ntpcheck.reference.pseudo_graph import leading, of_direction, shares
from ntpcheck_papers.li2024.experiments import HEAD_RUNS
from ntpcheck_papers.li2024.section_6 import heads, local
from ntpcheck_papers.li2024.section_6.local import decided, exactly
from ntpcheck_papers.li2024.setting import (
    ATTENDING,
    ATTENTION_RUNS,
    FEASIBLE,
    IDENTITY_HEAD,
    NONZERO_SVM,
    REALIZABLE,
)
from ntpcheck_papers.li2024.shared import limit as limits
from ntpcheck_papers.li2024.shared.limit import attention_direction
from ntpcheck_papers.li2024.shared.svm import svm_direction

TINY = 2.0**-1000  # what underflow may hide of a weight in doubles


def unequal_logits(data: Attending, *, beyond_length: bool = False) -> Evidence:
    """Some input has tokens of different logits; or, beyond_length, in each input with unequal logits all
    others lie more than log T_max below the largest.

    Slack: the largest difference within an input; or the least gap minus log T_max.
    """
    xp, v = data.xp, logits(data, data.W)
    top = xp.max(xp.where(data.present, v, xp.min(v, -1)[..., None]), -1)[..., None]
    low = xp.min(xp.where(data.present, v, top), -1)
    widest = xp.max(top[..., 0] - low, -1)
    error = xp.rounding(_reach(data), ulps.logits(data.size("d")) + 4)
    if not beyond_length:
        return Evidence(widest, error, _reach(data), strict=True)
    others = data.present & ~leading(data, data.W)
    far = xp.max(xp.max(top - xp.min(v, -1)[..., None], -1), -1)
    gap = xp.min(xp.min(xp.where(others, top - v, far[..., None, None]), -1), -1)
    longest = xp.max(xp.sum(data.number("counts"), -1), -1)
    return Evidence(gap - xp.log(longest), error, 1 + _reach(data), strict=True)


def _reach(data: Attending) -> Array:
    """`[...]` a bound on every logit."""
    xp = data.xp
    size = xp.sum(xp.abs(data.embeddings), (-2, -1))
    return size * size * xp.sum(xp.abs(data.W), (-2, -1))


def separating_threshold(data: Attending) -> Evidence:
    """Some threshold selects, in every input, exactly the tokens of the largest logit.

    Slack: the least s_t of a token of the largest logit minus the largest s_t of another.
    """
    xp, s = data.xp, shares(data, data.W)
    first = leading(data, data.W)
    selected = xp.min(xp.min(xp.where(first, s, 1), -1), -1)
    others = xp.max(xp.max(xp.where(data.present & ~first, s, 0), -1), -1)
    terms = ulps.attention(data.size("K"), data.size("d"))
    return Evidence(selected - others, xp.rounding(1 + _reach(data), terms), 1 + 0 * others, strict=True)


SOME_PREFERENCE = Assumption("some-preference", unequal_logits)
WIDE_GAPS = Assumption("wide-gaps", lambda data: unequal_logits(data, beyond_length=True))
ONE_TOKEN = Assumption("one-token", partial(heads.settled, cross_entropy=True, alone=True))
GLOBAL = (REALIZABLE, IDENTITY_HEAD, FEASIBLE, NONZERO_SVM)


@claim("attention/section-6/pseudo-graph", domain=ATTENDING)
def graph_of_weights(data: Attending, effort: Effort) -> Evidence:
    """Checked: some position has s_t = 0. Every finite W, and so every iterate, gives all of them s_t > 0.
    Read literally the pseudo-graph of each last token is therefore symmetric, no priority i => j is left, and
    the pseudo W^mm is 0 and has no direction.
    """
    # Some position has s_t <= 0: not every token is selected. Slack: minus the least s_t.
    xp, s = data.xp, shares(data, data.W)
    found = xp.min(xp.min(xp.where(data.present, s, 1), -1), -1)
    # In doubles a weight may underflow to 0, which says nothing.
    terms = ulps.attention(data.size("K"), data.size("d"))
    error = xp.rounding(found * (1 + _reach(data)), terms) + (TINY if xp is FLOAT else 0)
    return Evidence(-found, error, found)


@claim("attention/section-6/pseudo-graph/amended", domain=ATTENDING)
def graph_of_limit(data: Attending, effort: Effort) -> Evidence:
    """The change: s_t is the limit of the softmax weights as W is scaled up, which is 0 off the tokens of the
    largest logit. Checked by W itself, which ties every pseudo component and keeps every pseudo priority.
    """
    # Pseudo-graphs of the direction of W: W ties their components and keeps every i => j, and one there is.
    # Slack: the least (e_i - e_j)^T W e_k over strict edges minus the widest tie.
    xp, pseudo = data.xp, of_direction(data)
    strict, tied = graph.strict(pseudo), graph.same_component(pseudo)
    scores = (data.embeddings @ data.W @ data.embeddings.mT).mT
    margins = scores[..., :, None] - scores[..., None, :]
    reach = 1 + 2 * _reach(data)

    def least_of(values: Array) -> Array:
        return xp.min(xp.min(xp.min(values, -1), -1), -1)

    kept = least_of(xp.where(strict, margins, reach[..., None, None, None]))
    tie = least_of(xp.where(tied, -xp.abs(margins), 0))
    error = xp.rounding(reach, ulps.logits(data.size("d")) + 4)
    slack = xp.where(strict.any(-1).any(-1).any(-1), kept, -1)
    return Evidence(xp.where(tie < -error, tie, slack), error, reach, strict=True)


@claim("attention/section-6/pseudo-graph@threshold", domain=ATTENDING)
def graph_of_threshold(data: Attending, effort: Effort) -> Evidence:
    """Checked as stated."""
    return separating_threshold(data)


@claim("attention/section-6/pseudo-graph@threshold/amended", domain=ATTENDING)
def graph_of_threshold_amended(data: Attending, effort: Effort) -> Evidence:
    """Added: the gaps. A token of the largest logit then has s_t >= 1 / T_max, any other less."""
    return separating_threshold(data)


@claim("attention/section-6/global-under-identity", domain=LOCAL_RUNS)
def global_under_identity(run: AttentionRun, effort: Effort) -> Evidence:
    """Under the loss l(u) = -u the pull of an input that attends to the wrong token vanishes like that of one
    that attends to its label, and from some W(0) descent goes on for ever with the wrong one.
    """
    # W(tau) / ||W(tau)|| -> W^mm / ||W^mm||: by the log-time flow under the log-loss, else by a case.
    if run.xp is not FLOAT:
        return decided(run)
    if bool((run.loss == LOG).all()):
        return attention_direction(run, svm_direction, effort)
    return exactly(run, decided)


@claim("attention/section-6/global-under-identity/amended", domain=ATTENTION_RUNS)
def global_under_identity_amended(run: AttentionRun, effort: Effort) -> Evidence:
    """The change: the log-loss, whose pulls do not vanish at a wrong token. This is Theorem 3, and is checked
    like it, against the law of 1 - corr.
    """
    return limits.attention_direction(run, svm_direction, effort)


@claim("attention/section-6/pseudo-direction", domain=LOCAL_RUNS)
def pseudo_direction(run: AttentionRun, effort: Effort) -> Evidence:
    """Where a token that is not selected has the same score as the one that is, descent has no reason to push
    it down, yet the pseudo (Graph-SVM) asks for a margin.
    """
    return local.pseudo_direction(run, effort)


@claim("attention/section-6/pseudo-direction/amended", domain=HEAD_RUNS)
def pseudo_direction_amended(run: AttentionRun, effort: Effort) -> Evidence:
    """The change: cross-entropy, whose pull on the winner does not vanish before the others' weights do, and
    "wins": the token has all but 1/100 of the weight, the tokens at margin 1 below it lose weight to it, and
    ||W(tau)|| grows. Checked along normalised steps, as the figure's are, where W(tau) less its multiple of
    the pseudo W^mm has stopped growing.
    """
    return heads.pseudo_limit(run, heads.pseudo_svm, effort)

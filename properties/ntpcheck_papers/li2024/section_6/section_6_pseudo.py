"""Section 6: pseudo-graphs of what descent selects, and where it goes under a general loss or head."""

from __future__ import annotations

from functools import partial

from ntpcheck.claim import Assumption, Effort, claim
from ntpcheck.domains.attention_optimisers import LOCAL_RUNS
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import Attending, AttentionRun
from ntpcheck_papers.li2024.experiments import HEAD_RUNS
from ntpcheck_papers.li2024.section_6 import heads, local, pseudo
from ntpcheck_papers.li2024.setting import (
    ATTENDING,
    ATTENTION_RUNS,
    FEASIBLE,
    IDENTITY_HEAD,
    NONZERO_SVM,
    REALIZABLE,
)
from ntpcheck_papers.li2024.shared import limit as limits
from ntpcheck_papers.li2024.shared.svm import svm_direction

SOME_PREFERENCE = Assumption("some-preference", pseudo.unequal_logits)
WIDE_GAPS = Assumption("wide-gaps", lambda data: pseudo.unequal_logits(data, beyond_length=True))
ONE_TOKEN = Assumption("one-token", partial(heads.settled, cross_entropy=True, alone=True))
GLOBAL = (REALIZABLE, IDENTITY_HEAD, FEASIBLE, NONZERO_SVM)


@claim("attention/section-6/pseudo-graph", domain=ATTENDING)
def graph_of_weights(data: Attending, effort: Effort) -> Evidence:
    """Checked: some position has s_t = 0. Every finite W, and so every iterate, gives all of them s_t > 0.
    Read literally the pseudo-graph of each last token is therefore symmetric, no priority i => j is left, and
    the pseudo W^mm is 0 and has no direction.
    """
    return pseudo.leaves_one_out(data)


@claim("attention/section-6/pseudo-graph/amended", domain=ATTENDING)
def graph_of_limit(data: Attending, effort: Effort) -> Evidence:
    """The change: s_t is the limit of the softmax weights as W is scaled up, which is 0 off the tokens of the
    largest logit. Checked by W itself, which ties every pseudo component and keeps every pseudo priority.
    """
    return pseudo.strict_in_the_limit(data)


@claim("attention/section-6/pseudo-graph@threshold", domain=ATTENDING)
def graph_of_threshold(data: Attending, effort: Effort) -> Evidence:
    """Checked as stated."""
    return pseudo.separating_threshold(data)


@claim("attention/section-6/pseudo-graph@threshold/amended", domain=ATTENDING)
def graph_of_threshold_amended(data: Attending, effort: Effort) -> Evidence:
    """Added: the gaps. A token of the largest logit then has s_t >= 1 / T_max, any other less."""
    return pseudo.separating_threshold(data)


@claim("attention/section-6/global-under-identity", domain=LOCAL_RUNS)
def global_under_identity(run: AttentionRun, effort: Effort) -> Evidence:
    """Under the loss l(u) = -u the pull of an input that attends to the wrong token vanishes like that of one
    that attends to its label, and from some W(0) descent goes on for ever with the wrong one.
    """
    return local.global_direction(run, effort)


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

"""Section 6: pseudo-graphs of what descent selects, and where it goes under a general loss or head."""

from __future__ import annotations

from functools import partial

from li2024.experiments import HEAD_RUNS
from li2024.figures_attention import IN_FIGURE_4
from li2024.lemmas_5_6_descent import SETTING
from li2024.setting import (
    ATTENDING,
    ATTENTION_RUNS,
    DECREASING_LOSS,
    FEASIBLE,
    HEAD_SELECTS,
    IDENTITY_HEAD,
    LOSS,
    NONZERO_SVM,
    REALIZABLE,
)
from ntpcheck.checks import attention_heads as heads
from ntpcheck.checks import attention_limit as limits
from ntpcheck.checks import attention_local as local
from ntpcheck.checks import attention_pseudo as pseudo
from ntpcheck.claim import Assumption, Effort, claim
from ntpcheck.domains.attention_optimisers import LOCAL_RUNS
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import Attending, AttentionRun

SOME_PREFERENCE = Assumption("some-preference", "ours", pseudo.unequal_logits)
WIDE_GAPS = Assumption("wide-gaps", "ours", lambda data: pseudo.unequal_logits(data, beyond_length=True))
ONE_TOKEN = Assumption("one-token", "ours", partial(heads.settled, cross_entropy=True, alone=True))
GLOBAL = (REALIZABLE, IDENTITY_HEAD, FEASIBLE, NONZERO_SVM)


@claim("attention/section-6/pseudo-graph", cite="Sec. 6", domain=ATTENDING, assumes=(SOME_PREFERENCE,))
def graph_of_weights(data: Attending, effort: Effort) -> Evidence:
    """The pseudo-graphs of a GD solution, edges from the tokens with s_t > 0, single out the selected tokens.

    Checked: some position has s_t = 0. Every finite W, and so every iterate, gives all of them s_t > 0. Read
    literally the pseudo-graph of each last token is therefore symmetric, no priority i => j is left, and the
    pseudo W^mm is 0 and has no direction.
    Reading: W^GD is any W; it prefers some token, since otherwise nothing is selected.
    """
    return pseudo.leaves_one_out(data)


@claim(
    "attention/section-6/pseudo-graph/amended", cite="Sec. 6", domain=ATTENDING, assumes=(SOME_PREFERENCE,)
)
def graph_of_limit(data: Attending, effort: Effort) -> Evidence:
    """With the limit of s_t along W in the place of s_t, the pseudo (Graph-SVM) is feasible and not 0.

    The change: s_t is the limit of the softmax weights as W is scaled up, which is 0 off the tokens of the
    largest logit. Checked by W itself, which ties every pseudo component and keeps every pseudo priority.
    """
    return pseudo.strict_in_the_limit(data)


@claim(
    "attention/section-6/pseudo-graph@threshold", cite="Sec. 6", domain=ATTENDING, assumes=(SOME_PREFERENCE,)
)
def graph_of_threshold(data: Attending, effort: Effort) -> Evidence:
    """For some threshold the tokens with s_t above it are those of the limit, in every input.

    Reading: hedge. Drawing the figures takes a positive threshold, which the paper does not give. This asks
    for one at all, as large or small as need be.
    """
    return pseudo.separating_threshold(data)


@claim(
    "attention/section-6/pseudo-graph@threshold/amended",
    cite="Sec. 6",
    domain=ATTENDING,
    assumes=(SOME_PREFERENCE, WIDE_GAPS),
)
def graph_of_threshold_amended(data: Attending, effort: Effort) -> Evidence:
    """If unequal logits of an input differ by more than log T_max from its largest, some threshold does.

    Added: the gaps. A token of the largest logit then has s_t >= 1 / T_max, any other less.
    """
    return pseudo.separating_threshold(data)


@claim(
    "attention/section-6/global-under-identity",
    cite="Sec. 6",
    domain=LOCAL_RUNS,
    assumes=(*GLOBAL, *LOSS),
)
def global_under_identity(run: AttentionRun, effort: Effort) -> Evidence:
    """C E^T = I implies the global convergence: W(tau) / ||W(tau)|| tends to W^mm / ||W^mm||.

    Under the loss l(u) = -u the pull of an input that attends to the wrong token vanishes like that of one
    that attends to its label, and from some W(0) descent goes on for ever with the wrong one.
    Reading: hedge. The sentence names no loss; it is read with those of Assumption 1, and "any W(0)" and "a
    constant step size" as in Theorem 3.
    """
    return local.global_direction(run, effort)


@claim(
    "attention/section-6/global-under-identity/amended",
    cite="Sec. 6",
    domain=ATTENTION_RUNS,
    assumes=SETTING,
)
def global_under_identity_amended(run: AttentionRun, effort: Effort) -> Evidence:
    """C E^T = I and the log-loss imply that W(tau) / ||W(tau)|| tends to W^mm / ||W^mm||.

    The change: the log-loss, whose pulls do not vanish at a wrong token. This is Theorem 3, and is checked
    like it, against the law of 1 - corr.
    """
    return limits.attention_direction(run, limits.svm_direction, effort)


@claim(
    "attention/section-6/pseudo-direction",
    cite="Sec. 6",
    domain=LOCAL_RUNS,
    assumes=(HEAD_SELECTS, DECREASING_LOSS),
)
def pseudo_direction(run: AttentionRun, effort: Effort) -> Evidence:
    """GD with a general head tends in direction to the W^mm of the pseudo-graphs that its limit gives.

    Where a token that is not selected has the same score as the one that is, descent has no reason to push
    it down, yet the pseudo (Graph-SVM) asks for a margin.
    Reading: hedge. "Aligns more closely with" is read as a limit, and s_t > 0 of the limit of s_t, since
    otherwise the pseudo W^mm is 0.
    """
    return local.pseudo_direction(run, effort)


@claim(
    "attention/section-6/pseudo-direction/amended",
    cite="Sec. 6, Fig. 6",
    domain=HEAD_RUNS,
    assumes=(*IN_FIGURE_4, ONE_TOKEN),
)
def pseudo_direction_amended(run: AttentionRun, effort: Effort) -> Evidence:
    """In the setting of Figure 6, W(tau) tends in direction to the pseudo W^mm if one token per input wins.

    The change: cross-entropy, whose pull on the winner does not vanish before the others' weights do, and
    "wins": the token has all but 1/100 of the weight, the tokens at margin 1 below it lose weight to it, and
    ||W(tau)|| grows. Checked along normalised steps, as the figure's are, where W(tau) less its multiple of
    the pseudo W^mm has stopped growing.
    """
    return heads.pseudo_limit(run, effort)

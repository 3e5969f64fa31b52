"""Sections 3.1, 4.1, 5, after Theorem 2 and App. B.1: what is said between the results."""

from __future__ import annotations

from li2024.lemma_1_minimum import GIVEN
from li2024.lemmas_5_6_descent import RISK
from li2024.setting import ATTENDING, ATTENTION, FEASIBLE, HEAD_SELECTS, REALIZABLE, SUBSPACES
from ntpcheck.checks import attention_coercive, attention_sentences
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import Attending, Attention


@claim("attention/section-3.1/suppresses", cite="Sec. 3.1", domain=ATTENTION, assumes=(FEASIBLE,))
def suppresses(data: Attention, effort: Effort) -> Evidence:
    """If y always dominates x and both are in an input, self-attention suppresses x and only selects y.

    Checked: W^mm has (e_y - e_x)^T W^mm e_k >= 1, so that at R W^mm softmax gives x at most e^-R of what it
    gives y.
    Reading: hedge. Dominates: x can be reached from y in the graph of the last token k, not y from x; any
    such pair in any input that ends with k. Only y: of the two.
    """
    return attention_sentences.suppresses(data)


@claim("attention/section-3.1/suppresses@only", cite="Sec. 3.1", domain=ATTENTION, assumes=(FEASIBLE,))
def suppresses_all(data: Attention, effort: Effort) -> Evidence:
    """If y always dominates x and both are in an input, self-attention only selects y.

    An input may hold a third token that dominates y, or one in the component of y.
    Reading: hedge. Only y: at R W^mm softmax gives all other tokens of the input a share that tends to 0, so
    that (e_y - e_z)^T W^mm e_k > 0 for each of them.
    """
    return attention_sentences.selects_only(data)


@claim(
    "attention/section-3.1/suppresses@only/amended",
    cite="Sec. 3.1",
    domain=ATTENTION,
    assumes=(REALIZABLE, FEASIBLE),
)
def suppresses_all_amended(data: Attention, effort: Effort) -> Evidence:
    """If y is the label of an input that holds no other token of y's component, attention only selects y.

    Changed: y is the label, and alone. Then (e_y - e_z)^T W^mm e_k >= 1 for all other tokens z.
    """
    return attention_sentences.selects_only(data, whose="label", least=64)


@claim("attention/lemma-1/proof/positive", cite="App. B.1", domain=ATTENDING, assumes=GIVEN)
def positive(data: Attending, effort: Effort) -> Evidence:
    """If ||W|| is finite, min s_it > 0 for s_i = X_i W xbar_i.

    The logits of W = 0 are zero.
    """
    return attention_sentences.positive_entries(data)


@claim("attention/lemma-1/proof/positive/amended", cite="App. B.1", domain=ATTENDING, assumes=GIVEN)
def positive_amended(data: Attending, effort: Effort) -> Evidence:
    """If ||W|| is finite, min s_it > 0 for the softmax s_i of X_i W xbar_i.

    Changed: the softmax, which the next display needs.
    """
    return attention_sentences.positive_entries(data, softmax=True)


@claim("attention/section-4.1/correct-prediction", cite="Sec. 4.1", domain=ATTENDING, assumes=GIVEN)
def correct_prediction(data: Attending, effort: Effort) -> Evidence:
    """The only way for attention to make a correct prediction on class k is to output e_k.

    Attention near e_k, as every finite W gives where there are other tokens, predicts k too.
    Reading: hedge. Correct: the largest entry of C f_W(X) is that of the label.
    """
    return attention_sentences.right_only_at_label(data)


@claim(
    "attention/section-4.1/correct-prediction/amended",
    cite="Sec. 4.1",
    domain=ATTENDING,
    assumes=(HEAD_SELECTS,),
)
def correct_prediction_amended(data: Attending, effort: Effort) -> Evidence:
    """The only way for attention to have the least loss on class k is to output e_k.

    Changed: the least loss for a correct prediction. Checked: c |f_W(X) - e_y| <= D (gamma^max - u), u the
    score c_y^T f_W(X), c > 0 the least gap of scores, D the largest |e_k - e_y| in the input; | | is the
    largest entry.
    """
    return attention_sentences.nearest_at_least_loss(data)


@claim("attention/theorem-2/svm-nonzero", cite="after Theorem 2", domain=SUBSPACES, assumes=(FEASIBLE,))
def svm_nonzero(data: Attention, effort: Effort) -> Evidence:
    """W^mm != 0 iff i => j in some graph for some i and j."""
    return attention_sentences.nonzero_iff(data)


@claim("attention/section-5/finite-risk", cite="Sec. 5", domain=ATTENDING, assumes=RISK)
def finite_risk(data: Attending, effort: Effort) -> Evidence:
    """The finite training risk is achievable only when attention selects all tokens of the label's component.

    Reading: hedge. As W diverges, no token of the component falls behind the label for ever. Checked: logits
    of one component differ by at most n L(W) + (K - 1) log M, M the largest ratio of counts in an input.
    """
    return attention_coercive.keeps_component(data)

"""Lemma 1: on acyclic data the risk of finite weights exceeds L*, and R W^mm drives it there."""

from __future__ import annotations

from li2024.setting import (
    ACYCLIC,
    ANOTHER_TOKEN,
    ATTENDING,
    ATTENDING_SCALED,
    FEASIBLE,
    HEAD_SELECTS,
    LOSS,
    POSITIVE_SCALE,
    REALIZABLE,
)
from ntpcheck.checks import attention_minimum
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import Attending, AttendingScaled

GIVEN = (REALIZABLE, ACYCLIC, HEAD_SELECTS, *LOSS)
ALONG_SVM = (REALIZABLE, ACYCLIC, HEAD_SELECTS, *LOSS, FEASIBLE, POSITIVE_SCALE)


@claim("attention/lemma-1/above-minimum", cite="Lemma 1", domain=ATTENDING, assumes=GIVEN)
def above_minimum(data: Attending, effort: Effort) -> Evidence:
    """For any finite W the training risk obeys L(W) > L* = (1/n) sum_i l(c_{y_i}^T e_{y_i})."""
    return attention_minimum.above_minimum(data)


@claim(
    "attention/lemma-1/above-minimum/amended",
    cite="Lemma 1",
    domain=ATTENDING,
    assumes=(ANOTHER_TOKEN, *GIVEN),
)
def above_minimum_amended(data: Attending, effort: Effort) -> Evidence:
    """If some input holds a token other than its label, L(W) > L* for any finite W.

    Added: a token other than the label; inputs of the label alone have the risk L* whatever W is.
    """
    return attention_minimum.above_minimum(data)


@claim("attention/lemma-1/limit", cite="Lemma 1", domain=ATTENDING_SCALED, assumes=ALONG_SVM)
def limit(data: AttendingScaled, effort: Effort) -> Evidence:
    """If (Acyc-SVM) is feasible, with solution W^mm, then L(R W^mm) tends to L*.

    Checked with a rate: e^R (c_y^T e_y - c_y^T f_{R W^mm}(X)) stays below a constant of the data, for every
    R drawn, small or large; l being continuous, its mean then tends to L*.
    """
    return attention_minimum.reaches_minimum(data)


@claim("attention/lemma-1/proof/softmax-bound", cite="App. B.1", domain=ATTENDING_SCALED, assumes=ALONG_SVM)
def softmax_bound(data: AttendingScaled, effort: Effort) -> Evidence:
    """s_it^R >= 1 / (|O_i| + e^{-R}) for all t in O_i."""
    return attention_minimum.softmax_bound(data)


@claim(
    "attention/lemma-1/proof/softmax-bound/amended",
    cite="App. B.1",
    domain=ATTENDING_SCALED,
    assumes=ALONG_SVM,
)
def softmax_bound_amended(data: AttendingScaled, effort: Effort) -> Evidence:
    """s_it^R >= 1 / (|O_i| + (T_i - |O_i|) e^{-R}) for all t in O_i.

    The change: each of the T_i - |O_i| other positions counts e^{-R}, as in (7).
    """
    return attention_minimum.softmax_bound(data, others=True)

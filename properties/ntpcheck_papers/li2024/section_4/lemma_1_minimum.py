"""Lemma 1: on acyclic data the risk of finite weights exceeds L*, and R W^mm drives it there."""

from __future__ import annotations

from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import Attending, AttendingScaled
from ntpcheck_papers.li2024.setting import ATTENDING, ATTENDING_SCALED
from ntpcheck_papers.li2024.shared import minimum


@claim("attention/lemma-1/above-minimum", domain=ATTENDING)
def above_minimum(data: Attending, effort: Effort) -> Evidence:
    """Checked as stated."""
    return minimum.above_minimum(data)


@claim("attention/lemma-1/limit", domain=ATTENDING_SCALED)
def limit(data: AttendingScaled, effort: Effort) -> Evidence:
    """Checked with a rate: e^R (c_y^T e_y - c_y^T f_{R W^mm}(X)) stays below a constant of the data, for
    every R drawn, small or large; l being continuous, its mean then tends to L*.
    """
    return minimum.reaches_minimum(data, minimum.along_svm(data))


@claim("attention/lemma-1/proof/output", domain=ATTENDING_SCALED)
def output(data: AttendingScaled, effort: Effort) -> Evidence:
    """Every other token of the input keeps some attention at a finite R."""
    return minimum.output_is(data)


@claim("attention/lemma-1/proof/output/amended", domain=ATTENDING_SCALED)
def output_amended(data: AttendingScaled, effort: Effort) -> Evidence:
    """Checked with a rate, as the limit of the risk is."""
    return minimum.output_approaches(data, minimum.along_svm(data))


@claim("attention/lemma-1/proof/softmax-bound", domain=ATTENDING_SCALED)
def softmax_bound(data: AttendingScaled, effort: Effort) -> Evidence:
    """Checked as stated."""
    return minimum.softmax_bound(data)


@claim("attention/lemma-1/proof/softmax-bound/amended", domain=ATTENDING_SCALED)
def softmax_bound_amended(data: AttendingScaled, effort: Effort) -> Evidence:
    """The change: each of the T_i - |O_i| other positions counts e^{-R}, as in (7)."""
    return minimum.softmax_bound(data, others=True)

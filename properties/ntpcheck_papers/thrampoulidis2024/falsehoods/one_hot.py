"""False neighbours of Remark 1."""

from __future__ import annotations

from ntpcheck.checks.compare import below, equal
from ntpcheck.checks.existence import denied
from ntpcheck.checks.feasible import separable
from ntpcheck.claim import Assumption, Planted
from ntpcheck.reference.entropy import entropy
from ntpcheck_papers.thrampoulidis2024.beyond.cover import counted
from ntpcheck_papers.thrampoulidis2024.section_3.one_hot import classifies, empty_span
from ntpcheck_papers.thrampoulidis2024.section_3.remark_1_one_hot import (
    all_labels,
    approached,
    attained,
    attained_only_if,
)
from ntpcheck_papers.thrampoulidis2024.setting import BINARY, GENERAL_POSITION, ONE_HOT, SEPARABLE
from ntpcheck_papers.thrampoulidis2024.sizes import AT_LEAST_AS_MANY, MORE_THAN_HALF, dimensions

AT_LEAST_HALF = Assumption("d-at-least-half-m", lambda data: dimensions(data, times=2))
ALMOST_AS_MANY = Assumption("d-at-least-m-minus-1", lambda data: dimensions(data, spare=-1))

NO_ONE_HOT = {"assumes": ()}

REMARK_1 = (
    Planted(
        "linear/remark-1/one-hot-entropy",
        "dropped-assumption",
        "The entropy is zero, one-hot or not",
        NO_ONE_HOT,
    ),
    Planted(
        "linear/remark-1/one-hot-entropy",
        "wrong-quantifier",
        "The entropy of one-hot data is positive",
        {"conclude": lambda data, effort: below(0 * entropy(data), entropy(data), terms=8)},
    ),
    Planted(
        "linear/remark-1/attained-iff-separable",
        "wrong-quantifier",
        "No one-hot separable data attain the entropy at a finite decoder",
        {"conclude": lambda data, effort: denied(attained(data))},
    ),
    Planted(
        "linear/remark-1/attained-iff-separable",
        "dropped-assumption",
        "Separable data attain the entropy at some finite decoder",
        {"assumes": (SEPARABLE,)},
    ),
    Planted(
        "linear/remark-1/attained-iff-separable-only-if",
        "dropped-assumption",
        "One-hot data are separable",
        {"conclude": lambda data, effort: separable(data)},
    ),
    Planted(
        "linear/remark-1/attained-iff-separable-only-if",
        "wrong-constant",
        "One-hot data on which some decoder's loss is below log 2 are separable",
        {"conclude": lambda data, effort: attained_only_if(data, below_log_2=True)},
    ),
    Planted(
        "linear/remark-1/attained-iff-separable/amended",
        "wrong-rate",
        "Along W^mm the loss is at most (V - 1) exp(-2 gamma), and away from zero on inseparable data",
        {"conclude": lambda data, effort: approached(data, rate=2)},
    ),
    Planted(
        "linear/remark-1/attained-iff-separable/amended",
        "tightened-bound",
        "Along W^mm the loss vanishes, and it is at least log 2 on data that are not separable",
        {"conclude": lambda data, effort: approached(data, rarest=False)},
    ),
    Planted(
        "linear/remark-1/F-empty", "dropped-assumption", "F is the empty set, one-hot or not", NO_ONE_HOT
    ),
    Planted(
        "linear/remark-1/F-empty",
        "wrong-subspace",
        "The orthogonal complement of F is the empty set",
        {"conclude": lambda data, effort: empty_span(data)},
        alone="No span is empty: the original fails on every instance.",
    ),
    Planted("linear/remark-1/F-empty/amended", "dropped-assumption", "F is {0}, one-hot or not", NO_ONE_HOT),
    Planted(
        "linear/remark-1/F-empty/amended",
        "wrong-subspace",
        "The orthogonal complement of F is {0} on one-hot data",
        {"conclude": lambda data, effort: equal(data.W, 0 * data.W, terms=0, axes=2)},
    ),
    Planted(
        "linear/remark-1/multiclass",
        "omitted-term",
        "A decoder that classifies every context strictly correctly satisfies (6) itself",
        {"conclude": lambda data, effort: classifies(data, scaled=False)},
    ),
    Planted(
        "linear/remark-1/multiclass",
        "dropped-assumption",
        "A multiple of a decoder satisfies (6) iff its margins are positive, one-hot or not",
        NO_ONE_HOT,
    ),
)

COVER = (
    Planted(
        "linear/remark-1/cover-sufficient",
        "wrong-quantifier",
        "Binary data in general position are separable when d/m >= 1/2",
        {"assumes": (BINARY, AT_LEAST_HALF, GENERAL_POSITION, ONE_HOT)},
    ),
    Planted(
        "linear/remark-1/cover-sufficient",
        "dropped-assumption",
        "Binary data are separable when d/m > 1/2",
        {"assumes": (BINARY, MORE_THAN_HALF, ONE_HOT)},
    ),
    Planted(
        "linear/remark-1/cover-sufficient/amended",
        "dropped-assumption/dimension",
        "Binary data in general position are separable when d >= m - 1",
        {"assumes": (BINARY, ALMOST_AS_MANY, GENERAL_POSITION, ONE_HOT)},
    ),
    Planted(
        "linear/remark-1/cover-sufficient/amended",
        "dropped-assumption/any-position",
        "Binary data are separable when d >= m",
        {"assumes": (BINARY, AT_LEAST_AS_MANY, ONE_HOT)},
    ),
    Planted(
        "linear/remark-1/cover-necessary",
        "tightened-bound",
        "Separable binary data in general position have d/m > 1",
        {"conclude": lambda data, effort: dimensions(data, strict=True)},
    ),
    Planted(
        "linear/remark-1/cover-necessary",
        "flipped-inequality",
        "Separable binary data in general position have d/m <= 1/2",
        {"conclude": lambda data, effort: dimensions(data, times=2, flipped=True)},
    ),
    Planted(
        "linear/remark-1/cover-necessary/amended",
        "wrong-quantifier",
        "Every labelling of contexts in general position is separable iff d > m",
        {"conclude": lambda data, effort: all_labels(data, lambda m, d: d > m)},
    ),
    Planted(
        "linear/remark-1/cover-necessary/amended",
        "wrong-constant",
        "Every labelling of contexts in general position is separable iff 2d > m",
        {"conclude": lambda data, effort: all_labels(data, lambda m, d: 2 * d > m)},
    ),
    Planted(
        "linear/sharper/cover-count",
        "wrong-set",
        "2 sum_{k <= d} C(m - 1, k) labellings are separable",
        {"conclude": lambda data, effort: counted(data, terms=1)},
    ),
    Planted(
        "linear/sharper/cover-count",
        "omitted-term",
        "sum_{k < d} C(m - 1, k) labellings are separable",
        {"conclude": lambda data, effort: counted(data, times=1)},
    ),
)

"""False neighbours of Remark 1."""

from __future__ import annotations

from ntpcheck.checks.existence import denied
from ntpcheck.claim import Assumption, Planted
from ntpcheck.formulas.rivals import checked
from ntpcheck_papers.thrampoulidis2024.beyond.cover import counted
from ntpcheck_papers.thrampoulidis2024.beyond.dichotomies import cover_function
from ntpcheck_papers.thrampoulidis2024.section_3.one_hot import empty_span
from ntpcheck_papers.thrampoulidis2024.section_3.remark_1_one_hot import (
    all_labels,
    attained,
)
from ntpcheck_papers.thrampoulidis2024.setting import SEPARABLE
from ntpcheck_papers.thrampoulidis2024.sizes import dimensions

AT_LEAST_HALF = Assumption("d-at-least-half-m", lambda data: dimensions(data, times=2))
ALMOST_AS_MANY = Assumption("d-at-least-m-minus-1", lambda data: dimensions(data, spare=-1))

NO_ONE_HOT = {"assumes": ()}

REMARK_1 = (
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
        "linear/remark-1/F-empty", "dropped-assumption", "F is the empty set, one-hot or not", NO_ONE_HOT
    ),
    Planted(
        "linear/remark-1/F-empty",
        "wrong-subspace",
        "The orthogonal complement of F is the empty set",
        {"conclude": lambda data, effort: empty_span(data)},
        alone="No span is empty: the original fails on every instance.",
    ),
)

COVER = (
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
        checked(lambda data: counted(data, cover_function(data.size("m"), data.size("d") + 1))),
    ),
    Planted(
        "linear/sharper/cover-count",
        "omitted-term",
        "sum_{k < d} C(m - 1, k) labellings are separable",
        checked(lambda data: counted(data, cover_function(data.size("m"), data.size("d")) // 2)),
    ),
)

"""False neighbours of Section 3.1 and Lemma 1, and all of Sections 3.1 to Definition 3 together."""

from __future__ import annotations

from typing import Any

from ntpcheck.claim import Planted
from ntpcheck.instances.dataset import Dataset
from ntpcheck.reference.entropy import log_p
from ntpcheck_papers.thrampoulidis2024.falsehoods.ntp_svm import NTP_SVM
from ntpcheck_papers.thrampoulidis2024.falsehoods.one_hot import ALMOST_AS_MANY, COVER, REMARK_1
from ntpcheck_papers.thrampoulidis2024.section_3.contexts import independent_contexts
from ntpcheck_papers.thrampoulidis2024.section_3.null_components import (
    free_components,
    solvable_iff_compatible,
)
from ntpcheck_papers.thrampoulidis2024.section_3.section_3_1 import (
    equivalent,
    every_assignment,
    more_dimensions,
)
from ntpcheck_papers.thrampoulidis2024.setting import FULL_RANK, OVERPARAMETERIZED
from ntpcheck_papers.thrampoulidis2024.sizes import AT_LEAST_AS_MANY

NO_RANK = {"assumes": (OVERPARAMETERIZED,)}
NO_DIMENSIONS = {"assumes": (FULL_RANK,)}

SECTION_3_1 = (
    Planted(
        "linear/section-3.1/equivalent-system",
        "wrong-weights",
        "Compatible iff W[h_1..h_m] = [x_1..x_m] is solvable, x_j = log p_j on S_j and zero elsewhere",
        {"conclude": lambda data, effort: equivalent(data, _uncentred)},
    ),
    Planted(
        "linear/section-3.1/equivalent-system",
        "wrong-quantity",
        "Compatible iff W[h_1..h_m] = [p_1..p_m] is solvable",
        {"conclude": lambda data, effort: equivalent(data, lambda data: data.p)},
    ),
    Planted(
        "linear/section-3.1/equivalent-system/amended",
        "wrong-set",
        "Compatible iff the system is solvable with null components n_j that vanish out of support",
        {
            "conclude": lambda data, effort: solvable_iff_compatible(
                data, free_components(data, outside=False)
            )
        },
    ),
    Planted(
        "linear/section-3.1/equivalent-system/amended",
        "omitted-term",
        "Compatible iff the system is solvable without null components",
        {"conclude": lambda data, effort: equivalent(data)},
    ),
    Planted(
        "linear/section-3.1/solvable-when-overparameterized",
        "dropped-assumption/any-rank",
        "The system has a solution when d > m, whatever the rank",
        NO_RANK,
    ),
    Planted(
        "linear/section-3.1/solvable-when-overparameterized",
        "dropped-assumption/dimension",
        "The system has a solution when H has rank min(m, d)",
        NO_DIMENSIONS,
    ),
    Planted(
        "linear/section-3.1/necessary",
        "tightened-bound",
        "Compatible and separable data have d > m + 1",
        {"conclude": lambda data, effort: more_dimensions(data, 1)},
    ),
    Planted(
        "linear/section-3.1/necessary",
        "flipped-inequality",
        "Compatible and separable data have d < m",
        {"conclude": lambda data, effort: more_dimensions(data, flipped=True)},
    ),
    Planted(
        "linear/section-3.1/necessary/amended",
        "wrong-condition",
        "Every assignment lets the loss approach the entropy iff d >= m",
        {"conclude": lambda data, effort: every_assignment(data, _enough)},
    ),
    Planted(
        "linear/section-3.1/necessary/amended",
        "dropped-assumption",
        "Every assignment lets the loss approach the entropy, whatever the contexts",
        {"conclude": lambda data, effort: every_assignment(data, _always)},
    ),
)


def _uncentred(data: Dataset) -> Any:
    """Solves E_j x = a_j too, yet at h_j = 0 it asks that |S_j| = 1."""
    return data.xp.where(data.support, log_p(data), 0)


def _enough(data: Dataset) -> Any:
    return independent_contexts(data) | (data.size("d") >= data.size("m"))


def _always(data: Dataset) -> Any:
    return independent_contexts(data) | True


def _without_hypotheses(of: str, what: str) -> tuple[Planted, Planted]:
    """Lemma 1 without the rank, and without d > m."""
    return (
        Planted(of, "dropped-assumption/any-rank", f"{what} when d > m, whatever the rank", NO_RANK),
        Planted(of, "dropped-assumption/dimension", f"{what} when H has rank min(m, d)", NO_DIMENSIONS),
    )


LEMMA_1 = (
    *_without_hypotheses("linear/lemma-1/compatible", "(4) has a solution"),
    *_without_hypotheses("linear/lemma-1/separable", "(6) has a solution"),
    *_without_hypotheses("linear/lemma-1/infinitely-many", "(4) and (6) have infinitely many solutions"),
    *_without_hypotheses(
        "linear/section-3.1/infinitely-many-directions", "Infinitely many directions separate"
    ),
    Planted(
        "linear/sharper/independent-contexts",
        "dropped-assumption/dimension",
        "(4) and (6) have infinitely many solutions when H has full rank and d >= m - 1",
        {"assumes": (ALMOST_AS_MANY, FULL_RANK)},
    ),
    Planted(
        "linear/sharper/independent-contexts",
        "dropped-assumption/any-rank",
        "(4) and (6) have infinitely many solutions when d >= m, whatever the rank",
        {"assumes": (AT_LEAST_AS_MANY,)},
    ),
)

PLANTED_OVERPARAMETERIZATION = (*SECTION_3_1, *LEMMA_1, *REMARK_1, *COVER, *NTP_SVM)

"""C. Thrampoulidis, Implicit optimization bias of next-token prediction in linear models (NeurIPS 2024)."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

from ntpcheck.claim import Claim, Paper
from thrampoulidis2024 import (
    appendix_d,
    appendix_e,
    autoregressive,
    definition_1,
    definition_2,
    definition_3_ntp_svm,
    equation_7,
    figures_geometry,
    figures_structure,
    lemma_1_overparameterization,
    lemma_2_norm_growth,
    proposition_1,
    remark_1_one_hot,
    section_2,
    section_3,
    section_3_1,
    section_4,
    section_5_adjusted_loss,
    sharper_cover,
    sharper_overparameterization,
    theorem_1_cases,
    theorem_1_proof,
    theorem_2_gradient_descent,
)
from thrampoulidis2024.planted_autoregressive import PLANTED_AUTOREGRESSIVE
from thrampoulidis2024.planted_dynamics import PLANTED_DYNAMICS
from thrampoulidis2024.planted_figures import PLANTED_FIGURES
from thrampoulidis2024.planted_overparameterization import PLANTED_OVERPARAMETERIZATION
from thrampoulidis2024.planted_section_4 import PLANTED_SECTION_4
from thrampoulidis2024.planted_sections import PLANTED_SECTIONS

__all__ = ["PAPER"]

# The paper's order; our own additions come last.
CONTENTS = (
    section_2,
    section_3,
    definition_1,
    definition_2,
    equation_7,
    proposition_1,
    section_3_1,
    lemma_1_overparameterization,
    remark_1_one_hot,
    section_4,
    definition_3_ntp_svm,
    theorem_1_proof,
    theorem_1_cases,
    lemma_2_norm_growth,
    section_5_adjusted_loss,
    theorem_2_gradient_descent,
    figures_structure,
    figures_geometry,
    autoregressive,
    appendix_d,
    appendix_e,
    sharper_overparameterization,
    sharper_cover,
)

RESTS_ON = {
    "linear/section-2/entropy-floor": ("linear/section-2/entropy-decomposition",),
    "linear/section-3/attained-iff-match-only-if": ("linear/section-2/entropy-decomposition",),
    "linear/section-3/necessary-and-sufficient-if": ("linear/proposition-1/limit",),
    "linear/equation-7/bound": ("linear/equation-7/equality@neurips",),
    "linear/proposition-1/limit": ("linear/equation-7/bound", "linear/definition-2/off-F"),
    "linear/section-3.1/solvable-when-overparameterized": ("linear/section-3.1/equivalent-system",),
    "linear/lemma-1/compatible": (
        "linear/section-3.1/equivalent-system",
        "linear/section-3.1/solvable-when-overparameterized",
    ),
    "linear/lemma-1/separable": ("linear/section-3.1/solvable-when-overparameterized",),
    "linear/lemma-1/infinitely-many": ("linear/lemma-1/compatible", "linear/lemma-1/separable"),
    "linear/section-3.1/infinitely-many-directions": ("linear/lemma-1/infinitely-many",),
    "linear/remark-1/attained-iff-separable": ("linear/remark-1/one-hot-entropy",),
    "linear/ntp-svm/constraint-count": ("linear/definition-2/anchor",),
    "linear/ntp-svm/unique": ("linear/ntp-svm/strongly-convex",),
    "linear/ntp-svm/max-margin": ("linear/ntp-svm/unique", "linear/definition-2/off-F"),
    "linear/lemma-2/loss": ("linear/proposition-1/limit",),
    "linear/lemma-2/norm": ("linear/lemma-2/loss", "linear/proposition-1/above-entropy@neurips"),
    "linear/theorem-2/direction": ("linear/lemma-2/norm", "linear/theorem-2/finite-part"),
    "linear/theorem-2/finite-part": ("linear/lemma-2/loss", "linear/definition-1/unique-in-F"),
    "linear/section-4/path-unique": ("linear/section-4/strictly-convex",),
    "linear/theorem-1/proof/boundary": ("linear/appendix/gradient",),
    "linear/theorem-1/proof/delta-exists": ("linear/ntp-svm/unique",),
    "linear/theorem-1/proof/case-i-bound": (
        "linear/theorem-1/proof/single-term",
        "linear/theorem-1/proof/delta-exists",
    ),
    "linear/theorem-1/proof/case-ii-projection": ("linear/theorem-1/proof/case-ii-in-F-perp",),
    "linear/theorem-1/proof/case-ii-bound": (
        "linear/theorem-1/proof/single-term",
        "linear/theorem-1/proof/case-ii-projection",
    ),
    "linear/appendix/floor-on-F": ("linear/appendix/floor-display",),
    "linear/appendix/floor-limit": ("linear/appendix/floor-display",),
    "linear/appendix/floor-infimum": ("linear/appendix/floor-on-F", "linear/appendix/floor-limit"),
    "linear/lemma-4/1": ("linear/appendix/floor-infimum",),
    "linear/lemma-4/2": ("linear/lemma-4/1", "linear/appendix/floor-limit"),
    "linear/figures/same-support-same-row": ("linear/ntp-svm/unique",),
    "linear/figures/svm-from-supports": ("linear/ntp-svm/unique",),
    "linear/figures/finite-part-from-probabilities": ("linear/definition-1/unique-in-F",),
    "linear/figures/orthogonal": ("linear/definition-1/unique-in-F", "linear/definition-2/off-F"),
    "linear/autoregressive/same-form": ("linear/section-2/loss-regrouped",),
}

UNCHECKED = {
    "Section 3.1, 'generically favors full-rankness'": (
        "a statement about random embeddings whose law is not given; with continuous laws it is immediate"
    ),
    "Section 3.1, 'a sufficient proxy for feasibility'": "a remark on the proof; its conclusion is Lemma 1",
    "Section 3.1, footnote 7": "nonlinear decoders are outside the model",
    "Remark 1, 'the exact threshold in corresponding multiclass settings is more intricate'": (
        "reports other papers' results under their distributional assumptions"
    ),
    "Figure 1, 'w_3 (almost) aligns with context-embedding A'": (
        "no angle is named; that the two lie on one side is part of linear/figures/separating-row"
    ),
    "Appendix C, 'their corresponding support sets generally become sparser'": (
        "a tendency of natural data; what can be said of all data is linear/autoregressive/shannon/amended"
    ),
    "Remark 1, Cover (1965)": "asymptotic for random labels; the finite count is linear/sharper/cover-count",
}


def _claims(module: ModuleType) -> tuple[Claim, ...]:
    """A module's claims, in the order in which they stand there."""
    return tuple(value for value in vars(module).values() if isinstance(value, Claim))


PAPER = Paper(
    key="linear",
    title="Implicit Optimization Bias of Next-token Prediction in Linear Models",
    claims=tuple(claim for module in CONTENTS for claim in _claims(module)),
    planted=(
        PLANTED_SECTIONS
        + PLANTED_OVERPARAMETERIZATION
        + PLANTED_SECTION_4
        + PLANTED_DYNAMICS
        + PLANTED_FIGURES
        + PLANTED_AUTOREGRESSIVE
    ),
    rests_on=RESTS_ON,
    unchecked=UNCHECKED,
    folder=Path(__file__).parent,
    figures={
        theorem_2_gradient_descent.direction.id: theorem_2_gradient_descent.figure,
        theorem_2_gradient_descent.finite.id: theorem_2_gradient_descent.planar_figure,
    },
)

"""C. Thrampoulidis, Implicit optimization bias of next-token prediction in linear models (NeurIPS 2024)."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any

from ntpcheck.claim import Assumption, Claim, Paper
from thrampoulidis2024 import (
    appendix_d,
    appendix_e,
    autoregressive,
    definition_1,
    definition_2,
    definition_3_ntp_svm,
    equation_7,
    figures_geometry,
    figures_optimisers,
    figures_structure,
    figures_training,
    footnote_8_sgd,
    in_passing,
    lemma_1_overparameterization,
    lemma_2_norm_growth,
    lemma_3_infimum,
    lemma_4_limits,
    lemma_5_cases,
    lemma_5_comparison,
    lemma_5_setting,
    proposition_1,
    remark_1_one_hot,
    section_2,
    section_3,
    section_3_1,
    section_4,
    section_5_adjusted_loss,
    section_5_decomposition,
    setting,
    sharper_converses,
    sharper_cover,
    sharper_laws,
    sharper_one_context,
    sharper_optimisers,
    sharper_overparameterization,
    sharper_path,
    sharper_smoothness,
    sizes,
    theorem_1_cases,
    theorem_1_direction,
    theorem_1_proof,
    theorem_2_gradient_descent,
    theorem_2_proof,
)
from thrampoulidis2024.dependencies import RESTS_ON, UNCHECKED
from thrampoulidis2024.planted_autoregressive import PLANTED_AUTOREGRESSIVE
from thrampoulidis2024.planted_cases import PLANTED_CASES
from thrampoulidis2024.planted_descent import PLANTED_DESCENT
from thrampoulidis2024.planted_displays import PLANTED_DISPLAYS
from thrampoulidis2024.planted_dynamics import PLANTED_DYNAMICS
from thrampoulidis2024.planted_figures import PLANTED_FIGURES
from thrampoulidis2024.planted_figures_training import PLANTED_FIGURES_TRAINING
from thrampoulidis2024.planted_from_text import PLANTED_FROM_TEXT
from thrampoulidis2024.planted_in_passing import PLANTED_IN_PASSING
from thrampoulidis2024.planted_lemma_5 import PLANTED_LEMMA_5
from thrampoulidis2024.planted_optimisers import PLANTED_OPTIMISERS
from thrampoulidis2024.planted_overparameterization import PLANTED_OVERPARAMETERIZATION
from thrampoulidis2024.planted_section_4 import PLANTED_SECTION_4
from thrampoulidis2024.planted_sections import PLANTED_SECTIONS
from thrampoulidis2024.planted_sharper_converses import PLANTED_SHARPER_CONVERSES
from thrampoulidis2024.planted_sharper_laws import PLANTED_SHARPER_LAWS
from thrampoulidis2024.planted_theorem_1 import PLANTED_THEOREM_1
from thrampoulidis2024.reproduce import TARGETS

__all__ = ["PAPER"]

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
    theorem_1_direction,
    theorem_1_proof,
    theorem_1_cases,
    lemma_2_norm_growth,
    section_5_adjusted_loss,
    theorem_2_gradient_descent,
    section_5_decomposition,
    footnote_8_sgd,
    figures_structure,
    figures_geometry,
    figures_training,
    figures_optimisers,
    in_passing,
    autoregressive,
    appendix_d,
    appendix_e,
    lemma_3_infimum,
    lemma_4_limits,
    lemma_5_comparison,
    lemma_5_cases,
    theorem_2_proof,
    sharper_overparameterization,
    sharper_cover,
    sharper_laws,
    sharper_one_context,
    sharper_path,
    sharper_optimisers,
    sharper_smoothness,
    sharper_converses,
)


def _held(kind: type, *modules: ModuleType) -> tuple[Any, ...]:
    """What the modules hold of a kind, each once."""
    found = [value for module in modules for value in vars(module).values() if isinstance(value, kind)]
    return tuple(dict.fromkeys(found))


PAPER = Paper(
    key="linear",
    book=Path(__file__).parent / "linear.book",
    claims=_held(Claim, *CONTENTS),
    assumptions=_held(Assumption, setting, sizes, lemma_5_setting, *CONTENTS),
    planted=(
        PLANTED_SECTIONS
        + PLANTED_DISPLAYS
        + PLANTED_OVERPARAMETERIZATION
        + PLANTED_SECTION_4
        + PLANTED_CASES
        + PLANTED_THEOREM_1
        + PLANTED_DYNAMICS
        + PLANTED_LEMMA_5
        + PLANTED_DESCENT
        + PLANTED_FIGURES
        + PLANTED_FIGURES_TRAINING
        + PLANTED_OPTIMISERS
        + PLANTED_IN_PASSING
        + PLANTED_AUTOREGRESSIVE
        + PLANTED_SHARPER_LAWS
        + PLANTED_SHARPER_CONVERSES
        + PLANTED_FROM_TEXT
    ),
    rests_on=RESTS_ON,
    unchecked=UNCHECKED,
    folder=Path(__file__).parent,
    figures={
        theorem_2_gradient_descent.direction.id: theorem_2_gradient_descent.figure,
        theorem_2_gradient_descent.finite.id: theorem_2_gradient_descent.planar_figure,
    },
    targets=TARGETS,
    older=("short", "arxiv-v1"),
)

"""C. Thrampoulidis, Implicit optimization bias of next-token prediction in linear models (NeurIPS 2024)."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any

from ntpcheck.claim import Assumption, Claim, Paper
from ntpcheck.formulas.planted import planted
from ntpcheck_papers.thrampoulidis2024 import setting, sizes
from ntpcheck_papers.thrampoulidis2024.appendices import appendix_d, appendix_e, autoregressive
from ntpcheck_papers.thrampoulidis2024.beyond import (
    converses,
    cover,
    laws,
    one_context,
    optimisers,
    overparameterization,
    smoothness,
)
from ntpcheck_papers.thrampoulidis2024.beyond import path as sharper_path
from ntpcheck_papers.thrampoulidis2024.dependencies import RESTS_ON, UNCHECKED
from ntpcheck_papers.thrampoulidis2024.falsehoods import CHECKS
from ntpcheck_papers.thrampoulidis2024.figures import (
    figures_geometry,
    figures_optimisers,
    figures_structure,
    figures_training,
)
from ntpcheck_papers.thrampoulidis2024.figures.reproduce import TARGETS
from ntpcheck_papers.thrampoulidis2024.in_passing import statements as in_passing
from ntpcheck_papers.thrampoulidis2024.section_2 import statements as section_2
from ntpcheck_papers.thrampoulidis2024.section_3 import (
    definition_1,
    definition_2,
    equation_7,
    lemma_1_overparameterization,
    proposition_1,
    remark_1_one_hot,
    section_3_1,
)
from ntpcheck_papers.thrampoulidis2024.section_3 import statements as section_3
from ntpcheck_papers.thrampoulidis2024.section_4 import (
    definition_3_ntp_svm,
    theorem_1_cases,
    theorem_1_direction,
    theorem_1_proof,
)
from ntpcheck_papers.thrampoulidis2024.section_4 import statements as section_4
from ntpcheck_papers.thrampoulidis2024.section_5 import (
    footnote_8_sgd,
    lemma_2_norm_growth,
    lemma_3_infimum,
    lemma_4_limits,
    lemma_5_cases,
    lemma_5_comparison,
    lemma_5_setting,
    section_5_adjusted_loss,
    section_5_decomposition,
    theorem_2_gradient_descent,
    theorem_2_proof,
)

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
    overparameterization,
    cover,
    laws,
    one_context,
    sharper_path,
    optimisers,
    smoothness,
    converses,
)


def _held(kind: type, *modules: ModuleType) -> tuple[Any, ...]:
    """What the modules hold of a kind, each once."""
    found = [value for module in modules for value in vars(module).values() if isinstance(value, kind)]
    return tuple(dict.fromkeys(found))


HERE = Path(__file__).parent
BOOK = HERE / "linear.book"

PAPER = Paper(
    key="linear",
    book=BOOK,
    claims=_held(Claim, *CONTENTS),
    assumptions=_held(Assumption, setting, sizes, lemma_5_setting, *CONTENTS),
    planted=planted(BOOK, HERE / "falsehoods", from_text=(HERE / "blind",), checks=CHECKS),
    rests_on=RESTS_ON,
    unchecked=UNCHECKED,
    folder=HERE,
    figures={
        theorem_2_gradient_descent.direction.id: theorem_2_gradient_descent.figure,
        theorem_2_gradient_descent.finite.id: theorem_2_gradient_descent.planar_figure,
    },
    targets=TARGETS,
    older=("short", "arxiv-v1"),
)

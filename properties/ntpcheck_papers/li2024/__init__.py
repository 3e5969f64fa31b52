"""Y. Li, Y. Huang, M. E. Ildiz, A. S. Rawat, S. Oymak, Mechanics of next token prediction (AISTATS 2024)."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

from ntpcheck.claim import Assumption, Claim, Paper
from ntpcheck.formulas.planted import planted
from ntpcheck_papers.li2024 import setting
from ntpcheck_papers.li2024.beyond import convexity, descent, invariances, lipschitz
from ntpcheck_papers.li2024.beyond import graphs as sharper_graphs
from ntpcheck_papers.li2024.beyond import normalised as sharper_normalised
from ntpcheck_papers.li2024.beyond import path as sharper_path
from ntpcheck_papers.li2024.dependencies import RESTS_ON, UNCHECKED
from ntpcheck_papers.li2024.falsehoods import CHECKS
from ntpcheck_papers.li2024.figures import figure_2_graphs, figures_attention
from ntpcheck_papers.li2024.figures.reproduce import TARGETS
from ntpcheck_papers.li2024.in_passing import statements as sentences
from ntpcheck_papers.li2024.section_3 import attention, definitions_1_2, graph_svm, graphs
from ntpcheck_papers.li2024.section_4 import (
    definition_3_cyclic,
    lemma_1_minimum,
    lemma_2_subspace,
    lemma_4_direction,
    lemma_4_proof,
    proof_floors,
    proof_radii,
    theorem_1_path,
    theorem_1_proof,
    theorem_2_path,
)
from ntpcheck_papers.li2024.section_5 import (
    equations_19_22_gradient,
    lemma_3_convexity,
    lemma_3_proof,
    lemmas_5_6_descent,
    proof_bounded,
    theorem_3_gradient_descent,
    theorem_3_proof,
)
from ntpcheck_papers.li2024.section_6 import section_6_pseudo

__all__ = ["PAPER"]

GRAPHS = "attention/section-3.1/partition"  # the claim that the report shows graphs beside

CONTENTS: tuple[ModuleType, ...] = (
    graphs,
    definitions_1_2,
    attention,
    graph_svm,
    lemma_1_minimum,
    theorem_1_path,
    theorem_1_proof,
    definition_3_cyclic,
    lemma_2_subspace,
    lemma_4_direction,
    lemma_4_proof,
    proof_radii,
    theorem_2_path,
    proof_floors,
    sentences,
    lemma_3_convexity,
    lemma_3_proof,
    equations_19_22_gradient,
    lemmas_5_6_descent,
    theorem_3_gradient_descent,
    theorem_3_proof,
    proof_bounded,
    figures_attention,
    section_6_pseudo,
    lipschitz,
    invariances,
    convexity,
    sharper_graphs,
    descent,
    sharper_normalised,
    sharper_path,
)

HERE = Path(__file__).parent
BOOK = HERE / "attention.book"


def _held(kind: type, *modules: ModuleType) -> tuple[Any, ...]:
    """What the modules hold of a kind, each once."""
    found = [value for module in modules for value in vars(module).values() if isinstance(value, kind)]
    return tuple(dict.fromkeys(found))


PAPER = Paper(
    key="attention",
    book=BOOK,
    claims=_held(Claim, *CONTENTS),
    assumptions=_held(Assumption, setting, *CONTENTS),
    planted=planted(BOOK, HERE / "falsehoods", from_text=(HERE / "blind",), checks=CHECKS),
    rests_on=RESTS_ON,
    unchecked=UNCHECKED,
    folder=HERE,
    figures={GRAPHS: partial(figure_2_graphs.figure, GRAPHS)},
    targets=TARGETS,
)

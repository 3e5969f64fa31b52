"""Y. Li, Y. Huang, M. E. Ildiz, A. S. Rawat, S. Oymak, Mechanics of next token prediction (AISTATS 2024)."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

from ntpcheck.claim import Assumption, Claim, Paper, Planted
from ntpcheck.formulas.planted import planted
from ntpcheck_papers.li2024 import setting
from ntpcheck_papers.li2024.beyond import convexity, descent, invariances, lipschitz
from ntpcheck_papers.li2024.beyond import graphs as sharper_graphs
from ntpcheck_papers.li2024.beyond import normalised as sharper_normalised
from ntpcheck_papers.li2024.beyond import path as sharper_path
from ntpcheck_papers.li2024.dependencies import RESTS_ON, UNCHECKED
from ntpcheck_papers.li2024.falsehoods.figures import PLANTED_FIGURES
from ntpcheck_papers.li2024.falsehoods.floors import PLANTED_FLOORS
from ntpcheck_papers.li2024.falsehoods.path import PLANTED_PATH
from ntpcheck_papers.li2024.falsehoods.proof import PLANTED_PROOF
from ntpcheck_papers.li2024.falsehoods.sentences import PLANTED_SENTENCES
from ntpcheck_papers.li2024.falsehoods.sharper_descent import PLANTED_SHARPER_DESCENT
from ntpcheck_papers.li2024.falsehoods.sharper_normalised import PLANTED_SHARPER_NORMALISED
from ntpcheck_papers.li2024.falsehoods.sharper_path import PLANTED_SHARPER_PATH
from ntpcheck_papers.li2024.falsehoods.theorem_3 import PLANTED_THEOREM_3
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

PLANTED: tuple[Planted, ...] = (
    *planted(BOOK, HERE / "falsehoods", from_text=(HERE / "blind",)),
    *PLANTED_THEOREM_3,
    *PLANTED_PROOF,
    *PLANTED_PATH,
    *PLANTED_FLOORS,
    *PLANTED_SENTENCES,
    *PLANTED_FIGURES,
    *PLANTED_SHARPER_DESCENT,
    *PLANTED_SHARPER_NORMALISED,
    *PLANTED_SHARPER_PATH,
)


def _held(kind: type, *modules: ModuleType) -> tuple[Any, ...]:
    """What the modules hold of a kind, each once."""
    found = [value for module in modules for value in vars(module).values() if isinstance(value, kind)]
    return tuple(dict.fromkeys(found))


PAPER = Paper(
    key="attention",
    book=BOOK,
    claims=_held(Claim, *CONTENTS),
    assumptions=_held(Assumption, setting, *CONTENTS),
    planted=PLANTED,
    rests_on=RESTS_ON,
    unchecked=UNCHECKED,
    folder=HERE,
    figures={GRAPHS: partial(figure_2_graphs.figure, GRAPHS)},
    targets=TARGETS,
)

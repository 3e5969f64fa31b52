"""Y. Li, Y. Huang, M. E. Ildiz, A. S. Rawat, S. Oymak, Mechanics of next token prediction (AISTATS 2024)."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

from li2024 import (
    definition_3_cyclic,
    definitions_1_2,
    equations_19_22_gradient,
    figure_2_graphs,
    figures_attention,
    graph_svm,
    lemma_1_minimum,
    lemma_2_subspace,
    lemma_3_convexity,
    lemma_3_proof,
    lemma_4_direction,
    lemma_4_proof,
    lemmas_5_6_descent,
    proof_bounded,
    proof_floors,
    proof_radii,
    section_3_attention,
    section_3_graphs,
    section_6_pseudo,
    sentences,
    setting,
    sharper_convexity,
    sharper_descent,
    sharper_graphs,
    sharper_invariances,
    sharper_lipschitz,
    theorem_1_path,
    theorem_1_proof,
    theorem_2_path,
    theorem_3_gradient_descent,
    theorem_3_proof,
)
from li2024.dependencies import RESTS_ON, UNCHECKED
from li2024.planted_attention import PLANTED_ATTENTION
from li2024.planted_descent import PLANTED_DESCENT
from li2024.planted_figures import PLANTED_FIGURES
from li2024.planted_floors import PLANTED_FLOORS
from li2024.planted_from_text import PLANTED_FROM_TEXT
from li2024.planted_graphs import PLANTED_GRAPHS
from li2024.planted_path import PLANTED_PATH
from li2024.planted_proof import PLANTED_PROOF
from li2024.planted_sentences import PLANTED_SENTENCES
from li2024.planted_sharper import PLANTED_SHARPER
from li2024.planted_sharper_descent import PLANTED_SHARPER_DESCENT
from li2024.planted_steps import PLANTED_STEPS
from li2024.planted_svm import PLANTED_SVM
from li2024.planted_theorem_3 import PLANTED_THEOREM_3
from li2024.reproduce import TARGETS
from ntpcheck.claim import Assumption, Claim, Paper, Planted

__all__ = ["PAPER"]

GRAPHS = "attention/section-3.1/partition"  # the claim that the report shows graphs beside

CONTENTS: tuple[ModuleType, ...] = (
    section_3_graphs,
    definitions_1_2,
    section_3_attention,
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
    sharper_lipschitz,
    sharper_invariances,
    sharper_convexity,
    sharper_graphs,
    sharper_descent,
)

PLANTED: tuple[Planted, ...] = (
    *PLANTED_GRAPHS,
    *PLANTED_ATTENTION,
    *PLANTED_SVM,
    *PLANTED_DESCENT,
    *PLANTED_THEOREM_3,
    *PLANTED_PROOF,
    *PLANTED_PATH,
    *PLANTED_STEPS,
    *PLANTED_FLOORS,
    *PLANTED_SENTENCES,
    *PLANTED_FIGURES,
    *PLANTED_SHARPER,
    *PLANTED_SHARPER_DESCENT,
    *PLANTED_FROM_TEXT,
)


def _held(kind: type, *modules: ModuleType) -> tuple[Any, ...]:
    """What the modules hold of a kind, each once."""
    found = [value for module in modules for value in vars(module).values() if isinstance(value, kind)]
    return tuple(dict.fromkeys(found))


PAPER = Paper(
    key="attention",
    book=Path(__file__).parent / "attention.book",
    claims=_held(Claim, *CONTENTS),
    assumptions=_held(Assumption, setting, *CONTENTS),
    planted=PLANTED,
    rests_on=RESTS_ON,
    unchecked=UNCHECKED,
    folder=Path(__file__).parent,
    figures={GRAPHS: partial(figure_2_graphs.figure, GRAPHS)},
    targets=TARGETS,
)

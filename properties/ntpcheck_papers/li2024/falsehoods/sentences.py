"""False neighbours of sentences between the results, and of bounds on the part in S_cyc."""

from __future__ import annotations

from typing import Any

from ntpcheck.arithmetic import Array
from ntpcheck.instances.attention import Attention
from ntpcheck.reference.graph_svm import graph_svm
from ntpcheck_papers.li2024.falsehoods.planting import checked, neighbours
from ntpcheck_papers.li2024.section_3 import predictions as said
from ntpcheck_papers.li2024.section_3.svm import svm_direction
from ntpcheck_papers.li2024.section_5 import coercive as bounded
from ntpcheck_papers.li2024.section_5 import limit as limits
from ntpcheck_papers.li2024.section_5.lemmas_5_6_descent import SETTING

__all__ = ["PLANTED_SENTENCES"]


def _transposed(data: Attention) -> Array:
    return graph_svm(data).W.mT


def _direction(candidate: limits.Candidate, part: str) -> dict[str, Any]:
    """The limit of the direction of some part of W(tau)."""
    return {"conclude": lambda run, effort: limits.attention_direction(run, candidate, effort, part=part)}


SENTENCES = (
    # Margins of W^mm are 1 somewhere, and 0 within a component.
    *neighbours(
        ("section-3.1/suppresses",),
        (
            "tightened-bound",
            "At R W^mm it gets at most e^(-65 R / 64) of it.",
            checked(said.suppresses, least=65),
        ),
        ("wrong-condition", "If y -> x is reachable.", checked(said.suppresses, ties=True)),
        ("swapped-roles", "The transpose of W^mm does so.", checked(said.suppresses, swapped=True)),
    ),
    *neighbours(
        ("section-3.1/suppresses@only",),
        ("wrong-condition", "If x is reachable from y.", checked(said.selects_only, whose="tied")),
        ("swapped-roles", "It only selects x.", checked(said.selects_only, whose="dominated")),
    ),
    *neighbours(
        ("section-3.1/suppresses@only/amended",),
        (
            "dropped-assumption",
            "If y is the label, attention only selects y.",
            checked(said.selects_only, whose="any-label", least=64),
        ),
        (
            "tightened-bound",
            "At R W^mm others get at most e^(-65 R / 64) of what y gets.",
            checked(said.selects_only, whose="label", least=65),
        ),
    ),
    *neighbours(
        ("lemma-1/proof/positive",),
        ("tightened-bound", "min s_it > 1.", checked(said.positive_entries, least=64)),
        ("wrong-sign", "max s_it < 0.", checked(said.positive_entries, sign=-1)),
    ),
    # An input of one token has s = 1.
    *neighbours(
        ("lemma-1/proof/positive/amended",),
        ("tightened-bound", "min s_it > 1/64.", checked(said.positive_entries, softmax=True, least=1)),
        (
            "wrong-quantifier",
            "And max s_it < 1.",
            checked(said.positive_entries, softmax=True, below_one=True),
        ),
    ),
    # Assumption 3 compares entries of a row of C E^T, not of a column.
    *neighbours(
        ("section-4.1/correct-prediction",),
        ("wrong-condition", "Attention outputs e_k.", checked(said.right_only_at_label, condition="any")),
        (
            "wrong-quantifier",
            "If attention outputs e_k, the prediction is correct.",
            checked(said.right_only_at_label, condition="converse"),
        ),
    ),
    # Equality for one token beside the label.
    *neighbours(
        ("section-4.1/correct-prediction/amended",),
        ("tightened-bound", "So it is with 63/64 D.", checked(said.nearest_at_least_loss, parts=63)),
        ("wrong-quantity", "c is the largest gap.", checked(said.nearest_at_least_loss, widest=True)),
    ),
    *neighbours(
        ("theorem-2/svm-nonzero",),
        ("wrong-condition", "Iff some edge joins two tokens.", checked(said.nonzero_iff, edges="any")),
        (
            "wrong-quantifier",
            "Iff every graph has some i => j.",
            checked(said.nonzero_iff, edges="everywhere"),
        ),
    ),
    # Two inputs of tokens 0 and 1, with both as labels: n L = |x| + o(1).
    *neighbours(
        ("section-5/finite-risk",),
        ("wrong-set", "Of all tokens of the input.", checked(bounded.keeps_component, every_edge=True)),
        ("tightened-bound", "By at most 63/64 n L(W) + .. .", checked(bounded.keeps_component, parts=63)),
    ),
)

BOUNDED = (
    *neighbours(
        ("lemma-7/proof/differs",),
        ("wrong-set", "For all i.", checked(said.subset_differs, every_sample=True)),
        ("wrong-quantifier", "Two tokens at least are removed.", checked(said.subset_differs, least=2)),
    ),
    *neighbours(
        ("lemma-7/proof/differs/amended",),
        ("wrong-condition", "For i in I, X-bar_i != X_i.", checked(said.subset_differs)),
        (
            "wrong-quantifier",
            "Two tokens at least are removed then.",
            checked(said.subset_differs, outside=True, least=2),
        ),
    ),
    *neighbours(
        ("lemma-7/proof/coercive",),
        (
            "wrong-subspace",
            "As ||W|| does in all of the space.",
            checked(bounded.coercive, on_subspace=False),
        ),
        ("tightened-bound", "|I| Lbar is at least 65/64 D - ... .", checked(bounded.coercive, parts=65)),
    ),
    *neighbours(
        ("theorem-3/proof/bounded",),
        ("dropped-assumption/step-size", "At every step size.", {"assumes": SETTING}),
        ("tightened-bound", "By 63/64 n L(W(0)) + .. .", checked(bounded.stays_bounded, parts=63)),
    ),
    *neighbours(
        ("theorem-3/proof/eq-34",),
        ("wrong-subspace", "That of W_par(tau) does.", _direction(svm_direction, "inside")),
        ("swapped-roles", "That with the transpose of W^mm does.", _direction(_transposed, "outside")),
    ),
    *neighbours(
        ("theorem-3/proof/eq-32",),
        ("flipped-inequality", "<= for >=.", checked(bounded.projects_shorter, flipped=True)),
        ("wrong-quantity", "So it is for norms.", checked(bounded.projects_shorter, power=1)),
    ),
)

PLANTED_SENTENCES = (*SENTENCES, *BOUNDED)

"""False neighbours of sentences between the results, and of bounds on the part in S_cyc."""

from __future__ import annotations

from typing import Any

from ntpcheck.arithmetic import Array
from ntpcheck.instances.attention import Attention
from ntpcheck.reference.graph_svm import graph_svm
from ntpcheck_papers.li2024.falsehoods.planting import checked, neighbours
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


PLANTED_SENTENCES = (
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

"""False neighbours of the claims about the regularisation path: wrong limits, paces and bounds."""

from __future__ import annotations

from typing import Any

from li2024 import lemma_4_direction, theorem_1_path
from li2024.planting import neighbours
from li2024.setting import NONZERO_SVM
from ntpcheck.checks import attention_path
from ntpcheck.checks import attention_path_rivals as rivals

__all__ = ["PLANTED_PATH"]


def _limit(check: Any, candidate: Any) -> dict[str, Any]:
    """The same check of another limit."""
    return {"conclude": lambda data, effort: check(data, candidate, effort)}


def _to(candidate: Any) -> dict[str, Any]:
    return _limit(attention_path.path_direction, candidate)


def _off(candidate: Any) -> dict[str, Any]:
    return _limit(attention_path.path_direction_at, candidate)


# The path turns to W^mm, or on flat samples to S; neither is a multiple of what is planted on all data.
DIRECTIONS = (
    *neighbours(
        ("theorem-1/direction", "theorem-1/direction/amended"),
        ("flipped", "It tends to -W^mm / ||W^mm||.", _to(rivals.opposite)),
        ("wrong-matrix", "It tends to the direction of the transpose of W^mm.", _to(rivals.transposed)),
        ("wrong-constant", "It tends to the direction of W^mm + W^mm^T / 64.", _to(rivals.tilted)),
        ("dropped-sample", "It tends to W^mm of all samples but one.", _to(rivals.without_first)),
    ),
    *neighbours(
        ("theorem-1/direction/amended",),
        (
            "dropped-assumption",
            "Even if l' vanishes at the score of some label.",
            {"assumes": (*theorem_1_path.GIVEN, NONZERO_SVM)},
        ),
    ),
    *neighbours(
        ("lemma-4/direction", "lemma-4/direction/amended"),
        ("flipped", "It tends to -W^mm / ||W^mm||.", _off(rivals.opposite)),
        ("wrong-matrix", "It tends to the direction of the transpose of W^mm.", _off(rivals.transposed)),
        ("wrong-subspace", "It tends to the direction of W^mm + W_par.", _off(rivals.with_inner_part)),
        ("wrong-program", "It tends to the solution of (Acyc-SVM).", _off(rivals.without_ties)),
    ),
    *neighbours(
        ("lemma-4/direction/amended",),
        (
            "dropped-assumption",
            "Even if l' vanishes at some gamma_i^max.",
            {"assumes": lemma_4_direction.SETTING},
        ),
    ),
)

PLANTED_PATH = (*DIRECTIONS,)

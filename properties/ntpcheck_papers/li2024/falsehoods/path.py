"""False neighbours of the claims about the regularisation path: wrong limits, paces and bounds."""

from __future__ import annotations

from typing import Any

from ntpcheck_papers.li2024.falsehoods import path_rivals as rivals
from ntpcheck_papers.li2024.falsehoods.planting import checked, neighbours
from ntpcheck_papers.li2024.section_3.svm import svm_direction
from ntpcheck_papers.li2024.section_4 import (
    chains,
    lemma_4_direction,
    lemma_4_proof,
    theorem_1_path,
    theorem_1_proof,
)
from ntpcheck_papers.li2024.section_4 import path as attention_path
from ntpcheck_papers.li2024.section_4 import path_limits as limits
from ntpcheck_papers.li2024.section_4 import path_losses as losses
from ntpcheck_papers.li2024.section_4 import path_radius as radius
from ntpcheck_papers.li2024.section_4 import path_steps as steps
from ntpcheck_papers.li2024.setting import FEASIBLE, NONZERO_SVM, REALIZABLE

__all__ = ["PLANTED_PATH"]


def _limit(check: Any, candidate: Any) -> dict[str, Any]:
    """The same check of another limit."""
    return {"conclude": lambda data, effort: check(data, candidate, effort)}


def _with(check: Any, **options: Any) -> dict[str, Any]:
    """The same check of a limit with other options."""
    return {"conclude": lambda data, effort: check(data, effort, **options)}


def _to(candidate: Any) -> dict[str, Any]:
    return _limit(attention_path.path_direction, candidate)


def _off(candidate: Any) -> dict[str, Any]:
    return _limit(attention_path.path_direction_at, candidate)


# The path turns to W^mm, or on flat samples to S; neither is a multiple of what is planted on all data.
DIRECTIONS = (
    *neighbours(
        ("theorem-1/direction", "theorem-1/direction/amended"),
        ("wrong-sign", "It tends to -W^mm / ||W^mm||.", _to(rivals.opposite)),
        ("swapped-roles", "It tends to the direction of the transpose of W^mm.", _to(rivals.transposed)),
        ("wrong-limit/tilted", "It tends to the direction of W^mm + W^mm^T / 64.", _to(rivals.tilted)),
        (
            "wrong-program/dropped-sample",
            "It tends to W^mm of all samples but one.",
            _to(rivals.without_first),
        ),
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
        ("wrong-sign", "It tends to -W^mm / ||W^mm||.", _off(rivals.opposite)),
        ("swapped-roles", "It tends to the direction of the transpose of W^mm.", _off(rivals.transposed)),
        (
            "wrong-limit/with-inner-part",
            "It tends to the direction of W^mm + W_par.",
            _off(rivals.with_inner_part),
        ),
        ("wrong-program/no-ties", "It tends to the solution of (Acyc-SVM).", _off(rivals.without_ties)),
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

LONGER = (*lemma_4_direction.SETTING, theorem_1_proof.ANOTHER_POINT)

# Equality holds for one token beside the label, once in the input, and the linear loss.
STEPS = (
    *neighbours(
        ("theorem-1/proof/eq-6",),
        ("wrong-quantifier", "For every i.", checked(steps.share_above, everywhere=True)),
        ("tightened-bound", "65/64 e^(-(1-eps)R) in its place.", checked(steps.share_above, parts=65)),
        ("wrong-rate", "e^(-62/64 (1-eps)R) in its place.", checked(steps.share_above, rate=62)),
    ),
    *neighbours(
        ("theorem-1/proof/eq-7",),
        ("tightened-bound", "63/64 (T - |O_i|) in its place.", checked(steps.share_below, parts=63)),
        ("wrong-rate", "e^(-65/64 R) in its place.", checked(steps.share_below, rate=65)),
    ),
    *neighbours(
        ("theorem-1/proof/eq-8",),
        ("tightened-bound", "65/64 c_dn in the place of c_dn.", checked(losses.loss_above, parts=65)),
        ("wrong-quantity", "c_max in the place of c_min.", checked(losses.loss_above, narrow=False)),
    ),
    *neighbours(
        ("theorem-1/proof/eq-9",),
        ("tightened-bound", "63/64 c_up in the place of c_up.", checked(losses.loss_below, parts=63)),
        ("wrong-quantity", "c_min in the place of c_max.", checked(losses.loss_below, wide=False)),
    ),
    *neighbours(
        ("lemma-4/proof/softmax-upper",),
        ("tightened-bound", "65/64 of the last term.", checked(steps.component_share_above, parts=65)),
        ("wrong-rate", "e^(-62/64 (1-eps)R).", checked(steps.component_share_above, rate=62)),
    ),
    *neighbours(
        ("lemma-4/proof/softmax-upper@last-step",),
        ("tightened-bound", "65/64 of the term.", checked(steps.component_share_above, last=True, parts=65)),
        ("wrong-rate", "e^(-62/64 (1-eps)R).", checked(steps.component_share_above, last=True, rate=62)),
    ),
    *neighbours(
        ("lemma-4/proof/softmax-upper/amended",),
        (
            "tightened-bound",
            "65/64 of the term.",
            checked(steps.component_share_above, all_tokens=True, parts=65),
        ),
        ("wrong-set", "bbar over the R_i.", checked(steps.component_share_above, last=True)),
    ),
    *neighbours(
        ("lemma-4/proof/softmax-lower",),
        ("tightened-bound", "T / 4 in the place of T.", checked(steps.component_share_below, parts=16)),
        ("wrong-rate", "e^(-65/64 R).", checked(steps.component_share_below, rate=65)),
    ),
    *neighbours(
        ("lemma-4/proof/softmax-lower/amended",),
        (
            "tightened-bound",
            "T / 4 in the place of T.",
            checked(steps.component_share_below, all_tokens=True, parts=16),
        ),
        ("wrong-set", "bbar over the R_i.", checked(steps.component_share_below)),
    ),
    *neighbours(
        ("theorem-1/proof/epsilon", "lemma-4/proof/epsilon"),
        ("tightened-bound", "The margin is at most 1/64 - eps.", checked(chains.least_margin_below, parts=1)),
        ("dropped-assumption/length", "For W' of any length.", {"assumes": LONGER}),
        ("wrong-quantifier", "So it is for every i => j.", checked(chains.least_margin_below, every=True)),
    ),
    *neighbours(
        ("lemma-4/proof/excess-lower", "lemma-4/proof/excess-lower/amended"),
        (
            "tightened-bound",
            "65/64 c_dn in the place of c_dn.",
            checked(chains.excess_above, all_tokens=True, parts=65),
        ),
        ("wrong-rate", "e^(-62/64 (1-eps)R).", checked(chains.excess_above, all_tokens=True, rate=62)),
    ),
    *neighbours(
        ("lemma-4/proof/excess-lower/amended",),
        ("wrong-set", "bbar over the R_i.", checked(chains.excess_above)),
    ),
    *neighbours(
        ("lemma-4/proof/excess-upper", "lemma-4/proof/excess-upper/amended"),
        (
            "tightened-bound",
            "63/64 c_up in the place of c_up.",
            checked(chains.excess_below, all_tokens=True, parts=63),
        ),
        ("wrong-rate", "e^(-65/64 R).", checked(chains.excess_below, all_tokens=True, rate=65)),
    ),
    *neighbours(
        ("lemma-4/proof/excess-upper/amended",),
        ("wrong-set", "bbar over the R_i.", checked(chains.excess_below)),
    ),
    *neighbours(
        ("sharper/epsilon",),
        ("tightened-bound", "65/64 of that eps.", checked(chains.least_margin_by_distance, parts=65)),
        (
            "wrong-constant",
            "eps = ||W' - W^mm||^2 / ||W^mm||^2.",
            checked(chains.least_margin_by_distance, parts=128),
        ),
        ("dropped-assumption", "For W' of any length.", {"assumes": (REALIZABLE, FEASIBLE, NONZERO_SVM)}),
    ),
    *neighbours(
        ("lemma-4/proof/threshold", "lemma-4/proof/threshold/amended"),
        ("flipped-inequality", "The loss at R W' is the smaller one.", checked(radius.beats, flipped=True)),
        ("dropped-assumption", "For every R > 0.", {"assumes": lemma_4_proof.COMPETING}),
    ),
    *neighbours(
        ("lemma-4/proof/threshold/amended",),
        ("wrong-set", "bbar over the R_i.", {"assumes": (*lemma_4_proof.COMPETING, lemma_4_proof.BEYOND)}),
    ),
)

THEOREM_2 = (
    *neighbours(
        ("theorem-2/direction", "theorem-2/direction/amended"),
        ("wrong-sign", "It tends to -W^mm / ||W^mm||.", _limit(limits.direction, rivals.opposite)),
        ("swapped-roles", "It tends to the transpose of W^mm.", _limit(limits.direction, rivals.transposed)),
        (
            "wrong-program/dropped-sample",
            "It tends to W^mm without a sample.",
            _limit(limits.direction, rivals.without_first),
        ),
    ),
    *neighbours(
        ("theorem-2/direction/amended",),
        ("wrong-program/no-ties", "It tends to (Acyc-SVM)'s.", _limit(limits.direction, rivals.without_ties)),
        (
            "wrong-limit/with-correction",
            "It tends to W^mm + W^cyc.",
            _limit(limits.direction, rivals.with_correction),
        ),
    ),
    *neighbours(
        ("theorem-2/cyclic-part",),
        (
            "wrong-limit/tilted",
            "It tends to W^cyc + W^mm / 64.",
            _limit(limits.cyclic_part, rivals.margin_added),
        ),
        ("wrong-limit/svm", "It tends to W^mm.", _limit(limits.cyclic_part, svm_direction)),
    ),
    *neighbours(
        ("theorem-2/cyclic-part/amended",),
        ("wrong-constant", "It tends to 65/64 W^cyc.", _limit(limits.cyclic_part, rivals.scaled_correction)),
        ("wrong-limit/zero", "It tends to 0.", _limit(limits.cyclic_part, rivals.nothing)),
        ("swapped-roles", "To the transpose of W^cyc.", _limit(limits.cyclic_part, rivals.turned_correction)),
    ),
    *neighbours(
        ("theorem-2/decomposition", "theorem-2/decomposition@log-loss"),
        (
            "wrong-limit/correction",
            "With W^cyc + W^mm^T / 64 in the place of W^cyc.",
            _with(limits.decomposition, correction=rivals.beside_correction),
        ),
        ("wrong-limit/direction", "With W^mm + W^mm^T / 64.", _with(limits.decomposition, sideways=1)),
    ),
    *neighbours(
        ("theorem-2/decomposition/amended", "theorem-2/decomposition@log-loss/amended"),
        ("tightened-bound", "It is o(1).", _with(limits.decomposition)),
        (
            "wrong-limit/direction",
            "With W^mm + W^mm^T / 64.",
            _with(limits.decomposition, relative=True, sideways=1),
        ),
    ),
    *neighbours(
        ("theorem-2/log-loss",),
        ("wrong-limit/zero", "The part tends to 0.", _with(limits.both_limits, correction=rivals.nothing)),
        (
            "wrong-limit/with-correction",
            "To W^mm + W^cyc.",
            _with(limits.both_limits, to=rivals.with_correction),
        ),
    ),
)

PLANTED_PATH = (*DIRECTIONS, *STEPS, *THEOREM_2)

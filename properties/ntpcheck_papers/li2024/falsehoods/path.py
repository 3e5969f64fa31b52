"""False neighbours of the claims about the regularisation path: wrong limits, paces and bounds."""

from __future__ import annotations

from functools import partial
from typing import Any

from ntpcheck.claim import Effort
from ntpcheck.evidence import Evidence, both
from ntpcheck.formulas.rivals import along, checked
from ntpcheck.instances.attention import Attention
from ntpcheck.reference.pair_correction import known_correction
from ntpcheck_papers.li2024.falsehoods import rivals
from ntpcheck_papers.li2024.falsehoods.planting import neighbours
from ntpcheck_papers.li2024.section_4 import chains
from ntpcheck_papers.li2024.section_4 import path as attention_path
from ntpcheck_papers.li2024.section_4 import path_limits as limits
from ntpcheck_papers.li2024.shared.svm import svm_direction

__all__ = ["PLANTED_PATH"]


def _both(to: limits.Candidate, correction: limits.Candidate) -> dict[str, Any]:
    """The limits of the direction and of the part in S_cyc."""

    def conclude(data: Attention, effort: Effort) -> Evidence:
        return both(limits.direction(data, to, effort), limits.cyclic_part(data, correction, effort))

    return {"conclude": conclude}


_to = partial(along, attention_path.path_direction)
_off = partial(along, attention_path.path_direction_at)
_turns = partial(along, limits.direction)
_part = partial(along, limits.cyclic_part)

LEAST = "W_R the minimiser of L over ||W|| <= R"
BALL = f"as R grows, {LEAST}"


def _direction(limit: str) -> str:
    return f"On acyclic data, W_R / R tends to {limit} {BALL}."


def _outside(limit: str) -> str:
    """The limit beside a part in S_cyc."""
    least = "W_R the minimiser of L(W + W_par) over the W orthogonal to S_cyc with ||W|| <= R"
    return f"For any W_par in S_cyc, W_R / R tends to {limit} as R grows, {least}."


def _turned(limit: str) -> str:
    return f"W_R / R tends to {limit} {BALL}."


def _projected(limit: str) -> str:
    return f"The projection of W_R on S_cyc tends to {limit} {BALL}."


def _left(rest: str) -> str:
    """What is left of W_R."""
    return f"W_R - {rest} as R grows for an appropriate C_R > 0, {LEAST}."


# The path turns to W^mm, or on flat samples to S; neither is a multiple of what is planted on all data.
DIRECTIONS = (
    *neighbours(
        ("theorem-1/direction", "theorem-1/direction/amended"),
        ("wrong-sign", _direction("-W^mm / ||W^mm||"), _to(rivals.opposite)),
        ("swapped-roles", _direction("the direction of the transpose of W^mm"), _to(rivals.transposed)),
        ("wrong-limit/tilted", _direction("the direction of W^mm + (W^mm)^T / 64"), _to(rivals.tilted)),
        (
            "wrong-program/dropped-sample",
            _direction("the direction of the W^mm of all samples but the first"),
            _to(rivals.without_first),
        ),
    ),
    *neighbours(
        ("lemma-4/direction", "lemma-4/direction/amended"),
        ("wrong-sign", _outside("-W^mm / ||W^mm||"), _off(rivals.opposite)),
        ("swapped-roles", _outside("the direction of the transpose of W^mm"), _off(rivals.transposed)),
        (
            "wrong-limit/with-inner-part",
            _outside("the direction of W^mm + W_par"),
            _off(rivals.with_inner_part),
        ),
        (
            "wrong-program/no-ties",
            _outside("the direction of the solution of (Acyc-SVM), the program without ties,"),
            _off(rivals.without_ties),
        ),
    ),
)


# The books' formula of a line decides too slowly here, so the checker's own parts do.
STEPS = (
    *neighbours(
        ("lemma-4/proof/excess-lower/amended",),
        (
            "wrong-set",
            "For some input i, L(R W' + W_par) - L*^(W_par) >= (1/n) (l(gamma_i^R) - l(gamma_i^max)) >= "
            "(c_dn / n) (gamma_i^max - gamma_i^R) >= (c_dn c_i / (n d_i)) (1 - 1 / (1 + e^(-(1 - eps) R - "
            "bbar) / d_i)), bbar the largest |b_it| over the R_i, for W' no longer than W^mm with some "
            "margin at most 1 - eps.",
            checked(chains.excess_above),
        ),
    ),
    *neighbours(
        ("lemma-4/proof/excess-upper/amended",),
        (
            "wrong-set",
            "L(R W^mm + W_par) - L*^(W_par) <= l(gamma_j*) - l(gamma_j^max) <= c_up (gamma_j^max - "
            "gamma_j*) <= (c_up c_j / d_j) (1 - 1 / (1 + T e^(-R + bbar) / d_j)) <= (c_up c_j / d_j^2) T "
            "e^(-R + bbar), bbar the largest |b_it| over the R_i, for the input j of the largest "
            "l(gamma_j*) - l(gamma_j^max).",
            checked(chains.excess_below),
        ),
    ),
)

THEOREM_2 = (
    *neighbours(
        ("theorem-2/direction", "theorem-2/direction/amended"),
        ("wrong-sign", _turned("-W^mm / ||W^mm||"), _turns(rivals.opposite)),
        ("swapped-roles", _turned("the direction of the transpose of W^mm"), _turns(rivals.transposed)),
        (
            "wrong-program/dropped-sample",
            _turned("the direction of the W^mm of all samples but the first"),
            _turns(rivals.without_first),
        ),
    ),
    *neighbours(
        ("theorem-2/direction/amended",),
        (
            "wrong-program/no-ties",
            _turned("the direction of the solution of (Acyc-SVM), the program without ties,"),
            _turns(rivals.without_ties),
        ),
        (
            "wrong-limit/with-correction",
            _turned("the direction of W^mm + W^cyc"),
            _turns(rivals.with_correction),
        ),
    ),
    *neighbours(
        ("theorem-2/cyclic-part",),
        ("wrong-limit/tilted", _projected("W^cyc + W^mm / 64"), _part(rivals.margin_added)),
        ("wrong-limit/svm", _projected("W^mm"), _part(svm_direction)),
    ),
    *neighbours(
        ("theorem-2/cyclic-part/amended",),
        ("wrong-constant", _projected("(65/64) W^cyc"), _part(rivals.scaled_correction)),
        ("wrong-limit/zero", _projected("0"), _part(rivals.nothing)),
        ("swapped-roles", _projected("the transpose of W^cyc"), _part(rivals.turned_correction)),
    ),
    *neighbours(
        ("theorem-2/decomposition", "theorem-2/decomposition@log-loss"),
        (
            "wrong-limit/correction",
            _left("C_R W^mm - W^cyc - (W^mm)^T / 64 tends to 0"),
            along(limits.decomposition, rivals.beside_correction),
        ),
    ),
    *neighbours(
        ("theorem-2/decomposition/amended", "theorem-2/decomposition@log-loss/amended"),
        ("tightened-bound", _left("C_R W^mm - W^cyc is o(1)"), along(limits.decomposition, known_correction)),
    ),
    # What is left after a multiple of a matrix is o(R) only if W_R / R tends to the direction of that matrix.
    *neighbours(
        ("theorem-2/decomposition", "theorem-2/decomposition@log-loss"),
        (
            "wrong-limit/direction",
            _left("C_R (W^mm + (W^mm)^T / 64) - W^cyc tends to 0"),
            _turns(rivals.tilted),
        ),
    ),
    *neighbours(
        ("theorem-2/decomposition/amended", "theorem-2/decomposition@log-loss/amended"),
        (
            "wrong-limit/direction",
            _left("C_R (W^mm + (W^mm)^T / 64) - W^cyc is o(R)"),
            _turns(rivals.tilted),
        ),
    ),
    *neighbours(
        ("theorem-2/log-loss",),
        (
            "wrong-limit/zero",
            "With the log-loss, W_R / R tends to W^mm / ||W^mm||, and the projection of W_R on S_cyc to 0.",
            _both(svm_direction, rivals.nothing),
        ),
        (
            "wrong-limit/with-correction",
            "With the log-loss, W_R / R tends to the direction of W^mm + W^cyc, and the projection of W_R "
            "on S_cyc to W^cyc.",
            _both(rivals.with_correction, known_correction),
        ),
    ),
)

PLANTED_PATH = (*DIRECTIONS, *STEPS, *THEOREM_2)

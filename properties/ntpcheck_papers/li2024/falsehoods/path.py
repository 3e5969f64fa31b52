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
)


# The books' formula of a line decides too slowly here, so the checker's own parts do.
STEPS = (
    *neighbours(
        ("lemma-4/proof/excess-lower/amended",),
        ("wrong-set", "bbar over the R_i.", checked(chains.excess_above)),
    ),
    *neighbours(
        ("lemma-4/proof/excess-upper/amended",),
        ("wrong-set", "bbar over the R_i.", checked(chains.excess_below)),
    ),
)

THEOREM_2 = (
    *neighbours(
        ("theorem-2/direction", "theorem-2/direction/amended"),
        ("wrong-sign", "It tends to -W^mm / ||W^mm||.", _turns(rivals.opposite)),
        ("swapped-roles", "It tends to the transpose of W^mm.", _turns(rivals.transposed)),
        ("wrong-program/dropped-sample", "It tends to W^mm without a sample.", _turns(rivals.without_first)),
    ),
    *neighbours(
        ("theorem-2/direction/amended",),
        ("wrong-program/no-ties", "It tends to (Acyc-SVM)'s.", _turns(rivals.without_ties)),
        ("wrong-limit/with-correction", "It tends to W^mm + W^cyc.", _turns(rivals.with_correction)),
    ),
    *neighbours(
        ("theorem-2/cyclic-part",),
        ("wrong-limit/tilted", "It tends to W^cyc + W^mm / 64.", _part(rivals.margin_added)),
        ("wrong-limit/svm", "It tends to W^mm.", _part(svm_direction)),
    ),
    *neighbours(
        ("theorem-2/cyclic-part/amended",),
        ("wrong-constant", "It tends to 65/64 W^cyc.", _part(rivals.scaled_correction)),
        ("wrong-limit/zero", "It tends to 0.", _part(rivals.nothing)),
        ("swapped-roles", "To the transpose of W^cyc.", _part(rivals.turned_correction)),
    ),
    *neighbours(
        ("theorem-2/decomposition", "theorem-2/decomposition@log-loss"),
        (
            "wrong-limit/correction",
            "With W^cyc + W^mm^T / 64 in the place of W^cyc.",
            along(limits.decomposition, rivals.beside_correction),
        ),
    ),
    *neighbours(
        ("theorem-2/decomposition/amended", "theorem-2/decomposition@log-loss/amended"),
        ("tightened-bound", "It is o(1).", along(limits.decomposition, known_correction)),
    ),
    # What is left after a multiple of a matrix is o(R) only if W_R / R tends to the direction of that matrix.
    *neighbours(
        (
            "theorem-2/decomposition",
            "theorem-2/decomposition@log-loss",
            "theorem-2/decomposition/amended",
            "theorem-2/decomposition@log-loss/amended",
        ),
        ("wrong-limit/direction", "With W^mm + W^mm^T / 64.", _turns(rivals.tilted)),
    ),
    *neighbours(
        ("theorem-2/log-loss",),
        ("wrong-limit/zero", "The part tends to 0.", _both(svm_direction, rivals.nothing)),
        ("wrong-limit/with-correction", "To W^mm + W^cyc.", _both(rivals.with_correction, known_correction)),
    ),
)

PLANTED_PATH = (*DIRECTIONS, *STEPS, *THEOREM_2)

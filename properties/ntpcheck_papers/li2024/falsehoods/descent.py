"""False neighbours of the claims about descent: wrong signs, shares, subspaces, hypotheses dropped."""

from __future__ import annotations

from ntpcheck_papers.li2024.falsehoods.planting import checked, neighbours
from ntpcheck_papers.li2024.section_5 import descent as checks
from ntpcheck_papers.li2024.setting import FEASIBLE, IDENTITY_HEAD, LOG_LOSS, REALIZABLE

__all__ = ["PLANTED_DESCENT"]

NO_STEP = {"assumes": (REALIZABLE, IDENTITY_HEAD, LOG_LOSS)}
ANY_SVM = {"assumes": (REALIZABLE, IDENTITY_HEAD, LOG_LOSS, FEASIBLE)}

PLANTED_DESCENT = (
    *neighbours(
        ("lemma-5/descent",),
        (
            "tightened-bound",
            "The decrease is at least (65/64) eta ||grad||^2.",
            checked(checks.descends, share=65),
        ),
        ("dropped-assumption/step-size", "So it is at every step size.", NO_STEP),
    ),
    *neighbours(
        ("lemma-6/negative",),
        (
            "flipped-inequality",
            "The inner product is positive.",
            checked(checks.gradient_along_margin, flipped=True),
        ),
        ("dropped-assumption", "It is negative even if W^mm = 0.", ANY_SVM),
    ),
    *neighbours(
        ("lemma-6/proof/minus-one", "lemma-6/proof/minus-one/amended"),
        (
            "wrong-set",
            "Tokens of R_i are one unit below the label.",
            checked(checks.margins_are, ties=1),
        ),
        (
            "tightened-bound",
            "It is at most -65/64 outside R_i.",
            checked(checks.margins_are, at_least=True, more=1),
        ),
    ),
    *neighbours(
        ("theorem-4/no-critical-point",),
        ("dropped-assumption", "Not even if W^mm = 0.", ANY_SVM),
        (
            "tightened-bound",
            "The entries of grad L(W) sum to more than 1.",
            checked(checks.critical, least=1),
        ),
    ),
)

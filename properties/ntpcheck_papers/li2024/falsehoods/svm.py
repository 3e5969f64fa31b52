"""False neighbours of the claims on (Graph-SVM), S_cyc, W^cyc, convexity and the gradient."""

from __future__ import annotations

from ntpcheck_papers.li2024.falsehoods.planting import checked, neighbours
from ntpcheck_papers.li2024.section_4 import cyclic_correction as correction
from ntpcheck_papers.li2024.setting import (
    FEASIBLE,
    IDENTITY_HEAD,
    LOG_LOSS,
    NONZERO_SVM,
    REALIZABLE,
)

__all__ = ["PLANTED_SVM"]

LOGARITHM = (REALIZABLE, IDENTITY_HEAD, LOG_LOSS)
# A label missing from its sequence has probability zero, and the log-loss is infinite for every W.
ANY_LOSS = {"assumes": (REALIZABLE, IDENTITY_HEAD)}
ANY_LABEL = {"assumes": (IDENTITY_HEAD, LOG_LOSS)}

PLANTED_SVM = (
    *neighbours(
        ("definition-3/exists",),
        ("dropped-assumption", "With the log-loss and labels that may be missing.", ANY_LABEL),
        (
            "tightened-bound",
            "With the log-loss, and of norm at most 1/64.",
            {"assumes": LOGARITHM} | checked(correction.minimiser_exists, longest=1),
        ),
    ),
    *neighbours(
        ("definition-3/exists/amended",),
        (
            "dropped-assumption",
            "However low the cyclic risk lies far away.",
            {"assumes": (REALIZABLE, IDENTITY_HEAD)},
        ),
        ("tightened-bound", "Of norm at most 1/64.", checked(correction.minimiser_exists, longest=1)),
        ("wrong-constant", "At 65/64 W^cyc.", checked(correction.minimiser_exists, parts=65)),
    ),
    *neighbours(
        ("definition-3/unique",),
        ("dropped-assumption", "With the log-loss and labels that may be missing.", ANY_LABEL),
        (
            "wrong-constant",
            "With the log-loss, it is 65/64 W^cyc.",
            {"assumes": LOGARITHM} | checked(correction.minimiser_unique, parts=65),
        ),
    ),
    *neighbours(
        ("definition-3/unique/amended",),
        (
            "dropped-assumption",
            "Also with several minimisers in S_cyc.",
            {"assumes": (REALIZABLE, IDENTITY_HEAD)},
        ),
        ("wrong-constant", "It is 65/64 W^cyc.", checked(correction.minimiser_unique, parts=65)),
    ),
    *neighbours(
        ("lemma-7/unique-finite",),
        (
            "dropped-assumption",
            "Labels may be missing.",
            {"assumes": (IDENTITY_HEAD, LOG_LOSS, FEASIBLE, NONZERO_SVM)},
        ),
        ("wrong-constant", "It is 65/64 W^cyc.", checked(correction.minimiser_unique, parts=65)),
    ),
)

"""False neighbours of the claims on (Graph-SVM), S_cyc, W^cyc, convexity and the gradient."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from ntpcheck.arithmetic import FLOAT, Array
from ntpcheck.checks.existence import unsettled
from ntpcheck.evidence import Evidence, both
from ntpcheck.formulas.rivals import checked
from ntpcheck.instances.attention import Attention
from ntpcheck.reference.cyclic import cyclic_correction
from ntpcheck.reference.pair_correction import known_correction
from ntpcheck_papers.li2024.falsehoods.planting import neighbours
from ntpcheck_papers.li2024.section_4 import cyclic_correction as correction
from ntpcheck_papers.li2024.setting import (
    FEASIBLE,
    IDENTITY_HEAD,
    LOG_LOSS,
    NONZERO_SVM,
    REALIZABLE,
)

__all__ = ["PLANTED_SVM"]


def _at(data: Attention) -> Array:
    """W^cyc where it is known."""
    return known_correction(data) if data.xp is FLOAT else cyclic_correction(data).W


def _scaled(data: Attention, *, of: Callable[[Any], Evidence]) -> Evidence:
    """Besides, 65/64 W^cyc is the minimiser."""
    return both(of(data), correction.vanishes_at(data, _at(data) * 65 / 64))


def _short(data: Attention) -> Evidence:
    """Besides, ||W^cyc|| <= 1/64."""
    at, there = _at(data), correction.known(data)
    if data.xp is FLOAT:
        slack = 1 / 64 - at.norm(dim=(-2, -1))
        short = Evidence(slack, torch.where(there, 2.0**-30, torch.inf), 0 * slack + 1)
    elif there:
        slack = 1 - 4096 * data.xp.sum(at * at, (-2, -1))
        short = Evidence(slack, 0 * slack, 1 + 0 * slack)
    else:
        short = unsettled(data.knee)
    return both(correction.minimiser_exists(data), short)


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
            {"assumes": LOGARITHM} | checked(_short),
        ),
    ),
    *neighbours(
        ("definition-3/exists/amended",),
        (
            "dropped-assumption",
            "However low the cyclic risk lies far away.",
            {"assumes": (REALIZABLE, IDENTITY_HEAD)},
        ),
        ("tightened-bound", "Of norm at most 1/64.", checked(_short)),
        ("wrong-constant", "At 65/64 W^cyc.", checked(_scaled, of=correction.minimiser_exists)),
    ),
    *neighbours(
        ("definition-3/unique",),
        ("dropped-assumption", "With the log-loss and labels that may be missing.", ANY_LABEL),
        (
            "wrong-constant",
            "With the log-loss, it is 65/64 W^cyc.",
            {"assumes": LOGARITHM} | checked(_scaled, of=correction.minimiser_unique),
        ),
    ),
    *neighbours(
        ("definition-3/unique/amended",),
        (
            "dropped-assumption",
            "Also with several minimisers in S_cyc.",
            {"assumes": (REALIZABLE, IDENTITY_HEAD)},
        ),
        ("wrong-constant", "It is 65/64 W^cyc.", checked(_scaled, of=correction.minimiser_unique)),
    ),
    *neighbours(
        ("lemma-7/unique-finite",),
        (
            "dropped-assumption",
            "Labels may be missing.",
            {"assumes": (IDENTITY_HEAD, LOG_LOSS, FEASIBLE, NONZERO_SVM)},
        ),
        ("wrong-constant", "It is 65/64 W^cyc.", checked(_scaled, of=correction.minimiser_unique)),
    ),
)

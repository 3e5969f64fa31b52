"""Where statements on attention mean nothing, with the number that they wrongly take to be positive."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from ntpcheck.arithmetic import FLOAT, Array
from ntpcheck.evidence import Evidence, Rigor
from ntpcheck.instances.attention import Attention
from ntpcheck.reference.attention_loss import defined, outputs


def without(number: Any) -> Evidence:
    """One exact instance on which a statement is undefined, as it needs this number to be positive."""
    slack = np.asarray(number, dtype=object)
    witness = {"premise": "positive"}
    return Evidence(slack, 0 * slack, 1 + abs(slack), defined=False, rigor=Rigor.BALL, witness=witness)


def infinite_loss(data: Attention, *points: Array) -> Evidence | None:
    """Undefined where the loss of some point `[d, d]` of one exact instance is infinite; None elsewhere.

    That is where a log-loss meets a score u_i <= 0: the first such score is the number.
    """
    for W in points:
        wanting = np.flatnonzero(~np.asarray(defined(data, W), dtype=bool))
        if len(wanting):
            return without(outputs(data, W)[wanting[0]] + 0 * data.knee[()])
    return None


def where_finite(data: Attention, evidence: Evidence, *points: Array) -> Evidence:
    """The same evidence, undefined where the loss of some point `[..., d, d]` is infinite."""
    if data.xp is not FLOAT:
        return infinite_loss(data, *points) or evidence
    meant = evidence.defined
    for W in points:
        meant = defined(data, W).all(-1) & meant
    return replace(evidence, defined=meant)

"""Where statements on attention mean nothing."""

from dataclasses import replace

import numpy as np

from ntpcheck.arithmetic import FLOAT, Array
from ntpcheck.checks.existence import undefined
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import Attention
from ntpcheck.reference.attention_loss import defined


def infinite_loss(data: Attention, *points: Array) -> Evidence | None:
    """Undefined where the loss of some point `[d, d]` of one exact instance is infinite; None elsewhere.

    That is where a log-loss meets a score u_i <= 0.
    """
    meant = all(np.asarray(defined(data, W), dtype=bool).all() for W in points)
    return None if meant else undefined()


def where_finite(data: Attention, evidence: Evidence, *points: Array) -> Evidence:
    """The same evidence, undefined where the loss of some point `[..., d, d]` is infinite."""
    if data.xp is not FLOAT:
        return infinite_loss(data, *points) or evidence
    meant = evidence.defined
    for W in points:
        meant = defined(data, W).all(-1) & meant
    return replace(evidence, defined=meant)

"""Compatible, separable, obstructed: solvability of (4) and (6), with what decides one exact instance."""

from dataclasses import replace
from typing import Any

import numpy as np
import torch

from ntpcheck.arithmetic import FLOAT
from ntpcheck.checks.compare import decided
from ntpcheck.evidence import Evidence, Outcome, judge
from ntpcheck.instances.base import cached
from ntpcheck.instances.dataset import Dataset
from ntpcheck.reference.compatible import compatibility
from ntpcheck.reference.max_margin import max_margin

LEAST_MISS = 2.0**-52  # a decided incompatibility is never reported as a miss of nothing


@cached
def separable(data: Dataset) -> Evidence:
    """Some W satisfies (6). Slack on floats: the margin 1/(1 + ||W^mm||), or -1 with a Farkas ray.

    Floats follow the solver where its residuals, measured from the data, settle the case. Exactly: W^mm
    is one, or a Farkas ray rules every decoder out.
    """
    found = max_margin(data)
    if data.xp is not FLOAT:
        return _settled(data, found.feasible, found.decided)
    norm = (found.W**2).sum((-2, -1)).sqrt()
    slack = FLOAT.where(found.feasible, 1 / (1 + norm), -1.0)
    return Evidence(slack, FLOAT.where(found.decided, 0 * slack, torch.inf), slack.abs())


@cached
def compatible(data: Dataset) -> Evidence:
    """Some W satisfies (4). Slack on floats: 1, or minus the largest miss by the best W, in nats.

    Exactly: every integer relation between the equations' left sides holds between their right sides too.
    """
    found = compatibility(data)
    if data.xp is not FLOAT:
        return _settled(data, found.compatible, found.decided)
    slack = FLOAT.where(found.compatible, 1.0 + 0 * found.residual, -found.residual.clamp_min(LEAST_MISS))
    return Evidence(slack, FLOAT.where(found.decided, 0 * slack, torch.inf), slack.abs())


@cached
def obstructed(data: Dataset) -> Evidence:
    """Not both compatible and separable: a Farkas ray, or a relation that the log-ratios break."""
    margin, equations = max_margin(data), compatibility(data)
    ruled_out = (margin.decided & ~margin.feasible) | (equations.decided & ~equations.compatible)
    settled = ruled_out | (margin.decided & equations.decided)
    if data.xp is not FLOAT:
        return _settled(data, ruled_out, settled)
    slack = FLOAT.where(ruled_out, 1.0 + 0 * margin.residual, -1.0)
    return Evidence(slack, FLOAT.where(settled, 0 * slack, torch.inf), slack.abs())


def where_compatible(data: Dataset, evidence: Evidence) -> Evidence:
    """The same evidence, undefined on incompatible data: it speaks of a W^p that does not exist."""
    misses = judge(compatible(data)) == Outcome.FAILS
    defined = torch.as_tensor(~misses, device=data.embeddings.device) if data.xp is FLOAT else ~misses
    return replace(evidence, defined=defined)


def _settled(data: Dataset, holds: Any, settled: Any) -> Evidence:
    """A decision on exact instances, undecided where the exact method gave up."""
    evidence = decided(holds, data.embeddings)
    slack = np.asarray(np.where(settled, evidence.slack, float("nan")), dtype=object)
    return Evidence(slack, evidence.error, evidence.scale, rigor=evidence.rigor)

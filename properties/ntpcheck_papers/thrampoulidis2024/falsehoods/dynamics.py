"""False neighbours of Lemma 2 and Theorem 2."""

from functools import partial
from typing import Any

import numpy as np
import torch

from ntpcheck.checks.compare import decided
from ntpcheck.checks.direction import direction_limit
from ntpcheck.checks.existence import denied, floats_only
from ntpcheck.checks.limit import (
    OPEN,
    Row,
    collected,
    finite_part_limit,
    flow_end,
    guaranteed,
    loss_limit,
    norm_limit,
    starts,
)
from ntpcheck.claim import Assumption
from ntpcheck.domains.imposed.decoders import curvature
from ntpcheck.dynamics.flow import flows
from ntpcheck.evidence import Evidence
from ntpcheck.formulas.rivals import along, beside, off_by, times
from ntpcheck.instances.dataset import Run
from ntpcheck.reference.entropy import entropy
from ntpcheck.reference.guarantee import log_loss_bound, norm_bound
from ntpcheck_papers.thrampoulidis2024.beyond.converses import centre
from ntpcheck_papers.thrampoulidis2024.falsehoods.programs import PROGRAMS, directions
from ntpcheck_papers.thrampoulidis2024.setting import COMPATIBLE, SEPARABLE, SOME_TOKEN_OUT
from ntpcheck_papers.thrampoulidis2024.shared.finite_part import finite_part

FACTOR = 64  # of the step size at which the smoothness of CE would just allow descent


def _far_above(run: Run) -> Evidence:
    """eta >= 64 / lambda_max(sum pi_j h_j h_j^T), in doubles: what is far above need not be sharp."""
    rounded = run.floats() if run.is_exact else run
    far = rounded.eta * curvature(rounded) >= FACTOR
    return decided(far if run is rounded else far.numpy(), run.W0)


def _enlarged(run: Run) -> Run:
    largest = curvature(run)
    power = torch.log2(torch.where(largest > 0, largest, 1.0)).floor()
    return run.replace(eta=torch.exp2(FACTOR.bit_length() - 1 - power))


LARGE_STEP = Assumption("large-step", _far_above, _enlarged)
LARGE_STEPS = {"assumes": (SOME_TOKEN_OUT, SEPARABLE, COMPATIBLE, LARGE_STEP)}


def inside_grows(run: Run, effort: Any) -> Evidence:
    """||P_F W_k|| tends to infinity: not where it has a finite limit."""
    return denied(finite_part_limit(run, centre, effort, compatible_only=False))


@floats_only
def _as_fast_as_a_square(run: Run, _: Any) -> Evidence:
    """||W|| at the end of the flow is at least the square of what the guaranteed loss forces there."""
    rows = []
    for (frame, start, eta), flow in zip(starts(run), flows(run), strict=True):
        row = OPEN
        if guaranteed(frame, eta) and frame.moves and flow is not None and flow.completed:
            s, norm = flow_end(flow)
            least = float(norm_bound(frame, log_loss_bound(frame, start, eta, np.asarray(s))))
            row = Row(norm - least**2, scale=1 + norm)
        rows.append(row)
    return collected(run, rows)


NORM = {
    "wrong-subspace": {"conclude": inside_grows},
    # It grows like ||W^mm|| log k.
    "wrong-rate": {"conclude": _as_fast_as_a_square},
    "wrong-limit/bounded": {"conclude": lambda run, effort: denied(norm_limit(run, effort))},
}

DIRECTIONS = directions(partial(along, direction_limit), *PROGRAMS)

FINITE_PART = {
    "wrong-limit/zero": along(finite_part_limit, lambda run: 0 * run.W0),
    "wrong-constant": along(finite_part_limit, lambda run: 65 * finite_part(run).W / 64),
    "wrong-sign": along(finite_part_limit, lambda run: -finite_part(run).W),
}

CHECKS = {
    "linear/lemma-2/loss#wrong-constant": off_by(loss_limit, times(1 / 64, entropy)),
    "linear/lemma-2/loss#wrong-limit/zero": off_by(loss_limit, times(-1, entropy)),
    "linear/lemma-2/loss#dropped-assumption/step-size": LARGE_STEPS,
    **beside(NORM, "linear/lemma-2/norm", "linear/lemma-2/norm@short", "linear/lemma-2/norm@short/amended"),
    **beside(
        DIRECTIONS,
        "linear/theorem-2/direction",
        "linear/theorem-2/direction@short",
        "linear/theorem-2/direction@short/amended",
    ),
    **beside(FINITE_PART, "linear/theorem-2/finite-part"),
    "linear/theorem-2/finite-part#dropped-assumption/step-size": LARGE_STEPS,
}

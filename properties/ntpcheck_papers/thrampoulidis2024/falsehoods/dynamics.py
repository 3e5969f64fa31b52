"""False neighbours of Lemma 2 and Theorem 2."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from ntpcheck.arithmetic import FLOAT, exact_array
from ntpcheck.checks.compare import decided
from ntpcheck.checks.direction import direction_limit
from ntpcheck.checks.existence import denied, unsettled
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
from ntpcheck.formulas.rivals import along, off_by, times
from ntpcheck.instances.dataset import Run
from ntpcheck.reference import neighbours
from ntpcheck.reference.entropy import entropy
from ntpcheck.reference.guarantee import log_loss_bound, norm_bound
from ntpcheck_papers.thrampoulidis2024.beyond.converses import centre
from ntpcheck_papers.thrampoulidis2024.falsehoods.planting import SOME_TOKEN, of, under
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
FOR_LARGE_STEPS = "for large steps, eta >= 64 / lambda_max(sum_j pi_j h_j h_j^T)"
LARGE_STEPS = {"assumes": (SOME_TOKEN_OUT, SEPARABLE, COMPATIBLE, LARGE_STEP)}


def inside_grows(run: Run, effort: Any) -> Evidence:
    """||P_F W_k|| tends to infinity: not where it has a finite limit."""
    return denied(finite_part_limit(run, centre, effort, compatible_only=False))


def _as_fast_as_a_square(run: Run, _: Any) -> Evidence:
    """||W|| at the end of the flow is at least the square of what the guaranteed loss forces there."""
    if run.xp is not FLOAT:
        return unsettled(exact_array(0))
    rows = []
    for (frame, start, eta), flow in zip(starts(run), flows(run), strict=True):
        row = OPEN
        if guaranteed(frame, eta) and frame.moves and flow is not None and flow.completed:
            s, norm = flow_end(flow)
            least = float(norm_bound(frame, log_loss_bound(frame, start, eta, np.asarray(s))))
            row = Row(norm - least**2, scale=1 + norm)
        rows.append(row)
    return collected(run, rows)


LOSS = (
    (
        "wrong-constant",
        "The loss CE(W_k) of gradient descent tends to 65/64 of the entropy H.",
        off_by(loss_limit, times(1 / 64, entropy)),
    ),
    (
        "wrong-limit/zero",
        "The loss CE(W_k) of gradient descent tends to 0.",
        off_by(loss_limit, times(-1, entropy)),
    ),
    (
        "dropped-assumption/step-size",
        f"The loss CE(W_k) of gradient descent tends to the entropy H {FOR_LARGE_STEPS}.",
        LARGE_STEPS,
    ),
)

NORM = under(
    "Along gradient descent, ",
    (
        "wrong-subspace",
        "the norm of P_F(W_k), the part on F of the iterates, tends to infinity.",
        {"conclude": inside_grows},
    ),
    (
        # It grows like ||W^mm|| log k.
        "wrong-rate",
        "the norm of the iterates W_k tends to infinity no slower than (log k)^2.",
        {"conclude": _as_fast_as_a_square},
    ),
    (
        "wrong-limit/bounded",
        "the norm of the iterates W_k stays bounded.",
        {"conclude": lambda run, effort: denied(norm_limit(run, effort))},
    ),
)

DIRECTIONS = under(
    "Along gradient descent, ",
    (
        "wrong-program/dropped-margin",
        "cos(W_k, C) tends to 1, C the least decoder with (6) but for one margin.",
        along(direction_limit, neighbours.without_one_margin),
    ),
    (
        "wrong-program/one-more-token",
        "cos(W_k, C) tends to 1, C the W^mm of data with one token more in one support.",
        along(direction_limit, neighbours.with_one_more_token),
    ),
    (
        "wrong-program/one-token-less",
        "cos(W_k, C) tends to 1, C the W^mm of data with one token less in one support.",
        along(direction_limit, neighbours.with_one_token_less),
    ),
    (
        "wrong-program/no-ties",
        "cos(W_k, C) tends to 1, C the least decoder with (6b) for all pairs and without (6a).",
        along(direction_limit, neighbours.without_ties),
    ),
    (
        "wrong-program/all-tight",
        "cos(W_k, C) tends to 1, C the least decoder with (6a) and all margins equal to 1.",
        along(direction_limit, neighbours.with_all_margins_tight),
    ),
    (
        "wrong-program/one-hot",
        "cos(W_k, C) tends to 1, C the W^mm of each context's most frequent token.",
        along(direction_limit, neighbours.of_most_frequent_tokens),
    ),
)

FINITE_PART = under(
    "The projection P_F(W_k) on F of the iterates of gradient descent tends to ",
    ("wrong-limit/zero", "0.", along(finite_part_limit, lambda run: 0 * run.W0)),
    (
        "wrong-constant",
        "65/64 W*.",
        along(finite_part_limit, lambda run: 65 * finite_part(run).W / 64),
    ),
    ("wrong-sign", "-W*.", along(finite_part_limit, lambda run: -finite_part(run).W)),
    ("dropped-assumption/step-size", f"W* {FOR_LARGE_STEPS}.", LARGE_STEPS),
)

PLANTED_DYNAMICS = (
    *of("lemma-2/loss", *LOSS),
    *of("lemma-2/norm", *NORM),
    *of("lemma-2/norm@short", *NORM),
    *of("lemma-2/norm@short/amended", *under(SOME_TOKEN, *NORM)),
    *of("theorem-2/direction", *DIRECTIONS),
    *of("theorem-2/direction@short", *DIRECTIONS),
    *of("theorem-2/direction@short/amended", *under(SOME_TOKEN, *DIRECTIONS)),
    *of("theorem-2/finite-part", *FINITE_PART),
)

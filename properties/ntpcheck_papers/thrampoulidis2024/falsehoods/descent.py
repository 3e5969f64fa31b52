"""False neighbours of Lemmas 3 and 4 in the limit, and of Section 5's decomposition."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from ntpcheck.arithmetic import FLOAT, exact_array
from ntpcheck.checks.existence import denied, unsettled
from ntpcheck.checks.limit import OPEN, Row, collected, gaps, guaranteed, starts
from ntpcheck.claim import Planted
from ntpcheck.dynamics.flow import Flow
from ntpcheck.dynamics.gradient_descent import descent
from ntpcheck.evidence import Evidence
from ntpcheck.formulas.rivals import away, checked, flipped
from ntpcheck.instances.dataset import Decoding, Run, Scaled
from ntpcheck.reference.frame import Floats, frames
from ntpcheck.reference.guarantee import log_loss_bound, norm_bound
from ntpcheck.reference.law import Law
from ntpcheck_papers.thrampoulidis2024.falsehoods.dynamics import (
    FINITE_PART,
    FOR_LARGE_STEPS,
    LARGE_STEP,
    inside_grows,
)
from ntpcheck_papers.thrampoulidis2024.falsehoods.planting import NEARER, SOME_TOKEN, under
from ntpcheck_papers.thrampoulidis2024.section_5 import descent_parts, infimum, path_bounds
from ntpcheck_papers.thrampoulidis2024.section_5.descent_parts import late_growth
from ntpcheck_papers.thrampoulidis2024.shared import genie
from ntpcheck_papers.thrampoulidis2024.shared.approach import excess_shares, near_by
from ntpcheck_papers.thrampoulidis2024.shared.finite_part import finite_part

__all__ = ["PLANTED_DESCENT"]


def _to_more(data: Scaled) -> Evidence:
    return path_bounds.on_f_tends(data, 65 * finite_part(data).W / 64)


def _nearer(data: Scaled) -> Evidence:
    return near_by(data, data.W, excess_shares(data, data.W))


def _falls(run: Run, effort: Any) -> Evidence:
    return flipped(late_growth(run, effort))


def _faster(run: Run, effort: Any) -> Evidence:
    found = late_growth(run, effort)
    return replace(found, slack=found.slack - (0 * found.slack + 65) / 64)


def _with_less(share: float, relative: bool) -> dict[str, Any]:  # noqa: FBT001
    """The decomposition with that share of ||P_perp W_k|| left out."""

    def changed(flow: Flow, law: Law) -> Floats:
        return descent_parts.difference(flow, law) + share * descent_parts.perpendicular(flow, law)

    def conclude(run: Run, _: Any) -> Evidence:
        if run.xp is not FLOAT:
            return unsettled(exact_array(0))
        return descent_parts.vanishes(run, changed, relative=relative)

    return {"conclude": conclude}


def _not(check: Callable[..., Evidence]) -> dict[str, Any]:
    return {"conclude": lambda run, effort: denied(check(run, effort))}


def _loses_faster(data: Scaled) -> Evidence:
    return genie.falls_by(data, 66 * data.gamma / 64, anywhere=True)


def _half_off(data: Decoding) -> Evidence:
    inside, off = path_bounds.norms(data)
    return path_bounds.leak(data, inside, off / 2)


def _of(claim_ids: tuple[str, ...], *rows: tuple[Any, ...]) -> tuple[Planted, ...]:
    """The false neighbours that some claims share: kind, statement, and what is replaced."""
    return tuple(Planted(f"linear/{name}", *row) for name in claim_ids for row in rows)


# It holds where D = 0, as from W_0 = 0 on one one-hot context; few runs are that symmetric.
NEARLY_ALWAYS = "The original fails on all runs but those with D = 0, which too few draws have."


def _hardly_travelled(run: Run, _: Any) -> Evidence:
    if run.xp is not FLOAT:
        return unsettled(exact_array(0))
    return infimum.below_travelled(run, infimum.travelled(run) / 64)


def _stays(run: Run, effort: Any) -> Evidence:
    """The limit is inf CE, at most the last loss: CE(W_0) is `fallen` off it, or further."""
    if run.xp is not FLOAT:
        return unsettled(exact_array(0))
    value = gaps(run).value
    fallen = run.eta.new_tensor(np.maximum(value[0] - value[-1], 0.0)).reshape(run.batch)
    return away(infimum.infimum_limit(run, effort), fallen)


def _twice_the_norm(run: Run, _: Any) -> Evidence:
    if run.xp is not FLOAT:
        return unsettled(exact_array(0))
    trajectory, rows = descent(run), []
    W = trajectory.W.flatten(-2).reshape(len(trajectory.steps), len(frames(run)), -1).cpu().numpy()
    s = np.log(np.asarray(trajectory.steps[1:], dtype=float))
    for i, (frame, start, eta) in enumerate(starts(run)):
        row = OPEN
        if eta > 0 and frame.compatible and frame.moves and guaranteed(frame, eta):
            inside, outside = infimum.part_norms(frame, W[1:, i])
            norms = inside + outside
            slack = norms - 2 * norm_bound(frame, log_loss_bound(frame, start, eta, s))
            row = Row(float(slack.min()), 2.0**-40, 1 + float(norms.max()))
        rows.append(row)
    return collected(run, rows)


LEMMA_3 = (
    *_of(
        ("lemma-3/infimum",),
        # With U = W_0 + 64 (W_1 - W_0) the bound at k = 1 lies below CE(W_1) to first order in eta.
        (
            "tightened-bound",
            "Gradient descent has CE(W_k) <= CE(U) + ||W_0 - U||^2 / (128 eta k) for every k >= 1 and U.",
            {"conclude": _hardly_travelled},
        ),
        ("wrong-limit/start", "The loss CE(W_k) of gradient descent tends to CE(W_0).", {"conclude": _stays}),
        (
            "dropped-assumption/step-size",
            f"The loss CE(W_k) of gradient descent tends to the infimum of CE {FOR_LARGE_STEPS}.",
            {"assumes": (LARGE_STEP,)},
        ),
    ),
    *_of(
        ("lemma-3/norm",),
        (
            "wrong-limit/bounded",
            "The norm of the iterates W_k of gradient descent stays bounded if CE does not attain its "
            "infimum.",
            _not(infimum.norm_or_rest),
        ),
        (
            "wrong-subspace",
            "The norm of P_F(W_k), the part on F of the iterates of gradient descent, tends to infinity if "
            "CE does not attain its infimum.",
            {"conclude": inside_grows},
        ),
    ),
)

OFF_F = under(
    "Along gradient descent, ",
    (
        "wrong-limit/bounded",
        "the norm of P_perp(W_k), the part off F of the iterates, stays bounded.",
        _not(infimum.off_norm_limit),
    ),
    # On one one-hot context N_k is the least norm possible, and ||W_k|| is close to it.
    (
        "tightened-bound",
        "||P_perp(W_k)|| + ||P_F(W_k)|| >= 2 N_k, N_k the largest N at which some context j has pi_j log(1 + "
        "(V - S_j) / S_j e^(-sqrt(2) ||h_j|| N)) at least the bound on CE(W_k) - H for k steps of size eta.",
        {"conclude": _twice_the_norm},
    ),
)
GROWTH = (
    (
        "wrong-rate",
        "For every R >= 0, CE(W* + R W^mm) - H <= C e^(-66 R / 64), C = V e^(||W*|| M), M = sqrt(2) max "
        "||h_j||.",
        checked(_loses_faster),
    ),
    # At W = P_perp W of large norm along W^mm on one one-hot context the bound is reached.
    (
        "tightened-bound",
        "Every decoder W has CE(W) - H >= pi_j log(1 + (V - S_j) / S_j e^(-sqrt(2) ||h_j|| (||P_F(W)|| + "
        "||P_perp(W)|| / 2))) at every context j.",
        checked(_half_off),
    ),
)
LEMMA_4 = (
    *_of(("lemma-4/3",), *FINITE_PART[:3]),
    *_of(("lemma-4/4", "lemma-4/4@short"), *OFF_F),
    *_of(("lemma-4/4@short/amended",), *under(SOME_TOKEN, *OFF_F)),
    *_of(
        ("lemma-4/5",),
        (
            "wrong-constant",
            "P_F(W_B), the projection on F of the minimiser of CE over ||W|| <= B, tends to 65/64 W* as B "
            "grows.",
            checked(_to_more),
        ),
        ("tightened-bound", NEARER, checked(_nearer)),
    ),
    *_of(("lemma-4/6", "lemma-4/6@short"), *GROWTH),
    *_of(("lemma-4/6@short/amended",), *under(SOME_TOKEN, *GROWTH)),
)

SECTION_5 = (
    *_of(
        ("section-5/norm-increases/amended",),
        (
            "flipped-inequality",
            "The norm of the iterates of gradient descent decreases from some iteration on.",
            {"conclude": _falls},
        ),
        (
            "wrong-rate",
            "The norm of the iterates W_k of gradient descent increases from some iteration on, by more than "
            "65/64 ||W^mm|| as log k increases by 1.",
            {"conclude": _faster},
        ),
    ),
    *(
        Planted(
            f"linear/section-5/decomposition{version}",
            kind,
            f"The difference between the iterates W_k of gradient descent and W* {part} ||P_perp(W_k)|| W^mm "
            f"/ ||W^mm||{over} tends to 0 in the limit of iterations.",
            _with_less(less, relative),
            alone,
        )
        for version, relative, over, alone in (
            ("", False, "", NEARLY_ALWAYS),
            ("/amended", True, ", over ||W_k||,", ""),
        )
        for kind, part, less in (("wrong-constant", "+ 63/64", 1 / 64), ("wrong-sign", "-", 2.0))
    ),
)

PLANTED_DESCENT = (*LEMMA_3, *LEMMA_4, *SECTION_5)

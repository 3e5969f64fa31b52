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
from ntpcheck_papers.thrampoulidis2024.falsehoods.dynamics import FINITE_PART, LARGE_STEP, inside_grows
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
            "CE(W_k) <= CE(U) + ||W_0 - U||^2 / (128 eta k).",
            {"conclude": _hardly_travelled},
        ),
        ("wrong-limit/start", "CE(W_k) tends to CE(W_0).", {"conclude": _stays}),
        ("dropped-assumption/step-size", "For steps far above 2/L.", {"assumes": (LARGE_STEP,)}),
    ),
    *_of(
        ("lemma-3/norm",),
        ("wrong-limit/bounded", "||W_k|| stays bounded.", _not(infimum.norm_or_rest)),
        ("wrong-subspace", "||P_F W_k|| tends to infinity.", {"conclude": inside_grows}),
    ),
)

LEMMA_4 = (
    *_of(("lemma-4/3",), *FINITE_PART[:3]),
    *_of(
        ("lemma-4/4", "lemma-4/4@short", "lemma-4/4@short/amended"),
        ("wrong-limit/bounded", "||P_perp W_k|| stays bounded.", _not(infimum.off_norm_limit)),
        # On one one-hot context N_k is the least norm possible, and ||W_k|| is close to it.
        (
            "tightened-bound",
            "||P_perp W_k|| + ||P_F W_k|| >= 2 N_k, N_k the norm that the bound on CE(W_k) - H forces.",
            {"conclude": _twice_the_norm},
        ),
    ),
    *_of(
        ("lemma-4/5",),
        ("wrong-constant", "P_F(W_B) tends to 65/64 W*.", checked(_to_more)),
        ("tightened-bound", "|q_j - p_j|^2 <= (CE - H) / pi_j.", checked(_nearer)),
    ),
    *_of(
        ("lemma-4/6", "lemma-4/6@short", "lemma-4/6@short/amended"),
        ("wrong-rate", "CE - H <= C e^(-66 R / 64).", checked(_loses_faster)),
        # At W = P_perp W of large norm along W^mm on one one-hot context the bound is reached.
        ("tightened-bound", "||P_perp W|| / 2 has this effect.", checked(_half_off)),
    ),
)

SECTION_5 = (
    *_of(
        ("section-5/norm-increases/amended",),
        ("flipped-inequality", "The norm falls from some k on.", {"conclude": _falls}),
        ("wrong-rate", "By more than 65/64 ||W^mm|| log k.", {"conclude": _faster}),
    ),
    *(
        Planted(f"linear/section-5/decomposition{version}", kind, words, _with_less(less, relative), alone)
        for version, relative, alone in (("", False, NEARLY_ALWAYS), ("/amended", True, ""))
        for kind, words, less in (
            ("wrong-constant", "For 63/64 ||P_perp W_k||.", 1 / 64),
            ("wrong-sign", "For -||P_perp W_k||.", 2.0),
        )
    ),
)

PLANTED_DESCENT = (*LEMMA_3, *LEMMA_4, *SECTION_5)

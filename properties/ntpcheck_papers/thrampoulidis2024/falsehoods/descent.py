"""False neighbours of Lemmas 3 and 4 in the limit, and of Section 5's decomposition."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from ntpcheck.checks.existence import denied, floats_only
from ntpcheck.checks.limit import OPEN, Row, collected, gaps, guaranteed, starts
from ntpcheck.dynamics.flow import Flow
from ntpcheck.dynamics.gradient_descent import descent
from ntpcheck.evidence import Evidence
from ntpcheck.formulas.rivals import away, beside, checked, flipped
from ntpcheck.instances.dataset import Decoding, Run
from ntpcheck.reference.frame import Floats, frames
from ntpcheck.reference.guarantee import log_loss_bound, norm_bound
from ntpcheck.reference.law import Law
from ntpcheck_papers.thrampoulidis2024.falsehoods.dynamics import FINITE_PART, LARGE_STEP, inside_grows
from ntpcheck_papers.thrampoulidis2024.section_5 import descent_parts, infimum, path_bounds
from ntpcheck_papers.thrampoulidis2024.section_5.descent_parts import late_growth
from ntpcheck_papers.thrampoulidis2024.shared import genie
from ntpcheck_papers.thrampoulidis2024.shared.approach import excess_shares, near_by
from ntpcheck_papers.thrampoulidis2024.shared.finite_part import finite_part


def _faster(run: Run, effort: Any) -> Evidence:
    found = late_growth(run, effort)
    return replace(found, slack=found.slack - (0 * found.slack + 65) / 64)


def _with_less(share: float, *, relative: bool) -> dict[str, Any]:
    """The decomposition with that share of ||P_perp W_k|| left out."""

    def changed(flow: Flow, law: Law) -> Floats:
        return descent_parts.difference(flow, law) + share * descent_parts.perpendicular(flow, law)

    @floats_only
    def conclude(run: Run, _: Any) -> Evidence:
        return descent_parts.vanishes(run, changed, relative=relative)

    return {"conclude": conclude}


def _not(check: Callable[..., Evidence]) -> dict[str, Any]:
    return {"conclude": lambda run, effort: denied(check(run, effort))}


def _half_off(data: Decoding) -> Evidence:
    inside, off = path_bounds.norms(data)
    return path_bounds.leak(data, inside, off / 2)


@floats_only
def _hardly_travelled(run: Run, _: Any) -> Evidence:
    return infimum.below_travelled(run, infimum.travelled(run) / 64)


@floats_only
def _stays(run: Run, effort: Any) -> Evidence:
    """The limit is inf CE, at most the last loss: CE(W_0) is `fallen` off it, or further."""
    value = gaps(run).value
    fallen = run.eta.new_tensor(np.maximum(value[0] - value[-1], 0.0)).reshape(run.batch)
    return away(infimum.infimum_limit(run, effort), fallen)


@floats_only
def _twice_the_norm(run: Run, _: Any) -> Evidence:
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


OFF_F = {
    "wrong-limit/bounded": _not(infimum.off_norm_limit),
    # On one one-hot context N_k is the least norm possible, and ||W_k|| is close to it.
    "tightened-bound": {"conclude": _twice_the_norm},
}
GROWTH = {
    "wrong-rate": checked(lambda data: genie.falls_by(data, 66 * data.gamma / 64, anywhere=True)),
    # At W = P_perp W of large norm along W^mm on one one-hot context the bound is reached.
    "tightened-bound": checked(_half_off),
}


CHECKS = {
    # With U = W_0 + 64 (W_1 - W_0) the bound at k = 1 lies below CE(W_1) to first order in eta.
    "linear/lemma-3/infimum#tightened-bound": {"conclude": _hardly_travelled},
    "linear/lemma-3/infimum#wrong-limit/start": {"conclude": _stays},
    "linear/lemma-3/infimum#dropped-assumption/step-size": {"assumes": (LARGE_STEP,)},
    "linear/lemma-3/norm#wrong-limit/bounded": _not(infimum.norm_or_rest),
    "linear/lemma-3/norm#wrong-subspace": {"conclude": inside_grows},
    **beside(FINITE_PART, "linear/lemma-4/3"),
    **beside(OFF_F, "linear/lemma-4/4", "linear/lemma-4/4@short", "linear/lemma-4/4@short/amended"),
    "linear/lemma-4/5#wrong-constant": checked(
        lambda data: path_bounds.on_f_tends(data, 65 * finite_part(data).W / 64)
    ),
    "linear/lemma-4/5#tightened-bound": checked(
        lambda data: near_by(data, data.W, excess_shares(data, data.W))
    ),
    **beside(GROWTH, "linear/lemma-4/6", "linear/lemma-4/6@short", "linear/lemma-4/6@short/amended"),
    "linear/section-5/norm-increases/amended#flipped-inequality": {
        "conclude": lambda run, effort: flipped(late_growth(run, effort))
    },
    "linear/section-5/norm-increases/amended#wrong-rate": {"conclude": _faster},
    "linear/section-5/decomposition#wrong-constant": _with_less(1 / 64, relative=False),
    "linear/section-5/decomposition#wrong-sign": _with_less(2.0, relative=False),
    "linear/section-5/decomposition/amended#wrong-constant": _with_less(1 / 64, relative=True),
    "linear/section-5/decomposition/amended#wrong-sign": _with_less(2.0, relative=True),
}

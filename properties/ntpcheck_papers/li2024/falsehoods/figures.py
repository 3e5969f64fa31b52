"""False neighbours of Section 6's claims and of those about the figures."""

from collections.abc import Callable
from functools import partial
from typing import Any

from ntpcheck.arithmetic import Array
from ntpcheck.checks.existence import floats_only
from ntpcheck.claim import Effort
from ntpcheck.evidence import Evidence
from ntpcheck.formulas.rivals import along, beside, checked, flipped, tightened
from ntpcheck.instances.attention import Attention, AttentionRun
from ntpcheck_papers.li2024.falsehoods import rivals
from ntpcheck_papers.li2024.figures import normalised as steps
from ntpcheck_papers.li2024.section_6 import heads
from ntpcheck_papers.li2024.section_6.section_6_pseudo import GLOBAL
from ntpcheck_papers.li2024.shared.limit import attention_direction
from ntpcheck_papers.li2024.shared.svm import svm_direction


def _nearer(*, cross_entropy: bool) -> dict[str, Any]:
    def conclude(run: AttentionRun, effort: Effort) -> Evidence:
        return tightened(heads.nearer_pseudo(run, effort, cross_entropy=cross_entropy), 1 / 8)

    return {"conclude": conclude}


def _world(*, cross_entropy: bool) -> dict[str, Any]:
    def conclude(run: AttentionRun, effort: Effort) -> Evidence:
        return flipped(heads.nearer_pseudo(run, effort, cross_entropy=cross_entropy))

    return {"conclude": conclude}


def _within(radius: float) -> dict[str, Any]:
    return {"conclude": lambda run, effort: tightened(steps.within(run, effort), 1 - radius)}


def _cyclic(candidate: Callable[[Attention], Array]) -> dict[str, Any]:
    @floats_only
    def conclude(run: AttentionRun, effort: Effort) -> Evidence:
        return steps.cyclic_part(run, candidate, effort)

    return {"conclude": conclude}


_toward = partial(along, steps.normalised_direction)
_pseudo = partial(along, heads.pseudo_limit)
_lead = partial(checked, steps.at_every_step)
_beyond = partial(checked, steps.norm_beyond)

DIRECTIONS = {
    "wrong-sign": _toward(rivals.opposite),
    "swapped-roles": _toward(rivals.transposed),
    "wrong-program/dropped-sample": _toward(rivals.without_first_row),
}


CHECKS = {
    # In the basin b never falls, so that -W^mm is no limit either; on tied scores v_o never falls. Fewer
    # hypotheses leave both instances in.
    "attention/section-6/global-under-identity#wrong-sign": {},
    "attention/section-6/global-under-identity#dropped-assumption": {"assumes": (*GLOBAL,)},
    "attention/section-6/pseudo-direction#wrong-sign": {},
    "attention/section-6/pseudo-direction#dropped-assumption": {"assumes": ()},
    **beside(DIRECTIONS, "attention/figures/fig-3", "attention/figures/fig-4a"),
    "attention/figures/fig-4a#wrong-limit/with-correction": _toward(rivals.with_fitted_correction),
    "attention/figures/fig-4b#wrong-limit/with-svm": _cyclic(rivals.with_fitted_correction),
    "attention/figures/fig-4b#wrong-limit/transposed": _cyclic(rivals.transposed),
    "attention/figures/fig-4b/amended#tightened-bound/quarter": _within(0.25),
    "attention/figures/fig-4b/amended#tightened-bound": _within(0.5),
    "attention/figures/normalised-faster#tightened-bound": _lead(lambda fast, slow: fast - 8 * slow),
    "attention/figures/normalised-faster#flipped-inequality": _lead(lambda fast, slow: slow - fast),
    # Steps have length eta, so that ||W(tau)|| <= ||W(0)|| + eta tau: eta tau^2 soon exceeds it, and so do 64
    # times the bound, whose denominator is below 64 in the figure.
    **beside(
        {"wrong-rate": _beyond(lambda k: k**2.0), "tightened-bound": _beyond(lambda k: 64.0 * k)},
        "attention/figures/normalised-faster@rate",
        "attention/figures/normalised-faster@rate/amended",
    ),
    # Both correlations are at most 1; on some runs the two programs have different solutions.
    "attention/figures/fig-5#flipped-inequality": _world(cross_entropy=False),
    "attention/figures/fig-5#tightened-bound": _nearer(cross_entropy=False),
    "attention/figures/fig-6#flipped-inequality": _world(cross_entropy=True),
    "attention/figures/fig-6#tightened-bound": _nearer(cross_entropy=True),
    "attention/section-6/pseudo-direction/amended#wrong-program": _pseudo(svm_direction),
    "attention/section-6/pseudo-direction/amended#wrong-sign": _pseudo(lambda run: -heads.pseudo_svm(run)),
    "attention/section-6/global-under-identity/amended#wrong-sign": along(
        attention_direction, rivals.opposite
    ),
    "attention/section-6/global-under-identity/amended#swapped-roles": along(
        attention_direction, rivals.transposed
    ),
}

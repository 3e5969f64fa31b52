"""False neighbours of what the panels of Figures 1 and 4 show."""

from collections.abc import Callable
from functools import partial
from typing import Any

from ntpcheck.arithmetic import Array
from ntpcheck.checks.direction import direction_limit, margin_direction
from ntpcheck.checks.existence import denied
from ntpcheck.checks.limit import Row, finite_part_limit
from ntpcheck.claim import Effort
from ntpcheck.dynamics.flow import Flow
from ntpcheck.evidence import Evidence, both
from ntpcheck.formulas.rivals import along, beside, checked, off_by, times
from ntpcheck.instances.dataset import Run
from ntpcheck.reference import neighbours
from ntpcheck.reference.entropy import entropy
from ntpcheck.reference.law import Law
from ntpcheck_papers.thrampoulidis2024.falsehoods.programs import directions
from ntpcheck_papers.thrampoulidis2024.figures.figures_training import to_finite_part
from ntpcheck_papers.thrampoulidis2024.figures.panels import (
    asked,
    corrected_panel,
    falls,
    like_margin,
    log_ratio,
    loss_panel,
    norm_panel,
    slope,
)
from ntpcheck_papers.thrampoulidis2024.shared.finite_part import finite_part


def _rate(power: float) -> dict[str, Any]:
    """CE(W_k) - H falls like k^-power: then log of eta k (CE - H) falls like (1 - power) log k."""

    def ask(flow: Flow, law: Law, _: int) -> Row:
        return falls(flow, log_ratio(flow, law) + (power - 1) * float(flow.s[-1]))

    return checked(asked, ask)


def _slope(factor: float) -> dict[str, Any]:
    """||W_k|| grows like a multiple of ||W^mm|| log k."""

    def ask(flow: Flow, law: Law, _: int) -> Row:
        found = slope(flow, law)
        return like_margin(found._replace(value=found.value + 1 - factor))

    return checked(asked, ask)


def _whole(loss: Callable[..., Evidence], program: Callable[[Run], Array]) -> dict[str, Any]:
    """All four panels, with another loss or another program."""

    def conclude(run: Run, effort: Effort) -> Evidence:
        rest = norm_panel(run, effort), to_finite_part(run, effort)
        return both(loss(run, effort), direction_limit(run, program, effort), *rest)

    return {"conclude": conclude}


# Every planted limit differs from the true one wherever H > 0, W* != 0 or the program has a solution of its
# own, as random draws of the recipe have.
LOSS = {
    "wrong-constant": off_by(loss_panel, times(1 / 64, entropy)),
    "wrong-limit/value": off_by(loss_panel, lambda run: 1.5 - entropy(run)),
    "wrong-rate/faster": _rate(2.0),
    "wrong-rate/slower": _rate(0.5),
}

NORM = {
    "wrong-rate/faster": _slope(65 / 64),
    "wrong-rate/slower": _slope(0.5),
    "wrong-limit/bounded": {"conclude": lambda run, effort: denied(norm_panel(run, effort))},
}


PROGRAMS = "dropped-margin", "one-more-token", "no-ties", "one-hot"
DIRECTION = directions(partial(along, direction_limit), *PROGRAMS)
# In the plane one token more leaves the data inseparable, and the program as it was.
PLANE_DIRECTION = directions(partial(along, direction_limit), "dropped-margin", "no-ties", "one-hot")
CORRECTED = directions(partial(along, corrected_panel), *PROGRAMS)

FINITE_PART = {
    "wrong-limit/zero": along(finite_part_limit, lambda run: 0 * run.W0),
    "wrong-constant": along(finite_part_limit, lambda run: 65 * finite_part(run).W / 64),
}

WHOLE = {
    "wrong-constant": _whole(off_by(loss_panel, times(1 / 64, entropy))["conclude"], margin_direction),
    "wrong-program/dropped-margin": _whole(loss_panel, neighbours.without_one_margin),
}


CHECKS = {
    **beside(LOSS, "linear/figures/fig-1-loss"),
    **beside(NORM, "linear/figures/fig-1-norm"),
    **beside(PLANE_DIRECTION, "linear/figures/fig-1-direction"),
    **beside(FINITE_PART, "linear/figures/fig-1-finite-part"),
    **beside(WHOLE, "linear/figures/fig-1"),
    **beside(LOSS, "linear/figures/fig-4-loss"),
    **beside(NORM, "linear/figures/fig-4-norm", "linear/figures/fig-4-norm-increases/amended"),
    **beside(DIRECTION, "linear/figures/fig-4-direction"),
    **beside(CORRECTED, "linear/figures/fig-4-corrected"),
    **beside(FINITE_PART, "linear/figures/fig-4-finite-part"),
    **beside(WHOLE, "linear/figures/fig-4"),
}

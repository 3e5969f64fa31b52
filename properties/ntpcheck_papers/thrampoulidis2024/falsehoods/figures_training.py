"""False neighbours of what the panels of Figures 1 and 4 show."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ntpcheck.arithmetic import Array
from ntpcheck.checks.direction import direction_limit, margin_direction
from ntpcheck.checks.existence import denied
from ntpcheck.checks.limit import Row, finite_part_limit
from ntpcheck.claim import Effort, Planted
from ntpcheck.dynamics.flow import Flow
from ntpcheck.evidence import Evidence, both
from ntpcheck.formulas.rivals import along, checked, off_by, times
from ntpcheck.instances.dataset import Run
from ntpcheck.reference import neighbours
from ntpcheck.reference.entropy import entropy
from ntpcheck.reference.law import Law
from ntpcheck_papers.thrampoulidis2024.falsehoods.planting import of, under
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
LOSS = (
    ("wrong-constant", "CE(W_k) tends to 65/64 of its lower bound H.",
     off_by(loss_panel, times(1 / 64, entropy))),
    ("wrong-limit/value", "CE(W_k) tends to 1.5 nats.", off_by(loss_panel, lambda run: 1.5 - entropy(run))),
    ("wrong-rate/faster", "CE(W_k) - H falls like 1/k^2.", _rate(2.0)),
    ("wrong-rate/slower", "CE(W_k) - H falls like 1/sqrt(k).", _rate(0.5)),
)  # fmt: skip

NORM = (
    ("wrong-rate/faster", "||W_k|| grows like 65/64 ||W^mm|| log k.", _slope(65 / 64)),
    ("wrong-rate/slower", "||W_k|| grows like ||W^mm|| log k / 2.", _slope(0.5)),
    ("wrong-limit/bounded", "||W_k|| stays bounded.",
     {"conclude": lambda run, effort: denied(norm_panel(run, effort))}),
)  # fmt: skip


PROGRAMS = (
    ("wrong-program/dropped-margin", "the least decoder with (6) but for one margin",
     neighbours.without_one_margin),
    ("wrong-program/one-more-token", "the W^mm of data with one token more in one support",
     neighbours.with_one_more_token),
    ("wrong-program/no-ties", "the least decoder with (6b) for all pairs and without (6a)",
     neighbours.without_ties),
    ("wrong-program/one-hot", "the W^mm of each context's most frequent token",
     neighbours.of_most_frequent_tokens),
)  # fmt: skip
DIRECTION = tuple(
    (kind, f"the iterates W_k align in direction with {C}.", along(direction_limit, program))
    for kind, C, program in PROGRAMS
)
# In the plane one token more leaves the data inseparable, and the program as it was.
PLANE_DIRECTION = tuple(row for row in DIRECTION if row[0] != "wrong-program/one-more-token")
CORRECTED = tuple(
    (kind, f"the corrected iterates W_k - W* align in direction with {C}.", along(corrected_panel, program))
    for kind, C, program in PROGRAMS
)

FINITE_PART = (
    ("wrong-limit/zero", "P_F(W_k) tends to 0.", along(finite_part_limit, lambda run: 0 * run.W0)),
    (
        "wrong-constant",
        "P_F(W_k) tends to 65/64 W*.",
        along(finite_part_limit, lambda run: 65 * finite_part(run).W / 64),
    ),
)

WHOLE = (
    ("wrong-constant",
     "CE(W_k) tends to 65/64 H and ||W_k|| to infinity, and the cosine of W_k and W^mm tends to 1 and "
     "P_F(W_k) to W*.",
     _whole(off_by(loss_panel, times(1 / 64, entropy))["conclude"], margin_direction)),
    ("wrong-program/dropped-margin",
     "CE(W_k) tends to H and ||W_k|| to infinity, and the cosine of W_k and C tends to 1 and P_F(W_k) to W*, "
     "C the least decoder with (6) but for one margin.",
     _whole(loss_panel, neighbours.without_one_margin)),
)  # fmt: skip


SETTINGS = {
    "fig-1": "In the setting of Figure 1, ",
    "fig-4": "In the overparameterized setting of Figure 4, ",
}


def _of(claim_id: str, rows: tuple[tuple[Any, ...], ...]) -> tuple[Planted, ...]:
    return of(f"figures/{claim_id}", *under(SETTINGS[claim_id[:5]], *rows))


PLANTED_FIGURES_TRAINING = (
    *_of("fig-1-loss", LOSS),
    *_of("fig-1-norm", NORM),
    *_of("fig-1-direction", PLANE_DIRECTION),
    *_of("fig-1-finite-part", FINITE_PART),
    *_of("fig-1", WHOLE),
    *_of("fig-4-loss", LOSS),
    *_of("fig-4-norm", NORM),
    *_of("fig-4-norm-increases/amended", NORM),
    *_of("fig-4-direction", DIRECTION),
    *_of("fig-4-corrected", CORRECTED),
    *_of("fig-4-finite-part", FINITE_PART),
    *_of("fig-4", WHOLE),
)

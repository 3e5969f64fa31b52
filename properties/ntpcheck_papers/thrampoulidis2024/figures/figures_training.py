"""Figures 1 and 4: what the panels of gradient descent are said to show.

Reading: "confirm", "adhere to" and "as predicted" say that in the setting of the figure the quantity does
tend to the limit, not that a finite run is near it. The setting is the recipe of `experiments`, its step
size taken from 0.5 down by a factor of 128, and log k up to 10^4 where the run ends at 9.2.
"""

from ntpcheck.checks.compare import below
from ntpcheck.checks.direction import direction_limit, margin_direction
from ntpcheck.checks.limit import finite_part_limit
from ntpcheck.claim import Assumption, Effort, claim
from ntpcheck.evidence import Evidence, both
from ntpcheck.instances.dataset import Run
from ntpcheck_papers.thrampoulidis2024.experiments import LARGE, PLANAR
from ntpcheck_papers.thrampoulidis2024.figures.panels import corrected_panel, loss_panel, norm_panel
from ntpcheck_papers.thrampoulidis2024.section_5.first_step import norm_grows
from ntpcheck_papers.thrampoulidis2024.shared.finite_part import finite_part

MOVING = Assumption("positive-step", lambda run: below(0 * run.eta, run.eta, terms=0))


def to_finite_part(run: Run, effort: Effort) -> Evidence:
    """P_F(W_k) tends to W*."""
    return finite_part_limit(run, lambda data: finite_part(data).W, effort)


def all_panels(run: Run, effort: Effort) -> Evidence:
    """The conclusions of all four panels."""
    return both(
        loss_panel(run, effort),
        norm_panel(run, effort),
        direction_limit(run, margin_direction, effort),
        to_finite_part(run, effort),
    )


@claim("linear/figures/fig-1-loss", domain=PLANAR)
def plane_loss(run: Run, effort: Effort) -> Evidence:
    """Checked by eta k (CE(W_k) - H) / ||W^mm||^2 within a factor 2 of 1 at log k = 10^4 and beyond."""
    return loss_panel(run, effort)


@claim("linear/figures/fig-1-norm", domain=PLANAR)
def plane_norm(run: Run, effort: Effort) -> Evidence:
    """Checked by its slope over log k, which tends to ||W^mm||."""
    return norm_panel(run, effort)


@claim("linear/figures/fig-1-direction", domain=PLANAR)
def plane_direction(run: Run, effort: Effort) -> Evidence:
    """Checked like Theorem 2, against the law of 1 - cos."""
    return direction_limit(run, margin_direction, effort)


@claim("linear/figures/fig-1-finite-part", domain=PLANAR)
def plane_finite_part(run: Run, effort: Effort) -> Evidence:
    """Checked like Theorem 2, against the balance of pulls on F."""
    return to_finite_part(run, effort)


@claim("linear/figures/fig-1", domain=PLANAR)
def plane(run: Run, effort: Effort) -> Evidence:
    """Checked as its four parts."""
    return all_panels(run, effort)


@claim("linear/figures/fig-4-loss", domain=LARGE)
def space_loss(run: Run, effort: Effort) -> Evidence:
    """Checked by eta k (CE(W_k) - H) / ||W^mm||^2 within a factor 2 of 1 at log k = 10^4 and beyond."""
    return loss_panel(run, effort)


@claim("linear/figures/fig-4-norm", domain=LARGE)
def space_norm(run: Run, effort: Effort) -> Evidence:
    """Checked by its slope over log k, which tends to ||W^mm||."""
    return norm_panel(run, effort)


@claim("linear/figures/fig-4-norm-increases", domain=LARGE)
def space_norm_increases(run: Run, effort: Effort) -> Evidence:
    """Checked at the first step, ||W_1|| > ||W_0||."""
    return norm_grows(run)


@claim("linear/figures/fig-4-norm-increases/amended", domain=LARGE)
def space_norm_increases_late(run: Run, effort: Effort) -> Evidence:
    """Changed: from some iteration on. Checked by d||W|| / d log k, which tends to ||W^mm|| > 0."""
    return norm_panel(run, effort)


@claim("linear/figures/fig-4-direction", domain=LARGE)
def space_direction(run: Run, effort: Effort) -> Evidence:
    """Checked like Theorem 2, against the law of 1 - cos."""
    return direction_limit(run, margin_direction, effort)


@claim("linear/figures/fig-4-corrected", domain=LARGE)
def space_corrected(run: Run, effort: Effort) -> Evidence:
    """Checked against the law of 1 - cos without W*."""
    return corrected_panel(run, margin_direction, effort)


@claim("linear/figures/fig-4-finite-part", domain=LARGE)
def space_finite_part(run: Run, effort: Effort) -> Evidence:
    """Checked like Theorem 2, against the balance of pulls on F."""
    return to_finite_part(run, effort)


@claim("linear/figures/fig-4", domain=LARGE)
def space(run: Run, effort: Effort) -> Evidence:
    """Checked as its four parts."""
    return all_panels(run, effort)

"""Figures 1 and 4: what the panels of gradient descent are said to show.

Reading: "confirm", "adhere to" and "as predicted" say that in the setting of the figure the quantity does
tend to the limit, not that a finite run is near it. The setting is the recipe of `experiments`, its step
size taken from 0.5 down by a factor of 128, and log k up to 10^4 where the run ends at 9.2.
"""

from __future__ import annotations

from dataclasses import replace

from ntpcheck.checks.compare import below
from ntpcheck.checks.direction import direction_limit, margin_direction
from ntpcheck.checks.finite_part import finite_part
from ntpcheck.checks.first_step import norm_grows
from ntpcheck.checks.limit import finite_part_limit
from ntpcheck.checks.panels import corrected_panel, loss_panel, norm_panel
from ntpcheck.claim import Assumption, Effort, claim
from ntpcheck.evidence import Evidence, both
from ntpcheck.instances.dataset import Run
from thrampoulidis2024.experiments import LARGE, PLANAR
from thrampoulidis2024.setting import COMPATIBLE, FULL_RANK, OVERPARAMETERIZED, SEPARABLE, SOME_TOKEN_OUT

# As drawn: to impose a hypothesis would leave the recipe.
IN_PLANE = tuple(replace(a, impose=None) for a in (SOME_TOKEN_OUT, SEPARABLE, COMPATIBLE))
IN_SPACE = tuple(replace(a, impose=None) for a in (SOME_TOKEN_OUT, OVERPARAMETERIZED, FULL_RANK))
MOVING = Assumption("positive-step", "Appendix A", lambda run: below(0 * run.eta, run.eta, terms=0))


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


@claim("linear/figures/fig-1-loss", cite="Figure 1", domain=PLANAR, assumes=IN_PLANE)
def plane_loss(run: Run, effort: Effort) -> Evidence:
    """In the setting of Figure 1, CE(W_k) tends to H.

    Checked by eta k (CE(W_k) - H) / ||W^mm||^2 within a factor 2 of 1 at log k = 10^4 and beyond.
    """
    return loss_panel(run, effort)


@claim("linear/figures/fig-1-norm", cite="Figure 1", domain=PLANAR, assumes=IN_PLANE)
def plane_norm(run: Run, effort: Effort) -> Evidence:
    """In the setting of Figure 1, ||W_k|| tends to infinity.

    Checked by its slope over log k, which tends to ||W^mm||.
    """
    return norm_panel(run, effort)


@claim("linear/figures/fig-1-direction", cite="Figure 1", domain=PLANAR, assumes=IN_PLANE)
def plane_direction(run: Run, effort: Effort) -> Evidence:
    """In the setting of Figure 1, cos(W_k, W^mm) tends to 1.

    Checked like Theorem 2, against the law of 1 - cos.
    """
    return direction_limit(run, margin_direction, effort)


@claim("linear/figures/fig-1-finite-part", cite="Figure 1", domain=PLANAR, assumes=IN_PLANE)
def plane_finite_part(run: Run, effort: Effort) -> Evidence:
    """In the setting of Figure 1, P_F(W_k) tends to W*.

    Checked like Theorem 2, against the balance of pulls on F.
    """
    return to_finite_part(run, effort)


@claim("linear/figures/fig-1", cite="Figure 1", domain=PLANAR, assumes=IN_PLANE)
def plane(run: Run, effort: Effort) -> Evidence:
    """The graphs of Figure 1 confirm Lemma 2 and Theorem 2: loss, norm, direction and finite part.

    Checked as its four parts. Reading: the instance shown is compatible and separable, as both results ask.
    """
    return all_panels(run, effort)


@claim("linear/figures/fig-4-loss", cite="Figure 4", domain=LARGE, assumes=IN_SPACE)
def space_loss(run: Run, effort: Effort) -> Evidence:
    """In the setting of Figure 4, CE loss converges to its lower bound H.

    Checked by eta k (CE(W_k) - H) / ||W^mm||^2 within a factor 2 of 1 at log k = 10^4 and beyond.
    """
    return loss_panel(run, effort)


@claim("linear/figures/fig-4-norm", cite="Figure 4", domain=LARGE, assumes=IN_SPACE)
def space_norm(run: Run, effort: Effort) -> Evidence:
    """In the setting of Figure 4, ||W_k|| tends to infinity.

    Checked by its slope over log k, which tends to ||W^mm||.
    """
    return norm_panel(run, effort)


@claim("linear/figures/fig-4-norm-increases", cite="Appendix A", domain=LARGE, assumes=(*IN_SPACE, MOVING))
def space_norm_increases(run: Run, effort: Effort) -> Evidence:
    """In the setting of Figure 4, the parameter norm increases.

    Checked at the first step, ||W_1|| > ||W_0||.
    Reading: hedge; with every iteration, from the random start on. The graph may only mean to show growth.
    """
    return norm_grows(run)


@claim("linear/figures/fig-4-norm-increases/amended", cite="Appendix A", domain=LARGE, assumes=IN_SPACE)
def space_norm_increases_late(run: Run, effort: Effort) -> Evidence:
    """In the setting of Figure 4, the parameter norm increases from some iteration on.

    Changed: from some iteration on. Checked by d||W|| / d log k, which tends to ||W^mm|| > 0.
    """
    return norm_panel(run, effort)


@claim("linear/figures/fig-4-direction", cite="Figure 4", domain=LARGE, assumes=IN_SPACE)
def space_direction(run: Run, effort: Effort) -> Evidence:
    """In the setting of Figure 4, iterates align in direction with W^mm.

    Checked like Theorem 2, against the law of 1 - cos.
    """
    return direction_limit(run, margin_direction, effort)


@claim("linear/figures/fig-4-corrected", cite="Appendix A", domain=LARGE, assumes=IN_SPACE)
def space_corrected(run: Run, effort: Effort) -> Evidence:
    """In the setting of Figure 4, corrected iterates W_k - W* align in direction with W^mm.

    Checked against the law of 1 - cos without W*.
    Reading: "after substracting the component on H" means the component on F, W*.
    """
    return corrected_panel(run, margin_direction, effort)


@claim("linear/figures/fig-4-finite-part", cite="Figure 4", domain=LARGE, assumes=IN_SPACE)
def space_finite_part(run: Run, effort: Effort) -> Evidence:
    """In the setting of Figure 4, the subspace component P_F(W_k) converges to W*.

    Checked like Theorem 2, against the balance of pulls on F.
    """
    return to_finite_part(run, effort)


@claim("linear/figures/fig-4", cite="Figure 4", domain=LARGE, assumes=IN_SPACE)
def space(run: Run, effort: Effort) -> Evidence:
    """The graphs of Figure 4 confirm Lemma 2 and Theorem 2: loss, norm, direction and finite part.

    Checked as its four parts. Reading: norm growth, not growth at every iteration.
    """
    return all_panels(run, effort)

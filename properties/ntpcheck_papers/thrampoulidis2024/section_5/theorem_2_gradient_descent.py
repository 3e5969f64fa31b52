"""Theorem 2: gradient descent tends to the direction of W^mm, and on F to W*."""

from typing import Any

from ntpcheck.checks.direction import direction_limit, margin_direction
from ntpcheck.checks.limit import finite_part_limit
from ntpcheck.claim import Effort, claim
from ntpcheck.domains.recipes import paper_size, planar
from ntpcheck.dynamics.figure import training_figure
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Run
from ntpcheck.reference.frame import frames
from ntpcheck_papers.thrampoulidis2024.setting import RUNS
from ntpcheck_papers.thrampoulidis2024.shared.finite_part import finite_part


@claim("linear/theorem-2/direction", domain=RUNS)
def direction(run: Run, effort: Effort) -> Evidence:
    """Checked at log k = 10^4 and beyond, where the run's gradient flow is held against 1 - cos = ||D||^2 /
    (2 ||W^mm||^2 (log k + y)^2), the law that D and y satisfy if the statement is true.
    """
    return direction_limit(run, margin_direction, effort)


@claim("linear/theorem-2/finite-part", domain=RUNS)
def finite(run: Run, effort: Effort) -> Evidence:
    """Checked where the run's gradient flow has long settled on F, against the balance of pulls that puts
    P_F(W_k) - W* at 1/(eta k) times a constant.
    """
    return finite_part_limit(run, lambda data: finite_part(data).W, effort)


@claim("linear/theorem-2/direction@short", domain=RUNS)
def direction_short(run: Run, effort: Effort) -> Evidence:
    """Checked like the other versions' statement; undefined where W^mm = 0."""
    return direction_limit(run, margin_direction, effort)


def figure(effort: Effort) -> dict[str, Any]:
    """Fig. 4's setting: m = 50, d = 60, V = 10, S_j = 6, n = 5000, eta = 0.5, 10^4 steps, LeCun start."""
    title = "Gradient descent as in Fig. 4: 50 contexts, 60 dimensions, 10 tokens, eta = 0.5"
    series = training_figure(paper_size(4), effort.horizon, title=title)
    return {"name": direction.id, "series": series}


def planar_figure(effort: Effort) -> dict[str, Any]:
    """Fig. 1's setting: m = 3, d = 2, V = 5, S_j = 3, on the first draw that is compatible and separable."""
    batch = planar(1, 400)
    run = next(r for r, f in zip(batch.rows(), frames(batch), strict=True) if f.compatible and f.moves)
    title = "Gradient descent as in Fig. 1: 3 contexts, 2 dimensions, 5 tokens, eta = 0.5"
    series = training_figure(run, effort.horizon, title=title)
    return {"name": finite.id, "series": series}

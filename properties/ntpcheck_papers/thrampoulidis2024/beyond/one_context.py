"""Beyond Theorem 2: with one context everything is in closed form."""

from __future__ import annotations

from ntpcheck.checks.laws import direction_rate, span_limit, turn
from ntpcheck.checks.residuals import residual_rate
from ntpcheck.claim import Assumption, Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Dataset, Run
from ntpcheck_papers.thrampoulidis2024.beyond import closed_forms as checks
from ntpcheck_papers.thrampoulidis2024.setting import DATASETS, RUNS

ONE_CONTEXT = Assumption("one-context", checks.one_context, checks.first_context)


@claim("linear/sharper/one-context/separable", domain=DATASETS)
def separable(data: Dataset, effort: Effort) -> Evidence:
    """Checked as stated."""
    return checks.solvable_iff(data, separated=True)


@claim("linear/sharper/one-context/compatible", domain=DATASETS)
def compatible(data: Dataset, effort: Effort) -> Evidence:
    """Checked as stated."""
    return checks.solvable_iff(data, separated=False)


@claim("linear/sharper/one-context/max-margin", domain=DATASETS)
def max_margin(data: Dataset, effort: Effort) -> Evidence:
    """Held against the solver's W^mm, which is known by its optimality conditions."""
    return checks.margin_formula(data)


@claim("linear/sharper/one-context/margin-norm", domain=DATASETS)
def margin_norm(data: Dataset, effort: Effort) -> Evidence:
    """Checked as stated."""
    return checks.norm_formula(data)


@claim("linear/sharper/one-context/finite-part", domain=DATASETS)
def finite_part(data: Dataset, effort: Effort) -> Evidence:
    """Checked as stated."""
    return checks.finite_formula(data)


@claim("linear/sharper/one-context/gram", domain=DATASETS)
def gram(data: Dataset, effort: Effort) -> Evidence:
    """So A = sum alpha_v x_v x_v^T has eigenvalue S/V on what sums to 0 over these tokens, and 1 along W^mm:
    every dual is positive, and the rate r is S/V with two or more tokens out of support and 1 with one.
    """
    return checks.gram_formula(data)


@claim("linear/sharper/one-context/offset", domain=RUNS)
def offset(run: Run, effort: Effort) -> Evidence:
    """Checked at the end of the log-time flow, against the closed form."""
    return span_limit(run, checks.closed_offset)


@claim("linear/sharper/one-context/rate", domain=RUNS)
def rate(run: Run, effort: Effort) -> Evidence:
    """Checked as the general rate."""
    return residual_rate(run, rate=checks.closed_rate)


@claim("linear/sharper/one-context/direction", domain=RUNS)
def direction(run: Run, effort: Effort) -> Evidence:
    """R = W_0 less the centred part of W_0 h h^T / ||h||^2, which gradient descent never moves. R and W* are
    orthogonal to each other; the part of R along W^mm is zero.
    """
    return direction_rate(run, lambda end: turn(end, checks.closed_side(end)))

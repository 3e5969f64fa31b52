"""Beyond Theorem 2: with one context everything is in closed form."""

from __future__ import annotations

from ntpcheck.checks import one_context as checks
from ntpcheck.checks.laws import direction_rate, span_limit
from ntpcheck.checks.residuals import residual_rate
from ntpcheck.claim import Assumption, Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Dataset, Run
from thrampoulidis2024.setting import (
    COMPATIBLE,
    DATASETS,
    NONZERO_EMBEDDINGS,
    RUNS,
    SEPARABLE,
    SMALL_STEP,
    SOME_TOKEN_OUT,
)

ONE_CONTEXT = Assumption("one-context", "ours", checks.one_context, checks.first_context)
NONZERO = (ONE_CONTEXT, NONZERO_EMBEDDINGS)
ONE_RUN = (ONE_CONTEXT, SEPARABLE, COMPATIBLE, SOME_TOKEN_OUT, SMALL_STEP)


@claim("linear/sharper/one-context/separable", cite="Definition 2", domain=DATASETS, assumes=(ONE_CONTEXT,))
def separable(data: Dataset, effort: Effort) -> Evidence:
    """One context is separable iff h != 0 or every token is in its support."""
    return checks.solvable_iff(data, separated=True)


@claim("linear/sharper/one-context/compatible", cite="Definition 1", domain=DATASETS, assumes=(ONE_CONTEXT,))
def compatible(data: Dataset, effort: Effort) -> Evidence:
    """One context is compatible iff h != 0 or its tokens in support are equally likely."""
    return checks.solvable_iff(data, separated=False)


@claim("linear/sharper/one-context/max-margin", cite="Definition 3", domain=DATASETS, assumes=NONZERO)
def max_margin(data: Dataset, effort: Effort) -> Evidence:
    """W^mm = a h^T / ||h||^2 with a = (V - S)/V in support and -S/V outside.

    Held against the solver's W^mm, which is known by its optimality conditions.
    """
    return checks.margin_formula(data)


@claim("linear/sharper/one-context/margin-norm", cite="Definition 3", domain=DATASETS, assumes=NONZERO)
def margin_norm(data: Dataset, effort: Effort) -> Evidence:
    """||W^mm||^2 = S (V - S) / (V ||h||^2)."""
    return checks.norm_formula(data)


@claim("linear/sharper/one-context/finite-part", cite="Definition 1", domain=DATASETS, assumes=NONZERO)
def finite_part(data: Dataset, effort: Effort) -> Evidence:
    """W* = b h^T / ||h||^2 with b = log p less its mean over the support there, and 0 outside."""
    return checks.finite_formula(data)


@claim("linear/sharper/one-context/gram", cite="Theorem 2", domain=DATASETS, assumes=NONZERO)
def gram(data: Dataset, effort: Effort) -> Evidence:
    """alpha_v <x_v, x_w> = [v = w] S/V + 1/V for all tokens v, w out of support.

    So A = sum alpha_v x_v x_v^T has eigenvalue S/V on what sums to 0 over these tokens, and 1 along W^mm:
    every dual is positive, and the rate r is S/V with two or more tokens out of support and 1 with one.
    """
    return checks.gram_formula(data)


@claim("linear/sharper/one-context/offset", cite="Theorem 2", domain=RUNS, assumes=ONE_RUN)
def offset(run: Run, effort: Effort) -> Evidence:
    """On span(SV), W_k - W^mm log k tends to W^mm log(eta ||h||^2 (V/S) exp(mean over S of log p))."""
    return span_limit(run, checks.closed_offset)


@claim("linear/sharper/one-context/rate", cite="Theorem 2", domain=RUNS, assumes=ONE_RUN)
def rate(run: Run, effort: Effort) -> Evidence:
    """W_k - W^mm log k reaches its limit on span(SV) at the rate O(k^-r log k), r = S/V, or 1 if V - S = 1.

    Checked as the general rate.
    """
    return residual_rate(run, rate=checks.closed_rate)


@claim("linear/sharper/one-context/direction", cite="Theorem 2", domain=RUNS, assumes=ONE_RUN)
def direction(run: Run, effort: Effort) -> Evidence:
    """(log k)^2 (1 - cos(W_k, W^mm)) tends to (||W*||^2 + ||R||^2) V ||h||^2 / (2 S (V - S)).

    R = W_0 less the centred part of W_0 h h^T / ||h||^2, which gradient descent never moves. R and W* are
    orthogonal to each other; the part of R along W^mm is zero.
    """
    return direction_rate(run, side=checks.closed_side)

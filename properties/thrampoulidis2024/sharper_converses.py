"""Beyond the paper's results: hypotheses that they do not need, and what follows from their conclusions."""

from __future__ import annotations

import numpy as np
import torch

from ntpcheck.arithmetic import Array
from ntpcheck.checks import converses
from ntpcheck.checks.direction import direction_limit, margin_direction
from ntpcheck.checks.existence import denied
from ntpcheck.checks.finite_part import finite_part
from ntpcheck.checks.laws import finite_rate, loss_law
from ntpcheck.checks.limit import finite_part_limit, loss_limit
from ntpcheck.claim import Assumption, Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Dataset, Run
from ntpcheck.reference.frame import frames
from thrampoulidis2024.lemma_2_norm_growth import SHORT
from thrampoulidis2024.setting import (
    DATASETS,
    OBSTRUCTED,
    RUNS,
    SEPARABLE,
    SMALL_STEP,
    SOME_TOKEN_OUT,
)

INCOMPATIBLE = Assumption("incompatible", "ours", converses.incompatible, converses.rival_contexts)
ANY_PROBABILITIES = (SOME_TOKEN_OUT, SEPARABLE, INCOMPATIBLE, SMALL_STEP)


def centre(run: Run) -> Array:
    """`[..., V, d]` the minimiser of CE_F on F: W* where the data are compatible."""
    found = np.stack([frame.centre for frame in frames(run)]).reshape(run.W0.shape)
    return torch.as_tensor(found, device=run.W0.device)


@claim("linear/sharper/any-probabilities/direction", cite="Theorem 2", domain=RUNS, assumes=ANY_PROBABILITIES)
def direction(run: Run, effort: Effort) -> Evidence:
    """cos(W_k, W^mm) tends to 1 on separable data that are not compatible.

    Redundant in Theorem 2: compatibility, for this part. CE_F has a minimiser on F whatever the probabilities
    are, and what remains of the gradient there is orthogonal to F and to nothing else that moves.
    """
    return direction_limit(run, margin_direction, effort)


@claim(
    "linear/sharper/any-probabilities/finite-part", cite="Theorem 2", domain=RUNS, assumes=ANY_PROBABILITIES
)
def finite(run: Run, effort: Effort) -> Evidence:
    """P_F(W_k) tends to the minimiser of CE_F on F on separable data that are not compatible.

    Redundant in Theorem 2: compatibility, with that minimiser in the place of W*.
    """
    return finite_part_limit(run, centre, effort, compatible_only=False)


@claim(
    "linear/sharper/any-probabilities/finite-part-rate",
    cite="Theorem 2",
    domain=RUNS,
    assumes=ANY_PROBABILITIES,
)
def rate(run: Run, effort: Effort) -> Evidence:
    """eta k (P_F(W_k) - argmin CE_F) tends to H_F^{-1} G, with the softmax at the minimiser for p_j in G.

    On separable data that are not compatible.
    """
    return finite_rate(run)


@claim("linear/sharper/any-probabilities/loss-law", cite="Lemma 2", domain=RUNS, assumes=ANY_PROBABILITIES)
def law(run: Run, effort: Effort) -> Evidence:
    """eta k (CE(W_k) - inf CE) / ||W^mm||^2 tends to 1 on separable data that are not compatible."""
    return loss_law(run)


@claim("linear/sharper/any-supports/loss", cite="Lemma 2", domain=RUNS, assumes=SHORT)
def loss(run: Run, effort: Effort) -> Evidence:
    """CE(W_k) tends to H, with or without a token out of support.

    Redundant in Lemma 2: that some token is out of support, for this part.
    """
    return loss_limit(run, effort)


@claim("linear/sharper/any-supports/finite-part", cite="Theorem 2", domain=RUNS, assumes=SHORT)
def finite_any_supports(run: Run, effort: Effort) -> Evidence:
    """P_F(W_k) tends to W*, with or without a token out of support.

    Redundant in Theorem 2: that some token is out of support, for this part.
    """
    return finite_part_limit(run, lambda data: finite_part(data).W, effort)


@claim("linear/sharper/converse/loss", cite="Lemma 2", domain=RUNS, assumes=(OBSTRUCTED,))
def loss_only_if(run: Run, effort: Effort) -> Evidence:
    """CE(W_k) does not tend to H unless the data are compatible and separable, whatever W_0 and eta are.

    Checked by a dual point that keeps the infimum of CE above H.
    """
    return denied(loss_limit(run, effort))


@claim("linear/sharper/converse/separable", cite="Lemma 1", domain=DATASETS, assumes=(SOME_TOKEN_OUT,))
def separable_only_if(data: Dataset, effort: Effort) -> Evidence:
    """Contexts with any supports are separable iff the contexts are independent.

    The converse of Lemma 1: dependent contexts get supports that nothing separates, as a Farkas ray shows.
    """
    return converses.separable_iff_independent(data)


@claim("linear/sharper/converse/compatible", cite="Lemma 1", domain=DATASETS)
def compatible_only_if(data: Dataset, effort: Effort) -> Evidence:
    """Supports are compatible with any probabilities iff their rows (e_a - e_z) h_j^T are independent.

    That is, iff dim F = sum S_j - m. Dependent rows get probabilities that break their relation.
    """
    return converses.compatible_iff_independent(data)


@claim("linear/sharper/never-unique", cite="Lemma 1", domain=DATASETS)
def never_unique(data: Dataset, effort: Effort) -> Evidence:
    """Some N != 0 changes no softmax: (4) and (6) have infinitely many solutions whenever they have one.

    Redundant in that part of Lemma 1: d > m and full rank. N has equal rows, or one row orthogonal to all
    contexts.
    """
    return converses.never_unique(data)


@claim("linear/sharper/converse/zero-margin", cite="Definition 3", domain=DATASETS, assumes=(SEPARABLE,))
def zero_margin(data: Dataset, effort: Effort) -> Evidence:
    """On separable data W^mm = 0 iff every token is in every support.

    So Theorem 2's direction exists iff some token is out of support.
    """
    return converses.zero_iff_full(data)

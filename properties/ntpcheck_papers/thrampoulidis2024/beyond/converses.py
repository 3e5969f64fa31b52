"""Beyond the paper's results: hypotheses that they do not need, and what follows from their conclusions."""

from __future__ import annotations

import numpy as np
import torch

from ntpcheck.arithmetic import Array
from ntpcheck.checks.existence import denied
from ntpcheck.checks.finite_rate import balanced_rate, finite_rate
from ntpcheck.checks.laws import loss_law
from ntpcheck.checks.limit import finite_part_limit, loss_limit
from ntpcheck.claim import Assumption, Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Dataset, Run
from ntpcheck.reference.frame import frames
from ntpcheck_papers.thrampoulidis2024.beyond import excluded
from ntpcheck_papers.thrampoulidis2024.section_3.families import null_matrix
from ntpcheck_papers.thrampoulidis2024.setting import DATASETS, RUNS
from ntpcheck_papers.thrampoulidis2024.shared.finite_part import finite_part

INCOMPATIBLE = Assumption("incompatible", excluded.incompatible, excluded.rival_contexts)


def centre(run: Run) -> Array:
    """`[..., V, d]` the minimiser of CE_F on F: W* where the data are compatible."""
    found = np.stack([frame.centre for frame in frames(run)]).reshape(run.W0.shape)
    return torch.as_tensor(found, device=run.W0.device)


@claim("linear/sharper/any-probabilities/finite-part", domain=RUNS)
def finite(run: Run, effort: Effort) -> Evidence:
    """Redundant in Theorem 2: compatibility, with that minimiser in the place of W*."""
    return finite_part_limit(run, centre, effort, compatible_only=False)


@claim("linear/sharper/any-probabilities/finite-part-rate", domain=RUNS)
def rate(run: Run, effort: Effort) -> Evidence:
    """On separable data that are not compatible."""
    return finite_rate(run, balanced_rate)


@claim("linear/sharper/any-probabilities/loss-law", domain=RUNS)
def law(run: Run, effort: Effort) -> Evidence:
    """Checked at the end of the log-time flow, against the law's rate."""
    return loss_law(run)


@claim("linear/sharper/any-supports/loss", domain=RUNS)
def loss(run: Run, effort: Effort) -> Evidence:
    """Redundant in Lemma 2: that some token is out of support, for this part."""
    return loss_limit(run, effort)


@claim("linear/sharper/any-supports/finite-part", domain=RUNS)
def finite_any_supports(run: Run, effort: Effort) -> Evidence:
    """Redundant in Theorem 2: that some token is out of support, for this part."""
    return finite_part_limit(run, lambda data: finite_part(data).W, effort)


@claim("linear/sharper/converse/loss", domain=RUNS)
def loss_only_if(run: Run, effort: Effort) -> Evidence:
    """Checked by a dual point that keeps the infimum of CE above H."""
    return denied(loss_limit(run, effort))


@claim("linear/sharper/converse/separable", domain=DATASETS)
def separable_only_if(data: Dataset, effort: Effort) -> Evidence:
    """The converse of Lemma 1: dependent contexts get supports that nothing separates, as a Farkas ray
    shows.
    """
    return excluded.separable_iff_independent(data)


@claim("linear/sharper/converse/compatible", domain=DATASETS)
def compatible_only_if(data: Dataset, effort: Effort) -> Evidence:
    """That is, iff dim F = sum S_j - m. Dependent rows get probabilities that break their relation."""
    return excluded.compatible_iff_independent(data)


@claim("linear/sharper/never-unique", domain=DATASETS)
def never_unique(data: Dataset, effort: Effort) -> Evidence:
    """Redundant in that part of Lemma 1: d > m and full rank. N has equal rows, or one row orthogonal to all
    contexts.
    """
    return excluded.never_unique(data, null_matrix(data))


@claim("linear/sharper/converse/zero-margin", domain=DATASETS)
def zero_margin(data: Dataset, effort: Effort) -> Evidence:
    """So Theorem 2's direction exists iff some token is out of support."""
    return excluded.zero_iff_full(data)

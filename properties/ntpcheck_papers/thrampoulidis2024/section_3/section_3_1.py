"""Section 3.1: the role of overparameterization, up to Lemma 1."""

from __future__ import annotations

from ntpcheck.checks.compare import below
from ntpcheck.checks.existence import attainable, by_row, denied
from ntpcheck.checks.feasible import separable
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Dataset
from ntpcheck_papers.thrampoulidis2024.section_3.contexts import independent_contexts, inseparable_assignment
from ntpcheck_papers.thrampoulidis2024.section_3.null_components import (
    free_components,
    pseudo_inverse_targets,
    solvable_iff_compatible,
)
from ntpcheck_papers.thrampoulidis2024.section_3.systems import residual
from ntpcheck_papers.thrampoulidis2024.setting import DATASETS


@claim("linear/section-3.1/equivalent-system", domain=DATASETS)
def equivalent_system(data: Dataset, effort: Effort) -> Evidence:
    """Compatibility is decided by Definition 1; solvability by the left kernel of the contexts: every c with
    sum c_j h_j = 0 must give sum c_j E_j^+ a_j = 0. Slack: minus the largest entry of that sum.
    """
    return solvable_iff_compatible(data, residual(data.embeddings, pseudo_inverse_targets(data)))


@claim("linear/section-3.1/equivalent-system/amended", domain=DATASETS)
def equivalent_system_amended(data: Dataset, effort: Effort) -> Evidence:
    """Checked against the left kernel of the enlarged system, whose unknowns are W and the n_j."""
    return solvable_iff_compatible(data, free_components(data))


@claim("linear/section-3.1/solvable-when-overparameterized", domain=DATASETS)
def solvable_when_overparameterized(data: Dataset, effort: Effort) -> Evidence:
    """Slack: minus the largest entry of sum c_j E_j^+ a_j over the left kernel of the contexts."""
    left = residual(data.embeddings, pseudo_inverse_targets(data))
    zero = 0 * left.value
    return Evidence(zero - left.value, left.error, left.scale)


@claim("linear/section-3.1/necessary", domain=DATASETS)
def necessary(data: Dataset, effort: Effort) -> Evidence:
    """Slack: d - m, on data that are compatible and separable."""
    return below(data.sized("m"), data.sized("d"), terms=0)


@claim("linear/section-3.1/necessary/amended", domain=DATASETS)
def necessary_amended(data: Dataset, effort: Effort) -> Evidence:
    """For independent contexts the assignment at hand must be compatible and separable; for dependent ones an
    assignment is exhibited, with some token out of support, that no decoder separates.
    """
    return by_row(
        independent_contexts(data),
        lambda: attainable(data),
        lambda: denied(separable(inseparable_assignment(data))),
    )

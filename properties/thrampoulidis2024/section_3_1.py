"""Section 3.1: the role of overparameterization, up to Lemma 1."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ntpcheck.arithmetic import Array
from ntpcheck.checks.compare import below, decided
from ntpcheck.checks.contexts import independent_contexts, inseparable_assignment
from ntpcheck.checks.existence import attainable, by_row, denied
from ntpcheck.checks.feasible import separable
from ntpcheck.checks.null_components import free_components, pseudo_inverse_targets, solvable_iff_compatible
from ntpcheck.checks.systems import residual
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Dataset
from thrampoulidis2024.setting import (
    COMPATIBLE,
    DATASETS,
    FULL_RANK,
    OVERPARAMETERIZED,
    SEPARABLE,
    SOME_TOKEN_OUT,
)


def equivalent(data: Dataset, targets: Callable[[Dataset], Array] = pseudo_inverse_targets) -> Evidence:
    """Compatible iff W[h_1..h_m] = [targets] has a solution."""
    return solvable_iff_compatible(data, residual(data.untraced.embeddings, targets(data)))


@claim("linear/section-3.1/equivalent-system", cite="Section 3.1", domain=DATASETS)
def equivalent_system(data: Dataset, effort: Effort) -> Evidence:
    """Compatibility is equivalent to solvability of W[h_1..h_m] = [E_1^+ a_1 .. E_m^+ a_m].

    Compatibility is decided by Definition 1; solvability by the left kernel of the contexts: every c with
    sum c_j h_j = 0 must give sum c_j E_j^+ a_j = 0. Slack: minus the largest entry of that sum.
    Reading: the question "becomes equivalently" this one for every dataset, not only for independent
    contexts.
    """
    return equivalent(data)


@claim("linear/section-3.1/equivalent-system/amended", cite="Section 3.1", domain=DATASETS)
def equivalent_system_amended(data: Dataset, effort: Effort) -> Evidence:
    """Compatibility is equivalent to solvability of W h_j = E_j^+ a_j + n_j for some n_j with E_j n_j = 0.

    Checked against the left kernel of the enlarged system, whose unknowns are W and the n_j. Added: the
    null components n_j, since the pseudo-inverse fixes what (4) leaves free.
    """
    return solvable_iff_compatible(data, free_components(data))


@claim(
    "linear/section-3.1/solvable-when-overparameterized",
    cite="Section 3.1",
    domain=DATASETS,
    assumes=(OVERPARAMETERIZED, FULL_RANK),
)
def solvable_when_overparameterized(data: Dataset, effort: Effort) -> Evidence:
    """The system W[h_1..h_m] = [E_1^+ a_1 .. E_m^+ a_m] always has a solution when d > m and H has full rank.

    Slack: minus the largest entry of sum c_j E_j^+ a_j over the left kernel of the contexts.
    """
    return solved(data)


def solved(data: Dataset) -> Evidence:
    """The pseudo-inverse system has a solution."""
    left = residual(data.untraced.embeddings, pseudo_inverse_targets(data))
    zero = 0 * left.value
    return Evidence(zero - left.value, left.error, left.scale)


def more_dimensions(data: Dataset, spare: int = 0, *, flipped: bool = False) -> Evidence:
    """d > m + spare, or the reverse."""
    m, d = data.sized("m") + spare, data.sized("d")
    return below(d, m, terms=0) if flipped else below(m, d, terms=0)


@claim(
    "linear/section-3.1/necessary",
    cite="Section 1.1",
    domain=DATASETS,
    assumes=(SOME_TOKEN_OUT, COMPATIBLE, SEPARABLE),
)
def necessary(data: Dataset, effort: Effort) -> Evidence:
    """Data on which the loss can approach the entropy have more dimensions than contexts, d > m.

    Slack: d - m, on data that are compatible and separable.
    Reading: hedge. The text says that the two conditions "determine the necessary and sufficient
    overparameterization"; overparameterization is d > m throughout the paper. That some token is out of
    support is assumed in the longer versions only, and makes a refutation count for all of them.
    """
    return more_dimensions(data)


def every_assignment(data: Dataset, criterion: Callable[[Dataset], Any] = independent_contexts) -> Evidence:
    """Every assignment of next tokens to these contexts attains the entropy in the limit, iff `criterion`."""
    free = independent_contexts(data)

    def reached() -> Evidence:
        return by_row(criterion(data), lambda: attainable(data), lambda: _never(data))

    def obstructed() -> Evidence:
        found = separable(inseparable_assignment(data))
        return by_row(criterion(data), lambda: found, lambda: denied(found))

    return by_row(free, reached, obstructed)


def _never(data: Dataset) -> Evidence:
    """The criterion speaks of an assignment that fails; over independent contexts there is none."""
    return decided(data.xp.any(data.counts < 0, (-2, -1)), data.untraced.embeddings)


@claim("linear/section-3.1/necessary/amended", cite="Section 1.1", domain=DATASETS, assumes=(SOME_TOKEN_OUT,))
def necessary_amended(data: Dataset, effort: Effort) -> Evidence:
    """The loss can approach the entropy for every assignment of tokens iff contexts are independent (d >= m).

    For independent contexts the assignment at hand must be compatible and separable; for dependent ones an
    assignment is exhibited, with some token out of support, that no decoder separates. Changed: necessary
    for all assignments together instead of each, and d >= m with independent contexts instead of d > m.
    """
    return every_assignment(data)

"""Proof of Theorem 1: a competitor W' of W^mm, the shares of the label, and what they cost."""

from ntpcheck.claim import Assumption, Effort, claim
from ntpcheck.domains.attention_paths import SCALED_PATHS
from ntpcheck.domains.imposed import attention_path as imposed
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import AttendingScaled
from ntpcheck_papers.li2024.section_4 import chains
from ntpcheck_papers.li2024.section_4 import path_losses as losses
from ntpcheck_papers.li2024.section_4 import path_radius as radius
from ntpcheck_papers.li2024.section_4.path_steps import (
    lengths,
    rival_odds,
    sample_error,
    some_sample,
    svm_odds,
)
from ntpcheck_papers.li2024.shared import priority

NO_LONGER = Assumption("no-longer", radius.no_longer, imposed.short)
FALLS_SHORT = Assumption("falls-short", radius.falls_short)
ANOTHER_POINT = Assumption("another-point", chains.another_point)


@claim("attention/theorem-1/proof/epsilon", domain=SCALED_PATHS)
def epsilon(data: AttendingScaled, effort: Effort) -> Evidence:
    """Checked as stated."""
    return radius.falls_short(data)


@claim("attention/theorem-1/proof/eq-6", domain=SCALED_PATHS)
def eq_6(data: AttendingScaled, effort: Effort) -> Evidence:
    """Checked as stated."""
    # (6): sum_O s <= |O| / (|O| + e^(-(1-eps) R)) <= 1 / (1 + e^(-(1-eps) R) / T) for some i.
    odds, (T, copies) = rival_odds(data), lengths(data)
    scale = priority.largest(data, odds, 1)
    return some_sample(data, odds - 1, T - copies, error=sample_error(data, odds), scale=scale)


@claim("attention/theorem-1/proof/eq-7", domain=SCALED_PATHS)
def eq_7(data: AttendingScaled, effort: Effort) -> Evidence:
    """Checked as stated."""
    # (7): sum_O s >= |O| / (|O| + (T - |O|) e^-R) >= 1 / (1 + T e^-R) for every i.
    odds, (T, copies) = svm_odds(data), lengths(data)
    slack = priority.smallest(data, data.xp.minimum(T - copies - odds, copies * T - (T - copies)), 1)
    return Evidence(slack, sample_error(data, odds), 1 + priority.largest(data, odds + T, 1))


@claim("attention/theorem-1/proof/eq-8", domain=SCALED_PATHS)
def eq_8(data: AttendingScaled, effort: Effort) -> Evidence:
    """Checked as stated."""
    return losses.loss_above(data)


@claim("attention/theorem-1/proof/eq-9", domain=SCALED_PATHS)
def eq_9(data: AttendingScaled, effort: Effort) -> Evidence:
    """Checked as stated."""
    return losses.loss_below(data)

"""Proof of Theorem 1: a competitor W' of W^mm, the shares of the label, and what they cost."""

from __future__ import annotations

from ntpcheck.claim import Assumption, Effort, claim
from ntpcheck.domains.attention_paths import SCALED_PATHS
from ntpcheck.domains.imposed import attention_path as imposed
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import AttendingScaled
from ntpcheck_papers.li2024.section_4 import chains
from ntpcheck_papers.li2024.section_4 import path_losses as losses
from ntpcheck_papers.li2024.section_4 import path_radius as radius
from ntpcheck_papers.li2024.section_4 import path_steps as steps

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
    return steps.share_above(data)


@claim("attention/theorem-1/proof/eq-7", domain=SCALED_PATHS)
def eq_7(data: AttendingScaled, effort: Effort) -> Evidence:
    """Checked as stated."""
    return steps.share_below(data)


@claim("attention/theorem-1/proof/eq-8", domain=SCALED_PATHS)
def eq_8(data: AttendingScaled, effort: Effort) -> Evidence:
    """Checked as stated."""
    return losses.loss_above(data)


@claim("attention/theorem-1/proof/eq-9", domain=SCALED_PATHS)
def eq_9(data: AttendingScaled, effort: Effort) -> Evidence:
    """Checked as stated."""
    return losses.loss_below(data)

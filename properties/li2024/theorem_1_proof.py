"""Proof of Theorem 1: a competitor W' of W^mm, the shares of the label, and what they cost."""

from __future__ import annotations

from li2024.setting import (
    ACYCLIC,
    FEASIBLE,
    HEAD_SELECTS,
    LOSS,
    NONVANISHING_SLOPE,
    POSITIVE_SCALE,
    REALIZABLE,
)
from ntpcheck.checks import attention_path_losses as losses
from ntpcheck.checks import attention_path_radius as radius
from ntpcheck.checks import attention_path_steps as steps
from ntpcheck.claim import Assumption, Effort, claim
from ntpcheck.domains.attention_paths import SCALED_PATHS
from ntpcheck.domains.imposed import attention_path as imposed
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import AttendingScaled

NO_LONGER = Assumption("no-longer", "proof of Theorem 1", radius.no_longer, imposed.short)
FALLS_SHORT = Assumption("falls-short", "proof of Theorem 1", radius.falls_short)
GIVEN = (REALIZABLE, ACYCLIC, HEAD_SELECTS, *LOSS, FEASIBLE, POSITIVE_SCALE)
COMPETING = (*GIVEN, NO_LONGER, FALLS_SHORT)


@claim("attention/theorem-1/proof/eq-6", cite="App. B.2, (6)", domain=SCALED_PATHS, assumes=COMPETING)
def eq_6(data: AttendingScaled, effort: Effort) -> Evidence:
    """sum_O s_it^R <= |O_i| / (|O_i| + e^(-(1-eps)R)) <= 1 / (1 + e^(-(1-eps)R) / T) for some i.

    Reading: 1 - eps is the least margin of W', at most as long as W^mm, and below 1; T is T_i.
    """
    return steps.share_above(data)


@claim("attention/theorem-1/proof/eq-7", cite="App. B.2, (7)", domain=SCALED_PATHS, assumes=GIVEN)
def eq_7(data: AttendingScaled, effort: Effort) -> Evidence:
    """sum_O s_it* >= |O_i| / (|O_i| + (T - |O_i|) e^-R) >= 1 / (1 + T e^-R) for every i.

    Reading: T is T_i, for which both bounds are tighter than for the longest input.
    """
    return steps.share_below(data)


@claim(
    "attention/theorem-1/proof/eq-8",
    cite="App. B.2, (8)",
    domain=SCALED_PATHS,
    assumes=(*COMPETING, NONVANISHING_SLOPE),
)
def eq_8(data: AttendingScaled, effort: Effort) -> Evidence:
    """L(R W') - L* >= (c_dn c_min / n) / (1 + T e^((1-eps)R)), by the displayed steps, for some i.

    Reading: given the c_dn > 0 that the line before posits, which Assumption 1 does not give
    (attention/assumption-1/derivative-bounds): l' vanishes nowhere, and c_dn <= -l' between the least and the
    largest score of the data; T is T_i.
    """
    return losses.loss_above(data)


@claim("attention/theorem-1/proof/eq-9", cite="App. B.2, (9)", domain=SCALED_PATHS, assumes=GIVEN)
def eq_9(data: AttendingScaled, effort: Effort) -> Evidence:
    """L(R W^mm) - L* <= c_up c_max / (1 + e^R / T) <= c_up c_max T e^-R, by the displayed steps.

    Reading: in the third member i stands for j, the sample of the maximum; T is T_j; c_up >= -l' between the
    least and the largest score of the data.
    """
    return losses.loss_below(data)

"""False neighbours of the limits in Lemma 1: another rate, and the opposite direction."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ntpcheck.evidence import Evidence
from ntpcheck.formulas.rivals import checked
from ntpcheck.instances.attention import AttendingScaled
from ntpcheck.reference.graph_svm import acyc_svm
from ntpcheck_papers.li2024.falsehoods.planting import neighbours
from ntpcheck_papers.li2024.shared import minimum

__all__ = ["PLANTED_ATTENTION"]


def _faster(check: Callable[..., Evidence]) -> dict[str, Any]:
    def faster(data: AttendingScaled) -> minimum.Along:
        W = acyc_svm(data).W
        return minimum.Along(minimum.growth(data, W, parts=66), minimum.growth(data, W, parts=0).terms)

    return checked(lambda data: check(data, faster(data)))


def _backwards(check: Callable[..., Evidence]) -> dict[str, Any]:
    return checked(lambda data: check(data, minimum.along(data, -acyc_svm(data).W)))


PLANTED_ATTENTION = (
    *neighbours(
        ("lemma-1/limit",),
        ("wrong-rate", "At the rate e^{-66 R / 64}.", _faster(minimum.reaches_minimum)),
        ("wrong-sign", "Along -R W^mm.", _backwards(minimum.reaches_minimum)),
    ),
    *neighbours(
        ("lemma-1/proof/output/amended",),
        ("wrong-rate", "At the rate e^{-66 R / 64}.", _faster(minimum.output_approaches)),
        ("wrong-sign", "Along -R W^mm.", _backwards(minimum.output_approaches)),
    ),
)

"""False neighbours of how both cases of Theorem 1 close for large B, and of softmax limits in Lemma 4."""

from __future__ import annotations

from typing import Any

from ntpcheck.evidence import Evidence
from ntpcheck.formulas.rivals import checked
from ntpcheck.instances.dataset import Decoding, Scaled
from ntpcheck_papers.thrampoulidis2024.appendices import in_support_loss
from ntpcheck_papers.thrampoulidis2024.falsehoods.planting import of
from ntpcheck_papers.thrampoulidis2024.section_4 import closings
from ntpcheck_papers.thrampoulidis2024.shared.finite_part import finite_part

__all__ = ["PLANTED_CLOSINGS"]


def _softmax(parts: int, sign: int) -> dict[str, Any]:
    """Of (parts / 64) W* + sign R W."""

    def conclude(data: Decoding, _: Any) -> Evidence:
        return in_support_loss.softmax_approaches(data, finite_part(data).W * parts / 64, sign * data.W)

    return {"conclude": conclude}


def _first(data: Scaled, sign: int) -> Evidence:
    y = closings.late(data)
    return closings.first_at(data, y, sign * closings.fraction(data) * y)


def _second(data: Scaled, sign: int) -> Evidence:
    """At the B that is large enough for the delta of the claim."""
    return closings.second_at(data, closings.later(data), sign * closings.fraction(data))


PLANTED_CLOSINGS = (
    *of(
        "theorem-1/proof/case-i-closing",
        (
            "wrong-sign",
            "For large enough B, pi_j p_jz log(p_jz c e^(-R' delta)) > C e^(-R).",
            checked(lambda data: _first(data, -1)),
        ),
        (
            "wrong-quantifier/any-B",
            "For every B >= ||W*||, pi_j p_jz log(p_jz c e^(R' delta)) > C e^(-R).",
            checked(lambda data: closings.first_at(data, 0 * data.gamma, 0 * data.gamma)),
        ),
    ),
    *of(
        "theorem-1/proof/case-ii-closing",
        (
            "omitted-term",
            "For large enough B, c' e^(-R') / (2 n^2) > C e^(-R).",
            checked(lambda data: _second(data, 0)),
        ),
        (
            "wrong-sign",
            "For large enough B, c' e^(-R' (1 + delta)) / (2 n^2) > C e^(-R).",
            checked(lambda data: _second(data, -1)),
        ),
        (
            "wrong-quantifier/any-B",
            "For every B >= ||W*||, c' e^(-R' (1 - delta)) / (2 n^2) > C e^(-R).",
            checked(lambda data: closings.second_at(data, 0 * data.gamma, closings.fraction(data))),
        ),
    ),
    *of(
        "lemma-4/proof/softmax-limits",
        (
            "wrong-sign",
            "Along W* - R W^d the softmax of every context j tends to p_jz in S_j and to 0 out of it.",
            _softmax(64, -1),
        ),
        (
            "wrong-constant",
            "Along 65/64 W* + R W^d the softmax of every context j tends to p_jz in S_j and to 0 out of it.",
            _softmax(65, 1),
        ),
    ),
)

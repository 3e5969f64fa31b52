"""False neighbours of both cases in the proof of Theorem 1, where the path itself is spoken of."""

from __future__ import annotations

from typing import Any

from ntpcheck.evidence import Evidence
from ntpcheck.formulas.rivals import checked
from ntpcheck.instances.dataset import Pair
from ntpcheck.reference.entropy import log_p
from ntpcheck_papers.thrampoulidis2024.falsehoods.planting import of
from ntpcheck_papers.thrampoulidis2024.falsehoods.theorem_1 import FINITE_PART
from ntpcheck_papers.thrampoulidis2024.section_4 import path_brackets as brackets
from ntpcheck_papers.thrampoulidis2024.shared.finite_part import finite_part

__all__ = ["PLANTED_CASES"]


def _twice(data: Pair) -> Evidence:
    shown = brackets.steps(data) + log_p(data)[..., None]
    return brackets.exceeds(data, 2 * brackets.weighted(data, shown))


def _without_share(data: Pair) -> Evidence:
    return brackets.exceeds(data, brackets.weighted(data, brackets.steps(data)))


def _on_f(sign: int) -> dict[str, Any]:
    return checked(lambda data: brackets.on_f_at(data, sign * finite_part(data).W))


CASE_I = "In case (i), that is where (e_z - e_z')^T (W_B - W*) h_j < 0 for z, z' in S_j,"

PLANTED_CASES = (
    *of(
        "theorem-1/proof/case-i-display",
        (
            "tightened-bound/twice",
            f"{CASE_I} CE(W_B) - H >= 2 pi_j p_jz log(p_jz e^(l_jz' - l_jz)), l the logits of W_B.",
            checked(_twice),
        ),
        (
            "omitted-term",
            f"{CASE_I} CE(W_B) - H >= pi_j p_jz log(e^(l_jz' - l_jz)), l the logits of W_B.",
            checked(_without_share),
        ),
    ),
    *of(
        "theorem-1/proof/case-ii-on-F",
        # On one context with p = (2/3, 1/3, 0) W* + R W^mm loses less than all with these parts on F.
        ("wrong-limit/zero", "P_F(W_B) = 0 for the minimiser W_B of CE over ||W|| <= B.", _on_f(0)),
        ("wrong-sign", "P_F(W_B) = -W* for the minimiser W_B of CE over ||W|| <= B.", _on_f(-1)),
    ),
    *of("theorem-1/proof/case-ii-on-F/amended", *FINITE_PART),
)

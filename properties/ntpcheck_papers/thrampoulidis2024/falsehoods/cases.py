"""False neighbours of both cases in the proof of Theorem 1, where the path itself is spoken of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ntpcheck.evidence import Evidence
from ntpcheck_papers.thrampoulidis2024.falsehoods.planting import of
from ntpcheck_papers.thrampoulidis2024.falsehoods.theorem_1 import FINITE_PART
from ntpcheck_papers.thrampoulidis2024.section_4 import path_brackets

__all__ = ["PLANTED_CASES"]


def _with(check: Callable[..., Evidence], **options: Any) -> dict[str, Any]:
    """Replaces the conclusion by a check of the instance with other options."""
    return {"conclude": lambda data, _: check(data, **options)}


PLANTED_CASES = (
    *of(
        "theorem-1/proof/case-i-display",
        ("tightened-bound/twice", "Twice the term.", _with(path_brackets.overshot, factor=2)),
        ("omitted-term", "e^(l_jz' - l_jz) alone in the log.", _with(path_brackets.overshot, share=False)),
    ),
    *of(
        "theorem-1/proof/case-ii-on-F",
        # On one context with p = (2/3, 1/3, 0) W* + R W^mm loses less than all with these parts on F.
        ("wrong-limit/zero", "P_F(W_B) = 0.", _with(path_brackets.on_f_at_star, parts=0)),
        ("wrong-sign", "P_F(W_B) = -W*.", _with(path_brackets.on_f_at_star, parts=-64)),
    ),
    *of("theorem-1/proof/case-ii-on-F/amended", *FINITE_PART),
)

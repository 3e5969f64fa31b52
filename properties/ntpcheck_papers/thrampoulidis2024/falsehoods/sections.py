"""False neighbours of the claims of Sections 2 and 3, Definitions 1 and 2, equation (7) and Proposition 1."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ntpcheck.claim import Planted
from ntpcheck.evidence import Evidence
from ntpcheck_papers.thrampoulidis2024.section_3 import proposition_1
from ntpcheck_papers.thrampoulidis2024.section_3 import statements as section_3
from ntpcheck_papers.thrampoulidis2024.section_3.approach import diverging_direction, forced_parts
from ntpcheck_papers.thrampoulidis2024.section_3.solvable import in_support_equations
from ntpcheck_papers.thrampoulidis2024.setting import (
    COMPATIBLE,
    SEPARATES,
)


def _with(check: Callable[..., Evidence], **options: Any) -> dict[str, Any]:
    """Replaces the conclusion by a check of the instance with other options."""
    return {"conclude": lambda data, _: check(data, **options)}


def _at_w(check: Callable[..., Evidence], **options: Any) -> dict[str, Any]:
    """The same for a check of the instance's decoder W."""
    return {"conclude": lambda data, _: check(data, data.W, **options)}


ONLY_OWN = {"inside": 1, "outside": 1, "only_own": True}


def _of(claim_id: str, *rows: tuple[str, str, dict[str, Any]]) -> tuple[Planted, ...]:
    """The false neighbours of one claim: kind, statement, and what is replaced."""
    return tuple(Planted(f"linear/{claim_id}", *row) for row in rows)


SECTION_3 = (
    *_of(
        "section-3/in-support-iff-compatible@arxiv-v1",
        ("wrong-condition", "(7a) is solvable iff separable.", _with(in_support_equations, iff="separable")),
        ("dropped-assumption", "(7a) is always solvable.", _with(in_support_equations, iff="always")),
    ),
    *_of(
        "section-3/necessary-and-sufficient-if",
        ("wrong-sign", "CE tends to H along W* - gamma W^mm.", _with(section_3.reaches_entropy, sign=-1)),
        ("wrong-rate", "CE - H <= C e^(-66 gamma / 64).", _with(section_3.reaches_entropy, rate=66)),
    ),
    *_of(
        "section-3/minimizers-split",
        (
            "omitted-term",
            "P_perp W over k^2 tends to some W^d itself.",
            _with(diverging_direction, scaled=False),
        ),
        (
            # At U = 0 it grows like k only.
            "wrong-rate",
            "P_perp W over k^2 tends to a positive multiple of some W^d.",
            _with(diverging_direction, even_if_zero=True),
        ),
    ),
    *_of(
        "section-3/minimizers-split-path",
        ("wrong-constant", "P_F is 65/64 W*.", _with(section_3.split_along, parts=65)),
        ("wrong-sign", "Off F it turns to -W^d.", _with(section_3.split_along, sign=-1)),
        (
            "wrong-subspace",
            "W^p = W* + U for any U.",
            _with(section_3.split_along, with_part_in_f=True),
        ),
        (
            # With full supports W^d = 0 satisfies (6).
            "dropped-assumption",
            "With full supports too.",
            {"assumes": (SEPARATES, COMPATIBLE)},
        ),
    ),
    *_of(
        "section-3/minimizers-split/amended",
        ("tightened-bound", "|q_j - p_j|^2 <= (CE(W) - H) / pi_j.", _at_w(forced_parts, factor=1)),
        ("flipped-inequality", "One token's odds outweigh CE(W) - H.", _at_w(forced_parts, flipped=True)),
        ("wrong-constant", "P_F W tends to 65/64 W*.", _at_w(forced_parts, parts=65)),
    ),
)

PROPOSITION_1 = (
    *_of(
        "proposition-1/limit",
        ("wrong-rate", "CE - H <= C e^(-66 gamma / 64).", _with(proposition_1.limit_along, rate=66)),
        ("wrong-sign", "CE tends to H along W^p - gamma W^d.", _with(proposition_1.limit_along, sign=-1)),
        (
            "dropped-assumption",
            "W^p = W* + U for any U.",
            _with(proposition_1.limit_along, with_part_in_f=True),
        ),
    ),
)

PLANTED_SECTIONS = (*SECTION_3, *PROPOSITION_1)

"""False neighbours of displayed identities and bounds: softmax, entropy, losses, the genie point's sums."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ntpcheck.checks.feasible import where_compatible
from ntpcheck.claim import Planted
from ntpcheck.evidence import Evidence
from ntpcheck_papers.thrampoulidis2024.appendices import in_support_loss
from ntpcheck_papers.thrampoulidis2024.section_2 import displays
from ntpcheck_papers.thrampoulidis2024.section_2.slopes import midpoint_gap
from ntpcheck_papers.thrampoulidis2024.section_2.statements import entropy_forms
from ntpcheck_papers.thrampoulidis2024.section_3 import in_support_display
from ntpcheck_papers.thrampoulidis2024.section_4 import genie_sums
from ntpcheck_papers.thrampoulidis2024.setting import COMPATIBLE

__all__ = ["PLANTED_DISPLAYS"]

Row = tuple[str, str, dict[str, Any]]


def _with(check: Callable[..., Evidence], **options: Any) -> dict[str, Any]:
    """Replaces the conclusion by a check of the instance with other options."""
    return {"conclude": lambda data, _: check(data, **options)}


def _where(check: Callable[..., Evidence], **options: Any) -> dict[str, Any]:
    """The same, undefined where the data has no W*."""
    return {"conclude": lambda data, _: where_compatible(data, check(data, **options))}


def _of(claim_id: str, *rows: Row) -> tuple[Planted, ...]:
    """The false neighbours of one claim: kind, statement, and what is replaced."""
    return tuple(Planted(f"linear/{claim_id}", *row) for row in rows)


PLANTED_DISPLAYS = (
    *_of(
        "section-1/softmax-display",
        ("wrong-sign", "Exponents (e_z - e_z')^T W h.", _with(displays.softmax_entries, sign=-1)),
        ("wrong-constant", "2 for the 1.", _with(displays.softmax_entries, one=2)),
    ),
    *_of(
        "section-2/entropy-regrouped",
        ("wrong-weights/contexts", "Contexts weigh 1/m each.", _with(entropy_forms, equal_weights=True)),
        ("wrong-quantity", "log(pi_j p_jz) for log p_jz.", _with(entropy_forms, joint=True)),
    ),
    *_of(
        "section-5/convex",
        ("flipped-inequality", "CE is concave.", _with(midpoint_gap, strict=False, flipped=True)),
        ("wrong-quantifier", "Strictly convex.", _with(midpoint_gap, strict=True)),
    ),
    *_of(
        "definition-2/in-support-intact",
        ("dropped-assumption", "Any W^d leaves them intact.", {"assumes": (COMPATIBLE,)}),
        # Where every token is in support nothing changes.
        (
            "wrong-quantifier",
            "They all fall.",
            _where(in_support_display.kept_in_support, solved=True, strict=True),
        ),
    ),
    *_of(
        "definition-2/in-support-intact/amended",
        ("dropped-assumption", "Any U leaves them intact.", {"assumes": ()}),
        ("wrong-weights", "Without renormalising.", _with(in_support_display.kept_in_support)),
    ),
    *_of(
        "definition-2/kesler",
        ("flipped-inequality", "In the half-space < 0.", _with(in_support_display.one_side, sign=-1)),
        ("wrong-set", "Also for v in S_j.", _with(in_support_display.one_side, tied=True)),
    ),
    *_of(
        "equation-7/first-step",
        (
            "wrong-set",
            "The sum over all tokens, v twice.",
            _with(in_support_display.removed_terms, inside=False),
        ),
        (
            "wrong-sign",
            "Exponents gamma (e_v - e_z)^T W^d h.",
            _with(in_support_display.removed_terms, sign=-1),
        ),
    ),
    *_of(
        "theorem-1/proof/genie-sums",
        # Some margin of W^mm is 1.
        ("wrong-rate", "e^(-66 R / 64) for e^(-R).", _where(genie_sums.genie_sums, rate=66)),
        ("wrong-sign", "At W* - R W^mm.", _where(genie_sums.genie_sums, sign=-1)),
        ("omitted-term", "C = V.", _where(genie_sums.genie_sums, constant=False)),
    ),
    *_of(
        "theorem-1/proof/kl-display",
        ("omitted-term", "Without the sum out of S_j.", _with(displays.kl_display, within=True)),
        (
            "wrong-weights/contexts",
            "Contexts weigh 1/m each.",
            _with(displays.kl_display, equal_weights=True),
        ),
    ),
    *_of(
        "lemma-4/proof/floor-projected",
        ("wrong-subspace", "CE_F(P_perp W).", _with(in_support_loss.floor_projected, off=True)),
        ("wrong-quantity", "CE(W) = CE(P_F W).", _with(in_support_loss.floor_projected, whole=True)),
    ),
)

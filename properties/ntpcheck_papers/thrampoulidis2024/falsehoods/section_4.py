"""False neighbours of the claims of Section 4, the proof of Theorem 1, and Appendices D and E."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ntpcheck.claim import Planted
from ntpcheck.evidence import Evidence
from ntpcheck.formulas.rivals import checked, tightened
from ntpcheck.instances.dataset import Decoding, Pair
from ntpcheck_papers.thrampoulidis2024.shared import genie, slopes

__all__ = ["PLANTED_SECTION_4"]


def _steep(data: Any, _: Any) -> Evidence:
    """The gradient has 1-norm above 1/64."""
    found = slopes.steep_everywhere(data, data.W)
    return replace(found, slack=found.slack - (1 + 0 * found.slack) / 64)


def _missed(data: Pair) -> Evidence:
    """B, over which both are to minimise, is the larger norm."""
    found = slopes.one_minimiser(data)
    B = data.xp.maximum(genie.length(data, data.W), genie.length(data, data.W2))
    return tightened(found, B / 64)


def _longer(data: Decoding) -> Evidence:
    found = genie.radius(data)
    return genie.stays_near(data, found, 65 * found.ahead / 64)


def _squared(data: Decoding) -> Evidence:
    """h^2 R' in the place of h R'."""
    found = genie.radius(data)
    return genie.stays_near(data, found, found.height * found.ahead)


def _even_if_equal(data: Any, _: Any) -> Evidence:
    return replace(slopes.one_minimiser(data), strict=True)


def _of(claim_ids: tuple[str, ...], *rows: tuple[Any, ...]) -> tuple[Planted, ...]:
    """The false neighbours that some claims share: kind, statement, what is replaced, why judged alone."""
    return tuple(Planted(f"linear/{claim_id}", *row) for claim_id in claim_ids for row in rows)


SECTION_4 = (
    *_of(
        ("section-4/path-unique",),
        # At W = W2 = 0 both minimise over the ball of radius 0.
        ("dropped-assumption", "No two decoders, equal or not, both minimise.", {"conclude": _even_if_equal}),
    ),
    *_of(
        ("section-4/path-unique", "section-4/path-unique/amended"),
        ("tightened-bound", "Optimality is missed by B/64.", checked(_missed)),
    ),
)

GENIE = (
    *_of(
        (
            "theorem-1/proof/boundary",
            "theorem-1/proof/boundary@short",
            "theorem-1/proof/boundary@short/amended",
        ),
        ("tightened-bound", "Every gradient has 1-norm above 1/64.", {"conclude": _steep}),
    ),
    *_of(
        ("theorem-1/proof/rescaling-limit@arxiv-v1",),
        ("wrong-constant", "It tends to 64/65 of that.", checked(_longer)),
        ("wrong-quantity", "To 1/||W^mm||^2.", checked(_squared)),
    ),
)

APPENDIX = ()

PLANTED_SECTION_4 = (*SECTION_4, *GENIE, *APPENDIX)

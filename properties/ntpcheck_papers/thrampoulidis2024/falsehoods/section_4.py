"""False neighbours of the claims of Section 4, the proof of Theorem 1, and Appendices D and E."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ntpcheck.claim import Planted
from ntpcheck.evidence import Evidence
from ntpcheck.formulas.rivals import checked, tightened
from ntpcheck.instances.dataset import Decoding, Pair
from ntpcheck_papers.thrampoulidis2024.falsehoods.planting import SOME_TOKEN, under
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
        (
            "dropped-assumption",
            "No two decoders, equal or not, both minimise CE over ||W|| <= B, for any B.",
            {"conclude": _even_if_equal},
        ),
    ),
    *_of(
        ("section-4/path-unique", "section-4/path-unique/amended"),
        (
            "tightened-bound",
            "For any two decoders W, B the larger of their norms, the two B ||grad CE(W)|| + <grad CE(W), "
            "W>, each 0 if W minimises CE over ||W|| <= B, add up to at least B/64.",
            checked(_missed),
        ),
    ),
)

STEEP = under(
    "At every decoder W ",
    (
        "tightened-bound",
        "the absolute entries of the gradient of CE add up to more than 1/64.",
        {"conclude": _steep},
    ),
)
WITH_RADIUS = "as B grows, for R'^2 = B^2 / ||W^mm||^2 - 2 B <W_B/B, W^mm/||W^mm||> + 1."

GENIE = (
    *_of(("theorem-1/proof/boundary", "theorem-1/proof/boundary@short"), *STEEP),
    *_of(("theorem-1/proof/boundary@short/amended",), *under(SOME_TOKEN, *STEEP)),
    *_of(
        ("theorem-1/proof/rescaling-limit@arxiv-v1",),
        ("wrong-constant", f"R'/B tends to 64/65 of 1 / ||W^mm|| {WITH_RADIUS}", checked(_longer)),
        ("wrong-quantity", f"R'/B tends to 1 / ||W^mm||^2 {WITH_RADIUS}", checked(_squared)),
    ),
)

APPENDIX = ()

PLANTED_SECTION_4 = (*SECTION_4, *GENIE, *APPENDIX)

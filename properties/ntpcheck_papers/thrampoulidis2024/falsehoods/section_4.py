"""False neighbours of the claims of Section 4, the proof of Theorem 1, and Appendices D and E."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ntpcheck.claim import Planted
from ntpcheck.evidence import Evidence
from ntpcheck_papers.thrampoulidis2024.appendices import in_support_loss
from ntpcheck_papers.thrampoulidis2024.section_2 import slopes
from ntpcheck_papers.thrampoulidis2024.section_4 import genie, proof_cases
from ntpcheck_papers.thrampoulidis2024.setting import COMPATIBLE, SOME_TOKEN_OUT

__all__ = ["PLANTED_SECTION_4"]


def _with(check: Callable[..., Evidence], **options: Any) -> dict[str, Any]:
    """Replaces the conclusion by a check of the instance with other options."""
    return {"conclude": lambda data, _: check(data, **options)}


def _midpoint(**options: Any) -> dict[str, Any]:
    return {"conclude": lambda data, _: slopes.midpoint_gap(data, slopes.moves_logits(data), **options)}


def _steep(**options: Any) -> dict[str, Any]:
    return {"conclude": lambda data, _: slopes.steep_everywhere(data, data.W, **options)}


def _margins_of(name: str, factor: int = 1) -> dict[str, Any]:
    return {
        "conclude": lambda data, _: in_support_loss.every_margin_positive(data, factor * getattr(data, name))
    }


def _even_if_equal(data: Any, _: Any) -> Evidence:
    return replace(slopes.one_minimiser(data), strict=True)


def _of(claim_ids: tuple[str, ...], *rows: tuple[Any, ...]) -> tuple[Planted, ...]:
    """The false neighbours that some claims share: kind, statement, what is replaced, why judged alone."""
    return tuple(Planted(f"linear/{claim_id}", *row) for claim_id in claim_ids for row in rows)


HARDLY = "The original fails wherever it is asked, but at B = 1/2."

SECTION_4 = (
    *_of(
        ("section-4/strictly-convex", "section-4/strictly-convex/amended"),
        ("flipped-inequality", "CE is concave.", _midpoint(flipped=True)),
        ("tightened-bound", "The midpoint lies 1/64 nat below the mean.", _midpoint(by=1)),
    ),
    *_of(
        ("section-4/path-unique",),
        # At W = W2 = 0 both minimise over the ball of radius 0.
        ("dropped-assumption", "No two decoders, equal or not, both minimise.", {"conclude": _even_if_equal}),
    ),
    *_of(
        ("section-4/path-unique/amended",),
        ("dropped-assumption", "For all data.", {"assumes": (SOME_TOKEN_OUT,)}),
    ),
    *_of(
        ("section-4/path-unique", "section-4/path-unique/amended"),
        ("tightened-bound", "Optimality is missed by B/64.", _with(slopes.one_minimiser, by=1)),
    ),
)

GENIE = (
    *_of(
        (
            "theorem-1/proof/boundary",
            "theorem-1/proof/boundary@short",
            "theorem-1/proof/boundary@short/amended",
        ),
        ("dropped-assumption", "For all data.", {"assumes": (COMPATIBLE,)}),
        ("tightened-bound", "Every gradient has 1-norm above 1/64.", _steep(by=1)),
    ),
    *_of(
        (
            "theorem-1/proof/genie-radius",
            "theorem-1/proof/genie-radius@short",
            "theorem-1/proof/genie-radius@short/amended",
        ),
        ("wrong-sign", "R = sqrt(B^2 + ||W*||^2) / ||W^mm||.", _with(genie.on_sphere, sign=1)),
        ("wrong-constant", "R is 65/64 of it.", _with(genie.on_sphere, parts=65)),
    ),
    *_of(
        ("theorem-1/proof/genie-loss",),
        ("wrong-rate", "CE - H <= C e^(-66 R / 64).", _with(genie.small_loss, rate=66)),
        ("wrong-sign", "The bound holds along W* - R W^mm.", _with(genie.small_loss, sign=-1)),
    ),
    *_of(
        (
            "theorem-1/proof/rescaling@neurips",
            "theorem-1/proof/rescaling@short/amended",
            "theorem-1/proof/rescaling@arxiv-v1/amended",
        ),
        ("wrong-sign", "The middle term is added.", _with(genie.rescaled, version="finite", sign=1)),
        ("wrong-constant", "The last term is 65/64 of it.", _with(genie.rescaled, version="finite", by=1)),
    ),
    *_of(
        ("theorem-1/proof/rescaling@short", "theorem-1/proof/rescaling@arxiv-v1"),
        ("wrong-sign", "The middle term is added.", _with(genie.rescaled, version="svm", sign=1), HARDLY),
        ("wrong-constant", "65/64 of the last term.", _with(genie.rescaled, version="svm", by=1), HARDLY),
    ),
    *_of(
        ("theorem-1/proof/rescaling-limit@arxiv-v1",),
        ("wrong-constant", "It tends to 64/65 of that.", _with(genie.rescaled_in_the_limit, parts=65)),
        ("wrong-quantity", "To 1/||W^mm||^2.", _with(genie.rescaled_in_the_limit, squared=True)),
    ),
    *_of(
        ("theorem-1/proof/delta-exists",),
        ("wrong-quantifier/always", "Case (i) always holds.", _with(genie.violated, cases="i")),
        ("wrong-quantifier/both", "Both cases hold.", _with(genie.violated, cases="both")),
    ),
)

CASES = (
    *_of(
        ("theorem-1/proof/single-term",),
        ("tightened-bound", "66/64 of the term.", _with(proof_cases.one_term, parts=66, at_zero=True)),
        (
            "wrong-sign",
            "p_jz - s_jz is added.",
            _with(proof_cases.one_term, corrected=True, mass=-1, at_zero=True),
        ),
    ),
    *_of(
        ("theorem-1/proof/single-term/amended",),
        (
            "tightened-bound",
            "Twice the corrected term.",
            _with(proof_cases.one_term, corrected=True, parts=128),
        ),
        ("wrong-sign", "p_jz - s_jz is added.", _with(proof_cases.one_term, corrected=True, mass=-1)),
    ),
    *_of(
        ("theorem-1/proof/case-ii-in-F-perp", "theorem-1/proof/case-ii-in-F-perp/amended"),
        ("tightened-bound", "Logits in support differ by 1/64.", _with(proof_cases.off_ties_shows, by=1)),
        ("wrong-subspace", "The same of P_perp W.", _with(proof_cases.off_ties_shows, flipped=True)),
    ),
    *_of(
        ("theorem-1/proof/case-ii-projection",),
        ("wrong-subspace", "At W* + W for any W.", _with(proof_cases.right_total, in_f=True)),
        ("wrong-constant", "For 65/64 W*.", _with(proof_cases.right_total, parts=65)),
    ),
    *_of(
        ("theorem-1/proof/case-ii-bound",),
        ("wrong-rate", "e^(-R'(1-delta)/2) for e^(-R'(1-delta)).", _with(proof_cases.exposed, rate=32)),
        ("wrong-sign", "c' = e^(||W*|| M).", _with(proof_cases.exposed, sign=1)),
        ("tightened-bound", "2 n for 2 n^2.", _with(proof_cases.exposed, squared=False)),
    ),
)

APPENDIX = (
    *_of(
        ("appendix/floor-display", "appendix/floor-display/amended"),
        ("wrong-constant", "65/64 of the display.", _with(in_support_loss.display, within=True, parts=65)),
    ),
    *_of(
        ("appendix/floor-display",),
        (
            "wrong-constant/smaller",
            "63/64 of the display.",
            _with(in_support_loss.display, within=True, parts=63),
        ),
    ),
    *_of(
        ("appendix/floor-display/amended",),
        ("wrong-set", "z' over all tokens.", _with(in_support_loss.display, within=False)),
    ),
    *_of(
        ("appendix/floor-on-F",),
        ("flipped-inequality", "CE(W) <= CE_F(W).", _with(in_support_loss.floor_below, flipped=True)),
        ("tightened-bound", "CE(W) >= CE_F(W) + 1/64.", _with(in_support_loss.floor_below, by=1)),
    ),
    *_of(
        ("appendix/floor-limit",),
        ("wrong-sign", "The limit along -R U.", _margins_of("U", -1)),
        ("dropped-assumption", "For W^d = W, any decoder.", _margins_of("W")),
    ),
    *_of(
        ("appendix/floor-limit/amended",),
        ("wrong-rate", "CE - CE_F <= C e^(-66 R / 64).", _with(in_support_loss.tends_to_floor, rate=66)),
        ("wrong-sign", "The limit along -R W^d.", _with(in_support_loss.tends_to_floor, sign=-1)),
    ),
    *_of(
        ("appendix/floor-infimum", "lemma-4/1"),
        ("tightened-bound", "CE_F >= H + 1/64 on F.", _with(in_support_loss.least_at_star, by=1)),
        ("wrong-constant", "Attained at 65/64 W*.", _with(in_support_loss.least_at_star, parts=65)),
    ),
    *_of(
        ("appendix/gradient",),
        ("wrong-sign", "Terms out of support count negative.", _with(slopes.gradient_formula, sign=-1)),
        ("omitted-term", "Terms in support are left out.", _with(slopes.gradient_formula, inside=False)),
    ),
    *_of(
        ("appendix/smoothness",),
        ("tightened-bound", "Half this L.", _with(slopes.curvature_bound, parts=32)),
        ("flipped-inequality", "CE bends at least as much.", _with(slopes.curvature_bound, flipped=True)),
    ),
    *_of(
        ("lemma-4/2",),
        (
            "wrong-subspace",
            "The only minimiser among all decoders.",
            _with(in_support_loss.only_at_star, everywhere=True),
        ),
        ("tightened-bound", "Others in F lie 1/64 above.", _with(in_support_loss.only_at_star, by=1)),
    ),
    *_of(
        ("lemma-4/proof/norm-sum", "lemma-4/proof/norm-sum/amended"),
        (
            "wrong-sign",
            "The squares' difference.",
            _with(in_support_loss.norm_sum, squares=True, flipped=True),
        ),
        ("wrong-constant", "65/64 ||P_perp W||^2.", _with(in_support_loss.norm_sum, squares=True, parts=65)),
    ),
)

PLANTED_SECTION_4 = (*SECTION_4, *GENIE, *CASES, *APPENDIX)

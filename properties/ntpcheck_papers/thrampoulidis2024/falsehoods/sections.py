"""False neighbours of the claims of Sections 2 and 3, Definitions 1 and 2, equation (7) and Proposition 1."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ntpcheck.checks.compare import below, equal
from ntpcheck.checks.gap import above_infimum
from ntpcheck.checks.loss import above_entropy, loss, loss_terms
from ntpcheck.claim import Planted
from ntpcheck.evidence import Evidence
from ntpcheck.reference.entropy import entropy
from ntpcheck_papers.thrampoulidis2024.section_2 import statements as section_2
from ntpcheck_papers.thrampoulidis2024.section_3 import definition_1, definition_2, equation_7, proposition_1
from ntpcheck_papers.thrampoulidis2024.section_3 import statements as section_3
from ntpcheck_papers.thrampoulidis2024.section_3.approach import diverging_direction, forced_parts
from ntpcheck_papers.thrampoulidis2024.section_3.solvable import in_support_equations, restricted_equations
from ntpcheck_papers.thrampoulidis2024.setting import (
    COMPATIBLE,
    NONNEGATIVE_SCALE,
    SEPARABLE,
    SEPARATES,
    SOME_TOKEN_OUT,
)


def _with(check: Callable[..., Evidence], **options: Any) -> dict[str, Any]:
    """Replaces the conclusion by a check of the instance with other options."""
    return {"conclude": lambda data, _: check(data, **options)}


def _at_w(check: Callable[..., Evidence], **options: Any) -> dict[str, Any]:
    """The same for a check of the instance's decoder W."""
    return {"conclude": lambda data, _: check(data, data.W, **options)}


def _scaled_entropy(data: Any) -> Evidence:
    total = 65 * entropy(data) / 64
    return equal(loss(data, data.W), total, terms=loss_terms(data, data.W))


def _below_entropy(data: Any) -> Evidence:
    return below(loss(data, data.W), entropy(data), terms=loss_terms(data, data.W))


ONLY_OWN = {"inside": 1, "outside": 1, "only_own": True}


def _of(claim_id: str, *rows: tuple[str, str, dict[str, Any]]) -> tuple[Planted, ...]:
    """The false neighbours of one claim: kind, statement, and what is replaced."""
    return tuple(Planted(f"linear/{claim_id}", *row) for row in rows)


SECTION_2 = (
    *_of(
        "section-2/loss-regrouped",
        (
            "wrong-weights/contexts",
            "Contexts weigh 1/m each.",
            _with(section_2.regrouped, equal_weights=True),
        ),
        (
            "wrong-weights/tokens",
            "In-support tokens weigh 1/S_j each.",
            _with(section_2.regrouped, even=True),
        ),
    ),
    *_of(
        "section-2/entropy-decomposition",
        ("wrong-sign", "CE(W) = H - KL.", _with(section_2.decomposed, sign=-1)),
        ("wrong-weights", "KL weighs contexts equally.", _with(section_2.decomposed, equal_weights=True)),
    ),
    *_of(
        "section-2/entropy-floor",
        ("flipped-inequality", "CE(W) <= H.", _with(section_2.floor, flipped=True)),
        ("tightened-bound", "CE(W) >= 67 H / 64.", _with(section_2.floor, share=3)),
    ),
)

SECTION_3 = (
    *_of(
        "section-3/attained-iff-match-if",
        ("dropped-assumption", "CE(W) = H for every W.", {"assumes": ()}),
        ("wrong-constant", "If softmax = p, CE(W) = 65 H / 64.", _with(_scaled_entropy)),
    ),
    *_of(
        "section-3/attained-iff-match-only-if",
        ("dropped-assumption", "CE(W) > H for every W.", {"assumes": ()}),
        ("tightened-bound", "If softmax differs from p, CE(W) > H + 1/64.", _at_w(above_entropy, by=1)),
    ),
    *_of(
        "section-3/in-support-iff-compatible@arxiv-v1",
        ("wrong-condition", "(7a) is solvable iff separable.", _with(in_support_equations, iff="separable")),
        ("dropped-assumption", "(7a) is always solvable.", _with(in_support_equations, iff="always")),
    ),
    *_of(
        "section-3/in-support-iff-compatible@arxiv-v1/amended",
        ("wrong-constant", "2 W* solves it.", _with(restricted_equations, factor=2)),
        ("wrong-sign", "-W* solves it.", _with(restricted_equations, factor=-1)),
    ),
    *_of(
        "section-3/necessary-and-sufficient-if",
        ("wrong-sign", "CE tends to H along W* - gamma W^mm.", _with(section_3.reaches_entropy, sign=-1)),
        ("wrong-rate", "CE - H <= C e^(-66 gamma / 64).", _with(section_3.reaches_entropy, rate=66)),
        ("dropped-assumption/not-separable", "Compatible data suffice.", {"assumes": (COMPATIBLE,)}),
        ("dropped-assumption/not-compatible", "Separable data suffice.", {"assumes": (SEPARABLE,)}),
    ),
    *_of(
        "section-3/necessary-and-sufficient-only-if",
        ("flipped-inequality", "Obstructed data have inf CE <= H.", _with(above_infimum, flipped=True)),
        ("dropped-assumption", "inf CE > H for all data.", {"assumes": ()}),
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

DEFINITIONS = (
    *(
        planted
        for number, module in ((1, definition_1), (2, definition_2))
        for version in ("", "/amended")
        for planted in _of(
            f"definition-{number}/anchor{version}",
            (
                "tightened-bound",
                "No pair misses by more than an anchor's do.",
                _with(module.by_anchor, factor=1),
            ),
            (
                "wrong-constant",
                "One constraint more per context is independent.",
                _with(module.by_anchor, less=0),
            ),
        )
    ),
    *_of(
        "definition-1/unique-in-F",
        ("wrong-constant", "65/64 W* solves (4).", _with(definition_1.solved_once, parts=65)),
        ("wrong-subspace", "W* + P_perp W lies in F.", _with(definition_1.solved_once, off=True)),
    ),
    *_of(
        "definition-2/off-F",
        (
            "wrong-subspace",
            "(6a) holds iff it does for P_perp W.",
            _with(definition_2.off_f_facts, by_other_part=True),
        ),
        (
            "wrong-quantifier",
            "Nothing orthogonal to F satisfies (6a).",
            _with(definition_2.off_f_facts, off=True),
        ),
        (
            "dropped-assumption",
            "W* + U + W^d satisfies (4).",
            _with(definition_2.off_f_facts, with_part_in_f=True),
        ),
    ),
)

EQUATION_7 = (
    *(
        planted
        for version in ("@short", "@arxiv-v1", "@neurips", "@short/amended", "@arxiv-v1/amended")
        for planted in _of(
            f"equation-7/equality{version}",
            ("wrong-sign", "e_v - e_z in the first sum.", _with(equation_7.displayed, inside=-1, outside=1)),
            ("omitted-term", "The second sum has only v' = v.", _with(equation_7.displayed, **ONLY_OWN)),
        )
    ),
    *_of(
        "equation-7/bound",
        ("wrong-rate", "At most exp(-66 gamma / 64).", _with(equation_7.bounded, rate=66)),
        ("wrong-sign", "The bound holds along -gamma W^d.", _with(equation_7.bounded, sign=-1)),
        ("dropped-assumption", "For every W.", {"assumes": (SOME_TOKEN_OUT, NONNEGATIVE_SCALE)}),
    ),
)

PROPOSITION_1 = (
    *(
        planted
        for version in ("@short", "@arxiv-v1", "@neurips", "@short/amended")
        for planted in _of(
            f"proposition-1/above-entropy{version}",
            ("flipped-inequality", "Every finite W has CE(W) < H.", _with(_below_entropy)),
            ("tightened-bound", "Every finite W has CE(W) > H + 1/64.", _at_w(above_entropy, by=1)),
        )
    ),
    *(
        planted
        for version in ("@arxiv-v1", "@neurips", "@short/amended")
        for planted in _of(
            f"proposition-1/above-entropy{version}",
            ("dropped-assumption", "Full supports are allowed.", {"assumes": (SEPARABLE, COMPATIBLE)}),
        )
    ),
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

PLANTED_SECTIONS = (*SECTION_2, *SECTION_3, *DEFINITIONS, *EQUATION_7, *PROPOSITION_1)

"""False neighbours of the claims of Sections 2 and 3, Definitions 1 and 2, equation (7) and Proposition 1."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from thrampoulidis2024 import definition_1, definition_2, equation_7, proposition_1, section_2, section_3
from thrampoulidis2024.setting import (
    COMPATIBLE,
    NONNEGATIVE_SCALE,
    SEPARABLE,
    SEPARATES,
    SOME_TOKEN_OUT,
)

from ntpcheck.checks.approach import near_probabilities, single_odds
from ntpcheck.checks.compare import below, equal
from ntpcheck.checks.decoders import margins, ties
from ntpcheck.checks.gap import above_infimum
from ntpcheck.checks.in_subspace import orthogonal_part_vanishes, shifted_solution, ties_by_projection
from ntpcheck.checks.loss import above_entropy, loss, loss_terms
from ntpcheck.checks.solvable import in_support_equations, restricted_equations
from ntpcheck.claim import Planted
from ntpcheck.evidence import Evidence
from ntpcheck.reference.entropy import entropy
from ntpcheck.reference.subspace import project


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


SECTION_2 = (
    Planted(
        "linear/section-2/loss-regrouped", "equal-weights", "Contexts weigh 1/m each instead of their frequency.",
        _with(section_2.regrouped, equal_weights=True),
    ),
    Planted(
        "linear/section-2/loss-regrouped", "even-tokens", "In-support tokens weigh 1/S_j each instead of p_jz.",
        _with(section_2.regrouped, even=True),
    ),
    Planted(
        "linear/section-2/entropy-decomposition", "wrong-sign", "CE(W) = H - KL.",
        _with(section_2.decomposed, sign=-1),
    ),
    Planted(
        "linear/section-2/entropy-decomposition", "equal-weights", "KL averages the contexts without pi_j.",
        _with(section_2.decomposed, equal_weights=True),
    ),
    Planted("linear/section-2/entropy-floor", "flipped", "CE(W) <= H.", _with(section_2.floor, flipped=True)),
    Planted("linear/section-2/entropy-floor", "tightened", "CE(W) >= 67 H / 64.", _with(section_2.floor, share=3)),
)  # fmt: skip

SECTION_3 = (
    Planted(
        "linear/section-3/attained-iff-match-if", "dropped-assumption", "CE(W) = H for every W.", {"assumes": ()},
    ),
    Planted(
        "linear/section-3/attained-iff-match-if", "wrong-constant", "If softmax = p everywhere, CE(W) = 65 H / 64.",
        _with(_scaled_entropy),
    ),
    Planted(
        "linear/section-3/attained-iff-match-only-if", "dropped-assumption", "CE(W) > H for every W.",
        {"assumes": ()},
    ),
    Planted(
        "linear/section-3/attained-iff-match-only-if", "tightened", "If softmax differs from p, CE(W) > H + 1/64.",
        _at_w(above_entropy, by=1),
    ),
    Planted(
        "linear/section-3/in-support-iff-compatible@arxiv-v1", "wrong-condition", "(7a) has a solution iff separable.",
        _with(in_support_equations, iff="separable"),
    ),
    Planted(
        "linear/section-3/in-support-iff-compatible@arxiv-v1", "always", "(7a) always has a solution.",
        _with(in_support_equations, iff="always"),
    ),
    Planted(
        "linear/section-3/in-support-iff-compatible@arxiv-v1/amended", "wrong-constant", "2 W* solves it.",
        _with(restricted_equations, factor=2),
    ),
    Planted(
        "linear/section-3/in-support-iff-compatible@arxiv-v1/amended", "wrong-sign", "-W* solves it.",
        _with(restricted_equations, factor=-1),
    ),
    Planted(
        "linear/section-3/necessary-and-sufficient-if", "wrong-sign", "CE tends to H along W* - gamma W^mm.",
        _with(section_3.reaches_entropy, sign=-1),
    ),
    Planted(
        "linear/section-3/necessary-and-sufficient-if", "faster-rate", "CE - H <= C e^(-66 gamma / 64).",
        _with(section_3.reaches_entropy, rate=66),
    ),
    Planted(
        "linear/section-3/necessary-and-sufficient-if", "dropped-separable", "Compatible data suffice.",
        {"assumes": (COMPATIBLE,)},
    ),
    Planted(
        "linear/section-3/necessary-and-sufficient-if", "dropped-compatible", "Separable data suffice.",
        {"assumes": (SEPARABLE,)},
    ),
    Planted(
        "linear/section-3/necessary-and-sufficient-only-if", "flipped", "Obstructed data have inf CE <= H.",
        _with(above_infimum, flipped=True),
    ),
    Planted(
        "linear/section-3/necessary-and-sufficient-only-if", "dropped-assumption", "inf CE > H for all data.",
        {"assumes": ()},
    ),
    Planted(
        "linear/section-3/minimizers-split", "wrong-subspace", "P_F W = W* along W* + k^2 U + k W for every U.",
        {"assumes": (SOME_TOKEN_OUT, SEPARATES, COMPATIBLE), "conclude": lambda data, _: ties(data, data.U)},
    ),
    Planted(
        "linear/section-3/minimizers-split", "limit-by-bound", "Every U orthogonal to F satisfies (6b).",
        {"conclude": lambda data, _: margins(data, data.U)},
    ),
    Planted(
        "linear/section-3/minimizers-split/amended", "tightened", "|q_j - p_j|^2 <= (CE(W) - H) / pi_j.",
        _at_w(near_probabilities, factor=1),
    ),
    Planted(
        "linear/section-3/minimizers-split/amended", "flipped", "One token's odds exceed all of CE(W) - H.",
        _at_w(single_odds, flipped=True),
    ),
)  # fmt: skip

DEFINITIONS = tuple(
    Planted(f"linear/definition-{number}/anchor{version}", kind, statement, _with(module.by_anchor, **options))
    for number, module in ((1, definition_1), (2, definition_2))
    for version in ("", "/amended")
    for kind, statement, options in (
        ("tightened", "No pair misses its constraint by more than an anchor's worst pair does.", {"factor": 1}),
        ("wrong-rank", "One constraint more per context is independent.", {"less": 0}),
    )
) + (
    Planted(
        "linear/definition-1/unique-in-F", "wrong-set", "(4) has one solution among all decoders.",
        _at_w(orthogonal_part_vanishes),
    ),
    Planted(
        "linear/definition-1/unique-in-F", "wrong-subspace", "Solutions of (4) differ by matrices in F.",
        {"conclude": lambda data, _: shifted_solution(data, project(data, data.W))},
    ),
    Planted(
        "linear/definition-2/off-F", "wrong-subspace", "(6a) holds iff W lies in F.",
        {"conclude": lambda data, _: ties_by_projection(data, data.U, off=True)},
    ),
    Planted(
        "linear/definition-2/off-F", "wrong-set", "W* + U + W^d satisfies (4) for every U.",
        _with(definition_2.still_compatible, with_part_in_f=True),
    ),
)  # fmt: skip

VERSIONS = ("@short", "@arxiv-v1", "@neurips", "@short/amended", "@arxiv-v1/amended")
EQUATION_7 = (
    *(
        Planted(
            f"linear/equation-7/equality{version}", "wrong-sign", "The first sum has e_v - e_z for e_z - e_v.",
            _with(equation_7.displayed, inside=-1, outside=1),
        )
        for version in VERSIONS
    ),
    *(
        Planted(
            f"linear/equation-7/equality{version}", "omitted-terms", "The second sum has only its term v' = v.",
            _with(equation_7.displayed, inside=1, outside=1, only_own=True),
        )
        for version in VERSIONS
    ),
    Planted(
        "linear/equation-7/bound", "faster-rate", "The probability is at most exp(-66 gamma / 64).",
        _with(equation_7.bounded, rate=66),
    ),
    Planted(
        "linear/equation-7/bound", "wrong-sign", "The bound holds along -gamma W^d.",
        _with(equation_7.bounded, sign=-1),
    ),
    Planted(
        "linear/equation-7/bound", "dropped-assumption", "The bound holds along gamma W for every W.",
        {"assumes": (SOME_TOKEN_OUT, NONNEGATIVE_SCALE)},
    ),
)  # fmt: skip

PROPOSITION_1 = (
    *(
        Planted(f"linear/proposition-1/above-entropy{version}", kind, statement, replaces)
        for version in ("@short", "@arxiv-v1", "@neurips", "@short/amended")
        for kind, statement, replaces in (
            ("flipped", "Some finite W has CE(W) < H, indeed every one.", _with(_below_entropy)),
            ("tightened", "Every finite W has CE(W) > H + 1/64.", _at_w(above_entropy, by=1)),
        )
    ),
    *(
        Planted(
            f"linear/proposition-1/above-entropy{version}", "dropped-assumption", "Full supports are allowed.",
            {"assumes": (SEPARABLE, COMPATIBLE)},
        )
        for version in ("@arxiv-v1", "@neurips", "@short/amended")
    ),
    Planted(
        "linear/proposition-1/limit", "faster-rate", "CE - H <= C e^(-66 gamma / 64).",
        _with(proposition_1.limit_along, rate=66),
    ),
    Planted(
        "linear/proposition-1/limit", "wrong-sign", "CE tends to H along W^p - gamma W^d.",
        _with(proposition_1.limit_along, sign=-1),
    ),
    Planted(
        "linear/proposition-1/limit", "wrong-set", "CE tends to H along W* + U + gamma W^d for every U.",
        _with(proposition_1.limit_along, with_part_in_f=True),
    ),
)  # fmt: skip

PLANTED_SECTIONS = (*SECTION_2, *SECTION_3, *DEFINITIONS, *EQUATION_7, *PROPOSITION_1)

"""False neighbours of the claims of Sections 2 and 3, Definitions 1 and 2, equation (7) and Proposition 1."""

from __future__ import annotations

from dataclasses import replace

from ntpcheck.checks.feasible import separable
from ntpcheck.evidence import Evidence
from ntpcheck.formulas.rivals import checked
from ntpcheck.instances.dataset import Decoding, Offset
from ntpcheck_papers.thrampoulidis2024.falsehoods.planting import NEARER, of
from ntpcheck_papers.thrampoulidis2024.section_3.remark_1_one_hot import all_labels
from ntpcheck_papers.thrampoulidis2024.section_3.solvable import solvable_iff
from ntpcheck_papers.thrampoulidis2024.shared import approach
from ntpcheck_papers.thrampoulidis2024.shared.finite_part import finite_part


def _nearer(data: Decoding) -> Evidence:
    return approach.near_by(data, data.W, approach.excess_shares(data, data.W))


def _to_more(data: Decoding) -> Evidence:
    return approach.finite_equations(data, data.W, 65 * finite_part(data).W / 64)


def _outweighs(data: Decoding) -> Evidence:
    odds = approach.single_odds(data, data.W)
    return replace(odds, slack=-odds.slack)


def _itself(data: Offset) -> Evidence:
    """U satisfies (6b), not a multiple of it."""
    found = approach.drift(data)
    least = found.least
    return approach.unless_still(data, found, data.xp.where(least < 0, -least, least - 1))


def _even_if_zero(data: Offset) -> Evidence:
    found = approach.drift(data)
    slack = data.xp.maximum(data.xp.abs(found.least), found.miss)
    return Evidence(slack, found.error, found.size, strict=True)


ALONG = "If CE tends to H along W_k = W* + k^2 U + k W^d as k grows, W^d satisfying (6)"

SECTION_3 = (
    *of(
        "remark-1/cover-necessary/amended",
        (
            "wrong-quantifier",
            "Contexts in general position are linearly separable for every binary labelling iff d > m.",
            checked(all_labels, lambda m, d: d > m),
        ),
        (
            "wrong-constant",
            "Contexts in general position are linearly separable for every binary labelling iff 2 d > m.",
            checked(all_labels, lambda m, d: 2 * d > m),
        ),
    ),
    *of(
        "section-3/in-support-iff-compatible@arxiv-v1",
        (
            "wrong-condition",
            "(7a), S_z(W h_j) = p_jz for all z in S_j and all j, has a solution W iff the data are "
            "separable.",
            checked(lambda data: solvable_iff(data, separable(data))),
        ),
    ),
    *of(
        "section-3/minimizers-split",
        (
            "omitted-term",
            f"{ALONG} and U != 0, then P_perp(W_k) over k^2 itself tends to a decoder that satisfies (6).",
            checked(_itself),
        ),
        (
            # At U = 0 it grows like k only.
            "wrong-rate",
            f"{ALONG} and U any matrix, then P_perp(W_k) over k^2 tends to a positive multiple of a decoder "
            "that satisfies (6).",
            checked(_even_if_zero),
        ),
    ),
    *of(
        "section-3/minimizers-split/amended",
        ("tightened-bound", NEARER, checked(_nearer)),
        (
            "flipped-inequality",
            "Every W has pi_j log(1 + rho) >= CE(W) - H at some context j and some token out of S_j, rho "
            "being the probability of that token over that of S_j.",
            checked(_outweighs),
        ),
        ("wrong-constant", "As CE(W) tends to H, P_F W tends to 65/64 W*.", checked(_to_more)),
    ),
)

PROPOSITION_1 = ()

PLANTED_SECTIONS = (*SECTION_3, *PROPOSITION_1)

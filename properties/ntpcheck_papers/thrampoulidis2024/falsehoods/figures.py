"""False neighbours of what the captions of Figures 1 and 2 say."""

from __future__ import annotations

from typing import Any

from ntpcheck.arithmetic import Array
from ntpcheck.claim import Planted
from ntpcheck.instances.dataset import Dataset
from ntpcheck_papers.thrampoulidis2024.figures.figures_geometry import agree, only_one, where_forced, wider
from ntpcheck_papers.thrampoulidis2024.figures.figures_structure import (
    from_probabilities,
    from_supports,
    orthogonal_in,
    same_rows,
)
from ntpcheck_papers.thrampoulidis2024.figures.word_rows import (
    directional,
    distance_to_cones,
    followed,
    half_angle,
    off_the_others,
    on_sides,
    rows_differ,
    wider_is_longer,
)
from ntpcheck_papers.thrampoulidis2024.section_3.finite_part import finite_part
from ntpcheck_papers.thrampoulidis2024.setting import COMPATIBLE, SEPARABLE


def sharing(data: Dataset) -> Any:
    """`[..., V, V]` bool: some context is followed by both tokens."""
    S = data.support
    return data.xp.any(S[..., :, None] & S[..., None, :], -3)


def full_too(data: Dataset) -> Any:
    """`[..., m, V]` bool: the context of a word that follows no other, even where no word is lacking."""
    return (followed(data) == 1)[..., None, :] & data.support


def lacking_more(data: Dataset) -> Any:
    """`[..., m, V]` bool: where the sign is forced, and all contexts that a word after one context lacks."""
    return where_forced(data) | ((followed(data) == 1)[..., None, :] & ~data.support)


def most_likely(counts: Array) -> Array:
    """One for every most frequent word of each context."""
    top = (counts[..., :, None] >= counts[..., None, :]).all(-1)
    return 1 * top


STRUCTURE = (
    Planted(
        "linear/figures/same-support-same-row",
        "wrong-quantity",
        "Words that follow the same contexts have equal rows in W*",
        {"assumes": (COMPATIBLE,), "conclude": lambda data, effort: same_rows(data, finite_part)},
    ),
    Planted(
        "linear/figures/same-support-same-row",
        "dropped-assumption",
        "Words that share a context have equal rows in W^mm",
        {"conclude": lambda data, effort: same_rows(data, pairs=sharing)},
    ),
    Planted(
        "linear/figures/different-finite-rows",
        "dropped-assumption",
        "Words that follow the same contexts have different rows in W*",
        {"conclude": lambda data, effort: rows_differ(data, unlike=False)},
    ),
    Planted(
        "linear/figures/different-finite-rows",
        "wrong-condition",
        "Words that follow different contexts have different rows in W*",
        {"conclude": lambda data, effort: rows_differ(data, patterns=False)},
    ),
    Planted(
        "linear/figures/svm-from-supports",
        "wrong-quantity",
        "The geometry of W* depends on P only through its supports",
        {"assumes": (COMPATIBLE,), "conclude": lambda data, effort: from_supports(data, finite_part)},
    ),
    Planted(
        "linear/figures/svm-from-supports",
        "wrong-set",
        "The geometry of W^mm depends on P only through the most likely words of each context",
        {"conclude": lambda data, effort: from_supports(data, replaced=most_likely)},
    ),
    Planted(
        "linear/figures/finite-part-from-probabilities",
        "wrong-condition",
        "The geometry of W* depends on P only through its supports, and determines it",
        {
            "conclude": lambda data, effort: from_probabilities(data, replaced=lambda n: 1 * (n > 0)),
        },
    ),
    Planted(
        "linear/figures/finite-part-from-probabilities",
        "wrong-quantity",
        "The geometry of W^mm is determined by the entries of P in support and determines them",
        {
            "assumes": (COMPATIBLE, SEPARABLE),
            "conclude": lambda data, effort: from_probabilities(data, directional),
        },
    ),
    Planted(
        "linear/figures/orthogonal",
        "wrong-quantifier",
        "Each word's rows of W* and W^mm are orthogonal",
        {"conclude": lambda data, effort: orthogonal_in(data, lambda A, B: (A * B).sum(-1)[..., None])},
    ),
    Planted(
        "linear/figures/orthogonal",
        "wrong-subspace",
        "The columns of W* and of W^mm span orthogonal subspaces",
        {"conclude": lambda data, effort: orthogonal_in(data, lambda A, B: A.swapaxes(-1, -2) @ B)},
    ),
)

GEOMETRY = (
    Planted(
        "linear/figures/separating-row",
        "tightened-bound",
        "w_v, v after one context only, has it at least 1/64 on its positive side, others as far off",
        {
            "conclude": lambda data, effort: on_sides(
                data, (followed(data) == 1)[..., None, :] & (data.counts >= 0), offset=1
            )
        },
    ),
    Planted(
        "linear/figures/separating-row",
        "flipped-inequality",
        "w_v, v after one context only, has it on its negative side and the others on its positive side",
        {"conclude": lambda data, effort: on_sides(data, only_one(data), sign=-1)},
    ),
    Planted(
        "linear/figures/separating-row/amended",
        "dropped-assumption/own-side",
        "w_v, v after context A only, has A on its positive side, whether or not A lacks a word",
        {"conclude": lambda data, effort: on_sides(data, full_too(data))},
    ),
    Planted(
        "linear/figures/separating-row/amended",
        "dropped-assumption/other-side",
        "w_v, v after context A only, has all others on its negative side, whatever words they lack",
        {"conclude": lambda data, effort: on_sides(data, lacking_more(data))},
    ),
    Planted(
        "linear/figures/cone",
        "wrong-set",
        "The row of W^mm of a word that follows two contexts lies on a ray that bounds their cone",
        {"conclude": lambda data, effort: distance_to_cones(data, followed(data) == 2, reach=1)},
    ),
    Planted(
        "linear/figures/cone",
        "wrong-condition",
        "The row of W^mm of a word that follows one context is a nonnegative multiple of its embedding",
        {"conclude": lambda data, effort: distance_to_cones(data, followed(data) == 1)},
    ),
    Planted(
        "linear/figures/cone/amended",
        "wrong-sign",
        "A row of W^mm is a combination of its contexts' embeddings plus an element of the cone of others",
        {"conclude": lambda data, effort: off_the_others(data, sign=-1)},
    ),
    Planted(
        "linear/figures/cone/amended",
        "wrong-constant",
        "A row of W^mm is a combination of its contexts' embeddings minus half the multiples of the others",
        {"conclude": lambda data, effort: off_the_others(data, halved=True)},
    ),
    Planted(
        "linear/figures/wider-cone",
        "flipped-inequality",
        "Of two words that follow two contexts each, the one with the wider cone has the shorter row",
        {"conclude": lambda data, effort: wider(data, -1)},
    ),
    Planted(
        "linear/figures/wider-cone",
        "wrong-quantity",
        "Of two words that follow two contexts each, the one with the wider cone has the longer row in W*",
        {
            "assumes": (COMPATIBLE,),
            "conclude": lambda data, effort: wider_is_longer(data, *finite_part(data)),
        },
    ),
    Planted(
        "linear/figures/wider-cone/amended",
        "omitted-term/angle",
        "The row of a word after both of two contexts is (V - S) / (V |h|) long, whatever the angle",
        {"conclude": lambda data, effort: half_angle(data, angle=False)},
    ),
    Planted(
        "linear/figures/wider-cone/amended",
        "omitted-term/factor",
        "The row of a word after both of two contexts is 1 / (|h| cos(angle / 2)) long",
        {"conclude": lambda data, effort: half_angle(data, lacking=False)},
    ),
)

NO_DATA = "The original speaks of no data: it fails on every instance."
CAPTIONS = (
    Planted(
        "linear/figures/captions-agree",
        "wrong-set",
        "The captions describe one setting once words 1 and 5 follow the same contexts A and C",
        {"conclude": lambda data, effort: agree(data, patterns=(("1", "AC"), ("5", "AC")))},
        alone=NO_DATA,
    ),
    Planted(
        "linear/figures/captions-agree",
        "wrong-constant",
        "The captions describe one setting once supports have four words",
        {"conclude": lambda data, effort: agree(data, sizes=(4, 4, 4))},
        alone=NO_DATA,
    ),
    Planted(
        "linear/figures/captions-agree/amended",
        "wrong-set",
        "The captions describe one setting once words 1 and 5 follow B and C, and word 3 follows B only",
        {
            "conclude": lambda data, effort: agree(
                data, patterns=(("1", "BC"), ("5", "BC")), alone=(("3", "B"),)
            )
        },
    ),
    Planted(
        "linear/figures/captions-agree/amended",
        "wrong-constant",
        "The captions describe one setting once words 1 and 5 follow B and C, and C has two words",
        {"conclude": lambda data, effort: agree(data, patterns=(("1", "BC"), ("5", "BC")), sizes=(3, 3, 2))},
    ),
)

PLANTED_FIGURES = STRUCTURE + GEOMETRY + CAPTIONS

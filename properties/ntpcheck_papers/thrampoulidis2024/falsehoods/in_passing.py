"""False neighbours of what the text says in passing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ntpcheck.checks.gap import above_infimum
from ntpcheck.checks.path_limit import path_direction
from ntpcheck.evidence import Evidence
from ntpcheck.reference import neighbours
from ntpcheck_papers.thrampoulidis2024.falsehoods.planting import of
from ntpcheck_papers.thrampoulidis2024.figures.word_rows import followed, on_sides
from ntpcheck_papers.thrampoulidis2024.in_passing.statements import lacking, some_follow
from ntpcheck_papers.thrampoulidis2024.setting import FULL_RANK, OVERPARAMETERIZED, SOME_TOKEN_OUT

__all__ = ["PLANTED_IN_PASSING"]


def _by(found: Evidence, parts: int) -> Evidence:
    """The same inequality with parts / 64 to spare."""
    return replace(found, slack=found.slack - (parts + 0 * found.slack) / 64)


def _gap(parts: int) -> dict[str, Any]:
    return {"conclude": lambda data, _: _by(above_infimum(data), parts)}


def _towards(program: Any) -> dict[str, Any]:
    return {"conclude": lambda data, effort: path_direction(data, program, effort)}


FOLLOWER = "figures/follower-row@arxiv-v1"
REACHED = "CE tends to H on every instance, whatever c is."

POSITIVE = "No decoder leaves a token out of support without probability, on any data."

PLANTED_IN_PASSING = (
    *(
        planted
        for version, alone in (("", POSITIVE), ("/amended", ""))
        for planted in of(
            f"section-1/many-minimizers{version}",
            ("dropped-assumption/dimension", "For any d.", {"assumes": (SOME_TOKEN_OUT, FULL_RANK)}),
            ("dropped-assumption/rank", "At any rank.", {"assumes": (SOME_TOKEN_OUT, OVERPARAMETERIZED)}),
            alone=alone,
        )
    ),
    *of(
        "section-1/ridge-direction",
        (
            "wrong-program/dropped-margin",
            "cos(W_lambda, C) tends to 1, C the least decoder with (6) but for one margin",
            _towards(neighbours.without_one_margin),
        ),
        (
            "wrong-sign",
            "cos(W_lambda, -W^mm) tends to 1",
            _towards(lambda data: -neighbours.max_margin(data).W),
        ),
    ),
    *of(
        "section-5/bounded-away",
        ("wrong-constant", "c = 1/64.", _gap(1)),
        ("wrong-constant/larger", "c = 1.", _gap(64)),
        alone=REACHED,
    ),
    *of(
        FOLLOWER,
        (
            "tightened-bound",
            "Contexts are at least 1/64 off the hyperplane.",
            {"conclude": lambda data, _: _by(on_sides(data, some_follow(data)), 1)},
        ),
        (
            # S_1 = {1}, S_2 = {2}, h_2 = -h_1, V = 3: w_3 = 0.
            "wrong-set",
            "Words that follow no context have all of them on their negative side.",
            {"conclude": lambda data, _: on_sides(data, (followed(data) == 0)[..., None, :] & ~data.support)},
        ),
    ),
    *of(
        FOLLOWER + "/amended",
        (
            "dropped-assumption/own-side",
            "Contexts that lack no word are on the positive side too.",
            {"conclude": lambda data, _: on_sides(data, data.support)},
        ),
        (
            "dropped-assumption/other-side",
            "Contexts that lack other words are on the negative side too.",
            {"conclude": lambda data, _: on_sides(data, ~data.support | lacking(data))},
        ),
    ),
)

"""False neighbours of the claims of Sections 2 and 3, Definitions 1 and 2, equation (7) and Proposition 1."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ntpcheck.arithmetic import Array
from ntpcheck.checks.decoders import margin
from ntpcheck.checks.feasible import separable
from ntpcheck.evidence import Evidence, both
from ntpcheck.formulas.rivals import checked
from ntpcheck.instances.dataset import Dataset, Decoding, Offset
from ntpcheck.reference.max_margin import max_margin
from ntpcheck.reference.subspace import project_off
from ntpcheck_papers.thrampoulidis2024.falsehoods.planting import of
from ntpcheck_papers.thrampoulidis2024.section_3 import proposition_1
from ntpcheck_papers.thrampoulidis2024.section_3 import statements as section_3
from ntpcheck_papers.thrampoulidis2024.section_3.solvable import solvable_iff
from ntpcheck_papers.thrampoulidis2024.shared import approach
from ntpcheck_papers.thrampoulidis2024.shared.finite_part import finite_part

Part = tuple[Array, Array]  # a decoder `[..., V, d]`, and a bound on its error `[...]`


def _fades_faster(data: Dataset, start: Part, along: Part) -> Evidence:
    """CE(start + gamma along) - H <= C e^(-66 mu gamma / 64): the odds fall that fast, besides."""
    begin, pull = (approach.moved(data, *part) for part in (start, along))
    least = data.xp.minimum(data.xp.min(margin(data, pull.logits, 1), -1), 1)
    parts = []
    for gamma in approach.SCALES[1:]:
        here = approach.moved(data, start[0] + gamma * along[0], start[1] + gamma * along[1])
        parts.append(approach.fading_odds(data, begin, here, 66 * gamma * least[..., None] / 64))
    return both(approach.approaches(data, start, along), *parts)


def _star_and_margin(data: Dataset) -> tuple[Part, Part]:
    star, best = finite_part(data), max_margin(data)
    return (star.W, star.error), (best.W, best.error)


def _behind(data: Dataset) -> Evidence:
    star, (W, error) = _star_and_margin(data)
    return approach.approaches(data, star, (-W, error))


def _faster(data: Dataset) -> Evidence:
    return _fades_faster(data, *_star_and_margin(data))


def _solution(data: Offset) -> Part:
    """W^p = W* + P_perp U."""
    return proposition_1.starting(data, project_off(data, data.U))


def _limit_faster(data: Offset) -> Evidence:
    start = _solution(data)
    return _fades_faster(data, start, (data.W, 0 * start[1]))


def _limit_behind(data: Offset) -> Evidence:
    start = _solution(data)
    return approach.approaches(data, start, (-data.W, 0 * start[1]))


def _limit_from_any(data: Offset) -> Evidence:
    return proposition_1.limit_along(data, proposition_1.starting(data, data.U))


def _split(change: Callable[[Offset, section_3.Split], section_3.Split]) -> dict[str, Any]:
    return checked(lambda data: section_3.splits(data, change(data, section_3.split_along(data))))


def _more(_: Offset, said: section_3.Split) -> section_3.Split:
    return said._replace(inside=said.inside * 65 / 64)


def _turned(data: Offset, said: section_3.Split) -> section_3.Split:
    return said._replace(off=said.off - 2 * data.gamma[..., None, None] * data.W)


def _with_all(data: Offset, said: section_3.Split) -> section_3.Split:
    return said._replace(whole=said.whole + data.U - project_off(data, data.U))


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


SECTION_3 = (
    *of(
        "section-3/in-support-iff-compatible@arxiv-v1",
        (
            "wrong-condition",
            "(7a) is solvable iff separable.",
            checked(lambda data: solvable_iff(data, separable(data))),
        ),
    ),
    *of(
        "section-3/necessary-and-sufficient-if",
        ("wrong-sign", "CE tends to H along W* - gamma W^mm.", checked(_behind)),
        ("wrong-rate", "CE - H <= C e^(-66 gamma / 64).", checked(_faster)),
    ),
    *of(
        "section-3/minimizers-split",
        (
            "omitted-term",
            "P_perp W over k^2 tends to some W^d itself.",
            checked(_itself),
        ),
        (
            # At U = 0 it grows like k only.
            "wrong-rate",
            "P_perp W over k^2 tends to a positive multiple of some W^d.",
            checked(_even_if_zero),
        ),
    ),
    *of(
        "section-3/minimizers-split-path",
        ("wrong-constant", "P_F is 65/64 W*.", _split(_more)),
        ("wrong-sign", "Off F it turns to -W^d.", _split(_turned)),
        (
            "wrong-subspace",
            "W^p = W* + U for any U.",
            _split(_with_all),
        ),
    ),
    *of(
        "section-3/minimizers-split/amended",
        ("tightened-bound", "|q_j - p_j|^2 <= (CE(W) - H) / pi_j.", checked(_nearer)),
        ("flipped-inequality", "One token's odds outweigh CE(W) - H.", checked(_outweighs)),
        ("wrong-constant", "P_F W tends to 65/64 W*.", checked(_to_more)),
    ),
)

PROPOSITION_1 = (
    *of(
        "proposition-1/limit",
        ("wrong-rate", "CE - H <= C e^(-66 gamma / 64).", checked(_limit_faster)),
        ("wrong-sign", "CE tends to H along W^p - gamma W^d.", checked(_limit_behind)),
        (
            "dropped-assumption",
            "W^p = W* + U for any U.",
            checked(_limit_from_any),
        ),
    ),
)

PLANTED_SECTIONS = (*SECTION_3, *PROPOSITION_1)

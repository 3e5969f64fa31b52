"""False neighbours of Lemma 5 and the steps of its proof."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ntpcheck.checks.limit import finite_part_limit
from ntpcheck.claim import Planted
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Run
from ntpcheck_papers.thrampoulidis2024.section_3.finite_part import finite_part
from ntpcheck_papers.thrampoulidis2024.section_5 import comparison, comparison_cases
from ntpcheck_papers.thrampoulidis2024.section_5.descent_parts import near_star
from ntpcheck_papers.thrampoulidis2024.section_5.lemma_5_setting import GIVEN

__all__ = ["PLANTED_LEMMA_5"]


def _with(check: Callable[..., Evidence], *arguments: Any, **options: Any) -> dict[str, Any]:
    """Replaces the conclusion by a check of the instance with other options."""
    return {"conclude": lambda data, _: check(data, *arguments, **options)}


def _near(parts: int) -> dict[str, Any]:
    return {"conclude": lambda run, effort: near_star(run, effort, parts=parts)}


def _tends_to(parts: int) -> dict[str, Any]:
    def candidate(run: Run) -> Any:
        return parts * finite_part(run).W / 64

    return {"conclude": lambda run, effort: finite_part_limit(run, candidate, effort)}


def _of(claim_ids: tuple[str, ...], *rows: tuple[str, str, dict[str, Any]]) -> tuple[Planted, ...]:
    """The false neighbours that some claims share: kind, statement, and what is replaced."""
    return tuple(Planted(f"linear/lemma-5/{name}", *row) for name in claim_ids for row in rows)


sums, rescaled = comparison.case_one_sums, comparison_cases.rescaled
ANY_CASE = {"assumes": GIVEN}
exists, suffices = comparison_cases.radius_exists, comparison_cases.radius_suffices
on_ball = comparison_cases.radius_on_the_ball

GENIE = (
    ("wrong-constant", "65/64 W^mm.", _with(comparison.regrouped, "genie", product=True, factor=65)),
    ("wrong-sign", "-W^mm.", _with(comparison.regrouped, "genie", product=True, factor=-64)),
)
# A token out of support adds a + b to the display and a b to the loss, with b < 1.
ABOVE = "The display exceeds the loss on every instance."
THRESHOLD = "R' is algebraic and R(alpha) is not if W* = 0; no instance is known where they are equal."

LEMMA = (
    *_of(
        ("statement", "statement@short", "statement@short/amended"),
        # Where W_perp is a multiple of W^mm, less of it costs more, whatever the radius.
        ("wrong-sign", "(1 - alpha) ||W_perp|| is enough.", _with(exists, sign=-1)),
        ("flipped-inequality", "The genie point costs at least as much.", _with(exists, flipped=True)),
    ),
    *(
        Planted("linear/lemma-5/equality-genie", kind, words, replaces, ABOVE)
        for kind, words, replaces in GENIE
    ),
    *(
        # W~ has the length of W^mm, and is not zero.
        Planted("linear/lemma-5/rescaled", kind, words, _with(rescaled, parts=parts), THRESHOLD)
        for kind, words, parts in (
            ("wrong-constant", "W_perp / (2 R').", 32),
            ("wrong-sign", "-W_perp / R'.", -64),
        )
    ),
)

lower, upper = comparison_cases.lower_chain, comparison_cases.upper_chain
bounded = comparison_cases.sums_bounded

CASE_2 = (
    *_of(
        ("case-2-delta",),
        ("tightened-bound", "delta is 66/64 of it.", _with(comparison_cases.delta_exists, parts=66)),
    ),
    *_of(
        ("case-2-lower", "case-2-lower/amended"),
        ("tightened-bound", "64 times the bound.", _with(lower, corrected=True, parts=4096)),
        ("wrong-quantity", "A_min for A_max.", _with(lower, corrected=True, extreme="least")),
    ),
    *_of(
        ("case-2-upper",),
        ("wrong-sign", "-log(1 + y).", _with(upper, parts=-64)),
        ("wrong-quantity", "CE_F(W) for CE(W_F).", _with(upper, floor=True)),
    ),
    *_of(
        ("sufficient-radius/amended",),
        ("wrong-sign", "(1 - alpha) R' W^mm.", _with(exists, sign=-1)),
        ("flipped-inequality", "(15) >= (16).", _with(exists, flipped=True)),
    ),
    *_of(
        ("sufficient-radius/amended",),
        ("omitted-term", "R' >= log(2 n V^2) / alpha.", _with(exists, power=0)),
    ),
    *_of(
        ("sufficient-radius-bounds",),
        (
            "wrong-sign",
            "delta - alpha for delta + alpha.",
            _with(comparison_cases.radius_equivalent, sign=-1),
        ),
        # In Case 2 some token is out of support, so that V >= 2.
        ("omitted-term", "n for n V.", _with(comparison_cases.radius_equivalent, words=0)),
    ),
    *_of(
        ("R-alpha", "R-alpha/amended"),
        ("omitted-term", "log(2 n V).", _with(on_ball, corrected=True, power=0)),
        ("wrong-sign", "e^(-4 M ||W*||).", _with(on_ball, corrected=True, power=-4)),
    ),
    *_of(
        ("R-alpha-conclusion", "R-alpha-conclusion/amended"),
        ("wrong-sign", "(1 - alpha) R' W^mm.", _with(on_ball, corrected=True, losses=True, sign=-1)),
        ("flipped-inequality", "(15) >= (16).", _with(on_ball, corrected=True, losses=True, flipped=True)),
    ),
    *_of(
        ("R-alpha-conclusion/amended",),
        ("omitted-term", "log(2 n V^2).", _with(on_ball, corrected=True, losses=True, power=0)),
    ),
    *_of(
        ("finite-part-bounded",),
        ("tightened-bound/half", "||W_F|| <= ||W*|| / 2.", _near(32)),
        ("tightened-bound", "||W_F|| <= 63/64 ||W*||.", _near(63)),
    ),
    *_of(
        ("finite-part-bounded/amended",),
        ("wrong-constant", "W_F tends to 65/64 W*.", _tends_to(65)),
        ("wrong-sign", "W_F tends to -W*.", _tends_to(-64)),
    ),
)

PLANTED_LEMMA_5 = (*LEMMA, *CASE_2)

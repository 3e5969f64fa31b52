"""False neighbours of what the panels of Figures 1 and 4 show."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ntpcheck.checks.direction import direction_limit, margin_direction
from ntpcheck.checks.existence import denied
from ntpcheck.checks.limit import finite_part_limit
from ntpcheck.claim import Effort, Planted
from ntpcheck.evidence import Evidence, both
from ntpcheck.instances.dataset import Run
from ntpcheck.reference import neighbours
from ntpcheck.reference.entropy import entropy
from ntpcheck_papers.thrampoulidis2024.figures.figures_training import to_finite_part
from ntpcheck_papers.thrampoulidis2024.figures.panels import corrected_panel, loss_panel, norm_panel
from ntpcheck_papers.thrampoulidis2024.section_3.finite_part import finite_part
from ntpcheck_papers.thrampoulidis2024.section_5.first_step import norm_grows


def _loss(**options: Any) -> dict[str, Any]:
    return {"conclude": lambda run, effort: loss_panel(run, effort, **options)}


def _norm(**options: Any) -> dict[str, Any]:
    return {"conclude": lambda run, effort: norm_panel(run, effort, **options)}


def _towards(program: Any) -> dict[str, Any]:
    return {"conclude": lambda run, effort: direction_limit(run, program, effort)}


def _corrected(program: Any) -> dict[str, Any]:
    return {"conclude": lambda run, effort: corrected_panel(run, program, effort)}


def _finite(candidate: Any) -> dict[str, Any]:
    return {"conclude": lambda run, effort: finite_part_limit(run, candidate, effort)}


def _panels(run: Run, effort: Effort, *, excess: Any = None, program: Any = margin_direction) -> Evidence:
    """All four panels with another entropy or another program."""
    return both(
        loss_panel(run, effort, excess=excess),
        norm_panel(run, effort),
        direction_limit(run, program, effort),
        to_finite_part(run, effort),
    )


def _whole(**options: Any) -> dict[str, Any]:
    return {"conclude": lambda run, effort: _panels(run, effort, **options)}


# Every planted limit differs from the true one wherever H > 0, W* != 0 or the program has a solution of its
# own, as random draws of the recipe have.
LOSS = (
    ("wrong-constant", "CE(W_k) tends to 65/64 H", _loss(excess=lambda run: entropy(run) / 64)),
    ("wrong-limit/value", "CE(W_k) tends to 1.5 nats", _loss(excess=lambda run: 1.5 - entropy(run))),
    ("wrong-rate/faster", "CE(W_k) - H falls like 1/k^2", _loss(power=2.0)),
    ("wrong-rate/slower", "CE(W_k) - H falls like 1/sqrt(k)", _loss(power=0.5)),
)  # fmt: skip

NORM = (
    ("wrong-rate/faster", "||W_k|| grows like 65/64 ||W^mm|| log k", _norm(factor=65 / 64)),
    ("wrong-rate/slower", "||W_k|| grows like ||W^mm|| log k / 2", _norm(factor=0.5)),
    ("wrong-limit/bounded", "||W_k|| stays bounded",
     {"conclude": lambda run, effort: denied(norm_panel(run, effort))}),
)  # fmt: skip


def _falls_at_first(run: Run, _: Effort) -> Evidence:
    """From W_0 = 0."""
    found = norm_grows(run.replace(W0=0 * run.W0))
    return replace(found, slack=-found.slack)


def _grows_at_first(run: Run, _: Effort) -> Evidence:
    """From W_0 = -8 W^mm."""
    return norm_grows(run.replace(W0=-8 * margin_direction(run)))


# W_1 = -eta G != 0 after W_0 = 0. From -8 W^mm the gradient has <W_0, G> = 8 sum pi_j s_jv <W^mm, x_n>, about
# 8 since nearly all probability is out of support, and eta ||G||^2 is less.
FALLS = "The original fails on every instance drawn: from such a start the norm falls at first."
INCREASES = (
    (
        "flipped-inequality",
        "From W_0 = 0 the parameter norm falls at first",
        {"conclude": _falls_at_first},
        FALLS,
    ),
    (
        "dropped-assumption/start",
        "From W_0 = -8 W^mm the parameter norm increases at first",
        {"conclude": _grows_at_first},
        FALLS,
    ),
)

PROGRAMS = (
    ("wrong-program/dropped-margin", "iterates align with the least decoder with (6) but for one margin",
     neighbours.without_one_margin),
    ("wrong-program/one-more-token", "iterates align with W^mm of data with one token more in one support",
     neighbours.with_one_more_token),
    ("wrong-program/no-ties", "iterates align with the least decoder with (6b) and without (6a)",
     neighbours.without_ties),
    ("wrong-program/one-hot", "iterates align with W^mm of each context's most frequent token",
     neighbours.of_most_frequent_tokens),
)  # fmt: skip
DIRECTION = tuple((kind, said.capitalize(), _towards(program)) for kind, said, program in PROGRAMS)
# In the plane one token more leaves the data inseparable, and the program as it was.
PLANE_DIRECTION = tuple(row for row in DIRECTION if row[0] != "wrong-program/one-more-token")
CORRECTED = tuple((kind, f"Corrected {said}", _corrected(program)) for kind, said, program in PROGRAMS)

FINITE_PART = (
    ("wrong-limit/zero", "P_F(W_k) tends to 0", _finite(lambda run: 0 * run.W0)),
    ("wrong-constant", "P_F(W_k) tends to 65/64 W*", _finite(lambda run: 65 * finite_part(run).W / 64)),
)

WHOLE = (
    ("wrong-constant", "The graphs, with CE(W_k) tending to 65/64 H",
     _whole(excess=lambda run: entropy(run) / 64)),
    ("wrong-program/dropped-margin",
     "The graphs, with alignment to the least decoder with (6) but for one margin",
     _whole(program=neighbours.without_one_margin)),
)  # fmt: skip


def _of(claim_id: str, rows: tuple[tuple[Any, ...], ...]) -> tuple[Planted, ...]:
    return tuple(Planted(f"linear/figures/{claim_id}", *row) for row in rows)


PLANTED_FIGURES_TRAINING = (
    *_of("fig-1-loss", LOSS),
    *_of("fig-1-norm", NORM),
    *_of("fig-1-direction", PLANE_DIRECTION),
    *_of("fig-1-finite-part", FINITE_PART),
    *_of("fig-1", WHOLE),
    *_of("fig-4-loss", LOSS),
    *_of("fig-4-norm", NORM),
    *_of("fig-4-norm-increases", INCREASES),
    *_of("fig-4-norm-increases/amended", NORM),
    *_of("fig-4-direction", DIRECTION),
    *_of("fig-4-corrected", CORRECTED),
    *_of("fig-4-finite-part", FINITE_PART),
    *_of("fig-4", WHOLE),
)

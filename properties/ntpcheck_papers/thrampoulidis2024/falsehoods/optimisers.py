"""False neighbours of footnote 8, of Fig. 5 and of what is sharper about them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import torch

from ntpcheck.arithmetic import FLOAT, Array, exact_array
from ntpcheck.checks.cycles import rests_at
from ntpcheck.checks.existence import unsettled
from ntpcheck.checks.optimisers import normalised_direction, sgd_direction
from ntpcheck.claim import Assumption
from ntpcheck.dynamics.optimisers import SGD_CONTEXTS, SGD_TOKENS
from ntpcheck.evidence import Evidence
from ntpcheck.formulas.rivals import along, checked, flipped
from ntpcheck.instances.dataset import Decoding, Run
from ntpcheck.reference import neighbours
from ntpcheck.reference.frame import Floats, frames
from ntpcheck.reference.max_margin import max_margin
from ntpcheck_papers.thrampoulidis2024.falsehoods.planting import of, under
from ntpcheck_papers.thrampoulidis2024.figures.adam import adam_towards, moves_along, tied_limit
from ntpcheck_papers.thrampoulidis2024.figures.figures_optimisers import BALANCED
from ntpcheck_papers.thrampoulidis2024.figures.speed import (
    KEEP,
    alternates,
    by_cycle,
    floors,
    order_of_arrival,
    spread_of,
)
from ntpcheck_papers.thrampoulidis2024.section_5.growth import (
    grows_by,
    growth_constant,
    strong_growth,
    token_noise,
)
from ntpcheck_papers.thrampoulidis2024.section_5.lemma_2_norm_growth import STANDING
from ntpcheck_papers.thrampoulidis2024.setting import COMPATIBLE, OBSTRUCTED, SEPARABLE

Rows = tuple[tuple[str, str, dict[str, Any]], ...]


def _of_tokens(data: Decoding) -> Evidence:
    return grows_by(data, growth_constant(data), token_noise(data))


def _by_one(data: Decoding) -> Evidence:
    none = 0 * data.pi[..., 0]
    return grows_by(data, 1 + none, none)


def _clash(data: Any) -> Any:
    """Two contexts of one embedding, with counts 1 + e_1 and 2 - e_1: p_1 differs from p_2, their mean is
    uniform, and so is the softmax of W, whose rows become equal."""
    two = data.permute("m", [0, 0])
    first = torch.zeros_like(two.counts)
    first[..., 0, 0], first[..., 1, 0] = 1, -1
    start = torch.ones_like(two.counts)
    start[..., 1, :] = 2
    return two.replace(counts=start + first, W=two.W[..., :1, :].expand_as(two.W).clone())


CLASHING = Assumption("obstructed", OBSTRUCTED.check, _clash)
# Two contexts may share an embedding and be pulled apart: at W = 0 the mean gradient vanishes, theirs do not,
# and then no rho does. That needs different probabilities on one support, or different supports. Over tokens
# no rho does at any critical point, as full supports have one, nor as the gradient falls to zero. With rho =
# 1 the inequality is Jensen's the wrong way round; reversed, it fails as rho grows beyond what is needed.
AT_EVERY = "at every decoder M, g_j the gradient of the loss of the context j drawn."
GROWTH: Rows = (
    (
        "wrong-quantity",
        "Sampling tokens satisfies strong growth: some rho has E ||g_jz||^2 <= rho ||grad CE(M)||^2 at every "
        "decoder M, g_jz the gradient of the loss of the context j and the token z drawn.",
        checked(_of_tokens) | {"assumes": (SEPARABLE, COMPATIBLE)},
    ),
    (
        "dropped-assumption/compatible",
        "On any data sampling contexts satisfies strong growth: some rho has E ||g_j||^2 <= rho ||grad "
        f"CE(M)||^2 {AT_EVERY}",
        {"assumes": (CLASHING,)},
    ),
    (
        "tightened-bound",
        f"Sampling contexts has E ||g_j||^2 <= ||grad CE(M)||^2 {AT_EVERY}",
        checked(_by_one),
    ),
    (
        "flipped-inequality",
        f"Sampling contexts has E ||g_j||^2 >= rho ||grad CE(M)||^2, rho that of strong growth, {AT_EVERY}",
        checked(lambda data: flipped(strong_growth(data))),
    ),
)


def _sgd_tokens(program: Callable[[Run], Array]) -> dict[str, Any]:
    return {"conclude": lambda run, effort: sgd_direction(run, program, effort, tokens=True)}


# Programmes of other data or with other constraints: each has another solution on some data.
PROGRAMS: tuple[tuple[str, str, Callable[[Run], Array]], ...] = (
    (
        "wrong-program/dropped-margin",
        "cos(W_k, C) tends to 1, C the least decoder with (6) but for one margin.",
        neighbours.without_one_margin,
    ),
    (
        "wrong-program/one-more-token",
        "cos(W_k, C) tends to 1, C the W^mm of data with one token more in one support.",
        neighbours.with_one_more_token,
    ),
    (
        "wrong-program/no-ties",
        "cos(W_k, C) tends to 1, C the least decoder with (6b) for all pairs and without (6a).",
        neighbours.without_ties,
    ),
    (
        "wrong-program/all-tight",
        "cos(W_k, C) tends to 1, C the least decoder with (6a) and all margins equal to 1.",
        neighbours.with_all_margins_tight,
    ),
)


# On one context all margins of W^mm are tight: the last one says little over domains with many of those.
def _directions(check: Callable[[Callable[[Run], Array]], dict[str, Any]]) -> Rows:
    return tuple((kind, statement, check(program)) for kind, statement, program in PROGRAMS)


def _best(run: Run) -> Array:
    return max_margin(run).W


# W^mm is orthogonal to F and not zero; so is a part of W_0 in general, where F = {0} all of it.
FINITE: Rows = (
    ("wrong-limit/svm", "P_F(W_k) tends to W^mm.", checked(rests_at, _best)),
    ("wrong-limit/start", "P_F(W_k) tends to W_0.", checked(rests_at, lambda run: run.W0)),
)


def _adam(candidate: Callable[[Run], Array], epsilon: float) -> dict[str, Any]:
    def conclude(run: Run, _: Any) -> Evidence:
        if run.xp is not FLOAT:
            return unsettled(exact_array(0))
        return adam_towards(run, candidate(run), epsilon)

    return {"conclude": conclude, "assumes": (BALANCED, *STANDING)}


def _outside(run: Run) -> Array:
    """W^mm without the first context's in-support rows."""
    return max_margin(run).W * ~run.support[..., 0, :, None]


def _adams(epsilon: float) -> Rows:
    """Where Adam does tend to W^mm: the opposite is far, and in-support rows of W^mm are not zero."""
    return (
        ("wrong-sign", "cos(W_k, W^mm) tends to -1.", _adam(lambda run: -_best(run), epsilon)),
        (
            "wrong-set",
            "cos(W_k, C) tends to 1, C the rows of W^mm that are out of support, the others being 0.",
            _adam(_outside, epsilon),
        ),
    )


def _order(*pairs: tuple[int, int]) -> dict[str, Any]:
    return {"conclude": lambda run, effort: order_of_arrival(run, pairs)}


FASTER: Rows = under(
    "After 10^4 steps, 1 - cos(W_k, W^mm) is ",
    (
        "flipped-inequality/normalised",
        "smaller for gradient descent than for normalised descent.",
        _order((0, 1)),
    ),
    ("flipped-inequality/adam", "larger for Adam than for gradient descent.", _order((0, 2))),
)
# Where Adam's 1 - cos is the smallest, both orders that put another one first are false.
ADAM_FIRST: Rows = under(
    "After 10^4 steps, 1 - cos(W_k, W^mm) is ",
    ("flipped-inequality/normalised", "smaller for normalised descent than for Adam.", _order((1, 2))),
    ("flipped-inequality/descent", "smaller for gradient descent than for Adam.", _order((0, 2))),
)


def _opposite_signs(run: Run, index: int) -> Floats | None:
    Z = tied_limit(run, index)
    return None if Z is None else -Z


def _floor(run: Run, times: Callable[[Any], Any]) -> Evidence:
    """A multiple of the floor, by what it is for a step size."""
    found = floors(run)
    if run.xp is not FLOAT:
        return found
    return replace(found, slack=(found.slack + KEEP) / times(run.eta) - KEEP)


SPREAD: Rows = (
    (
        "omitted-term",
        "SGD that draws a context and a next token at each step keeps P_F W_k about W*, with E ||P_F W_k - "
        "W*||^2 tending to eta dim F + O(eta^2).",
        checked(spread_of, SGD_TOKENS, lambda spread: 2 * spread),
    ),
    (
        "wrong-quantity",
        "SGD that draws a context alone at each step keeps P_F W_k about W*, with E ||P_F W_k - W*||^2 "
        "tending to eta dim F / 2 + O(eta^2).",
        checked(spread_of, SGD_CONTEXTS, lambda spread: spread),
    ),
)
CYCLE: Rows = (
    (
        "wrong-constant/width",
        "Normalised descent ends on a 2-cycle of width 3 eta / 2 in F.",
        checked(by_cycle, lambda one: min(alternates(one), one.step - 1.5 * KEEP)),
    ),
    (
        "wrong-constant/step",
        "Normalised descent ends on a 2-cycle in F, and its steps are worth at least 4 / lambda_max(H_F) "
        "each, on average over a cycle, in the time that gradient flow takes for them.",
        checked(by_cycle, lambda one: min(alternates(one), one.worth / 4 - KEEP)),
    ),
)
# With S tokens in support and V - S != S out of it, or |h_i| that differ, W^mm is no multiple of the signs.
SIGNS: Rows = under(
    "On one context, with equally frequent next tokens and logits that are all equal at the start, Adam "
    "without epsilon moves W along ",
    (
        "wrong-quantity",
        "W^mm: W_k - W_0 is a positive multiple of it.",
        checked(moves_along, lambda run, i: frames(run)[i].W),
    ),
    (
        "wrong-sign",
        "(-1 in support, 1 out of it) times sign(h): W_k - W_0 is a positive multiple of it.",
        checked(moves_along, _opposite_signs),
    ),
)

LATE = "Late in a run of normalised descent the mean of CE_F over two steps exceeds H by at least"
BY_SGD = "Along stochastic gradient descent over contexts, "
BY_NORMALISED = "Along normalised gradient descent, "
BY_TOKENS = "Along SGD that draws a context and a next token at each step, "
BY_ADAM = "Along Adam on one balanced context, "

PLANTED_OPTIMISERS = (
    *of("footnote-8/strong-growth", *GROWTH),
    *of("footnote-8/sgd-direction", *under(BY_SGD, *_directions(partial(along, sgd_direction)))),
    *of(
        "figures/fig-5-ngd-direction",
        *under(BY_NORMALISED, *_directions(partial(along, normalised_direction))[:-1]),
    ),
    *of("figures/fig-5-ngd-finite-part", *under(BY_NORMALISED, *FINITE)),
    *of(
        "figures/fig-5-ngd-finite-part/amended",
        *under("If every context has one next token, ", *under(BY_NORMALISED, *FINITE)),
    ),
    *of("figures/fig-5-adam-direction", *under(BY_ADAM, *_adams(0.0))),
    *of("figures/fig-5-adam-direction/amended", *under(BY_ADAM, *_adams(0.0))),
    *of(
        "figures/fig-5-adam-direction/default-epsilon",
        *under("Along Adam with epsilon = 10^-8 on one balanced context, ", *_adams(1e-8)),
    ),
    *of("figures/fig-5-faster", *FASTER),
    *of("figures/fig-5-faster/adam-first", *ADAM_FIRST),
    *of("sharper/token-sgd-direction", *under(BY_TOKENS, *_directions(_sgd_tokens))),
    *of("sharper/token-sgd-spread", *SPREAD),
    *of("sharper/ngd-cycle", *CYCLE),
    *of(
        "sharper/ngd-floor",
        (
            "wrong-constant",
            f"{LATE} lambda eta^2 / 4, to leading order in eta, lambda = lambda_max(H_F).",
            checked(_floor, lambda eta: 2 + 0 * eta),
        ),
        (
            "wrong-rate",
            f"{LATE} lambda eta / 8, to leading order in eta, lambda = lambda_max(H_F).",
            checked(_floor, lambda eta: 1 / eta),
        ),
    ),
    *of("sharper/adam-signs", *SIGNS),
)

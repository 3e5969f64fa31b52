"""False neighbours of footnote 8, of Fig. 5 and of what is sharper about them."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import torch

from ntpcheck.arithmetic import FLOAT, Array
from ntpcheck.checks.cycles import rests_at
from ntpcheck.checks.existence import floats_only
from ntpcheck.checks.optimisers import normalised_direction, sgd_direction
from ntpcheck.claim import Assumption
from ntpcheck.dynamics.optimisers import SGD_CONTEXTS, SGD_TOKENS
from ntpcheck.evidence import Evidence
from ntpcheck.formulas.rivals import along, beside, checked, flipped
from ntpcheck.instances.dataset import Decoding, Run
from ntpcheck.reference.frame import Floats, frames
from ntpcheck.reference.max_margin import max_margin
from ntpcheck_papers.thrampoulidis2024.falsehoods.programs import directions
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


def _sgd_tokens(program: Callable[[Run], Array]) -> dict[str, Any]:
    return {"conclude": lambda run, effort: sgd_direction(run, program, effort, tokens=True)}


# On one context all margins of W^mm are tight: the last one says little over domains with many of those.
PROGRAMS = "dropped-margin", "one-more-token", "no-ties", "all-tight"


def _best(run: Run) -> Array:
    return max_margin(run).W


# W^mm is orthogonal to F and not zero; so is a part of W_0 in general, where F = {0} all of it.
FINITE = {
    "wrong-limit/svm": checked(rests_at, _best),
    "wrong-limit/start": checked(rests_at, lambda run: run.W0),
}


def _adam(candidate: Callable[[Run], Array], epsilon: float) -> dict[str, Any]:
    @floats_only
    def conclude(run: Run, _: Any) -> Evidence:
        return adam_towards(run, candidate(run), epsilon)

    return {"conclude": conclude, "assumes": (BALANCED, *STANDING)}


def _outside(run: Run) -> Array:
    """W^mm without the first context's in-support rows."""
    return max_margin(run).W * ~run.support[..., 0, :, None]


def _adams(epsilon: float) -> dict[str, Any]:
    """Where Adam does tend to W^mm: the opposite is far, and in-support rows of W^mm are not zero."""
    return {"wrong-sign": _adam(lambda run: -_best(run), epsilon), "wrong-set": _adam(_outside, epsilon)}


def _order(*pairs: tuple[int, int]) -> dict[str, Any]:
    return {"conclude": lambda run, effort: order_of_arrival(run, pairs)}


def _opposite_signs(run: Run, index: int) -> Floats | None:
    Z = tied_limit(run, index)
    return None if Z is None else -Z


def _floor(run: Run, times: Callable[[Any], Any]) -> Evidence:
    """A multiple of the floor, by what it is for a step size."""
    found = floors(run)
    if run.xp is not FLOAT:
        return found
    return replace(found, slack=(found.slack + KEEP) / times(run.eta) - KEEP)


CHECKS = {
    # Two contexts may share an embedding and be pulled apart: at W = 0 the mean gradient vanishes, theirs do
    # not, and then no rho does. That needs different probabilities on one support, or different supports.
    # Over tokens no rho does at any critical point, as full supports have one, nor as the gradient falls to
    # zero. With rho = 1 the inequality is Jensen's the wrong way round; reversed, it fails as rho grows
    # beyond what is needed.
    "linear/footnote-8/strong-growth#wrong-quantity": checked(
        lambda data: grows_by(data, growth_constant(data), token_noise(data))
    )
    | {"assumes": (SEPARABLE, COMPATIBLE)},
    "linear/footnote-8/strong-growth#dropped-assumption/compatible": {"assumes": (CLASHING,)},
    "linear/footnote-8/strong-growth#tightened-bound": checked(_by_one),
    "linear/footnote-8/strong-growth#flipped-inequality": checked(lambda data: flipped(strong_growth(data))),
    **beside(directions(partial(along, sgd_direction), *PROGRAMS), "linear/footnote-8/sgd-direction"),
    **beside(
        directions(partial(along, normalised_direction), *PROGRAMS[:-1]), "linear/figures/fig-5-ngd-direction"
    ),
    **beside(FINITE, "linear/figures/fig-5-ngd-finite-part", "linear/figures/fig-5-ngd-finite-part/amended"),
    **beside(
        _adams(0.0), "linear/figures/fig-5-adam-direction", "linear/figures/fig-5-adam-direction/amended"
    ),
    **beside(_adams(1e-8), "linear/figures/fig-5-adam-direction/default-epsilon"),
    "linear/figures/fig-5-faster#flipped-inequality/normalised": _order((0, 1)),
    "linear/figures/fig-5-faster#flipped-inequality/adam": _order((0, 2)),
    # Where Adam's 1 - cos is the smallest, both orders that put another one first are false.
    "linear/figures/fig-5-faster/adam-first#flipped-inequality/normalised": _order((1, 2)),
    "linear/figures/fig-5-faster/adam-first#flipped-inequality/descent": _order((0, 2)),
    **beside(directions(_sgd_tokens, *PROGRAMS), "linear/sharper/token-sgd-direction"),
    "linear/sharper/token-sgd-spread#omitted-term": checked(spread_of, SGD_TOKENS, lambda spread: 2 * spread),
    "linear/sharper/token-sgd-spread#wrong-quantity": checked(spread_of, SGD_CONTEXTS, lambda spread: spread),
    "linear/sharper/ngd-cycle#wrong-constant/width": checked(
        by_cycle, lambda one: min(alternates(one), one.step - 1.5 * KEEP)
    ),
    "linear/sharper/ngd-cycle#wrong-constant/step": checked(
        by_cycle, lambda one: min(alternates(one), one.worth / 4 - KEEP)
    ),
    "linear/sharper/ngd-floor#wrong-constant": checked(_floor, lambda eta: 2 + 0 * eta),
    "linear/sharper/ngd-floor#wrong-rate": checked(_floor, lambda eta: 1 / eta),
    # With S tokens in support and V - S != S out of it, or |h_i| that differ, W^mm is no multiple of the
    # signs.
    "linear/sharper/adam-signs#wrong-quantity": checked(moves_along, lambda run, i: frames(run)[i].W),
    "linear/sharper/adam-signs#wrong-sign": checked(moves_along, _opposite_signs),
}

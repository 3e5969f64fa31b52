"""False neighbours of footnote 8, of Fig. 5 and of what is sharper about them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from ntpcheck.arithmetic import Array
from ntpcheck.checks.cycles import normalised_finite_part
from ntpcheck.checks.optimisers import normalised_direction, sgd_direction
from ntpcheck.claim import Assumption
from ntpcheck.dynamics.adam import Moments
from ntpcheck.instances.dataset import Run
from ntpcheck.reference import neighbours
from ntpcheck.reference.max_margin import max_margin
from ntpcheck_papers.thrampoulidis2024.falsehoods.planting import of
from ntpcheck_papers.thrampoulidis2024.figures.adam import adam_direction, sign_pattern
from ntpcheck_papers.thrampoulidis2024.figures.figures_optimisers import BALANCED
from ntpcheck_papers.thrampoulidis2024.figures.speed import cycles, floors, order_of_arrival, token_spread
from ntpcheck_papers.thrampoulidis2024.section_5.growth import strong_growth
from ntpcheck_papers.thrampoulidis2024.section_5.lemma_2_norm_growth import STANDING
from ntpcheck_papers.thrampoulidis2024.setting import COMPATIBLE, OBSTRUCTED, SEPARABLE, SOME_TOKEN_OUT

Rows = tuple[tuple[str, str, dict[str, Any]], ...]


def _growth(**options: Any) -> dict[str, Any]:
    return {"conclude": lambda data, effort: strong_growth(data, **options)}


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
GROWTH: Rows = (
    (
        "wrong-quantity",
        "Sampling tokens, E ||g_jz||^2 <= rho ||grad CE(W)||^2",
        _growth(tokens=True) | {"assumes": (SEPARABLE, COMPATIBLE)},
    ),
    (
        "dropped-assumption/compatible",
        "Strong growth over contexts holds on any data",
        {"assumes": (CLASHING,)},
    ),
    (
        "dropped-assumption/separable",
        "Strong growth over contexts holds on compatible data",
        {"assumes": (SOME_TOKEN_OUT, COMPATIBLE)},
    ),
    ("tightened-bound", "Sampling contexts, E ||g_j||^2 <= ||grad CE(W)||^2", _growth(constant=1)),
    ("flipped-inequality", "Sampling contexts, E ||g_j||^2 >= rho ||grad CE(W)||^2", _growth(flipped=True)),
)


def _sgd(program: Callable[[Run], Array]) -> dict[str, Any]:
    return {"conclude": lambda run, effort: sgd_direction(run, program, effort)}


def _sgd_tokens(program: Callable[[Run], Array]) -> dict[str, Any]:
    return {"conclude": lambda run, effort: sgd_direction(run, program, effort, tokens=True)}


def _normalised(program: Callable[[Run], Array]) -> dict[str, Any]:
    return {"conclude": lambda run, effort: normalised_direction(run, program, effort)}


# Programmes of other data or with other constraints: each has another solution on some data.
PROGRAMS: tuple[tuple[str, str, Callable[[Run], Array]], ...] = (
    (
        "wrong-program/dropped-margin",
        "cos(W_k, C) tends to 1, C the least decoder with (6) but for one margin",
        neighbours.without_one_margin,
    ),
    (
        "wrong-program/one-more-token",
        "cos(W_k, C) tends to 1, C the W^mm of data with one token more in one support",
        neighbours.with_one_more_token,
    ),
    (
        "wrong-program/no-ties",
        "cos(W_k, C) tends to 1, C the least decoder with (6b) for all pairs and without (6a)",
        neighbours.without_ties,
    ),
    (
        "wrong-program/all-tight",
        "cos(W_k, C) tends to 1, C the least decoder with (6a) and all margins equal to 1",
        neighbours.with_all_margins_tight,
    ),
)


# On one context all margins of W^mm are tight: the last one says little over domains with many of those.
def _directions(check: Callable[[Callable[[Run], Array]], dict[str, Any]]) -> Rows:
    return tuple((kind, statement, check(program)) for kind, statement, program in PROGRAMS)


def _best(run: Run) -> Array:
    return max_margin(run).W


def _finite(candidate: Callable[[Run], Array]) -> dict[str, Any]:
    return {"conclude": lambda run, effort: normalised_finite_part(run, candidate, effort, starred=False)}


# W^mm is orthogonal to F and not zero; so is a part of W_0 in general, where F = {0} all of it.
FINITE: Rows = (
    ("wrong-limit/svm", "P_F(W_k) tends to W^mm", _finite(_best)),
    ("wrong-limit/start", "P_F(W_k) tends to W_0", _finite(lambda run: run.W0)),
)


def _adam(candidate: Callable[[Run], Array], epsilon: float) -> dict[str, Any]:
    moments = Moments(epsilon=epsilon)
    return {
        "conclude": lambda run, effort: adam_direction(run, candidate, effort, moments=moments, best=False),
        "assumes": (BALANCED, *STANDING),
    }


def _outside(run: Run) -> Array:
    """W^mm without the first context's in-support rows."""
    return max_margin(run).W * ~run.support[..., 0, :, None]


def _adams(epsilon: float) -> Rows:
    """Where Adam does tend to W^mm: the opposite is far, and in-support rows of W^mm are not zero."""
    return (
        ("wrong-sign", "cos(W_k, W^mm) tends to -1", _adam(lambda run: -_best(run), epsilon)),
        (
            "wrong-set",
            "cos(W_k, C) tends to 1, C the rows of W^mm that are out of one support",
            _adam(_outside, epsilon),
        ),
    )


def _order(*pairs: tuple[int, int]) -> dict[str, Any]:
    return {"conclude": lambda run, effort: order_of_arrival(run, pairs)}


FASTER: Rows = (
    ("flipped-inequality/normalised", "Descent's 1 - cos is below normalised descent's", _order((0, 1))),
    ("flipped-inequality/adam", "Adam's 1 - cos is above descent's", _order((0, 2))),
)
# Where Adam's 1 - cos is the smallest, both orders that put another one first are false.
ADAM_FIRST: Rows = (
    ("flipped-inequality/normalised", "Normalised descent's 1 - cos is below Adam's", _order((1, 2))),
    ("flipped-inequality/descent", "Descent's 1 - cos is below Adam's", _order((0, 2))),
)
SPREAD: Rows = (
    (
        "omitted-term",
        "E ||P_F W_k - W*||^2 tends to eta dim F + O(eta^2)",
        {"conclude": lambda run, effort: token_spread(run, factor=2.0)},
    ),
    (
        "wrong-quantity",
        "SGD over contexts keeps P_F W_k about W* at a mean square of eta dim F / 2",
        {"conclude": lambda run, effort: token_spread(run, tokens=False)},
    ),
)
CYCLE: Rows = (
    (
        "wrong-constant/width",
        "The cycle has width 3 eta / 2",
        {"conclude": lambda run, effort: cycles(run, length=1.5)},
    ),
    (
        "wrong-constant/step",
        "A step is worth 4 / lambda_max(H_F)",
        {"conclude": lambda run, effort: cycles(run, worth=4.0)},
    ),
)
# With S tokens in support and V - S != S out of it, or |h_i| that differ, W^mm is no multiple of the signs.
SIGNS: Rows = (
    (
        "wrong-quantity",
        "Adam moves W along W^mm",
        {"conclude": lambda run, effort: sign_pattern(run, effort, weighted=True)},
    ),
    (
        "wrong-sign",
        "Adam moves W along (-1 in support, 1 out of it) times sign(h)",
        {"conclude": lambda run, effort: sign_pattern(run, effort, sign=-1)},
    ),
)

PLANTED_OPTIMISERS = (
    *of("footnote-8/strong-growth", *GROWTH),
    *of("footnote-8/sgd-direction", *_directions(_sgd)),
    *of("figures/fig-5-ngd-direction", *_directions(_normalised)[:-1]),
    *of("figures/fig-5-ngd-finite-part", *FINITE),
    *of("figures/fig-5-ngd-finite-part/amended", *FINITE),
    *of("figures/fig-5-adam-direction", *_adams(0.0)),
    *of("figures/fig-5-adam-direction/amended", *_adams(0.0)),
    *of("figures/fig-5-adam-direction/default-epsilon", *_adams(1e-8)),
    *of("figures/fig-5-faster", *FASTER),
    *of("figures/fig-5-faster/adam-first", *ADAM_FIRST),
    *of("sharper/token-sgd-direction", *_directions(_sgd_tokens)),
    *of("sharper/token-sgd-spread", *SPREAD),
    *of("sharper/ngd-cycle", *CYCLE),
    *of(
        "sharper/ngd-floor",
        (
            "wrong-constant",
            "Late in normalised descent the mean of CE_F over two steps exceeds H by lambda eta^2 / 4.",
            {"conclude": lambda run, effort: floors(run, parts=128)},
        ),
        (
            "wrong-rate",
            "Late in normalised descent the mean of CE_F over two steps exceeds H by lambda eta / 8.",
            {"conclude": lambda run, effort: floors(run, power=1)},
        ),
    ),
    *of("sharper/adam-signs", *SIGNS),
)

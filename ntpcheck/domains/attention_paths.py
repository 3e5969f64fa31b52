"""Domains for the regularisation path: attention data on which what the path does is not what W^mm says.

Losses that are flat where some samples end up, and cyclic subsets whose risk is constant; otherwise the
domains of `ntpcheck.domains.attention`. Limits are read off a path per instance, which is costly.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from torch import Generator

from ntpcheck.claim import Domain
from ntpcheck.domains import attention, attention_strategies, pieces, plain, strategies
from ntpcheck.domains import attention_corners as corners
from ntpcheck.domains.attention_pieces import Shape, sampled, selecting_where_it_fits
from ntpcheck.domains.corners import named
from ntpcheck.domains.imposed.attention_path import (
    flat_at_a_label,
    flat_beside_a_component,
    level_component,
    lopsided,
    pair_above,
)
from ntpcheck.instances.attention import Attending, AttendingScaled, Attention


def _flat(data: Any) -> Any:
    return flat_at_a_label(selecting_where_it_fits(data))


FLAT = (_flat,)
ODD = (flat_beside_a_component, level_component)
UNEQUAL = (*ODD, lopsided)
PAIRS = (level_component, pair_above, flat_beside_a_component)


@strategies.built_once
def ordered_paths(draw: strategies.Draw) -> Attention:
    """One dataset; some with a loss that is flat at a label's score."""
    return draw(strategies.altered(draw(attention_strategies.datasets()), FLAT))


@strategies.built_once
def paths(draw: strategies.Draw) -> Attention:
    """One dataset; some with a cyclic risk that is level or has one minimum, or a flat loss."""
    return draw(strategies.altered(draw(attention_strategies.datasets()), PAIRS))


@strategies.built_once
def attending_paths(draw: strategies.Draw) -> Attending:
    """The same with weights."""
    return draw(strategies.altered(draw(attention.attending()), ODD))


@strategies.built_once
def scaled_paths(draw: strategies.Draw) -> AttendingScaled:
    """The same with a second weight and a scale."""
    return draw(strategies.altered(draw(attention.attending_scaled()), UNEQUAL))


def _sampled(generator: Generator, batch: int) -> Attention:
    """A batch of one shape; every other shape has room for the maps above."""
    if int(pieces.integers(generator, 0, 1, 1)) == 0:
        return sampled(generator, batch)
    n, K, more = (int(pieces.integers(generator, low, high, 1)) for low, high in ((3, 4), (3, 4), (0, 1)))
    return sampled(generator, batch, Shape(n, K, K + more))


_sampled_attending = partial(attention.sampled_attending, drawn=_sampled)


def _sampler(
    base: Callable[[Generator, int], Any], maps: tuple[Callable[[Any], Any], ...]
) -> Callable[[Generator, int], Any]:
    def drawn(generator: Generator, batch: int) -> Any:
        return pieces.mixture(generator, base(generator, batch), [(one, 15 / len(maps)) for one in maps])

    return drawn


def _domain(
    name: str, strategy: Any, base: Any, maps: Any, predicates: Any, plainest: Any, *, costly: bool = True
) -> Domain:
    sampler = _sampler(base, maps)
    return Domain(name, strategy, sampler, None, named(predicates), costly=costly, plain=plainest)


ORDERED_PATHS = _domain("ordered-paths", ordered_paths, _sampled, FLAT, corners.DATASET, plain.attentions)
PATHS = _domain("attention-paths", paths, _sampled, PAIRS, corners.DATASET, plain.attentions)
ATTENDING_PATHS = _domain(
    "attending-paths", attending_paths, _sampled_attending, ODD, corners.ATTENDING, plain.attendings
)
SCALED_PATHS = _domain(
    "scaled-paths",
    scaled_paths,
    attention.sampled_scaled,
    UNEQUAL,
    corners.SCALED,
    plain.scaled_attentions,
    costly=False,
)

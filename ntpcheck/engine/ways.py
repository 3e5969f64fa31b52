"""The ways in which a hunt looks for a failure, each for a share of the time that is left."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import torch

from ntpcheck.claim import Assumption
from ntpcheck.engine import lattice
from ntpcheck.engine.climb import climb, feed
from ntpcheck.engine.explore import explore
from ntpcheck.engine.small import Shape, look
from ntpcheck.engine.sweep import generator, impose
from ntpcheck.engine.tally import Tally
from ntpcheck.instances.base import Instance

if TYPE_CHECKING:
    from ntpcheck.engine.hunt import Hunt

LARGEST_DRAW = 1024  # wild instances that one batch of a sweep is filtered from, at most

Spent = Callable[[], bool]


@dataclass(frozen=True)
class Until:
    """True from a point of the monotonic clock on."""

    end: float

    def __call__(self) -> bool:
        return time.monotonic() > self.end

    def part(self, share: float) -> Until:
        """The end of a share of the time that is left."""
        now = time.monotonic()
        return Until(now + share * max(self.end - now, 0.0))


def part_of(spent: Spent, share: float) -> Spent:
    """A share of the time that is left, where there is a clock to share."""
    return spent.part(share) if isinstance(spent, Until) else spent


def enumerate_small(target: Hunt, spent: Spent, turn: int) -> None:
    """The scope, shape by shape; the first shape with a failure is the smallest one on the scope's grid."""
    scope = target.sought.domain.scope
    if scope is None:
        _enumerate_grid(target, spent)
    batch: Any = None
    shape: tuple[int, ...] = ()
    for batch in scope() if scope else ():
        here = sizes(batch)
        if here != shape:
            if target.found:
                return
            if shape:
                target.excluded.append(named_sizes(batch, shape))
            shape = here
        if spent():
            return
        feed(target.tally, batch)
    if not target.found and shape:
        target.excluded.append(named_sizes(batch, shape))


def _enumerate_grid(target: Hunt, spent: Spent) -> None:
    """Shapes of up to two of everything, where a grid of theirs can be enumerated whole."""
    kind, source = kind_of(target), generator("small", target.seed, target.sought.id, *target.dropped)
    for some in lattice.shapes(kind, dict.fromkeys(lattice.axes(kind), 2)):
        if target.found or spent():
            return
        _keep(target, look(target.sought, kind, some, target.effort, source, lambda t: over(t, spent)))


def over(tally: Tally, spent: Spent) -> bool:
    """Whether a tally has a witness, its checker raised, or the time is up."""
    return bool(tally.witnesses) or tally.broken is not None or spent()


def _keep(target: Hunt, shape: Shape) -> None:
    """Adds what was found in a shape to the hunt's own tally."""
    found = shape.tally
    target.tally.take(found)
    if shape.whole and not found.witnesses and not found.undefined:
        target.excluded.append(shape.name)


def kind_of(target: Hunt) -> type:
    """The instance type of what is hunted."""
    return type(target.sought.domain.sampler(generator("kind"), 1))


def by_hypothesis(target: Hunt, spent: Spent, turn: int) -> None:
    """Hypothesis, whose own corners are not those of the samplers."""
    explore(target.sought.domain, [target.tally], target.effort, target.seed + turn)


def by_sweep(target: Hunt, spent: Spent, turn: int) -> None:
    """Wild batches, imposed ones, and ones that some assumptions only are imposed on.

    What is inside at a named corner comes first. The last kind is for assumptions whose map would undo what
    was dropped; where little is inside, more is drawn. Every fourth draw is of rare structures, if there are.
    """
    domain = target.sought.domain
    source = generator(target.seed, target.sought.id, *target.dropped, *[turn] * bool(turn))
    wanted = target.effort.trajectories if domain.costly else target.effort.batch
    size, before = (16, 64)[not domain.costly], target.tally.inside
    drawn = 2 * size
    for round_ in range(8 * -(-wanted // size)):
        had = target.tally.inside
        sampler = domain.rare if domain.rare and round_ % 4 == 3 else domain.sampler
        wild = sampler(source, drawn)
        for assumes in ((), target.sought.assumes, _some(target.sought.assumes, source)):
            if spent() or target.found or target.tally.broken or target.tally.inside - before >= wanted:
                return
            feed(target.tally, impose(assumes, wild), most=size)
        drawn = 2 * size if target.tally.inside - had >= size else min(2 * drawn, LARGEST_DRAW)


def _some(assumes: tuple[Assumption, ...], source: torch.Generator) -> tuple[Assumption, ...]:
    """A random choice of assumptions, three quarters of them."""
    chosen = torch.rand(len(assumes), generator=source) < 3 / 4
    return tuple(a for a, taken in zip(assumes, chosen.tolist(), strict=True) if taken)


def by_ascent(target: Hunt, spent: Spent, turn: int) -> None:
    """Ascent on minus the slack from random starts, one shape at a time."""
    domain = target.sought.domain
    source = generator("climb", target.seed, target.sought.id, *target.dropped, *[turn] * bool(turn))
    wanted = target.effort.trajectories if domain.costly else 8 * target.effort.batch
    size, before = (8, 64)[not domain.costly], target.tally.inside

    def done() -> bool:
        enough = target.found or target.tally.broken is not None or target.tally.inside - before >= wanted
        return enough or spent()

    for _ in range(-(-wanted // size)):
        if done():
            return
        climb(target.tally, domain.sampler(source, size), source, done)


def sizes(instance: Instance) -> tuple[int, ...]:
    """The sizes of an instance's axes, in the order in which its type names them."""
    return tuple(instance.size(axis) for axis in lattice.axes(type(instance)))


def named_sizes(instance: Instance, values: tuple[int, ...]) -> str:
    """Sizes with their names: `m=1 d=1 V=2`."""
    return " ".join(f"{a}={size}" for a, size in zip(lattice.axes(type(instance)), values, strict=True))

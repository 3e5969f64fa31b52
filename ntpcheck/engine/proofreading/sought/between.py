"""Instances near a turn: between one where a book says yes and one where it says no, halved towards the turn.

A constant that is off by a twentieth, or a bound with another factor, moves the turn a little. On no drawn
instance may the two books differ, but they do on some instance between the two turns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any

from ntpcheck.engine.proofreading.sought.drawing import UNANSWERED
from ntpcheck.instances.base import Instance

HALVINGS, PAIRS = 9, 6  # steps towards a turn, and turns
PARTNERS, TRIED = 2, 32  # others for one instance, and pairs looked at
Glance = Callable[[Instance], tuple[Any, ...]]


def turns(one: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
    """Whether two glances differ in a truth that both are sure of."""
    return len(one) == len(other) and any(
        isinstance(a, bool) and isinstance(b, bool) and a != b for a, b in zip(one, other, strict=True)
    )


def between(instances: Sequence[Instance], glance: Glance) -> Iterator[Instance]:
    """Instances on the way to turns of what a glance says, from drawn instances of one shape."""
    turning = (pair for pair in islice(_pairs(instances), TRIED) if turns(*map(glance, pair)))
    return (near for pair in islice(turning, PAIRS) for near in _near(*pair, glance))


def _pairs(instances: Sequence[Instance]) -> Iterator[tuple[Instance, Instance]]:
    """An instance, and the same with the real entries of another."""
    for k, one in enumerate(instances):
        alike = (other for other in instances[:k] if _shapes(one) == _shapes(other))
        for other in islice(alike, PARTNERS):
            if (mixed := _with(one, lambda _, b: b, other)) is not None:
                yield one, mixed


def _near(one: Instance, other: Instance, glance: Glance) -> Iterator[Instance]:
    said = glance(one)
    for _ in range(HALVINGS):
        middle = _with(one, lambda a, b: (a + b) / 2, other)
        if middle is None:
            return
        yield middle
        one, other = (one, middle) if turns(said, glance(middle)) else (middle, other)


def _shapes(instance: Instance) -> list[tuple[int, ...]]:
    return [array.shape for array in instance.arrays().values()]


def _with(one: Instance, mixed: Callable[[Any, Any], Any], other: Instance) -> Instance | None:
    """An instance with its real entries mixed with another's; None where it is none."""
    reals = [name for name in one.AXES if name not in one.INTEGERS]
    try:
        return one.replace(**{name: mixed(getattr(one, name), getattr(other, name)) for name in reals})
    except UNANSWERED:
        return None

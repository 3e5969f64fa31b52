"""Hypothesis draws instances, for all claims of a domain at once; those of a shape are judged as a batch."""

from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import hypothesis
from hypothesis import HealthCheck, Phase, strategies
from hypothesis.internal.conjecture import providers

from ntpcheck.claim import Domain, Effort
from ntpcheck.engine.sweep import Group, Met, count, groups, impose, met, standing
from ntpcheck.engine.tally import BOUNDARY, Tally
from ntpcheck.errors import RAISED
from ntpcheck.instances.base import stack


def explore(domain: Domain, tallies: list[Tally], effort: Effort, seed: int) -> None:
    """Draws `effort.examples` instances for all claims of a domain, half of them pulled inside.

    One draw serves every claim. What is judged does not steer what is drawn: `ascend` climbs, not Hypothesis.
    So all is drawn first, and judged a shape at a time. A call costs as much for one row as for ten.
    """
    together, drawn = groups(tallies), list[tuple[Any, bool]]()

    @hypothesis.seed(seed)
    @hypothesis.settings(
        max_examples=effort.examples,
        database=None,
        deadline=None,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),  # pyright: ignore[reportArgumentType] - an enum lists its members
    )
    @hypothesis.given(domain.strategy(), strategies.booleans())
    def look(instance: Any, imposed: bool) -> None:  # noqa: FBT001
        drawn.append((instance, imposed))

    problem: BaseException | None = None
    try:
        with _numbers_of_our_own():
            look()
    except RAISED as raised:  # the strategy's own
        problem = raised
    for batch, imposed in _batches(drawn):
        _enter(together, batch, imposed=imposed)
    if problem is not None:
        for group in together:
            group.fail(problem)


def _batches(drawn: Iterable[tuple[Any, bool]]) -> Iterator[tuple[Any, bool]]:
    """The instances of each shape as two batches, one to be imposed on; in order of first appearance."""
    alike: dict[Any, list[Any]] = {}
    for instance, imposed in drawn:
        shapes = tuple(array.shape for array in instance.arrays().values())
        alike.setdefault((type(instance), shapes, imposed), []).append(instance)
    for (_, _, imposed), instances in alike.items():
        yield stack(instances), imposed


def _enter(together: list[Group], batch: Any, *, imposed: bool) -> None:
    """Shows a batch to every group, as it is or pulled inside."""
    seen: Met = {}
    for group in together:
        if group.finished:
            continue
        try:
            _look(group, met(impose(group.assumes, batch), seen) if imposed else batch)
        except RAISED as problem:
            group.fail(problem)


@contextmanager
def _numbers_of_our_own() -> Generator[None]:
    """Keeps Hypothesis from drawing numbers that it finds in the source of the modules loaded so far.

    What is drawn would depend on which modules another claim has imported, on edits anywhere in them, and on
    whether the package is installed or a working tree.
    """
    if not hasattr(providers, "_get_local_constants"):  # before 6.131
        yield
        return
    from hypothesis.internal.constants_ast import Constants

    providers.CONSTANTS_CACHE.cache.clear()
    with patch.object(providers, "_get_local_constants", Constants):
        yield
    providers.CONSTANTS_CACHE.cache.clear()


def _look(group: Group, batch: Any) -> None:
    """Counts drawn instances for every claim of a group; nothing was discarded on the boundary so far."""
    inside, boundary, reasons = standing(group.assumes, batch)
    reasons.pop(BOUNDARY, None)
    for tally in group.tallies:
        tally.discarded.update(reasons)
        if (inside | boundary).any():
            count(tally, batch, inside, boundary)

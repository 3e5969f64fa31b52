"""Hypothesis draws instances, for all claims of a domain at once."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import hypothesis
from hypothesis import HealthCheck, Phase, strategies
from hypothesis.internal.conjecture import providers

from ntpcheck.claim import Domain, Effort
from ntpcheck.engine.raised import RAISED
from ntpcheck.engine.sweep import Group, Met, count, groups, impose, met, standing
from ntpcheck.engine.tally import Tally


def explore(domain: Domain, tallies: list[Tally], effort: Effort, seed: int) -> None:
    """Draws `effort.examples` instances for all claims of a domain, half of them pulled inside.

    One draw serves every claim. Towards small slacks climbs `ascend`, a batch at a time.
    """
    together = groups(tallies)

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
        seen: Met = {}
        for group in together:
            if group.finished:
                continue
            try:
                _look(group, met(impose(group.assumes, instance), seen) if imposed else instance)
            except RAISED as problem:
                group.fail(problem)

    try:
        with _numbers_of_our_own():
            look()
    except RAISED as problem:  # the strategy's own
        for group in together:
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


def _look(group: Group, instance: Any) -> None:
    """Counts one drawn instance for every claim of a group."""
    inside, boundary, reasons = standing(group.assumes, instance)
    for tally in group.tallies:
        if (inside | boundary).any():
            count(tally, instance, inside, boundary)
        else:
            tally.discarded.update(reasons)

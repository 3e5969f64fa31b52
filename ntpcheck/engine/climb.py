"""Ascent on minus the slack: random moves of the rows nearest to failing, a whole batch at a time."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import torch

from ntpcheck.claim import Domain, Effort
from ntpcheck.engine.judgement import concluded
from ntpcheck.engine.raised import place
from ntpcheck.engine.sweep import Met, count, generator, impose, met, once, sifted
from ntpcheck.engine.tally import Numbers, Tally, numbers
from ntpcheck.errors import RAISED, InvalidInstance
from ntpcheck.evidence import Evidence, Outcome, bounds
from ntpcheck.instances.base import stack

ROUNDS, PARENTS = 12, 8
SHARE, BROOD = 8, 32  # verify climbs through one instance more for so many that it sweeps, so many at a time
GRID = 64  # moved entries are multiples of 1/64, so that what is found prints well
STEPS = (4.0, 1.0, 0.25, 1 / 16)  # standard deviations of the moves, one after the other

Looked = tuple[Any, Evidence]  # rows that may be inside, and what was concluded of them


def ascend(domain: Domain, tallies: list[Tally], effort: Effort, seed: int) -> None:
    """Climbs from where each claim holds most narrowly, unless something speaks against it already.

    An equality has no such place: floats tell no slack of it from 0, and to climb on would be to look for
    rounding. A recipe's instances are left as they are drawn, and training runs are too dear.
    """
    if domain.costly or domain.as_drawn:
        return
    alike: dict[Numbers, list[Tally]] = {}
    for tally in tallies:
        if tally.finished or tally.narrow is None or tally.witnesses or tally.undefined or tally.suspects:
            continue
        alike.setdefault(numbers(tally.narrow), []).append(tally)
    for several in alike.values():
        seen: Met = {}
        for tally in several:
            found = Tally(tally.claim, effort, tally.until_first, margin=tally.margin, narrow=tally.narrow)
            try:
                _ascend(found, effort.batch // SHARE, generator("ascent", seed, domain.name), seen)
            except RAISED as problem:
                found.broken = found.broken or place(problem)
            # Rows that stay open are neighbours of one instance, and no share of what a domain holds.
            del found.outcomes[Outcome.UNDECIDED]
            tally.take(found)


def _ascend(found: Tally, wanted: int, source: torch.Generator, seen: Met) -> None:
    """Until so many instances are inside, or one stays open, or a whole climb finds none inside.

    seen: what was climbed through before, by claims that begin at the same instance.
    """

    def over() -> bool:
        return found.finished or found.stuck or found.inside >= wanted

    while not over():
        before, narrow = found.inside, found.narrow
        row = stack([(narrow.floats() if narrow.is_exact else narrow).to(found.effort.device)])
        row = met(row, seen)
        rise(found, (row, concluded(found.claim, row, found.effort)), source, BROOD, over, seen)
        if found.inside == before:
            return


def climb(tally: Tally, start: Any, source: torch.Generator, over: Callable[[], bool]) -> None:
    """Moves a batch of one shape towards failure; every batch on the way is counted.

    The best rows by slack / scale are parents; children move one field's entries by a few random directions,
    and are pulled inside again where none of them is. Stops where nothing is inside, or once it is `over`.
    """
    looked = feed(tally, start) or feed(tally, impose(tally.claim.assumes, start))
    if looked is not None:
        rise(tally, looked, source, start.batch[0], over, {})


def rise(
    tally: Tally,
    looked: Looked,
    source: torch.Generator,
    brood: int,
    over: Callable[[], bool],
    seen: Met,
) -> None:
    """The moves of a climb, `brood` rows at a time, from rows that were looked at."""
    for round_ in range(ROUNDS):
        if over():
            return
        parents, evidence = looked
        parents = parents.select(np.argsort(_normalised(evidence), kind="stable")[:PARENTS])
        children = met(_children(parents, source, STEPS[round_ % len(STEPS)], brood), seen)
        looked = feed(tally, children) or feed(tally, impose(tally.claim.assumes, children)) or looked


def feed(tally: Tally, batch: Any, most: int | None = None) -> Looked | None:
    """Counts a batch in a tally; returns the rows that may be inside, with their evidence.

    most: of the rows that may be inside, how many are looked at: those inside first, and those at a corner.
    """
    inside, boundary, reasons = once(
        batch, (sifted, tally.claim.assumes), partial(sifted, tally.claim.assumes)
    )
    tally.discarded.update(reasons)
    rows = np.flatnonzero(inside | boundary)
    if most is not None and len(rows) > most:
        at_corner = np.zeros(len(inside), dtype=bool)
        for holds in tally.claim.domain.corners.values():
            at_corner |= np.asarray(holds(batch), dtype=bool)
        rows = rows[np.lexsort((~at_corner[rows], ~inside[rows]))[:most]]
    if not len(rows):
        return None
    kept = once(batch, (feed, rows.tobytes()), lambda whole: whole.select(rows))
    evidence = count(tally, kept, inside[rows], boundary[rows])
    return None if evidence is None else (kept, evidence)


def _normalised(evidence: Evidence) -> np.ndarray:
    """`[B]` slack over scale; what floats do not tell from 0, is undefined or not a number comes last."""
    lower, upper, _ = bounds(evidence)
    scale = np.abs(np.asarray(torch.as_tensor(evidence.scale).cpu(), dtype=float))
    with np.errstate(divide="ignore", invalid="ignore"):
        relative = (lower + upper) / 2 / np.where(scale > 0, scale, 1.0)
    return np.where(np.isfinite(relative) & ((lower > 0) | (upper < 0)), relative, np.inf)


def _children(parents: Any, source: torch.Generator, step: float, wanted: int) -> Any:
    """`wanted` copies of the parents, each with some field moved; moves that break a rule are taken back."""
    rows = torch.arange(wanted) % parents.batch[0]
    copies = parents.select(rows)
    for name in copies.AXES:
        moved = _moved(getattr(copies, name), source, step, integer=name in copies.INTEGERS)
        try:
            copies = copies.replace(**{name: moved})
        except InvalidInstance:
            continue
    return copies


def _moved(array: torch.Tensor, source: torch.Generator, step: float, *, integer: bool) -> torch.Tensor:
    """The array with about half of its rows changed in about a third of their entries."""
    chosen = torch.rand(array.shape[:1], generator=source) < 0.5
    entries = torch.rand(array.shape, generator=source) < 1 / 3
    mask = entries & chosen.reshape(-1, *[1] * (array.ndim - 1))
    if integer:
        shift = torch.randint(-1, 2, array.shape, generator=source)
        return torch.where(mask, (array.cpu() + shift).clamp(min=0), array.cpu()).to(array.device)
    shift = torch.round(GRID * step * torch.randn(array.shape, generator=source, dtype=torch.float64)) / GRID
    return torch.where(mask.to(array.device), array + shift.to(array.device), array)

"""Sweeps: draws of a domain fill the claims over it.

Of a domain with training runs several draws are made before any is looked at: a run costs by the call, and
rows of one shape are trained, and asked for a conclusion, as one batch. What is found of them is counted in
the order of the draws, as if each had been looked at by itself.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch

from ntpcheck.arithmetic import as_numpy
from ntpcheck.claim import Domain, Effort
from ntpcheck.engine.judgement import concluded
from ntpcheck.engine.sweep import (
    Group,
    Met,
    are_few,
    count,
    few,
    generator,
    groups,
    impose,
    met,
    once,
    standing,
)
from ntpcheck.engine.tally import LEAST_INSIDE, Tally
from ntpcheck.errors import RAISED
from ntpcheck.evidence import Evidence, part
from ntpcheck.instances.together import alike, chosen, joined, jointly, unite

ROUNDS = 4  # how many times the wanted number of instances is drawn before giving up on filling it
FILTERED = 0.25  # share of the inside instances that should enter by filtering, not by imposing
TOGETHER = 128  # drawn rows that are looked at together: more save little, and take memory


@dataclass
class Entry:
    """A batch that enters a group: rows that certainly satisfy what it assumes, and rows that may."""

    group: Group
    batch: Any
    inside: np.ndarray
    boundary: np.ndarray
    filtered: bool


@dataclass
class Draw:
    """What one draw brings to the groups that were open then, to be counted later."""

    wild: Any
    groups: list[Group]
    entries: list[Entry] = field(default_factory=list[Entry])
    discarded: list[tuple[Group, Mapping[str, int]]] = field(
        default_factory=list[tuple[Group, Mapping[str, int]]]
    )
    raised: list[tuple[Group, BaseException]] = field(default_factory=list[tuple[Group, BaseException]])

    def stop(self, group: Group, problem: BaseException) -> None:
        """Nothing more enters a group; it fails once what entered before is counted."""
        group.stopped = True
        self.raised.append((group, problem))


def sweep(domain: Domain, tallies: list[Tally], effort: Effort, seed: int, *, shapes: int = 6) -> None:
    """Fills every tally with inside instances, a quarter of them unforced where the domain has them.

    shapes: of how many the wanted number of instances is, at least; each draw has a shape of its own.
    Where all but the last of the rounds have not filled it, imposed instances do, whatever their share.
    """
    wanted = effort.trajectories if domain.costly else effort.batch
    wanted = min(wanted, domain.most or wanted)
    size = max(4, min(64, wanted // shapes))
    # Where one failure is enough, what comes after it is not looked at, and need not be drawn.
    ahead = domain.costly and not any(tally.until_first for tally in tallies)
    # A draw brings at most its rows as they are and imposed: so many draws are needed in any case.
    drawing = _wild(domain, generator(seed, domain.name), size, effort, wanted // (2 * size) if ahead else 1)
    together, draws = groups(tallies), list[Draw]()
    for drawn in range(0, ROUNDS * wanted, size):
        waiting = [g for g in together if g.inside < wanted and not (g.stopped or g.finished)]
        if not waiting:
            break
        draws.append(draw := Draw(None, waiting))
        try:
            draw.wild = next(drawing)
        except RAISED as problem:
            for group in waiting:
                draw.stop(group, problem)
            break
        _enter(domain, draw, wanted if drawn >= (ROUNDS - 1) * wanted else wanted // 2)
        if not ahead or len(draws) * size >= TOGETHER:
            _count(domain, draws)
            draws = []
    _count(domain, draws)


def _wild(domain: Domain, source: torch.Generator, size: int, effort: Effort, several: int) -> Iterator[Any]:
    """Batches as they are drawn, several ahead, which are trained as one where an assumption asks for it.

    Training runs on the processor, and so stay its batches: two dozen runs are no work for an accelerator.
    """
    device = "cpu" if domain.costly else effort.device
    while True:
        found: list[Any] = []
        problem: BaseException | None = None
        while len(found) < max(several, 1) and problem is None:
            try:
                found.append(domain.sampler(source, size).to(device))
            except RAISED as raised:
                problem = raised
        if domain.costly:
            unite(found)
        yield from found
        if problem is not None:
            raise problem


def _enter(domain: Domain, draw: Draw, forcing: int) -> None:
    """Shows a wild batch to groups as it is and, where that brings too little, imposed.

    forcing: how many instances may be inside whatever share of them was imposed. Other hypotheses often make
    and leave the same rows: groups share batches, and all rows are trained together.
    """
    seen: Met = {}
    _show(domain, draw, [(group, draw.wild) for group in draw.groups], seen, filtered=True)
    imposed: list[tuple[Group, Any]] = []
    for group in filter(lambda group: _lacks(group, forcing), draw.groups):
        try:
            imposed.append((group, met(impose(group.assumes, draw.wild), seen)))
        except RAISED as problem:
            draw.stop(group, problem)
    if domain.costly:
        unite([batch for _, batch in imposed])
    _show(domain, draw, imposed, seen, filtered=False)


def _lacks(group: Group, forcing: int) -> bool:
    """Whether imposed instances are wanted of a group that can have them."""
    if group.stopped or group.finished or all(a.impose is None for a in group.assumes):
        return False
    return group.inside < max(forcing, LEAST_INSIDE) or group.filtered >= FILTERED * group.inside


def _show(domain: Domain, draw: Draw, shown: list[tuple[Group, Any]], seen: Met, *, filtered: bool) -> None:
    """Notes what enters of the batches shown to groups, and how much of it is counted."""
    for group, batch in shown:
        try:
            entry = _entry(domain, draw, group, batch, seen, filtered=filtered)
        except RAISED as problem:
            draw.stop(group, problem)
            continue
        if entry is not None:
            draw.entries.append(entry)
            group.inside += (inside := int(entry.inside.sum()))
            group.filtered += inside if filtered else 0


def _entry(
    domain: Domain, draw: Draw, group: Group, batch: Any, seen: Met, *, filtered: bool
) -> Entry | None:
    """A batch as it enters a group; None where nothing of it does."""
    inside, boundary, reasons = standing(group.assumes, batch, united=domain.costly)
    draw.discarded.append((group, reasons))
    if not (inside if domain.costly else inside | boundary).any():
        return None
    if domain.costly:  # a training run outside the hypotheses is time spent on nothing
        batch, inside, boundary = met(chosen(batch, inside), seen), inside[inside], boundary[inside]
    elif are_few(rows := inside | boundary):
        batch, inside, boundary = few(batch, rows), inside[rows], boundary[rows]
    return Entry(group, batch, inside, boundary, filtered)


def _count(domain: Domain, draws: Sequence[Draw]) -> None:
    """Counts draws for each claim of the groups that they were shown to, in their order."""
    entries = [entry for draw in draws for entry in draw.entries]
    if domain.costly:
        unite([entry.batch for entry in entries])
    with suppress(*RAISED):  # asked by itself, each batch lays what is raised to its own group
        _visit(domain, [entry.batch for entry in entries])
    said = _Said(entries if domain.costly else [])
    for draw in draws:
        for group in draw.groups:
            if not group.finished:
                try:
                    _look(domain, group, draw, said)
                except RAISED as problem:
                    group.fail(problem)


def _look(domain: Domain, group: Group, draw: Draw, said: _Said) -> None:
    """Counts what a draw brought to a group, and the draw itself."""
    for one, reasons in draw.discarded:
        for tally in group.tallies if one is group else ():
            tally.discarded.update(reasons)
    for one, problem in draw.raised:
        if one is group:
            group.fail(problem)
    before = [tally.inside for tally in group.tallies]
    for entry in draw.entries:
        if entry.group is group:
            _feed(domain, entry, said)
    if draw.wild is None or domain.sampler is domain.rare:  # what is told of draws is about the sampler's own
        return
    first = once(draw.wild, (domain, "draw"), _first_row)
    for tally, inside in zip(group.tallies, before, strict=True):
        if tally.inside > inside:
            tally.draws.add(first)


def _first_row(batch: Any) -> str:
    """What tells a drawn batch from another: rows of one share their shape, and batches share nothing."""
    rows = (as_numpy(array[0]) for array in batch.arrays().values())
    return hashlib.sha256(b"".join(row.tobytes() for row in rows)).hexdigest()[:16]


def _visit(domain: Domain, batches: list[Any]) -> None:
    """Asks all that enters together which rows lie in the domain's corners, and keeps the answers there."""
    apart = list(dict.fromkeys(batches))
    for batch, found in zip(apart, jointly(lambda whole: _corners(domain, whole), apart), strict=True):
        once(batch, (domain, "corners"), lambda _, found=found: found)


def _corners(domain: Domain, batch: Any) -> np.ndarray:
    """`[C, ...]` bool: which rows lie in each of a domain's corners."""
    found = np.zeros((len(domain.corners), *batch.batch), dtype=bool)
    for i, holds in enumerate(domain.corners.values()):
        found[i] = as_numpy(holds(batch))
    return found


def _feed(domain: Domain, entry: Entry, said: _Said) -> None:
    """Adds a batch to every claim of its group."""
    batch, inside = entry.batch, entry.inside
    corners = once(batch, (domain, "corners"), lambda b: _corners(domain, b))
    counts = np.count_nonzero(inside & corners, axis=tuple(range(1, corners.ndim)))
    visited = dict(zip(domain.corners, counts.tolist(), strict=True))
    for tally in entry.group.tallies:
        tally.corners.update(visited)
        known = said.of(tally, entry)
        if count(tally, batch, inside, entry.boundary, known) is not None and entry.filtered:
            tally.by_filter += int(inside.sum())


class _Said:
    """What claims say of all that entered a group in one shape, asked once and read off by batches."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._places: dict[tuple[int, Any], tuple[Any, slice]] = {}
        self._found: dict[tuple[int, Any], Evidence | None] = {}
        for group in {id(entry.group): entry.group for entry in entries}.values():
            for several in alike([entry.batch for entry in entries if entry.group is group]):
                if len(several) > 1:
                    self._join(group, several)

    def _join(self, group: Group, batches: list[Any]) -> None:
        whole, start = joined(batches), 0
        for batch in batches:
            end = start + batch.batch[0]
            self._places[id(group), batch] = whole, slice(start, end)
            start = end

    def of(self, tally: Tally, entry: Entry) -> Evidence | None:
        """What a claim says of a batch; None where it has to be asked of the batch by itself."""
        place = self._places.get((id(entry.group), entry.batch))
        if place is None or tally.finished:
            return None
        whole, rows = place
        key = id(tally), whole
        if key not in self._found:
            self._found[key] = _concluded(tally, whole)
        found = self._found[key]
        return None if found is None else part(found, rows)


def _concluded(tally: Tally, batch: Any) -> Evidence | None:
    """What a claim says of a batch, if it says something of each row."""
    started = time.perf_counter()
    try:
        found = concluded(tally.claim, batch, tally.effort)
    except RAISED:
        return None
    finally:
        tally.seconds += time.perf_counter() - started
    return found if tuple(np.shape(found.slack)) == batch.batch else None

"""Batches over a domain: a batch, its limit objects and its training run serve every claim over it."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
import torch

from ntpcheck.arithmetic import as_numpy
from ntpcheck.claim import Assumption, Domain, Effort
from ntpcheck.engine.raised import place
from ntpcheck.engine.tally import BOUNDARY, LEAST_INSIDE, Numbers, Tally, numbers
from ntpcheck.errors import RAISED
from ntpcheck.evidence import FAILS, HOLDS, UNDEFINED, Evidence, judge, which
from ntpcheck.instances.together import chosen, jointly, unite

T = TypeVar("T")
Met = dict[Numbers, Any]  # batches by their type and numbers
ROUNDS = 4  # how many times the wanted number of instances is drawn before giving up on filling it
FILTERED = 0.25  # share of the inside instances that should enter by filtering, not by imposing


@dataclass
class Group:
    """Claims over one domain with the same assumptions: they share imposed batches."""

    assumes: tuple[Assumption, ...]
    tallies: list[Tally]
    inside: int = 0
    filtered: int = 0

    @property
    def finished(self) -> bool:
        """Whether no claim of the group needs further instances."""
        return all(tally.finished for tally in self.tallies)

    def fail(self, problem: BaseException) -> None:
        """An assumption raised: its claims are BROKEN, each verdict with the place."""
        for tally in self.tallies:
            tally.broken = tally.broken or place(problem)


def groups(tallies: Iterable[Tally]) -> list[Group]:
    """Tallies by assumption set, in order of first appearance. Assumptions of one name may ask two things."""
    found: list[Group] = []
    for tally in tallies:
        asked = [(a.name, a.check, a.impose) for a in tally.claim.assumes]
        group = next((g for g in found if [(a.name, a.check, a.impose) for a in g.assumes] == asked), None)
        if group is None:
            found.append(group := Group(tally.claim.assumes, []))
        group.tallies.append(tally)
    return found


def generator(*seed: object) -> torch.Generator:
    """A generator seeded by any printable things, the same on every machine."""
    number = int(hashlib.sha256("/".join(map(str, seed)).encode()).hexdigest()[:15], 16)
    return torch.Generator().manual_seed(number)


def impose(assumes: tuple[Assumption, ...], instance: Any) -> Any:
    """The instance pulled inside every assumption that can be imposed, in their order.

    Groups that begin with the same ones share what these make of an instance, and so all that is kept there.
    """
    for assumption in assumes:
        if assumption.impose is not None:
            instance = _once(instance, (assumption, "imposed"), assumption.impose)
    return instance


def _once(instance: Any, key: object, make: Callable[[Any], T]) -> T:
    """`make(instance)`, kept on the instance."""
    if key not in instance.cache:
        instance.cache[key] = make(instance)
    return instance.cache[key]


def standing(assumes: tuple[Assumption, ...], batch: Any) -> tuple[np.ndarray, np.ndarray, dict[str, int]]:
    """Which rows are inside, which on the boundary, and how many the first failing assumption put outside.

    Once all rows are outside nothing more is checked.
    """
    inside, boundary = np.ones(batch.batch, dtype=bool), np.ones(batch.batch, dtype=bool)
    reasons: dict[str, int] = {}
    for assumption in assumes:
        if not boundary.any():
            break
        holds, out = _once(batch, (assumption, "judged"), lambda batch, it=assumption: _judged(it, batch))
        reasons[assumption.name] = int((boundary & out).sum())
        inside &= holds
        boundary &= ~out
    boundary &= ~inside
    reasons[BOUNDARY] = int(boundary.sum())
    return inside, boundary, {name: count for name, count in reasons.items() if count}


def _judged(assumption: Assumption, batch: Any) -> tuple[np.ndarray, np.ndarray]:
    """Which rows certainly satisfy an assumption, and which certainly do not."""
    found = assumption.check(batch)
    return which(found, HOLDS), which(found, FAILS) | which(found, UNDEFINED)


def sifted(assumes: tuple[Assumption, ...], batch: Any) -> tuple[np.ndarray, np.ndarray, dict[str, int]]:
    """The same for a batch of one axis, each assumption checked where none before it fails.

    For batches of which little is inside: what is out costs nothing more, but no check serves another claim.
    """
    inside, boundary = np.zeros(batch.batch, dtype=bool), np.zeros(batch.batch, dtype=bool)
    rows, certain = np.arange(batch.batch[0]), np.ones(batch.batch, dtype=bool)
    reasons: dict[str, int] = {}
    for assumption in assumes:
        outcome = judge(assumption.check(batch))
        kept = (outcome != FAILS) & (outcome != UNDEFINED)
        reasons[assumption.name] = int((~kept).sum())
        certain, rows = (certain & (outcome == HOLDS))[kept], rows[kept]
        if not len(rows):
            break
        batch = batch if kept.all() else batch.select(kept)
    inside[rows[certain]], boundary[rows[~certain]] = True, True
    reasons[BOUNDARY] = int(boundary.sum())
    return inside, boundary, {name: count for name, count in reasons.items() if count}


def sweep(domain: Domain, tallies: list[Tally], effort: Effort, seed: int) -> None:
    """Fills every tally with inside instances, a quarter of them unforced where the domain has them.

    Where all but the last of the rounds have not filled it, imposed instances do, whatever their share.
    """
    wanted = effort.trajectories if domain.costly else effort.batch
    wanted = min(wanted, domain.most or wanted)
    size = max(4, min(64, wanted // 6))
    source = generator(seed, domain.name)
    open_groups = groups(tallies)
    for drawn in range(0, ROUNDS * wanted, size):
        open_groups = [group for group in open_groups if group.inside < wanted and not group.finished]
        if not open_groups:
            return
        try:
            wild = domain.sampler(source, size).to(effort.device)
        except RAISED as problem:
            for group in open_groups:
                group.fail(problem)
            return
        forcing = wanted if drawn >= (ROUNDS - 1) * wanted else wanted // 2
        _enter(domain, open_groups, wild, forcing)


@dataclass
class Entry:
    """A batch that enters a group: rows that certainly satisfy what it assumes, and rows that may."""

    group: Group
    batch: Any
    inside: np.ndarray
    boundary: np.ndarray
    filtered: bool


def _enter(domain: Domain, open_groups: list[Group], wild: Any, forcing: int) -> None:
    """Feeds a wild batch to groups as it is and, where that brings too little, imposed.

    forcing: how many instances may be inside whatever share of them was imposed. Other hypotheses often make
    and leave the same rows: groups share batches, and all rows are trained together.
    """
    seen: Met = {}
    entries = _entries(domain, [(group, wild) for group in open_groups], seen, filtered=True)
    imposed: list[tuple[Group, Any]] = []
    for group in filter(lambda group: _lacks(group, forcing), open_groups):
        try:
            imposed.append((group, met(impose(group.assumes, wild), seen)))
        except RAISED as problem:
            group.fail(problem)
    if domain.costly:
        unite([batch for _, batch in imposed])
    entries += _entries(domain, imposed, seen, filtered=False)
    if domain.costly:
        unite([entry.batch for entry in entries])
    with suppress(*RAISED):  # asked by itself, each batch lays what is raised to its own group
        _visit(domain, [entry.batch for entry in entries])
    for group in open_groups:
        try:
            _look(domain, group, wild, [entry for entry in entries if entry.group is group])
        except RAISED as problem:
            group.fail(problem)


def _lacks(group: Group, forcing: int) -> bool:
    """Whether imposed instances are wanted of a group that can have them."""
    if group.finished or all(a.impose is None for a in group.assumes):
        return False
    return group.inside < max(forcing, LEAST_INSIDE) or group.filtered >= FILTERED * group.inside


def _entries(domain: Domain, shown: list[tuple[Group, Any]], seen: Met, *, filtered: bool) -> list[Entry]:
    """What enters of the batches shown to groups, and how much of it is counted."""
    found: list[Entry] = []
    for group, batch in shown:
        try:
            entry = _entry(domain, group, batch, seen, filtered=filtered)
        except RAISED as problem:
            group.fail(problem)
            continue
        if entry is not None:
            found.append(entry)
            group.inside += (count := int(entry.inside.sum()))
            group.filtered += count if filtered else 0
    return found


def _entry(domain: Domain, group: Group, batch: Any, seen: Met, *, filtered: bool) -> Entry | None:
    """A batch as it enters a group; None where nothing of it does."""
    inside, boundary, reasons = standing(group.assumes, batch)
    for tally in group.tallies:
        tally.discarded.update(reasons)
    if not (inside if domain.costly else inside | boundary).any():
        return None
    if domain.costly:  # a training run outside the hypotheses is time spent on nothing
        batch, inside, boundary = met(chosen(batch, inside), seen), inside[inside], boundary[inside]
    return Entry(group, batch, inside, boundary, filtered)


def _look(domain: Domain, group: Group, wild: Any, entries: list[Entry]) -> None:
    """Counts what entered a group for each of its claims, and the draw that it came from."""
    before = [tally.inside for tally in group.tallies]
    for entry in entries:
        _feed(domain, entry)
    draw = _once(wild, (domain, "draw"), _first_row)
    for tally, inside in zip(group.tallies, before, strict=True):
        if tally.inside > inside:
            tally.draws.add(draw)


def _first_row(batch: Any) -> str:
    """What tells a drawn batch from another: rows of one share their shape, and batches share nothing."""
    rows = (as_numpy(array[0]) for array in batch.arrays().values())
    return hashlib.sha256(b"".join(row.tobytes() for row in rows)).hexdigest()[:16]


def met(batch: Any, seen: Met) -> Any:
    """The batch of the same numbers that was met before, with all that is kept there, else this one."""
    return seen.setdefault(numbers(batch), batch)


def _true(mask: Any) -> np.ndarray:
    """A predicate's answer `[...]` as numpy, from any device."""
    return np.asarray(mask.cpu() if isinstance(mask, torch.Tensor) else mask, dtype=bool)


def _visit(domain: Domain, batches: list[Any]) -> None:
    """Asks all that enters together which rows lie in the domain's corners, and keeps the answers there."""
    apart = list(dict.fromkeys(batches))
    for batch, found in zip(apart, jointly(lambda whole: _corners(domain, whole), apart), strict=True):
        _once(batch, (domain, "corners"), lambda _, found=found: found)


def _corners(domain: Domain, batch: Any) -> np.ndarray:
    """`[C, ...]` bool: which rows lie in each of a domain's corners."""
    found = [np.broadcast_to(_true(holds(batch)), batch.batch) for holds in domain.corners.values()]
    return np.stack(found) if found else np.zeros((0, *batch.batch), dtype=bool)


def _feed(domain: Domain, entry: Entry) -> None:
    """Adds a batch to every claim of its group."""
    batch, inside = entry.batch, entry.inside
    corners = _once(batch, (domain, "corners"), lambda b: _corners(domain, b))
    counts = np.count_nonzero(inside & corners, axis=tuple(range(1, corners.ndim)))
    visited = dict(zip(domain.corners, counts.tolist(), strict=True))
    for tally in entry.group.tallies:
        tally.corners.update(visited)
        if count(tally, batch, inside, entry.boundary) is not None and entry.filtered:
            tally.by_filter += int(inside.sum())


def count(tally: Tally, batch: Any, inside: np.ndarray, boundary: np.ndarray) -> Evidence | None:
    """Adds a batch to one claim; None where its checker raised, which makes the claim BROKEN.

    None too where the tally has all it needs.
    """
    if tally.finished:
        return None
    started = time.perf_counter()
    try:
        evidence = tally.claim.conclude(batch, tally.effort)
        tally.add(batch, inside, boundary, evidence)
    except RAISED as problem:
        tally.broken = place(problem)
        return None
    finally:
        tally.seconds += time.perf_counter() - started
    return evidence

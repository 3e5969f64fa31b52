"""Batches over a domain: a batch and its limit objects serve every claim over it."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
import torch

from ntpcheck.claim import Assumption
from ntpcheck.engine.judgement import concluded
from ntpcheck.engine.raised import place
from ntpcheck.engine.tally import BOUNDARY, Numbers, Tally, numbers
from ntpcheck.errors import RAISED
from ntpcheck.evidence import FAILS, HOLDS, UNDEFINED, Evidence, judge, which

T = TypeVar("T")
FEW = 4  # rows of a batch are looked at apart from it where it has more than so many times as many
Met = dict[Numbers, Any]  # batches by their type and numbers


@dataclass
class Group:
    """Claims over one domain with the same assumptions: they share imposed batches."""

    assumes: tuple[Assumption, ...]
    tallies: list[Tally]
    inside: int = 0
    filtered: int = 0
    stopped: bool = False  # something was raised: nothing more enters, and what entered before counts

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
            instance = once(instance, (assumption, "imposed"), assumption.impose)
    return instance


def once(instance: Any, key: object, make: Callable[[Any], T]) -> T:
    """`make(instance)`, kept on the instance."""
    if key not in instance.cache:
        instance.cache[key] = make(instance)
    return instance.cache[key]


def standing(
    assumes: tuple[Assumption, ...], batch: Any, *, united: bool = False
) -> tuple[np.ndarray, np.ndarray, dict[str, int]]:
    """Which rows are inside, which on the boundary, and how many the first failing assumption put outside.

    Once all rows are outside nothing more is checked, and where few are left, nothing of the others. united:
    what takes long, such as training, is shared with other batches, and so asked of all rows.
    """
    inside, boundary = np.ones(batch.batch, dtype=bool), np.ones(batch.batch, dtype=bool)
    reasons: dict[str, int] = {}
    for assumption in assumes:
        if not boundary.any():
            break
        holds, out = _asked(assumption, batch, np.ones_like(boundary) if united else boundary)
        reasons[assumption.name] = int((boundary & out).sum())
        inside &= holds
        boundary &= ~out
    boundary &= ~inside
    reasons[BOUNDARY] = int(boundary.sum())
    return inside, boundary, {name: count for name, count in reasons.items() if count}


def _asked(assumption: Assumption, batch: Any, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """What is judged of these rows, kept for other groups; where they are few, nothing of the others."""
    if are_few(rows) and (assumption, "judged") not in batch.cache:
        found = np.zeros((2, len(rows)), dtype=bool)
        found[:, rows] = _asked(assumption, few(batch, rows), rows[rows])
        return found[0], found[1]
    return once(batch, (assumption, "judged"), lambda batch: _judged(assumption, batch))


def are_few(rows: np.ndarray) -> bool:
    """Whether rows of a batch of one axis are so few that they cost less apart from it."""
    return rows.ndim == 1 and FEW * int(np.count_nonzero(rows)) < len(rows)


def few(batch: Any, rows: np.ndarray) -> Any:
    """Some rows of a batch, kept with it: groups to which the same ones are left share what is found."""
    return once(batch, (few, rows.tobytes()), lambda batch: batch.select(rows))


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


def met(batch: Any, seen: Met) -> Any:
    """The batch of the same numbers that was met before, with all that is kept there, else this one."""
    return seen.setdefault(numbers(batch), batch)


def count(
    tally: Tally, batch: Any, inside: np.ndarray, boundary: np.ndarray, known: Evidence | None = None
) -> Evidence | None:
    """Adds a batch to one claim; None where its checker raised, which makes the claim BROKEN.

    None too where the tally has all it needs. known: what the checker says of the batch, if it was asked.
    """
    if tally.finished:
        return None
    started = time.perf_counter()
    try:
        evidence = concluded(tally.claim, batch, tally.effort) if known is None else known
        tally.add(batch, inside, boundary, evidence)
    except RAISED as problem:
        tally.broken = place(problem)
        return None
    finally:
        tally.seconds += time.perf_counter() - started
    return evidence

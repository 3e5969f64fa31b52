"""Instances with two states of what a limit runs along, and what the checker says there.

Some are the true runs and paths of the checkers, some are bent (bent.py), and are kept where the checker then
says the contrary.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain, islice
from typing import Any

import numpy as np
from torch import Generator

from ntpcheck.claim import Claim, Effort
from ntpcheck.engine.proofreading.compared.observing import UNSURE, loaded
from ntpcheck.engine.proofreading.sought.bent import BENDS, SWAPS, Swap, changed
from ntpcheck.engine.proofreading.sought.lessened import Lessened
from ntpcheck.engine.proofreading.sought.plain import plain_ones, violated
from ntpcheck.engine.proofreading.sought.states import Pair, State, states
from ntpcheck.engine.sweep import generator, impose
from ntpcheck.evidence import Outcome, judge
from ntpcheck.instances.attention import Attention
from ntpcheck.instances.base import Instance, stack
from ntpcheck.instances.dataset import Dataset
from ntpcheck.reference.attention_frame import attention_frames
from ntpcheck.reference.frame import Frame, frames
from ntpcheck.reference.law import law
from ntpcheck.statement.quick import Quick
from ntpcheck.verifier import judge as judging
from ntpcheck.verifier.arithmetic.intervals import Undefined
from ntpcheck.verifier.instance.tensors import Tensor
from ntpcheck.verifier.language import cores

ROWS, DRAWN, TAKEN = 6, 8, 2  # rows of a batch, batches, and rows of those used
LIGHT = 3  # batches: every other one of the lightest
LARGEST = 72  # entries of a row: of a larger one the verifier seldom tells a limit
OUTSIDE = 6  # plain instances outside a hypothesis that are followed first
SOUGHT, MANY = 24, 24  # batches in which rows with a part on F are looked for, and rows of each
SLOWER = 0.75  # of the other bounds of a rate: the one that sets it
GRID, FAR = 8, 2**100  # what stands for another sequence: eighths up to 5, and so many times that
LESSENED = tuple(Lessened("W", frozenset({"Wmm"}), less) for less in (2.0**-5, 1.5))
SURE = (Outcome.HOLDS, Outcome.FAILS)


@dataclass(frozen=True)
class Course:
    """An instance inside a claim's assumptions, two states of its sequence, and what the checker says.

    known: W^mm and its like are taken from the checkers, as large instances ask for. bent: the states are no
    true run's, or its matrices are not. swapped: these are other matrices. odd: how the line's conditions are
    met, where that is not as of the laws (trends.py).
    """

    instance: Mapping[str, Any]
    states: Pair
    says: bool
    known: bool = False
    bent: bool = False
    swapped: frozenset[str] = frozenset()
    odd: frozenset[str] = frozenset()


def courses(
    claim: Claim,
    sequences: set[str],
    seed: object,
    files: Iterable[Mapping[str, Any]] = (),
    *,
    bent: bool = True,
) -> Iterator[Course]:
    """Instances with states of the sequences that a claim names, where the checker is sure.

    Light ones, and not the lightest alone: those have one token in each support. Where all are heavy, what
    the domain names as plain comes first. files: stored ones, at which a claim that falls does. bent: also
    with states that are no true run's.
    """
    stored = (stack([Instance.from_json(dict(one["instance"])).floats()]) for one in files)
    source = generator(seed, "courses", claim.domain.name)
    wild = sorted((claim.domain.sampler(source, ROWS) for _ in range(DRAWN)), key=_entries)
    named = _named(claim) if _entries(wild[0]) > LARGEST * wild[0].batch[0] else iter(())
    plain: list[tuple[Any, np.ndarray, np.ndarray]] = []
    light = (impose(claim.assumes, one) for one in wild[: 2 * LIGHT : 2])
    chosen = _with_part_on_f(claim, source, _entries(wild[-1]))
    rates = _with_rates(claim, source, _entries(wild[-1])) if _asks_of_rates(claim) else iter(())
    for batch in chain(named, islice(light, 1), stored, chosen, rates, light):
        pairs = states(batch, sequences)
        if not any(pairs):
            continue
        inside = np.all([judge(a.check(batch)) == Outcome.HOLDS for a in claim.assumes], axis=0)
        outcome = judge(claim.conclude(batch, Effort()))
        plain.append((batch, np.broadcast_to(inside, outcome.shape), outcome))
        yield from _taken(claim, batch, pairs, outcome, plain[-1][1], TAKEN)
    if bent:
        yield from _bent(claim, sequences, [*plain[1:2], *plain[:1], *plain[2:]])


def outside(claim: Claim, hypothesis: str, sequences: set[str], seed: object) -> Iterator[Course]:
    """True runs and paths of which what a claim assumes is violated in one hypothesis alone."""
    assumes = tuple(violated(one) if one.name == hypothesis else one for one in claim.assumes)
    claim = replace(claim, assumes=assumes)
    given = ({"instance": one.to_json()} for one in plain_ones(claim, (seed, hypothesis))[:OUTSIDE])
    return courses(claim, sequences, (seed, claim.id), given, bent=False)


def beside(course: Course, foreign: Collection[str], points: Collection[str]) -> Iterator[Course]:
    """A course with sequences and points that its line and its checker do not speak of: these may be any.

    Sequences once stand still, and once run away. A course as it is, where there are no such sequences.
    """
    if not foreign:
        yield course
        if points:
            any_points = {name: _wild(name, 1) for name in points}
            early, late = (replace(one, runs={**one.runs, **any_points}) for one in course.states)
            yield replace(course, states=(early, late))
    for pace in (1, FAR) if foreign else ():
        early, late = (
            replace(state, runs={**state.runs, **{name: _wild(name, x) for name in foreign}})
            for state, x in zip(course.states, (1, pace), strict=True)
        )
        yield replace(course, states=(early, late))


def _wild(name: str, size: int) -> Tensor:
    """Numbers that nothing in a book is likely to have."""
    return Tensor(
        lambda where: size * Fraction(random.Random(f"{name} {where}").randint(1, 5 * GRID), GRID), name
    )


def _named(claim: Claim) -> Iterator[Any]:
    """What a domain names as plain, one by one, where all that it draws has the size of a figure."""
    for one in claim.domain.plain() if claim.domain.plain is not None else ():
        yield stack([one.floats()])


def _with_part_on_f(claim: Claim, source: Generator, largest: int) -> Iterator[Any]:
    """A light batch inside of rows with a limit on F that is not 0: seldom is one among the lightest."""
    for batch, known in _many(claim, source, largest):
        rows = [row for row, frame in enumerate(known) if len(frame.F) and frame.centre.any() and frame.moves]
        if rows:
            yield batch.select(rows[:ROWS])
            return


def _with_rates(claim: Claim, source: Generator, largest: int) -> Iterator[Any]:
    """Light rows inside whose rate is set by how slowly their run contracts, and by the next margin.

    Of a light row seldom: its support vectors are often one, and all its other margins are above 2.
    """
    left = {"contraction", "gap"}
    for batch, known in _many(claim, source, largest):
        for row, frame in enumerate(known):
            found = law(frame, 1.0) if frame.moves and left else None
            if found is None or not found.strict:
                continue
            binding = min(sorted(left), key=lambda name: getattr(found, name))
            other = min(1.0, found.contraction if binding == "gap" else found.gap)
            if getattr(found, binding) < SLOWER * other:
                left.remove(binding)
                yield batch.select([row])
        if not left:
            return


def _asks_of_rates(claim: Claim) -> bool:
    """Whether a claim is about every number up to bounds that rest on what has indices."""
    every = (e for e in cores.inside(claim.stated.core) if e[:1] == ("every",)) if claim.stated else ()
    rates = (e for e in every if not any(axes for _, axes in e[1]))
    return any(one[:1] in (("forall",), ("every",)) for e in rates for one in cores.inside(e[2]))


def _many(claim: Claim, source: Generator, largest: int) -> Iterator[tuple[Any, list[Frame]]]:
    """Batches of many light rows pulled inside, with their frames."""
    for _ in range(SOUGHT):
        drawn = claim.domain.sampler(source, MANY)
        if _entries(drawn) * ROWS > largest * MANY or not isinstance(drawn, Dataset | Attention):
            continue
        batch = impose(claim.assumes, drawn)
        yield batch, attention_frames(batch) if isinstance(batch, Attention) else frames(batch)


def _bent(
    claim: Claim, sequences: set[str], plain: Iterable[tuple[Any, np.ndarray, np.ndarray]]
) -> Iterator[Course]:
    """For each bend or swap the first of the same runs of which the checker then says the contrary."""
    for change in (*SWAPS, *LESSENED, *BENDS):
        for batch, inside, outcome in plain:
            other = changed(batch, change)
            said = outcome if other is None else judge(claim.conclude(other, Effort()))
            turned = inside & (said != outcome) & [one in SURE for one in said]
            if other is None or not turned.any():
                continue
            firsts = [_firsts(found) for found in states(other, sequences)]
            names = change.names if isinstance(change, Swap) else frozenset[str]()
            if found := list(_taken(claim, other, firsts, said, turned, 1)):
                yield from (replace(one, bent=True, swapped=names) for one in found)
                break


def _firsts(found: list[Pair]) -> list[Pair]:
    """The first pair of states, and the first at which laws exhibit something, where that is another."""
    shown = [pair for pair in found if pair[0].shown]
    return found[:1] + [pair for pair in shown[:1] if pair is not found[0]]


def _taken(
    claim: Claim, batch: Any, pairs: list[list[Pair]], outcome: np.ndarray, fits: np.ndarray, most: int
) -> Iterator[Course]:
    """The courses of some rows of a batch that fit, where the checker is sure and the claim is asked."""
    usable = [row for row, found in enumerate(pairs) if found and fits[row] and outcome[row] in SURE]
    usable.sort(key=lambda row: _plain(pairs[row][0][0]))
    documents = ((row, batch.row(row).exact().to_json()) for row in usable)
    for row, document in islice((one for one in documents if _asks(claim, one[1])), most):
        yield from (Course(document, pair, outcome[row] is Outcome.HOLDS) for pair in pairs[row])


def _asks(claim: Claim, document: Mapping[str, Any]) -> bool:
    """Whether a claim may be asked of an instance."""
    if claim.book is None or claim.stated is None or not claim.stated.asked:
        return True
    try:
        return Quick(loaded(claim.book, claim.stated, document)).told_at(claim.stated.asked) is not False
    except (judging.Rejected, Undefined, *UNSURE):
        return True


def _plain(state: State) -> bool:
    """Whether nothing is known to be on F: then what a limit says of the part on F says nothing."""
    return state.frame is None or not (len(state.frame.F) and state.frame.centre.any())


def _entries(batch: Any) -> int:
    return sum(array.numel() for array in batch.arrays().values())

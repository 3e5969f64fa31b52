"""Plain instances of an edited claim, of many small shapes, at which a lemma may say what a run is.

Where a hypothesis was left out, only instances that violate it say anything, and only those are looked at.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from copy import deepcopy
from itertools import islice, zip_longest
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
import torch

from ntpcheck.claim import Assumption, Claim
from ntpcheck.engine import lattice
from ntpcheck.engine.minimise import weight
from ntpcheck.engine.proofreading.sought.drawing import UNANSWERED, kind_of, of_one_shape
from ntpcheck.engine.sweep import generator, impose, sifted
from ntpcheck.errors import InvalidInstance
from ntpcheck.evidence import FAILS, HOLDS, UNDEFINED, Evidence, Rigor, judge
from ntpcheck.exact import exact_array
from ntpcheck.formulas.alone import lacks
from ntpcheck.formulas.batch import Batch
from ntpcheck.instances.base import Instance, stack
from ntpcheck.statement.allowance import allow
from ntpcheck.statement.editing.telling import ALLOWANCE, UNSAID
from ntpcheck.statement.printing.reading import names
from ntpcheck.statement.ruling import world_of
from ntpcheck.verifier import judge as judging

if TYPE_CHECKING:
    from ntpcheck.claim import Paper
    from ntpcheck.verifier.instance.tensors import Core
    from ntpcheck.verifier.instance.world import World
    from ntpcheck.verifier.language.book import Book
    from ntpcheck.verifier.language.book import Claim as Stated

T = TypeVar("T")

SIZES = (1, 2, 2, 3, 3, 4)  # of an axis
SHAPES, ROWS, LOOKED = 28, 24, 6  # shapes; draws of each, and how many of those inside are looked at
UNSURE = 2  # more of each draw, of those that floats do not decide; the book's own words do
LIGHT, SPREAD = 4, 3  # plain instances: the lightest, and heavier ones
NAMED, CHANGED = 2, 192  # those that a domain names, and how often they are changed
ASKED = 6  # of instances of one shape of which floats are not sure, and the book is asked
ENTRIES = (0, 1, 2, 3, 4, 5, -1, "1/2")  # what may stand in one place instead


def violated(assumption: Assumption) -> Assumption:
    """Holds exactly where an assumption fails or has no value. Nothing imposes it."""

    def check(instance: Any) -> Evidence:
        outcome = judge(assumption.check(instance))
        out = (outcome == FAILS) | (outcome == UNDEFINED)
        sign = np.where(out, 1.0, np.where(outcome == HOLDS, -1.0, np.nan))
        if not instance.is_exact:
            slack = torch.as_tensor(sign)
            return Evidence(slack, torch.zeros_like(slack), torch.ones_like(slack))
        number = sign.item()
        slack = np.array(number, dtype=object) if np.isnan(number) else exact_array(int(number))
        return Evidence(slack, exact_array(0), exact_array(1), rigor=Rigor.EXACT)

    return Assumption(f"not {assumption.name}", check, cite=assumption.cite)


def _inside(
    claim: Claim, kind: type, source: torch.Generator, seed: object
) -> Iterator[tuple[Any, np.ndarray, np.ndarray]]:
    """Rows that satisfy the assumptions, some of each shape, and which of them certainly do."""
    sizes = random.Random(f"{seed}/{claim.id}")
    for _ in range(SHAPES):
        shape = {axis: sizes.choice(SIZES) for axis in lattice.axes(kind)}
        for batch in lattice.drawn(kind, shape, source, ROWS):
            for make in (lambda b: b, lambda b: impose(claim.assumes, b)):
                try:
                    found = _sifted(claim, make(batch))
                except UNANSWERED:  # what no instance of this shape can be pulled inside of
                    continue
                if found is not None:
                    yield found


def _sifted(claim: Claim, batch: Any) -> tuple[Any, np.ndarray, np.ndarray] | None:
    inside, boundary = perhaps(claim, batch)
    rows = np.concatenate([np.flatnonzero(inside)[:LOOKED], np.flatnonzero(boundary)[:UNSURE]])
    return (batch.select(rows), inside[rows], boundary[rows]) if len(rows) else None


def perhaps(claim: Claim, batch: Any) -> tuple[np.ndarray, np.ndarray]:
    """Rows that are inside, and those that may be.

    What is undefined to a checker may hold by the book: it is not sure to be outside.
    """
    inside, boundary = np.ones(batch.batch, dtype=bool), np.zeros(batch.batch, dtype=bool)
    for assumption in claim.assumes:
        rows = np.flatnonzero(inside | boundary)
        if not len(rows):
            break
        outcome = judge(assumption.check(batch if len(rows) == len(inside) else batch.select(rows)))
        boundary[rows[(outcome != HOLDS) & (outcome != FAILS)]] = True
        out = rows[outcome == FAILS]
        inside[out] = boundary[out] = False
        inside &= ~boundary
    return inside, boundary


def admitted(claim: Claim, made: Sequence[Instance]) -> Iterator[Instance]:
    """Those of exact instances of one shape that are inside; of some that may be, where the book is sure."""
    if not made:
        return
    inside, boundary = perhaps(claim, stack([one.floats() for one in made]))
    yield from (one for one, kept in zip(made, inside, strict=True) if kept)
    unsure = (one for one, kept in zip(made, boundary, strict=True) if kept)
    yield from (one for one in islice(unsure, ASKED) if admits(claim, one))


def plain_ones(claim: Claim, seed: object) -> list[Instance]:
    """Exact instances inside a claim's assumptions at which a lemma may say what a run is.

    Those that the domain names first, then the lightest of small ones, some of which checks are not sure and
    the book is, some heavier ones, and the rest.
    """
    told = list(claim.domain.plain()) if claim.domain.plain is not None else []
    named = [one for one in told if _meets(claim, one)]
    drawn: dict[str, Instance] = {}
    unsure: dict[str, Instance] = {}
    source = generator(seed, "plain", claim.id)
    for batch, inside, boundary in islice(
        _inside(claim, kind_of(claim), source, (seed, "plain")), 2 * SHAPES
    ):
        for rows, found in ((inside, drawn), (boundary, unsure)):
            if rows.any():
                found |= {repr(row): row.exact() for row in batch.select(rows).rows()}
    by_weight = sorted(drawn.values(), key=weight)
    heavier = by_weight[LIGHT :: max(1, len(by_weight) // (SPREAD + 1))][:SPREAD]
    admitted = islice((one for one in sorted(unsure.values(), key=weight) if admits(claim, one)), UNSURE)
    first = [*named, *by_weight[:LIGHT], *admitted, *heavier]
    return [*first, *(one for one in by_weight[LIGHT:] if one not in heavier)]


def stated(paper: Paper) -> list[Assumption]:
    """The assumptions that a paper's book states. Of what it only records, by long runs, no line says more
    where that holds.
    """
    assert paper.shelf is not None
    return [a for a in paper.assumptions if paper.shelf.lets[a.name].core[0] != "recorded"]


def varied(assumptions: Sequence[Assumption], given: Sequence[Instance], most: int = 1) -> list[Instance]:
    """For each assumption the first of given instances where it holds, and where it fails."""
    by_shape: dict[str, list[int]] = {}
    for k, one in enumerate(given):
        by_shape.setdefault(str([x.shape for x in one.arrays().values()]), []).append(k)
    firsts: dict[tuple[str, Any], list[int]] = {}
    for places in by_shape.values():
        batch = stack([given[k].floats() for k in places])
        for assumption in assumptions:
            with suppress(AttributeError, *UNANSWERED):  # that is about another type of instances
                for k, outcome in zip(places, judge(assumption.check(batch)), strict=True):
                    firsts.setdefault((assumption.name, outcome), []).append(k)
    return [given[k] for k in sorted({k for found in firsts.values() for k in sorted(found)[:most]})]


def in_turn(book: Book, stated: Stated, given: Sequence[Instance]) -> list[Instance]:
    """The same in another order: in turn of those that differ in which relations, of all that a statement
    names by tables without reals, hold somewhere, and which hold at all indices.
    """
    book.given, book.local = stated.given, stated.locals
    asked: list[Core] = []
    for let in (book.lets[name] for name in sorted(names(book, stated.core))):
        if let.kind == "bool" and let.indices and not let.parameters and not lacks(book, let.core):
            own: Core = ("let", let.name, (), tuple(("v", letter) for letter, _ in let.indices))
            asked += [("exists", let.indices, None, own), ("forall", let.indices, None, own)]
    alike: dict[Any, list[Instance]] = {}
    for some in of_one_shape(given):
        batch = Batch(book, stated.given, stack([one.floats() for one in some]))
        for one, *said in zip(some, *(batch.ask(core).sure.tolist() for core in asked), strict=True):
            alike.setdefault(tuple(said), []).append(one)
    return [one for turn in zip_longest(*alike.values()) for one in turn if one is not None]


def neighbours(claim: Claim, seed: object) -> list[Instance]:
    """What a domain names as plain, changed in one entry or two so that it is inside what a claim assumes.

    Where a hypothesis was left out of a claim about instances of a figure's sizes, small shapes are none.
    """
    source = random.Random(f"{seed}/neighbours/{claim.id}")
    told = [one.to_json() for one in islice(claim.domain.plain(), NAMED)] if claim.domain.plain else []
    found: list[Instance] = []
    for document in told:
        made: list[Instance] = []
        for k in range(CHANGED):
            other = deepcopy(document)
            for _ in range(1 + k % 2):
                changed(other, source)
            with suppress(InvalidInstance, *UNANSWERED):
                made.append(Instance.from_json(other))
        with suppress(*UNANSWERED):
            inside = sifted(claim.assumes, stack([one.floats() for one in made]))[0] if made else []
            found += [made[k] for k in np.flatnonzero(inside)]
    return sorted(found, key=weight)[:LIGHT]


def changed(document: dict[str, Any], source: random.Random) -> None:
    """Puts another number in one place of an instance's document."""
    tables = [key for key, value in document.items() if key != "loss" and not isinstance(value, str)]
    key = source.choice(tables)
    value = document[key]
    if not isinstance(value, list):
        document[key] = source.choice(ENTRIES)
        return
    while isinstance(value[0], list):
        value = source.choice(value)
    value[source.randrange(len(value))] = source.choice(ENTRIES)


def admits(claim: Claim, instance: Instance) -> bool:
    """Whether the book is sure that an instance satisfies what a claim assumes."""
    return asked(claim, instance, lambda world, stated: judging.admitted(world, stated, ())) is not None


def asked(claim: Claim, instance: Instance, question: Callable[[World, Stated], T]) -> T | None:
    """What the book answers at an instance within the allowance; None where it does not."""
    assert claim.book is not None
    assert claim.stated is not None
    allow(ALLOWANCE)
    try:
        return question(world_of(claim.book, claim.stated, instance), claim.stated)
    except UNSAID:
        return None


def _meets(claim: Claim, instance: Instance) -> bool:
    """Whether an instance satisfies what a claim assumes: where checks leave it open, the book is asked."""
    try:
        outcomes = [judge(a.check(instance)) for a in claim.assumes]
    except UNANSWERED:
        return False
    if any((outcome == FAILS).any() for outcome in outcomes):
        return False
    return all((outcome == HOLDS).all() for outcome in outcomes) or admits(claim, instance)

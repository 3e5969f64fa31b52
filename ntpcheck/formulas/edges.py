"""The bounds of what a statement presupposes, as corners: where `a <= b` is asked for, a = b is drawn too.

A field is moved until the sides of one comparison agree, or nearly do: a scalar to another value, a table to
a multiple of itself. In batches a secant finds where; for lemmas a scalar is solved for exactly. Nothing that
is found is believed: what an instance satisfies is checked afterwards.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any

import torch
from hypothesis import strategies as st
from torch import Generator, Tensor

from ntpcheck.claim import Claim, Domain
from ntpcheck.domains.pieces import choice, integers, pick
from ntpcheck.errors import InvalidInstance
from ntpcheck.exact import exact_array
from ntpcheck.formulas.alone import lacks
from ntpcheck.formulas.batch import batch_of
from ntpcheck.formulas.lines import conjuncts, opened
from ntpcheck.formulas.spaces import Space
from ntpcheck.instances.base import stack
from ntpcheck.statement.allowance import allow
from ntpcheck.verifier import files
from ntpcheck.verifier.arithmetic.exact import affine, subtract
from ntpcheck.verifier.arithmetic.intervals import TooMuch, Undecided, Undefined
from ntpcheck.verifier.language.cores import reached

Core = tuple[Any, ...]
SECANTS = 5  # steps: one where the sides are affine in what is moved, more for roots and powers
NEAR = 2.0**-40  # relative distance from a short number at which that is taken for it
SHORT = 1024.0  # short numbers are multiples of 1 / SHORT
CLOSE = 2.0**-10  # a bound that is no short number is approached so far, relatively
MET = 2.0**-20  # sides that differ by no more agree, for a secant
INSIDE = 2.0**-4  # how far inside what is just inside may be, relatively
SMALLEST = 6  # a table that the bound does not name is made small by 1 / 2 to 1 / 2^6: there the second order
# of what is said decides, as near a minimum
SHARES = (8, 5, 3)  # of a sampled batch: as it was drawn, on a bound, just inside it
ALLOWANCE = 200_000  # units of the verifier's work for one plain instance


@dataclass(frozen=True)
class Edge:
    """One comparison `<=` or `>=` that is presupposed, perhaps for all indices, and a real field in it."""

    name: str
    core: Core
    field: str


class Edges:
    """The bounds among the conjuncts of formulas on a type, called by the formulas' names."""

    def __init__(self, space: Space, cores: dict[str, Core]) -> None:
        self.book, self.given = space.book, space.given
        self.fields = self.book.givens[self.given]
        self.found = tuple(edge for name, core in cores.items() for edge in self._edges(name, core))

    def _edges(self, name: str, core: Core) -> Iterator[Edge]:
        parts = [part for part in conjuncts(self.book, core) if self._bounds(part)]
        for number, part in enumerate(parts, 1):
            told = f"on the bound: {name}" + (f", part {number}" if len(parts) > 1 else "")
            yield from (Edge(told, part, field) for field in self.movable(part))

    def _bounds(self, e: Core) -> bool:
        """Whether a conjunct asks for `<=` or `>=`, in words that batches evaluate."""
        inner = e
        while inner[0] == "forall":
            inner = inner[3]
        return inner[0] == "cmp" and inner[1] in ("<=", ">=") and not lacks(self.book, e)

    def movable(self, e: Core) -> list[str]:
        """The scalars among the real fields that a conjunct names; its tables where it names no scalar."""
        named = [name for name in self._real() if self._names(e, name)]
        return [name for name in named if not self.fields[name].axes] or named

    def _names(self, e: Any, field: str) -> bool:
        """Whether a core, or a definition that it uses, names a field."""
        return field in fields_of(self.book, e)

    # ---- batches ----
    def slack(self, edge: Edge, batch: Any) -> Tensor:
        """`[B]` the signed slack of a comparison; NaN where it has none."""
        said = batch_of(self.book, self.given, batch).ask(edge.core)
        return (said.low + said.high) / 2

    def is_on(self, edge: Edge, instance: Any) -> Tensor:
        """`[...]` whether the sides of a comparison agree, or nearly do."""
        near = instance.floats() if instance.is_exact else instance
        batch = near if near.batch else stack([near])
        on = (self.slack(edge, batch).abs() <= 4 * CLOSE).cpu()
        return on if near.batch else on[0]

    def moved(self, edge: Edge, batch: Any) -> tuple[Any, Any]:
        """The batch on a bound and just inside it. A row for which no place is found stays as it is."""
        source = self.fields[edge.field].source
        table = getattr(batch, source)
        unit = table if self.fields[edge.field].axes else torch.ones_like(table)

        def at(t: Tensor) -> Any:
            spread = t.reshape(-1, *(1,) * (table.ndim - 1))
            return replaced(batch, source, torch.where(spread.isfinite(), spread * unit, table))

        t, inwards = secant(lambda t: self.slack(edge, at(t)), len(table), table.device)
        short = torch.round(t * SHORT) / SHORT
        is_short = (t - short).abs() <= NEAR * t.abs()
        return at(torch.where(is_short, short, beside(t, inwards, CLOSE))), at(beside(t, inwards, INSIDE))

    # ---- one exact instance ----
    def exactly(self, edge: Edge, instance: Any) -> Iterator[Any]:
        """An exact instance with a scalar such that the sides agree, where they are affine in it."""
        part = self.fields[edge.field]
        if part.axes or edge.core[0] != "cmp":
            return
        if (met := meeting(self.book, self.given, edge, instance)) is not None:
            with suppress(InvalidInstance):
                yield instance.replace(**{part.source: exact_array(str(met[0]))})

    # ---- domains ----
    def domain(self, base: Domain) -> Domain:
        """A domain that draws on and beside the bounds too; the same where there are none."""
        if not self.found:
            return base
        corners = {edge.name: lambda data, edge=edge: self.is_on(edge, data) for edge in self.found}
        return replace(
            base,
            name=f"{base.name}, with bounds",
            strategy=lambda: self._strategy(base),
            sampler=partial(self._sampled, base.sampler),
            corners={**base.corners, **corners},
            plain=(lambda: self._plain(base)) if base.plain else None,
            rare=partial(self._sampled, base.rare) if base.rare else None,
        )

    def _strategy(self, base: Domain) -> st.SearchStrategy[Any]:
        def placed(drawn: tuple[Any, Edge | None, bool]) -> Any:
            instance, edge, inside = drawn
            return instance if edge is None else self.moved(edge, stack([instance]))[inside].row(0)

        return st.tuples(base.strategy(), st.sampled_from((None, None, *self.found)), st.booleans()).map(
            placed
        )

    def _sampled(self, drawn: Callable[[Generator, int], Any], source: Generator, size: int) -> Any:
        """A batch as drawn, half of its rows at one of the bounds, half of these with a small table."""
        batch = drawn(source, size)
        edge = self.found[int(integers(source, 0, len(self.found) - 1, 1))]
        name, kind = self.fields[edge.field].source, choice(source, batch.batch[0], SHARES)
        tables = [getattr(one, name) for one in (batch, *self.moved(edge, batch))]
        batch = batch.replace(**{name: pick(kind.to(tables[0].device), tables)})
        other = [part for part in self.tables() if not self._names(edge.core, part)]
        if not other:
            return batch
        name = self.fields[other[int(integers(source, 0, len(other) - 1, 1))]].source
        small = torch.exp2(-integers(source, 1, SMALLEST, batch.batch[0]).double())
        factor = torch.where((kind > 0) & (choice(source, batch.batch[0], (1, 1)) > 0), small, 1.0)
        table = getattr(batch, name)
        return replaced(batch, name, table * factor.reshape(-1, *(1,) * (table.ndim - 1)))

    def tables(self) -> list[str]:
        """The real fields with axes."""
        return [name for name in self._real() if self.fields[name].axes]

    def _real(self) -> list[str]:
        return [name for name, part in self.fields.items() if part.kind == "num" and not part.natural]

    def _plain(self, base: Domain) -> Iterator[Any]:
        """Each plain instance, followed by those on its bounds that have not come yet."""
        seen: list[Any] = []
        for instance in base.plain() if base.plain else ():
            yield instance
            for edge in self.found:
                for one in self.exactly(edge, instance):
                    if (told := one.to_json()) not in seen:
                        seen.append(told)
                        yield one


def meeting(book: Any, given: str, edge: Edge, instance: Any) -> tuple[Fraction, Fraction] | None:
    """The scalar at which the sides of a comparison agree, where they are affine in it, and their slope."""
    allow(ALLOWANCE)
    try:
        sizes, fields = files.instance(book, given, instance.to_json())
        world = opened(book, given, sizes, fields, edge.field)
        form = affine(subtract(*(world.number(side, {}) for side in edge.core[2:])))
    except (Undecided, Undefined, TooMuch, TypeError, ArithmeticError, files.Unreadable):
        return None
    known, slope = form.k, form.a.get((), Fraction(0))
    return (-known / slope, slope) if isinstance(known, Fraction) and slope else None


def fields_of(book: Any, e: Any) -> set[str]:
    """The fields that a core names, itself or by definitions."""
    return {one[1] for one in reached(book, e) if one[:1] == ("field",)}


def just_inside(claim: Claim, instance: Any) -> Iterator[Any]:
    """An exact instance with each of its scalars just inside each strict bound that a claim presupposes.

    A bound on one scalar alone is left out: plain instances are on both sides of it as they are.
    """
    book, stated = claim.book, claim.stated
    assert book is not None
    assert stated is not None
    book.given, book.local = stated.given, stated.locals
    said = [book.lets[key].core for key in book.assumed(stated).values()]
    for core in [*said, *([stated.asked] if stated.asked else [])]:
        for part in conjuncts(book, core):
            if part[:2] not in (("cmp", "<"), ("cmp", ">")) or len(fields_of(book, part)) < 2:
                continue
            for name, field in book.givens[stated.given].items():
                if field.axes or field.kind != "num" or field.natural:
                    continue
                if (met := meeting(book, stated.given, Edge("", part, name), instance)) is not None:
                    end, slope = met
                    downwards = (slope > 0) == (part[1] == "<")
                    value = end - Fraction(INSIDE) * (abs(end) or 1) * (1 if downwards else -1)
                    with suppress(InvalidInstance):
                        yield instance.replace(**{field.source: exact_array(str(value))})


def replaced(batch: Any, name: str, table: Tensor) -> Any:
    """The batch with another table, in the rows where the type allows that."""
    try:
        return batch.replace(**{name: table})
    except InvalidInstance:
        kept = getattr(batch, name).clone()
    for i, row in enumerate(batch.rows()):
        try:
            kept[i] = getattr(row.replace(**{name: table[i]}), name)
        except InvalidInstance:
            continue
    return batch.replace(**{name: kept})


def secant(slack: Callable[[Tensor], Tensor], rows: int, device: Any) -> tuple[Tensor, Tensor]:
    """`[B]` where a slack is 0, NaN where that is not found, and the sign of the way to more of it."""
    before = torch.ones(rows, dtype=torch.float64, device=device)
    now, slope = 2 * before, torch.full_like(before, torch.nan)
    value, last = slack(now), slack(before)
    for _ in range(SECANTS):
        rise = (value - last) / (now - before)
        fine = rise.isfinite() & (rise != 0)
        slope = torch.where(fine, rise, slope)
        before, last, now = now, value, torch.where(fine, now - value / slope, now)
        value = slack(now)
    found = (value.abs() <= MET) & slope.isfinite()
    return torch.where(found, now, torch.nan), torch.sign(slope)


def beside(t: Tensor, inwards: Tensor, share: float) -> Tensor:
    """`[B]` a shorter number than t, inside of it by at most so large a share of its size."""
    grain = share * torch.exp2(torch.floor(torch.log2(torch.where(t == 0, 1.0, t.abs()))))
    return torch.where(inwards > 0, torch.floor(t / grain) + 1, torch.ceil(t / grain) - 1) * grain


def bounded(space: Space, base: Domain, cores: dict[str, Core]) -> Domain:
    """The domain of claims on a type that presuppose some formulas: one for all that have the same bounds."""
    edges = Edges(space, cores)
    return space.bounded.setdefault((base, edges.found), edges.domain(base))

"""Maps into an assumption that are read off its formula. None is believed: the check runs afterwards.

First the axes get sizes that the formula allows. Rows that still do not satisfy it are solved for, where the
formula is linear in one of the fields (lines.py), and else replaced by the first of a list of simple changes
that does: Gram matrices, absolute values, other scales, one-hot counts, zero, low rank.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import islice, product
from typing import Any

import numpy as np
import torch
from torch import Tensor

from ntpcheck.errors import InvalidInstance
from ntpcheck.formulas.lines import Unfit, conjuncts, moved, opened
from ntpcheck.formulas.spaces import Space
from ntpcheck.instances.base import stack
from ntpcheck.statement.allowance import allow
from ntpcheck.verifier import files
from ntpcheck.verifier.arithmetic.intervals import TooMuch, Undecided, Undefined
from ntpcheck.verifier.language.cores import inside

Core = tuple[Any, ...]
Holds = Callable[[Any], np.ndarray]
LARGEST = 5  # the size of an axis that is tried
SOLVED = 32  # rows of a batch that are solved for
MOST_CHANGES = 24  # simple changes that are tried of a batch
ALLOWANCE = 1_000_000  # units of the verifier's work for one row and field


class NotSizes(Exception):
    """A part speaks of more than sizes of axes."""


def by_sizes(e: Core, sizes: dict[str, int]) -> Any:
    """The value of a core about sizes alone, a Fraction or a bool."""
    kind = e[0]
    if kind == "q":
        return e[1]
    if kind == "size":
        return Fraction(sizes[e[1]])
    if kind in ("+", "-", "*", "/", "max2", "min2"):
        a, b = by_sizes(e[1], sizes), by_sizes(e[2], sizes)
        if kind == "/":
            return a / b if b else Fraction(0)
        return {"+": a + b, "-": a - b, "*": a * b, "max2": max(a, b), "min2": min(a, b)}[kind]
    if kind == "cmp":
        a, b = by_sizes(e[2], sizes), by_sizes(e[3], sizes)
        return {"=": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[e[1]]
    if kind == "not":
        return not by_sizes(e[1], sizes)
    if kind in ("and", "or"):
        a, b = by_sizes(e[1], sizes), by_sizes(e[2], sizes)
        return (a and b) if kind == "and" else (a or b)
    raise NotSizes


class Imposed:
    """The map into a formula. holds: `[B]`, which rows satisfy all that the claim assumes."""

    def __init__(self, space: Space, core: Core, holds: Holds) -> None:
        self.space, self.core, self.holds = space, core, holds
        self.book = space.book
        self.fields = self.book.givens[space.given]
        self.parts = list(conjuncts(self.book, core))
        self.named = [name for name in self._names(core, set()) if name in self.fields]

    def __call__(self, instance: Any) -> Any:
        if instance.is_exact:
            return instance
        if not instance.batch:
            return self(stack([instance])).row(0)
        batch = self.resized(instance)
        good = self.holds(batch)
        if good.all():
            return batch
        batch = self.solved(batch, good)
        good = self.holds(batch)
        return batch if good.all() else self.changed(batch, good)

    def changed(self, batch: Any, good: np.ndarray) -> Any:
        """The batch, rows that are still outside under the first simple change that brings them inside."""
        left = np.flatnonzero(~good)
        rest, open_ = batch.select(left), np.ones(len(left), dtype=bool)
        tables = {name: getattr(batch, name).clone() for name in batch.AXES}
        for new in islice(self.changes(rest), MOST_CHANGES):
            better = self.holds(new) & open_
            for name, table in tables.items() if better.any() else ():
                table[torch.as_tensor(left[better])] = getattr(new, name)[torch.as_tensor(better)]
            open_ &= ~better
            if not open_.any():
                break
        return batch.replace(**tables)

    def _names(self, e: Any, seen: set[str]) -> Iterator[str]:
        """Fields that a formula names, its definitions' own included, each once."""
        if not isinstance(e, tuple) or not e:
            return
        if e[0] == "field" and e[1] not in seen:
            seen.add(e[1])
            yield e[1]
        if e[0] == "let" and f"let {e[1]}" not in seen:
            seen.add(f"let {e[1]}")
            yield from self._names(self.book.lets[e[1]].core, seen)
        for part in e:
            yield from self._names(part, seen)

    # ---- sizes ----
    def resized(self, batch: Any) -> Any:
        now = {ours: batch.size(theirs) for ours, theirs in self.space.axes.items()}
        about: list[Core] = []
        for part in self.parts:
            try:
                by_sizes(part, now)
                about.append(part)
            except NotSizes:
                continue
        if not about or all(by_sizes(part, now) for part in about):
            return batch
        axes = [axis for axis in now if any(("size", axis) in inside(part) for part in about)]
        tried = [
            dict(zip(axes, chosen, strict=True))
            for chosen in product(range(1, LARGEST + 1), repeat=len(axes))
        ]
        fits = [sizes for sizes in tried if all(by_sizes(part, now | sizes) for part in about)]
        if not fits:
            return batch
        wanted = min(fits, key=lambda sizes: sum(abs(sizes[axis] - now[axis]) for axis in axes))
        try:
            for axis in axes:
                batch = self._cut(batch, axis, now[axis], wanted[axis])
        except InvalidInstance:
            return batch
        return batch

    def _cut(self, batch: Any, axis: str, old: int, new: int) -> Any:
        """Another size of an axis: its first entries, or all and the first again; indices stay in range."""
        if old == new:
            return batch
        order = [i % old for i in range(new)]
        theirs, changes = self.space.axes[axis], dict[str, Tensor]()
        for part in self.fields.values():
            values = getattr(batch, part.source)
            names = batch.AXES[part.source].split()
            for place, name in enumerate(names):
                if name == theirs:
                    values = values.index_select(place + 1, torch.tensor(order, device=values.device))
            if part.kind == ("ix", axis):
                values = values.clamp(max=new - 1)
            changes[part.source] = values
        return batch.replace(**changes)

    # ---- systems ----
    def solved(self, batch: Any, good: np.ndarray) -> Any:
        """The batch with rows solved for, in one real field after the other."""
        reals = [
            name for name in self.named if self.fields[name].kind == "num" and not self.fields[name].natural
        ]
        asked = {name: [part for part in self.parts if name in self._names(part, set())] for name in reals}
        tables = {
            self.fields[name].source: getattr(batch, self.fields[name].source).clone() for name in reals
        }
        for i in map(int, np.flatnonzero(~good)[:SOLVED]):
            row = batch.row(i)
            for name in reals:
                found = self._entries(row, name, asked[name], i)
                if found is not None:
                    source = self.fields[name].source
                    tables[source][i] = found.to(tables[source].device)
                    row = next(_valid(row, {source: tables[source][i]}), row)
        return next(_valid(batch, tables), batch)

    def _entries(self, row: Any, name: str, parts: list[Core], turn: int) -> Tensor | None:
        """A field's entries that satisfy the parts with all else as it is; None where that is not seen."""
        part = self.fields[name]
        allow(ALLOWANCE)
        try:
            sizes, fields = files.instance(self.book, self.space.given, row.to_json())
            world = opened(self.book, self.space.given, sizes, fields, name)
            cells = list(world.cells(part.axes))
            now = {cell: Fraction(world.read(name, cell)) for cell in cells}
            found = moved(world, parts, turn, now)
            values = [float(found[cell]) for cell in cells]
        except (Unfit, Undecided, Undefined, TooMuch, TypeError, ArithmeticError, files.Unreadable):
            return None
        return torch.tensor(values, dtype=torch.float64).reshape([sizes[axis] for axis in part.axes])

    # ---- simple changes ----
    def changes(self, batch: Any) -> Iterator[Any]:
        """The batch with one field changed, then with two."""
        options = {
            name: list(self._options(getattr(batch, self.fields[name].source), name)) for name in self.named
        }
        for name, tables in options.items():
            for table in tables:
                yield from _valid(batch, {self.fields[name].source: table})
        names = list(options)
        for i, one in enumerate(names):
            for other in names[i + 1 :]:
                for a, b in product(options[one], options[other]):
                    yield from _valid(batch, {self.fields[one].source: a, self.fields[other].source: b})

    def _options(self, x: Tensor, name: str) -> Iterator[Tensor]:
        part = self.fields[name]
        if isinstance(part.kind, tuple):
            yield torch.zeros_like(x)
            return
        last = torch.zeros_like(x)
        if x.ndim > 1:
            size = x.shape[-1]
            turn = torch.arange(x[0].numel() // size, device=x.device).reshape(x.shape[1:-1]) % size
            last = torch.nn.functional.one_hot(turn, size).to(x.dtype).expand(x.shape).clone()
        if part.natural:
            yield from (
                x.clamp(max=1),
                x.clamp(min=1),
                torch.ones_like(x),
                last,
                x + last,
                torch.zeros_like(x),
            )
            return
        if x.ndim > 2 and x.shape[-1] == x.shape[-2]:  # Gram matrices of all ranks, each row another one
            rank = torch.arange(len(x), device=x.device) % x.shape[-1] + 1
            some = x * (torch.arange(x.shape[-1], device=x.device) < rank[:, None])[:, None]
            yield from ((x + x.mT) / 2, some @ some.mT, x - x.mT)
        yield from (
            x.abs(),
            -x.abs(),
            x / 64,
            x * 64,
            x.abs() + 1,
            last,
            torch.ones_like(x),
            torch.zeros_like(x),
        )
        spread = torch.arange(x[0].numel(), device=x.device).reshape(x.shape[1:]).double()
        yield ((spread * 37 + 11) % 17 - 8).expand(x.shape) / 4  # in general position, mostly
        if x.ndim > 2:
            yield x[..., :1] * torch.round(x[..., :1, :] * 4) / 4  # rank one


def _valid(batch: Any, changes: dict[str, Tensor]) -> Iterator[Any]:
    try:
        yield batch.replace(**changes)
    except InvalidInstance:
        return

"""Small instances of any type, shape by shape: all on a grid, or some drawn on a wider one.

This is how a hunt says what lies below a witness, and where it begins in a domain that has no scope of its
own. Instances that differ in the order of contexts or samples alone count once.
"""

from collections.abc import Iterator, Mapping
from itertools import pairwise, product
from math import prod
from typing import Any, NamedTuple

import numpy as np
import torch

from ntpcheck.errors import InvalidInstance

CHUNK = 4096  # instances a yielded batch holds at most
LARGEST_SPACE = 1 << 18  # grids with more instances are not enumerated whole
IDS = {"labels": ("K", "V"), "last": ("K",), "tokens": ("V",), "contexts": ("M",)}  # what they number
POSITIVE = {"eta"}


class Grid(NamedTuple):
    """Values of matrix entries, of scalars, the largest count, and rows of tables such as losses."""

    entries: tuple[float, ...]
    scalars: tuple[float, ...]
    largest: int
    rows: int = 7


# Scalars: a scale or step of 1, a knee at half, a step far beyond what any bound allows.
SIGNS, SCALARS = (0.0, 1.0, -1.0), (0.0, 1.0, 0.5, 8.0)
GRIDS = (Grid(SIGNS, SCALARS, 2), Grid(SIGNS, SCALARS, 1), Grid((0.0, 1.0), (0.0, 0.5, 8.0), 1))
WIDE = Grid((0, 1, -1, 2, -2, 0.5, 3, -0.5), (0, 1, 0.5, 0.25, 2, 8, 16), 3)


class _Slot(NamedTuple):
    """One digit of an instance: the place in its field that it fills, and what each value puts there."""

    field: str
    place: tuple[int, ...]
    table: np.ndarray  # [values, ...]


def axes(kind: type) -> list[str]:
    """The axes of an instance type, in the order in which its fields name them."""
    return list(dict.fromkeys(axis for text in kind.AXES.values() for axis in text.split()))  # pyright: ignore[reportAttributeAccessIssue]


def shapes(kind: type, most: Mapping[str, int]) -> list[dict[str, int]]:
    """Every choice of sizes up to the given ones, smallest first."""
    names = axes(kind)
    every = [dict(zip(names, s, strict=True)) for s in product(*(range(1, most[n] + 1) for n in names))]
    return sorted(every, key=lambda sizes: (prod(sizes.values()), tuple(sizes.values())))


def enumerated(kind: type, sizes: Mapping[str, int], most: int = LARGEST_SPACE) -> Iterator[Any] | None:
    """Batches of all instances of one shape, on the widest grid with at most that many; None if none is."""
    for grid in GRIDS:
        found = _slots(kind, sizes, grid)
        if prod(len(slot.table) for slot in found) <= most:
            return _batches(kind, found)
    return None


def drawn(
    kind: type, sizes: Mapping[str, int], source: torch.Generator, number: int, grid: Grid = WIDE
) -> Iterator[Any]:
    """Batches of `number` instances of one shape, digits drawn from a grid; a quarter of matrices are 0."""
    slots = _slots(kind, sizes, grid)
    zeros = {slot.field: _zero(slot) for slot in slots if slot.place}
    for start in range(0, number, CHUNK):
        size = (min(CHUNK, number - start),)
        blank = {name: (torch.rand(size, generator=source) < 1 / 4).numpy() for name in zeros}
        digits = [torch.randint(len(slot.table), size, generator=source).numpy() for slot in slots]
        for column, slot in enumerate(slots):
            zero = zeros.get(slot.field)
            if zero is not None:
                digits[column] = np.where(blank[slot.field], zero, digits[column])
        batch = _built(kind, slots, np.stack(digits, -1))
        if batch is not None:
            yield batch


def _zero(slot: _Slot) -> int | None:
    """The digit that stands for 0 in a field of real numbers."""
    found = np.flatnonzero(slot.table == 0) if slot.table.dtype == float else np.array([])
    return int(found[0]) if len(found) else None


def _slots(kind: Any, sizes: Mapping[str, int], grid: Grid) -> list[_Slot]:
    found: list[_Slot] = []
    for name, text in kind.AXES.items():
        shape = tuple(sizes[axis] for axis in text.split())
        if name in kind.INTEGERS and name not in IDS and len(shape) > 1:  # counts: no row is empty
            words = np.array(list(product(range(grid.largest + 1), repeat=shape[-1]))[1:])
            found += [_Slot(name, place, words) for place in np.ndindex(shape[:-1])]
            continue
        values = np.array(grid.entries if shape else grid.scalars)
        if name in IDS:  # numbers of tokens or contexts
            values = np.arange(next(sizes[axis] for axis in IDS[name] if axis in sizes))
        elif name in kind.INTEGERS:
            values = np.arange(grid.rows)
        elif name in POSITIVE:
            values = values[values > 0]
        found += [_Slot(name, place, values) for place in np.ndindex(shape)]
    return found


def _batches(kind: Any, slots: list[_Slot]) -> Iterator[Any]:
    radices = [len(slot.table) for slot in slots]
    for start in range(0, prod(radices), CHUNK):
        codes = np.arange(start, min(start + CHUNK, prod(radices)))
        digits = np.stack(np.unravel_index(codes, radices), -1)
        batch = _built(kind, slots, digits[_sorted(kind, slots, digits)])
        if batch is not None:
            yield batch


def _sorted(kind: Any, slots: list[_Slot], digits: np.ndarray) -> np.ndarray:
    """`[B]` bool: the rows whose contexts or samples stand in the order of their digits."""
    keys: dict[int, np.ndarray] = {}
    for column, slot in enumerate(slots):
        if slot.place and kind.AXES[slot.field].split()[0] in ("m", "n"):
            first = slot.place[0]
            keys[first] = keys.get(first, 0) * len(slot.table) + digits[:, column]
    rows = [keys[i] for i in sorted(keys)]
    return np.all([np.ones(len(digits), dtype=bool), *(a <= b for a, b in pairwise(rows))], 0)


def _built(kind: Any, slots: list[_Slot], digits: np.ndarray) -> Any | None:
    """The batch behind the digits `[B, slots]`, without the rows that break a rule of the type."""
    shapes: dict[str, tuple[int, ...]] = {}
    for slot in slots:
        shapes[slot.field] = (*(i + 1 for i in slot.place), *slot.table.shape[1:])
    arrays = {
        name: np.zeros((len(digits), *shape), dtype=np.int64 if name in kind.INTEGERS else float)
        for name, shape in shapes.items()
    }
    for column, slot in enumerate(slots):
        arrays[slot.field][(slice(None), *slot.place)] = slot.table[digits[:, column]]
    keep = np.ones(len(digits), dtype=bool)
    if {"last", "counts"} <= arrays.keys():
        keep = (np.take_along_axis(arrays["counts"], arrays["last"][..., None], -1) > 0).all((-2, -1))
    return _valid(kind, {name: torch.from_numpy(array[keep]) for name, array in arrays.items()})


def _valid(kind: Any, arrays: dict[str, torch.Tensor]) -> Any | None:
    """The largest batch of rows that the type accepts."""
    number = len(next(iter(arrays.values())))
    if not number:
        return None
    try:
        return kind(**arrays)
    except InvalidInstance:
        rows = [i for i in range(number) if _accepts(kind, {n: a[i] for n, a in arrays.items()})]
        return kind(**{name: array[rows] for name, array in arrays.items()}) if rows else None


def _accepts(kind: Any, arrays: dict[str, torch.Tensor]) -> bool:
    try:
        kind(**arrays)
    except InvalidInstance:
        return False
    return True

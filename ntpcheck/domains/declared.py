"""Domains of declared types, from their axes alone: a strategy that shrinks, a sampler, a scope, corners."""

import math
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice, product
from typing import Any

import torch
from hypothesis import strategies as st
from torch import Generator, Tensor

from ntpcheck.claim import Domain
from ntpcheck.domains.pieces import OFTEN, choice, dyadic_normal, integers, pick
from ntpcheck.domains.relations import related
from ntpcheck.domains.strategies import BASES, GRAINS, MOST, Draw
from ntpcheck.instances.base import Instance
from ntpcheck.instances.declared import INDEX, NATURAL, REAL, WORD, Declared

LIKELY = (8, 20, 26, 26, 20)  # of 1 to 5 entries along an axis that sampled batches have; scopes hold 1 and 2
SCOPE = 3**7  # instances of one shape that a scope enumerates at most
CHUNK = 2048
# Entries of a field: all one number, or 1 and -1 in turn, row by row or as on a chessboard. A probability,
# short and long steps. Or 0 but for a 1 in each row, at the row's own place or the next: the first is sure.
IN_TURN, CHESSBOARD, OWN_PLACE, NEXT_PLACE = "in turn", "chessboard", "own place", "next place"
LONGER = "longer"  # the same as at the own place, each row longer by 1 than the one before
PLAIN = (1.0, 0.5, IN_TURN, 12.0, 0.0, 0.25, -1.0, CHESSBOARD, OWN_PLACE, NEXT_PLACE, LONGER)
MOST_PLAIN = 120  # plain instances of one shape
TURNS = 6  # of other instances of the parent, before one is tried with the next table
MOST_CELLS = 4096  # of a dense table that a strategy starts from

_place, _base = st.integers(0, MOST_CELLS - 1), st.just(0) | st.integers(1, BASES)
_grain = st.sampled_from(tuple(GRAINS))
_edits = {
    reach: st.lists(st.tuples(_place, st.integers(-reach, reach)), max_size=6) for reach in GRAINS.values()
}
_natural_edits = st.lists(st.tuples(_place, st.integers(0, 3)), max_size=6)


@cache
def _dense(base: int, low: int, high: int) -> Tensor:
    """`[MOST_CELLS]` int64: zeros, ones, or random in low..high."""
    if base < 2:
        return torch.full((MOST_CELLS,), base)
    return torch.randint(low, high + 1, (MOST_CELLS,), generator=torch.Generator().manual_seed(base))


def _table(draw: Draw, part: Declared, sizes: dict[str, int]) -> Tensor:
    """One field of one instance; everything shrinks towards zeros."""
    shape = [sizes[axis] for axis in part.axes]
    cells = math.prod(shape)
    if part.kind == REAL:
        grain = draw(_grain)
        reach = GRAINS[grain]
        table, edits = _dense(draw(_base), -reach, reach)[:cells].clone(), draw(_edits[reach])
    elif part.kind == NATURAL:
        grain, table, edits = 1, _dense(draw(_base), 0, 3)[:cells].clone(), draw(_natural_edits)
    else:
        top = _top(part, sizes)
        entries = st.lists(st.integers(0, top - 1), min_size=cells, max_size=cells)
        return torch.tensor(draw(entries), dtype=torch.int64).reshape(shape)
    for place, value in edits:
        table[place % cells] = value
    return table.reshape(shape).double() / grain if part.kind == REAL else table.reshape(shape)


def _top(part: Declared, sizes: dict[str, int]) -> int:
    return sizes[part.along] if part.kind == INDEX else part.words


def _axes(fields: tuple[Declared, ...]) -> list[str]:
    return list(dict.fromkeys(axis for part in fields for axis in part.axes))


def _known(base: Any) -> dict[str, int]:
    axes = dict.fromkeys(axis for names in base.AXES.values() for axis in names.split())
    return {axis: base.size(axis) for axis in axes}


def _strategy(cls: type[Instance], fields: tuple[Declared, ...], parent: Domain | None) -> Callable[[], Any]:
    @st.composite
    def one(draw: Draw) -> Any:
        base = draw(parent.strategy()) if parent else None
        sizes = _known(base) if base is not None else {}
        sizes |= {axis: draw(st.integers(1, MOST)) for axis in _axes(fields) if axis not in sizes}
        own = {part.name: _table(draw, part, sizes) for part in fields}
        return cls(**({} if base is None else base.arrays()), **own)

    return one


def _reals(generator: Generator, batch: int, shape: list[int]) -> Tensor:
    """`[batch, ..]` normal, integer, zero, equal, nonnegative, large, small, or sixteenths that sum to 1,
    in all or along the last axis, where one may be all of it, or all but small powers of two."""
    cells, last = math.prod(shape), shape[-1] if shape else 1
    normal, whole = dyadic_normal(generator, batch, cells), integers(generator, -2, 2, batch, cells).double()
    one_of = torch.nn.functional.one_hot(integers(generator, 0, last - 1, batch, cells // last), last)
    options = (
        normal,
        whole,
        torch.zeros_like(normal),
        normal[:, :1].expand(batch, cells),
        normal.abs(),
        whole.abs(),
        whole * 64,
        normal * 2.0**-6,
        _shares(generator, batch, cells),
        _shares(generator, batch * (cells // last), last).reshape(batch, cells),
        one_of.double().reshape(batch, cells),
        _uneven(generator, batch * (cells // last), last).reshape(batch, cells),
    )
    return pick(choice(generator, batch, (10, 9, 2, 3, 5, 3, 3, 2, 3, 3, 3, 3)), options).reshape(
        batch, *shape
    )


def _shares(generator: Generator, rows: int, n: int) -> Tensor:
    """`[rows, n]` sixteenths that sum to 1."""
    cuts = torch.sort(integers(generator, 0, 16, rows, n - 1), -1).values
    ends = torch.cat([torch.zeros(rows, 1), cuts, torch.full((rows, 1), 16)], 1)
    return (ends[:, 1:] - ends[:, :-1]).double() / 16


def _uneven(generator: Generator, rows: int, n: int) -> Tensor:
    """`[rows, n]` powers of two, small ones, and at one place what is left to 1."""
    least = 2 + (n - 1).bit_length()
    small = 2.0 ** -integers(generator, least, least + 9, rows, n).double()
    place = integers(generator, 0, n - 1, rows, 1)
    small = small.scatter(1, place, 0.0)
    return small.scatter(1, place, 1 - small.sum(1, keepdim=True))


def _naturals(generator: Generator, batch: int, shape: list[int]) -> Tensor:
    few = integers(generator, 0, 3, batch, *shape)
    options = (few, torch.ones_like(few), few.clamp(max=1), few * OFTEN, torch.zeros_like(few))
    return pick(choice(generator, batch, (20, 5, 8, 4, 3)), options)


def _sampler(
    cls: type[Instance], fields: tuple[Declared, ...], drawn: Callable[[Generator, int], Any] | None
) -> Callable[[Generator, int], Any]:
    def sampled(generator: Generator, batch: int) -> Any:
        base = drawn(generator, batch) if drawn else None
        sizes = _known(base) if base is not None else {}
        for axis in _axes(fields):
            if axis not in sizes:
                sizes[axis] = 1 + int(choice(generator, 1, LIKELY))
        own: dict[str, Tensor] = {}
        for part in fields:
            shape = [sizes[axis] for axis in part.axes]
            if part.kind in (INDEX, WORD):
                own[part.name] = integers(generator, 0, _top(part, sizes) - 1, batch, *shape)
            else:
                own[part.name] = (_reals if part.kind == REAL else _naturals)(generator, batch, shape)
                if len(shape) > 1 and part.axes[-2] == part.axes[-1] and shape[-1] > 1:
                    own[part.name] = related(generator, own[part.name])
        return cls(**({} if base is None else base.arrays()), **own)

    return sampled


def _values(part: Declared, sizes: dict[str, int]) -> tuple[float, ...]:
    if part.kind == REAL:
        return (0.0, 1.0, -1.0)
    return tuple(range(3 if part.kind == NATURAL else _top(part, sizes)))


def _scope(cls: type[Instance], fields: tuple[Declared, ...]) -> Callable[[], Iterator[Any]]:
    axes = _axes(fields)

    def small() -> Iterator[Any]:
        for chosen in product((1, 2), repeat=len(axes)):
            sizes: dict[str, int] = dict(zip(axes, chosen, strict=True))
            cells = [(part, math.prod(sizes[axis] for axis in part.axes)) for part in fields]
            letters = [_values(part, sizes) for part, count in cells for _ in range(count)]
            if math.prod(map(len, letters)) > SCOPE:
                continue
            words = torch.tensor(list(product(*letters)), dtype=torch.float64)
            for start in range(0, len(words), CHUNK):
                yield _cut(cls, words[start : start + CHUNK], cells, sizes)

    told = ", ".join(axes) or "one instance's numbers"
    small.__doc__ = (
        f"All of {told} <= 2, of shapes with at most {SCOPE:,} such: reals in {{-1, 0, 1}}, naturals in 0..2."
    )
    return small


def _cut(cls: type[Instance], words: Tensor, cells: list[tuple[Declared, int]], sizes: dict[str, int]) -> Any:
    fields: dict[str, Tensor] = {}
    at = 0
    for part, count in cells:
        table = words[:, at : at + count].reshape(-1, *(sizes[axis] for axis in part.axes))
        fields[part.name] = table if part.kind == REAL else table.long()
        at += count
    return cls(**fields)


def _corners(fields: tuple[Declared, ...]) -> dict[str, Callable[[Any], Any]]:
    """One entry along each axis, and each field that is zero."""
    found: dict[str, Callable[[Any], Any]] = {}
    for axis in _axes(fields):
        found[f"one {axis}"] = lambda batch, axis=axis: torch.full(batch.batch, batch.size(axis) == 1)
    for part in fields:
        if part.kind in (REAL, NATURAL):
            found[f"{part.name} = 0"] = lambda batch, part=part: _zero(batch, part)
    return found


def _zero(batch: Any, part: Declared) -> Tensor:
    table = torch.as_tensor(getattr(batch, part.name) == 0).cpu()
    return table.reshape(*batch.batch, -1).all(-1)


def _plain(
    cls: type[Instance], fields: tuple[Declared, ...], parent: Domain | None
) -> Callable[[], Iterator[Any]] | None:
    """Few entries and few values: each field is all one number, or signs in turn; the plainest first.

    Of an instance of the parent each is tried so many turns after the one before it: others come between.
    """
    if parent and not parent.plain:
        return None

    def row(base: Any) -> Iterator[Any]:
        known = _known(base) if base is not None else {}
        free = [axis for axis in _axes(fields) if axis not in known]
        for chosen in product((1, 2), repeat=len(free)):
            sizes = known | dict(zip(free, chosen, strict=True))
            yield from islice(_level(cls, fields, sizes, base), MOST_PLAIN)

    def small() -> Iterator[Any]:
        rows = [*map(row, parent.plain() if parent and parent.plain else (None,))]
        for turn in range(TURNS * 2 * MOST_PLAIN):
            for one in rows[turn % TURNS : turn + 1 : TURNS]:
                yield from islice(one, 1)

    return lambda: islice(small(), 2 * MOST_PLAIN)


def _level(
    cls: type[Instance], fields: tuple[Declared, ...], sizes: dict[str, int], base: Any
) -> Iterator[Any]:
    tables = [PLAIN if part.kind == REAL else _values(part, sizes) for part in fields]
    while math.prod(map(len, tables)) > SCOPE:
        tables = [values[: max(1, len(values) - 1)] for values in tables]
    for places in sorted(product(*(range(len(values)) for values in tables)), key=sum):
        own: dict[str, Any] = {}
        for part, place, values in zip(fields, places, tables, strict=True):
            table = _filled([sizes[axis] for axis in part.axes], values[place])
            if table is not None:
                own[part.name] = table if part.kind == REAL else table.long()
        if len(own) == len(fields):
            yield cls(**({} if base is None else base.arrays()), **own).exact()


def _filled(shape: list[int], value: float | str) -> Tensor | None:
    """A table of one value, or of signs in turn, or of a 1 in each row; None where that is nothing new."""
    if not isinstance(value, str):
        return torch.full(shape, value, dtype=torch.float64)
    in_rows = value in (OWN_PLACE, NEXT_PLACE, LONGER)
    if math.prod(shape) < 2 or (in_rows and shape[-1] < 2) or (value == LONGER and len(shape) < 2):
        return None
    if value == IN_TURN:
        return (1.0 - 2.0 * (torch.arange(math.prod(shape)) % 2)).double().reshape(shape)
    places = torch.stack(torch.meshgrid(*map(torch.arange, shape), indexing="ij"))
    if value == CHESSBOARD:  # -1 in its first cell
        return (2.0 * (places.sum(0) % 2) - 1.0).double()
    before = places[:-1].sum(0) + (value == NEXT_PLACE)
    found = (places[-1] == before % shape[-1]).double()
    return found * (1 + before) if value == LONGER else found


def space(cls: type[Instance], fields: tuple[Declared, ...], parent: Domain | None = None) -> Domain:
    """The domain of a declared type: its own fields, beside those that its parent's domain draws."""
    corners = {**(parent.corners if parent else {}), **_corners(fields)}
    scope = None if parent else _scope(cls, fields)
    drawn = _strategy(cls, fields, parent), _sampler(cls, fields, parent and parent.sampler)
    rare = _sampler(cls, fields, parent.rare) if parent and parent.rare else None
    return Domain(cls.__name__, *drawn, scope, corners, plain=_plain(cls, fields, parent), rare=rare)

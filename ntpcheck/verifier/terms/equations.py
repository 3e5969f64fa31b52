"""What equations between sums of exponentials say of their unknown numbers.

Each product of powers and an exponential is taken as a number of its own, so that the equations are linear in
these; what elimination leaves says what an unknown number, or an exponential, is.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from ..arithmetic import exact
from ..arithmetic.intervals import spend
from ..instance.tensors import Core, Env
from ..instance.world import World
from .symbols import CONSTANT, Quotient, Sum, Symbols

Row = tuple[dict[Any, Fraction], Any]  # coefficients of unknown numbers, and what their sum is
ZERO = Fraction(0)


class Contradiction(Exception):
    """No numbers satisfy the equations."""


def stated(world: World, ops: Symbols, e: Core | None, env: Env) -> Iterator[Sum]:
    """The sums that a formula says are 0, among what else it says. The arithmetic is `ops`."""
    if e is None:
        return
    if e[0] == "and":
        yield from stated(world, ops, e[1], env)
        yield from stated(world, ops, e[2], env)
    elif e[0] == "forall":
        for inner in world.each(e[1], e[2], env):
            yield from stated(world, ops, e[3], inner)
    elif e[0] == "let" and world.book.lets[e[1]].kind == "bool":
        yield from stated(world, ops, world.book.lets[e[1]].core, world.inside(e, env))
    elif e[:2] == ("cmp", "="):
        x = ops.subtract(world.number(e[2], env), world.number(e[3], env))
        yield x.p if isinstance(x, Quotient) else ({CONSTANT: x} if exact.sign(x) != 0 else {})


def said(ops: Symbols, sums: list[Sum]) -> list[Row]:
    """What they say of unknown numbers and of exponentials of them. Raises Contradiction."""
    names = {number: name for name, number in ops.numbers.items()}
    rows: list[Row] = []
    for row in eliminated(sums):
        keys = [key for key in row if key != CONSTANT]
        level = exact.neg(row.get(CONSTANT, ZERO))
        if not keys:
            if exact.sign(level):
                raise Contradiction
        elif all(_plain(key) for key in keys) and all(isinstance(row[key], Fraction) for key in keys):
            rows.append(({names[key[0][0][0]]: row[key] for key in keys}, level))
        elif len(keys) == 1 and not keys[0][0] and all(_plain(key) for key, _ in keys[0][1]):
            value = exact.divide(level, row[keys[0]])
            sign = exact.sign(value)
            if sign is not None and sign <= 0:
                raise Contradiction
            if sign:
                rows.append(({names[key[0][0][0]]: c for key, c in keys[0][1]}, exact.log(value)))
    return rows


def _plain(key: Any) -> bool:
    """Whether it is an unknown number by itself."""
    powers, exponent = key
    return len(powers) == 1 and powers[0][1] == 1 and not exponent


def eliminated(sums: list[Sum]) -> list[Sum]:
    """The same equations by Gauss and Jordan, as far as signs of coefficients are known."""
    done: list[tuple[Any, Sum]] = []
    for row in sums:
        for pivot, other in done:
            row = _without(row, pivot, other)
        pivot = next(
            (key for key in sorted(row, reverse=True) if key != CONSTANT and exact.sign(row[key])), None
        )
        if pivot is None:
            done.append((CONSTANT, row))
            continue
        done = [(key, _without(other, pivot, row)) for key, other in done] + [(pivot, row)]
    return [row for _, row in done]


def _without(row: Sum, pivot: Any, other: Sum) -> Sum:
    """A row minus what of another removes the pivot."""
    if pivot == CONSTANT or pivot not in row:
        return row
    scale = exact.neg(exact.divide(row[pivot], other[pivot]))
    spend(4 * len(other))
    out = {key: c for key, c in row.items() if key != pivot}
    for key, c in other.items():
        if key != pivot:
            total = exact.add(out.pop(key, ZERO), exact.mul(scale, c))
            if exact.sign(total) != 0:
                out[key] = total
    return out


def solved(ops: Symbols, rows: list[Row], cells: list[Any]) -> dict[Any, Any]:
    """X under the rows' equations, by unknown numbers. Raises Contradiction.

    A row that names more than cells of X, such as a log of some, is left out.
    """
    found: dict[Any, Row] = {}
    for coefficients, level in rows:
        if not coefficients.keys() <= set(cells):
            continue
        coefficients, level = substituted(coefficients, level, found)
        if not coefficients:
            if exact.sign(level):
                raise Contradiction
            continue
        pivot = min(coefficients)
        scale = 1 / coefficients[pivot]
        one = {c: scale * x for c, x in coefficients.items() if c != pivot}, exact.mul(scale, level)
        found = {c: substituted(*row, {pivot: one}) for c, row in found.items()} | {pivot: one}
    point: dict[Any, Any] = {c: ops.unknown(c) for c in cells if c not in found}
    for pivot, (others, level) in found.items():
        point[pivot] = level
        for c, x in others.items():
            point[pivot] = ops.subtract(point[pivot], ops.mul(x, point[c]))
    return point


def substituted(row: dict[Any, Fraction], level: Any, found: dict[Any, Row]) -> Row:
    """A row without the cells that are solved for; X[c] = level - sum of others."""
    out: dict[Any, Fraction] = {}
    for cell, x in row.items():
        if cell not in found:
            out[cell] = out.get(cell, ZERO) + x
            continue
        others, known = found[cell]
        level = exact.subtract(level, exact.mul(x, known))
        for c, y in others.items():
            out[c] = out.get(c, ZERO) - x * y
    return {c: x for c, x in out.items() if x}, level

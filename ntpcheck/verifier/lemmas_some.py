"""Whether a limit formula fails where sequences are known, for all numbers X that it says exist.

From `tends(A, B)` with A known for all large k, and B linear in X, follows what B is; so X is a point of an
affine space. A condition that is false on all of that space, or a formula that is false at its only point,
refutes the statement.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from . import exact, growth
from .growth import INFINITY, Growth
from .intervals import Undecided
from .kinds import Affine, Nonlinear
from .limits import with_sequences
from .symbols import Symbols
from .tensors import Core, Env, Tensor

if TYPE_CHECKING:
    from .world import World

Cell = tuple[int, ...]
Row = tuple[dict[Cell, Fraction], Any]  # coefficients and what their sum is
ZERO = Fraction(0)


def fails(world: World, known: dict[str, Any], core: Core) -> bool:
    """Whether a formula is false with these sequences, whatever numbers `some` stands for."""
    if core[0] != "some" or len(core[1]) != 1:
        return not with_sequences(world, known, core)
    ((name, axes),), guard, body = core[1], core[2], core[3]
    rows: list[Row] = []
    for part, env in parts(world, body, {}):
        row = required(world, known, part, name, env)
        if isinstance(row, bool):
            return True
        rows += [] if row is None else [row]
    ops = Symbols()
    point = solved(ops, rows, name, list(world.cells(axes)))
    if point is None:
        return True
    tensor = Tensor(lambda where: point[where], name)
    with world.under(ops):
        if guard is not None and world.formula(guard, {name: tensor}) is False:
            return True
    settled = not ops.atoms  # no number of X is left open
    return settled and falsified(world, known, body, {name: tensor})


def falsified(world: World, known: dict[str, Any], body: Core, env: Env) -> bool:
    """Whether some part of the body is false at the only point that is left."""
    for part, inner in parts(world, body, env):
        with world.under(Growth(), known):
            try:
                if world.formula(part, inner) is False:
                    return True
            except Undecided:
                continue
    return False


def parts(world: World, e: Core, env: Env) -> Iterator[tuple[Core, Env]]:
    """What a conjunction consists of, cell by cell."""
    if e[0] == "and":
        yield from parts(world, e[1], env)
        yield from parts(world, e[2], env)
    elif e[0] == "forall":
        with world.under(exact):
            cells = [dict(one) for one in world.each(e[1], e[2], env)]
        for one in cells:
            yield from parts(world, e[3], one)
    else:
        yield e, env


def names(core: Any, unknown: str) -> bool:
    return isinstance(core, tuple) and (
        core[:2] == ("par", unknown) or any(names(part, unknown) for part in core)
    )


def required(world: World, known: dict[str, Any], e: Core, name: str, env: Env) -> Row | bool | None:
    """What `tends(A, B)` asks of X; False where A has no finite limit; None where it says nothing of X."""
    if e[0] != "tends" or e[2][0] == INFINITY or names(e[1], name) or not names(e[2], name):
        return None
    try:
        with world.under(exact):
            form = world.number(e[2], {**env, name: world.unknown(name)})
    except Nonlinear:
        return None
    if not isinstance(form, Affine):
        return None
    with world.under(Growth(), known):
        end = growth.limit(world.number(e[1], env))
    if isinstance(end, tuple) and end[0] == INFINITY:
        return False
    return form.a, exact.subtract(end, form.k)


def solved(ops: Symbols, rows: list[Row], name: str, cells: list[Cell]) -> dict[Cell, Any] | None:
    """X under the rows' equations, by unknown numbers; None where they contradict each other."""
    found: dict[Cell, Row] = {}
    for coefficients, level in rows:
        coefficients, level = substituted(coefficients, level, found)
        if not coefficients:
            sign = exact.sign(level)
            if sign:
                return None
            continue
        pivot = min(coefficients)
        scale = 1 / coefficients[pivot]
        one = {c: scale * x for c, x in coefficients.items() if c != pivot}, exact.mul(scale, level)
        found = {c: substituted_row(row, pivot, one) for c, row in found.items()} | {pivot: one}
    point: dict[Cell, Any] = {c: ops.unknown((name, c)) for c in cells if c not in found}
    for pivot, (others, level) in found.items():
        point[pivot] = level
        for c, x in others.items():
            point[pivot] = ops.subtract(point[pivot], ops.mul(x, point[c]))
    return point


def substituted(row: dict[Cell, Fraction], level: Any, found: dict[Cell, Row]) -> Row:
    """A row without the cells that are solved for; X[c] = level - sum of others."""
    out: dict[Cell, Fraction] = {}
    for cell, x in row.items():
        if cell not in found:
            out[cell] = out.get(cell, ZERO) + x
            continue
        others, known = found[cell]
        level = exact.subtract(level, exact.mul(x, known))
        for c, y in others.items():
            out[c] = out.get(c, ZERO) - x * y
    return {c: x for c, x in out.items() if x}, level


def substituted_row(row: Row, pivot: Cell, one: Row) -> Row:
    """X[c] = level - sum of others, with the pivot's own equation put in."""
    others, level = row
    return substituted(others, level, {pivot: one})

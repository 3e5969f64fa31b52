"""What rows of terms span: two ranks are one number, whatever the unknowns are, if their rows span the same.

A row is a combination of products of unknowns in its columns, with rational coefficients. Rows that are
combinations of each other, with coefficients that no unknown stands in, span the same whatever these are.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from ntpcheck.verifier.arithmetic.intervals import Undecided, spend
from ntpcheck.verifier.instance.tensors import Core, Env
from ntpcheck.verifier.instance.world import World
from ntpcheck.verifier.terms.symbols import CONSTANT, Quotient

Row = dict[Any, Fraction]  # coefficients by column and product


def rank(world: World, e: Core, env: Env) -> Any:
    """A rank by what its rows span; 0 where there are none. Raises Undecided where that is not told."""
    rows = [inner for inner in world.every(e[1], env) if e[3] is None or world.sure(e[3], inner)]
    found = span([world.number(e[4], one) for one in world.every(e[2], row)] for row in rows)
    return world.ops.unknown(("rank", found)) if found else Fraction(0)


def span(rows: Iterable[Sequence[Any]]) -> tuple[Any, ...]:
    """The one reduced basis of what rows span, in order. Raises Undecided for what is no sum of products."""
    basis: dict[Any, Row] = {}
    for entries in rows:
        row = {}
        for column, entry in enumerate(entries):
            row |= {(column, key): c for key, c in _sum(entry).items()}
        for pivot, other in basis.items():
            row = _less(row, other, row.get(pivot, Fraction(0)))
        if not row:
            continue
        pivot = min(row)
        row = {key: c / row[pivot] for key, c in row.items()}
        basis = {at: _less(other, row, other.get(pivot, Fraction(0))) for at, other in basis.items()}
        basis[pivot] = row
    return tuple(tuple(sorted(basis[pivot].items())) for pivot in sorted(basis))


def _less(row: Row, other: Row, times: Fraction) -> Row:
    if not times:
        return row
    spend(len(row) + len(other))
    found = {key: row.get(key, Fraction(0)) - times * other.get(key, Fraction(0)) for key in {*row, *other}}
    return {key: c for key, c in found.items() if c}


def _sum(entry: Any) -> dict[Any, Fraction]:
    """A number's coefficients by products of unknowns."""
    if isinstance(entry, Fraction):
        return {CONSTANT: entry} if entry else {}
    if isinstance(entry, Quotient) and entry.q.keys() == {CONSTANT}:
        below = entry.q[CONSTANT]
        if all(isinstance(c, Fraction) for c in (*entry.p.values(), below)):
            return {key: c / below for key, c in entry.p.items()}
    raise Undecided("an entry of a matrix is no sum of products of unknowns")

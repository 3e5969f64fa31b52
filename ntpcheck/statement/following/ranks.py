"""Ranks of matrices that have a diagonal block as large as they have rows.

Let the rows be those v for which G(v) holds, the columns pairs (u, i), and an entry f(u, v) g(i), where f is
0 at any two different u and v with G(u) and G(v), and not 0 at u = v. If g is 0 everywhere the rank is 0.
Else, at an i with g(i) != 0, the columns u with G(u) are a diagonal matrix without a 0, and the rank is the
number of rows. So two such matrices with one G, and with one g or two that are each not 0 somewhere, have one
rank, whatever stands in their other columns.
"""

from typing import Any

from ntpcheck.statement.knowing.combinations import Known, product
from ntpcheck.statement.knowing.cores import reads, same
from ntpcheck.statement.knowing.polarity import ANY, ZERO, Sign
from ntpcheck.statement.knowing.positive import nonzero
from ntpcheck.verifier.instance.tensors import Core


def ranks(known: Known, p: Core, q: Core) -> Sign:
    """ZERO where two ranks are seen to be the same."""
    if [[axis for _, axis in part] for part in p[1:3]] != [[axis for _, axis in part] for part in q[1:3]]:
        return ANY
    letters = [known.name() for part in p[1:3] for _ in part]
    (guard, one), (other_guard, other) = (
        [
            known.put(part, dict(zip((name for own in e[1:3] for name, _ in own), letters, strict=True)))
            for part in e[3:5]
        ]
        for e in (p, q)
    )
    at = [k for k, (_, axis) in enumerate(p[2]) if axis == p[1][0][1]]
    if (
        len(p[1]) != 1
        or len(at) != 1
        or guard is None
        or not same(guard, other_guard)
        or not same(p[5], q[5])
    ):
        return ANY
    row, column = letters[0], letters[1 + at[0]]
    f, g = _parted(known, one, (row, column))
    f2, g2 = _parted(known, other, (row, column))
    others = tuple((name, axis) for name, (_, axis) in zip(letters[1:], p[2], strict=True) if name != column)
    alike = same(product(g), product(g2)) or all(_somewhere(known, others, e) for e in (g, g2))
    return ZERO if alike and all(_diagonal(known, guard, e, row, column) for e in (f, f2)) else ANY


def _parted(known: Known, e: Core, letters: tuple[str, str]) -> tuple[Core, list[Core]]:
    """The factors of an entry that hang on a row or its column, multiplied, and the others."""
    factors = known.multiplied(e)
    own = [one for one in factors if reads(known.written.out(one), letters)]
    return product(own), [one for one in factors if one not in own]


def _somewhere(known: Known, columns: Any, g: list[Core]) -> bool:
    """Whether the other factors are not 0 in some column."""
    size = ("fn", "abs", product(g))
    return nonzero(known, ("sum", columns, None, size) if columns else size)


def _diagonal(known: Known, guard: Core, e: Any, row: str, column: str) -> bool:
    """Whether a number is 0 off the diagonal of rows and their columns, and not 0 on it."""
    there = known.having(guard)
    if not nonzero(there, there.put(e, {column: row})):
        return False
    apart = ("not", ("ixeq", ("v", row), ("v", column)))
    return there.having(there.put(guard, {row: column}), apart).sign(e) == ZERO

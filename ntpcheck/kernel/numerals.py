"""Numbers of the verifier, and arrays of them, as terms of Coq."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from ntpcheck.kernel.names import Unprintable
from ntpcheck.kernel.printer import rational
from ntpcheck.verifier.arithmetic.kinds import Log, Root


def real(x: Any) -> str:
    """An exact number. Raises Unprintable for one that has no short name."""
    if isinstance(x, Fraction):
        return rational(x)
    if isinstance(x, Log | Root):
        word = "ln" if isinstance(x, Log) else "sqrt"
        if not all(isinstance(n, int) for n in x.c):
            raise Unprintable("the logarithm of a sum of exponentials")
        terms = [f"{rational(c)} * {word} {n}" for n, c in x.c.items()]
        return f"({' + '.join([rational(x.r), *terms] if x.r else terms)})"
    raise Unprintable("a number that is only enclosed")


def array(cells: Any, *, natural: bool = False) -> str:
    """Nested lists of numbers as a function of indices."""
    if not isinstance(cells, Sequence):
        return f"{cells}%nat" if natural else real(cells)
    zero = "0%nat" if natural else "0"
    depth, inner = 1, cells[0]
    while isinstance(inner, Sequence):
        depth, inner = depth + 1, inner[0]
    return f"(tab{depth} {zero} {listed(cells, natural=natural)})"


def listed(cells: Any, *, natural: bool = False) -> str:
    if not isinstance(cells, Sequence):
        return f"{cells}%nat" if natural else real(cells)
    return f"[{'; '.join(listed(one, natural=natural) for one in cells)}]"


def table(found: Any, sizes: Sequence[int], where: tuple[int, ...] = ()) -> Any:
    """Nested lists of what a tensor has at each of its cells."""
    if not sizes:
        return found[where]
    return [table(found, sizes[1:], (*where, i)) for i in range(sizes[0])]

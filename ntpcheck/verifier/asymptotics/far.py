"""An unknown point of a linear space, and what a quotient of sums of exponentials is far out, or at a point.

A quotient of symbols.py with terms c e^<A, M>, A rational, is e^(g R) (c + o(1)) at R V + X + o(1) for
large R. Where neither of its sums has a negative c, its log is Lipschitz, with the largest |A - A'|.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ..arithmetic import exact
from ..arithmetic.intervals import Undecided
from ..arithmetic.kinds import ends
from ..instance.tensors import Core, Env, Tensor
from ..shared.premises import ONE, ZERO, Cell, needs, total
from ..terms.symbols import Quotient, Symbols

if TYPE_CHECKING:
    from ..instance.world import World

Linear = dict[int, Fraction]  # an exponent: coefficients of the unknown numbers, by their atoms
Terms = list[tuple[Linear, Any]]  # the terms c e^<A, M> of a sum, as A and c


class Point:
    """A tensor of unknown numbers under homogeneous equations; `atoms` are those that are free, by cells."""

    def __init__(self, ops: Symbols, cells: list[Cell], equations: list[dict[Cell, Fraction]]) -> None:
        self.solved = eliminated(equations)
        self.atoms: dict[Cell, int] = {}
        known: dict[Cell, Any] = {}
        for cell in cells:
            if cell not in self.solved:
                known[cell] = ops.unknown(("M", cell))
                self.atoms[cell] = ops.numbers["M", cell]
        for cell, form in self.solved.items():
            known[cell] = ZERO
            for free, c in form.items():
                known[cell] = ops.add(known[cell], ops.mul(c, known[free]))
        self.tensor = Tensor(lambda where: known[where], "unknown point")

    def holds(self, point: Any) -> bool:
        """Whether the equations hold at a point of rational numbers."""
        return not any(self.misses(point))

    def misses(self, point: Any) -> Iterator[Any]:
        """By how much the equations fail at a point of exact numbers."""
        for cell, form in self.solved.items():
            found = point[cell]
            for free, c in form.items():
                found = exact.subtract(found, exact.mul(c, point[free]))
            yield found

    def basis(self) -> list[dict[Cell, Fraction]]:
        """Tensors whose combinations are all that obey the equations."""
        found = [{free: ONE} for free in self.atoms]
        for cell, form in self.solved.items():
            for one, free in zip(found, self.atoms, strict=True):
                if c := form.get(free):
                    one[cell] = c
        return found

    def at(self, point: Any) -> dict[int, Any]:
        return {atom: point[cell] for cell, atom in self.atoms.items()}


def eliminated(equations: list[dict[Cell, Fraction]]) -> dict[Cell, dict[Cell, Fraction]]:
    """Cells as combinations of the others, by Gauss and Jordan."""
    solved: dict[Cell, dict[Cell, Fraction]] = {}
    for row in equations:
        row = substituted(row, solved)
        if not row:
            continue
        pivot = max(row)
        form = {cell: -c / row[pivot] for cell, c in row.items() if cell != pivot}
        solved = {cell: substituted(other, {pivot: form}) for cell, other in solved.items()} | {pivot: form}
    return solved


def substituted(row: dict[Cell, Fraction], solved: dict[Cell, dict[Cell, Fraction]]) -> dict[Cell, Fraction]:
    out: dict[Cell, Fraction] = {}
    for cell, c in row.items():
        for other, d in solved.get(cell, {cell: ONE}).items():
            out[other] = out.get(other, ZERO) + c * d
    return {cell: c for cell, c in out.items() if c}


# ---- Quotients ----
def terms(p: Any) -> Terms:
    found: Terms = []
    for (powers, exponent), c in p.items():
        form: Linear = {}
        for (atoms, inner), k in exponent:
            if inner or len(atoms) != 1 or atoms[0][1] != 1:
                raise Undecided("an exponent is not linear in the unknown point")
            form[atoms[0][0]] = k
        if powers:
            raise Undecided("the unknown point stands outside an exponent")
        found.append((form, c))
    return found


def sums(x: Any) -> tuple[Terms, Terms]:
    """The terms above and below the line."""
    if isinstance(x, Quotient):
        return terms(x.p), terms(x.q)
    return ([({}, x)] if exact.sign(x) != 0 else []), [({}, ONE)]


def pairing(form: Linear, point: dict[int, Any]) -> Any:
    """An exponent at a point. Raises Undecided where it hangs on more than the point, as on a log of it."""
    if not form.keys() <= point.keys():
        raise Undecided("an exponent is not linear in the unknown point")
    return total(exact, (exact.mul(c, point[atom]) for atom, c in form.items()))


def positive(x: Any) -> bool:
    """Whether no coefficient, above or below, is negative, and some above is positive."""
    above, below = sums(x)
    signs = [exact.sign_bounds(c)[0] for _, c in above]
    return (
        max(signs, default=0) > 0 and min(signs) >= 0 and all(exact.sign_bounds(c)[0] > 0 for _, c in below)
    )


def top(
    found: list[tuple[Linear, Any]], direction: dict[int, Any], offset: dict[int, Any]
) -> tuple[Any, Any]:
    """The largest <A, direction>, and the sum of the c e^<A, offset> over the terms that have it."""
    heights = [pairing(form, direction) for form, _ in found]
    best = heights[0]
    for height in heights[1:]:
        best = exact.extreme(best, height, largest=True)
    leads: list[Any] = []
    for height, (form, c) in zip(heights, found, strict=True):
        sign = exact.sign(exact.subtract(height, best))
        if sign is None:
            raise Undecided("two exponents are not told apart")
        leads += [exact.mul(c, exact.exp(pairing(form, offset))) if offset else c] if sign == 0 else []
    return best, total(exact, leads)


def far(x: Any, direction: dict[int, Any], offset: dict[int, Any] | None = None) -> tuple[Any, Any]:
    """g and c where x is (c + o(1)) e^(g R) at R direction + offset + o(1); c may be 0."""
    above, below = sums(x)
    if not above:
        return ZERO, ZERO
    (g, c), (h, d) = (top(found, direction, offset or {}) for found in (above, below))
    return exact.subtract(g, h), exact.divide(c, d)


def value(found: tuple[Terms, Terms], point: dict[int, Any]) -> Any:
    """A quotient at a point, whose coordinates may be bounds."""
    above, below = (
        total(exact, (exact.mul(c, exact.exp(pairing(form, point))) for form, c in part)) for part in found
    )
    return exact.divide(above, below)


def along(x: Any, axis: dict[int, Fraction]) -> tuple[Terms, Terms]:
    """A quotient that depends on u = <axis, M> alone, as one of u, atom 0. Raises Undecided for others."""
    pivot = next(atom for atom, c in axis.items() if c)
    out: list[Terms] = []
    for part in sums(x):
        found: Terms = []
        for form, c in part:
            k = form.get(pivot, ZERO) / axis[pivot]
            if any(form.get(atom, ZERO) != k * axis.get(atom, ZERO) for atom in {*form, *axis}):
                raise Undecided("a premise of the lemma fails: a number depends on more than one coordinate")
            found.append(({0: k}, c))
        out.append(found)
    return out[0], out[1]


def slope(found: tuple[Terms, Terms], atom: int = 0) -> tuple[Terms, Terms]:
    """The derivative of P / Q along an atom, (P' Q - P Q') / Q^2."""
    p, q = found
    return products(p, q, lambda a, b: a.get(atom, ZERO) - b.get(atom, ZERO)), products(q, q)


def products(p: Terms, q: Terms, weight: Callable[[Linear, Linear], Fraction] = lambda _, __: ONE) -> Terms:
    """The sum of all products of two terms, each with its weight."""
    out: dict[Any, Any] = {}
    for one, c in p:
        for other, d in q:
            key = tuple(
                sorted((atom, one.get(atom, ZERO) + other.get(atom, ZERO)) for atom in {*one, *other})
            )
            out[key] = exact.add(out.get(key, ZERO), exact.mul(weight(one, other), exact.mul(c, d)))
    return [(dict(key), c) for key, c in out.items()]


def over(found: tuple[Terms, Terms], tilt: Fraction, places: list[tuple[Any, Any]]) -> list[Any]:
    """Bounds of a quotient of u plus tilt u on intervals, by its value in the middle and its slope."""
    rise, out = slope(found), list[Any]()
    for low, high in places:
        whole = ends(low)[0], ends(high)[1]
        half = (whole[0] + whole[1]) / 2
        middle = half, half  # as bounds: exact sums of exponentials would be long
        there = exact.add(value(found, {0: middle}), exact.mul(tilt, middle))
        steep = exact.add(value(rise, {0: whole}), tilt)
        out.append(exact.add(there, exact.mul(steep, exact.subtract(whole, middle))))
    return out


# ---- Numbers of a statement at an unknown point ----
def symbolic(
    world: World, core: Core, ops: Symbols, env: Env, sequences: dict[str, Any] | None = None
) -> Any:
    """What a number is as a quotient, where tensors in the environment, or sequences, are unknown."""
    with world.under(ops, sequences or {}):
        return world.number(core, env)


# ---- sums of exponentials of one coordinate, whose atom is 0 ----
def leading(part: Terms) -> tuple[Fraction, Any]:
    """The largest exponent and its coefficient."""
    top = max(form[0] for form, _ in part)
    return top, coefficient(part, top)


def coefficient(part: Terms, exponent: Fraction) -> Any:
    """The coefficient of an exponent, 0 where there is none."""
    return next((c for form, c in part if form[0] == exponent), ZERO)


def numbered(part: Any, atoms: list[int]) -> tuple[Terms, Terms]:
    """A quotient whose atoms are numbered as the coordinates."""
    halves = sums(part)
    fit = all(form.keys() <= set(atoms) for half in halves for form, _ in half)
    needs(fit, "exponents are linear in the coordinates")
    above, below = (
        [({i: form.get(atom, ZERO) for i, atom in enumerate(atoms)}, c) for form, c in half]
        for half in halves
    )
    return above, below

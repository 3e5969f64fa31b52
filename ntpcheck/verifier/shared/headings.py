"""What a statement about a limit says of the direction in which a trajectory leads."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from ..arithmetic import exact
from ..arithmetic.intervals import Undecided, Undefined
from ..asymptotics.growth import INFINITY
from ..instance.tensors import Core
from ..instance.world import World
from ..language.book import Let
from ..terms.symbols import POSITIVE, UNIT, Quotient, Symbols, product
from .premises import ZERO, Numbers, total, unknowns


class Lengths(Symbols):
    """Arithmetic with unknowns that divides by the length of a tensor, as where that is not 0."""

    def __init__(self, names: list[Any]) -> None:
        super().__init__()
        self.entries = [self.unknown(name) for name in names]
        self.square = total(self, (self.power(x, 2) for x in self.entries))
        self.length = self.sqrt(self.square)

    def inverse(self, x: Any) -> Any:
        if isinstance(x, Quotient) and self.sign_bounds(x) == (0, 1) and self.is_length(x):
            return self._made(x.q, x.p)
        return super().inverse(x)

    def is_length(self, x: Quotient) -> bool:
        """Whether a number is a positive one times a power of the length, or times its square."""
        if len(x.p) == 1:
            ((root, _),) = next(iter(self.length.p))[0]
            powers, _ = next(iter(x.p))
            return all(atom == root or self.atoms[atom] == POSITIVE for atom, _ in powers)
        first = next(iter(self.square.p))
        if x.p.keys() != self.square.p.keys():
            return False
        return x.p == {key: exact.mul(x.p[first], c) for key, c in self.square.p.items()}

    def short(self, x: Any) -> Any:
        """A quotient by a sum of one term without it, if that is a factor of all terms above."""
        if not isinstance(x, Quotient) or len(x.q) != 1:
            return x
        (((powers, exponent), c),) = x.q.items()
        inverse = tuple((atom, -k) for atom, k in powers), tuple((key, -k) for key, k in exponent)
        found = product(x.p, {inverse: exact.inverse(c)})
        fits = all(k > 0 for atoms, _ in found for _, k in atoms)
        return Quotient(found, UNIT) if fits else x


def headings(world: World, core: Core, name: str, let: Let) -> Iterator[Numbers]:
    """Tensors V, not 0, such that W / |W| tends to V / |V| if a formula holds, W the trajectory.

    It says so entry by entry, or of <V, W> / |W|, which is at most |V|, that it tends to |V|.
    """
    if core[0] == "and":
        yield from headings(world, core[1], name, let)
        yield from headings(world, core[2], name, let)
        return
    cells = list(world.cells(tuple(axis for _, axis in let.indices)))
    ops = Lengths([(name, cell) for cell in cells])
    here, length = dict(zip(cells, ops.entries, strict=True)), ops.length
    with suppress(Undecided, Undefined), world.under(ops, {name: unknowns(ops, name)}):
        if core[0] == "tends" and core[2][0] != INFINITY:
            yield from by_product(world, core, name, here, length)
        elif core[0] == "forall" and core[2] is None and core[3][0] == "tends":
            yield from by_entries(world, core, here, length)


def by_entries(world: World, e: Core, here: Numbers, length: Any) -> Iterator[Numbers]:
    """Y, where each entry of W / |W| is to tend to that of Y."""
    found: Numbers = {}
    for cell in world.cells(tuple(axis for _, axis in e[1])):
        env = dict(zip((x for x, _ in e[1]), cell, strict=True))
        entry = world.ops.short(world.ops.mul(world.number(e[3][1], env), length))
        if cell not in here or world.ops.sign(world.ops.subtract(entry, here[cell])) != 0:
            return
        found[cell] = exactly(world, e[3][2], env)
    if found.keys() == here.keys() and any(exact.sign(x) in (-1, 1) for x in found.values()):
        yield found


def by_product(world: World, e: Core, name: str, here: Numbers, length: Any) -> Iterator[Numbers]:
    """V, where <V, W> / |W| is to tend to |V|."""
    constant, slopes = world.ops.linear(world.ops.short(world.ops.mul(world.number(e[1], {}), length)))
    if exact.sign(constant) != 0 or not slopes or not {(name, cell) for cell in here} >= slopes.keys():
        return
    way = {cell: slopes.get((name, cell), ZERO) for cell in here}
    goal, square = exactly(world, e[2], {}), total(exact, (exact.power(x, 2) for x in way.values()))
    if exact.sign(goal) == 1 and exact.sign(exact.subtract(exact.power(goal, 2), square)) == 0:
        yield way


def exactly(world: World, e: Core, env: Any) -> Any:
    """A number that names no sequence."""
    with world.under(exact):
        return world.number(e, env)

"""Whether the steps of a trajectory are those of gradient descent on a goal of goals.py, wherever it is."""

from typing import Any

from ..arithmetic import exact
from ..instance.goals import Cell, Goal
from ..instance.tensors import Tensor, total
from ..instance.world import World
from ..language.book import Let
from ..terms.symbols import POSITIVE, UNIT, Quotient, Symbols, product
from .premises import ONE, ZERO, entries, needs, unknowns


class Inverses(Symbols):
    """One over a sum is a number of its own, whatever common factor the sum's terms have."""

    def __init__(self) -> None:
        super().__init__()
        self.units: dict[int, Quotient] = {}

    def inverse(self, x: Any) -> Any:
        if not isinstance(x, Quotient) or x.q is not UNIT or self.sign_bounds(x) != POSITIVE:
            return super().inverse(x)
        if len(x.p) == 1 and all(atom in self.units for ((powers, _),) in (x.p,) for atom, _ in powers):
            (((powers, exponent), c),) = x.p.items()
            turned = tuple((atom, -k) for atom, k in powers), tuple((atom, -k) for atom, k in exponent)
            return self._made({turned: exact.inverse(c)}, UNIT)
        if any(powers for powers, _ in x.p):
            return super().inverse(x)
        atoms = sorted({atom for _, exponent in x.p for atom, _ in exponent})
        (_, exponent), c = min(
            x.p.items(), key=lambda term: [dict(term[0][1]).get(atom, ZERO) for atom in atoms]
        )
        if exact.sign(c) != 1:
            return super().inverse(x)
        scale = {((), tuple((atom, -k) for atom, k in exponent)): exact.inverse(c)}
        unit = Quotient(product(x.p, scale), UNIT)  # its first term is 1
        found = self._function("inverse", unit, POSITIVE)
        ((((number, _),), _),) = found.p
        self.units[number] = unit
        return self.mul(self._made(scale, UNIT), found)

    def settled(self, x: Any) -> Any:
        """The same without 1 / s alone, for sums s = 1 + r: it is 1 - r / s."""
        for number, unit in self.units.items():
            alone = (((number, 1),), ())
            if isinstance(x, Quotient) and x.q is UNIT and alone in x.p:
                rest = self.subtract(self.mul(unit, Quotient({alone: ONE}, UNIT)), ONE)
                x = self.subtract(x, self.mul(x.p[alone], rest))
        return x


def followed(world: World, name: str, let: Let, found: Goal) -> Any:
    """eta where each step of a trajectory is -eta times the gradient of a goal."""
    ops = Inverses()
    at = unknowns(ops, name)
    with world.under(ops, {name: at}):
        after = entries(world, let.core[3], let)
    slope = {cell: ops.settled(x) for cell, x in slopes(ops, found, at).items()}
    pairs = [(ops.settled(ops.subtract(x, at[cell])), slope.get(cell, ZERO)) for cell, x in after.items()]
    eta = next((factor(x, g) for x, g in pairs if isinstance(x, Quotient) and isinstance(g, Quotient)), None)
    needs(eta is not None, "the step is along a gradient")
    for moved, g in pairs:  # all of them: a cell may stay where it is while another moves
        off = moved if g == 0 else ops.add(moved, ops.mul(eta, g))
        needs(ops.sign(off) == 0, "a step is a number times the gradient")
    return eta


def factor(moved: Quotient, g: Quotient) -> Any:
    """The one number by which -g may have to be multiplied to be the move, by a term of theirs."""
    there, here = product(moved.p, g.q), product(g.p, moved.q)
    key = next(iter(here))
    return exact.neg(exact.divide(there.get(key, ZERO), here[key]))


def slopes(ops: Symbols, found: Goal, at: Tensor) -> dict[Cell, Any]:
    """The gradient of a goal of logs."""
    out: dict[Cell, Any] = dict(found.linear)
    for kind, weight, parts in found.atoms:
        needs(kind == "log", "the goal is of logs alone")
        raised: list[Any] = []
        for c, row in parts:
            form = total(ops, (ops.mul(k, at[cell]) for cell, k in row.items()))
            raised.append(ops.mul(c, ops.exp(form)))
        inverse = ops.mul(weight, ops.inverse(total(ops, raised)))
        for x, (_, row) in zip(raised, parts, strict=True):
            for cell, k in row.items():
                out[cell] = ops.add(out.get(cell, ZERO), ops.mul(k, ops.mul(x, inverse)))
    return out

"""A lemma on formulas about one real number: polynomials of it decide where they hold."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from typing import Any

from ..arithmetic import exact
from ..arithmetic.intervals import Undecided, Undefined
from ..asymptotics.spoken import about_limits
from ..instance.tensors import Core, Env, Tensor
from ..instance.world import World
from ..shared.premises import ZERO, lemma
from ..terms.isolated import Line, Place, Unsplit
from ..terms.polynomials import Polynomial
from ..terms.symbols import Quotient, Signs, Sum, Symbols
from .reals import fails

LONGEST = 24  # the degree of a polynomial


@lemma
def in_pieces(world: World, core: Core) -> list[str]:
    """A formula on one real number has one truth at and between the roots of some polynomials.

    Each comparison in it that is decided has the sign of a polynomial of that number, with rational
    coefficients, or of terms that all have one sign. The pieces are the roots of these polynomials and the
    intervals between them. `some` holds if the formula holds on a piece, and fails if it fails on all;
    `every` the other way round.
    """

    def answer(e: Core, env: Env) -> bool | None:
        if world.ops is not exact or not all(isinstance(x, int) for x in env.values()):
            raise Undecided("a number is asked for beside others that are unknown")
        if len(e[1]) != 1 or e[1][0][1] or about_limits(world, e):
            raise Undecided("more is unknown than one number, or it has a limit")
        return decided(world, e, env)

    fails(world, core, answer, "one number")
    return ["premise     for all values of the number, piece by piece"]


def decided(world: World, e: Core, env: Env) -> bool:
    """Whether some number, or every number, satisfies a formula."""
    name, some, line = str(e[1][0][0]), bool(e[0] == "some"), Line()
    body = e[3] if e[2] is None else ("and" if some else "implies", e[2], e[3])
    while True:
        try:
            found = [at(world, body, env, name, Piece(line, place)) for place in line.places()]
            break
        except Unsplit as asked:
            line.split(asked.p)
    if some in found:
        return some
    if None in found:
        raise Undecided("the formula is not decided at all numbers")
    return not some


def at(world: World, body: Core, env: Env, name: str, ops: Piece) -> bool | None:
    """What a formula says of the numbers in a piece; None where it is not decided, or has no value."""
    x = ops.unknown(name)
    with suppress(Undecided, Undefined), world.under(ops), world.in_order():
        return world.formula(body, {**env, name: Tensor(lambda _: x, name)})
    return None


class Piece(Symbols):
    """The functions of one unknown number, the first, on a piece of the line."""

    def __init__(self, line: Line, place: Place) -> None:
        super().__init__()
        self.line, self.place, self.adding = line, place, False

    def add(self, x: Any, y: Any) -> Any:
        return self.unasked(super().add, x, y)

    def mul(self, x: Any, y: Any) -> Any:
        return self.unasked(super().mul, x, y)

    def unasked(self, made: Any, x: Any, y: Any) -> Any:
        """Sums and products, whose signs nothing hangs on: the line is not split for them."""
        before, self.adding = self.adding, True
        try:
            return made(x, y)
        finally:
            self.adding = before

    def sign_bounds(self, x: Any) -> Signs:
        if not isinstance(x, Quotient) or self.adding or (p := polynomial(x.p)) is None:
            return super().sign_bounds(x)
        sign = self.line.sign(p, self.place)
        return sign, sign


def polynomial(p: Sum) -> Polynomial | None:
    """A sum as a polynomial of the first unknown; None where it is none, or not with rational numbers."""
    found: dict[int, Fraction] = {}
    for (powers, exponent), c in p.items():
        if exponent or not isinstance(c, Fraction) or powers[1:] or (powers and powers[0][0] != 0):
            return None
        found[powers[0][1] if powers else 0] = c
    highest = max(found, default=0)
    return [found.get(k, ZERO) for k in range(highest + 1)] if 0 < highest <= LONGEST else None

"""Rates that a statement says exist: `some c | c > 0. bounded(exp(c * k) * T)`, T falling like a power of k.

Where a part of the statement is the harder to satisfy the larger c is, it holds of numbers c(k) too that tend
to 0, if it holds of a c > 0: these are below c for all large k. Here c(k) k is 64 times what leads of log k.
"""

from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from typing import Any

from ..arithmetic import exact
from ..arithmetic.intervals import Undecided
from ..asymptotics.constants import conjuncts, joined, names, positive
from ..asymptotics.growth import INFINITY
from ..asymptotics.orders import Grown, grown
from ..instance.tensors import Core, Env
from ..instance.world import World
from ..language.cores import exchanged, inside
from .premises import cells, scalar

Fails = Callable[["World", dict[str, Any], Core, Any], bool]
POWER = Fraction(64)
RATE, PRODUCT = "c(k)", "c(k) k"
RISES, FALLS = 1, -1


def too_fast(world: World, known: dict[str, Any], core: Core, ops: Any, fails: Fails) -> bool:
    """Whether a statement `some X c | C. F` fails with numbers c(k) for c > 0, whatever the other X are."""
    _, bound, guard, body = core
    running = [name for name in known if name in world.book.lets and world.book.lets[name].kind == "running"]
    said = [*conjuncts(guard), *conjuncts(body)]
    for name, axes in bound if len(running) == 1 else ():
        if axes or not any(positive(e, name) for e in said):
            continue
        k = known[running[0]][()]
        with suppress(Undecided, ArithmeticError):
            c, order = grown(ops.log(k)).lead()
            power = Grown([(exact.mul(POWER, c), order)])
            rate = ops.divide(power, k)
            if exact.sign(ops.limit(rate)) != 0 or ops.limit(power) != (INFINITY, 1):
                continue
            found = {**known, **{key: scalar(x, key) for key, x in ((RATE, rate), (PRODUCT, power))}}
            kept = [
                [e for e in conjuncts(part) if not (e[0] == "cmp" and names(e, {name}))]
                for part in (guard, body)
            ]
            others = tuple(pair for pair in bound if pair[0] != name)
            free = {b for b, _ in others if any(positive(e, b) for e in said) or occurs(core, b) == 1}
            harder = Harder(world, found, name, ops, free, {b for b, _ in others})
            harder.along = running[0]
            if not all(harder.at(e, {}) for part in kept for e in part):
                continue
            within, left = (joined([replaced(e, name, running[0]) for e in part]) for part in kept)
            if left is not None:
                rest = ("some", others, within, left) if others else joined([e for e in (within, left) if e])
                if rest is not None and fails(world, found, rest, ops):
                    return True
    return False


def replaced(e: Any, name: str, along: str) -> Any:
    """A core with c(k) for c; its product with k is known without a remainder."""
    c, k = ("par", name, ()), ("sequence", along, ())
    products, rate, product = (("*", c, k), ("*", k, c)), ("sequence", RATE, ()), ("sequence", PRODUCT, ())
    return exchanged(e, lambda part: product if part in products else rate if part == c else part)


def occurs(e: Any, name: str) -> int:
    """How often a formula names a number."""
    return sum(part == ("par", name, ()) for part in inside(e))


class Harder:
    """Whether formulas that hold of a number c > 0 hold of c(k), which is smaller for all large k.

    free: other numbers that the statement says exist, which are positive, or may be made so where they scale
    an exponential: with |b| for b an inequality that has b e^x on its larger side stays true.
    """

    def __init__(
        self, world: World, known: dict[str, Any], name: str, ops: Any, free: set[str], unknown: set[str]
    ) -> None:
        self.world, self.known, self.name, self.ops, self.free = world, known, name, ops, free
        self.unknown, self.along = unknown, ""

    def at(self, e: Core, env: Env) -> bool:
        if not names(e, {self.name}):
            return True
        if e[0] == "and":
            return all(self.at(part, env) for part in e[1:])
        if e[0] == "forall":
            return not names(e[2], {self.name}) and all(
                self.at(e[3], there) for there in cells(self.world, e, env)
            )
        if e[0] == "eventually" and e[1][0] == "cmp" and e[1][1] in ("<", "<=", ">", ">="):
            small, large = e[1][2:] if e[1][1] in ("<", "<=") else (e[1][3], e[1][2])
            return self.slope(small, env, RISES) and self.slope(large, env, FALLS)
        if e[0] == "bounded" or (e[0] == "tends" and e[2] == ("q", Fraction(0))):
            return self.slope(e[1], env, RISES) and self.sign(replaced(e[1], self.name, self.along), env) >= 0
        return False

    def slope(self, e: Core, env: Env, way: int) -> bool:
        """Whether a number rises with c, or falls, for all large k; or does not hang on it."""
        if not names(e, {self.name}):
            return True
        kind = e[0]
        if kind == "par":
            return way == RISES
        if kind in ("+", "-", "neg"):
            ways = (way, way) if kind == "+" else (-way,) if kind == "neg" else (way, -way)
            return all(self.slope(part, env, one) for part, one in zip(e[1:], ways, strict=True))
        if kind == "fn" and e[1] == "exp":
            return self.slope(e[2], env, way)
        if kind in ("*", "/"):
            factor, other = (e[1], e[2]) if not names(e[1], {self.name}) and kind == "*" else (e[2], e[1])
            if names(factor, {self.name}):
                return False
            if factor[0] == "par" and factor[1] in self.free and other[:2] == ("fn", "exp") and way == FALLS:
                return kind == "*" and self.slope(other, env, way)
            sign = self.sign(factor, env)
            return bool(sign or kind == "*") and self.slope(other, env, way * (sign or 1))
        return False

    def sign(self, e: Core, env: Env) -> int:
        """The sign of a number for all large k. Raises Undecided where that is not seen."""
        if any(names(e, {name}) for name in self.unknown):
            raise Undecided("a factor is a number that the statement says exists")
        with self.world.under(self.ops, self.known):
            low, high = self.ops.sign_bounds(self.world.number(e, env))
        if low != high:
            raise Undecided("a factor's sign is not seen")
        return low

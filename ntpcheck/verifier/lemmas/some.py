"""Whether a limit formula fails where sequences are known, for all numbers X that it says exist.

From `tends(A, B)` with A known for all large k, and B linear in X, follows what B is, and equations of the
formula's condition say more of X, in rounds; so X is a point of an affine space. A condition that is false on
all of that space, or a formula that is false at its only point, or whatever the point is, refutes the
statement. What is left open of X is a symbol then, and has to cancel. So does `eventually
A <= c B`, c a number that the formula says exists, if A / B grows without end.
"""

import math
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from typing import Any

from ..arithmetic import exact
from ..arithmetic.intervals import Undecided, Undefined
from ..arithmetic.kinds import Affine, Nonlinear
from ..asymptotics.constants import (
    bounding,
    conjuncts,
    joined,
    linear,
    names,
    negative,
    positive,
    sorted_out,
    terms,
    unequal,
)
from ..asymptotics.crossings import between, near_line, settled, straight
from ..asymptotics.growth import INFINITY, Growth
from ..asymptotics.limits import GROWTH, R, with_sequences
from ..asymptotics.placed import Open
from ..asymptotics.spoken import about_limits
from ..instance.tensors import Core, Env, Tensor
from ..instance.world import World
from ..shared.geometric import too_fast
from ..shared.premises import ONE, ZERO, parts, scalar, unknowns
from ..terms import equations
from ..terms.equations import Contradiction, Row, solved
from ..terms.symbols import Symbols

SIMPLE = (R, ONE, Fraction(2), -ONE)  # numbers that may satisfy a condition without an equation


def fails(world: World, known: dict[str, Any], core: Core, ops: Any = GROWTH) -> bool:
    """Whether a formula is false with these sequences, whatever numbers `some` stands for."""
    if core[0] != "some":
        return not with_sequences(world, known, core, ops)
    core = sorted_out(core)
    if too_fast(world, known, core, ops, fails):
        return True
    try:
        return Sought(world, known, core, ops).missing()
    except Contradiction:
        return True


class Sought:
    """The numbers X of a statement `some X | guard. body`; `constants` only scale terms of inequalities."""

    def __init__(self, world: World, known: dict[str, Any], core: Core, ops: Any) -> None:
        self.world, self.known, self.ops, self.body = world, known, ops, core[3]
        said = list(conjuncts(core[2]))
        scalars = {name for name, axes in core[1] if not axes and bounding(self.body, name)}
        self.constants = {
            name for name in scalars if all(unequal(e) for e in said if names(e, {name}))
        }  # what is said of these is only used where it says that they are positive
        self.positive = {name for name in self.constants if any(positive(e, name) for e in said)}
        self.guard = joined([e for e in said if not names(e, self.constants)])
        self.wanted = [(name, axes) for name, axes in core[1] if name not in self.constants]

    def missing(self) -> bool:
        """Whether there are none."""
        ops, point = self.found([*self.limits()])
        left_open = bool(ops.atoms)
        with self.world.under(ops):
            if self.guard is not None and self.world.formula(self.guard, dict(point)) is False:
                return True
        if left_open:
            if type(self.ops) is not Growth:
                return False
            self.ops = Open(ops)
        return self.falsified(self.body, point, self.constants)

    # ---- what X has to be ----
    def limits(self) -> Iterator[Row]:
        """What `tends(A, B)` asks of X. Raises Contradiction where A has no finite limit."""
        wanted = {name for name, _ in self.wanted}
        for e, env in parts(self.world, self.body, {}):
            if e[0] != "tends" or e[2][0] == INFINITY or names(e[1], wanted) or not names(e[2], wanted):
                continue
            form = self.affine(e[2], env)
            if form is None:
                continue
            with self.world.under(self.ops, self.known):
                end = self.ops.limit(self.world.number(e[1], env))
            if isinstance(end, tuple) and end[0] == INFINITY:
                raise Contradiction
            yield form.a, exact.subtract(end, form.k)

    def affine(self, e: Core, env: Env) -> Affine | None:
        """A number as a linear form in X."""
        unknown = {name: Tensor(_cell_of(name), name) for name, _ in self.wanted}
        try:
            with self.world.under(exact):
                form = self.world.number(e, {**env, **unknown})
        except Nonlinear:
            return None
        return form if isinstance(form, Affine) else None

    def found(self, rows: list[Row]) -> tuple[Symbols, dict[str, Tensor]]:
        """X by what is left open, in rounds: what is known of some of its numbers says more of others."""
        ops, left = Symbols(), math.inf
        point: dict[str, Tensor] = {name: unknowns(ops, name) for name, _ in self.wanted}
        while True:
            rows = [*rows, *self.conditions(ops, point)]
            ops = Symbols()
            point = self.solved(ops, rows)
            if not 0 < len(ops.atoms) < left:
                return ops, point
            left = len(ops.atoms)

    def conditions(self, ops: Symbols, env: dict[str, Tensor]) -> list[Row]:
        """What the equations of the condition say of X, by what is left open of it."""
        with self.world.under(ops):
            try:
                sums = list(equations.stated(self.world, ops, self.guard, env))
            except Undecided:
                return []
        return equations.said(ops, sums)

    def solved(self, ops: Symbols, rows: list[Row]) -> dict[str, Tensor]:
        cells = [(name, cell) for name, axes in self.wanted for cell in self.world.cells(axes)]
        found = solved(ops, rows, cells)
        return {name: Tensor(lambda where, name=name: found[name, where], name) for name, _ in self.wanted}

    # ---- the formula at what is left ----
    def falsified(self, body: Core, env: Env, constants: set[str]) -> bool:
        """Whether some part of the body is false there."""
        if body[0] == "every" and isinstance(self.ops, Open):
            return False
        if body[0] == "every" and [axes for _, axes in body[1]] == [()] and body[2] is not None:
            ((name, _),), guard, inner = body[1], body[2], body[3]
            chosen = {**env, name: self.world.exhibited(name, (), {})}
            return self.holds(guard, chosen) and self.falsified(inner, chosen, constants)
        if body[0] == "some" and body[2] is None and not any(axes for _, axes in body[1]):
            return self.falsified(body[3], env, constants | {name for name, _ in body[1]})
        for part, inner in parts(self.world, body, env):
            if part is not body and part[0] in ("some", "every"):
                if self.falsified(part, inner, constants):
                    return True
                continue
            with self.world.under(self.ops, self.known):
                try:
                    if self.outgrown(part, inner, constants) or self.false(part, inner, constants):
                        return True
                except Undecided:
                    continue
        return False

    def false(self, part: Core, env: Env, constants: set[str]) -> bool:
        return not names(part, constants) and self.world.formula(part, env) is False

    def outgrown(self, part: Core, env: Env, constants: set[str]) -> bool:
        """Whether an inequality for all large k fails, whatever the constants are."""
        if part[0] not in ("always", "eventually") or not names(part, constants):
            return False
        inner = part[1]
        if about_limits(self.world, inner):  # of one number, and not of those that grow with R
            return False
        if inner[0] != "every":
            return self.outpaced(inner, env, constants)
        ((letter, _),), guard, inner = inner[1:]
        if names(guard, constants):
            return False
        chosen = ({**env, letter: number} for number in self.chosen(letter, guard, env))
        return any(self.outpaced(inner, one, constants) for one in chosen)

    def outpaced(self, e: Core, env: Env, constants: set[str]) -> bool:
        if not unequal(e) or not all(linear(side, constants) for side in e[2:]):
            return False
        found = {name: self.world.number(e, env) for name, e in terms(e, constants).items()}
        return negative(self.ops, found, constants - self.positive)

    def chosen(self, letter: str, guard: Core, env: Env) -> Iterator[Tensor]:
        """Numbers of which a condition is true for all large R: an equation changes sign beside them, or they
        are simple ones.
        """
        if not isinstance(self.ops, Growth):
            raise Undecided("a number is looked for among those that grow with R")
        whole = list(parts(self.world, guard, env))
        equations = [(e, one) for e, one in whole if e[:2] == ("cmp", "=")]

        def at(x: Any) -> Tensor:
            return scalar(x, letter)

        def sides(x: Any) -> list[Any]:
            equation, there = equations[0]
            return [self.world.number(side, {**there, letter: at(x)}) for side in equation[2:]]

        def gap(x: Any) -> Any:
            return self.ops.subtract(*sides(x))

        def log(x: Any) -> Any:
            return self.ops.log(self.ops.divide(*sides(x)))

        found: list[Any] = []
        if len(equations) == 1 and all(continuous(e, letter) for e in equations[0][0][2:]):
            ways = (lambda: between(gap, near_line(log)), lambda: settled(self.ops, gap))
            for propose in (*ways, lambda: straight(self.ops, gap)):
                with suppress(Undecided, Undefined):
                    found.append(propose())
        rest = [part for part in whole if not found or part[0] is not equations[0][0]]
        for number in map(at, found or SIMPLE):
            with suppress(Undecided, Undefined):
                if all(self.world.formula(e, {**one, letter: number}) is True for e, one in rest):
                    yield number

    def holds(self, guard: Core, env: Env) -> bool:
        """Whether a condition holds that may speak of all tensors that satisfy equations."""

        def answer(e: Core, env: Env) -> bool:
            if e[0] != "every":
                raise Undecided("whether such numbers exist is not asked here")
            try:
                ops, tensors = self.satisfying(e, env)
            except Contradiction:  # what is said of every one of no tensors is so
                return True
            with self.world.under(ops):
                if self.world.formula(e[3], {**env, **tensors}) is not True:
                    raise Undecided("the condition is not seen to hold for all of them")
            return True

        before, self.world.reals = self.world.reals, answer
        try:
            with self.world.under(exact):
                return self.world.formula(guard, env) is True
        finally:
            self.world.reals = before

    def satisfying(self, e: Core, env: Env) -> tuple[Symbols, dict[str, Tensor]]:
        """The tensors of `every` under the equations of its condition. Raises Contradiction."""
        ops, inner, axes = Symbols(), Symbols(), dict(e[1])
        with self.world.under(ops):
            anywhere = {**env, **{name: unknowns(ops, name) for name in axes}}
            rows = equations.said(ops, list(equations.stated(self.world, ops, e[2], anywhere)))
        cells = [(name, cell) for name in axes for cell in self.world.cells(axes[name])]
        found = solved(inner, rows, cells)
        return inner, {name: Tensor(lambda at, name=name: found[name, at], name) for name in axes}


def _cell_of(name: str) -> Any:
    def form(where: Any) -> Affine:
        key: Any = (name, where)  # several tensors are unknown, so that a cell alone does not tell them apart
        return Affine(ZERO, {key: ONE})

    return form


def continuous(e: Core, name: str) -> bool:
    """Whether a number depends on an unknown one without jumps: by sums, products and exponentials."""
    if not names(e, {name}) or e == ("par", name, ()):
        return True
    if e[0] == "fn" and e[1] == "exp":
        return continuous(e[2], name)
    return e[0] in ("+", "-", "*", "^") and all(continuous(part, name) for part in e[1:])

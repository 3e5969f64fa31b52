"""A formula as linear equations and inequalities in one field, and a point that satisfies them.

All in the verifier's exact numbers: what is asked of a field is read off the formula with the field unknown.
Of `or` and `exists` one option is taken, the unknown of `solvable` is given numbers, and a strict inequality
is asked with room. The point found is a double in every entry, so that it is the same point for every judge.
"""

from collections.abc import Iterator
from fractions import Fraction
from math import lcm
from typing import Any

from ntpcheck.statement.hints.search import hints
from ntpcheck.verifier.arithmetic.exact import affine, subtract
from ntpcheck.verifier.arithmetic.intervals import Undecided
from ntpcheck.verifier.arithmetic.kinds import Affine
from ntpcheck.verifier.instance import points
from ntpcheck.verifier.instance.tensors import Tensor
from ntpcheck.verifier.instance.world import World
from ntpcheck.verifier.language.book import Book

Core = tuple[Any, ...]
Cell = tuple[int, ...]
ROOM = Fraction(1, 16)  # by which an inequality is asked to hold
GRIDS = (4, 64, 1024)  # free entries are multiples of 1 / 4, or of less where that leaves the inequalities
OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "=": "!=", "!=": "="}


class Unfit(Exception):
    """The formula is not of a form that can be imposed so."""


class Open(World):
    """A world in which one field is the unknown."""

    target = ""

    def number(self, e: Core, env: dict[str, Any]) -> Any:
        if e[0] == "field" and e[1] == self.target:
            return Affine(Fraction(0), {self.indices(e[2], env): Fraction(1)})
        return super().number(e, env)


def opened(book: Book, given: str, sizes: dict[str, int], fields: dict[str, Any], target: str) -> Open:
    world = Open(book, given, sizes, fields, {}, hints)
    world.target = target
    world.reset(64)
    return world


def conjuncts(book: Book, e: Core) -> Iterator[Core]:
    """The conjuncts of a formula, definitions without arguments opened."""
    if e[0] == "and":
        yield from conjuncts(book, e[1])
        yield from conjuncts(book, e[2])
    elif e[0] == "let" and not e[2] and not e[3]:
        yield from conjuncts(book, book.lets[e[1]].core)
    else:
        yield e


class Asked:
    """What a formula asks of the unknown field. turn: which option is taken where there are several."""

    def __init__(self, world: Open, turn: int) -> None:
        self.world, self.turn, self.forms = world, turn, list[points.Constraint]()

    def read(self, e: Core, env: dict[str, Any], *, true: bool = True) -> None:
        world, kind = self.world, e[0]
        if kind == "not":
            self.read(e[1], env, true=not true)
        elif kind == "let":
            self.read(world.book.lets[e[1]].core, world.inside(e, env), true=true)
        elif kind == "implies":
            self.read(("or", ("not", e[1]), e[2]), env, true=true)
        elif kind in ("and", "or"):
            self.joined(e, env, every=(kind == "and") is true, true=true)
        elif kind in ("forall", "exists"):
            self.quantified(e, env, every=(kind == "forall") is true, true=true)
        elif kind == "if":
            self.read(e[2] if world.sure(e[1], env) else e[3], env, true=true)
        elif kind == "solvable" and true:
            self.read(e[3], {**env, e[1]: self.numbers(e[2])})
        elif kind == "cmp":
            self.compared(e[1] if true else OPPOSITE[e[1]], e, env)
        elif world.formula(e, env) is not true:
            raise Unfit

    def joined(self, e: Core, env: dict[str, Any], *, every: bool, true: bool) -> None:
        if every:
            for part in e[1:]:
                self.read(part, env, true=true)
            return
        self.one([(part, env) for part in (e[1:] if self.turn % 2 else e[:0:-1])], true=true)

    def quantified(self, e: Core, env: dict[str, Any], *, every: bool, true: bool) -> None:
        guarded = [inner for inner in self.world.every(e[1], env) if self.open(e[2], inner)]
        if every:
            for inner in guarded:
                self.read(e[3], dict(inner), true=true)
            return
        start = self.turn % max(1, len(guarded))
        self.one([(e[3], dict(inner)) for inner in guarded[start:] + guarded[:start]], true=true)

    def open(self, guard: Core | None, env: dict[str, Any]) -> bool:
        return guard is None or self.world.sure(guard, env)

    def one(self, options: list[tuple[Core, dict[str, Any]]], *, true: bool) -> None:
        """The first option that can be read."""
        for core, env in options:
            before = len(self.forms)
            try:
                self.read(core, env, true=true)
                return
            except (Unfit, Undecided, TypeError):
                del self.forms[before:]
        raise Unfit

    def numbers(self, axes: tuple[str, ...]) -> Tensor:
        """Small integers for the unknown of `solvable`, others at each turn."""

        def at(where: Cell) -> Fraction:
            return Fraction((sum(7**i * (x + 1) for i, x in enumerate(where)) * (self.turn + 1)) % 5 - 2)

        return Tensor(at, "numbers")

    def compared(self, sign: str, e: Core, env: dict[str, Any]) -> None:
        a, b = (self.world.number(part, env) for part in e[2:])
        if sign == "!=":
            sign = ">" if self.turn % 2 else "<"
        form = affine(subtract(b, a) if sign in ("<", "<=") else subtract(a, b))
        constant: Any = form.k
        if not all(isinstance(x, Fraction) for x in (constant, *form.a.values())):
            raise Unfit  # a log or a root is no coefficient of an equation to be solved in doubles
        if not any(form.a.values()):
            holds = constant == 0 if sign == "=" else constant > 0 if sign in ("<", ">") else constant >= 0
            if not holds:
                raise Unfit
            return
        room = Fraction(0) if sign == "=" else ROOM
        self.forms.append((sign == "=", Affine(constant - room, form.a)))


def moved(world: Open, parts: list[Core], turn: int, now: dict[Cell, Fraction]) -> dict[Cell, Fraction]:
    """The unknown's entries, near to what they are, such that all parts hold. Raises Unfit or Undecided."""
    asked = Asked(world, turn)
    for part in parts:
        asked.read(part, {})
    forms = asked.forms
    if not forms:
        return now
    target = Tensor(lambda cell: now[cell], "now")
    hint = hints("moved", forms, target)
    if "active" not in hint:
        raise Unfit
    near = points.nearest(world.ops, forms, hint["active"], target)
    if near is None:
        raise Unfit
    point = {cell: now[cell] + near[0].get(cell, Fraction(0)) for cell in now}
    equations = [form for equation, form in forms if equation]
    for grid in GRIDS:
        found = settled(equations, point, grid)
        if all(equation or _value(form, found) >= -ROOM / 2 for equation, form in forms):
            return found
    raise Unfit


def _value(form: Affine, point: dict[Cell, Fraction]) -> Any:
    constant: Any = form.k
    return constant + sum((x * point[cell] for cell, x in form.a.items()), Fraction(0))


def settled(equations: list[Affine], point: dict[Cell, Fraction], grid: int) -> dict[Cell, Fraction]:
    """The point on a grid, with equations solved again for some of its entries; scaled up where that is free.

    Entries are solved for where their coefficient is a power of two, if one is, so that they stay dyadic.
    """
    rows: list[tuple[dict[Cell, Fraction], Any]] = [(dict(form.a), form.k) for form in equations]
    solved: list[tuple[Cell, dict[Cell, Fraction], Fraction]] = []
    for row, constant in rows:
        for cell, other, k in solved:
            if factor := row.pop(cell, Fraction(0)):
                constant += factor * k
                for c, x in other.items():
                    row[c] = row.get(c, Fraction(0)) + factor * x
        row = {cell: x for cell, x in row.items() if x}
        if not row:
            continue
        chosen = min(row, key=lambda cell: (_bulk(row[cell]), cell))
        lead = row.pop(chosen)
        solved.append((chosen, {c: -x / lead for c, x in row.items()}, -constant / lead))
    found = {cell: Fraction(round(x * grid), grid) for cell, x in point.items()}
    for cell, others, k in reversed(solved):
        found[cell] = k + sum((x * found[c] for c, x in others.items()), Fraction(0))
    if equations and all(form.k == 0 for form in equations):
        scale = lcm(*(_odd(x.denominator) for x in found.values()))
        found = {cell: x * scale for cell, x in found.items()} if scale < 1 << 20 else found
    return found


def _odd(n: int) -> int:
    return n // (n & -n)


def _bulk(x: Fraction) -> int:
    """1 for powers of two of either sign, more for what leaves dyadic numbers."""
    return _odd(abs(x.numerator)) * _odd(x.denominator)

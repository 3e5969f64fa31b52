"""What a book's claims come to at an instance, from docs/statement-book.md alone: slow, and by itself."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Any

from tests.verifier.second.arithmetic import (
    Nothing,
    Unsure,
    both,
    entry,
    function,
    gathered,
    held,
    least,
    operation,
    rational,
    real,
    reduced,
)
from tests.verifier.second.points import Points
from tests.verifier.second.reader import Node, Reading
from tests.verifier.second.shelf import Array, Env, Index, Shelf


class Hidden(Unsure):
    """A part has no value with the numbers that are tried."""


class Reckoner(Points):
    """Formulas and numbers."""

    def truth(self, e: Node, env: Env) -> bool:
        kind = e[0]
        if kind in ("and", "or", "implies"):
            return self.joined(e, env)
        if kind == "iff":
            one, other = self.truth(e[1], env), self.truth(e[2], env)
            return one is other
        if kind == "not":
            return not self.truth(e[1], env)
        if kind in ("forall", "exists"):
            found = (self.truth(e[3], inner) for inner in self.every(e[1], e[2], env))
            return all(found) if kind == "forall" else any(found)
        if kind == "compared":
            return all(self.compares(*one, env) for one in zip(e[1], e[2], e[2][1:], strict=False))
        if kind == "is":
            words = self.fields[e[1][1]][0][2]
            return words[self.index(e[1], env)] == e[2]
        if kind == "if":
            return self.truth(e[2] if self.truth(e[1], env) else e[3], env)
        if kind == "name":
            return self.named(e, env, (), self.truth)
        return self.rare(e, env)

    def joined(self, e: Node, env: Env) -> bool:
        """Read from left to right, stopping early. What numbers do not show has a value nonetheless."""
        kind, settles = e[0], e[0] != "and"
        try:
            first = self.truth(e[1], env) != (kind == "implies")
        except Hidden:
            raise
        except Unsure:
            if e[1][0] not in ("some", "every") or not self.settles(e[2], env, settles=settles):
                raise
            return settles
        return settles if first is settles else self.truth(e[2], env)

    def settles(self, e: Node, env: Env, *, settles: bool) -> bool:
        try:
            return self.truth(e, env) is settles
        except Nothing:  # it may not be read
            return False

    def rare(self, e: Node, env: Env) -> bool:
        kind = e[0]
        if kind == "sets":
            size, axis = rational(self.number(e[3], env)), self.shelf.axis(e[2])
            if size < 0 or size.denominator > 1:
                return True
            chosen = combinations(range(self.sizes[axis]), int(size))
            return all(
                self.truth(e[4], {**env, e[1]: Array((axis,), lambda i, T=T: i[0] in T, "formula")})
                for T in chosen
            )
        if kind in ("some", "every"):
            return self.shown(e, env)
        if kind == "solvable":
            return self.solvable(e, env)
        if kind == "closure":
            return self.reaches(e, env)
        if kind == "open":
            raise Unsure
        assert kind == "psd", kind
        return least(self.square(e, env)) >= 0

    def shown(self, e: Node, env: Env) -> bool:
        """`some` and `every`, as far as the numbers that are tried show it."""
        if any(name not in self.chosen for name, _ in e[1]):
            raise Unsure
        inner = dict(env)
        for name, letters in e[1]:
            axes = tuple(map(self.shelf.axis, letters))
            inner[name] = Array(axes, lambda where, n=name: entry(self.chosen[n], where))
        try:
            said = self.truth(e[3], inner) if e[2] is None or self.truth(e[2], inner) else None
        except Nothing:
            raise Hidden from None
        if said is not (e[0] == "some"):
            raise Unsure
        return said

    def reaches(self, e: Node, env: Env) -> bool:
        ((x,), (y,), _, edge, ends) = e[1:]
        axis = self.shelf.axis(x)
        start, end = (self.index(one, env) for one in ends)
        seen, left = set[int](), [start]
        while left:
            a = left.pop()
            for b in range(self.sizes[axis]):
                if b not in seen and self.truth(edge, {**env, x: Index(axis, a), y: Index(axis, b)}):
                    seen.add(b)
                    left.append(b)
        return end in seen

    def compares(self, how: str, a: Node, b: Node, env: Env) -> bool:
        if axes := self.axes(a, env) or self.axes(b, env):
            found = (held(how, *self.apart(a, b, env, at)) for at in self.cells(axes))
            return any(found) if how == "!=" else all(found)
        if self.kind(a, env) in ("index", "word"):
            one, other = self.index(a, env), self.index(b, env)
            return held(how, one - other)
        return held(how, *self.apart(a, b, env, ()))

    def apart(self, a: Node, b: Node, env: Env, at: tuple[int, ...]) -> tuple[Any, Any]:
        x, y = self.number(a, env, at), self.number(b, env, at)
        return (x - y, 1) if both(x, y) else (real(x) - real(y), abs(real(x)) + abs(real(y)))

    # ---- numbers ----
    def number(self, e: Node, env: Env, at: tuple[int, ...] = ()) -> Any:
        kind = e[0]
        if kind == "number":
            return e[1]
        if kind == "name":
            return self.named(e, env, at, self.number)
        if kind in ("+", "-", "*", "/"):
            return operation(kind, self.number(e[1], env, at), self.number(e[2], env, at))
        if kind == "negative":
            return -self.number(e[1], env, at)
        if kind == "power":
            return self.number(e[1], env, at) ** e[2]
        if kind == "call":
            return self.called(e[1], e[2], env, at)
        if kind in ("sum", "max", "min"):
            return gathered(kind, [self.number(e[3], inner, at) for inner in self.every(e[1], e[2], env)])
        if kind == "if":
            return self.number(e[2] if self.truth(e[1], env) else e[3], env, at)
        if kind == "rank":
            rows = [
                [rational(self.number(e[4], one)) for one in self.every(e[2], None, row)]
                for row in self.every(e[1], e[3], env)
            ]
            return Fraction(reduced(rows))
        if kind == "open":
            raise Unsure
        matrix = self.square(e, env)
        return least(matrix) if kind == "smallest" else -least([[-x for x in row] for row in matrix])

    def square(self, e: Node, env: Env) -> list[list[Fraction]]:
        found = [
            [rational(self.number(e[4], one)) for one in self.every(e[2], None, row)]
            for row in self.every(e[1], None, env)
        ]
        if any(found[i][j] != found[j][i] for i in range(len(found)) for j in range(i)):
            raise Unsure
        return found

    def called(self, name: str, arguments: list[Node], env: Env, at: tuple[int, ...]) -> Any:
        if name in ("norm", "dot"):
            axes = next(filter(None, (self.axes(a, env) for a in arguments)))
            one, other = (self.array(a, env, axes) for a in (arguments[0], arguments[-1]))
            pairs = [(one.get(cell), other.get(cell)) for cell in self.cells(axes)]
            total = gathered("sum", [operation("*", x, y) for x, y in pairs])
            return function("sqrt", total) if name == "norm" else total
        found = [self.number(a, env, at) for a in arguments]
        return gathered(name, found) if name in ("max", "min") else function(name, found[0])


# ---- claims ----
def verdict(
    shelf: Shelf, claim: str, instance: dict[str, Any], dropped: list[str], chosen: dict[str, Any]
) -> str:
    """outside, holds, fails, undefined, or unsure."""
    given, clauses = shelf.claims[claim]
    told = Reckoner(shelf, given, instance, chosen)

    def said(keyword: str) -> list[Node]:
        return [Reading(text).whole() for k, text in clauses if k == keyword]

    assumed = [n.strip() for k, text in clauses if k.endswith("assuming") for n in text.split(",")]
    before = [core for owner, core in shelf.demands if owner in shelf.line(given)]
    before += [("name", name, None, []) for name in assumed if name not in dropped]
    try:
        for core in before:  # assumptions are the book's own, whatever a claim defines
            if not told.truth(core, {}):
                return "outside"
        for k, text in clauses:
            if k == "where":
                name, found = shelf.defined(text, given)
                told.local[name] = found
        if not all(told.truth(core, {}) for core in said("asked when")):
            return "outside"
    except Nothing:
        return "outside"
    except Unsure:
        return "unsure"
    try:
        if any(told.truth(core, {}) for core in said("undefined when")):
            return "undefined"
        return "holds" if told.truth(*said("formula"), {}) else "fails"
    except Nothing:
        return "undefined"
    except Unsure:
        return "unsure"

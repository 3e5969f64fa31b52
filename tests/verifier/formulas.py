"""Random formulas and terms of the toy book's decoding type, each with a meaning."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

Tree = tuple[Any, ...]
LETTERS = {"m": ("j", "k", "j2"), "V": ("u", "v", "z"), "d": ("i", "a", "b")}
COMPARISONS = ("=", "!=", "<", "<=", ">", ">=")
TERMS = ("leaf", "two", "two", "fn", "binder", "rare", "^", "neg", "if")
FORMULAS = ("cmp", "cmp", "and", "or", "implies", "iff", "not", "for", "for", "if", "atom")
Scope = dict[str, str]  # letters to axes


def name(text: str, *indices: Tree, arguments: tuple[Tree, ...] | None = None) -> Tree:
    return ("name", text, arguments, indices)


class Drawn:
    """Draws trees; `rough` lets undefined parts in: divisors, logs and roots of anything."""

    def __init__(self, seed: object, *, rough: bool = False) -> None:
        self.rng, self.rough = Random(str(seed)), rough

    def fresh(self, scope: Scope) -> tuple[str, str]:
        axis = self.rng.choice(sorted(LETTERS))
        free = [x for x in LETTERS[axis] if x not in scope]
        return (self.rng.choice(free), axis) if free else self.fresh(scope)

    def index(self, axis: str, scope: Scope) -> Tree | None:
        known = [x for x, other in scope.items() if other == axis]
        if axis == "V" and self.rng.random() < 0.2 and "m" in scope.values():
            return name("next", self.index("m", scope) or name("j"))
        return name(self.rng.choice(known)) if known else None

    def entry(self, text: str, axes: str, scope: Scope, *arguments: Tree) -> Tree | None:
        found = [self.index(axis, scope) for axis in axes]
        return None if None in found else name(text, *found, arguments=arguments or None)

    def leaf(self, scope: Scope) -> Tree:
        tensor = self.tensor(scope, 1)
        options = [
            ("number", Fraction(self.rng.randrange(4))),
            ("number", self.rng.choice((Fraction(1, 2), Fraction(1, 4), Fraction(5, 2)))),
            name("c"),
            name(self.rng.choice(("m", "V", "d"))),
            self.entry("h", "md", scope),
            self.entry("n", "mV", scope),
            self.entry("W", "Vd", scope),
            self.entry("l", "mV", scope, tensor),
            self.entry("lifted", "m", scope, ("number", Fraction(2))),
        ]
        return self.rng.choice([one for one in options if one is not None])

    def tensor(self, scope: Scope, depth: int) -> Tree:
        """A tensor along V and d."""
        del scope
        plain = name("W")
        if depth <= 0 or self.rng.random() < 0.5:
            return plain
        kind = self.rng.choice(("*", "+", "neg", "^", "-"))
        if kind == "*":
            return ("*", ("number", Fraction(self.rng.randrange(1, 3))), plain)
        if kind == "neg":
            return ("neg", plain)
        if kind == "^":
            return ("^", plain, 2)
        return (kind, plain, self.rng.choice((plain, name("c"), ("number", Fraction(1)))))

    def term(self, depth: int, scope: Scope) -> Tree:
        if depth <= 0:
            return self.leaf(scope)
        below, pick = (
            depth - 1,
            self.rng.choice(("leaf", "two", "two", "fn", "binder", "rare", "^", "neg", "if")),
        )
        if pick == "leaf":
            return self.leaf(scope)
        if pick == "two":
            return self.operation(below, scope)
        if pick == "fn":
            return self.function(below, scope)
        if pick == "binder":
            return self.binder(below, scope)
        if pick == "^":
            return ("^", self.term(below, scope), self.rng.randrange(4))
        if pick == "neg":
            return ("neg", self.term(below, scope))
        if pick == "if":
            return ("if", self.formula(below, scope), self.term(below, scope), self.term(below, scope))
        return self.rare(below, scope)

    def operation(self, depth: int, scope: Scope) -> Tree:
        kind, first, second = self.rng.choice("+-*/"), self.term(depth, scope), self.term(depth, scope)
        if kind == "/" and not self.rough:
            second = ("+", ("number", Fraction(1, 2)), ("call", "abs", (second,)))
        return (kind, first, second)

    def function(self, depth: int, scope: Scope) -> Tree:
        kind, inner = self.rng.choice(("exp", "log", "sqrt", "abs")), self.term(depth, scope)
        if kind == "exp":
            inner = ("call", "min", (inner, ("number", Fraction(3))))
        elif kind != "abs" and not self.rough:
            inner = ("+", ("number", Fraction(1)), ("call", "abs", (inner,)))
        return ("call", kind, (inner,))

    def binder(self, depth: int, scope: Scope) -> Tree:
        kind, (letter, axis) = self.rng.choice(("sum", "max", "min")), self.fresh(scope)
        inner = {**scope, letter: axis}
        guard = self.formula(0, inner) if self.rng.random() < 0.4 and (kind == "sum" or self.rough) else None
        return (kind, (letter,), guard, self.term(depth, inner))

    def rare(self, depth: int, scope: Scope) -> Tree:
        kind = self.rng.choice(("max", "min", "dot", "norm", "rank", "l"))
        if kind in ("max", "min"):
            return ("call", kind, (self.term(depth, scope), self.term(depth, scope)))
        if kind == "dot":
            return ("call", kind, (self.tensor(scope, 1), self.tensor(scope, 1)))
        if kind == "norm":
            return ("call", kind, (self.tensor(scope, 1),))
        if kind == "rank":
            return ("rank", ("j2",), ("b",), None, name("h", name("j2"), name("b")), ())
        return self.entry("l", "mV", scope, self.tensor(scope, 1)) or self.leaf(scope)

    def formula(self, depth: int, scope: Scope) -> Tree:
        if depth <= 0:
            return self.atom(scope)
        below = depth - 1
        pick = self.rng.choice(
            ("cmp", "cmp", "and", "or", "implies", "iff", "not", "for", "for", "if", "atom")
        )
        if pick == "cmp":
            terms = self.term(below, scope), self.term(below, scope)
            return ("cmp", self.rng.choice(COMPARISONS), *terms)
        if pick in ("and", "or", "implies", "iff"):
            return (pick, self.formula(below, scope), self.formula(below, scope))
        if pick == "not":
            return ("not", self.formula(below, scope))
        if pick == "if":
            return ("if", *(self.formula(below, scope) for _ in range(3)))
        if pick == "for":
            letter, axis = self.fresh(scope)
            inner = {**scope, letter: axis}
            guard = self.formula(0, inner) if self.rng.random() < 0.5 else None
            return (self.rng.choice(("forall", "exists")), (letter,), guard, self.formula(below, inner))
        return self.atom(scope)

    def atom(self, scope: Scope) -> Tree:
        pairs = [(x, y) for x in scope for y in scope if scope[x] == scope[y]]
        options = [
            ("is", name("loss"), self.rng.choice(("linear", "log"))),
            self.entry("S", "mV", scope),
            ("cmp", self.rng.choice(COMPARISONS), self.leaf(scope), self.leaf(scope)),
        ]
        if pairs:
            x, y = self.rng.choice(pairs)
            options.append(("cmp", self.rng.choice(COMPARISONS), name(x), name(y)))
        return self.rng.choice([one for one in options if one is not None])

"""What names stand for at an instance, as the second reading has it: the innermost that bears a name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from tests.verifier.second.arithmetic import Nothing
from tests.verifier.second.reader import Node
from tests.verifier.second.shelf import Array, Definition, Env, Index, Shelf

NUMBERS = ("number", "+", "-", "*", "/", "negative", "power", "call", "sum", "max", "min", "point", "open")
NUMBERS = (*NUMBERS, "rank", "largest", "smallest")


class Names:
    """An instance of a book. chosen: the numbers tried for `some` and `every`, by name."""

    def __init__(self, shelf: Shelf, given: str, instance: dict[str, Any], chosen: dict[str, Any]) -> None:
        self.shelf, self.given, self.chosen = shelf, given, chosen
        self.sizes: dict[str, int] = {}
        self.local: dict[str, Definition] = {}
        self.fields: dict[str, tuple[Any, Any]] = {}
        for name, told in shelf.fields[given].items():
            part = instance[told[3]]
            self.fields[name] = told, part
            for axis in told[0]:
                self.sizes[axis] = len(part)
                part = part[0]

    # ---- what a name is ----
    def definition(self, name: str) -> Definition:
        return self.local.get(name) or self.shelf.lets[name]

    def axes(self, e: Node, env: Env) -> tuple[str, ...]:
        """Of an expression that stands for a whole array."""
        kind = e[0]
        if kind == "name":
            _, name, _, indices = e
            if indices or isinstance(env.get(name), Index):
                return ()
            if name in env:
                return env[name].axes
            if name in self.fields:
                return self.fields[name][0][0]
            if name in self.sizes:
                return ()
            return tuple(map(self.shelf.axis, self.definition(name).indices))
        if kind in ("+", "-", "*", "/"):
            return self.axes(e[1], env) or self.axes(e[2], env)
        if kind in ("negative", "power"):
            return self.axes(e[1], env)
        if kind == "call" and e[1] in ("exp", "log", "sqrt", "abs"):
            return self.axes(e[2][0], env)
        if kind in ("sum", "max", "min"):
            return self.axes(e[3], {**env, **{x: Index(self.shelf.axis(x)) for x in e[1]}})
        if kind == "if":
            return self.axes(e[2], env) or self.axes(e[3], env)
        return ()

    def kind(self, e: Node, env: Env) -> str:
        """number, formula, index or word."""
        if e[0] == "if":
            return self.kind(e[2], env)
        if e[0] != "name":
            return "number" if e[0] in NUMBERS else "formula"
        name = e[1]
        if name in env:
            return "index" if isinstance(env[name], Index) else env[name].kind
        if name in self.fields:
            told = self.fields[name][0]
            return "index" if told[1] else "word" if told[2] else "number"
        if name in self.sizes:
            return "number"
        found = self.definition(name)
        return self.kind(found.body, self.bound(found, [Array((), lambda _: 0)] * len(found.parameters), []))

    def bound(self, found: Definition, arguments: list[Array], where: Any) -> Env:
        env: Env = {name: array for (name, _), array in zip(found.parameters, arguments, strict=True)}
        for i, letter in enumerate(found.indices if found.body[0] != "point" else []):
            env[letter] = Index(self.shelf.axis(letter), where[i] if where else 0)
        return env

    def array(self, e: Node, env: Env, axes: tuple[str, ...]) -> Array:
        known: dict[Any, Any] = {}

        def get(where: tuple[int, ...]) -> Any:
            if where not in known:
                try:
                    known[where] = self.number(e, env, where)
                except Nothing as problem:
                    known[where] = problem
            if isinstance(known[where], Nothing):
                raise Nothing
            return known[where]

        return Array(axes, get)

    def named(self, e: Node, env: Env, at: tuple[int, ...], value: Callable[..., Any]) -> Any:
        _, name, arguments, indices = e
        where = tuple(self.index(i, env) for i in indices) or at
        if name in env:
            return (
                env[name].at if isinstance(env[name], Index) else env[name].get(where[: len(env[name].axes)])
            )
        if name in self.fields:
            told, part = self.fields[name]
            for i in where[: len(told[0])]:
                part = part[i]
            return part if told[1] or told[2] else Fraction(part)
        if name in self.sizes and arguments is None and not indices:
            return Fraction(self.sizes[name])
        found = self.definition(name)
        given = [
            self.array(a, env, tuple(map(self.shelf.axis, letters)))
            for a, (_, letters) in zip(arguments or [], found.parameters, strict=True)
        ]
        inner = self.bound(found, given, where[: len(found.indices)])
        if found.body[0] == "point":
            return self.nearest(found.body, inner)[where[: len(found.indices)]]
        here = where[: len(found.indices)]
        return self.number(found.body, inner, here) if value == self.number else value(found.body, inner)

    # ---- indices ----
    def index(self, e: Node, env: Env) -> int:
        if e[0] == "if":
            return self.index(e[2] if self.truth(e[1], env) else e[3], env)
        return self.named(e, env, (), self.index)

    def every(self, letters: list[str], guard: Node | None, env: Env) -> Iterator[Env]:
        axes = [self.shelf.axis(x) for x in letters]
        for where in product(*(range(self.sizes[axis]) for axis in axes)):
            inner = {**env, **{x: Index(a, i) for x, a, i in zip(letters, axes, where, strict=True)}}
            if guard is None or self.truth(guard, inner):
                yield inner

    def cells(self, axes: tuple[str, ...]) -> Iterator[tuple[int, ...]]:
        return product(*(range(self.sizes[axis]) for axis in axes))

    # ---- what Points and Reckoner add ----
    def truth(self, e: Node, env: Env) -> bool:
        raise NotImplementedError

    def number(self, e: Node, env: Env, at: tuple[int, ...] = ()) -> Any:
        raise NotImplementedError

    def nearest(self, e: Node, env: Env) -> dict[Any, Any]:
        raise NotImplementedError

"""An instance: its fields and sizes, indices and binders, definitions, and the hints of its file."""

import re
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import reduce
from hashlib import sha256
from itertools import product
from typing import TYPE_CHECKING, Any

from ..arithmetic import exact
from ..arithmetic.exact import Affine
from ..arithmetic.intervals import TooMuch, Undecided, Undefined, spend, work_at
from ..arithmetic.kinds import weight
from ..language.book import Book
from ..language.cores import Core, inside
from ..language.names import Let

if TYPE_CHECKING:
    from . import points

Env = dict[str, Any]
MEMORY = 100_000  # definitions' values, and terms of exact numbers, that are remembered at a time


class Tensor:
    """A function of indices that remembers; `label` names it in the keys of hints."""

    def __init__(self, get: Callable[[tuple[int, ...]], Any], label: str) -> None:
        self.get, self.label, self.memo = get, label, dict[tuple[int, ...], Any]()

    def __getitem__(self, indices: tuple[int, ...]) -> Any:
        if indices not in self.memo:
            self.memo[indices] = self.get(indices)
        return self.memo[indices]


class Grows(Tensor):
    """The number R of `growing R`."""


class Unnamed(Undecided):
    """Numbers that the file does not name may decide it: it has a value, whatever they are."""


Search = Callable[[str, "list[points.Constraint]", Any], dict[str, list[int]]]


class Setting:
    """An instance, the hints of its file, and what has been found at the present precision.

    search: asked for hints that the file lacks; only those who write files have one.
    """

    def __init__(
        self,
        book: Book,
        given: str,
        sizes: dict[str, int],
        fields: Env,
        hints: Env,
        search: Search | None = None,
    ) -> None:
        self.book, self.given, self.sizes, self.fields = book, given, sizes, fields
        self.hints, self.search, self.used = hints, search, set[str]()
        self.surely = dict[Any, Any]()  # what of statements is surely read, or why nothing is
        self.places = list[tuple[Any, Env]]()  # where a lemma says that sequences are, for all large k
        self.ops: Any = exact  # another arithmetic computes derivatives, or what grows
        self.sequences: dict[str, Any] = {}  # what a lemma says that sequences are
        self.memo: dict[Any, Any] = {}
        self.weight = 0  # of what the memo holds
        self.owner = "claim"

    def reset(self, bits: int) -> None:
        work_at(bits)
        self.memo, self.weight, self.owner = {}, 0, "claim"

    # ---- indices and binders ----
    def index(self, e: Core, env: Env) -> int:
        if e[0] == "v":
            return env[e[1]]
        if e[0] == "q0":  # the first of an axis
            return 0
        if e[0] == "if":
            return self.index(e[2] if self.sure(e[1], env) else e[3], env)
        if e[0] == "let":
            return self.call(e, env, self.index)
        return self.read(e[1], self.indices(e[2], env))

    def indices(self, parts: tuple[Core, ...], env: Env) -> tuple[int, ...]:
        return tuple([env[part[1]] if part[0] == "v" else self.index(part, env) for part in parts])

    def read(self, name: str, where: tuple[int, ...]) -> Any:
        found = self.fields[name]
        for i in where:
            found = found[i]
        return found

    def cells(self, axes: tuple[str, ...]) -> Iterator[tuple[int, ...]]:
        return product(*(range(self.sizes[axis]) for axis in axes))

    def every(self, bound: Any, env: Env) -> Iterator[Env]:
        if len(bound) == 1:
            ((name, axis),) = bound
            for i in range(self.sizes[axis]):
                spend(2)
                yield {**env, name: i}
            return
        names = [name for name, _ in bound]
        for where in self.cells(tuple(axis for _, axis in bound)):
            spend(2)
            yield {**env, **dict(zip(names, where, strict=True))}

    def each(self, bound: Any, condition: Core | None, env: Env) -> Iterator[Env]:
        """The environments of a binder; its condition has to be decided."""
        return (inner for inner in self.every(bound, env) if condition is None or self.sure(condition, inner))

    def sure(self, core: Core, env: Env) -> bool:
        """Whether a condition holds. What hangs on it may have no value, where numbers are not named."""
        try:
            found = self.formula(core, env)
        except Unnamed as problem:
            raise Undecided(*problem.args) from None
        if found is None:
            raise Undecided("a condition is not decided")
        return found

    # ---- tensors and definitions ----
    def tensor(self, lam: Core, env: Env) -> Tensor:
        names, body = tuple(name for name, _ in lam[1]), lam[2]
        whole = body[0] in ("par", "field") and body[2] == tuple(("v", name) for name in names)
        if whole and body[0] == "par":
            return env[body[1]]  # the same tensor
        env = {name: env[name] for name in self.free(lam) if name in env}  # so that equal tensors are shared
        key = ("field", body[1]) if whole else ("tensor", id(lam), stamp(env))
        if key not in self.memo:
            spend(20)
            self.weigh(2)
            label = body[1] if body[0] in ("field", "let") else hash_of(lam) + bound_indices(env)
            if body[0] == "let" and body[2]:
                label += "(" + ",".join(self.tensor(a, env).label for a in body[2]) + ")"

            def get(where: tuple[int, ...]) -> Any:
                return self.number(body, {**env, **dict(zip(names, where, strict=True))})

            self.memo[key] = (Tensor(get, label), lam, env)  # kept, so that no id is used twice
        return self.memo[key][0]

    def free(self, lam: Core) -> tuple[str, ...]:
        """The letters and parameters that a core names, bound ones perhaps among them."""
        known: dict[int, tuple[Core, tuple[str, ...]]] = self.book.found_out.setdefault("free_names", {})
        if id(lam) not in known:
            found = {e[1] for e in inside(lam) if e[:1] in (("v",), ("par",))}
            known[id(lam)] = lam, tuple(sorted(found))  # kept, so that no id is used twice
        return known[id(lam)][1]

    def unknown(self, name: str) -> Tensor:
        found = Tensor(lambda where: Affine(Fraction(0), {where: Fraction(1)}, found), name)
        return found

    def zero(self) -> Tensor:
        return Tensor(lambda _: Fraction(0), "0")

    def inside(self, e: Core, env: Env) -> Env:
        """The environment in which a definition's core is read."""
        arguments = tuple([self.tensor(a, env) for a in e[2]])
        return self.within(self.book.lets[e[1]], arguments, self.indices(e[3], env))

    def within(self, let: Let, arguments: tuple[Tensor, ...], where: tuple[int, ...]) -> Env:
        inner: Env = dict(zip(let.parameters, arguments, strict=True))
        if let.kind != "point":
            inner.update(zip([x for x, _ in let.indices], where, strict=True))
        return inner

    def call(self, e: Core, env: Env, value: Callable[[Core, Env], Any]) -> Any:
        let, where = self.book.lets[e[1]], self.indices(e[3], env)
        arguments = tuple([self.tensor(a, env) for a in e[2]]) if e[2] else ()
        key = ("let", e[1], where if let.kind != "point" else (), tuple(map(id, arguments)))
        if key not in self.memo:
            before, self.owner, inner = self.owner, e[1], self.within(let, arguments, where)
            try:
                if let.kind == "point":
                    label = e[1] + (f"({','.join(t.label for t in arguments)})" if arguments else "")
                    self.keep(key, self.point(let.core, inner, label), inner)
                else:
                    self.keep(key, value(let.core, inner), inner)
            except Undefined as error:
                self.keep(key, Undefined(*error.args), inner)  # without the frames it came through
            finally:
                self.owner = before
        found = self.memo[key][0]
        if isinstance(found, Undefined):
            raise Undefined(*found.args)
        return found[where] if let.kind == "point" else found

    def keep(self, key: Any, found: Any, inner: Env) -> None:
        """Remembers what a definition comes to, with the tensors it is about, whose ids stand in the key."""
        self.weigh(1 + weight(found))
        self.memo[key] = (found, inner)

    def weigh(self, more: int) -> None:
        self.weight += more
        if self.weight > MEMORY:
            raise TooMuch("it asks for too much memory")

    def exhibited(self, name: str, axes: tuple[str, ...], env: Env) -> Tensor:
        """The reals that a file names for `some` or `every`, a number or nested lists."""
        key = self.place(name, env)
        self.used.add(key)
        if key in self.memo:
            return self.memo[key]
        if key not in self.hints:
            raise Undecided(f"no hint names {key}")
        from ..files import array, number

        found = array(self.hints[key], [self.sizes[axis] for axis in axes], number)

        def get(where: tuple[int, ...]) -> Fraction:
            part = found
            for i in where:
                part = part[i]
            return part

        return self.memo.setdefault(key, Tensor(get, key))

    def place(self, name: str, env: Env) -> str:
        """The key of a hint: where its formula stands, its name, and the indices bound there."""
        return f"{self.owner}.{name}" + bound_indices(env)

    # ---- what Terms and World add ----
    def number(self, e: Core, env: Env) -> Any:
        raise NotImplementedError

    def formula(self, e: Core, env: Env) -> bool | None:
        raise NotImplementedError

    def point(self, core: Core, env: Env, key: str) -> Any:
        raise NotImplementedError


def total(ops: Any, terms: Iterable[Any]) -> Any:
    """A sum in an arithmetic."""
    return reduce(ops.add, terms, Fraction(0))


def stamp(env: Env) -> tuple[Any, ...]:
    return tuple(
        sorted((name, value if isinstance(value, int) else id(value)) for name, value in env.items())
    )


def bound_indices(env: Env) -> str:
    at = ",".join(f"{k}={v}" for k, v in sorted(env.items()) if isinstance(v, int) and k[0] != "_")
    return f"[{at}]" if at else ""


def hash_of(lam: Core) -> str:
    """A short name for an argument that is no name, whatever its bound letters are called."""
    return sha256(re.sub(r"'_\d+'", "_", repr(lam[2])).encode()).hexdigest()[:6]

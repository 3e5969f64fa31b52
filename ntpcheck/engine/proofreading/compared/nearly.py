"""A book's formulas at the checkers' own objects: doubles, so that what is equal is nearly equal."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ntpcheck.reference.path_law import path_law
from ntpcheck.statement.hints.search import hints
from ntpcheck.statement.quick import Enclosures, Quick
from ntpcheck.verifier import judge as judging
from ntpcheck.verifier.arithmetic import exact
from ntpcheck.verifier.arithmetic.intervals import PRECISIONS, Undecided, work_at, working
from ntpcheck.verifier.asymptotics.spoken import names_sequences
from ntpcheck.verifier.instance.tensors import Core, Env, Tensor
from ntpcheck.verifier.instance.world import World

if TYPE_CHECKING:
    from ntpcheck.engine.proofreading.sought.states import State
    from ntpcheck.reference.frame import Floats, Frame
    from ntpcheck.verifier.language.book import Book
    from ntpcheck.verifier.language.claims import Claim

# Of the size and at least: what rounding makes of W_k and of what is exhibited for it, and what it does not.
ROUNDED, EQUAL, OTHER = (2.0**-44, 2.0**-48), (1e-7, 1e-10), (1e-4, 1e-7)


class _Loaded(NamedTuple):
    book: Book
    stated: Claim
    instance: Mapping[str, Any]
    world: Any
    points: dict[Any, Any]


_last: list[_Loaded] = []  # courses of one instance stand one after the other, and share its points


def loaded(book: Book, stated: Claim, instance: Mapping[str, Any]) -> tuple[Any, dict[Any, Any]]:
    """The world of an instance, and its points that speak of no state."""
    if not any(one.book is book and one.stated is stated and one.instance is instance for one in _last):
        world = judging.load(book, stated, dict(instance), {}, hints)
        _last[:] = [_Loaded(book, stated, instance, world, {})]
    (found,) = _last
    book.given, book.local = stated.given, stated.locals
    work_at(PRECISIONS[0])  # whatever was asked before, of these points or of others
    return found.world, found.points


class Nearly(Quick):
    """A world at a state: `some` and `every` are asked about what is exhibited, limits about the state.

    known: definitions whose objects are taken from the checkers. points: those of other states of the same
    instance, by the same book, that speak of no state; added to.
    """

    def __init__(
        self, world: World, state: State, known: Collection[str] = (), points: dict[Any, Any] | None = None
    ) -> None:
        super().__init__(world)
        self.hints = dict(world.hints)  # those of points that hang on a state are of that state
        self.points: dict[Any, Any] = {} if points is None else points
        self.guarding = self.idle = False  # idle: nothing exhibited met a condition on it
        self.sequences, self.state = dict(state.runs), state
        objects = known_objects() if state.frame else {}
        self.known = {n: objects[own] for n in known if (own := n.rpartition(":")[2]) in objects}

    def offered(self, name: str) -> tuple[Tensor, ...]:
        return self.state.shown.get(name, ())

    def point(self, core: Core, env: Env, key: str) -> Any:
        if key in self.sequences:  # one that stands for any
            return self.sequences[key]
        known = self.known.get(key.partition("(")[0])
        found = known(self, env) if known else None
        if found is not None:
            return found
        if env or self.known or names_sequences(self, core):
            return super().point(core, env, key)
        at = key, self.guarding, working()
        if at not in self.points:
            self.points[at] = super().point(core, env, key)
        return self.points[at]

    def formula(self, e: Core, env: Env) -> bool | None:
        plain = isinstance(self.ops, Enclosures) or self.ops is exact  # and not with unknowns
        if plain and e[0] == "cmp" and (self.guarding or e[1] in ("=", "!=")):
            return self._near(e, env)
        return super().formula(e, env)

    def guard(self, e: Core | None, env: Env) -> bool | None:
        """Whether what is exhibited is what it has to be, up to rounding."""
        if e is None:
            return True
        before, self.guarding = self.guarding, True
        try:
            return self.formula(e, env)
        finally:
            self.guarding = before

    def _near(self, e: Core, env: Env) -> bool | None:
        """A comparison of two numbers that are known up to rounding."""
        sides = [exact.enclose(self.number(part, env)) for part in e[2:4]]
        one, two = (float((low + high) / 2) for low, high in sides)
        size, apart = max(abs(one), abs(two)), abs(one - two)
        equal, other = (EQUAL, OTHER) if self.guarding else (ROUNDED, EQUAL)
        if apart <= equal[0] * size + equal[1]:
            return e[1] in ("=", "<=", ">=")
        if e[1] in ("=", "!="):
            return None if apart < other[0] * size + other[1] else e[1] == "!="
        return (one < two) is (e[1] in ("<", "<="))

    def rare(self, e: Core, env: Env) -> bool | None:
        if e[0] in ("eventually", "always"):
            return self.formula(e[1], env)
        if e[0] not in ("some", "every"):
            return super().rare(e, env)
        unknowns = [name for name, _ in e[1]]
        offers = [self.offered(name) for name in unknowns]
        if not all(offers):
            raise Undecided("nothing is exhibited for an unknown")
        said: list[bool | None] = []
        for choice in product(*offers):
            inner = {**env, **dict(zip(unknowns, choice, strict=True))}
            guard = self.guard(e[2], inner)
            if guard is not False:
                said.append(self.formula(e[3], inner) if guard else None)
        self.idle |= not said
        settles = e[0] == "some"
        if settles in said:
            return settles
        return None if None in said else not settles


def _matrix(known: Callable[[Frame], Floats]) -> Callable[[Nearly, Env], Tensor]:
    def at(world: Nearly, env: Env) -> Tensor:
        del env
        assert world.state.frame is not None
        return _tensor(known(world.state.frame))

    return at


def _off(world: Nearly, env: Env) -> Tensor:
    """The projection off F of what stands in the one argument."""
    frame, (argument,) = world.state.frame, [x for x in env.values() if isinstance(x, Tensor)]
    assert frame is not None
    M = doubles(argument, frame.W.shape)
    return _tensor(M - (frame.F.T @ (frame.F @ M.ravel())).reshape(M.shape))


def doubles(argument: Tensor, shape: tuple[int, ...]) -> Floats:
    """The doubles in the middle of a tensor's enclosures."""
    M = np.empty(shape)
    for where in np.ndindex(shape):
        low, high = exact.enclose(argument[where])
        M[where] = float((low + high) / 2)
    return M


def _nested(world: Nearly, env: Env) -> Tensor | None:
    """The path beside W~ of the support vectors without a multiplier, at a matrix and a number."""
    frame, arguments = world.state.frame, [x for x in env.values() if isinstance(x, Tensor)]
    assert frame is not None
    law = path_law(frame)
    if law.strict or len(arguments) != 2:
        return None
    low, high = exact.enclose(arguments[1][()])
    offset = frame.X @ doubles(arguments[0], frame.W.shape).ravel()
    return _tensor(frame.matrix(np.zeros(len(frame.F)), law.nested(float((low + high) / 2), offset)))


def _tensor(values: Floats) -> Tensor:
    from ntpcheck.engine.proofreading.sought.states import tensor

    return tensor(values)


def known_objects() -> dict[str, Callable[[Nearly, Env], Tensor | None]]:
    """What the checkers know of a frame, under the names of the shipped books."""
    centre = _matrix(lambda frame: frame.centre)
    return {
        "Wmm": _matrix(lambda frame: frame.W),
        "Wstar": centre,
        "Fmin": centre,
        "Wcyc": centre,
        "perp": _off,
        "off": _off,
        "nested": _nested,
    }

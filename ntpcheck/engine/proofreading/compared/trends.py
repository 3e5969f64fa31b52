"""Limits along the project's own runs and paths: what a formula's terms do from an early to a late state.

A term that tends is seen to close at least half of its gap between the states, one that does not keeps four
fifths of it. A bound with a constant is seen to hold where the constant that the early state asks for, or
twice that, does at the late one, and to fail where it takes eight times as much; of two constants so is each,
the other as wide as it may be. What lies between, and what the states' doubles do not resolve, says nothing.
`some` and `every` are asked about the objects that the laws exhibit: conditions on them hold up to rounding,
and one that none of them meets is not what the laws say. The states are those that the checkers use
(states.py).
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import groupby, product
from typing import TYPE_CHECKING, Any

from ntpcheck.engine.proofreading.compared.nearly import Nearly, loaded
from ntpcheck.engine.proofreading.sought.courses import Course
from ntpcheck.engine.proofreading.sought.states import BITS, Pair, scalar
from ntpcheck.statement.allowance import allow
from ntpcheck.statement.printing.reading import names
from ntpcheck.verifier import judge as judging
from ntpcheck.verifier.arithmetic import exact
from ntpcheck.verifier.arithmetic.intervals import TooMuch, Undecided, Undefined
from ntpcheck.verifier.arithmetic.kinds import Nonlinear
from ntpcheck.verifier.asymptotics import spoken
from ntpcheck.verifier.files import Unreadable
from ntpcheck.verifier.instance.tensors import Core, Env, Tensor
from ntpcheck.verifier.language.cores import within

if TYPE_CHECKING:
    from ntpcheck.verifier.language.book import Book

CLOSED, KEPT = 0.5, 0.8  # of the early gap
TINY = 1e-4  # of the size: a gap below it may be the states' rounding
NOTHING = 1e-6  # of that: a gap below it is closed
ENOUGH, GROWN = 1, 3  # in powers of two: how much more a bound's constant may be, and is when it is none
CONSTANTS = range(-60, 61)  # the powers of two that are tried as a bound's constant
ANY = (
    2.0**-10,
    0.5,
)  # numbers for `every`: what holds up to any share is asked about a small and a large one
BEYOND = 1.02  # times the largest number that is exhibited: certainly another, and less than a share of it
FINER = 192  # bits: as much more than what only has to hold up to rounding asks for, all else does
FAR_OUT = 16  # what does not grow is a sixteenth by then, beside what does
ALLOWANCE = 600_000  # units of the verifier's work for one look
# What a formula raises where it has no value at a state, or none that can be told.
UNSAID = (
    Undecided, Undefined, TooMuch, judging.Rejected, Unreadable, Nonlinear,
    ArithmeticError, LookupError, ValueError,
)  # fmt: skip
Powers = tuple[int, ...]  # of two, one for each constant of a bound
Envs = tuple[Env, Env]  # what names stand for, at the early state and at the late one


def believed(book: Book, claim_id: str, found: Iterable[Course]) -> Iterator[Course]:
    """The courses along which a limit is seen to be what the checker says."""
    for course in found:
        for one in (course,) if course.swapped else (course, replace(course, known=True)):
            said, odd = seen(book, claim_id, one)
            if said is one.says:
                yield replace(one, odd=odd)
            if said is not None:
                break


def seen(book: Book, claim_id: str, course: Course, place: str = "") -> tuple[bool | None, frozenset[str]]:
    """What a book's limit is seen to be along a course, None where the states do not tell; what is odd there.

    place: what a misprint changes. What rests on it is never taken from the checkers. It is odd that a
    claim is not asked, that nothing which the laws exhibit meets a condition, or that more than it does.
    """
    stated = book.claims[claim_id]
    known = {n for n, let in book.lets.items() if let.kind == "point" and place not in names(book, let.core)}
    known = known - {place} if course.known else course.swapped
    if place in course.swapped:
        return None, frozenset()
    allow(ALLOWANCE * course.states[1].bits // BITS)
    try:
        world, points = loaded(book, stated, course.instance)
        trend = Trend(world, course.states, known, points)
        if stated.asked and (asked := trend.late.guard(stated.asked, {})) is not True:
            return None, frozenset({"not asked"} if asked is False else ())
        if stated.undefined and (undefined := trend.late.guard(stated.undefined, {})) is not False:
            return None, frozenset({"undefined"} if undefined else ())
        return trend.form(stated.core, ({}, {})), trend.odd
    except UNSAID:  # a term without a value at a state says nothing of the limit
        return None, frozenset()


def fails(book: Book, claim_id: str, found: Iterable[Course], place: str) -> bool:
    """Whether a limit is seen to fail at an instance far out, at some states, and at none to hold.

    Near its start a path, or a run, does not tell where it goes. Nor does a condition that nothing exhibited
    meets: it may be met by nothing. The courses of an instance stand one after the other.
    """
    for _, several in groupby(filter(_far_out, found), lambda course: id(course.instance)):
        told = [seen(book, claim_id, course, place) for course in several]
        said = {None if "idle" in odd else one for one, odd in told}
        if False in said and True not in said:
            return True
    return False


def _far_out(course: Course) -> bool:
    """Whether the later of two points is `FAR_OUT` times as long as its finite part, where one is known."""
    late = course.states[1]
    if late.frame is None:
        return True
    cells = list(product(*map(range, late.frame.centre.shape)))
    points = [[float(x[cell]) for cell in cells] for name, x in late.runs.items() if name.startswith("W")]
    return all(math.hypot(*point) >= FAR_OUT * math.hypot(*late.frame.centre.ravel()) for point in points)


class Trend:
    """A limit formula in three values, read off two states."""

    def __init__(
        self, world: Any, pair: Pair, known: Collection[str] = (), points: dict[Any, Any] | None = None
    ) -> None:
        points = {} if points is None else points
        self.worlds = [Nearly(world, state, known, points) for state in pair]
        self.late, self.wide = self.worlds[1], set[str]()

    @property
    def odd(self) -> frozenset[str]:
        """How conditions are met: by nothing that is exhibited, by more than the most that is, or by -1.

        Of a bound with a constant it is odd that next to nothing does and nothing large, or that it may be 0.
        """
        idle = any(world.idle for world in self.worlds)
        return frozenset(["idle"] * idle) | self.wide

    def form(self, e: Core, envs: Envs) -> bool | None:
        kind = e[0]
        if not spoken.names_sequences(self.late, e):
            return self._told(self.late, e, envs[1])
        if kind == "not":
            said = self.form(e[1], envs)
            return None if said is None else not said
        if kind in ("and", "or", "implies"):
            parts = [self.form(part, envs) for part in e[1:]]
            if kind == "implies":
                parts[0] = None if parts[0] is None else not parts[0]
            return settled(parts, kind == "and")
        if kind in ("forall", "exists"):
            return self._each(e, envs)
        if kind in ("some", "every"):
            return self._reals(e, envs)
        if kind in ("tends", "bounded"):
            return self._tends(e, envs) if kind == "tends" else self._bounded(e, envs)
        if kind == "eventually":
            return self.form(e[1], envs)
        if kind == "always":
            said = [self._told(world, e[1], env) for world, env in zip(self.worlds, envs, strict=True)]
            return settled(said, True)  # noqa: FBT003
        return self._told(self.late, e, envs[1])

    def _each(self, e: Core, envs: Envs) -> bool | None:
        parts: list[bool | None] = []
        for one, two in zip(self.late.every(e[1], envs[0]), self.late.every(e[1], envs[1]), strict=True):
            guard = True if e[2] is None else self._told(self.late, e[2], two)
            if guard is not False:
                said = self.form(e[3], (one, two))
                parts.append(said if guard else None)
        return settled(parts, e[0] == "forall")

    def _reals(self, e: Core, envs: Envs) -> bool | None:
        """`some` and `every`: of all that the laws exhibit, or of a constant that is fitted."""
        unknowns = [name for name, _ in e[1]]
        constants = len(e[1]) == 1 or not any(self.late.offered(name) for name in unknowns)
        constants = constants and not any(axes for _, axes in e[1])
        if e[0] == "some" and constants and e[3][0] not in ("tends", "and"):
            return self._fitted(e, envs)
        parts: list[bool | None] = []
        offers = [
            list(zip(*(w.offered(name) for w in self.worlds), strict=True))
            or (self._any() if e[0] == "every" and not axes else self._reached(name, e[3], envs))
            for name, axes in e[1]
        ]
        if e[0] == "every" and e[2] is not None and not any(axes for _, axes in e[1]):
            self._beyond(e, envs[1], dict(zip(unknowns, (offer[-1][1] for offer in offers), strict=True)))
        for choice in product(*offers):
            one, two = (
                {**env, **dict(zip(unknowns, part, strict=True))}
                for env, part in zip(envs, zip(*choice, strict=True), strict=True)
            )
            self.late.reset(self.late.state.bits - FINER)
            guard = self.late.guard(e[2], two)
            if guard is False:
                continue
            said = self.form(e[3], (one, two))
            parts.append(said if guard else None)
        self.late.idle |= not parts
        return settled(parts, e[0] == "every") if parts else False

    @staticmethod
    def _any() -> list[tuple[Tensor, Tensor]]:
        """What stands for every number, where no law says which are of interest."""
        return [(scalar(x), scalar(x)) for x in ANY]

    def _beyond(self, e: Core, env: Env, most: dict[str, Tensor]) -> None:
        """Notes whether a condition lets more in than the largest numbers that are exhibited, or -1."""
        more = {name: scalar(float(exact.enclose(x[()])[1]) * BEYOND) for name, x in most.items()}
        for how, numbers in (("wide", more), ("negative", dict.fromkeys(most, scalar(-1.0)))):
            self.late.reset(self.late.state.bits - FINER)
            if self.late.guard(e[2], {**env, **numbers}) is True:
                self.wide.add(how)

    def _reached(self, name: str, e: Core, envs: Envs) -> list[tuple[Tensor, Tensor]]:
        """What the terms that are to tend to an unknown number have come to at the late state."""
        if e[0] == "and":
            return self._reached(name, e[1 if within(e[1], ("par", name, ())) else 2], envs)
        if e[0] != "tends" or e[2] != ("par", name, ()):
            raise Undecided("nothing is exhibited for an unknown")
        found = scalar(self._value(self.late, e[1], envs[1]))
        return [(found, found)]

    def _fitted(self, e: Core, envs: Envs) -> bool | None:
        """A bound with constants: whether those that the early state asks for do later."""
        every = product((CONSTANTS[-1], CONSTANTS[0]), repeat=len(e[1]))
        ends = next((powers for powers in every if self._does(0, e, envs[0], powers)), None)
        if ends is None:
            return None
        if not self._does(1, e, envs[1], ends):
            return False
        if set(ends) == {CONSTANTS[0]}:
            self.wide.add("nothing")
        for name, _ in e[1]:  # 2^-60 is 0 up to rounding, so that a condition on a constant is asked of 0 too
            if e[2] is not None and self.late.guard(
                e[2], {**envs[1], **dict.fromkeys(dict(e[1]), scalar(1.0)), name: scalar(0.0)}
            ):
                self.wide.add(f"{name} = 0")
        parts: list[bool | None] = []
        for k in range(len(ends)):
            early, late = (self._reach(i, e, env, ends, k) for i, env in enumerate(envs))
            if early == len(CONSTANTS) - 1:  # any constant does
                parts.append(late == early or None)
            else:
                parts.append(True if late >= early - ENOUGH else False if late <= early - GROWN else None)
        return settled(parts, True)  # noqa: FBT003

    def _reach(self, i: int, e: Core, env: Env, ends: Powers, k: int) -> int:
        """By how many powers of two a constant may differ from the end where most do, by bisection."""
        low, high, towards = 0, len(CONSTANTS) - 1, -1 if ends[k] > 0 else 1
        while low < high:
            middle = (low + high + 1) // 2
            powers = (*ends[:k], ends[k] + towards * middle, *ends[k + 1 :])
            low, high = (middle, high) if self._does(i, e, env, powers) else (low, middle - 1)
        return low

    def _does(self, i: int, e: Core, env: Env, powers: Powers) -> bool:
        """Whether those powers of two do for the constants at a state."""
        world = self.worlds[i]
        inner = {**env, **{name: scalar(2.0**x) for (name, _), x in zip(e[1], powers, strict=True)}}
        fits = world.guard(e[2], inner) or self._told(world, e[2], inner)  # 2^-60 > 0, if not up to rounding
        return fits is True and self._told(world, e[3], inner) is True

    @staticmethod
    def _told(world: Nearly, e: Core, env: Env) -> bool | None:
        world.reset(world.state.bits)
        return world.formula(e, env)

    @staticmethod
    def _value(world: Nearly, e: Core, env: Env) -> float:
        """A number to ten digits, or to 1e-20. Raises ValueError where it is not enclosed as narrowly."""
        world.reset(world.state.bits)
        low, high = exact.enclose(world.number(e, env))
        if high - low > max(abs(low) / 10**10, Fraction(1, 10**20)):
            raise ValueError
        return float((low + high) / 2)

    def _tends(self, e: Core, envs: Envs) -> bool | None:
        one, two = (self._value(world, e[1], env) for world, env in zip(self.worlds, envs, strict=True))
        if e[2][0] == "infinity":
            rises = (two - one) * e[2][1]
            return True if rises > abs(one) / 4 and two * e[2][1] > 0 else False if rises <= 0 else None
        ends = [self._value(world, e[2], env) for world, env in zip(self.worlds, envs, strict=True)]
        early, late = abs(one - ends[0]), abs(two - ends[1])
        size = TINY * (1e-12 + max(abs(two), abs(ends[1])))
        if late <= CLOSED * early or late <= NOTHING * size:
            return True
        return False if late >= KEPT * early and late > size else None

    def _bounded(self, e: Core, envs: Envs) -> bool | None:
        one, two = (abs(self._value(world, e[1], env)) for world, env in zip(self.worlds, envs, strict=True))
        return True if two <= 1.1 * one else False if two >= 2 * one else None


def settled(parts: list[bool | None], all_of: bool) -> bool | None:  # noqa: FBT001
    """`and` (or `or`) of three values."""
    if any(part is (not all_of) for part in parts):
        return not all_of
    return None if None in parts else all_of

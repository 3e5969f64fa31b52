"""Whether what a checker has for a minimiser is one by the book: its goal rises on both sides of it.

Where the verifier finds no minimiser by itself, a limit takes it from the checkers, and a misprint of its
goal changes nothing that is seen. But the checkers' object has to satisfy the condition, and of its multiples
that satisfy it too none nearby may have a smaller goal.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from ntpcheck.engine.proofreading.courses import Course
from ntpcheck.engine.proofreading.nearly import Nearly, known_objects
from ntpcheck.engine.proofreading.objects import UNSAID
from ntpcheck.statement.search import hints
from ntpcheck.verifier import exact, judge
from ntpcheck.verifier.intervals import allow
from ntpcheck.verifier.tensors import Core, Env, Tensor

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ntpcheck.statement.misprints import Misprint
    from ntpcheck.verifier.book import Book

SIDES = (Fraction(63, 64), Fraction(65, 64))  # multiples that are compared with the object itself
ALLOWANCE, BITS = 400_000, 128
OFFERED = {True: "Wt", False: "rho"}  # what stands for arguments with axes, and for numbers


def no_longer_least(book: Book, misprint: Misprint, claim_id: str, courses: Iterable[Course]) -> bool | None:
    """Whether what the checkers have for a minimiser is not the one that is asked for now; None if untold."""
    name = misprint.place
    if book.lets[name].core[0] != "minimiser":
        return None
    told = [
        least(misprint.book, claim_id, name, course)
        for course in courses
        if least(book, claim_id, name, course)
    ]
    return False in told if told else None


def least(book: Book, claim_id: str, name: str, course: Course) -> bool | None:
    """Whether the checkers' object is the minimiser that a definition asks for; None where it is not told."""
    let, known = book.lets[name], known_objects().get(name.rpartition(":")[2])
    if let.core[0] != "minimiser" or known is None or course.states[1].frame is None:
        return None
    allow(ALLOWANCE)
    try:
        world = judge.load(book, book.claims[claim_id], dict(course.instance), {}, hints)
        near = Nearly(world, course.states[1], set(book.lets) - {name})
        env = {key: near.offered(OFFERED[bool(axes)])[0] for key, axes in let.parameters.items()}
        found = known(near, env)
        return None if found is None else _least(near, let.core, env, found)
    except UNSAID:
        return None


def _least(world: Nearly, core: Core, env: Env, found: Tensor) -> bool | None:
    _, unknown, _, goal, condition = core
    world.reset(BITS)
    said = world.guard(condition, {**env, unknown: found})
    if said is not True:
        return said
    own, others = _goal(world, goal, {**env, unknown: found}), list[tuple[Fraction, Fraction]]()
    for times in SIDES:
        there = {**env, unknown: _times(times, found)}
        if world.guard(condition, there) is True:
            others.append(_goal(world, goal, there))
    if any(high < own[0] for _, high in others):
        return False
    return True if others and all(low > own[1] for low, _ in others) else None


def _times(times: Fraction, found: Tensor) -> Tensor:
    return Tensor(lambda where: times * Fraction(found[where]), "state")


def _goal(world: Nearly, goal: Core, env: Env) -> tuple[Fraction, Fraction]:
    world.reset(BITS)
    return exact.enclose(world.number(goal, env))

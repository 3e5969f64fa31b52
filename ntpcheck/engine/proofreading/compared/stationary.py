"""Whether what a checker has for a minimiser is one by the book: its goal rises all around it.

Where the verifier finds no minimiser by itself, a limit takes it from the checkers, as it takes the points of
a path, and a misprint of the goal changes nothing that is seen. But the checkers' object has to satisfy the
condition, and of what is near and satisfies it too nothing may have a smaller goal: no multiple of it, and,
of a path, nothing as long that lies to its side.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from ntpcheck.engine.proofreading.compared.nearly import Nearly, doubles, known_objects
from ntpcheck.engine.proofreading.compared.objects import UNSAID
from ntpcheck.engine.proofreading.sought.courses import Course
from ntpcheck.engine.proofreading.sought.states import tensor
from ntpcheck.statement.allowance import allow
from ntpcheck.statement.hints.search import hints
from ntpcheck.statement.printing.reading import names
from ntpcheck.verifier import judge
from ntpcheck.verifier.arithmetic import exact
from ntpcheck.verifier.instance.tensors import Core, Env, Tensor

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ntpcheck.engine.proofreading.sought.states import State
    from ntpcheck.reference.frame import Floats, Frame
    from ntpcheck.statement.editing.misprints import Misprint
    from ntpcheck.verifier.language.book import Book, Let

SIDES = (63 / 64, 65 / 64)  # multiples that are compared with the object itself
TURNS, DIRECTIONS = (2.0**-12, -(2.0**-12)), 2  # of its length: how far to a side, and how many sides
SHORT = 2.0**-20  # what is left of a direction with entries up to 1 is not looked along
LOOKED = 6  # courses of which the line itself is borne out
ALLOWANCE, BITS = 2_000_000, 192
OFFERED = {True: "Wt", False: "rho"}  # what stands for arguments with axes, and for numbers


def no_longer_least(book: Book, misprint: Misprint, claim_id: str, courses: Iterable[Course]) -> bool | None:
    """Whether what the checkers have for a minimiser is not the one that is asked for now; None if untold."""
    told: bool | None = None
    for name in minimisers(book, claim_id, misprint.place):
        for course in islice((one for one in courses if least(book, claim_id, name, one)), LOOKED):
            if least(misprint.book, claim_id, name, course) is False:
                return True
            told = False
    return told


def minimisers(book: Book, claim_id: str, place: str) -> list[str]:
    """The minimisers and paths of a claim that rest on a place."""
    used = names(book, book.claims[claim_id].core)
    found = [name for name in sorted(used) if book.lets[name].core[:1] in (("minimiser",), ("path",))]
    return [name for name in found if name == place or place in names(book, _goal(book.lets[name]))]


def _goal(let: Let) -> Core:
    """The goal of a minimiser or a path, and its condition."""
    return let.core[-2:]


def least(book: Book, claim_id: str, name: str, course: Course) -> bool | None:
    """Whether the checkers' object is the minimiser that a definition asks for; None where it is not told."""
    let, state = book.lets[name], course.states[0 if book.lets[name].core[0] == "path" else 1]
    if let.core[0] not in ("minimiser", "path") or state.frame is None or course.bent:
        return None
    allow(ALLOWANCE)
    try:
        world = judge.load(book, book.claims[claim_id], dict(course.instance), {}, hints)
        near = Nearly(world, state, set(book.lets) - {name})
        env = {key: near.offered(OFFERED[bool(axes)])[0] for key, axes in let.parameters.items()}
        found = _object(near, let, env, state)
        return None if found is None else _least(near, let.core, env, found)
    except UNSAID:
        return None


def _object(world: Nearly, let: Let, env: Env, state: State) -> Tensor | None:
    if let.core[0] == "path":
        return state.runs.get(let.name)
    known = known_objects().get(let.name.rpartition(":")[2])
    return known(world, env) if known else None


def _least(world: Nearly, core: Core, env: Env, found: Tensor) -> bool | None:
    unknown, axes = core[-4:-2]
    goal, condition = core[-2:]
    world.reset(BITS)
    said = world.guard(condition, {**env, unknown: found})
    if said is not True:
        return said
    assert world.state.frame is not None
    shape = tuple(world.sizes[axis] for axis in axes)
    own, others = _number(world, goal, {**env, unknown: found}), list[tuple[Fraction, Fraction]]()
    point = doubles(found, shape)
    turned = _turned(point, world.state.frame) if core[0] == "path" else ()
    for other in (*(times * point for times in SIDES), *turned):
        there = {**env, unknown: tensor(other)}
        world.reset(BITS)
        if world.guard(condition, there) is True:
            others.append(_number(world, goal, there))
            if others[-1][1] < own[0]:
                return False
    return True if others and all(low > own[1] for low, _ in others) else None


def _turned(found: Floats, frame: Frame) -> Iterator[Floats]:
    """What is as long as a point and lies to either side of it, on F and off it."""
    source, size = random.Random("beside"), np.linalg.norm(found)
    for k in range(2 * DIRECTIONS):
        across = np.array([source.uniform(-1, 1) for _ in range(found.size)])
        if found.size == frame.F.shape[-1]:
            on = frame.F.T @ (frame.F @ across)
            across = on if k % 2 else across - on
        across = across - (across @ found.ravel()) / max(size**2, 1e-300) * found.ravel()
        if (length := np.linalg.norm(across)) < SHORT:
            continue
        for turn in TURNS:
            turned = found + turn * size / length * across.reshape(found.shape)
            yield size / np.linalg.norm(turned) * turned


def _number(world: Nearly, goal: Core, env: Env) -> tuple[Fraction, Fraction]:
    world.reset(BITS)
    return exact.enclose(world.number(goal, env))

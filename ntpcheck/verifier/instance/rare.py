"""Formulas that few statements need: paths of edges, sets of indices, systems, reals that a file names."""

from __future__ import annotations

from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING, NoReturn

from ..arithmetic.intervals import Undecided, Undefined, spend
from ..asymptotics.spoken import LIMITS, about_limits
from .tensors import Core, Env, Grows, Tensor, Unnamed, stamp

if TYPE_CHECKING:
    from .world import World


def formula(world: World, e: Core, env: Env) -> bool | None:
    """Whether a formula of one of these kinds holds."""
    kind = e[0]
    if kind == "closure":
        return reaches(world, e, env)
    if kind == "psd":
        from ..arithmetic.algebra import semidefinite

        return semidefinite(world.matrix(e, env))
    if kind == "solvable":
        return solvable(world, e, env)
    if kind == "sets":
        return sets(world, e, env)
    if kind in ("some", "every"):
        return (world.reals or partial(reals, world))(e, env)
    if kind in LIMITS:
        from ..asymptotics import limits

        return (world.limits or partial(limits.formula, world))(e, env)
    raise Undecided(f"an assumption or a statement is only recorded: {e[1]}")


def reaches(world: World, e: Core, env: Env) -> bool:
    """Whether a path of at least one edge leads from the first end to the second."""
    (x, axis), (y, _) = e[1][0], e[2][0]
    start, end = world.indices(e[5], env)
    key = ("closure", id(e), start, stamp(env))
    if key not in world.memo:
        seen, pending = set[int](), [start]
        while pending:
            a = pending.pop()
            for b in range(world.sizes[axis]):
                if b not in seen and world.sure(e[4], {**env, x: a, y: b}):
                    seen.add(b)
                    pending.append(b)
        world.weigh(1 + len(seen) // 4)
        world.memo[key] = (seen, env, e)  # kept, so that no id is used twice
    return end in world.memo[key][0]


def solvable(world: World, e: Core, env: Env) -> bool:
    # Where a lemma asks of all reals at once, 0 may be seen to do for all of them.
    if world.reals is not None and world.formula(e[3], {**env, e[1]: world.zero()}) is True:
        return True
    from . import points

    with world.plainly(env) as plain:
        return points.solvable(world, e, plain, world.place(e[1], env))


def sets(world: World, e: Core, env: Env) -> bool | None:
    """What holds of each set of so many indices."""
    size = world.rational(world.number(e[3], env))
    if size < 0 or size.denominator > 1:
        return True  # there is no such set
    found: bool | None = True
    for chosen in combinations(range(world.sizes[e[2]]), int(size)):
        spend(1 + int(size))
        inside = frozenset(chosen)
        there = {**env, e[1]: Tensor(lambda where, T=inside: where[0] in T, "a set")}
        try:
            said = world.alone(e[4], there)
        except Undefined as problem:
            if found:
                raise
            raise Undecided(f"whether a set is looked at where it has no value: {problem}") from None
        if said is False:
            return said
        found = found and said
    return found


def reals(world: World, e: Core, env: Env) -> bool | None:
    """`some` and `every` over reals: those of the file show one, and break the other; or none is
    read."""
    try:
        return named(world, e, env)
    except Undecided:
        found = whatever_they_are(world, e, env)
        if found is None:
            raise
        return found


def whatever_they_are(world: World, e: Core, env: Env) -> bool | None:
    """What is said of reals without a look at them, and so whatever these are; None where it is not told.

    Where no entry of theirs is read, each step of the evaluation is the same for all of them, so that the
    formula has one truth, as `every M. L(M) >= 0` where L is 0 by a case that does not name M.
    """
    if about_limits(world, e):
        return None
    body = e[3] if e[2] is None else ("implies" if e[0] == "every" else "and", *e[2:])
    try:
        return world.formula(body, {**env, **{name: UNREAD for name, _ in e[1]}})
    except (Undecided, Undefined):
        return None


def unread(at: tuple[int, ...]) -> NoReturn:
    raise Undecided(f"an entry of an unknown is read, that at {at}")


UNREAD = Tensor(unread, "unread")


def named(world: World, e: Core, env: Env) -> bool | None:
    """What the reals that a file names say."""
    # What is said of a limit is said of the same reals all along.
    shown = world.exhibited if about_limits(world, e) else partial(on_a_ray, world)
    inner = {**env, **{name: shown(name, axes, env) for name, axes in e[1]}}
    try:
        guard = e[2] is None or world.sure(e[2], inner)
        said = world.formula(e[3], inner) if guard else None
    except Undefined as problem:  # at others it may have one, or at none
        raise Undecided(f"at the numbers that the file names: {problem}") from None
    if said is not (e[0] == "some"):
        raise Unnamed(f"the numbers that the file names for {e[0]} do not decide it")
    return said


def on_a_ray(world: World, name: str, axes: tuple[str, ...], env: Env) -> Tensor:
    """The reals of a file for each R of the `growing R` around: P + R D, where it names D as `along` too."""
    base, along = world.exhibited(name, axes, env), f"{name}.along"
    grown = next((x for x in env.values() if isinstance(x, Grows)), None)
    key = world.place(along, env)
    if grown is None or key not in world.hints:
        return base
    way, ops = world.exhibited(along, axes, env), world.ops
    ray = Tensor(lambda at: ops.add(base[at], ops.mul(way[at], grown[()])), name)
    return world.memo.setdefault(("ray", key), ray)

"""Lemmas on what is so for all large numbers: a running number alone, and what is claimed of a small loss."""

from typing import Any

from ..arithmetic.intervals import Undecided
from ..asymptotics.constants import conjuncts, linear, names, negative, positive, terms, unequal
from ..asymptotics.limits import EXP_R, GROWTH, R
from ..asymptotics.spoken import about_limits, names_sequences, running
from ..instance.tensors import Core, Tensor
from ..instance.world import World
from ..language.cores import exchanged
from ..shared.premises import broken, lemma, parts, sequences
from .some import fails

SIDE = "the value of side "  # of an inequality


@lemma
def alone(world: World, core: Core) -> list[str]:
    """A limit formula that names no trajectory and no path, but the number that they run along, is computed
    with that number growing to infinity.
    """
    if any(True for _ in sequences(world, core)):
        raise broken("the formula names a trajectory or a path")
    along = running(world, core)
    if len(along) != 1:
        raise broken("the formula names no number that grows")
    for grown in (R, EXP_R):
        known = {name: Tensor(lambda _, x=grown: x, name) for name in along}
        try:
            false = fails(world, known, core)
        except Undecided:
            continue
        if false:
            return ["premise     it names nothing that runs but the number that grows"]
    raise Undecided("it is not seen to fail where that number is large")


@lemma
def approached(world: World, core: Core) -> list[str]:
    """`some d | d > 0. every M | A(M) < B + d. C(M)` is false if A tends to at most B along P + R D, where C
    is false for all large R; and so it is under `every e`, at the e exhibited.

    P and D are exhibited. Whatever d is, A is below B + d from some R on.
    """
    if names_sequences(world, core):
        raise broken("the formula is about a sequence")
    core, env = at_a_number(world, core)
    margin, unknown, axes, goal, level, body = small_enough(core)
    if about_limits(world, (goal, level, body)):  # of one M, and not of all that lie along the ray
        raise broken("nothing that is said of a small loss is about a limit")
    ray = shown_ray(world, unknown, axes)
    with world.under(GROWTH):
        there = {**env, unknown: ray}
        if not any(_holds(world, e, there) for e in (("tends", goal, level), ("cmp", "<=", goal, level))):
            raise broken("what is small does not tend to its level along the ray")
        if world.ask(body, there):
            raise Undecided("the conclusion holds along the ray")
    return [f"premise     along the ray exhibited, what is to be below its level plus {margin} tends to that"]


@lemma
def outpaced(world: World, core: Core) -> list[str]:
    """`some c | c > 0. every M | D(M). A(M) <= c B(M)` is false if along P + R D_1, exhibited, D holds and A
    outgrows B for all large R, whatever c is; and so it is under `every e`, at the e exhibited.

    D may ask that a number exceeds a multiple of c, where that number outgrows the others. A tensor c may
    stand on one side of an inequality, apart from M.
    """
    if names_sequences(world, core):
        raise broken("the formula is about a sequence")
    core, env = at_a_number(world, core)
    positives, constants, unknown, axes, guard, body = scaled(core)
    if about_limits(world, (guard or (), body)):  # of one M, and not of all that lie along the ray
        raise broken("an inequality that is to hold for every tensor is about a limit")
    ray, free = shown_ray(world, unknown, axes), constants - positives
    said = f", for any {', '.join(sorted(constants))}"
    with world.under(GROWTH):
        for part in conjuncts(guard):
            if not meets(world, part, {**env, unknown: ray}, constants, free):
                raise broken("the condition does not hold along the ray")
        if conditioned(body, {unknown, *constants}):
            raise Undecided("which of the inequalities are claimed is not the same for all of them")
        for part, inner in parts(world, body, {**env, unknown: ray}):
            if unequal(part) and all(linear(side, constants) for side in part[2:]):
                found = {name: world.number(e, inner) for name, e in terms(part, constants).items()}
                if negative(GROWTH, found, free):
                    return [f"premise     along the ray exhibited one side outgrows the other{said}"]
            if not names(part, constants) and world.formula(part, inner) is False:
                return [f"premise     along the ray exhibited a part of the formula is false{said}"]
    raise Undecided("no inequality is seen to fail far out on the ray, whatever the constants are")


def shown_ray(world: World, unknown: str, axes: tuple[str, ...]) -> Tensor:
    """P + R D, P and D exhibited."""
    base, way = (world.exhibited(f"{unknown}.{part}", axes, {}) for part in ("from", "along"))
    return Tensor(lambda at: GROWTH.add(base[at], GROWTH.mul(way[at], R)), unknown)


def at_a_number(world: World, core: Core) -> tuple[Core, dict[str, Any]]:
    """What a formula about every number says of the number exhibited, and that number; else the formula."""
    env: dict[str, Any] = {}
    if core[0] == "every" and [axes for _, axes in core[1]] == [()]:
        (name, _), guard = core[1][0], core[2]
        env[name] = world.exhibited(name, (), {})
        if guard is not None and not world.ask(guard, env):
            raise broken("the number exhibited is none that the formula speaks of")
        core = core[3]
    return core, env


def meets(world: World, e: Core, env: dict[str, Any], constants: set[str], free: set[str]) -> bool:
    """Whether a condition holds far out, whatever the constants are. free: those of any sign."""
    if not names(e, constants):
        return world.ask(e, env)
    if not unequal(e) or not all(linear(side, constants) for side in e[2:]):
        raise Undecided("the condition speaks of the constants")
    opposite: Core = ("cmp", e[1], e[3], e[2])  # larger side - smaller side is then less than 0
    found = {name: world.number(part, env) for name, part in terms(opposite, constants).items()}
    return negative(world.ops, found, free)


def scaled(core: Core) -> tuple[set[str], set[str], str, tuple[str, ...], Core | None, Core]:
    """Of `some c | G. every M | D. F`: the c that G says are positive, all of them, M, its axes, D and F.

    What stands on one side of an inequality and names tensors c, and not M, is a number c of its own.
    """
    if core[0] != "some" or core[3][0] != "every" or len(core[3][1]) != 1:
        raise Undecided("the formula is not of the form that the lemma is about")
    tensors = {name for name, axes in core[1] if axes}
    constants = {name for name, _ in core[1]} - tensors
    ((unknown, axes),), *inner = core[3][1:]

    def change(e: Core) -> Core:
        for i in (2, 3) if e[:1] == ("cmp",) and unequal(e) else ():
            if names(e[i], tensors) and not names(e[i], {unknown}):
                constants.add(name := f"{SIDE}{len(constants)}")
                e = (*e[:i], ("par", name, ()), *e[i + 1 :])
        return e

    guard, body = (part and exchanged(part, change) for part in inner) if tensors else inner
    if names((guard or (), body), tensors):
        raise Undecided("the formula is not of the form that the lemma is about")
    said = [*conjuncts(core[2])]
    return {c for c in constants if any(positive(e, c) for e in said)}, constants, unknown, axes, guard, body


def conditioned(e: Core, unknown: set[str]) -> bool:
    """Whether a conjunction, cell by cell, has a condition that names one of these."""
    if e[0] == "and":
        return any(conditioned(part, unknown) for part in e[1:])
    return e[0] == "forall" and (names(e[2], unknown) or conditioned(e[3], unknown))


def _holds(world: World, core: Core, env: dict[str, Any]) -> bool:
    try:
        return world.ask(core, env)
    except Undecided:
        return False


def small_enough(core: Core) -> tuple[str, str, tuple[str, ...], Core, Core, Core]:
    """d, M, its axes, A, B and C of `some d | d > 0. every M | A(M) < B + d. C(M)`."""
    if core[0] != "some" or [axes for _, axes in core[1]] != [()] or core[3][0] != "every":
        raise Undecided("the formula is not of the form that the lemma is about")
    d, inner = core[1][0][0], core[3]
    positive = (("cmp", ">", ("par", d, ()), ("q", 0)), ("cmp", "<", ("q", 0), ("par", d, ())))
    if core[2] not in positive or len(inner[1]) != 1 or inner[2] is None or names(inner[3], {d}):
        raise Undecided("the formula is not of the form that the lemma is about")
    (unknown, axes), guard = inner[1][0], inner[2]
    if guard[0] == "cmp" and guard[1] in ("<", "<=") and guard[3][0] == "+":
        one, other = guard[3][1:]
        level = other if one == ("par", d, ()) else one
        alone = ("par", d, ()) in (one, other) and not names((guard[2], level), {d})
        if alone and not names(level, {unknown}):
            return d, unknown, axes, guard[2], level, inner[3]
    raise Undecided("the formula is not of the form that the lemma is about")

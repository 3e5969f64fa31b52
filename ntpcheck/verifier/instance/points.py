"""Objects that a formula names by a property: nearest points under linear constraints, and solvability.

Nothing numerical is taken from a file: a hint says which constraints are active, or where a contradiction
lives, and the point, its multipliers and the contradiction are solved for here, in exact numbers.
"""

from fractions import Fraction
from functools import reduce
from typing import Any

from ..arithmetic.algebra import independent, solve
from ..arithmetic.exact import Affine, affine
from ..arithmetic.intervals import Undecided, Undefined, spend
from ..arithmetic.kinds import ZERO, Nonlinear
from .evaluate import Terms as World
from .tensors import stamp

Core = tuple[Any, ...]
Cell = tuple[int, ...]
# True with a form that is 0, False with one that is at least 0, None with one that is above 0
Constraint = tuple[bool | None, Affine]
SHIFTS = (Fraction(1), Fraction(1, 1 << 16))  # by how much a solution exceeds what it has to be above


def constraints(
    world: World, e: Core, env: dict[str, Any], out: list[Constraint], *, strict: bool = False
) -> None:
    """The constraints of a formula that is linear in its unknown. strict: also forms that are above 0."""
    kind = e[0]
    if kind == "and":
        constraints(world, e[1], env, out, strict=strict)
        constraints(world, e[2], env, out, strict=strict)
    elif kind == "forall":
        for inner in world.each(e[1], e[2], env):
            constraints(world, e[3], dict(inner), out, strict=strict)
    elif kind == "implies":
        if world.sure(e[1], env):
            constraints(world, e[2], env, out, strict=strict)
    elif kind == "if":
        constraints(world, e[2] if world.sure(e[1], env) else e[3], env, out, strict=strict)
    elif kind == "let":
        constraints(world, world.book.lets[e[1]].core, world.inside(e, env), out, strict=strict)
    elif kind == "cmp" and e[1] in (("=", ">=", "<=", ">", "<") if strict else ("=", ">=", "<=")):
        a, b = (world.number(part, env) for part in e[2:])
        a, b = (b, a) if e[1] in ("<", "<=") else (a, b)
        form = affine(world.ops.subtract(a, b))
        spend(50 + 10 * len(form.a))
        out.append((None if e[1] in (">", "<") else e[1] == "=", form))
    else:
        raise Undecided("a constraint is an =, >= or <= that is linear in the unknown")


def rows(
    world: World,
    name: str,
    formula: Core | None,
    env: dict[str, Any],
    out: list[Constraint] | None = None,
    *,
    strict: bool = False,
) -> list[Constraint]:
    """The constraints of a formula on its unknown; added to `out` as they are read."""
    out = [] if out is None else out
    if formula:
        unknown = world.unknown(name)
        try:
            constraints(world, formula, {**env, name: unknown}, out, strict=strict)
        except Nonlinear:
            raise Undecided(f"a constraint on {name} is not linear in it") from None
        finally:
            if any(form.a and form.of is not unknown for _, form in out):
                raise Undecided(f"a constraint on {name} is one on another unknown point")
    return out


def value(ops: Any, form: Affine, point: dict[Cell, Any], target: Any) -> Any:
    parts = (ops.mul(c, ops.add(target[cell], point.get(cell, ZERO))) for cell, c in form.a.items())
    return reduce(ops.add, parts, form.k)


def nearest(
    ops: Any, found: list[Constraint], active: list[int], target: Any
) -> tuple[dict[Cell, Any], dict[int, Any]] | None:
    """The nearest point to the target on the equations and the active constraints, as its offset.

    The offset is a combination of the constraints' rows; its weights are the multipliers. None where the
    equations contradict each other.
    """
    chosen = [i for i, (equation, _) in enumerate(found) if equation or i in active]
    cells = sorted({cell for i in chosen for cell in found[i][1].a})
    basis, relations = independent([[found[i][1].a.get(c, ZERO) for c in cells] for i in chosen])
    for relation in relations:
        said = ops.sign(combined(ops, found, chosen, relation))
        if said is None:
            raise Undecided
        if said:
            return None
    kept = [chosen[i] for i in basis]
    forms = [found[i][1] for i in kept]
    gram = [[sum((x * g.a[c] for c, x in f.a.items() if c in g.a), ZERO) for g in forms] for f in forms]
    weights = solve(gram, [ops.neg(value(ops, form, {}, target)) for form in forms], ops)
    offset: dict[Cell, Any] = {}
    for form, weight in zip(forms, weights, strict=True):
        for cell, coefficient in form.a.items():
            offset[cell] = ops.add(offset.get(cell, ZERO), ops.mul(coefficient, weight))
    return offset, dict(zip(kept, weights, strict=True))


def combined(ops: Any, found: list[Constraint], chosen: list[int], weights: list[Fraction]) -> Any:
    """The combination of the constants of some constraints."""
    parts = (ops.mul(x, found[i][1].k) for i, x in zip(chosen, weights, strict=True) if x)
    return reduce(ops.add, parts, ZERO)


def fits(ops: Any, found: list[Constraint], offset: dict[Cell, Any], target: Any) -> bool:
    """Whether the inequalities hold at an offset that was solved for the equations."""
    for equation, form in found:
        if not equation:
            low, high = ops.sign_bounds(value(ops, form, offset, target))
            if high < 0:
                return False
            if low < 0:
                raise Undecided
    return True


def closest(world: World, e: Core, env: dict[str, Any], key: str) -> dict[Cell, Any]:
    """The nearest point of `closest` or `shortest`: Karush-Kuhn-Tucker at the active constraints of the hint.

    With constraints A > 0 too: what satisfies them, if anything does, comes as near as one likes to the
    nearest point X with A >= 0 in their place, along lines to X. So X is the nearest one if A > 0 at X, else
    none is: one as near as X would be X. Raises Undefined where there is none, Undecided where no hint helps.
    """
    _, name, axes, goal, formula = e
    found = once(world, name, formula, env)
    target = world.tensor(goal, env) if goal else world.zero()
    offset = least(world, [(bool(equation), form) for equation, form in found], target, key)
    for form in (form for equation, form in found if equation is None):
        low, high = world.ops.sign_bounds(value(world.ops, form, offset, target))
        if high <= 0:
            raise Undefined(f"{key}: no point that satisfies its constraints is the nearest")
        if low <= 0:
            raise Undecided(f"{key}: whether the nearest point satisfies a strict constraint is open")
    return {cell: world.ops.add(target[cell], offset.get(cell, ZERO)) for cell in world.cells(axes)}


def once(world: World, name: str, formula: Core | None, env: dict[str, Any]) -> list[Constraint]:
    """The constraints, also strict ones; read once for all arguments that they do not name."""
    named = {x: env[x] for x in world.free(formula) if x in env and x != name} if formula else {}
    key = ("constraints", id(formula), name, stamp(named))
    if key in world.memo:
        return world.memo[key][0]
    found = rows(world, name, formula, env, strict=True)
    if len(named) < len(env):
        world.weigh(1 + sum(len(form.a) for _, form in found))
        world.memo[key] = found, formula, named  # kept, so that no id is used twice
    return found


def least(world: World, found: list[Constraint], target: Any, key: str) -> dict[Cell, Any]:
    """The nearest point that satisfies constraints, as its offset from the target."""
    active: list[int] = []
    if not all(equation for equation, _ in found):
        hint = hinted(world, key, found, target)
        if "ray" in hint:
            refute(world.ops, found, hint["ray"], key)
            raise Undefined(f"{key}: no point satisfies its constraints")
        active = hint["active"]
    solved = nearest(world.ops, found, active, target)
    if solved is None:
        if active:
            raise Undecided(f"{key}: the active constraints of the hint contradict each other")
        raise Undefined(f"{key}: no point satisfies its constraints")
    offset, multipliers = solved
    for i, weight in multipliers.items():
        if not found[i][0] and world.ops.sign_bounds(weight)[0] < 0:
            raise Undecided(f"{key}: the hint is not that of the nearest point")
    if not fits(world.ops, found, offset, target):
        raise Undecided(f"{key}: the point of the hint breaks a constraint")
    return offset


def solvable(world: World, e: Core, env: dict[str, Any], key: str) -> bool:
    """True by a point on the hint's active constraints, False by a contradiction on its ray.

    What stands behind constraints that contradict each other is not read, at any point.
    """
    found: list[Constraint] = []
    try:
        rows(world, e[1], e[3], env, found, strict=True)
    except Undefined:
        if not found or satisfiable(world, found, key):
            raise
        return False
    return satisfiable(world, found, key)


def satisfiable(world: World, found: list[Constraint], key: str) -> bool:
    """Whether a point satisfies constraints, by a hint where some are inequalities."""
    zero = world.zero()
    if all(equation for equation, _ in found):
        return nearest(world.ops, found, [], zero) is not None
    hint = hinted(world, key, found, zero)
    if "active" in hint:
        for ways in shifted(world.ops, found):
            solved = nearest(world.ops, ways, hint["active"], zero)
            if solved is not None and fits(world.ops, ways, solved[0], zero):
                return True
        raise Undecided(f"{key}: the point of the hint breaks a constraint")
    refute(world.ops, found, hint["ray"], key)
    return False


def shifted(ops: Any, found: list[Constraint]) -> list[list[Constraint]]:
    """Constraints that ask for more, each: that a form is at least some number in the place of above 0."""
    if all(equation is not None for equation, _ in found):
        return [found]
    return [
        [
            (bool(equation), form if equation is not None else affine(ops.subtract(form, shift)))
            for equation, form in found
        ]
        for shift in SHIFTS
    ]


def told(world: World, key: str, found: list[Constraint], target: Any) -> Any:
    """What the file says under a key. A search is told the constraints, and what to be near to, or which
    problem of optimum.py is to be solved."""
    world.used.add(key)
    if key not in world.hints and world.search is not None:
        world.hints[key] = world.search(key, found, target)
    if key not in world.hints:
        raise Undecided(f"no hint tells of {key}")
    return world.hints[key]


def hinted(world: World, key: str, found: list[Constraint], target: Any) -> dict[str, list[int]]:
    """What the file says of a point: {"active": [..]} or {"ray": [..]}, numbers of its constraints."""
    got = told(world, key, found, target)
    if not isinstance(got, dict) or len(got) != 1 or not set(got) <= {"active", "ray"}:
        raise Undecided(f"the hint {key} has to be active or ray")
    (listed,) = got.values()
    fine = isinstance(listed, list) and all(type(i) is int and 0 <= i < len(found) for i in listed)
    if not fine or len(set(listed)) != len(listed):
        raise Undecided(f"the hint {key} is no list of constraints' numbers below {len(found)}")
    return got


def refute(ops: Any, found: list[Constraint], ray: list[int], key: str) -> None:
    """Requires that constraints on the ray contradict each other.

    A combination of their rows that is 0, with no negative weight on an inequality, makes the constants'
    combination negative: then no point satisfies them all (Farkas). So it is where that is 0 and something to
    be above 0 has a weight: the combination of the forms would be above 0 at a point that satisfies them all.
    """
    cells = sorted({cell for i in ray for cell in found[i][1].a})
    _, relations = independent([[found[i][1].a.get(c, ZERO) for c in cells] for i in ray])
    for relation in relations:
        for flip in (Fraction(1), Fraction(-1)):
            weights = [flip * weight for weight in relation]
            rest = combined(ops, found, ray, weights)
            allowed = all(found[i][0] or weight >= 0 for i, weight in zip(ray, weights, strict=True))
            above = any(found[i][0] is None and weight > 0 for i, weight in zip(ray, weights, strict=True))
            high = ops.sign_bounds(rest)[1] if allowed else 1
            if high < 0 or (above and high <= 0):
                return
    raise Undecided(f"{key}: the ray of the hint shows no contradiction")

"""Lemmas on trajectories: what every step keeps, and what no two steps agree on."""

from fractions import Fraction
from typing import Any

from ..arithmetic import exact
from ..arithmetic.intervals import Undecided
from ..asymptotics.limits import EXP_R
from ..instance.tensors import Core, Tensor
from ..instance.world import World
from ..language.book import Let
from ..shared.premises import (
    Cell,
    all_of,
    at_work,
    axes_of,
    broken,
    claimed,
    clocks,
    ending,
    entries,
    inner,
    lemma,
    on_plane,
    positive,
    table,
    tensor,
    total,
    unknowns,
    zero,
)
from ..shared.runs import trajectory
from ..terms.calculus import Derivatives, Dual
from ..terms.symbols import Symbols
from .some import fails

ZERO, HALF = Fraction(0), Fraction(1, 2)
NOT_NEGATIVE = (0, 1)


@lemma
def stays(world: World, core: Core) -> list[str]:
    """If the first step leaves the starts unchanged, all sequences keep their starts for ever."""
    named = all_of(world, core, "trajectory")
    known = starts(world, named)
    for let in named.values():
        if not unmoved(world, let, known):
            raise broken("a step moves")
    running = clocks(named, EXP_R)
    if not fails(world, known | running, core):
        raise Undecided("the formula holds for sequences that stay")
    return ["premise     the first step of each sequence is 0"]


def starts(world: World, named: dict[str, Let]) -> dict[str, Any]:
    """Each trajectory as its start."""
    return {name: tensor(world, let.core[2], let.indices) for name, let in named.items()}


def unmoved(world: World, let: Let, known: dict[str, Any]) -> bool:
    """Whether the first step of a trajectory leaves its start unchanged."""
    with world.under(exact, known):
        return world.ask(("forall", let.indices, None, ("cmp", "=", let.core[3], let.core[2])))


@lemma
def conserved(world: World, core: Core) -> list[str]:
    """If no step changes <C, W>, C exhibited, then <C, W_k> is what it was at the start for ever."""
    named, ops = all_of(world, core, "trajectory"), Symbols()
    known = {name: unknowns(ops, name) for name in named}
    k = ops.unknown("k", NOT_NEGATIVE)  # a step may name it; what the formula says is read without it
    running = clocks(named, k)
    for name, let in named.items():
        if f"claim.{name}" not in world.hints:
            continue
        C = world.exhibited(name, axes_of(let), {})
        with at_work(world, ops, known | running):
            after = entries(world, let.core[3], let)
        with at_work(world, ops, known):
            moved = {cell: ops.subtract(x, known[name][cell]) for cell, x in after.items()}
            zero(ops, inner(ops, C, moved), "a step changes the inner product")
            wanted = claimed(world, core, name, {cell: C[cell] for cell in moved})
        with at_work(world, exact):
            start = inner(exact, C, entries(world, let.core[2], let))
            if exact.sign(exact.subtract(start, wanted)) in (None, 0):
                raise Undecided("the inner product is what the formula asks for")
        return [f"premise     no step of {name} changes its inner product with the numbers exhibited"]
    raise Undecided("no numbers are exhibited for a sequence of the formula")


@lemma
def off_the_plane(world: World, core: Core) -> list[str]:
    """If the formula keeps the sequence on a plane at last, and it is never there twice in a row, it fails.

    Either each step from the plane leads off it. Or it leads to the plane, the start is off it, and across
    the plane a step keeps order: the distance after it, with its sign, increases with that before it.
    """
    (name, let), ops = trajectory(world, core), Symbols()
    with at_work(world, ops, {name: unknowns(ops, name)}):
        kept = [form for found in ending(world, core, {}) for form in found.values()]
        planes = [ops.linear(form) for form in kept]
    for level, slopes in planes:
        if slopes and all(atom[0] == name and isinstance(c, Fraction) for atom, c in slopes.items()):
            weights = {cell: slopes.get((name, cell), ZERO) for cell in world.cells(axes_of(let))}
            if said := _avoids(world, ops, name, let, (weights, level)):
                return [f"premise     {said}"]
    raise broken("no plane that the formula keeps is seen to be left or never reached")


def _avoids(world: World, ops: Symbols, name: str, let: Let, plane: tuple[dict[Cell, Fraction], Any]) -> str:
    """How the sequence avoids the plane on which <weights, W> + level is 0; empty where it may not."""
    weights, level = plane
    point = on_plane(ops, name, weights, exact.neg(level))
    with at_work(world, ops, {name: table(point, name)}):
        after = ops.add(level, inner(ops, weights, entries(world, let.core[3], let)))
    if ops.sign(after) in (-1, 1):
        return f"each step from the plane on which the formula keeps {name} leads off it"
    if ops.sign(after) != 0:
        return ""
    derivatives = Derivatives(ops)
    moving = {cell: Dual(ops.unknown((name, cell)), {(): c}) for cell, c in weights.items()}
    with at_work(world, derivatives, {name: table(moving, name)}):
        rises = inner(derivatives, weights, entries(world, let.core[3], let))
    with at_work(world, exact):
        start = exact.add(level, inner(exact, weights, entries(world, let.core[2], let)))
        off = exact.sign(start) in (-1, 1)
    rising = isinstance(rises, Dual) and ops.sign_bounds(rises.slopes.get((), ZERO)) == (1, 1)
    return (
        f"{name} starts beside the plane on which the formula keeps it, and stays there"
        if off and rising
        else ""
    )


@lemma
def rays(world: World, core: Core) -> list[str]:
    """If every step keeps each sequence on a ray, A + c T with c > 0, it is there for every k >= 1.

    A and T are exhibited, for each sequence that the formula names or that another needs. The first step
    leads from the starts to the rays; a step from anywhere on the rays leads to a point on the rays.
    """
    named, ops = all_of(world, core, "trajectory"), Symbols()
    starts = {name: tensor(world, let.core[2], let.indices) for name, let in named.items()}
    ways = {name: _way(world, name, let) for name, let in named.items()}
    for arithmetic, known in ((exact, starts), (ops, _on_rays(ops, ways))):
        for name, let in named.items():
            with at_work(world, arithmetic, known):
                _keeps(arithmetic, entries(world, let.core[3], let), *ways[name])
    with at_work(world, ops, _on_rays(ops, ways)):
        if world.ask(core):
            raise Undecided("the formula holds on these rays")
    return [f"premise     the steps of {', '.join(named)} stay on the rays exhibited"]


def _way(world: World, name: str, let: Let) -> tuple[dict[Cell, Fraction], dict[Cell, Fraction]]:
    """A and T; A is 0 where the file names none."""
    cells = list(world.cells(axes_of(let)))
    T = world.exhibited(name, axes_of(let), {})
    if not any(T[cell] for cell in cells):
        raise broken(f"the ray of {name} has no direction")
    based = f"claim.{name}.from" in world.hints
    A = world.exhibited(f"{name}.from", axes_of(let), {}) if based else world.zero()
    return {cell: A[cell] for cell in cells}, {cell: T[cell] for cell in cells}


def _on_rays(ops: Symbols, ways: dict[str, Any]) -> dict[str, Tensor]:
    def entry(name: str, where: Cell) -> Any:
        A, T = ways[name]
        return ops.add(A[where], ops.mul(T[where], ops.unknown(name, (1, 1))))

    return {name: Tensor(lambda where, name=name: entry(name, where), name) for name in ways}


def _keeps(ops: Any, after: dict[Cell, Any], A: dict[Cell, Fraction], T: dict[Cell, Fraction]) -> None:
    """Requires a point A + c T with c > 0."""
    first = next(cell for cell, t in T.items() if t)
    size = ops.mul(1 / T[first], ops.subtract(after[first], A[first]))
    positive(ops, size, "a step does not lead along the ray")
    for cell, x in after.items():
        zero(ops, ops.subtract(ops.subtract(x, A[cell]), ops.mul(T[cell], size)), "a step leads off the ray")


@lemma
def straddles(world: World, core: Core) -> list[str]:
    """Normalised descent on one context of three tokens, two of them equally frequent, steps across their tie
    for ever, if it starts off the tie and deep enough: |L_1 - L_2| never falls below a positive number.
    """
    (name, let), ops = trajectory(world, core), Symbols()
    step, axes = let.core[3], axes_of(let)
    own = ("sequence", name, tuple(("v", x) for x, _ in let.indices))
    fits = step[:2] == ("-", own) and step[2][0] == "/" and step[2][1][0] == "*" and step[2][2][0] == "norm"
    if not fits or len(axes) != 2 or world.sizes[axes[0]] != 3:
        raise broken("the step is not - eta G / ||G|| for three tokens")
    eta, slope, whole = step[2][1][1], step[2][1][2], step[2][2][1]
    known = {name: unknowns(ops, name)}
    context = world.exhibited(f"{name}.context", axes[1:], {})
    h = [context[(i,)] for i in range(world.sizes[axes[1]])]
    with at_work(world, ops, known):
        size = world.number(eta, {})
        given = entries(world, slope, let)
        normed = tensor(world, whole[2], whole[1])
        for cell, x in given.items():
            zero(ops, ops.subtract(normed[cell], x), "the step is not of length eta")
        last = _rare(ops, known[name], given, h)
        first, second = (v for v in range(3) if v != last)
        C = {(v, i): h[i] * ((v == first) - (v == second)) for v, i in given}
        wanted = claimed(world, core, name, C)
    with at_work(world, exact):
        start = entries(world, let.core[2], let)
        L = [
            total(exact, (exact.mul(h[i], start[v, i]) for i in range(len(h)))) for v in (first, second, last)
        ]
        far = _far(L, exact.mul(size, exact.sqrt(sum((x * x for x in h), ZERO))))
        positive(exact, exact.subtract(far, exact.absolute(wanted)), "the start is not deep enough")
    return [f"premise     {name} descends along one context of three tokens, and starts deep enough"]


def _rare(ops: Symbols, M: Tensor, given: dict[Cell, Any], h: list[Fraction]) -> int:
    """The token out of support, where the slope is (softmax(M h) - p) h^T with p = 1/2 for the others."""
    logits = [total(ops, (ops.mul(x, M[v, i]) for i, x in enumerate(h))) for v in range(3)]
    raised = [ops.exp(x) for x in logits]
    for last in range(3):
        rest = [
            ops.subtract(ops.divide(raised[v], total(ops, raised)), ZERO if v == last else HALF)
            for v in range(3)
        ]
        if all(ops.sign(ops.subtract(x, ops.mul(h[i], rest[v]))) == 0 for (v, i), x in given.items()):
            return last
    raise broken("the gradient is not that of one context with p = (1/2, 1/2, 0)")


def _far(L: list[Any], reach: Any) -> Any:
    """r / 2, for r the least of |L_1 - L_2| and sqrt2 eta |h| - |L_1 - L_2|, if y >= 0 is large enough."""
    delta = exact.absolute(exact.subtract(L[0], L[1]))
    y = exact.subtract(exact.mul(HALF, exact.add(L[0], L[1])), L[2])
    r = exact.extreme(delta, exact.subtract(exact.mul(exact.sqrt(Fraction(2)), reach), delta), largest=False)
    positive(exact, r, "the start lies on the tie, or beyond one step from it")
    if exact.sign_bounds(y)[0] < 0:
        raise broken("the token out of support starts too high")
    raised = exact.exp(exact.mul(HALF, r))
    tanh = exact.divide(exact.subtract(raised, Fraction(1)), exact.add(raised, Fraction(1)))  # of r / 4
    shift = exact.subtract(exact.mul(exact.sqrt(Fraction(3, 2)), reach), y)
    half = exact.mul(HALF, r)
    lost = exact.mul(Fraction(4), exact.exp(shift))
    positive(
        exact, exact.subtract(exact.mul(half, exact.power(tanh, 2)), lost), "the start is not deep enough"
    )
    return half

"""A lemma on a run along a line whose steps are divided by the root of what its own gradients add up to.

It is derived in the linear paper's `derivations.md`.
"""

from typing import Any

from ..arithmetic import exact
from ..arithmetic.intervals import Undecided
from ..asymptotics import far
from ..asymptotics.far import leading
from ..asymptotics.limits import GROWTH, R, with_sequences
from ..asymptotics.orders import HALF, ONE, Grown, Order, Settled, Tower
from ..instance.tensors import Core
from ..instance.world import World
from ..shared.premises import all_of, axes_of, entries, lemma, needs, precise, scalar, table
from ..shared.runs import along, moves, shown, starting
from ..terms.polynomials import reduced
from ..terms.symbols import POSITIVE, Quotient, Symbols
from .adaptive import BOUNDED

LINEAR = Order({}, 1)


@lemma
@precise
def self_scaled(world: World, core: Core) -> list[str]:
    """If each step adds g > 0 to a number B > 0, and moves a run along W(0) + m D, D exhibited, by a constant
    times sqrt(g / B), B what it is before or after the step and g a function of m like e^(-2 a m) far out,
    then B tends to a number, and m is log k / a + O(1).
    """
    lets = all_of(world, core, "trajectory")
    needs(len(lets) == 2, "one run and one number are named")
    total, run = sorted(lets, key=lambda name: len(axes_of(lets[name])))
    needs(not axes_of(lets[total]) and axes_of(lets[run]), "one is a number, the other is none")
    ops, way, start = Symbols(), shown(world, "direction", axes_of(lets[run])), starting(world, lets[run])
    needs(exact.sign(starting(world, lets[total])[()]) == 1, "the number starts above 0")
    needs(any(way.values()), "the direction exhibited is not 0")
    m, before = ops.unknown("m"), ops.unknown("B", POSITIVE)
    here = along(ops, start, [way], [m])
    with world.under(ops, {run: table(here, run), total: scalar(before)}):
        after = entries(world, lets[total].core[3], lets[total])[()]
        there = entries(world, lets[run].core[3], lets[run])
    moved = {cell: ops.subtract(x, here[cell]) for cell, x in there.items()}
    step = moves(ops, way, moved, "no step leads off the line")
    needs(ops.sign_bounds(step) == (1, 1), "each step leads forward along the line")
    added = ops.subtract(after, before)
    needs(isinstance(added, Quotient) and far.positive(added), "what is added is a positive function of m")
    (top, _), (low, _) = map(leading, reduced(far.along(added, {ops.numbers["m"]: ONE})))
    needs(low > top, "what is added falls exponentially with m")
    needs(any(of_root(ops, step, x, added) for x in (after, before)), "a step is a multiple of sqrt(g / B)")
    log_k = Grown([(HALF * (low - top), LINEAR)], BOUNDED)
    known = {run: table(along(GROWTH, start, [way], [R]), run), total: scalar(Settled())}
    if with_sequences(world, known | {lets[run].core[1]: scalar(Tower(log_k))}, core):
        raise Undecided("the formula holds far out on that line")
    return [f"premise     steps of {run} are a multiple of sqrt(g / {total}), g what is added to {total}"]


def of_root(ops: Symbols, step: Any, number: Any, added: Any) -> bool:
    """Whether a step is p / sqrt(number), and p^2 a constant times what is added."""
    root = ops.sqrt(number)
    ((powers, _), *others) = root.p if isinstance(root, Quotient) else [((), ())]
    if others or not powers:
        return False
    pulled = without(ops.mul(step, root), powers[-1][0])
    ratio = ops.divide(ops.power(pulled, 2), added)
    return not isinstance(ratio, Quotient) and exact.sign(ratio) == 1


def without(x: Any, atom: int) -> Any:
    """A quotient in which an atom that is positive and divides all terms, above and below, is cancelled."""
    if not isinstance(x, Quotient):
        return x
    least = min(dict(powers).get(atom, 0) for half in (x.p, x.q) for powers, _ in half)
    p, q = (
        {
            (tuple((a, k - least * (a == atom)) for a, k in powers if k - least * (a == atom)), exponent): c
            for (powers, exponent), c in half.items()
        }
        for half in (x.p, x.q)
    )
    return Quotient(p, q)

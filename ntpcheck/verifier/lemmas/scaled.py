"""Lemmas on runs whose steps are divided by the roots of what their own gradients add up to: in all, or entry
by entry.

They are derived in the linear paper's `derivations.md`.
"""

from fractions import Fraction
from typing import Any

from ..arithmetic import exact
from ..arithmetic.intervals import Undecided, Useless
from ..asymptotics import far
from ..asymptotics.far import Terms, leading
from ..asymptotics.limits import GROWTH, R, with_sequences
from ..asymptotics.orders import HALF, ONE, UNIT, ZERO, Grown, Order, Tower
from ..asymptotics.spoken import spoken
from ..instance.tensors import Core
from ..instance.world import World
from ..language.book import Let
from ..shared.premises import (
    Numbers,
    all_of,
    axes_of,
    entries,
    inner,
    lemma,
    needs,
    precise,
    scalar,
    table,
    total,
)
from ..shared.runs import along, moves, shown, shown_number, starting
from ..shared.sums import beside
from ..terms.polynomials import reduced
from ..terms.symbols import POSITIVE, Quotient, Symbols

WALKED = 64  # steps after which bounds are told
LINEAR = Order({}, 1)
Step = tuple[Terms, Terms]


@lemma
@precise
def self_scaled(world: World, core: Core) -> list[str]:
    """If each step adds g > 0 to a number B > 0, and moves a run along W(0) + m D, D exhibited, by a constant
    times sqrt(g / B), B what it is before or after the step and g a function of m like e^(-2 a m) far out,
    then B tends to a number, of which bounds are known, and m is log k / a and a number that hangs on that.
    B may be e more than what is named, e exhibited.
    """
    pair = Pair(world, core)
    run, total, ops = pair.run, pair.total, pair.ops
    needs(not axes_of(total), "one is a number, the other is none")
    way, start = shown(world, "direction", axes_of(run)), starting(world, run)
    needs(any(way.values()), "the direction exhibited is not 0")
    m, B = ops.unknown("m"), ops.unknown("B", POSITIVE)
    moved, more = pair.steps(along(ops, start, [way], [m]), {(): B})
    step = moves(ops, way, moved, "no step leads off the line")
    needs(ops.sign_bounds(step) == (1, 1), "each step leads forward along the line")
    g, rate, lead = falling(more[()], {ops.numbers["m"]: ONE})
    share, late = share_of(ops, step, B, more[()])
    pace = exact.sqrt(share)
    (end,) = ends_at(g, rate, pace, [(ONE, pair.first[()])], late=late)
    order, pull = Order({1: rate}, 0), exact.mul(exact.mul(rate, pace), exact.sqrt(lead))
    k = Grown([(exact.divide(exact.sqrt(end), pull), order)], order)
    pair.fails({run.name: along(GROWTH, start, [way], [R]), total.name: pair.tending({(): end})}, k)
    return [
        f"premise     steps of {run.name} are a multiple of sqrt(g / {total.name}), g what is added to that"
    ]


@lemma
@precise
def each_scaled(world: World, core: Core) -> list[str]:
    """If each entry W_i moves by a constant times D_i sqrt(g / B_i), D exhibited, B_i > 0 a number of its own
    to which each step adds D_i^2 g, taken before or after that, and g a function of m = <D, W> like
    e^(-2 a m) far out, then each B_i tends to a number b_i, of which bounds are known, and W goes to infinity
    as D_i / sqrt(b_i), with m like log k / a. The B_i may be e more than what is named, e exhibited.
    """
    pair = Pair(world, core)
    run, total, ops = pair.run, pair.total, pair.ops
    needs(axes_of(total) == axes_of(run), "each entry has a number of its own")
    way, start = shown(world, "direction", axes_of(run)), starting(world, run)
    x, B = {c: ops.unknown(("x", c)) for c in way}, {c: ops.unknown(("B", c), POSITIVE) for c in way}
    moved, more = pair.steps({c: ops.add(start[c], x[c]) for c in way}, B)
    still = [c for c in way if not way[c]]
    needs(len(still) < len(way), "the direction exhibited is not 0")
    for c in still:
        needs(ops.sign(moved[c]) == ops.sign(more[c]) == 0, "no step leads off the direction's entries")
    rows = [(c, d, d * d) for c, d in way.items() if d]
    first = ops.mul(1 / rows[0][2], more[rows[0][0]])
    g, rate, _ = falling(first, {ops.numbers["x", c]: d for c, d, _ in rows})
    shares = list[tuple[Any, bool]]()
    for c, d, w in rows:
        needs(ops.sign(ops.subtract(more[c], ops.mul(w, first))) == 0, "to each is added D_i^2 g")
        needs(ops.sign_bounds(ops.mul(d, moved[c])) == (1, 1), "each entry moves forward along D")
        shares.append(share_of(ops, moved[c], B[c], more[c]))
    (share, late), *others = shares
    equal = all(exact.sign(exact.subtract(s, share)) == 0 and b is late for s, b in others)
    needs(equal, "all entries move by one constant")
    pace = exact.sqrt(share)
    ends = ends_at(g, rate, pace, [(w, pair.first[c]) for c, _, w in rows], late=late)
    found: Numbers = dict(start)
    for (c, d, _), end in zip(rows, ends, strict=True):
        found[c] = Grown([(exact.divide(exact.mul(d, pace), exact.sqrt(end)), LINEAR)], LINEAR)
    log_k = GROWTH.mul(rate, inner(GROWTH, way, {c: y if way[c] else ZERO for c, y in found.items()}))
    far_off = pair.first | {c: end for (c, _, _), end in zip(rows, ends, strict=True)}
    pair.fails({run.name: found, total.name: pair.tending(far_off)}, Tower(log_k))
    return [
        f"premise     each entry of {run.name} moves by D_i sqrt(g / {total.name}), which D_i^2 g is added to"
    ]


class Pair:
    """A run, and what adds up squares of its gradients; `first` is that at the start, and e more."""

    def __init__(self, world: World, core: Core) -> None:
        self.world, self.core, self.ops = world, core, Symbols()
        lets = all_of(world, core, "trajectory")
        totals = [let for name, let in lets.items() if adds_up(world, name, let)]
        needs(len(lets) == 2 and len(totals) == 1, "one run is named, and what adds up its steps")
        (self.total,), (self.run,) = totals, [let for let in lets.values() if let not in totals]
        self.e = shown_number(world, "beside") if "claim.beside" in world.hints else ZERO
        self.first = {c: exact.add(x, self.e) for c, x in starting(world, self.total).items()}
        needs(all(exact.sign(x) == 1 for x in self.first.values()), "the number starts above 0")

    def steps(self, here: Numbers, B: Numbers) -> tuple[Numbers, Numbers]:
        """By how much both move where the run is somewhere, and what adds up is B, less e."""
        ops, at = self.ops, {c: self.ops.subtract(x, self.e) for c, x in B.items()}
        with self.world.under(ops, {self.run.name: table(here), self.total.name: table(at)}):
            found = [entries(self.world, let.core[3], let) for let in (self.run, self.total)]
        moved, more = (
            {c: ops.subtract(x, were[c]) for c, x in y.items()}
            for y, were in zip(found, (here, at), strict=True)
        )
        return moved, more

    def tending(self, ends: Numbers) -> Numbers:
        """What adds up, less e, where it tends to numbers."""
        return {c: Grown([(exact.subtract(x, self.e), UNIT)], UNIT) for c, x in ends.items()}

    def fails(self, found: dict[str, Numbers], k: Any) -> None:
        """Requires that the formula fails there. No bits narrow the bounds of what adds up."""
        known: dict[str, Any] = {name: table(x) for name, x in found.items()}
        known[self.run.core[1]] = scalar(k)
        try:
            holds = with_sequences(self.world, known, self.core)
        except Undecided as problem:
            raise Useless(*problem.args) from None
        if holds:
            raise Useless("the formula holds far out on that line")


def adds_up(world: World, name: str, let: Let) -> bool:
    """Whether a step adds what does not name the sum itself."""
    rest = beside(let.core[3], ("sequence", name, tuple(("v", letter) for letter, _ in let.indices)))
    return rest is not None and name not in spoken(world.book, rest)


def falling(more: Any, axis: dict[int, Fraction]) -> tuple[Step, Fraction, Any]:
    """What is added as a function of m, a, and c where it is like c e^(-2 a m)."""
    needs(isinstance(more, Quotient) and far.positive(more), "what is added is a positive function of m")
    g = far.along(more, axis)
    (top, over), (low, under) = map(leading, reduced(g))
    needs(low > top, "what is added falls exponentially with m")
    return g, HALF * (low - top), exact.divide(over, under)


def ends_at(g: Step, a: Fraction, c: Any, starts: list[tuple[Any, Any]], *, late: bool) -> list[Any]:
    """Bounds of what numbers B > 0 tend to, seen after some steps, by the derivation.

    starts: w and B at first, where w g is added to B; m moves by c times all w sqrt(g / B) together.
    """
    above, below = g
    C = exact.divide(total(exact, (x for _, x in above)), leading(below)[1])
    m, at, weights = ZERO, [B for _, B in starts], [w for w, _ in starts]
    for _ in range(WALKED):
        here = far.value(g, {0: m})
        after = [exact.add(B, exact.mul(w, here)) for w, B in zip(weights, at, strict=True)]
        root = exact.sqrt(here)
        step = exact.mul(exact.mul(c, root), per_root(weights, after if late else at))
        m, at = exact.enclose(exact.add(m, step)), [exact.enclose(B) for B in after]
    F = exact.mul(exact.sqrt(C), exact.exp(exact.mul(-a, m)))
    more = exact.add(exact.divide(F, exact.mul(a, c)), exact.mul(exact.power(F, 2), per_root(weights, at)))
    most = (exact.power(exact.add(exact.sqrt(B), more), 2) for B in at)
    return [(B[0], exact.enclose(end)[1]) for B, end in zip(at, most, strict=True)]


def per_root(weights: list[Any], numbers: list[Any]) -> Any:
    """What the w / sqrt(B) add up to."""
    return total(exact, (exact.divide(w, exact.sqrt(B)) for w, B in zip(weights, numbers, strict=True)))


def share_of(ops: Symbols, step: Any, before: Any, more: Any) -> tuple[Any, bool]:
    """p^2 by what is added, where a step is p / sqrt(B) and that is constant; and whether B is the later."""
    for number, late in ((ops.add(before, more), True), (before, False)):
        if (ratio := of_root(ops, step, number, more)) is not None:
            return ratio, late
    raise Undecided("a premise of the lemma fails: a step is a multiple of sqrt(g / B)")


def of_root(ops: Symbols, step: Any, number: Any, more: Any) -> Any:
    """p^2 by what is added, where a step is p / sqrt(number) and that is a constant; else None."""
    root = ops.sqrt(number)
    ((powers, _), *others) = root.p if isinstance(root, Quotient) else [((), ())]
    if others or not powers:
        return None
    pulled = without(ops.mul(step, root), powers[-1][0])
    ratio = ops.divide(ops.power(pulled, 2), more)
    return ratio if not isinstance(ratio, Quotient) and exact.sign(ratio) == 1 else None


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

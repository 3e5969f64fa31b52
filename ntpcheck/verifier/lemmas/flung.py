"""A lemma on trajectories along a line whose steps are so long that each leads farther out.

It is derived in the linear paper's `derivations.md`.
"""

from fractions import Fraction
from itertools import islice
from math import ceil
from typing import Any

from ..arithmetic import exact
from ..arithmetic.intervals import Undecided
from ..arithmetic.kinds import enclose
from ..asymptotics import far
from ..asymptotics.limits import GROWTH, R, with_sequences
from ..asymptotics.orders import ONE, ZERO, Grown, Order
from ..asymptotics.spoken import denied
from ..instance.tensors import Core
from ..instance.world import World
from ..shared.falling import polynomials
from ..shared.premises import clocks, lemma, needs, precise
from ..shared.pulled import decaying
from ..shared.runs import EXACTLY, Line, shown_number, walked

AWAY = tuple(Fraction(k, 4) for k in range(1, 65))  # from 0, where p is looked for near what it tends to
GRID = 64  # bounds are printed, and may be wider
LOG_R = Order({}, 0, 1)
BOUNDED: Any = Order({}, 0, Fraction(1, 2))  # type: ignore[arg-type] # what is bounded is o(sqrt(log R))


@lemma
@precise
def flung(world: World, core: Core) -> list[str]:
    """If a step along a line W(0) + m D, D exhibited, takes m to q m + p(m), |q| > 1 and p bounded, or q = -1
    and p larger far on the left than far on the right, or to a polynomial of degree 2 or more, and |m| is
    large after so many steps as are exhibited, |m| grows without end, to one side or to both in turn. W may
    be several trajectories, with a part of D for each.
    """
    line = Line(world, core)
    reach, turned, pace = law(line.move, line.atom)
    m = reached(line)
    out = exact.sign_bounds(exact.subtract(exact.absolute(m), reach)) == (1, 1)
    needs(out, "it is far enough out at the step exhibited")
    sides = [turned[exact.sign_bounds(m)[0] < 0]]  # after one step more
    if (other := turned[sides[0] < 0]) != sides[0]:
        sides.append(other)
    needs(len(sides) == 1 or not denied(world, core), "no statement about a limit is denied")
    far_out = [line.at(GROWTH, GROWTH.mul(side, R)) for side in sides]
    if pace is not None:
        far_out = [known | clocks(line.lets, pace) for known in far_out]
    found = [with_sequences(world, known, core) for known in far_out]  # it has a value on either side
    if all(found):
        raise Undecided("the formula holds far out on that line")
    return [f"premise     beyond |m| = {reach} each step of {' and '.join(line.lets)} leads farther out"]


def reached(line: Line) -> Any:
    """Bounds of m after as many steps as are exhibited."""
    last = shown_number(line.world, "step")
    needs(last.denominator == 1 and 0 <= last <= EXACTLY, f"the step is one of the first {EXACTLY}")
    *_, at = islice(walked(line.world, line.lets, enclose), int(last) + 1)
    name, cell = first = next(key for key, x in line.way.items() if x)
    off = exact.subtract(at[name][cell], line.start[name][cell])
    return exact.mul(1 / line.way[first], off)


def law(part: Any, atom: int) -> tuple[Fraction, list[Fraction], Any]:
    """r, s and k where steps from |m| > r lead farther out, from m > 0 to the sign s[0], from m < 0 to s[1].

    k is the number of steps where |m| is R, or None where nothing is known of it.
    """
    of_powers = polynomials(part, atom)
    if of_powers and len(of_powers[0]) > 2:
        needs(len(of_powers[1]) == 1, "a step is a polynomial, or linear but for what is bounded")
        *lower, top = (c / of_powers[1][0] for c in of_powers[0])
        reach = max(ONE, (3 + sum(map(abs, lower), ZERO)) / abs(top))  # |p(m)| >= 3 |m| from there on
        sign = ONE if top > 0 else -ONE
        return reach, [sign, sign if len(lower) % 2 == 0 else -sign], None
    decay, rest = decaying(part, atom)
    q = ONE - decay
    if q == -1:
        return swinging(rest, atom), [-ONE, ONE], None
    needs(abs(q) > 1, "steps are q m and what is bounded, |q| > 1")
    reach = Fraction(ceil(GRID * bound(rest, atom) / (abs(q) - 1)), GRID)
    pace = Grown([(exact.divide(ONE, exact.log(abs(q))), LOG_R)], BOUNDED)
    sign = ONE if q > 0 else -ONE
    return reach, [sign, -sign], pace


def swinging(rest: Any, atom: int) -> Fraction:
    """r where each two steps from |m| > r, m to -m + p(m), lead farther out by half the fall of p or more.

    p is within a quarter of its fall of what it tends to on either side, beyond some s. One step from |m| > r
    leads beyond s on the other side.
    """
    above, below = quotient(rest, atom)
    over, under = ({form.get(atom, ZERO): c for form, c in part} for part in (above, below))
    low, high = min(under), max(under)
    needs(all(low <= exponent <= high for exponent in over), "p is bounded")
    right, left = (exact.divide(over.get(end, ZERO), under[end]) for end in (high, low))
    fall = exact.subtract(left, right)
    needs(exact.sign_bounds(fall) == (1, 1), "p is larger far on the left than far on the right")
    least, most = enclose(fall)

    def off(end: Fraction, to: Any, s: Fraction) -> Fraction:
        """At least |p - to| beyond s, on the side where e^(end m) is the largest term below the line."""
        total = ZERO
        for exponent in {*over, *under} - {end}:
            c = exact.subtract(over.get(exponent, ZERO), exact.mul(to, under.get(exponent, ZERO)))
            falls = exact.exp(-abs(end - exponent) * s)
            total += enclose(exact.absolute(exact.divide(exact.mul(c, falls), under[end])))[1]
        return total

    near = (s for s in AWAY if 4 * max(off(high, right, s), off(low, left, s)) <= least)
    s = next(near, None)
    if s is None:
        raise Undecided("what p tends to is not near enough at places that are tried")
    inward = max(ZERO, enclose(right)[1], -enclose(left)[0])
    return Fraction(ceil(GRID * (s + inward + most / 4)), GRID)


def quotient(rest: Any, atom: int) -> Any:
    """The terms of p above and below the line, exponentials of m alone, those below positive."""
    above, below = far.sums(rest)
    needs(all(form.keys() <= {atom} for part in (above, below) for form, _ in part), "p is a function of m")
    needs(all(exact.sign_bounds(c) == (1, 1) for _, c in below), "what p is divided by has positive terms")
    return above, below


def bound(rest: Any, atom: int) -> Fraction:
    """At least |p|, for a quotient p of exponentials, no exponent above the line beyond those below."""
    above, below = quotient(rest, atom)
    found = {form.get(atom, ZERO): enclose(c)[0] for form, c in below}
    low, high = min(found), max(found)
    shared, more = ZERO, ZERO
    for form, c in above:
        size, exponent = enclose(exact.absolute(c))[1], form.get(atom, ZERO)
        needs(low <= exponent <= high, "p is bounded")
        if exponent in found:
            shared = max(shared, size / found[exponent])
        else:
            more += size / min(found[low], found[high])
    return shared + more

"""Combinations of trajectories that each step multiplies by a quotient of polynomials in the number of steps.

The law is derived with the lemma `superposed`, in the linear paper's `derivations.md`.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING, Any

from ..arithmetic import exact
from ..arithmetic.intervals import spend
from ..asymptotics.orders import ONE, UNIT, ZERO, Grown, Order
from ..terms.polynomials import Polynomial, value
from ..terms.symbols import Quotient
from .falling import minus
from .premises import needs, total

if TYPE_CHECKING:
    from ..lemmas.modes import Form, Key, State

SLACK = (
    64  # the factor that is left after the first steps is known up to e^(1 / so many), if these are enough:
)
LONGEST = 512  # steps that are multiplied out


def waning(state: State, u: Form) -> Any:
    """A combination for all large k, which is R, with bounds of the factor that leads."""
    b, slopes, below = parted(state, u)
    first = next(iter(u))
    above = [x / u[first] for x in slopes.get(first, ())]
    same = slopes == {key: [c * x for x in above] for key, c in u.items()}
    needs(above and same, "each step takes a combination to a multiple of it")
    needs(len(above) == len(below), "the multiple tends to a number that is not 0")
    less = trimmed(minus(below, above))
    c = b[-1] / less[-1] if b and less else ZERO
    needs(b == [c * x for x in less if c], "a step leaves one number where it is")
    off = exact.subtract(state.starts(u), c)
    if exact.sign(off) == 0:
        return c
    scale = above[-1] / below[-1]
    needs(scale > 0, "the multiple tends to a positive number")
    rest = product([x / scale for x in above], below)
    if rest is None:  # it is there after some steps
        return c
    s, factor, known = rest
    order = Order({1: exact.log(scale)} if scale != 1 else {}, s)
    lead = exact.mul(off, factor)
    return Grown([(c, UNIT), (lead, order)], None if known else order)


def parted(state: State, u: Form) -> tuple[Polynomial, dict[Key, Polynomial], Polynomial]:
    """What a step makes of a combination: what names no entry, what multiplies entries, and the divisor."""
    ops = state.ops
    x = total(ops, (ops.mul(c, state.after[key]) for key, c in u.items()))
    needs(isinstance(x, Quotient), "a step hangs on where it starts")
    names = {number: name for name, number in ops.numbers.items()}
    found: dict[Any, dict[int, Fraction]] = {None: {}, "below": {}}
    for half in (x.p, x.q):
        for (powers, exponent), c in half.items():
            degrees = {names[atom]: k for atom, k in powers}
            degree = degrees.pop(state.clock, 0)
            entry = next(iter(degrees), None) if half is x.p else "below"
            linear = not exponent and degree >= 0 and isinstance(c, Fraction)
            linear = linear and (degrees in ({}, {entry: 1}) if half is x.p else not degrees)
            needs(
                linear and (entry in state.after or not degrees), "each step is linear, by polynomials in k"
            )
            found.setdefault(entry, {})[degree] = c
    listed = {
        key: [part.get(i, ZERO) for i in range(max(part, default=-1) + 1)] for key, part in found.items()
    }
    return listed.pop(None), listed, listed.pop("below")


def trimmed(p: Polynomial) -> Polynomial:
    """Without leading zeros."""
    while p and not p[-1]:
        p = p[:-1]
    return p


def product(above: Polynomial, below: Polynomial) -> tuple[Fraction, Any, bool] | None:
    """s and bounds of L, where the product of the first k of P(j) / Q(j), j = 0, 1, .., is k^s (L + o(1)), as
    P / Q is 1 + s / j + O(1 / j^2); and whether it is L k^s. None where a factor is 0.
    """
    n, lead = len(below) - 1, abs(below[-1])
    apart = trimmed(minus(above, below))
    s = apart[-1] / below[-1] if len(apart) == n and n else ZERO
    left = minus([ZERO, *apart], [s * x for x in below])  # P / Q - 1 - s / j is left / (j Q)
    first = 2 * size(below[:-1]) / lead  # |Q(j)| is at least lead j^n / 2 from there on
    A, B = 2 * size(left) / lead, 2 * size(apart) / lead
    M = A + B**2 + abs(s) / 2  # |log(P / Q) - s log(1 + 1 / j)| is at most M / j^2
    least = max(2, ceil(first), ceil(2 * B)) + 1
    N = max(least, min(ceil(SLACK * M) + 1, LONGEST))
    needs(least <= LONGEST, f"the multiple is near its limit after {LONGEST} steps")
    found = ONE
    for j in map(Fraction, range(N)):
        needs(value(below, j), "a step's divisor is not 0")
        found *= value(above, j) / value(below, j)
        spend(8)
    if not found:
        return None
    near = exact.mul(found, exact.exp(exact.mul(-s, exact.log(Fraction(N)))))
    if not M:
        return s, near, True
    low, high = (exact.exp(sign * M / (N - 1)) for sign in (-ONE, ONE))
    return s, exact.mul(near, (exact.enclose(low)[0], exact.enclose(high)[1])), False


def size(p: Polynomial) -> Fraction:
    """At least |p(j)| / j^degree for j >= 1."""
    return sum(map(abs, p), ZERO)

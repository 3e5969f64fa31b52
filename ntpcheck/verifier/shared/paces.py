"""Powers of the number of steps: counters, how fast what they scale goes, and heights that it leads to."""

from contextlib import suppress
from fractions import Fraction
from typing import Any

from ..arithmetic import exact
from ..arithmetic.intervals import Undecided
from ..asymptotics.limits import GROWTH, R
from ..asymptotics.orders import ONE, UNIT, ZERO, Grown, Order
from ..instance.world import World
from ..language.book import Let
from ..terms.symbols import CONSTANT, POSITIVE, Quotient, Symbols
from .premises import entries, needs, scalar
from .pulled import crossing, falls
from .runs import starting

Polynomial = dict[tuple[tuple[int, int], ...], Any]  # coefficients by powers of atoms
Paces = dict[int, tuple[Fraction, Any]]  # s and c where an atom is c k^s (1 + o(1))
LOG_R = Order({}, 0, 1)
BESIDE = Grown([(ONE, Order({0: ONE, 1: ONE}, 0))])  # e^R but for a factor between two positive numbers


def counter(world: World, name: str, let: Let) -> tuple[Fraction, Fraction]:
    """The start and the pace of a number that each step raises by as much. Raises Undecided for others."""
    needs(not let.indices, "a counter is a number")
    ops = Symbols()
    here = ops.unknown(name)
    with world.under(ops, {name: scalar(here, name)}):
        pace = ops.subtract(entries(world, let.core[3], let)[()], here)
    start = starting(world, let)[()]
    needs(isinstance(pace, Fraction) and pace > 0, "each step adds a positive number")
    needs(isinstance(start, Fraction) and start >= 0, "it starts at no negative number")
    return start, pace


def multiplied(world: World, name: str, let: Let) -> tuple[Fraction, Fraction]:
    """The start and the factor of a positive number that each step multiplies by as much, above 1."""
    needs(not let.indices, "what is multiplied is a number")
    ops = Symbols()
    here = ops.unknown(name, POSITIVE)
    with world.under(ops, {name: scalar(here, name)}):
        factor = ops.divide(entries(world, let.core[3], let)[()], here)
    start = starting(world, let)[()]
    needs(isinstance(factor, Fraction) and factor > 1, "each step multiplies by a number above 1")
    needs(isinstance(start, Fraction) and start > 0, "it starts at a positive number")
    return start, factor


def parted_by(step: Quotient, own: int) -> tuple[Quotient, Quotient]:
    """p and q where a step is p + q m, m its coordinate outside of exponents."""
    parts: tuple[Any, Any] = ({}, {})
    for (powers, exponent), c in step.p.items():
        times = dict(powers).get(own, 0)
        needs(times in (0, 1), "a step is linear in what stands outside of exponents")
        parts[times][tuple((atom, k) for atom, k in powers if atom != own), exponent] = c
    needs(all(parts), "the coordinate stands outside of exponents, and alone in them")
    return Quotient(parts[0], step.q), Quotient(parts[1], step.q)


def separated(p: Any, paces: Paces, own: int) -> tuple[Polynomial, Any]:
    """A sum as one of powers of k and of its roots, times a sum of exponentials of one coordinate."""
    found: dict[Any, Polynomial] = {}
    for (powers, exponent), c in p.items():
        if any(atom not in paces for atom, _ in powers):
            raise Undecided("a coordinate stands outside an exponent")
        form = ZERO
        for (atoms, inner), k in exponent:
            needs(not inner and atoms == ((own, 1),), "an exponent is linear in the coordinate")
            form = k
        found.setdefault(form, {})[powers] = c
    one = next(iter(found.values()))
    terms: Any = []
    for form, other in found.items():
        ratio = (
            exact.divide(other[next(iter(one))], one[next(iter(one))]) if other.keys() == one.keys() else None
        )
        same = ratio is not None and all(
            exact.sign(exact.subtract(x, exact.mul(ratio, one[k]))) == 0 for k, x in other.items()
        )
        needs(same, "a step is a number by k times one by the coordinate")
        terms.append(({0: form}, ratio))
    return one, terms


def polynomial(p: Any, paces: Paces) -> Polynomial:
    """A sum of powers of k and of its roots alone, with rational coefficients."""
    needs(
        all(not exponent and all(atom in paces for atom, _ in powers) for powers, exponent in p)
        and all(isinstance(c, Fraction) for c in p.values()),
        "a root hangs on k alone",
    )
    return {powers: c for (powers, _), c in p.items()}


def foremost(found: Polynomial, paces: Paces) -> tuple[Fraction, Any]:
    """s and c where such a sum is c k^s (1 + o(1)), c not 0."""
    terms: dict[Fraction, Any] = {}
    for powers, c in found.items():
        degree = sum((k * paces[atom][0] for atom, k in powers), ZERO)
        for atom, k in powers:
            c = exact.mul(c, exact.power(paces[atom][1], k))
        terms[degree] = exact.add(terms.get(degree, ZERO), c)
    needs(terms and exact.sign(terms[max(terms)]) in (1, -1), "what leads in k does not cancel")
    return max(terms), terms[max(terms)]


def height(a: Fraction, c: Any, degree: Fraction) -> Grown:
    """log(a c sum of k^degree) / a, and o(1); R is log k."""
    needs(degree >= -1, "the sum of the steps' lengths has no end")
    rise = LOG_R if degree == -1 else Order({}, 1)
    by = degree + 1 or ONE
    level = exact.log(exact.divide(exact.mul(a, c), by))
    return Grown([(by / a, rise), (exact.mul(1 / a, level), UNIT)], UNIT)


def known_by(ops: Symbols, clock: int) -> Paces:
    """k, and roots of quotients of polynomials in k: s and c with c k^s (1 + o(1)), by their atoms."""
    found: Paces = {clock: (ONE, ONE)}
    for name, atom in ops.numbers.items():
        if isinstance(name, tuple) and name[0] == "sqrt":
            with suppress(Undecided):
                (s, c), (t, d) = (foremost(polynomial(dict(half), found), found) for half in name[1:])
                found[atom] = (s - t) / 2, exact.sqrt(exact.divide(c, d))
    return found


def share(step: Any, n: Any) -> Fraction:
    """b, where a step is - b n and what does not hang on n."""
    if not isinstance(step, Quotient):
        return ZERO
    (key,) = n.p
    atom = key[0][0][0]
    for (powers, exponent), c in step.p.items():
        if dict(powers).get(atom) == 1:
            rest = tuple((other, k) for other, k in powers if other != atom)
            b = exact.neg(exact.divide(c, step.q.get((rest, exponent), ONE)))
            if not isinstance(b, Fraction):
                raise Undecided("a premise of the lemma fails: momentum is rational")
            return b
    return ZERO


def late(step: Any, clock: int) -> Fraction:
    """t, where a step has the divisor k + t."""
    if isinstance(step, Quotient):
        slope, constant = step.q.get((((clock, 1),), ())), step.q.get(CONSTANT)
        if isinstance(slope, Fraction) and isinstance(constant, Fraction) and slope and constant / slope > 0:
            return constant / slope
    return ONE


def balanced(step: tuple[Any, Any, tuple[Any, Any]], d: Any) -> Any:
    """The one zero of e p(m) - d m, which falls with m."""
    _, e, p = step
    decay = exact.divide(d, e)
    if not isinstance(decay, Fraction) or decay <= 0:
        raise Undecided("a step loses a rational share beside what it adds")
    falls(p, 0, decay)
    return crossing(p, decay)


def braked(a: Fraction, c: Any, degree: Fraction) -> Grown:
    """(degree log k - log log k + log(a c / degree)) / a, and o(1); R is log k."""
    level = exact.log(exact.divide(exact.mul(a, c), degree))
    return Grown([(degree / a, Order({}, 1)), (-1 / a, LOG_R), (exact.mul(1 / a, level), UNIT)], UNIT)


def outgrown(a: Fraction, c: Any, rate: Any, first: Any) -> Grown:
    """(k rate + log(first) + log(a c / rate)) / a, and o(1); R is k."""
    level = exact.log(exact.divide(exact.mul(first, exact.mul(a, c)), rate))
    return Grown([(exact.mul(1 / a, rate), Order({}, 1)), (exact.mul(1 / a, level), UNIT)], UNIT)


def mean(y: Any) -> Any:
    """The mean before k of what is y at k: of log k it is log k - 1, of log log k the same, but for o(1)."""
    known = Grown([(ONE, Order({}, 1)), (ONE, LOG_R), (ONE, UNIT)])
    for c, order in y.terms:
        needs(any(order.above(one) == 0 for _, one in known.terms), "a mean of logs is asked for")
        if order.above(R.terms[0][1]) == 0:
            y = GROWTH.subtract(y, c)
    return y

"""Powers of the number of steps: counters, how fast what they scale goes, and heights that it leads to."""

from fractions import Fraction
from typing import Any

from ..arithmetic import exact
from ..arithmetic.intervals import Undecided
from ..asymptotics.limits import GROWTH, R
from ..asymptotics.orders import ONE, UNIT, ZERO, Grown, Order
from ..instance.world import World
from ..language.book import Let
from ..terms.symbols import Symbols
from .premises import entries, needs, scalar
from .runs import starting

Polynomial = dict[tuple[tuple[int, int], ...], Any]  # coefficients by powers of atoms
Paces = dict[int, tuple[Fraction, Any]]  # s and c where an atom is c k^s (1 + o(1))
LOG_R = Order({}, 0, 1)


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


def mean(y: Any) -> Any:
    """The mean before k of what is y at k: of log k it is log k - 1, of log log k the same, but for o(1)."""
    known = Grown([(ONE, Order({}, 1)), (ONE, LOG_R), (ONE, UNIT)])
    for c, order in y.terms:
        needs(any(order.above(one) == 0 for _, one in known.terms), "a mean of logs is asked for")
        if order.above(R.terms[0][1]) == 0:
            y = GROWTH.subtract(y, c)
    return y

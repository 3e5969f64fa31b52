"""The real line in pieces, between and at the roots of some polynomials: there each of them has one sign.

Roots are isolated by Sturm's theorem: V(a) - V(b) is the number of different roots of p in (a, b], V(x) the
number of changes of sign at x in the chain p, p', minus the remainders of one by the next. The chain of a
polynomial with multiple roots counts as well, at places that are no roots.
"""

from fractions import Fraction
from itertools import pairwise

from ..arithmetic.intervals import Undecided
from .polynomials import Polynomial, divided, divisor, product, slope, value

ONE = Fraction(1)
HIGHEST = 48  # the degree of all polynomials together
Place = tuple[Fraction, Fraction]  # a place between roots, twice; or what isolates a root, no root itself


class Unsplit(Exception):
    """The sign of a polynomial is asked for that the line is not yet split by."""

    def __init__(self, p: Polynomial) -> None:
        super().__init__()
        self.p = p


class Line:
    """The line, split at the roots of the polynomials whose signs are asked for."""

    def __init__(self) -> None:
        self.chains: dict[tuple[Fraction, ...], list[Polynomial]] = {}
        self.all: Polynomial = [ONE]  # no multiple roots, and those of all of them

    def split(self, p: Polynomial) -> None:
        self.chains[monic(p)] = chain(p)
        own = divided(p, divisor(p, slope(p)))[0]
        self.all = product(self.all, divided(own, divisor(own, self.all))[0])
        if len(self.all) > HIGHEST + 1:
            raise Undecided("the polynomials have too many roots")

    def places(self) -> list[Place]:
        """All pieces from the left: a place in each interval between roots, and each root."""
        roots = isolated(self.all)
        if not roots:
            return [(Fraction(0), Fraction(0))]
        first = roots[0][0]
        return [(first, first), *(piece for low, high in roots for piece in ((low, high), (high, high)))]

    def sign(self, p: Polynomial, place: Place) -> int:
        if (known := self.chains.get(monic(p))) is None:
            raise Unsplit(p)
        low, high = place
        if low < high and changes(known, low) != changes(known, high):
            return 0
        return 1 if value(p, high) > 0 else -1


def isolated(p: Polynomial) -> list[Place]:
    """Intervals with one root each, from the left, of a polynomial without multiple roots."""
    if len(p) == 1:
        return []
    whole, found = chain(p), list[Place]()
    far = 1 + max(abs(c / p[-1]) for c in p[:-1])  # Cauchy's bound: all roots are nearer to 0
    pending = [(-far, far)]
    while pending:
        low, high = pending.pop()
        many = changes(whole, low) - changes(whole, high)
        if many == 1:
            found.append((low, high))
        elif many:
            middle = within(p, low, high)
            pending += [(middle, high), (low, middle)]  # what is on the left is looked at first
    return found


def within(p: Polynomial, low: Fraction, high: Fraction) -> Fraction:
    """A place in an interval, near its middle, that is no root."""
    tries = (low + (high - low) * Fraction(k, 2 * k + 1) for k in range(1, len(p) + 1))
    return next(x for x in ((low + high) / 2, *tries) if value(p, x))


def chain(p: Polynomial) -> list[Polynomial]:
    found = [p]
    following = slope(p)
    while following:
        found.append(following)
        following = [-c for c in divided(found[-2], found[-1])[1]]
    return found


def changes(chain: list[Polynomial], x: Fraction) -> int:
    """How often the sign changes in a chain at a place, zeros left out."""
    values = [y for p in chain if (y := value(p, x))]
    return sum((a > 0) != (b > 0) for a, b in pairwise(values))


def monic(p: Polynomial) -> tuple[Fraction, ...]:
    return tuple(c / p[-1] for c in p)

"""Arithmetic with unknowns: what a term is for every value of some tensors, as a quotient of two sums.

A sum has terms c x^a y^b .. e^E: c an exact number, x and y atoms (unknown numbers, or functions of them), a
and b whole, E a sum with rational coefficients and no constant. Equal atoms are one atom, so that what
cancels is seen to cancel. A sum has a sign where all its terms have one; elsewhere nothing is said.
"""

from contextlib import suppress
from fractions import Fraction
from operator import itemgetter
from typing import Any

from ..arithmetic import exact
from ..arithmetic.intervals import Undecided, Undefined, spend
from ..arithmetic.marks import mark
from .polynomials import root

ZERO, ONE = Fraction(0), Fraction(1)
ANY, POSITIVE = (-1, 1), (1, 1)
Signs = tuple[int, int]  # the least and the largest sign that a number may have
Powers = tuple[tuple[int, int], ...]
Key = tuple[Powers, Any]  # powers of atoms by their numbers; the exponent, as pairs of a key and a rational
Sum = dict[Key, Any]
CONSTANT: Key = ((), ())
UNIT: Sum = {CONSTANT: ONE}


class Quotient:
    """p / q, where q is positive. least: its least sign, which for squares its terms do not show."""

    __slots__ = ("least", "p", "q")

    def __init__(self, p: Sum, q: Sum, least: int = -1) -> None:
        self.p, self.q, self.least = p, q, least


def _put(out: Sum, key: Key, c: Any) -> None:
    """Adds a term to a sum, in place."""
    if key in out:
        c = exact.add(out.pop(key), c)
    if c != 0:
        out[key] = c


def merged(p: Sum, q: Sum) -> Sum:
    out = dict(p)
    spend(1 + len(p) // 16 + 4 * len(q))
    for key, c in q.items():
        _put(out, key, c)
    return out


def joined(a: Any, b: Any) -> Any:
    """Two sorted lists of pairs, with the numbers of equal firsts added."""
    found = dict(a)
    for x, k in b:
        found[x] = found.get(x, 0) + k
    return tuple(sorted((x, k) for x, k in found.items() if k))


def product(p: Sum, q: Sum) -> Sum:
    if p is UNIT or q is UNIT:
        return q if p is UNIT else p
    out: Sum = {}
    for (powers, exponent), c in p.items():
        spend(12 * len(q))
        for (others, second), d in q.items():
            _put(out, (joined(powers, others), joined(exponent, second)), exact.mul(c, d))
    return out


def marked(p: Sum) -> Any:
    return tuple(sorted(((key, mark(c)) for key, c in p.items()), key=lambda pair: pair[0]))


def equal(p: Sum, q: Sum) -> bool:
    """Whether two sums are one. Equal bounds may be those of several numbers."""
    return p is q or (p == q and not any(isinstance(c, tuple) for c in p.values()))


def times_signs(a: Signs, b: Signs) -> Signs:
    return min(ends := [x * y for x in a for y in b]), max(ends)


class Symbols:
    """The functions of exact.py, for quotients too."""

    def __init__(self) -> None:
        self.atoms: list[Signs] = []
        self.numbers: dict[Any, int] = {}
        self.bounds: dict[int, Any] = {}  # of unknowns that lie in an interval, both ends included

    def unknown(self, name: Any, signs: Signs = ANY) -> Quotient:
        """An unknown number; the same for the same name."""
        number = self.numbers.setdefault(name, len(self.numbers))
        if number == len(self.atoms):
            self.atoms.append(signs)
        return Quotient({(((number, 1),), ()): ONE}, UNIT)

    def between(self, name: Any, low: Fraction, high: Fraction) -> Quotient:
        """An unknown number in an interval."""
        found = self.unknown(name)
        self.bounds[self.numbers[name]] = (low, high)
        return found

    @staticmethod
    def _parts(x: Any) -> tuple[Sum, Sum]:
        if isinstance(x, Quotient):
            return x.p, x.q
        return ({CONSTANT: x} if x != 0 else {}), UNIT

    def _made(self, p: Sum, q: Sum, least: int = -1) -> Any:
        """p / q, as an exact number where it is one; common factors e^E of q's first term go."""
        if not p:
            return ZERO
        (powers, exponent), c = min(q.items(), key=itemgetter(0))
        if q is not UNIT and not powers and isinstance(c, Fraction):
            scale: Sum = {((), tuple((key, -k) for key, k in exponent)): 1 / abs(c)}  # q stays positive
            p, q = product(p, scale), product(q, scale)
        if q is not UNIT and q.keys() == {CONSTANT}:
            p, q = product(p, {CONSTANT: exact.inverse(q[CONSTANT])}), UNIT
        if q is UNIT and p.keys() == {CONSTANT}:
            return p[CONSTANT]
        if p.keys() == q.keys():
            ratio = exact.divide(p[first := min(p)], q[first])
            if all(k == first or exact.subtract(p[k], exact.mul(ratio, q[k])) == 0 for k in p):
                return ratio
        return Quotient(p, q, least)

    # ---- arithmetic ----
    def add(self, x: Any, y: Any) -> Any:
        if not isinstance(x, Quotient) and not isinstance(y, Quotient):
            return exact.add(x, y)
        lows = self.sign_bounds(x)[0], self.sign_bounds(y)[0]
        least = max(lows) if min(lows) >= 0 else -1
        (p, q), (u, v) = self._parts(x), self._parts(y)
        if equal(q, v):
            return self._made(merged(p, u), q, least)
        return self._made(merged(product(p, v), product(u, q)), product(q, v), least)

    def neg(self, x: Any) -> Any:
        return self.mul(-ONE, x)

    def subtract(self, x: Any, y: Any) -> Any:
        return self.add(x, self.neg(y))

    def mul(self, x: Any, y: Any) -> Any:
        if not isinstance(x, Quotient) and not isinstance(y, Quotient):
            return exact.mul(x, y)
        least = min(self.sign_bounds(x)[0], self.sign_bounds(y)[0])
        (p, q), (u, v) = self._parts(x), self._parts(y)
        if equal(q, u):
            return self._made(p, v, least)
        if equal(p, v):
            return self._made(u, q, least)
        return self._made(product(p, u), product(q, v), least)

    def inverse(self, x: Any) -> Any:
        if not isinstance(x, Quotient):
            return exact.inverse(x)
        signs = self.sign_bounds(x)
        if signs == (1, 1):
            return self._made(x.q, x.p)
        if signs == (-1, -1):
            return self._made(product(x.q, {CONSTANT: -ONE}), product(x.p, {CONSTANT: -ONE}))
        raise Undecided("a divisor may be 0")

    def divide(self, x: Any, y: Any) -> Any:
        if not isinstance(x, Quotient) and not isinstance(y, Quotient):
            return exact.divide(x, y)
        return self.mul(x, self.inverse(y))

    def power(self, x: Any, k: int) -> Any:
        if not isinstance(x, Quotient):
            return exact.power(x, k)
        found: Any = ONE
        for _ in range(k):
            spend(64)
            found = self.mul(found, x)
        if isinstance(found, Quotient) and k % 2 == 0:
            found.least = max(found.least, 0)
        return found

    # ---- functions ----
    def exp(self, x: Any) -> Any:
        if not isinstance(x, Quotient):
            return exact.exp(x)
        rest = {key: c for key, c in x.p.items() if key != CONSTANT}
        if x.q is not UNIT or not all(isinstance(c, Fraction) for c in rest.values()):
            raise Undecided("an exponent is no sum with rational coefficients")
        return Quotient({((), tuple(sorted(rest.items()))): exact.exp(x.p.get(CONSTANT, ZERO))}, UNIT)

    def log(self, x: Any) -> Any:
        """log(c e^E s) = log c + E + log s, for the first term c e^E of a sum."""
        if not isinstance(x, Quotient):
            return exact.log(x)
        if (signs := self.sign_bounds(x)) != POSITIVE:
            raise (Undefined if signs[1] <= 0 else Undecided)("log of a number that may not be positive")
        ((powers, exponent), c), outer = min(x.p.items(), key=itemgetter(0)), ZERO
        if x.q is UNIT and not powers and exact.sign(c) == 1:
            scale: Sum = {((), tuple((key, -k) for key, k in exponent)): exact.inverse(c)}
            outer = self.add(exact.log(c), self._made(dict(exponent), UNIT))
            x = self._made(product(x.p, scale), UNIT)
            if not isinstance(x, Quotient):
                return outer
        return self.add(outer, self._function("log", x, self.sign_bounds(self.subtract(x, ONE))))

    def sqrt(self, x: Any) -> Any:
        """Of a s^2 / (a t^2) it is |s / t|; else c^(1/2) r^(1/2), c the first coefficient."""
        if not isinstance(x, Quotient):
            return exact.sqrt(x)
        if (signs := self.sign_bounds(x))[0] < 0:
            raise (Undefined if signs[1] < 0 else Undecided)("sqrt of a number that may be negative")
        scale: Sum = {CONSTANT: exact.inverse(x.q[min(x.q)])}
        above, below = (self._made(root(product(part, scale)) or {}, UNIT) for part in (x.p, x.q))
        if above != 0 and below != 0:
            with suppress(Undecided):  # where a sign does not show
                return self.absolute(self.divide(above, below))
        c = first if exact.sign(first := x.p[min(x.p)]) == 1 else ONE
        inner = Quotient(product(x.p, {CONSTANT: exact.inverse(c)}), x.q)
        return self.mul(exact.sqrt(c), self._function("sqrt", inner, signs))

    def _function(self, name: str, x: Quotient, signs: Signs) -> Quotient:
        return self.unknown((name, marked(x.p), marked(x.q)), signs)

    def absolute(self, x: Any) -> Any:
        return x if self.sure(x) >= 0 else self.neg(x)

    def extreme(self, x: Any, y: Any, *, largest: bool) -> Any:
        if not isinstance(x, Quotient) and not isinstance(y, Quotient):
            return exact.extreme(x, y, largest=largest)
        return x if (self.sure(self.subtract(x, y)) >= 0) == largest else y

    # ---- signs ----
    def sign_bounds(self, x: Any) -> Signs:
        """The least and the largest sign, for all values of the unknowns."""
        if not isinstance(x, Quotient):
            return exact.sign_bounds(x)
        ends: list[Signs] = []
        for (powers, _), c in self._enclosed(x.p).items():
            signs = exact.sign_bounds(c)
            for low, high, k in ((*self.atoms[atom], k) for atom, k in powers):
                signs = times_signs(signs, (low, high) if k % 2 else (int(low > 0 or high < 0), 1))
            ends.append(signs)
        lows, highs = zip(*ends, strict=True)
        return max(max(lows) if min(lows) >= 0 else -1, x.least), min(highs) if max(highs) <= 0 else 1

    def _enclosed(self, p: Sum) -> Sum:
        """A sum with bounds in the place of the unknowns that have some."""
        if not self.bounds:
            return p
        out: Sum = {}
        for (powers, exponent), c in p.items():
            for atom, k in powers:
                if atom in self.bounds:
                    c = exact.mul(c, exact.power(self.bounds[atom], k))
            for key, k in exponent:
                if self._bounded(key):
                    c = exact.mul(c, exact.exp(exact.mul(k, self.bounds[key[0][0][0]])))
            kept = tuple(pair for pair in powers if pair[0] not in self.bounds)
            rest = tuple(pair for pair in exponent if not self._bounded(pair[0]))
            _put(out, (kept, rest), c)
        return out

    def _bounded(self, key: Key) -> bool:
        powers, exponent = key
        return len(powers) == 1 and powers[0][1] == 1 and not exponent and powers[0][0] in self.bounds

    def sign(self, x: Any) -> int | None:
        low, high = self.sign_bounds(x)
        return low if low == high else None

    def sure(self, x: Any) -> int:
        """A sign that is the same for all values; 1 too where it is known to be at least 0."""
        low, high = self.sign_bounds(x)
        if low < 0 < high:
            raise Undecided("the sign of a term is not the same for all values")
        return high if low >= 0 else -1

    def linear(self, x: Any) -> tuple[Any, dict[Any, Any]]:
        """The constant and the coefficients, by names of unknowns and functions, of a sum that has such."""
        p, q = self._parts(x)
        names = {number: name for name, number in self.numbers.items()}
        found: dict[Any, Any] = {}
        for (powers, exponent), c in p.items():
            if q is not UNIT or exponent or (powers and (len(powers) != 1 or powers[0][1] != 1)):
                raise Undecided("a term is not linear in the unknowns")
            if powers:
                found[names[powers[0][0]]] = c
        return p.get(CONSTANT, ZERO), found

    def limit(self, x: Any) -> Any:
        """What a number tends to that is the same at every place of a sequence."""
        if isinstance(x, Quotient):
            raise Undecided("the value is not the same all along")
        return x

"""Arithmetic that sees identities: numbers as quotients of polynomials in logs, roots and powers of e.

An instance's numbers are terms in atoms: logs of naturals and of sums, square roots, powers of e. Two sides
that are the same polynomial are equal, whatever the atoms are; that is all that is used, so that nothing has
to be known of their independence. Signs come from bounds. A root s of S that is left over, in u + v s, is
removed by (u + v s)(u - v s) = u^2 - v^2 S: where that is 0 and u - v s is not, u + v s is 0.
"""

from fractions import Fraction
from typing import Any

from ..arithmetic import exact
from ..arithmetic.intervals import Undecided, Undefined, spend
from ..arithmetic.kinds import Exps, Log, Logs, Root, enclose
from ..arithmetic.products import factors
from .symbols import (
    CONSTANT,
    ONE,
    UNIT,
    ZERO,
    Key,
    Quotient,
    Signs,
    Sum,
    Symbols,
    joined,
    marked,
    merged,
    product,
)

ROOTS = 4  # left over that are removed, one by one


class Identities(Symbols):
    """The functions of exact.py for quotients of polynomials with rational coefficients, at one precision."""

    def __init__(self) -> None:
        super().__init__()
        self.values: list[Any] = []  # of the atoms, by their numbers
        self.squares: dict[int, Sum] = {}  # of those that are roots
        self.inside: dict[int, Sum] = {}  # of those that are logs
        self.known: dict[Key, Any] = {}
        self.kept: list[Any] = []  # so that no id is used twice

    # ---- atoms ----
    def atom(self, name: Any, value: Any) -> tuple[int, Quotient]:
        """The atom of that name: its number, and itself as a quotient."""
        found = self.unknown(name)
        number = self.numbers[name]
        if number == len(self.values):
            self.values.append(enclose(value))
        return number, found

    def log_of(self, p: Sum) -> Any:
        """log p for a sum p > 0: with its leading term c e^E it is log c + E + log of an atom."""
        (powers, exponent), c = leading(p)
        outer: Any = ZERO
        if not powers and c > 0:
            outer = self.add(self.log_natural(c), self._made(dict(exponent), UNIT))
            p = product(p, {((), tuple((key, -k) for key, k in exponent)): 1 / c})
            if p == UNIT:
                return outer
        number, found = self.atom(("log", marked(p)), exact.log(self.numeric(Quotient(p, UNIT))))
        self.inside[number] = p
        return self.add(outer, found)

    def log_natural(self, c: Fraction) -> Any:
        total: Any = ZERO
        for n, sign in ((c.numerator, 1), (c.denominator, -1)):
            for prime, times in factors(n):
                number, found = self.atom(("log", prime), exact.log(Fraction(prime)))
                self.inside[number] = {CONSTANT: Fraction(prime)}
                total = self.add(total, self.mul(Fraction(sign * times), found))
        return total

    def root_of(self, p: Sum) -> Any:
        """sqrt p for a sum p >= 0: rational roots are split by primes, powers of e are halved."""
        (_, exponent), c = leading(p)
        whole: Any = ONE
        if c < 0:
            c = -c
        for prime, times in factors(c.numerator * c.denominator):  # sqrt(a / b) = sqrt(a b) / b
            whole = self.mul(whole, Fraction(prime) ** (times // 2))
            if times % 2:
                number, found = self.atom(("sqrt", prime), exact.sqrt(Fraction(prime)))
                self.squares[number] = {CONSTANT: Fraction(prime)}
                whole = self.mul(whole, found)
        whole = self.mul(whole, Fraction(1, c.denominator))
        half: Sum = {((), tuple((key, k / 2) for key, k in exponent)): ONE}
        rest = product(p, {((), tuple((key, -k) for key, k in exponent)): 1 / c})
        whole = self.mul(whole, self._made(half, UNIT))
        if rest == UNIT:
            return whole
        number, found = self.atom(("sqrt", marked(rest)), exact.sqrt(self.numeric(Quotient(rest, UNIT))))
        self.squares[number] = rest
        return self.mul(whole, found)

    # ---- exact numbers as quotients ----
    def lifted(self, x: Any) -> Any:
        if isinstance(x, Fraction | Quotient):
            return x
        if isinstance(x, Exps):
            p, q = ({((), ((CONSTANT, s),) if s else ()): c for s, c in part.items()} for part in (x.p, x.q))
            return self._made(p, UNIT if q == UNIT else q)
        if not isinstance(x, Log | Logs | Root):  # bounds of a number that is not known to be any other
            self.kept.append(x)
            return self.atom(("bounds", id(x)), x)[1]
        total: Any = x.r
        for n, c in x.c.items():
            part: Any = ONE
            for factor, k in n if isinstance(x, Logs) else ((n, 1),):
                part = self.mul(part, self.power(self.lifted_part(x, factor), k))
            total = self.add(total, self.mul(c, part))
        return total

    def lifted_part(self, x: Any, n: Any) -> Any:
        """The root or log of n, of which x is made."""
        if isinstance(x, Root):
            return self.root_of({CONSTANT: Fraction(n)})
        if isinstance(n, int):
            return self.log_natural(Fraction(n))
        return self.log_of({((), ((CONSTANT, s),) if s else ()): k for s, k in n})

    def _parts(self, x: Any) -> tuple[Sum, Sum]:  # pyright: ignore[reportIncompatibleMethodOverride]
        x = self.lifted(x)
        if isinstance(x, Quotient):
            return x.p, x.q
        return ({CONSTANT: x} if x else {}), UNIT

    def _made(self, p: Sum, q: Sum, least: int = -1) -> Any:
        return super()._made(self.reduced(p), q if q is UNIT else self.reduced(q), least)

    def reduced(self, p: Sum) -> Sum:
        """Squares of roots as what they are roots of, e^(k log n) as n^k."""
        while True:
            spend(len(p))
            key = next((key for key in p if self.reducible(key)), None)
            if key is None:
                return p
            powers, exponent = key
            part: Sum = {CONSTANT: p[key]}
            for atom, k in powers:
                even = k - k % 2 if atom in self.squares and k > 1 else 0
                for _ in range(even // 2):
                    part = product(part, self.squares[atom])
                part = product(part, {(((atom, k - even),), ()): ONE} if k - even else UNIT)
            for inner, k in exponent:
                whole = k // 1 if self.log_in(inner) else 0
                number = self.inside[inner[0][0][0]].get(CONSTANT, ONE) if whole < 0 else ONE
                if whole < 0 and not self.constant(inner):
                    whole = 0
                for _ in range(int(whole)):
                    part = product(part, self.inside[inner[0][0][0]])
                part = product(part, {CONSTANT: number ** int(min(whole, 0))})
                part = product(part, {((), ((inner, k - whole),)): ONE} if k - whole else UNIT)
            p = merged({other: c for other, c in p.items() if other != key}, part)

    def reducible(self, key: Key) -> bool:
        spend(1)
        return any(atom in self.squares and k > 1 for atom, k in key[0]) or any(
            self.log_in(inner) and (k >= 1 or (k < 0 and self.constant(inner))) for inner, k in key[1]
        )

    def constant(self, key: Key) -> bool:
        """Whether what stands in the exponent is the log of a natural."""
        return self.inside[key[0][0][0]].keys() == {CONSTANT}

    def log_in(self, key: Key) -> bool:
        powers, exponent = key
        return len(powers) == 1 and powers[0][1] == 1 and not exponent and powers[0][0] in self.inside

    # ---- arithmetic ----
    def add(self, x: Any, y: Any) -> Any:
        (p, q), (u, v) = self._parts(x), self._parts(y)
        if q == v:
            return self._made(merged(p, u), q)
        return self._made(merged(product(p, v), product(u, q)), product(q, v))

    def mul(self, x: Any, y: Any) -> Any:
        (p, q), (u, v) = self._parts(x), self._parts(y)
        if not p or not u:
            return ZERO
        return self._made(product(p, u), v if q is UNIT else product(q, v))

    def inverse(self, x: Any) -> Any:
        low, high = self.sign_bounds(x)
        if low <= 0 <= high:
            raise (Undefined if low == high else Undecided)("a divisor may be 0")
        p, q = self._parts(x)
        return self._made(q, p)

    def divide(self, x: Any, y: Any) -> Any:
        return self.mul(x, self.inverse(y))

    def power(self, x: Any, k: int) -> Any:
        if k < 0:
            return self.inverse(self.power(x, -k))
        found: Any = ONE
        for _ in range(k):
            spend(64)
            found = self.mul(found, x)
        return found

    def exp(self, x: Any) -> Any:
        p, q = self._parts(x)
        if q is not UNIT:
            raise Undecided("an exponent is no sum")
        return self._made({((), tuple(sorted(p.items()))): ONE}, UNIT) if p else ONE

    def log(self, x: Any) -> Any:
        if (signs := self.sign_bounds(x)) != (1, 1):
            raise (Undefined if signs[1] <= 0 else Undecided)("log of a number that may not be positive")
        p, q = self._parts(x)
        if q is not UNIT and self.sign_bounds(Quotient(q, UNIT)) != (1, 1):
            p, q = (product(part, {CONSTANT: -ONE}) for part in (p, q))
        return self.subtract(self.log_of(p), self.log_of(q))

    def sqrt(self, x: Any) -> Any:
        if (signs := self.sign_bounds(x))[0] < 0:
            raise (Undefined if signs[1] < 0 else Undecided)("sqrt of a number that may be negative")
        p, q = self._parts(x)
        if not p:
            return ZERO
        if q is UNIT:
            return self.root_of(p)
        root = self.mul(self.root_of(self.reduced(product(p, q))), self._made(UNIT, q))
        return root if self.sure(root) >= 0 else self.neg(root)

    def extreme(self, x: Any, y: Any, *, largest: bool) -> Any:
        return x if (self.sure(self.subtract(x, y)) >= 0) == largest else y

    # ---- signs ----
    def sign_bounds(self, x: Any) -> Signs:
        if not isinstance(x, Quotient):
            return exact.sign_bounds(x)
        low, high = exact.sign_bounds(self.numeric(x))
        return (0, 0) if low < high and self.zero(x, ROOTS) else (low, high)

    def numeric(self, x: Any) -> Any:
        """Bounds of a quotient."""
        if not isinstance(x, Quotient):
            return x
        return self._sum(x.p) if x.q is UNIT else exact.divide(self._sum(x.p), self._sum(x.q))

    def _sum(self, p: Sum) -> Any:
        total: Any = ZERO
        for key, c in p.items():
            total = exact.add(total, exact.mul(c, self._term(key)))
        return total

    def _term(self, key: Key) -> Any:
        if key not in self.known:
            value: Any = ONE
            for atom, k in key[0]:
                value = exact.mul(value, exact.power(self.values[atom], k))
            if key[1]:
                value = exact.mul(value, enclose(exact.exp(self._sum(dict(key[1])))))
            self.known[key] = value
        return self.known[key]

    def zero(self, x: Any, roots: int) -> bool:
        """Whether a quotient is seen to be 0."""
        p = self.reduced(self._parts(x)[0])
        left = next((atom for powers, _ in p for atom, _ in powers if atom in self.squares), None)
        if not p or left is None or not roots:
            return not p
        root: Sum = {(((left, 1),), ()): ONE}
        u = {key: c for key, c in p.items() if (left, 1) not in key[0]}
        over = {key: c for key, c in p.items() if key not in u}  # v s, and v = v s / s
        v = product(over, {(((left, -1),), ()): ONE})
        minus: Sum = {CONSTANT: -ONE}
        other = merged(u, product(product(v, minus), root))
        low, high = exact.sign_bounds(self.numeric(Quotient(other, UNIT)))
        if low <= 0 <= high:
            return False
        square = merged(product(u, u), product(product(product(v, v), self.squares[left]), minus))
        return self.zero(Quotient(self.reduced(square), UNIT), roots - 1)


def leading(p: Sum) -> tuple[Key, Any]:
    """The term with the largest exponent, in an order that a common factor e^E leaves as it is."""
    best = min(p)
    for key in p:
        apart = joined(key[1], tuple((inner, -k) for inner, k in best[1]))
        if apart and apart[0][1] > 0:
            best = key
    return best, p[best]

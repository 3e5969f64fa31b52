"""The kinds of numbers, their bounds, and their signs, which are given only where they are certain.

Fraction | Log | Logs | Exps | Root | bounds (low, high) | Affine, a form of an unknown point. A Log without
atoms, an Exps and a Root are never 0, so that precision is raised until their sign shows.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from . import intervals as paid
from .intervals import Interval, leave_open, pay, spend, working

Terms = dict[Any, Fraction]  # the sum of c times what its key stands for; no c is 0
Sum = dict[Fraction, Fraction]  # the sum of c e^s; no c is 0
At = Callable[[Any, int], Interval]  # bounds of what a key stands for, at a precision
ZERO, ONE = Fraction(0), Fraction(1)


class Nonlinear(TypeError):
    """An unknown point stands where only a number can: a defect of the statement, not of the instance."""


class Combination:
    """r + sum of c times what n stands for, at least one term; `known` keeps bounds by precision."""

    __slots__ = ("c", "known", "r")

    def __init__(self, r: Fraction, c: Terms) -> None:
        self.r, self.c, self.known = r, c, dict[int, Interval]()


class Log(Combination):
    """r + sum of c log n, for coprime naturals n > 1 and for atoms.

    An atom is a sum of c e^s > 0, as its pairs (s, c) in order, with 0 for the largest s, and |c| = 1 there.
    Without atoms a Log is not 0. If r != 0, e^-r would be the product of the n^c, but it is transcendental
    (Lindemann). If r = 0, the product of coprime n^c is not 1, as the primes of each n occur in no other.
    Atoms cancel only against equal ones, and those that are left may hide a 0.
    """

    __slots__ = ()


class Logs(Combination):
    """r + sum of c times a product of logs, some of two or more; a key has pairs (n, power) of n as in a Log.

    What is left after cancelling may hide a 0.
    """

    __slots__ = ()


class Root(Combination):
    """r + sum of c sqrt n, for naturals n of which none, and no product of two, is a square.

    It is not 0: such square roots and 1 are independent over the rationals (Besicovitch).
    """

    __slots__ = ()


class Exps:
    """p / q, for sums p and q of rational multiples of e^rational; the largest term of q is 1.

    It is not 0: powers of e with different rational exponents are independent over the rationals
    (Lindemann-Weierstrass), so a sum is 0 iff it has no terms, and p has some.
    """

    __slots__ = ("known", "p", "q")

    def __init__(self, p: Sum, q: Sum) -> None:
        self.p, self.q, self.known = p, q, dict[int, Interval]()


class Affine:
    """k + the sum of a times an entry of the unknown point, over cells (tuples of indices) of that point.

    of: which point that is; two may have the same cells.
    """

    __slots__ = ("a", "k", "of")

    def __init__(self, k: "Number", a: dict[tuple[int, ...], Fraction], of: object = None) -> None:
        self.k, self.a, self.of = k, a, of

    def shared(self, other: "Affine") -> object:
        """The point that both are forms of. Raises Nonlinear where there are two."""
        if self.a and other.a and self.of is not other.of:
            raise Nonlinear("two unknown points are joined")
        return self.of if self.a else other.of


Number = Fraction | Log | Logs | Exps | Root | Interval | Affine


def affine(x: Number) -> Affine:
    return x if isinstance(x, Affine) else Affine(x, {})


def weight(x: object) -> int:
    """What a number takes to keep, in units of about 300 bytes: its terms, or its length."""
    if isinstance(x, Exps):
        return len(x.p) + len(x.q)
    if type(x) is bool:
        return 0
    if isinstance(x, Fraction | tuple):
        return sum(map(paid.length, x if isinstance(x, tuple) else (x,))) >> 11
    return len(x.c) if isinstance(x, Combination) else len(x.a) if isinstance(x, Affine) else 0


# ---- Bounds and signs ----
def _total(r: Fraction, c: Terms, at: At, bits: int, *, zero: bool = False) -> Interval:
    """Bounds of r + sum of c at(n); if it cannot be 0, at the first precision that tells its sign."""
    total = r, r
    for more in (bits, *(b for b in paid.PRECISIONS if b > bits and not zero)):
        total = r, r
        for n, k in c.items():
            term = paid.mul_bounds((k, k), at(n, more), more + paid.GUARD)
            total = paid.add_bounds(total, term, more + paid.GUARD)
        if total[0].numerator > 0 or total[1].numerator < 0:
            break
    return total


def scaled(p: Sum, bits: int) -> Interval:
    """Bounds of p over its largest power of e: they tell the sign of p, however large its exponents are."""
    top = max(p)
    return _total(ZERO, p, lambda s, more: paid.bounds_at(paid.exp_bounds, paid.plus(s, -top), more), bits)


def _log_at(n: Any, bits: int) -> Interval:
    if isinstance(n, int):
        return paid.bounds_at(paid.log_bounds, Fraction(n), bits)
    low, high = scaled(dict(n), bits)
    return paid.log_bounds(low, bits)[0], paid.log_bounds(high, bits)[1]


def _product_at(key: Any, bits: int) -> Interval:
    out = ONE, ONE
    for n, power in key:
        for _ in range(power):
            out = paid.mul_bounds(out, _log_at(n, bits), bits + paid.GUARD)
    return out


def _bounds(x: Log | Logs | Root | Exps, bits: int) -> Interval:
    if isinstance(x, Exps):
        top = paid.bounds_at(paid.exp_bounds, max(x.p), bits)
        above = paid.mul_bounds(top, scaled(x.p, bits), bits + paid.GUARD)
        return paid.mul_bounds(above, paid.inverse_bounds(scaled(x.q, bits), bits + paid.GUARD), bits)
    if isinstance(x, Logs):
        return _total(x.r, x.c, _product_at, bits, zero=True)
    if isinstance(x, Log):
        return _total(x.r, x.c, _log_at, bits, zero=any(isinstance(n, tuple) for n in x.c))
    return _total(x.r, x.c, lambda n, more: paid.bounds_at(paid.sqrt_bounds, Fraction(n), more), bits)


def enclose(x: Number) -> Interval:
    """Bounds of x, at the present precision where x is exact, for whoever decides by them."""
    if not isinstance(x, Fraction):
        leave_open()
    return ends(x)


def ends(x: Number) -> Interval:
    """The same for arithmetic, which decides nothing."""
    if isinstance(x, Affine):
        raise Nonlinear("an unknown point stands where a number is needed")
    if isinstance(x, Fraction | tuple):
        found = x if isinstance(x, tuple) else (x, x)
        pay(*found)
        return found
    spend(1)
    if (bits := working()) not in x.known:
        x.known[bits] = paid.outward(*_bounds(x, bits), bits)
    return x.known[bits]


def sign_bounds(x: Number) -> tuple[int, int]:
    """The least and the largest sign that x may have, as far as the present precision tells."""
    if isinstance(x, Exps):
        low, high = paid.mul_bounds(scaled(x.p, working()), scaled(x.q, working()), working())
    else:
        low, high = ends(x)
    low, high = low.numerator, high.numerator  # denominators are above 0
    least, most = (low > 0) - (low < 0), (high > 0) - (high < 0)
    if least != most:
        leave_open()
    return least, most


def sign(x: Number) -> int | None:
    """-1, 0 or 1, or None where the present precision does not tell."""
    low, high = sign_bounds(x)
    return low if low == high else None

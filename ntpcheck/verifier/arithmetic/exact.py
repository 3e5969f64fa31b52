"""Arithmetic that is exact while numbers stay short, and otherwise gives bounds at the present precision.

A result that is rational is a Fraction where a rule here can tell: of sums of logs, of quotients of sums of
exponentials, of sums of square roots. A mixture of kinds, and what grows too long, becomes bounds.
Undefined is raised where it is certain; Undecided where a higher precision has to tell.
"""

from collections.abc import Iterable
from fractions import Fraction
from math import gcd, isqrt
from typing import Any

from . import intervals as paid
from .intervals import Interval, Undecided, Undefined, pay, plus, quotient, spend, times, working
from .kinds import (
    ONE,
    ZERO,
    Affine,
    Exps,
    Log,
    Logs,
    Nonlinear,
    Number,
    Root,
    Sum,
    Terms,
    affine,
    enclose,
    ends,
    scaled,
    sign,
    sign_bounds,
)

TERMS = 48  # terms of a product of two sums of exponentials, multiplied out
SUM_TERMS = 256  # terms of a sum of exponentials over the same denominator
ROOTS = 16  # terms of a sum of square roots
EXPONENT_BITS = 256  # of the rational r in an exact e^r
ROOT_BITS = 4096  # of the natural n in an exact sqrt n
GUESS = 1 << 16  # denominators of the quotients of two logs, or of two sums of roots, that are looked for
POWER_LIMIT = 1 << 20  # of the exponent of a number that is not rational
UNIT: Sum = {ZERO: ONE}


# ---- Normal forms ----
def _merged(p: Terms, more: Iterable[tuple[Any, Fraction]]) -> Terms:
    """The sum of two sums, term by term."""
    spend(1 + (len(p) >> 4))
    out = dict(p)
    for key, c in more:
        if total := plus(out.pop(key, ZERO), c):
            out[key] = total
    return out


def _log(r: Fraction, coprime: Terms, more: Iterable[tuple[Any, Fraction]]) -> Number:
    """r + sum of c log n. Common divisors g of a and b are split off, a/g, b/g, g, until there are none."""
    out, todo = dict(coprime), list(more)
    while todo:
        n, c = todo.pop()
        c = plus(out.pop(n, ZERO), c)
        if not c or n == 1:
            continue
        naturals = [b for b in out if isinstance(b, int)] if isinstance(n, int) else []
        spend(1 + sum(1 + (b.bit_length() * n.bit_length() >> 18) for b in naturals))
        if b := next((b for b in naturals if gcd(n, b) > 1), 0):
            g = gcd(n, b)
            todo += [(n // g, c), (b // g, out[b]), (g, plus(c, out.pop(b)))]
        else:
            out[n] = c
    return Log(r, out) if out else r


def _logs(found: Terms, longest: int) -> Number:
    """A sum of products of logs (products.py) as a number. Bounds if long."""
    rest, r = {key: c for key, c in found.items() if key}, found.get((), ZERO)
    if all(len(key) == 1 and key[0][1] == 1 for key in rest):
        return _log(r, {}, [(key[0][0], c) for key, c in rest.items()])
    return Logs(r, rest) if len(rest) <= longest else _number(ends(Logs(r, rest)))


def _root(r: Fraction, terms: Iterable[tuple[int, Fraction]]) -> Number:
    """r + sum of c sqrt n: sqrt n = t/m sqrt m where t^2 = m n, for m = 1 or an earlier n. Bounds if long."""
    out = dict[int, Fraction]()
    for n, c in terms:
        key = n
        for m in (1, *out):
            pay(Fraction(n), Fraction(m))
            if (t := isqrt(m * n)) ** 2 == m * n:
                key, c = m, times(c, Fraction(t, m))
                break
        out = _merged(out, [(key, c)])
    r = plus(r, out.pop(1, ZERO))
    return _number(ends(Root(r, out))) if len(out) > ROOTS else Root(r, out) if out else r


def _ratio(p: Sum, q: Sum) -> Number:
    """p / q for q != 0, rational where all terms of p are the same multiple of those of q."""
    if not p:
        return ZERO
    if (top := max(q)) or q[top] != 1:
        p, q = ({plus(s, -top): quotient(c, q[top]) for s, c in x.items()} for x in (p, q))
    spend(len(p) + len(q))
    same = p.keys() == q.keys() and all(c == times(p[ZERO], q[s]) for s, c in p.items())
    return p[ZERO] if same else Exps(p, q)


def _product(p: Sum, q: Sum) -> Sum:
    return _merged({}, ((plus(r, s), times(c, d)) for r, c in p.items() for s, d in q.items()))


def _short(*factors: tuple[Sum, Sum]) -> bool:
    return all(len(p) * len(q) <= TERMS for p, q in factors)


def _quotient(x: Number) -> tuple[Sum, Sum] | None:
    """p, q with x = p / q, where there are such sums."""
    if isinstance(x, Fraction):
        return ({ZERO: x} if x else {}), UNIT
    return (x.p, x.q) if isinstance(x, Exps) else None


def _number(bounds: Interval) -> Number:
    return bounds[0] if bounds[0] == bounds[1] else bounds


# ---- Arithmetic ----
def add(x: Number, y: Number) -> Number:
    if type(x) is Fraction and type(y) is Fraction:
        return plus(x, y)
    if isinstance(x, Affine) or isinstance(y, Affine):
        x, y = affine(x), affine(y)
        k, of, a = add(x.k, y.k), x.shared(y), _merged(x.a, y.a.items())
        return Affine(k, a, of) if a else k
    if isinstance(x, Fraction):
        x, y = y, x
    if isinstance(y, Fraction) and not isinstance(x, Exps | tuple):
        return plus(x, y) if isinstance(x, Fraction) else type(x)(plus(x.r, y), x.c)
    if isinstance(x, Log) and isinstance(y, Log):
        x, y = (x, y) if len(x.c) >= len(y.c) else (y, x)
        return _log(plus(x.r, y.r), x.c, y.c.items())
    if isinstance(x, Log | Logs) and isinstance(y, Log | Logs):
        from . import products

        return _logs(products.added(x, y), products.LONGEST)
    if isinstance(x, Root) and isinstance(y, Root):
        return _root(plus(x.r, y.r), [*x.c.items(), *y.c.items()])
    if (one := _quotient(x)) and (other := _quotient(y)):
        (p, q), (u, v) = one, other
        if q == v and len(p) + len(u) <= SUM_TERMS:
            return _ratio(_merged(p, u.items()), q)
        if _short((p, v), (u, q), (q, v)):
            return _ratio(_merged(_product(p, v), _product(u, q).items()), _product(q, v))
    return _number(paid.add_bounds(ends(x), ends(y), working()))


def neg(x: Number) -> Number:
    return mul(-ONE, x)


def subtract(x: Number, y: Number) -> Number:
    return add(x, neg(y))


def mul(x: Number, y: Number) -> Number:
    if isinstance(y, Fraction):
        x, y = y, x
    if isinstance(x, Fraction) and (isinstance(y, Fraction) or x == 0):
        return times(x, y) if isinstance(y, Fraction) else ZERO
    if isinstance(x, Fraction) and isinstance(y, Log | Logs | Root):
        return type(y)(times(x, y.r), {n: times(x, c) for n, c in y.c.items()})
    if isinstance(x, Fraction) and isinstance(y, Affine):
        return Affine(mul(x, y.k), {cell: times(x, a) for cell, a in y.a.items()}, y.of)
    if isinstance(x, Affine) or isinstance(y, Affine):
        raise Nonlinear("an unknown point is multiplied by more than a rational")
    if isinstance(x, Log | Logs) and isinstance(y, Log | Logs):
        from . import products

        if found := products.multiplied(x, y):
            return _logs(found, products.LONGEST)
    if isinstance(x, Root) and isinstance(y, Root) and len(x.c) * len(y.c) <= 2 * ROOTS:
        terms = [(n, times(c, r)) for r, z in ((x.r, y), (y.r, x)) for n, c in z.c.items()]
        terms += [(n * m, times(c, d)) for n, c in x.c.items() for m, d in y.c.items()]
        if all(n.bit_length() <= ROOT_BITS for n, _ in terms):
            return _root(times(x.r, y.r), terms)
    if (one := _quotient(x)) and (other := _quotient(y)):
        (p, q), (u, v) = one, other
        if _short((p, u), (q, v)):
            return _ratio(_product(p, u), _product(q, v))
    return _number(paid.mul_bounds(ends(x), ends(y), working()))


def inverse(x: Number) -> Number:
    """1 / x; for r and one square root s it is (r - s) / (r^2 - s^2)."""
    if isinstance(x, Exps):
        return _ratio(x.q, x.p)
    if isinstance(x, Root) and len(x.c) == 1:
        other = subtract(plus(x.r, x.r), x)
        return mul(inverse(mul(x, other)), other)
    if isinstance(x, Fraction) and x:
        return quotient(ONE, x)
    return _number(paid.inverse_bounds(ends(x), working()))


def divide(x: Number, y: Number) -> Number:
    """x / y: rational if a short rational is close to it and turns out to be exact."""
    z = mul(x, inverse(y))
    if isinstance(z, tuple) and isinstance(x, Log | Root) and type(x) is type(y):
        pay(*z, *z)
        guess = z[0].limit_denominator(GUESS)
        return guess if subtract(x, mul(guess, y)) == 0 else z
    return z


def power(x: Number, k: int) -> Number:
    if isinstance(x, Fraction) and abs(x) not in (ZERO, ONE):
        spend(4 + ((paid.length(x) * k) ** 2 >> 19))
        return x**k
    if k < 0:
        return inverse(power(x, -k))
    if k > POWER_LIMIT and not isinstance(x, Fraction):
        raise Undecided(f"a power above {POWER_LIMIT}")
    result: Number = ONE
    for bit in f"{k:b}":
        square = result if isinstance(result, tuple) else mul(result, result)
        if isinstance(square, tuple):
            square = _number(paid.square_bounds(ends(result), working()))
        result = mul(square, x) if bit == "1" else square
    return result


def absolute(x: Number) -> Number:
    if (s := sign(x)) is not None:
        return x if s >= 0 else neg(x)
    low, high = enclose(x)
    pay(low, high)
    return ZERO, max(-low, high)


def extreme(x: Number, y: Number, *, largest: bool) -> Number:
    """The larger (or smaller) of two numbers."""
    if (s := sign(subtract(x, y))) is not None:
        return x if s == 0 or (s > 0) == largest else y
    low, high = zip(enclose(x), enclose(y), strict=True)
    return (max(low), max(high)) if largest else (min(low), min(high))


# ---- Functions ----
def _increasing(function: paid.Bounds, x: Number) -> Number:
    low, high = (function(end, working()) for end in ends(x))
    return _number(paid.outward(low[0], high[1], working()))


def exp(x: Number) -> Number:
    spend(1)
    if isinstance(x, Fraction) and paid.length(x) <= EXPONENT_BITS:
        return Exps({x: ONE}, UNIT) if x else ONE
    if isinstance(x, Log) and paid.length(x.r) <= EXPONENT_BITS:
        most = (paid.EXACT_LIMIT // n.bit_length() if isinstance(n, int) else TERMS // len(n) for n in x.c)
        if all(c.denominator == 1 and abs(c) <= k for c, k in zip(x.c.values(), most, strict=True)):
            out = exp(x.r)
            for n, c in x.c.items():
                out = mul(out, power(Fraction(n) if isinstance(n, int) else Exps(dict(n), UNIT), int(c)))
            return out
        if x.r == 0 and {c.denominator for c in x.c.values()} in ({2}, {1, 2}):
            square = exp(mul(Fraction(2), x))  # rational for logs of naturals: then it is a root
            if isinstance(square, Fraction):
                return sqrt(square)
    return _increasing(paid.exp_bounds, x)


def log(x: Number) -> Number:
    if sign_bounds(x)[1] <= 0:
        raise Undefined("log of a number that is not positive")
    if isinstance(x, Fraction):
        return _log(ZERO, {}, [(x.numerator, ONE), (x.denominator, -ONE)])
    if isinstance(x, Exps) and sign(x) == 1:
        return subtract(_log_sum(x.p), _log_sum(x.q))
    return _increasing(paid.log_bounds, x)


def _log_sum(p: Sum) -> Number:
    """log |p|, for p of a known sign: with its largest term c e^r it is r + log |c| + log of an atom."""
    r = max(p)
    c = abs(p[r]) if scaled(p, working())[0] > 0 else -abs(p[r])
    atom = tuple(sorted((plus(s, -r), quotient(k, c)) for s, k in p.items()))
    bases = [(abs(c.numerator), ONE), (c.denominator, -ONE), (atom, ONE)]
    return _log(r, {}, bases if len(p) > 1 else bases[:2])


def sqrt(x: Number) -> Number:
    """The root that is not negative: of c e^r it is sqrt c e^(r/2), exact where sqrt c is rational."""
    if sign_bounds(x)[1] < 0:
        raise Undefined("sqrt of a negative number")
    if isinstance(x, Fraction) and 2 * paid.length(x) <= ROOT_BITS:
        return _root(ZERO, [(x.numerator * x.denominator, quotient(ONE, Fraction(x.denominator)))])
    if isinstance(x, Exps) and len(x.p) == len(x.q) == 1:  # the divisor is 1
        ((r, c),) = x.p.items()
        return mul(exp(quotient(r, Fraction(2))), sqrt(c))
    return _increasing(paid.sqrt_bounds, x)

"""Products of logs: a number r + sum of c times a product of powers of log n, by primes and atoms.

Nothing is known of their independence: what cancels is seen to cancel, other signs come from bounds.
"""

from collections.abc import Iterator
from fractions import Fraction
from math import isqrt
from typing import Any

from .intervals import plus, spend, times
from .kinds import Log, Logs, Terms

PRIMES = 1 << 10  # naturals are split by the primes below
DEGREE = 4
LONGEST = 32  # terms; what has more becomes bounds
UNIT: Any = ()  # the product of nothing

Split = list[tuple[Any, Fraction]]  # products, as pairs (n, power) in order, and what they are multiplied by


def factors(n: int) -> list[tuple[int, int]]:
    """A natural as powers of primes, and of what is left when those below PRIMES are taken out."""
    found: list[tuple[int, int]] = []
    rounds = min(PRIMES, isqrt(n))
    spend((rounds >> 6) + (rounds * n.bit_length() >> 13))
    for prime in range(2, PRIMES):
        if n == 1 or prime * prime > n:
            break
        times = 0
        while n % prime == 0:
            n, times = n // prime, times + 1
            spend(2)
        if times:
            found.append((prime, times))
    return found + ([(n, 1)] if n > 1 else [])


def split(x: Log | Logs) -> Iterator[tuple[Any, Fraction]]:
    """The terms of a number, that without a log included."""
    if x.r:
        yield UNIT, x.r
    for n, c in x.c.items():
        if isinstance(x, Logs):
            yield n, c
        elif isinstance(n, int):
            for prime, power in factors(n):
                yield ((prime, 1),), times(c, Fraction(power))
        else:
            yield ((n, 1),), c


def merged(found: Iterator[tuple[Any, Fraction]]) -> Terms:
    out: Terms = {}
    for key, c in found:
        if total := plus(out.pop(key, Fraction(0)), c):
            out[key] = total
    return out


def added(x: Log | Logs, y: Log | Logs) -> Terms:
    """The terms of x + y."""
    return merged(iter([*split(x), *split(y)]))


def multiplied(x: Log | Logs, y: Log | Logs) -> Terms | None:
    """The terms of x y; None where they are too many."""
    one, other = list(split(x)), list(split(y))
    spend(len(one) * len(other))
    if len(one) * len(other) > LONGEST:
        return None
    found = merged((joined(a, b), times(c, d)) for a, c in one for b, d in other)
    return None if any(sum(power for _, power in key) > DEGREE for key in found) else found


def joined(a: Any, b: Any) -> Any:
    powers = dict(a)
    for n, power in b:
        powers[n] = powers.get(n, 0) + power
    return tuple(sorted(powers.items(), key=str))

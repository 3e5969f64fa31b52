"""Comparisons of sums of positive products with a product, by logarithms.

P_1 + .. + P_r < Q where each r P_j < Q, and that is so where log r + log P_j < log Q. The log of a product is
the sum of those of its factors, and that of e^x is x: what is known, and what signs say of products, may add
up to it. So R > log(2 n T^2 q) / eps gives 1 + T e^((1 - eps) R) < e^R / (n T q) for 0 < eps <= 1 <= T.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from ntpcheck.statement.knowing.combinations import Known, Terms, combined
from ntpcheck.statement.knowing.cores import alike, form, same
from ntpcheck.statement.knowing.entailed import adds_up
from ntpcheck.statement.knowing.expanded import TooLongError, expanded, multiplied
from ntpcheck.statement.knowing.logs import whole
from ntpcheck.statement.knowing.outright import is_positive
from ntpcheck.statement.knowing.ranges import ranged
from ntpcheck.verifier.instance.tensors import Core
from ntpcheck.verifier.language.cores import inside

Product = tuple[Fraction, list[Any]]  # a positive number, and factors
SIGNS = {"<": "<", "<=": "<=", ">": "<", ">=": "<="}
MOST = 8  # products that are added
LARGEST = 1000  # numbers whose logs are told by those of primes
ONE = Fraction(1)
NAMED = ("/", "sum", "log of")  # what `expanded` has names of its own for
STEPS = 4_000  # of those that there are for one question: what has fewer left is not looked at


class OpenError(Exception):
    """What is no sum of products of numbers that are seen to be positive."""


class Atoms:
    """What logs are left, by their names, and which numbers are seen to be positive, each asked once."""

    def __init__(self, known: Known) -> None:
        self.known, self.logs, self.signs = known, dict[Any, Any](), dict[Any, bool]()

    def positive(self, e: Core) -> None:
        key = form(e)
        if key not in self.signs:
            self.signs[key] = is_positive(self.known, e)
        if not self.signs[key]:
            raise OpenError


def by_logs(known: Known, e: Core) -> bool:
    """Whether a comparison of sums of positive products with a product holds by logs."""
    if e[0] != "cmp" or e[1] not in SIGNS or known.left[0] < STEPS:
        return False
    less, more = e[2:] if e[1][0] == "<" else e[:1:-1]
    try:
        if not any(_has_a_log(known, fact) for fact in known.facts) or not _curved(known, (less, more)):
            return False
        atoms = Atoms(known)
        each = logs_apart(known, less, more, atoms)
        wanted = {term for row in each for term in row} - {()}
        rows = [row for row in _told(known, atoms) if wanted & set(row[1])]
        rows += _positive(known, atoms)
        rows += _shares(
            known, dict.fromkeys(term for row in (*each, *(row for _, row in rows)) for term in row)
        )
        return all(adds_up((SIGNS[e[1]], row), rows, ()) for row in each)
    except (OpenError, TooLongError):
        return False


def logs_apart(known: Known, less: Core, more: Core, atoms: Atoms) -> list[Terms]:
    """What log(r P_1), .., log(r P_r) are beside log Q, of a sum P_1 + .. + P_r and a product Q of positive
    numbers, after what divides either number is multiplied with the other.
    """
    (low, below), (high, beneath) = _divided(known, less, atoms), _divided(known, more, atoms)
    one, other = _products(known, [*low, *beneath]), _products(known, [*high, *below])
    if len(other) != 1:
        raise OpenError
    goal = _log(known, other[0], atoms)
    return [_minus(_log(known, (len(one) * scale, parts), atoms), goal) for scale, parts in one]


def _has_a_log(known: Known, fact: Core) -> bool:
    """Whether a comparison has a log in it, but for those in definitions further in."""
    sides = map(known.opened, fact[2:]) if fact[0] == "cmp" and fact[1] in SIGNS else ()
    return any(e[:2] == ("fn", "log") for e in inside(tuple(sides)))


def _curved(known: Known, e: Any) -> bool:
    """Whether a power of e stands in a number: without one, signs say as much."""
    if not isinstance(e, tuple) or not e:
        return False
    if e[0] == "let" and known.written.opens(e[1]):
        return _curved(known, known.written.opened(e))
    return e[:2] == ("fn", "exp") or any(_curved(known, part) for part in e)


def _divided(known: Known, e: Core, atoms: Atoms) -> tuple[list[Core], list[Core]]:
    """What is multiplied in a product, and the positive numbers that divide it."""
    e = known.opened(e)
    if e[0] == "*":
        (one, two), (three, four) = (_divided(known, part, atoms) for part in e[1:])
        return one + three, two + four
    if e[0] == "/":
        (one, two), (three, four) = (_divided(known, part, atoms) for part in e[1:])
        atoms.positive(e[2])
        return one + four, two + three
    return [e], []


def _products(known: Known, factors: list[Core]) -> list[Product]:
    """A product of sums as a sum of products."""
    found: list[Product] = [(ONE, [])]
    for factor in factors:
        parts = _summands(known, factor)
        found = [(a * b, [*one, *other]) for a, one in found for b, other in parts]
        if len(found) > MOST:
            raise OpenError
    return found


def _summands(known: Known, e: Core) -> list[Product]:
    e = known.opened(e)
    if e[0] == "+":
        return [*_summands(known, e[1]), *_summands(known, e[2])]
    if e[0] == "*":
        return _products(known, list(e[1:]))
    if e[0] == "q":
        if e[1] <= 0:
            raise OpenError
        return [(e[1], [])]
    return [(ONE, [e])]


def _log(known: Known, product: Product, atoms: Atoms) -> Terms:
    """The log of a positive product."""
    found = _log_of_number(product[0])
    for factor in product[1]:
        found = combined(found, log_of(known, factor, atoms))
    return found


def log_of(known: Known, e: Core, atoms: Atoms) -> Terms:
    """The log of a positive number."""
    e = known.opened(e)
    if e[0] == "q" and e[1] > 0:
        return _log_of_number(e[1])
    if e[0] == "*":
        return combined(*(log_of(known, part, atoms) for part in e[1:]))
    if e[0] == "/":
        return _minus(*(log_of(known, part, atoms) for part in e[1:]))
    if e[0] == "^" and e[2] > 0:
        return {term: e[2] * x for term, x in log_of(known, e[1], atoms).items()}
    if e[:2] == ("fn", "exp"):
        return expanded(known, e[2])
    atoms.positive(e)
    name = ("fn", "log", alike(e))
    atoms.logs[name] = e
    return {(name,): ONE}


def _log_of_number(x: Fraction) -> Terms:
    """The log of a positive rational, by those of primes, which are at least log 2 > 0."""
    if max(x.numerator, x.denominator) > LARGEST:
        raise OpenError
    found: Terms = {}
    for number, sign in ((x.numerator, ONE), (x.denominator, -ONE)):
        prime = 2
        while number > 1:
            while number % prime == 0:
                number //= prime
                found = combined(found, {(("log of", prime),): sign})
            prime += 1
    return found


def _minus(one: Terms, other: Terms) -> Terms:
    return combined(one, {term: -x for term, x in other.items()})


def _told(known: Known, atoms: Atoms) -> Iterator[tuple[str, Terms]]:
    """What facts say, by logs; divided by positive numbers, they are multiplied by these."""
    for fact in known.facts:
        if fact[0] != "cmp" or fact[1] not in SIGNS:
            continue
        less, more = fact[2:] if fact[1][0] == "<" else fact[:1:-1]
        try:
            (low, below), (high, beneath) = _divided(known, less, atoms), _divided(known, more, atoms)
            one, other = (_multiplied(known, parts, atoms) for parts in ([*low, *beneath], [*high, *below]))
        except (OpenError, TooLongError):
            continue
        yield SIGNS[fact[1]], _minus(one, other)


def _multiplied(known: Known, factors: list[Core], atoms: Atoms) -> Terms:
    """A product, in which the log of a product is that of its factors."""
    found: Terms = {(): ONE}
    for factor in factors:
        log = factor[:2] == ("fn", "log")
        found = multiplied(found, log_of(known, factor[2], atoms) if log else expanded(known, factor))
    return found


def _positive(known: Known, atoms: Atoms) -> Iterator[tuple[str, Terms]]:
    """That the logs of whole numbers, and of primes, are not negative."""
    for name, e in atoms.logs.items():
        if whole(known, e):
            yield "<=", {(name,): -ONE}
    for prime in (2, 3, 5, 7):
        yield "<", {(("log of", prime),): -ONE}


def _shares(known: Known, terms: Iterable[Any]) -> Iterator[tuple[str, Terms]]:
    """Of f g with f <= 1 and g >= 0 that it is at most g."""
    for term in [term for term in terms if len(term) == 2]:
        for f, g in (term, term[::-1]):
            if g[0] not in NAMED and f[0] not in NAMED and _at_most_one(known, f) and known.sign(g)[0] >= 0:
                yield "<=", combined({term: ONE}, {(g,): -ONE})


def _at_most_one(known: Known, e: Core) -> bool:
    most = ranged(known, e)[1]
    if most is not None and most <= 1:
        return True
    for fact in known.facts:
        if fact[0] == "cmp" and fact[1] in SIGNS:
            less, more = fact[2:] if fact[1][0] == "<" else fact[:1:-1]
            if more[0] == "q" and more[1] <= 1 and same(known.opened(less), e):
                return True
    return False

"""Equations that are the same on both sides once all is multiplied out, whatever the numbers are.

a / b = c / d is a d = c b wherever b and d are not 0, and there both sides have a value. Powers of e multiply
as their exponents add up, and a factor of a sum goes to each of its terms. What is summed where a condition
fails is what is summed everywhere less what is summed where it holds: so a sum over S and one over what is
not in S are one over all. Numbers that may have no value, such as a quotient further in, are names here: the
two sides are the same polynomial in them, and nothing is cancelled.
"""

from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

from ntpcheck.statement.knowing.combinations import Known, combined
from ntpcheck.statement.knowing.combinations import product as joined
from ntpcheck.statement.knowing.cores import alike
from ntpcheck.statement.knowing.expanded import MOST, TooLongError, expanded
from ntpcheck.statement.knowing.given import ONE
from ntpcheck.statement.knowing.universal import OPPOSITE
from ntpcheck.verifier.instance.tensors import Core


class Summed(NamedTuple):
    """A product of factors and a power of e, summed over axes where all of some conditions hold."""

    axes: tuple[str, ...] = ()
    where: frozenset[Any] = frozenset()
    exponent: frozenset[tuple[Any, Fraction]] = frozenset()
    factors: tuple[Any, ...] = ()


Sums = dict[Summed, Fraction]


def equal(known: Known, e: Core) -> bool:
    """Whether the two sides of `=`, `<=` or `>=` are equal wherever they have a value."""
    if e[0] != "cmp" or e[1] not in ("=", "<=", ">="):
        return False
    (one, below), (other, beneath) = (known.factors(side) for side in e[2:])
    try:
        left, right = (_out(known, joined(parts), 0) for parts in ([*one, *beneath], [*other, *below]))
    except TooLongError:
        return False
    return left == right


def _out(known: Known, e: Core, deep: int) -> Sums:
    e = known.opened(e)
    if e[0] == "q":
        return {Summed(): e[1]} if e[1] else {}
    if e[0] in ("+", "-", "neg"):
        first, last = _out(known, e[1], deep), _out(known, e[-1], deep)
        minus = {one: -x for one, x in last.items()}
        return minus if e[0] == "neg" else combined(first, last if e[0] == "+" else minus)
    if e[0] == "*":
        return _times(_out(known, e[1], deep), _out(known, e[2], deep))
    if e[:2] == ("fn", "exp"):
        return {Summed(exponent=frozenset(expanded(known, e[2]).items())): ONE}
    return _over(known, e, deep) if e[0] == "sum" else {Summed(factors=(alike(known.written.out(e)),)): ONE}


def _times(one: Sums, other: Sums) -> Sums:
    if len(one) * len(other) > MOST or (any(a.axes for a in one) and any(b.axes for b in other)):
        raise TooLongError
    found: Sums = {}
    for (a, x), (b, y) in product(one.items(), other.items()):
        exponent = combined(dict(a.exponent), dict(b.exponent))
        factors = tuple(sorted((*a.factors, *b.factors), key=repr))
        both = Summed(a.axes or b.axes, a.where | b.where, frozenset(exponent.items()), factors)
        found = combined(found, {both: x * y})
    return found


def _over(known: Known, e: Core, deep: int) -> Sums:
    """A sum, its letters named by their depth, by its terms where conditions hold."""
    axes = tuple(axis for _, axis in e[1])
    new = {name: f"~{deep + at}" for at, (name, _) in enumerate(e[1])}
    guard, body = (known.put(part, new) for part in e[2:])
    where = _where(known, guard) if guard else {frozenset[Any](): ONE}
    found: Sums = {}
    for (one, x), (held, y) in product(_out(known, body, deep + len(axes)).items(), where.items()):
        found = combined(found, {one._replace(axes=axes + one.axes, where=one.where | held): x * y})
    return found


def _where(known: Known, e: Core) -> dict[frozenset[Any], Fraction]:
    """1 where a condition holds and else 0, by products of such of conditions that are not taken apart."""
    e = known.opened(e)
    everywhere = {frozenset[Any](): ONE}
    if e[0] == "cmp" and e[1] in ("<", "<=", "!="):
        e = ("not", ("cmp", OPPOSITE[e[1]], *e[2:]))
    if e[0] == "not":
        return combined(everywhere, {one: -x for one, x in _where(known, e[1]).items()})
    if e[0] == "and":
        found: dict[frozenset[Any], Fraction] = {}
        pairs = product(_where(known, e[1]).items(), _where(known, e[2]).items())
        for (a, x), (b, y) in pairs:
            found = combined(found, {a | b: x * y})
        return found
    return {frozenset({alike(known.written.out(e))}): ONE}

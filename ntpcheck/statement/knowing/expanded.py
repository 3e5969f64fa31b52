"""Numbers as linear combinations of products and of sums of products: all are multiplied out.

So sum i. (A_i + B_i) h_i is sum i. A_i h_i plus sum i. B_i h_i, and a condition on a point A is one on a part
of what is made of A.
"""

from fractions import Fraction
from typing import Any

from ntpcheck.statement.knowing.combinations import Known, Terms, combined
from ntpcheck.statement.knowing.cores import alike
from ntpcheck.verifier.instance.tensors import Core

MOST = 64  # terms of one number
ONE = Fraction(1)
Product = tuple[Any, ...]  # factors in an order that their letters' names have no part in


class TooLongError(Exception):
    """A number has more terms than are looked at."""


def expanded(known: Known, e: Core) -> Terms:
    """A number by products of terms, `()` for 1."""
    return _expanded(known, e, 0)


def _expanded(known: Known, e: Core, deep: int) -> Terms:
    e = known.opened(e)
    kind = e[0]
    if kind == "q":
        return {(): e[1]} if e[1] else {}
    if kind in ("+", "-"):
        scale = ONE if kind == "+" else -ONE
        return combined(_expanded(known, e[1], deep), _scaled(_expanded(known, e[2], deep), scale))
    if kind == "neg":
        return _scaled(_expanded(known, e[1], deep), -ONE)
    if kind == "*":
        return multiplied(_expanded(known, e[1], deep), _expanded(known, e[2], deep))
    if kind == "/":
        below = _expanded(known, e[2], deep)
        if set(below) == {()}:
            return _scaled(_expanded(known, e[1], deep), 1 / below[()])
        return multiplied(_expanded(known, e[1], deep), {(("/", alike(e[2])),): ONE})
    if kind == "sum":
        return _summed(known, e, deep)
    return {(alike(e),): ONE}


def _scaled(terms: Terms, scale: Fraction) -> Terms:
    return {term: scale * x for term, x in terms.items()}


def multiplied(one: Terms, other: Terms) -> Terms:
    if len(one) * len(other) > MOST:
        raise TooLongError
    found: Terms = {}
    for a, x in one.items():
        for b, y in other.items():
            product = tuple(sorted((*a, *b), key=repr))
            found = combined(found, {product: x * y})
    return found


def _summed(known: Known, e: Core, deep: int) -> Terms:
    """A sum as that of each term of what it sums, its letters named by their depth."""
    new = {name: f"%{deep}.{at}" for at, (name, _) in enumerate(e[1])}
    guard, body = (known.put(part, new) for part in e[2:])
    axes, condition = tuple(axis for _, axis in e[1]), alike(guard)
    found: Terms = {}
    for product, x in _expanded(known, body, deep + 1).items():
        inside = tuple(one for one in product if any(name in repr(one) for name in new.values()))
        outside = tuple(one for one in product if one not in inside)
        whole = ("sum", axes, deep, condition, inside)
        found = combined(found, {tuple(sorted((*outside, whole), key=repr)): x})
    return found

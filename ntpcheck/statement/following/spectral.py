"""Lengths of combinations of a matrix' rows beside the largest eigenvalue of its Gram matrix.

Let F have the rows f_t, and let e be the largest eigenvalue of sum t. f_t[a] f_t[b], which is F^T F. Then
|F x|^2 <= e |x|^2 for every x, and |F^T u|^2 <= e |u|^2 for every u, as F and F^T have the same norm. Of
u = c1 at t and c2 at z, F^T u is c1 f_t + c2 f_z, and |u|^2 is c1^2 + c2^2, or (c1 + c2)^2 where t = z. So
sum a. (c1 f_t[a] + c2 f_z[a])^2 is at most e times the larger of the two: e for a row, 2 e for a difference
of two rows. Products of such sums and of their roots are at most the products of these bounds.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from ntpcheck.statement.knowing.combinations import Known
from ntpcheck.statement.knowing.cores import form, same
from ntpcheck.statement.knowing.universal import fitting, placed
from ntpcheck.verifier.instance.tensors import Core

ROWS = 2  # whose combinations are looked at
SQUARE, ROOT = 2, 1  # what a sum, and its root, counts: halves of a power of the eigenvalue


def within_spectrum(known: Known, less: Sequence[Core], more: Sequence[Core]) -> bool:
    """Whether one product is at most another one, of numbers and powers of one largest eigenvalue."""
    least, greatest = _number(known, less), _number(known, more)
    rows = [known.opened(one) for one in more if one[0] != "q"]
    if not rows or rows[0][0] != "largest" or least < 0 or greatest < 0:
        return False
    if any(not same(one, rows[0]) for one in rows):
        return False
    power, square = 2 * len(rows), least**2
    for one in (one for one in less if one[0] != "q"):
        one = known.opened(one)
        halves = ROOT if one[:2] == ("fn", "sqrt") else SQUARE
        bound = _bound(known, known.opened(one[2]) if halves == ROOT else one, rows[0])
        if bound is None:
            return False
        power, square = power - halves, square * bound**halves
    return power == 0 and square <= greatest**2


def _number(known: Known, factors: Sequence[Core]) -> Fraction:
    """What the numbers among factors come to."""
    found = Fraction(1)
    for one in factors:
        found *= one[1] if one[0] == "q" else 1
    return found


def _bound(known: Known, e: Core, whole: Core) -> Fraction | None:
    """By which multiple of a largest eigenvalue a sum of squares is bounded."""
    if e[0] != "sum" or e[2] is not None or len(e[1]) != 1:
        return None
    (letter, axis), body = e[1][0], known.opened(e[3])
    base = body[1] if body[:1] == ("^",) and body[2] == 2 else body[1] if body[0] == "*" else None
    if base is None or (body[0] == "*" and not same(*body[1:])):
        return None
    terms = known.linear(base)
    if not 0 < len(terms) <= ROWS or () in terms:
        return None
    row = _row(known, whole, letter, axis)
    if row is None or not all(_is_row(known, row, known.shown[term], letter) for term in terms):
        return None
    none = Fraction(0)
    return max(sum((x**2 for x in terms.values()), none), sum(terms.values(), none) ** 2)


def _row(known: Known, whole: Core, letter: str, axis: str) -> tuple[str, Core] | None:
    """Of a Gram matrix the letter of its rows, and what stands in them at an index of that name."""
    _, one, other, condition, gram, *_ = whole
    gram = known.opened(gram)
    if condition is not None or [of for _, of in (*one, *other)] != [axis, axis]:
        return None
    if gram[0] != "sum" or gram[2] is not None or len(gram[1]) != 1:
        return None
    factors = known.multiplied(gram[3])
    at = [known.put(factor, {one[0][0]: ("v", letter), other[0][0]: ("v", letter)}) for factor in factors]
    if len(at) != 2 or not same(*at) or not _apart(factors, one[0][0], other[0][0]):
        return None
    return gram[1][0][0], at[0]


def _apart(factors: Sequence[Core], one: str, other: str) -> bool:
    """Whether the first of two factors names the one letter and the second the other, or the other way."""
    named = [{name for name in (one, other) if _names(factor, name)} for factor in factors]
    return named in ([{one}, {other}], [{other}, {one}])


def _names(e: Any, letter: str) -> bool:
    if not isinstance(e, tuple):
        return False
    return e[:2] == ("v", letter) or any(_names(part, letter) for part in e)


def _is_row(known: Known, row: tuple[str, Core], e: Core, along: str) -> bool:
    """Whether a term is an entry of some row, which is the same row all along."""
    own, found = {row[0]}, dict[str, Any]()
    one = form(row[1])
    if not fitting(one, form(known.opened(e)), own, found) or placed(one, own) & set(found) != own:
        return False
    return not _names(found[row[0]], along)

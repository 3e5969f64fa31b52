"""How small and how large terms are, where their form and what is known say so: signs tell them from 0 alone.

A size is at least 1, as axes are not empty, and so are a whole number above 0 and exp x for x >= 0; a
product of numbers at least a and b, neither negative, is at least a b, and what is summed without a
condition, each term at least a >= 0, is at least a; with one, where no term is negative, any term at a
place that meets it. So V exp(|W| M) is at least 1, and so is sum v. exp(x_v - x_z). A cosine lies between
-1 and 1. Bounds are rational and may be attained. A sum of shares, none negative, that add up to 1 without
a condition is at most 1 with one. A number between a and b, divided by one that is at least c > 0, lies
between min(a, 0) / c and max(b, 0) / c.
"""

from fractions import Fraction
from itertools import islice

from ntpcheck.statement.knowing.combinations import Known, Terms
from ntpcheck.statement.knowing.cores import bound, same
from ntpcheck.statement.knowing.facts import possible
from ntpcheck.statement.knowing.logs import whole
from ntpcheck.statement.knowing.polarity import (
    AT_LEAST,
    AT_MOST,
    NEGATIVE,
    POSITIVE,
    Sign,
    narrower,
    negative,
    plus,
)
from ntpcheck.statement.knowing.polarity import ZERO as SAME
from ntpcheck.statement.knowing.positive import choices, indices, nonzero, read_at
from ntpcheck.verifier.instance.tensors import Core

Range = tuple[Fraction | None, Fraction | None]  # at least, and at most; None where nothing is known
ZERO, ONE = Fraction(0), Fraction(1)
PLACES = 6  # of a sum, at which its terms are looked at
STEPS = 5  # of those that there are for one question, for each term


def by_ranges(known: Known, terms: Terms, found: Sign) -> Sign:
    """The sign of a linear combination with a number in it, by how small and how large its terms are."""
    number = terms.get((), ZERO)
    if not number or len(terms) < 2 or known.left[0] < STEPS:
        return found
    lows: Fraction | None = number
    highs: Fraction | None = number
    for term, scale in terms.items():
        if term == ():
            continue
        least, most = ranged(known, known.shown[term])
        if scale < 0:
            least, most = most, least
        lows = None if lows is None or least is None else lows + scale * least
        highs = None if highs is None or most is None else highs + scale * most
    if lows is not None and lows >= 0:
        found = narrower(found, POSITIVE if lows > 0 else AT_LEAST)
    if highs is not None and highs <= 0:
        found = narrower(found, NEGATIVE if highs < 0 else AT_MOST)
    return found


def beside_one(known: Known, terms: Terms, found: Sign) -> Sign:
    """The sign of c + k exp(x), which is c + k and k times a number of the sign of x."""
    powers = [term for term in terms if term[:2] == ("fn", "exp")]
    if len(powers) != 1 or set(terms) != {(), powers[0]}:
        return found
    c, k = terms[()], terms[powers[0]]
    grows = known.sign(known.shown[powers[0]][2])
    at_one = POSITIVE if c + k > 0 else NEGATIVE if c + k < 0 else SAME
    return narrower(found, plus(at_one, grows if k > 0 else negative(grows)))


def ranged(known: Known, e: Core) -> Range:
    """What a number is at least and at most, wherever it has a value."""
    known.left[0] -= STEPS
    if known.left[0] < 0:
        return None, None
    e = known.opened(e)
    if e[0] == "q":
        return e[1], e[1]
    least, most = _ranged(known, e)
    low, high = known.sign(e)
    if low >= 0 and (least is None or least < 1) and whole(known, e) and (low > 0 or _not_none(known, e)):
        least = ONE
    if low >= 0:
        least = max(least or ZERO, ZERO)
    if high <= 0:
        most = ZERO if most is None else min(most, ZERO)
    return least, most


def _not_none(known: Known, e: Core) -> bool:
    """Whether a count is not 0; what that rests on is not asked for counts, which leads back to this one."""
    if known.counting[0]:
        return False
    known.counting[0] = True
    try:
        return nonzero(known, e)
    finally:
        known.counting[0] = False


def _ranged(known: Known, e: Core) -> Range:
    """The same by what a number is made of."""
    kind = e[0]
    if kind == "size":
        return ONE, None
    if cosine(known, e):
        return -ONE, ONE
    if kind == "neg":
        least, most = ranged(known, e[1])
        return None if most is None else -most, None if least is None else -least
    if kind in ("+", "-"):
        (least, most), other = (ranged(known, part) for part in e[1:])
        low, high = other if kind == "+" else (_minus(other[1]), _minus(other[0]))
        return _plus(least, low), _plus(most, high)
    if kind == "*":
        return _product(*(ranged(known, part) for part in e[1:]))
    if kind == "/":
        return _quotient(ranged(known, e[1]), ranged(known, e[2])[0])
    if kind == "if":
        return _joined(known, e)
    if kind == "^" and e[2] > 0:
        least, most = ranged(known, e[1])
        if least is None or least < 0:
            return None, None
        return least ** e[2], None if most is None else most ** e[2]
    if kind == "fn" and e[1] == "exp":  # 1 + x is at most exp x
        low, high = known.sign(e[2])
        return ONE if low >= 0 else ZERO, ONE if high <= 0 else None
    if kind in ("max2", "min2"):
        return _picked(*(ranged(known, part) for part in e[1:]), largest=kind == "max2")
    if kind in ("max", "min"):
        return ranged(known.having(e[2]), e[3])
    if kind == "sum":
        least, most = _mean(known, e)
        low = _summed(known, e)
        return low if least is None else least if low is None else max(low, least), most
    return None, None


def _minus(x: Fraction | None) -> Fraction | None:
    return None if x is None else -x


def _plus(x: Fraction | None, y: Fraction | None) -> Fraction | None:
    return None if x is None or y is None else x + y


def _quotient(above: Range, below: Fraction | None) -> Range:
    """Of a number by one that is at least another, which is positive."""
    if below is None or below <= 0:
        return None, None
    least, most = above
    return None if least is None else min(least, ZERO) / below, None if most is None else max(
        most, ZERO
    ) / below


def _joined(known: Known, e: Core) -> Range:
    """Of cases, as far as what is known leaves them."""
    there = ((known.having(e[1]), e[2]), (known.having(("not", e[1])), e[3]))
    cases = [ranged(one, part) for one, part in there if possible(one)]
    lows, highs = (
        [low for low, _ in cases if low is not None],
        [high for _, high in cases if high is not None],
    )
    every = len(cases)
    return (
        min(lows) if lows and len(lows) == every else None,
        max(highs) if highs and len(highs) == every else None,
    )


def _mean(known: Known, e: Core) -> Range:
    """Of a sum of numbers, each times a share, of shares that add up to no more than 1."""
    for share, other in known.parted(e[3]):
        if _shared(known, e, share):
            low, high = (ONE, ONE) if other is None else _beside(known.having(e[2]), other)
            return None if low is None else min(low, ZERO), None if high is None else max(high, ZERO)
    return None, None


def _beside(known: Known, e: Core) -> Range:
    """The same of a number that may be known to be at most 1."""
    least, most = ranged(known, e)
    if most is None and known.sign(("-", e, ("q", ONE)))[1] <= 0:
        most = ONE
    return least, most


def _shared(known: Known, e: Core, share: Core) -> bool:
    """Whether a number is a share, none of them negative, which without a sum's condition add up to 1."""
    if len(e[1]) != 1 or known.sign(share)[0] < 0:  # those left out too: else the rest may add up to more
        return False
    ((letter, axis),) = e[1]
    return known.adds_up(letter, axis, share, e[2])


def cosine(known: Known, e: Core) -> bool:
    """Whether a number is <A, B> / (|A| |B|), or <A / |A|, B / |B|>, wherever it has a value."""
    norms: list[Core] = []
    if e[0] == "/":
        above, left = known.opened(e[1]), [e[2]]
        while left:
            one = known.opened(left.pop())
            left += one[1:] if one[0] == "*" else ()
            norms += [one] if one[0] != "*" else []
    else:
        above = e
    if above[0] != "dot" or above[1][0] != "lam" or above[2][0] != "lam":
        return False
    pair: list[Core] = []
    for side in above[1:]:
        body = known.opened(side[2])
        of = known.opened(body[2]) if body[0] == "/" else None
        if of is None or of[0] != "norm" or not same(of[1], (*side[:2], body[1])):
            pair.append(("norm", side))
    return len(norms) == len(pair) and any(
        all(same(one, other) for one, other in zip(norms, order, strict=True)) for order in (pair, pair[::-1])
    )


def _summed(known: Known, e: Core) -> Fraction | None:
    """What a sum is at least: of what is not negative, any of its terms."""
    if e[2] is None and (least := ranged(known, e[3])[0]) is not None and least > 0:
        return least
    if known.having(e[2]).sign(e[3])[0] < 0:
        return None
    found = ZERO
    for at in islice(choices(e, indices(known, e, frozenset(bound(e)))), PLACES):
        if (term := read_at(known, e, at)) is not None:
            found = max(found, ranged(known, term)[0] or ZERO)
    return found


def _product(one: Range, other: Range) -> Range:
    """Of two numbers that are not negative."""
    if one[0] is None or other[0] is None or min(one[0], other[0]) < 0:
        return None, None
    return one[0] * other[0], None if one[1] is None or other[1] is None else one[1] * other[1]


def _picked(one: Range, other: Range, *, largest: bool) -> Range:
    """Of the larger of two numbers, or of the smaller."""
    found: list[Fraction | None] = []
    for a, b, either in ((one[0], other[0], largest), (one[1], other[1], not largest)):
        pick = max if largest else min
        if a is None or b is None:
            found.append((b if a is None else a) if either else None)
        else:
            found.append(pick(a, b))
    return found[0], found[1]

"""The sign of a logarithm: of products by their factors, of whole numbers as at least 1 where it has a value.

And of sums in which one stands, or a power of e: log x is at most x - 1, and e^x at least 1 + x; log x is
above c where x is above e^c.

Nothing is said of where the logarithm has no value.
"""

from fractions import Fraction
from math import ceil, floor

from ntpcheck.statement.knowing.combinations import Known, Terms, combined
from ntpcheck.statement.knowing.polarity import ANY, AT_LEAST, NEGATIVE, POSITIVE, Sign, negative, plus
from ntpcheck.verifier.instance.tensors import Core

GATHERED = ("sum", "max", "min")
JOINED = ("+", "*", "max2", "min2")
E = (Fraction(2718, 1000), Fraction(2719, 1000))  # it is between them
HIGHEST = 16  # of numbers that logarithms are compared with
STEPS = 100  # of those that there are for one question: what has fewer left is not looked at


def of_log(known: Known, e: Core) -> Sign:
    """The sign of log e: that of e - 1, or of what e is made of."""
    e = known.opened(e)
    found = known.sign(("-", e, ("q", Fraction(1))))
    if found != ANY:
        return found
    if e[:2] == ("fn", "exp"):
        return known.sign(e[2])
    if e[0] in ("*", "/") and min(known.sign(part)[0] for part in e[1:]) >= 0:  # so both are positive
        one, other = (of_log(known, part) for part in e[1:])
        return plus(one, other if e[0] == "*" else negative(other))
    return AT_LEAST if whole(known, e) else ANY


def by_tangents(known: Known, terms: Terms, found: Sign) -> Sign:
    """The sign of a linear combination by that of the one with a tangent at 1, or at 0, in place of a curve.

    A combination with x - 1 in the place of log x is larger where it adds log x, smaller where it takes that
    off; with 1 + x in the place of e^x it is the other way round.
    """
    curved = [term for term in terms if term[:2] in (("fn", "log"), ("fn", "exp"))]
    if len(curved) != 1 or known.left[0] < STEPS:
        return found
    (curve,) = curved
    scale, at = terms[curve], Fraction(1 if curve[1] == "exp" else -1)
    rest = {term: x for term, x in terms.items() if term != curve}
    if curve[1] == "log" and rest.keys() == {()} and (beyond := _beyond(known, curve, -rest[()] / scale)):
        return POSITIVE if (beyond > 0) is (scale > 0) else NEGATIVE
    line = combined(known.linear(known.shown[curve][2], scale), {(): scale * at})
    low, high = known.total(combined(rest, line))
    if (scale > 0) is (curve[1] == "exp"):
        return max(found[0], low), found[1]
    return found[0], min(found[1], high)


def _beyond(known: Known, log: Core, height: Fraction) -> int:
    """1 where a logarithm is seen to be above a number, -1 below it, else 0: by what it is the log of."""
    if not 0 < abs(height) <= HIGHEST:
        return 0
    low, high = E[floor(height) < 0] ** floor(height), E[ceil(height) >= 0] ** ceil(height)
    of = known.linear(known.shown[log][2])
    if known.total(combined(of, {(): -high}))[0] >= 0:
        return 1
    return -1 if known.total(combined(of, {(): -low}))[1] <= 0 else 0


def whole(known: Known, e: Core) -> bool:
    """Whether a number is a natural number or 0, by what it is made of."""
    e = known.opened(e)
    if e[0] == "q":
        return e[1] >= 0 and e[1].denominator == 1
    if e[0] == "field":
        return known.written.book.fields()[e[1]].natural
    if e[0] in JOINED:
        return whole(known, e[1]) and whole(known, e[2])
    if e[0] in GATHERED:
        return whole(known, e[3])
    if e[0] == "if":
        return whole(known, e[2]) and whole(known, e[3])
    return whole(known, e[1]) if e[0] == "^" else e[0] in ("size", "rank")

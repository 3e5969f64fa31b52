"""The sign of a logarithm: of products by their factors, of whole numbers as at least 1 where it has a value.

Nothing is said of where the logarithm has no value.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from ntpcheck.statement.polarity import ANY, AT_LEAST, Sign, negative, plus

if TYPE_CHECKING:
    from ntpcheck.statement.signs import Known
    from ntpcheck.verifier.tensors import Core

GATHERED = ("sum", "max", "min")
JOINED = ("+", "*", "max2", "min2")


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

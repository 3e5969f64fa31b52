"""Signs of factors, by equations that say what they multiply to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ntpcheck.statement.cores import same
from ntpcheck.statement.polarity import NEGATIVE, POSITIVE, Sign, divisor, narrower, times

if TYPE_CHECKING:
    from ntpcheck.statement.signs import Known
    from ntpcheck.verifier.tensors import Core

DEEP = 2  # equations that are looked at inside one another


def by_products(known: Known, e: Core, found: Sign) -> Sign:
    """What equations say of a number's sign, beside what is found.

    In a product that is not 0 no factor is 0, so that a number that is at least 0 is positive there; and the
    product's sign is that of its factors multiplied.
    """
    if known.deep >= DEEP:
        return found
    known.deep += 1
    for fact in known.facts:
        for whole, level in (fact[2:], (fact[3], fact[2])) if fact[:2] == ("cmp", "=") else ():
            for others in without(factors(known, whole), e):
                sign = known.sign(level)
                if sign in (POSITIVE, NEGATIVE):
                    found = narrower(found, divisor(found))
                    for other in others:
                        sign = times(sign, divisor(known.sign(other)))
                    found = narrower(found, sign)
    known.deep -= 1
    return found


def factors(known: Known, e: Core) -> list[Core]:
    """What is multiplied in a product; a divisor, which is not 0, has the sign of its inverse."""
    e = known.opened(e)
    return factors(known, e[1]) + factors(known, e[2]) if e[0] in ("*", "/") else [e]


def without(found: list[Core], e: Core) -> Iterator[list[Core]]:
    """The other factors, where a number is one of several."""
    for i, one in enumerate(found):
        if len(found) > 1 and same(one, e):
            yield found[:i] + found[i + 1 :]

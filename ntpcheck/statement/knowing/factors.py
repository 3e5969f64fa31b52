"""Signs of factors, by equations and comparisons that say what they multiply to."""

from collections.abc import Iterator

from ntpcheck.statement.knowing.combinations import Known
from ntpcheck.statement.knowing.cores import same
from ntpcheck.statement.knowing.polarity import (
    AT_LEAST,
    MIRRORED,
    NEGATIVE,
    POSITIVE,
    Sign,
    divisor,
    narrower,
    negative,
    times,
)
from ntpcheck.statement.knowing.positive import nonzero
from ntpcheck.verifier.instance.tensors import Core

DEEP = 2  # equations that are looked at inside one another


def by_products(known: Known, e: Core, found: Sign) -> Sign:
    """What comparisons say of a number's sign, beside what is found.

    In a product that is not 0 no factor is 0, so that a number that is at least 0 is positive there; and the
    product's sign is that of its factors multiplied. Of a product that is only known to be at least 0, a
    factor is so if all others have a sign and are not 0.
    """
    if known.deep >= DEEP:
        return found
    known.deep += 1
    for fact in (fact for fact in known.facts if fact[0] == "cmp" and fact[1] != "!="):
        for kind, whole, level in (fact[1:], (MIRRORED[fact[1]], fact[3], fact[2])):
            for others in without(known, whole, e):
                found = narrower(found, _told(known, kind, known.sign(level), others, found))
    known.deep -= 1
    return found


def _told(known: Known, kind: str, level: Sign, others: list[Core], found: Sign) -> Sign:
    """The sign of a factor of a product that compares so with a number of that sign."""
    if kind in ("<", "<="):
        kind, level, turned = MIRRORED[kind], negative(level), True
    else:
        turned = False
    if kind == "=" and level in (POSITIVE, NEGATIVE):
        whole, found = level, divisor(found)
    elif kind != "=" and level[0] >= 0:
        whole = POSITIVE if kind == ">" or level[0] > 0 else AT_LEAST
        found = divisor(found) if whole == POSITIVE else found
    else:
        return found
    whole = negative(whole) if turned else whole
    for other in others:
        sign = known.sign(other)
        if whole not in (POSITIVE, NEGATIVE) and not nonzero(known, other):
            return found
        whole = times(whole, divisor(sign))
    return narrower(found, whole)


def without(known: Known, whole: Core, e: Core) -> Iterator[list[Core]]:
    """What a number is multiplied with, divides or is divided by in a product; a divisor is one factor."""
    whole = known.opened(whole)
    for i in (1, 2) if whole[0] in ("*", "/") else ():
        part = known.opened(whole[i])
        if same(part, e):
            yield [whole[3 - i]]
        yield from ([*others, whole[3 - i]] for others in without(known, part, e))

"""What is bounded, or tends to 0, because it is nowhere larger than something that is, or does.

A number is confined if it is made of what does not run, of cosines, shares and the like, which lie between
two numbers, by sums, products, powers and extremes; so is <A, B> / |A| where B does not run. Of X - c U and
c a number, X - <X, U> U / |U|^2 is the shortest.
"""

from collections.abc import Iterator
from fractions import Fraction

from ntpcheck.statement.following.orders import difference
from ntpcheck.statement.knowing.combinations import Known, combined
from ntpcheck.statement.knowing.cores import bound, reads, same
from ntpcheck.statement.knowing.ranges import ranged
from ntpcheck.verifier.instance.tensors import Core
from ntpcheck.verifier.language.sequences import running

PARTS = ("+", "-", "*", "neg", "max2", "min2")
MINUS = Fraction(-1)


def confined(known: Known, e: Core) -> bool:
    """Whether a number stays between two others wherever it has a value, whatever runs."""
    e = known.opened(e)
    if not running(known.written.book, e):
        return True
    if e[0] in PARTS:
        return all(confined(known, part) for part in e[1:])
    if (e[0] == "^" and e[2] >= 0) or e[:2] == ("fn", "abs"):
        return confined(known, e[1] if e[0] == "^" else e[2])
    if e[0] == "if":
        return all(confined(known, part) for part in e[2:])
    if e[0] in ("sum", "max", "min"):
        return confined(known.having(e[2]), e[3])
    if e[0] == "/" and not running(known.written.book, e[2]):
        return confined(known, e[1])
    return None not in ranged(known, e) or (e[0] == "/" and _along(known, e))


def _along(known: Known, e: Core) -> bool:
    """Whether a number is <A, B> / |A|, which is at most |B|, times what is confined; B does not run."""
    above, below = known.factors(e)
    for inner in above:
        for A, B in (inner[1:], inner[:0:-1]) if inner[0] == "dot" else ():
            left = [one for one in below if not same(one, ("norm", A))]
            if len(left) == len(below) - 1 and not running(known.written.book, (B, *left)):
                return all(one is inner or confined(known, one) for one in above)
    return False


def below(known: Known, less: Core, more: Core) -> bool:
    """Whether a number is at least 0 and at most another."""
    if known.sign(less)[0] < 0:
        return False
    if difference(known, less, more)[0] >= 0:
        return True
    less, more = known.opened(less), known.opened(more)
    if less[0] == more[0] == "/" and same(less[2], more[2]):
        return known.sign(less[2])[0] >= 0 and below(known, less[1], more[1])
    return less[0] == more[0] == "norm" and _shortest(known, less[1], more[1])


def _shortest(known: Known, less: Core, more: Core) -> bool:
    """Whether one tensor is X - <X, U> U / |U|^2, and another X - c U with a number c."""
    letters, axes = bound(less), [axis for _, axis in less[1]]
    if not letters or [axis for _, axis in more[1]] != axes:
        return False
    other = _entry(known, more, letters)
    for inner, square in _quotients(known, less[2]):
        for X, U in (inner[1:], inner[:0:-1]):
            if any(e[0] != "lam" or [axis for _, axis in e[1]] != axes for e in (X, U)):
                continue
            x, u = (_entry(known, e, letters) for e in (X, U))
            part = ("*", ("/", inner, square), u)
            rest = combined(known.linear(("-", x, part)), known.linear(less[2], MINUS))
            if not rest and _square(known, square, U) and _multiple(known, ("-", x, other), u, {*letters}):
                return True
    return False


def _entry(known: Known, e: Core, letters: tuple[str, ...]) -> Core:
    """An entry of a tensor at these letters."""
    return known.put(e[2], dict(zip(bound(e), letters, strict=True)))


def _quotients(known: Known, e: Core) -> Iterator[tuple[Core, Core]]:
    """The inner products, and what they are divided by, that scale a tensor's entry in a sum of such."""
    for term in known.linear(e):
        for factor in known.multiplied(known.shown[term]) if term != () else ():
            above = known.opened(factor[1]) if factor[0] == "/" else factor
            if above[0] == "dot":
                yield above, known.opened(factor[2])


def _square(known: Known, e: Core, U: Core) -> bool:
    """Whether a number is |U|^2."""
    if e[0] == "^" and e[2] == 2:
        e = known.opened(e[1])
        return e[0] == "norm" and same(e[1], U)
    return e[0] == "dot" and same(e[1], U) and same(e[2], U)


def _multiple(known: Known, e: Core, u: Core, letters: set[str]) -> bool:
    """Whether a number is u times another that hangs on none of these letters."""
    for term in known.linear(e):
        if term == ():
            return False
        factors = known.multiplied(known.shown[term])
        at = next((i for i, one in enumerate(factors) if same(one, known.opened(u))), None)
        if at is None or reads((*factors[:at], *factors[at + 1 :]), letters):
            return False
    return True

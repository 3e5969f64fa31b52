"""How large products and sums of products are at most: Hölder's inequality, and that of Cauchy and Schwarz.

|sum i. x_i y_i| is at most (max i. |x_i|) (sum i. |y_i|), where the extreme and the second sum may range
over more; |<A, B>| is at most |A| |B|; and an entry of a tensor is at most its norm in size, or the largest
size of all entries.
"""

from itertools import permutations
from typing import Any

from ntpcheck.statement.knowing.combinations import Known, Terms, combined
from ntpcheck.statement.knowing.cores import form, same
from ntpcheck.statement.knowing.polarity import Sign
from ntpcheck.statement.knowing.universal import fitting, placed
from ntpcheck.verifier.instance.tensors import Core

MOST = 3  # factors of a product that is compared with another one
SIZED = ("max", "sum", "norm")


def by_sizes(known: Known, terms: Terms, found: Sign) -> Sign:
    """The sign of a linear combination, by which of its terms are at most others in size."""
    if found[0] == found[1] or len(terms) < 2:
        return found
    large = [(term, sides) for term in terms if term != () and (sides := _sides(known, known.shown[term]))]
    for term, scale in terms.items() if large else ():
        for other, sides in large:
            if term in ((), other) or known.left[0] < 0 or not _at_most(known, known.shown[term], sides):
                continue
            rest, size = combined(terms, {term: -scale}), abs(scale)
            low = known.total(combined(rest, {other: -size}))[0]
            high = known.total(combined(rest, {other: size}))[1]
            found = max(found[0], low), min(found[1], high)
            if found[0] == found[1]:
                return found
    return found


def _sides(known: Known, e: Core) -> list[Core]:
    """The factors of a product of extremes and sums of what is not negative, and of norms; else none."""
    factors = known.multiplied(e)
    return factors if len(factors) <= MOST and all(_is_size(known, one) for one in factors) else []


def _is_size(known: Known, e: Core) -> bool:
    if e[0] not in SIZED or (e[0] == "norm" and e[1][0] != "lam"):
        return False
    return e[0] == "norm" or _whole(known, e) is not None


def _whole(known: Known, e: Core) -> Core | None:
    """Of what an extreme or a sum takes the sizes; None where it may be of negative numbers."""
    body = known.opened(e[3])
    if body[:2] == ("fn", "abs"):
        return known.opened(body[2])
    return body if known.having(e[2]).sign(body)[0] >= 0 else None


def _at_most(known: Known, e: Core, sides: list[Core]) -> bool:
    """Whether a number is at most the product of these sizes, in size."""
    known.left[0] -= 5
    if e[0] == "dot":
        pairs = [one[1] for one in sides if one[0] == "norm"]
        return len(sides) == len(pairs) == 2 and any(
            same(e[1], pairs[i]) and same(e[2], pairs[1 - i]) for i in (0, 1)
        )
    letters: tuple[str, ...] = ()
    if e[0] == "sum":
        letters = known.letters(e)
        guard, e = known.lettered(e, letters)
        known = known.having(guard)
    factors = [_inside(known, one) for one in known.multiplied(e)]
    if len(factors) != len(sides) or len(factors) > MOST:
        return False
    return any(_each(known, one, sides, letters) for one in permutations(factors))


def _each(known: Known, factors: tuple[Core, ...], sides: list[Core], letters: tuple[str, ...]) -> bool:
    """Whether each factor is among those of which one side is the size.

    letters: of what is summed. At each of them another number of one sum stands.
    """
    apart = not letters
    for factor, side in zip(factors, sides, strict=True):
        found = _among(known, factor, side)
        if found is None:
            return False
        apart |= side[0] == "sum" and {("v", letter) for letter in letters} <= set(found.values())
    return apart


def _among(known: Known, factor: Core, side: Core) -> dict[str, Any] | None:
    """The indices at which an extreme, a sum or a tensor has a number; None where that is not seen."""
    body, guard = (known.opened(side[1][2]), None) if side[0] == "norm" else (_whole(known, side), side[2])
    lettered = side[1][1] if side[0] == "norm" else side[1]
    letters, found = {name for name, _ in lettered}, dict[str, Any]()
    one = form(body)
    if not fitting(one, form(factor), letters, found) or not letters <= placed(one, letters) & set(found):
        return None
    there = guard is None or known.truth(known.put(guard, found)) is True
    return found if there else None


def _inside(known: Known, e: Core) -> Core:
    """What a factor is the size of, or itself."""
    return known.opened(e[2]) if e[:2] == ("fn", "abs") else e

"""Whether a claim says the same of a multiple of a point, which is all that an edit of its condition makes.

Let p be nearest to 0 in a set C, and q in C', where for one c > 0 a matrix D is in C if and only if c D is in
C'. Then q = c p, and there is none of the one where there is none of the other. A claim in which every number
that speaks of p is of degree 0 in it, such as an entry of p / norm(p), and every comparison of two such
numbers of one degree on both sides, says of c p what it says of p: c^k > 0 is a factor of both. A number that
has no value at p, such as p / norm(p) at p = 0, has none at c p.
"""

from fractions import Fraction
from typing import Any

from ntpcheck.statement.following.implied import surroundings
from ntpcheck.statement.knowing.combinations import Known
from ntpcheck.statement.knowing.cores import NOTHING, Written, lengthened, same, scales
from ntpcheck.statement.knowing.given import STEPS
from ntpcheck.statement.knowing.values import reads_no_more
from ntpcheck.statement.knowing.written import resting, written_out
from ntpcheck.statement.printing.reading import names
from ntpcheck.verifier.instance.tensors import Core
from ntpcheck.verifier.language.book import Book, Claim

JOINED = ("and", "or", "not", "implies", "iff", "eventually", "always")


def of_a_multiple(old: Book, new: Book, claim: Claim, place: str) -> bool:
    """Whether all that differs in two books is a point of a claim, by a factor that it does not tell."""
    (before, *rest), (after, *others) = (
        written_out(book, book.claims[claim.id], place) for book in (old, new)
    )
    points = resting(old, (before, *rest), place)
    if not same((before, *rest), (after, *others)) or resting(old, tuple(rest), place) or len(points) != 1:
        return False
    (point,) = points
    return level(old, before, point) and _lengthened(surroundings(old, claim), old, new, point, place)


def _lengthened(known: Known, old: Book, new: Book, key: str, place: str) -> bool:
    """Whether a nearest point to 0 is a positive multiple of it in another book."""
    cores: list[Core] = []
    for book in (old, new):
        let = book.lets[key]
        if let.kind != "point" or let.parameters or let.core[0] != "closest" or let.core[3] is not None:
            return False
        cores.append(known.put(Written(book, (place,)).out(let.core), {}))
    before, after = cores
    if before[2] != after[2] or any(resting(old, core[4], place) for core in cores):
        return False
    for scale in sorted({scale for scale in scales(before[4], after[4]) if scale > 0}):
        moved = known.put(after[4], {after[1]: lengthened(before[1], before[2], scale)})
        known.left[0] = STEPS
        both = known.follows(before[4], moved) and known.follows(moved, before[4])
        if both and reads_no_more(known, before[4], moved):
            return True
    return False


def level(book: Book, e: Any, point: str) -> bool:
    """Whether a formula says the same of a point and of its positive multiples, all else being as it is."""
    if not isinstance(e, tuple) or not e or point not in names(book, e):
        return True
    if e[0] in JOINED:
        return all(level(book, part, point) for part in e[1:])
    if e[0] in ("forall", "exists"):
        return level(book, e[2], point) and level(book, e[3], point)
    if e[0] == "cmp":
        one, other = (degree(book, part, point) for part in e[2:])
        return one is not None and (one == other or NOTHING in e[2:]) and other is not None
    if e[0] == "tends":
        return all(part[0] == "infinity" or degree(book, part, point) == 0 for part in e[1:])
    return e[0] == "bounded" and degree(book, e[1], point) is not None


def degree(book: Book, e: Core, point: str) -> Fraction | None:
    """The k for which a number at c times a point is c^k times what it is at the point, for all c > 0."""
    if point not in names(book, e):
        return Fraction(0)
    if e[0] == "let":
        return Fraction(1) if e[1] == point else None
    if e[0] in ("lam", "sum", "max", "min"):
        return degree(book, e[-1], point) if e[0] == "lam" or point not in names(book, e[2]) else None
    if e[0] not in ("*", "/", "+", "-", "neg", "norm", "dot"):
        return None
    found = [degree(book, part, point) for part in e[1:]]
    if None in found:
        return None
    told = [x for x in found if x is not None]
    if e[0] in ("*", "dot"):
        return sum(told, Fraction(0))
    if e[0] == "/":
        return told[0] - told[1]
    return told[0] if len(set(told)) == 1 else None

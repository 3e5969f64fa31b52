"""Comparisons that follow by adding up multiples of others: what points satisfy, and what is known.

A nearest point that exists satisfies its condition. A condition for all indices is read at those that stand
in what is asked, and times what a term of that has beside a term of the comparison: of a point that is a
multiple of another, what that one satisfies says something. A product of numbers with signs has one itself.
A linear program finds the multiples in doubles; they are taken for short rationals, and only what then adds
up exactly counts.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import islice
from typing import Any

from ntpcheck.statement.knowing.combinations import Known, Terms
from ntpcheck.statement.knowing.cores import form
from ntpcheck.statement.knowing.entailed import adds_up
from ntpcheck.statement.knowing.expanded import TooLongError, expanded
from ntpcheck.statement.knowing.polarity import ANY, POSITIVE, ZERO, Sign, divisor, times
from ntpcheck.statement.knowing.positive import choices, indices
from ntpcheck.statement.knowing.tableau import never
from ntpcheck.verifier.instance.tensors import Core

MOST, READ = 48, 24  # comparisons that are added up, and choices of indices for one fact
FEW = 8_000  # nodes looked at for the cases of a condition
STEPS = 400  # of those that there are for one question
TURNED = {"<=": ("<=", 1), "<": ("<", 1), ">=": ("<=", -1), ">": ("<", -1), "=": ("=", 1)}
Row = tuple[str, Terms]  # <, <= or =, and what is so compared with 0


def adds_up_to(known: Known, e: Core, *, anything: bool = False) -> bool:
    """Whether a comparison of numbers made of points follows from what these satisfy and what is known.

    anything: or of other numbers.
    """
    if e[0] != "cmp" or e[1] not in TURNED or known.left[0] < STEPS:
        return False
    known.left[0] -= STEPS
    points = list({form(condition): condition for condition in _points(known, e)}.values())
    if not points and not anything:
        return False
    there = known.having(*points)
    try:
        goal = _row(there, e)
        read = (_row(there, one) for fact in there.facts for one in _read(there, fact, e))
        rows = list(islice(_new(read), MOST))
    except TooLongError:
        return False
    more = [*islice(_new(_multiplied(there, goal[1], rows)), MOST)]
    terms = dict.fromkeys(term for one in (goal[1], *(row for _, row in more)) for term in one)
    return adds_up(goal, [*rows, *more, *_signed(there, terms)], ())


def _new(rows: Iterable[Row]) -> Iterator[Row]:
    """Rows that say something, each once."""
    seen = set[Any]()
    for sign, row in rows:
        key = (sign, frozenset(row.items()))
        if row and key not in seen:
            seen.add(key)
            yield sign, row


def _multiplied(known: Known, goal: Terms, rows: list[Row]) -> Iterator[Row]:
    """Rows times what a term of the goal has beside a term of the row: any for equations, or at least 0."""
    for sign, row in rows:
        beside = dict.fromkeys(
            rest for whole in goal for part in row if part and (rest := _beside(whole, part))
        )
        for rest in beside:
            of = _sign(known, rest)
            if sign == "=" or of[0] >= 0:
                kept = sign if of[0] > 0 or sign == "=" else "<="
                yield kept, {tuple(sorted((*term, *rest), key=repr)): x for term, x in row.items()}


def _beside(whole: Any, part: Any) -> Any:
    """The factors of a product beside those of another; none where these are not among them."""
    left = list(whole)
    for one in part:
        if one not in left:
            return ()
        left.remove(one)
    return tuple(left)


def _signed(known: Known, terms: Iterable[Any]) -> Iterator[Row]:
    """That products have the signs that their factors give them."""
    for term in terms:
        low, high = _sign(known, term) if term else ZERO
        if low >= 0 and term:
            yield ("<" if low > 0 else "<="), {term: Fraction(-1)}
        if high <= 0 and term:
            yield ("<" if high < 0 else "<="), {term: Fraction(1)}


def _sign(known: Known, product: Any) -> Sign:
    """The sign of a product of what `expanded` multiplies."""
    found = POSITIVE
    for factor in product:
        if factor[0] == "/":
            found = times(found, divisor(known.sign(factor[1])))
        elif factor[0] == "sum" and len(factor) == 5:  # of products, by a name of their own
            return ANY
        else:
            found = times(found, known.sign(factor))
    return found


def _row(known: Known, e: Core) -> Row:
    sign, turn = TURNED[e[1]]
    return sign, {term: turn * x for term, x in expanded(known, ("-", e[2], e[3])).items()}


def _points(known: Known, e: Any) -> Iterator[Core]:
    """The conditions of the nearest points that a number reads, of those that certainly exist."""
    if not isinstance(e, tuple) or not e:
        return
    if e[0] == "let":
        let = known.written.book.lets[e[1]]
        if known.written.opens(e[1]):
            yield from _points(known, known.written.opened(e))
        elif let.kind == "point" and let.core[0] == "closest":
            core = known.point(e)
            if known.truth(("solvable", core[1], core[2], core[4])) is True:
                letters = tuple((known.name(), axis) for axis in core[2])
                point = ("lam", letters, (*e[:3], tuple(("v", name) for name, _ in letters)))
                yield known.put(core[4], {core[1]: point})
    for part in e[1:]:
        yield from _points(known, part)


def _read(known: Known, fact: Core, e: Core) -> Iterator[Core]:
    """The comparisons that a fact says, at the indices that stand in what is asked."""
    fact = known.opened(fact)
    if fact[0] == "and":
        for part in fact[1:]:
            yield from _read(known, part, e)
    elif fact[0] == "cmp" and fact[1] in TURNED:
        yield fact
    elif fact[0] == "forall":
        for at in islice(choices(fact, indices(known, e, frozenset())), READ):
            guard, body = (known.put(part, at) for part in fact[2:])
            said = True if guard is None else known.truth(guard)
            if said is True or (
                said is None and _shares(known, body, e) and never(known, ("not", guard), FEW)
            ):
                yield from _read(known, body, e)


def _shares(known: Known, body: Core, e: Core) -> bool:
    """Whether a comparison is of the terms that another one is of, so that it is worth a longer look."""
    if not known.splits[0] or body[0] != "cmp" or body[1] not in TURNED:
        return False
    one, other = _row(known, body)[1], _row(known, e)[1]
    return bool(set(one) - {()}) and set(one) <= {*other, ()}

"""Where a hypothesis fails: whether another one fails too, or what a claim says holds there all the same.

A claim that stands says nothing new without a hypothesis if that is so: where the hypothesis holds, it is the
claim itself. A hypothesis without a value at an instance does not hold there; one that reads a point by a
property says with it that there is such a point.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from typing import TYPE_CHECKING, Any

from ntpcheck.statement.cores import Written, bound, put
from ntpcheck.statement.implied import TRUE, Weaker, surroundings
from ntpcheck.statement.positive import indices, witnesses
from ntpcheck.statement.signs import Known
from ntpcheck.statement.values import has_value, holds

if TYPE_CHECKING:
    from ntpcheck.verifier.book import Book, Claim
    from ntpcheck.verifier.tensors import Core

MOST = 24  # choices of indices that are looked at for one point


def by_cases(book: Book, claim: Claim, name: str) -> bool:
    """Whether a claim follows from itself with one hypothesis more, by what holds where that fails."""
    gone = ("let", book.assumed(claim)[name], (), ())
    around = surroundings(book, claim, Written(book), name)
    if not has_value(around, gone):
        return False
    for other, key in book.assumed(claim).items():
        if (
            other != name
            and _without(book, claim, name, other).having(("not", gone)).truth(("let", key, (), ())) is False
        ):
            return True
    if claim.kind != "formula" or claim.undefined:
        return False
    there, said = around.having(("not", gone)), put(claim.core, {}, around.written.fresh)
    return (Weaker().follows(there, TRUE, said) and has_value(there, said)) or holds(there, said)


def _without(book: Book, claim: Claim, *but: str) -> Known:
    return surroundings(book, claim, Written(book), *but)


def needless(book: Book, claim: Claim, name: str) -> bool:
    """Whether a hypothesis holds wherever the others do: by the signs of what it compares, or as part of one.

    It has a value there, or what it says is that a point exists which another hypothesis reads.
    """
    known = surroundings(book, claim, Written(book), name)
    gone = ("let", book.assumed(claim)[name], (), ())
    kept = (("let", key, (), ()) for other, key in book.assumed(claim).items() if other != name)
    if has_value(known, gone) and (
        known.truth(gone) is True or any(Weaker().follows(known, one, gone) for one in kept)
    ):
        return True
    for fact in existing(book, claim, known, name):
        known = known.having(fact)
    said = known.opened(gone)
    return said[0] == "solvable" and known.truth(said) is True


def existing(book: Book, claim: Claim, known: Known, but: str) -> Iterator[Core]:
    """That there are the points which the other hypotheses read in any case."""
    for name, key in book.assumed(claim).items():
        for point in read(known, ("let", key, (), ())) if name != but else ():
            let = book.lets[point[1]]
            if let.core[0] == "closest":
                arguments = dict(zip(let.parameters, point[2], strict=True))
                core = put(let.core, arguments, known.written.fresh)
                yield ("solvable", core[1], core[2], core[4])


def read(known: Known, e: Any, *, holds: bool | None = True) -> Iterator[Core]:
    """The points that a formula reads under no condition wherever it has a value and holds, or does not.

    holds: None where that is not known. A formula is read from left to right, up to where it is settled.
    """
    if not isinstance(e, tuple) or not e:
        return
    if e[0] == "let":
        if known.written.book.lets[e[1]].kind == "point":
            yield e
        elif known.written.opens(e[1]):
            yield from read(known, known.written.opened(e), holds=holds)
    elif e[0] in ("and", "or"):  # both parts of a conjunction that holds, or of a disjunction that does not
        for part in e[1:] if holds is (e[0] == "and") else e[1:2]:
            yield from read(known, part, holds=holds)
    elif e[0] == "not":
        yield from read(known, e[1], holds=None if holds is None else not holds)
    elif e[0] in ("implies", "if"):  # the first part is read in any case
        yield from read(known, e[1], holds=None)
    elif e[0] in ("iff", "cmp", "+", "-", "*", "/", "neg", "^", "fn", "norm", "dot", "lam"):
        for part in e[1:]:
            yield from read(known, part, holds=None)
    elif e[0] in ("sum", "max", "min", "forall", "exists") and e[2] is None:
        whole = holds is (e[0] == "forall")  # else one index settles it
        yield from read(known, e[3], holds=holds if whole else None)
    elif e[0] in ("forall", "exists") and holds is not None and holds == (e[0] == "exists"):
        yield from _settled(known, e, holds=holds)
    elif e[0] in ("sum", "max", "min") or (e[0] in ("forall", "exists") and holds is not None):
        yield from _throughout(known, e)


def _settled(known: Known, e: Core, *, holds: bool) -> Iterator[Core]:
    """What is read at the index that settles a quantifier: its condition holds there."""
    at = {name: f"#{next(known.written.fresh)}" for name in bound(e)}
    guard, body = (put(part, at, known.written.fresh) for part in e[2:])
    there = known.having(guard).having(body if holds else ("not", body))
    yield from read(there, guard)
    yield from read(there, body, holds=holds)


def _throughout(known: Known, e: Core) -> Iterator[Core]:
    """What is read where all indices are looked at: under conditions that some of them meet."""
    e = put(e, {}, known.written.fresh)
    for point, conditions, further in _under(known, ("and", *e[2:]), ()):
        for there, at in islice(_indices(known, e, conditions), MOST):
            asked = (put(condition, at, known.written.fresh) for condition in (*conditions, *further))
            if all(there.truth(condition) is True for condition in asked):
                yield point
                break


def _indices(known: Known, e: Core, conditions: tuple[Core, ...]) -> Iterator[tuple[Known, Any]]:
    """Indices of which facts say that there are such, for letters that conditions are about; else any."""
    if not conditions:
        yield known, {}
        return
    own = indices(known, ("and", *e[2:]), frozenset(bound(e)))
    for fact in known.facts:
        for there, places in witnesses(known, fact, own):
            choices = ([index for index, of in places if of == axis] for _, axis in e[1])
            yield from ((there, dict(zip(bound(e), one, strict=True))) for one in product(*choices))


def _under(
    known: Known, e: Core, conditions: tuple[Core, ...]
) -> Iterator[tuple[Core, tuple[Core, ...], tuple[Core, ...]]]:
    """Points without arguments in a formula, with conditions under which each is read.

    Inside another quantifier, a sum or the like, one index that meets its condition has the body read once:
    that there is one stands apart.
    """
    e = known.opened(e)
    if e[0] in ("and", "or", "implies"):
        yield from _under(known, e[1], conditions)
        first = ("not", e[1]) if e[0] == "or" else e[1]
        yield from _under(known, e[2], (*conditions, first))
    elif e[0] == "not":
        yield from _under(known, e[1], conditions)
    elif e[0] in ("forall", "exists", "sum", "max", "min") and e[2] is not None:
        e = put(e, {}, known.written.fresh)
        met: Core = ("exists", e[1], None, e[2])
        yield from ((point, conditions, (met,)) for point in read(known, e[3], holds=None) if not point[2])
    else:
        yield from ((point, conditions, ()) for point in read(known, e, holds=None) if not point[2])

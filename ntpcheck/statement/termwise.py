"""Comparisons term by term: of sums of products of powers of e.

c sum v | G(v). f(v) is the sum of c f(v), and no more than c' sum v | G'(v). f'(v) if each c f(v) is at most
c' f'(v), G(v) says G'(v), and c' f'(v) is not negative where G' holds. Products of the same factors, at least
0, and of powers of e compare as the exponents do. Exponents are compared by signs, and by adding up what is
known and what points satisfy: so exp(-(1 + g) R m) is at most exp(-g R) exp(-R m) where g R >= 0 and m >= 1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ntpcheck.statement.adding import adds_up_to
from ntpcheck.statement.cores import bound, form, put, renamed
from ntpcheck.statement.factors import factors
from ntpcheck.statement.normalised import ONE
from ntpcheck.statement.orders import difference
from ntpcheck.statement.polarity import says

if TYPE_CHECKING:
    from ntpcheck.statement.signs import Known
    from ntpcheck.verifier.tensors import Core

DEEP = 3  # sums inside one another
PLAIN = ("*", "sum", "fn")


def by_terms(known: Known, e: Core) -> bool:
    """Whether a comparison follows term by term."""
    if e[0] != "cmp" or e[1] not in ("<=", ">="):
        return False
    less, more = e[2:] if e[1] == "<=" else e[:1:-1]
    return _at_most(known, less, more, 0)


def _at_most(known: Known, less: Core, more: Core, deep: int) -> bool:
    less, more = known.opened(less), known.opened(more)
    if says(">=", difference(known, less, more)) is True:
        return True
    if deep > DEEP or less[0] not in PLAIN or more[0] not in PLAIN:
        return False
    (first, one), (second, other) = _taken_apart(known, less), _taken_apart(known, more)
    if one is not None and other is not None:
        return _sums(known, (first, one), (second, other), deep)
    return one is other is None and _powers(known, first, second)


def _taken_apart(known: Known, e: Core) -> tuple[list[Core], Core | None]:
    """The factors of a product, and a sum among them; of quotients nothing is said."""
    if "/" in _heads(known, e):
        return [e], None
    found = factors(known, e)
    sums = [one for one in found if one[0] == "sum"]
    if len(sums) != 1:
        return found, None
    return [one for one in found if one is not sums[0]], sums[0]


def _heads(known: Known, e: Core) -> set[str]:
    e = known.opened(e)
    return {e[0]}.union(*(_heads(known, part) for part in e[1:])) if e[0] in ("*", "/") else {e[0]}


def _sums(known: Known, less: tuple[list[Core], Core], more: tuple[list[Core], Core], deep: int) -> bool:
    one, other = less[1], more[1]
    if [axis for _, axis in one[1]] != [axis for _, axis in other[1]]:
        return False
    new = {name: f"#{next(known.written.fresh)}" for name in bound(one)}
    guard, body = (put(part, new, known.written.fresh) for part in renamed(one, new)[2:])
    to = dict(zip(bound(other), (new[name] for name in bound(one)), strict=True))
    wider, above = (put(part, to, known.written.fresh) for part in renamed(other, to)[2:])
    there = known.having(guard)
    above = _product([*more[0], above])
    if wider is not None and there.truth(wider) is not True:
        return False
    return known.having(wider).sign(above)[0] >= 0 and _at_most(
        there, _product([*less[0], body]), above, deep + 1
    )


def _product(found: list[Core]) -> Core:
    core = found[0] if found else ONE
    for part in found[1:]:
        core = ("*", core, part)
    return core


def _powers(known: Known, less: list[Core], more: list[Core]) -> bool:
    """Products of the same factors, but for powers of e."""
    sides: list[tuple[list[Core], Core]] = []
    for found in (less, more):
        powers = [one for one in found if one[:2] == ("fn", "exp")]
        exponent: Core = ("q", ONE[1] * 0)
        for one in powers:
            exponent = ("+", exponent, one[2])
        sides.append(([one for one in found if one not in powers], exponent))
    (rest, low), (others, high) = sides
    if sorted(map(repr, map(form, rest))) != sorted(map(repr, map(form, others))):
        return False
    return known.sign(_product(rest))[0] >= 0 and (
        says(">=", difference(known, low, high)) is True or adds_up_to(known, ("cmp", "<=", low, high))
    )

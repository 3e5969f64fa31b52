"""What is said of all indices, case by case: where two indices are the same, and where they are not.

`forall j u. A(j,u)` implies `forall j u. B(j,u)` if in each case B follows from A at the same indices, or A
is false at indices that stand in what is known: so `forall u v. x_u - x_v = if u = w then 1 else 0` holds for
no x, as it says at u = v = w that 0 = 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from typing import TYPE_CHECKING, Any

from ntpcheck.statement.cores import bound, put
from ntpcheck.statement.normalised import stands
from ntpcheck.statement.orders import compared, difference
from ntpcheck.statement.polarity import says
from ntpcheck.statement.positive import indices

if TYPE_CHECKING:
    from ntpcheck.statement.signs import Known
    from ntpcheck.verifier.tensors import Core

CASES = 4  # conditions that are decided one after the other
MOST = 48  # choices of indices at which what is said of all is read
STEPS = 3_000  # of those that there are for one question: what has fewer left is not looked at


def by_cases(known: Known, old: Core, new: Core) -> bool:
    """Whether one formula about all indices of some axes implies another one."""
    if (
        old[0] != "forall"
        or new[0] != "forall"
        or [axis for _, axis in old[1]] != [axis for _, axis in new[1]]
    ):
        return False
    if known.left[0] < STEPS or not any(True for _ in _open((old[3], new[3]))):
        return False
    letters = {name: f"#{next(known.written.fresh)}" for name in bound(new)}
    to = dict(zip(bound(old), letters.values(), strict=True))
    guard, goal = (put(part, letters, known.written.fresh) for part in new[2:])
    condition, one = (put(part, to, known.written.fresh) for part in old[2:])
    there = known.having(guard)
    if condition is not None and there.truth(condition) is not True:
        return False
    return _each(there, old, one, goal, CASES)


def _each(known: Known, whole: Core, one: Core, goal: Core, left: int) -> bool:
    """Whether a goal follows from a formula at its own indices, or from all of it, in each case."""
    one, goal = _decided(known, one), _decided(known, goal)
    if goal[0] == one[0] == "cmp" and compared(known, one, goal):
        return True
    if known.truth(goal) is True or impossible(known, whole):
        return True
    atom = next(_open((one, goal)), None)
    if atom is None or not left:
        return False
    equal = [_moved(letter, index, known, whole, one, goal) for letter, index in _pairs(atom)]
    here, *same = equal[0] if equal else (known.having(atom), whole, one, goal)
    of_all, first, second = same
    apart = known.having(("not", atom))
    return _each(here, of_all, first, second, left - 1) and _each(apart, whole, one, goal, left - 1)


def _pairs(atom: Core) -> Iterator[tuple[str, Core]]:
    for letter, index in (atom[1:], atom[:0:-1]):
        if letter[0] == "v" and not stands(index, letter[1]):
            yield letter[1], index


def _moved(letter: str, index: Core, known: Known, *cores: Core) -> tuple[Any, ...]:
    """What is known, and cores, with another index in the place of a letter."""
    found, fresh = known.having(None), known.written.fresh
    found.facts = tuple(put(fact, {letter: index}, fresh) for fact in known.facts)
    return found, *(put(core, {letter: index}, fresh) for core in cores)


def impossible(known: Known, e: Core) -> bool:
    """Whether what is said of all indices is false at some that stand in what is known."""
    e = known.opened(e)
    if e[0] == "and":
        return any(impossible(known, part) for part in e[1:])
    if e[0] != "forall":
        return False
    own = dict.fromkeys(
        place for fact in reversed(known.facts) for place in indices(known, fact, frozenset())
    )
    choices = ([index for index, of in own if of == axis] for _, axis in e[1])
    for chosen in islice(product(*choices), MOST):
        if known.left[0] < STEPS:
            return False
        at = dict(zip(bound(e), chosen, strict=True))
        guard, body = (put(part, at, known.written.fresh) for part in e[2:])
        if (guard is None or known.truth(guard) is True) and _false(known, _decided(known, body)):
            return True
    return False


def _false(known: Known, e: Core) -> bool:
    if e[0] == "cmp" and says(e[1], difference(known, e[3], e[2])) is False:
        return True
    return known.truth(e) is False


def _decided(known: Known, e: Any) -> Any:
    """A core where conditions of cases that are decided are gone; what is bound inside is left alone."""
    if not isinstance(e, tuple) or not e:
        return e
    e = known.opened(e) if e[0] == "let" else e
    if e[0] == "if" and (met := known.truth(e[1])) is not None:
        return _decided(known, e[2] if met else e[3])
    if isinstance(e[0], str) and bound(e):
        return e
    return tuple(_decided(known, part) for part in e)


def _open(e: Any) -> Iterator[Core]:
    """The equations between indices in conditions of cases that are not decided, of indices bound outside."""
    if not isinstance(e, tuple) or not e or (isinstance(e[0], str) and bound(e)):
        return
    if e[0] == "if":
        yield from _equations(e[1])
    for part in e:
        yield from _open(part)


def _equations(e: Any) -> Iterator[Core]:
    if isinstance(e, tuple) and e and not (isinstance(e[0], str) and bound(e)):
        if e[0] == "ixeq" and e[1] != e[2]:
            yield e
        for part in e:
            yield from _equations(part)

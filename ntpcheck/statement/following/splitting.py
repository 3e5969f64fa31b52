"""What is said of all indices, at some of them; and case by case: where two are the same, and where not.

`forall j u. A(j,u)` implies `forall j u. B(j,u)` if in each case B follows from A at the same indices, or A
is false at indices that stand in what is known: so `forall u v. x_u - x_v = if u = w then 1 else 0` holds for
no x, as it says at u = v = w that 0 = 1.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from ntpcheck.statement.following.orders import compared, difference
from ntpcheck.statement.knowing import given
from ntpcheck.statement.knowing.combinations import Known
from ntpcheck.statement.knowing.cores import SIMPLE, bound, form, over_the_same
from ntpcheck.statement.knowing.polarity import says
from ntpcheck.statement.knowing.positive import choices, indices, read_at
from ntpcheck.statement.knowing.tableau import never
from ntpcheck.statement.knowing.universal import fitting, placed
from ntpcheck.statement.knowing.written import at_index, equated
from ntpcheck.verifier.instance.tensors import Core

CASES = 4  # conditions that are decided one after the other
MOST = 48  # choices of indices at which what is said of all is read
STEPS = 3_000  # of those that there are for one question: what has fewer left is not looked at


def at_some(known: Known, old: Core, new: Core) -> bool:
    """Whether `forall` says at some of its indices word by word what another one says, as of [a,b] at [b,b];
    or `exists` does of what another one says of some.

    If `forall x | G(x). F(x)` then F(s(y)) for all y with C(y), where C(y) has G(s(y)) follow; and if F(s(y))
    and C(y) for some y, there is an x with G(x) and F(x), which is s(y).
    """
    whole, part = (old, new) if old[0] == "forall" else (new, old)
    letters, found = set(bound(whole)), dict[str, Any]()
    if not old[0] == new[0] in ("forall", "exists"):
        return False
    if not fitting(form(whole[3]), form(part[3]), letters, found):
        return False
    if letters != placed(whole[3], letters) & set(found):
        return False
    guard = None if whole[2] is None else known.put(whole[2], found)
    return (
        guard is None or (part[2] is not None and known.follows(part[2], guard)) or known.truth(guard) is True
    )


def by_denial(known: Known, e: Core) -> bool:
    """Whether a formula holds as its denial leaves no case, or as both sides of `iff` lead to each other."""
    if e[0] == "iff" and all(known.follows(*pair) for pair in (e[1:], e[:0:-1])):
        return True
    return e[0] not in ("forall", "every") and never(known, ("not", e))


def by_cases(known: Known, old: Core, new: Core) -> bool:
    """Whether one formula about all indices of some axes implies another one."""
    if old[0] != "forall" or not over_the_same(old, new):
        return False
    if known.left[0] < STEPS or not any(True for _ in _open((old[3], new[3]))):
        return False
    letters = known.letters(new)
    (guard, goal), (condition, one) = (known.lettered(e, letters) for e in (new, old))
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
    equal = [at_index(known, *pair, whole, one, goal) for pair in equated(atom)]
    here, *same = equal[0] if equal else (known.having(atom), whole, one, goal)
    of_all, first, second = same
    apart = known.having(("not", atom))
    return _each(here, of_all, first, second, left - 1) and _each(apart, whole, one, goal, left - 1)


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
    for at in islice(choices(e, own), MOST):
        if known.left[0] < STEPS:
            return False
        body = read_at(known, e, at)
        if body is not None and _false(known, _decided(known, body)):
            return True
    return False


def _false(known: Known, e: Core) -> bool:
    if e[0] == "cmp" and says(e[1], difference(known, e[3], e[2])) is False:
        return True
    return known.truth(e) is False


def settled(known: Known, e: Any) -> Any:
    """A core where conditions of cases that are decided are gone, by the conditions around them too."""
    return _decided(known, e, inside=True)


def _decided(known: Known, e: Any, *, inside: bool = False) -> Any:
    """The same; inside: also in what binds names, which else is left alone."""
    if not isinstance(e, tuple) or not e:
        return e
    e = known.opened(e) if e[0] == "let" else e
    if e[0] == "if" and (met := known.truth(e[1])) is not None:
        return _decided(known, e[2] if met else e[3], inside=inside)
    if isinstance(e[0], str) and bound(e):
        if not inside or e[0] not in (*SIMPLE, "solvable"):
            return e
        there = known if e[0] in ("lam", "solvable") else known.having(e[2])
        return (*e[:-1], _decided(there, e[-1], inside=True))
    return tuple(_decided(known, part, inside=inside) for part in e)


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


def part_by_part(known: Known, old: Core, new: Core) -> bool:
    """Whether each part of a conjunction follows from that at its place, by itself."""
    parts = [_conjuncts(known, e) for e in (old, new)]
    if len(parts[0]) != len(parts[1]) or len(parts[0]) < 2:
        return False
    for one, other in zip(*parts, strict=True):
        known.left[0] = given.STEPS  # what others took is not taken from it
        if not known.follows(one, other):
            return False
    return True


def _conjuncts(known: Known, e: Core) -> list[Core]:
    e = known.opened(e)
    return [part for one in e[1:] for part in _conjuncts(known, one)] if e[0] == "and" else [e]

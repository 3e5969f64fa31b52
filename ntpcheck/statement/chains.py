"""That there is a path: links that are known, one after the other, and back where steps go both ways.

A link is a path that is known to be there, or a step: its formula stands among the facts, or holds at an
index of which a fact says that there is one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ntpcheck.statement.cores import put, same
from ntpcheck.statement.merged import as_one_index
from ntpcheck.statement.positive import witnesses

if TYPE_CHECKING:
    from ntpcheck.statement.signs import Known
    from ntpcheck.verifier.tensors import Core

Link = tuple[Any, Any]  # two indices
MOST = 6  # indices between which steps are looked for


def linked(known: Known, e: Core) -> bool:
    """Whether a path of one step or more, `closure(t; t'. F)[x,z]`, is there by a chain of links."""
    if e[0] != "closure" or e[3] is not None or len(e[1]) != 1 or known.left[0] < 0:
        return False
    known.left[0] -= 20
    known, e = as_one_index(known, e) or (known, e)
    start, end = e[5]
    both_ways = _symmetric(known, e)
    for there, more in _ways(known, start, end):
        ends = [index for fact in there.facts if _alike(fact, e) for index in fact[5]]
        own = list(dict.fromkeys([start, end, *more, *ends]))[:MOST]
        links = [fact[5] for fact in there.facts if _alike(fact, e)]
        links += [(one, other) for one in own for other in own if _stands(there, _step(there, e, one, other))]
        if both_ways:
            links += [(other, one) for one, other in links]
        if _leads(links, start, end):
            return True
    return False


def _ways(known: Known, start: Core, end: Core) -> Iterator[tuple[Known, list[Core]]]:
    """What is known, and what with it where a fact says that there is an index, with that one."""
    yield known, []
    for fact in known.facts:
        if fact[0] == "exists" and len(fact[1]) == 1 and _mentions(fact, (start, end)):
            for there, places in witnesses(known, fact, []):
                yield there, [index for index, _ in places][:1]
                break


def _mentions(e: object, indices: tuple[Core, ...]) -> bool:
    return e in indices or (isinstance(e, tuple) and any(_mentions(part, indices) for part in e))


def _alike(fact: Core, e: Core) -> bool:
    """Whether a fact is that there is a path by the same steps."""
    return fact[0] == "closure" and fact[3] is None and same((*fact[:5], ()), (*e[:5], ()))


def _step(known: Known, e: Core, one: Core, other: Core) -> Core:
    return put(e[4], {e[1][0][0]: one, e[2][0][0]: other}, known.written.fresh)


def _stands(known: Known, e: Core) -> bool:
    """Whether a formula is among the facts, or all its parts are, or one of those of which one is enough."""
    e = known.opened(e)
    if any(same(fact, e) for fact in known.facts):
        return True
    if e[0] == "and":
        return all(_stands(known, part) for part in e[1:])
    return e[0] == "or" and any(_stands(known, part) for part in e[1:])


def _symmetric(known: Known, e: Core) -> bool:
    """Whether each step may be taken back: its formula is the same with its two ends exchanged."""
    one, other = ("v", e[1][0][0]), ("v", e[2][0][0])
    return _same_parts(known, _step(known, e, one, other), _step(known, e, other, one))


def _same_parts(known: Known, one: Core, other: Core) -> bool:
    """Whether two formulas are the same but for the order of what `and` and `or` join."""
    if same(one, other):
        return True
    one, other = known.opened(one), known.opened(other)
    if one[0] == other[0] and one[0] in ("and", "or"):
        pairs = ((1, 1, 2, 2), (1, 2, 2, 1))
        return any(
            _same_parts(known, one[a], other[b]) and _same_parts(known, one[c], other[d])
            for a, b, c, d in pairs
        )
    return same(one, other)


def _leads(links: list[Link], start: Core, end: Core) -> bool:
    """Whether a chain of one link or more leads from one index to another."""
    reached: list[Core] = [start]
    for at in reached:
        for one, other in links:
            if one == at:
                if other == end:
                    return True
                if other not in reached:
                    reached.append(other)
    return False

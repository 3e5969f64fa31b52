"""That there is a path: links that are known, one after the other, and back where steps go both ways.

A link is a path that is known to be there, or a step: its formula stands among the facts, or holds at an
index of which a fact says that there is one.
"""

from collections.abc import Iterator
from typing import Any

from ntpcheck.statement.knowing.combinations import Known
from ntpcheck.statement.knowing.cores import same
from ntpcheck.statement.knowing.merged import as_one_index
from ntpcheck.statement.knowing.positive import witnesses
from ntpcheck.verifier.instance.tensors import Core
from ntpcheck.verifier.language.cores import inside

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
    return any(
        _leads(Links(there, e, more, both_ways), start, end) for there, more in _ways(known, start, end)
    )


class Links:
    """Steps and paths that are known, between the ends of a path, others that facts name, and `more`."""

    def __init__(self, known: Known, e: Core, more: list[Core], both_ways: bool) -> None:  # noqa: FBT001
        self.known, self.e, self.both_ways = known, e, both_ways
        self.paths: list[Link] = [fact[5] for fact in known.facts if _alike(fact, e)]
        ends = [index for path in self.paths for index in path]
        self.own = list(dict.fromkeys([*e[5], *more, *ends]))[:MOST]
        self.said = {known.form(fact) for fact in known.facts}
        self.body = _joined(known, e[4])
        self.met: dict[Link, bool] = {}  # steps that were asked for

    def of(self, one: Core) -> Iterator[Core]:
        """The indices to which a link leads from one."""
        for start, end in self.paths:
            if start == one:
                yield end
            if self.both_ways and end == one:
                yield start
        for other in self.own:
            if self._stands(one, other) or (self.both_ways and self._stands(other, one)):
                yield other

    def _stands(self, one: Core, other: Core) -> bool:
        """Whether facts say that there is a step from one index to another."""
        if (one, other) not in self.met:
            at = {self.e[1][0][0]: one, self.e[2][0][0]: other}
            self.met[one, other] = self._said(self.body, at)
        return self.met[one, other]

    def _said(self, e: Any, at: dict[str, Core]) -> bool:
        """Whether a formula is among the facts, or all its parts are, or one of which one is enough."""
        kind, whole, *parts = e
        if _placed(whole, at) in self.said:
            return True
        if kind == "and":
            return all(self._said(part, at) for part in parts)
        return kind == "or" and any(self._said(part, at) for part in parts)


def _joined(known: Known, e: Core) -> Any:
    """A formula's form, by what joins its parts, and these in the same way."""
    e = known.opened(e)
    return (e[0], known.form(e), *(_joined(known, part) for part in e[1:] if e[0] in ("and", "or")))


def _placed(form: Any, at: dict[str, Core]) -> Any:
    """A form with indices in the place of letters."""
    if form[:1] == ("v",):
        return at.get(form[1], form)
    return tuple([_placed(part, at) if isinstance(part, tuple) else part for part in form])


def _ways(known: Known, start: Core, end: Core) -> Iterator[tuple[Known, list[Core]]]:
    """What is known, and what with it where a fact says that there is an index, with that one."""
    yield known, []
    for fact in known.facts:
        if fact[0] == "exists" and len(fact[1]) == 1 and any(e in (start, end) for e in inside(fact)):
            for there, places in witnesses(known, fact, []):
                yield there, [index for index, _ in places][:1]
                break


def _alike(fact: Core, e: Core) -> bool:
    """Whether a fact is that there is a path by the same steps."""
    return fact[0] == "closure" and fact[3] is None and same((*fact[:5], ()), (*e[:5], ()))


def _step(known: Known, e: Core, one: Core, other: Core) -> Core:
    return known.put(e[4], {e[1][0][0]: one, e[2][0][0]: other})


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


def _leads(links: Links, start: Core, end: Core) -> bool:
    """Whether a chain of one link or more leads from one index to another."""
    reached: list[Core] = [start]
    for at in reached:
        for other in links.of(at):
            if other == end:
                return True
            if other not in reached:
                reached.append(other)
    return False

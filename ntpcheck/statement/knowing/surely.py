"""What a formula certainly reads where it has a value: points, which exist, and divisors, which are not 0."""

from collections.abc import Iterator
from itertools import chain, islice
from typing import Any

from ntpcheck.statement.knowing.combinations import Known
from ntpcheck.statement.knowing.cores import bound, form
from ntpcheck.statement.knowing.positive import choices, indices, read_at, witnesses
from ntpcheck.verifier.instance.tensors import Core

STEPS = 12_000  # for whether one point is 0
MOST, FEW = 24, 8  # choices of indices that are looked at for one point; facts beside which others are read


def read(known: Known, e: Any, *, holds: bool | None = True) -> Iterator[Core]:
    """The points and quotients that a formula reads in any case where it has a value and holds, or does not.

    holds: None where that is not known. A formula is read from left to right, up to where it is settled.
    """
    if not isinstance(e, tuple) or not e:
        return
    if e[0] == "let":
        if known.written.book.lets[e[1]].kind == "point":
            yield from _point(known, e)
        elif known.written.opens(e[1]):
            yield from read(known, known.written.opened(e), holds=holds)
    elif e[0] in ("and", "or"):  # both parts of a conjunction that holds, or of a disjunction that does not
        whole = holds is (e[0] == "and")
        for part in e[1:] if whole else e[1:2]:  # what the first part alone comes to is not known
            yield from read(known, part, holds=holds if whole else None)
    elif e[0] in ("some", "solvable") and holds:  # what is said of the numbers that there are
        for part in e[2 if e[0] == "some" else 3 :]:
            yield from read(known, part, holds=True)
    elif e[0] == "not":
        yield from read(known, e[1], holds=None if holds is None else not holds)
    elif e[0] in ("implies", "if"):  # the first part is read in any case
        yield from read(known, e[1], holds=None)
    elif e[0] in ("iff", "cmp", "+", "-", "*", "/", "neg", "^", "fn", "norm", "dot", "lam"):
        if e[0] == "/":
            yield e
        for part in e[1:]:
            yield from read(known, part, holds=None)
    elif e[0] in ("sum", "max", "min", "forall", "exists") and e[2] is None:
        whole = holds is (e[0] == "forall")  # else one index settles it
        yield from read(known, e[3], holds=holds if whole else None)
    elif e[0] in ("forall", "exists") and holds is not None and holds == (e[0] == "exists"):
        yield from _settled(known, e, holds=holds)
    elif e[0] in ("sum", "max", "min") or (e[0] in ("forall", "exists") and holds is not None):
        yield from _throughout(known, e)


def _point(known: Known, e: Core) -> Iterator[Core]:
    """A point, and what is read of the tensor that it is the closest to: every entry."""
    yield e
    core = known.point(e)
    if core[0] == "closest" and core[3]:
        yield from read(known, core[3], holds=None)


def points(known: Known, e: Core) -> frozenset[str]:
    """The points without arguments that a formula which holds reads in any case: each exists."""
    return frozenset(one[1] for one in read(known, e) if one[0] == "let" and not one[2])


def _settled(known: Known, e: Core, *, holds: bool) -> Iterator[Core]:
    """What is read at the index that settles a quantifier: its condition holds there."""
    guard, body = known.lettered(e, known.letters(e))
    there = known.having(guard).having(body if holds else ("not", body))
    yield from read(there, guard)
    yield from read(there, body, holds=holds)


def _throughout(known: Known, e: Core) -> Iterator[Core]:
    """What is read where all indices are looked at: under conditions that some of them meet."""
    e = known.put(e, {})
    for point, conditions, further in _under(known, ("and", *e[2:]), ()):
        for there, at in islice(_indices(known, e, conditions), MOST):
            asked = (known.put(condition, at) for condition in (*conditions, *further))
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
            yield from ((there, at) for at in choices(e, places))


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
        e = known.put(e, {})
        met: Core = ("exists", e[1], None, e[2])
        yield from ((point, conditions, (met,)) for point in read(known, e[3], holds=None) if not point[2])
    else:
        yield from ((point, conditions, ()) for point in read(known, e, holds=None) if not point[2])


def divisors(known: Known, e: Core) -> Iterator[Any]:
    """The forms of what a formula that holds divides by in any case, where no index is bound around it."""
    for one in read(known, e):
        if one[0] == "/":
            out = known.written.out(one[2])
            if not is_open(out):
                yield form(out)


def is_open(e: Any, own: frozenset[str] = frozenset()) -> bool:
    """Whether a core has a letter, or an unknown, that is not bound in it."""
    if not isinstance(e, tuple) or not e:
        return False
    if e[0] in ("v", "par") and e[1] not in own:
        return True
    own |= frozenset(bound(e)) if isinstance(e[0], str) else frozenset()
    return any(is_open(part, own) for part in e)


class LongPoints:
    """Which nearest points without arguments are certainly not 0, by what is known of an instance: 0 is none.

    Asked of norms, each once, at a cost of its own.
    """

    def __init__(self, known: Known) -> None:
        self.known, self.said = known, dict[str, bool]()

    def __call__(self, e: Core) -> bool:
        """Whether that is the norm of such a point."""
        if e[1][0] != "lam" or e[1][2][0] != "let" or e[1][2][3] != tuple(("v", x) for x, _ in e[1][1]):
            return False
        key = e[1][2][1]
        if key not in self.said:
            self.said[key] = False  # what is asked on the way does not lead back here
            self.said[key] = self._long(key)
        return self.said[key]

    def _long(self, key: str) -> bool:
        known = type(self.known)(self.known.written, self.known.facts)
        let = known.written.book.lets[key]
        if let.kind != "point" or let.core[0] != "closest" or let.parameters:
            return False
        core = known.put(let.core, {})
        known.left[0] = STEPS
        return fails(known, known.put(core[4], {core[1]: known.zero(core[2])}))


def fails(known: Known, e: Core) -> bool:
    """Whether a formula is false by what is known, at indices of which facts say that there are such."""
    e = known.opened(e)
    if e[0] == "and":
        aside = known.left[0] // 2  # what the first part takes is not taken from the second
        known.left[0] -= aside
        found = fails(known, e[1])
        known.left[0] = max(0, known.left[0]) + aside
        return found or fails(known, e[2])
    if e[0] != "forall":
        return known.truth(e) is False
    own = indices(known, e, frozenset(bound(e)))
    some = [(("v", known.name()), axis) for _, axis in e[1]]  # axes are not empty
    first = [way for fact in known.facts if fact[0] == "exists" for way in witnesses(known, fact, own)]
    further = (witnesses(there, fact, places) for there, places in first[:FEW] for fact in known.facts)
    for there, places in islice(chain(first, [(known, some)], *further), MOST):
        for at in islice(choices(e, places), 3 * MOST):
            if known.left[0] < 0:
                return False
            body = read_at(there, e, at)
            if body is not None and there.truth(body) is False:
                return True
    return False

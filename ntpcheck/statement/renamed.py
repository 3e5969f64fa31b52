"""A point by another name: a minimiser is the point at which another line says that its goal is least.

`T(W) != P implies g(T(W)) > g(P)` is said of every W that an instance may have, and so of every matrix M: of
all T(M), g is least at P alone. Where c(M) holds T(M) is M, by what c says to be 0; and another line states
c(P). Then `minimiser M of g(M) with c(M)` is P.
"""

from collections.abc import Collection, Iterator
from typing import Any

from ntpcheck.statement.cores import NOTHING, Written, form, put, same
from ntpcheck.statement.orders import difference
from ntpcheck.statement.polarity import ZERO
from ntpcheck.statement.reading import fields
from ntpcheck.statement.signs import Signs
from ntpcheck.verifier.book import Book, Claim
from ntpcheck.verifier.constants import conjuncts
from ntpcheck.verifier.tensors import Core


def one_point(book: Book, standing: Collection[str], claim: Claim, one: Core, other: Core) -> bool:
    """Whether two cores of a claim differ in names of one point alone, by lines that stand beside it."""
    pairs = set(_apart(form(one), form(other)))
    if len(pairs) != 1:
        return False
    (names,) = pairs
    minimisers = [name for name in names if name and book.lets[name].core[0] == "minimiser"]
    points = [name for name in names if name and book.lets[name].core[0] == "closest"]
    if len(minimisers) != 1 or len(points) != 1:
        return False
    known = [line for line in book.claims.values() if line.id in standing and _beside(book, line, claim)]
    return any(_least(book, line, minimisers[0], points[0], known) for line in known)


def _beside(book: Book, line: Claim, claim: Claim) -> bool:
    """Whether a line stands wherever a claim is made, with anything in fields that the claim's type lacks."""
    if line.id == claim.id or line.asked or line.undefined or not line.core:
        return False
    if not set(book.assumed(line).values()) <= set(book.assumed(claim).values()):
        return False
    own, further = (set(book.givens[given]) for given in (claim.given, line.given))
    longer = claim.given in book.chain(line.given) and not (further - own) & _bound(book, line)
    return longer or line.given in book.chain(claim.given)


def _bound(book: Book, line: Claim) -> set[str]:
    """The fields that a line's assumptions and the demands of its type speak of."""
    book.given, book.local = line.given, line.locals
    assumed = [("let", key, (), ()) for key in book.assumed(line).values()]
    return fields(
        book, (*assumed, *(e for given in book.chain(line.given) for e in book.demands.get(given, ())))
    )


def _apart(one: Any, other: Any) -> Iterator[tuple[str, ...]]:
    """The names that differ in two cores; nothing for what differs otherwise."""
    if one == other:
        return
    if not isinstance(one, tuple) or not isinstance(other, tuple) or len(one) != len(other):
        yield ()
    elif one[:1] == other[:1] == ("let",) and one[2:] == other[2:] and one[2] == ():
        yield (one[1], other[1])
    else:
        for pair in zip(one, other, strict=True):
            yield from _apart(*pair)


def _least(book: Book, line: Claim, minimiser: str, point: str, known: list[Claim]) -> bool:
    """Whether a line says that the goal of a minimiser is least at a point alone."""
    core, (_, unknown, axes, goal, condition) = line.core, book.lets[minimiser].core
    if (
        core[0] != "implies"
        or core[1][0] != "exists"
        or core[1][2] is not None
        or core[2][1] not in (">", "<")
    ):
        return False
    letters = tuple(("v", letter) for letter, _ in core[1][1])
    said = core[1][3]
    if said[:2] != ("cmp", "!=") or said[3] != ("let", point, (), letters) or said[2][0] != "let":
        return False
    more, less = core[2][2:] if core[2][1] == ">" else core[2][:1:-1]
    term, written = said[2], Written(book)
    book.given, book.local = line.given, line.locals
    own = book.fields()
    free = {name for name in fields(book, term[2]) if own[name].axes == axes and not own[name].natural}
    free -= _bound(book, line) | fields(book, ("let", point, (), letters))
    at_point = put(goal, {unknown: _whole(point, core[1][1])}, written.fresh)
    stated = put(condition, {unknown: _whole(point, core[1][1])}, written.fresh)
    if not same(at_point, less) or not any(same(e, stated) for one in known for e in conjuncts(one.core)):
        return False
    for name in free:
        any_term, every = (_of_any(e, name, unknown) for e in (term, more))
        if any_term[3] == letters and same(_kept(every, any_term, unknown), goal):
            return _still(Signs(written), any_term, condition, unknown)
    return False


def _whole(point: str, letters: Any) -> Core:
    return ("lam", letters, ("let", point, (), tuple(("v", letter) for letter, _ in letters)))


def _of_any(e: Any, field: str, unknown: str) -> Any:
    """A core with an unknown in the place of a field."""
    if not isinstance(e, tuple) or not e:
        return e
    found = tuple(_of_any(part, field, unknown) for part in e)
    return ("par", unknown, found[2]) if e[:2] == ("field", field) else found


def _kept(e: Any, term: Core, unknown: str) -> Any:
    """A core with M in the place of T(M)."""
    if not isinstance(e, tuple) or not e:
        return e
    if e[:2] == term[:2] and same(e[2], term[2]):
        return ("par", unknown, e[3])
    return tuple(_kept(part, term, unknown) for part in e)


def _still(known: Signs, term: Core, condition: Core, unknown: str) -> bool:
    """Whether T(M) is M where a condition says of a part of it that this is 0."""
    if condition[0] != "forall" or condition[2] is not None or condition[3][:2] != ("cmp", "="):
        return False
    part, nothing = condition[3][2:]
    everywhere = tuple(("v", letter) for letter, _ in condition[1])
    if nothing != NOTHING or part[0] != "let" or part[3] != everywhere:
        return False

    def without(e: Any) -> Any:
        if not isinstance(e, tuple) or not e:
            return e
        gone = e[:2] == part[:2] and same(e[2], part[2])
        return nothing if gone else tuple(without(inner) for inner in e)

    left = without(known.written.opened(term))
    return difference(known, ("par", unknown, term[3]), left) == ZERO

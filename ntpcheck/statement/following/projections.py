"""Formulas with linear projections taken apart, and what scales a tensor taken out of its norm."""

from collections.abc import Iterable, Iterator
from typing import Any

from ntpcheck.statement.following.orders import difference
from ntpcheck.statement.knowing.combinations import Known, product
from ntpcheck.statement.knowing.cores import NOTHING, ONE, bound, form, reads
from ntpcheck.statement.knowing.given import STEPS
from ntpcheck.statement.knowing.polarity import divisor
from ntpcheck.statement.knowing.positive import nonzero
from ntpcheck.statement.knowing.risks import risks
from ntpcheck.statement.printing.reading import fields, names
from ntpcheck.verifier.instance.tensors import Core
from ntpcheck.verifier.language.book import Book, Let

SHORT = STEPS // 8  # nodes looked at for one decision
LARGE = ("max2", "norm", "lam", "let")
PLAIN = ("+", "-", "*", "/", "neg", "q", "par", "let", "v", "field")  # a definition of these is written out


class Opened:
    """Writes out definitions that rest on an edited place or on a field, and sums of others with arguments.

    moved: a field, with a tensor that stands in its place.
    """

    def __init__(
        self, book: Book, known: Known, open_on: tuple[str, str], moved: tuple[str, Core] | None = None
    ) -> None:
        self.book, self.known, self.open_on, self.moved = book, known, open_on, moved

    def of(self, e: Any) -> Any:
        if not isinstance(e, tuple) or not e:
            return e
        if self.moved and e[:2] == ("field", self.moved[0]):
            letters, body = self.moved[1][1:]
            at = {name: index for (name, _), index in zip(letters, e[2], strict=True)}
            return self.known.put(body, at)
        if e[0] == "let" and self._opens(self.book.lets[e[1]]):
            let = self.book.lets[e[1]]
            letters = dict(zip((name for name, _ in let.indices), e[3], strict=True))
            arguments = dict(zip(let.parameters, e[2], strict=True))
            return self.of(self.known.put(let.core, {**letters, **arguments}))
        return tuple(self.of(part) for part in e)

    def _opens(self, let: Let) -> bool:
        if let.kind not in ("num", "bool") or let.core[:1] == ("recorded",):
            return False
        place, field = self.open_on
        rests = place in names(self.book, ("let", let.name, (), ())) or field in fields(self.book, let.core)
        return rests or (bool(let.parameters) and _plain(let.core))


class Simple:
    """Takes projections of sums apart, what scales a tensor out of its norm, and of extremes the larger."""

    def __init__(self, book: Book, known: Known) -> None:
        self.book, self.known = book, known
        self.linear: dict[str, bool] = {}
        self.found: dict[Any, Core] = {}

    def of(self, e: Any) -> Any:
        if not isinstance(e, tuple) or not e:
            return e
        if e[0] not in LARGE:
            return self._of(e)
        key = form(e)  # most stand in several places
        if key not in self.found:
            self.found[key] = self._of(e)
        return self.found[key]

    def _of(self, e: Any) -> Any:
        e = tuple(self.of(part) for part in e)
        self.known.left[0] = SHORT
        if e[0] == "let" and len(e) > 3 and self.projects(e[1]):
            (lam,) = e[2]
            return _summed(
                self.known,
                [(scale, _projected(self.known, e, x, lam[1])) for scale, x in _terms(self.known, lam)],
            )
        if e[0] == "lam":
            return (*e[:2], _summed(self.known, list(_terms(self.known, e))))
        if e[0] == "max2":
            return _larger(self.known, e)
        if e[0] == "norm" and e[1][0] == "lam":
            return _length(self.known, e)
        if e[:2] in (("cmp", "="), ("cmp", "!=")) and e[3] == NOTHING:
            return (*e[:2], _bare(self.known, e[2]), e[3])
        return e

    def exists(self, e: Core) -> bool:
        """Whether a core is a projection, without its indices: of any tensor there is one."""
        return e[0] == "let" and self.projects(e[1])

    def projects(self, key: str) -> bool:
        """Whether a nearest point is the projection of its one argument on a space of solutions."""
        let = self.book.lets[key]
        if let.kind != "point" or len(let.parameters) != 1:
            return False
        if key not in self.linear:
            name, core = next(iter(let.parameters)), let.core
            self.linear[key] = (
                core[0] == "closest"
                and core[3] is not None
                and core[3][0] == "lam"
                and core[3][2] == ("par", name, tuple(("v", letter) for letter, _ in core[3][1]))
                and _homogeneous(self.known, core[4], core[1], name)
            )
        return self.linear[key]


def _projected(known: Known, e: Core, entry: Core, letters: Any) -> Core:
    """A projection of what is scaled by nothing; of what it has projected already, that."""
    inner = known.opened(entry)
    if inner[:2] == e[:2] and inner[3] == tuple(("v", name) for name, _ in letters):
        return (*e[:2], inner[2], e[3])
    return (*e[:2], (("lam", letters, entry),), e[3])


def _plain(e: Any) -> bool:
    if not isinstance(e, tuple) or not e:
        return True
    if not isinstance(e[0], str):
        return all(map(_plain, e))
    if e[0] == "lam":
        return _plain(e[2])
    return e[0] in PLAIN and all(_plain(part) for part in e[1:] if isinstance(part, tuple))


def _homogeneous(known: Known, e: Core, unknown: str, argument: str) -> bool:
    """Whether a condition is a system of equations of sums of multiples of a tensor's entries."""
    e = known.opened(e)
    if e[0] == "and":
        return all(_homogeneous(known, part, unknown, argument) for part in e[1:])
    if e[0] == "forall":
        out = known.written.out(e[2]) if e[2] else ()
        still = not (_speaks(out, unknown) or _speaks(out, argument) or any(True for _ in risks(out)))
        return still and _homogeneous(known, e[3], unknown, argument)
    sides = [known.written.out(part) for part in e[2:]] if e[:2] == ("cmp", "=") else []
    return bool(sides) and all(
        _first_degree(part, unknown) and not _speaks(part, argument) and not any(True for _ in risks(part))
        for part in sides
    )


def _speaks(e: Any, name: str) -> bool:
    return reads(e, (name,), ("par",))


def _first_degree(e: Core, unknown: str) -> bool:
    """Whether a number is a sum of multiples of entries of an unknown."""
    if e[0] in ("+", "-", "neg"):
        return all(_first_degree(part, unknown) for part in e[1:])
    if e[0] == "*":
        return any(_first_degree(e[i], unknown) and not _speaks(e[3 - i], unknown) for i in (1, 2))
    if e[0] == "/":
        return _first_degree(e[1], unknown) and not _speaks(e[2], unknown)
    if e[0] == "sum":
        return not _speaks(e[2], unknown) and _first_degree(e[3], unknown)
    return e[:2] == ("par", unknown) or e == ("q", 0)


# ---- tensors as sums of multiples ----
def _terms(known: Known, lam: Core) -> Iterator[tuple[Core, Core]]:
    """What scales, and what is scaled, in a tensor's entry."""
    return _grouped(known, _multiples(known, lam[2], bound(lam)))


def _grouped(known: Known, terms: Iterable[tuple[Core, Core]]) -> Iterator[tuple[Core, Core]]:
    """The same with each entry once, in one order."""
    found: dict[Any, tuple[Core, Core]] = {}
    for scale, entry in terms:
        key = form(entry)
        found[key] = ("+", found[key][0], scale) if key in found else scale, entry
    for _, (scale, entry) in sorted(found.items(), key=lambda one: repr(one[0])):
        if linear := known.linear(scale):
            yield known.rebuilt(linear), entry


def _multiples(known: Known, e: Core, letters: tuple[str, ...]) -> Iterator[tuple[Core, Core]]:
    e = e if e[0] == "let" else known.opened(e)
    if e[0] in ("+", "-"):
        yield from _multiples(known, e[1], letters)
        for scale, entry in _multiples(known, e[2], letters):
            yield (scale if e[0] == "+" else ("neg", scale)), entry
    elif e[0] == "neg":
        yield from ((("neg", scale), entry) for scale, entry in _multiples(known, e[1], letters))
    elif e[0] == "*" and any(_free(e[i], letters) for i in (1, 2)):
        i = 1 if _free(e[1], letters) else 2
        for scale, entry in _multiples(known, e[3 - i], letters):
            yield ("*", e[i], scale), entry
    elif e[0] == "/" and _free(e[2], letters):
        yield from ((("/", scale, e[2]), entry) for scale, entry in _multiples(known, e[1], letters))
    elif e != NOTHING:
        yield ONE, e


def _free(e: Any, letters: tuple[str, ...]) -> bool:
    """Whether none of these letters stands in a core, but where it is bound anew."""
    if not isinstance(e, tuple) or not e:
        return True
    if e[0] == "v" and e[1] in letters:
        return False
    left = tuple(name for name in letters if name not in bound(e)) if isinstance(e[0], str) else letters
    return not left or all(_free(part, left) for part in e)


def _summed(known: Known, terms: list[tuple[Core, Core]]) -> Core:
    parts = [x if scale == ONE else ("*", scale, x) for scale, x in _grouped(known, terms)]
    return product(parts, "+") if parts else NOTHING


def _length(known: Known, e: Core) -> Core:
    """A norm, with what scales a tensor in front of it."""
    terms = list(_terms(known, e[1]))
    if not terms:
        return NOTHING
    if len(terms) == 1 and known.sign(terms[0][0])[0] >= 0 and terms[0][0] != ONE:
        return ("*", terms[0][0], ("norm", (*e[1][:2], terms[0][1])))
    return e


def _larger(known: Known, e: Core) -> Core:
    """The larger of two numbers, where one is known to be."""
    for i in (1, 2):
        if _at_least(known, e[i], e[3 - i]):
            return e[i]
    return e


def _at_least(known: Known, more: Core, less: Core) -> bool:
    if difference(known, less, more)[0] >= 0:
        return True
    said, known.left[0] = ("cmp", ">=", more, less), SHORT
    if any(fact[0] == "cmp" and known.follows(fact, said) for fact in known.facts[-1:]):
        return True
    known.left[0] = SHORT
    terms = known.linear(less)
    if more[0] != "q" or len(terms) != 1 or () in terms:
        return False
    ((term, scale),) = terms.items()
    one = known.opened(known.shown[term])
    if one[0] != "/" or scale <= 0 or divisor(known.sign(one[2]))[0] <= 0:
        return False
    return difference(known, ("*", ("q", scale), one[1]), ("*", more, one[2]))[0] >= 0


def _bare(known: Known, e: Core) -> Core:
    """A number without factors that are not 0."""
    while e[0] == "*" and nonzero(known, e[1]):
        e = e[2]
    return e

"""Whether a misprint says the same as its line: both computed as terms in unknowns, at drawn patterns.

A pattern fixes sizes, numbers of words and which counts are 0; every real entry and every other count is an
unknown. Where both texts come to the same terms and the same comparisons at every pattern, the misprint
is called equivalent. What a term with unknowns does not decide shows nothing.
"""

import random
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import chain
from typing import Any

from ntpcheck.statement.editing.lengths import Lengths
from ntpcheck.statement.editing.misprints import ASSUMING, Misprint, placed
from ntpcheck.statement.editing.opened import OPENED, opened, settled
from ntpcheck.statement.editing.spans import rank
from ntpcheck.statement.knowing.entailed import Unknowns, comparisons, entailed
from ntpcheck.statement.printing.reading import assumed, names, nodes
from ntpcheck.verifier.arithmetic.intervals import TooMuch, Undecided, Undefined, allow
from ntpcheck.verifier.arithmetic.kinds import Nonlinear
from ntpcheck.verifier.instance.tensors import Core, Env, Tensor, bound_indices
from ntpcheck.verifier.instance.world import World
from ntpcheck.verifier.language.book import Book, Field
from ntpcheck.verifier.language.claims import Plain
from ntpcheck.verifier.terms.symbols import POSITIVE, ZERO, Quotient, Symbols

PATTERNS = 12
DRAWN = 80  # patterns that are drawn for each that has to be shown where assumptions hold
RARE = 4000  # patterns that are drawn: few inputs make a cycle of two tokens in a graph
ALLOWANCE = 150_000  # units of work for one text at one pattern
SIZES, LARGER = (2, 1, 2, 3), (2, 3, 3)  # of axes; of every second pattern, where more may come together
SIGNS = {">": ("<", -1), ">=": ("<=", -1), "<": ("<", 1), "<=": ("<=", 1), "=": ("=", 1), "!=": ("!=", 1)}
OPAQUE = ("rank", "largest", "smallest", "infimum", "psd", "solvable", "some", "every", "sets", "growing")
UNSURE = (Undecided, Undefined, TooMuch, Nonlinear, TypeError, ValueError)
Form = bool | tuple[Any, ...]


class Terms(World):
    """A world with unknowns. changed: what a misprint changes; whatever rests on it is never left opaque."""

    changed = ""
    noted = False  # whether what holds of points is put down among the facts
    weighed = False  # whether an unknown real number has been read
    opening = False  # whether `some`, `every` and `solvable` are told by what stands in them

    def number(self, e: Core, env: Env) -> Any:
        if e[0] == "field":
            self.weighed |= not self.book.fields()[e[1]].natural
            return self.read(e[1], self.indices(e[2], env))
        if e[0] == "rank":
            with suppress(Undecided):  # else it is opaque
                return rank(self, e, env)
        if e[0] in OPAQUE:
            return self.ops.unknown(self.name(e, env))
        if e[0] == "sequence":
            return self.ops.unknown((e[1], self.indices(e[2], env)))
        return super().number(e, env)

    def point(self, core: Core, env: Env, key: str) -> Any:
        name, self.weighed = self.name(core, {}), True
        found = Tensor(lambda where: self.ops.unknown((name, key, where)), key)
        if core[0] == "closest" and core[4] and self.noted:  # what holds of the point
            with suppress(*UNSURE):
                self.ops.facts += comparisons(self.form(core[4], {**env, core[1]: found}))
        return found

    def name(self, e: Core, env: Env) -> tuple[Any, ...]:
        """What an opaque part is called: its core without names, and the indices bound around it."""
        if self.rests(e) or any(isinstance(value, Tensor) for value in env.values()):
            raise Undecided("what has no terms rests on the misprint")
        return Plain(self.book).of(e), bound_indices(env)

    def call(self, e: Core, env: Env, value: Any) -> Any:
        if self.book.lets[e[1]].kind == "point" and self.rests(e):
            raise Undecided("a point rests on the misprint")
        return super().call(e, env, value)

    def rests(self, core: Core) -> bool:
        return self.changed in names(self.book, core)

    def form(self, e: Core, env: Env) -> Form:
        """A formula as true, false, or a tree of comparisons of terms with 0."""
        kind = e[0]
        if kind == "cmp":
            sign, times = SIGNS[e[1]]
            sides = self.number(e[2], env), self.number(e[3], env)
            term = self.ops.subtract(*sides[::times])
            said = self.compared(sign, term)
            return (sign, term) if said is None else said
        if kind in ("forall", "exists"):
            return self._joined("and" if kind == "forall" else "or", self._each(e, env, kind))
        if kind in ("and", "or", "iff", "implies"):
            parts: list[Form] = [self.form(part, env) for part in e[1:]]
            if kind == "implies":
                return self._joined("or", iter([_not(parts[0]), parts[1]]))
            return ("iff", *parts) if kind == "iff" else self._joined(kind, iter(parts))
        if kind == "not":
            return _not(self.form(e[1], env))
        if kind == "let":
            return self.form(self.book.lets[e[1]].core, self.inside(e, env))
        if kind in ("tends", "bounded", "eventually", "always"):
            return self._limit(e, env)
        if kind in OPENED and self.opening:
            return opened(self, e, env)
        if kind in OPAQUE:
            return ("opaque", self.ops.unknown(self.name(e, env)))
        return self.sure(e, env)

    def _each(self, e: Core, env: Env, kind: str) -> Iterator[Form]:
        for inner in self.every(e[1], env):
            guard = True if e[2] is None else self.form(e[2], inner)
            body = self.form(e[3], inner) if guard is not False else kind == "forall"
            out = _not(guard) if kind == "forall" else guard
            yield self._joined("or" if kind == "forall" else "and", iter([out, body]))

    def _limit(self, e: Core, env: Env) -> Form:
        if e[0] in ("eventually", "always"):
            return (e[0], self.form(e[1], env))
        ends = [part if part[0] == "infinity" else self.number(part, env) for part in e[1:]]
        return (e[0], *ends)

    @staticmethod
    def _joined(kind: str, parts: Iterator[Form]) -> Form:
        kept: list[Form] = []
        for part in parts:
            if isinstance(part, bool):
                if part is (kind == "or"):
                    return part
                continue
            kept += part[1:] if part[0] == kind else [part]
        if not kept:
            return kind == "and"
        return (kind, *kept) if len(kept) > 1 else kept[0]


def _not(form: Form) -> Form:
    return (not form) if isinstance(form, bool) else ("not", form)


def matching(ops: Symbols, one: Any, other: Any) -> bool:
    """Whether two forms are the same, term by term; the parts of `and` and `or` in any order."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        if one[:1] == other[:1] and one[:1] in (("and",), ("or",)) and len(one) > 2 < len(other):
            return _among(ops, one, other) and _among(ops, other, one)
        return len(one) == len(other) and all(matching(ops, a, b) for a, b in zip(one, other, strict=True))
    if isinstance(one, int | str | tuple) or isinstance(other, int | str | tuple):  # indices are int
        return one == other
    return ops.subtract(one, other) == ZERO


def _among(ops: Symbols, one: Any, other: Any) -> bool:
    """Whether each part of one form is a part of the other, most often the one at its place."""
    return all(
        matching(ops, part, other[min(k, len(other) - 1)]) or any(matching(ops, part, x) for x in other[1:])
        for k, part in enumerate(one[1:], 1)
    )


def equivalent(book: Book, misprint: Misprint) -> bool:
    """Whether line and misprint come to the same terms at PATTERNS drawn patterns and as many larger."""
    if settled(book, misprint):
        return True
    opens = any(node and node[0] in OPENED for node in nodes(book, placed(book, misprint)))
    return _equivalent(book, misprint, opening=False) or (opens and _equivalent(book, misprint, opening=True))


def _equivalent(book: Book, misprint: Misprint, *, opening: bool) -> bool:
    source, shown = random.Random(f"{misprint.place} {misprint.new}"), [0, 0]
    lengths = Lengths(node for text in (book, misprint.book) for node in nodes(text, placed(text, misprint)))
    for k in range(RARE):
        try:
            shown[k % 2] += _same_at(book, misprint, source, k, lengths, opening=opening)
        except (*UNSURE, _DiffersError):
            return False
        if min(shown) >= PATTERNS and (lengths.told() or k >= DRAWN):
            break
    return min(shown) >= PATTERNS and lengths.told()


def identical(misprint: Misprint, claim_id: str) -> bool:
    """Whether an edited formula is true at every one of PATTERNS drawn patterns, whatever its unknowns are,
    or follows there from what the claim assumes and what its points satisfy.

    Only patterns count that the claim's assumptions do not rule out, and at which unknown reals are read:
    conditions let them through. What is combinatorial shows itself at few patterns: a search comes first.
    """
    book, source, shown = misprint.book, random.Random(f"{misprint.place} {misprint.new} identical"), 0
    claim = book.claims[claim_id]
    book.given, book.local = claim.given, claim.locals
    if misprint.clause == ASSUMING and any(book.lets[key].kind == "point" for key in names(book, claim.core)):
        return False  # a point may have needed the hypothesis to exist
    asked = [*book.demanded(claim.given), *assumed(book, claim), *([claim.asked] if claim.asked else [])]
    for _ in range(DRAWN * PATTERNS):
        world = Terms(book, claim.given, *drawn(ops := Unknowns(), book.givens[claim.given], source), {})
        world.ops, world.noted = ops, True
        world.reset(64)
        said = [_said(world, core) for core in asked]
        if False in said:
            continue
        world.weighed = False
        allow(ALLOWANCE)
        try:
            form = world.form(claim.core, {})
        except UNSURE:
            return False
        if form is not True and not entailed(ops, form, [*ops.facts, *chain(*map(comparisons, said))]):
            return False
        shown += world.weighed
        if shown == PATTERNS:
            return True
    return False


def _said(world: Terms, core: Core) -> Form:
    """What a condition says at a pattern; nothing where that is not told."""
    allow(ALLOWANCE)
    try:
        return world.form(core, {})
    except UNSURE:
        return True


class _DiffersError(Exception):
    """The two texts come to other terms."""


def _same_at(
    book: Book, misprint: Misprint, source: random.Random, k: int, seen: Lengths, *, opening: bool
) -> bool:
    """Whether a drawn pattern says something, as an instance with unknowns; the texts agree, or it raises."""
    owner = book.claims[misprint.place] if misprint.clause else book.lets[misprint.place]
    ops = Unknowns()
    lengths, fields = drawn(ops, book.givens[owner.given], source, (SIZES, LARGER)[k % 2])
    forms: list[Any] = []
    for text in (book, misprint.book):
        text.given = owner.given
        world = Terms(text, owner.given, lengths, fields, {})
        world.ops, world.changed, world.opening = ops, misprint.place, opening
        allow(ALLOWANCE)
        world.reset(64)
        if any(world.form(core, {}) is False for core in book.demanded(owner.given)):
            if forms:
                raise _DiffersError  # the misprint alone has no such instance
            return False
        seen.note(world)
        forms.append(_texts(world, misprint))
    if not matching(ops, forms[0], forms[1]):
        raise _DiffersError
    return not _constant(forms[0])


def _constant(form: Any) -> bool:
    """Whether a pattern leaves no unknown in a text: that the two agree there shows little."""
    if isinstance(form, tuple):
        return all(map(_constant, form))
    return not isinstance(form, Quotient)


def _texts(world: Terms, misprint: Misprint) -> Any:
    """The forms of a clause, or of a definition at every index, with unknown arguments."""
    if misprint.clause:
        return world.form(placed(world.book, misprint), {})
    let = world.book.lets[misprint.place]
    if let.kind not in ("num", "bool"):
        raise Undecided("a point has no terms")
    world.book.local = {}
    given = let.parameters
    env: Env = {x: Tensor(lambda where, x=x: world.ops.unknown((x, where)), x) for x in given}
    value = world.form if let.kind == "bool" else world.number
    return tuple(value(let.core, {**env, **inner}) for inner in world.every(let.indices, {}))


def drawn(
    ops: Symbols, fields: dict[str, Field], source: random.Random, lengths: Sequence[int] = SIZES
) -> tuple[dict[str, int], dict[str, Any]]:
    """Sizes and fields of a pattern: unknown reals, counts that are 0 or unknown and positive."""
    axes = {axis for field in fields.values() for axis in field.axes}
    sizes = {axis: source.choice(lengths) for axis in sorted(axes)}

    def entry(name: str, field: Field, at: tuple[int, ...]) -> Any:
        if isinstance(field.kind, tuple):
            return source.randrange(sizes[field.kind[1]] if field.kind[0] == "ix" else len(field.kind[1]))
        if field.natural:
            return ops.unknown((name, at), POSITIVE) if source.random() < 0.6 else ZERO
        return ops.unknown((name, at))

    def nested(name: str, field: Field, at: tuple[int, ...]) -> Any:
        if len(at) == len(field.axes):
            return entry(name, field, at)
        return [nested(name, field, (*at, i)) for i in range(sizes[field.axes[len(at)]])]

    return sizes, {name: nested(name, field, ()) for name, field in fields.items()}

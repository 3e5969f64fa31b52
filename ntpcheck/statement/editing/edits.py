"""Edits of a formula's tree: one sign, letter, number, name or part of it is another.

The one list of edits, for misprints of a book's lines and for falsehoods made of claims.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from ntpcheck.verifier.language.book import Book, Let
from ntpcheck.verifier.language.grammar import Tree
from ntpcheck.verifier.language.scopes import Axes

FLIPPED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "=": "!=", "!=": "="}
STRICT = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
SWAPPED = {"sum": "max", "max": "min", "min": "max", "forall": "exists", "exists": "forall"} | {
    "and": "or",
    "or": "and",
    "+": "-",
    "-": "+",
}
SHARE = Fraction(1, 20)  # by which a constant is larger or smaller
Change = tuple[str, "Tree"]


def changes(view: View, tree: Tree, letters: frozenset[str] = frozenset()) -> Iterator[Change]:
    """Each change of one node, with the kind of misprint that it is."""
    yield from here(view, tree, letters)
    inner = letters | {x for part in tree[1:3] if _are_letters(view, part) for x in part}
    for at, part in enumerate(tree):
        if isinstance(part, tuple) and part and isinstance(part[0], str) and not _are_letters(view, part):
            for kind, new in changes(view, part, inner):
                yield kind, (*tree[:at], new, *tree[at + 1 :])
        elif isinstance(part, tuple):
            for k, one in enumerate(part):
                if isinstance(one, tuple) and one and isinstance(one[0], str) and not _is_unknown(one):
                    for kind, new in changes(view, one, inner):
                        yield kind, (*tree[:at], (*part[:k], new, *part[k + 1 :]), *tree[at + 1 :])


def _are_letters(view: View, part: Any) -> bool:
    """Whether a part of a tree is the list of letters that a binder binds."""
    return (
        isinstance(part, tuple)
        and bool(part)
        and all(isinstance(x, str) for x in part)
        and all(x.rstrip("0123456789'") in view.book.letters for x in part)
    )


def _is_unknown(part: Any) -> bool:
    """Whether a part of a tree is an unknown of `some`, with its letters."""
    return len(part) == 2 and isinstance(part[1], tuple)


def here(view: View, e: Tree, letters: frozenset[str]) -> Iterator[Change]:
    """The changes of a tree's uppermost node."""
    kind = e[0]
    if kind == "number":
        yield "a constant", ("number", e[1] + 1)
        if e[1] > 0:
            yield "a constant", ("number", max(e[1] - 1, Fraction(0)))
            yield "a share", ("number", e[1] * (1 + SHARE))
            yield "a share", ("number", e[1] * (1 - SHARE))
    elif kind == "^":
        yield "a constant", ("^", e[1], e[2] + 1)
    elif kind == "cmp":
        yield "flipped", ("cmp", FLIPPED[e[1]], *e[2:])
        if e[1] in STRICT:
            yield "strictness", ("cmp", STRICT[e[1]], *e[2:])
    elif kind in ("and", "or", "+", "-", "*", "/"):
        if kind in SWAPPED:
            yield "another sign", (SWAPPED[kind], *e[1:])
        yield "a part left out", e[1]
        if kind != "/":
            yield "a part left out", e[2]
    elif kind in ("implies", "iff"):
        yield "another sign", ("implies", e[2], e[1])
        yield "a part left out", e[2]
    elif kind in ("sum", "max", "min", "forall", "exists"):
        yield "another sign", (SWAPPED[kind], *e[1:])
        if e[2] is not None:
            yield "a guard left out", (kind, e[1], None, e[3])
    elif kind in ("not", "neg"):
        yield "a sign left out", e[1]
    elif kind == "call":
        yield from called(e)
    elif kind == "name":
        yield from named(view, e, letters)


def called(e: Tree) -> Iterator[Change]:
    name, arguments = e[1], e[2]
    if name in ("exp", "log", "sqrt", "abs"):
        yield "a sign left out", arguments[0]
    elif name in ("max", "min"):
        yield "another sign", ("call", SWAPPED[name], arguments)
        yield "a part left out", arguments[0]
        yield "a part left out", arguments[1]
    elif name == "tends" and arguments[1] in (("infinity",), ("neg", ("infinity",))):
        other = ("neg", ("infinity",)) if arguments[1] == ("infinity",) else ("infinity",)
        yield "flipped", ("call", name, (arguments[0], other))


def named(view: View, e: Tree, letters: frozenset[str]) -> Iterator[Change]:
    """Another letter of the axis, or another name with the same axes and arguments."""
    _, name, arguments, indices = e
    stem = name.rstrip("0123456789'")
    if name in letters:
        for other in sorted(letters - {name}):
            if view.book.letters.get(other.rstrip("0123456789'")) == view.book.letters.get(stem):
                yield "another letter", ("name", other, None, ())
        return
    for other in alike(view, name):
        yield "another name", ("name", other, arguments, indices)


class View:
    """A book as far as one of its definitions sees it, which is what stands above; or the whole of it."""

    def __init__(self, book: Book, name: str = "", parameters: Mapping[str, Axes] | None = None) -> None:
        keys = list(book.lets)
        self.book, self.above = book, keys[: keys.index(name)] if name else keys
        self.parameters = parameters or {}


def alike(view: View, name: str) -> list[str]:
    """Names of the present type that stand where this one does: three at most, those defined last.

    For a parameter, others of its axes and the fields of the present type.
    """
    book, fields = view.book, view.book.fields()
    if name in view.parameters:
        axes = view.parameters[name]
        others = [x for x, of in view.parameters.items() if x != name and of == axes]
        return [*others, *(x for x, f in fields.items() if f.axes == axes and f.kind == "num")][:3]
    if name in fields:
        own = fields[name]
        return [x for x, f in fields.items() if x != name and (f.axes, f.kind) == (own.axes, own.kind)][:3]
    let, chain = book.find(name), set(book.chain(book.given))
    if let is None:
        return []

    def shape(one: Let) -> Any:
        return list(one.parameters.values()), [axis for _, axis in one.indices], one.kind == "bool"

    def fits(other: Let) -> bool:
        return other.given in chain and shape(other) == shape(let) and other.core[:1] != ("recorded",)

    names = [key for key in view.above if ":" not in key and key != let.name and fits(book.lets[key])]
    return names[-3:]

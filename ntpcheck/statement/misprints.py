"""Mechanical misprints of a book's lines: one sign, letter, number, name or part of a formula is another.

A misprint that the reader refuses, or that leaves the statement's digest as it is, is none. The rest show how
much of a book is held by something outside it: by stored files and by comparisons with the checkers.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ntpcheck.verifier.claims import digest
from ntpcheck.verifier.meaning import Scope
from ntpcheck.verifier.printing import text
from ntpcheck.verifier.words import BookError

if TYPE_CHECKING:
    from ntpcheck.verifier.book import Book, Claim, Let
    from ntpcheck.verifier.grammar import Tree

FLIPPED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "=": "!=", "!=": "="}
STRICT = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
SWAPPED = {"sum": "max", "max": "min", "min": "max", "forall": "exists", "exists": "forall"} | {
    "and": "or",
    "or": "and",
    "+": "-",
    "-": "+",
}
FORMS = {"formula": "core", "limit": "core", "asked when": "asked", "undefined when": "undefined"}
Change = tuple[str, "Tree"]


@dataclass(frozen=True)
class Misprint:
    """What stands in the place of a definition's or a clause's tree."""

    place: str  # a definition's key, or a claim's id
    clause: str  # formula, limit, asked when, undefined when; empty for a definition
    kind: str
    old: str
    new: str
    book: Book  # a copy, with the change


Candidate = tuple[str, str, str, "Tree"]  # place, clause, kind, the tree that stands there instead


def candidates(book: Book, places: Collection[str] = ()) -> Iterator[Candidate]:
    """Every change of every definition and claim, those without a meaning or an effect among them.

    places: only of these definitions, by their keys, and of these claims.
    """
    for let in list(book.lets.values()):
        if places and let.name not in places:
            continue
        if let.tree and let.kind not in ("sequence", "running") and let.core[:1] != ("recorded",):
            book.given, book.local = let.given, {}
            for kind, tree in changes(View(book, let.name), let.tree):
                yield let.name, "", kind, tree
    for claim in [claim for claim in book.claims.values() if not places or claim.id in places]:
        for clause, old in claim.trees.items():
            book.given, book.local = claim.given, claim.locals
            for kind, tree in changes(View(book), old):
                yield claim.id, clause, kind, tree


def made(book: Book, candidate: Candidate) -> Misprint | None:
    """The misprint, where the change has a meaning and makes another statement."""
    place, clause, kind, tree = candidate
    if clause:
        claim = book.claims[place]
        changed, old = with_clause(book, claim, clause, tree), claim.trees[clause]
    else:
        changed, old = with_definition(book, book.lets[place], tree), book.lets[place].tree
    return Misprint(place, clause, kind, *differing(old, tree), changed) if changed else None


def misprints(book: Book, places: Collection[str] = ()) -> Iterator[Misprint]:
    """Every misprint of every definition and claim that has a meaning and is another statement."""
    return (misprint for one in list(candidates(book, places)) if (misprint := made(book, one)))


def drawn(book: Book, seed: object, part: tuple[int, int] = (0, 1)) -> Iterator[Misprint]:
    """All misprints in an order that the seed gives, each as likely as any other to come first.

    part: (i, n) for every n-th change from the i-th on.
    """
    found = list(candidates(book))
    random.Random(str(seed)).shuffle(found)
    return (misprint for one in found[part[0] :: part[1]] if (misprint := made(book, one)))


def with_definition(book: Book, let: Let, tree: Tree) -> Book | None:
    """A copy of the book with another text of a definition; None where it has no meaning, or the same."""
    owner = let.name.rpartition(":")[0]
    book.given, book.local = let.given, book.claims[owner].locals if owner else {}
    indices = {} if let.kind == "point" else dict(let.indices)
    try:
        scope = Scope(indices, let.parameters, limit=bool(owner))
        core, kind, bound = book.body(tree, scope, indices)
    except BookError:
        return None
    if kind != let.kind or tuple(bound.items()) != let.indices:
        return None
    found = copy.copy(book)
    found.lets = {**book.lets, let.name: replace(let, core=core, tree=tree)}
    return found if definition(found, let.name) != definition(book, let.name) else None


def definition(book: Book, name: str) -> str:
    from ntpcheck.verifier.claims import Plain

    return Plain(book).definition(name)


def with_clause(book: Book, claim: Claim, clause: str, tree: Tree) -> Book | None:
    """A copy of the book with another text of a claim's clause."""
    book.given, book.local = claim.given, claim.locals
    try:
        core = book.meaning.formula(tree, Scope(limit=clause == "limit"))
    except BookError:
        return None
    changed = replace(claim, **{FORMS[clause]: core})
    found = copy.copy(book)
    found.claims = {**book.claims, claim.id: changed}
    return found if digest(found, changed) != digest(book, claim) else None


def differing(old: Any, new: Any) -> tuple[str, str]:
    """The smallest parts of two trees, as texts, that hold all that differs."""
    if isinstance(old, tuple) and isinstance(new, tuple) and len(old) == len(new) and old[:1] == new[:1]:
        at = [k for k, (a, b) in enumerate(zip(old, new, strict=True)) if a != b]
        if len(at) == 1 and isinstance(old[at[0]], tuple) and isinstance(new[at[0]], tuple):
            inner = old[at[0]], new[at[0]]
            if all(part and isinstance(part[0], str) for part in inner):
                return differing(*inner)
    return text(old), text(new)


# ---- changes of a tree ----
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
                if isinstance(one, tuple) and one and isinstance(one[0], str) and len(one) > 2:
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


def here(view: View, e: Tree, letters: frozenset[str]) -> Iterator[Change]:
    """The changes of a tree's uppermost node."""
    kind = e[0]
    if kind == "number":
        yield "a constant", ("number", e[1] + 1)
        if e[1] > 0:
            yield "a constant", ("number", max(e[1] - 1, Fraction(0)))
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

    def __init__(self, book: Book, name: str = "") -> None:
        keys = list(book.lets)
        self.book, self.above = book, keys[: keys.index(name)] if name else keys


def alike(view: View, name: str) -> list[str]:
    """Names of the present type that stand where this one does: three at most, those defined last."""
    book, fields = view.book, view.book.fields()
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

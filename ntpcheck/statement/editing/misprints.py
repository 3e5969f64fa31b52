"""Mechanical misprints of a book's lines: one sign, letter, number, name or part of a formula is another.

A misprint that the reader refuses, or that leaves the statement's digest as it is, is none. The rest show how
much of a book is held by something outside it: by stored files and by comparisons with the checkers.
"""

from __future__ import annotations

import copy
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import Any

from ntpcheck.statement.editing.edits import View, changes
from ntpcheck.statement.printing.reading import names, presupposed, stated
from ntpcheck.verifier.instance.tensors import Core
from ntpcheck.verifier.language.book import Book, Claim, Let
from ntpcheck.verifier.language.claims import digest
from ntpcheck.verifier.language.grammar import Tree
from ntpcheck.verifier.language.meaning import Scope
from ntpcheck.verifier.language.printing import text
from ntpcheck.verifier.language.sequences import check_places
from ntpcheck.verifier.language.words import BookError

FORMS = {"formula": "core", "limit": "core", "asked when": "asked", "undefined when": "undefined"}
ASSUMING, LEFT_OUT = "assuming", "a hypothesis left out"


@dataclass(frozen=True)
class Misprint:
    """What stands in the place of a definition's or a clause's tree."""

    place: str  # a definition's key, or a claim's id
    clause: str  # formula, limit, asked when, undefined when, assuming; empty for a definition
    kind: str
    old: str
    new: str
    book: Book  # a copy, with the change
    also: tuple[Misprint, ...] = ()  # what it is in other claims that read the line


Candidate = tuple[str, str, str, "Tree"]  # place, clause, kind, the tree that stands there instead


def candidates(book: Book, places: Collection[str] = ()) -> Iterator[Candidate]:
    """Every change of every definition and claim, those without a meaning or an effect among them.

    places: only of these definitions, by their keys, and of these claims.
    """
    resting = used(book)
    for let in list(book.lets.values()):
        if (places and let.name not in places) or let.name not in resting:
            continue
        if let.tree and let.kind != "running" and let.core[:1] != ("recorded",):
            book.given, book.local = let.given, {}
            for kind, tree in changes(View(book, let.name, let.parameters), let.tree):
                yield let.name, "", kind, tree
    for claim in [claim for claim in book.claims.values() if not places or claim.id in places]:
        for clause, old in claim.trees.items():
            book.given, book.local = claim.given, claim.locals
            for kind, tree in changes(View(book), old):
                yield claim.id, clause, kind, tree


def used(book: Book) -> set[str]:
    """The definitions that some claim uses; a variation can have some that none of its lines uses."""
    found: set[str] = set()
    for claim in book.claims.values():
        found |= names(book, (*stated(claim), *presupposed(book, claim)))
    return found


def hypotheses(claim: Claim) -> Iterator[Candidate]:
    """A claim without each of its assumptions in turn: no misprint of a line, but perhaps a falsehood."""
    for name in claim.assumes:
        yield claim.id, ASSUMING, LEFT_OUT, ("name", name, None, ())


def made(book: Book, candidate: Candidate) -> Misprint | None:
    """The misprint, where the change has a meaning and makes another statement."""
    place, clause, kind, tree = candidate
    if clause == ASSUMING:
        return Misprint(place, clause, kind, tree[1], "", without(book, book.claims[place], tree[1]))
    if clause:
        claim = book.claims[place]
        changed, old = with_clause(book, claim, clause, tree), claim.trees[clause]
    else:
        changed, old = with_definition(book, book.lets[place], tree), book.lets[place].tree
    return Misprint(place, clause, kind, *differing(old, tree), changed) if changed else None


def misprints(book: Book, places: Collection[str] = ()) -> Iterator[Misprint]:
    """Every misprint of every definition and claim that has a meaning and is another statement."""
    return (misprint for one in list(candidates(book, places)) if (misprint := made(book, one)))


def with_definition(book: Book, let: Let, tree: Tree) -> Book | None:
    """A copy of the book with another text of a definition; None where it has no meaning, or the same."""
    owner = let.name.rpartition(":")[0]
    book.given, book.local = let.given, book.claims[owner].locals if owner else {}
    indices = {} if let.kind == "point" else dict(let.indices)
    try:
        if let.kind == "sequence":
            core = _sequence(book, let, tree)
        else:
            scope = Scope(indices, let.parameters, limit=bool(owner))
            core, kind, bound = book.body(tree, scope, indices)
            if kind != let.kind or tuple(bound.items()) != let.indices:
                return None
    except BookError:
        return None
    found = copied(book)
    found.lets = {**book.lets, let.name: replace(let, core=core, tree=tree)}
    if owner and not _stands(found, found.claims[owner]):
        return None
    return found if definition(found, let.name) != definition(book, let.name) else None


def _stands(book: Book, claim: Claim) -> bool:
    """Whether a reader takes a claim's clauses, as to where sequences stand in them."""
    try:
        for core in (claim.core, claim.asked, claim.undefined):
            check_places(book, core)
    except BookError:
        return False
    return True


def _sequence(book: Book, let: Let, tree: Tree) -> Core:
    """The core of a trajectory with another step, or of a path with another goal."""
    if let.core[0] == "trajectory":
        letters = dict(let.indices)
        step = book.meaning.number(tree, Scope(letters, limit=True), tuple(letters))
        return (*let.core[:3], step)
    scope = Scope({}, {let.core[2]: let.core[3]}, limit=True)
    return (*let.core[:4], book.meaning.number(tree, scope), *let.core[5:])


def placed(book: Book, misprint: Misprint) -> Core:
    """The clause, or the definition, that a misprint is one of, as a book has it."""
    if misprint.clause:
        return getattr(book.claims[misprint.place], FORMS.get(misprint.clause, "core"))
    return book.lets[misprint.place].core


def copied(book: Book) -> Book:
    """A copy that shares all items, and nothing that was found out about them."""
    found = copy.copy(book)
    found.found_out = {}
    return found


def without(book: Book, claim: Claim, name: str) -> Book:
    """A copy of the book in which the claim does not assume that."""
    found = copied(book)
    kept = tuple(other for other in claim.assumes if other != name)
    found.claims = {**book.claims, claim.id: replace(claim, assumes=kept)}
    return found


def definition(book: Book, name: str) -> str:
    from ntpcheck.verifier.language.claims import Plain

    return Plain(book).definition(name)


def with_clause(book: Book, claim: Claim, clause: str, tree: Tree) -> Book | None:
    """A copy of the book with another text of a claim's clause."""
    book.given, book.local = claim.given, claim.locals
    try:
        core = book.meaning.formula(tree, Scope(limit=clause == "limit"))
        check_places(book, core)
    except BookError:
        return None
    changed = replace(claim, trees=claim.trees | {clause: tree}, **{FORMS[clause]: core})
    found = copied(book)
    found.claims = {**book.claims, claim.id: changed}
    return found if digest(found, changed) != digest(book, claim) else None


def differing(old: Any, new: Any) -> tuple[str, str]:
    """The smallest parts of two trees that contain all their differences, as texts."""
    if isinstance(old, tuple) and isinstance(new, tuple) and len(old) == len(new) and old[:1] == new[:1]:
        at = [k for k, (a, b) in enumerate(zip(old, new, strict=True)) if a != b]
        if len(at) == 1 and isinstance(old[at[0]], tuple) and isinstance(new[at[0]], tuple):
            inner = old[at[0]], new[at[0]]
            if all(part and isinstance(part[0], str) for part in inner):
                return differing(*inner)
    return text(old), text(new)

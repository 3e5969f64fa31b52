"""A small book for tests, instances of its type, and formulas asked of them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from ntpcheck.stated import read
from ntpcheck.verifier import files
from ntpcheck.verifier.arithmetic.intervals import Undecided, Undefined, allow
from ntpcheck.verifier.command import answer
from ntpcheck.verifier.instance.tensors import Core
from ntpcheck.verifier.instance.world import World
from ntpcheck.verifier.judge import Answer
from ntpcheck.verifier.language.book import Book
from ntpcheck.verifier.language.claims import digest
from ntpcheck.verifier.language.grammar import Parser, Tree
from ntpcheck.verifier.language.meaning import Scope

HEAD = """book toy "A toy"
axes m: j k; V: u v z; d: i a b
"""
TYPES = """given Data: h[j,i] from embeddings, n[j,v] natural from counts, next[j] in V, c from scale,
        loss one of linear log
let S[j,v] = n[j,v] > 0
let l(M[v,i])[j,v] = sum i. M[v,i] * h[j,i]
let lifted(x)[j] = x + (sum i. h[j,i])
given Decoding < Data: W[v,i]
"""
TEXT = HEAD + TYPES
DATA: dict[str, Any] = {
    "type": "Data",
    "embeddings": [[1, "-1/2"], ["3/4", 2]],
    "counts": [[1, 0, 2], [0, 3, 1]],
    "next": [2, 1],
    "scale": "5/3",
    "loss": 1,
}
DECODING: dict[str, Any] = {**DATA, "type": "Decoding", "W": [["1/2", 1], [-2, "1/3"], [0, "-3/2"]]}


def book(items: str = "", *, head: str = TEXT) -> Book:
    return Book(head + items, "toy.book")


PAPERS = ("thrampoulidis2024", "li2024")


def papers_book(paper: str) -> Book:
    """A paper's book: its one file, or its parts."""
    folder = Path(__file__).parents[2] / "properties" / "ntpcheck_papers" / paper
    (whole,) = folder.glob("*.book") if not (folder / "book").is_dir() else [folder / "book"]
    return read(whole).book


@cache
def plain() -> Book:
    return book()


def tree(text: str) -> Tree:
    return Parser(text).whole()


def world(instance: Mapping[str, Any] = DECODING, shelf: Book | None = None, **hints: Any) -> World:
    """The world of an instance of the book; the work of each is paid from an allowance of its own."""
    found = shelf or plain()
    allow(4_000_000)
    given = instance["type"]
    sizes, fields = files.instance(found, given, dict(instance))
    found.given, found.local = given, {}
    return World(found, given, sizes, fields, dict(hints))


def core(text: str, shelf: Book | None = None, *, limit: bool = False) -> Core:
    """A formula of the decoding type."""
    found = shelf or plain()
    if found.given not in found.givens:
        found.given = "Decoding"
    return found.meaning.formula(tree(text), Scope(limit=limit))


def said(text: str, instance: Mapping[str, Any] = DECODING, items: str = "", **hints: Any) -> str:
    """What comes of asking a formula: true, false, undecided or undefined."""
    shelf = book(items) if items else plain()
    asked = world(instance, shelf, **hints)
    try:
        return "true" if asked.ask(core(text, shelf)) else "false"
    except Undecided:
        return "undecided"
    except Undefined:
        return "undefined"


def put(
    book: Book,
    instance: Mapping[str, Any],
    hints: Mapping[str, Any],
    folder: Path,
    lemma: str | None = None,
    says: str = "fails",
) -> Answer:
    """The verifier's answer to a file that says that the last claim of a book fails at an instance."""
    name = list(book.claims)[-1]
    told = {
        "schema_version": 2,
        "claim": name,
        "statement": digest(book, book.claims[name]),
        "says": says,
        "dropped": [],
        "instance": dict(instance),
        "hints": dict(hints),
    }
    path = folder / "it.json"
    path.write_text(json.dumps(told | ({"lemma": lemma} if lemma else {})))
    return answer({name.partition("/")[0]: book}, path)

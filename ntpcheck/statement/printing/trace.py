"""Every part of a formula with its value at an instance: the book's own arithmetic, told."""

from typing import Any

from ntpcheck.errors import UnreadableFile
from ntpcheck.statement.hints.search import hints as search
from ntpcheck.verifier import command, judge
from ntpcheck.verifier.arithmetic.exact import enclose
from ntpcheck.verifier.arithmetic.intervals import TooMuch, Undecided, Undefined, allow
from ntpcheck.verifier.files import Unreadable
from ntpcheck.verifier.instance.world import PRECISIONS, World
from ntpcheck.verifier.language.book import Book, Claim
from ntpcheck.verifier.language.grammar import Parser, Tree
from ntpcheck.verifier.language.meaning import Scope
from ntpcheck.verifier.language.printing import decimal, text
from ntpcheck.verifier.language.words import BookError

Row = tuple[int, str, str]  # depth, part, value
PARTS = ("iff", "implies", "or", "and", "not", "cmp", "+", "-", "*", "/", "neg", "^", "call", "if")


def trace(book: Book, instance: dict[str, Any], hints: dict[str, Any], formula: str) -> list[Row]:
    """The formula's parts, outermost first. Raises UnreadableFile for what cannot be read."""
    given = str(instance.get("type"))
    if given not in book.givens:
        known = ", ".join(book.givens)
        raise UnreadableFile(f"the instance has the type {given!r}. The book {book.key} knows {known}.")
    claim = Claim("formula", "", given, 1, [])
    allow(command.WORK_LIMIT)
    try:
        world = judge.load(book, claim, instance, dict(hints), search)
        tree = Parser(formula).whole()
        rows: list[Row] = []
        _trace(book, world, tree, 0, rows)
    except (Unreadable, judge.Rejected, BookError) as problem:
        raise UnreadableFile(f"{problem}.") from None
    except TooMuch:
        raise UnreadableFile("the formula asks for too much arithmetic at this instance.") from None
    return rows


def _trace(book: Book, world: World, tree: Tree, depth: int, rows: list[Row]) -> None:
    core, kind = book.meaning.check(tree, Scope(), ())
    if kind in ("num", "bool"):
        rows.append((depth, text(tree), _value(world, core, kind)))
    if tree[0] in PARTS:
        for part in tree[1:]:
            if not isinstance(part, tuple) or not part:  # an exponent, a name, no arguments
                continue
            for inner in part if isinstance(part[0], tuple) else (part,):
                if inner[0] != "number" and not book.meaning.axes(inner, Scope()):
                    _trace(book, world, inner, depth + 1, rows)


def _value(world: World, core: Any, kind: str) -> str:
    try:
        if kind == "bool":
            return "true" if world.ask(core) else "false"
        for bits in PRECISIONS[:2]:
            world.reset(bits)
            try:
                return decimal(enclose(world.number(core, {})))
            except Undecided:
                continue
        return "not decided"
    except (Undecided, Undefined) as problem:
        return f"{'undefined' if isinstance(problem, Undefined) else 'not decided'}: {problem}"

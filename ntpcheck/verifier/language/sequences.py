"""Trajectories and paths: what runs along a natural number, or along a real that grows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from .cores import reached
from .grammar import Parser
from .meaning import Core, Scope
from .names import Let
from .words import BookError

if TYPE_CHECKING:
    from .book import Book

NAME = r"([A-Za-z_][\w'-]*)(?:\[([\w', ]*)\])?\s+along\s+(\w+)"
TRAJECTORY = re.compile(rf"{NAME}\s+from\s+(.*?)\s+by\s+(.*)", re.S)
PATH = re.compile(rf"{NAME}\s+minimises\s+(.*)\s+over\s+(\w+)\[([\w', ]*)\](?:\s+with\s+(.*))?", re.S)


def announce(book: Book, following: list[Any]) -> None:
    """Names the trajectories that follow in a row: they advance together and may name each other."""
    for head, rest, line, _ in following:
        match = re.match(NAME, rest)
        if head != "trajectory":
            return
        if match:
            try:
                along = number(book, head, match[3])
                add(book, match[1], along, book.indices(match[2]), (), line)
            except BookError as problem:  # of its own line, not of the first of the row
                raise BookError(f"line {line}: {problem}") from None


def number(book: Book, head: str, along: str) -> str:
    """The key of the number that a sequence runs along.

    Sequences of a book that is used share theirs with those that are added to its types, so that a claim can
    name both; types of one book share a letter. A natural number stays one: a trajectory runs along no number
    of a path, nor a path along one of a trajectory.
    """
    key = f"{book.home}:{along}"
    let = None if book.reading else book.lets.get(key)
    if let is None or let.kind != "running" or let.given not in book.chain(book.given):
        key = book.own(along)
    types = book.running.setdefault(key, {})
    if other := next((given for given, sort in types.items() if sort != head), None):
        whose = f"ntpcheck.{book.home} has" if key != book.own(along) else f"{other} has"
        raise BookError(f"{whose} a {types[other]} along {along}, no {head}; take another letter")
    types[book.given] = head
    return key


def read_trajectory(book: Book, rest: str, line: int) -> None:
    match = TRAJECTORY.fullmatch(rest)
    if not match:
        way_out = "trajectory W_k[v,i] along k from W0 by W_k - eta * grad(W_k)"
        raise BookError(f"a trajectory is written: {way_out}")
    name, letters, along = match[1], book.indices(match[2]), number(book, "trajectory", match[3])
    add(book, name, along, letters, (), line)
    scope = Scope(letters, limit=True)
    trees = [Parser(match[i], line).whole() for i in (4, 5)]
    start, step = (book.meaning.number(tree, scope, tuple(letters)) for tree in trees)
    core = ("trajectory", along, start, step)
    add(book, name, along, letters, core, line, tree=trees[1], start=trees[0])


def read_path(book: Book, rest: str, line: int) -> None:
    match = PATH.fullmatch(rest)
    if not match:
        way_out = "path W_B[v,i] along B minimises CE(M) over M[v,i] with norm(M) <= B"
        raise BookError(f"a path is written: {way_out}")
    name, unknown, letters = match[1], match[5], book.indices(match[6])
    along = number(book, "path", match[3])
    if list(book.indices(match[2]).values()) != list(letters.values()):
        raise BookError(f"{name} and {unknown}, of which it is made, have other axes")
    add(book, name, along, letters, (), line)
    scope = Scope({}, {unknown: tuple(letters.values())}, limit=True)
    goal = Parser(match[4], line).whole()
    guard = Parser(match[7], line).whole() if match[7] else ()
    core = ("path", along, unknown, tuple(letters.values()), book.meaning.number(goal, scope))
    core = (*core, book.meaning.formula(guard, scope) if guard else None)
    add(book, name, along, letters, core, line, tree=goal, guard=guard)


def add(
    book: Book, name: str, along: str, letters: dict[str, str], core: Core, line: int, **trees: Any
) -> None:
    """Names a sequence, and the number that it runs along. trees: those of a `Let`."""
    key = book.own(name)
    known = book.lets.get(key)
    book.free(name, book.fields(), {name} if known is not None and known.core else ())
    found: dict[str, Any] = {"tree": (), **trees}
    book.lets[key] = Let(key, book.given, {}, tuple(letters.items()), core, "sequence", line=line, **found)
    running = Let(along, book.given, {}, (), ("running",), "running", (), line)
    taken = book.lets.setdefault(along, running).kind != "running"
    if along == book.own(along.rpartition(":")[2]):
        book.free(along, book.fields(), {along} if taken else ())


# ---- where a sequence may stand in a claim ----
PLACES = ("tends", "bounded", "eventually", "always")
RUNS = ("eventually", "always")  # what they say is said of each number


def check_places(book: Book, core: Core) -> None:
    """Raises BookError unless a claim says of which numbers k it means each sequence, all along one k.

    A claim that names no sequence, itself or by a definition, has none outside its places either: a parameter
    stands for a sequence only where it is given one.
    """
    met = list(reached(book, core, ("let", "sequence")))
    if any(e[:1] and e[0] in (*PLACES, "growing") for e in met):  # without a limit none stands in another
        check_nested(book, core)
    found = sorted(numbers(book, met))
    if found and loose(book, core, (), {}):
        way_out = "say `always F` (every k) or `eventually F` (all large k)"
        raise BookError(f"a sequence stands outside tends, bounded, eventually and always; {way_out}")
    if len(found) > 1:
        raise BookError(f"it runs along {' and '.join(found)}: a claim on sequences has one running number")


def loose(book: Book, e: Any, parameters: tuple[str, ...], known: dict[Any, bool]) -> bool:
    """Whether a sequence, or one of the parameters, which may stand for one, is outside all PLACES.

    known: what was found of definitions, each looked at once.
    """
    if not isinstance(e, tuple) or not e or e[0] in PLACES:
        return False
    if e[0] == "sequence" or (e[0] == "par" and e[1] in parameters):
        return True
    if e[0] != "let":
        return any(loose(book, part, parameters, known) for part in e)
    key: str = e[1]
    let = book.lets[key]

    def inside(*names: str) -> bool:
        if (key, names) not in known:
            known[key, names] = loose(book, let.core, names, known)
        return known[key, names]

    shown = any(
        inside(name) and loose(book, lam, parameters, known)
        for name, lam in zip(let.parameters, e[2], strict=True)
    )
    return shown or inside() or loose(book, e[3:], parameters, known)


def check_nested(book: Book, core: Core) -> None:
    """Raises BookError where what is said of each number k, or of R, is a limit itself, which names none.

    In a condition a limit may stand: it has one truth value, the same for all k.
    """
    for outer, inner in nested(book, core, set()):
        if outer == "growing":
            raise BookError(
                f"{bare(inner)} stands inside growing, which speaks of a number of its own; "
                "join what is said of two numbers outside, as in (growing R. F) and (eventually G)"
            )
        raise BookError(
            f"{inner} stands inside {outer}: a limit has one truth value, and none for each number; "
            f"join the two outside, as in (tends(X, x)) and ({outer} F)"
        )


def nested(
    book: Book, e: Any, seen: set[Any], around: str = "", *, said: bool = False, growing: bool = False
) -> Iterator[tuple[str, str]]:
    """Limits that stand inside another where this has no meaning, each after that one.

    around: the limit that e stands in; said: whether that says e of each number; growing: whether e names R.
    """
    if not isinstance(e, tuple) or not e:
        return
    kind, inside = e[0], [False] * len(e)  # by parts
    if growing and kind in ("sequence", "growing"):
        yield "growing", e[1] if kind == "sequence" else kind
    if kind in (*PLACES, "growing"):
        if around in RUNS and (said or kind == "growing"):
            yield around, kind
        around, growing = kind, growing or kind == "growing"
        inside = [kind in RUNS] * len(e)
    elif kind in ("and", "or", "not", "iff"):
        inside = [said] * len(e)
    elif kind in ("implies", "if"):  # a condition first
        inside[2:] = [said] * (len(e) - 2)
    elif kind in ("forall", "exists", "some", "every", "sets"):
        inside[-1] = said
    parts = list(zip(e[1:], inside[1:], strict=True))
    if kind in ("let", "sequence"):
        said = said and kind == "let"
        if (key := (e[1], around, said, growing)) in seen:
            return
        seen.add(key)
        parts.append((book.lets[e[1]].core, said))
    for part, too in parts:
        yield from nested(book, part, seen, around, said=too, growing=growing)


def bare(name: str) -> str:
    """A name without the vocabulary that it is taken from."""
    return name.rpartition(":")[2]


def running(book: Book, core: Core) -> set[str]:
    """The numbers along which the sequences of a core run; a step may name another trajectory."""
    return numbers(book, reached(book, core, ("let", "sequence")))


def numbers(book: Book, met: Iterable[Core]) -> set[str]:
    """Those of the sequences among some cores."""
    found = set[str]()
    for e in met:
        if e[:1] == ("sequence",):
            let = book.lets[e[1]]
            found.add(let.core[1] if let.kind == "sequence" else let.name)
    return found

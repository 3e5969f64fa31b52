"""A book: its items in order, each checked as it is read, and the digest of every claim.

An item starts in the first column; its clauses are indented by four spaces, what continues a clause by more.
"""

import re
from collections.abc import Callable
from typing import Any

from .claims import read_claim
from .grammar import Parser, Tree
from .layout import items, split
from .meaning import Axes, Core, Meaning, Scope
from .names import Claim, Field, Let, Names
from .sequences import announce, read_path, read_trajectory
from .words import KEYWORDS, BookError, near

TERM = r"([A-Za-z_][\w'-]*)(?:\(([^)]*)\))?(?:\[([\w', ]*)\])?"
NAME = re.compile(r"[A-Za-z_][\w']*")
ARGUMENT = re.compile(r"[A-Za-z_][\w'-]*(\[[^\[\]]*\])?")
FIELD = re.compile(r"(\w+)(?:\[([\w', ]+)\])?(?: (natural|in (\w+)|one of ([a-z ]+?)))?(?: from (\w+))?")


class Book(Names):
    """The items of one text, with lookups by name. Raises BookError for the first that does not fit."""

    def __init__(self, text: str, name: str = "book") -> None:
        self.key, self.title, self.text = "", "", text
        super().__init__()
        self.demands: dict[str, list[Core]] = {}
        self.claims: dict[str, Claim] = {}
        self.meaning = Meaning(self)
        try:
            found = list(items(text))
        except BookError as problem:
            raise BookError(f"{name}, {problem}") from None
        for at, (head, rest, line, clauses) in enumerate(found):
            try:
                if head == "trajectory" and (at == 0 or found[at - 1][0] != head):
                    announce(self, found[at:])
                reader: Callable[..., None] | None = getattr(self, f"read_{head}", None)
                if reader is None:
                    raise BookError(f"no item starts with {head!r}; they are {', '.join(ITEMS)}")
                reader(rest, line, clauses)
            except BookError as problem:
                from .advice import placed

                said = str(problem) if str(problem).startswith("line ") else f"line {line}: {problem}"
                raise BookError(f"{name}, {placed(text, said)}") from None

    # ---- items ----
    def read_book(self, rest: str, line: int, clauses: list[Any]) -> None:
        match = re.fullmatch(r'(\w+) "([^"]+)"', rest)
        if not match:
            raise BookError('a book opens with: book KEY "TITLE", where KEY is one word without hyphens')
        if self.key:
            raise BookError(f"a book opens once; this one is {self.key}")
        self.key, self.title = match[1], match[2]

    def read_axes(self, rest: str, line: int, clauses: list[Any]) -> None:
        alphabet, fields = self.alphabets[self.reading], self.fields()
        before, self.given = self.given, ""  # another vocabulary's names do not stand in the way
        for part in rest.split(";"):
            axis, _, letters = part.partition(":")
            if not all(NAME.fullmatch(word) for word in (axis.strip(), *letters.split())):
                raise BookError("axes are written: axes m: j k; V: u v, a semicolon before the next one")
            if axis.strip() in letters.split():
                raise BookError(f"{axis.strip()} is an axis and one of its letters; give them two names")
            self.lengths[self.reading].add(axis.strip())
            for letter in letters.split():
                if (bare := letter.rstrip("0123456789'")) not in letters.split():
                    raise BookError(
                        f"{letter} runs where {bare or 'a letter'} does: name {bare or 'one'} as a letter of"
                        f" {axis.strip()} too, or take another letter"
                    )
                if letter in alphabet:
                    raise BookError(f"the letter {letter} has two axes")
                self.free(letter, self.lets, fields)
                alphabet[letter] = axis.strip()
        self.given = before
        self.apart()

    def read_given(self, rest: str, line: int, clauses: list[Any]) -> None:
        match = re.fullmatch(r"(\w+)(?: < (\w+))?(?::\s*(.*))?", rest, re.S)
        if not match or (match[2] and match[2] not in self.givens):
            raise BookError("a type is written: given NAME [< PARENT]: h[j,i], n[j,v] natural from counts")
        if match[1] in self.givens and match[2] is None and match[3] is None:
            self.given = match[1]  # what follows belongs to it
            return
        if match[1] in self.givens:
            raise BookError(f"the type {match[1]} has its fields already")
        if match[2] is None and match[3] is None:
            hint = (near(match[1], self.givens) and f"; did you mean {near(match[1], self.givens)}?") or ";"
            raise BookError(f"{match[1]} is no type yet{hint} a new one has fields: given {match[1]}: x[j]")
        own, above = dict[str, Field](), self.givens[match[2]] if match[2] else {}
        self.given = match[2] or ""  # whose letters the fields are written in
        for part in split(match[3] or ""):
            name, field = self.field(part)
            self.free(name, own, above, self.lets)
            own[name] = field
        sources = [field.source for field in (*above.values(), *own.values())]
        if twice := [x for x in sources if sources.count(x) > 1 or x == "type"]:
            raise BookError(
                f"in files {twice[0]} is something else already; name another source of the field"
            )
        self.homes[match[1]] = self.home
        self.given, self.parents[match[1]] = match[1], match[2]
        self.givens[match[1]] = {**above, **own}

    def field(self, part: str) -> tuple[str, Field]:
        """The name of a field, and what it holds."""
        found = FIELD.fullmatch(part)
        words = (found[5] or "").split() if found else []
        if not found or not NAME.fullmatch(found[1]) or found[1] == "natural":  # this is of the line above
            way_out = "NAME[j,i] [natural | in AXIS | one of a b] [from SOURCE], on one line"
            if "-" in part.partition(" from ")[2]:
                way_out = "what stands after `from` has letters, digits and _, and no -"
            raise BookError(f"cannot read the field {part!r}: {way_out}")
        if found[4] and found[4] not in self.sizes:
            raise BookError(f"{found[4]} is no axis; they are {', '.join(sorted(self.sizes))}")
        if twice := [word for word in words if words.count(word) > 1]:
            raise BookError(f"the word {twice[0]} stands twice in {part!r}")
        kind: Any = ("ix", found[4]) if found[4] else ("enum", tuple(words)) if found[5] else "num"
        axes = self.axes_of(tuple(split(found[2] or "")))
        return found[1], Field(axes, kind, found[3] == "natural", found[6] or found[1])

    def read_demand(self, rest: str, line: int, clauses: list[Any]) -> None:
        if not self.given:
            raise BookError("a demand is one on a type; write `given TYPE: ..` above it")
        core = self.meaning.formula(Parser(rest, line).whole(), Scope())
        self.demands.setdefault(self.given, []).append(core)

    def demanded(self, given: str) -> list[Core]:
        """All that is demanded of the instances of a type, and of those that it is derived from."""
        return [core for one in self.chain(given) for core in self.demands.get(one, ())]

    def read_let(self, rest: str, line: int, clauses: list[Any]) -> None:
        self.define(rest, line)

    def read_assume(self, rest: str, line: int, clauses: list[Any]) -> None:
        match = re.match(r'([A-Za-z][\w-]*) "([^"]*)"\s*(?:=|recorded)\s*', rest)
        if not match:
            raise BookError('an assumption is written: assume NAME "CITATION" = FORMULA, or: .. recorded WHY')
        says = " ".join(" ".join(text.split()) for keyword, text, _ in clauses if keyword == "says")
        if not says:
            raise BookError(f"the assumption {match[1]} needs a line `says`")
        above = rest[: match.end()].count("\n")
        if match[0].rstrip().endswith("recorded"):  # nothing evaluates it
            core, tree = ("recorded", rest[match.end() :]), ("name", match[1], None, ())
            key = self.own(match[1])
            self.free(match[1], self.fields(), {match[1]} if key in self.lets else ())
            self.lets[key] = Let(key, self.given, {}, (), core, "bool", tree, line, match[2], says)
            return
        let = self.define(f"{match[1]} = {rest[match.end() :]}", line + above, cite=match[2], says=says)
        if let.kind != "bool":
            raise BookError(f"the assumption {match[1]} is no formula")

    def define(self, rest: str, line: int, *, owner: str = "", cite: str = "", says: str = "") -> Let:
        match = re.match(rf"{TERM}\s*=\s*", rest)
        if not match:
            raise BookError("a definition is written: NAME(M[v,i])[j,v] = ...")
        parameters = self.parameters(match[2] or "")
        indices = self.indices(match[3])
        key = f"{owner}:{match[1]}" if owner else self.own(match[1])
        self.free(match[1], self.fields(), {match[1]} if key in self.lets else ())
        tree = Parser(rest[match.end() :], line + rest[: match.end()].count("\n")).whole()
        scope = Scope(indices, parameters, limit=bool(owner)).apart((*indices, *parameters))
        core, kind, bound = self.body(tree, scope, indices)
        let = Let(key, self.given, parameters, tuple(bound.items()), core, kind, tree, line, cite, says)
        self.lets[key] = let
        if owner:
            self.local[match[1]] = key
        return let

    def parameters(self, text: str) -> dict[str, Axes]:
        found: dict[str, Axes] = {}
        for part in split(text):
            name, _, letters = part.partition("[")
            if name.strip() in found or name.strip() in KEYWORDS:
                said = "stands twice" if name.strip() in found else "is a word of the language"
                raise BookError(f"the argument {name.strip()} {said}")
            if not ARGUMENT.fullmatch(part):
                raise BookError(
                    f"cannot read the argument {part!r}: NAME or NAME[j,i], with commas between them"
                )
            found[name.strip()] = self.axes_of(tuple(split(letters.rstrip("]"))))
        return found

    def indices(self, text: str | None) -> dict[str, str]:
        """The letters of a list, with their axes."""
        letters = split(text or "")
        if len(set(letters)) < len(letters):
            raise BookError(f"an index stands twice in [{text}]")
        return {x: self.axis_of(x) for x in letters}

    def body(self, tree: Tree, scope: Scope, indices: dict[str, str]) -> tuple[Core, Any, dict[str, str]]:
        """The core of a definition, its kind, and its indices; a point has those of its unknown."""
        if tree[0] not in ("closest", "minimiser"):
            return (*self.meaning.check(tree, scope, tuple(indices)), indices)
        kind, (name, letters), target, condition = tree
        if indices:
            raise BookError("a point takes its axes from its unknown: let NAME = shortest D[v,i] with ...")
        axes = self.meaning.unknown(letters)
        inner = scope.with_parameters({name: axes})
        guard = self.meaning.formula(condition, inner) if condition else None
        if kind == "closest":
            goal = self.meaning.tensor(target, scope, axes) if target else None
        else:
            goal = self.meaning.number(target, inner)
        return (kind, name, axes, goal, guard), "point", {x: self.axis_of(x) for x in letters}

    def read_trajectory(self, rest: str, line: int, clauses: list[Any]) -> None:
        read_trajectory(self, rest, line)

    def read_path(self, rest: str, line: int, clauses: list[Any]) -> None:
        read_path(self, rest, line)

    def read_claim(self, rest: str, line: int, clauses: list[tuple[str, str, int]]) -> None:
        read_claim(self, rest, line, clauses)

    def read_use(self, rest: str, line: int, clauses: list[Any]) -> None:
        from .uses import read_use

        read_use(self, rest)


ITEMS = [name.removeprefix("read_") for name in vars(Book) if name.startswith("read_")]


__all__ = ["Book", "Claim", "Field", "Let"]

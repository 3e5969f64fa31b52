"""A book's items, as the second reading has them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from tests.verifier.second.reader import OPEN, Node, Reading, items, varied

Env = dict[str, Any]
HEAD = re.compile(r"([A-Za-z_][\w'-]*)\s*(?:\(([^)]*)\))?(?:\[([^\]]*)\])?\s*=\s*(.*)")
FIELD = re.compile(r"(\w+)(?:\[([\w', ]+)\])?(?: (natural|in (\w+)|one of ([a-z ]+?)))?(?: from (\w+))?")


class Index:
    def __init__(self, axis: str, at: int = 0) -> None:
        self.axis, self.at = axis, at


class Array:
    """Entries along axes; of a number, along none."""

    def __init__(
        self, axes: tuple[str, ...], get: Callable[[tuple[int, ...]], Any], kind: str = "number"
    ) -> None:
        self.axes, self.get, self.kind = axes, get, kind


class Definition:
    def __init__(
        self, given: str, parameters: list[tuple[str, list[str]]], indices: list[str], body: Node
    ) -> None:
        self.given, self.parameters, self.indices, self.body = given, parameters, indices, body


class Shelf:
    """A book: axes, types, definitions by name, and claims by id."""

    def __init__(self, text: str) -> None:
        self.letters: dict[str, str] = {}
        self.fields: dict[str, dict[str, Any]] = {}
        self.parents: dict[str, str] = {}
        self.demands: list[tuple[str, Node]] = []
        self.lets: dict[str, Definition] = {}
        self.claims: dict[str, Any] = {}
        self.given = ""
        for line, clauses in items(text):
            word, _, rest = line.partition(" ")
            self.item(word, rest, clauses)

    def item(self, word: str, rest: str, clauses: list[tuple[str, str]]) -> None:
        if word == "axes":
            for part in rest.split(";"):
                axis, _, letters = part.partition(":")
                self.letters |= {letter: axis.strip() for letter in letters.split()}
        elif word == "given":
            self.given = self.typed(rest)
        elif word == "demand":
            self.demands.append((self.given, Reading(rest).whole()))
        elif word == "let":
            name, found = self.defined(rest, self.given)
            self.lets[name] = found
        elif word == "assume":
            found = re.fullmatch(r'(\S+) "[^"]*" = (.*)', rest)
            tree = Reading(found[2]).whole() if found else OPEN
            self.lets[rest.split()[0]] = Definition(self.given, [], [], tree)
        elif word in ("trajectory", "path"):
            self.lets[re.split(r"[\[ ]", rest)[0]] = Definition(self.given, [], [], OPEN)
        elif word == "claim":
            self.claim(rest, clauses)

    def axis(self, letter: str) -> str:
        return self.letters[letter.rstrip("0123456789'")]

    def typed(self, rest: str) -> str:
        found = re.fullmatch(r"(\w+)(?: < (\w+))?(?::\s*(.*))?", rest)
        assert found
        name, parent, fields = found.groups()
        if name not in self.fields:
            self.fields[name] = dict(self.fields.get(parent, {}))
            self.parents[name] = parent
            for part in re.split(r", (?![^\[]*\])", fields or ""):
                if part:
                    field, letters, _, axis, words, source = FIELD.fullmatch(part).groups()  # type: ignore[union-attr]
                    axes = tuple(self.axis(x.strip()) for x in (letters or "").split(",") if x.strip())
                    self.fields[name][field] = (axes, axis, tuple((words or "").split()), source or field)
        return name

    def defined(self, rest: str, given: str) -> tuple[str, Definition]:
        name, arguments, indices, body = HEAD.fullmatch(rest).groups()  # type: ignore[union-attr]
        parameters = [
            (one[0], [x.strip() for x in (one[1] or "").split(",") if x.strip()])
            for one in re.findall(r"([\w'-]+)(?:\[([^\]]*)\])?", arguments or "")
        ]
        letters = [x.strip() for x in (indices or "").split(",") if x.strip()]
        tree = Reading(body).whole()
        if tree[0] == "point":
            letters = tree[1][1]
        return name, Definition(given, parameters, letters, tree)

    def claim(self, rest: str, clauses: list[tuple[str, str]]) -> None:
        name, how, other = re.fullmatch(r'(\S+) "[^"]*" (on|as) (\S+)', rest).groups()  # type: ignore[union-attr]
        given, old = (other, []) if how == "on" else self.claims[other]
        self.claims[name] = given, varied(old, clauses)

    def line(self, given: str) -> list[str]:
        return [given, *self.line(self.parents[given])] if given else []

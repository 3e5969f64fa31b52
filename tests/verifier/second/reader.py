"""Books read a second time, from docs/statement-book.md alone: their items, and formulas as trees of its own.

Nothing of the verifier is used. What the two readings make of the same text has to say the same.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

Node = tuple[Any, ...]
WORD = re.compile(
    r"\s*(?:(?P<number>\d+(?:\.\d+)?)|(?P<name>[A-Za-z_][\w']*(?:-[A-Za-z0-9][\w']*)*)"
    r"|(?P<sign><=|>=|!=|[-+*/^()\[\].,;|=<>]))"
)
OPEN: Node = ("open",)  # of what this reading says nothing: least values, and what runs along a sequence
SIGNS = ("=", "!=", "<", "<=", ">", ">=")
FUNCTIONS = ("exp", "log", "sqrt", "abs", "norm", "dot")
FORMS = ("formula", "limit", "recorded")
FORMULAS = ("formula", "limit", "where", "asked when", "undefined when")
CLAUSE = re.compile(
    r"    (says|also assuming|assuming|reading|where|asked when|undefined when|formula|limit|recorded|with|"
    r"amends|ours|hedge|transcription)(?:\s+|$)(.*)"
)


class Reading:
    """A formula, read from its words. From loosest to tightest: iff, implies, or, and, not, comparisons."""

    def __init__(self, text: str) -> None:
        self.words: list[str] = []
        at, text = 0, text.strip()
        while at < len(text):
            found = WORD.match(text, at)
            assert found, text[at:]
            self.words.append(found[0].strip())
            at = found.end()
        self.words.append("")

    def whole(self) -> Node:
        found = self.formula()
        assert self.words == [""], self.words
        return found

    def pop(self) -> str:
        return self.words.pop(0)

    def maybe(self, *words: str) -> str:
        return self.pop() if self.words[0] in words else ""

    def need(self, word: str) -> None:
        assert self.pop() == word

    # ---- formulas ----
    def formula(self) -> Node:
        left = self.implied()
        while self.maybe("iff"):
            left = ("iff", left, self.implied())
        return left

    def implied(self) -> Node:
        left = self.either()
        return ("implies", left, self.implied()) if self.maybe("implies") else left

    def either(self) -> Node:
        left = self.both()
        while self.maybe("or"):
            left = ("or", left, self.both())
        return left

    def both(self) -> Node:
        left = self.negated()
        while self.maybe("and"):
            left = ("and", left, self.negated())
        return left

    def negated(self) -> Node:
        if self.maybe("not"):
            return ("not", self.negated())
        if self.words[:2] == ["forall", "set"]:
            self.words = self.words[2:]
            name = self.pop()
            self.need("of")
            letter = self.pop()
            self.need("|")
            self.need("size")
            size = self.sum()
            self.need(".")
            return ("sets", name, letter, size, self.formula())
        if kind := self.maybe("forall", "exists"):
            return (kind, *self.bound(), self.formula())
        if kind := self.maybe("some", "every"):
            named = [self.unknown()]
            while self.words[0] not in (".", "|"):
                named.append(self.unknown())
            guard = self.formula() if self.maybe("|") else None
            self.need(".")
            return (kind, named, guard, self.formula())
        if self.maybe("solvable"):
            unknown = self.unknown()
            self.need(".")
            return ("solvable", unknown, self.formula())
        return self.compared()

    def compared(self) -> Node:
        sides, signs = [self.sum()], list[str]()
        if self.maybe("is"):
            return ("is", sides[0], self.pop())
        while self.words[0] in SIGNS:
            signs.append(self.pop())
            sides.append(self.sum())
        return ("compared", signs, sides) if signs else sides[0]

    # ---- numbers ----
    def sum(self) -> Node:
        left = self.product()
        while sign := self.maybe("+", "-"):
            left = (sign, left, self.product())
        return left

    def product(self) -> Node:
        left = self.signed()
        while sign := self.maybe("*", "/"):
            left = (sign, left, self.signed())
        return left

    def signed(self) -> Node:
        if self.maybe("-"):
            return ("negative", self.signed())
        if self.words[0] in ("sum", "max", "min") and self.words[1] != "(":
            return (self.pop(), *self.bound(), self.product())
        base = self.atom()
        return ("power", base, int(self.pop())) if self.maybe("^") else base

    def bound(self) -> tuple[list[str], Node | None]:
        letters = list[str]()
        while self.words[0] not in (".", "|"):
            letters.append(self.pop())
        guard = self.formula() if self.maybe("|") else None
        self.need(".")
        return letters, guard

    def unknown(self) -> tuple[str, list[str]]:
        name, letters = self.pop(), list[str]()
        if self.maybe("["):
            letters.append(self.pop())
            while self.maybe(","):
                letters.append(self.pop())
            self.need("]")
        return name, letters

    def listed(self, end: str) -> list[Node]:
        found = [self.formula()]
        while self.maybe(","):
            found.append(self.formula())
        self.need(end)
        return found

    def atom(self) -> Node:
        word = self.pop()
        if word[0].isdigit():
            return ("number", Fraction(word))
        if word == "(":
            found = self.formula()
            self.need(")")
            return found
        if word == "if":
            condition = self.formula()
            self.need("then")
            first = self.formula()
            self.need("else")
            return ("if", condition, first, self.compared())
        if word in ("infimum", "minimiser"):
            self.words = [""]
            return OPEN
        if word in ("closest", "shortest"):
            unknown = self.unknown()
            target = self.sum() if word == "closest" and self.maybe("to") else None
            self.need("with")
            return ("point", unknown, target, self.formula())
        if word in ("rank", "psd", "largest", "smallest", "closure"):
            return self.matrix(word)
        if word in (*FUNCTIONS, "max", "min"):
            self.need("(")
            return ("call", word, self.listed(")"))
        assert word[0].isalpha() or word[0] == "_", word
        arguments = self.listed(")") if self.maybe("(") else None
        return ("name", word, arguments, self.listed("]") if self.maybe("[") else [])

    def matrix(self, kind: str) -> Node:
        self.need("(")
        rows, columns = list[str](), list[str]()
        while not self.maybe(";"):
            rows.append(self.pop())
        while self.words[0] not in (".", "|"):
            columns.append(self.pop())
        guard = self.formula() if self.maybe("|") else None
        self.need(".")
        body = self.formula()
        self.need(")")
        ends = []
        if kind == "closure":
            self.need("[")
            ends = self.listed("]")
        return (kind, rows, columns, guard, body, ends)


# ---- books ----
def items(text: str) -> list[tuple[str, list[tuple[str, str]]]]:
    """Each item's first lines joined, and its clauses."""
    found: list[tuple[str, list[tuple[str, str]]]] = []
    for raw in text.split("\n"):
        line = re.sub(r"(^|\s)#.*", "", raw).rstrip()
        clause = CLAUSE.fullmatch(line)
        if not line:
            continue
        if line[0] != " ":
            found.append((line, []))
        elif clause and found[-1][0].split()[0] in ("claim", "assume"):
            found[-1][1].append((clause[1], clause[2]))
        elif found[-1][1]:
            keyword, said = found[-1][1][-1]
            found[-1][1][-1] = keyword, f"{said} {line.strip()}"
        else:
            found[-1] = f"{found[-1][0]} {line.strip()}", found[-1][1]
    return found


def varied(old: list[tuple[str, str]], new: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The clauses of `claim A as B`: what A states replaces what B states; `with NEW for OLD` in formulas."""
    stated = {keyword for keyword, _ in new} - {"also assuming"}
    if "assuming" in stated:
        stated.add("also assuming")
    if stated & {*FORMS}:
        stated |= {*FORMS}
    stated |= {"amends", "hedge", "ours", "transcription"}
    kept = [(k, text) for k, text in old if k not in stated]
    for keyword, text in new:
        if keyword == "with":
            one, _, other = text.partition(" for ")
            fresh, gone = Reading(one).words[:-1], Reading(other).words[:-1]
            kept = [(k, replaced(t, fresh, gone) if k in FORMULAS else t) for k, t in kept]
    return kept + [(k, text) for k, text in new if k != "with"]


def replaced(text: str, fresh: list[str], gone: list[str]) -> str:
    words, out = Reading(text).words[:-1], list[str]()
    while words:
        hit = words[: len(gone)] == gone
        out += fresh if hit else words[:1]
        words = words[len(gone) if hit else 1 :]
    return " ".join(out)

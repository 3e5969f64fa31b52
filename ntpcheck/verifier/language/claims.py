"""A claim's clauses: what it varies, what it assumes, and what it says; and the digest of all of that."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .grammar import Parser, Tree
from .meaning import Core, Scope
from .names import Claim
from .sequences import check_places
from .words import BookError, near, words

if TYPE_CHECKING:
    from .book import Book

FORM = re.compile(r'(\S+) "([^"]*)" (on|as) (\S+)')
ONCE = ("formula", "limit", "recorded", "asked when", "undefined when", "assuming", "also assuming", "amends")
FLAGS = ("hedge", "ours")
READ = ("formula", "limit", "where", "asked when", "undefined when")  # clauses with words of the language
LONGEST = 5000  # words of a clause that a variation makes
ALL = 64  # digits of a digest
Clauses = list[tuple[str, str, int]]


def read_claim(book: Book, rest: str, line: int, clauses: Clauses) -> None:
    """Checks one claim and adds it to the book."""
    claim = heading(book.claims, rest, line, clauses)
    if not book.key:
        raise BookError('a book opens with a line above all claims: book KEY "TITLE"')
    if claim.id.partition("/")[0] != book.key:
        raise BookError(f"{claim.id} is no claim of {book.key}: its id opens with {book.key}/")
    if claim.given not in book.givens:
        close = near(claim.given, book.givens)
        hint = f"did you mean {close}?" if close else f"they are {', '.join(book.givens)}"
        raise BookError(f"{claim.given} is no type; {hint}")
    before, book.given, book.local = book.given, claim.given, {}
    fill(book, claim)
    book.given, book.local = before, {}
    book.claims[claim.id] = claim


def heading(above: Mapping[str, Claim], rest: str, line: int, clauses: Clauses) -> Claim:
    """A claim without its formulas: id, citation, type, clauses, names of its assumptions."""
    match = FORM.fullmatch(" ".join(rest.split()))
    if not match:
        raise BookError('a claim opens with: claim ID "CITATION" on TYPE, or: claim ID "CITATION" as OTHER')
    if match[1] in above:
        raise BookError(f"{match[1]} is stated twice; a claim is stated once")
    stated = [keyword for keyword, _, _ in clauses if keyword in ONCE]
    if twice := [keyword for keyword in ONCE if stated.count(keyword) > 1]:
        raise BookError(f"{match[1]} has the clause `{twice[0]}` twice; a claim has it once")
    based = above.get(match[4]) if match[3] == "as" else None
    if match[3] == "as" and based is None:
        raise BookError(f"{match[4]} is stated nowhere above")
    given = based.given if based else match[4]
    claim = Claim(match[1], match[2], given, line, varied(based.clauses if based else [], clauses))
    claim.gone = frozenset(defined(based.clauses) - defined(claim.clauses)) if based else frozenset()
    for keyword in ("assuming", "also assuming"):
        said = ",".join(text for kind, text, _ in claim.clauses if kind == keyword)
        names = tuple(" ".join(name.split()) for name in said.split(",") if name.strip())
        claim.assumes += tuple(name for name in names if name not in claim.assumes)
    if not claim.clause("says"):
        raise BookError(f"{claim.id} needs a line `says`: the sentence in words")
    return claim


def varied(old: Clauses, new: Clauses) -> Clauses:
    """The clauses of a variation: those it states replace the old ones, `with A for B` replaces words.

    `assuming` replaces the list, with what was added to it; `where` all definitions.
    """
    stated = {keyword for keyword, _, _ in new} - {"also assuming"}
    if stated & {"formula", "limit", "recorded"}:
        stated |= {"formula", "limit", "recorded"}
    if "assuming" in stated:
        stated.add("also assuming")
    # Whether a text is hedged, ours, amended or mistranscribed is not inherited by its variations.
    stated |= {"amends", "transcription", *FLAGS}
    kept = [clause for clause in old if clause[0] not in stated]
    for _, text, line in (clause for clause in new if clause[0] == "with"):
        kept = replaced(kept, text, line)
    return kept + [clause for clause in new if clause[0] != "with"]


def defined(clauses: Clauses) -> set[str]:
    """The names that clauses `where` define."""
    return {
        re.split(r"[(\[=\s]", text.strip(), maxsplit=1)[0] for kind, text, _ in clauses if kind == "where"
    }


def replaced(clauses: Clauses, text: str, line: int) -> Clauses:
    parts = [word.text for word in words(text, line)[:-1]]
    if "for" not in parts:
        raise BookError(f"line {line}: words are replaced by: with NEW for OLD")
    at = parts.index("for")
    new, old, found, hits = parts[:at], parts[at + 1 :], list[tuple[str, str, int]](), 0
    for keyword, body, number in clauses:
        if keyword in READ:
            seen = [word.text for word in words(body, number)[:-1]]
            i, before = 0, hits
            while old and i <= len(seen) - len(old):
                if len(seen) > LONGEST:
                    raise BookError(f"line {line}: what it makes has more than {LONGEST} words")
                if seen[i : i + len(old)] == old:
                    seen[i : i + len(old)] = new
                    hits, i = hits + 1, i + len(new)
                else:
                    i += 1
            if hits > before:
                body = re.sub(r" ?([\[\](),]) ?", r"\1", " ".join(seen))
        found.append((keyword, body, number))
    if not hits:
        raise BookError(f"line {line}: {' '.join(old)!r} stands nowhere in what is varied")
    return found


def fill(book: Book, claim: Claim) -> None:
    """Checks the assumptions of a claim, and reads its local definitions and formulas."""
    for name in claim.assumes:
        let = book.visible(name)
        if let.kind != "bool" or let.parameters or let.indices:
            raise BookError(f"{name} is no assumption")
    forms = [keyword for keyword in ("formula", "limit", "recorded") if claim.has(keyword)]
    if len(forms) != 1:
        raise BookError(
            f"{claim.id} has {' and '.join(forms) or 'no form'}; it takes one of formula, limit, recorded"
        )
    claim.kind, own = forms[0], {f"{claim.id}:{name}" for name in claim.assumes}
    for keyword, text, line in claim.clauses:
        if keyword == "where" and book.define(text, line, owner=claim.id).name in own:
            raise BookError(f"line {line}: an assumption of {claim.id} has that name")
    for keyword, text, line in claim.clauses:
        if keyword in READ and (
            name := next((w.text for w in words(text, line) if w.text in claim.gone), "")
        ):
            said = f"{name} is defined nowhere above, as `where` replaces all definitions of what is varied"
            raise BookError(f"line {line}: {said}")
        if keyword in ("formula", "limit", "asked when", "undefined when"):
            tree, core = formula(book, text, line, limit=keyword == "limit")
            claim.trees[keyword] = tree
            name = {"asked when": "asked", "undefined when": "undefined"}.get(keyword, "core")
            setattr(claim, name, core)
            claim.tree = tree if name == "core" else claim.tree
    claim.locals = dict(book.local)


def formula(book: Book, text: str, line: int, *, limit: bool = False) -> tuple[Tree, Core]:
    """A text's tree and core; an error names the line."""
    try:
        tree = Parser(text, line).whole()
        core = book.meaning.formula(tree, Scope(limit=limit))
        check_places(book, core)
        return tree, core
    except BookError as problem:
        said = str(problem)
        raise BookError(said if said.startswith("line ") else f"line {line}: {said}") from None


# ---- the digest: a statement and all that it uses, whatever the names and the order of definitions ----
def digest(book: Book, claim: Claim, dropped: tuple[str, ...] = ()) -> str:
    """Twelve hex digits for the statement: type, demands, assumptions kept, presuppositions, formula."""
    book.given = claim.given
    printer = Plain(book)
    fields = sorted((f.source, f.axes, str(f.kind), f.natural) for f in book.fields().values())
    demands = sorted(map(printer.of, book.demanded(claim.given)))
    kept = [key for name, key in book.assumed(claim).items() if name not in dropped]
    assumes = sorted(printer.of(book.lets[key].core) for key in kept)
    stated = [printer.of(core) for core in (claim.asked, claim.undefined, claim.core)]
    sequences: dict[str, str] = {}
    while missing := sorted(printer.sequences - set(sequences)):
        sequences |= {name: printer.of(book.lets[name].core) for name in missing}
    named = sorted((bare(name), said) for name, said in sequences.items())
    parts = [fields, demands, assumes, stated, named, claim.kind, claim.clause("recorded")]
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:12]


def bare(name: str) -> str:
    """A name without the vocabulary that it is taken from, so that a statement is the same in both books."""
    return name.rpartition(":")[2]


class Plain:
    """Cores without the names of bound letters and definitions; which sequences they name.

    digits: of a definition's digest. With 12, someone who tries many can find two definitions that share one.
    """

    def __init__(self, book: Book, digits: int = 12) -> None:
        self.book, self.names, self.sequences, self.digits = book, dict[str, str](), set[str](), digits
        self.memo: dict[str, str] = {}

    def of(self, core: Core) -> str:
        self.names = {}
        return self.walk(core)

    def fresh(self, bound: Any) -> str:
        pairs = [(x, axis if isinstance(axis, str) else " ".join(axis)) for x, axis in bound]
        for x, _ in pairs:
            if hidden := self.names.pop(x, ""):
                self.names[f"behind {hidden}"] = hidden  # it still counts, so that no number is given twice
            self.names[x] = f"${len(self.names)}"
        return ",".join(f"{self.names[x]}:{axis}" for x, axis in pairs)

    def walk(self, e: Any) -> str:
        if not isinstance(e, tuple):
            return bare(str(e))
        kind = e[0] if e else ""
        if kind in ("v", "par"):
            return f"({kind} {self.names.get(e[1], e[1])} {self.all(e[2:])})"
        if kind == "field":
            return f"(field {self.book.fields()[e[1]].source} {self.all(e[2:])})"
        if kind == "let":
            return f"({self.definition(e[1])} {self.all(e[2:])})"
        if kind == "sequence":
            self.sequences.add(e[1])
        before = dict(self.names)
        said = self.binder(e, kind)
        self.names = before
        return said

    def binder(self, e: Any, kind: str) -> str:
        if kind in ("sum", "max", "min", "forall", "exists", "some", "every", "lam"):
            return f"({kind} {self.fresh(e[1])} {self.all(e[2:])})"
        if kind in ("rank", "psd", "closure", "largest", "smallest"):
            ends = self.walk(e[5])
            return f"({kind} {ends} {self.fresh(e[1])};{self.fresh(e[2])} {self.all(e[3:5])})"
        if kind == "closest":
            return f"(closest {self.walk(e[3])} {self.fresh([(e[1], e[2])])} {self.walk(e[4])})"
        if kind in ("solvable", "infimum", "minimiser", "sets", "path"):
            at = 2 if kind == "path" else 1
            return f"({kind} {self.fresh([(e[at], e[at + 1])])} {self.all(e[at + 2 :])})"
        if kind == "growing":
            return f"(growing {self.fresh([(e[1], '')])} {self.all(e[2:])})"
        return f"({self.all(e)})"

    def all(self, parts: Any) -> str:
        return " ".join(map(self.walk, parts))

    def definition(self, key: str) -> str:
        if key not in self.memo:
            let, names, given = self.book.lets[key], self.names, self.book.given
            self.names, self.book.given = {}, let.given
            bound = [(name, axes) for name, axes in let.parameters.items()] + list(let.indices)
            said = self.walk(("lam", tuple(bound), let.core))
            self.names, self.book.given = names, given
            self.memo[key] = hashlib.sha256(said.encode()).hexdigest()[: self.digits]
        return self.memo[key]

"""The table of what each lemma has exhibited, in docs/statement-book.md, is what the lemmas' code asks for.

Their functions are read, and what these call: keys of hints stand there as words, or made of words and names.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from ntpcheck.verifier.lemmas import by_name

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "docs" / "statement-book.md"
VERIFIER = ROOT / "ntpcheck" / "verifier"
HOMES = (
    *(f"lemmas/{path.stem}" for path in sorted(VERIFIER.glob("lemmas/*.py"))),
    "shared/runs",
    "shared/paths",
)
SHOWN = ("shown", "shown_number")  # take the key of a hint after the world
HEADING = "### What each lemma has exhibited"
ROW = re.compile(r"^\| ((?:`[a-z-]+`(?:, )?)+) \| (.*?) \|", re.MULTILINE)
LEMMAS = {name: f"lemmas/{home}" for home, names in by_name.HOMES.items() for name in names}
# As the page writes names and numbers that differ: of a sequence, of an unknown, of one of several.
NAMES = {"name": "W_k", "unknown": "M", "i": "0"}
SEQUENCE = re.compile(r"(?:\w+:)?[\w-]+_\w+")
Words = dict[str, tuple[str, ...]]


def documented() -> dict[str, set[str]]:
    """The names of hints by lemma, as the page has them."""
    found: dict[str, set[str]] = {}
    section = PAGE.read_text(encoding="utf-8").partition(HEADING)[2].partition("\n## ")[0]
    for lemmas, hints in ROW.findall(section):
        for lemma in re.findall(r"`([a-z-]+)`", lemmas):
            found.setdefault(lemma, set()).update(re.findall(r"`claim\.([^`]+)`", hints))
    return found


class Reader(ast.NodeVisitor):
    """The keys of hints that a function asks for, and what else it names: functions, classes and methods."""

    def __init__(self, constants: Words) -> None:
        self.constants, self.loops = constants, Words()
        self.keys, self.named, self.attributes = set[str](), set[str](), set[str]()

    def _comprehension(self, node: Any) -> None:
        for part in node.generators:
            if isinstance(part.target, ast.Name):
                self.loops[part.target.id] = words(part.iter, self.constants)
        self.generic_visit(node)

    visit_GeneratorExp = visit_DictComp = visit_ListComp = _comprehension

    def visit_Name(self, node: ast.Name) -> None:
        self.named.add(node.id)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        self.attributes.add(node.attr)
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Attribute) and node.func.attr in ("exhibited", "place") and node.args:
            key, axes = node.args[0], node.args[1]
            unknown = isinstance(key, ast.Name) and key.id == "name" and ast.unparse(axes) == "()"
            passed = isinstance(key, ast.Name) and key.id == "word"  # who calls it says which
            if not (unknown or passed):  # a number that `some` or `every` speaks of, as in any formula
                self.keys |= set(self.read(key))
        elif isinstance(node.func, ast.Name) and node.func.id in SHOWN:
            self.keys |= set(self.read(node.args[1]))
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        other = node.comparators[0]
        if isinstance(other, ast.Attribute) and other.attr == "hints":
            self.keys |= {key.removeprefix("claim.") for key in self.read(node.left)}
        self.generic_visit(node)

    def read(self, key: ast.expr) -> list[str]:
        """The names that an expression may stand for."""
        if isinstance(key, ast.Constant):
            return [str(key.value)]
        if isinstance(key, ast.Name):
            return [*(self.loops.get(key.id) or (NAMES.get(key.id, f"<{key.id}>"),))]
        if not isinstance(key, ast.JoinedStr):
            return [f"<{ast.unparse(key)}>"]
        found = [""]
        for part in key.values:
            inner = part.value if isinstance(part, ast.FormattedValue) else part
            found = [before + after for before in found for after in self.read(inner)]
        return found


def words(node: ast.expr, constants: Words) -> tuple[str, ...]:
    """The words of a tuple of words, or of a name for one; nothing of anything else."""
    if isinstance(node, ast.Name):
        return constants.get(node.id, ())
    if isinstance(node, ast.Tuple):
        return tuple(str(part.value) for part in node.elts if isinstance(part, ast.Constant))
    return ()


@cache
def tree(home: str) -> ast.Module:
    return ast.parse((VERIFIER / f"{home}.py").read_text(encoding="utf-8"))


@cache
def parts() -> dict[tuple[str, str, str], Reader]:
    """Each function, and each method of a class, by file, class and name; a class's own line has no name."""
    found: dict[tuple[str, str, str], Reader] = {}
    for home in HOMES:
        constants: Words = {}
        for node in tree(home).body:
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                constants[node.targets[0].id] = words(node.value, {})
        for node in tree(home).body:
            if isinstance(node, ast.FunctionDef):
                found[home, "", node.name] = reader = Reader(constants)
                reader.visit(node)
            if isinstance(node, ast.ClassDef):
                found[home, node.name, ""] = top = Reader(constants)
                for part in node.body:
                    reader = top
                    if isinstance(part, ast.FunctionDef) and not part.name.startswith("__"):
                        found[home, node.name, part.name] = reader = Reader(constants)
                    reader.visit(part)
                for base in node.bases:
                    top.visit(base)
    return found


def meant(home: str, name: str) -> Iterator[tuple[str, str, str]]:
    """The function or class of a name in a file: its own, else that of the file it is imported from."""
    for node in tree(home).body:
        if isinstance(node, ast.ImportFrom) and node.module and name in [a.name for a in node.names]:
            home = "/".join([*home.split("/")[: -node.level or None], *node.module.split(".")])
    for part in ((home, "", name), (home, name, "")):
        if part in parts():
            yield part


def asked(lemma: str) -> set[str]:
    """All keys that a lemma's function asks for, and what it calls, methods of what is reached included."""
    todo = [*meant(LEMMAS[lemma], lemma.replace("-", "_"))]
    reached, attributes = set[tuple[str, str, str]](), set[str]()
    assert todo, lemma
    while todo:
        reached |= {*todo}
        attributes |= set().union(*(parts()[here].attributes for here in todo))
        todo = [other for here in todo for name in parts()[here].named for other in meant(here[0], name)]
        classes = {here[:2] for here in {*reached, *todo} if here[1]}
        todo += [part for part in parts() if part[1] and part[:2] in classes and part[2] in attributes]
        todo = [part for part in dict.fromkeys(todo) if part not in reached]
    return set().union(*(parts()[here].keys for here in reached))


def test_each_lemma_s_hints_are_those_that_its_code_asks_for() -> None:
    said = documented()
    assert said.keys() == LEMMAS.keys()
    wrong = {name: (asked(name), said[name]) for name in LEMMAS if asked(name) != said[name]}
    assert not wrong


def test_stored_files_have_no_others() -> None:
    said, looked = documented(), 0
    for path in (ROOT / "properties").glob("*/*/counterexamples/*.json"):
        document = json.loads(path.read_text(encoding="utf-8"))
        if lemma := document.get("lemma"):
            keys = {key.removeprefix("claim.") for key in document["hints"] if key.startswith("claim.")}
            plain = {re.sub(r"\b[0-9]\b", "0", SEQUENCE.sub("W_k", key)) for key in keys} - {"M"}
            assert plain <= said[lemma], path.name  # M is an unknown of `every`
            looked += 1
    assert looked > 20

"""Where the mathematics of claims stands: in rooms by sections, in shared/ what two sections of a paper use,
and in checks/ what two papers use."""

from __future__ import annotations

import ast
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from tests.test_rooms import PACKAGE, ROOT, SOURCES, imports, name, of_each, statements, tree

HOME = ROOT / "properties" / "ntpcheck_papers"
FOLDERS = sorted(folder for folder in HOME.iterdir() if (folder / "__init__.py").exists())
# A room takes from rooms before it, and a section from shared/ alone.
ORDER = (
    "shared", "section_2", "section_3", "section_4", "section_5", "section_6",
    "appendices", "figures", "in_passing", "beyond", "falsehoods",
)  # fmt: skip
PAPERS = sorted(HOME.rglob("*.py"))
CHECKS = sorted(path for path in (PACKAGE / "checks").glob("*.py") if path.stem != "__init__")


def module(path: Path) -> str:
    base = ROOT if PACKAGE in path.parents else HOME.parent
    return ".".join(path.relative_to(base).with_suffix("").parts).removesuffix(".__init__")


MODULES = {module(path): path for path in (*SOURCES, *PAPERS)}


@cache
def uses(path: Path) -> frozenset[str]:
    """The modules of ntpcheck and of its papers that a file imports."""
    named = {full if full in MODULES else full.rpartition(".")[0] for full in imports(path)}
    return frozenset(named & set(MODULES))


def paper(path: Path) -> str:
    return path.relative_to(HOME).parts[0]


def place(path: Path) -> int | None:
    """Where the file's room stands in the order; None for a file of the paper as a whole."""
    parts = path.relative_to(HOME).parts
    return ORDER.index(parts[1]) if len(parts) > 2 else None


@cache
def users(wanted: str) -> frozenset[str]:
    """The papers, or else `ntpcheck`, that use a file of checks, directly or through others."""
    found: set[str] = set()
    for path in MODULES.values():
        if wanted in uses(path):
            if HOME in path.parents:
                found.add(paper(path))
            elif path in CHECKS:
                found |= users(module(path))
            else:
                found.add("ntpcheck")
    return frozenset(found)


@of_each(CHECKS)
def test_a_check_has_users_in_two_papers(path: Path) -> None:
    found = users(module(path))
    assert len(found) > 1 or "ntpcheck" in found, f"{name(path)} belongs to {sorted(found)}"


@of_each([p for p in PAPERS if place(p) is not None])
def test_a_room_takes_from_rooms_before_it(path: Path) -> None:
    here = place(path)
    assert here is not None
    late = [
        other
        for other in uses(path)
        if HOME in MODULES[other].parents and (place(MODULES[other]) or 0) > here
    ]
    assert not late


@of_each([p for p in PAPERS if p.parent.name.startswith("section_")])
def test_a_section_takes_nothing_from_another_section(path: Path) -> None:
    """So what decides a claim of a section is a book, the files of that section, and shared ones."""
    taken = {MODULES[other] for other in uses(path)} & set(PAPERS)
    assert {other.parent.name for other in taken if place(other) is not None} <= {"shared", path.parent.name}


@cache
def sections(wanted: Path) -> frozenset[str]:
    """The sections that use a file of a paper, directly or through shared ones and the paper's setting."""
    found: set[str] = set()
    for path in (path for path in PAPERS if module(wanted) in uses(path)):
        if path.parent.name.startswith("section_"):
            found.add(path.parent.name)
        elif path.parent.name == "shared" or path.stem == "setting":
            found |= sections(path)
    return frozenset(found)


@of_each([p for p in PAPERS if p.parent.name == "shared"])
def test_a_shared_file_has_users_in_two_sections(path: Path) -> None:
    assert len(sections(path)) > 1 or path.stem == "__init__"


@of_each(PAPERS)
def test_a_paper_takes_nothing_from_another_paper(path: Path) -> None:
    others = {paper(MODULES[other]) for other in uses(path) if HOME in MODULES[other].parents}
    assert others <= {paper(path)}


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_paper_has_no_room_without_a_place(folder: Path) -> None:
    rooms = {path.parent.name for path in folder.glob("*/*.py")}
    assert rooms <= set(ORDER)


def test_no_file_is_in_a_circle() -> None:
    """Peeling off what imports nothing that is left, at any time while it runs: a circle would stay."""
    left = {one: (uses(path) | beside(path)) - {one} for one, path in MODULES.items()}
    while ends := [one for one, taken in left.items() if not taken & set(left)]:
        for one in ends:
            del left[one]
    assert not left


def beside(path: Path) -> set[str]:
    """What a file imports from its own folder by a relative name, as those of the verifier do."""
    home = module(path) if path.stem == "__init__" else module(path).rpartition(".")[0]
    named = [
        f"{home}.{node.module}.{alias.name}" if node.module else f"{home}.{alias.name}"
        for node in statements(path)
        if isinstance(node, ast.ImportFrom) and node.level
        for alias in node.names
    ]
    return {full if full in MODULES else full.rpartition(".")[0] for full in named} & set(MODULES)


# Decorators that register a function with whoever calls it.
CALLED_BY_OTHERS = re.compile(r"claim\(|command|lemma|hookimpl|overload")


def test_no_function_is_named_by_tests_alone() -> None:
    """By words: a function that nothing shipped names, beside where it is written, is nobody's."""
    words = Counter(
        word for path in (*SOURCES, *PAPERS) for word in re.findall(r"\w+", path.read_text(encoding="utf-8"))
    )
    alone = [
        f"{name(path)}: {node.name}"
        for path in (*SOURCES, *PAPERS)
        for node in tree(path).body
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and words[node.name] == 1
        if not any(CALLED_BY_OTHERS.search(ast.unparse(found)) for found in node.decorator_list)
        if not node.name.startswith(("pytest_", "__"))
    ]
    assert not alone

"""Who may import whom, and which words occur only where they belong (ARCHITECTURE.md)."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
import tokenize
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "ntpcheck"
RANKS = (
    ("errors", "backends", "profiles", "reading", "writing", "signals", "doing", "ulps", "decompositions"),
    ("evidence", "arithmetic", "exact", "addressed", "target", "accepted", "categories"),
    ("stated", "binding", "claim"),
    ("contents",),
    ("instances",),
    ("domains",),
    ("reference",),
    ("dynamics",),
    ("checks",),
    ("statement", "kernel"),
    ("formulas",),
    ("engine",),
    ("report",),
    ("diagnosis",),
    ("hunting", "suite", "plugin", "commands", "cli", "__main__"),
)
RANK = {room: rank for rank, rooms in enumerate(RANKS) for room in rooms}
# Claims are stated in the verifier's books; whoever writes or prints counterexamples goes through statement.
VERIFIER_READERS = {"stated", "claim", "statement", "kernel", "formulas", "commands"}
# What is found for the verifier takes nothing from the checks. Two files ask them, to compare them with it.
STATEMENT_READS = {"errors", "reading", "writing", "evidence", "stated", "claim", "statement", "verifier"}
COMPARES = {"ntpcheck/statement/agreement.py", "ntpcheck/statement/forging.py"}
PROOFREADING = PACKAGE / "engine" / "proofreading"  # it runs the verifier over misprinted books
LONGEST_FILE, LONGEST_FUNCTION, LONGEST_MAKEFILE = 300, 40, 60

SOURCES = sorted(PACKAGE.rglob("*.py"))
PAPERS = sorted((ROOT / "properties").rglob("*.py"))


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def room(path: Path) -> str:
    """The first part of the module's name inside ntpcheck: `engine` for ntpcheck/engine/run.py."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


VERIFIER = [path for path in SOURCES if room(path) == "verifier"]


def of_each(paths: Sequence[Path]) -> Callable[[Callable[[Path], None]], Callable[[], None]]:
    """One test of what holds for every file; it names all files that break the rule.

    A test for each file would be thousands of them, which take longer to collect and to report than to run.
    """

    def of_all(rule: Callable[[Path], None]) -> Callable[[], None]:
        def test() -> None:
            assert paths, "there is no such file"
            broken: list[str] = []
            for path in paths:
                try:
                    rule(path)
                except AssertionError as error:
                    broken.append(f"{name(path)}: {error}")
            assert not broken, "\n".join(broken)

        test.__name__, test.__doc__ = rule.__name__, rule.__doc__
        return test

    return of_all


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Every node of the file's tree: walked once, though most rules ask for them."""
    return tuple(ast.walk(tree(path)))


@cache
def statements(path: Path) -> tuple[ast.Import | ast.ImportFrom, ...]:
    """What running the file, or any function of it, imports; not what only types need."""
    typing_only = {
        id(node)
        for guard in nodes(path)
        if isinstance(guard, ast.If) and "TYPE_CHECKING" in ast.dump(guard.test)
        for node in ast.walk(guard)
    }
    found = (node for node in nodes(path) if isinstance(node, ast.Import | ast.ImportFrom))
    return tuple(node for node in found if id(node) not in typing_only)


@cache
def imports(path: Path) -> tuple[str, ...]:
    """Every module that the file imports by its full name."""
    named = (
        f"{node.module}.{alias.name}" if isinstance(node, ast.ImportFrom) else alias.name
        for node in statements(path)
        if isinstance(node, ast.Import) or (node.module and not node.level)
        for alias in node.names
    )
    return tuple(named)


def own(path: Path) -> Iterator[str]:
    """The rooms of ntpcheck that a file imports from."""
    for module in imports(path):
        parts = module.split(".")
        if parts[0] == "ntpcheck" and len(parts) > 1 and (parts[1] in RANK or parts[1] == "verifier"):
            yield parts[1]


@cache
def code(path: Path) -> str:
    """The file without comments and docstrings."""
    with path.open("rb") as file:
        tokens = [t for t in tokenize.tokenize(file.readline) if t.type != tokenize.COMMENT]
    docs = {
        (node.body[0].lineno, node.body[0].end_lineno)
        for node in nodes(path)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and ast.get_docstring(node) is not None
    }
    kept = [t for t in tokens if not any(first <= t.start[0] <= (last or first) for first, last in docs)]
    return " ".join(t.string for t in kept)


@of_each(SOURCES)
def test_arrows_point_to_the_left(path: Path) -> None:
    here = room(path)
    if here not in RANK:
        assert here in {"__init__", "verifier"}, f"{here} has no place in the order"
        return
    allowed = {other for other, rank in RANK.items() if rank < RANK[here]} | {*RANKS[RANK[here]]}
    allowed |= {"verifier"} if here in VERIFIER_READERS or PROOFREADING in path.parents else set()
    if name(path) in COMPARES:
        allowed |= {"engine"}
    assert not set(own(path)) - allowed


@of_each(SOURCES)
def test_what_is_relative_stays_in_its_folder(path: Path) -> None:
    """The verifier is one folder, whatever name it is run by."""
    most = len(path.relative_to(PACKAGE).parts) - 1 if room(path) == "verifier" else 1
    assert not [n for n in statements(path) if isinstance(n, ast.ImportFrom) and n.level > most]


@of_each([p for p in SOURCES if room(p) == "statement"])
def test_hints_come_from_the_book_and_the_instance_alone(path: Path) -> None:
    asked = {"engine", "instances"} if name(path) in COMPARES else set[str]()
    assert not set(own(path)) - STATEMENT_READS - asked


@of_each(SOURCES)
def test_the_machinery_names_no_paper(path: Path) -> None:
    papers = {folder.name for folder in (ROOT / "properties").iterdir() if folder.is_dir()}
    assert not {module.split(".")[0] for module in imports(path)} & {"properties", *papers}


@of_each(PAPERS)
def test_papers_import_nothing_to_the_right_of_claims(path: Path) -> None:
    suites = {"suite"} if path.parent.name == "properties" else set()
    allowed = {"formulas"} | suites
    assert not {other for other in own(path) if RANK.get(other, 99) > RANK["checks"]} - allowed
    taken = {module for module in imports(path) if module.startswith("ntpcheck.formulas")}
    beside = {module for module in taken if module.startswith("ntpcheck.formulas.rivals.")}
    assert taken - beside <= {"ntpcheck.formulas.planted.planted"}  # lines that their own formulas search
    assert not beside or path.parent.name == "falsehoods"


@of_each(VERIFIER)
def test_the_verifier_needs_the_standard_library_only(path: Path) -> None:
    used = {module.split(".")[0] for module in imports(path)}
    assert used <= set(sys.stdlib_module_names)
    assert "ntpcheck" not in used
    assert path.relative_to(PACKAGE).parts[1].removesuffix(".py") not in sys.stdlib_module_names


def test_the_verifier_runs_as_a_folder_by_itself(tmp_path: Path) -> None:
    """Copied away, in a bare interpreter that knows no installed package."""
    shutil.copytree(PACKAGE / "verifier", tmp_path / "folder", ignore=shutil.ignore_patterns("__pycache__"))
    words = [sys.executable, "-I", "-S", str(tmp_path / "folder"), "--where"]
    said = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=True, timeout=60)
    assert said.stdout.strip() == str((tmp_path / "folder").resolve())


WORDS = {
    r"(?<![.\w])draw\(": ("domains",),
    r"torch\.Generator\(": ("domains", "engine"),
    r"cuda": ("backends",),
    r"\bcvxpy\b|scipy\s*\.\s*optimize": (
        "reference",
        "statement",
        "commands/bench.py",
        "commands/_bench_case.py",
    ),
    r"(?<![.\w])print\(": ("commands", "verifier"),
    r"torch\.linalg\.(svd|matrix_rank|pinv)": ("decompositions",),
}


@pytest.mark.parametrize("word", WORDS)
def test_a_word_occurs_only_in_its_rooms(word: str) -> None:
    homes = WORDS[word]
    strays = [
        name(path)
        for path in SOURCES
        if not any(f"{path.relative_to(PACKAGE)}".startswith(home) for home in homes)
        and re.search(word, re.sub(r"\s*([.(])\s*", r"\1", code(path)))
    ]
    assert not strays


@of_each(SOURCES)
def test_results_are_cited_on_source_lines_only(path: Path) -> None:
    if room(path) == "kernel":  # it prints words of Coq
        return
    cited = r"\bTheorem\b" if path in VERIFIER else r"\b(Theorem|Lemma)\b"  # the verifier has its own lemmas
    lines = path.read_text(encoding="utf-8").splitlines()
    assert not [line for line in lines if re.search(cited, line) and "Source:" not in line]


@of_each(SOURCES)
def test_no_threshold_is_hidden_in_a_comparison(path: Path) -> None:
    if room(path) in {"evidence", "reference", "statement"}:  # hints are found in floats, and never believed
        return
    sides = [
        side
        for node in nodes(path)
        if isinstance(node, ast.Compare)
        for side in ast.walk(node)
        if isinstance(side, ast.Constant) and isinstance(side.value, float)
    ]
    assert not [ast.unparse(side) for side in sides if 0 < abs(side.value) < 1e-2]


@of_each(SOURCES)
def test_nothing_prints_that_something_is_settled_for_good(path: Path) -> None:
    strings = [n.value for n in nodes(path) if isinstance(n, ast.Constant) and isinstance(n.value, str)]
    assert not [text for text in strings if re.search(r"\b(proved|proven|verified)\b", text, re.IGNORECASE)]


@of_each([*SOURCES, *PAPERS, *sorted((ROOT / "tests").rglob("*.py"))])
def test_files_and_functions_stay_short(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST_FILE
    functions = [n for n in nodes(path) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)]
    assert not [f.name for f in functions if (f.end_lineno or f.lineno) - f.lineno >= LONGEST_FUNCTION]


def test_what_is_installed_is_pinned() -> None:
    pins = (ROOT / "constraints.txt").read_text().splitlines()
    assert "torch==2.13.0" in pins
    assert not [pin for pin in pins if re.search(r"nvidia|cuda|triton|\+|://", pin)]
    assert all(re.fullmatch(r"#.*|[a-z0-9-]+==[0-9a-z.]+", pin) for pin in pins)


def test_the_makefile_is_short() -> None:
    assert len((ROOT / "Makefile").read_text().splitlines()) <= LONGEST_MAKEFILE

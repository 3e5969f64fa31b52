"""Every command and every snippet of the README and of docs/ does what it is shown to do.

A page's `sh` and `python` blocks run in order, in one empty folder. `<!-- file: NAME -->` above a block saves
it instead; `<!-- not run: REASON -->` leaves it out, but its commands must still exist with these options.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click
import pytest

from ntpcheck import cli
from ntpcheck.verifier.command import main as verifier

ROOT = Path(__file__).parent.parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(
    r"(?:^ *<!-- (?P<note>.*?) -->\n+)?^(?P<indent> *)```(?P<kind>\w+)\n(?P<text>.*?)^ *```$", re.M | re.S
)


@dataclass(frozen=True)
class Block:
    kind: str
    note: str
    text: str

    @property
    def skipped(self) -> bool:
        return self.note.startswith("not run: ")

    @property
    def file(self) -> str:
        return self.note.removeprefix("file: ") if self.note.startswith("file: ") else ""

    @property
    def commands(self) -> list[list[str]]:
        lines = self.text.replace("\\\n", " ").splitlines()
        return [words for words in (shlex.split(line, comments=True) for line in lines) if words]


def blocks(page: Path) -> Iterator[Block]:
    for match in BLOCK.finditer(page.read_text(encoding="utf-8")):
        lines = [line.removeprefix(match["indent"]) for line in match["text"].splitlines(keepends=True)]
        yield Block(match["kind"], match["note"] or "", "".join(lines))


def run(words: list[str]) -> int:
    """One command of a page; ntpcheck's own in this process, which has torch loaded already."""
    if words[:3] == ["python", "-m", "ntpcheck"]:
        return int(cli.run(words[3:]))
    if words[0] == "ntpcheck-verifier":
        return verifier(words[1:])
    if words[0] == "python":
        words = [sys.executable, *words[1:]]
    path = {"PYTHONPATH": f"{ROOT}:{ROOT / 'properties'}"}
    return subprocess.run(words, check=False, env={**os.environ, **path}).returncode


@pytest.fixture
def empty(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty current folder whose modules can be imported, and are forgotten afterwards."""
    before = set(sys.modules)
    monkeypatch.syspath_prepend(str(folder))
    yield folder
    for name in [name for name in set(sys.modules) - before if name.startswith(("my_paper", "my_theorem"))]:
        sys.modules.pop(name)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_what_a_page_shows_works(page: Path, empty: Path) -> None:
    names: dict[str, object] = {"__name__": "snippet"}
    for block in blocks(page):
        if block.file:
            (empty / block.file).write_text(block.text)
            if block.kind == "python":
                compile(block.text, block.file, "exec")
            elif block.kind == "sh":
                subprocess.run(["bash", "-n", block.file], cwd=empty, check=True)
        elif block.skipped:
            continue
        elif block.kind == "python":
            exec(compile(block.text, page.name, "exec"), names)
        elif block.kind == "sh":
            for words in block.commands:
                wanted = 1 if block.note == "leaves with 1" else 0
                assert run(words) == wanted, shlex.join(words)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_commands_that_are_only_mentioned_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for line in re.findall(r"python -m ntpcheck ([^`\n#]+)", text):
        words = shlex.split(line.replace("(", "").replace(")", ""))
        name, *rest = [word for word in words if word not in {"…", "..."}]
        context = click.Context(cli.entry)
        command = cli.entry.get_command(context, name)
        assert command is not None, line
        known = {option for parameter in command.params for option in parameter.opts} | {"--help"}
        assert {word.partition("=")[0] for word in rest if word.startswith("--")} <= known, line


def test_the_reference_has_every_command() -> None:
    table = (ROOT / "docs" / "usage.md").read_text().partition("## Commands")[2].partition("\n## ")[0]
    names = cli.entry.list_commands(click.Context(cli.entry))
    assert [name for name in names if f"`{name}" not in table] == []


def test_few_blocks_are_left_out_and_each_with_a_reason() -> None:
    left_out = [block for page in PAGES for block in blocks(page) if block.skipped]
    assert len(left_out) <= 6
    assert all(len(block.note) > len("not run: ") + 5 for block in left_out)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_no_block_escapes(page: Path) -> None:
    """Every fence belongs to a block that is run, saved, read as settings, or has a test of its own."""
    found = list(blocks(page))
    fences = re.findall(r"^ *```", page.read_text(encoding="utf-8"), re.M)
    assert len(fences) == 2 * len(found)
    others = {block.kind for block in found if not (block.file or block.skipped)} - {"sh", "python", "toml"}
    assert others <= ({"text"} if page.parent == ROOT else set())  # the README's sessions: test_readme.py


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_settings_that_are_shown_are_taken(page: Path, empty: Path) -> None:
    for block in blocks(page):
        if block.kind == "toml" and "[tool.ntpcheck]" in block.text:
            (empty / "pyproject.toml").write_text(block.text)
            assert cli.run(["config", "show"]) == 0
        elif block.kind == "toml":
            saved = {f"{other.file.removesuffix('.py')}:PAPER" for other in blocks(page) if other.file}
            (entries,) = tomllib.loads(block.text)["project"]["entry-points"].values()
            assert set(entries.values()) <= saved


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), target


def test_every_page_is_in_the_table_of_contents() -> None:
    contents = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    assert [
        page.name for page in PAGES[1:] if page.name != "README.md" and f"({page.name})" not in contents
    ] == []


def test_the_number_of_falsehoods_written_from_the_texts_is_right() -> None:
    from ntpcheck_papers import li2024, thrampoulidis2024

    page = (ROOT / "docs" / "how-we-test-ourselves.md").read_text(encoding="utf-8")
    (told,) = re.findall(r"(\d+) of them, in the folders `blind/`", page)
    planted = (*thrampoulidis2024.PAPER.planted, *li2024.PAPER.planted)
    assert int(told) == sum(falsehood.from_text for falsehood in planted)

"""`new` writes a paper that conforms, is checked and tested as it stands, and replaces no other."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ntpcheck.commands import new
from ntpcheck.commands.new import PACKAGE
from tests.commands.conftest import Type


@pytest.fixture
def mine() -> Iterator[str]:
    """A paper's name that this process may import once."""
    yield "mine_2026"
    for name in [name for name in sys.modules if name.startswith("mine_2026")]:
        sys.modules.pop(name)


def test_a_new_paper_conforms_and_is_checked(
    typed: Type, folder: Path, mine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(folder))
    answer = typed("new", mine, "--checkers", "--title", 'On "tokéns"')
    assert (answer.code, answer.err) == (0, "")
    assert "its checker keeps the rules" in answer.out
    assert {path.name for path in Path(mine).glob("*.*")} == {name.format(name=mine) for name in PACKAGE}
    assert typed("claims", f"{mine}:PAPER").out.startswith("On 'tokens'\n")
    assert typed("verify", f"{mine}:PAPER").out.endswith("1 passed, 0 failed, 0 skipped\n")


def test_its_tests_pass_and_its_falsehood_is_refuted(
    typed: Type, folder: Path, mine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(folder))
    typed("new", mine, "--checkers")
    selftest = typed("selftest", "--paper", f"{mine}:PAPER", "--json")
    planted = [trial for trial in json.loads(selftest.out)["trials"] if trial["role"] == "planted"]
    assert [trial["outcome"] for trial in planted] == ["FAILS"]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", mine]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "2 passed" in done.stdout


def test_a_new_book_shows_a_trajectory_and_limits(typed: Type, folder: Path) -> None:
    """They stand behind #:, since a true limit ends UNDECIDED; without it the book can be checked."""
    typed("new", "mine_limits")
    book = folder / "mine_limits.book"
    assert "2 claims (2 formula, 0 limit" in typed("book", "check", book.name).out
    book.write_text(book.read_text().replace("\n#:", "\n"))
    assert "5 claims (2 formula, 3 limit" in typed("book", "check", book.name).out
    assert "Half_n[v,i] along step from W0 by" in typed("book", "words", book.name).out
    false = ("mine_limits/section-3/half", "mine_limits/section-3/path")
    answer = typed("verify", book.name, *false, "--json")
    assert {claim["id"]: claim["verdict"] for claim in json.loads(answer.out)["claims"]} == dict.fromkeys(
        false, "REFUTED"
    )


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("my-paper", "'my-paper' is no module name."),
        ("class", "'class' is a word of Python"),
        ("taken", "'taken' exists here already."),
        ("json", "'json' is the name of an installed module."),
    ],
)
def test_a_name_that_will_not_do_is_one_line(typed: Type, folder: Path, name: str, said: str) -> None:
    (folder / "taken").mkdir()
    answer = typed("new", name)
    assert (answer.code, answer.err.count("\n")) == (4, 1)
    assert said in answer.err


def test_a_checker_that_breaks_the_rules_is_told(
    typed: Type, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(new, "_breaches", lambda _: ["mine/one: not total"])
    answer = typed("new", "mine_too", "--checkers", "--json")
    assert answer.code == 1
    assert json.loads(answer.out)["breaches"] == ["mine/one: not total"]


@pytest.mark.usefixtures("folder")
def test_a_folder_that_cannot_be_written_is_one_line(typed: Type, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "mkdir", refuse)
    answer = typed("new", "mine_too")
    assert (answer.code, answer.err.count("\n")) == (4, 1)


def test_a_new_book_is_a_paper(typed: Type, folder: Path) -> None:
    answer = typed("new", "mine_book", "--title", "On tokens")
    assert (answer.code, answer.err) == (0, "")
    assert sorted(path.name for path in folder.iterdir() if path.is_file()) == [
        "mine_book.book",
        "test_mine_book.py",
    ]
    assert typed("claims", "mine_book.book").out.startswith("On tokens\n")
    assert typed("verify", "mine_book.book").out.endswith("2 passed, 0 failed, 0 skipped\n")
    for name in ("mine_book", "mine_book.book"):
        assert "'mine_book.book' exists here already" in typed("new", name).err

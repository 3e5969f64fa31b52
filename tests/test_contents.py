"""A paper's package is read whole: what its modules hold, and what its proofs use."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from ntpcheck.contents import checks, dependencies, held
from ntpcheck.errors import UnreadableFile


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    home = tmp_path / "held_here"
    for file, text in {
        "__init__.py": "",
        "first.py": "from fractions import Fraction\nHALF = Fraction(1, 2)\nNUMBER = 7\n",
        "room/__init__.py": "",
        "room/second.py": "from held_here.first import HALF\nTHIRD = HALF * 2 / 3\n",
        "falsehoods/__init__.py": "from fractions import Fraction\nFIFTH = Fraction(1, 5)\n",
        "falsehoods/third.py": "from fractions import Fraction\nSIXTH = Fraction(1, 6)\n",
    }.items():
        path = home / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    __import__("held_here")
    yield "held_here"
    for name in [name for name in sys.modules if name.partition(".")[0] == "held_here"]:
        del sys.modules[name]


def test_each_thing_is_held_once_by_the_names_of_the_modules(package: str) -> None:
    from fractions import Fraction

    assert held(package, Fraction) == (Fraction(1, 5), Fraction(1, 6), Fraction(1, 2), Fraction(1, 3))
    assert held(package, Fraction, without=("falsehoods",)) == (Fraction(1, 2), Fraction(1, 3))
    assert held(package, Fraction, without=("falsehood",))[0] == Fraction(1, 5)


def test_dependencies_are_claims_and_sentences(tmp_path: Path) -> None:
    (tmp_path / "dependencies.toml").write_text(
        '[rests-on]\n"a/b" = ["a/c"]\n[unchecked]\n"Sec. 1" = "vague"\n'
    )
    assert dependencies(tmp_path) == {"rests_on": {"a/b": ("a/c",)}, "unchecked": {"Sec. 1": "vague"}}


@pytest.mark.parametrize(
    "text", ["", "[rests-on]\n", "rests-on = 3\n[unchecked]\n", "[rests-on", "[unchecked]\n"]
)
def test_a_file_without_both_tables_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "dependencies.toml").write_text(text)
    with pytest.raises(UnreadableFile, match=r"holds no dependencies .* Its tables are \[rests-on\]"):
        dependencies(tmp_path)


def test_checks_of_all_modules_are_one_table(package: str) -> None:
    for name, table in (("first", {"a#flip": {}}), ("room.second", {"b#flip": {}})):
        vars(import_module(f"held_here.{name}"))["CHECKS"] = table
    assert checks(package) == {"a#flip": {}, "b#flip": {}}

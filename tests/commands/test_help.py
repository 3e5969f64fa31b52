"""Help is quick, complete, and the golden text."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import click
import pytest

from ntpcheck import __version__, cli
from tests.commands.conftest import Type

Golden = Callable[[str, str], None]
HEAVY = {"torch", "numpy", "scipy", "flint", "hypothesis", "rich", "jinja2", "matplotlib", "cvxpy", "pytest"}
COMMANDS = tuple(cli.entry.list_commands(click.Context(cli.entry)))


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_a_command_is_the_golden_one(typed: Type, golden: Golden, command: str) -> None:
    answer = typed(command, "--help")
    assert answer.code == 0
    golden(f"commands/{command}.txt", answer.out)


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_no_help_is_wider_than_the_terminal(
    typed: Type, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    for columns in (80, 100, 200):
        monkeypatch.setenv("COLUMNS", str(columns))
        said = typed(*command.split(), "--help").out
        assert max(map(len, said.splitlines())) <= min(columns, 100)


def test_the_list_of_commands_is_the_golden_one(typed: Type, golden: Golden) -> None:
    golden("commands/help.txt", typed("--help").out)
    golden("commands/config-show.txt", typed("config", "show", "--help").out)


def test_every_command_is_listed_with_a_line(typed: Type) -> None:
    answer = typed("--help")
    assert answer.code == 0
    assert all(f"\n  {command} " in answer.out for command in COMMANDS)


def test_no_command_at_all_shows_the_help_and_is_a_mistake(typed: Type) -> None:
    answer = typed()
    assert answer.code == 4
    assert "Commands:" in answer.out


def test_the_version_is_the_packages(typed: Type) -> None:
    assert typed("--version").out == f"ntpcheck {__version__}\n"


@pytest.mark.parametrize("arguments", [["--help"], ["verify", "--help"], ["verify", "--profile", "no"]])
def test_help_and_usage_errors_import_nothing_heavy(arguments: list[str]) -> None:
    code = f"import sys; from ntpcheck.cli import run; run({arguments}); print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert not HEAVY & set(loaded)


def test_importing_the_package_imports_nothing_heavy() -> None:
    code = "import sys, ntpcheck; dir(ntpcheck); print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert not HEAVY & set(loaded)


def test_a_page_imports_nothing_that_searches_for_misprints() -> None:
    code = "import sys, ntpcheck.report.page.html; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert "ntpcheck.report.trust.books" in loaded.split()
    assert "ntpcheck.engine.proofreading" not in loaded


def test_exit_codes_are_the_documented_ones() -> None:
    assert [int(code) for code in cli.Exit] == [0, 1, 2, 3, 4, 5, 7]

"""Runs in forks of one warm process, with a fault at a point that a seed decides."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ntpcheck import __main__
from tests.commands.conftest import paper

__all__ = ["paper"]  # a fixture


def forked(folder: Path, arguments: list[str], prepare: Callable[[], None] = lambda: None) -> int:
    """How `ntpcheck` ends in a process of its own; its output lies in out.txt and err.txt."""
    folder.mkdir(exist_ok=True)
    child = os.fork()
    if not child:  # pragma: no cover - no coverage is collected in such a process
        code = 99
        try:
            os.chdir(folder)
            for number, name in ((1, "out.txt"), (2, "err.txt")):
                os.dup2(os.open(name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
            sys.stdout, sys.stderr = os.fdopen(1, "w"), os.fdopen(2, "w")
            sys.argv = ["ntpcheck", *arguments]
            prepare()
            __main__.main()
        except SystemExit as left:
            code = left.code if isinstance(left.code, int) else 98
        finally:
            sys.setprofile(None)
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def journals(folder: Path) -> list[Path]:
    return sorted(folder.glob("reports/runs/*/journal.ndjson"))


def summary(folder: Path) -> dict[str, Any]:
    """The only run's document, but for what depends on the clock."""
    (journal,) = journals(folder)
    found = json.loads((journal.parent / "summary.json").read_text())
    found.pop("timing")
    return found


@pytest.fixture
def count(request: pytest.FixtureRequest) -> Callable[[int, int], int]:
    """How many faults of a kind: few in every run of the tests, many with --faults=nightly."""
    nightly = request.config.getoption("--faults") == "nightly"

    def times(few: int, many: int) -> int:
        request.node.user_properties.append(("times", many if nightly else few))
        return many if nightly else few

    return times

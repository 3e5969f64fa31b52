"""Which tests reach which lines, and what each costs: a mutant is tried on those, the cheapest first.

A test that finds something kept from an earlier one does not reach what made it. `--again` tries
a survivor on every test of its module.
"""

from __future__ import annotations

import ast
import pickle
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import coverage
import pytest

from tests.mutants.forks import ROOT


class Reached(NamedTuple):
    """seconds: of processor time, by test. lines: by path and line, the tests that run it."""

    seconds: dict[str, float]
    lines: dict[tuple[str, int], tuple[str, ...]]

    def of(self, path: str, lines: Sequence[int]) -> list[str]:
        """The tests that run any of the lines, the cheapest first."""
        tests = {test for line in lines for test in self.lines.get((path, line), ())}
        return sorted(tests, key=lambda test: (self.seconds[test], test))


def in_turn(items: list[pytest.Item]) -> Iterator[tuple[pytest.Item, pytest.Item | None]]:
    """Each with the one that follows."""
    return zip(items, [*items[1:], None], strict=False)


def recorded(
    items: list[pytest.Item],
    paths: set[str],
    passes: Callable[[pytest.Item, pytest.Item | None], bool],
    to: Path,
) -> str:
    """Runs every item on unchanged code and writes what they reached; returns the first that fails, or ""."""
    seen = coverage.Coverage(data_file=None, config_file=False, include=[str(ROOT / path) for path in paths])
    seconds: dict[str, float] = {}
    seen.start()
    for item, following in in_turn(items):
        seen.switch_context(item.nodeid)
        before = time.process_time()
        if not passes(item, following):
            return item.nodeid
        seconds[item.nodeid] = time.process_time() - before
    seen.stop()
    data = seen.get_data()
    lines = {
        (path, line): tuple(test for test in tests if test)
        for path in paths
        for line, tests in data.contexts_by_lineno(str(ROOT / path)).items()
    }
    to.write_bytes(pickle.dumps(Reached(seconds, lines)))
    return ""


def read(path: Path) -> Reached:
    """What a fork of this process wrote a moment ago."""
    found: Reached = pickle.loads(path.read_bytes())
    return found


def statement(tree: ast.Module, node: ast.AST) -> range:
    """The lines of the innermost statement around a node, without what stands indented below it."""
    around = [s for s in ast.walk(tree) if isinstance(s, ast.stmt) and any(p is node for p in ast.walk(s))]
    found = min(around, key=lambda s: ((s.end_lineno or s.lineno) - s.lineno, -s.lineno))
    body = getattr(found, "body", None)
    last = max(found.lineno, body[0].lineno - 1) if body else (found.end_lineno or found.lineno)
    return range(found.lineno, last + 1)

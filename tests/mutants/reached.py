"""Which tests reach which mutants, and what each costs: a mutant is tried on those, the cheapest first.

Beside the statement of each mutant the unchanged code calls a probe, and nothing else is watched: a run of
all tests takes as long as it does without. A test that finds something kept from an earlier one does not
reach what made it. `--again` tries a survivor on every test of its module.
"""

from __future__ import annotations

import ast
import builtins
import pickle
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.mutants.operators import changes

PROBE = "__reached__"  # a function that all code finds, as it finds `len`


class Reached(NamedTuple):
    """seconds: of processor time, by test. tests: those that reach a mutant, by the mutants' numbers."""

    seconds: dict[str, float]
    tests: dict[int, tuple[str, ...]]

    def of(self, mutant: int) -> list[str]:
        """The tests that reach it, the cheapest first."""
        return sorted(self.tests.get(mutant, ()), key=lambda test: (self.seconds[test], test))


def in_turn(items: list[pytest.Item]) -> Iterator[tuple[pytest.Item, pytest.Item | None]]:
    """Each with the one that follows."""
    return zip(items, [*items[1:], None], strict=False)


def recorded(
    items: list[pytest.Item], passes: Callable[[pytest.Item, pytest.Item | None], bool], to: Path
) -> str:
    """Runs every item on probed code and writes what they reached; returns the first that fails, or ""."""
    seen: set[int] = set()
    setattr(builtins, PROBE, seen.add)
    seconds: dict[str, float] = {}
    found: defaultdict[int, list[str]] = defaultdict(list)
    for item, following in in_turn(items):
        seen.clear()
        before = time.process_time()
        if not passes(item, following):
            return item.nodeid
        seconds[item.nodeid] = time.process_time() - before
        for mutant in seen:
            found[mutant].append(item.nodeid)
    to.write_bytes(pickle.dumps(Reached(seconds, {mutant: tuple(tests) for mutant, tests in found.items()})))
    return ""


def read(path: Path) -> Reached:
    """What a fork of this process wrote a moment ago."""
    found: Reached = pickle.loads(path.read_bytes())
    return found


def probed(source: str, mutants: Mapping[int, int]) -> ast.Module:
    """A file's tree that calls the probe where it comes to the statement of a mutant, or to its lambda.

    mutants: what the probe is told, by the number of the change in the file.
    """
    tree = ast.parse(source)
    nodes = {mutants[number]: node for number, (node, _) in enumerate(changes(tree)) if number in mutants}
    told: defaultdict[int, list[int]] = defaultdict(list)
    for mutant, node in nodes.items():
        for part in (statement(tree, node), *_lambdas(tree, node)):
            told[id(part)].append(mutant)
    for node in list(ast.walk(tree)):
        if isinstance(node, ast.Lambda) and id(node) in told:
            calls = [_call(mutant) for mutant in told[id(node)]]
            node.body = ast.BoolOp(ast.Or(), [*calls, node.body])  # what the probe returns is None
        for _, value in ast.iter_fields(node):
            if isinstance(value, list) and any(isinstance(part, ast.stmt) for part in value):
                value[:] = [new for part in value for new in (*map(_alone, told[id(part)]), part)]
    return ast.fix_missing_locations(tree)


def _call(mutant: int) -> ast.Call:
    return ast.Call(ast.Name(PROBE, ast.Load()), [ast.Constant(mutant)], [])


def _alone(mutant: int) -> ast.Expr:
    return ast.Expr(_call(mutant))


def _lambdas(tree: ast.Module, node: ast.AST) -> list[ast.Lambda]:
    """Those that a node stands in: they may be called long after their statement."""
    return [one for one in ast.walk(tree) if isinstance(one, ast.Lambda) and _within(one, node)]


def statement(tree: ast.Module, node: ast.AST) -> ast.stmt:
    """The innermost statement around a node."""
    return min(
        (one for one in ast.walk(tree) if isinstance(one, ast.stmt) and _within(one, node)),
        key=lambda one: sum(1 for _ in ast.walk(one)),
    )


def _within(one: ast.AST, node: ast.AST) -> bool:
    return any(part is node for part in ast.walk(one))

"""Mutants in forks of one process that has collected all tests: the code of live functions is swapped.

A mutant is tried on the tests that run its statement, the cheapest first (`reached`).

What lies outside of functions, as a constant of a module, takes effect as the module is imported: `forks`.
`--again` tries survivors in `forks`: a function that hides within another object is not found here.
"""

from __future__ import annotations

import ast
import functools
import gc
import os
import resource
import signal
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FunctionType

import pytest
from _pytest.runner import runtestprotocol

from tests.mutants import reached
from tests.mutants.forks import PATIENCE, QUIET, ROOT, End, lost
from tests.mutants.operators import Mutant, changes, mutated

Place = tuple[str, int, int]
PATIENT = 10  # so many times what the tests take without a change, and so many seconds more
HONEST = 3600  # seconds of processor time for all tests on unchanged code, with a record of what they reach


def inside(mutant: Mutant, source: str) -> bool:
    """Whether the change lies in what a function does, and not in its defaults or outside of all."""
    tree = ast.parse(source)
    node, _ = next(pair for k, pair in enumerate(changes(tree)) if k == mutant.number)
    functions = [f for f in ast.walk(tree) if isinstance(f, ast.FunctionDef)]
    within = [f for f in functions if any(node is part for done in f.body for part in ast.walk(done))]
    if not within or within[-1].name in _decorators():
        return False
    return not _binds_otherwise(mutant, source)


@functools.cache
def _decorators() -> set[str]:
    """The names of all that decorates a function of ours: it has run once our modules are imported."""
    trees = (ast.parse(path.read_text()) for path in (ROOT / "ntpcheck").rglob("*.py"))
    functions = (f for tree in trees for f in ast.walk(tree) if isinstance(f, ast.FunctionDef))
    return {ast.unparse(one) for f in functions for one in f.decorator_list}


def _binds_otherwise(mutant: Mutant, source: str) -> bool:
    """Whether a function no longer sees a name of the one around it: a live one keeps what it has."""
    before = _codes(compile(source, mutant.path, "exec"))
    after = _codes(compile(mutated(source, mutant.number), mutant.path, "exec"))
    return any(code.co_freevars != after[key].co_freevars for key, code in before.items() if key in after)


class Trials:
    """A plugin of pytest that runs no test here, and the tests of each mutant in a fork."""

    def __init__(
        self,
        mutants: list[Mutant],
        tests_of: Callable[[str], tuple[str, ...]],
        told: Callable[[Mutant, End], None],
    ) -> None:
        self.mutants, self.tests_of, self.told = mutants, tests_of, told

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            raise session.Interrupted("not all tests can be collected")
        known = self._honest(session)
        items = {item.nodeid: item for item in session.items}
        for number, mutant in enumerate(self.mutants):
            files = self.tests_of(mutant.path)
            tests = [t for t in known.of(number) if t.partition("::")[0] in files]
            limit = PATIENT + PATIENT * int(sum(known.seconds[test] for test in tests))
            self.told(mutant, _forked([items[t] for t in tests], functools.partial(swap, mutant), limit))
        return True

    def _honest(self, session: pytest.Session) -> reached.Reached:
        """What every test reaches, from a run without a change: no test fails for a reason of its own."""
        with tempfile.NamedTemporaryFile() as file:
            there = Path(file.name)
            end = _apart(lambda: self._recorded(session.items, there), limit=HONEST)
            if end.how != "passed":
                raise session.Failed(f"{end.test or end.how} without a change: what it noticed is no mutant")
            return reached.read(there)

    def _recorded(self, items: list[pytest.Item], to: Path) -> str:
        for path in {mutant.path for mutant in self.mutants}:
            known = {mutant.number: k for k, mutant in enumerate(self.mutants) if mutant.path == path}
            put(path, reached.probed((ROOT / path).read_text(), known))
        return reached.recorded(items, _passes, to)

    def run(self) -> int:
        files = {test for mutant in self.mutants for test in self.tests_of(mutant.path)}
        return int(pytest.main([*QUIET, *sorted(files)], plugins=[self]))


def _forked(items: list[pytest.Item], prepare: Callable[[], None], limit: int) -> End:
    """How the items end in a process of their own; the first that fails ends it."""

    def first_failure() -> str:
        prepare()
        failed = (item.nodeid for item, following in reached.in_turn(items) if not _passes(item, following))
        return next(failed, "")

    return _apart(first_failure, limit=limit)


def _apart(run: Callable[[], str], *, limit: int) -> End:
    """Runs in a fork what returns the first test that failed, or "". limit: seconds of processor time."""
    ours, theirs = os.pipe()
    child = os.fork()
    if not child:
        try:
            resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
            signal.alarm(PATIENCE)
            null = os.open(os.devnull, os.O_RDWR)
            for number in (0, 1, 2):
                os.dup2(null, number)
            test = run()
            os.write(theirs, test.encode())
            os._exit(1 if test else 0)
        except BaseException:
            lost(theirs)
    os.close(theirs)
    return End.of(child, ours)


def _passes(item: pytest.Item, following: pytest.Item | None) -> bool:
    """Whether it passes; what it set up is torn down, but for what the following needs."""
    return not any(report.failed for report in runtestprotocol(item, log=False, nextitem=following))


def swap(mutant: Mutant) -> None:
    """Puts a mutant in the place of its file."""
    put(mutant.path, mutated((ROOT / mutant.path).read_text(), mutant.number))


def put(file: str, tree: ast.Module) -> None:
    """Gives every live function of a file its code in a changed tree, and forgets what was computed."""
    path = str(ROOT / file)
    before = _codes(compile((ROOT / file).read_text(), path, "exec"))
    after = _codes(compile(tree, path, "exec"))
    # A change may begin at another column than what it changes, and so functions are paired by their order.
    new = {_place(code): after[key] for key, code in before.items() if key in after}
    for thing in gc.get_objects():
        if type(thing) is functools._lru_cache_wrapper:
            thing.cache_clear()
        elif type(thing) is FunctionType and thing.__code__.co_filename == path:
            thing.__code__ = new.get(_place(thing.__code__), thing.__code__)


def _place(code: CodeType) -> Place:
    """Name, line and column: code that has run is not equal to what the same text compiles to."""
    return code.co_qualname, code.co_firstlineno, next((at[2] for at in code.co_positions() if at[2]), 0)


def _codes(module: CodeType) -> dict[Place, CodeType]:
    """By name, line, and how many of that name and line come before."""
    found: dict[Place, CodeType] = {}
    stack = [module]
    while stack:
        code = stack.pop()
        name, line = code.co_qualname, code.co_firstlineno
        found[name, line, sum(key[:2] == (name, line) for key in found)] = code
        stack.extend(part for part in code.co_consts if isinstance(part, CodeType))
    return found

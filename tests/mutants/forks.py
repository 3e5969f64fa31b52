"""Tests of one changed module, in a fork of a process that has every library imported and nothing of ours."""

from __future__ import annotations

import ast
import importlib.util
import os
import resource
import shutil
import signal
import sys
import tempfile
import traceback
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import Any, NamedTuple, NoReturn

import pytest

ROOT = Path(__file__).parents[2]
LIMIT = 1200  # seconds of processor time for a mutant: honest tests of a module take at most half of that
LOST = 99  # how a process leaves that could not try its mutant
PATIENCE = 3600  # seconds, for one that waits for nothing
WARM = (
    *("numpy", "torch", "flint", "scipy.optimize", "scipy.sparse", "cvxpy", "networkx", "mpmath", "daqp"),
    *("hypothesis", "hypothesis.extra.numpy", "pytest", "click", "jinja2", "threadpoolctl"),
)
QUIET = (
    *("-q", "-x", "--no-header", "--tb=no", "-p", "no:cacheprovider", "-p", "no:randomly", "-p", "no:xdist"),
    *(
        "-W",
        "ignore::pytest.PytestAssertRewriteWarning",
        "-p",
        "no:benchmark",
        "--assert=plain",  # else pytest finds our modules before we do, and changes their code
        "-o",
        "addopts=--import-mode=importlib",
        "--hypothesis-seed=0",
    ),
)


class End(NamedTuple):
    """How the tests ended: "passed", "failed", "did not import" or "ran out of time"."""

    how: str
    seconds: float  # of processor time
    test: str = ""  # the first that failed

    @classmethod
    def of(cls, child: int, handle: int) -> End:
        """Of a process that writes the first failing test's name to a pipe."""
        with os.fdopen(handle, "rb") as pipe:
            test = pipe.read().decode()
        _, status, used = os.wait4(child, 0)
        seconds, code = round(used.ru_utime + used.ru_stime, 1), os.waitstatus_to_exitcode(status)
        if code == LOST:
            raise RuntimeError(f"a trial broke off: {test}")
        if code == 0:
            return cls("passed", seconds)
        if code < 0:
            return cls("ran out of time", seconds)
        return cls("failed" if test else "did not import", seconds, test)


def lost(pipe: int) -> NoReturn:
    """Tells that this process could not do what it is for."""
    os.write(pipe, traceback.format_exc().encode())
    os._exit(LOST)


class _Changed(SourceFileLoader):
    def __init__(self, name: str, path: str, tree: ast.Module) -> None:
        super().__init__(name, path)
        self.tree = tree

    def get_code(self, fullname: str) -> CodeType:
        return compile(self.tree, self.path, "exec")


class _Finder(MetaPathFinder):
    """Finds one module, and finds it changed."""

    def __init__(self, path: str, tree: ast.Module) -> None:
        self.name = path.removesuffix(".py").replace("/", ".")
        self.loader = _Changed(self.name, str(ROOT / path), tree)

    def find_spec(self, fullname: str, *_: Any) -> ModuleSpec | None:
        if fullname != self.name:
            return None
        return importlib.util.spec_from_loader(fullname, self.loader)


class _First:
    """Says which test was the first to fail."""

    def __init__(self, pipe: int) -> None:
        self.pipe, self.said = pipe, False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.said:
            self.said = True
            os.write(self.pipe, report.nodeid.encode())


def warm() -> None:
    """Imports what is not ours."""
    for name in WARM:
        if importlib.util.find_spec(name.partition(".")[0]):
            importlib.import_module(name)
    ours = [name for name in sys.modules if name.startswith("ntpcheck")]
    assert not ours, ours


def tried(path: str, tree: ast.Module, tests: tuple[str, ...]) -> End:
    """Runs the tests with a module changed before anything has imported it."""
    ours, theirs = os.pipe()
    folder = tempfile.mkdtemp(prefix="mutant-")
    child = os.fork()
    if not child:
        try:
            os.close(ours)
            os._exit(_run(path, tree, tests, theirs, folder))
        except BaseException:
            lost(theirs)
    os.close(theirs)
    end = End.of(child, ours)
    shutil.rmtree(folder, ignore_errors=True)
    return end


def _run(path: str, tree: ast.Module, tests: tuple[str, ...], pipe: int, folder: str) -> int:
    resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT))
    signal.alarm(PATIENCE)
    os.chdir(ROOT)
    null = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(null, number)
    sys.meta_path.insert(0, _Finder(path, tree))
    said = [*QUIET, f"--basetemp={folder}", *tests]
    return int(pytest.main(said, plugins=[_First(pipe)]))

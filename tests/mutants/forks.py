"""Tests of one changed module, in a fork of a process that has every library imported and nothing of ours."""

from __future__ import annotations

import ast
import importlib.util
import os
import resource
import shutil
import sys
import tempfile
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
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


def tried(path: str, tree: ast.Module, tests: tuple[str, ...], limit: float) -> End:
    """Runs the tests with a module changed, for so many seconds of processor time at most."""
    ours, theirs = os.pipe()
    folder = tempfile.mkdtemp(prefix="mutant-")
    child = os.fork()
    if not child:
        code = 99
        try:
            os.close(ours)
            code = _run(path, tree, tests, limit, theirs, folder)
        finally:
            os._exit(code)
    os.close(theirs)
    with os.fdopen(ours, "rb") as pipe:
        test = pipe.read().decode()
    _, status, used = os.wait4(child, 0)
    shutil.rmtree(folder, ignore_errors=True)
    seconds = round(used.ru_utime + used.ru_stime, 1)
    code = os.waitstatus_to_exitcode(status)
    if code == 0:
        return End("passed", seconds)
    if code < 0:
        return End("ran out of time", seconds)
    return End("failed" if test else "did not import", seconds, test)


def _run(path: str, tree: ast.Module, tests: tuple[str, ...], limit: float, pipe: int, folder: str) -> int:
    most = int(limit) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (most, most))
    os.chdir(ROOT)
    null = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(null, number)
    os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = f"{folder}/hypothesis"
    sys.meta_path.insert(0, _Finder(path, tree))
    said = [*QUIET, f"--basetemp={folder}/tests", *tests]
    return int(pytest.main(said, plugins=[_First(pipe)]))

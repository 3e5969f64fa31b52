"""Imports a third party's module: first in a process of its own, then here, with its changes undone."""

import importlib
import io
import os
import sys
import warnings
from collections.abc import Generator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from contextvars import ContextVar
from typing import Any, TextIO

from ntpcheck import signals
from ntpcheck.errors import NO_ANSWER, NtpcheckError, UnreadableFile, in_line, in_words

# Seconds for an import; `LONGEST` where None.
ALLOWED: ContextVar[float | None] = ContextVar("ALLOWED", default=None)


@contextmanager
def within(budget: float | None) -> Generator[None]:
    """While modules are imported for a command that has so many seconds, if it says how many."""
    token = ALLOWED.set(budget)
    try:
        yield
    finally:
        ALLOWED.reset(token)


@contextmanager
def guarded(target: str) -> Generator[None]:
    """While the module of `module:attribute` is imported.

    Raises UnreadableFile where that ends a process, and what it raises: then it is not imported here. What it
    prints goes to standard error, and it has nothing to read. The folder, the first three files, the filters
    of warnings and what answers to Ctrl-C are afterwards as they were; neither threads that it leaves nor
    forks of this process go on.
    """
    _tried(target)
    _leaving_is_no_success()
    this, here, files = os.getpid(), os.getcwd(), {number: _copy(number) for number in range(3)}
    try:
        errors = _Unclosed(sys.stderr)
        _nothing_but_errors()
        with redirect_stdout(errors), redirect_stderr(errors), warnings.catch_warnings(), signals.kept():
            yield
    finally:
        if os.getpid() != this:
            os._exit(0)
        os.chdir(here)
        for number, before in files.items():
            if before is not None:
                os.dup2(before, number)
                os.close(before)


def _copy(number: int) -> int | None:
    with suppress(OSError):  # whoever began this process may have closed it
        return os.dup(number)
    return None


def _nothing_but_errors() -> None:
    """Nothing comes from standard input, and what is written to standard output goes where errors go."""
    with suppress(OSError, ValueError):
        sys.stdout.flush()
    with suppress(OSError):
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        os.dup2(2, 1)


class _Unclosed(io.TextIOBase):
    """A stream that a module may close as if it were its own."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str, /) -> int:
        return self._stream.write(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def _tried(target: str) -> None:
    """Imports a third party's module in a process of its own first: it may end the one that does.

    Raises UnreadableFile where it does, or one of our errors is raised; else what has the name and the words
    of what the module has raised there.
    """
    from ntpcheck.engine.isolation import LONGEST, Whereabouts, isolated

    name, raised = target.partition(":")[0], dict[str, Any]()

    def attempt(write: Any) -> None:
        try:
            importlib.import_module(name)
        except BaseException as problem:
            kind = "ours" if isinstance(problem, NtpcheckError) else in_line(type(problem).__name__)
            absent = problem.name if isinstance(problem, ModuleNotFoundError) else None
            write("raised", kind=kind, words=in_words(problem), absent=absent)

    def heard(_: str, **told: Any) -> None:
        raised.update(told)

    allowed = ALLOWED.get()
    ended = isolated(attempt, heard, Whereabouts(), signals.check, allowed and min(allowed, LONGEST))
    if ended is not None:
        gives = "gives " if ended.why.startswith(NO_ANSWER) else ""
        raise UnreadableFile(f"its module {gives}{ended.why}. Mend the module.")
    if raised.get("kind") == "ours":
        raise UnreadableFile(raised["words"])
    if raised.get("absent") is not None:
        raise ModuleNotFoundError(raised["words"], name=raised["absent"])
    if raised:
        raise type(raised["kind"], (Exception,), {})(raised["words"])


def _leaving_is_no_success() -> None:
    """In the middle of a command, whatever status a third party's code gives."""
    leave, here = os._exit, os.getpid()

    def told(status: int = 0) -> None:
        if os.getpid() == here:
            os.write(2, b"ntpcheck: a third party's code has left with os._exit\n")
        leave(status or 3 if os.getpid() == here else status)

    os._exit = told

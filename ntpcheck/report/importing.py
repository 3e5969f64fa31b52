"""A third party's module is imported, first where it can end nothing, then where its changes are put back."""

from __future__ import annotations

import importlib
import io
import os
import sys
import warnings
from collections.abc import Generator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from typing import Any, TextIO

from ntpcheck import signals
from ntpcheck.errors import UnreadableFile


@contextmanager
def guarded(target: str) -> Generator[None]:
    """While the module of `module:attribute` is imported. Raises UnreadableFile where that ends a process.

    What it prints goes to standard error. The folder, the first three files, the filters of warnings and
    what answers to Ctrl-C are afterwards as they were; threads that it leaves do not keep this process.
    """
    _tried(target)
    here, files = os.getcwd(), {number: _copy(number) for number in range(3)}
    try:
        errors = _Unclosed(sys.stderr)
        with redirect_stdout(errors), redirect_stderr(errors), warnings.catch_warnings(), signals.kept():
            yield
    finally:
        os.chdir(here)
        for number, before in files.items():
            if before is not None:
                os.dup2(before, number)
                os.close(before)


def _copy(number: int) -> int | None:
    with suppress(OSError):  # whoever began this process may have closed it
        return os.dup(number)
    return None


class _Unclosed(io.TextIOBase):
    """A stream that a module may close as if it were its own."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str, /) -> int:
        return self._stream.write(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def _tried(target: str) -> None:
    """Imports a third party's module in a process of its own first: it may end the one that does."""
    from ntpcheck.engine.isolation import Whereabouts, isolated

    def attempt(_: object) -> None:
        with suppress(BaseException):  # what it raises is told by the import that counts
            importlib.import_module(target.partition(":")[0])

    ended = isolated(attempt, lambda *_, **__: None, Whereabouts(), signals.check)
    if ended is not None:
        raise UnreadableFile(f"paper {target!r} does not import: it {ended.why}. Mend the module.")
    leave, here = os._exit, os.getpid()

    def told(status: int = 0) -> None:
        """Leaving in the middle of a command is no success, whatever a third party's code says."""
        if os.getpid() == here:
            os.write(2, b"ntpcheck: a third party's code has left with os._exit\n")
        leave(status or 3 if os.getpid() == here else status)

    os._exit = told

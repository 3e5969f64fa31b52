"""The life of a process that runs a third party's code: where it is, what it may reach, and how it ends."""

import ctypes
import faulthandler
import functools
import gc
import json
import mmap
import os
import signal
import struct
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from io import FileIO, TextIOWrapper
from multiprocessing.connection import Connection
from pathlib import Path
from typing import IO, Any, NoReturn

from ntpcheck import reading
from ntpcheck.claim import Assumption, Claim
from ntpcheck.engine.journal import plain
from ntpcheck.engine.raised import place as raised_at
from ntpcheck.engine.tally import numbers
from ntpcheck.errors import RAISED
from ntpcheck.instances.archives import free_memory

Write = Callable[..., None]
_leave = os._exit


class Whereabouts:
    """What a process is calling, and how many calls it has made, in memory that its parent sees."""

    def __init__(self) -> None:
        self._page = mmap.mmap(-1, 4096)
        self.owner: int | None = None  # the process, once it has begun

    def enter(self, name: str) -> str:
        """Notes what is being called, and returns what was before.

        A fork that a call has left ends here: else each call would double what there is, without an end.
        """
        if self.owner not in (None, os.getpid()):
            _leave(0)
        before, calls = self.now()
        said = name.encode(errors="replace")[:4000]
        self._page[:10] = struct.pack("<QH", calls + 1, len(said))
        self._page[10 : 10 + len(said)] = said
        return before

    def now(self) -> tuple[str, int]:
        calls, length = struct.unpack("<QH", self._page[:10])
        return self._page[10 : 10 + length].decode(errors="replace"), calls

    def noting(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        """The same function, which notes that it is being called."""

        @functools.wraps(call)
        def noted(*arguments: Any, **named: Any) -> Any:
            before = self.enter(name)
            try:
                found = call(*arguments, **named)
            except RAISED:
                self.enter(before)
                raise
            self.enter(before)  # and not after anything else, which ends the process: it was here
            return found

        return noted

    def watched(self, claim: Claim) -> Claim:
        """The claim, whose checker and assumptions note that they are called."""
        return replace(
            claim,
            conclude=self.noting(f"claim {claim.id}", unchanged(claim.conclude)),
            assumes=tuple(self._assumption(assumption) for assumption in claim.assumes),
        )

    def _assumption(self, assumption: Assumption) -> Assumption:
        name = f"assumption {assumption.name}"
        impose = self.noting(name, unchanged(assumption.impose)) if assumption.impose else None
        return replace(assumption, check=self.noting(name, unchanged(assumption.check)), impose=impose)


class Changed(BaseException):
    """What other claims share is not what it was: no process that has it can go on."""


def unchanged(call: Callable[..., Any]) -> Callable[..., Any]:
    """The same function, which raises Changed where it has written into its instance."""

    @functools.wraps(call)
    def kept(instance: Any, *others: Any) -> Any:
        before = numbers(instance)
        found = call(instance, *others)
        if numbers(instance) != before:
            raise Changed("it wrote into its instance, which other claims share")
        return found

    return kept


def live(work: Callable[[Write], None], pipe: Connection, at: Whereabouts, place: IO[bytes]) -> NoReturn:
    """The life of such a process. It ends with its parent, leaves standard output alone, and says where."""
    code = 1
    try:
        gc.disable()  # what its parent knows is not its to close
        _bind()
        _alone(pipe, place)
        faulthandler.enable(place)
        here = os.getpid()

        def leave(status: int = 0) -> NoReturn:
            faulthandler.dump_traceback(place, all_threads=False)
            _leave(status)

        os._exit = leave
        at.owner = here
        at.enter("")

        def write(event: str, **fields: Any) -> None:
            if os.getpid() != here:  # a fork that a third party's code has left to go on
                _leave(0)
            pipe.send_bytes(json.dumps(["event", event, fields], default=plain).encode())

        try:
            work(write)
            if os.getpid() == here:
                pipe.send_bytes(b'["done", "", {}]')
        except BaseException as problem:
            if os.getpid() != here:
                _leave(0)
            said = raised_at(problem)
            pipe.send_bytes(json.dumps(["raised", said, {}]).encode())
        code = 0
    finally:
        _leave(code)


def _alone(pipe: Connection, place: IO[bytes]) -> None:
    """Leaves this process, and all that it begins, nothing of its parent's but standard error and the pipe.

    A run's folder is held by who has it open: what a third party's code leaves behind must not hold it.
    """
    os.setpgid(0, 0)
    kept = {0, 1, 2, pipe.fileno(), place.fileno()}
    for number in {int(name) for name in os.listdir("/dev/fd")} - kept:
        with suppress(OSError):
            os.close(number)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    output = FileIO(2, "w", closefd=False)
    sys.stdout = sys.stderr = TextIOWrapper(output, errors="backslashreplace", write_through=True)


def _bind() -> None:
    """Ends this process with its parent, and bounds its memory by half of what is free."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends this one
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    parent = os.getppid()
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG, of Linux
    if os.getppid() != parent:
        _leave(1)
    with suppress(ImportError, OSError, ValueError):
        import resource

        pages = int(reading.text(Path("/proc/self/statm")).split()[0])
        most = pages * resource.getpagesize() + free_memory() // 2
        resource.setrlimit(resource.RLIMIT_AS, (most, most))

"""A third party's code in a process of its own: it may end that process, hang, or fill its memory.

What such a process finds is told over a pipe. Where it is, and how many calls it has made, stands in memory
that both processes see, so that whatever ends it can be laid to the call that it was in.
"""

from __future__ import annotations

import ctypes
import faulthandler
import functools
import gc
import json
import mmap
import multiprocessing
import os
import re
import signal
import struct
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any, NoReturn

from ntpcheck import reading
from ntpcheck.claim import Assumption, Claim
from ntpcheck.engine.journal import plain
from ntpcheck.engine.sweep import RAISED
from ntpcheck.engine.sweep import place as raised_at
from ntpcheck.instances.archives import free_memory

Write = Callable[..., None]
NO_ANSWER = "no answer within"  # how a verdict begins that the clock has brought
LONGEST = 60.0  # seconds that one call of a third party's code may take
PATIENT = 600.0  # that may pass between two calls of a book's formulas, while arguments are looked for
PERIOD = 0.1  # seconds between two looks at a process that says nothing
FRAME = re.compile(r'File "([^"]*)", line (\d+) in (\S+)')
_leave = os._exit


@dataclass(frozen=True)
class Ended:
    """A process that ended before its work was done. where: what it was calling; why: how it ended."""

    where: str
    why: str


class Whereabouts:
    """What a process is calling, and how many calls it has made, in memory that its parent sees."""

    def __init__(self) -> None:
        self._page = mmap.mmap(-1, 4096)

    def enter(self, name: str) -> str:
        before, calls = self.now()
        said = name.encode()[:4000]
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
            conclude=self.noting(f"claim {claim.id}", claim.conclude),
            assumes=tuple(self._assumption(assumption) for assumption in claim.assumes),
        )

    def _assumption(self, assumption: Assumption) -> Assumption:
        name = f"assumption {assumption.name}"
        impose = self.noting(name, assumption.impose) if assumption.impose else None
        return replace(assumption, check=self.noting(name, assumption.check), impose=impose)


def isolated(
    work: Callable[[Write], None],
    write: Write,
    at: Whereabouts,
    tick: Callable[[], None] = lambda: None,
    longest: float | None = None,
) -> Ended | None:
    """Does some work in a process of its own; None where it is done, else how that ended.

    tick: called while nothing is heard; what it raises ends the process and is raised here. longest: seconds
    that one call may take, `LONGEST` if not given.
    """
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe(duplex=False)
    with TemporaryFile() as place:  # without a name: whoever is killed, nothing is left
        child = os.fork()
        if not child:
            _work(work, theirs, at, place)
        theirs.close()
        try:
            why = _listen(ours, write, at, tick, LONGEST if longest is None else longest)
            hangs = bool(why) and why.startswith(NO_ANSWER)
            status = _end(child, signal.SIGABRT if hangs else None)  # it tells on its way where it is
        except BaseException:
            _end(child, signal.SIGKILL)
            raise
        if why is None:
            return None
        return Ended(at.now()[0], f"{why or _told(status)}{'' if why and not hangs else _place(place)}")


def apart(
    claims: tuple[Claim, ...],
    work: Callable[[tuple[Claim, ...], Write], None],
    write: Write,
    broken: Callable[[Claim, str], None],
    tick: Callable[[], None] = lambda: None,
) -> None:
    """Does a third party's claims in a process of their own, and in another without those that ended it.

    work: writes a verdict event for each claim. broken: told of each claim that ended its process, with the
    place. What no claim's own call ended, as a sampler does, is laid to all claims that are left.
    """
    at, left = Whereabouts(), {claim.id: claim for claim in claims}

    def noting(event: str, **fields: Any) -> None:
        write(event, **fields)
        if event == "verdict":
            left.pop(fields["claim"], None)

    while left:
        watched = tuple(at.watched(claim) for claim in left.values())
        ended = isolated(functools.partial(work, watched), noting, at, tick, allowed(left.values()))
        if ended is None:
            return
        for claim in [c for c in left.values() if ended.where in _calls(c)] or [*left.values()]:
            broken(claim, ended.why)
            left.pop(claim.id)
        if left:
            write("again", claims=[*left])


def allowed(claims: Iterable[Claim]) -> float | None:
    """Seconds for one call. A book runs no code of its author's: between calls of its formulas lies work of
    this project, which is bounded by what it may spend, and on a busy machine takes its time."""
    from ntpcheck.formulas.says import Says

    return PATIENT if all(isinstance(claim.conclude, Says) for claim in claims) else None


def _calls(claim: Claim) -> set[str]:
    """What a process is said to be calling while it is at a claim."""
    return {f"claim {claim.id}", *(f"assumption {assumption.name}" for assumption in claim.assumes)}


def _listen(
    pipe: Connection, write: Write, at: Whereabouts, tick: Callable[[], None], longest: float
) -> str | None:
    """Passes on what the process says; None where it ends well, "" where it is gone, else what it did."""
    calls, since = -1, time.monotonic()
    while True:
        if not pipe.poll(PERIOD):
            tick()
            now = at.now()[1]
            if now != calls:
                calls, since = now, time.monotonic()
            elif time.monotonic() - since > longest:
                return f"{NO_ANSWER} {longest:g} s"
            continue
        try:
            kind, event, fields = json.loads(pipe.recv_bytes())
        except (EOFError, OSError):
            return ""
        if kind == "done":
            return None
        if kind == "raised":
            return str(event)
        write(event, **fields)


def _end(child: int, how: signal.Signals | None = None, patience: float = 5.0) -> int:
    """Waits for a process; one that is told to end, and does not, is killed. Returns its status."""
    if how is not None:
        with suppress(ProcessLookupError):
            os.kill(child, how)
        until = time.monotonic() + patience
        while how != signal.SIGKILL and time.monotonic() < until:
            found, status = os.waitpid(child, os.WNOHANG)
            if found:
                return status
            time.sleep(0.01)
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
    with suppress(ChildProcessError):
        return os.waitpid(child, 0)[1]
    return 0


def _told(status: int) -> str:
    """How a process ended, in words."""
    code = os.waitstatus_to_exitcode(status)
    if code >= 0:
        return f"left with status {code}"
    return f"ended by {signal.Signals(-code).name}"


def _place(place: IO[bytes]) -> str:
    """The innermost call that is neither ours nor a library's, as the process told it on its way."""
    place.seek(0)
    frames = FRAME.findall(place.read(reading.SMALL).decode(errors="replace"))
    ours = (str(Path(__file__).parents[1]), sys.prefix, sys.base_prefix)
    theirs = [frame for frame in frames if not frame[0].startswith(ours)]
    return next((f" ({name}, line {line})" for _, line, name in [*theirs, *frames]), "")


def _work(work: Callable[[Write], None], pipe: Connection, at: Whereabouts, place: IO[bytes]) -> NoReturn:
    """The life of such a process. It ends with its parent, leaves standard output alone, and says where."""
    code = 1
    try:
        gc.disable()  # what its parent knows is not its to close
        _bind()
        faulthandler.enable(place)
        os.dup2(2, 1)
        sys.stdout = sys.stderr

        def leave(status: int = 0) -> NoReturn:
            faulthandler.dump_traceback(place, all_threads=False)
            _leave(status)

        os._exit = leave
        at.enter("")

        def write(event: str, **fields: Any) -> None:
            pipe.send_bytes(json.dumps(["event", event, fields], default=plain).encode())

        try:
            work(write)
            pipe.send_bytes(b'["done", "", {}]')
        except BaseException as problem:
            said = raised_at(problem)
            pipe.send_bytes(json.dumps(["raised", said, {}]).encode())
        code = 0
    finally:
        _leave(code)


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

"""A third party's code in a process of its own: it may end that process, hang, or fill its memory.

What such a process finds is told over a pipe. Where it is, and how many calls it has made, stands in memory
that both processes see, so that whatever ends it can be laid to the call that it was in.
"""

import ctypes
import functools
import json
import multiprocessing
import os
import re
import signal
import time
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any

from ntpcheck import reading
from ntpcheck.claim import Claim
from ntpcheck.engine.confined import Whereabouts, Write, live
from ntpcheck.engine.raised import MACHINERY
from ntpcheck.errors import NO_ANSWER, NtpcheckError

__all__ = ["Ended", "Whereabouts", "Write", "allowed", "apart", "isolated"]
LONGEST = 60.0  # seconds that one call of a third party's code may take
PATIENT = 600.0  # that may pass between two calls of a book's formulas, while arguments are looked for
ORPHANS = 20  # looks for processes that somebody left: each may have begun others before it ended
PERIOD = 0.1  # seconds between two looks at a process that says nothing
FRAME = re.compile(r'File "([^"]*)", line (\d+) in (\S+)')


@dataclass(frozen=True)
class Ended:
    """A process that ended before its work was done. where: what it was calling; why: how it ended."""

    where: str
    why: str


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
    with TemporaryFile() as place, _adopting():  # without a name: whoever is killed, nothing is left
        child = os.fork()
        if not child:
            live(work, theirs, at, place)
        theirs.close()
        try:
            why = _listen(ours, child, write, at, tick, LONGEST if longest is None else longest)
            hangs = bool(why) and why.startswith(NO_ANSWER)
            # One that hangs tells on its way where it is; one that has told what it should is not waited for.
            status = _end(child, signal.SIGABRT if hangs else signal.SIGKILL if why != "" else None)
        except BaseException:
            _end(child, signal.SIGKILL)
            raise
        finally:
            with suppress(ProcessLookupError, PermissionError):  # what it has begun and left behind
                os.killpg(child, signal.SIGKILL)
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
    place. A claim may end the process of another, by an alarm or by what it has changed in Python: so whoever
    is blamed is tried once more, alone, but for one that gave no answer. What no claim's own call ended, as
    a sampler does, is laid to all claims that are left.
    """
    at, left = Whereabouts(), {claim.id: claim for claim in claims}

    def noting(event: str, **fields: Any) -> None:
        write(event, **fields)
        if event == "verdict":
            left.pop(fields["claim"], None)

    def tried(some: list[Claim]) -> Ended | None:
        watched = tuple(at.watched(claim) for claim in some)
        return isolated(functools.partial(work, watched), noting, at, tick, allowed(some))

    while left:
        there = [*left.values()]
        ended = tried(there)
        if ended is None:
            return
        if left:
            write("again", claims=[*left])
        for claim in [c for c in left.values() if ended.where in _calls(c)] or [*left.values()]:
            alone = len(there) == 1 or ended.why.startswith(NO_ANSWER)
            if found := ended if alone else tried([claim]):
                broken(claim, found.why)
            left.pop(claim.id, None)


def allowed(claims: Iterable[Claim]) -> float | None:
    """Seconds for one call. A book runs no code of its author's: between calls of its formulas lies work of
    this project, which is bounded by what it may spend, and on a busy machine takes its time."""
    from ntpcheck.formulas.says import Says

    return PATIENT if all(isinstance(claim.conclude, Says) for claim in claims) else None


def _calls(claim: Claim) -> set[str]:
    """What a process is said to be calling while it is at a claim."""
    return {f"claim {claim.id}", *(f"assumption {assumption.name}" for assumption in claim.assumes)}


def _listen(
    pipe: Connection, child: int, write: Write, at: Whereabouts, tick: Callable[[], None], longest: float
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
            if _gone(child) and not pipe.poll():  # one that it began may hold the pipe open
                return ""
            continue
        try:
            kind, event, fields = _heard(pipe.recv_bytes(reading.LONGEST_LINE))
        except EOFError:
            return ""
        except (OSError, ValueError):
            return f"it told something else than events of at most {reading.LONGEST_LINE} bytes"
        if kind == "done":
            return None
        if kind == "raised":
            return event
        write(event, **fields)


def _heard(message: bytes) -> tuple[str, str, dict[str, Any]]:
    """What a process says; ValueError where a third party's code has written there."""
    try:
        kind, event, fields = json.loads(message)
    except (TypeError, RecursionError) as problem:
        raise ValueError from problem
    if isinstance(event, str) and isinstance(fields, dict):
        return kind, event, fields
    raise ValueError


def _gone(child: int) -> bool:
    """Whether a process has ended; it can still be waited for."""
    if not hasattr(os, "waitid"):
        return False
    return os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


@contextmanager
def _adopting() -> Generator[None]:
    """Ends what processes begun in here leave behind in groups of their own: on Linux those fall to us."""
    before = _children()
    _adopt(yes=True)
    try:
        yield
    finally:
        for _ in range(ORPHANS):
            left = [child for child in _children() - before if _group(child) != os.getpgrp()]
            for child in left:
                with suppress(ProcessLookupError, ChildProcessError):
                    os.kill(child, signal.SIGKILL)
                    os.waitpid(child, 0)
            if not left:
                break
        _adopt(yes=False)


def _group(child: int) -> int:
    """A process's group; ours where it is gone."""
    try:
        return os.getpgid(child)
    except ProcessLookupError:
        return os.getpgrp()


def _adopt(*, yes: bool) -> None:
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(36, int(yes))  # PR_SET_CHILD_SUBREAPER, of Linux


def _children() -> set[int]:
    """The processes that this one has to wait for; none where the system does not tell."""
    found: set[int] = set()
    with suppress(OSError, NtpcheckError):
        for thread in os.listdir("/proc/self/task"):
            found |= {int(word) for word in reading.text(Path(f"/proc/self/task/{thread}/children")).split()}
    return found


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
    theirs = [frame for frame in frames if not frame[0].startswith(MACHINERY)]
    return next((f" ({name}, line {line})" for _, line, name in [*theirs, *frames]), "")

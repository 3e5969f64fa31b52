"""Several processes for one run: each takes the next task as it comes free, and one writes what they find.

Tasks share nothing and draw from generators of their own, so that what is found does not depend on who
found it or in what order; only the journal's order does. Processes are forked: tasks and papers are whatever
Python objects they are, and nothing is imported twice.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import warnings
from collections.abc import Callable, Sequence
from copy import copy
from multiprocessing.connection import Connection, wait
from multiprocessing.reduction import ForkingPickler
from typing import Any

from ntpcheck.engine.journal import plain
from ntpcheck.errors import WorkerLost

Write = Callable[..., None]
Task = Callable[[Write], None]
MOST = 4  # processes by default: each holds some hundred MB


def possible(device: str) -> bool:
    """Whether tasks may be spread over processes: a forked one cannot use an accelerator."""
    return device == "cpu" and "fork" in multiprocessing.get_all_start_methods()


def usual() -> int:
    """How many processes a run has where nothing is asked for: one a core, up to `MOST`."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(MOST, cores)


def spread(tasks: Sequence[Task], workers: int, write: Write) -> None:
    """Runs every task, in this process or in several; `write` is called in this one only.

    Raises what a task raises, and WorkerLost where a process ends before its time. The others are then ended.
    """
    if min(workers, len(tasks)) <= 1:
        for task in tasks:
            task(write)
        return
    context = multiprocessing.get_context("fork")
    following, found = context.Value("i", 0), {}
    try:
        for _ in range(min(workers, len(tasks))):
            ours, theirs = context.Pipe(duplex=False)
            process = context.Process(target=_work, args=(tasks, following, theirs), daemon=True)
            with warnings.catch_warnings():  # other threads draw the progress table; the child has none
                warnings.simplefilter("ignore", DeprecationWarning)
                process.start()
            theirs.close()
            found[ours] = process
        _listen(found, write)
    finally:
        for process in found.values():
            process.terminate()
            process.join()


def _listen(found: dict[Connection, Any], write: Write) -> None:
    left = set(found)
    while left:
        for ready in wait(left):
            assert isinstance(ready, Connection)
            try:
                kind, told = ready.recv()
            except EOFError:
                status = (found[ready].join(), found[ready].exitcode)[1]
                raise WorkerLost(f"a worker process ended with status {status}. Use --workers 1.") from None
            if kind == "raised":
                raise told
            if kind == "done":
                left.remove(ready)
            else:
                event, fields = told
                write(event, **fields)


def _work(tasks: Sequence[Task], following: Any, pipe: Connection) -> None:
    """A process's life: the next task, until there is none. Ctrl-C is for the one that listens."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def write(event: str, **fields: Any) -> None:
        pipe.send(("event", (event, json.loads(json.dumps(fields, default=plain)))))

    try:
        while True:
            with following.get_lock():
                index = following.value
                following.value += 1
            if index >= len(tasks):
                break
            tasks[index](write)
        pipe.send(("done", None))
    except BaseException as problem:
        pipe.send(("raised", _sendable(problem)))


def _sendable(problem: BaseException) -> BaseException:
    """The exception, or one of the same words where it cannot be sent."""
    try:
        ForkingPickler.dumps(problem)
        copy(problem)  # made anew from its arguments, as the other side will have to
    except Exception:  # whatever an exception's own methods raise
        return RuntimeError(f"{type(problem).__name__}: {problem}")
    return problem

"""Many processes, on this machine or on others, for one run: Dask hands out tasks, and one process writes.

Tasks share nothing and draw from generators of their own, so that what is found does not depend on who
found it or in what order; only the journal's order does. A task may return further ones. What it writes is
told when it is done: a process that dies loses nothing but its task, which has one more try. So a task is
sent by value, tensors too, and never as a handle of memory that ends with the process that packed it.
"""

import json
import logging
import multiprocessing
import os
import pickle
import signal
import sys
import warnings
from collections import deque
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager, suppress
from copy import copy
from functools import cache
from importlib import import_module
from typing import Any

from ntpcheck import backends
from ntpcheck.claim import Effort
from ntpcheck.engine.journal import plain
from ntpcheck.errors import UnknownOption, WorkerLost
from ntpcheck.writing import scratch

Write = Callable[..., None]
Task = Callable[[Write], "Sequence[Task] | None"]
Lost = Callable[[Task, str, Write], None]
MOST = 4  # processes by default: each holds some hundred MB
EACH = 32  # claims of the quick profile, for each process, from which on several pay
PULSE = "pulse"  # what a task may write while it waits or takes long, for whoever looks at the clock or waits
PERIOD = 0.5  # seconds between two looks at whether the run is to end
PATIENCE = "30s"  # for a scheduler that does not answer
SETTINGS: Mapping[str, Any] = {
    "distributed.worker.multiprocessing-method": "forkserver",
    "distributed.nanny.pre-spawn-environ": {},  # it would change what this process hands on
    "distributed.scheduler.allowed-failures": 1,  # one more try for a task whose process died
    "distributed.scheduler.http.routes": [],
    "distributed.worker.http.routes": [],
    "distributed.comm.timeouts.connect": PATIENCE,
    # What only a dashboard would show costs a tenth of the time.
    "distributed.admin.system-monitor.gil.enabled": False,
    "distributed.admin.system-monitor.interval": "10s",
    "distributed.admin.tick.interval": "1s",
    "distributed.worker.profile.enabled": False,
    "distributed.scheduler.active-memory-manager.start": False,
    "distributed.scheduler.work-stealing": False,
}


Workers = int | str  # how many processes on this machine, or the address of a scheduler with its own


def among(workers: Workers, most: int, device: str) -> Workers:
    """The workers that at most so many tasks keep busy; an accelerator is for one process of a machine."""
    if isinstance(workers, str):
        return workers
    several = device == "cpu" and "forkserver" in multiprocessing.get_all_start_methods()
    return min(workers, most) if several else 1


def usual(claims: int, effort: Effort) -> int:
    """How many processes a run has where nothing is asked for: one a core, up to `MOST`, if it is long.

    Starting them takes about 8 seconds of processor time, as long as a dozen claims of the quick profile.
    """
    return max(1, min(MOST, backends.cores(), claims * effort.batch // (EACH * Effort().batch)))


def spread(
    tasks: Sequence[Task],
    workers: Workers,
    write: Write,
    *,
    lost: Lost | None = None,
    tick: Callable[[], None] = lambda: None,
) -> None:
    """Runs every task, in this process or in several; `write` is called in this one only.

    Tasks that cannot be told to another process are done here, and refused for a scheduler. lost: told of a
    task that has ended two processes, in words; WorkerLost is raised without it. tick: called while
    nothing is heard. Raises what a task raises, and UnknownOption where no scheduler answers.
    """
    packed = _packed(tasks) if workers != 1 else None
    if packed:
        with _crew(workers) as client, client.as_current():
            _Crew(client, write, lost, tick).do(packed)
    elif isinstance(workers, str) and tasks:
        said = "a cluster cannot be told of a paper that no module holds."
        raise UnknownOption(f"{said} Put it into a module, or leave out --cluster.")
    else:
        _here(tasks, write)


def _here(tasks: Iterable[Task], write: Write) -> None:
    for task in tasks:
        _here(task(write) or (), write)


def _packed(tasks: Iterable[Task]) -> list[bytes] | None:
    """The tasks as another process can be told of them; None where one cannot."""
    try:
        return [pickle.dumps(task) for task in tasks]
    except Exception:  # whatever an argument's own methods raise
        return None


@contextmanager
def _crew(workers: Workers) -> Generator[Any]:
    """A client of the scheduler at an address, or of one with so many processes on this machine."""
    from dask import config

    import_module("distributed")  # first: what it adds to the settings would go with ours
    for name in ("distributed", "asyncio", "tornado"):  # what matters is raised; the rest is noise at the end
        logging.getLogger(name).setLevel(logging.CRITICAL)
    crew = _remote(workers) if isinstance(workers, str) else _local(workers)
    with config.set(SETTINGS), crew as client:
        yield client


@contextmanager
def _remote(address: str) -> Generator[Any]:
    from distributed import Client

    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as problem:
        said = f"no scheduler answers at {address!r} ({type(problem).__name__})."
        raise UnknownOption(f"{said} Give its address as `dask scheduler` prints it.") from None
    with client:
        told: Any = client.run(_surroundings)
        for worker, there in told.items():
            if there != _surroundings():
                said = f"worker {worker} of the cluster has {there}, and this process {_surroundings()}."
                raise UnknownOption(f"{said} Install the same on both.")
        yield client


def _surroundings() -> str:
    """What the numbers of a run depend on, in words."""
    from ntpcheck import __version__

    told = backends.environment() | {"ntpcheck": __version__}
    return ", ".join(f"{name} {value}" for name, value in told.items())


@contextmanager
def _local(count: int) -> Generator[Any]:
    """Processes forked from a server that has everything imported; only this machine can reach them."""
    from dask import config
    from distributed import Client, LocalCluster
    from distributed.utils import get_mp_context

    context: Any = get_mp_context()
    context.set_forkserver_preload(["ntpcheck.engine.warm"])
    with scratch() as folder, config.set({"temporary-directory": str(folder)}):
        local = LocalCluster(
            n_workers=count,
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            scheduler_kwargs={"dashboard": False, "dashboard_address": "127.0.0.1:0"},
            memory_limit=0,
            silence_logs=logging.CRITICAL,
        )
        with local, Client(local, set_as_default=False) as client:
            try:
                yield client
            finally:  # the tasks are done, or not wanted any more: there is nothing to wait for
                for nanny in local.workers.values():
                    nanny.close_gracefully()  # and it starts no other process
                    if nanny.pid:  # else it is about to start one, and will end that
                        with suppress(ProcessLookupError):
                            os.kill(nanny.pid, signal.SIGKILL)


class _Crew:
    """Keeps every process of a client at one task, in their order, and writes what each has told.

    Dask lays a dead process to all that was sent there: to a task, too, that only waited its turn behind the
    one that ended it. So a task that it gives up is tried anew at the end, with nothing else under way.
    """

    def __init__(self, client: Any, write: Write, lost: Lost | None, tick: Callable[[], None]) -> None:
        self.client, self.write, self.lost, self.tick = client, write, lost, tick
        self.waiting: deque[bytes] = deque()
        self.running: dict[Any, bytes] = {}
        self.doubted: deque[bytes] = deque()
        self.alone: Any = None  # the one that runs with nothing else under way

    def do(self, packed: Iterable[bytes]) -> None:
        self.waiting.extend(packed)
        while self.waiting or self.running or self.doubted:
            width = max(1, sum(self.client.nthreads().values()))
            while self.waiting and self.alone is None and len(self.running) < width:
                self._send(self.waiting.popleft())
            if not self.running:
                self.alone = self._send(self.doubted.popleft())
            for future in self._done():
                self._hear(future, self.running.pop(future))

    def _send(self, task: bytes) -> Any:
        future = self.client.submit(_errand, task, pure=False)
        self.running[future] = task
        return future

    def _done(self) -> list[Any]:
        from distributed import wait

        self.tick()
        try:
            waited: Any = wait([*self.running], timeout=PERIOD, return_when="FIRST_COMPLETED")
        except TimeoutError:
            return []
        return [future for future in self.running if future in waited.done]

    def _hear(self, future: Any, packed: bytes) -> None:
        from distributed.scheduler import KilledWorker

        alone, self.alone = future is self.alone, None
        try:
            told, more, raised = future.result()
        except KilledWorker:
            if not alone:
                self.doubted.append(packed)
                return
            task = pickle.loads(packed)
            said = f"{named(task)} has ended two worker processes"
            if self.lost is None:
                raise WorkerLost(f"{said}. Use --workers 1 to see how.") from None
            self.lost(task, said, self.write)
            return
        for event, fields in told:
            self.write(event, **fields)
        if raised is not None:
            raise raised
        self.waiting.extendleft(reversed(more))


def named(task: Task) -> str:
    """A task in words: the function's name, and the arguments that are words or numbers."""
    function = getattr(task, "func", task)
    told = [str(value) for value in getattr(task, "args", ()) if isinstance(value, str | int)]
    return " ".join([str(getattr(function, "__name__", "a task")).strip("_").replace("_", " "), *told])


def _errand(packed: bytes) -> tuple[list[tuple[str, dict[str, Any]]], list[bytes], BaseException | None]:
    """What a task writes, the tasks that it returns, and what it raises; done by a worker."""
    _settle()
    told: list[tuple[str, dict[str, Any]]] = []

    def write(event: str, **fields: Any) -> None:
        if event != PULSE:
            told.append((event, json.loads(json.dumps(fields, default=plain))))

    try:
        more = pickle.loads(packed)(write) or ()
        return told, [pickle.dumps(task) for task in more], None
    except BaseException as problem:
        return told, [], _sendable(problem)


def _sendable(problem: BaseException) -> BaseException:
    """The exception, or one of the same words where it cannot be sent."""
    try:
        pickle.dumps(problem)
        copy(problem)  # made anew from its arguments, as the other side will have to
    except Exception:  # whatever an exception's own methods raise
        return RuntimeError(f"{type(problem).__name__}: {problem}")
    return problem


@cache
def _settle() -> None:
    """Once in a worker: numbers as everywhere, and standard output is left to the process that writes."""
    backends.settle()
    # Hypothesis takes what Dask draws in another thread for a strategy's own.
    warnings.filterwarnings("ignore", "Do not use the `random` module")
    sys.stdout.flush()
    os.dup2(2, 1)
    sys.stdout = sys.stderr

"""Processes share the work of a run, and nothing of what they find depends on how many there are."""

from __future__ import annotations

import os
import signal
from functools import partial

import pytest

from ntpcheck.engine.workers import spread
from ntpcheck.errors import UnreadableFile, WorkerLost
from tests.engine.test_resume import histograms, run, told


def collected(tasks, workers):
    found = []
    spread(tasks, workers, lambda event, **fields: found.append((event, fields)))
    return found


def say(number, write):
    write("said", number=number, process=os.getpid())


def fail(problem, write):
    write("said", number=-1)
    raise problem


def test_a_run_of_several_processes_comes_to_the_same_summary(tmp_path):
    alone, shared = (run(tmp_path / str(n) / "journal.ndjson", workers=n) for n in (1, 3))
    assert told(shared) == told(alone)
    assert histograms(shared) == histograms(alone)
    assert [event["seq"] for event in shared.events] == list(range(len(alone.events)))


@pytest.mark.parametrize("workers", [1, 2, 9])
def test_every_task_is_done_once(workers):
    tasks = [partial(say, number) for number in range(7)]
    found = collected(tasks, workers)
    assert sorted(fields["number"] for _, fields in found) == list(range(7))
    others = {fields["process"] for _, fields in found} - {os.getpid()}
    assert (len(others) == 0) == (workers == 1)


class Unsendable(Exception):
    """Cannot be made anew from its arguments."""

    def __init__(self, here: int, there: int) -> None:
        super().__init__(here + there)


def test_what_cannot_be_sent_is_told_in_the_same_words():
    with pytest.raises(RuntimeError, match="Unsendable: 3"):
        collected([partial(fail, Unsendable(1, 2)), partial(say, 1)], 2)


LONG = UnreadableFile("torn " * 2**16)  # more than a pipe holds


@pytest.mark.parametrize(
    "problem", [UnreadableFile("torn"), LONG, KeyboardInterrupt("pressed")], ids=["short", "long", "ctrl-c"]
)
def test_what_a_task_raises_is_raised_here(problem):
    with pytest.raises(type(problem), match=str(problem)):
        collected([partial(fail, problem), partial(say, 1)], 2)


def test_a_process_that_is_killed_is_told_of():
    tasks = [lambda write: os.kill(os.getpid(), signal.SIGKILL), partial(say, 1)]
    with pytest.raises(WorkerLost, match="--workers 1"):
        collected(tasks, 2)


def test_what_raises_in_the_writer_ends_the_others():
    def refuse(event, **fields):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        spread([partial(say, number) for number in range(2)], 2, refuse)

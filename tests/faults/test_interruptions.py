"""Ctrl-C, SIGTERM, kill -9 and failing writes at points that a seed decides: nothing is lost or doubled."""

from __future__ import annotations

import errno
import os
import random
import signal
import sys
from collections.abc import Callable
from itertools import count as numbers
from pathlib import Path
from typing import Any, NoReturn

import pytest

from ntpcheck import __main__ as entry
from ntpcheck.engine import run
from ntpcheck.engine.journal import read_journal
from tests.faults.conftest import forked, journals, summary

ASK = ["verify", "--seed", "5", "--device", "cpu"]
GOOD = 0  # how the whole run ends
Count = Callable[[int, int], int]


@pytest.fixture
def whole(paper: Path, folder: Path) -> tuple[dict[str, object], int]:
    """The run that nothing disturbs: its summary, and how many Python functions it calls."""
    calls = [0]

    def counted(frame: object, event: str, _: object) -> None:
        calls[0] += event == "call"

    def noted() -> None:
        sys.setprofile(counted)

    said = folder / "calls"
    honest = entry.left_by

    def leave(code: int) -> NoReturn:
        sys.setprofile(None)
        said.write_text(str(calls[0]))
        honest(code)

    def prepare() -> None:
        entry.left_by = leave
        noted()

    assert forked(folder / "whole", ASK, prepare) == GOOD
    return summary(folder / "whole"), int(said.read_text())


def at_call(point: int, strike: Callable[[], None]) -> Callable[[], None]:
    """Strikes as the run calls its so-manieth function."""
    calls = numbers(1)

    def look(frame: object, event: str, _: object) -> None:
        if event == "call" and next(calls) == point:
            sys.setprofile(None)
            strike()

    return lambda: sys.setprofile(look)


def goes_on(folder: Path, whole: dict[str, object]) -> None:
    """The run that is there is resumed to the summary of the whole one, each claim with one verdict."""
    for journal in journals(folder):
        assert forked(folder, ["verify", "--resume", journal.parent.name]) == GOOD
        assert summary(folder) == whole
        verdicts = [e["claim"] for e in read_journal(journal) if e["event"] == "verdict"]
        assert len(verdicts) == len(set(verdicts)) == 2
    assert not list(folder.glob("reports/runs/*/.*"))


@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_run_leaves_with_2_and_goes_on(
    whole: tuple[dict[str, object], int], folder: Path, count: Count, number: signal.Signals
) -> None:
    chosen = random.Random(number.name)
    for attempt in range(count(3, 25)):
        here = folder / f"{number.name}-{attempt}"
        point = chosen.randrange(1, whole[1])
        code = forked(here, ASK, at_call(point, lambda: os.kill(os.getpid(), number)))
        said = (here / "err.txt").read_text()
        assert code == 2, (point, said)
        assert sum("interrupted" in line for line in said.splitlines()) == 1, (point, said)
        assert "Traceback" not in said
        goes_on(here, whole[0])


@pytest.mark.timeout(3600)
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_a_killed_run_goes_on(whole: tuple[dict[str, object], int], folder: Path, count: Count) -> None:
    chosen, most = random.Random("kill"), whole[1] * 19 // 20  # a run in a warm process makes fewer calls
    for attempt in range(count(10, 200)):
        here, point = folder / f"kill-{attempt}", chosen.randrange(1, most)
        code = forked(here, ASK, at_call(point, lambda: os.kill(os.getpid(), signal.SIGKILL)))
        assert code == -signal.SIGKILL, point
        for left in here.glob("reports/runs/*/.*"):
            left.unlink()  # a temporary file that nobody could remove
        goes_on(here, whole[0])


@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
@pytest.mark.share(2)
@pytest.mark.parametrize("code", [errno.EIO, errno.ENOSPC, errno.EROFS, errno.EMFILE])
def test_a_write_that_fails_is_one_line_and_the_run_goes_on(
    whole: tuple[dict[str, object], int], folder: Path, count: Count, code: int
) -> None:
    chosen = random.Random(code)
    for attempt in range(count(5, 50)):
        here, after = folder / f"{code}-{attempt}", chosen.randrange(1, 40)

        def fail(number: int = after) -> None:
            honest, calls = os.write, numbers(1)

            def write(handle: int, content: bytes) -> int:
                if handle > 2 and next(calls) >= number:
                    raise OSError(code, os.strerror(code))
                return honest(handle, content)

            os.write = write  # type: ignore[assignment]

        left = forked(here, ASK, fail)
        said = (here / "err.txt").read_text()
        if left == GOOD:  # it had fewer writes than that
            continue
        assert (left, os.strerror(code) in said, "Traceback" in said) == (4, True, False), said
        goes_on(here, whole[0])


@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_two_that_resume_one_run_write_each_verdict_once(
    whole: tuple[dict[str, object], int], folder: Path
) -> None:
    """The second comes as the first is at work: it is refused in one line, and writes nothing."""
    here, other, honest = folder / "both", folder / "other", run.conclude

    def instead(act: Callable[[], object]) -> Callable[[], None]:
        """Does that before each verdict."""

        def conclude(*told: Any) -> Any:
            act()
            return honest(*told)

        return lambda: setattr(run, "conclude", conclude)

    forked(here, ASK, instead(lambda: os.kill(os.getpid(), signal.SIGKILL)))
    (journal,) = journals(here)

    def second() -> None:
        code = forked(other, ["verify", "--resume", str(journal.parent)])
        (other / "code.txt").write_text(str(code))

    assert forked(here, ["verify", "--resume", journal.parent.name], instead(second)) == GOOD
    said = (other / "err.txt").read_text()
    assert (other / "code.txt").read_text() == "4", said
    assert "held by another process" in said
    assert said.count("\n") == 1
    goes_on(here, whole[0])

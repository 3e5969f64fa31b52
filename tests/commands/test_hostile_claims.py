"""A third party's claim may end its process or hang: it is BROKEN, and the others get their verdicts."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from ntpcheck.claim import Claim
from ntpcheck.engine import confined, isolation
from ntpcheck.engine.isolation import Whereabouts, apart, isolated
from ntpcheck.report.gate import timeless
from ntpcheck.report.record import gather
from tests.commands.conftest import Type
from tests.engine.toys import CLAIMS
from tests.report import events

HEAD = """
import ctypes, os, signal, sys
from ntpcheck.claim import Paper, claim
from ntpcheck.checks.compare import at_most
from tests.engine.toys import TOYS

def honest(data):
    return at_most(0 * data.W[..., 0, 0], data.W[..., 0, 0] ** 2, terms=2)
"""
CLAIM = """
@claim("hostile/{name}", cite="(1)", domain=TOYS)
def {name}(data, effort):
    "It is hostile."
    {line}
    return honest(data)
"""
LINES = {
    "first": "pass",
    "leaves": "os._exit(0)",
    "crashes": "ctypes.string_at(0)",
    "generator": "raise GeneratorExit('none')",
    "pressed": "raise KeyboardInterrupt('none')",
    "large": "bytearray(2**46)",
    "grows": "bytes(50 * 10**9)",
    "hangs": "signal.pause()",
    "prints": "print('{'); os.write(1, b'{')",
    "last": "pass",
}
SOUND = {"first", "prints", "last"}


def hostile(folder: Path, lines: dict[str, str]) -> None:
    claims = "".join(CLAIM.format(name=name, line=line) for name, line in lines.items())
    paper = f"PAPER = Paper('hostile', 'Hostile', ({', '.join(lines)},))\n"
    (folder / "hostile.py").write_text(HEAD + claims + paper)


@pytest.fixture(autouse=True)
def forgotten(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setattr(os, "_exit", os._exit)  # loading a third party's paper replaces it
    monkeypatch.delitem(sys.modules, "hostile", raising=False)
    # Two of one length, written in one second, would share their bytecode.
    monkeypatch.setattr(sys, "dont_write_bytecode", True)


def test_each_hostile_claim_is_broken_with_the_place_and_no_other(
    typed: Type,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    record_property: Callable[[str, object], None],
) -> None:
    record_property("times", len(LINES) - 2)  # the first and the last do nothing
    monkeypatch.setattr(isolation, "LONGEST", 10.0)
    monkeypatch.setattr(confined, "free_memory", lambda: 2**34)  # a larger machine would give 50 GB
    hostile(folder, LINES)
    answer = typed("verify", "hostile:PAPER", "--json", "--device", "cpu")
    found = {c["id"].partition("/")[2]: c for c in json.loads(answer.out)["claims"]}
    assert {name for name, claim in found.items() if claim["verdict"] == "SUPPORTED"} == SOUND
    broken = {name: claim["reason"] for name, claim in found.items() if name not in SOUND}
    assert {found[name]["verdict"] for name in broken} == {"BROKEN"}
    assert all(f"({name}, line " in reason for name, reason in broken.items()), broken
    assert broken["leaves"].startswith("left with status 0")
    assert broken["crashes"].startswith("ended by SIGSEGV")
    assert broken["large"].startswith("MemoryError")
    assert broken["grows"].startswith("MemoryError")
    assert broken["hangs"].startswith("no answer within 10 s")
    assert answer.code == 1


def test_a_module_that_ends_its_process_as_it_is_imported_is_one_line(typed: Type, folder: Path) -> None:
    for line in ("os._exit(0)", "ctypes.string_at(0)", "raise GeneratorExit", "raise SystemExit(0)"):
        (folder / "hostile.py").write_text(f"{HEAD}\n{line}\n")
        answer = typed("verify", "hostile:PAPER")
        assert (answer.code, answer.out) == (4, "")
        assert "does not import" in answer.err.splitlines()[-1]


def test_a_budget_ends_a_claim_that_hangs(typed: Type, folder: Path) -> None:
    """It has no verdict then, and is not BROKEN: a call may take a minute."""
    hostile(folder, {name: LINES[name] for name in ("first", "hangs")})
    answer = typed("verify", "hostile:PAPER", "--budget", "3s", "--device", "cpu")
    assert (answer.code, "out of time" in answer.err, "BROKEN" in answer.out) == (0, True, False)
    assert "2 skipped" in answer.out.splitlines()[-1]  # the two share a domain


def hang(_: object) -> None:
    signal.pause()


def test_a_call_that_does_not_come_back_is_ended_at_its_place() -> None:
    at = Whereabouts()

    def work(write: object) -> None:
        at.noting("claim mine", hang)(None)

    ended = isolated(work, lambda *_, **__: None, at, longest=0.0)
    assert ended is not None
    assert ended.where == "claim mine"
    assert ended.why.startswith("no answer within 0 s (hang, line ")


def test_what_a_tick_raises_ends_the_process() -> None:
    heard: list[int] = []

    def work(write: isolation.Write) -> None:
        write("born", process=os.getpid())
        signal.pause()

    def tick() -> None:
        if heard:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        isolated(work, lambda _, process: heard.append(process), Whereabouts(), tick)
    with pytest.raises(ProcessLookupError):
        os.kill(heard[0], 0)


def test_what_no_claim_has_ended_is_laid_to_all() -> None:
    told: dict[str, str] = {}

    def work(claims: tuple[Claim, ...], write: isolation.Write) -> None:
        os._exit(3)

    apart(CLAIMS[:2], work, lambda *_, **__: None, lambda claim, why: told.update({claim.id: why}))
    assert list(told) == [claim.id for claim in CLAIMS[:2]]
    assert all(why.startswith("left with status 3") for why in told.values())


def test_a_child_ends_when_its_parent_is_killed(tmp_path: Path) -> None:
    """The child writes its number and sleeps; the parent is killed as soon as it has heard of it."""
    note = tmp_path / "child"

    def work(write: isolation.Write) -> None:
        note.write_text(str(os.getpid()))
        write("born")
        signal.pause()

    parent = os.fork()
    if not parent:  # pragma: no cover - it is killed
        isolated(work, lambda *_: os.kill(os.getpid(), signal.SIGKILL), Whereabouts())
        os._exit(0)
    os.waitpid(parent, 0)
    child = Path(f"/proc/{note.read_text()}/status")
    while child.exists() and "State:\tZ" not in child.read_text():
        time.sleep(0.01)  # the test's own limit of time ends it where the child lives on


def test_a_verdict_that_the_clock_has_brought_is_not_accepted() -> None:
    told = events.events()
    verdict = next(event for event in told if event["event"] == "verdict")
    verdict |= {"verdict": "BROKEN", "reason": "no answer within 60 s (hang, line 3)"}
    record = gather(told)
    paper = next(row.claim["paper"] for row in record.rows if row.id == verdict["claim"])
    assert record.by_paper[paper][verdict["claim"]] == "BROKEN"
    assert timeless(record)[paper][verdict["claim"]] is None


SUITE = """
from ntpcheck.engine import confined, isolation
from ntpcheck.suite import suite
isolation.LONGEST = 10.0
from hostile import PAPER
test_claims = suite(PAPER)
def test_after(): assert False
"""


@pytest.mark.parametrize("options", [(), ("-n", "2")], ids=["alone", "xdist"])
def test_a_suite_goes_on_after_a_claim_that_leaves(folder: Path, options: tuple[str, ...]) -> None:
    hostile(folder, {name: line for name, line in LINES.items() if name not in {"grows", "prints"}})
    (folder / "test_hostile.py").write_text(SUITE)
    root = Path(__file__).parent.parent.parent
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options, "test_hostile.py"]
    paths = os.pathsep.join(map(str, (root, root / "properties", folder)))
    done = subprocess.run(
        words, capture_output=True, text=True, check=False, cwd=folder, env=os.environ | {"PYTHONPATH": paths}
    )
    assert done.returncode == 1
    assert "7 failed, 2 passed" in done.stdout.splitlines()[-1]


def test_a_hunt_goes_on_after_a_hostile_claim(
    typed: Type, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each is BROKEN with the place, and the others are hunted as ever."""
    monkeypatch.setattr(confined, "free_memory", lambda: 2**34)
    hostile(folder, LINES)
    asked = ("--paper", "hostile:PAPER", "--budget", "3s", "--json")
    for name in LINES:
        # A machine that is busy elsewhere may let an honest call wait for seconds.
        monkeypatch.setattr(isolation, "LONGEST", 2.0 if name == "hangs" else 60.0)
        answer = typed("hunt", f"hostile/{name}", *asked)
        (found,) = json.loads(answer.out)["hunts"]
        sound = name in SOUND
        assert (answer.code, found["verdict"]) == ((0, "SUPPORTED") if sound else (1, "BROKEN")), name
        assert sound or f"({name}, line " in found["reason"], (name, found["reason"])
        assert "Traceback" not in answer.err


def test_a_selftest_goes_on_after_a_hostile_claim(
    typed: Type, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(isolation, "LONGEST", 10.0)
    lines = {name: LINES[name] for name in ("first", "leaves", "crashes", "hangs", "last")}
    hostile(folder, lines)
    answer = typed("selftest", "--paper", "hostile:PAPER", "--profile", "quick", "--json", "--device", "cpu")
    found = {trial["id"].partition("/")[2]: trial for trial in json.loads(answer.out)["trials"]}
    assert {name for name, trial in found.items() if trial["outcome"] == "HOLDS"} == {"first", "last"}
    assert {found[name]["outcome"] for name in lines if name not in SOUND} == {"BROKEN"}
    assert all(f"({name}, line " in found[name]["reason"] for name in lines if name not in SOUND), found
    assert answer.code == 1

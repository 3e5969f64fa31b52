"""Third parties' code that reaches for what is not its own: it is laid to the claim, and no run is lost."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from ntpcheck.engine import isolation
from ntpcheck.engine.raised import place
from ntpcheck.errors import LONGEST_REASON
from tests.commands.conftest import Type
from tests.commands.test_hostile_claims import forgotten, hostile

__all__ = ["forgotten"]  # a fixture
ROOT = Path(__file__).parents[2]
LINES = {
    "first": "pass",
    "mute": "raise type('Mute', (Exception,), {'__str__': lambda self: 1 / 0})",
    "half": "raise ValueError(chr(0xD800))",
    "long": "raise ValueError('x' * 10**7)",
    "paints": "raise ValueError(chr(27) + '[2J' + chr(13) + 'SUPPORTED')",
    "base": "raise type('Own', (BaseException,), {})",
    "shows": "return type('Shows', (), {'__repr__': lambda self: 1 / 0, '__eq__': lambda *_: 1 / 0})()",
    "nothing": "return None",
    "nested": "exec('a = ' + '(' * 10**5)",
    "closes": "os.closerange(0, 256)",
    "scribbles": "[reached(os.write, n, b'hostile' * 9) for n in range(3, 64)]",
    "cuts": "[reached(os.ftruncate, n, 0) for n in range(3, 64)]",
    "orphans": "os.fork() or (signal.pause() and None); os._exit(5)",
    "breaks": "import json; json.dumps = None",
    "alarms": "signal.signal(signal.SIGALRM, signal.SIG_DFL); signal.setitimer(signal.ITIMER_REAL, 1e-6)",
    "asks": "sys.stdin.read(); input()",
    "resets": "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (0, 0))",
    "dies": "sys.modules.clear()",
    "threads": "import threading; threading.Thread(target=signal.pause).start()",
    "drops": "type('Drop', (), {'__del__': lambda self: 1 / 0})()",
    "moves": "os.chdir('/')",
    "forks": "os.fork() or (os.setsid(), open('left', 'a').write(f'{os.getpid()} '), signal.pause())",
    "mutes": "sys.stdout.close(); sys.stderr.close(); os.close(1); os.close(2)",
    "deafens": "signal.signal(signal.SIGTERM, signal.SIG_IGN); signal.signal(signal.SIGABRT, signal.SIG_IGN)",
    "splits": "os.fork()",
    "last": "pass",
}
REACHED = """
def reached(call, *arguments):
    try:
        call(*arguments)
    except OSError:
        pass
"""
EITHER = {"dies", "resets"}  # broken where something is imported or opened after them, sound where not
SOUND = {"first", "cuts", "threads", "drops", "moves", "forks", "deafens", "splits", "last"}


def test_what_a_claim_reaches_for_is_laid_to_it_alone_and_nothing_stays_behind(
    typed: Type,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    record_property: Callable[[str, object], None],
) -> None:
    record_property("times", len(LINES) - 2)  # the first and the last do nothing
    monkeypatch.setattr(isolation, "LONGEST", 20.0)
    hostile(folder, LINES)
    module = folder / "hostile.py"
    module.write_text(module.read_text().replace("def honest", REACHED + "def honest", 1))
    answer = typed("verify", "hostile:PAPER", "--json", "--device", "cpu")
    found = {c["id"].partition("/")[2]: c for c in json.loads(answer.out)["claims"]}
    assert list(found) == list(LINES)
    assert {name for name, claim in found.items() if claim["verdict"] == "SUPPORTED"} - EITHER == SOUND
    reasons = {name: claim["reason"] for name, claim in found.items() if claim["verdict"] != "SUPPORTED"}
    assert {found[name]["verdict"] for name in reasons} == {"BROKEN"}
    assert all(reason and reason.isprintable() and len(reason) < 700 for reason in reasons.values()), reasons
    assert reasons["orphans"].startswith("left with status 5 (orphans, line ")
    assert reasons["alarms"] == "ended by SIGALRM"
    assert answer.code == 1
    left = {int(pid) for pid in Path("left").read_text().split()}
    assert left
    assert not {pid for pid in left if Path(f"/proc/{pid}").exists()}


@pytest.mark.parametrize(("words", "said"), [
    (lambda: 1 / 0, "Own: ... ("), (lambda: "x" * 10**6, f"Own: {'x' * LONGEST_REASON}... ("),
    (lambda: "a\nb\x1b[1m", "Own: a b\\x1b[1m ("),
])  # fmt: skip
def test_a_reason_is_one_short_line_whatever_was_raised(words: Callable[[], str], said: str) -> None:
    own = type("Own", (Exception,), {"__str__": lambda _: words()})
    with pytest.raises(own) as raised:
        raise own
    assert place(raised.value).startswith(said)


def test_a_run_whose_folder_somebody_has_removed_ends_in_one_line(typed: Type, folder: Path) -> None:
    hostile(folder, {"first": "pass", "removes": "import shutil; shutil.rmtree('reports')"})
    answer = typed("verify", "hostile:PAPER", "--device", "cpu")
    assert answer.code == 4
    assert "somebody has removed it" in answer.err
    assert "Traceback" not in answer.err


REACHING = """
import os, signal, sys, threading, warnings
os.fork()
os.write(1, b"{")
os.chdir("/")
os.close(0)
sys.stdout.close()
os.close(1)
warnings.simplefilter("error")
signal.signal(signal.SIGINT, signal.SIG_IGN)
signal.signal(signal.SIGTERM, signal.SIG_IGN)
threading.Thread(target=threading.Event().wait).start()
"""


@pytest.mark.timeout(300)
def test_a_module_changes_nothing_of_the_process_that_imports_it(folder: Path) -> None:
    hostile(folder, {"first": "pass"})
    (folder / "hostile.py").write_text(REACHING + (folder / "hostile.py").read_text())
    paths = os.pathsep.join([str(ROOT), str(ROOT / "properties"), str(folder)])
    done = subprocess.run(
        [sys.executable, "-m", "ntpcheck", "verify", "hostile:PAPER", "--json", "--device", "cpu"],
        cwd=folder, env={**os.environ, "PYTHONPATH": paths}, capture_output=True, text=True, timeout=240,
    )  # fmt: skip
    assert [c["verdict"] for c in json.loads(done.stdout)["claims"]] == ["SUPPORTED"]
    assert (folder / "reports" / "runs").is_dir()
    assert "Traceback" not in done.stderr

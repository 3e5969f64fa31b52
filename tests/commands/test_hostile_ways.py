"""More ways in which a third party's claim may end, hang or fool a run, each in a domain of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from ntpcheck.engine import confined, isolation
from tests.commands.conftest import Type
from tests.commands.test_hostile_claims import HEAD, forgotten
from tests.commands.test_hostile_claims import hostile as shared

__all__ = ["forgotten"]  # a fixture
Note = Callable[[str, object], None]
ROOT = Path(__file__).parents[2]
IMPORTED = "import asyncio, builtins, gc, numpy, resource, threading, time, torch, warnings\n"
APART = "from dataclasses import replace\n"
CLAIM = """
@claim("hostile/{name}", cite="(1)", domain=replace(TOYS, name="toys of {name}"))
def {name}(data, effort):
    "It is hostile."
    {line}
    return honest(data)
"""
SOUND = "SUPPORTED"  # what it does is of no concern to anyone
WAYS = {  # what the claim does, and how its reason begins, or SOUND
    "aborts": ("os.abort()", "ended by SIGABRT (aborts, line "),
    "terminates": ("os.kill(os.getpid(), signal.SIGTERM)", "ended by SIGTERM"),
    "kills": ("os.killpg(0, signal.SIGKILL)", "ended by SIGKILL"),
    "becomes": ("os.execv('/bin/true', ['true'])", "left with status 0"),
    "quits": ("ctypes.CDLL(None).exit(0)", "left with status 0"),
    "exits": ("sys.exit(0)", "SystemExit: 0 (exits, line "),
    "wordless": (
        "sys.exit(type('T', (), {'__str__': lambda self: 1 / 0})())", "SystemExit: ... (wordless, line ",
    ),
    "behind": ("threading.Thread(target=os._exit, args=(0,)).start(); time.sleep(9)", "left with status 0"),
    "collects": ("gc.callbacks.append(lambda *_: os._exit(0)); gc.collect()", "left with status 0 ("),
    "traces": ("sys.setprofile(lambda *_: os._exit(0)); len('')", "left with status 0 ("),
    "deepens": ("sys.setrecursionlimit(10**9); f = lambda: f(); f()", ""),
    "recurses": ("f = lambda: f(); f()", "RecursionError: "),
    "spends": ("resource.setrlimit(resource.RLIMIT_CPU, (1, 1)); [0 for _ in iter(int, 1)]", "ended by SIG"),
    "groups": ("raise ExceptionGroup('many', [ValueError()] * 999)", "ExceptionGroup: many (999 "),
    "bases": ("raise BaseExceptionGroup('some', [KeyboardInterrupt()])", "BaseExceptionGroup: some "),
    "cancels": ("raise asyncio.CancelledError('none')", "CancelledError: none (cancels, line "),
    "circles": ("e = ValueError('me'); e.__cause__ = e; raise e", "ValueError: me (circles, line "),
    "counts": ("raise ValueError(10**9999)", "ValueError: ... (counts, line "),
    "named": ("raise type('A' + chr(27) + '[2J' + chr(10), (Exception,), {})", "A\\x1b[2J\\n: "),
    "warns": ("warnings.simplefilter('error'); warnings.warn('loud')", "UserWarning: loud ("),
    "unbuilds": ("builtins.len = None", ""),
    "unmakes": ("numpy.asarray = None", ""),
    "expands": ("return at_most(*[torch.zeros(1).expand(10**11)] * 2, terms=1)", ""),
    "shapes": ("return at_most(0 * data.W, data.W, terms=1)", ""),
    "foreign": ("data.W.to('cuda')", ""),
    "writes": ("data.W.zero_()", "Changed: it wrote into its instance"),
    "notes": ("data.embeddings[..., 0] = 1", "Changed: it wrote into its instance"),
    "interrupts": ("signal.raise_signal(signal.SIGINT)", SOUND),
    "masks": ("os.umask(0o777); os.nice(5); os.environ.clear()", SOUND),
    "spins_off": ("threading.active_count() > 4 or threading.Thread(target=signal.pause).start()", SOUND),
    "seeds": ("numpy.random.seed(0); torch.manual_seed(0)", SOUND),
}  # fmt: skip
HANGS = {
    "spins": "[0 for _ in iter(int, 1)]",
    "stops": "os.kill(os.getpid(), signal.SIGSTOP)",
    "locks": "it = threading.Lock(); it.acquire(); it.acquire()",
    "waits": "os.path.exists('pipe') or os.mkfifo('pipe'); open('pipe')",
}


def hostile(folder: Path, lines: dict[str, str], more: str = "") -> None:
    claims = "".join(CLAIM.format(name=name, line=line) for name, line in lines.items())
    paper = f"PAPER = Paper('hostile', 'Hostile', ({', '.join(lines)},))\n"
    (folder / "hostile.py").write_text(more + HEAD + IMPORTED + APART + claims + paper)


def verified(typed: Type, workers: str = "1") -> dict[str, tuple[str, str]]:
    """Verdict and reason of each claim."""
    answer = typed("verify", "hostile:PAPER", "--json", "--device", "cpu", "--workers", workers)
    assert answer.code == 1
    assert "Traceback" not in answer.err
    told = json.loads(answer.out)["claims"]
    return {c["id"].partition("/")[2]: (c["verdict"], c["reason"]) for c in told}


def test_each_way_is_laid_to_its_claim(
    typed: Type, folder: Path, monkeypatch: pytest.MonkeyPatch, record_property: Note, *, nightly: bool
) -> None:
    """Every second way, some of each kind; all with --faults=nightly."""
    ways = dict(list(WAYS.items())[:: 1 if nightly else 2])
    record_property("times", len(ways))
    monkeypatch.setattr(isolation, "LONGEST", 60.0)  # none of these hangs; a busy machine takes its time
    monkeypatch.setattr(confined, "free_memory", lambda: 2**31)
    hostile(folder, {name: line for name, (line, _) in ways.items()})
    found = verified(typed)
    assert list(found) == list(ways)
    for name, (_, said) in ways.items():
        verdict, reason = found[name]
        assert verdict == ("SUPPORTED" if said is SOUND else "BROKEN"), (name, found[name])
        assert said is SOUND or (reason.startswith(said) and reason.isprintable() and reason), (name, reason)


def test_each_way_to_hang_is_ended(
    typed: Type, folder: Path, monkeypatch: pytest.MonkeyPatch, record_property: Note
) -> None:
    record_property("times", len(HANGS))
    monkeypatch.setattr(isolation, "LONGEST", 3.0)
    hostile(folder, HANGS)
    found = verified(typed)
    assert list(found) == list(HANGS)
    assert {verdict for verdict, _ in found.values()} == {"BROKEN"}
    assert all(reason.startswith("no answer within 3 s") for _, reason in found.values()), found


@pytest.mark.parametrize("names", [("writes", "sees"), ("sees", "writes")])
def test_no_claim_sees_what_another_has_written(typed: Type, folder: Path, names: tuple[str, ...]) -> None:
    """W = 0 is false, and would hold on instances that a claim of the same domain has cleared."""
    corner = "data.W[..., 0, 0]"
    said = {"writes": "data.W.zero_()", "sees": f"return at_most({corner} ** 2, 0 * {corner}, terms=2)"}
    shared(folder, {name: said[name] for name in names})
    found = verified(typed)
    assert found["sees"][0] == "SUSPECT"
    assert found["writes"][0] == "BROKEN"
    assert found["writes"][1].startswith("Changed: it wrote into its instance")


MODULES = {  # what a module does as it is imported, and what is said of it
    "grows": ("rows = []\nwhile True: rows.append(bytes(2**24))", "does not import: MemoryError: ."),
    "large": ("bytes(50 * 10**9)", "does not import: MemoryError: ."),
    "asks": ("open(0).read() or 1 / 0", "does not import: ZeroDivisionError: division by zero."),
    "hangs": ("signal.pause()", "does not import: its module gives no answer within 2 s (<module>, line "),
    "stops": ("os.kill(os.getpid(), signal.SIGSTOP)", "import: its module gives no answer within 2 s"),
    "kills": ("os.killpg(0, 9)", "does not import: its module ended by SIGKILL"),
    "leaves": ("os._exit(0)", "does not import: its module left with status 0 (<module>, line "),
    "becomes": ("os.execv('/bin/true', ['true'])", "does not import: its module left with status 0"),
    "exits": ("raise SystemExit(0)", "does not import: SystemExit: 0."),
    "generates": ("raise GeneratorExit", "does not import: GeneratorExit: ."),
    "bases": ("raise type('Own', (BaseException,), {})", "does not import: Own: ."),
    "paints": ("raise type(chr(27) + 'A', (Exception,), {})(chr(13))", "does not import: \\x1bA: ."),
    "mute": ("raise type('A', (Exception,), {'__str__': lambda self: 1 / 0})", "does not import: A: ...."),
    "long": ("raise ValueError('x' * 10**7)", "does not import: ValueError: xxx"),
    "empty": ("Paper = None", "does not import: TypeError: "),
}


def test_each_module_that_does_not_import_is_one_line(
    typed: Type, folder: Path, monkeypatch: pytest.MonkeyPatch, record_property: Note
) -> None:
    record_property("times", len(MODULES))
    monkeypatch.setattr(isolation, "LONGEST", 2.0)
    monkeypatch.setattr(confined, "free_memory", lambda: 2**30)
    for name, (line, said) in MODULES.items():
        hostile(folder, {"first": "pass"})
        (folder / "hostile.py").write_text(f"{HEAD}\n{line}\nPAPER = Paper('hostile', 'Hostile')\n")
        answer = typed("verify", "hostile:PAPER")
        assert (answer.code, answer.out) == (4, ""), (name, answer)
        last = answer.err.splitlines()[-1]
        assert said in last, (name, last)
        assert last.isprintable(), name
        assert len(last) < 900, name
        assert "hostile" not in sys.modules, name


SUITES = {
    "a module": ("from ntpcheck.suite import suite\nfrom hostile import PAPER\ntest_it = suite(PAPER)\n", ()),
    "its name": ("from ntpcheck.suite import suite\ntest_it = suite('hostile:PAPER')\n", ()),
    "workers": ("from hostile import PAPER\n", ("-n", "1")),
}


@pytest.mark.parametrize("way", SUITES)
def test_a_suite_whose_paper_leaves_as_it_is_imported_does_not_pass(folder: Path, way: str) -> None:
    source, options = SUITES[way]
    (folder / "hostile.py").write_text("import os\nos._exit(0)\n")
    (folder / "test_hostile.py").write_text(f"{source}def test_after(): assert True\n")
    paths = os.pathsep.join(map(str, (ROOT, ROOT / "properties", folder)))
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options, "test_hostile.py"],
        capture_output=True, text=True, check=False, cwd=folder, env=os.environ | {"PYTHONPATH": paths},
    )  # fmt: skip
    assert done.returncode in (1, 2), done  # xdist leaves with 1
    said = "does not import" if way == "its name" else "a module leaves with os._exit(0) as it is imported"
    assert said in done.stdout
    assert "1 error" in done.stdout


def test_a_claim_that_kills_whoever_runs_it_is_named_where_workers_do(typed: Type, folder: Path) -> None:
    """One that kills the process which began it ends a run of one, and no more than a task of several."""
    hostile(folder, {"first": "pass", "kills": "os.kill(os.getppid(), signal.SIGKILL)", "last": "pass"})
    found = verified(typed, "2")
    assert found["kills"] == ("BROKEN", "look apart has ended two worker processes")
    assert [found[name][0] for name in ("first", "last")] == ["SUPPORTED"] * 2


RULES = """
from ntpcheck.suite import conformance
from hostile import PAPER
test_rules = conformance(PAPER)
def test_after(): assert True
"""


def test_the_rules_of_checkers_are_tried_where_one_may_leave(folder: Path) -> None:
    lines = {"leaves": "os._exit(0)", "raises": "raise GeneratorExit('none')", "writes": "data.W.zero_()"}
    shared(folder, {"first": "return at_most(0 * data.p, data.p, terms=2, axes=2)", **lines})
    (folder / "test_hostile.py").write_text(RULES)
    paths = os.pathsep.join(map(str, (ROOT, ROOT / "properties", folder)))
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_hostile.py"],
        capture_output=True, text=True, check=False, cwd=folder, env=os.environ | {"PYTHONPATH": paths},
    )  # fmt: skip
    assert done.returncode == 1
    assert "3 failed, 2 passed" in done.stdout.splitlines()[-1], done.stdout
    assert "hostile/leaves: left with status 0 (leaves, line " in done.stdout
    assert "hostile/raises: GeneratorExit: none (raises, line " in done.stdout
    assert "hostile/writes: Changed: it wrote into its instance" in done.stdout


@pytest.mark.parametrize("asked", ["verify hostile:PAPER", "hunt hostile/first --paper hostile:PAPER"])
def test_an_import_that_hangs_ends_with_the_budget(typed: Type, folder: Path, asked: str) -> None:
    hostile(folder, {"first": "pass"})
    (folder / "hostile.py").write_text(f"{HEAD}\nsignal.pause()\nPAPER = Paper('hostile', 'Hostile')\n")
    answer = typed(*asked.split(), "--budget", "1s")
    assert (answer.code, answer.out) == (4, "")
    assert "its module gives no answer within 1 s (<module>, line " in answer.err.splitlines()[-1]

"""Ctrl-C at any time, and a run that goes on after it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ntpcheck.engine import run
from tests.commands.conftest import Type

ROOT = Path(__file__).parent.parent.parent
RUNS = Path("reports") / "runs"


AT_AN_IMPORT = """
class Press:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name == {module!r}:
            sys.meta_path.remove(Press)
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Press)
"""
AT_A_COLLECTION = """
def press(phase, info):
    if "ntpcheck.cli" in sys.modules:
        gc.callbacks.remove(press)
        os.kill(os.getpid(), signal.SIGINT)
gc.callbacks.append(press)
"""


def pressed(when: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """`python -m ntpcheck verify`, with Ctrl-C at a certain time."""
    code = f"""
import gc, os, runpy, signal, sys
{when}
sys.argv = ["ntpcheck", "verify", "tests.engine.toys:PAPER", "toy/identity"]
runpy.run_module("ntpcheck", run_name="__main__")
"""
    paths = os.pathsep.join([str(ROOT), str(ROOT / "properties")])
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True, text=True, check=False, cwd=folder,
        env=os.environ | {"PYTHONPATH": paths, "HOME": str(folder), "XDG_CACHE_HOME": str(folder / "cache")},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("module", "last"),
    [
        ("ntpcheck.cli", "ntpcheck: interrupted"),
        ("click", "ntpcheck: interrupted"),
        ("torch", "ntpcheck: interrupted before anything was checked"),
        ("ntpcheck.engine.run", "ntpcheck: interrupted after 0 of 1 claims: "),
        ("hypothesis.internal.conjecture.engine", "ntpcheck: interrupted before anything was checked"),
        ("ntpcheck.report.page.html", "ntpcheck: interrupted after 1 of 1 claims: "),
    ],
)
def test_ctrl_c_during_an_import_leaves_with_2_and_one_line(tmp_path: Path, module: str, last: str) -> None:
    done = pressed(AT_AN_IMPORT.format(module=module), tmp_path)
    assert done.returncode == 2, done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
    assert done.stderr.startswith(last)
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / ".hypothesis").exists()


def test_ctrl_c_while_memory_is_collected_is_heard_later(tmp_path: Path) -> None:
    """It cannot be raised there, and the run ends all the same without a second one."""
    done = pressed(AT_A_COLLECTION, tmp_path)
    assert done.returncode == 2
    assert [line for line in done.stderr.splitlines() if "interrupted" in line] == done.stderr.splitlines()
    assert done.stderr.count("\n") == 1


def folder_of_run() -> Path:
    (found,) = RUNS.iterdir()
    return found


@pytest.mark.usefixtures("paper")
def test_an_interrupted_run_resumes_to_the_same_summary(
    typed: Type, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    whole = json.loads(typed("verify", "--json", "--seed", "5").out)
    (before,) = RUNS.iterdir()
    before.rename(tmp_path / "whole")
    honest = run.conclude

    def once(tally: object, *rest: object) -> object:
        if getattr(tally, "claim").id == "toy/softmax-floor":  # noqa: B009
            raise KeyboardInterrupt
        return honest(tally, *rest)  # pyright: ignore[reportArgumentType]

    monkeypatch.setattr(run, "conclude", once)
    answer = typed("verify", "--seed", "5")
    name = folder_of_run().name
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert f"verify --resume {name}" in answer.err
    monkeypatch.setattr(run, "conclude", honest)
    again = json.loads(typed("verify", "--resume", name, "--json").out)
    for document in (whole, again):
        document.pop("timing")
    assert again == whole


@pytest.mark.usefixtures("paper")
def test_ctrl_c_before_the_engine_has_begun_is_no_unreadable_run(
    typed: Type, monkeypatch: pytest.MonkeyPatch
) -> None:
    def press(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(run, "verify", press)
    answer = typed("verify")
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert "interrupted after 0 of 2 claims" in answer.err


@pytest.mark.usefixtures("paper")
def test_a_checker_that_leaves_is_broken(typed: Type, folder: Path) -> None:
    (folder / "leaving.py").write_text(
        "from ntpcheck.claim import Paper, claim\nfrom tests.engine.toys import TOYS\n"
        "@claim('leaving/one', cite='(1)', domain=TOYS)\ndef one(data, effort):\n"
        "    'It leaves.'\n    raise SystemExit(3)\nPAPER = Paper('leaving', 'Leaving', (one,))\n"
    )
    answer = typed("verify", "leaving:PAPER")
    assert answer.code == 1
    assert "BROKEN" in answer.out


@pytest.mark.usefixtures("paper")
def test_what_resume_takes_from_the_run_is_refused_beside_it(typed: Type) -> None:
    typed("verify", "toy/identity")
    for given in (["toy/identity"], ["--seed", "2"], ["--profile", "ci"]):
        answer = typed("verify", "--resume", folder_of_run().name, *given)
        assert (answer.code, answer.err.count("\n")) == (4, 1)
        assert "from the run" in answer.err


@pytest.mark.usefixtures("paper")
def test_a_run_of_other_claims_is_not_continued(typed: Type, monkeypatch: pytest.MonkeyPatch) -> None:
    typed("verify", "toy/identity")
    honest = run._entry
    monkeypatch.setattr(run, "_entry", lambda *told: honest(*told) | {"statement": "new"})
    answer = typed("verify", "--resume", folder_of_run().name)
    assert (answer.code, answer.err.count("\n")) == (4, 1)
    assert "cannot be continued" in answer.err


def test_a_run_without_settings_is_not_continued(typed: Type, folder: Path) -> None:
    (folder / "journal.ndjson").write_text("")
    answer = typed("verify", "--resume", ".")
    assert answer.code == 4
    assert "Start a new one" in answer.err

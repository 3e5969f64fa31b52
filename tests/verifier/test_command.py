"""The command: a bare interpreter is enough, and the exit status says what happened."""

from __future__ import annotations

import json
import runpy
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ntpcheck.verifier import __main__ as verifier
from tests.verifier.examples import GOOD, ONE, document

WRONG = document(ONE, {"kind": "positivity", "context": 0, "token": 0})


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    """An accepted, a rejected and an unreadable file."""
    for name, made in (("good", GOOD["kkt"]), ("wrong", WRONG), ("broken", {})):
        (tmp_path / name).write_text(json.dumps(made))
    return [str(tmp_path / name) for name in ("good", "wrong", "broken")]


def bare(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-I", "-S", verifier.__file__, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd="/")


def test_it_runs_in_a_bare_interpreter(files: list[str]) -> None:
    ended = bare(files[0])
    assert ended.returncode == 0
    assert ended.stdout.splitlines()[0] == f"{files[0]}: ACCEPTED"
    assert not ended.stderr


def test_it_needs_nothing_that_is_installed(files: list[str]) -> None:
    code = (
        "import sys, runpy; sys.argv = ['x', sys.argv[2]]\n"
        "try: runpy.run_path(%r, run_name='__main__')\n"
        "except SystemExit as end: assert end.code == 0\n"
        "found = {m.split('.')[0] for m in sys.modules} - sys.stdlib_module_names\n"
        "assert found <= {'__main__', 'sitecustomize'}, found"
    )
    ended = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code % verifier.__file__, "-", files[0]], check=False
    )
    assert ended.returncode == 0


def test_it_prints_its_own_path(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert bare("--where").stdout == f"{Path(verifier.__file__).resolve()}\n"
    monkeypatch.setattr(sys, "argv", ["ntpcheck-verifier", "--where"])
    with pytest.raises(SystemExit, match="0"):
        runpy.run_path(verifier.__file__, run_name="__main__")
    assert capsys.readouterr().out == f"{Path(verifier.__file__).resolve()}\n"


def test_the_worst_file_decides_the_exit_status(files: list[str]) -> None:
    good, wrong, broken = files
    assert verifier.main([good, good]) == 0
    assert verifier.main([good, wrong]) == 1
    assert verifier.main([wrong, broken, good]) == 4


def test_json_is_one_document(files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert verifier.main(["--json", *files]) == 4
    found = json.loads(capsys.readouterr().out)
    assert [entry["outcome"] for entry in found] == ["ACCEPTED", "REJECTED", "UNREADABLE"]
    assert [entry["file"] for entry in found] == files
    assert found[1]["lines"][0] == "claim       linear/example: Something is so."
    assert found[1]["reason"] == "some [j, v, c] has v not outside S_j"
    assert found[2]["lines"] == []


def test_patience_buys_arithmetic(tmp_path: Path) -> None:
    path = tmp_path / "file.json"
    embeddings = [[(j * k * k + j + 1) % 97 for k in range(30)] for j in range(30)]
    made = document(
        ONE | {"embeddings": embeddings, "counts": [[1]] * 30}, GOOD["member"]["certificate"], full_rank={}
    )
    path.write_text(json.dumps(made))
    assert verifier.examined(str(path), 1000)["reason"].endswith("(--patience=N allows N times as much)")
    assert verifier.main(["--patience=3", str(path)]) in (0, 1)


@pytest.mark.parametrize(
    "arguments",
    [[], ["--json"], ["--jsn", "x"], ["--patience", "x"], ["--patience=0", "x"], ["--where", "--json"]],
)
def test_a_wrong_call_says_how(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert verifier.main(arguments) == 4
    out, err = capsys.readouterr()
    assert not out
    assert err.startswith("usage: ")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "there is no file of that name"),
        ("{}", "it lacks or misnames 'schema_version'"),
        ('{"schema_version": 1, "instance": {"type": "Datset"}}', "it lacks or misnames 'Datset'"),
        ("", "it is not JSON: Expecting value: line 1 column 1 (char 0)"),
        ("[]", "it cannot be read: list indices must be integers or slices, not str"),
        ('{"schema_version": 2}', "its schema_version is not 1"),
        (" " * (verifier.FILE_LIMIT + 1), f"it has more than {verifier.FILE_LIMIT} bytes"),
    ],
)
def test_what_cannot_be_read_is_one_line_for_people(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str | None, said: str
) -> None:
    path = tmp_path / "file.json"
    if content is not None:
        path.write_text(content)
    assert verifier.main([str(path)]) == 4
    assert capsys.readouterr().out == f"{path}: UNREADABLE: {said}\n"
    assert verifier.main([str(tmp_path)]) == 4
    assert "there is no file of that name" in capsys.readouterr().out


def test_a_closed_pipe_ends_the_command_without_a_traceback(files: list[str]) -> None:
    ended = subprocess.run(
        ["bash", "-c", f"{sys.executable} -I -S {verifier.__file__} {f'{files[0]} ' * 200} | head -1"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (ended.stderr, ended.stdout) == ("", f"{files[0]}: ACCEPTED\n")


def test_only_a_command_of_its_own_changes_signals(files: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    changed: list[Any] = []
    monkeypatch.setattr(signal, "signal", lambda *given: changed.append(given))
    assert verifier.main(files[:1]) == 0
    assert changed == []
    monkeypatch.setattr(sys, "argv", ["ntpcheck-verifier", files[0]])
    assert verifier.main() == 0
    assert changed == [(number, signal.SIG_DFL) for number in (signal.SIGINT, signal.SIGPIPE)]


def test_help_is_no_mistake(capsys: pytest.CaptureFixture[str]) -> None:
    assert verifier.main(["--help"]) == 0
    assert capsys.readouterr().err.startswith("usage: ")


def test_a_verdict_costs_the_same_everywhere(files: list[str]) -> None:
    """The allowance is counted in operations, so a second run spends exactly what the first one did."""
    spent = []
    for _ in range(2):
        verifier.examined(files[0], verifier.WORK_LIMIT)
        spent.append(verifier.WORK[0])
    assert spent[0] == spent[1] < verifier.WORK_LIMIT

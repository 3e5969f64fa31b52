"""Bad input: one line with the value, the rule and the way out, exit code 4, and no traceback."""

from __future__ import annotations

import errno
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest

import ntpcheck
from ntpcheck import backends, cli
from ntpcheck.errors import UnknownOption
from ntpcheck.report import catalogue
from tests.commands.conftest import Type
from tests.report import events

MISTAKES = {
    "unknown command": ("verfy",),
    "far from any command": ("xyzzy",),
    "unknown option": ("verify", "--profil", "quick"),
    "wrong profile": ("verify", "--profile", "quik"),
    "wrong device": ("verify", "--device", "tpu"),
    "seed is no number": ("verify", "--seed", "one"),
    "negative seed": ("verify", "--seed", "-1"),
    "budget without a unit": ("verify", "--budget", "10"),
    "unknown claim": ("verify", "toy/identty"),
    "unknown claim to show": ("show", "toy/identty"),
    "no workers": ("verify", "--workers", "0"),
    "unknown run to resume": ("verify", "--resume", "nope"),
    "misspelt option": ("claims", "--jsno"),
    "no claim to show": ("show",),
    "too many arguments": ("show", "toy/identity", "more"),
    "no shell": ("completion",),
    "paper that is no module": ("verify", "no_such_module:PAPER"),
    "paper without a module": ("verify", ":PAPER"),
    "paper that is no paper": ("verify", "toy_paper:Path"),
    "paper that is not there": ("claims", "toy_paper:OTHER"),
    "module for a claim": ("verify", "toy_paper"),
    "module's claim without its paper": ("show", "toy_paper/identity"),
    "paper for a claim": ("show", "toy_paper:PAPER"),
    "paper for a claim to hunt": ("hunt", "toy_paper:PAPER"),
    "module for a paper": ("show", "toy/identity", "--paper", "toy_paper"),
    "nothing for a claim": ("verify", ""),
    "folder for a claim": ("verify", "."),
    "claim of a paper that is not installed": ("show", "mine/support"),
    "file for a module": ("verify", "my_paper.py:PAPER"),
    "paper misspelt": ("claims", "toy_paper:PAPERS"),
    "run that is not there": ("report", "20200101-000000-0-quick"),
    "no run at all": ("gate",),
    "name that is no module's": ("new", "my-paper"),
    "shell that is not known": ("completion", "tcsh"),
    "unknown subcommand": ("config", "shw"),
    "data that is not there": ("diagnose", "data.json"),
    "text that is not there": ("diagnose", "data.txt"),
    "data without a format": ("diagnose", "notes.txt"),
    "unknown claim to hunt": ("hunt", "toy/identty"),
    "unknown assumption": ("hunt", "toy/identity", "--drop", "separable"),
    "drops that exclude each other": ("hunt", "toy/identity", "--drop", "separable", "--all-drops"),
    "unknown target": ("reproduce", "toy/fig-1"),
    "no target": ("reproduce",),
    "unknown paper to test": ("selftest", "--paper", "toys"),
}


@pytest.mark.usefixtures("paper")
def test_every_mistake_gets_one_line_and_exit_code_4(typed: Type, golden: Callable[[str, str], None]) -> None:
    said: list[str] = []
    Path("notes.txt").write_text("the cat sat")
    for mistake, arguments in MISTAKES.items():
        answer = typed(*arguments)
        assert (answer.code, answer.out, answer.err.count("\n")) == (4, "", 1), mistake
        assert "Traceback" not in answer.err
        said.append(f"# {mistake}: ntpcheck {' '.join(arguments)}\n{answer.err}")
    golden("commands/errors.txt", "\n".join(said))


def test_first_parts_of_ids_are_suggested_too(typed: Type) -> None:
    for name in ("linear/lemma1", "Linear/lemma-1", "lemma-1", "linear/lema-1/"):
        said = typed("claims", name)
        assert (said.code, said.err) == (
            4,
            f"ntpcheck: no claim {name.rstrip('/')!r}. Did you mean linear/lemma-1?\n",
        )
    assert typed("claims", "linear/lemma-1/").out == typed("claims", "linear/lemma-1").out


@pytest.mark.usefixtures("paper")
def test_no_run_begins_on_a_device_that_is_not_there(
    typed: Type, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(_: str) -> None:
        raise UnknownOption("no such device. Use another.")

    monkeypatch.setattr(backends, "device", missing)
    assert typed("verify").code == 4
    assert not (folder / "reports").exists()


@pytest.mark.usefixtures("paper")
def test_a_glob_that_selects_nothing_leaves_with_5(typed: Type) -> None:
    for command in ("verify", "claims"):
        answer = typed(command, "nothing/*")
        assert (answer.code, answer.out, answer.err) == (
            5,
            "",
            "ntpcheck: nothing selected by 'nothing/*'. `python -m ntpcheck claims` lists the ids.\n",
        )


def test_a_paper_that_does_not_import_is_named_with_its_error(typed: Type, folder: Path) -> None:
    (folder / "torn.py").write_text("PAPER = (")
    answer = typed("verify", "torn:PAPER")
    assert answer.code == 4
    assert answer.err.startswith("ntpcheck: paper 'torn:PAPER' does not import: SyntaxError: ")
    assert answer.err.count("\n") == 1


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("import sys; sys.exit(9)", "SystemExit: 9. Mend the module: `python -c 'import odd'` shows where."),
        (
            "from ntpcheck.errors import InvalidClaim\nraise InvalidClaim('Two ids. Rename one.')",
            "Two ids. Rename one.",
        ),
    ],
)
def test_a_paper_whose_code_leaves_or_objects_is_one_line(
    typed: Type, folder: Path, code: str, said: str
) -> None:
    (folder / "odd.py").write_text(code)
    answer = typed("verify", "odd:PAPER")
    assert (answer.code, answer.err) == (4, f"ntpcheck: paper 'odd:PAPER' does not import: {said}\n")


def test_without_any_paper_the_way_out_is_named(typed: Type, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "installed", dict)
    for command in ("claims", "verify"):
        answer = typed(command)
        assert answer.code == 4
        assert "module:PAPER" in answer.err


@pytest.mark.parametrize("damage", ["", "{}", '{"event": "end", "crc": "0"}\n{"event": "end", "crc": "0"}\n'])
def test_a_damaged_journal_is_one_line(typed: Type, folder: Path, damage: str) -> None:
    (folder / "journal.ndjson").write_text(damage)
    for command in ("report", "gate"):
        answer = typed(command, ".")
        assert (answer.code, answer.err.count("\n")) == (4, 1)


def test_a_damaged_baseline_is_one_line(typed: Type, folder: Path, paper: Path) -> None:
    events.write(folder / "reports" / "runs" / "one")
    (folder / "reports" / "baseline.json").write_text("{")
    answer = typed("gate", "one")
    assert (answer.code, answer.err.count("\n")) == (4, 1)


def _failing(error: BaseException) -> Callable[..., int]:
    def main(*_: object, **__: object) -> int:
        raise error

    return main


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (KeyboardInterrupt(), 2, "ntpcheck: interrupted\n"),
        (click.Abort(), 2, "ntpcheck: interrupted\n"),
        (
            RuntimeError("a\nb"),
            3,
            "ntpcheck: internal error: RuntimeError: a b. NTPCHECK_DEBUG=1 shows the traceback\n",
        ),
        (
            OSError(errno.ENOSPC, "No space left on device"),
            4,
            "ntpcheck: the output cannot be written: no space is left. Make room, and run it again.\n",
        ),
    ],
)
def test_other_endings_have_their_own_codes(
    typed: Type, monkeypatch: pytest.MonkeyPatch, error: BaseException, code: int, said: str
) -> None:
    monkeypatch.setattr(cli.entry, "main", _failing(error))
    answer = typed("claims")
    assert (answer.code, answer.err) == (code, said)


def test_debugging_shows_the_traceback(typed: Type, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli.entry, "main", _failing(RuntimeError("deep")))
    monkeypatch.setenv("NTPCHECK_DEBUG", "1")
    answer = typed("claims")
    assert answer.code == 3
    assert "Traceback" in answer.err


def test_a_reader_that_leaves_early_is_no_error() -> None:
    command = f"{sys.executable} -m ntpcheck verify --help | true"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert done.stderr == ""


def test_a_reader_that_leaves_in_the_middle_ends_the_command_as_a_closed_pipe_does() -> None:
    command = f"set -o pipefail; {sys.executable} -m ntpcheck claims | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr, done.stdout.count("\n")) == (141, "", 1)


def test_a_name_the_package_does_not_have_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Datset'"):
        getattr(ntpcheck, "Datset")  # noqa: B009
    assert all(getattr(ntpcheck, name) is not None for name in ntpcheck.__all__)
    assert {*ntpcheck.__all__, "__version__"} == set(dir(ntpcheck))

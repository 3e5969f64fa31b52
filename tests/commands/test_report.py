"""`report` writes what is asked for, beside the journal."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands.conftest import Type
from tests.report import events

FILES = {
    "--html": ["index.html"],
    "--markdown": ["report.md"],
    "--latex": ["claims.tex"],
    "--junit": ["junit.xml"],
    "--observations": ["observations.ndjson"],
    "--github": ["summary.md", "annotations.txt"],
}


@pytest.mark.usefixtures("paper")
@pytest.mark.parametrize("option", FILES)
def test_each_format_is_written_alone(typed: Type, folder: Path, option: str) -> None:
    home = events.write(folder / "reports" / "runs" / "one")
    answer = typed("report", "one", option)
    assert (answer.code, answer.err) == (0, "")
    assert [Path(line).name for line in answer.out.splitlines()] == FILES[option]
    assert {path.name for path in home.iterdir()} == {"journal.ndjson", *FILES[option]}


def test_a_terminal_without_utf_8_gets_the_words(folder: Path) -> None:
    events.write(folder / "run")
    plain = os.environ | {"PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "ntpcheck", "report", "run"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder, env=plain)
    assert (done.returncode, done.stderr) == (0, "")
    assert " REFUTED " in done.stdout


@pytest.mark.usefixtures("paper")
def test_formats_add_up(typed: Type, folder: Path) -> None:
    home = events.write(folder / "reports" / "runs" / "one")
    answer = typed("report", *FILES, "--json")
    assert answer.code == 0
    assert answer.out.startswith("{")
    assert len(list(home.iterdir())) == 2 + sum(map(len, FILES.values()))


@pytest.mark.usefixtures("paper")
def test_findings_need_no_run(typed: Type, folder: Path) -> None:
    answer = typed("report", "--findings")
    assert (answer.code, answer.out) == (0, "FINDINGS.md\n")
    said = (folder / "FINDINGS.md").read_text()
    assert "| stated | 2 | 1 | 1 |" in said
    assert "`softmax-floor` *not perturbed*: no reason is recorded" in said


@pytest.mark.usefixtures("paper")
def test_an_accepted_run_renews_findings(typed: Type, folder: Path) -> None:
    assert typed("verify", "toy/identity").code == 0
    typed("gate", "--update")
    assert not (folder / "FINDINGS.md").exists()
    (folder / "FINDINGS.md").write_text("old")
    assert "wrote FINDINGS.md\n" in typed("gate", "--update").out
    assert (folder / "FINDINGS.md").read_text().startswith("# Findings\n")


@pytest.mark.usefixtures("paper")
def test_findings_that_cannot_be_written_are_one_line(typed: Type, folder: Path) -> None:
    (folder / "FINDINGS.md").mkdir()
    answer = typed("report", "--findings")
    assert (answer.code, answer.err.count("\n")) == (4, 1)

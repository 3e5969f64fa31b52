"""What the README shows works as shown."""

from __future__ import annotations

import json
import re
import shlex
from collections import Counter
from pathlib import Path

import pytest

from ntpcheck.cli import run
from ntpcheck.verifier.command import main as verifier

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
# Numbers are those of one machine type; rates and slacks may differ in their last bits elsewhere.
NUMBER = re.compile(r"-?\b\d[\d.,]*(?:e-?\d+)?")
RUN = re.compile(r"\d{8}-\d{6}-0-quick")


@pytest.mark.usefixtures("folder")
def test_the_example_is_refuted(capsys: pytest.CaptureFixture[str]) -> None:
    saved = r"<!-- file: (.*?) -->\n```\w+\n(.*?)```"
    for name, text in re.findall(saved, README.read_text(), re.DOTALL):
        Path(name).write_text(text)
    assert run(["verify", "my_paper:PAPER"]) == 1
    said = capsys.readouterr()
    assert "✕ REFUTED" in said.out
    assert said.out.endswith("0 passed, 1 failed, 0 skipped\n")


@pytest.mark.usefixtures("folder")
def test_both_sessions_that_are_shown_come_out_so(capsys: pytest.CaptureFixture[str]) -> None:
    (first, shown), (second, derived) = re.findall(r"```text\n\$ (.*?)\n(.*?)```", README.read_text(), re.S)
    assert run(shlex.split(first)[3:]) == 0
    found = capsys.readouterr().out
    assert plain(found) == plain(shown)
    (file,) = shlex.split(RUN.sub(RUN.findall(found)[-1], second))[1:]
    assert verifier([file]) == 0
    assert capsys.readouterr().out.replace(str(Path(file).parent) + "/", "") == derived


def plain(said: str) -> list[str]:
    """The words of a session, wrapped or not, whatever its run is called."""
    return NUMBER.sub("0", RUN.sub("RUN", said)).split()


def test_the_numbers_of_the_trial_are_those_of_its_file() -> None:
    roles = Counter(trial["role"] for trial in json.loads((ROOT / "trust.json").read_text())["trials"])
    said = r"of ([\d,]+) planted falsehoods.*?of (\d+)\s+claims taken to be true"
    (told,) = re.findall(said, README.read_text(), re.S)
    assert [int(number.replace(",", "")) for number in told] == [roles["planted"], roles["true"]]


def test_the_readme_names_both_commands() -> None:
    text = README.read_text()
    assert "make verify" in text
    assert "make test" in text

"""What the README shows works as shown."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from ntpcheck.cli import run
from ntpcheck.report.catalogue import index, select

README = Path(__file__).parent.parent / "README.md"


@pytest.mark.usefixtures("folder")
def test_the_example_is_refuted(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", README.read_text(), re.DOTALL)
    Path("my_paper.py").write_text(example)
    assert run(["verify", "my_paper:PAPER"]) == 1
    said = capsys.readouterr()
    assert "✕ REFUTED" in said.out
    assert said.out.endswith("0 passed, 1 failed, 0 skipped\n")


def test_the_verdicts_shown_are_those_of_the_claims_that_the_command_selects() -> None:
    text = README.read_text()
    (command,) = re.findall(r"^\$ python -m ntpcheck verify (.*)$", text, re.MULTILINE)
    expected = {claim["id"]: claim["expected"] for home in index() for claim in home["claims"]}
    rows = [
        (name, verdict) for verdict, name in re.findall(r"^. ([A-Z_]+) +(linear/\S+) ", text, re.MULTILINE)
    ]
    chosen = select(list(expected), tuple(shlex.split(command)))
    assert dict(rows) == {name: expected[name] for name in chosen}


def test_the_readme_names_both_commands() -> None:
    text = README.read_text()
    assert "make verify" in text
    assert "make test" in text

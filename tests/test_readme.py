"""What the README shows works as shown."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ntpcheck.cli import run

README = Path(__file__).parent.parent / "README.md"


@pytest.mark.usefixtures("folder")
def test_the_example_is_refuted(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", README.read_text(), re.DOTALL)
    Path("my_paper.py").write_text(example)
    assert run(["verify", "my_paper:PAPER"]) == 1
    said = capsys.readouterr()
    assert "✕ REFUTED" in said.out
    assert said.out.endswith("0 passed, 1 failed, 0 skipped\n")


def test_the_readme_names_both_commands() -> None:
    text = README.read_text()
    assert "make verify" in text
    assert "make test" in text

"""What the README shows works as shown."""

from __future__ import annotations

import ast
import importlib
import json
import re
import shlex
from collections import Counter
from pathlib import Path

import pytest

from ntpcheck.cli import run
from ntpcheck.engine.trials import ACCEPTED, EXACTLY, FLOATS
from ntpcheck.evidence import Verdict
from ntpcheck.report.trust.document import false_alarms
from ntpcheck.report.trust.power import caught, sure
from ntpcheck.verifier.command import main as verifier
from ntpcheck_papers.li2024 import PAPER as ATTENTION
from ntpcheck_papers.thrampoulidis2024 import PAPER as LINEAR

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"


@pytest.mark.usefixtures("folder")
def test_the_example_is_refuted(capsys: pytest.CaptureFixture[str]) -> None:
    saved = r"<!-- file: (.*?) -->\n```\w+\n(.*?)```"
    for name, text in re.findall(saved, README.read_text(), re.DOTALL):
        Path(name).write_text(text)
    assert run(["verify", "mine.book"]) == 1
    said = capsys.readouterr()
    assert "✕ REFUTED" in said.out
    assert said.out.endswith("0 passed, 0 failed, 0 skipped, 1 new\n")


def test_the_session_that_is_shown_comes_out_so(capsys: pytest.CaptureFixture[str]) -> None:
    ((command, shown),) = re.findall(r"```text\n\$ (.*?)\n(.*?)```", README.read_text(), re.S)
    (file,) = shlex.split(command)[1:]
    assert verifier([str(ROOT / file)]) == 0
    assert capsys.readouterr().out.replace(f"{(ROOT / file).parent}/", "") == shown


def test_the_pictures_are_there_and_small() -> None:
    pictures = re.findall(r"!\[.{40,}?\]\((docs/.*?)\)", README.read_text())
    assert pictures == ["docs/verify.svg", "docs/page.png"]
    assert all(0 < (ROOT / path).stat().st_size < 100_000 for path in pictures)
    drawn = (ROOT / pictures[0]).read_text(encoding="utf-8")
    assert "url(http" not in drawn
    assert drawn.count("SUPPORTED") > 10
    accepted = [verdict for paper in (ATTENTION, LINEAR) for verdict in paper.expected.values()]
    for sign, word in (("✕", "REFUTED"), ("∅", "ILL_POSED")):
        assert counted(drawn, f"{sign}&#160;{word}") == accepted.count(Verdict(word))


def counted(drawn: str, badge: str) -> int:
    """How many claims have a verdict in the last row of the drawing that begins with its badge."""
    rows = re.findall(r'<text[^>]* y="([\d.]+)"[^>]*>([^<]*)</text>', drawn)
    last = [y for y, text in rows if text.startswith(badge)][-1]
    numbers = [text.replace("&#160;", "").strip() for y, text in rows if y == last]
    return sum(int(number) for number in numbers if number.isdigit())


def test_the_numbers_of_the_trial_are_those_of_its_file() -> None:
    trials = json.loads((ROOT / "reports" / "trust.json").read_text())["trials"]
    roles = Counter(trial["role"] for trial in trials)
    hid, true = r"we hid ([\d,]+) falsehoods.*?", r"the (\d+)\s+claims that we take to\s+be\s+true\s+"
    said = hid + true + r"(none|\d+) (?:was|were) wrongly accused"
    (told,) = re.findall(said, README.read_text(), re.S)
    alarms = len(false_alarms({"trials": trials}))
    numbers = [int(number.replace(",", "").replace("none", "0")) for number in told]
    assert numbers == [roles["planted"], roles["true"], alarms]
    planted = [trial for trial in trials if trial["role"] == "planted"]
    said = r"([\d,]+)\s+were\s+found\s+under\s+each\s+seed,\s+([\d,]+)\s+of\s+them\s+on\s+an\s+instance\s+"
    said += r"judged\s+exactly\s+and\s+([\d,]+)\s+in\s+floats\s+only"
    (told,) = re.findall(said, README.read_text())
    counted = Counter(sure(trial) for trial in planted)
    exactly = counted[ACCEPTED] + counted[EXACTLY]
    found = exactly + counted[FLOATS]
    assert [int(number.replace(",", "")) for number in told] == [found, exactly, counted[FLOATS]]
    (told,) = re.findall(r"(\d+)\s+were\s+left\s+open\s+under\s+some\s+seed", README.read_text())
    assert f" {told} under some seed |" in (ROOT / "TRUST.md").read_text()
    assert found == sum(map(caught, planted))


def test_the_readme_names_both_commands() -> None:
    text = README.read_text()
    assert "make verify" in text
    assert "make test" in text


def test_what_draws_the_pictures_finds_what_it_takes_from_us() -> None:
    tree = ast.parse((ROOT / "docs" / "pictures.py").read_text(encoding="utf-8"))
    taken = [
        (node.module, name.name)
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("ntpcheck")
        for name in node.names
    ]
    assert len(taken) >= 4
    for module, name in taken:
        assert hasattr(importlib.import_module(module), name), (module, name)

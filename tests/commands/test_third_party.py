"""The paper in docs/your-own-theorem.md, as its author would use it: by module:PAPER and by entry point."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ntpcheck import Decoding, hunt
from ntpcheck.claim import Effort
from ntpcheck.engine.conformance import breaches
from ntpcheck.engine.detect import detect
from ntpcheck.evidence import Outcome, Verdict, outcome_of
from ntpcheck.report import catalogue
from tests.commands.conftest import Type
from tests.docs.test_docs import ROOT, blocks

SMALL = Effort(examples=20, batch=64, trajectories=4)


@pytest.fixture
def theirs(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The page's module, alone in the current folder."""
    page = ROOT / "docs" / "your-own-theorem.md"
    for block in blocks(page):
        if block.file in ("my_theorem.py", "steps.book"):
            (folder / block.file).write_text(block.text)
    monkeypatch.syspath_prepend(str(folder))
    yield folder
    sys.modules.pop("my_theorem", None)


def test_a_claim_takes_about_twenty_lines(theirs: Path) -> None:
    assert len((theirs / "my_theorem.py").read_text().splitlines()) <= 75


@pytest.mark.usefixtures("theirs")
def test_its_claims_keep_the_rules_and_are_judged_as_the_page_says() -> None:
    paper = catalogue.load("my_theorem:PAPER")
    assert [breach for claim in paper.claims for breach in breaches(claim, SMALL)] == []
    assert [found.detected for found in detect(paper, SMALL, 0)] == [True]
    found = hunt(paper["steps/theorem-2"], budget=60)
    assert found.verdict is Verdict.REFUTED
    assert found.settled is not None
    assert found.settled.reason == ""
    assert "Decoding: " in repr(found)


@pytest.mark.usefixtures("theirs")
def test_a_claim_checks_the_user_s_own_data() -> None:
    claim = catalogue.load("my_theorem:PAPER")["steps/theorem-2"]
    assert outcome_of(claim.check(Decoding([[1.0]], [[1, 0]], [[1.0], [0.0]]))) is Outcome.HOLDS
    assert (
        outcome_of(claim.check(Decoding([[-1.0], [3.0]], [[0, 1], [0, 1]], [[-1.0], [1.0]]))) is Outcome.FAILS
    )


@pytest.mark.usefixtures("theirs")
def test_module_and_attribute_name_it(typed: Type) -> None:
    document = json.loads(typed("claims", "my_theorem:PAPER", "--json").out)
    assert "steps/theorem-2" in json.dumps(document)


def test_a_hunt_leaves_a_test_that_finds_the_paper(theirs: Path, typed: Type) -> None:
    said = typed("hunt", "steps/theorem-2", "--paper", "my_theorem:PAPER", "--budget", "20s").out
    assert "counts [[1, 2]]" in said, "the page says: one context, two tokens, one dimension"
    (line,) = (line for line in said.splitlines() if "ntpcheck-verifier" in line)
    assert f"--book={theirs}" in line
    (file,) = theirs.glob("reports/runs/*/counterexamples/test_*.py")
    options = ["-q", "-p", "no:ntpcheck", "-p", "no:cacheprovider"]
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", *options, str(file)], cwd=theirs, capture_output=True
    )
    assert ran.returncode == 0, ran.stdout.decode()


def test_an_entry_point_installs_it(theirs: Path, typed: Type) -> None:
    info = theirs / "steps-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: steps\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[ntpcheck.papers]\nsteps = my_theorem:PAPER\n")
    assert catalogue.installed()["steps"] == "my_theorem:PAPER"
    assert "steps/theorem-1" in typed("claims", "steps").out

"""`ntpcheck reproduce` on a paper with two targets: what it makes, says and returns."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ntpcheck.report import catalogue
from tests.commands.conftest import Type

SOURCE = """
from ntpcheck.claim import Paper
from ntpcheck.target import Comparison, Reproduction, Target
from tests.engine.toys import identity
from tests.report.drawn import small

def make(*rows, **excluded):
    return lambda seed: Reproduction(small(f"seed {seed}"), rows, excluded, {"seed": seed})

FLOOR = Comparison("entropy", "0.88", "0.87", agrees=True, why="within the spread")
KNOWN = Comparison("words agree", "A and B", "B and C", agrees=False, expected=False)
SAID = Comparison("steps", "", "7")
OFF = Comparison("limit", "1", "2", agrees=False)
PAPER = Paper("toy", "A toy paper", (identity,), targets=(
    Target("toy/fig-1", "curves", "Figure 1", 0.5, make(FLOOR, KNOWN, SAID, singular=3)),
    Target("toy/fig-2", "more curves", "Figure 2", 12, make(OFF)),
))
"""


@pytest.fixture
def paper(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The only installed paper."""
    (folder / "toy_figures.py").write_text(SOURCE)
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setattr(catalogue, "installed", lambda: {"toy": "toy_figures:PAPER"})
    yield
    sys.modules.pop("toy_figures", None)


pytestmark = pytest.mark.usefixtures("paper")


def test_a_target_is_made_compared_and_written(typed: Type, golden: Callable[[str, str], None]) -> None:
    answer = typed("reproduce", "toy/fig-1")
    assert answer.code == 0
    golden("commands/reproduce-output.txt", answer.out)
    assert Path("reports/figures/toy-fig-1.pdf").read_bytes().startswith(b"%PDF")
    assert Path("reports/figures/toy-fig-1.svg").is_file()


def test_the_help_is_the_golden_one(typed: Type, golden: Callable[[str, str], None]) -> None:
    golden("commands/reproduce.txt", typed("reproduce", "--help").out)


def test_a_result_other_than_the_known_one_is_exit_code_1(typed: Type) -> None:
    answer = typed("reproduce", "toy/fig-2")
    assert answer.code == 1
    assert "no (not as known) limit" in answer.out
    assert answer.out.endswith("0 passed, 1 failed, 0 skipped\n")


def test_all_makes_every_target_and_counts_over_them(typed: Type) -> None:
    answer = typed("reproduce", "--all", "--output", "figures")
    assert (answer.code, len(list(Path("figures").iterdir()))) == (1, 4)
    assert answer.out.endswith("2 passed, 1 failed, 1 skipped\n")


def test_one_json_document_holds_what_the_text_says(typed: Type) -> None:
    answer = typed("reproduce", "toy/fig-1", "--json", "--seed", "5")
    document = json.loads(answer.out)
    (target,) = document["targets"]
    assert (document["seed"], target["data"], target["excluded"]) == (5, {"seed": 5}, {"singular": 3})
    assert [c["passed"] for c in target["comparisons"]] == [True, True, None]
    assert target["files"] == ["reports/figures/toy-fig-1.pdf", "reports/figures/toy-fig-1.svg"]
    assert answer.err.endswith("2 passed, 0 failed, 1 skipped\n")
    assert set(document["timing"]) == {"toy/fig-1"}


def test_a_seed_fixes_every_byte(typed: Type) -> None:
    made = []
    for name, seed in (("one", "3"), ("two", "3"), ("three", "4")):
        typed("reproduce", "toy/fig-1", "--seed", seed, "--output", name)
        made.append([path.read_bytes() for path in sorted(Path(name).iterdir())])
    assert made[0] == made[1]
    assert all(a != b for a, b in zip(made[0], made[2], strict=True))


def test_the_list_says_roughly_how_long_each_takes_and_makes_nothing(typed: Type) -> None:
    answer = typed("reproduce", "--list")
    assert answer.code == 0
    assert answer.out.splitlines() == [
        "toy/fig-1  under 1 min   Figure 1: curves",
        "toy/fig-2  about 12 min  Figure 2: more curves",
    ]
    listed = json.loads(typed("reproduce", "--list", "--json", "toy/fig-2").out)["targets"]
    assert listed == [{"id": "toy/fig-2", "cite": "Figure 2", "title": "more curves", "minutes": 12}]
    assert not Path("reports").exists()


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        ((), 4, "which target?"),
        (("toy/fig-3",), 4, "no target 'toy/fig-3'. Did you mean toy/fig-"),
        (("xyzzy",), 4, "`python -m ntpcheck reproduce --list` lists them."),
        (("other/*",), 5, "nothing selected"),
        (("toy/fig-1", "--output", "taken/figures"), 4, "cannot be written"),
        (("no_such:PAPER", "--all"), 4, "does not import"),
    ],
)
def test_mistakes_are_one_line(typed: Type, arguments: tuple[str, ...], code: int, said: str) -> None:
    Path("taken").write_text("a file where a folder should be")
    answer = typed("reproduce", *arguments)
    lines = [line for line in answer.err.splitlines() if not line.startswith("making ")]
    assert (answer.code, answer.out, len(lines)) == (code, "", 1)
    assert said in lines[0]
    assert "Traceback" not in answer.err


def test_a_paper_named_by_module_has_its_own_targets(typed: Type) -> None:
    answer = typed("reproduce", "toy_figures:PAPER", "--list")
    assert (answer.code, answer.out.count("toy/fig-")) == (0, 2)

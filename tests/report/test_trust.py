"""TRUST.md: what is rendered is what was recorded, and figures say no more than their counts."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from ntpcheck.engine.trials import ACCEPTED, EXACTLY, FLOATS
from ntpcheck.report.trust.aims import (
    ABSENT,
    COMPARISONS,
    FEWER,
    MISSED,
    REACHED,
    STORED,
    STRANGERS,
    TRIED,
    aims_section,
)
from ntpcheck.report.trust.document import mutants_section, robustness_section, trust
from ntpcheck.report.trust.power import ablation_section, interval, power_section, true_section
from tests.recorder import SUBJECTS, Recorder

ROOT = Path(__file__).parents[2]


def trial(role: str = "planted", **told: Any) -> dict[str, Any]:
    entry = {"id": "toy/a#flipped", "role": role, "kind": "flipped", "outcome": "FAILS", "examples": 3}
    return entry | {"seconds": 0.5, "inside": 40, "undecided": 0, "reason": "", "sure": EXACTLY} | told


def rows(section: str, head: str) -> list[list[str]]:
    """The rows of the table whose first column has that head."""
    lines = section.split("\n")
    start = next(at for at, line in enumerate(lines) if line.startswith(f"| {head} |"))
    ends = next(at for at in range(start, len(lines)) if not lines[at])
    return [line.strip("| ").split(" | ") for line in lines[start + 2 : ends]]


def test_the_page_is_what_the_record_renders_to() -> None:
    report = json.loads((ROOT / "reports" / "trust.json").read_text(encoding="utf-8"))
    written = (ROOT / "TRUST.md").read_text(encoding="utf-8")
    assert trust(report) == written, "`python -m ntpcheck selftest --render` writes it anew"


def test_intervals_are_wilsons() -> None:
    assert interval(95, 100) == "88.8% to 97.8%"
    assert (interval(0, 0), interval(10, 10)[-6:]) == ("-", "100.0%")


def test_three_figures_are_kept_apart_by_how_sure_they_are() -> None:
    machine = {"certified": 5, "in floats only": 2, "not refuted": 3, "says the same": 9}
    report = {
        "trials": [
            trial(written="sight", sure=ACCEPTED, stated=True, objection=""),
            trial(written="sight", sure=FLOATS, stated=True, objection="no lemma", runs=True),
            trial(written="text"),
            trial(written="text", outcome="HOLDS", sure=""),
            trial("true"),
        ],
        "books": {"campaign": {"falsehoods": {"toy": machine}}},
    }
    lines = power_section(report)
    assert [row[1:6] for row in rows(lines, "falsehoods")] == [
        ["2", "1", "0", "1", "0"],
        ["1", "0", "0", "1", "0"],
        ["2", "0", "1", "0", "1"],
        ["10", "5", "0", "2", "3"],
    ]
    assert "- once: no lemma" in lines
    assert "for 1 of 2 (50.0%)" in lines


def test_found_and_held_mean_under_every_seed() -> None:
    missed = {"1": {"outcome": "HOLDS", "examples": 40, "seconds": 1.0, "sure": ""}}
    floats = {"1": {"outcome": "FAILS", "examples": 40, "seconds": 1.0, "sure": FLOATS}}
    alarm = {"1": {"outcome": "FAILS", "draws": 7, "inside": 40, "undecided": 0}}
    held = {"outcome": "HOLDS", "draws": 7, "rigor": "FLOAT", "written": "ours"}
    report = {
        "trials": [
            trial(written="sight", again=missed),
            trial(written="sight", again=floats),
            trial(written="sight", sure=ACCEPTED, again=floats),
            trial("true", **held),
            trial("true", **held, again=alarm),
        ]
    }
    assert rows(power_section(report), "falsehoods")[0][1:6] == ["3", "1", "0", "1", "1"]
    assert [row[1:5] for row in rows(true_section(report), "statements")] == [
        ["0", "0", "0", "0"],
        ["2", "1", "0", "1"],
    ]


def test_three_over_n_is_for_independent_draws_alone() -> None:
    held = {"outcome": "HOLDS", "rigor": "TREND", "inside": 300}
    lines = true_section({"trials": [trial("true", draws=draws, **held) for draws in (1, 6, 30, 40)]})
    assert rows(lines, "rigor") == [["TREND", "4", "300", "6", "30", "3/30 = 0.10", "1"]]


def test_a_falsehood_that_is_not_found_counts_in_the_median_too() -> None:
    found = [{"id": "a", "found": found, "examples": 2, "seconds": 0.1} for found in (True, False, False)]
    (row,) = rows(ablation_section({"seed": 0, "ablation": {"no corners": found}}), "searched with")
    assert (row[1], row[3:]) == ("1 of 3 (33.3%)", ["never"] * 4)
    assert ablation_section({"seed": 0, "ablation": {}}) == ""


def test_what_the_tests_tried_is_counted_and_what_failed_is_named(tmp_path: Path) -> None:
    kill = "tests/faults/test_interruptions.py::test_a_killed_run_goes_on"
    recorder = Recorder(tmp_path / "deep" / "robustness.json", "few")
    for nodeid, outcome, when, times in (
        (kill, "passed", "setup", 1),
        (kill, "passed", "call", 20),
        (kill, "passed", "teardown", 1),
        ("tests/quality/test_determinism.py::test_x", "failed", "call", 1),
        ("tests/quality/test_determinism.py::test_y", "skipped", "setup", 1),
        ("tests/test_rooms.py::test_z", "passed", "call", 1),
    ):
        told = {"nodeid": nodeid, "outcome": outcome, "when": when, "skipped": outcome == "skipped"}
        recorder.pytest_runtest_logreport(SimpleNamespace(**told, user_properties=[("times", times)]))  # type: ignore[arg-type]
    recorder.pytest_sessionfinish()
    found = json.loads((tmp_path / "deep" / "robustness.json").read_text())
    lines = robustness_section(found["tried"])
    told = [row[1:5] for row in rows(lines, "what was tried")]
    assert told == [["1", "2", "1", "1"], ["20", "1", "0", "0"]]
    assert "- failed: `tests/quality/test_determinism.py::test_x`" in lines
    assert robustness_section({}) == ""


def test_what_is_tried_again_takes_the_place_of_what_was_recorded(tmp_path: Path) -> None:
    path, kill = tmp_path / "robustness.json", "tests/faults/test_interruptions.py::test_a_killed_run_goes_on"
    other = "tests/quality/test_determinism.py::test_x"
    for tests in (((kill, "failed"), (other, "passed")), ((kill, "passed"),)):
        recorder = Recorder(path, "few")
        for nodeid, outcome in tests:
            told = {"nodeid": nodeid, "outcome": outcome, "when": "call", "skipped": False}
            recorder.pytest_runtest_logreport(SimpleNamespace(**told, user_properties=[]))  # type: ignore[arg-type]
        recorder.pytest_sessionfinish()
    found = json.loads(path.read_text())["tried"]
    assert [row["failed"] for row in found.values()] == [[], []]
    assert len(found) == 2


def states(report: dict[str, Any], tried: dict[str, Any], mutants: dict[str, Any]) -> dict[str, str]:
    return {row[0]: row[3] for row in rows(aims_section(report, tried, mutants), "what")}


NO_MUTANTS: dict[str, Any] = {"mutants": 0, "killed": 0}
WHERE = {"date": "2026-01-01", "machine": "one"}


def test_an_aim_without_a_record_is_not_said_to_be_reached() -> None:
    found = states({"seed": 0, "trials": [trial()]}, {}, NO_MUTANTS)
    assert len(found) > 20
    assert set(found.values()) == {ABSENT}


def test_what_the_aims_ask_for_is_what_the_tests_record() -> None:
    assert {*TRIED, STORED, STRANGERS, COMPARISONS} <= {*SUBJECTS.values()}


def test_an_aim_is_reached_where_nothing_fails_and_enough_is_tried() -> None:
    """One failure is a miss however much is tried, and so is a success of fewer trials than aimed at."""
    said = list[list[str]]()
    for failed, more in (([], 0), (["test"], 0), ([], -1)):
        tried = {
            subject: {"tests": 3, "times": wanted + more, "failed": failed, **WHERE}
            for subject, (_, wanted) in TRIED.items()
        }
        told = states({"seed": 0, "trials": []}, tried, NO_MUTANTS)
        said.append([told[what] for what, _ in TRIED.values()])
    assert [set(some) for some in said] == [{REACHED}, {MISSED}, {FEWER}]


def test_shares_and_sizes_are_held_against_their_aims() -> None:
    def told(share: int, lines: int, against: int) -> list[str]:
        figures = {"true": 20, "true and spoken against": against, "false": 100, "false and refuted": share}
        tried = {
            STRANGERS: {"times": 109, "tests": 1, "failed": [], "figures": figures, **WHERE},
            STORED: {"times": 9, "tests": 2, "failed": [], "figures": {"lines printed": lines}, **WHERE},
        }
        held = {"toy": {"formula": 300 + lines, "limit held by laws": 140 + lines}}
        books: dict[str, Any] = {
            "held": held,
            "loaded": {"a lemma": [[3, 1988 + lines]], "evaluation": [[2, 5]]},
        }
        books["reading"] = [["the book `toy`", 2988 + lines], ["the verifier", 1988 + lines]]
        mutants = {"mutants": 100, "killed": share - 5, "seed": 1, "date": "2026-01-01"}
        return list(states({"seed": 0, "trials": [], "books": books}, tried, mutants).values())

    assert set(told(95, 12, 0)) == {REACHED, ABSENT}
    assert (told(95, 12, 0).count(REACHED), told(94, 13, 1).count(MISSED)) == (10, 7)


def test_what_one_counterexample_needs_is_told_by_the_median_and_the_most() -> None:
    counts = {"a lemma": [[9, 2400]], "evaluation alone": [[5, 1200], [5, 1100]]}
    report = {"seed": 0, "trials": [], "books": {"loaded": counts, **WHERE}}
    found = {row[0]: row for row in rows(aims_section(report, {"tried": {}}, NO_MUTANTS), "what")}
    row = found["lines of the verifier that a stored counterexample needs"]
    assert row[1:4] == ["at most 2,000", "median 1,200, most 2,400, of 3", MISSED]


def test_a_share_of_few_reaches_no_aim() -> None:
    figures = {"true": 3, "true and spoken against": 0, "false": 3, "false and refuted": 3}
    tried = {STRANGERS: {"times": 6, "tests": 1, "failed": [], "figures": figures, **WHERE}}
    mutants = {"mutants": 9, "killed": 9, "seed": 1, "date": "2026-01-01"}
    found = [*states({"seed": 0, "trials": []}, tried, mutants).values()]
    assert (found.count(FEWER), found.count(REACHED)) == (3, 0)


def test_mutants_are_told_with_their_survivors() -> None:
    survivor = {"path": "a.py", "line": 3, "was": "x < 1", "now": "x <= 1", "reason": "a gap in the tests"}
    known = {"mutants": 4, "killed": 3, "seed": 7, "date": "2026-01-01", "rooms": {"a.py": [3, 4]}}
    lines = mutants_section(known | {"survivors": [survivor]})
    assert rows(lines, "changed") == [["`a.py`", "3", "4"]]
    assert "- `a.py`, line 3: `x < 1` became `x <= 1`: a gap in the tests" in lines
    assert any("seed 7" in line and "3 of 4 (75.0%)" in line for line in lines.split("\n"))
    assert mutants_section(NO_MUTANTS) == ""


def test_figures_of_tests_are_added_up_and_of_a_size_the_largest_counts(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "robustness.json", "few")
    for number in (3, 5):
        told = {"nodeid": f"tests/statement/test_forging.py::test_every_stored_{number}", "outcome": "passed"}
        properties = [("times", number), ("figure: files", number), ("most: lines printed", number)]
        recorder.pytest_runtest_logreport(
            SimpleNamespace(**told, when="call", skipped=False, user_properties=properties)  # type: ignore[arg-type]
        )
    recorder.pytest_sessionfinish()
    row = json.loads((tmp_path / "robustness.json").read_text())["tried"][STORED]
    assert (row["times"], row["figures"]) == (8, {"files": 8, "lines printed": 5})


def test_what_one_of_the_two_leaves_open_is_no_comparison() -> None:
    def told(agreed: int, clashes: list[Any]) -> list[str]:
        counts = {
            "the same outcome": agreed, "the same outcome and the same slack": 50_000, "clash": len(clashes),
            "decided by the book, around 0 in the checker's balls": 10, "undecided by one of the two": 9_000,
        }  # fmt: skip
        books = {"campaign": {"comparisons": counts, "clashes": clashes}}
        aims = aims_section({"seed": 0, "trials": [], "books": books}, {}, NO_MUTANTS)
        return next(row[2:4] for row in rows(aims, "what") if row[0].startswith("comparisons"))

    assert told(99_990, []) == ["0 of 100,000", REACHED]
    assert told(99_989, []) == ["0 of 99,999", FEWER]
    assert told(99_990, ["one"]) == ["1 of 100,001", MISSED]


def test_of_two_records_of_comparisons_the_larger_counts() -> None:
    def told(tried: int, clashes: int, failed: list[str]) -> list[str]:
        books = {"campaign": {"comparisons": {"the same outcome": 2_000}, "clashes": []}}
        row = {"tests": 3, "times": tried, "failed": failed, "figures": {"clashes": clashes}, **WHERE}
        report = {"seed": 0, "trials": [], "books": books}
        aims = aims_section(report, {COMPARISONS: row}, NO_MUTANTS)
        return next(row[2:4] for row in rows(aims, "what") if row[0].startswith("comparisons"))

    assert told(100_000, 0, []) == ["0 of 100,000", REACHED]
    assert told(100_000, 0, ["a test"]) == ["1 of 100,000", MISSED]
    assert told(100_000, 2, ["a test"]) == ["2 of 100,000", MISSED]
    assert told(1_000, 0, []) == ["0 of 2,000", FEWER]

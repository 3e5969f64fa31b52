"""What a terminal and a pull request show."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from rich.console import Console

from ntpcheck.report import screen, terminal
from ntpcheck.report.formats.markdown import markdown
from ntpcheck.report.record import Record, Row, gather
from ntpcheck.report.why import Reasons, Why, stated_by
from ntpcheck.report.words import caught_line
from tests.report import events

Golden = Callable[[str, str], None]


def shown(
    told: list[dict[str, Any]], width: int, reasons: Reasons | None = None, *, every: bool = False
) -> str:
    text = StringIO()
    page = Console(file=text, width=width, highlight=False, color_system=None)
    for part in screen.parts(gather(told), width, reasons or {}, every=every):
        page.print(part, crop=False)
    return "".join(f"{line.rstrip()}\n" for line in text.getvalue().splitlines())


def renamed(to: str) -> list[dict[str, Any]]:
    """The small run, whose ids begin otherwise."""
    return json.loads(json.dumps(events.events()).replace("toy/", to))


def many(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """A run of too many claims for a row each, with a main result that falls and its amended statement."""
    monkeypatch.setattr(screen, "FEW", 7)
    text = json.dumps(events.events()).replace("toy/refuted", "toy/theorem-1/x")
    return json.loads(text.replace("toy/supported", "toy/theorem-1/x/amended"))


def test_few_claims_have_a_row_each(golden: Golden) -> None:
    golden("report/table.txt", shown(events.events(), 120))


def test_the_table_of_a_narrow_terminal_is_the_golden_one(golden: Golden) -> None:
    said = shown(events.events(), 80)
    assert max(map(len, said.splitlines())) <= 80
    golden("report/table-narrow.txt", said)


def test_many_claims_come_to_main_results_and_counts(golden: Golden, monkeypatch: pytest.MonkeyPatch) -> None:
    said = shown(many(monkeypatch), 80)
    assert max(map(len, said.splitlines())) <= 80
    assert "toy/suspect" not in said
    golden("report/screen.txt", said)
    assert "toy/suspect" in shown(many(monkeypatch), 80, every=True)


def test_counts_keep_other_versions_and_our_statements_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    told = json.loads(json.dumps(many(monkeypatch)).replace("toy/suspect", "toy/lemma-1@short"))
    lines = [line.split()[:6] for line in shown(told, 80).splitlines()]
    assert ["✕", "REFUTED", "1", "-", "-", "-"] in lines
    assert ["◆", "SUSPECT", "-", "-", "1", "-"] in lines
    assert ["●", "SUPPORTED", "-", "-", "-", "1"] in lines


def test_a_row_says_how_many_planted_falsehoods_were_caught_and_which_were_not() -> None:
    def row(*verdicts: str) -> Row:
        planted = [{"kind": f"kind-{i}", "verdict": verdict} for i, verdict in enumerate(verdicts)]
        return Row({"id": "toy/x"}, {"verdict": "SUPPORTED", "planted": planted})

    assert caught_line(row()) == ""
    assert caught_line(row("REFUTED", "ILL_POSED")) == "2 of 2 planted falsehoods caught"
    missed = "1 of 3 planted falsehoods caught; not kind-1 (SUPPORTED), kind-2 (BROKEN)"
    assert caught_line(row("REFUTED", "SUPPORTED", "BROKEN")) == missed


def test_a_reason_stands_beside_the_claim_that_falls(monkeypatch: pytest.MonkeyPatch) -> None:
    told = many(monkeypatch)
    reasons = {"toy/theorem-1/x": Why("missing hypothesis", "fails because full supports leave no margin")}
    line = "    missing hypothesis: fails because full supports leave no margin\n"
    assert shown(told, 80, reasons).count(line) == 1
    older = json.loads(json.dumps(told).replace('toy/theorem-1/x"', 'toy/theorem-1/x@short"'))
    said = shown(older, 120, {"toy/theorem-1/x@short": next(iter(reasons.values()))})
    assert said.count(f"    another version, {line.strip()}\n") == 1


def test_a_repair_stands_below_the_reason_and_the_last_line_counts_what_stands(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    why = Why("slip", "fails because it is so", repair="some x is 0")
    said = shown(many(monkeypatch), 80, {"toy/theorem-1/x": why})
    assert said.count("    slip: fails because it is so\n    repair: some x is 0\n") == 1
    assert (
        "Of 1 assertion of main results, 0 stand as written; 1 is refuted. It stands once repaired."
        in " ".join(said.split())
    )
    assert "assertions of main results" not in shown(events.events(), 80)  # which has none
    text = json.dumps(many(monkeypatch)).replace('toy/theorem-1/x/amended"', 'toy/gone"')
    assert "No repair of it was checked." in " ".join(shown(json.loads(text), 80).split())


def test_a_statement_without_a_value_is_undefined_and_does_not_fail() -> None:
    why = Why("slip", "fails because it is so")
    assert why.of("REFUTED") == "slip: fails because it is so"
    assert why.of("ILL_POSED") == "slip: undefined because it is so"
    said = shown(events.events(), 120, {"toy/ill_posed": why, "toy/refuted": why})
    assert said.count("slip: undefined because it is so") == said.count("slip: fails because it is so") == 1


@pytest.mark.parametrize("width", [20, 40, 60, 79, 80, 100, 120, 160, 200])
def test_no_width_breaks_an_id(width: int) -> None:
    told = renamed("toy/section-4.1/a-claim-with-a-rather-long-name@arxiv-v1/")
    ids = [row.id for row in gather(told).rows]
    said = shown(told, width)
    assert all(name in said for name in ids)
    assert max(len(line) for line in said.splitlines() if line not in ids) <= max(width, 20)


def test_redirected_output_is_as_wide_as_columns_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "66")
    assert (terminal.columns(), terminal.console().width) == (66, 66)
    for nothing in ("", "0", "wide"):
        monkeypatch.setenv("COLUMNS", nothing)
        assert terminal.console().width == terminal.PLAIN_WIDTH
    monkeypatch.delenv("COLUMNS")
    assert (terminal.columns(7), terminal.console().width) == (7, terminal.PLAIN_WIDTH)


def test_a_line_is_broken_at_spaces_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    path = "reports/runs/a-rather-long-name-of-a-run"
    assert terminal.folded(f"  wrote {path} anew", 2) == f"  wrote {path} anew"
    monkeypatch.setenv("COLUMNS", "20")
    assert terminal.folded(f"  wrote {path} anew", 2) == f"  wrote\n    {path}\n    anew"
    assert terminal.folded("") == ""


def test_the_markdown_is_the_golden_one(golden: Golden) -> None:
    golden("report/report.md", markdown(gather(events.events())))


def test_markdown_cells_keep_to_their_column() -> None:
    told = events.events()
    told[1]["claims"][0]["statement"] = "|x| is\n|y|"
    assert "\\|x\\| is \\|y\\|" in markdown(gather(told))


def test_progress_counts_what_the_engine_reports() -> None:
    progress = terminal.Progress(total=8)
    for event in events.events():
        progress(event)
    line = progress.line()
    assert line.startswith("8/8 claims, 4,096 instances admitted, 264 discarded, ")
    assert re.search(r"discarded, \d+ s  toy/", line)
    assert "left" not in line
    progress({"event": "pulse", "claim": "toy/limit", "doing": "lemmas, at plain instance 3 of 48 at most"})
    assert progress.line().endswith("  toy/limit: lemmas, at plain instance 3 of 48 at most")
    progress({"event": "batch", "claim": "toy/next", "phase": "started"})
    assert progress.line().endswith("  toy/next")


@pytest.mark.usefixtures("folder")
def test_progress_goes_to_standard_error_in_plain_lines(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(terminal, "EVERY", 0.005)
    with terminal.Progress(total=3) as progress:
        progress({"event": "pulse", "claim": "toy/next", "doing": "sweep"})
        assert progress.line() == "0/3 claims, 0 s  toy/next: sweep"  # nothing is counted yet
        while not (said := capsys.readouterr()).err:
            progress(events.batch("SUPPORTED"))
    assert said.out == ""
    assert said.err.startswith("0/3 claims, ")
    assert "\x1b" not in said.err


def test_a_fresh_run_folder_never_overwrites_one(folder: Path) -> None:
    from ntpcheck.report.runs import new_run

    made = [new_run(7, "quick") for _ in range(3)]
    assert len(set(made)) == 3
    assert all((folder / path).is_dir() for path in made)


def test_the_latest_of_two_runs_of_one_second_is_the_later(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ntpcheck.report import runs

    times = iter([datetime(2027, 1, 31, 23, 59, 59, micros, tzinfo=UTC) for micros in (123_000, 987_000)])
    monkeypatch.setattr(runs, "datetime", SimpleNamespace(now=lambda zone: next(times).astimezone(zone)))
    for profile in ("quick", "ci"):
        (runs.new_run(0, profile) / "journal.ndjson").touch()
    assert [run.name for run in runs.runs()] == ["20270131-235959.123-0-quick", "20270131-235959.987-0-ci"]
    assert runs.find_run("latest").name == "20270131-235959.987-0-ci"


def test_runs_that_cannot_be_written_are_one_clear_error(folder: Path) -> None:
    from ntpcheck.errors import UnwritableFile
    from ntpcheck.report.formats.render import render
    from ntpcheck.report.runs import new_run

    (folder / "index.html").mkdir()
    with pytest.raises(UnwritableFile, match=r"index\.html cannot be written"):
        render(gather(events.events()), folder, ["html"])
    (folder / "reports").write_text("in the way")
    with pytest.raises(UnwritableFile, match=r"reports.* cannot be written"):
        new_run(0, "quick")


@pytest.mark.parametrize(
    ("name", "text", "group"),
    [
        ("toy/lemma-1", "The limit is 1.", "the paper"),
        ("toy/lemma-1", "The limit is 1.\n\nReading: hedge; the paper calls it an expectation.", "suggested"),
        ("toy/lemma-1", "The limit is 1.\n\nTranscription: a bar is lost.", "suggested"),
        ("toy/lemma-1@short", "The limit is 1.\n\nReading: hedge; it is hoped for.", "other versions"),
        ("toy/lemma-1/amended", "The limit is 1.\n\nReading: hedge; it is hoped for.", "ours"),
    ],
)
def test_what_is_only_suggested_is_counted_apart(name: str, text: str, group: str) -> None:
    record = SimpleNamespace(papers=[{"older": ("short",)}], texts={name: text})
    assert stated_by(cast(Row, SimpleNamespace(id=name)), cast(Record, record)) == group


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            {"a": ("SUPPORTED", "SUPPORTED"), "b": ("REFUTED", "REFUTED")},
            "Every verdict is the expected one.",
        ),
        ({"a": ("SUPPORTED", None)}, "Nothing was expected of 1 claim, and nothing was found against it."),
        (
            {"a": ("SUPPORTED", None), "b": ("REFUTED", "REFUTED")},
            "Nothing was expected of 1 claim, and nothing was found against it; "
            "every other verdict is the expected one.",
        ),
        (
            {"a": (None, None), "b": ("EXHAUSTED", None), "c": ("SUPPORTED", "EXHAUSTED")},
            "1 claim has no verdict yet; nothing was expected of 1 claim, and nothing was found against "
            "it; every other verdict is the expected one.",
        ),
        (
            {"a": ("SUPPORTED", None), "b": ("REFUTED", None)},
            "No verdict was expected of 1 claim: 1 REFUTED. "
            "`gate --update` makes this the expected verdict; until then `verify` leaves with 1.",
        ),
        (
            {"a": ("UNDECIDED", None), "b": ("REFUTED", None), "c": ("REFUTED", None)},
            "No verdict was expected of 3 claims: 2 REFUTED, 1 UNDECIDED. "
            "`gate --update` makes these the expected verdicts; until then `verify` leaves with 1.",
        ),
        (
            {"a": ("UNDECIDED", None), "b": ("REFUTED", "SUPPORTED"), "c": ("SUPPORTED", "SUPPORTED")},
            "1 of 3 verdicts differ from the expected ones; "
            "no verdict was expected of 1 claim: 1 UNDECIDED. "
            "`gate --update` makes this the expected verdict.",
        ),
        ({"a": (None, None)}, "1 claim has no verdict yet."),
        (
            {"a": (None, None), "b": (None, None), "c": ("SUPPORTED", None), "d": ("EXHAUSTED", None)},
            "2 claims have no verdict yet; nothing was expected of 2 claims, and nothing was found against "
            "them.",
        ),
    ],
)
def test_a_verdict_is_the_expected_one_only_where_one_was(
    words: dict[str, tuple[str | None, str | None]], said: str
) -> None:
    rows = [
        Row({"id": name, "paper": "toy", "expected": expected}, {"verdict": found} if found else {})
        for name, (found, expected) in words.items()
    ]
    verdicts, expected = (
        {row.id: value(row) for row in rows} for value in (lambda r: r.word, lambda r: r.expected)
    )
    record = SimpleNamespace(
        rows=rows,
        verdicts=verdicts,
        restated=set(),
        expected={k: v for k, v in expected.items() if v},
        selection={},
    )
    assert screen.differences(cast(Record, record)) == f"\n{said}"

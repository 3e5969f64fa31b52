"""What a terminal and a pull request show."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.console import Console

from ntpcheck.report import terminal
from ntpcheck.report.markdown import markdown
from ntpcheck.report.record import gather
from tests.report import events

Golden = Callable[[str, str], None]


def test_the_verdict_table_is_the_golden_one(golden: Golden) -> None:
    out = Console(file=io.StringIO(), width=120, color_system=None)
    out.print(terminal.verdict_table(gather(events.events())))
    assert isinstance(out.file, io.StringIO)
    golden("report/table.txt", out.file.getvalue())


def test_the_table_of_a_narrow_terminal_is_the_golden_one(golden: Golden) -> None:
    out = Console(file=io.StringIO(), width=80, color_system=None)
    out.print(terminal.verdict_table(gather(events.events()), out.width))
    assert isinstance(out.file, io.StringIO)
    said = out.file.getvalue()
    assert max(map(len, said.splitlines())) <= 80
    golden("report/table-narrow.txt", said)


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
    assert "about 0 s left" in line


@pytest.mark.usefixtures("folder")
def test_progress_goes_to_standard_error_in_plain_lines(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(terminal, "EVERY", 0.005)
    with terminal.Progress(total=3) as progress:
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


def test_runs_that_cannot_be_written_are_one_clear_error(folder: Path) -> None:
    from ntpcheck.errors import UnreadableFile
    from ntpcheck.report.render import render
    from ntpcheck.report.runs import new_run

    (folder / "index.html").mkdir()
    with pytest.raises(UnreadableFile, match=r"cannot write .*index\.html"):
        render(gather(events.events()), folder, ["html"])
    (folder / "reports").write_text("in the way")
    with pytest.raises(UnreadableFile, match="cannot create reports"):
        new_run(0, "quick")

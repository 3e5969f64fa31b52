"""A run in a terminal: the verdict table, and progress while it lasts."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
import threading
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ntpcheck.report import words
from ntpcheck.report.record import Record, Row

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

COLOURS = {"good": "green", "bad": "bold red", "warn": "yellow", "odd": "magenta"}
EVERY = 10.0  # seconds between progress lines where there is no terminal
HEAD = ("verdict", "claim", "where", "worst slack", "evidence")
SHORT = ("verdict", "claim", "counterexample")
ROOM = 40  # columns that evidence needs beside the rest; with less it is told in short, or below
PLAIN_WIDTH = 190  # where the output is no terminal and COLUMNS is not set, nothing says how wide it may be


def columns(otherwise: int = sys.maxsize) -> int:
    """How wide standard output is: COLUMNS, else the terminal; where it is no terminal, `otherwise`."""
    told = sys.stdout.isatty() or "COLUMNS" in os.environ
    return shutil.get_terminal_size((otherwise, 1)).columns if told else otherwise


def folded(line: str, hang: int = 0) -> str:
    """A line, broken at spaces where it is too wide, `hang` more blanks before what follows.

    A word that is too long for any line, as a path may be, stays whole: it can be copied.
    """
    if len(line) <= columns():
        return line
    body = line.lstrip()
    first = line[: len(line) - len(body)]
    wrapper = textwrap.TextWrapper(
        columns(),
        initial_indent=first,
        subsequent_indent=first + " " * hang,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return wrapper.fill(body)


def console(*, stderr: bool = False) -> Console:
    """A console that honours NO_COLOR, FORCE_COLOR and TERM=dumb."""
    from rich.console import Console

    made = Console(stderr=stderr, highlight=False)
    return made if made.is_terminal else Console(stderr=stderr, highlight=False, width=columns(PLAIN_WIDTH))


def show(record: Record) -> None:
    """The verdict table, on standard output."""
    console().print(verdict_table(record, columns(PLAIN_WIDTH)), soft_wrap=True)


def verdict_table(record: Record, width: int) -> Text:
    """A line per claim, in the papers' order, with all columns, or with evidence in short, or with it below.

    An id is never broken: where the verdict leaves no room for it, it has a line of its own.
    """
    from rich.text import Text

    tables = (
        [HEAD, *((_word(r), r.id, r.claim["cite"], _slack(r), words.evidence_line(r)) for r in record.rows)],
        [SHORT, *((_word(r), r.id, words.short_line(r)) for r in record.rows)],
    )
    lines = [Text(line) for line in _lines(tables, width)]
    lines[0].stylize("bold")
    for line, row in zip(lines[1:], record.rows, strict=True):
        line.stylize(COLOURS[words.look(row).tone], 0, len(_word(row)))
    return Text("\n").join(lines)


def _lines(tables: Sequence[Sequence[tuple[str, ...]]], width: int) -> list[str]:
    """The first of these tables that leaves its last column enough room, else the last one stacked."""
    for table in tables:
        sizes = [max(map(len, column)) for column in zip(*table, strict=True)]
        room = width - sum(sizes[:-1]) - 2 * len(sizes[:-1])
        if room >= min(ROOM, sizes[-1]):
            return [_beside(cells, sizes[:-1], room) for cells in table]
    size = max(len(word) for word, *_ in tables[-1])
    return [_below(*cells, size=size, width=width) for cells in tables[-1]]


def _word(row: Row) -> str:
    return f"{words.look(row).shape} {row.word or 'UNFINISHED'}"


def _slack(row: Row) -> str:
    return words.number(row.verdict.get("worst_slack")).rjust(len(HEAD[3]))


def _beside(cells: Sequence[str], sizes: Sequence[int], room: int) -> str:
    """Cells in columns, the last one wrapped to `room`."""
    before = "".join(f"{cell:{size}}  " for cell, size in zip(cells[:-1], sizes, strict=True))
    return textwrap.fill(
        cells[-1], len(before) + room, initial_indent=before, subsequent_indent=" " * len(before)
    )


def _below(word: str, name: str, evidence: str, *, size: int, width: int) -> str:
    """Verdict and id, with the evidence at the right margin where it fits, else below."""
    indent = " " * (size + 2)
    first = f"{word:{size}}  {name}"
    if len(first) > width:
        first = f"{word}\n{name}"
    elif len(first) + 2 + len(evidence) <= width:
        return first + evidence.rjust(width - len(first))
    return f"{first}\n{textwrap.fill(evidence, width, initial_indent=indent, subsequent_indent=indent)}"


class Progress:
    """Tells standard error how far a run is: one live line on a terminal, else a line every ten seconds."""

    def __init__(self, total: int, noun: str = "claims") -> None:
        self.total, self.noun = total, noun
        self.done = self.inside = self.discarded = 0
        self.started = time.monotonic()
        self.current = ""
        self._stopped = threading.Event()
        self._speaker = threading.Thread(target=self._speak, daemon=True)
        from rich.live import Live
        from rich.text import Text

        shown = console(stderr=True)

        def cut() -> Text:
            return Text(self.line(), no_wrap=True, overflow="ellipsis")

        self.live = Live(get_renderable=cut, console=shown, transient=True) if shown.is_terminal else None

    def __enter__(self) -> Progress:
        if self.live:
            self.live.start()
        else:
            self._speaker.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopped.set()
        if self.live:
            self.live.stop()

    def __call__(self, event: Mapping[str, Any]) -> None:
        self.current, self.total = event.get("claim", self.current), event.get("total", self.total)
        if event["event"] == "verdict":
            self.done += 1
        elif event["event"] == "batch" and event["phase"] == "finished":
            self.inside += event.get("inside", 0)
            self.discarded += sum(event.get("discarded", {}).values())

    def _speak(self) -> None:
        while not self._stopped.wait(EVERY):
            sys.stderr.write(f"{self.line()}\n")
            sys.stderr.flush()

    def line(self) -> str:
        """Claims done, instances admitted and discarded, rate, and the time left that follows."""
        spent = time.monotonic() - self.started
        rate = self.inside / spent if spent > 0 else 0.0
        left = f", about {spent / self.done * (self.total - self.done):.0f} s left" if self.done else ""
        counts = f"{self.inside:,} instances admitted, {self.discarded:,} discarded"
        return f"{self.done}/{self.total} {self.noun}, {counts}, {rate:,.0f}/s{left}  {self.current}"

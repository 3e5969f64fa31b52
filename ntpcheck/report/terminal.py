"""A run in a terminal: the verdict table, and progress while it lasts."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.live import Live
from rich.table import Table
from rich.text import Text

from ntpcheck.report import words
from ntpcheck.report.record import Record

COLOURS = {"good": "green", "bad": "bold red", "warn": "yellow", "odd": "magenta"}
EVERY = 10.0  # seconds between progress lines where there is no terminal
WIDE = 120  # columns from which on the table has all of its own
PLAIN_WIDTH = 190  # where the output is no terminal, nothing says how wide it may be


def console(*, stderr: bool = False) -> Console:
    """A console that honours NO_COLOR, FORCE_COLOR and TERM=dumb."""
    made = Console(stderr=stderr, highlight=False)
    return made if made.is_terminal else Console(stderr=stderr, highlight=False, width=PLAIN_WIDTH)


def verdict_table(record: Record, width: int | None = None) -> Table:
    """One line per claim, in the papers' order; verdict, claim and evidence in short where that is narrow."""
    wide = (console().width if width is None else width) >= WIDE
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("verdict", no_wrap=True)
    table.add_column("claim", overflow="fold")
    if wide:
        table.add_column("where")
        table.add_column("worst slack", justify="right", no_wrap=True)
    table.add_column("evidence" if wide else "counterexample")
    for row in record.rows:
        shown = words.look(row)
        word = Text(f"{shown.shape} {row.word or 'UNFINISHED'}", style=COLOURS[shown.tone])
        slack = words.number(row.verdict.get("worst_slack"))
        more = (row.claim["cite"], slack, words.evidence_line(row)) if wide else (words.short_line(row),)
        table.add_row(word, row.id, *more)
    return table


class Progress:
    """Tells standard error how far a run is: one live line on a terminal, else a line every ten seconds."""

    def __init__(self, total: int, noun: str = "claims") -> None:
        self.total, self.noun = total, noun
        self.done = self.inside = self.discarded = 0
        self.started = time.monotonic()
        self.current = ""
        self._stopped = threading.Event()
        self._speaker = threading.Thread(target=self._speak, daemon=True)
        shown = console(stderr=True)
        self.live = (
            Live(get_renderable=self.line, console=shown, transient=True) if shown.is_terminal else None
        )

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

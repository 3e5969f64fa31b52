"""How wide the output is, and how far a run has come while it lasts."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
import threading
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from rich.console import Console

EVERY = 10.0  # seconds between progress lines where there is no terminal
ROOM = 40  # columns that evidence needs beside the rest; with less it is told in short, or below
PLAIN_WIDTH = 80  # of tables where the output is no terminal and COLUMNS is not set


def columns(otherwise: int = sys.maxsize) -> int:
    """The width of standard output: COLUMNS if that is set, else the terminal's, else `otherwise`."""
    told = sys.stdout.isatty() or "COLUMNS" in os.environ
    return shutil.get_terminal_size((otherwise, 1)).columns if told else otherwise


def folded(line: str, hang: int = 0) -> str:
    """Breaks a line at spaces if it is too wide; what follows is indented by `hang` more blanks.

    A word longer than a line, such as a path, stays whole, so that it can be copied.
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


class Speaker:
    """Tells standard error how far something is, a line every ten seconds, while it says anything."""

    def __init__(self) -> None:
        self.started = time.monotonic()
        self.current = ""
        self._stopped = threading.Event()
        self._speaker = threading.Thread(target=self._speak, daemon=True)

    def __enter__(self) -> Self:
        self._speaker.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopped.set()

    def _speak(self) -> None:
        while not self._stopped.wait(EVERY):
            if line := self.line():
                sys.stderr.write(f"{line}\n")
                sys.stderr.flush()

    def spent(self) -> str:
        return f"{time.monotonic() - self.started:.0f} s"

    def line(self) -> str:
        """What is under way, and since when; nothing where nobody has said."""
        return f"  {self.current}, {self.spent()}" if self.current else ""


class Progress(Speaker):
    """The same of a run: one live line on a terminal, else a line every ten seconds.

    How long the rest will take is not told: claims of one domain are searched together, and one claim may
    take a thousand times as long as another.
    """

    def __init__(self, total: int, noun: str = "claims") -> None:
        super().__init__()
        self.total, self.noun = total, noun
        self.done = self.inside = self.discarded = 0
        from rich.live import Live
        from rich.text import Text

        shown = console(stderr=True)

        def cut() -> Text:
            return Text(self.line(), no_wrap=True, overflow="ellipsis")

        self.live = Live(get_renderable=cut, console=shown, transient=True) if shown.is_terminal else None

    def __enter__(self) -> Self:
        if self.live:
            self.live.start()
            return self
        return super().__enter__()

    def __exit__(self, *_: object) -> None:
        super().__exit__()
        if self.live:
            self.live.stop()

    def __call__(self, event: Mapping[str, Any]) -> None:
        self.current, self.total = event.get("claim", self.current), event.get("total", self.total)
        self.current += f": {event['doing']}" if "doing" in event else ""
        if event["event"] == "verdict":
            self.done += 1
        elif event["event"] == "batch" and event["phase"] == "finished":
            self.inside += event.get("inside", 0)
            self.discarded += sum(event.get("discarded", {}).values())

    def line(self) -> str:
        """Claims done, instances admitted and discarded by searches that have ended, time, and the stage."""
        some = self.inside or self.discarded
        counts = f", {self.inside:,} instances admitted, {self.discarded:,} discarded" if some else ""
        return f"{self.done}/{self.total} {self.noun}{counts}, {self.spent()}  {self.current}"

"""What a checker raised, and where, in one line: the reason of the verdict BROKEN."""

from __future__ import annotations

import os
import sys
import traceback
from pathlib import Path

RAISED = (Exception, SystemExit, GeneratorExit)  # what foreign code may raise without ending the run
LONGEST = 500  # letters of what a checker raised: it stands in a table
# Files of ours, of libraries and of Python: a checker's author looks for a line elsewhere.
MACHINERY = tuple(f"{folder}{os.sep}" for folder in (Path(__file__).parents[1], sys.prefix, sys.base_prefix))


def place(problem: BaseException) -> str:
    """The exception, its words, and the innermost line that is neither ours nor a library's."""
    frames = traceback.extract_tb(problem.__traceback__)
    theirs = [frame for frame in frames if not frame.filename.startswith(MACHINERY)]
    where = (theirs or frames)[-1]  # the checker's own line, whatever it was handed to
    spot = f"{Path(where.filename).name}, line {where.lineno}, in {where.name}"
    return in_line(f"{type(problem).__name__}: {in_words(problem)} ({spot})")


def in_words(problem: BaseException) -> str:
    """What an exception says, in one short line."""
    try:
        words = str(problem)
    except RAISED:  # a third party's own exception may have no words
        words = "..."
    if len(words) > LONGEST:
        words = f"{words[:LONGEST]}..."
    return in_line(" ".join(words.split()))


def in_line(text: str) -> str:
    """The text without anything that a terminal would take for an order."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)

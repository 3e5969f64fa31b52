"""What a checker raised, and where, in one line: the reason of the verdict BROKEN."""

import os
import sys
import traceback
from pathlib import Path

from ntpcheck.errors import in_line, in_words

# Files of ours, of libraries and of Python: a checker's author looks for a line elsewhere.
MACHINERY = tuple(f"{folder}{os.sep}" for folder in (Path(__file__).parents[1], sys.prefix, sys.base_prefix))


def place(problem: BaseException) -> str:
    """The exception, its words, and the innermost line that is neither ours nor a library's."""
    frames = traceback.extract_tb(problem.__traceback__)
    theirs = [frame for frame in frames if not frame.filename.startswith(MACHINERY)]
    where = (theirs or frames)[-1]  # the checker's own line, whatever it was handed to
    spot = f"{where.name}, line {where.lineno} of {Path(where.filename).name}"
    return in_line(f"{type(problem).__name__}: {in_words(problem)} ({spot})")

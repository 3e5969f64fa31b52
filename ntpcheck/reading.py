"""The one way in: every file that is read is a regular one, of bounded size, and parsed as data.

The verifier has a reader of its own to the same rules, since it imports nothing of ntpcheck.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from stat import S_ISREG
from typing import Any

from ntpcheck.errors import AbsentFile, UnreadableFile, closest

SMALL = 2**22  # bytes of a document; parsed, JSON takes up to 30 times as much
LARGEST = 2**26  # bytes of what the project itself wrote and only copies, as a summary or a figure
LONGEST_LINE = 2**22  # bytes
LARGEST_JOURNAL = 2**28  # bytes, read line by line


def contents(path: Path, limit: int = SMALL, way_out: str = "Give a readable file.") -> bytes:
    """The bytes of a regular file. Raises UnreadableFile for anything else, and AbsentFile for nothing.

    A pipe or a device is refused without waiting for it; a file that grows meanwhile is not followed.
    """
    handle = _opened(path, way_out)
    try:
        size = os.fstat(handle).st_size
        _bounded(path, size, limit, way_out)
        with os.fdopen(os.dup(handle), "rb") as stream:
            # What is asked for is set aside at once; and a file of the system may say that it has no size.
            found = stream.read(min(limit, max(size, SMALL)) + 1)
    except OSError as problem:
        raise UnreadableFile(f"{path} cannot be read ({problem.strerror}). {way_out}") from None
    finally:
        os.close(handle)
    _bounded(path, len(found), limit, way_out)
    return found


def text(path: Path, limit: int = SMALL, way_out: str = "Save it as UTF-8 text.") -> str:
    """The text of a file in UTF-8. Raises UnreadableFile where it is none, or holds zero bytes."""
    found = contents(path, limit, way_out)
    try:
        said = found.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise UnreadableFile(f"{path} is not UTF-8 text (byte {problem.start}). {way_out}") from None
    if "\0" in said:
        raise UnreadableFile(f"{path} holds zero bytes, so it is not text. {way_out}")
    return said


def document(path: Path, limit: int = SMALL, way_out: str = "Write it anew.") -> Any:
    """The JSON value in a file. Raises UnreadableFile."""
    said = text(path, limit, way_out)
    try:
        return json.loads(said)
    except RecursionError:
        raise UnreadableFile(f"{path} is nested too deeply. {way_out}") from None
    except ValueError as problem:
        reason = str(problem).splitlines()[0][:100]
        raise UnreadableFile(f"{path} is not JSON ({reason}). {way_out}") from None


def lines(path: Path, way_out: str = "Give the journal.ndjson of a run.") -> Iterator[bytes]:
    """The lines of a file with their ends, one at a time. Raises UnreadableFile."""
    handle = _opened(path, way_out)
    with os.fdopen(handle, "rb") as stream:
        _bounded(path, os.fstat(handle).st_size, LARGEST_JOURNAL, way_out)
        try:
            while line := stream.readline(LONGEST_LINE + 1):
                if len(line) > LONGEST_LINE:
                    said = f"{path} has a line of more than {LONGEST_LINE} bytes."
                    raise UnreadableFile(f"{said} {way_out}")
                yield line
        except OSError as problem:
            raise UnreadableFile(f"{path} cannot be read ({problem.strerror}). {way_out}") from None


def meant(path: Path, otherwise: str) -> str:
    """The way out where a file is not there: one beside it of such a name and ending, else `otherwise`."""
    beside = [] if path.exists() else sorted(map(str, path.parent.glob(f"*{path.suffix}")))
    return closest(str(path), beside, otherwise)


def _opened(path: Path, way_out: str) -> int:
    """A descriptor of a regular file."""
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    except FileNotFoundError:
        raise AbsentFile(f"{path} does not exist. {way_out}") from None
    except OSError as problem:
        raise UnreadableFile(f"{path} cannot be read ({problem.strerror}). {way_out}") from None
    except ValueError:  # a zero byte in its name
        raise UnreadableFile(f"{str(path)!r} is no file name. {way_out}") from None
    if not S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise UnreadableFile(f"{path} is no regular file. {way_out}")
    return handle


def _bounded(path: Path, size: int, limit: int, way_out: str) -> None:
    if size > limit:
        raise UnreadableFile(f"{path} has {size} bytes; at most {limit} are read. {way_out}")

"""The append-only record of a run. Reports and the gate read nothing else."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from ntpcheck.errors import UnreadableFile


def plain(value: Any) -> Any:
    """JSON for what evidence carries: numpy and torch scalars, enums, paths."""
    if isinstance(value, np.generic):
        return value.item()
    if hasattr(value, "tolist"):
        return value.tolist()
    return str(value)


def _checksum(record: dict[str, Any]) -> str:
    text = json.dumps(record, sort_keys=True, default=plain)
    return f"{zlib.crc32(text.encode()):08x}"


class Journal:
    """One checksummed line per event, flushed before the next event starts.

    Without a path the events stay in memory. A journal that exists is continued after its last whole line;
    what a killed run left of a line is cut off, and nothing before it is written again.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self.events: list[dict[str, Any]] = []
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            self.events = _continued(path) if path.exists() else []

    @property
    def folder(self) -> Path | None:
        return self.path.parent if self.path else None

    def write(self, event: str, **fields: Any) -> dict[str, Any]:
        """Appends one event and returns it."""
        record = json.loads(json.dumps({"event": event, "seq": len(self.events)} | fields, default=plain))
        self.events.append(record)
        if self.path is not None:
            with self.path.open("a") as file:
                file.write(_line(record))
                file.flush()
        return record


def _continued(path: Path) -> list[dict[str, Any]]:
    """The whole events of a journal, which keeps nothing else."""
    lines = path.read_bytes().split(b"\n")[:-1]  # what follows the last line's end is torn
    with path.open("r+b") as file:
        file.truncate(sum(len(line) + 1 for line in lines))
    events = list(read_journal(path))
    with path.open("r+b") as file:
        file.truncate(sum(len(line) + 1 for line in lines[: len(events)]))
    return events


def _line(record: dict[str, Any]) -> str:
    body = {key: value for key, value in record.items() if key != "crc"}
    return json.dumps(body | {"crc": _checksum(body)}, sort_keys=True) + "\n"


def read_journal(path: Path) -> Iterator[dict[str, Any]]:
    """The records of a journal in order; a torn last line is left out, a corrupt earlier one is an error."""
    try:
        lines = path.read_text().splitlines()
    except (OSError, UnicodeDecodeError) as problem:
        raise UnreadableFile(
            f"{path} cannot be read ({problem}). Give the journal.ndjson of a run."
        ) from None
    for number, line in enumerate(lines, start=1):
        record = _record(line)
        if record is None and number == len(lines):
            return
        if record is None:
            raise UnreadableFile(f"{path}, line {number}, fails its checksum. Run the verification again.")
        yield record


def _record(line: str) -> dict[str, Any] | None:
    try:
        record = json.loads(line)
    except ValueError:
        return None
    if not isinstance(record, dict):
        return None
    body = {key: value for key, value in record.items() if key != "crc"}
    return body if record.get("crc") == _checksum(body) else None

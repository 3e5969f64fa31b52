"""The append-only record of a run. Reports and the gate read nothing else."""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ntpcheck import reading, writing
from ntpcheck.errors import UnreadableFile

LASTING = frozenset({"selection", "run", "verdict", "end"})  # events that must outlast the machine
BEGIN = ""  # what the first line is chained to


def plain(value: Any) -> Any:
    """JSON for what evidence carries: numpy and torch scalars, enums, paths."""
    if isinstance(value, np.generic):
        return value.item()
    if hasattr(value, "tolist"):
        return value.tolist()
    return str(value)


def _checksum(record: dict[str, Any], before: str) -> str:
    """The line's link: a digest of it and of the link before it."""
    text = json.dumps(record, sort_keys=True, default=plain)
    return hashlib.sha256(f"{before}\n{text}".encode()).hexdigest()[:16]


class Journal:
    """One line per event, chained to the line before it, and written before the next event starts.

    Without a path the events stay in memory. A journal that exists is continued after its last whole line;
    what a killed run left of a line is cut off, and nothing before it is written again. Whoever has a
    journal open holds its folder. Raises UnwritableFile where another process does.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self.events: list[dict[str, Any]] = []
        self._link = BEGIN
        self._log: writing.Log | None = None
        self._lock: writing.Lock | None = None
        if path is not None:
            with writing.told_of(path):
                path.parent.mkdir(parents=True, exist_ok=True)
            self._lock = writing.Lock(path.parent)
            known = list(_links(path)) if path.exists() else []
            if known:
                self._log = writing.Log(path)
                self._log.cut(known[-1].end)
                self.events, self._link = [link.record for link in known], known[-1].checksum

    @property
    def folder(self) -> Path | None:
        return self.path.parent if self.path else None

    def write(self, event: str, **fields: Any) -> dict[str, Any]:
        """Appends one event and returns it. Raises UnwritableFile; the journal is then as it was."""
        record = json.loads(json.dumps({"event": event, "seq": len(self.events)} | fields, default=plain))
        link = _checksum(record, self._link)
        line = _line(record | {"chain": link})
        if self._log is not None:
            self._log.append(line, settle=event in LASTING)
        elif self.path is not None:  # a journal is there with its first line or not at all
            self._log = writing.Log(writing.write(self.path, line))
        self.events.append(record)
        self._link = link
        return record

    def close(self) -> None:
        """Lets another process continue the run."""
        if self._log is not None:
            self._log.close()
        if self._lock is not None:
            self._lock.close()


def _line(record: dict[str, Any]) -> str:
    return json.dumps(record, sort_keys=True) + "\n"


class _Link(NamedTuple):
    """A whole line: its event, its link, and where it ends in the file."""

    record: dict[str, Any]
    checksum: str
    end: int


def read_journal(path: Path) -> Iterator[dict[str, Any]]:
    """The records of a journal in order; a torn last line is left out, whatever else is amiss is an error.

    A line that is changed, missing, doubled or out of its order breaks the chain. Raises UnreadableFile.
    """
    return (link.record for link in _links(path))


def _links(path: Path) -> Iterator[_Link]:
    before, end = BEGIN, 0
    for number, line in enumerate(reading.lines(path), start=1):
        end += len(line)
        found = _record(line, before, number - 1)
        if found is None:
            if not line.endswith(b"\n"):  # torn: only the last line can be
                return
            said = f"{path}, line {number}, does not follow from the lines before it."
            raise UnreadableFile(f"{said} Run the verification again.")
        before = found[1]
        yield _Link(*found, end)


def _record(line: bytes, before: str, number: int) -> tuple[dict[str, Any], str] | None:
    """A line's event and its link; None where it is torn, changed, or not the one that follows."""
    try:
        record = json.loads(line) if line.endswith(b"\n") else None
    except (ValueError, RecursionError):
        return None
    if not isinstance(record, dict) or record.get("seq") != number:
        return None
    if _line(record).encode() != line:  # the same to a reader, as with a key that is there twice
        return None
    body = {key: value for key, value in record.items() if key != "chain"}
    link = _checksum(body, before)
    return (body, link) if record.get("chain") == link else None

"""Writes a run's documents beside its journal."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from ntpcheck.errors import NtpcheckError, UnreadableFile
from ntpcheck.report.record import Record


def _json(record: Record) -> str:
    from ntpcheck.report.summary import canonical, summary

    return canonical(summary(record))


def _html(record: Record) -> str:
    from ntpcheck.report.catalogue import homes
    from ntpcheck.report.extras import read_extras
    from ntpcheck.report.html import page

    try:
        folders = list(homes().values())
    except NtpcheckError:  # a run can be shown where its paper is not installed
        folders = []
    return page(record, read_extras(folders))


def _markdown(record: Record) -> str:
    from ntpcheck.report.markdown import markdown

    return markdown(record)


FORMATS: dict[str, tuple[str, Callable[[Record], str]]] = {
    "json": ("summary.json", _json),
    "html": ("index.html", _html),
    "markdown": ("report.md", _markdown),
}


def render(record: Record, folder: Path, formats: Iterable[str]) -> list[Path]:
    """Writes the named formats into the run's folder and returns the files."""
    written: list[Path] = []
    for name in formats:
        file, text = FORMATS[name]
        path = folder / file
        try:
            path.write_text(text(record), encoding="utf-8")
        except OSError as error:
            raise UnreadableFile(
                f"cannot write {path}: {error.strerror}. Copy the run's folder elsewhere."
            ) from error
        written.append(path)
    return written

"""Writes a run's documents beside its journal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from ntpcheck.errors import NtpcheckError
from ntpcheck.report.record import Record
from ntpcheck.report.why import Reasons
from ntpcheck.writing import write


def _json(record: Record) -> str:
    from ntpcheck.report.summary import canonical, summary

    return canonical(summary(record))


def _html(record: Record) -> str:
    from ntpcheck.report.catalogue import homes
    from ntpcheck.report.extras import read_extras
    from ntpcheck.report.html import page

    try:
        extras = read_extras(homes().values())
    except NtpcheckError as problem:  # a run can be shown where its paper is not installed
        found, said = read_extras(()), str(problem).rstrip(".")
        extras = replace(found, damaged=(*found.damaged, f"which assumption is needed, as {said}"))
    return page(record, extras)


def _markdown(record: Record) -> str:
    from ntpcheck.report.markdown import markdown

    return markdown(record)


def _latex(record: Record) -> str:
    from ntpcheck.report.latex import latex

    return latex(record)


def _junit(record: Record) -> str:
    from ntpcheck.report.junit import junit

    return junit(record)


def _observations(record: Record) -> str:
    from ntpcheck.report.observations import observations

    return observations(record)


def _summary(record: Record) -> str:
    from ntpcheck.report.github import job_summary

    return job_summary(record)


def _annotations(record: Record) -> str:
    from ntpcheck.report.github import job_annotations

    return job_annotations(record)


def installed_reasons() -> Reasons:
    """Why claims of the installed papers fall; a run can be shown where its paper is not installed."""
    from ntpcheck.report.catalogue import homes
    from ntpcheck.report.why import reasons

    try:
        return reasons(homes().values())
    except NtpcheckError:
        return {}


# Format -> the files it consists of.
FORMATS: Mapping[str, Mapping[str, Callable[[Record], str]]] = {
    "json": {"summary.json": _json},
    "html": {"index.html": _html},
    "markdown": {"report.md": _markdown},
    "latex": {"claims.tex": _latex},
    "junit": {"junit.xml": _junit},
    "observations": {"observations.ndjson": _observations},
    "github": {"summary.md": _summary, "annotations.txt": _annotations},
}


def render(record: Record, folder: Path, formats: Iterable[str]) -> list[Path]:
    """Writes the named formats into the run's folder and returns the files."""
    written: list[Path] = []
    for file, text in (pair for name in formats for pair in FORMATS[name].items()):
        written.append(write(folder / file, text(record)))
    return written

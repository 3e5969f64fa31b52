"""Writes a run's documents beside its journal."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from ntpcheck.errors import NtpcheckError
from ntpcheck.report import catalogue
from ntpcheck.report.formats.github import job_annotations, job_summary
from ntpcheck.report.formats.junit import junit
from ntpcheck.report.formats.latex import latex
from ntpcheck.report.formats.markdown import markdown
from ntpcheck.report.formats.observations import observations
from ntpcheck.report.formats.summary import canonical, summary
from ntpcheck.report.page.extras import read_extras
from ntpcheck.report.record import Record
from ntpcheck.report.why import Reasons, reasons
from ntpcheck.writing import write


def html(record: Record) -> str:
    """The page of a run, with what lies beside the installed papers."""
    from ntpcheck.report.page.html import page  # torch comes with it, which takes seconds

    try:
        extras = read_extras(catalogue.homes().values())
    except NtpcheckError as problem:  # a run can be shown where its paper is not installed
        found, said = read_extras(()), str(problem).rstrip(".")
        extras = replace(found, damaged=(*found.damaged, f"which assumption is needed, as {said}"))
    return page(record, extras)


def installed_reasons() -> Reasons:
    """Why claims of the installed papers fall; a run can be shown where its paper is not installed."""
    try:
        return reasons(catalogue.homes().values())
    except NtpcheckError:
        return {}


# Format -> the files it consists of.
FORMATS: Mapping[str, Mapping[str, Callable[[Record], str]]] = {
    "json": {"summary.json": lambda record: canonical(summary(record))},
    "html": {"index.html": html},
    "markdown": {"report.md": markdown},
    "latex": {"claims.tex": latex},
    "junit": {"junit.xml": junit},
    "observations": {"observations.ndjson": observations},
    "github": {"summary.md": job_summary, "annotations.txt": job_annotations},
}


def render(record: Record, folder: Path, formats: Iterable[str]) -> list[Path]:
    """Writes the named formats into the run's folder and returns the files."""
    return [write(folder / file, text(record)) for name in formats for file, text in FORMATS[name].items()]

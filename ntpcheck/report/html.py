"""index.html: a run on one page that needs no network and no scripts."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from ntpcheck.report import words
from ntpcheck.report.figures import training_panels
from ntpcheck.report.gate import compare
from ntpcheck.report.record import Record, Row
from ntpcheck.report.svg import bars

# The largest slack in each bin that the engine counts; exact equality has slack 0.
SLACKS = ("-1", "-1e-3", "-1e-6", "-1e-9", "0", "1e-9", "1e-6", "1e-3", "1", ">1")


def page(record: Record) -> str:
    """The whole page as text."""
    environment = Environment(
        loader=PackageLoader("ntpcheck.report", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["number"] = words.number
    tally = compare(record.verdicts, record.expected)
    return environment.get_template("page.html.j2").render(
        run=record.run,
        ended=record.ended,
        sections=[_section(row, record) for row in record.rows],
        looks=words.LOOKS,
        counts=words.tally(record),
        tally=tally,
        states={c.id: c.state.value for c in tally.comparisons},
        figures=[_figure(figure["series"]) for figure in record.figures],
        papers=record.papers,
        environment=sorted(record.run["environment"].items()),
    )


def _figure(series: Mapping[str, Any]) -> dict[str, Any]:
    return {"title": series["title"], "panels": [Markup(panel) for panel in training_panels(series)]}


def _section(row: Row, record: Record) -> dict[str, Any]:
    return {
        "claim": row.claim,
        "anchor": row.id,
        "word": row.word or "UNFINISHED",
        "look": words.look(row),
        "verdict": dict.fromkeys(("rigor", "scope", "admitted", "n", "worst_slack")) | row.verdict,
        "line": words.evidence_line(row),
        "text": record.texts.get(row.id, "").partition("\n")[2].strip(),  # line 1 is the statement
        "outcomes": sorted(row.outcomes.items()),
        "discarded": sorted((row.verdict.get("discarded") or row.discarded).items()),
        "measured": sorted((name, *span) for name, span in row.measured.items()),
        "histogram": _histogram(row),
        "planted": [{**planted, "look": words.CAUGHT.get(planted["verdict"], words.SURVIVED)} for planted in
                    row.verdict.get("planted", ())],
        "witness": _witness(row.witness) if row.witness else None,
    }  # fmt: skip


def _histogram(row: Row) -> Markup | None:
    if not any(row.histogram):
        return None
    return Markup(bars(f"slack over the instances of {row.id}", row.histogram, SLACKS))


def _witness(witness: Mapping[str, Any]) -> dict[str, Any]:
    instance = dict(witness["instance"])
    kind = instance.pop("type", "instance")
    return {
        "kind": kind,
        "fields": [{"name": name, "rows": _rows(value)} for name, value in instance.items()],
        "code": witness["repr"],
        "file": witness["file"],
        "slack": witness["slack"],
        "rigor": witness["rigor"],
        "certificate": _certificate(witness["certificate"] or {}),
    }


def _certificate(certificate: Mapping[str, Any]) -> str:
    """One line per entry; of a list of lists, such as a straight-line program, one numbered line per item."""
    lines: list[str] = []
    for name, value in certificate.items():
        if isinstance(value, list) and value and isinstance(value[0], list):
            lines += [f"{name}:", *(f"  {index:3} {json.dumps(item)}" for index, item in enumerate(value))]
        else:
            lines.append(f"{name}: {_text(value)}")
    return "\n".join(lines)


def _rows(value: Any) -> list[list[str]]:
    """A scalar, vector or matrix as rows of text; anything else as one cell of JSON."""
    if not isinstance(value, list):
        return [[_text(value)]]
    if all(isinstance(row, list) for row in value):
        return [[_text(cell) for cell in row] for row in value]
    return [[_text(cell) for cell in value]]


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)

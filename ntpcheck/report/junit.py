"""junit.xml and ctrf.json: a run for tools that read test reports, one case per claim."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from xml.etree import ElementTree

from ntpcheck.report import words
from ntpcheck.report.gate import Comparison, State, compared
from ntpcheck.report.record import Record, Row

# What XML 1.0 has no way to write.
_UNWRITABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit(record: Record) -> str:
    """One test suite per paper, in the vocabulary that all readers share: no properties, no attachments."""
    states = _states(record)
    root = ElementTree.Element("testsuites", _counts(record.rows, states))
    for paper in dict.fromkeys(row.claim["paper"] for row in record.rows):
        rows = [row for row in record.rows if row.claim["paper"] == paper]
        suite = ElementTree.SubElement(root, "testsuite", {"name": _clean(paper)} | _counts(rows, states))
        for row in rows:
            _case(suite, row, states[row.id])
    ElementTree.indent(root, " ")
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ElementTree.tostring(root, encoding="unicode")}\n'


def _states(record: Record) -> dict[str, Comparison]:
    return {c.id: c for c in compared(record).comparisons}


def _counts(rows: list[Row], states: Mapping[str, Comparison]) -> dict[str, str]:
    found = [_element(row, states[row.id]) for row in rows]
    counts = {
        "failures": found.count("failure"),
        "errors": found.count("error"),
        "skipped": found.count("skipped"),
    }
    seconds = sum(_seconds(row) for row in rows)
    return {"tests": str(len(rows)), **{k: str(v) for k, v in counts.items()}, "time": f"{seconds:.3f}"}


def _element(row: Row, comparison: Comparison) -> str | None:
    if comparison.state is State.PASSED:
        return None
    if comparison.state is State.FAILED:
        return "error" if row.word == "BROKEN" else "failure"
    return "skipped"


def _case(suite: ElementTree.Element, row: Row, comparison: Comparison) -> None:
    named = {"classname": _clean(row.claim["paper"]), "name": _clean(row.id), "time": f"{_seconds(row):.3f}"}
    case = ElementTree.SubElement(suite, "testcase", named)
    kind = _element(row, comparison)
    if kind is not None:
        said = {"message": _clean(str(comparison))} | ({} if kind == "skipped" else {"type": str(row.word)})
        ElementTree.SubElement(case, kind, said).text = _clean(message(row))


def _seconds(row: Row) -> float:
    return float(row.verdict.get("seconds", 0.0))


def _clean(text: str) -> str:
    return _UNWRITABLE.sub("\ufffd", text)


def message(row: Row) -> str:
    """A claim in full: statement, citation, evidence, witness as code with slack and rigor, how to repeat."""
    lines = [f"{row.claim['statement']} ({row.claim['cite']})", words.evidence_line(row)]
    if row.witness:
        lines += [row.witness["repr"], f"slack {row.witness['slack']}, rigor {row.witness['rigor']}"]
    return "\n".join([*lines, f"python -m ntpcheck verify '{row.id}'"])


def ctrf(record: Record) -> dict[str, Any]:
    """The run in the Common Test Report Format."""
    states = _states(record)
    tests = [_test(row, states[row.id]) for row in record.rows]
    kinds = [test["status"] for test in tests]
    start = started(record.run["id"])
    return {
        "reportFormat": "CTRF",
        "specVersion": "0.0.0",
        "results": {
            "tool": {"name": "ntpcheck", "version": record.run["version"]},
            "summary": {
                "tests": len(tests),
                **{kind: kinds.count(kind) for kind in ("passed", "failed", "pending", "skipped", "other")},
                "start": start,
                "stop": start + sum(test["duration"] for test in tests),
            },
            "tests": tests,
            "environment": {"extra": {**record.run["environment"], "seed": record.run["seed"]}},
        },
    }


def _test(row: Row, comparison: Comparison) -> dict[str, Any]:
    statuses = {
        State.PASSED: "passed",
        State.FAILED: "failed",
        State.SKIPPED: "skipped",
        State.UNDECIDED: "other",
    }
    told: dict[str, Any] = {
        "name": row.id,
        "status": statuses[comparison.state],
        "duration": round(1000 * _seconds(row)),
        "tags": [row.claim["paper"]],
        "extra": {"verdict": row.word, "expected": row.expected, "n": row.verdict.get("n", 0)},
    }
    return told if comparison.state is State.PASSED else told | {"message": message(row)}


def started(run: str) -> int:
    """Milliseconds since 1970 at which the run began, from its id; 0 where that says nothing."""
    try:
        return int(datetime.strptime(run[:15], "%Y%m%d-%H%M%S").replace(tzinfo=UTC).timestamp()) * 1000
    except ValueError:
        return 0

"""observations.ndjson: a run as the observations that Hypothesis writes, for the tools that read those."""

import json
from collections.abc import Iterator
from typing import Any

from ntpcheck.report import words
from ntpcheck.report.formats.junit import message, started
from ntpcheck.report.formats.summary import canonical
from ntpcheck.report.record import Record, Row
from ntpcheck.statement.printing.in_words import code_in_words, in_words


def observations(record: Record) -> str:
    """One JSON document per line: what each claim came to, and each instance that the journal holds.

    A run draws and judges instances in batches and keeps two of them per claim: the witness, and the one with
    the smallest slack on which the claim holds. The others are numbers in the claim's line.
    """
    start = started(record.run["id"]) / 1000
    documents = [json.loads(canonical(told)) for row in record.rows for told in _told(row, record, start)]
    return "".join(f"{json.dumps(told, sort_keys=True)}\n" for told in documents)


def _told(row: Row, record: Record, start: float) -> Iterator[dict[str, Any]]:
    verdict = row.verdict
    dropped = verdict.get("discarded") or row.discarded
    numbers = {"inside": verdict.get("admitted", 0), "holds": verdict.get("n", 0), "discarded": dict(dropped)}
    said = {"title": row.word or "UNFINISHED", "content": {"says": words.evidence_line(row), **numbers}}
    yield {"type": "info", "run_start": start, "property": row.id, **said}
    if row.nearest:
        slack = {"slack": verdict.get("worst_slack")}
        yield _case(row, start, ("passed", "", code_in_words(row.nearest)), {}, slack)
    if row.witness:
        told = {"slack": str(row.witness["slack"]), "accepted": bool(row.witness["accepted"])}
        failed = ("failed", message(row, record), in_words(row.witness["instance"]))
        yield _case(row, start, failed, row.witness["instance"], told)


def _case(
    row: Row, start: float, told: tuple[str, str, str], arguments: dict[str, Any], features: dict[str, Any]
) -> dict[str, Any]:
    """told: status, the reason for it, and the instance in words."""
    status, reason, shown = told
    return {
        "type": "test_case",
        "run_start": start,
        "property": row.id,
        "status": status,
        "status_reason": reason,
        "representation": shown,
        "arguments": arguments,
        "how_generated": "minimised" if status == "failed" else "during a sweep",
        "features": features,
        "coverage": None,
        "timing": {},
        "metadata": {},
    }

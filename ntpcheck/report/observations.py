"""observations.ndjson: a run as the observations that Hypothesis writes, for the tools that read those."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from ntpcheck.report import words
from ntpcheck.report.junit import message, started
from ntpcheck.report.record import Record, Row
from ntpcheck.report.summary import canonical


def observations(record: Record) -> str:
    """One JSON document per line: a verdict, a line for what passed and was discarded, one per witness.

    Instances are drawn and judged in batches, so a line stands for many: `features` says how many.
    """
    start = started(record.run["id"]) / 1000
    return "".join(f"{_line(told)}\n" for row in record.rows for told in _told(row, start))


def _line(document: dict[str, Any]) -> str:
    return json.dumps(json.loads(canonical(document)), sort_keys=True)


def _told(row: Row, start: float) -> Iterator[dict[str, Any]]:
    common = {"run_start": start, "property": row.id}
    said = {"title": row.word or "UNFINISHED", "content": words.evidence_line(row)}
    yield {"type": "info", **common, **said}
    verdict = row.verdict
    if verdict.get("n"):
        features = {"instances": verdict["n"], "worst slack": verdict.get("worst_slack"), **row.outcomes}
        yield _case(row, start, "passed", "", f"{verdict['n']} instances", features)
    for reason, count in sorted((verdict.get("discarded") or row.discarded).items()):
        yield _case(row, start, "gave_up", reason, f"{count} instances", {"instances": count})
    if row.witness:
        yield _case(row, start, "failed", message(row), row.witness["repr"], {"instances": 1})


def _case(
    row: Row, start: float, status: str, reason: str, shown: str, features: dict[str, Any]
) -> dict[str, Any]:
    return {
        "type": "test_case",
        "run_start": start,
        "property": row.id,
        "status": status,
        "status_reason": reason,
        "representation": shown,
        "arguments": row.witness["instance"] if status == "failed" and row.witness else {},
        "how_generated": "minimised" if status == "failed" else "during a sweep",
        "features": features,
        "coverage": None,
        "timing": {"conclude": float(row.verdict.get("seconds", 0.0))} if status == "passed" else {},
        "metadata": {},
    }

"""summary.json: a run as one canonical document, whose bytes depend on the seed but for its timing block."""

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ntpcheck.report.record import Record, Row

SCHEMA_VERSION = 1
SCHEMA = Path(__file__).with_name("summary.schema.json")
DIGITS = 12  # sums over a batch differ in the last few bits between machines


def summary(record: Record) -> dict[str, Any]:
    """A run as a document: `run`, `claims` in the papers' order, and `timing`, which depends on the clock."""
    run = record.run
    seconds = {row.id: row.verdict["seconds"] for row in record.rows if "seconds" in row.verdict}
    return {
        "schema_version": SCHEMA_VERSION,
        "run": {
            "seed": run["seed"],
            "profile": run["profile"],
            "version": run["version"],
            "device": run["device"],
            "environment": run["environment"],
            "complete": record.ended,
        },
        "claims": [_claim(row) for row in record.rows],
        "timing": {"id": run["id"], "seconds": sum(seconds.values()), "claims": seconds},
    }


def _claim(row: Row) -> dict[str, Any]:
    claim, verdict = row.claim, row.verdict
    witness = row.witness or {}
    file = witness.get("file")
    return {
        "id": claim["id"],
        "paper": claim["paper"],
        "cite": claim["cite"],
        "statement": claim["statement"],
        "assumptions": list(claim["assumptions"]),
        "expected": claim.get("expected"),
        "verdict": row.word,
        "n": verdict.get("n", 0),
        "rigor": verdict.get("rigor"),
        "scope": verdict.get("scope"),
        "admitted": verdict.get("admitted", 0),
        "discarded": dict(verdict.get("discarded", row.discarded)),
        "worst_slack": verdict.get("worst_slack"),
        "reason": verdict.get("reason"),
        "witness": file,
        "certificate": file if witness.get("accepted") else None,
        "planted": [
            {key: planted.get(key) for key in ("kind", "statement", "verdict", "examples")}
            for planted in verdict.get("planted", ())
        ],
    }


def canonical(document: Any) -> str:
    """Canonical JSON: sorted keys, floats to 12 significant digits, NaN and infinities as strings."""
    return _printed(_rounded(document), indent=1) + "\n"


def canonical_by_lines(document: Mapping[str, Any]) -> str:
    """The same document, each record of its lists on a line of its own: a change shows where it is."""
    parts = []
    for key, value in sorted(_rounded(document).items()):
        listed = isinstance(value, list) and value and all(isinstance(entry, dict) for entry in value)
        lines = ",\n".join(f"  {_printed(entry)}" for entry in value) if listed else ""
        parts.append(f" {_printed(key)}: " + (f"[\n{lines}\n ]" if listed else _printed(value)))
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _printed(value: Any, indent: int | None = None) -> str:
    return json.dumps(value, sort_keys=True, indent=indent, ensure_ascii=False, allow_nan=False)


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        # Adding zero turns -0.0 into 0.0, whose sign would depend on the order of a sum.
        return float(f"{value:.{DIGITS}g}") + 0.0 if math.isfinite(value) else str(value)
    if isinstance(value, dict):
        return {str(key): _rounded(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(part) for part in value]
    return value

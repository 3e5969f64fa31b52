"""What tests did to runs and files, how often, and what failed, as a recorded run of them says."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from ntpcheck import reading

RECORD = Path(__file__).parents[2] / "reports" / "robustness.json"


@cache
def record(path: Path = RECORD) -> dict[str, Any]:
    """The record, as `pytest --record` writes it; nothing where there is none."""
    return reading.document(path) if path.is_file() else {"tried": {}}


def robustness_section(found: Mapping[str, Any] | None = None) -> list[str]:
    """What was tried, how often, and what failed, as Markdown."""
    known = record() if found is None else found
    if not known["tried"]:
        return []
    rows = [
        f"| {what} | {told['times']:,} | {told['tests']} | {told['failed']} | {told['skipped']} |"
        for what, told in sorted(known["tried"].items())
    ]
    failed = [f"- failed: `{name}`" for name in known["failed"]]
    return [
        "## Robustness: what was tried, and what failed",
        "",
        f"Recorded by the tests themselves on {known['date']}, on {known['machine']}, with "
        f"--faults={known['faults']}.",
        "",
        "| what was tried | times | tests | failed | skipped |",
        "|---|---|---|---|---|",
        *rows,
        "",
        *failed,
        *([""] if failed else []),
    ]

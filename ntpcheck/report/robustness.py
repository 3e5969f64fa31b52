"""What tests did to runs and files, how often, and what failed, as a recorded run of them says."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from ntpcheck import reading
from ntpcheck.report.trust_power import table

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
        (what, f"{told['times']:,}", told["tests"], len(told["failed"]), told["skipped"], told["date"])
        for what, told in sorted(known["tried"].items())
    ]
    failed = [f"- failed: `{name}`" for told in known["tried"].values() for name in told["failed"]]
    where = sorted({f"{told['machine']}, --faults={told['faults']}" for told in known["tried"].values()})
    return [
        "## Robustness: what was tried, and what failed",
        "",
        f"Recorded by the tests themselves, by `make robustness`, on {'; '.join(where)}.",
        "",
        *table(("what was tried", "times", "tests", "failed", "skipped", "date"), rows),
        *failed,
        *([""] if failed else []),
    ]

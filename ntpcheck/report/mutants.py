"""Small changes of ntpcheck's own code, how many the fast tests noticed, and which not, as recorded."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from ntpcheck import reading
from ntpcheck.report.trust_power import interval, share, table

RECORD = Path(__file__).parents[2] / "reports" / "mutants.json"


@cache
def record(path: Path = RECORD) -> dict[str, Any]:
    """The record, as `python -m tests.mutants` writes it; of no mutants where there is none."""
    return reading.document(path) if path.is_file() else {"mutants": 0, "killed": 0}


def mutants_section(found: Mapping[str, Any] | None = None) -> list[str]:
    """How many mutants were noticed by file, and every survivor with its reason, as Markdown."""
    known = record() if found is None else found
    if not known["mutants"]:
        return []
    killed, whole = known["killed"], known["mutants"]
    rows = [(f"`{room}`", one, of) for room, (one, of) in known["rooms"].items()]
    survivors = [
        f"- `{one['path']}`, line {one['line']}: `{one['was']}` became `{one['now']}`: {one['reason']}"
        for one in known["survivors"]
    ]
    return [
        "## Mutants of our own code",
        "",
        f"`python -m tests.mutants`, seed {known['seed']}: one place of the code is changed, and the fast "
        f"tests of that file are run. They noticed {share(killed, whole)}, 95%: {interval(killed, whole)}. "
        f"{_where(known)}",
        "",
        *table(("changed", "noticed", "of"), rows),
        *(["Not noticed:", "", *survivors, ""] if survivors else []),
    ]


def _where(known: Mapping[str, Any]) -> str:
    machine = f", on {known['machine']}" if "machine" in known else ""
    return f"Recorded on {known['date']}{machine}."

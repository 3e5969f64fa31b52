"""What a proof kernel accepted of the refutations, as the committed record of a run says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from ntpcheck import reading

RECORD = Path(__file__).parents[2] / "reports" / "kernel.json"
KINDS = {"negation": "the negation of the statement", "premise": "the premise of a limit's argument"}


@cache
def record(path: Path = RECORD) -> dict[str, Any]:
    """The record, as `ntpcheck coq --check --record` writes it; nothing is accepted where there is none."""
    if not path.is_file():
        return {"axioms": [], "claims": {}}
    return reading.document(path)


def kernel_checked(claim: str, statement: str = "", found: Mapping[str, Any] | None = None) -> str:
    """The words after "kernel-checked:" for a claim.

    statement: the digest that a verdict belongs to; what was accepted of another statement does not count.
    """
    entry = (record() if found is None else found)["claims"].get(claim)
    if entry is None:
        return "no (not tried)"
    if statement and entry["statement"] != statement:
        return "no (the statement has changed)"
    if entry["kind"] not in KINDS:
        return f"no ({entry['reason']})" if entry.get("reason") else "no"
    return f"{KINDS[entry['kind']]}, {entry['lines']} lines to read"


def kernel_section(found: Mapping[str, Any] | None = None) -> list[str]:
    """How many refutations a proof kernel accepted, and from which axioms, as Markdown."""
    known = record() if found is None else found
    if not known["claims"]:
        return []
    kinds = Counter(entry["kind"] for entry in known["claims"].values())
    lines = sorted(entry["lines"] for entry in known["claims"].values() if entry["kind"] in KINDS)
    rows = [f"| {KINDS.get(kind, 'nothing')} | {count} |" for kind, count in sorted(kinds.items())]
    read = [f"A statement has {lines[0]} to {lines[-1]} lines, a median of {lines[len(lines) // 2]}.", ""]
    return [
        "## Refutations that a proof kernel accepts",
        "",
        f"{len(known['claims'])} counterexamples were given to Coq by `make kernel`, each as a file. "
        f"Axioms: {', '.join(f'`{axiom}`' for axiom in known['axioms'])}.",
        "",
        "| Coq accepts | counterexamples |",
        "|---|---|",
        *rows,
        "",
        *(read if lines else []),
    ]

"""What a proof kernel accepted of the refutations, as the committed record of a run says."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from ntpcheck import reading

LONGEST = 120  # characters of a reason
RECORD = Path(__file__).parents[2] / "reports" / "kernel.json"
KINDS = {
    "negation": "the negation of the statement",
    "presupposition": "that what the statement presupposes fails",  # of an ill-posed one
}


@cache
def record(path: Path = RECORD) -> dict[str, Any]:
    """The record, as `ntpcheck coq --check --record` writes it; nothing is accepted where there is none."""
    if not path.is_file():
        return {"axioms": [], "claims": {}}
    return reading.document(path)


def accepted(claim: str, statement: str, found: Mapping[str, Any] | None = None) -> Mapping[str, Any]:
    """What Coq accepted of a claim as it stands now; empty if nothing, or something of another statement."""
    entry = (record() if found is None else found)["claims"].get(claim, {})
    return entry if entry.get("kind") in KINDS and entry["statement"] == statement else {}


def kernel_checked(claim: str, statement: str, found: Mapping[str, Any] | None = None) -> str:
    """The words after "kernel-checked:" for a claim. statement: the digest of what it says now."""
    if entry := accepted(claim, statement, found):
        return f"{KINDS[entry['kind']]}, {entry['lines']} lines of Coq to read"
    tried = (record() if found is None else found)["claims"].get(claim)
    if tried is None:
        return "no (not tried)"
    if tried["statement"] != statement:
        return "no (the statement has changed)"
    return f"no ({tried['reason']})" if tried.get("reason") else "no"


def kernel_section(found: Mapping[str, Any] | None = None) -> list[str]:
    """How many refutations a proof kernel accepted, from which axioms, and which not, as Markdown."""
    known = record() if found is None else found
    if not known["claims"]:
        return []
    entries = known["claims"]
    lines = sorted(entry["lines"] for entry in entries.values() if entry["kind"] in KINDS)
    read = (
        f" A statement has {lines[0]} to {lines[-1]} lines, a median of {lines[len(lines) // 2]}."
        if lines
        else ""
    )
    rows = [
        f"| {KINDS.get(kind, 'nothing')} | {form} | {count} |"
        for (kind, form), count in sorted(Counter((e["kind"], e["form"]) for e in entries.values()).items())
    ]
    return [
        "## Refutations that a proof kernel accepts",
        "",
        f"`make kernel` writes each of {len(entries)} counterexamples as a file for Coq. Of a limit too, Coq "
        f"accepts the negation of the whole statement or nothing.{read} "
        f"Axioms: {', '.join(f'`{axiom}`' for axiom in known['axioms'])}.",
        "",
        "| Coq accepts | of a | counterexamples |",
        "|---|---|---|",
        *rows,
        "",
        "Of these Coq accepts nothing:",
        "",
        *(
            f"- `{name}`: {_plain(entry.get('reason', ''))}"
            for name, entry in entries.items()
            if entry["kind"] not in KINDS
        ),
        "",
    ]


def _plain(reason: str) -> str:
    """What coqc says of a failure, without where the file stood."""
    said = re.sub(r"^.*Error: ", "coqc says: ", reason)
    return said if len(said) <= LONGEST else f"{said[:LONGEST]}.."

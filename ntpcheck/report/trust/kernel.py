"""What a proof kernel accepted of the refutations, as the committed record of a run says."""

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

from ntpcheck.report.templates import part
from ntpcheck.report.trust.recorded import record

LONGEST = 120  # characters of a reason
KINDS = {
    "negation": "the negation of the statement",
    "presupposition": "that what the statement presupposes fails",  # of an ill-posed one
}


def accepted(claim: str, statement: str, found: Mapping[str, Any] | None = None) -> Mapping[str, Any]:
    """What Coq accepted of a claim as it stands now; empty if nothing, or something of another statement."""
    entry = (record("kernel") if found is None else found)["claims"].get(claim, {})
    return entry if entry.get("kind") in KINDS and entry["statement"] == statement else {}


def kernel_checked(claim: str, statement: str, found: Mapping[str, Any] | None = None) -> str:
    """The words after "kernel-checked:" for a claim. statement: the digest of what it says now."""
    if entry := accepted(claim, statement, found):
        return f"{KINDS[entry['kind']]}, {entry['lines']} lines of Coq to read"
    tried = (record("kernel") if found is None else found)["claims"].get(claim)
    if tried is None:
        return "no (not tried)"
    if tried["statement"] != statement:
        return "no (the statement has changed)"
    return f"no ({tried['reason']})" if tried.get("reason") else "no"


def kernel_section(known: Mapping[str, Any]) -> str:
    """How many refutations a proof kernel accepted, from which axioms, and which not, as Markdown."""
    entries = known["claims"]
    if not entries:
        return ""
    counted = Counter((entry["kind"], entry["form"]) for entry in entries.values())
    return part(
        "trust/trust.md.j2",
        "kernel",
        number=len(entries),
        lines=sorted(entry["lines"] for entry in entries.values() if entry["kind"] in KINDS),
        axioms=known["axioms"],
        rows=[(KINDS.get(kind, "nothing"), form, count) for (kind, form), count in sorted(counted.items())],
        refused=[
            (name, _plain(entry.get("reason", "")))
            for name, entry in entries.items()
            if entry["kind"] not in KINDS
        ],
    )


def _plain(reason: str) -> str:
    """What coqc says of a failure, without where the file stood."""
    said = re.sub(r"^.*Error: ", "coqc says: ", reason)
    return said if len(said) <= LONGEST else f"{said[:LONGEST]}.."

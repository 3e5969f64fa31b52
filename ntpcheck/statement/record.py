"""What comparisons of a book with its checkers found, claim by claim, kept beside the book."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ntpcheck import reading, writing
from ntpcheck.claim import Paper
from ntpcheck.statement.agreement import Agreement

FILE = "agreement.json"
INSIDE = ("HOLDS/HOLDS", "FAILS/FAILS", "UNDEFINED/UNDEFINED")
FORMS = {
    "same": "both give the same slack",
    "other": "the checker's slack has another form, as a difference of logs; outcomes are compared",
    "none": "the statement has no two sides; outcomes are compared",
}


def row(found: Agreement, digest: str, seed: object) -> dict[str, Any]:
    """One claim's comparison: how many instances, how many inside, which form the slacks have."""
    counts = found.counts
    form = "other" if counts["values differ"] else "same" if counts["values agree"] else "none"
    return {
        "statement": digest,
        "seed": seed,
        "compared": found.compared,
        "clashes": counts["clash"],
        "inside": sum(counts[name] for name in INSIDE),
        "fails": counts["FAILS/FAILS"],
        "values": form,
        "values compared": counts["values agree"],
        "undecided": sum(counts[name] for name in counts if name.startswith("book: ")),
    }


def path_of(paper: Paper) -> Path | None:
    return paper.folder / FILE if paper.folder else None


def stored(paper: Paper) -> dict[str, dict[str, Any]]:
    """The kept comparisons by claim; none where there is no file."""
    path = path_of(paper)
    return reading.document(path)["claims"] if path and path.exists() else {}


def write(paper: Paper, rows: Mapping[str, dict[str, Any]]) -> Path | None:
    """Adds rows to the paper's file, a claim a line."""
    path = path_of(paper)
    if path is None:
        return None
    kept = {**stored(paper), **rows}
    lines = [f"  {json.dumps(c.id)}: {json.dumps(kept[c.id])}" for c in paper.claims if c.id in kept]
    return writing.write(path, '{\n "schema_version": 1,\n "claims": {\n' + ",\n".join(lines) + "\n }\n}\n")

"""Certificates and counterexample files: built here, believed nowhere; the verifier is the one checker."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any

import numpy as np

from ntpcheck.arithmetic import Tape, Traced, midpoint, plain
from ntpcheck.evidence import Evidence, rigor_of

SCHEMA_VERSION = 1


def inequality(evidence: Evidence, tape: Tape, *, holds: bool = False) -> dict[str, Any] | None:
    """The straight-line program of a traced slack, cut to what it uses; None where that is a constant.

    It says that the slack is negative (not positive, for a strict conclusion): the statement fails. With
    `holds` it says the opposite, of minus the slack. Where the statement is undefined the slack is a number
    that it takes to be positive, and the certificate says that it is not.
    """
    number = np.asarray(evidence.slack, dtype=object)[()]
    if not isinstance(number, Traced):
        return None
    strict = bool(np.asarray(evidence.strict).item())
    last = tape.push("neg", number.node) if holds else number.node
    says = "slack < 0" if strict is holds else "slack <= 0"
    if not np.asarray(evidence.defined).all():
        says = "premise <= 0"
    return {"kind": "inequality", "says": says, "nodes": _used(tape, last)}


def _used(tape: Tape, last: int) -> list[list[Any]]:
    """The nodes that `last` depends on, renumbered in order."""
    leaves, needed, pending = {"at", "const", "size"}, set(), [last]
    while pending:
        node = pending.pop()
        if node not in needed:
            needed.add(node)
            pending += [] if tape.nodes[node][0] in leaves else tape.nodes[node][1:]
    order = {old: new for new, old in enumerate(sorted(needed))}
    program = []
    for old in sorted(needed):
        operation, *operands = tape.nodes[old]
        program.append([operation, *(operands if operation in leaves else [order[i] for i in operands])])
    return program


def counterexample(
    claim: Any,
    instance: Any,
    evidence: Evidence,
    *,
    assumptions: dict[str, dict[str, Any]],
    certificate: dict[str, Any] | None,
    seed: int,
    version: str,
    dropped: tuple[str, ...] = (),
) -> dict[str, Any]:
    """The document of one exact instance on which a claim fails, as INTERFACE writes it to disk."""
    slack = plain(np.asarray(evidence.slack, dtype=object)[()])
    return {
        "schema_version": SCHEMA_VERSION,
        "claim": claim.id,
        "statement": claim.statement,
        "dropped": list(dropped),
        "instance": instance.to_json(),
        "slack": str(slack) if rigor_of(evidence).name == "EXACT" else repr(midpoint(slack)),
        "rigor": rigor_of(evidence).name,
        "assumptions": assumptions,
        "certificate": certificate,
        "found": {"seed": seed, "version": version},
    }


def file_name(claim_id: str) -> str:
    """A file name for a claim's counterexample: its id with what file systems dislike replaced."""
    return claim_id.replace("/", "--").replace("#", "..") + ".json"


def write(document: dict[str, Any], path: Path) -> Path:
    """Writes a counterexample as canonical JSON."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text(document), encoding="utf-8")
    return path


def text(document: dict[str, Any]) -> str:
    """Canonical JSON with every list of plain values on one line: a matrix row, a node of a tree."""
    spread = json.dumps(document, indent=1, sort_keys=True)
    # A string holds no line break, so what opens a line after "[" is a list's first entry.
    rows = re.compile(r"\[\n +([^\[\]{}]*?)\n +\]")
    return rows.sub(lambda row: "[" + re.sub(r",\n +", ", ", row[1]) + "]", spread) + "\n"


def digest(document: dict[str, Any]) -> str:
    """A short name for a document's content."""
    return hashlib.sha256(json.dumps(document, sort_keys=True).encode()).hexdigest()[:12]

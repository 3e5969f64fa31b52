"""What the page says of each claim."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from markupsafe import Markup

from ntpcheck.report import words
from ntpcheck.report.extras import Need
from ntpcheck.report.gate import State, compared
from ntpcheck.report.graph import graphs
from ntpcheck.report.record import Record, Row
from ntpcheck.report.svg import bars
from ntpcheck.report.typography import changes, paragraphs

# The largest slack in each bin that the engine counts; exact equality has slack 0.
SLACKS = ("-1", "-1e-3", "-1e-6", "-1e-9", "0", "1e-9", "1e-6", "1e-3", "1", ">1")
LOSSES = ("log", "linear", "logistic", "rational", "cubic", "squared", "exponential", "rising")  # by number
DIGITS = re.compile(r"-?\d+\.\d{4,}(?:e[+-]?\d+)?")
LARGEST_MATRIX = 200  # entries; a larger array is in the file, and would hide the rest of the page
AMENDED = "/amended"

Section = dict[str, Any]


def sections(
    record: Record,
    trials: Sequence[Mapping[str, Any]] = (),
    needed: Mapping[str, Mapping[str, Need]] | None = None,
) -> list[Section]:
    """One entry per claim, in the papers' order; an amended statement and its original know each other.

    trials: a self-test's, from which planted falsehoods are shown where the run itself had none. needed: what
    hunts without an assumption found.
    """
    states = {c.id: c.state for c in compared(record).comparisons}
    planted: dict[str, list[dict[str, Any]]] = {}
    for trial in trials:
        if trial.get("role") == "planted":
            planted.setdefault(str(trial["id"]).partition("#")[0], []).append(_trial(trial))
    found = [_section(row, record, planted.get(row.id, ())) for row in record.rows]
    by_id = {section["claim"]["id"]: section for section in found}
    for section in found:
        name: str = section["claim"]["id"]
        section["differs"] = states[name] in (State.FAILED, State.UNDECIDED)
        section["needs"] = _needs(section["claim"]["assumptions"], (needed or {}).get(name, {}))
        section["amended"] = by_id.get(name + AMENDED)
        section["original"] = by_id.get(name.removesuffix(AMENDED)) if name.endswith(AMENDED) else None
    return found


def anchor(claim_id: str) -> str:
    """Where on the page a claim stands. Sections of the page have names without a slash."""
    return claim_id if "/" in claim_id else f"claim-{claim_id}"


# How a need is shown: what its word begins with, shape, and tone.
NEEDS = (
    ("needed to state", "∅", "odd"),
    ("needed", "●", "good"),
    ("suspected", "◆", "warn"),
    ("", "○", "warn"),
)


def _needs(assumptions: Sequence[str], found: Mapping[str, Need]) -> list[dict[str, str]]:
    told: list[dict[str, str]] = []
    for name in assumptions:
        if name in found:
            need = found[name]
            shape, tone = next((shape, tone) for start, shape, tone in NEEDS if need.need.startswith(start))
            told.append({"name": name, "shape": shape, "tone": tone, "word": need.need, "says": need.says})
    return told


def _trial(trial: Mapping[str, Any]) -> dict[str, Any]:
    return {"kind": trial["kind"], "statement": trial["statement"], "verdict": trial["outcome"],
            "examples": trial["examples"]}  # fmt: skip


def _section(row: Row, record: Record, planted: Sequence[Mapping[str, Any]]) -> Section:
    text = paragraphs(record.texts.get(row.id, "").partition("\n")[2])  # line 1 is the statement
    return {
        "claim": row.claim,
        "anchor": anchor(row.id),
        "word": row.word or "UNFINISHED",
        "look": words.look(row),
        "verdict": dict.fromkeys(("rigor", "scope", "admitted", "n", "worst_slack")) | row.verdict,
        "line": words.evidence_line(row),
        "short": words.short_line(row),
        "text": text,
        "changes": changes(text),
        "outcomes": sorted(row.outcomes.items()),
        "discarded": sorted((row.verdict.get("discarded") or row.discarded).items()),
        "measured": sorted((name, *span) for name, span in row.measured.items()),
        "histogram": _histogram(row),
        "nearest": DIGITS.sub(lambda found: words.number(found[0]), row.nearest) if not row.witness else "",
        "corners": _corners(row),
        "planted": [
            {**false, "look": words.CAUGHT.get(false["verdict"], words.SURVIVED)}
            for false in row.verdict.get("planted") or planted
        ],
        "witness": _witness(row.witness) if row.witness else None,
    }


def _histogram(row: Row) -> Markup | None:
    """Slacks where the claim holds, after a bar for the instances where it fails."""
    counts = [row.outcomes["FAILS"], *(row.histogram or [0] * len(SLACKS))]
    if not any(counts):
        return None
    return Markup(bars(f"slack over the instances of {row.id}", counts, ("fails", *SLACKS)))


def _corners(row: Row) -> str:
    """How many kinds of degenerate instances were among those inside the assumptions, and which were not."""
    missed = [name.replace("-", " ") for name, count in sorted(row.corners.items()) if not count]
    met = f"{len(row.corners) - len(missed)} of {len(row.corners)}" if row.corners else ""
    return met + (f"; not met: {', '.join(missed)}" if missed else "")


def _witness(witness: Mapping[str, Any]) -> dict[str, Any]:
    instance = dict(witness["instance"])
    kind = instance.pop("type", "instance")
    fields = [{"name": name, "rows": _rows(value)} for name, value in instance.items()]
    if isinstance(instance.get("loss"), int):
        fields.append({"name": "loss by name", "rows": [[LOSSES[instance["loss"]]]]})
    return {
        "kind": kind,
        "fields": [field for field in fields if sum(map(len, field["rows"])) <= LARGEST_MATRIX],
        "graphs": [Markup(drawn) for drawn in _graphs(instance)],
        "code": witness["repr"],
        "file": witness["file"],
        "slack": _slack(witness["slack"]),
        "rigor": witness["rigor"],
        "accepted": bool(witness["accepted"]),
        "lines": "\n".join(witness["lines"]),
    }


def _slack(slack: Any) -> str:
    """A rational with its value in digits."""
    above, slash, below = str(slack).partition("/")
    return f"{slack}, about {words.number(Fraction(int(above), int(below)))}" if slash else str(slack)


def _graphs(instance: Mapping[str, Any]) -> list[str]:
    return graphs(instance) if {"counts", "last", "labels"} <= set(instance) else []


def _rows(value: Any) -> list[list[str]]:
    """A scalar, vector or matrix as rows of text; anything else as one cell of JSON."""
    if not isinstance(value, list):
        return [[_text(value)]]
    if value and all(isinstance(row, list) for row in value):
        return [[_text(cell) for cell in row] for row in value]
    return [[_text(cell) for cell in value]]


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)

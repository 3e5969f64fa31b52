"""A small run, event by event: every verdict once, with hostile text in it."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

from ntpcheck.engine.journal import Journal

WORDS = ("SUPPORTED", "REFUTED", "SUSPECT", "ILL_POSED", "BROKEN", "VACUOUS", "UNDECIDED", "EXHAUSTED")
EXPECTED = {"SUPPORTED": "SUPPORTED", "REFUTED": "REFUTED", "SUSPECT": "SUPPORTED", "UNDECIDED": "SUPPORTED"}
FORMULAS = {
    "REFUTED": {"formula": "CE(W) > H & <script>alert(1)</script>"},  # no formula
    "SUPPORTED": {"formula": "CE(W) - H >= -1 / 2", "asked when": "if W < 1 then H > 0 else W = 1"},
}
STEPS = [1, 10, 100, 1000, 10000]


def claim(word: str) -> dict[str, Any]:
    return {
        "id": f"toy/{word.lower()}",
        "paper": "toy",
        "cite": "Sec. <2>",
        "statement": f"A claim that comes out {word} & <script>alert(1)</script>",
        "formulas": FORMULAS.get(word, {}),
        "defined": ["H", "ours:H"] if word == "REFUTED" else [],
        "assumptions": ["compatible", "separable"],
        "expected": EXPECTED.get(word),
    }


def batch(word: str) -> dict[str, Any]:
    return {
        "event": "batch",
        "claim": f"toy/{word.lower()}",
        "phase": "finished",
        "inside": 512,
        "discarded": {"separable": 31, "on the boundary": 2},
        "outcomes": {"HOLDS": 510, "UNDECIDED": 2},
        "worst_slack": 0.25,
        "nearest": "Decoding(embeddings=[[0.3333333333333333]], counts=[[2, 1]], W=[[1.0], [-1e-09]])",
        "corners": {"one-context": 12, "full-supports": 3, "one-token": 0},
        "histogram": [0, 0, 0, 0, 3, 0, 0, 40, 460, 7],
        "measured": {"rate of decay": [0.5, 1.25]},
    }


def verdict(word: str) -> dict[str, Any]:
    return {
        "event": "verdict",
        "claim": f"toy/{word.lower()}",
        "paper": "toy",
        "verdict": word,
        "n": 510,
        "rigor": "EXACT" if word == "REFUTED" else "FLOAT",
        "scope": "all datasets with m, V <= 2" if word == "EXHAUSTED" else None,
        "admitted": 512,
        "discarded": {"separable": 31, "on the boundary": 2},
        "worst_slack": math.inf if word == "VACUOUS" else -0.0 if word == "SUPPORTED" else 0.1 + 0.2,
        "witness": None,
        "reason": "ZeroDivisionError: <b>" if word == "BROKEN" else "",
        "planted": [
            planted("inequality flipped", "The loss is < the entropy", "REFUTED", 3),
            planted("rate made faster", "The gap falls like 1/k^2", "SURVIVES", None),
        ],
        "seconds": 0.125,
    }  # fmt: skip


def planted(kind: str, statement: str, verdict: str, examples: int | None) -> dict[str, Any]:
    return {"kind": kind, "statement": statement, "verdict": verdict, "examples": examples}


def witness(word: str) -> dict[str, Any]:
    return {
        "event": "witness",
        "claim": f"toy/{word.lower()}",
        "file": f"counterexamples/toy_{word.lower()}.json",
        "repr": "Decoding(embeddings=[['1/2', 1]], counts=[[3, 0]], W=[[1], [0]])",
        "schema_version": 2,
        "statement": "0123456789abcdef",
        "says": "fails",
        "dropped": [],
        "instance": {
            "type": "Decoding",
            "embeddings": [["1/2", "1"]],
            "counts": [[3, 0]],
            "W": [["1"], ["0"]],
        },
        "slack": "-1/2",
        "rigor": "EXACT",
        "hints": {},
        "accepted": word == "REFUTED",
        "lines": ["REFUTED     toy/refuted", "holds       separable"] if word == "REFUTED" else [],
        "found": {"seed": 0, "version": "0.1.0"},
    }


def figure() -> dict[str, Any]:
    gap = [1 / k for k in STEPS]
    return {
        "event": "figure",
        "name": "fig-1",
        "series": {
            "title": "Gradient descent on the 2D example",
            "k": STEPS,
            "loss_gap": gap,
            "norm": [math.log(1 + k) for k in STEPS],
            "one_minus_cos": [1 / math.log(2 + k) for k in STEPS],
            "distance": [*gap[:-1], 0.0],
            "law": {"loss_gap": gap, "norm": gap, "one_minus_cos": gap, "distance": gap},
            "flow": {"log_k": [1.0, 10.0, 100.0, 10000.0], "one_minus_cos": [0.9, 0.1, 0.01, 1e-4],
                     "distance": [0.5, 0.05, 0.005, math.nan]},
        },
    }  # fmt: skip


def events() -> list[dict[str, Any]]:
    selection = {
        "event": "selection",
        "patterns": [],
        "papers": [
            {
                "key": "toy",
                "title": "Toys <i>",
                "older": ["short"],
                "unchecked": {"training is fast": "says no number"},
                "definitions": [
                    ("H", "`H` = `-(sum j. pi[j] * log(pi[j]))`"),
                    ("ours:H", "`<b>` along k from `W0` by `W_k - eta * G(W_k)`"),
                ],
            }
        ],
        "texts": {"toy/refuted": "A claim.\n\nReading: an honest one."},
    }
    run = {
        "event": "run",
        "id": "20260101-000000-0-quick",
        "seed": 0,
        "profile": "quick",
        "version": "0.1.0",
        "device": "cpu",
        "environment": {"python": "3.11", "machine": "Linux x86_64"},
        "claims": [claim(word) for word in WORDS],
    }
    told = [event for word in WORDS for event in (batch(word), verdict(word))]
    found = [witness("REFUTED"), witness("ILL_POSED")]
    return [selection, run, *found, *told, figure(), {"event": "end"}]


def write(folder: Path, *, told: list[dict[str, Any]] | None = None) -> Path:
    """The run as a journal in `folder`."""
    journal = Journal(folder / "journal.ndjson")
    for event in told if told is not None else events():
        fields = dict(event)
        journal.write(fields.pop("event"), **fields)
    return folder

"""Counterexample files made by hand: one per kind of conclusion and one per assumption, all of them good."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

from ntpcheck.verifier import __main__ as verifier

Document = dict[str, Any]
MEMBER = {"kind": "member", "set": "F", "element": "zero"}


def dataset(embeddings: Any, counts: Any, type: str = "Dataset", **fields: Any) -> Document:
    return {"type": type, "embeddings": embeddings, "counts": counts, **fields}


def document(instance: Document, certificate: Any, **assumptions: Any) -> Document:
    return {
        "schema_version": 1,
        "claim": "linear/example",
        "statement": "Something is so.",
        "dropped": [],
        "instance": instance,
        "slack": "-1/2",
        "rigor": "EXACT",
        "assumptions": {name.replace("_", "-"): found for name, found in assumptions.items()},
        "certificate": certificate,
        "found": {"seed": 0, "version": "0.1"},
    }


def expression(says: str, *nodes: Any) -> Document:
    return {"kind": "inequality", "says": says, "nodes": list(nodes)}


def assuming(instance: Document, name: str, certificate: Any) -> Document:
    made = document(instance, MEMBER)
    made["assumptions"] = {name: certificate}
    return made


def examined(made: Any, folder: Path, patience: int = 1) -> Document:
    """What the verifier finds in a document that lies in a file."""
    path = folder / "counterexample.json"
    path.write_text(made if isinstance(made, str) else json.dumps(made), encoding="utf-8")
    return verifier.examined(str(path), verifier.WORK_LIMIT * patience)


ONE = dataset([[1]], [[1, 0]])
TIED = dataset([[1]], [[2, 1, 0]])
CLASH = dataset([["1/2", 3]] * 2, [[1, 0], [0, 1]])
MIXED = dataset([[2], ["1/3"]], [[1, 1], [1, 0]])
UNEQUAL = dataset([[1, 0], [1, 0]], [[1, 1], [1, 2]])
RELATED = dataset([[1, 1], ["0x1.0p+0", "1.0"], [2, 2]], [[1, 2, 0], [3, 6, 0], [1, 4, 0]])
DECODING = dataset([[1, "1/2"], [0, 1]], [[1, 0], [0, 3]], "Decoding", W=[[2, -1], [-2, 3]])
RUN = dataset([[1, 2], [3, "-1/2"]], [[1, 1], [2, 2]], "Run", W0=[[1, 1], [1, 1]], eta="1/8")
SAMPLES = {
    "type": "Samples",
    "table": [[1, 2], ["0x1.8p-1", 1]],
    "W": [[1, 0], [0, 1], [1, 1]],
    "contexts": [0, 1, 1],
    "labels": [2, 0, 1],
}
SQUARE_ROOT = expression(
    "slack <= 0",
    ["at", "gamma"],
    ["sqrt", 0],
    ["const", "3/2"],
    ["-", 1, 2],
    ["exp", 3],
    ["const", 1],
    ["-", 5, 4],
)
SOFTMAX = expression(
    "slack < 0",
    ["at", "embeddings", 0, 0],
    ["at", "W", 0, 0],
    ["*", 0, 1],
    ["exp", 2],
    ["const", 1],
    ["+", 3, 4],
    ["/", 3, 5],
    ["log", 6],
)
EVERYTHING = expression(
    "slack < 0",
    ["at", "table", 1, 0],
    ["expm1", 0],
    ["log1p", 1],
    ["-", 2, 0],
    ["abs", 3],
    ["size", "n"],
    ["size", "M"],
    ["max", 5, 6],
    ["at", "contexts", 1],
    ["min", 7, 8],
    ["at", "labels", 0],
    ["/", 9, 10],
    ["neg", 11],
    ["+", 4, 12],
)
ATTENTION = {
    "type": "AttendingPair", "embeddings": [[1, "1/2"], [0, 2]], "head": [[1, 0], ["-1/4", "1/2"]],
    "counts": [[2, 0], [1, 3]], "last": [0, 1], "labels": [1, 0], "loss": 2, "knee": "1/2",
    "W": [[1, 0], [0, 1]], "W2": [[0, "3/2"], [1, 0]],
}  # fmt: skip
STEP = {name: ATTENTION[name] for name in ATTENTION if name not in ("W", "W2", "type")}
LOGIT = expression(
    "slack < 0",
    ["at", "embeddings", 1, 1],
    ["at", "W2", 0, 1],
    ["*", 0, 1],
    ["exp", 2],
    ["at", "knee"],
    ["at", "counts", 1, 1],
    ["*", 4, 5],
    ["size", "K"],
    ["size", "n"],
    ["+", 7, 8],
    ["*", 6, 9],
    ["-", 10, 3],
)
MISSING = expression("premise <= 0", ["at", "counts", 0, 1], ["at", "W", 0, 0], ["exp", 1], ["*", 0, 2])
LENGTH = expression(
    "slack < 0", ["at", "tokens", 1, 0], ["at", "W", 1, 0], ["size", "T"], ["-", 0, 2], ["*", 3, 1]
)
CONCLUSIONS: dict[str, Document] = {
    "inequality": document(DECODING, SOFTMAX),
    "inequality, all operations": document(SAMPLES, EVERYTHING),
    "inequality, exactly zero": document(
        dataset([[1]], [[1, 0]], "Scaled", W=[[1], [0]], gamma="9/4"), SQUARE_ROOT
    ),
    "positivity": document(
        TIED,
        {"kind": "positivity", "context": 0, "token": 2},
        separable={"kind": "decoder", "W": [[1], [1], [0]]},
    ),
    "farkas": document(CLASH, {"kind": "farkas", "u": [[0, 1, "1/2"], [1, 0, "1/2"]], "beta": []}),
    "farkas with equations": document(MIXED, {"kind": "farkas", "u": [[1, 1, 1]], "beta": [[0, 1, "-1/6"]]}),
    "kernel": document(UNEQUAL, {"kind": "kernel", "y": [[0, 1, 1], [1, 1, -1]]}),
    "kkt": document(ONE, {"kind": "kkt", "W": [["1/2"], ["-1/2"]], "alpha": [[0, 1, "1/2"]], "beta": []}),
    "kkt with equations": document(
        TIED,
        {
            "kind": "kkt",
            "W": [["1/3"], ["1/3"], ["-2/3"]],
            "alpha": [[0, 2, "2/3"]],
            "beta": [[0, 1, "-1/3"]],
        },
    ),
    "rank": document(
        dataset([[0, 0], [1, 0]], [[1, 1, 0], [1, 0, 0]]),
        {"kind": "rank", "context": 0, "rows": "in-support", "claimed": 1},
    ),
    "rank of all": document(
        dataset([[0]], [[0, 1, 0]]), {"kind": "rank", "context": 0, "rows": "all", "claimed": 2}
    ),
    "trap": document(RUN, {"kind": "trap", "why": "critical-point"}, full_rank={}),
    "trap at zero": document(
        dataset([[1], [-1]], [[1, 0], [1, 0]], "Run", W0=[[2], [2]], eta=3),
        {"kind": "trap", "why": "critical-point"},
    ),
    "inequality, attention": document(ATTENTION, LOGIT),
    "inequality, a premise": document(ATTENTION, MISSING),
    "inequality, a step": document(
        STEP | {"type": "AttentionRun", "W0": [[0, 0], [0, 0]], "eta": "1/2"},
        expression("slack < 0", ["at", "eta"], ["at", "last", 1], ["-", 0, 1]),
    ),
    "inequality, sequences": document(
        {"type": "Sequences", "W": [["1/2"], [3]], "tokens": [[0, 1], [1, 1]]}, LENGTH
    ),
    "member": document(ONE, MEMBER, one_hot={}),
    "empty": document(dataset([[0]], [[1]], "Dataset"), {"kind": "empty"}),
    "path": document(
        dataset([[1]], [[1, 0, 0]]),
        {"kind": "path", "W": [[1], [0], [0]], "U": [[1], [1], [0]], "token": [0, 1]},
        compatible={},
    ),
    "gap": document(
        dataset([[1], [1]], [[3, 1], [1, 3]]), {"kind": "gap", "q": [["1/2", "1/2"], ["1/2", "1/2"]]}
    ),
    "gap from nothing": document(dataset([[0]], [[1, 0]]), {"kind": "gap", "q": [["1/100", "99/100"]]}),
}
ASSUMPTIONS: dict[str, Document] = {
    name: assuming(deepcopy(instance), name.split(",")[0], certificate)
    for name, instance, certificate in (
        ("full-rank", dataset([[1, 2], [2, 5]], [[1], [1]]), {}),
        ("general-position", dataset([[1, 0], [0, 1], [1, 1]], [[1], [1], [1]]), {}),
        ("overparameterized", dataset([[1, 2]], [[1]]), {}),
        ("some-token-out-of-support", TIED, {}),
        ("one-hot", CLASH, {}),
        ("binary", ONE, {}),
        ("nonzero-embeddings", dataset([[1, 0], [0, 1]], [[1], [1]]), {}),
        ("small-step", dataset([[2, 0], [0, 1]], [[1], [1]], "Run", W0=[[0, 0]], eta="1/2"), {}),
        ("small-step, singular", dataset([[1, 1]], [[1]], "Run", W0=[[0, 0]], eta="1/2"), {}),
        ("compatible", RELATED | {"counts": [[1, 2, 0], [3, 6, 0], [1, 4, 0]]}, {}),
        ("compatible, one-hot", ONE, {}),
        ("separates", DECODING, {}),
        ("separates-2", dataset([[1]], [[1, 0]], "Pair", W=[[0], [0]], W2=[[1], [0]]), {}),
        (
            "in-orthogonal-complement",
            dataset([[1]], [[1, 1, 0]], "Offset", W=[[0]] * 3, gamma=0, U=[[2], [2], [5]]),
            {},
        ),
        ("nonnegative-scale", dataset([[1]], [[1, 1]], "Scaled", W=[[0]] * 2, gamma="1/3"), {}),
        ("matching", dataset([[1]], [[2, 2]], "Decoding", W=[[3], [3]]), {}),
        ("mismatched", dataset([[1]], [[2, 2]], "Decoding", W=[[3], [2]]), {}),
        ("mismatched, counts", dataset([[1]], [[2, 1]], "Decoding", W=[[3], [3]]), {}),
        ("separable", TIED, {"kind": "decoder", "W": [[0], [0], [-1]]}),
        ("obstructed", CLASH, {"kind": "farkas", "u": [[0, 1, "1/2"], [1, 0, "1/2"]], "beta": []}),
        ("obstructed, incompatible", UNEQUAL, {"kind": "kernel", "y": [[0, 1, 2], [1, 1, -2]]}),
    )
}
GOOD = CONCLUSIONS | ASSUMPTIONS

"""Instances so plain that what training does there is known for every step: where false limits are refuted.

Few tokens, orthogonal embeddings, short steps, and starts at 0 or beside the way of the run.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from ntpcheck.arithmetic import exact_array
from ntpcheck.instances.attention import AttentionRun

ORDERED = {"counts": [[1, 1]], "last": [0], "labels": [0]}
LONG = {"counts": [[1, 3]], "last": [0], "labels": [0]}  # with steps of 1/6, W~ = 0
CYCLIC = {"counts": [[1, 12], [1, 2], [1, 2]], "last": [0, 1, 1], "labels": [0, 0, 1]}  # 1/8 likewise
APART = {"counts": [[1, 1], [1, 1]], "last": [0, 1], "labels": [0, 1]}
BESIDE = [[1, 0], [1, 0]]  # what no step of these runs changes


def attention_run(
    data: dict[str, Any], eta: Fraction, *, size: Fraction = Fraction(1), start: Any = ((0, 0), (0, 0))
) -> AttentionRun:
    """Two tokens with orthogonal embeddings of one length, and a head with C E^T = I; the log-loss."""
    diagonal = [[1, 0], [0, 1]]
    return AttentionRun(
        embeddings=exact_array([[str(size * x) for x in row] for row in diagonal]),
        head=exact_array([[str(x / size) for x in row] for row in diagonal]),
        W0=exact_array([list(row) for row in start]),
        eta=exact_array(str(eta)),
        knee=exact_array(0),
        loss=0,
        **data,
    )


def attention_runs() -> Iterator[AttentionRun]:
    """Runs of one edge, of an edge and a cycle, and of two edges with different last tokens."""
    quarter, half = Fraction(1, 4), Fraction(1, 2)
    yield attention_run(ORDERED, quarter)
    yield attention_run(CYCLIC, Fraction(1, 8))
    yield attention_run(APART, quarter)
    yield attention_run(LONG, Fraction(1, 6), start=BESIDE)
    yield attention_run(ORDERED, Fraction(1), size=half)

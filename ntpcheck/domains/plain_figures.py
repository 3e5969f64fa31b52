"""Plain runs of the sizes of the attention paper's Figures 3 and 4, in R^8."""

from collections.abc import Iterator
from typing import Any

from ntpcheck.arithmetic import exact_array
from ntpcheck.instances.attention import AttentionRun


def figure_runs(K: int, T: int) -> Iterator[AttentionRun]:
    """Normalised steps in R^8 of inputs of T tokens: each has a last token of its own, which is its label."""
    n = K // 2 if K == 8 else K
    counts = [[1 if z == i else T - 1 if z == (i + 1) % K else 0 for z in range(K)] for i in range(n)]
    yield figure_run(counts, list(range(n)), list(range(n)), "1/4")


def swinging_runs() -> Iterator[AttentionRun]:
    """The runs of Figure 4's size, then one whose long steps lead across W^cyc, which is not 0, for ever."""
    yield from figure_runs(6, 4)
    counts = [[1, 3, 0, 0, 0, 0]] * 5 + [[0, 0, 3, 1, 0, 0]]
    yield figure_run(counts, [0] * 5 + [2], [0, 0, 0, 1, 1, 2], "25/8")


def figure_run(counts: Any, last: list[int], labels: list[int], eta: str) -> AttentionRun:
    """Orthogonal tokens of length 1 in R^8, and a start at 0."""
    unit = exact_array([[int(i == j) for j in range(8)] for i in range(len(counts[0]))])
    return AttentionRun(
        embeddings=unit,
        head=unit,
        W0=exact_array([[0] * 8] * 8),
        eta=exact_array(eta),
        knee=exact_array(0),
        loss=0,
        counts=counts,
        last=last,
        labels=labels,
    )

"""Hard instances: embeddings close to dependent, of very different lengths, and counts far apart."""

from typing import Any

import torch

NEAR = (27, 46)  # bits after which two contexts first differ: a condition of 1e8 to 1e14
HUGE = 2**40  # counts below it sum to less than 2^53
FACTORS = (1.0, -1.0, 2.0)


def hardened(batch: Any, source: torch.Generator) -> Any:
    """The batch with one embedding of each row made almost a multiple of another, or tiny, and huge counts.

    What else an instance holds stays; one without embeddings is returned as it is. Assumptions may fail
    afterwards.
    """
    if "embeddings" not in batch.AXES:
        return batch
    changed = {"embeddings": _near(batch.embeddings, source)}
    if "counts" in batch.AXES and "labels" not in batch.AXES:
        changed["counts"] = _far_apart(batch.counts, source)
    return batch.replace(**changed)


def _near(embeddings: torch.Tensor, source: torch.Generator) -> torch.Tensor:
    """`[B, n, d]` with row i = factor row j + 2^-k (small integers) for some i != j, or 2^-k row i."""
    E, (B, n, d) = embeddings.clone(), embeddings.shape
    for b in range(B):
        tiny = 2.0 ** -_whole(source, *NEAR)
        i, j = torch.randperm(n, generator=source)[:2].tolist() if n > 1 else (0, 0)
        if n > 1 and _whole(source, 0, 3):
            offsets = torch.randint(-4, 5, (d,), generator=source).to(E)
            E[b, i] = FACTORS[_whole(source, 0, 2)] * E[b, j] + tiny * offsets
        else:
            E[b, i] = tiny * E[b, i]
    return E


def _far_apart(counts: torch.Tensor, source: torch.Generator) -> torch.Tensor:
    """Some of the positive counts are huge, in half of the rows."""
    huge = torch.randint(1, HUGE, counts.shape, generator=source)
    chosen = torch.rand(counts.shape, generator=source) < 0.5
    rows = torch.rand((len(counts), *[1] * (counts.ndim - 1)), generator=source) < 0.5
    return torch.where((counts > 0) & chosen & rows, huge, counts)


def _whole(source: torch.Generator, low: int, high: int) -> int:
    return int(torch.randint(low, high + 1, (1,), generator=source))

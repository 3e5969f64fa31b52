"""The attention paper's own experiments as runs: acyclic data, general data, and data with a general head.

The paper's instances are not published; these draw from its description: embeddings uniform on the unit
sphere, tokens uniform, labels uniform or by a priority order, all lengths equal, step 0.01.
Reading: the start is not described; it is zero. The head with C E^T = I is the transposed pseudoinverse of E
and has that property to rounding. A recipe takes a generator, or the seed of one.
Source: Sec. 5, App. D.
"""

from __future__ import annotations

import torch
from torch import Generator, Tensor

from ntpcheck.instances.attention import AttentionRun
from ntpcheck.instances.loss import LOG, named

STEP = 0.01


def acyclic(generator: Generator | int, batch: int | None = None) -> AttentionRun:
    """K = d = 8, n = 4, T = 6: labels are the tokens of highest priority in one order of all. Fig. 3."""
    return _runs(generator, batch, n=4, T=6, K=8, d=8, ordered=True)


def eight(generator: Generator | int, batch: int | None = None, *, ordered: bool) -> AttentionRun:
    """The sizes of Fig. 3; labels as in `acyclic`, or any token of the input."""
    return _runs(generator, batch, n=4, T=6, K=8, d=8, ordered=ordered)


def general(generator: Generator | int, batch: int | None = None) -> AttentionRun:
    """K = 6, d = 8, n = 6, T = 4: labels are tokens of the vocabulary, realizable by Assumption 2. Fig. 4.

    Reading: "randomly sampled from E" is from the tokens of the input, since otherwise the log-loss is
    infinite for most datasets; see `general_literal`.
    """
    return _runs(generator, batch, n=6, T=4, K=6, d=8)


def general_literal(generator: Generator | int, batch: int | None = None) -> AttentionRun:
    """The same with labels drawn from the whole vocabulary, as Appendix D says."""
    return _runs(generator, batch, n=6, T=4, K=6, d=8, inside=False)


def general_head(generator: Generator | int, batch: int | None = None, loss: str = "squared") -> AttentionRun:
    """The same as `general` with C = E, which meets Assumption 3 on the unit sphere. Fig. 5.

    Reading: "general head following Assumption 3" is described no further.
    """
    run = _runs(generator, batch, n=6, T=4, K=6, d=8)
    return run.replace(head=run.embeddings, loss=torch.full_like(run.loss, named(loss)))


def _runs(
    source: Generator | int,
    batch: int | None,
    *,
    n: int,
    T: int,
    K: int,
    d: int,
    ordered: bool = False,
    inside: bool = True,
) -> AttentionRun:
    generator = torch.Generator().manual_seed(source) if isinstance(source, int) else source
    size = 1 if batch is None else batch
    E = _sphere(generator, size, K, d)
    tokens = torch.randint(0, K, (size, n, T), generator=generator)
    chosen = torch.randint(0, T, (size, n, 1), generator=generator)
    anything = torch.randint(0, K, (size, n), generator=generator)
    rank = torch.rand(size, 1, K, generator=generator).argsort(-1).expand(size, n, K)
    first = rank.gather(-1, tokens).argmin(-1, keepdim=True)
    labels = tokens.gather(-1, first if ordered else chosen)[..., 0] if ordered or inside else anything
    run = AttentionRun(
        embeddings=E,
        head=torch.linalg.pinv(E).mT,
        counts=torch.nn.functional.one_hot(tokens, K).sum(-2),
        last=tokens[..., -1],
        labels=labels,
        loss=torch.full((size,), LOG),
        knee=torch.zeros(size, dtype=torch.float64),
        W0=torch.zeros(size, d, d, dtype=torch.float64),
        eta=torch.full((size,), STEP, dtype=torch.float64),
    )
    return run.row(0) if batch is None else run


def _sphere(generator: Generator, batch: int, K: int, d: int) -> Tensor:
    """`[batch, K, d]` rows uniform on the unit sphere."""
    normal = torch.randn(batch, K, d, generator=generator, dtype=torch.float64)
    return normal / normal.norm(dim=-1, keepdim=True)

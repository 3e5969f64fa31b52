"""The paper's own experiments as runs: the overparameterised setting and the planar example.

The paper's instances are not published; these draw from its description. Embeddings lie on the 2^-6 grid so
that exact work on paper-size data stays cheap. A recipe takes a generator, or the seed of one.
"""

from collections.abc import Callable, Sequence
from typing import Any

import torch
from hypothesis import strategies as st
from torch import Generator, Tensor

from ntpcheck.claim import Domain
from ntpcheck.domains.pieces import dyadic_normal
from ntpcheck.instances.dataset import Run

GRID = 64


def by_recipe(
    name: str,
    sampler: Callable[[Generator, int], Any],
    *,
    rows: int = 1,
    costly: bool = True,
    plain: Any = None,
) -> Domain:
    """What a recipe draws: batches by a generator, and one by its seed, the first of so many rows."""

    def one(seed: int) -> Any:
        return sampler(torch.Generator().manual_seed(seed), rows).row(0)

    drawn = st.builds(one, st.integers(0, 2**31))
    return Domain(name, lambda: drawn, sampler, costly=costly, as_drawn=True, plain=plain)


def paper_size(generator: Generator | int, batch: int | None = None) -> Run:
    """n = 5000, m = 50, d = 60, V = 10, S_j = 6, eta = 0.5, LeCun start; one run, or a batch.

    Reading: embeddings standard normal, supports uniform, contexts equally frequent, p_j uniform on the
    simplex. The last choice gives a mean entropy of 1.45 nats, where the paper reports 1.445. Source: App. A,
    Fig. 4.
    """
    return _runs(generator, batch, m=50, d=60, V=10, support=6, per_context=100)


def planar(
    generator: Generator | int, batch: int | None = None, supports: Sequence[Sequence[int]] | None = None
) -> Run:
    """m = 3, d = 2, V = 5, S_j = 3, eta = 0.5, LeCun start; one run, or a batch.

    supports: 0/1 `[m, V]`, the same in every run; random if not given. Reading: as in paper_size, with 100
    occurrences of each context. Data with d < m need be neither compatible nor separable: draw a batch and
    select. Source: App. A, Figs 1 and 2.
    """
    return _runs(generator, batch, m=3, d=2, V=5, support=3, per_context=100, supports=supports)


def scaled(generator: Generator, batch: int, m: int) -> Run:
    """paper_size with m contexts in d = 6m/5 dimensions (m a multiple of 5), and 100 occurrences of each."""
    return _runs(generator, batch, m=m, d=6 * m // 5, V=10, support=6, per_context=100)


def _runs(
    source: Generator | int,
    batch: int | None,
    *,
    m: int,
    d: int,
    V: int,
    support: int,
    per_context: int,
    supports: Sequence[Sequence[int]] | None = None,
) -> Run:
    generator = torch.Generator().manual_seed(source) if isinstance(source, int) else source
    size = 1 if batch is None else batch
    rank = torch.rand(size, m, V, generator=generator).argsort(-1).argsort(-1)
    mask = rank < support if supports is None else torch.tensor(supports).bool().expand(size, m, V)
    run = Run(
        dyadic_normal(generator, size, m, d, grid=GRID),
        apportioned(generator, mask, per_context),
        _lecun(generator, size, V, d),
        torch.full((size,), 0.5, dtype=torch.float64),
    )
    return run.row(0) if batch is None else run


def _lecun(generator: Generator, batch: int, V: int, d: int) -> Tensor:
    """`[batch, V, d]` normal entries of standard deviation 1 / sqrt(d), on the 2^-6 grid."""
    normal = torch.randn(batch, V, d, generator=generator, dtype=torch.float64)
    return torch.round(normal * (GRID / d**0.5)) / GRID


def apportioned(generator: Generator, mask: Tensor, total: int) -> Tensor:
    """`[..., m, V]` int64 counts, each row summing to `total`, at least 1 exactly where `mask` is true.

    Shares are uniform on the simplex (normalised exponentials); the rounding goes to the largest remainders.
    """
    weights = torch.where(
        mask, -torch.log1p(-torch.rand(mask.shape, generator=generator, dtype=torch.float64)), 0.0
    )
    ideal = weights / weights.sum(-1, keepdim=True) * total
    base = torch.where(mask, ideal.floor().clamp(min=1), 0.0)
    missing = total - base.sum(-1, keepdim=True)
    order = (
        torch.where(mask, base - ideal, torch.inf).argsort(dim=-1, stable=True).argsort(dim=-1, stable=True)
    )
    # Where rare tokens were raised to one occurrence beyond the total, the most frequent token pays.
    top = torch.arange(mask.shape[-1]) == base.argmax(-1, keepdim=True)
    return (base + (order < missing) + top * missing.clamp(max=0)).to(torch.int64)

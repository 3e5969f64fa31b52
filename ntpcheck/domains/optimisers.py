"""OPTIMISER_RUNS and STREAMS: runs of other optimisers than gradient descent, and seeds for stochastic ones.

Runs as in RUNS, but half of the batches have one context, and some of those start where what the optimiser
does for ever can be told exactly: between the two sides of W* in F, or with all logits tied.
"""

from typing import Any

import torch
from hypothesis import strategies as st
from torch import Generator

from ntpcheck.claim import Domain
from ntpcheck.domains import corners, pieces, plain, strategies
from ntpcheck.domains.datasets import sampled_datasets
from ntpcheck.domains.imposed import small_step, uniform_supports
from ntpcheck.domains.imposed.decoders import curvature, equal_rows
from ntpcheck.domains.recipes import paper_size
from ntpcheck.domains.runs import runs
from ntpcheck.instances.dataset import Run
from ntpcheck.instances.streams import Stream

SEEDS = 2**31
FEW = 24  # runs of the paper's size in a batch
DEEP = 64.0  # nats by which the token out of support starts below the others


def tied_start(run: Any) -> Any:
    """Equally frequent tokens in every support, and W_0 with equal rows: all logits tie."""
    return uniform_supports(run).replace(W0=equal_rows(run.W0))


def straddling_start(run: Any) -> Any:
    """Two equally frequent tokens about eta / sqrt2 apart in W_0, and a third `DEEP` nats below them.

    Where there is one context of a nonzero embedding and three tokens; other shapes stay as they are.
    """
    if run.size("m") != 1 or run.size("V") != 3:
        return run
    moved = small_step(run)
    h = moved.embeddings[..., 0, :]
    square = (h * h).sum(-1)
    counts = torch.zeros_like(moved.counts)
    counts[..., :2] = 1
    # In the logits the two are 2 c |h|^2 apart: about half of sqrt2 eta |h|, the length of a step there.
    safe = torch.where(square > 0, square, 1.0)
    c = torch.exp2(torch.log2(moved.eta / (8 * safe).sqrt()).round())
    depth = torch.exp2(torch.log2(DEEP / safe).ceil())
    factors = torch.stack([c, -c, -depth], -1)
    moved = moved.replace(counts=counts, W0=factors[..., None] * h[..., None, :])
    lifted = (square > 0)[..., None, None]
    return moved.replace(
        counts=torch.where(lifted, moved.counts, run.counts), W0=torch.where(lifted, moved.W0, run.W0)
    )


def balanced_start(run: Any) -> Any:
    """One context of entries 1 and -1, an even number of tokens, half of them in support and equally
    frequent, and W_0 with equal rows."""
    V = run.size("V")
    # Every token once, so that no context loses all its tokens with the last column.
    one = run.replace(counts=torch.ones_like(run.counts)).permute("m", [0])
    one = one.permute("V", [0, 0] if V == 1 else list(range(V - V % 2)))
    counts = torch.zeros_like(one.counts)
    counts[..., : one.size("V") // 2] = 1
    signs = torch.where(one.embeddings < 0, -1.0, 1.0).to(torch.float64)
    return one.replace(embeddings=signs, counts=counts, W0=equal_rows(one.W0))


def tied_context(run: Any) -> Any:
    """One context, of a nonzero embedding, with equally frequent tokens, and W_0 with equal rows."""
    one = tied_start(run.permute("m", [0]))
    zero = (one.embeddings == 0).all(-1, keepdim=True)
    return one.replace(embeddings=torch.where(zero, 1.0, one.embeddings).to(torch.float64))


MAPS = ((tied_start, 8), (straddling_start, 16))


@strategies.built_once
def optimiser_runs(draw: strategies.Draw) -> Run:
    """One run, any structure, some with exactly known fates."""
    return draw(strategies.altered(draw(runs()), tuple(function for function, _ in MAPS)))


@strategies.built_once
def streams(draw: strategies.Draw) -> Stream:
    """One run with the seed of its draws."""
    return Stream(**draw(runs()).arrays(), seed=draw(st.integers(0, SEEDS)))


def _sampled(generator: Generator, batch: int, shape: pieces.Shape | None) -> Run:
    data = sampled_datasets(generator, batch, shape)
    W0 = pieces.decoders(generator, batch, data.size("V"), data.size("d"))
    return Run(data.embeddings, data.counts, W0, pieces.dyadic_steps(generator, curvature(data)))


def sampled_optimiser_runs(generator: Generator, batch: int) -> Run:
    """A batch of runs; half of the batches have one context and two or three tokens."""
    shape = None
    if pieces.choice(generator, 1, (1, 1)).item():
        V, d = 2 + int(pieces.choice(generator, 1, (1, 3))), int(pieces.integers(generator, 1, 3, 1))
        shape = pieces.Shape(1, V, d)
    return pieces.mixture(generator, _sampled(generator, batch, shape), MAPS)


def sampled_streams(generator: Generator, batch: int) -> Stream:
    """A batch of runs with seeds."""
    run = _sampled(generator, batch, None)
    return Stream(**run.arrays(), seed=pieces.integers(generator, 0, SEEDS, batch))


def sampled_gentle_runs(generator: Generator, batch: int) -> Stream:
    """Orthogonal contexts, supports of two or more tokens but not all, no two of them equally frequent, a
    start near zero, and steps far below the bound: laws are reached within some thousand steps.

    Where tokens are equally frequent nothing pulls P_F W off W*, and doubles cannot tell it from W*.
    """
    m, V = 1 + int(pieces.integers(generator, 0, 1, 1)), 3 + int(pieces.integers(generator, 0, 1, 1))
    d = m + int(pieces.integers(generator, 0, 1, 1))
    rank = torch.rand(batch, m, V, generator=generator).argsort(-1).argsort(-1)
    size = pieces.integers(generator, 2, V - 1, batch, m, 1)
    counts = torch.where(rank < size, 1 + rank, 0)
    scale = torch.exp2(pieces.integers(generator, 0, 1, batch, m, 1).double())
    embeddings = scale * torch.eye(d, dtype=torch.float64)[:m]
    W0 = pieces.dyadic_normal(generator, batch, V, d) / 4
    eta = torch.exp2(-pieces.integers(generator, 5, 6, batch).double())
    return Stream(embeddings, counts, W0, eta, pieces.integers(generator, 0, SEEDS, batch))


def _gentle_run(seed: int) -> Stream:
    return sampled_gentle_runs(Generator().manual_seed(seed), 1).row(0)


def gentle_runs() -> st.SearchStrategy[Stream]:
    """One such run."""
    return st.builds(_gentle_run, st.integers(0, SEEDS))


def figure_runs() -> st.SearchStrategy[Run]:
    """One run of the setting of Figs 4 and 5."""
    return st.builds(paper_size, st.integers(0, SEEDS))


def sampled_figure_runs(generator: Generator, batch: int) -> Run:
    """`FEW` runs, however few are asked for: they cost hardly more, 10^4 steps of three optimisers."""
    return paper_size(generator, FEW)


OPTIMISER_RUNS = Domain(
    "optimiser-runs",
    optimiser_runs,
    sampled_optimiser_runs,
    None,
    corners.named(corners.RUN),
    costly=True,
    plain=plain.normalised_runs,
    weight=5,
)
STREAMS = Domain(
    "streams", streams, sampled_streams, None, corners.named(corners.RUN), costly=True, weight=12
)
GENTLE_RUNS = Domain("gentle-runs", gentle_runs, sampled_gentle_runs, costly=True, weight=4)
FIGURE_RUNS = Domain("runs of Figure 5", figure_runs, sampled_figure_runs, costly=True, most=48, weight=12)

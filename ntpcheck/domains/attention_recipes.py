"""The attention paper's own experiments as runs: acyclic data, general data, and data with a general head.

The paper's instances are not published; these draw from its description, and from that of its public code
(github.com/yixiao-huang/next-token-prediction, as of November 2024) where the two differ. Embeddings are
uniform on the unit sphere, all lengths equal.
Reading: the paper does not describe the start; it is zero. The head with C E^T = I is the transposed
pseudoinverse of E and has that property to rounding. A recipe takes a generator, or the seed of one.
Source: Sec. 5, App. D.
"""

from dataclasses import dataclass
from typing import Literal

import torch
from torch import Generator, Tensor

from ntpcheck import decompositions
from ntpcheck.instances import graph
from ntpcheck.instances.attention import AttentionRun
from ntpcheck.instances.base import stack
from ntpcheck.instances.loss import LOG, named

STEP, LONG_STEP = 0.01, 0.1


@dataclass(frozen=True)
class Recipe:
    """n inputs of T of the K tokens, embedded in R^d.

    labels: the input's first token in one random order of all; any token of the input; or any token at all.
    distinct: the tokens of an input differ. cyclic: drawn again until some component has several tokens, or
    until none has; None: as it comes. start: entries of W(0) are uniform between this and its negative.
    general: the head is C = E, which meets Assumption 3 on the unit sphere, in the place of C E^T = I.
    """

    n: int
    T: int
    K: int
    d: int
    labels: Literal["ordered", "inside", "any"] = "inside"
    distinct: bool = False
    cyclic: bool | None = None
    start: float = 0.0
    general: bool = False
    eta: float = STEP


# Fig. 3: labels are the tokens of highest priority in one order of all.
ACYCLIC = Recipe(n=4, T=6, K=8, d=8, labels="ordered")
# Fig. 4: labels are tokens of their inputs, realizable by Assumption 2.
# "Randomly sampled from E" is read as from the tokens of the input: otherwise most log-losses are infinite.
GENERAL = Recipe(n=6, T=4, K=6, d=8)
# Figs. 5 and 6, with the squared loss. "General head following Assumption 3" is described no further.
GENERAL_HEAD = Recipe(n=4, T=6, K=8, d=8, general=True, eta=LONG_STEP)

# In the code labels are uniform on the vocabulary and, where the input lacks them, on the input: with
# distinct tokens, uniform on the input. W(0) is the default start of a linear layer of torch.
LINEAR_START = 8**-0.5
CODE_ACYCLIC = Recipe(n=4, T=6, K=8, d=8, distinct=True, cyclic=False, start=LINEAR_START)
CODE_GENERAL = Recipe(n=6, T=4, K=6, d=8, distinct=True, cyclic=True, start=LINEAR_START)
CODE_HEAD = Recipe(
    n=6, T=4, K=6, d=8, distinct=True, cyclic=True, start=LINEAR_START, general=True, eta=LONG_STEP
)


def runs(recipe: Recipe, source: Generator | int, batch: int | None = None) -> AttentionRun:
    """A batch of runs, or without one a single run."""
    return counted(recipe, source, batch)[0]


def counted(recipe: Recipe, source: Generator | int, batch: int | None = None) -> tuple[AttentionRun, int]:
    """The runs, and how many draws were left out on the way to them."""
    generator = torch.Generator().manual_seed(source) if isinstance(source, int) else source
    size = 1 if batch is None else batch
    kept, left_out = list[AttentionRun](), 0
    while len(kept) < size:
        for run, fits in _drawn(recipe, generator, size):
            if len(kept) < size:
                kept += [run] if fits else []
                left_out += not fits
    return (kept[0] if batch is None else stack(kept)), left_out


def _drawn(recipe: Recipe, generator: Generator, size: int) -> list[tuple[AttentionRun, bool]]:
    """Runs, and whether their graphs are as the recipe wants them."""
    n, T, K, d = recipe.n, recipe.T, recipe.K, recipe.d
    E = _sphere(generator, size, K, d)
    if recipe.distinct:
        tokens = torch.rand(size, n, K, generator=generator).argsort(-1)[..., :T]
    else:
        tokens = torch.randint(0, K, (size, n, T), generator=generator)
    start = torch.zeros(size, d, d, dtype=torch.float64)
    if recipe.start:
        start.uniform_(-recipe.start, recipe.start, generator=generator)
    run = AttentionRun(
        embeddings=E,
        head=E if recipe.general else decompositions.pinv(E).mT,
        counts=torch.nn.functional.one_hot(tokens, K).sum(-2),
        last=tokens[..., -1],
        labels=_labels(recipe, generator, tokens),
        loss=torch.full((size,), named("squared") if recipe.general else LOG),
        knee=torch.zeros(size, dtype=torch.float64),
        W0=start,
        eta=torch.full((size,), recipe.eta, dtype=torch.float64),
    )
    cycles = graph.same_component(run).flatten(-3).any(-1).tolist()
    return [(row, recipe.cyclic in (None, has)) for row, has in zip(run.rows(), cycles, strict=True)]


def _labels(recipe: Recipe, generator: Generator, tokens: Tensor) -> Tensor:
    """`[size, n]`, of tokens `[size, n, T]`."""
    size, n, T = tokens.shape
    chosen = torch.randint(0, T, (size, n, 1), generator=generator)
    anything = torch.randint(0, recipe.K, (size, n), generator=generator)
    rank = torch.rand(size, 1, recipe.K, generator=generator).argsort(-1).expand(size, n, recipe.K)
    first = rank.gather(-1, tokens).argmin(-1, keepdim=True)
    if recipe.labels == "any":
        return anything
    return tokens.gather(-1, first if recipe.labels == "ordered" else chosen)[..., 0]


def _sphere(generator: Generator, batch: int, K: int, d: int) -> Tensor:
    """`[batch, K, d]` rows uniform on the unit sphere."""
    normal = torch.randn(batch, K, d, generator=generator, dtype=torch.float64)
    return normal / normal.norm(dim=-1, keepdim=True)

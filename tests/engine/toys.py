"""A tiny domain and claims about it, for tests of the engine alone; toys.book states them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch
from hypothesis import strategies

from ntpcheck.checks.compare import at_most, below, decided, equal
from ntpcheck.claim import Assumption, Claim, Domain, Effort, Paper, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Decoding

SIXTEENTHS = strategies.integers(-16, 16).map(lambda k: k / 16)


@strategies.composite
def decodings(draw: Any) -> Decoding:
    m, V, d = (draw(strategies.integers(1, 3)) for _ in range(3))

    def matrix(rows: int, columns: int, entries: Any) -> list[list[Any]]:
        return [[draw(entries) for _ in range(columns)] for _ in range(rows)]

    counts = [
        [1 + draw(strategies.integers(0, 3)), *row] for row in matrix(m, V - 1, strategies.integers(0, 3))
    ]
    return Decoding(matrix(m, d, SIXTEENTHS), counts, matrix(V, d, SIXTEENTHS))


def batch(generator: torch.Generator, size: int) -> Decoding:
    m, V, d = torch.randint(1, 4, (3,), generator=generator).tolist()

    def numbers(*shape: int) -> torch.Tensor:
        return torch.randint(-16, 17, (size, *shape), generator=generator, dtype=torch.float64) / 16

    counts = torch.randint(0, 4, (size, m, V), generator=generator)
    counts[..., 0] += 1
    return Decoding(numbers(m, d), counts, numbers(V, d))


TOYS = Domain("toys", decodings, batch)
NOWHERE = Assumption("impossible", lambda data: decided(data.support.all(-1).all(-1) & False, data.W))
SQUARE = Assumption(
    "nonnegative-corner",
    lambda data: at_most(0 * data.W[..., 0, 0], data.W[..., 0, 0], terms=1),
    lambda data: data.replace(W=data.xp.abs(data.W)),
)


@claim("toy/identity", domain=TOYS)
def identity(data: Decoding, effort: Effort) -> Evidence:
    """Checked for the largest logit."""
    logits = data.embeddings @ data.W.mT
    return at_most(
        data.xp.max(logits, -1),
        data.xp.logsumexp(logits, -1),
        terms=64,
        axes=1,
        scale=1 + data.xp.max(data.xp.abs(logits), -1),
    )


@claim("toy/small-corner", domain=TOYS)
def small_corner(data: Decoding, effort: Effort) -> Evidence:
    """Checked as stated."""
    return below(2 * data.W[..., 0, 0], 0 * data.W[..., 0, 0] + 1, terms=4)


@claim("toy/softmax-floor", domain=TOYS)
def softmax_floor(data: Decoding, effort: Effort) -> Evidence:
    """Checked as stated."""
    weights = data.xp.exp(data.embeddings @ data.W.mT)
    return at_most(weights, 2 * weights[..., :1], terms=64, axes=2)


@claim("toy/nowhere", domain=TOYS)
def nowhere(data: Decoding, effort: Effort) -> Evidence:
    """Checked at the corner of W."""
    return equal(data.W[..., 0, 0], data.W[..., 0, 0], terms=1)


@claim("toy/raises", domain=TOYS)
def raises(data: Decoding, effort: Effort) -> Evidence:
    """A checker with a bug."""
    raise ZeroDivisionError("no such number")


@claim("toy/direction", domain=TOYS)
def direction(data: Decoding, effort: Effort) -> Evidence:
    """Checked by its norm."""
    norm = data.xp.sum(data.W**2, (-2, -1))
    some = norm > 0
    return decided(some | True, data.W[..., 0, 0], defined=some)


CLAIMS: tuple[Claim, ...] = (identity, small_corner, softmax_floor, nowhere, raises, direction)
PAPER = Paper("toy", claims=CLAIMS, assumptions=(SQUARE, NOWHERE), book=Path(__file__).parent / "toys.book")

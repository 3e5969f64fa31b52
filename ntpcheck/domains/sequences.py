"""SEQUENCES: training sequences of equal length, with a decoder."""

from collections.abc import Iterator
from itertools import product

import torch
from hypothesis import strategies as st
from torch import Generator, Tensor

from ntpcheck.claim import Domain
from ntpcheck.domains import corners, pieces, strategies
from ntpcheck.instances.dataset import Sequences

MOST, LONGEST, WORDS, WIDEST = 5, 5, 4, 3  # sequences, tokens in each, vocabulary, dimensions

_shape = st.tuples(
    st.integers(1, MOST), st.integers(2, LONGEST), st.integers(1, WORDS), st.integers(1, WIDEST)
)
_tokens = st.lists(st.integers(0, WORDS - 1), min_size=MOST * LONGEST, max_size=MOST * LONGEST)
_copies = st.lists(
    st.tuples(st.integers(0, MOST - 1), st.integers(0, MOST - 1), st.integers(1, LONGEST)), max_size=4
)


@strategies.built_once
def sequences(draw: strategies.Draw) -> Sequences:
    """One training set of one to five sequences; some start as others do."""
    n, T, V, d = draw(_shape)
    tokens = torch.tensor(draw(_tokens)).reshape(MOST, LONGEST)[:n, :T] % V
    for a, b, length in draw(_copies):
        tokens[b % n, :length] = tokens[a % n, :length]
    return Sequences(tokens, draw(strategies.decoders(V=V, d=d)))


def sampled_sequences(generator: Generator, batch: int) -> Sequences:
    """A batch of training sets: unrelated sequences, common prefixes, or few distinct tokens."""
    n, T, V, d = (
        int(pieces.integers(generator, low, top, 1)) for low, top in ((1, 8), (2, 6), (1, 5), (1, 4))
    )
    free = pieces.integers(generator, 0, V - 1, batch, n, T)
    shared = pieces.integers(generator, 0, T, batch, n, 1)
    from_first = torch.where(torch.arange(T) < shared, free[:, :1], free)
    rare = torch.where(pieces.integers(generator, 0, 3, batch, n, T) > 0, 0, free)
    kinds = (free, from_first, rare, free[:, :1].expand(batch, n, T))
    tokens = pieces.pick(pieces.choice(generator, batch, (4, 6, 4, 1)), kinds)
    return Sequences(tokens, pieces.decoders(generator, batch, V, d))


def small_sequences() -> Iterator[Sequences]:
    """All of n <= 3, T <= 3, V <= 2, d = 1, with decoders in {-1, 0, 1}."""
    for n, T, V in product((1, 2, 3), (2, 3), (1, 2)):
        words, rows = (list(product(range(V), repeat=n * T)), list(product((0, 1, -1), repeat=V)))
        tokens, decoders = zip(*product(words, rows), strict=True)
        yield Sequences(torch.tensor(tokens).reshape(-1, n, T), torch.tensor(decoders).double()[..., None])


def _first_equal(data: Sequences) -> Tensor:
    return (data.tokens[..., 0] == data.tokens[..., :1, 0]).all(-1)


def _all_equal(data: Sequences) -> Tensor:
    return (data.tokens == data.tokens[..., :1, :]).all(-1).all(-1)


def _first_distinct(data: Sequences) -> Tensor:
    first = data.tokens[..., 0].sort(-1).values
    return (first[..., 1:] != first[..., :-1]).all(-1)


CORNERS: dict[str, corners.Predicate] = {
    "one-sequence": lambda data: data.size("n") == 1,
    "one-context-each": lambda data: data.size("T") == 2,
    "one-token": lambda data: data.size("V") == 1,
    "all-sequences-equal": lambda data: _all_equal(data) & (data.size("n") > 1),
    "a-common-first-token": lambda data: _first_equal(data) & ~_all_equal(data),
    "distinct-first-tokens": lambda data: _first_distinct(data) & (data.size("n") > 1),
    "a-zero-decoder": lambda data: (data.W == 0).all(-1).all(-1),
}

SEQUENCES = Domain("sequences", sequences, sampled_sequences, small_sequences, corners.named(CORNERS))

"""Data from real text: which tokens follow each window of tokens, and how often.

Source: Sec. 2, with contexts of fixed length; the embedding map is a table drawn at random, or one axis per
context.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ntpcheck import reading
from ntpcheck.errors import InvalidInstance, UnknownOption, UnreadableFile
from ntpcheck.instances.archives import free_memory

if TYPE_CHECKING:
    from ntpcheck.instances.corpus import Corpus

TOKENS = ("words", "characters")
OTHER = "<other>"  # the one token that stands for everything outside the vocabulary
LARGEST_FILE = 2**28  # bytes
LARGEST_TABLE = 2**25  # entries of a table of embeddings, 256 MiB
LARGEST_KEY = 2**62
GRID = 64  # random embeddings are multiples of 1/64

Integers = NDArray[np.int64]


class NextTokenCounts(NamedTuple):
    """Sparse next-token counts, sorted by context and then token.

    contexts, tokens, counts `[k]`: token `tokens[i]` follows context `contexts[i]` `counts[i]` times. windows
    `[m, length]`: the tokens that make up each distinct context. vocabulary: the tokens' texts, V of them.
    """

    contexts: Integers
    tokens: Integers
    counts: Integers
    windows: Integers
    vocabulary: tuple[str, ...]


class Stream(NamedTuple):
    """Tokens by number, `[N]`, and what they are called."""

    ids: Integers
    names: tuple[str, ...]


def next_token_counts(
    text: str, context_length: int, tokens: str = "words", vocabulary: int | Sequence[str] | None = None
) -> NextTokenCounts:
    """What follows each window of `context_length` tokens of the text.

    tokens: words are separated by white space; characters are code points. vocabulary: all tokens in order of
    appearance, the given number of most frequent ones, or exactly those listed; whatever else occurs becomes
    one further token. Raises UnknownOption for other tokens, InvalidInstance for a text too short or a bad
    size.
    """
    if tokens not in TOKENS:
        raise UnknownOption(f"tokens {tokens!r} does not exist. Choose one of {', '.join(TOKENS)}.")
    ids, names = _words(text) if tokens == "words" else _characters(text)
    return counted(*_kept(ids, names, vocabulary), context_length, tokens)


def counted(
    ids: Integers, names: Sequence[str], context_length: int, unit: str = "tokens"
) -> NextTokenCounts:
    """What follows each window of a stream of numbered tokens; names: those of the tokens, V of them."""
    names = tuple(names)
    if context_length < 1:
        raise InvalidInstance(
            f"context_length is {context_length!r}. It is a whole number from 1: use 1 or 2."
        )
    if len(ids) <= context_length:
        unit = unit if len(ids) != 1 else unit[:-1]
        raise InvalidInstance(
            f"the text has {len(ids)} {unit}. A context of {context_length} and a next token need at least "
            f"{context_length + 1}: give a longer text or a shorter context."
        )
    keys, stages = _context_keys(ids, len(names), context_length)
    pairs = np.sort(keys * len(names) + ids[context_length:])
    first = np.flatnonzero(np.concatenate([[True], pairs[1:] != pairs[:-1]]))
    distinct = pairs[first]
    context = distinct // len(names)
    new = np.concatenate([[True], context[1:] != context[:-1]])
    return NextTokenCounts(
        contexts=np.cumsum(new) - 1,
        tokens=distinct % len(names),
        counts=np.diff(first, append=len(pairs)),
        windows=_windows(context[new], stages, len(names), context_length),
        vocabulary=names,
    )


def _kept(
    ids: Integers, names: tuple[str, ...], vocabulary: int | Sequence[str] | None
) -> tuple[Integers, tuple[str, ...]]:
    """The tokens of a vocabulary, and one more for all others."""
    if vocabulary is None:
        return ids, names
    if isinstance(vocabulary, int):
        if vocabulary < 1:
            raise InvalidInstance(
                f"vocabulary is {vocabulary}. It keeps at least one token: use a size from 1."
            )
        frequent = np.argsort(-np.bincount(ids, minlength=len(names)), kind="stable")[:vocabulary]
        vocabulary = [names[i] for i in frequent]
    kept = tuple(dict.fromkeys(vocabulary))
    number = {name: i for i, name in enumerate(kept)}
    table = np.array([number.get(name, len(kept)) for name in names], dtype=np.int64)
    missing = bool((table == len(kept)).any())
    return (table[ids] if len(ids) else ids), (*kept, OTHER) if missing else kept


def _words(text: str) -> tuple[Integers, tuple[str, ...]]:
    number: defaultdict[str, int] = defaultdict()
    number.default_factory = number.__len__
    words = text.split()
    return np.fromiter(map(number.__getitem__, words), np.int64, len(words)), tuple(number)


def _characters(text: str) -> tuple[Integers, tuple[str, ...]]:
    points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4").astype(np.int64)
    present = np.flatnonzero(np.bincount(points)) if len(points) else points
    number = np.zeros(int(present[-1]) + 1 if len(present) else 0, dtype=np.int64)
    number[present] = np.arange(len(present))
    return number[points], tuple(map(chr, present.tolist()))


def _context_keys(ids: Integers, V: int, length: int) -> tuple[Integers, dict[int, Integers]]:
    """One integer per window, equal for equal windows, small enough to append one more token.

    The digits are tokens in base V; where they would overflow, the prefixes seen so far are renumbered, and
    the renumbering is returned by position so that windows can be read back.
    """
    count, stages = len(ids) - length, dict[int, Integers]()
    keys, size = ids[:count], V
    for step in range(1, length):
        if size * V * V > LARGEST_KEY:
            stages[step], keys = np.unique(keys, return_inverse=True)
            size = len(stages[step])
        keys = keys * V + ids[step : step + count]
        size *= V
    return keys, stages


def _windows(keys: Integers, stages: dict[int, Integers], V: int, length: int) -> Integers:
    """`[m, length]` the tokens behind context keys."""
    columns: list[Integers] = []
    for step in range(length - 1, 0, -1):
        columns.append(keys % V)
        keys = keys // V
        keys = stages[step][keys] if step in stages else keys
    return np.stack([keys, *reversed(columns)], axis=-1)


def read_text(path: Path, most: int | None = None) -> str:
    """A text file's content. Raises UnreadableFile if it is missing, empty, too large, or not UTF-8 text.

    most: bytes that are read; the lesser of 256 MiB and half of the free memory unless said.
    """
    limit = min(LARGEST_FILE, free_memory() // 2) if most is None else most
    text = reading.text(path, limit, "Give a text file in UTF-8, or an excerpt.")
    if not text.strip():
        raise UnreadableFile(
            f"{path} is empty. A dataset needs at least one context and its next token: add text."
        )
    return text


def read_tokens(path: Path, vocabulary: int | None = None, most: int | None = None) -> Stream:
    """A file of tokens, 16 bits each and the lower byte first, as training pipelines write them.

    vocabulary: as for a text. A token is called by its number. Raises UnreadableFile for an odd size.
    """
    limit = min(LARGEST_FILE, free_memory() // 16) if most is None else most
    content = reading.contents(path, limit, "Give a shorter file of tokens, or allow more by --max-size.")
    if len(content) % 2 or not content:
        raise UnreadableFile(
            f"{path} has {len(content)} bytes. Tokens take two bytes each: save them as uint16."
        )
    numbers, ids = np.unique(np.frombuffer(content, dtype="<u2"), return_inverse=True)
    return Stream(*_kept(ids.astype(np.int64), tuple(map(str, numbers.tolist())), vocabulary))


def corpus(sparse: NextTokenCounts, *, dimension: int | None = None, seed: int = 0) -> Corpus:
    """These counts with embeddings of their contexts.

    dimension: that of random embeddings, standard normal on the 1/64 grid and fixed by the seed; None gives
    every context an axis of its own (d = m). Raises InvalidInstance where their table would be too large.
    """
    from scipy.sparse import csr_array

    from ntpcheck.instances.corpus import Corpus

    m, V = len(sparse.windows), len(sparse.vocabulary)
    if dimension is not None and dimension < 1:
        raise InvalidInstance(f"dimension is {dimension}. Embeddings have at least one entry: use 1 or more.")
    d = m if dimension is None else dimension
    if m * d > LARGEST_TABLE:
        raise InvalidInstance(
            f"the text gives {m} contexts in {d} dimensions, {m * d} entries. A table holds at most "
            f"{LARGEST_TABLE}: set a smaller dimension or vocabulary, or shorten the text."
        )
    if dimension is None:
        embeddings = np.eye(m)
    else:
        normal = np.random.default_rng(seed).standard_normal((m, dimension))
        embeddings = np.round(normal * GRID) / GRID
    return Corpus(embeddings, csr_array((sparse.counts, (sparse.contexts, sparse.tokens)), shape=(m, V)))

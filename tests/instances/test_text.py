"""Datasets from text agree with a dictionary of counters, and bad text is refused in one line."""

from __future__ import annotations

import subprocess
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path
from pydoc_data.topics import topics

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from ntpcheck.errors import InvalidInstance, NtpcheckError, UnknownOption, UnreadableFile
from ntpcheck.instances import text as module
from ntpcheck.instances.text import OTHER, corpus, next_token_counts, read_text

TOPICS = "\n".join(topics[name] for name in sorted(topics))


def by_counters(tokens, length):
    """context -> token -> count, the slow way."""
    table = defaultdict(Counter)
    for i in range(len(tokens) - length):
        table[tuple(tokens[i : i + length])][tokens[i + length]] += 1
    return {context: dict(counter) for context, counter in table.items()}


def spelled(sparse):
    """The same from the sparse counts."""
    table = defaultdict(dict)
    for context, token, count in zip(sparse.contexts, sparse.tokens, sparse.counts, strict=True):
        words = tuple(sparse.vocabulary[t] for t in sparse.windows[context])
        table[words][sparse.vocabulary[token]] = int(count)
    return dict(table)


@pytest.mark.parametrize("length", [1, 2, 3])
def test_words_of_the_topics_are_counted_as_a_dictionary_would(length):
    assert spelled(next_token_counts(TOPICS, length)) == by_counters(TOPICS.split(), length)


def test_characters_of_the_topics_are_counted_as_a_dictionary_would():
    text = TOPICS[:60_000] + "é😀é"
    assert spelled(next_token_counts(text, 2, "characters")) == by_counters(text, 2)


@given(st.text(alphabet="ab c\n", min_size=0, max_size=40), st.integers(1, 3), st.sampled_from(module.TOKENS))
def test_any_text_is_counted_or_refused(text, length, kind):
    tokens = text.split() if kind == "words" else text
    if len(tokens) <= length:
        with pytest.raises(InvalidInstance, match="need at least"):
            next_token_counts(text, length, kind)
    else:
        assert spelled(next_token_counts(text, length, kind)) == by_counters(tokens, length)


def test_long_contexts_are_renumbered_before_keys_overflow():
    words = TOPICS.split()[:4000]
    sparse = next_token_counts(" ".join(words), 9)
    assert spelled(sparse) == by_counters(words, 9)


def test_triples_are_sorted_and_sum_to_the_number_of_pairs():
    sparse = next_token_counts(TOPICS, 2)
    keys = sparse.contexts * len(sparse.vocabulary) + sparse.tokens
    assert (np.diff(keys) > 0).all()
    assert sparse.counts.sum() == len(TOPICS.split()) - 2


def test_a_vocabulary_size_keeps_the_most_frequent_tokens():
    sparse = next_token_counts("a b a c a b d a", 1, vocabulary=2)
    assert sparse.vocabulary == ("a", "b", OTHER)
    assert spelled(sparse) == by_counters(["a", "b", "a", OTHER, "a", "b", OTHER, "a"], 1)


def test_a_listed_vocabulary_is_kept_in_its_order_without_a_spare_token():
    assert next_token_counts("a b a", 1, vocabulary=["b", "a", "unused"]).vocabulary == ("b", "a", "unused")


def test_a_text_becomes_a_dataset_with_an_axis_per_context():
    data = corpus(next_token_counts("the cat the dog the cat", 1)).dataset
    assert data.counts.tolist() == [[0, 2, 1], [1, 0, 0], [1, 0, 0]]
    assert torch.equal(data.embeddings, torch.eye(3, dtype=torch.float64))


@pytest.mark.parametrize("length", [1, 2])
def test_the_topics_become_a_dataset(length):
    data = corpus(next_token_counts(TOPICS, length, vocabulary=200), dimension=16, seed=3).dataset
    assert data.size("V") == 201
    assert data.size("d") == 16
    assert data.n == len(TOPICS.split()) - length
    assert torch.equal(data.embeddings * 64, torch.round(data.embeddings * 64))


def test_random_embeddings_depend_on_the_seed_only():
    counts = next_token_counts("a b a c", 1)
    one, two, other = (corpus(counts, dimension=5, seed=seed).embeddings for seed in (1, 1, 2))
    assert np.array_equal(one, two)
    assert not np.array_equal(one, other)


def test_a_text_file_is_read_without_the_mark_at_its_start(tmp_path):
    path = tmp_path / "story.txt"
    path.write_text("﻿a b a c", encoding="utf-8")
    assert read_text(path) == "a b a c"


@pytest.mark.parametrize(("content", "message"), [
    (b"", "is empty"),
    (b" \n\t", "is empty"),
    (b"\xff\xfe\x00\x01", "is not UTF-8 text"),
    (b"a b\0c", "holds zero bytes"),
])  # fmt: skip
def test_a_bad_text_file_is_refused_in_one_line(tmp_path, content, message):
    path = tmp_path / "story.txt"
    path.write_bytes(content)
    with pytest.raises(UnreadableFile, match=message) as caught:
        read_text(path)
    assert "\n" not in str(caught.value)


def test_a_missing_file_and_a_folder_are_refused(tmp_path):
    with pytest.raises(UnreadableFile, match="does not exist"):
        read_text(tmp_path / "none.txt")
    with pytest.raises(UnreadableFile, match="no regular file"):
        read_text(tmp_path)


def test_a_huge_file_is_refused_unread(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "LARGEST_FILE", 3)
    path = tmp_path / "story.txt"
    path.write_text("a b c d")
    with pytest.raises(UnreadableFile, match="at most 3"):
        read_text(path)


@pytest.mark.parametrize(("options", "error", "message"), [
    ({"context_length": 0}, InvalidInstance, "context_length is 0"),
    ({"tokens": "lines"}, UnknownOption, "tokens 'lines'"),
    ({"vocabulary": 0}, InvalidInstance, "vocabulary is 0"),
    ({"dimension": 0}, InvalidInstance, "dimension is 0"),
    ({}, InvalidInstance, "entries"),
    ({"context_length": 2, "vocabulary": 500}, InvalidInstance, "dimension"),
])  # fmt: skip
def test_bad_options_and_tables_too_large_are_refused_in_one_line(options, error, message):
    given = {"context_length": 1, "tokens": "words", "vocabulary": None, "dimension": None, **options}
    dimension = given.pop("dimension")
    with pytest.raises(error, match=message) as caught:
        corpus(next_token_counts(TOPICS, **given), dimension=dimension)
    assert isinstance(caught.value, NtpcheckError)
    assert "\n" not in str(caught.value)


def test_ten_megabytes_are_counted_in_seconds():
    """About one second alone on a core; the bound leaves room for a busy machine."""
    text = (TOPICS * 25)[:10_000_000]
    start = time.process_time()
    next_token_counts(text, 3, vocabulary=10_000)
    assert time.process_time() - start < 5


def test_the_modules_are_imported_without_torch():
    code = "import sys, ntpcheck.instances.text, ntpcheck.instances.files; sys.exit('torch' in sys.modules)"
    root = Path(module.__file__).parents[2]
    assert subprocess.run([sys.executable, "-c", code], check=False, cwd=root).returncode == 0

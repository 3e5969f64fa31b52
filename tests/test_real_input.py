"""The papers' own sizes and real English text, from raw input to limit objects."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from pydoc_data.topics import topics

import pytest
import torch

from ntpcheck.domains.recipes import paper_size, planar
from ntpcheck.instances.text import corpus, next_token_counts
from ntpcheck.reference.entropy import cross_entropy_gap, entropy
from ntpcheck.reference.max_margin import max_margin

TEXT = "\n".join(topics[name] for name in sorted(topics))


def entropy_of(pairs):
    """Conditional entropy of (context, token) pairs in nats, by counting."""
    followers = defaultdict(Counter)
    for context, token in pairs:
        followers[context][token] += 1
    terms = (
        -count * math.log(count / sum(after.values()))
        for after in followers.values()
        for count in after.values()
    )
    return sum(terms) / len(pairs), len(followers)


@pytest.mark.parametrize("length", [1, 2])
def test_english_text_becomes_a_dataset_with_its_conditional_entropy(length):
    text = TEXT[:60_000]
    data = corpus(next_token_counts(text, length, "characters")).dataset
    floor, contexts = entropy_of(
        [(text[i : i + length], text[i + length]) for i in range(len(text) - length)]
    )
    assert data.size("m") == contexts
    assert float(data.n) == len(text) - length
    assert float(entropy(data)) == pytest.approx(floor, rel=1e-12)


@pytest.mark.parametrize(("length", "vocabulary"), [(1, 60), (2, 12)])
def test_the_margin_of_english_words_satisfies_its_own_program(length, vocabulary):
    data = corpus(next_token_counts(TEXT, length, "words", vocabulary)).dataset
    found = max_margin(data)
    assert bool(found.feasible)
    assert bool(found.decided)
    assert float(found.residual) < 1e-12
    logits = data.embeddings @ found.W.mT
    inside = torch.where(data.support, logits, torch.inf).amin(-1)
    outside = torch.where(data.support, -torch.inf, logits).amax(-1)
    assert float((inside - outside).min()) > 1 - 1e-9
    # Along W^mm alone the loss falls to the entropy of uniform supports, no lower than H.
    gap = cross_entropy_gap(data, 50 * found.W)
    assert float(gap.out_of_support) < 1e-18
    assert float(gap.in_support) >= 0


def test_the_overparameterised_setting_of_the_paper():
    run = paper_size(torch.Generator().manual_seed(0))
    assert [run.size(axis) for axis in "mdV"] == [50, 60, 10]
    assert (int(run.n), run.support.sum(-1).unique().tolist()) == (5000, [6])
    found = max_margin(run)
    assert bool(found.feasible)
    assert float(found.residual) < 1e-12


def test_the_planar_setting_of_the_paper():
    runs = planar(torch.Generator().manual_seed(0), 64)
    assert [runs.size(axis) for axis in "mdV"] == [3, 2, 5]
    assert runs.support.sum(-1).unique().tolist() == [3]
    found = max_margin(runs)
    assert bool(found.decided.all())
    assert bool(found.feasible.any())

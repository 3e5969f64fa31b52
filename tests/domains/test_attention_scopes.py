"""The finite scopes of attention data are whole: everything of the stated sizes, or one of each orbit."""

from __future__ import annotations

from itertools import permutations, product

import pytest
import torch

from ntpcheck.domains import attention_scopes as scopes


def words(K, T):
    """All (counts, last token, label) by writing out every sequence in order."""
    return {
        (tuple(word.count(k) for k in range(K)), word[-1], label)
        for length in range(1, T + 1)
        for word in product(range(K), repeat=length)
        for label in range(K)
    }


def rows(batch):
    """Each dataset of a batch as a sorted tuple of samples."""
    for counts, last, labels in zip(
        batch.counts.tolist(), batch.last.tolist(), batch.labels.tolist(), strict=True
    ):
        yield tuple(sorted(zip(map(tuple, counts), last, labels, strict=True)))


def of_shape(scope, K, n):
    return [batch for batch in scope() if (batch.size("K"), batch.size("n")) == (K, n)]


@pytest.mark.parametrize(("K", "n"), scopes.SHAPES)
def test_every_small_dataset_is_there_once(K, n):
    found = [row for batch in of_shape(scopes.small_datasets, K, n) for row in rows(batch)]
    single = words(K, scopes.LONGEST)
    wanted = {tuple(sorted(pair)) for pair in product(single, repeat=n)}
    assert len(found) == len(set(found))
    assert set(found) == wanted


@pytest.mark.parametrize(("K", "n"), scopes.SHAPES)
def test_every_orbit_of_a_dataset_with_a_unit_is_there_once(K, n):
    seen = set()
    for batch in of_shape(scopes.small_units, K, n):
        assert (batch.W.flatten(-2).sort(-1).values == torch.eye(K * K)[-1]).all()
        entries = batch.W.flatten(-2).argmax(-1).tolist()
        for row, entry in zip(rows(batch), entries, strict=True):
            orbit = {relabelled(row, *divmod(entry, K), order) for order in permutations(range(K))}
            assert not orbit & seen
            seen |= orbit
    single = len(words(K, scopes.LONGEST))
    assert len(seen) == K * K * (single if n == 1 else single * (single + 1) // 2)


def relabelled(row, query, token, order):
    """The dataset and the entry of W after token k becomes order[k]."""
    moved = tuple(
        sorted(
            (tuple(c[order.index(k)] for k in range(len(order))), order[last], order[y]) for c, last, y in row
        )
    )
    return moved, order[query], order[token]

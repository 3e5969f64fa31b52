"""Finite scopes hold one instance per orbit, and no orbit is missing."""

from __future__ import annotations

from itertools import combinations_with_replacement, permutations, product

import pytest
import torch

from ntpcheck.domains import DATASETS, DECODINGS, OFFSETS, PAIRS, RUNS, SAMPLES, SCALED, scopes
from ntpcheck.domains.pieces import Shape

GRID = (-1, 0, 1)


def orbit(shape, embeddings, counts, decoder=()):
    """The sorted smallest form over all relabellings, by brute force on tuples."""
    _, V, d = shape
    forms = []
    for tokens, axes, signs in product(
        permutations(range(V)), permutations(range(d)), product((1, -1), repeat=d)
    ):

        def turn(row, axes=axes, signs=signs):
            return tuple(s * row[i] for i, s in zip(axes, signs, strict=True))

        contexts = sorted(
            (turn(h), tuple(c[z] for z in tokens)) for h, c in zip(embeddings, counts, strict=True)
        )
        forms.append((tuple(contexts), tuple(turn(decoder[z]) for z in tokens) if decoder else ()))
    return min(forms)


@pytest.mark.parametrize(("shape", "decoders"), [
    (Shape(1, 1, 1), 0), (Shape(1, 2, 2), 0), (Shape(2, 2, 1), 0), (Shape(2, 1, 2), 0), (Shape(1, 3, 1), 0),
    (Shape(1, 2, 1), 1), (Shape(2, 1, 1), 1), (Shape(1, 1, 2), 1),
])  # fmt: skip
def test_a_scope_has_one_instance_per_orbit(shape, decoders):
    m, V, d = shape
    tables = [c for c in product(range(3), repeat=V) if any(c)]
    contexts = combinations_with_replacement(list(product(product(GRID, repeat=d), tables)), m)
    matrices = list(product(product(GRID, repeat=d), repeat=V)) if decoders else [()]
    wanted = {
        orbit(shape, [h for h, _ in rows], [c for _, c in rows], W) for rows in contexts for W in matrices
    }
    found = []
    for embeddings, counts, Ws in scopes.canonical(shape, decoders=decoders):
        for k in range(len(counts)):
            W = [tuple(map(int, row)) for row in Ws[0][k].tolist()] if decoders else ()
            rows = [tuple(map(int, row)) for row in embeddings[k].tolist()]
            found.append(orbit(shape, rows, [tuple(row) for row in counts[k].tolist()], W))
    assert len(found) == len(set(found))
    assert set(found) == wanted


def test_scopes_are_finite_small_and_typed():
    sizes = {}
    for domain in (DATASETS, DECODINGS, SCALED, OFFSETS, PAIRS, SAMPLES):
        sizes[domain.name] = sum(batch.batch[0] for batch in domain.scope())
    assert sizes == {
        "datasets": 2060, "decodings": 28110, "scaled": 41439, "offsets": 88740, "pairs": 44370,
        "samples": 7587,
    }  # fmt: skip
    assert RUNS.scope is None


def test_the_dataset_scope_contains_every_support_pattern():
    patterns = {
        tuple(sorted(map(tuple, row.support.long().tolist())))
        for batch in DATASETS.scope()
        for row in batch.rows()
    }
    both = {p for p in patterns if len(p) == 2 and len(p[0]) == 3}
    sizes = {tuple(sorted(map(sum, p))) for p in both}
    assert sizes == {(a, b) for a in (1, 2, 3) for b in (1, 2, 3) if a <= b}


def test_scoped_batches_are_small():
    assert all(batch.batch[0] <= scopes.CHUNK for batch in DECODINGS.scope())
    assert all(torch.isin(batch.W, torch.tensor([-1.0, 0.0, 1.0])).all() for batch in DECODINGS.scope())

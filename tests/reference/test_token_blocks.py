"""Blocks made from the last ones solve what blocks made anew do."""

from __future__ import annotations

import numpy as np
import pytest

from ntpcheck.reference.solvers import token_blocks
from ntpcheck.reference.solvers.token_blocks import TokenBlocks, unit_contexts

m, V, d = 60, 90, 40


def drawn(seed):
    """Unit Gram matrix `[m, m]`, cells `[m, V]` with a token without a context, and targets `[m, V]`."""
    rng = np.random.default_rng(seed)
    unit, _ = unit_contexts(rng.standard_normal((m, d)))
    cells = rng.random((m, V)) < 0.15
    cells[:, 0], cells[:, 1] = False, True
    return rng, unit @ unit.T, cells, rng.standard_normal((m, V))


def moved(rng, cells, share):
    """Some cells turned; token 0 gets its first context, token 2 loses all, token 3 has others, as many."""
    after = cells ^ (rng.random(cells.shape) < share)
    after[5, 0], after[:, 1], after[:, 2], after[:, 3] = True, True, False, np.roll(cells[:, 3], 1)
    return after


def differs(one, other):
    return max(np.abs(a - b).max() / np.abs(b).max() for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("share", [0.0, 0.0005, 0.3])
@pytest.mark.parametrize("kept", [0, token_blocks.KEPT])
def test_many_changes_in_turn_are_as_made_anew(monkeypatch, share, kept):
    monkeypatch.setattr(token_blocks, "KEPT", kept)
    rng, gram, cells, T = drawn(0)
    last = TokenBlocks(gram, cells, 1e-3)
    for _ in range(20):
        cells = moved(rng, cells, share)
        last, anew = TokenBlocks(gram, cells, 1e-3, last), TokenBlocks(gram, cells, 1e-3)
        assert differs(last.solve(T), anew.solve(T)) <= 1e-11


def test_another_ridge_takes_nothing_over():
    _, gram, cells, T = drawn(1)
    found = TokenBlocks(gram, cells, 1e-4, TokenBlocks(gram, cells, 1e-2))
    assert differs(found.solve(T), TokenBlocks(gram, cells, 1e-4).solve(T)) == 0


def test_tokens_that_stay_are_not_inverted_again(monkeypatch):
    _, gram, cells, _ = drawn(2)
    last, made = TokenBlocks(gram, cells, 1e-3), list[int]()
    inverses = token_blocks.inverses
    monkeypatch.setattr(token_blocks, "inverses", lambda x: made.append(len(x)) or inverses(x))
    after = cells.copy()
    after[:, 4] = np.roll(cells[:, 4], 1)
    after[0, 5] ^= True
    TokenBlocks(gram, after, 1e-3, last)
    assert sum(made) == 2


def test_single_precision_solves_to_its_rounding():
    _, gram, cells, T = drawn(3)
    rough, exact = (TokenBlocks(gram.astype(kind), cells, 1e-2) for kind in (np.float32, float))
    assert 0 < differs(rough.solve(T), exact.solve(T)) <= 1e-3

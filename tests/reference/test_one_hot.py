"""NTP-SVM of contexts with one token in support: against dense rows, and where there is no decoder."""

from __future__ import annotations

import numpy as np
import pytest

from ntpcheck.instances.dataset import Dataset
from ntpcheck.reference.max_margin import max_margin
from ntpcheck.reference.solvers.float_margin import CLEAN, float_margin
from ntpcheck.reference.solvers.least_distance import least_distance
from ntpcheck.reference.solvers.one_hot import one_hot


def labelled(seed, m=120, V=5, d=12):
    """Embeddings `[m, d]`, and the mask out of support `[m, V]` of the label that a random decoder gives."""
    rng = np.random.default_rng(seed)
    H = rng.standard_normal((m, d))
    out = np.ones((m, V), dtype=bool)
    out[np.arange(m), (H @ rng.standard_normal((d, V))).argmax(1)] = False
    return H, out


@pytest.mark.parametrize("seed", range(4))
def test_dense_rows_find_the_same(seed):
    H, out = labelled(seed)
    found, dense = one_hot(H, out), least_distance(H, out)
    assert dense.feasible
    assert np.linalg.norm(found.W - dense.W) <= 1e-10 * np.linalg.norm(dense.W)
    assert np.abs(found.alpha - dense.alpha).max() <= 1e-8 * dense.alpha.max()


def test_every_margin_is_met_and_the_multipliers_make_the_decoder():
    H, out = labelled(9)
    found = one_hot(H, out)
    scores = H @ found.W.T
    margins = (scores * ~out).sum(1, keepdims=True) - scores
    assert margins[out].min() >= 1 - CLEAN
    assert np.abs(margins[found.alpha > 0] - 1).max() <= CLEAN
    assert found.alpha.min() == 0 == found.alpha[~out].max()
    assert np.linalg.norm(-(found.alpha - found.alpha.sum(1, keepdims=True) * ~out).T @ H - found.W) <= CLEAN


def test_contexts_met_twice_do_not_matter():
    H, out = labelled(2)
    once, twice = one_hot(H, out), one_hot(np.r_[H, H], np.r_[out, out])
    assert np.linalg.norm(once.W - twice.W) <= 1e-10 * np.linalg.norm(once.W)


def test_labels_at_random_have_no_decoder_found():
    H, out = labelled(3)
    shuffled = np.random.default_rng(0).permutation(out)
    found = one_hot(H, shuffled)
    assert found is None or found.W is None
    assert float_margin(H, shuffled).feasible is False


def test_a_label_at_odds_with_itself_has_an_exact_ray():
    H, out = labelled(4)
    H[1], out[0], out[1] = H[0], [False, *[True] * 4], [True, False, *[True] * 3]
    found = one_hot(H, out)
    if found is not None:  # else another route finds it
        assert found.W is None
        pulls = found.alpha.sum(1, keepdims=True) * ~out - found.alpha
        assert np.linalg.norm(pulls.T @ H) <= 1e-12
        assert found.alpha.sum() == pytest.approx(1.0)
    assert float_margin(H, out).feasible is False


def test_other_supports_and_wide_data_are_left():
    H, out = labelled(5)
    out[3, :2] = False
    assert one_hot(H, out) is None
    assert one_hot(*labelled(5, m=20)) is None


def test_larger_data_takes_this_route_and_its_error_is_small():
    H, out = labelled(6, m=600, V=8, d=40)
    found = max_margin(Dataset(H, (~out).astype(int)))
    alone = one_hot(H, out)
    assert found.residual.item() <= CLEAN
    assert found.error.item() <= 1e-9 * np.linalg.norm(alone.W)
    assert np.array_equal(found.W.numpy(), alone.W)

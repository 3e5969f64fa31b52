"""Decoders found a token at a time are what they claim, and bound W^mm and W* from above."""

from __future__ import annotations

import numpy as np
import pytest

from ntpcheck.diagnosis import answers, questions
from ntpcheck.instances.dataset import Dataset
from ntpcheck.reference.compatible import compatibility
from ntpcheck.reference.max_margin import max_margin
from ntpcheck.reference.solvers.by_token import separating, solving


def drawn(m: int, V: int, d: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    counts = np.zeros((m, V), dtype=np.int64)
    for line in counts:
        line[rng.choice(V, 2, replace=False)] = rng.integers(1, 9, 2)
    return rng.standard_normal((m, d)), counts


@pytest.mark.parametrize("seed", range(5))
def test_what_separates_does(seed: int) -> None:
    H, counts = drawn(60, 50, 30, seed)
    found = separating(H, counts)
    assert found is not None
    scores, inside = H @ found.W.T, counts > 0
    least = np.where(inside, scores, np.inf).min(1)
    assert np.where(inside, scores - least[:, None], 0.0).max() <= 1e-7
    assert np.where(inside, np.inf, least[:, None] - scores).min() >= 1 - 1e-6
    best = max_margin(Dataset(H, counts))
    assert bool(best.feasible)
    assert float(best.W.norm()) <= float(np.linalg.norm(found.W)) * (1 + 1e-9)


def test_what_solves_the_equations_does() -> None:
    H, counts = drawn(60, 50, 30)
    found = solving(H, counts)
    assert found is not None
    wanted = np.log(np.where(counts > 0, counts, 1) / counts.sum(1, keepdims=True))
    assert np.abs(np.where(counts > 0, H @ found.W.T - wanted, 0.0)).max() <= 1e-12
    best = compatibility(Dataset(H, counts))
    assert bool(best.compatible)
    assert float(best.W.norm()) <= float(np.linalg.norm(found.W)) * (1 + 1e-9)


def test_nothing_is_said_of_data_that_has_no_such_decoder() -> None:
    H, counts = drawn(6, 3, 4)
    opposed = np.array([[3, 0, 0], [0, 3, 0]])
    assert separating(np.ones((2, 4)), opposed) is None
    assert separating(np.vstack([H, 0 * H[:1]]), np.vstack([counts, counts[:1]])) is None
    twice = np.vstack([counts, counts[:1] + (counts[:1] > 0) * [[1, 2, 3]]])
    assert solving(np.vstack([H, H[:1]]), twice) is None  # one context, two frequencies


def test_a_diagnosis_of_large_data_tells_the_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    H, counts = drawn(60, 50, 30)
    data = Dataset(H, counts)
    whole = answers.diagnose(data)
    monkeypatch.setattr(questions, "WHOLE_SIZE", 0)
    told = answers.diagnose(data)
    for question, bound in (("compatible", "at_most"), ("separable", "at_least")):
        assert (told[question]["holds"], told[question]["rigor"]) == (True, "FLOAT")
        assert told[question][bound]
        assert told[question]["norm"] >= whole[question]["norm"]

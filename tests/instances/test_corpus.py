"""A corpus says of sparse counts what a dataset says of their table, some contexts at a time."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import sparse

from ntpcheck.diagnosis import answers
from ntpcheck.instances import corpus as module
from ntpcheck.instances.corpus import Corpus
from ntpcheck.instances.dataset import Dataset

make: Any = sparse


def drawn(m: int, V: int, d: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    counts = np.zeros((m, V), dtype=np.int64)
    for line in counts:
        line[rng.choice(V, 3, replace=False)] = rng.integers(1, 9, 3)
    return rng.standard_normal((m, d)), counts


def test_blocks_are_the_table_cut_between_contexts(monkeypatch: pytest.MonkeyPatch) -> None:
    H, counts = drawn(20, 12, 5)
    monkeypatch.setattr(module, "BLOCK", 7 * 12)
    blocks = list(Corpus(H, make.csr_array(counts)).blocks())
    assert [(rows.start, rows.stop) for rows, _, _ in blocks] == [(0, 7), (7, 14), (14, 20)]
    assert np.array_equal(np.vstack([block.counts.numpy() for _, _, block in blocks]), counts)
    assert sum(share for _, share, _ in blocks) == pytest.approx(1.0)
    assert blocks[0][1] == counts[:7].sum() / counts.sum()


@pytest.mark.parametrize(("m", "d"), [(60, 30), (60, 80)])
def test_a_diagnosis_without_the_table_agrees_with_one_of_it(
    m: int, d: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    H, counts = drawn(m, 50, d)
    W = answers.torch.from_numpy(np.random.default_rng(1).standard_normal((50, d)))
    whole = answers.diagnose(Dataset(H, counts), decoder=W)
    monkeypatch.setattr(module, "SMALL", 0)
    monkeypatch.setattr(module, "BLOCK", 7 * 50)
    data = Corpus(H, make.csr_array(counts))
    told = answers.diagnose(data, decoder=W)
    assert "dataset" not in vars(data)  # no table was made
    for part in ("sizes", "supports", "embeddings"):
        assert told[part] == whole[part]
    assert told["entropy"] == pytest.approx(whole["entropy"], rel=1e-14)
    for question, bound in (("compatible", "at_most"), ("separable", "at_least")):
        assert told[question]["holds"] is whole[question]["holds"] is True
        assert told[question]["rigor"] == ("EXACT" if m < d else "FLOAT")
        assert told[question][bound]
        assert told[question]["norm"] >= whole[question]["norm"] * (1 - 1e-9)
    assert told["training"]["limit"] == whole["training"]["limit"]
    same, other = told["decoder"], whole["decoder"]
    for number in ("norm", "loss", "above_entropy", "in_support", "out_of_support", "largest_spread"):
        assert same[number] == pytest.approx(other[number], rel=1e-12)
    for number in ("equations", "untied", "margins", "below_one", "wrong_order", "wrong_contexts"):
        assert same[number] == other[number]
    assert [cell["weight"] for cell in same["cells"]] == pytest.approx(
        [cell["weight"] for cell in other["cells"]]
    )
    assert "degrees" not in same  # W^mm is only bounded


def test_what_no_token_at_a_time_decides_stays_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SMALL", 0)
    opposed = Corpus(np.ones((2, 4)), make.csr_array(np.array([[3, 1, 0], [0, 3, 1]])))
    told = answers.diagnose(opposed)
    assert told["separable"]["holds"] is None
    assert "too large" in told["separable"]["why"]
    assert told["compatible"]["holds"] is None
    assert told["training"]["limit"].startswith("unknown")

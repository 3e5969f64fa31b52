"""What is said of a file that cannot be used: its value, the rule, and the way out, in one line."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy import sparse

from ntpcheck.errors import NtpcheckError
from ntpcheck.instances.files import FORMATS, read_arrays, read_decoder

EYE = np.eye(2)


@pytest.mark.parametrize("suffix", FORMATS)
def test_a_file_that_is_missing_is_said_to_be_so(suffix: str, tmp_path: Path) -> None:
    path, counts = tmp_path / f"data{suffix}", tmp_path / "counts.npz"
    said = f"{path} does not exist. Give the path of a file that does."
    with pytest.raises(NtpcheckError) as problem:
        read_arrays(path, counts=counts)
    assert str(problem.value) == said
    np.save(tmp_path / "h.npy", EYE)
    with pytest.raises(NtpcheckError, match=r"counts\.npz does not exist\. Give the path"):
        read_arrays(tmp_path / "h.npy", counts=counts)
    with pytest.raises(NtpcheckError, match=r"W\.npy does not exist\. Give the path"):
        read_decoder(tmp_path / "W.npy")


@pytest.mark.parametrize(
    ("counts", "said"),
    [
        ([[0.5, 0], [0, 1]], "counts contains 0.5. Its entries are integers: for shares 0.75 and 0.25 give"),
        ([[np.inf, 0], [0, 1]], "counts contains inf. Its entries are integers"),
        ([[-3, 0], [0, 1]], "counts contains -3. Counts are at least 0: drop that entry."),
        ([[2**53, 0], [0, 2**53]], "counts sums to 1.8e+16. It sums to at most 2^53: scale it down."),
    ],
)
def test_a_wrong_sparse_count_is_named(counts: list[list[float]], said: str, tmp_path: Path) -> None:
    np.save(tmp_path / "h.npy", EYE)
    sparse.save_npz(tmp_path / "n.npz", sparse.csr_array(counts))
    with pytest.raises(NtpcheckError) as problem:
        read_arrays(tmp_path / "h.npy", counts=tmp_path / "n.npz")
    assert str(problem.value).startswith(said)


def test_sparse_counts_in_the_place_of_a_dataset_say_where_they_go(tmp_path: Path) -> None:
    sparse.save_npz(tmp_path / "n.npz", sparse.csr_array(EYE))
    with pytest.raises(NtpcheckError, match=r"has sparse counts alone\. .* and it by --counts\."):
        read_arrays(tmp_path / "n.npz")


@pytest.mark.parametrize(
    ("W", "said"),
    [
        ([1.0, 2.0], "has shape [2]. A decoder is a table of V tokens by d dimensions: save it so."),
        (
            [[1.0, np.nan]],
            "contains nan at [0, 1], counted from 0. Entries are finite numbers: drop or replace it.",
        ),
    ],
)
def test_a_decoder_is_refused_for_its_shape_or_for_an_entry(
    W: list[float] | list[list[float]], said: str, tmp_path: Path
) -> None:
    np.save(tmp_path / "W.npy", np.array(W))
    with pytest.raises(NtpcheckError) as problem:
        read_decoder(tmp_path / "W.npy")
    assert str(problem.value) == f"{tmp_path / 'W.npy'} {said}"


def test_a_large_table_in_json_is_sent_to_another_format(tmp_path: Path) -> None:
    (tmp_path / "data.json").write_text("[" + "1," * 2**21 + "1]")
    with pytest.raises(NtpcheckError, match=r"at most 4194304 are read\. Save it as \.npz\."):
        read_arrays(tmp_path / "data.json")

"""Arrays from npy, safetensors, scipy.sparse and token files: read as written, refused if damaged."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import sparse

from ntpcheck.errors import InvalidInstance, UnreadableFile
from ntpcheck.instances.files import read_arrays, read_decoder
from ntpcheck.instances.text import counted, read_tokens

make: Any = sparse
H = np.array([[1.0, 0.5], [0.0, -2.0], [0.25, 3.0]])
COUNTS = np.array([[2, 0, 1, 0], [0, 0, 0, 5], [1, 1, 0, 0]])


def tensor_file(path: Path, header: Any, numbers: bytes) -> Path:
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(text)) + text + numbers)
    return path


def described(kind: str, shape: list[int], start: int, size: int) -> dict[str, Any]:
    return {"dtype": kind, "shape": shape, "data_offsets": [start, start + size]}


def whole(folder: Path, **changes: Any) -> Path:
    a, b = H.astype("<f4").tobytes(), COUNTS.astype("<i8").tobytes()
    header = {
        "__metadata__": {"by": "a test"},
        "embeddings": described("F32", [3, 2], 0, len(a)),
        "counts": described("I64", [3, 4], len(a), len(b)) | changes,
    }
    return tensor_file(folder / "data.safetensors", header, a + b)


def test_an_npy_file_with_counts_in_any_format_is_read_as_written(tmp_path: Path) -> None:
    np.save(tmp_path / "H.npy", np.asfortranarray(H))
    np.save(tmp_path / "counts.npy", COUNTS.astype(np.uint8))
    files = ["counts.npy"]
    for kind in ("csr_array", "csc_array", "coo_array", "csr_matrix"):
        make.save_npz(tmp_path / f"{kind}.npz", getattr(make, kind)(COUNTS))
        files.append(f"{kind}.npz")
    twice = make.coo_array((np.array([2, 3, 4, 5]), ([0, 0, 1, 2], [1, 1, 2, 0])), shape=(3, 4))
    make.save_npz(tmp_path / "twice.npz", twice)
    for name in files:
        read = read_arrays(tmp_path / "H.npy", counts=tmp_path / name)
        assert np.array_equal(read["embeddings"], H)
        assert np.array_equal(read["counts"] if name == "counts.npy" else read["counts"].toarray(), COUNTS)
    read = read_arrays(tmp_path / "H.npy", counts=tmp_path / "twice.npz")
    assert np.array_equal(read["counts"].toarray(), [[0, 5, 0, 0], [0, 0, 4, 0], [5, 0, 0, 0]])


def test_sparse_counts_that_are_no_counts_are_refused(tmp_path: Path) -> None:
    np.save(tmp_path / "H.npy", H)
    good = make.csr_array(COUNTS)
    parts = {"format": b"csr", "shape": np.array([3, 4])}
    parts |= {"data": good.data, "indices": good.indices, "indptr": good.indptr}
    for changes, error in (
        ({"format": b"dia"}, UnreadableFile),
        ({"shape": np.array([3, 2])}, UnreadableFile),  # a column is out of range
        ({"shape": np.array([3])}, UnreadableFile),
        ({"indptr": np.array([0, 2, 1, 5])}, UnreadableFile),
        ({"indices": good.indices.astype(float)}, UnreadableFile),
        ({"data": good.data + 0.5}, InvalidInstance),
        ({"data": -good.data}, InvalidInstance),
        ({"data": np.where(good.data == 5, 0, good.data)}, InvalidInstance),  # a context without a token
        ({"extra": np.zeros(1)}, UnreadableFile),
    ):
        np.savez(tmp_path / "counts.npz", **{**parts, **changes})
        with pytest.raises(error):
            read_arrays(tmp_path / "H.npy", counts=tmp_path / "counts.npz")
    make.save_npz(tmp_path / "wide.npz", make.csr_array((3, 2**30), dtype=int))
    with pytest.raises(UnreadableFile, match="--max-size"):
        read_arrays(tmp_path / "H.npy", 2**20, tmp_path / "wide.npz")
    np.savez(tmp_path / "other.npz", counts=COUNTS)
    with pytest.raises(UnreadableFile, match="save_npz"):
        read_arrays(tmp_path / "H.npy", counts=tmp_path / "other.npz")


def test_safetensors_are_read_as_written(tmp_path: Path) -> None:
    read = read_arrays(whole(tmp_path))
    assert np.array_equal(read["embeddings"], H)
    assert np.array_equal(read["counts"], COUNTS)
    half = (H.astype("<f4").view("<u4") >> 16).astype("<u2").tobytes()  # these numbers have short mantissas
    path = tensor_file(tmp_path / "half.safetensors", {"embeddings": described("BF16", [3, 2], 0, 12)}, half)
    np.save(tmp_path / "counts.npy", COUNTS)
    assert np.array_equal(read_arrays(path, counts=tmp_path / "counts.npy")["embeddings"], H)


@pytest.mark.parametrize(
    "changes",
    [
        {"dtype": "F8_E4M3"},
        {"dtype": 3},
        {"shape": [3, 5]},
        {"shape": [-3, -4]},
        {"shape": [2**40, 2**40]},
        {"shape": "3,4"},
        {"data_offsets": [0, 10**9]},
        {"data_offsets": [24, 20]},
        {"data_offsets": None},
    ],
    ids=str,
)
def test_safetensors_that_lie_are_refused(tmp_path: Path, changes: dict[str, Any]) -> None:
    with pytest.raises(UnreadableFile):
        read_arrays(whole(tmp_path, **changes))


def test_damaged_safetensors_are_refused(tmp_path: Path) -> None:
    good = whole(tmp_path).read_bytes()
    path = tmp_path / "bad.safetensors"
    for content in (
        b"",
        good[:7],
        good[:40],
        good[:-1],
        struct.pack("<Q", 2**63) + good[8:],
        good[:8] + b"[" * 200,
    ):
        path.write_bytes(content)
        with pytest.raises(UnreadableFile):
            read_arrays(path)
    with pytest.raises(UnreadableFile, match="Did you mean counts"):
        read_arrays(tensor_file(path, {"embeddings": described("F32", [0], 0, 0), "count": {}}, b""))
    with pytest.raises(UnreadableFile):
        read_arrays(tensor_file(path, [1, 2], b""))


def test_a_decoder_is_one_finite_table(tmp_path: Path) -> None:
    np.save(tmp_path / "W.npy", H.astype("f4"))
    assert np.array_equal(read_decoder(tmp_path / "W.npy"), H)
    for array, error in (
        (H[0], InvalidInstance),
        (np.full((2, 2), np.nan), InvalidInstance),
        (np.array([None]), UnreadableFile),
    ):
        with np.errstate(all="ignore"):
            np.save(tmp_path / "W.npy", array, allow_pickle=True)
        with pytest.raises(error):
            read_decoder(tmp_path / "W.npy")
    with pytest.raises(UnreadableFile, match=r"\.npy"):
        read_decoder(tmp_path / "W.npz")


def test_tokens_of_sixteen_bits_are_counted_like_a_text(tmp_path: Path) -> None:
    path, stream = tmp_path / "tokens.bin", [7, 60_000, 7, 60_000, 7, 3]
    path.write_bytes(np.array(stream, dtype="<u2").tobytes())
    found = counted(*read_tokens(path), 2)
    assert found.vocabulary == ("3", "7", "60000")
    told = {
        (*(found.vocabulary[i] for i in found.windows[c]), found.vocabulary[t]): n
        for c, t, n in zip(found.contexts, found.tokens, found.counts, strict=True)
    }
    assert told == {("7", "60000", "7"): 2, ("60000", "7", "60000"): 1, ("60000", "7", "3"): 1}
    assert counted(*read_tokens(path, vocabulary=1), 1).vocabulary == ("7", "<other>")
    with pytest.raises(UnreadableFile, match="--max-size"):
        read_tokens(path, most=4)
    for content in (b"", b"abc"):
        path.write_bytes(content)
        with pytest.raises(UnreadableFile, match="uint16"):
            read_tokens(path)


def test_half_of_the_free_memory_is_the_limit_unless_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An array of 8 kB is read where 16 kB and its file's header are free, and refused where less is."""
    W = np.zeros((32, 32))
    np.save(tmp_path / "W.npy", W)
    size = (tmp_path / "W.npy").stat().st_size
    for free, read in ((2 * size, True), (2 * size - 2, False)):
        monkeypatch.setattr("ntpcheck.instances.archives.free_memory", lambda free=free: free)
        if read:
            assert read_decoder(tmp_path / "W.npy").shape == W.shape
            continue
        with pytest.raises(UnreadableFile, match="--max-size"):
            read_decoder(tmp_path / "W.npy")
    assert read_decoder(tmp_path / "W.npy", size).shape == W.shape

"""Good files are read exactly; bad and hostile ones are refused in one line and execute nothing."""

from __future__ import annotations

import io
import json
import pickle
import random
import resource
import subprocess
import sys
import time
import tracemalloc
import zipfile
from pathlib import Path

import numpy as np
import pytest

from ntpcheck.errors import InvalidInstance, NtpcheckError, UnreadableFile
from ntpcheck.instances import files
from ntpcheck.instances.files import read_arrays, read_corpus

GOOD = {"embeddings": [[1, "1/2"], [-0.25, "0x1.8p+1"]], "counts": [[1, 0, 2], [0, 3.0, 0]]}


def written(folder, document, name="data.json"):
    path = folder / name
    path.write_bytes(document if isinstance(document, bytes) else json.dumps(document).encode())
    return path


def packed(**members):
    """An npz archive's bytes from raw member contents; without the time, since tests are named by them."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(zipfile.ZipInfo(f"{name}.npy"), content, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def npy(array, **how):
    buffer = io.BytesIO()
    np.save(buffer, array, **how)
    return buffer.getvalue()


def header(text):
    """An npy file with a hand-written header and no data."""
    line = text.encode() + b"\n"
    return b"\x93NUMPY\x01\x00" + len(line).to_bytes(2, "little") + line


def test_json_numbers_are_read_exactly(tmp_path):
    data = read_corpus(written(tmp_path, GOOD)).dataset
    assert data.embeddings.tolist() == [[1.0, 0.5], [-0.25, 3.0]]
    assert data.counts.tolist() == [[1, 0, 2], [0, 3, 0]]


def test_a_dataset_written_by_the_package_is_read_back(tmp_path):
    data = read_corpus(written(tmp_path, GOOD)).dataset
    assert repr(read_corpus(written(tmp_path, data.to_json(), "again.json")).dataset) == repr(data)


@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.parametrize("kinds", [("<f8", "<i8"), (">f4", "u1"), ("<i2", "<f8")])
def test_npz_arrays_are_read_whatever_their_layout(tmp_path, order, kinds):
    embeddings = np.array([[1, 2], [-3, 4], [0, 1]], dtype=kinds[0], order=order)
    counts = np.array([[1, 0], [0, 2], [3, 3]], dtype=kinds[1], order=order)
    path = tmp_path / "data.npz"
    np.savez_compressed(path, embeddings=embeddings, counts=counts)
    arrays = read_arrays(path)
    assert arrays["embeddings"].dtype == np.float64
    assert arrays["counts"].dtype == np.int64
    assert np.array_equal(arrays["embeddings"], embeddings)
    assert np.array_equal(arrays["counts"], counts)
    assert read_corpus(path).dataset.counts.tolist() == counts.tolist()


def with_(field, value):
    return GOOD | {field: value}


@pytest.mark.parametrize(("document", "message"), [
    (b"", "is not JSON"),
    (b"{", "is not JSON"),
    (b"\xff\xff", "is not JSON"),
    (b"[1, 2]", "holds a list"),
    (b'{"embeddings": [[NaN]], "counts": [[1]]}', "contains NaN"),
    (b'{"embeddings": [[1e999]], "counts": [[1]]}', "contains inf"),
    (b'{"embeddings": [[1], [-1e160]], "counts": [[1], [1]]}', "up to 1e.160"),
    (b'{"embeddings": [[0], [1e-160]], "counts": [[1], [1]]}', "up to 1e-160"),
    (b'{"embeddings": [[1], [0], [1e-60]], "counts": [[1], [1], [1]]}', "context 2 has entries up to 1e-60"),
    (b'{"embeddings": [[1]], "counts": [[' + b"9" * 5000 + b"]]}", "is not JSON"),
    (b"[" * 100_000, "nested too deeply|is not JSON"),
    ({"embeddings": [[1]]}, "lacks 'counts'"),
    (GOOD | {"weights": 1}, r"has the field 'weights'.* no other\. Drop it\.$"),
    ({"embedding": [[1]], "counts": [[1]]}, r"has the field 'embedding'.*Did you mean embeddings\?$"),
    ({"EMBEDDINGS": [[1]], "counts": [[1]]}, r"Did you mean embeddings\?$"),
    ({"embeddings": [[1]], "p": [[1]]}, "Rename it to counts, which is missing, or drop it"),
    ({"embeddings": [[1]], "counts": [[0.75, 0.25]]}, "for shares 0.75 and 0.25 give counts 3 and 1"),
    (GOOD | {"type": "Run"}, "of type 'Run'"),
    (with_("embeddings", "ab"), "embeddings is 'ab'"),
    (with_("embeddings", [1, 2]), "embeddings is a list"),
    (with_("embeddings", [[1], [1, 2]]), "rows of 1 and of 2"),
    (with_("embeddings", []), r"shape \[0\]"),
    (with_("embeddings", [[], []]), r"shape \[2, 0\]"),
    (with_("embeddings", [[1, 2]]), "1 rows but counts has 2"),
    (with_("embeddings", [[True, 2], [1, 1]]), "contains True"),
    (with_("embeddings", [["1/3", 2], [1, 1]]), "'1/3', which no double equals"),
    (with_("embeddings", [["1/0", 2], [1, 1]]), "contains '1/0'"),
    (with_("embeddings", [["__import__('os')", 2], [1, 1]]), "contains \"__import__"),
    (with_("embeddings", [["9" * 399, 2], [1, 1]]), "no double equals"),
    (with_("embeddings", [["0x1.0p+2000", 2], [1, 1]]), "no double equals"),
    (with_("embeddings", [[10**400, 2], [1, 1]]), "no double equals"),
    (with_("embeddings", [[None, 2], [1, 1]]), "contains None"),
    (with_("counts", [[-1, 2], [1, 1]]), "counts contains -1"),
    (with_("counts", [[0.5, 2], [1, 1]]), "counts contains 0.5"),
    (with_("counts", [["2", 2], [1, 1]]), "counts contains '2'"),
    (with_("counts", [[2**60, 2], [1, 1]]), "at most 2\\^53"),
    (with_("counts", [[2**53, 2], [1, 1]]), "at most 2\\^53"),
    (with_("counts", [[1, 2], [0, 0]]), "context 1 has no next token"),
])  # fmt: skip
def test_a_malformed_json_dataset_is_refused_in_one_line(tmp_path, document, message):
    with pytest.raises(NtpcheckError, match=message) as caught:
        read_corpus(written(tmp_path, document))
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400


NUMBERS = npy(np.ones((2, 2)))


class Bomb:
    def __reduce__(self):
        return (Path("exploded").write_text, ("no",))


HUGE = header("{'descr': '<f8', 'fortran_order': False, 'shape': (99999999, 99999999)}")
NEGATIVE = header("{'descr': '<f8', 'fortran_order': False, 'shape': (-1, -8)}")
PICKLED = npy(np.array([[Bomb()]], dtype=object), allow_pickle=True)


@pytest.mark.parametrize(("content", "message"), [
    (b"not a zip", "is not an npz archive"), (b"PK\x03\x04 nor this", "is not an npz archive"),
    (packed(embeddings=NUMBERS), "lacks 'counts'"),
    (packed(embeddings=NUMBERS, counts=NUMBERS, counts_2=NUMBERS), "has the field 'counts_2'.*Drop it"),
    (packed(embedings=NUMBERS, counts=NUMBERS), r"has the field 'embedings'.*Did you mean embeddings\?"),
    (packed(embeddings=b"junk", counts=NUMBERS), "no valid npy header"),
    (packed(embeddings=NUMBERS[:-8], counts=NUMBERS), "damaged"),
    (packed(embeddings=npy(np.array([["a", "b"]])), counts=NUMBERS), "entries of type"),
    (packed(embeddings=PICKLED, counts=NUMBERS), "entries of type"),
    (packed(embeddings=npy(np.ones((2, 2), complex)), counts=NUMBERS), "entries of type"),
    (packed(embeddings=pickle.dumps(Bomb()), counts=NUMBERS), "no valid npy header"),
    (packed(embeddings=HUGE, counts=NUMBERS), "takes more than"),
    (packed(embeddings=NEGATIVE, counts=NUMBERS), "which no array has"),
    (packed(embeddings=header("__import__('os')"), counts=NUMBERS), "no valid npy header"),
    (packed(embeddings=npy(np.ones(3)), counts=NUMBERS), r"shape \[3\]"),
    (packed(embeddings=npy(np.full((2, 2), np.nan)), counts=NUMBERS), "contains nan"),
    (packed(embeddings=NUMBERS, counts=npy(np.full((2, 2), 0.5))), "contains 0.5"),
    (packed(embeddings=NUMBERS, counts=npy(np.full((2, 2), np.inf))), "contains inf"),
    (packed(embeddings=NUMBERS, counts=npy(np.full((2, 2), -3))), "contains -3"),
    (packed(embeddings=NUMBERS, counts=npy(np.full((2, 2), 2**63, dtype=np.uint64))), "at most 2\\^53"),
])  # fmt: skip
def test_a_malformed_npz_dataset_is_refused_in_one_line(tmp_path, monkeypatch, content, message):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(NtpcheckError, match=message) as caught:
        read_corpus(written(tmp_path, content, "data.npz"))
    assert "\n" not in str(caught.value)
    assert not (tmp_path / "exploded").exists()


def zeros(*shape: int) -> bytes:
    """An npy member of zeros, which packs to next to nothing."""
    stream = io.BytesIO()
    np.save(stream, np.zeros(shape))
    return stream.getvalue()


def test_a_zip_bomb_is_refused_before_it_is_unpacked(tmp_path):
    content = packed(embeddings=zeros(2**10, 2**13), counts=NUMBERS)
    assert len(content) < 2**20
    with pytest.raises(UnreadableFile, match="takes more than 67108863 bytes"):
        read_arrays(written(tmp_path, content, "data.npz"), 2**26 - 1)


def test_an_archive_whose_directory_lies_is_unpacked_no_further_than_its_header_says(tmp_path):
    bomb = bytearray(packed(embeddings=NUMBERS + bytes(2**26), counts=NUMBERS))
    size = (len(NUMBERS) + 2**26).to_bytes(4, "little")
    assert bomb.count(size) >= 1
    content = bytes(bomb).replace(size, (2**31 - 1).to_bytes(4, "little"))
    tracemalloc.start()
    with pytest.raises(UnreadableFile):
        read_arrays(written(tmp_path, content, "data.npz"))
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 2**24


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_compression_that_cannot_stop_halfway_is_refused(tmp_path, method):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as archive:
        archive.writestr("embeddings.npy", NUMBERS)
        archive.writestr("counts.npy", NUMBERS)
    with pytest.raises(UnreadableFile, match="compression"):
        read_arrays(written(tmp_path, stream.getvalue(), "data.npz"))


def test_a_directory_of_many_members_is_refused(tmp_path):
    content = packed(**{f"array-{i}": b"" for i in range(100)})
    with pytest.raises(UnreadableFile, match="not that of two arrays"):
        read_arrays(written(tmp_path, content, "data.npz"))


@pytest.mark.parametrize("name", ["data.csv", "."])
def test_a_foreign_file_is_refused(tmp_path, name):
    with pytest.raises(UnreadableFile, match=r"is not \.json, \.npz, \.npy or \.safetensors\."):
        read_corpus(tmp_path / name)


def test_a_folder_named_like_a_dataset_is_refused(tmp_path):
    (tmp_path / "data.json").mkdir()
    with pytest.raises(UnreadableFile, match="no regular file"):
        read_corpus(tmp_path / "data.json")


def test_a_large_file_is_refused_unread(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "LARGEST_JSON", 5)
    with pytest.raises(UnreadableFile, match="at most 5 are read"):
        read_corpus(written(tmp_path, GOOD))


def mutant(content, chooser):
    """The content with a few bytes changed, added or removed."""
    content = bytearray(content)
    for _ in range(chooser.randint(1, 4)):
        place = chooser.randrange(len(content))
        content[place : place + chooser.randint(0, 3)] = chooser.randbytes(chooser.randint(0, 3))
    return bytes(content)


@pytest.mark.parametrize(("name", "content"), [
    ("data.json", json.dumps(GOOD).encode()),
    ("data.npz", packed(embeddings=NUMBERS, counts=npy(np.ones((2, 3), dtype=np.int64)))),
])  # fmt: skip
def test_mutated_files_are_read_or_refused(tmp_path, name, content):
    chooser, refusals = random.Random(0), []
    for _ in range(600):
        try:
            arrays = read_arrays(written(tmp_path, mutant(content, chooser), name))
        except NtpcheckError as refusal:
            refusals.append(str(refusal))
        else:
            assert np.isfinite(arrays["embeddings"]).all()
            assert (arrays["counts"].sum(-1) >= 1).all()
    assert len(refusals) > 300
    assert not [text for text in refusals if "\n" in text]


HOSTILE = """
import sys
from pathlib import Path
from ntpcheck.errors import NtpcheckError
from ntpcheck.instances.files import read_arrays
try:
    read_arrays(Path(sys.argv[1]))
except NtpcheckError:
    assert "torch" not in sys.modules
    print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="peak memory is read from /proc")
def test_a_hostile_file_is_refused_quickly_in_little_memory_without_torch(tmp_path):
    """Megabytes of empty lists are the worst that JSON can do per byte."""
    path = written(tmp_path, b'{"counts": [' + b"[]," * (files.LARGEST_JSON // 3 - 20) + b"[]]}")
    root, start = Path(files.__file__).parents[2], resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, "-c", HOSTILE, path], check=True, capture_output=True, text=True, cwd=root
    )
    end = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert end.ru_utime + end.ru_stime - start.ru_utime - start.ru_stime < 2
    assert int(done.stdout) < 256 * 1024  # kilobytes


def test_parsing_is_linear_enough(tmp_path):
    document = {"embeddings": [["1/2"] * 100] * 1000, "counts": [[1] * 50] * 1000}
    start = time.process_time()
    read_arrays(written(tmp_path, document))
    assert time.process_time() - start < 2


def test_invalid_numbers_and_unreadable_files_are_different_errors(tmp_path):
    with pytest.raises(InvalidInstance):
        read_corpus(written(tmp_path, with_("counts", [[0, 0], [1, 1]])))
    with pytest.raises(UnreadableFile):
        read_corpus(written(tmp_path, b"{"))

"""Datasets from JSON, npz, npy and safetensors files that nobody has vetted.

A file is bounded in size, parsed as data only (no pickles, nothing evaluated) and checked in full before
torch is imported. JSON: `{"embeddings": [[..]], "counts": [[..]]}`, numbers being JSON numbers, "p/q" or
hexadecimal strings; npz and safetensors: two arrays of those names. Counts may have a file of their own, npy
or what `scipy.sparse` writes; then the first one is an npy file or has the embeddings alone.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from ntpcheck import reading
from ntpcheck.errors import AbsentFile, InvalidInstance, UnreadableFile, closest
from ntpcheck.instances import archives
from ntpcheck.instances.tensors import tensors

if TYPE_CHECKING:
    from ntpcheck.instances.corpus import Corpus

FIELDS = ("embeddings", "counts")
FORMATS = (".json", ".npz", ".npy", ".safetensors")
NAMED = f"{', '.join(FORMATS[:-1])} or {FORMATS[-1]}"
_RULE = f"A dataset has the fields {' and '.join(FIELDS)}"
FINITE = "Entries are finite numbers: drop or replace it."
LARGEST_JSON = 2**22  # bytes; parsed JSON takes up to 30 times as much
LARGEST_ENTRY = 1e100  # squares and their sums stay far from overflow, and their reciprocals too
LONGEST_RATIO = 1e50  # of contexts' largest entries: the fourth power of it is still a double
LARGEST_COUNT = archives.LARGEST_COUNT
_RATIONAL = re.compile(r"[+-]?[0-9]{1,400}(/[0-9]{1,400})?")
_HEX = re.compile(
    r"(?P<sign>[+-]?)0x(?P<whole>[01])(\.(?P<fraction>[0-9a-f]{1,13}))?p(?P<power>[+-]?[0-9]{1,4})",
    re.IGNORECASE,
)


def read_corpus(path: Path, most: int | None = None, counts: Path | None = None) -> Corpus:
    """The data in a file, or in one of embeddings and one of counts.

    most: bytes that its numbers may take; half of the free memory unless said. Raises UnreadableFile or
    InvalidInstance, in one line.
    """
    arrays = read_arrays(path, most, counts)
    from scipy import sparse

    from ntpcheck.instances.corpus import Corpus

    return Corpus(arrays["embeddings"], sparse.csr_array(arrays["counts"]))


def read_arrays(path: Path, most: int | None = None, counts: Path | None = None) -> dict[str, Any]:
    """The validated arrays, without torch: embeddings `[m, d]` float64, counts `[m, V]` int64.

    Counts that are sparse in their file are sparse here, in compressed rows.
    """
    most = archives.free_memory() // 2 if most is None else most
    fields = FIELDS if counts is None else FIELDS[:1]
    tables = _tables(path, most, fields)
    missing = [name for name in fields if name not in tables]
    if missing:
        raise UnreadableFile(f"{path} lacks {missing[0]!r}. {_RULE}: add it.")
    arrays: dict[str, Any] = {"embeddings": _embeddings(tables["embeddings"])}
    d = arrays["embeddings"].shape[1]
    arrays["counts"] = _counts(tables["counts"]) if counts is None else _counts_alone(counts, most, d)
    contexts = [array.shape[0] for array in arrays.values()]
    if contexts[0] != contexts[1]:
        raise InvalidInstance(
            f"embeddings has {contexts[0]} rows but counts has {contexts[1]}. Both have one row per context: "
            "transpose one of them, or drop rows."
        )
    return arrays


def read_decoder(path: Path, most: int | None = None) -> NDArray[np.float64]:
    """A decoder W `[V, d]` from an npy file."""
    most = archives.free_memory() // 2 if most is None else most
    if path.suffix.lower() != ".npy":
        raise UnreadableFile(f"{path} is no .npy file. Save the decoder with numpy.save.")
    W = np.array(archives.single(path, _content(path, most), most), dtype=np.float64)
    if W.ndim != 2 or 0 in W.shape:
        said = f"{path} has shape {list(W.shape)}."
        raise InvalidInstance(f"{said} A decoder is a table of V tokens by d dimensions: save it so.")
    archives.none_of(str(path), W, ~np.isfinite(W), FINITE)
    return W


def _content(path: Path, most: int, way_out: str = archives.SMALLER) -> bytes:
    """The bytes of a file that has to be there. way_out: of one that is too large."""
    try:
        return reading.contents(path, most, way_out)
    except AbsentFile:
        raise AbsentFile(f"{path} does not exist. Give the path of a file that does.") from None


def _tables(path: Path, most: int, fields: tuple[str, ...]) -> dict[str, Any]:
    """The tables in one file by name, otherwise unchecked."""
    allow = partial(_no_others, path, fields)
    readers: dict[str, tuple[Callable[[bytes], dict[str, Any]], int]] = {
        ".json": (partial(_json_tables, path, fields), LARGEST_JSON),
        ".npz": (lambda content: archives.tables(path, content, most, allow), most),
        ".safetensors": (lambda content: tensors(path, content, most, allow), most),
        ".npy": (lambda content: {"embeddings": archives.single(path, content, most)}, most),
    }
    suffix = path.suffix.lower()
    if suffix not in readers:
        raise UnreadableFile(f"{path} is not {NAMED}. Save the dataset in one of these formats.")
    if suffix == ".npy" and fields == FIELDS:
        raise UnreadableFile(f"{path} is one array, the embeddings. Name a file of counts by --counts.")
    reader, limit = readers[suffix]
    return reader(_content(path, limit, "Save it as .npz." if suffix == ".json" else archives.SMALLER))


def _counts_alone(path: Path, most: int, width: int) -> Any:
    """The counts in a file of their own, checked. width: of a decoder, whose rows have to fit, too."""
    suffix = path.suffix.lower()
    if suffix not in (".npy", ".npz"):
        raise UnreadableFile(f"{path} is neither .npy nor .npz. Save the counts in one of these formats.")
    content = _content(path, most)
    if suffix == ".npy":
        return _counts(archives.single(path, content, most))
    from ntpcheck.instances.sparse import is_sparse, sparse_counts

    def allow(names: Mapping[str, Any]) -> None:
        if not is_sparse(names):
            raise UnreadableFile(f"{path} is not what scipy.sparse.save_npz writes. Save the counts with it.")

    return sparse_counts(path, archives.tables(path, content, most, allow), most // width)


def _json_tables(path: Path, fields: tuple[str, ...], content: bytes) -> dict[str, Any]:
    """The document's tables as lists of rows of numbers, otherwise unchecked."""

    def reject(constant: str) -> NoReturn:
        raise InvalidInstance(f"{path} contains {constant}. {FINITE}")

    try:
        document = json.loads(content.decode("utf-8-sig"), parse_constant=reject)
    except RecursionError:
        raise UnreadableFile(f"{path} is nested too deeply. A dataset is two lists of rows.") from None
    except ValueError as problem:
        reason = str(problem).splitlines()[0][:100]
        raise UnreadableFile(f"{path} is not JSON ({reason}). Save it again as UTF-8 JSON.") from None
    if not isinstance(document, dict):
        rule = 'A dataset is an object: write {"embeddings": [[1, 0]], "counts": [[3, 1]]}.'
        raise UnreadableFile(f"{path} holds a {type(document).__name__}. {rule}")
    kind = document.pop("type", "Dataset")
    if kind != "Dataset":
        raise UnreadableFile(
            f"{path} is of type {_short(kind)}. Only a Dataset is read here: drop the other fields."
        )
    _no_others(path, fields, document)
    return document


def _no_others(path: Path, fields: tuple[str, ...], names: Mapping[str, Any]) -> None:
    """Refuses a field that is not read, and suggests the one it may have been meant for."""
    if "indptr" in names:
        raise UnreadableFile(f"{path} has sparse counts alone. Name the embeddings, and it by --counts.")
    missing = [field for field in fields if field not in names]
    for name in names:
        if name in fields:
            continue
        if name in FIELDS:
            raise UnreadableFile(f"{path} has counts of its own. Leave out --counts, or that field.")
        otherwise = f"Rename it to {missing[0]}, which is missing, or drop it." if missing else "Drop it."
        way_out = closest(name.lower(), missing, otherwise)
        raise UnreadableFile(f"{path} has the field {_short(name)}. {_RULE} and no other. {way_out}")


def _embeddings(table: Any) -> NDArray[np.float64]:
    array = table if isinstance(table, np.ndarray) else _rows("embeddings", table, _real)
    array = np.array(array, dtype=np.float64, order="C")
    _check_shape("embeddings", array)
    archives.none_of("embeddings", array, ~np.isfinite(array), FINITE)
    largest = float(np.abs(array).max())
    if largest > LARGEST_ENTRY or 0 < largest < 1 / LARGEST_ENTRY:
        raise InvalidInstance(
            f"embeddings has entries up to {largest:.3g}. The largest is from 1e-100 to 1e100: scale them."
        )
    reaches = np.abs(array).max(1, initial=0.0)
    slight = np.flatnonzero((reaches > 0) & (reaches < largest / LONGEST_RATIO))
    if slight.size:
        raise InvalidInstance(
            f"context {slight[0]} has entries up to {reaches[slight[0]]:.3g}, another up to {largest:.3g}. "
            "They are at most a factor of 1e50 apart: scale that context, or leave it out."
        )
    return array


def _counts(table: Any) -> NDArray[np.int64]:
    array = table if isinstance(table, np.ndarray) else _rows("counts", table, _whole)
    _check_shape("counts", array)
    array = archives.whole(array)
    archives.every_context(array.max(axis=1) > 0)
    return array


def _check_shape(name: str, array: NDArray[Any]) -> None:
    if array.ndim != 2 or 0 in array.shape:
        axes = {"embeddings": "m contexts by d dimensions", "counts": "m contexts by V tokens"}[name]
        raise InvalidInstance(
            f"{name} has shape {list(array.shape)}. It is a table of {axes}, none of them 0: reshape it."
        )


def _rows(name: str, table: Any, number: Any) -> NDArray[Any]:
    """A table of numbers from nested lists."""
    if not isinstance(table, list) or not all(isinstance(row, list) for row in table):
        rule = "It should be a list of rows, each a list of numbers: [[1, 0], [0, 1]]."
        raise InvalidInstance(f"{name} is {_short(table)}. {rule}")
    widths = {len(row) for row in table}
    if len(widths) > 1:
        raise InvalidInstance(
            f"{name} has rows of {min(widths)} and of {max(widths)} entries. Make them equally long."
        )
    return np.array([[number(name, entry) for entry in row] for row in table])


def _whole(name: str, entry: Any) -> int:
    if isinstance(entry, float) and entry.is_integer():
        entry = int(entry)
    if isinstance(entry, bool) or not isinstance(entry, int):
        raise InvalidInstance(f"{name} contains {_short(entry)}. {archives.WHOLE}")
    if abs(entry) > LARGEST_COUNT:
        raise InvalidInstance(
            f"{name} contains {_short(entry)}. Counts sum to at most 2^53: scale them down."
        )
    return entry


def _real(name: str, entry: Any) -> float:
    """The double that an entry denotes; a rational must be one, so that nothing is rounded unasked."""
    if isinstance(entry, float):
        return entry
    fraction = _fraction(entry)
    if fraction is None:
        raise InvalidInstance(
            f"{name} contains {_short(entry)}. Entries are numbers, 'p/q' or hexadecimal strings: fix it."
        )
    try:
        value = float(fraction)
    except OverflowError:
        value = math.inf
    if not math.isfinite(value) or Fraction(value) != fraction:
        raise InvalidInstance(
            f"{name} contains {_short(entry)}, which no double equals. Write a decimal number to round it."
        )
    return value


def _fraction(entry: Any) -> Fraction | None:
    """The rational behind an integer, a "p/q" string or a `float.hex` string; None for the rest."""
    if isinstance(entry, int) and not isinstance(entry, bool):
        return Fraction(entry)
    if not isinstance(entry, str):
        return None
    if _RATIONAL.fullmatch(entry):
        numerator, _, denominator = entry.partition("/")
        return Fraction(int(numerator), int(denominator or 1)) if int(denominator or 1) else None
    match = _HEX.fullmatch(entry)
    if match is None:
        return None
    digits = match["fraction"] or ""
    mantissa = int(f"{match['sign']}{match['whole']}{digits}", 16)
    return mantissa * Fraction(2) ** (int(match["power"]) - 4 * len(digits))


def _short(value: Any) -> str:
    """A value as it may stand in a one-line message."""
    text = repr(value) if isinstance(value, str | int | float | type(None)) else f"a {type(value).__name__}"
    return text if len(text) <= 60 else f"{text[:57]}..."

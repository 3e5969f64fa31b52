"""Arrays from npy and npz files that nobody has vetted: no pickles, nothing is unpacked beyond its limit."""

from __future__ import annotations

import lzma
import math
import struct
import zipfile
import zlib
from collections.abc import Callable, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from ntpcheck import reading
from ntpcheck.errors import InvalidInstance, UnreadableFile

LARGEST_DIRECTORY = 2**12  # bytes: of a few arrays, with room for long names
LARGEST_COUNT = 2**53  # occurrences in all: above it doubles skip integers
LONGEST_HEADER = 2**14  # bytes of an npy header; numpy itself reads at most 10,000
SAID = {"format.npy": "S", "_is_array.npy": "b"}  # scalars by which scipy.sparse says what it wrote
WHOLE = "Its entries are integers: for shares 0.75 and 0.25 give counts 3 and 1."
SMALLER = "Allow more by --max-size, or split the data."
# All that zipfile and its decompressors raise on damaged input, found by mutating archives.
_BROKEN_ARCHIVE = (
    zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error, NotImplementedError, RuntimeError, EOFError,
    OSError, ValueError, LookupError, OverflowError,
)  # fmt: skip


def free_memory() -> int:
    """The free memory in bytes; four gigabytes if the system does not tell."""
    try:
        told = reading.text(Path("/proc/meminfo")).partition("MemAvailable:")[2].split()
        return int(told[0]) * 1024
    except (UnreadableFile, IndexError, ValueError):
        return 2**32


def every_context(seen: NDArray[np.bool_]) -> None:
    """Refuses counts where a context has no next token. seen: `[m]` whether it has one."""
    if not seen.all():
        raise InvalidInstance(
            f"context {np.flatnonzero(~seen)[0]} has no next token (its counts are all 0). "
            "Every distinct context occurs at least once: drop it or count a token."
        )


def none_of(name: str, table: NDArray[Any], wrong: NDArray[np.bool_], rule: str) -> None:
    """Raises InvalidInstance where entries are wrong: it names the first, and its place in a matrix."""
    if wrong.any():
        at = tuple(map(int, np.argwhere(wrong)[0]))
        where = f" at [{at[0]}, {at[1]}], counted from 0" if len(at) == 2 else ""
        raise InvalidInstance(f"{name} contains {table[at]}{where}. {rule}")


def whole(counts: NDArray[Any]) -> NDArray[np.int64]:
    """Counts as integers. Raises InvalidInstance unless they are whole, at least 0 and not too many."""
    if counts.dtype.kind == "f":
        none_of("counts", counts, ~(np.isfinite(counts) & (counts == np.floor(counts))), WHOLE)
    if counts.min(initial=0) < 0:
        none_of("counts", counts, counts < 0, "Counts are at least 0: drop that entry.")
    if (total := counts.sum(dtype=float)) > LARGEST_COUNT:
        raise InvalidInstance(f"counts sums to {total:.3g}. It sums to at most 2^53: scale it down.")
    return np.array(counts, dtype=np.int64, order="C")


def single(path: Path, content: bytes, most: int) -> NDArray[Any]:
    """The one array of an npy file. most: bytes that it may take. Raises UnreadableFile."""
    header = _header(str(path), BytesIO(content[:LONGEST_HEADER]))
    _bounded(str(path), header, most)
    return _array(str(path), header, content[header[3] :])


def tables(
    path: Path, content: bytes, most: int, allow: Callable[[Mapping[str, Any]], None]
) -> dict[str, NDArray[Any]]:
    """The archive's arrays, read from their headers and raw bytes.

    most: bytes that each may take. allow: refuses the members' names. Raises UnreadableFile.
    """
    try:
        _short_directory(content)
        with zipfile.ZipFile(BytesIO(content)) as archive:
            members = {info.filename.removesuffix(".npy"): info for info in archive.infolist()}
            allow(members)
            return {name: _array(name, *_unpacked(archive, info, most)) for name, info in members.items()}
    except _BROKEN_ARCHIVE as problem:
        reason = str(problem).splitlines()[0][:100] if str(problem) else type(problem).__name__
        raise UnreadableFile(f"{path} is not an npz archive ({reason}). Save it with numpy.savez.") from None


def _short_directory(content: bytes) -> None:
    """Refuses an archive whose directory is long, or not at its end: each entry takes half a kilobyte."""
    size = int.from_bytes(content[-10:-6], "little")  # of the directory, in the record that ends the file
    if content[-22:-18] != b"PK\5\6" or size > LARGEST_DIRECTORY or content[-42:-38] == b"PK\6\7":
        raise zipfile.BadZipFile("its directory is not that of two arrays")


def _unpacked(archive: zipfile.ZipFile, info: zipfile.ZipInfo, most: int) -> tuple[Header, bytes]:
    """A member's header and its bytes: the sizes that both lists state are believed only as a limit."""
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):  # others cannot stop halfway
        raise zipfile.BadZipFile(f"compression {info.compress_type} is none of numpy's")
    with archive.open(info) as stream:
        header = _header(info.filename, BytesIO(stream.read(LONGEST_HEADER)))
        _bounded(info.filename, header, most)
        shape, _, dtype, start = header
        stream.seek(start)
        return header, stream.read(math.prod(shape) * dtype.itemsize + 1)


def _bounded(name: str, header: Header, most: int) -> None:
    if math.prod(header[0]) * 8 > most:  # as it will be kept
        said = f"{name} has shape {header[0]}, which takes more than {most} bytes."
        raise UnreadableFile(f"{said} {SMALLER}")


Header = tuple[tuple[int, ...], bool, "np.dtype[Any]", int]


def _header(name: str, stream: BytesIO) -> Header:
    """Shape, whether columns come first, the type of the entries, and where they begin."""
    try:
        version = npy.read_magic(stream)
        read_header = npy.read_array_header_1_0 if version == (1, 0) else npy.read_array_header_2_0
        shape, fortran_order, dtype = read_header(stream)
    except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError, OverflowError):
        raise UnreadableFile(f"{name} has no valid npy header. Save it with numpy.save or savez.") from None
    kinds = SAID.get(name, "iuf") if shape == () else "iuf"
    if dtype.hasobject or dtype.kind not in kinds or dtype.itemsize > 8:
        raise UnreadableFile(
            f"{name} has entries of type {dtype}. Arrays hold plain numbers: convert it to float64."
        )
    if any(size < 0 for size in shape):
        raise UnreadableFile(f"{name} has shape {shape}, which no array has. Save it anew.")
    return shape, fortran_order, dtype, stream.tell()


def _array(name: str, header: Header, data: bytes) -> NDArray[Any]:
    shape, fortran_order, dtype, _ = header
    if math.prod(shape) * dtype.itemsize != len(data):
        raise UnreadableFile(
            f"{name} has shape {shape} and not as many numbers. The file is damaged: save it anew."
        )
    return np.frombuffer(data, dtype=dtype).reshape(shape, order="F" if fortran_order else "C")

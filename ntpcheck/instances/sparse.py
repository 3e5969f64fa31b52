"""Sparse counts, as `scipy.sparse.save_npz` writes them; compressed rows, whatever the file's format."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ntpcheck.errors import UnreadableFile
from ntpcheck.instances import archives

PARTS = {
    "csr": ("data", "indices", "indptr"),
    "csc": ("data", "indices", "indptr"),
    "coo": ("data", "row", "col"),
}
MARK = {"format", "shape", "data"}  # members that only such a file has
WAY_OUT = "Save it with scipy.sparse.save_npz, as csr, csc or coo."
LARGEST_SIDE = 2**31 - 1


def is_sparse(names: Mapping[str, Any]) -> bool:
    """Whether these are the members of such a file."""
    return set(names) >= MARK


def sparse_counts(path: Path, members: Mapping[str, NDArray[Any]], most: int) -> Any:
    """The counts `[m, V]` in compressed rows, each cell once, none of them 0, some in every row.

    most: bytes that a number for each token, or for each context, may take. Raises UnreadableFile or
    InvalidInstance.
    """
    kind = str(members["format"].tobytes().rstrip(b"\0").decode("ascii", "replace"))
    parts = PARTS.get(kind, ())
    if not parts or set(members) - {"_is_array"} != {"format", "shape", *parts}:
        raise UnreadableFile(f"{path} is a sparse matrix of format {kind[:10]!r}. {WAY_OUT}")
    shape, arrays = members["shape"], [members[part] for part in parts]
    sides = shape.tolist() if shape.shape == (2,) and shape.dtype.kind in "iu" else []
    if len(sides) != 2 or not all(0 < side <= LARGEST_SIDE for side in sides):
        raise UnreadableFile(f"{path} is no table of contexts by tokens. {WAY_OUT}")
    if max(sides) * 8 > most:
        raise UnreadableFile(f"{path} has {sides[0]} contexts and {sides[1]} tokens. {archives.SMALLER}")
    if any(array.ndim != 1 for array in arrays) or any(array.dtype.kind not in "iu" for array in arrays[1:]):
        raise UnreadableFile(f"{path} has places that are no lists of whole numbers. {WAY_OUT}")
    data, places = archives.whole(arrays[0]), [np.array(array) for array in arrays[1:]]  # writable
    try:
        if kind == "coo":
            made: Any = sparse.coo_array((data, tuple(places)), shape=tuple(sides))
        else:
            make: Any = sparse.csr_array if kind == "csr" else sparse.csc_array
            made = make((data, *places), shape=tuple(sides))
            made.check_format(full_check=True)
        rows = sparse.csr_array(made)
        rows.sum_duplicates()
        rows.eliminate_zeros()
    except (ValueError, IndexError, OverflowError, TypeError) as problem:
        reason = str(problem).splitlines()[0][:80]
        raise UnreadableFile(f"{path} is damaged ({reason}). {WAY_OUT}") from None
    archives.every_context(np.diff(rows.indptr) > 0)
    return rows

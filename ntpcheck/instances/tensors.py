"""Tensors from safetensors files that nobody has vetted.

Such a file is a length, a JSON header of so many bytes that gives the type, shape and place of each tensor,
and raw numbers. They are read here from the bytes of the one guarded reader. The library that writes such
files is compiled code and one more package; this is shorter than checking what it returns. bfloat16, which
numpy lacks, comes as float32.
"""

import json
import math
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ntpcheck.errors import UnreadableFile
from ntpcheck.instances.archives import SMALLER

LONGEST_HEADER = 2**22  # bytes: thousands of tensors; the numbers that are read are two of them
TYPES = {
    "F64": "<f8", "F32": "<f4", "F16": "<f2", "BF16": "<u2", "I64": "<i8", "I32": "<i4", "I16": "<i2",
    "I8": "<i1", "U64": "<u8", "U32": "<u4", "U16": "<u2", "U8": "<u1",
}  # fmt: skip
WAY_OUT = "Save it with safetensors.numpy.save_file."


def tensors(
    path: Path, content: bytes, most: int, allow: Callable[[Mapping[str, Any]], None]
) -> dict[str, NDArray[Any]]:
    """The file's tensors by name. most: bytes that each may take. allow: refuses names. UnreadableFile."""
    length = int.from_bytes(content[:8], "little")
    if len(content) < 8 or length > min(LONGEST_HEADER, len(content) - 8):
        raise UnreadableFile(f"{path} has no safetensors header. {WAY_OUT}")
    try:
        header = json.loads(content[8 : 8 + length].decode("utf-8"))
    except (ValueError, RecursionError):
        raise UnreadableFile(f"{path} has a safetensors header that is not JSON. {WAY_OUT}") from None
    if not isinstance(header, dict):
        raise UnreadableFile(f"{path} has a safetensors header that lists no tensors. {WAY_OUT}")
    header.pop("__metadata__", None)
    allow(header)
    numbers = memoryview(content)[8 + length :]
    return {name: _tensor(f"{path}: {str(name)[:60]}", told, numbers, most) for name, told in header.items()}


def _tensor(name: str, told: Any, numbers: memoryview, most: int) -> NDArray[Any]:
    told = told if isinstance(told, dict) else {}
    kind, shape, place = (told.get(key) for key in ("dtype", "shape", "data_offsets"))
    if not isinstance(kind, str) or kind not in TYPES:
        raise UnreadableFile(f"{name} has entries of type {str(kind)[:20]}. Known: {', '.join(TYPES)}.")
    if not (_sizes(shape) and _sizes(place) and len(place) == 2):
        raise UnreadableFile(f"{name} has no shape and place in the file. {WAY_OUT}")
    if math.prod(shape) * 8 > most:  # as it will be kept
        raise UnreadableFile(f"{name} has shape {shape}, which takes more than {most} bytes. {SMALLER}")
    dtype = np.dtype(TYPES[kind])
    if not place[0] <= place[1] <= len(numbers) or math.prod(shape) * dtype.itemsize != place[1] - place[0]:
        raise UnreadableFile(f"{name} has shape {shape} and not as many numbers. Save the file anew.")
    array = np.frombuffer(numbers[place[0] : place[1]], dtype=dtype).reshape(shape)
    return (array.astype("<u4") << 16).view("<f4") if kind == "BF16" else array


def _sizes(value: Any) -> bool:
    """Whether it is a short list of whole numbers from 0."""
    whole = isinstance(value, list) and len(value) <= 8
    return whole and all(type(size) is int and 0 <= size < 2**53 for size in value)

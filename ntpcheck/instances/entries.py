"""The entries of an instance's fields: what is read, what is refused, and how they are written."""

from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from ntpcheck.arithmetic import Array, as_numpy
from ntpcheck.errors import InvalidInstance

LARGEST = 2**53  # an integer entry: above it doubles skip integers


def finite(array: torch.Tensor) -> bool:
    """Whether all entries are finite; on a small array NumPy takes a third of the time."""
    on_host = array.device.type == "cpu"
    return bool(np.isfinite(array.detach().numpy()).all() if on_host else torch.isfinite(array).all())


def are_exact(values: Any) -> bool:
    """Whether a field arrives as exact numbers: an object array, or nested lists with a "p/q" in them."""
    if isinstance(values, list | tuple):
        return any(are_exact(value) for value in values)
    return isinstance(values, str) or (isinstance(values, np.ndarray) and values.dtype == object)


def integers(name: str, values: Any, lifted: bool) -> Array:  # noqa: FBT001
    if isinstance(values, torch.Tensor) and values.dtype == torch.int64 and not lifted:
        return values
    try:
        array = as_numpy(values)
        if array.dtype == np.int64 and array.size and array.min() >= -LARGEST and array.max() <= LARGEST:
            return array.copy() if lifted else torch.tensor(array)
        numbers = array.astype(np.float64)
    except (TypeError, ValueError, OverflowError) as problem:
        raise InvalidInstance(
            f"{name} is not an array of integers ({problem}). Give equal rows of integers."
        ) from None
    large = numbers[np.isfinite(numbers) & (np.abs(numbers) > LARGEST)]
    if large.size:
        said = f"{name} contains {large.flat[0]:.6g}. Its entries are at most 2^53: scale them down."
        raise InvalidInstance(said)
    wrong = numbers[~(np.isfinite(numbers) & (numbers == np.floor(numbers)))]
    if wrong.size:
        said = f"{name} contains {wrong.flat[0]}. Its entries are integers: use counts, not frequencies."
        raise InvalidInstance(said)
    integers = array.astype(np.int64)
    return integers if lifted else torch.as_tensor(integers)


def in_text(array: Any) -> Any:
    """Nested lists: plain numbers as they are, rationals as integers or "p/q"."""
    if isinstance(array, torch.Tensor) or array.dtype != object:
        return array.tolist()
    return nested(array, lambda number: int(number.p) if number.q == 1 else f"{number.p}/{number.q}")


def nested(array: Any, show: Callable[[Any], Any]) -> Any:
    if array.ndim == 0:
        return show(array[()])
    return [nested(np.asarray(part, dtype=object), show) for part in array]

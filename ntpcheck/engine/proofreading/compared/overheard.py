"""The numbers that a checker computes on its way, whatever it makes of them in the end.

Of a line that is true by a wide margin, and of a weaker one, the checker says the same. But it computes what
stands in the line: sides, norms, sums. They are read off the frames of its functions as these return.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, fields, is_dataclass
from itertools import chain
from typing import Any

import numpy as np
import torch
from flint import arb, fmpq

from ntpcheck.arithmetic import midpoint
from ntpcheck.engine.proofreading.sought.drawing import UNANSWERED

Floats = np.ndarray
LARGEST, DEEP, LONG = 10_000, 3, 64  # entries of an array, nested containers, and items of one
EQUAL, OTHER = 1e-9, 1e-5  # of a number: rounding, and what is certainly another number
SIMPLE = np.arange(1, 65)  # denominators of the rationals that may be there by chance
OURS, THEIRS = "ntpcheck", ("ntpcheck.verifier", "ntpcheck.statement", "ntpcheck.engine")


def _itself(x: float) -> float:
    return x


# A checker may compute the logarithm of a side, its square or its root instead.
FORMS: tuple[Callable[[float], float], ...] = (_itself, math.log, math.exp, lambda x: x * x, math.sqrt)


@dataclass(frozen=True)
class Overheard:
    """The sizes of the numbers that were computed, `[n]` in rising order."""

    sizes: Floats

    def has(self, number: float, near: float) -> bool:
        """Whether a number is among them, as it is or in one of the FORMS, up to a share of it."""
        return any(self._holds(abs(form), near) for form in _forms(number))

    def _holds(self, size: float, near: float) -> bool:
        apart = near * max(size, 1e-12)
        at = int(np.searchsorted(self.sizes, size - apart))
        return at < len(self.sizes) and bool(self.sizes[at] <= size + apart)


def _forms(number: float) -> Iterator[float]:
    for form in FORMS:
        try:
            yield form(abs(number) if form is not math.exp else number)
        except (ValueError, OverflowError):
            continue


def telling(number: float) -> bool:
    """Whether a number is not there by chance: no simple rational, nor the root or the log of one."""
    number = float(number)  # NumPy's would warn where its square overflows
    return not any(_simple(x) for x in (number, number * number, math.exp(min(number, 700.0))))


def _simple(x: float) -> bool:
    near = SIMPLE * x
    return abs(x) < len(SIMPLE) and bool((np.abs(near - np.round(near)) < EQUAL).any())


def overheard(look: Callable[[], Any]) -> Overheard:
    """The finite numbers in the frames of the checkers' functions while `look` runs."""
    found: list[Floats] = []
    with _listening(found), suppress(*UNANSWERED):  # what was computed before still counts
        look()
    if not found:
        return Overheard(np.zeros(0))
    sizes = np.abs(np.concatenate(found))
    return Overheard(np.unique(sizes[np.isfinite(sizes)]))


@contextmanager
def _listening(found: list[Floats]) -> Generator[None]:
    def returns(frame: Any, event: str, value: Any) -> None:
        if event != "return":
            return
        module = frame.f_globals.get("__name__", "")
        if module.startswith(OURS) and not module.startswith(THEIRS):
            found.extend(chain.from_iterable(numbers(x) for x in (*frame.f_locals.values(), value)))

    before = sys.getprofile()
    sys.setprofile(returns)
    try:
        yield
    finally:
        sys.setprofile(before)


def numbers(value: Any, depth: int = 0) -> Iterator[Floats]:
    """The numbers that a value holds, as arrays of doubles."""
    if isinstance(value, torch.Tensor):
        if value.dtype.is_floating_point and value.numel() <= LARGEST:
            yield from _with_means(value.detach().cpu().numpy())
    elif isinstance(value, np.ndarray):
        if value.size <= LARGEST and value.dtype.kind in "fO":
            yield from _with_means(value) if value.dtype.kind == "f" else _each(value.ravel(), DEEP)
    elif isinstance(value, arb | fmpq | float):
        yield np.array([value if isinstance(value, float) else midpoint(value)])
    elif depth < DEEP:
        yield from _each(_parts(value), depth + 1)


def _with_means(values: Floats) -> Iterator[Floats]:
    """Numbers, and their means: a checker may look at each sample where a line has the mean of all."""
    yield values.ravel()
    if values.ndim and values.shape[-1] > 1:
        yield values.mean(-1).ravel()


def _each(values: Iterable[Any], depth: int) -> Iterator[Floats]:
    return chain.from_iterable(numbers(x, depth) for x in values)


def _parts(value: Any) -> Iterable[Any]:
    if isinstance(value, list | tuple):
        return value[:LONG]
    if isinstance(value, dict):
        return list(value.values())[:LONG]
    if is_dataclass(value) and not isinstance(value, type):
        return [getattr(value, field.name, None) for field in fields(value)]
    return ()

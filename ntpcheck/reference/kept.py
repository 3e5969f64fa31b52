"""Results kept by all the numbers that they depend on: one row met again in another batch costs nothing.

Claims with other hypotheses impose other batches, and often get the same rows; what is kept depends on
nothing but its fingerprint, so that no result depends on what was asked before.
"""

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from dataclasses import Field, fields
from functools import wraps
from typing import Any, ClassVar, Generic, ParamSpec, Protocol, TypeVar

import numpy as np

T = TypeVar("T")
K = TypeVar("K")
P = ParamSpec("P")
SMALL = 2**13  # bytes of arguments up to which a function of arrays keeps its results
LARGEST = 2**18  # bytes of a frame's T: the results of larger frames are not kept
MOST = 2048  # results, the oldest leave first
_memory = [True]


class Framed(Protocol):
    """A dataclass of arrays, such as one dataset in the coordinates of its training; T is the largest."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    @property
    def T(self) -> np.ndarray[Any, Any]: ...


@contextmanager
def forgetting() -> Generator[None]:
    """Inside, everything is computed anew: for whoever measures time."""
    before, _memory[0] = _memory[0], False
    try:
        yield
    finally:
        _memory[0] = before


def fingerprint(frame: Framed, *others: object) -> bytes:
    """A digest of a frame and of further numbers, arrays or plain."""
    digest = hashlib.blake2b(digest_size=24)
    for value in (*(getattr(frame, field.name) for field in fields(frame)), *others):
        if isinstance(value, np.ndarray):
            digest.update(repr((value.shape, value.dtype.str)).encode())
            digest.update(np.ascontiguousarray(value).tobytes())
        else:
            digest.update(repr(value).encode())
    return digest.digest()


class Kept(Generic[T]):
    """Results by fingerprint."""

    def __init__(self) -> None:
        self._known: _Latest[bytes, T] = _Latest()

    def once(self, make: Callable[[], T], frame: Framed, *others: object) -> T:
        """`make()`, or what it gave before for the same frame and the same other numbers."""
        if frame.T.nbytes > LARGEST or not _memory[0]:
            return make()
        return self._known.at(fingerprint(frame, *others), make)


class _Latest(Generic[K, T]):
    """The latest results by key."""

    def __init__(self) -> None:
        self._known: OrderedDict[K, T] = OrderedDict()

    def at(self, key: K, make: Callable[[], T]) -> T:
        if key not in self._known:
            self._known[key] = make()
            if len(self._known) > MOST:
                self._known.popitem(last=False)
        self._known.move_to_end(key)
        return self._known[key]

    def those(self, keys: Iterable[K]) -> dict[K, T]:
        """What is known, by key."""
        return {key: self._known[key] for key in keys if key in self._known}


def remembered(function: Callable[P, T]) -> Callable[P, T]:
    """A function of numpy arrays that keeps its results for small ones; nobody may write to a result.

    A finite scope shows the same dataset with many decoders, and to claims with other hypotheses again.
    """
    latest: _Latest[tuple[tuple[tuple[int, ...], bytes], ...], T] = _Latest()

    @wraps(function)
    def once(*args: P.args, **kwargs: P.kwargs) -> T:
        arrays: Any = args
        if not _memory[0] or sum(array.nbytes for array in arrays) > SMALL:
            return function(*args, **kwargs)
        key = tuple((array.shape, array.tobytes()) for array in arrays)
        return latest.at(key, lambda: function(*args, **kwargs))

    return once


def remembered_rows(function: Callable[..., list[T]]) -> Callable[..., list[T]]:
    """The same of stacks of arrays `[B, ...]` to a list of B: what is not known is asked together."""
    latest: _Latest[tuple[Any, ...], T] = _Latest()

    @wraps(function)
    def once(*stacks: np.ndarray[Any, Any]) -> list[T]:
        if not _memory[0] or sum(stack[:1].nbytes for stack in stacks) > SMALL:
            return function(*stacks)
        shapes = tuple(stack.shape[1:] for stack in stacks)
        keys = [(shapes, *row) for row in zip(*map(_apart, stacks), strict=True)]
        found, places = latest.those(keys), dict[Any, int]()
        for i, key in enumerate(keys):
            if key not in found:
                places.setdefault(key, i)
        if places:
            made = function(*(stack[[*places.values()]] for stack in stacks))
            for key, value in zip(places, made, strict=True):
                found[key] = latest.at(key, lambda value=value: value)
        return [found[key] for key in keys]

    return once


def _apart(stack: np.ndarray[Any, Any]) -> list[bytes]:
    """What each row of a stack holds."""
    whole, count = stack.tobytes(), len(stack)
    return [whole[i * len(whole) // count : (i + 1) * len(whole) // count] for i in range(count)]

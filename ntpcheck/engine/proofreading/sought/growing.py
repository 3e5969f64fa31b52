"""Lists that grow as they are read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count, islice
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Growing(Generic[T]):
    """What is made as far as it is asked for, and kept; `made` may be added to."""

    def __init__(self, more: Iterable[T]) -> None:
        self.made, self.more = list[T](), iter(more)

    def __iter__(self) -> Iterator[T]:
        for k in count():
            if k == len(self.made):
                self.made += islice(self.more, 1)
            if k == len(self.made):
                return
            yield self.made[k]


def batched(source: Iterator[Any], size: int) -> Iterator[list[Any]]:
    while some := list(islice(source, size)):
        yield some

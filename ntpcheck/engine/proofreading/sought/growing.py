"""Lists that grow as they are read, and what else is made once for many searches and taken from none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import count, islice
from typing import Any, Generic, TypeVar

from ntpcheck.statement.allowance import Spent, Work, aside, together

T = TypeVar("T")


def kept(make: Callable[..., T]) -> Callable[..., T]:
    """What is made of some arguments, once."""
    return cache(aside()(make))


class Growing(Generic[T]):
    """What is made as far as it is asked for, and kept; `made` may be added to."""

    def __init__(self, more: Iterable[T]) -> None:
        self.made, self.more = list[T](), iter(more)

    def __iter__(self) -> Iterator[T]:
        for k in count():
            if k == len(self.made):
                with aside():
                    self.made += islice(self.more, 1)
            if k == len(self.made):
                return
            yield self.made[k]


def limited(found: Iterator[T], units: int) -> Iterator[T]:
    """As many as so much of the verifier's work finds."""
    work = Work(units, whole=True)
    while True:
        try:
            with together(work):
                one = next(found)
        except (StopIteration, Spent):
            return
        yield one


def batched(source: Iterator[Any], size: int) -> Iterator[list[Any]]:
    while some := list(islice(source, size)):
        yield some

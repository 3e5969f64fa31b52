"""What long work is at, told to whoever waits for it. Nothing that is found depends on it."""

import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass

EVERY = 0.5  # seconds between two words on how far one stage is: a row may take a millisecond

Tell = Callable[[str], None]


@dataclass
class _Waiting:
    tell: Tell
    stage: str = ""
    last: float = 0.0


_waiting: list[_Waiting] = []


@contextmanager
def telling(tell: Tell) -> Generator[None]:
    """While this lasts, stages are told, and the last word on each is at most so old."""
    _waiting.append(_Waiting(tell))
    try:
        yield
    finally:
        _waiting.pop()


def stage(name: str) -> None:
    """Another stage begins."""
    if _waiting:
        here = _waiting[-1]
        here.stage, here.last = name, time.monotonic()
        here.tell(name)


def at(place: str) -> None:
    """How far the stage is, told now and then."""
    if _waiting and time.monotonic() - _waiting[-1].last > EVERY:
        here = _waiting[-1]
        here.last = time.monotonic()
        here.tell(f"{here.stage}; {place}" if here.stage else place)

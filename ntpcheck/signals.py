"""Ctrl-C, and a request to end: raised at once, and raised again where foreign code has swallowed it."""

import signal
import threading
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

ASKED = tuple(number for name in ("SIGINT", "SIGTERM") if (number := getattr(signal, name, None)) is not None)
pressed: list[int] = []  # what has come so far


def listen() -> None:
    """From now on either signal is a KeyboardInterrupt in the main thread."""
    pressed.clear()
    for number in ASKED:
        signal.signal(number, press)


@contextmanager
def kept() -> Generator[None]:
    """What answers to either signal is afterwards as it was."""
    before = {number: signal.getsignal(number) for number in ASKED}
    try:
        yield
    finally:
        if threading.current_thread() is threading.main_thread():  # no other may, and none has changed it
            for number, answer in before.items():
                signal.signal(number, signal.SIG_DFL if answer is None else answer)


def press(number: int, _: Any) -> None:
    pressed.append(number)
    raise KeyboardInterrupt


def check() -> None:
    """Raises KeyboardInterrupt if a signal has come, whoever caught what it raised."""
    if pressed:
        raise KeyboardInterrupt


def deaf() -> None:
    """From now on neither signal does anything: this process is about to end."""
    for number in ASKED:
        signal.signal(number, signal.SIG_IGN)

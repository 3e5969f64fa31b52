"""What the functions of the papers' checkers return, seen and exchanged while a checker runs."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from functools import wraps
from types import FunctionType
from typing import Any

from ntpcheck.engine.proofreading.sought.bent import altered

OURS = ("ntpcheck_papers", "ntpcheck.reference")  # the checkers, and the objects of which they speak
Key = tuple[str, str, Any]  # a function's module and name, and the part of what it returns


@contextmanager
def exchanged(seen: Callable[[Key, Any], Any]) -> Generator[None]:
    """While this runs, each part of what those functions return is what `seen` makes of it."""
    places = [
        (module, name, function)
        for module in list(sys.modules.values())
        if getattr(module, "__name__", "").startswith(OURS)
        for name, function in vars(module).items()
        if isinstance(function, FunctionType) and function.__module__.startswith(OURS)
    ]
    for module, name, function in places:
        setattr(module, name, _told(function, seen))
    try:
        yield
    finally:
        for module, name, function in places:
            setattr(module, name, function)


def _told(function: FunctionType, seen: Callable[[Key, Any], Any]) -> Callable[..., Any]:
    of = function.__module__, function.__qualname__

    @wraps(function)
    def call(*given: Any, **named: Any) -> Any:
        found = function(*given, **named)
        changes = {at: other for at, x in _parts(found) if (other := seen((*of, at), x)) is not x}
        if not changes:
            return found
        if None in changes:
            return changes[None]
        if type(found) is tuple:
            return tuple(changes.get(k, x) for k, x in enumerate(found))
        return altered(found, **changes)

    return call


def _parts(value: Any) -> Iterator[tuple[Any, Any]]:
    """What is returned, under None, or its parts, by their names or places."""
    if hasattr(value, "_fields"):
        yield from zip(value._fields, value, strict=True)
    elif type(value) is tuple:
        yield from enumerate(value)
    elif is_dataclass(value) and not isinstance(value, type):
        yield from ((one.name, getattr(value, one.name)) for one in fields(value) if one.init)
    else:
        yield None, value

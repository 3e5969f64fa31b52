"""What travels between processes by its address: a module and a name there, or the call that makes it."""

import importlib
import sys
from collections.abc import Callable
from functools import cache
from typing import Any
from weakref import WeakKeyDictionary

GROUP = "ntpcheck.papers"  # the entry points that name installed papers
MAIN = frozenset({"__main__", "__mp_main__"})  # another process has another one
_calls: WeakKeyDictionary[Any, tuple[Callable[..., Any], tuple[Any, ...]]] = WeakKeyDictionary()


def made_by(thing: Any, function: Callable[..., Any], *arguments: Any) -> Any:
    """The thing, of which it is noted that this call makes another like it."""
    _calls[thing] = function, arguments
    return thing


def by_address(thing: Any) -> tuple[Any, tuple[Any, ...]]:
    """What `__reduce__` returns of an object that travels so.

    Raises TypeError where no call makes it and no module holds it.
    """
    if thing in _calls:
        function, arguments = _calls[thing]
        return made, (function, *arguments)
    for module, held in sorted(sys.modules.items()):
        names = {} if module in MAIN else getattr(held, "__dict__", {})
        name = next((name for name, value in [*names.items()] if value is thing), None)
        if name is not None:
            _calls[thing] = at, (module, name)
            return at, (module, name)
    raise TypeError("no module holds it under a name, so no other process can find it")


def at(module: str, name: str) -> Any:
    """The object that an imported module holds under a name."""
    return getattr(importlib.import_module(module), name)


@cache
def made(function: Callable[..., Any], *arguments: Any) -> Any:
    """What the call returns, made once in a process."""
    return function(*arguments)

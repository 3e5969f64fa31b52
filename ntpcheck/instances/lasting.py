"""What of an exact instance is rational: it is the same however many bits balls have."""

from collections.abc import Callable
from typing import Any, TypeVar

from ntpcheck.instances.base import cached

T = TypeVar("T")
_LASTING: set[object] = set()


def lasting(function: Callable[[Any], T]) -> Callable[[Any], T]:
    """`cached`, for what no ball enters where the instance is exact: it serves every precision."""
    _LASTING.add(function)
    return cached(function)


def afresh(instance: Any, known: Any) -> Any:
    """The same numbers without what is kept with them, except what lasts of what `known`, a copy, keeps."""
    made = instance.replace()
    made.cache.update({key: value for key, value in known.cache.items() if lasts(key)})
    return made


def lasts(key: object) -> bool:
    """Whether what is kept under a key is the same at every precision."""
    return key in _LASTING or (isinstance(key, tuple) and key[:1] == (lasts,))

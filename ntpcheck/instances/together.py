"""Rows of several batches computed as one: what costs by the call and not by the row, such as training.

Claims with other hypotheses impose other batches on one draw. Training one by itself would cost the same for
one row as for fifty. Here all distinct rows are trained, and each batch reads its own off the result.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import wraps
from typing import Any, NamedTuple, TypeVar

import numpy as np
import torch

from ntpcheck.arithmetic import as_numpy

T = TypeVar("T")


class Part(NamedTuple):
    """Where a batch's rows stand in another. asked: it may be asked for what it does not know yet."""

    whole: Any
    rows: list[int]
    asked: bool


def together(function: Callable[[Any], T]) -> Callable[[Any], T]:
    """`cached`, and computed for all batches that were united with an instance at once.

    The function's value is a list with an entry per row, an array `[K, B, ...]` of records of rows, something
    with a method `part(rows)`, or a tuple of these.
    """

    @wraps(function)
    def once(instance: Any) -> T:
        if function not in instance.cache:
            part = _of(instance, function)
            instance.cache[function] = (
                function(instance) if part is None else _read(once(part.whole), part.rows)
            )
        return instance.cache[function]

    return once


def across(kind: Callable[[Any], object]) -> Callable[[Callable[[list[Any]], list[T]]], Callable[[Any], T]]:
    """`together`, and computed at once for batches of other sizes that were united in the same call.

    The function takes batches of one kind and returns a value of each, as `together` has them.
    """

    def decorated(function: Callable[[list[Any]], list[T]]) -> Callable[[Any], T]:
        @wraps(function)
        def once(instance: Any) -> T:
            if function not in instance.cache:
                part = _of(instance, function)
                if part is not None:
                    instance.cache[function] = _read(once(part.whole), part.rows)
                else:
                    asked = [one for one in instance.cache.get(unite, ()) if left(one, kind(instance))]
                    asked = asked or [instance]
                    for one, value in zip(asked, function(asked), strict=True):
                        one.cache[function] = value
            return instance.cache[function]

        def left(one: Any, wanted: object) -> bool:
            return function not in one.cache and _of(one, function) is None and kind(one) == wanted

        return once

    return decorated


def _parts(instance: Any) -> list[Part]:
    return instance.cache.setdefault(Part, [])


def _of(instance: Any, function: object) -> Part | None:
    """The batch to read it off: one that knows it, else the last one that may be asked."""
    known = (part for part in _parts(instance) if _knows(part.whole, function))
    return next(known, None) or next((part for part in reversed(_parts(instance)) if part.asked), None)


def _knows(whole: Any, function: object) -> bool:
    return function in whole.cache or any(_knows(part.whole, function) for part in _parts(whole))


def _read(value: Any, rows: list[int]) -> Any:
    if isinstance(value, list):
        return [value[i] for i in rows]
    if isinstance(value, tuple):
        return tuple(_read(part, rows) for part in value)
    return value[:, rows] if isinstance(value, np.ndarray | torch.Tensor) else value.part(rows)


def chosen(batch: Any, mask: np.ndarray) -> Any:
    """The rows of a one-axis batch where `mask` is true; what is known of the batch is known of them."""
    if mask.all():
        return batch
    some = batch.select(mask)
    _parts(some).append(Part(batch, np.flatnonzero(mask).tolist(), asked=False))
    return some


def unite(batches: Sequence[Any]) -> None:
    """Has float batches `[B]` of one type and size computed together from now on, each distinct row once.

    Those of one type and several sizes know of each other, for what is computed `across` sizes.
    """
    wholes = [_unite(several) if len(several) > 1 else several[0] for several in alike(batches)]
    for whole in wholes:
        whole.cache[unite] = [other for other in wholes if type(other) is type(whole)]


def jointly(function: Callable[[Any], np.ndarray], batches: Sequence[Any]) -> list[np.ndarray]:
    """`function` of each float batch `[B]`, an array `[K, B]` by rows, called once for all of one size."""
    found: dict[Any, np.ndarray] = {}
    for several in alike(batches):
        columns = {name: torch.cat([getattr(b, name) for b in several]) for name in several[0].AXES}
        whole = several[0] if len(several) == 1 else type(several[0])(**columns)
        ends = np.cumsum([batch.batch[0] for batch in several])[:-1]
        found.update(zip(several, np.split(function(whole), ends, axis=1), strict=True))
    return [found[batch] for batch in batches]


def joined(batches: Sequence[Any]) -> Any:
    """Float batches `[B]` of one type and size in a row, as one; what they are united with serves it."""
    first = batches[0]
    whole = type(first)(**{name: torch.cat([getattr(b, name) for b in batches]) for name in first.AXES})
    latest = [parts[-1] for parts in map(_parts, batches) if parts]
    if len(latest) == len(batches) and all(p.asked and p.whole is latest[0].whole for p in latest):
        rows = [row for part in latest for row in part.rows]
        _parts(whole).append(Part(latest[0].whole, rows, asked=True))
    return whole


def alike(batches: Sequence[Any]) -> Iterable[list[Any]]:
    """Distinct batches of one type and size together."""
    alike: dict[Any, list[Any]] = {}
    for batch in dict.fromkeys(batches):
        shapes = tuple(array.shape[1:] for array in batch.arrays().values())
        alike.setdefault((type(batch), shapes), []).append(batch)
    return alike.values()


def _unite(batches: list[Any]) -> Any:
    """Their distinct rows as one batch."""
    places: dict[tuple[bytes, ...], int] = {}
    taken: list[list[int]] = []
    for batch in batches:
        keys, new = list(_keys(batch)), []
        for i, key in enumerate(keys):
            if key not in places:
                places[key] = len(places)
                new.append(i)
        taken.append(new)
    arrays = {
        name: torch.cat([getattr(batch, name)[new] for batch, new in zip(batches, taken, strict=True)])
        for name in batches[0].AXES
    }
    whole = type(batches[0])(**arrays)
    for batch in batches:
        _parts(batch).append(Part(whole, [places[key] for key in _keys(batch)], asked=True))
    return whole


def _keys(batch: Any) -> Iterator[tuple[bytes, ...]]:
    """What tells each row from another."""
    arrays = [as_numpy(array) for array in batch.arrays().values()]
    for i in range(batch.batch[0]):
        yield tuple(array[i].tobytes() for array in arrays)

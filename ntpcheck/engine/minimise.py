"""Makes a failing exact instance small: fewer contexts, tokens, dimensions, entries, and smaller numbers."""

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

import numpy as np
from flint import fmpq

from ntpcheck.errors import InvalidInstance

ORDER = ("n", "m", "M", "V", "K", "T", "d")  # contexts or samples first, then tokens, then dimensions


LEAST = {"V": 2, "K": 2}  # fewer tokens than that save a reader nothing


def axes_of(instance: Any) -> list[str]:
    """The axes of an instance, those of one's own types last."""
    found = {axis for text in instance.AXES.values() for axis in text.split()}
    return [*(axis for axis in ORDER if axis in found), *sorted(found.difference(ORDER))]


def flaws(instance: Any) -> int:
    """What makes a reader doubt an instance: one token only, an embedding of zero, two equal embeddings.

    Claims mostly speak of such instances by oversight. One without them is worth a few entries more.
    """
    axes = {axis for text in instance.AXES.values() for axis in text.split()}
    found = sum(instance.size(axis) < least for axis, least in LEAST.items() if axis in axes)
    if "embeddings" in instance.AXES:
        rows = [tuple(str(x) for x in row) for row in np.asarray(instance.embeddings, dtype=object)]
        found += sum(all(x == "0" for x in row) for row in rows) + len(rows) - len(set(rows))
    return found


def weight(instance: Any) -> tuple[Any, ...]:
    """What minimising minimises, in order of importance: sizes, then flaws, then entries."""
    entries = [
        number for array in instance.arrays().values() for number in np.ravel(np.asarray(array, dtype=object))
    ]
    numbers = [number if isinstance(number, fmpq) else fmpq(int(number)) for number in entries]
    heights = [max(abs(int(q.p)), int(q.q)) for q in numbers]
    return (
        *(max(instance.size(axis), LEAST.get(axis, 1)) for axis in axes_of(instance)),
        flaws(instance),
        sum(q != 0 for q in numbers),
        max(heights),
        sum(heights),
        sum(q < 0 for q in numbers),
    )


def minimise(instance: Any, fails: Callable[[Any], bool], *, budget: int = 600) -> Any:
    """The smallest instance reached by accepting each lighter candidate on which `fails` still holds.

    budget: how many candidates are tried in all. The result is locally minimal if the budget is not used up.
    """
    best, tried = instance, 0
    improved = True
    while improved and tried < budget:
        improved = False
        for candidate in _candidates(best):
            tried += 1
            if weight(candidate) < weight(best) and fails(candidate):
                best, improved = candidate, True
                break
            if tried >= budget:
                break
    return best


def _candidates(instance: Any) -> Iterator[Any]:
    """Smaller neighbours, boldest first; those that break the type's rules are skipped."""
    for change in (*_drops(instance), *_twins(instance), *_blanks(instance), *_entries(instance)):
        try:
            yield change()
        except InvalidInstance:
            continue


def _drops(instance: Any) -> Iterator[Callable[[], Any]]:
    axes = axes_of(instance)
    for axis in axes:
        if instance.size(axis) > 1:
            for index in range(instance.size(axis)):
                yield lambda axis=axis, index=index: instance.drop(axis, index)
    if {"m", "d"} <= {*axes} and min(instance.size("m"), instance.size("d")) > 1:
        for j in range(instance.size("m")):
            for i in range(instance.size("d")):
                yield lambda j=j, i=i: instance.drop("m", j).drop("d", i)


def _twins(instance: Any) -> Iterator[Callable[[], Any]]:
    """The instance with its only token split into two alike."""
    axes = {axis for text in instance.AXES.values() for axis in text.split()}
    for axis in (axis for axis in LEAST if axis in axes and instance.size(axis) == 1):
        yield lambda axis=axis: instance.permute(axis, [0, 0])


def _blanks(instance: Any) -> Iterator[Callable[[], Any]]:
    """Whole fields, rows and columns at once, since entries tied by an assumption cannot move alone."""
    floats = {name: array for name, array in instance.arrays().items() if name not in instance.INTEGERS}
    for name in instance.INTEGERS:
        yield lambda name=name: instance.replace(**{name: np.minimum(getattr(instance, name), 1)})
    for change in (lambda q: fmpq(0), lambda q: fmpq(int(q.p) // int(q.q)), lambda q: q / 2):
        for name, array in floats.items():
            yield lambda name=name, array=array, change=change: instance.replace(
                **{name: _each(change, array)}
            )
    integers = {name: getattr(instance, name) for name in instance.AXES if name in instance.INTEGERS}
    for fields in (floats, integers):
        used = {axis for name in fields for axis in instance.AXES[name].split()}
        for axis in (axis for axis in axes_of(instance) if axis in used):
            for index in range(instance.size(axis)):
                yield lambda fields=fields, axis=axis, index=index: instance.replace(
                    **_without(instance, fields, axis, index)
                )
    for size in range(1, len(floats) + 1):
        for names in combinations(floats, size):
            yield lambda names=names: instance.replace(**{name: -floats[name] for name in names})


def _each(change: Callable[[Any], Any], array: Any) -> Any:
    return np.frompyfunc(change, 1, 1)(np.asarray(array, dtype=object))


def _without(instance: Any, fields: dict[str, Any], axis: str, index: int) -> dict[str, Any]:
    """The fields with the entries at one place of an axis set to zero."""
    changes = {}
    for name, array in fields.items():
        axes = instance.AXES[name].split()
        if axis in axes:
            blank = np.array(array, copy=True, subok=True)
            blank[(slice(None),) * axes.index(axis) + (index,)] = 0 if name in instance.INTEGERS else fmpq(0)
            changes[name] = blank
    return changes


def _entries(instance: Any) -> Iterator[Callable[[], Any]]:
    for name, array in instance.arrays().items():
        for index in np.ndindex(array.shape):
            for value in _simpler(array[index], integer=name in instance.INTEGERS):
                yield lambda name=name, index=index, value=value: instance.replace(
                    **{name: _with(instance, name, index, value)}
                )


def _with(instance: Any, name: str, index: tuple[int, ...], value: Any) -> Any:
    changed = np.array(getattr(instance, name), copy=True, subok=True)
    changed[index] = value
    return changed


def _simpler(number: Any, *, integer: bool) -> list[Any]:
    """Lighter values for one entry, lightest first."""
    if integer:
        return [v for v in dict.fromkeys((0, 1, 2, int(number) // 2, int(number) - 1)) if 0 <= v < number]
    floor = int(number.p) // int(number.q)
    options = (
        fmpq(0),
        fmpq(1),
        fmpq(-1),
        fmpq(floor),
        fmpq(floor + 1),
        abs(number),
        fmpq(floor // 2),
        number / 2,
    )
    return [v for v in dict.fromkeys(options) if v != number]

"""What every instance type can do, derived once from its named axes.

A type lists its fields' axes, `AXES = {"embeddings": "m d"}`; every field may carry leading batch axes
`[...]` in front of them. From that follow dropping, permuting, stacking, JSON, repr, device moves and the
lift to exact rationals, for a third party's type too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, wraps
from typing import Any, ClassVar, Self, TypeVar

import numpy as np
import torch

from ntpcheck.arithmetic import BALL, FLOAT, Array, NumberSystem, exact_array, midpoint
from ntpcheck.errors import InvalidInstance
from ntpcheck.instances.entries import are_exact, finite, in_text, integers

T = TypeVar("T")
REGISTRY: dict[str, type[Instance]] = {}
FORMER: dict[str, list[type[Instance]]] = {}  # what other books declare by a name
_split = cache(str.split)  # the axes of a field, which nobody may write to


def cached(function: Callable[[Any], T]) -> Callable[[Any], T]:
    """Keeps a function of one instance on that instance, so that every claim shares it."""

    @wraps(function)
    def once(instance: Any) -> T:
        if function not in instance.cache:
            instance.cache[function] = function(instance)
        return instance.cache[function]

    return once


def cached_for(function: Callable[..., T]) -> Callable[..., T]:
    """The same of an instance and further arrays: kept for these very objects, and with them."""

    @wraps(function)
    def once(instance: Any, *others: Any) -> T:
        key = function, *map(id, others)
        if key not in instance.cache:
            instance.cache[key] = others, function(instance, *others)  # an id serves only what is still there
        return instance.cache[key][1]

    return once


@dataclass(frozen=True, eq=False, repr=False)
class Instance:
    """A frozen, validated instance or batch. `.xp` is its number system; shape `()` is one instance."""

    AXES: ClassVar[dict[str, str]] = {}
    INTEGERS: ClassVar[frozenset[str]] = frozenset()
    RULED: ClassVar[frozenset[str]] = frozenset()  # fields whose entries `validate` reads: all, unless said
    cache: dict[Any, Any] = field(default_factory=dict, init=False)

    def __init_subclass__(cls) -> None:
        REGISTRY[cls.__name__] = cls
        own = vars(cls)
        cls.RULED = cls.RULED if "RULED" in own or "validate" not in own else frozenset(cls.AXES)

    def __post_init__(self) -> None:
        lifted = any(map(are_exact, self._numbers()))
        for name in self.AXES:
            object.__setattr__(self, name, self._array(name, getattr(self, name), lifted=lifted))
        self._check_shapes()
        self.validate()

    def _array(self, name: str, values: Any, *, lifted: bool) -> Array:
        if name in self.INTEGERS:
            return integers(name, values, lifted)
        try:
            if lifted:
                exactly = isinstance(values, np.ndarray) and values.dtype == object
                return values if exactly else exact_array(values)
            array = torch.as_tensor(values, dtype=torch.float64)
        except (TypeError, ValueError, OverflowError) as problem:
            raise InvalidInstance(
                f"{name} is not an array of numbers ({problem}). Give equal rows of numbers."
            ) from None
        if not finite(array):
            bad = array[~torch.isfinite(array)][0].item()
            raise InvalidInstance(f"{name} contains {bad}. Entries are finite numbers: drop or replace it.")
        return array

    def _check_shapes(self) -> None:
        sizes: dict[str, tuple[int, str]] = {}
        batch: tuple[int, ...] | None = None
        for name, text in self.AXES.items():
            axes, shape = _split(text), tuple(getattr(self, name).shape)
            if len(shape) < len(axes):
                said = f"{name} has shape {list(shape)}. It has the axes [..., {text}]: add what is missing."
                raise InvalidInstance(said)
            lead, tail = shape[: len(shape) - len(axes)], shape[len(shape) - len(axes) :]
            for axis, size in zip(axes, tail, strict=True):
                known, where = sizes.setdefault(axis, (size, name))
                if known != size:
                    raise InvalidInstance(
                        f"{name} has {size} along {axis} but {where} has {known}. Make them agree."
                    )
            if batch is not None and lead != batch:
                raise InvalidInstance(
                    f"{name} has batch shape {list(lead)}, the others {list(batch)}. Make them agree."
                )
            batch = lead
        object.__setattr__(self, "_sizes", {axis: size for axis, (size, _) in sizes.items()})
        object.__setattr__(self, "_batch", batch or ())
        object.__setattr__(self, "_exact", any(map(are_exact, self._numbers())))

    def _numbers(self) -> Iterator[Array]:
        """The fields that are not integers."""
        return (getattr(self, name) for name in self.AXES if name not in self.INTEGERS)

    def _derived(self, arrays: dict[str, Array], batch: tuple[int, ...], *, exact: bool) -> Self:
        """An instance of numbers that were checked as part of this one: the rules hold row by row."""
        made = object.__new__(type(self))
        made.__dict__.update(arrays, cache={}, _sizes=self.__dict__["_sizes"], _batch=batch, _exact=exact)
        return made

    def validate(self) -> None:
        """Rules beyond shapes and finiteness; types override it."""

    @property
    def xp(self) -> NumberSystem:
        return BALL if self.__dict__["_exact"] else FLOAT

    @property
    def is_exact(self) -> bool:
        return self.__dict__["_exact"]

    @property
    def batch(self) -> tuple[int, ...]:
        return self.__dict__["_batch"]

    def size(self, axis: str) -> int:
        return self.__dict__["_sizes"][axis]

    def arrays(self) -> dict[str, Array]:
        return {name: getattr(self, name) for name in self.AXES}

    def replace(self, **changes: Any) -> Self:
        """The instance with other values of some fields; without any, one that has nothing cached."""
        if not changes:
            return self._derived(self.arrays(), self.batch, exact=self.is_exact)
        if self.is_exact or any(name not in self.AXES or are_exact(x) for name, x in changes.items()):
            return type(self)(**(self.arrays() | changes))
        # What stays has been read before; only what is new can be no numbers, or have another shape.
        made, before = self._derived(self.arrays(), self.batch, exact=False), self.__dict__
        for name, values in changes.items():
            made.__dict__[name] = made._array(name, values, lifted=False)
        if any(made.__dict__[name].shape != before[name].shape for name in changes):
            made._check_shapes()
        if not self.RULED.isdisjoint(changes) or made.__dict__["_sizes"] != before["_sizes"]:
            made.validate()
        return made

    def row(self, index: int | tuple[int, ...]) -> Self:
        """One entry of a batch."""
        if not self.batch:
            return self
        arrays = {name: array[index] for name, array in self.arrays().items()}
        if self.is_exact:  # numpy gives entries, not arrays
            return type(self)(**arrays)
        return self._derived(arrays, self.batch[len(index) if isinstance(index, tuple) else 1 :], exact=False)

    def rows(self) -> Iterator[Self]:
        if len(self.batch) == 1 and not self.is_exact:  # views of all rows at once, in a third of the time
            for arrays in zip(*(array.unbind(0) for array in self.arrays().values()), strict=True):
                yield self._derived(dict(zip(self.AXES, arrays, strict=True)), (), exact=False)
            return
        for index in np.ndindex(self.batch):
            yield self.row(index)

    def select(self, mask: Any) -> Self:
        """The rows of a one-axis batch where `mask` is true, or the listed rows."""
        arrays = {name: array[mask] for name, array in self.arrays().items()}
        name, text = next(iter(self.AXES.items()))
        batch = tuple(arrays[name].shape[: arrays[name].ndim - len(text.split())])
        return self._derived(arrays, batch, exact=self.is_exact) if all(batch) else type(self)(**arrays)

    def flat(self, array: Array) -> Array:
        """`[B, ...]` the entries that an array `[..., ...]` has for each row of the batch, in one axis."""
        return array.reshape(-1, *array.shape[len(self.batch) :])

    def drop(self, axis: str, index: int) -> Self:
        """The instance without one entry of a named axis."""
        keep = [i for i in range(self.size(axis)) if i != index]
        return self.permute(axis, keep)

    def permute(self, axis: str, order: Sequence[int]) -> Self:
        """Re-orders (or picks) the entries of a named axis in every field that has it."""
        changes = {}
        for name, text in self.AXES.items():
            axes, array = text.split(), getattr(self, name)
            for place in (place for place, letter in enumerate(axes) if letter == axis):
                picker: list[Any] = [slice(None)] * len(axes)
                picker[place] = list(order)
                changes[name] = array = array[(..., *picker)]
        return self.replace(**changes)

    def exact(self) -> Self:
        """The same numbers as rationals, lossless since every double is one."""
        arrays = {
            name: integers(name, array, lifted=True) if name in self.INTEGERS else exact_array(array)
            for name, array in self.arrays().items()
        }
        return self._derived(arrays, self.batch, exact=True)

    def floats(self) -> Self:
        """The nearest doubles, as torch tensors."""
        changes = {}
        for name, array in self.arrays().items():
            numbers = array if name in self.INTEGERS else np.vectorize(midpoint, otypes=[float])(array)
            changes[name] = (
                torch.as_tensor(np.asarray(numbers)) if not isinstance(numbers, torch.Tensor) else numbers
            )
        return self.replace(**changes)

    def to(self, device: str | torch.device) -> Self:
        """The batch on another device; exact instances stay where they are."""
        moved = {name: array.to(device) for name, array in self.arrays().items() if not self.is_exact}
        return self._derived(moved, self.batch, exact=False) if moved else self

    def number(self, name: str) -> Array:
        """An integer field as numbers of `.xp`. Nobody may write to them."""
        key, values = (Instance.number, name), getattr(self, name)
        if key not in self.cache:
            self.cache[key] = exact_array(values) if self.is_exact else values.to(torch.float64)
        return self.cache[key]

    def sized(self, axis: str) -> Array:
        """The size of a named axis as a number of `.xp`, `[...]`. Nobody may write to it."""
        key = Instance.sized, axis
        if key not in self.cache:
            self.cache[key] = self.xp.zeros(self.batch, next(self._numbers())) + self.size(axis)
        return self.cache[key]

    def to_json(self) -> dict[str, Any]:
        """Exact text: integers, and "p/q" strings for the rest."""
        lifted = self if self.is_exact else self.exact()
        return {"type": type(self).__name__} | {n: in_text(a) for n, a in lifted.arrays().items()}

    @staticmethod
    def from_json(document: dict[str, Any]) -> Instance:
        """The exact instance behind `to_json`'s document."""
        kind = document.get("type")
        if kind not in REGISTRY:
            raise InvalidInstance(f"type {kind!r} is no instance type. Known: {', '.join(sorted(REGISTRY))}.")
        named = REGISTRY[kind], *FORMER.get(kind, ())
        cls = next((one for one in named if document.keys() - {"type"} == one.AXES.keys()), named[0])
        missing = [name for name in cls.AXES if name not in document]
        if missing:
            raise InvalidInstance(f"{kind} lacks {missing[0]!r}. It has the fields {', '.join(cls.AXES)}.")
        lift = {n: document[n] if n in cls.INTEGERS else exact_array(document[n]) for n in cls.AXES}
        return cls(**lift)

    def __repr__(self) -> str:
        inside = ", ".join(f"{name}={in_text(array)}" for name, array in self.arrays().items())
        return f"{type(self).__name__}({inside})"


def stack(instances: Sequence[Any]) -> Any:
    """Instances of one shape as one batch."""
    first = instances[0]
    join = np.stack if first.is_exact else torch.stack
    return type(first)(**{name: join([getattr(one, name) for one in instances]) for name in first.AXES})

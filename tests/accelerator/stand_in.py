"""Tensors that say they live on an accelerator, have their numbers on the processor, and refuse as there.

Refused: mixing devices in an operation, `.numpy()` without `.cpu()`, a processor's generator, products of
integer matrices, running sums of floats under deterministic algorithms. Allowed, as on a real one: processor
tensors of no dimension in elementwise operations, processor tensors as indices, copies between devices.
Counted: operations that start a kernel, and those that make the processor wait.
Source: torch's notes on CUDA semantics and on `torch.use_deterministic_algorithms`.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import torch
from torch.overrides import TorchFunctionMode
from torch.utils._pytree import tree_leaves, tree_map

PLACE = torch.device("cuda:0")
HOST = torch.device("cpu")
ENTRANCES = {
    "tensor", "as_tensor", "asarray", "zeros", "ones", "empty", "full", "eye", "arange", "linspace",
    "logspace", "rand", "randn", "randint", "randperm", "tril_indices", "triu_indices", "empty_strided",
    "scalar_tensor",
}  # fmt: skip
TAKES_DATA = {"tensor", "as_tensor", "asarray"}
WHOLE = {  # operations that do not even take a processor tensor of no dimension
    "cat", "concat", "concatenate", "stack", "hstack", "vstack", "matmul", "__matmul__", "__rmatmul__",
    "mm", "bmm", "mv", "dot", "einsum", "tensordot", "gather", "scatter", "scatter_", "scatter_add",
    "scatter_add_", "index_select", "index_add", "index_add_", "take", "take_along_dim", "searchsorted",
    "bucketize", "isin", "equal", "outer", "block_diag", "repeat_interleave", "bincount",
}  # fmt: skip
PRODUCTS = {"matmul", "__matmul__", "__rmatmul__", "mm", "bmm", "mv", "dot", "einsum", "tensordot"}
RUNNING = {"cumsum", "cumsum_"}
WAITS = {
    "item", "tolist", "__bool__", "__int__", "__float__", "__index__", "cpu", "nonzero", "argwhere",
    "unique", "masked_select", "__iter__", "equal", "allclose", "__contains__", "bincount",
}  # fmt: skip
FREE = {
    "view", "reshape", "expand", "expand_as", "unsqueeze", "squeeze", "transpose", "swapaxes",
    "permute", "movedim", "flatten", "unflatten", "size", "dim", "stride", "numel", "__len__", "detach",
    "is_floating_point", "diagonal", "unbind", "broadcast_to", "narrow", "select", "as_subclass",
    "is_contiguous", "requires_grad_", "data_ptr", "ndimension", "element_size", "is_complex",
    "broadcast_tensors", "is_tensor", "__get__", "__set__", "split",
}  # fmt: skip


class MixedDevices(RuntimeError):
    """What a real accelerator refuses."""


class OnDevice(torch.Tensor):
    """Numbers on the processor that count as an accelerator's."""

    @classmethod
    def __torch_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        return _called(func, args, kwargs or {}, Counter())


class Accelerator(TorchFunctionMode):
    """While it is on, `device="cuda"` makes such tensors. `kernels` and `waits` count calls."""

    def __init__(self) -> None:
        super().__init__()
        self.counts: Counter[str] = Counter()

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        return _called(func, args, kwargs or {}, self.counts)

    @property
    def kernels(self) -> int:
        return self.counts["kernels"]

    @property
    def waits(self) -> int:
        return self.counts["waits"]


def _called(func: Any, args: Any, kwargs: Any, counts: Counter[str]) -> Any:
    name = func.__name__
    if func == torch.Tensor.device.__get__:
        return PLACE if isinstance(args[0], OnDevice) else HOST
    if func in (torch.Tensor.is_cuda.__get__, torch.Tensor.is_cpu.__get__):
        return isinstance(args[0], OnDevice) == (func == torch.Tensor.is_cuda.__get__)
    if name == "numpy" and kwargs.get("force"):  # detached, and copied to the processor first
        return _called(torch.Tensor.cpu, args, {}, counts).detach().numpy()
    if name in ("numpy", "__array__") and isinstance(args[0], OnDevice):
        raise MixedDevices(
            "can't convert cuda:0 device type tensor to numpy. Use Tensor.cpu() to copy it first."
        )
    asked, args, kwargs = _without_device(name, args, kwargs)
    tensors = [leaf for leaf in tree_leaves((args, kwargs)) if isinstance(leaf, torch.Tensor)]
    there = [tensor for tensor in tensors if isinstance(tensor, OnDevice)]
    moves = asked is not None and name in {"to", *TAKES_DATA}
    if not moves and name not in ENTRANCES:
        _check(name, args, kwargs, tensors, there)
    place = _place(name, args, asked, there)
    _check_generator(name, kwargs, place)
    with torch._C.DisableTorchFunctionSubclass():
        out = func(*args, **kwargs)
        if name == "cpu" or (moves and place == HOST):
            out = _left(out, args)
    if there or place == PLACE:
        _count(name, args, counts)
    return tree_map(_arrived, out) if place == PLACE else out


def _left(out: Any, args: Any) -> Any:
    """A copy on the processor: what a move away from the accelerator gives never shares memory with it."""
    return out.as_subclass(torch.Tensor).clone() if isinstance(args[0], OnDevice) else out


def _arrived(value: Any) -> Any:
    if isinstance(value, torch.Tensor) and not isinstance(value, OnDevice):
        return value.as_subclass(OnDevice)
    return value


def _without_device(name: str, args: Any, kwargs: Any) -> tuple[torch.device | None, Any, Any]:
    """The device asked for, with the arguments that ask for the same on the processor."""
    if name == "cpu":
        return HOST, args, kwargs
    asked = kwargs.get("device")
    kwargs = {key: value for key, value in kwargs.items() if key != "device"}
    if name == "to":
        rest = []
        for value in args[1:]:
            if isinstance(value, torch.device | str):
                asked = value
            elif isinstance(value, torch.Tensor):
                asked = PLACE if isinstance(value, OnDevice) else HOST
                rest.append(value.dtype)
            else:
                rest.append(value)
        args = (args[0], *rest)
        if not rest and not kwargs:
            kwargs = {"dtype": args[0].dtype}
    if asked is None:
        return None, args, kwargs
    return (PLACE if torch.device(asked).type == PLACE.type else HOST), args, kwargs


def _place(name: str, args: Any, asked: torch.device | None, there: list[Any]) -> torch.device:
    if asked is not None:
        return asked
    if name in TAKES_DATA:
        return PLACE if isinstance(args[0], OnDevice) else HOST
    if name in ENTRANCES:
        return HOST
    if name in ("__getitem__", "__setitem__", "copy_", "new_zeros"):
        return PLACE if isinstance(args[0], OnDevice) else HOST
    return PLACE if there else HOST


def _check(name: str, args: Any, kwargs: Any, tensors: list[Any], there: list[Any]) -> None:
    """Raises MixedDevices for what a real accelerator refuses."""
    if not there:
        return
    if name == "copy_":
        return
    if name in ("__getitem__", "__setitem__"):
        _check_index(name, args)
        return
    beside = [t for t in tensors if not isinstance(t, OnDevice)]
    if any(t.ndim > 0 or name in WHOLE or "linalg" in name for t in beside):
        shapes = ", ".join(str(list(t.shape)) for t in beside)
        raise MixedDevices(f"{name}: tensors on the accelerator and on the processor (of shape {shapes}).")
    if name in PRODUCTS and not any(t.is_floating_point() for t in there):
        raise MixedDevices(f"{name}: no product of integer matrices on the accelerator ({there[0].dtype}).")
    if name in RUNNING and there[0].is_floating_point() and "dtype" not in kwargs:
        raise MixedDevices(f"{name}: floats have no deterministic running sum on the accelerator.")


def _check_index(name: str, args: Any) -> None:
    """Indices may lie on the processor; an indexed processor tensor takes no others."""
    indices = [i for i in tree_leaves(args[1]) if isinstance(i, torch.Tensor)]
    if not isinstance(args[0], OnDevice) and any(isinstance(i, OnDevice) and i.ndim for i in indices):
        raise MixedDevices(f"{name}: indices on the accelerator into a tensor on the processor.")
    if name == "__setitem__" and isinstance(args[2], torch.Tensor) and any(i.ndim for i in indices):
        value = args[2]
        if value.ndim and isinstance(value, OnDevice) != isinstance(args[0], OnDevice):
            raise MixedDevices(f"{name}: the value lies on another device than the tensor.")


def _check_generator(name: str, kwargs: Any, place: torch.device) -> None:
    generator = kwargs.get("generator")
    if generator is not None and place == PLACE and generator.device.type == "cpu":
        raise MixedDevices(f"{name}: a generator of the processor for numbers of the accelerator.")


def _count(name: str, args: Any, counts: Counter[str]) -> None:
    if name in FREE:
        return
    masked = name in ("__getitem__", "__setitem__") and any(
        isinstance(i, torch.Tensor) and i.dtype == torch.bool for i in tree_leaves(args[1])
    )
    counts["waits"] += name in WAITS or masked
    counts["kernels"] += name not in WAITS or masked

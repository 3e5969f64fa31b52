"""What the maps derive from an instance: its integer grid, a number to branch on, and a decoder to impose."""

from typing import Any

import torch
from torch import Tensor

from ntpcheck import decompositions
from ntpcheck.arithmetic import ordinals
from ntpcheck.instances.base import cached


@cached
def unit(data: Any) -> Tensor:
    """`[...]` the power of two s with max |h_ji| in [2s, 4s); 1 where every embedding is zero.

    The exponent is clamped to +-200 so that neither 1/s nor a product of grids leaves the doubles.
    """
    largest = data.embeddings.abs().amax((-2, -1))
    exponent = torch.frexp(torch.where(largest > 0, largest, 2.0)).exponent - 2
    return torch.exp2(exponent.clamp(-200, 200).double())


@cached
def grid(data: Any) -> Tensor:
    """`[..., m, d]` int64: the embeddings in units of s, cut towards zero to -3..3.

    s times the grid has the same grid and the same s, so rounding to it twice changes nothing.
    """
    return torch.trunc(data.embeddings / unit(data)[..., None, None]).clamp(-3, 3).to(torch.int64)


def snapped(data: Any) -> Tensor:
    """`[..., m, d]` float64: the embeddings rounded to their grid."""
    return grid(data).double() * unit(data)[..., None, None]


@cached
def branch(data: Any) -> Tensor:
    """`[...]` a nonnegative integer read off the grid: the maps vary with it instead of with chance."""
    m, d = data.size("m"), data.size("d")
    weights = (1 + ordinals(m * d, data.embeddings.device)).reshape(m, d)
    return (grid(data) * weights).sum((-2, -1)).abs()


def _pattern(data: Any, modulus: int, merge: Tensor | int) -> Tensor:
    """`[..., V, d]` int64 residues that change with the grid; `merge` consecutive tokens get equal rows."""
    device = data.embeddings.device
    kappa = branch(data)[..., None, None]
    token = ordinals(data.size("V"), device)[:, None] // merge
    axis = ordinals(data.size("d"), device)
    return ((token + kappa) * (axis + 1 + kappa // 3) + kappa // 2) % modulus


@cached
def _five(data: Any) -> Tensor:
    return _pattern(data, 5, 1)


@cached
def grid_decoder(data: Any) -> Tensor:
    """`[..., V, d]` int64: the decoder that argmax supports come from, so read off the grid.

    Entries in -1..1, often with equal rows; in -2..2 for one-hot data, whose supports should not tie.
    Whichever fits the supports already is kept, so that imposing it twice changes nothing.
    """
    coarse = _pattern(data, 3, 1 + branch(data)[..., None, None] % 2) - 1
    fine = _five(data) - 2
    one_hot = (data.support.sum(-1) == 1).all(-1)
    finer = ~_fits(data, coarse) & (one_hot | _fits(data, fine))
    return torch.where(finer[..., None, None], fine, coarse)


def winners(data: Any, decoder: Tensor) -> Tensor:
    """`[..., m, V]` bool: the argmax sets of an integer decoder `[..., V, d]` at the grid points."""
    # Float products of small integers are exact, and integer matmul has no accelerated kernel.
    logits = grid(data).double() @ decoder.double().mT
    return logits == logits.amax(-1, keepdim=True)


def _fits(data: Any, decoder: Tensor) -> Tensor:
    return (winners(data, decoder) == data.support).all(-1).all(-1)


def decoder_fits(data: Any) -> Tensor:
    """`[...]` bool: the embeddings lie on their grid and the supports are the grid decoder's argmax sets."""
    return _fits(data, grid_decoder(data)) & (data.embeddings == snapped(data)).all(-1).all(-1)


def ratio_decoder(data: Any) -> Tensor:
    """`[..., V, d]` float64: integers in -2..2, the decoder that imposed in-support ratios come from."""
    return (_five(data).double() + 1) % 5 - 2


def separating_rows(data: Any) -> Tensor:
    """`[..., V, d]` float64: the grid decoder over s, so that margins at grid points are integers."""
    return grid_decoder(data).double() / unit(data)[..., None, None]


def independent(rows: Tensor) -> Tensor:
    """`[...]` bool: the rows `[..., r, d]` have full rank min(r, d)."""
    return decompositions.matrix_rank(rows) == min(rows.shape[-2:])


def resized(data: Any, axis: str, size: int) -> dict[str, Tensor]:
    """Every field that has the named axis, cut or padded with zeros at its end to the given size."""
    changes = {}
    for name, text in data.AXES.items():
        axes, array = text.split(), getattr(data, name)
        for place in (place - len(axes) for place, own in enumerate(axes) if own == axis):
            had = array.shape[place]
            pad = array.new_zeros([*array.shape[:place], max(size - had, 0), *array.shape[place:][1:]])
            changes[name] = array = torch.cat([array.narrow(place, 0, min(size, had)), pad], place)
    return changes

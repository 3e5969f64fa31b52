"""Maps on the embeddings: independent, in general position, nonzero, of more dimensions than contexts."""

from itertools import combinations
from typing import Any

import torch
from torch import Tensor

from ntpcheck.arithmetic import identity, ordinals
from ntpcheck.domains.imposed.grid import branch, grid, independent, resized, unit


def independent_contexts(data: Any) -> Any:
    """Embeddings of rank min(m, d): rows without get the smallest multiple of the identity that gives it.

    The determinant of the leading min(m, d) square block of H + c E is a polynomial of that degree in c, so
    one of its first min(m, d) + 1 multiples works.
    """
    m, d = data.size("m"), data.size("d")
    eye = (
        identity(max(m, d), data.embeddings.dtype, data.embeddings.device)[:m, :d]
        * unit(data)[..., None, None]
    )
    return _first(data, [c * eye for c in range(1, min(m, d) + 2)], independent)


def general_position(data: Any) -> Any:
    """Every min(m, d) of the embeddings are independent: rows without are shifted along the moment curve."""
    m, d = data.size("m"), data.size("d")
    node = torch.tensor([(j + 1) // 2 * (-1) ** j for j in range(m)], device=data.embeddings.device).double()
    curve = node[:, None] ** ordinals(d, node.device) * unit(data)[..., None, None]
    subsets = torch.tensor(list(combinations(range(m), min(m, d))), device=node.device)

    def holds(rows: Tensor) -> Tensor:
        return independent(rows[..., subsets, :]).all(-1)

    # Each subset's determinant has finitely many roots in c; the curve itself, where no c is found, has none.
    moved = _first(data, [c * curve for c in (1, 2, 3, 5, 8, 16, 64, 1024)], holds)
    return moved.replace(
        embeddings=torch.where(holds(moved.embeddings)[..., None, None], moved.embeddings, curve)
    )


def _first(data: Any, shifts: list[Tensor], holds: Any) -> Any:
    """Each row at the first shift where it holds; rows where it holds already are left alone."""
    rows = data.embeddings
    done = holds(rows)
    for shift in shifts:
        if bool(done.all()):
            break
        here = holds(data.embeddings + shift) & ~done
        rows = torch.where(here[..., None, None], data.embeddings + shift, rows)
        done = done | here
    return data.replace(embeddings=rows)


def nonzero_embeddings(data: Any) -> Any:
    """Zero embeddings become a unit vector, in the instance's own unit."""
    m, d = data.size("m"), data.size("d")
    axes = identity(d, data.embeddings.dtype, data.embeddings.device)[ordinals(m, data.embeddings.device) % d]
    zero = (data.embeddings == 0).all(-1, keepdim=True)
    return data.replace(embeddings=torch.where(zero, axes * unit(data)[..., None, None], data.embeddings))


def overparameterized(data: Any) -> Any:
    """d > m, by appending dimensions: of zeros in some rows (rank unchanged), of small integers in others.

    Decoders are padded with zeros, so that logits stay what they were. Only where all d dimensions were used
    are embeddings moved further, to use m of the new ones.
    """
    m, d = data.size("m"), data.size("d")
    if d > m:
        return data
    changes = resized(data, "d", m + 1)
    kappa = branch(data)[..., None, None]
    context = ordinals(m, kappa.device)[:, None]
    column = torch.arange(d, m + 1, device=kappa.device)
    fresh = ((context + 1) * (column + kappa) + grid(data).sum(-1, keepdim=True)) % 3 - 1
    changes["embeddings"][..., d:] = (
        torch.where(kappa % 2 == 1, fresh, 0).double() * unit(data)[..., None, None]
    )
    padded = data.replace(**changes)
    repaired = torch.where(
        independent(data.embeddings)[..., None, None],
        independent_contexts(padded).embeddings,
        padded.embeddings,
    )
    return padded.replace(embeddings=repaired)

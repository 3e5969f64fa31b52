"""Token-priority graphs, batch-first: one directed graph over the tokens for each last token.

Booleans only, so the same arrays serve float batches and exact instances.
Source: Sec. 3.1.
"""

from typing import Any

import torch

from ntpcheck.arithmetic import Array, identity
from ntpcheck.instances.attention import Attention
from ntpcheck.instances.base import cached
from ntpcheck.instances.lasting import lasting

SEQUENCES = 256  # looked at together: their pairs of tokens fill memory


@lasting
def edges(data: Attention) -> Array:
    """`[..., K, K, K]` bool: entry k, i, j says that the graph of last token k has the edge i -> j.

    A sequence with last token k and label i puts an edge from i to each of its tokens, itself included
    where the label occurs among them.
    """
    masks, K = (data.is_last, data.is_label, data.present), data.size("K")
    queries, labels, tokens = (torch.as_tensor(mask).float() for mask in masks)
    found = torch.zeros((*data.batch, K * K, K), device=tokens.device)
    for part in (slice(i, i + SEQUENCES) for i in range(0, data.size("n"), SEQUENCES)):
        pairs = queries[..., part, :, None] * labels[..., part, None, :]
        found += pairs.flatten(-2).mT @ tokens[..., part, :]  # how many put each edge: whole numbers, exact
    return _like(data, (found > 0).reshape(*data.batch, K, K, K))


@lasting
def nodes(data: Attention) -> Array:
    """`[..., K, K]` bool: entry k, i says that token i is a node of the graph of last token k."""
    there = edges(data)
    return there.any(-1) | there.any(-2)


@lasting
def reachable(data: Attention) -> Array:
    """`[..., K, K, K]` bool: entry k, i, j says that some path of at least one edge leads from i to j."""
    reach = torch.as_tensor(edges(data)).clone()
    for through in range(data.size("K")):
        reach |= reach[..., :, through, None] & reach[..., None, through, :]
    return _like(data, reach)


@lasting
def same_component(data: Attention) -> Array:
    """`[..., K, K, K]` bool: i and j, different, lie in one strongly connected component."""
    reach = reachable(data)
    return reach & reach.swapaxes(-1, -2) & ~_diagonal(reach)


@lasting
def strict(data: Attention) -> Array:
    """`[..., K, K, K]` bool: i => j, the edge i -> j is there and i is not reachable from j."""
    return edges(data) & ~reachable(data).swapaxes(-1, -2) & ~_diagonal(edges(data))


def of_label(data: Attention, relation: Any) -> Any:
    """`[..., n, K]` bool: a relation `[..., K, K, K]` of a sequence's label to each token, in its graph."""
    masks = [torch.as_tensor(x).to(torch.float32) for x in (data.is_last, data.is_label, relation)]
    found = torch.einsum("...nk,...ni,...kij->...nj", *masks) > 0
    return found if isinstance(relation, torch.Tensor) else found.numpy()


@cached
def component(data: Attention) -> Array:
    """R_i `[..., n, K]` bool: of the input's tokens the label and those in its component. Source: Eq. (4)."""
    return data.present & (data.is_label | of_label(data, same_component(data)))


def _diagonal(square: Any) -> Any:
    if isinstance(square, torch.Tensor):
        return identity(square.shape[-1], torch.bool, square.device)
    return identity(square.shape[-1], torch.bool).numpy()


def _like(data: Attention, mask: torch.Tensor) -> Array:
    return mask.numpy() if data.is_exact else mask

"""Index sets of attention data: O_i and R_i.

Sets of positions are given as sets of tokens, since all copies of a token share their place in every set.
Source: Eq. (4).
"""

from __future__ import annotations

from typing import Any

import torch

from ntpcheck.arithmetic import Array
from ntpcheck.instances import graph
from ntpcheck.instances.attention import Attention
from ntpcheck.instances.base import cached


def optimal(data: Attention) -> Array:
    """O_i `[..., n, K]` bool: the label, where it stands in the input."""
    return data.present & data.is_label


@cached
def component(data: Attention) -> Array:
    """R_i `[..., n, K]` bool: O_i and the input's tokens in the component of the label."""
    return optimal(data) | (data.present & _of_label(data, graph.same_component(data)))


def _of_label(data: Attention, relation: Any) -> Array:
    """`[..., n, K]` bool: a relation `[..., K, K, K]` of a sequence's label to each token, in its graph."""
    masks = [torch.as_tensor(x).to(torch.float64) for x in (data.is_last, data.is_label, relation)]
    found = torch.einsum("...nk,...ni,...kij->...nj", *masks) > 0
    return found.numpy() if data.is_exact else found

"""Index sets of attention data: O_i, R_i, I, and the cyclic subset in the paper's three wordings.

Sets of positions are given as sets of tokens, since all copies of a token share their place in every set.

Definition 1 removes from each input the tokens x with y => x and says nothing of dropping samples.
Equation (5) keeps the samples that have a token in the label's component other than the label itself.
Figure 2's caption removes "all the singleton SCCs, as well as their corresponding edges".
They differ on inputs that keep their label alone, and where one component of several tokens is above another.
Source: Definition 1, Eqs. (4), (5), Fig. 2.
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


@cached
def samples(data: Attention) -> Array:
    """I `[..., n]` bool: the input has a token in the label's component other than the label."""
    return (component(data) & ~data.is_label).any(-1)


@cached
def by_equation_5(data: Attention) -> Array:
    """`[..., n, K]` bool: the tokens that (5) keeps: R_i for i in I, none of other samples."""
    return component(data) & samples(data)[..., None]


@cached
def by_definition_1(data: Attention) -> Array:
    """`[..., n, K]` bool: the tokens that Definition 1 keeps: those not strictly below the label."""
    return data.present & ~_of_label(data, graph.strict(data))


@cached
def by_caption(data: Attention) -> Array:
    """`[..., n, K]` bool: the tokens the caption keeps: in components of several tokens, as the label is."""
    several = graph.same_component(data).any(-1)
    both = several[..., :, None] & several[..., None, :]
    return data.present & _of_label(data, both)


def _of_label(data: Attention, relation: Any) -> Array:
    """`[..., n, K]` bool: a relation `[..., K, K, K]` of a sequence's label to each token, in its graph."""
    masks = [torch.as_tensor(x).to(torch.float64) for x in (data.is_last, data.is_label, relation)]
    found = torch.einsum("...nk,...ni,...kij->...nj", *masks) > 0
    return found.numpy() if data.is_exact else found

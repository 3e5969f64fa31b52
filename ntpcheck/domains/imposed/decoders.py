"""Maps on decoders, scales and steps."""

from typing import Any

import torch

from ntpcheck.domains.imposed.grid import decoder_fits, grid, separating_rows
from ntpcheck.domains.imposed.supports import forced_argmax_supports, least_count
from ntpcheck.instances.base import cached


@cached
def separating_decoder(data: Any) -> Any:
    """W separates the data, with integer margins: supports become the argmax sets of an integer decoder."""
    moved = forced_argmax_supports(data)
    return moved.replace(W=separating_rows(data))


def separating_second_decoder(data: Any) -> Any:
    """W2 separates the data too: twice the separating decoder, plus one row added to all of it."""
    moved = forced_argmax_supports(data)
    shift = grid(moved)[..., :1, :].double()
    return moved.replace(W2=2 * separating_rows(data) + shift)


def tied_offset(data: Any) -> Any:
    """U ties every support (6a): the separating decoder where it fits, plus one row added to all.

    Only the rows' common part, which changes no difference of logits, is kept where it does not fit.
    """
    common = data.U[..., :1, :].expand_as(data.U)
    tie = torch.where(decoder_fits(data)[..., None, None], separating_rows(data), 0.0)
    return data.replace(U=common + tie)


def uniform_full_support_with_equal_rows(data: Any) -> Any:
    """softmax(W h_j) = p_j exactly: every token equally often in each context, all rows of W equal."""
    return data.replace(counts=_level_counts(data), W=equal_rows(data.W))


def resting_start(data: Any) -> Any:
    """softmax(W_0 h_j) = p_j exactly: every token equally often in each context, all rows of W_0 equal."""
    return data.replace(counts=_level_counts(data), W0=equal_rows(data.W0))


def _level_counts(data: Any) -> torch.Tensor:
    return least_count(data).expand_as(data.counts).clone()


def equal_rows(decoder: torch.Tensor) -> torch.Tensor:
    """A decoder `[..., V, d]` with all rows the first one."""
    return decoder[..., :1, :].expand_as(decoder).clone()


def nonnegative_gamma(data: Any) -> Any:
    """gamma >= 0."""
    return data.replace(gamma=data.gamma.abs())


def small_step(data: Any) -> Any:
    """0 < eta <= 1 / lambda_max(sum_j pi_j h_j h_j^T); other steps become the largest such power of two."""
    largest = curvature(data)
    largest = torch.where(largest > 0, largest, 1.0)
    mantissa, exponent = torch.frexp(largest)
    # A power of two has mantissa exactly 1/2, and its inverse is then the border itself.
    border = torch.exp2((torch.where(mantissa == 0.5, 1, 0) - exponent).double())
    keep = (data.eta > 0) & (data.eta * largest <= 1)
    return data.replace(eta=torch.where(keep, data.eta, border))


def curvature(data: Any) -> torch.Tensor:
    """`[...]` lambda_max(sum_j pi_j h_j h_j^T), twice the sharpest smoothness constant of CE."""
    moment = data.embeddings.mT @ (data.pi[..., None] * data.embeddings)
    return torch.linalg.eigvalsh(moment)[..., -1].clamp(min=0)

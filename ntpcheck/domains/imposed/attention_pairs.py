"""Data whose cyclic subset is one pair of tokens, for statements about minimisers of the cyclic risk."""

from typing import Any

import torch

from ntpcheck.domains.imposed.attention import branch
from ntpcheck.instances.loss import named


def cyclic_pair(data: Any) -> Any:
    """Sequences of the tokens 0 and 1 ending with 0, labelled 0 or 1, where n and K exceed 1.

    Either the first two mirror each other, 0 and 1 and their labels exchanged, and all others hold nothing
    but their label, or are an edge of the graph of token 1; or all have the same tokens and their labels
    alternate.
    """
    if data.size("n") < 2 or data.size("K") < 2:
        return data
    several = branch(data)
    return _with_pair(data, 1 + several % 4, 1 + (several // 4) % 4, ((several // 16) % 2 == 0)[..., None])


def rival_minima(data: Any) -> Any:
    """Mirrored sequences with twice the label and thrice the other token, and a loss with two minima.

    With the cubic loss and knee 3/2 the risk is smallest where the logits differ by about 5/4, either way.
    Other sequences are as in `cyclic_pair`.
    """
    if data.size("n") < 2 or data.size("K") < 2:
        return data
    two = torch.full_like(data.loss, 2)
    knee = torch.full_like(data.knee, 1.5)
    paired = _with_pair(data, two, two + 1, (two == 2)[..., None])
    return paired.replace(loss=torch.full_like(data.loss, named("cubic")), knee=knee)


def short_step(data: Any) -> Any:
    """Inputs of one label and one other token, unit embeddings, W = 0 and W2 a step of 1/64 between the two.

    Where softmax weights of 1/2 move as fast as they can, the gradient moves most for the length of a step.
    """
    K, d = data.size("K"), data.size("d")
    if K < 2 or d < 2:
        return data
    counts, units = torch.zeros_like(data.counts), torch.zeros_like(data.embeddings)
    counts[..., :2] = 1
    for k in range(min(K, d)):
        units[..., k, k] = 1.0
    step = torch.zeros_like(data.W2)
    step[..., 0, 0], step[..., 1, 0] = -1 / 64, 1 / 64
    nothing = torch.zeros_like(data.labels)
    return data.replace(
        counts=counts, labels=nothing, last=nothing, embeddings=units, head=units, W=0 * step, W2=step
    )


def _with_pair(data: Any, first: torch.Tensor, second: torch.Tensor, even: torch.Tensor) -> Any:
    """Counts of the label and of the other token in mirrored sequences; `even` `[..., 1]`: mirror them."""
    counts, labels = torch.zeros_like(data.counts), torch.zeros_like(data.labels)
    mirrored = counts.clone()
    mirrored[..., 0, 0], mirrored[..., 0, 1] = first, second
    mirrored[..., 1, 0], mirrored[..., 1, 1] = second, first
    mirrored[..., 2:, 0] = 1
    same = counts.clone()
    same[..., 0], same[..., 1] = first[..., None], second[..., None]
    alternating = labels.clone()
    alternating[..., 1::2] = 1
    labels[..., 1] = 1
    edge = even & ((branch(data) // 32) % 2 == 0)[..., None]
    mirrored[..., 2:, 1] = edge.to(mirrored.dtype)
    last = torch.zeros_like(data.last)
    last[..., 2:] = edge.to(last.dtype)
    return data.replace(
        counts=torch.where(even[..., None], mirrored, same),
        labels=torch.where(even, labels, alternating),
        last=last,
    )

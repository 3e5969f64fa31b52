"""Maps on attention data for the regularisation path: where the loss is flat, and how long weights are."""

from typing import Any

import torch

from ntpcheck.domains.imposed.attention import branch
from ntpcheck.instances import graph
from ntpcheck.instances.loss import named


def flat_at_a_label(data: Any) -> Any:
    """Token 1 above 0 above 2, where n >= 2, K >= 3; the cubic loss is flat at the label score of token 1."""
    if data.size("n") < 2 or data.size("K") < 3:
        return data
    data = _with_samples(data, ((0, 1), (0, 2)), (1, 0), (0, 0), "cubic")
    return data.replace(knee=(data.head * data.embeddings).sum(-1)[..., 1])


def flat_beside_a_component(data: Any) -> Any:
    """Tokens 0, 1 in a component above 2, and 2 above 1 in another graph, where n, K >= 3; a loss flat at 1.

    With C E^T = I the cubic loss with knee 1 is flat at the score of the third sample, and at no other's.
    """
    if data.size("n") < 3 or data.size("K") < 3:
        return data
    return _with_samples(data, ((0, 1), (0, 1, 2), (1, 2)), (0, 1, 2), (0, 0, 1), "cubic")


def level_component(data: Any) -> Any:
    """Tokens 0, 1 in one component above 2, and as often the label, where n >= 2, K >= 3; the linear loss.

    The risk of the cyclic subset is constant.
    """
    if data.size("n") < 2 or data.size("K") < 3:
        return data
    return _with_samples(data, ((0, 1, 2), (0, 1)), (0, 1), (0, 0), "linear")


def pair_above(data: Any) -> Any:
    """The same samples with a loss under which the cyclic risk has one minimiser; some hold token 1 twice."""
    if data.size("n") < 2 or data.size("K") < 3:
        return data
    twice = branch(data) % 2 == 0
    data = level_component(data)
    counts = data.counts.clone()
    counts[..., 0, 1] = torch.where(twice, 2, 1)
    loss = torch.where(twice, named("rational"), named("logistic"))
    return data.replace(counts=counts, loss=loss, knee=-data.knee)


def lopsided(data: Any) -> Any:
    """Tokens 0, 1 in a component above 2 and 3, whose logits at W2 in S_cyc are 8 and -8.

    Where n >= 2 and d >= K >= 4. There W is shorter than W^mm, with more margin over token 2 and less over
    token 3; R is 2 or 16.
    """
    n, K, d = (data.size(axis) for axis in "nKd")
    if n < 2 or K < 4 or d < K:
        return data
    E = torch.eye(K, d, dtype=data.embeddings.dtype, device=data.embeddings.device)
    C = E.clone()
    for token, far in ((2, 8.0), (3, -8.0)):
        E[token, 0], E[token, 1] = far, -far
        C[0, token], C[1, token] = -far, far  # C E^T = I
    W, W2 = torch.zeros_like(data.W), torch.zeros_like(data.W2)
    W[..., :4, 0] = torch.tensor((0.4375, 0.4375, -0.75, -0.125), dtype=W.dtype, device=W.device)
    W2[..., :2, 0] = torch.tensor((0.5, -0.5), dtype=W.dtype, device=W.device)
    shape = data.embeddings.shape
    data = _with_samples(data, ((0, 1, 2), (0, 1, 3)), (0, 1), (0, 0), "linear")
    return data.replace(
        embeddings=E.expand(shape).clone(),
        head=C.expand(shape).clone(),
        W=W,
        W2=W2,
        R=torch.where(data.R > 8, 16.0, 2.0).to(data.R),
    )


def _with_samples(
    data: Any, tokens: tuple[tuple[int, ...], ...], labels: tuple[int, ...], last: tuple[int, ...], loss: str
) -> Any:
    """The first samples as given, once each token; the others hold their label 1 alone. Knee 1."""
    first = len(tokens)
    counts = torch.zeros_like(data.counts)
    counts[..., first:, 1] = 1
    for i, row in enumerate(tokens):
        counts[..., i, list(row)] = 1
    of_labels, of_last = torch.ones_like(data.labels), torch.ones_like(data.last)
    of_labels[..., :first] = torch.tensor(labels, device=counts.device)
    of_last[..., :first] = torch.tensor(last, device=counts.device)
    return data.replace(
        counts=counts,
        labels=of_labels,
        last=of_last,
        loss=torch.full_like(data.loss, named(loss)),
        knee=torch.ones_like(data.knee),
    )


def steep_at_labels(data: Any) -> Any:
    """l' vanishes at no label's score: the knee of a cubic loss that is flat at one moves beyond them all."""
    own = torch.where(data.is_label, data.scores, 0.0).sum(-1)
    flat = (data.loss == named("cubic")) & (own == data.knee[..., None]).any(-1)
    return data.replace(knee=torch.where(flat, own.amax(-1) + 1, data.knee))


def steep_at_shares(data: Any) -> Any:
    """l' vanishes nowhere in (0, 1]: a knee of a cubic loss that lies there moves up by 1."""
    flat = (data.loss == named("cubic")) & (data.knee > 0) & (data.knee <= 1)
    return data.replace(knee=torch.where(flat, data.knee + 1, data.knee))


def short(data: Any) -> Any:
    """||W|| at most 1 / (the shortest row of a strict priority), which is at most ||W^mm||."""
    E = data.embeddings
    apart = torch.cdist(E, E, compute_mode="donot_use_mm_for_euclid_dist")
    rows = E.norm(dim=-1)[..., :, None, None] * apart[..., None, :, :]
    least = torch.where(graph.strict(data), rows, torch.inf).flatten(-3).amin(-1)
    bound = 1 / torch.where((least > 0) & torch.isfinite(least), least, 1.0)
    size = data.W.flatten(-2).norm(dim=-1)
    ratio = torch.where(size > 0, bound / torch.where(size > 0, size, 1.0), 1.0)
    power = torch.exp2(torch.frexp(ratio).exponent.double() - 1)
    return data.replace(W=data.W * torch.where(size > bound, power, 1.0)[..., None, None])


def farther(data: Any) -> Any:
    """R larger, by a factor of 2 to 16 that the sequences set."""
    return data.replace(R=data.R * torch.exp2((1 + branch(data) % 4).to(data.R.dtype)))

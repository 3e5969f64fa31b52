"""Maps on attention data: labels, embeddings with their head, losses, steps.

Each is a deterministic function of the instance or batch and leaves alone the rows that are inside already.
Any order of realizable and acyclic_labels keeps both, and so does any order of the maps of one kind with
those of another.
"""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from ntpcheck import decompositions
from ntpcheck.arithmetic import identity, ordinals
from ntpcheck.domains.imposed.grid import resized
from ntpcheck.instances import graph
from ntpcheck.instances.base import cached
from ntpcheck.instances.loss import LOG, LOSSES, Loss, named


@cached
def branch(data: Any) -> Tensor:
    """`[...]` a nonnegative integer read off the sequences: the maps vary with it instead of with chance."""
    n, K = data.size("n"), data.size("K")
    weights = (1 + ordinals(n * K, data.counts.device)).reshape(n, K)
    return (data.present * weights).sum((-2, -1)) + (data.labels + 2 * data.last).sum(-1)


@cached
def realizable(data: Any) -> Any:
    """Every label occurs in its sequence: an absent one joins it. No graph gains more than a self-loop."""
    return data.replace(counts=torch.where(data.is_label, data.counts.clamp(min=1), data.counts))


def acyclic_labels(data: Any) -> Any:
    """Every component a single token: labels become the tokens first in an order that the last token sets."""
    done = ~graph.same_component(data).any(-1).any(-1).any(-1)
    return data.replace(labels=torch.where(done[..., None], data.labels, _first_in_order(data)))


def _first_in_order(data: Any) -> Tensor:
    """`[..., n]` the token of each sequence that comes first in the order of its last token."""
    K = data.size("K")
    token = ordinals(K, data.counts.device)
    turn = torch.where(branch(data) % 2 == 0, 1, -1)[..., None, None]
    rank = (turn * token + data.last[..., None]) % K
    return torch.where(data.present, rank, K).argmin(-1)


def acyclic_and_realizable(data: Any) -> Any:
    """Both at once."""
    return acyclic_labels(realizable(data))


def one_component(data: Any) -> Any:
    """Every graph strongly connected: the first sequence's last token and another are each other's labels.

    Where there is one sequence only, it becomes its last token alone.
    """
    n, K = data.size("n"), data.size("K")
    token = ordinals(K, data.counts.device)
    query, other = data.last[..., :1], data.labels[..., :1]
    other = torch.where(other == query, (query + 1) % K, other) if n > 1 else query
    even = ordinals(n, token.device) % 2 == 0
    labels, last = torch.where(even, other, query), query.expand(*query.shape[:-1], n)
    counts = (token == last[..., None]) | (token == other[..., None])
    there = graph.nodes(data)
    joined = graph.same_component(data) | identity(K, torch.bool, token.device)
    done = (joined | ~there[..., :, None] | ~there[..., None, :]).flatten(-3).all(-1)[..., None]
    return data.replace(
        counts=torch.where(done[..., None], data.counts, counts.to(data.counts.dtype)),
        last=torch.where(done, data.last, last),
        labels=torch.where(done, data.labels, labels),
    )


def stacked(data: Any) -> Any:
    """Two components {0, 1} and {2, 3}, the first above the second, where n, K >= 4; else as it is.

    The first four sequences end with token 3; the others are left as they are.
    """
    if data.size("n") < 4 or data.size("K") < 4:
        return data
    counts = data.counts.clone()
    counts[..., :4, :] = 0
    counts[..., 0, :4] = 1
    counts[..., 1, [0, 1, 3]] = 1
    counts[..., 2, [2, 3]] = 1
    counts[..., 3, [2, 3]] = 1
    last, labels = data.last.clone(), data.labels.clone()
    last[..., :4] = 3
    labels[..., :4] = ordinals(4, labels.device)
    return data.replace(counts=counts, last=last, labels=labels)


def widened(data: Any, d: int) -> Any:
    """The instance in at least d dimensions: new coordinates are zero in every field."""
    return data if d <= data.size("d") else data.replace(**resized(data, "d", d))


def unimodular(embeddings: Tensor) -> tuple[Tensor, Tensor]:
    """Integer E `[..., K, d]` and C with C E^T = I, for d >= K, made from the signs of the entries given.

    E = [L R | rest] with L, R triangular, ones on their diagonals and -1, 0, 1 elsewhere; C = [(L R)^-T | 0].
    """
    K = embeddings.shape[-2]
    square = torch.sign(torch.trunc(embeddings[..., :K]))
    eye = identity(K, square.dtype, square.device)
    lower, upper = square.tril(-1) + eye, square.triu(1) + eye
    inverse = torch.linalg.solve_triangular(
        upper, torch.linalg.solve_triangular(lower, eye.expand_as(lower), upper=False), upper=True
    )
    rest = embeddings[..., K:]
    return torch.cat([lower @ upper, rest], -1), torch.cat([inverse.mT, torch.zeros_like(rest)], -1)


def identity_head(data: Any) -> Any:
    """C E^T = I, in at least K dimensions."""
    data = widened(data, data.size("K"))
    eye = identity(data.size("K"), data.head.dtype, data.head.device)
    done = (data.head @ data.embeddings.mT == eye).all(-1).all(-1)
    return _with_table(data, done, *unimodular(data.embeddings))


def independent_tokens(data: Any) -> Any:
    """Linearly independent rows of E, in at least K dimensions; rows that have them keep their head too."""
    moved = identity_head(data)
    data = widened(data, data.size("K"))
    kept = decompositions.matrix_rank(data.embeddings) == data.size("K")
    return _with_table(data, kept, moved.embeddings, moved.head)


def label_scores(data: Any) -> Any:
    """Realizable, labels' scores a power of two and all others zero; tokens in no use may repeat another."""
    data = identity_head(realizable(data))
    factor = torch.exp2((branch(data) % 5 - 2).to(data.head.dtype))[..., None, None]
    used = data.present.any(-2) | data.is_label.any(-2)
    E = torch.where(used[..., None], data.embeddings, data.embeddings[..., :1, :])
    return data.replace(head=data.head * factor, embeddings=E)


def affine_tokens(data: Any) -> Any:
    """Affinely independent embeddings, linearly so of last tokens; in at least K dimensions.

    Rows that have neither get independent ones less that of a token that ends no input, if any.
    """
    K, unused = data.size("K"), ~data.is_last.any(-2)
    own = unused[..., None] * identity(K, data.embeddings.dtype, data.embeddings.device)
    affine = torch.cat([data.embeddings, torch.ones_like(own[..., :1])], -1)
    queries = torch.cat([data.embeddings * ~unused[..., None], own], -1)
    kept = (decompositions.matrix_rank(affine) == K) & (decompositions.matrix_rank(queries) == K)
    data, before = independent_tokens(data), widened(data, K)
    one = torch.nn.functional.one_hot(unused.to(torch.uint8).argmax(-1), data.size("K"))
    centre = (one * unused).to(data.embeddings.dtype)[..., None, :] @ data.embeddings
    moved = data.embeddings - centre
    return _with_table(before, kept, moved, data.head)


def another_token(data: Any) -> Any:
    """Some input with a token other than its label: else the first gains one, where K > 1."""
    K = data.size("K")
    lacking = ~(data.present & ~data.is_label).flatten(-2).any(-1)
    beside = torch.nn.functional.one_hot((data.labels[..., 0] + 1) % K, K) * int(K > 1)
    counts = data.counts.clone()
    counts[..., 0, :] += beside * lacking[..., None]
    return data.replace(counts=counts)


def positive_scale(data: Any) -> Any:
    """R > 0: the absolute value, or 1 where that is zero."""
    return data.replace(R=torch.where(data.R == 0, 1.0, data.R.abs()))


def priority_weights(data: Any) -> Any:
    """W that keeps all priorities, with C E^T = I: W = C^T G C, so that e_i^T W e_k = G_ik.

    G_ik is how many tokens are reachable from i in the graph of k, i among them: equal within a component,
    and larger by at least 1 above it. Some rows get 2 G.
    """
    data = identity_head(data)
    eye = identity(data.size("K"), torch.bool, data.head.device)
    reached = (graph.reachable(data) | eye).sum(-1).to(data.embeddings.dtype).mT
    G = reached * (1 + branch(data) % 2)[..., None, None]
    return data.replace(W=data.head.mT @ G @ data.head)


def _with_table(data: Any, kept: Tensor, embeddings: Tensor, head: Tensor) -> Any:
    mask = kept[..., None, None]
    return data.replace(
        embeddings=torch.where(mask, data.embeddings, embeddings), head=torch.where(mask, data.head, head)
    )


def selects(data: Any) -> Tensor:
    """`[...]` bool, in doubles: c_y^T e_k is largest at k = y alone, for every y."""
    scores = data.head @ data.embeddings.mT
    eye = identity(data.size("K"), torch.bool, scores.device)
    own = scores.diagonal(dim1=-2, dim2=-1)[..., None]
    return (eye | (own > scores)).all(-1).all(-1)


def selecting_head(data: Any) -> Any:
    """argmax_k c_y^T e_k = y, alone, in at least two dimensions where K > 2.

    Either e_k on a parabola and c_y the normal of its tangent, which works for K > d, or C = G C' with
    C' E^T = I and G larger on its diagonal than beside it.
    """
    K = data.size("K")
    data = widened(data, 2 if K > 2 else 1)
    kept, E, C = selects(data), *_parabola(data)
    if data.size("d") < K:
        return _with_table(data, kept, E, C)
    table, inverse = unimodular(data.embeddings)
    even = (branch(data) % 2 == 0)[..., None, None]
    return _with_table(
        data, kept, torch.where(even, table, E), torch.where(even, _dominant(data) @ inverse, C)
    )


def _parabola(data: Any) -> tuple[Tensor, Tensor]:
    """e_k = (t_k, t_k^2, rest) and c_y = (2 t_y, -1, 0): c_y^T e_k = t_y^2 - (t_k - t_y)^2.

    In one dimension, for K <= 2, e = c = -1/4, 1/4.
    """
    K, d = data.size("K"), data.size("d")
    t = (2.0 * torch.arange(K, dtype=data.embeddings.dtype, device=data.embeddings.device) - K + 1) / 4
    E, C = data.embeddings.clone(), torch.zeros_like(data.head)
    E[..., 0], C[..., 0] = t, 2 * t
    if d > 1:
        E[..., 1], C[..., 1] = t * t, -1.0
    elif K == 1:
        E[..., 0], C[..., 0] = 1.0, 1.0
    return E, C


def _dominant(data: Any) -> Tensor:
    """`[..., K, K]` integers in -2..2, and on the diagonal one more than the largest of the row beside it."""
    token = ordinals(data.size("K"), data.head.device)
    pattern = (3 * token[:, None] + 5 * token + branch(data)[..., None, None]) % 5 - 2
    eye = identity(data.size("K"), torch.bool, data.head.device)
    beside = torch.where(eye, -3, pattern).amax(-1, keepdim=True)
    return torch.where(eye, beside + 1, pattern).to(data.head.dtype)


def decreasing_loss(data: Any) -> Any:
    """A strictly decreasing loss, with bounded derivative where the one it replaces has that."""
    return _with_loss(data, lambda loss: loss.decreasing, lambda loss: loss.bounded)


def bounded_loss(data: Any) -> Any:
    """A loss with bounded derivative, strictly decreasing where the one it replaces is."""
    return _with_loss(data, lambda loss: loss.bounded, lambda loss: loss.decreasing)


def _with_loss(data: Any, wanted: Callable[[Loss], bool], kept: Callable[[Loss], bool]) -> Any:
    """A loss as wanted, alike in what is kept: imposing the two halves of Assumption 1 keeps them apart."""
    device, several = data.loss.device, branch(data)
    fits = torch.tensor([wanted(loss) for loss in LOSSES], device=device)[data.loss]
    same = torch.tensor([kept(loss) for loss in LOSSES], device=device)[data.loss]
    chosen = data.loss
    for side in (True, False):
        rows = [row for row, loss in enumerate(LOSSES) if wanted(loss) and kept(loss) is side]
        here = torch.tensor(rows, device=device)[several % len(rows)]
        chosen = torch.where(~fits & (same == side), here, chosen)
    return data.replace(loss=chosen)


def steep_loss(data: Any) -> Any:
    """A loss whose derivative vanishes nowhere: the logistic in the place of others."""
    flat = [row for row, loss in enumerate(LOSSES) if loss.name in ("cubic", "squared")]
    fits = (data.loss[..., None] != torch.tensor(flat, device=data.loss.device)).all(-1)
    return data.replace(loss=torch.where(fits, data.loss, named("logistic")))


def log_loss(data: Any) -> Any:
    """The logarithmic loss."""
    return data.replace(loss=torch.full_like(data.loss, LOG))


def smoothness(data: Any) -> Tensor:
    """`[...]` L = 2 sqrt(T_max) ||E||^4, ||E|| the largest singular value. Source: eq. (22)."""
    longest = data.counts.sum(-1).amax(-1).to(data.embeddings.dtype)
    return 2 * longest.sqrt() * decompositions.svdvals(data.embeddings)[..., 0] ** 4


def descending_step(run: Any) -> Any:
    """0 < eta <= 1/L: a step that is larger becomes a power of two in (1/(4L), 1/(2L)]."""
    L = smoothness(run)
    power = torch.exp2(-torch.frexp(torch.where(L > 0, L, 1.0)).exponent.double() - 1)
    return run.replace(eta=torch.where((run.eta > 0) & (run.eta * L <= 1), run.eta, power))

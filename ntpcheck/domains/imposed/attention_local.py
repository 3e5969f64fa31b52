"""Attention runs whose fate can be told: across W^cyc for ever, in a wrong token's basin, on tied scores."""

from typing import Any

import torch
from torch import Tensor

from ntpcheck.domains.imposed.attention import log_loss
from ntpcheck.instances.loss import named

DEEP = 64.0  # nats by which the token outside the component starts below the others
FAR, NEAR = 8.0, 1.0  # nats: how much the wrong token leads in the one input, the label in the other


def _filled(run: Any, counts: list[list[int]], last: list[int], labels: list[int]) -> dict[str, Tensor]:
    """Counts, last tokens and labels of every row of a batch."""
    given = {"counts": counts, "last": last, "labels": labels}
    out = {}
    for name, values in given.items():
        old = getattr(run, name)
        out[name] = torch.tensor(values, dtype=old.dtype, device=old.device).expand_as(old).clone()
    return out


def _table(run: Any, rows: list[list[float]]) -> Tensor:
    like = run.embeddings
    return torch.tensor(rows, dtype=like.dtype, device=like.device).expand_as(like).clone()


def straddling_start(run: Any) -> Any:
    """Two inputs of tokens 0, 1, 2 that end with 2, labelled 0 and 1; E = C = I; W(0) between two sides.

    Tokens 0 and 1 start about eta / sqrt2 apart, and token 2 lies `DEEP` nats below them. Step sizes from 1
    on become 1/2. Shapes other than n = 2, K = d = 3 stay as they are.
    """
    if (run.size("n"), run.size("K"), run.size("d")) != (2, 3, 3):
        return run
    run = log_loss(run)
    eta = torch.where((run.eta < 1) & (run.eta > 0), run.eta, 0.5)
    side = torch.exp2(torch.floor(torch.log2(eta)) - 1)
    W0 = torch.zeros_like(run.W0)
    W0[..., 0, 2], W0[..., 2, 2] = side, -DEEP
    unit = _table(run, torch.eye(3).tolist())
    filled = _filled(run, [[1, 1, 1], [1, 1, 1]], [2, 2], [0, 1])
    return run.replace(embeddings=unit, head=unit.clone(), W0=W0, eta=eta, **filled)


def local_basin(run: Any) -> Any:
    """Tokens 0 and 1 in two inputs, the first ending with 0 and labelled 0, the second with 1 and 1.

    With e_0 = (2, 1), e_1 = (1, 0) the pulls are z_1 = (1, 1) e_0^T and z_2 = -(1, 1) e_1^T, so that
    -<z_1, z_2> = 4 exceeds |z_2|^2 = 2. The first input starts `FAR` nats on the wrong side, the second
    `NEAR` nats on the right one; the loss is linear. Shapes other than n = K = d = 2 stay as they are.
    """
    if (run.size("n"), run.size("K"), run.size("d")) != (2, 2, 2):
        return run
    E = _table(run, [[2, 1], [1, 0]])
    head = _table(run, [[0, 1], [1, -2]])  # the inverse's transpose
    # W = (1, 0)^T w^T has (e_0 - e_1)^T W = w^T: w . e_0 = -FAR, and -w . e_1 = NEAR.
    W0 = torch.zeros_like(run.W0)
    W0[..., 0, 0], W0[..., 0, 1] = -NEAR, 2 * NEAR - FAR
    eta = torch.where(run.eta > 0, run.eta, 1.0)
    loss = torch.full_like(run.loss, named("linear"))
    filled = _filled(run, [[1, 1], [1, 1]], [0, 1], [0, 1])
    return run.replace(embeddings=E, head=head, W0=W0, eta=eta, loss=loss, **filled)


def tied_scores(run: Any) -> Any:
    """One input of tokens 0, 1, 2 ending with 2, labelled 3; E = I; tokens 0 and 1 score 1, 2 scores 0.

    W(0) prefers token 0 to token 1; the loss is linear where it was not bounded. Shapes other than n = 1, K =
    d = 4 stay as they are.
    """
    if (run.size("n"), run.size("K"), run.size("d")) != (1, 4, 4):
        return run
    unit = torch.eye(4).tolist()
    head = [*unit[:3], [1.0, 1.0, 0.0, 2.0]]
    W0 = torch.zeros_like(run.W0)
    W0[..., 0, 2] = 1.0
    eta = torch.where(run.eta > 0, run.eta, 1.0)
    loss = torch.full_like(run.loss, named("linear"))
    filled = _filled(run, [[1, 1, 1, 0]], [2], [3])
    return run.replace(
        embeddings=_table(run, unit), head=_table(run, head), W0=W0, eta=eta, loss=loss, **filled
    )

"""What the linear theory says of one dataset: entropy floor, obstructions, limits of gradient descent."""

import math
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
import torch

from ntpcheck.diagnosis.decoder import decoder as held_against
from ntpcheck.diagnosis.questions import Names, compatible, independent_for_certain, separable
from ntpcheck.dynamics.forecast import Banded, Forecast, Row, reached, within_reach
from ntpcheck.instances.corpus import Corpus
from ntpcheck.instances.dataset import Dataset
from ntpcheck.reference.entropy import entropy
from ntpcheck.reference.solvers.augmented_lagrangian import listener

LAW_SIZE, LAW_ROOM = 2**16, 2**21  # m V min(m, d) for a curve: always, and with few coordinates
LAW_WIDTH = 1024  # coordinates (V - 1) min(m, d) that are few
STEPS = 10**6  # up to which the curve is integrated unless asked otherwise
FURTHER = 10**6  # how many times as many steps the law is told for
CLOSE = 0.01  # the 1 - cos whose time is told
SHARES = (0.05, 0.75, 0.85)  # of the time, roughly, after which the margin, the equations, training begin
Progress = Callable[[str, float], None]


def diagnose(
    data: Dataset | Corpus,
    *,
    contexts: Sequence[str] = (),
    tokens: Sequence[str] = (),
    steps: int = STEPS,
    decoder: torch.Tensor | None = None,
    progress: Progress = lambda _, __: None,
) -> dict[str, Any]:
    """The diagnosis of one dataset as plain data; natural logarithms, losses in nats.

    data: a batch of shape `()`, or a corpus whose counts are sparse. contexts, tokens: what to call them,
    their numbers where not given. steps: up to which the curve is integrated. decoder: one `[V, d]` to
    compare with the theory. progress: told what is asked and the share that is done, by a rough count of
    the work.
    """
    corpus = data if isinstance(data, Corpus) else Corpus.of(data)
    m, V, d = corpus.sizes
    names = (contexts or [str(j) for j in range(m)], tokens or [str(v) for v in range(V)])
    progress("independent contexts", 0.0)
    free = independent_for_certain(corpus)
    progress("margin", SHARES[0])
    with _heard(lambda share: progress("margin", SHARES[0] + share * (SHARES[1] - SHARES[0]))):
        parted = separable(corpus, names, free=free)
    progress("in-support equations", SHARES[1])
    tied = compatible(corpus, names, free=free)
    progress("training", SHARES[2])
    found = {
        "sizes": {"contexts": m, "tokens": V, "dimension": d, "samples": int(corpus.totals.sum())},
        "entropy": sum(share * float(entropy(block)) for _, share, block in corpus.blocks()),
        "supports": _supports(corpus),
        "embeddings": _embeddings(corpus),
        "compatible": tied,
        "separable": parted,
        "training": _training(corpus, steps, tied=tied["holds"], parted=parted["holds"]),
    }
    if decoder is not None:
        known = bool(parted["holds"]) and "at_least" not in parted
        found["decoder"] = _compared(corpus, decoder, names, separable=known)
    return found


def _compared(data: Corpus, W: torch.Tensor, names: Names, *, separable: bool) -> dict[str, Any]:
    """What is told of a decoder, its cells by name."""
    told = held_against(data, W, separable=separable)
    cells = [{"context": names[0][j], "token": names[1][v], "weight": gap} for j, v, gap in told["cells"]]
    return told | {"cells": cells}


@contextmanager
def _heard(tell: Callable[[float], None]) -> Generator[None]:
    """Has the long solvers say how far they are; where one gives up, the next does not go back."""
    most = 0.0

    def further(share: float) -> None:
        nonlocal most
        most = max(most, share)
        tell(most)

    token = listener.set(further)
    try:
        yield
    finally:
        listener.reset(token)


def _supports(data: Corpus) -> dict[str, Any]:
    sizes, tokens = data.supports, data.counts.shape[1]
    return {
        "least": int(sizes.min()),
        "median": float(np.median(sizes)),
        "most": int(sizes.max()),
        "one_hot_contexts": int((sizes == 1).sum()),
        "full_contexts": int((sizes == tokens).sum()),
        "unused_tokens": int((np.bincount(data.counts.indices, minlength=tokens) == 0).sum()),
    }


def _embeddings(data: Corpus) -> dict[str, Any]:
    H = data.embeddings
    reaches = np.abs(H).max(1, keepdims=True)  # a short context counts for as much as a long one
    rank = int(np.linalg.matrix_rank(H / np.where(reaches > 0, reaches, 1.0)))
    return {"rank": rank, "full_rank": rank == min(H.shape), "overparameterized": H.shape[1] > len(H)}


def _training(data: Corpus, steps: int, *, tied: bool | None, parted: bool | None) -> dict[str, Any]:
    """What constant-step gradient descent does: the largest safe step, its limit and its curve by the law.

    tied, parted: whether the data is compatible and separable.
    """
    m, V, d = data.sizes
    weighted = np.sqrt(data.totals / data.totals.sum())[:, None] * data.embeddings
    moment = weighted @ weighted.T if m < d else weighted.T @ weighted  # with the same eigenvalues but zeros
    smooth = float(np.linalg.eigvalsh(moment)[-1]) / 2
    eta = 1 / smooth if smooth > 0 else 1.0
    told: dict[str, Any] = {"smoothness": smooth, "safe_step": eta}
    if tied is None or parted is None:
        return told | {"limit": "unknown, as one of these is"}
    if not (tied and parted):
        return told | {"limit": "the loss does not reach the entropy: its infimum lies above"}
    if data.counts.nnz == data.cells:
        limit = "the loss reaches the entropy at the finite W*: every token follows every context"
        return told | {"limit": limit}
    told["limit"] = "W_k / ||W_k|| tends to W^mm / ||W^mm||, and P_F(W_k) to W*"
    most = LAW_ROOM if (V - 1) * min(m, d) <= LAW_WIDTH else LAW_SIZE
    if data.cells * min(m, d) > most:
        size = f"{m:,} contexts x {V:,} tokens x {min(m, d):,} dimensions is more than {most:,}"
        return told | {"untold": f"the data is too large for a curve with a bound on its error: {size}"}
    spanned = _spanned(data.dataset)
    if not within_reach(spanned):
        return told | {"untold": "the embeddings are too badly scaled or too nearly dependent for doubles"}
    return told | _curve(Forecast(spanned, eta).rows(steps), steps)


def _spanned(data: Dataset) -> Dataset:
    """The data in coordinates of the span of its contexts, where that has fewer dimensions.

    With H = L Q^T, Q having orthonormal columns, gradient descent from 0 stays among the decoders W Q^T: it
    has the losses, norms and angles of the run with embeddings L.
    """
    if data.size("m") >= data.size("d"):
        return data
    return data.replace(embeddings=torch.from_numpy(np.linalg.qr(data.embeddings.T.numpy())[1].T.copy()))


def _curve(rows: list[Row], steps: int) -> dict[str, Any]:
    """The predicted curve from W_0 = 0: powers of ten and the last step asked for, each with its band."""
    powers = {10**power for power in range(1, len(str(steps * FURTHER)))}
    wanted = {round(math.log(k), 9): k for k in sorted({*powers, steps})}
    told: dict[str, Any] = {"asked": steps}
    close = reached(rows, CLOSE)
    told["log_steps_to_0.01"] = None if close is None else _numbers(close)
    told["curve"] = [
        {
            "steps": wanted[round(row.log_steps, 9)],
            "loss_minus_entropy": _numbers(row.loss),
            "one_minus_cos": _numbers(row.turn),
            "by": row.by,
        }
        for row in rows
        if round(row.log_steps, 9) in wanted
    ]
    return told


def _numbers(banded: Banded) -> dict[str, float | None]:
    """As JSON, which has no infinity: a band without an upper end has None there."""
    return {name: None if math.isinf(x) else float(x) for name, x in banded._asdict().items()}

"""What the linear theory says of one dataset: entropy floor, obstructions, limits of gradient descent."""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

import numpy as np
import torch
from flint import fmpz_mat

from ntpcheck.arithmetic import midpoint
from ntpcheck.diagnosis.decoder import decoder as held_against
from ntpcheck.dynamics.forecast import Banded, Forecast, Row, reached, within_reach
from ntpcheck.evidence import Rigor
from ntpcheck.instances.dataset import Dataset
from ntpcheck.reference.compatible import compatibility
from ntpcheck.reference.entropy import entropy
from ntpcheck.reference.max_margin import MaxMargin, max_margin
from ntpcheck.reference.solvers.augmented_lagrangian import listener
from ntpcheck.reference.solvers.by_token import separating, solving
from ntpcheck.reference.solvers.exact_compatible import obstruction
from ntpcheck.reference.solvers.rational import independent

SHOWN = 8  # contexts and tokens that an obstruction names
LAW_SIZE, LAW_ROOM = 2**16, 2**19  # m V d up to which the curve is told: always, and with few coordinates
LAW_WIDTH = 1024  # coordinates (V - 1) min(m, d) that are few
STEPS = 10**6  # up to which the curve is integrated unless asked otherwise
FURTHER = 10**6  # how many times as many steps the law is told for
EXACT_SIZE = 4096  # m V d up to which exact arithmetic is asked the same
RANK_SIZE = 2**30  # m d max(m, 2^10) up to which the contexts' independence is decided modulo a prime
WHOLE_SIZE = 2**32  # m V d beyond which W^mm and W* are only bounded where that is quicker
LONG = 2**53  # weights of an obstruction above this are told as parts of the largest
INDEPENDENT = "the contexts are independent"  # a reason for a yes, told with it
ONE_TOKEN = "no context has two tokens, so there is no equation"
CLOSE = 0.01  # the 1 - cos whose time is told
SHARES = (0.05, 0.75, 0.85)  # of the time, roughly, after which the margin, the equations, training begin
Progress = Callable[[str, float], None]
Names = tuple[Sequence[str], Sequence[str]]


def diagnose(
    data: Dataset,
    *,
    contexts: Sequence[str] = (),
    tokens: Sequence[str] = (),
    steps: int = STEPS,
    decoder: torch.Tensor | None = None,
    progress: Progress = lambda _, __: None,
) -> dict[str, Any]:
    """The diagnosis of one dataset, a batch of shape `()`, as plain data; natural logarithms, losses in nats.

    contexts, tokens: what to call them, their numbers where not given. steps: up to which the curve is
    integrated. decoder: one `[V, d]` to hold against all this. progress: told what is asked and the
    share that is done, by a rough count of the work.
    """
    m, V = data.size("m"), data.size("V")
    names = (contexts or [str(j) for j in range(m)], tokens or [str(v) for v in range(V)])
    progress("independent contexts", 0.0)
    free = _independent_for_certain(data)
    progress("margin", SHARES[0])
    with _heard(lambda share: progress("margin", SHARES[0] + share * (SHARES[1] - SHARES[0]))):
        separable = _separable(data, names, free=free)
    progress("in-support equations", SHARES[1])
    compatible = _compatible(data, names, free=free)
    progress("training", SHARES[2])
    found = {
        "sizes": {"contexts": m, "tokens": V, "dimension": data.size("d"), "samples": int(data.n)},
        "entropy": float(entropy(data)),
        "supports": _supports(data),
        "embeddings": _embeddings(data),
        "compatible": compatible,
        "separable": separable,
        "training": _training(data, steps, compatible=compatible["holds"], separable=separable["holds"]),
    }
    if decoder is not None:
        told = held_against(data, decoder, separable=separable["holds"])
        cells = [{"context": names[0][j], "token": names[1][v], "weight": gap} for j, v, gap in told["cells"]]
        found["decoder"] = told | {"cells": cells}
    return found


@contextmanager
def _heard(tell: Callable[[float], None]) -> Generator[None]:
    """Has the one long solver say how far it is."""
    token = listener.set(tell)
    try:
        yield
    finally:
        listener.reset(token)


def _supports(data: Dataset) -> dict[str, Any]:
    sizes = data.support.sum(-1).numpy()
    return {
        "least": int(sizes.min()),
        "median": float(np.median(sizes)),
        "most": int(sizes.max()),
        "one_hot_contexts": int((sizes == 1).sum()),
        "full_contexts": int((sizes == data.size("V")).sum()),
        "unused_tokens": int((~data.support.any(0)).sum()),
    }


def _embeddings(data: Dataset) -> dict[str, Any]:
    m, d = data.size("m"), data.size("d")
    H = data.embeddings.numpy()
    reaches = np.abs(H).max(1, keepdims=True)  # a short context counts for as much as a long one
    rank = int(np.linalg.matrix_rank(H / np.where(reaches > 0, reaches, 1.0)))
    return {"rank": rank, "full_rank": rank == min(m, d), "overparameterized": d > m}


def _independent_for_certain(data: Dataset) -> bool:
    """Whether the contexts are independent as rationals: then the data is compatible and separable.

    They are where each has a dimension of its own, or where their integer multiples have rank m modulo a
    prime. False also where that is not affordable.
    """
    H = data.embeddings.numpy()
    own = (H != 0) & (np.count_nonzero(H, axis=0) == 1)
    if own.any(1).all():
        return True
    m, d = H.shape
    if m > d or m * d * max(m, 2**10) > RANK_SIZE:
        return False
    return len(independent(fmpz_mat([_integers(row) for row in H.tolist()]))) == m


def _integers(row: Sequence[float]) -> list[int]:
    ratios = [x.as_integer_ratio() for x in row]
    scale = max(q for _, q in ratios)  # all are powers of two
    return [p * (scale // q) for p, q in ratios]


def _huge(data: Dataset) -> bool:
    """Whether a token at a time is tried first: dependent contexts, too many for W^mm within minutes."""
    dependent = data.size("m") > data.size("d")
    return dependent and data.embeddings.numel() * data.size("V") > WHOLE_SIZE


def _affordable(data: Dataset) -> bool:
    return data.embeddings.numel() * data.size("V") <= EXACT_SIZE


def _told(*, doubles: bool, rationals: bool | None) -> dict[str, Any]:
    """The answer and its rigor; unknown where doubles and rationals, unless not asked (None), disagree."""
    if rationals is None or doubles is rationals:
        return {"holds": doubles, "rigor": (Rigor.FLOAT if rationals is None else Rigor.EXACT).name}
    said = ("yes", "no") if doubles else ("no", "yes")
    why = "as the embeddings are badly scaled or nearly dependent"
    return _unknown(f"doubles say {said[0]} and rationals {said[1]}, {why}")


def _unknown(why: str) -> dict[str, Any]:
    return {"holds": None, "rigor": None, "why": why}


def _compatible(data: Dataset, names: Names, *, free: bool) -> dict[str, Any]:
    by_token = solving(data.embeddings.numpy(), data.counts.numpy()) if _huge(data) else None
    if by_token is not None:
        norm = float(np.linalg.norm(by_token.W))
        told = {"holds": True, "rigor": Rigor.FLOAT.name, "norm": norm, "at_most": True}
        return told | {"residual": by_token.residual}
    found = compatibility(data)
    if not bool(found.decided):
        return _unknown("the in-support equations are too large to settle")
    alone = bool((data.support.sum(-1) == 1).all())
    certain = free or alone
    asked = not certain and _affordable(data)
    y = obstruction(data.exact()) if asked else None
    told = _told(doubles=bool(found.compatible), rationals=y is None if certain or asked else None)
    if told["holds"]:
        why = {"because": ONE_TOKEN if alone else INDEPENDENT} if certain else {}
        return told | why | {"norm": float(found.W.norm()), "error": float(found.error)}
    if told["holds"] is False:
        told["residual"] = float(found.residual)
    if told["holds"] is False and y:
        most = max(map(abs, y.values()))
        unit = most if most > LONG else 1
        told["equations"] = _cells({cell: float(Fraction(weight, unit)) for cell, weight in y.items()}, names)
    return told


def _separable(data: Dataset, names: Names, *, free: bool) -> dict[str, Any]:
    by_token = separating(data.embeddings.numpy(), ~data.support.numpy()) if _huge(data) else None
    if by_token is not None:
        norm = float(np.linalg.norm(by_token.W))
        told = {"holds": True, "rigor": Rigor.FLOAT.name, "norm": norm, "margin": 1 / norm}
        return told | {"residual": by_token.residual, "at_least": True}
    found = max_margin(data)
    if not bool(found.decided):
        told = _independent(data) or _unknown("the margin program is too large to settle")
        return told | {"rigor": Rigor.EXACT.name} if free else told
    exact = max_margin(data.exact()) if not free and _affordable(data) else None
    if exact is not None and not bool(exact.decided):
        exact = None
    rationals = free or (None if exact is None else bool(exact.feasible))
    told = _told(doubles=bool(found.feasible), rationals=rationals)
    if told["holds"]:
        return told | ({"because": INDEPENDENT} if free else {}) | _margin(found)
    if told["holds"] is None:
        return told
    best = exact or found
    ray = np.asarray(best.ray)
    cells = {(int(j), int(v)): midpoint(ray[j, v]) for j, v in zip(*ray.nonzero(), strict=True)}
    return told | {"cells": _cells(cells, names), "residual": midpoint(np.asarray(best.residual)[()])}


def _independent(data: Dataset) -> dict[str, Any] | None:
    """Independent contexts can be given any logits: 1 - S_j / V in support and -S_j / V out of it.

    These are the least that keep the margin, context by context, so orthogonal contexts make W^mm of them; in
    general they bound the margin from below. None where the contexts are dependent.
    """
    H, inside = data.embeddings.numpy(), data.support.numpy()
    gram = H @ H.T
    if np.linalg.matrix_rank(H) < len(H):
        return None
    logits = inside - inside.mean(-1, keepdims=True)
    weights = np.linalg.solve(gram, logits)
    norm = math.sqrt(float((logits * weights).sum()))
    told = {
        "holds": True,
        "rigor": Rigor.FLOAT.name,
        "because": INDEPENDENT,
        "norm": norm,
        "margin": 1 / norm if norm else None,
        "residual": float(np.abs(gram @ weights - logits).max()),
    }
    if np.count_nonzero(gram - np.diag(np.diag(gram))):
        return {**told, "at_least": True} if norm else told
    return told | {"support_vectors": int((~inside).sum())}


def _margin(found: MaxMargin) -> dict[str, Any]:
    norm = float(found.W.norm())
    return {
        "norm": norm,
        "margin": 1 / norm if norm else None,
        "support_vectors": int(found.tight.sum()),
        "residual": float(found.residual),
    }


def _cells(weights: dict[tuple[int, int], float], names: Names) -> list[dict[str, Any]]:
    """The heaviest (context, token) pairs of an obstruction, by name."""
    heaviest = sorted(weights.items(), key=lambda item: (-abs(item[1]), item[0]))[:SHOWN]
    return [{"context": names[0][j], "token": names[1][v], "weight": weight} for (j, v), weight in heaviest]


def _training(
    data: Dataset, steps: int, *, compatible: bool | None, separable: bool | None
) -> dict[str, Any]:
    """What constant-step gradient descent does: the largest safe step, its limit and its curve by the law."""
    moment = data.embeddings.mT @ (data.pi[:, None] * data.embeddings)
    smooth = float(np.linalg.eigvalsh(moment.numpy())[-1]) / 2
    eta = 1 / smooth if smooth > 0 else 1.0
    told: dict[str, Any] = {"smoothness": smooth, "safe_step": eta}
    if compatible is None or separable is None:
        return told | {"limit": "unknown, as one of these is"}
    if not (compatible and separable):
        return told | {"limit": "the loss does not reach the entropy: its infimum lies above"}
    if bool(data.support.all()):
        limit = "the loss reaches the entropy at the finite W*: every token follows every context"
        return told | {"limit": limit}
    told["limit"] = "W_k / ||W_k|| tends to W^mm / ||W^mm||, and P_F(W_k) to W*"
    few = (data.size("V") - 1) * min(data.embeddings.shape) <= LAW_WIDTH
    if data.embeddings.numel() * data.size("V") > (LAW_ROOM if few else LAW_SIZE):
        return told | {"untold": "the data is too large for a predicted curve with a band"}
    if not within_reach(data):
        return told | {"untold": "the embeddings are too badly scaled or too nearly dependent for doubles"}
    return told | _curve(Forecast(data, eta).rows(steps), steps)


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
    """JSON has no infinity: a band without an upper end has None there."""
    return {name: None if math.isinf(x) else float(x) for name, x in banded._asdict().items()}

"""The two questions that decide where training goes: whether data is compatible, and whether it is separable.

Each answer says yes, no or unknown, in which arithmetic, and what shows it: a norm, a margin, or cells whose
equations or margins contradict each other.
"""

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from flint import fmpz_mat
from scipy import sparse
from scipy.linalg import lu_factor, lu_solve

from ntpcheck.arithmetic import midpoint
from ntpcheck.evidence import Rigor
from ntpcheck.instances.corpus import Corpus
from ntpcheck.reference.compatible import compatibility
from ntpcheck.reference.max_margin import MaxMargin, max_margin
from ntpcheck.reference.solvers.by_token import separating, solving
from ntpcheck.reference.solvers.exact_compatible import obstruction
from ntpcheck.reference.solvers.rational import independent

SHOWN = 8  # contexts and tokens that an obstruction names
EXACT_SIZE = 4096  # m V d up to which exact arithmetic is asked the same
RANK_SIZE = 2**30  # m d max(m, 2^10) up to which the contexts' independence is decided modulo a prime
WHOLE_SIZE = 2**32  # m V d beyond which W^mm and W* are only bounded where that is quicker
LONG = 2**53  # weights of an obstruction above this are told as parts of the largest
TOKENS = 256  # whose logits are a table at a time
INDEPENDENT = "the contexts are independent"  # a reason for a yes, told with it
ONE_TOKEN = "no context has two tokens, so there is no equation"
Names = tuple[Sequence[str], Sequence[str]]


def independent_for_certain(data: Corpus) -> bool:
    """Whether the contexts are independent as rationals: then the data is compatible and separable.

    They are if each has a dimension of its own, or if their integer multiples have rank m modulo a prime.
    False also where the rank is not affordable.
    """
    H = data.embeddings
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


def compatible(data: Corpus, names: Names, *, free: bool) -> dict[str, Any]:
    """Whether some decoder gives every in-support token its frequency. free: the contexts are independent."""
    alone = bool((data.supports == 1).all())
    why = {"because": ONE_TOKEN if alone else INDEPENDENT} if free or alone else {}
    by_token = solving(data.embeddings, data.counts) if _huge(data) else None
    if by_token is not None:
        norm = float(np.linalg.norm(by_token.W))
        rigor = (Rigor.EXACT if why else Rigor.FLOAT).name
        told = {"holds": True, "rigor": rigor, **why, "norm": norm, "at_most": True}
        return told | {"residual": by_token.residual}
    found = compatibility(data.dataset) if data.is_small else None
    if found is None or not bool(found.decided):
        return _unknown("the in-support equations are too large to settle")
    asked = not why and _affordable(data)
    y = obstruction(data.dataset.exact()) if asked else None
    told = _told(doubles=bool(found.compatible), rationals=y is None if why or asked else None)
    if told["holds"]:
        return told | why | {"norm": float(found.W.norm()), "error": float(found.error)}
    if told["holds"] is False:
        told["residual"] = float(found.residual)
    if told["holds"] is False and y:
        most = max(map(abs, y.values()))
        unit = most if most > LONG else 1
        told["equations"] = _cells({cell: float(Fraction(weight, unit)) for cell, weight in y.items()}, names)
    return told


def separable(data: Corpus, names: Names, *, free: bool) -> dict[str, Any]:
    """Whether some decoder puts all tokens out of support below those in it. free: as for `compatible`."""
    why = {"because": INDEPENDENT} if free else {}
    by_token = separating(data.embeddings, data.counts) if _huge(data) else None
    if by_token is not None:
        norm = float(np.linalg.norm(by_token.W))
        rigor = (Rigor.EXACT if free else Rigor.FLOAT).name
        told = {"holds": True, "rigor": rigor, **why, "norm": norm, "margin": 1 / norm}
        return told | {"residual": by_token.residual, "at_least": True}
    found = max_margin(data.dataset) if data.is_small else None
    if found is None or not bool(found.decided):
        told = independent_margin(data) or _unknown("the margin program is too large to settle")
        return told | {"rigor": Rigor.EXACT.name} if free and told["holds"] else told
    exact = max_margin(data.dataset.exact()) if not free and _affordable(data) else None
    if exact is not None and not bool(exact.decided):
        exact = None
    rationals = free or (None if exact is None else bool(exact.feasible))
    told = _told(doubles=bool(found.feasible), rationals=rationals)
    if told["holds"]:
        return told | why | _margin(found)
    if told["holds"] is None:
        return told
    best = exact or found
    ray = np.asarray(best.ray)
    cells = {(int(j), int(v)): midpoint(ray[j, v]) for j, v in zip(*ray.nonzero(), strict=True)}
    return told | {"cells": _cells(cells, names), "residual": midpoint(np.asarray(best.residual)[()])}


def independent_margin(data: Corpus) -> dict[str, Any] | None:
    """Independent contexts can be given any logits: 1 - S_j / V in support and -S_j / V out of it.

    These are the least that keep the margin, context by context. Where contexts are orthogonal they make
    W^mm; in general they bound the margin from below. None where the contexts are dependent.
    """
    H = data.embeddings
    if len(H) > H.shape[1] or np.linalg.matrix_rank(H) < len(H):
        return None
    tokens: Any = sparse.csc_array(data.counts)
    gram = H @ H.T
    factors = lu_factor(gram)
    mean = (data.supports / tokens.shape[1])[:, None]
    square, residual = 0.0, 0.0
    for first in range(0, tokens.shape[1], TOKENS):
        logits = (tokens[:, first : first + TOKENS].toarray() > 0) - mean
        weights = lu_solve(factors, logits)
        square += float((logits * weights).sum())
        residual = max(residual, float(np.abs(gram @ weights - logits).max()))
    norm = math.sqrt(square)
    told = {
        "holds": True,
        "rigor": Rigor.FLOAT.name,
        "because": INDEPENDENT,
        "norm": norm,
        "margin": 1 / norm if norm else None,
        "residual": residual,
    }
    if np.count_nonzero(gram - np.diag(np.diag(gram))):
        return {**told, "at_least": True} if norm else told
    return told | {"support_vectors": data.cells - data.counts.nnz}


def _huge(data: Corpus) -> bool:
    """Whether a token at a time is tried first: W^mm would take too much memory, or more than minutes."""
    m, _, d = data.sizes
    return not data.is_small or (m > d and data.cells * d > WHOLE_SIZE)


def _affordable(data: Corpus) -> bool:
    return data.cells * data.sizes[2] <= EXACT_SIZE


def _told(*, doubles: bool, rationals: bool | None) -> dict[str, Any]:
    """The answer and its rigor; unknown where doubles and rationals, unless not asked (None), disagree."""
    if rationals is None or doubles is rationals:
        return {"holds": doubles, "rigor": (Rigor.FLOAT if rationals is None else Rigor.EXACT).name}
    said = ("yes", "no") if doubles else ("no", "yes")
    why = "as the embeddings are badly scaled or nearly dependent"
    return _unknown(f"doubles say {said[0]} and rationals {said[1]}, {why}")


def _unknown(why: str) -> dict[str, Any]:
    return {"holds": None, "rigor": None, "why": why}


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

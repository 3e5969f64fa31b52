"""One system of margins and ties of an attention dataset, thoroughly: modulo its ties, or in rationals.

The route for dependent rows, conflicting margins and extreme sizes. Pivoted QR of the tie rows splits off
S_cyc; in coordinates of its complement the margins are a least-distance problem.
"""

from typing import NamedTuple

import numpy as np
from flint import fmpq

from ntpcheck.arithmetic import exact_array, midpoint
from ntpcheck.reference.solvers.exact_margin import ExactMargin, exact_margin
from ntpcheck.reference.solvers.graph_rows import GraphRows
from ntpcheck.reference.solvers.least_distance import least_point
from ntpcheck.reference.solvers.priority import Pairs
from ntpcheck.reference.solvers.splitting import pivoted

VANISHED = 2.0**-44  # of a row's size: what rounding leaves of a row inside S_cyc
ROUNDING = 2.0**-52


class GraphSystem(NamedTuple):
    """feasible, or None where nothing is settled; multipliers `[N]` of W^mm, or of a ray of sum 1.

    amplification: of errors in margins into W. residual: of the ray, relative.
    """

    feasible: bool | None
    multipliers: np.ndarray
    amplification: float
    residual: float


def thorough(E: np.ndarray, pairs: Pairs) -> GraphSystem:
    """Solves for embeddings `[K, d]` and one instance's rows in doubles; total on every instance."""
    steps, queries = E[pairs.high] - E[pairs.low], E[pairs.query]
    rows = (steps[:, :, None] * queries[:, None, :]).reshape(len(steps), E.shape[1] ** 2)
    nothing = GraphSystem(None, np.zeros(len(rows)), np.inf, np.inf)
    ties, margins = np.flatnonzero(pairs.tie), np.flatnonzero(~pairs.tie)
    if not len(margins):
        return nothing._replace(feasible=True, amplification=0.0, residual=0.0)
    if not np.isfinite(rows).all():
        return nothing
    Q, rank, least = pivoted(rows[ties], mode="full")
    X, clear = rows[margins] @ Q[:, rank:], least > 0
    norms, sizes = (np.sqrt((part**2).sum(1)) for part in (X, rows[margins]))
    if (norms <= VANISHED * sizes).any():
        stuck = int(margins[(norms <= VANISHED * sizes).argmax()])
        nothing.multipliers[stuck] = 1.0
        return _with_ties(nothing._replace(feasible=False if clear else None), rows, ties)
    found = least_point(X / norms[:, None], 1.0 / norms) if clear else None
    if found is None:
        return nothing
    nothing.multipliers[margins[found.cells]] = found.weights / norms[found.cells]
    if found.w is None:
        nothing.multipliers[:] /= nothing.multipliers.sum()
        return _with_ties(nothing._replace(feasible=False), rows, ties)
    shortest = norms[found.cells].min(initial=np.inf)
    amplification = found.amplification / shortest if len(found.cells) else 0.0
    return _with_ties(nothing._replace(feasible=True, amplification=float(amplification)), rows, ties)


def _with_ties(system: GraphSystem, rows: np.ndarray, ties: np.ndarray) -> GraphSystem:
    """The same with multipliers of the ties that take out what the margins pull along S_cyc."""
    pull = system.multipliers @ rows
    if len(ties):
        system.multipliers[ties] = np.linalg.lstsq(rows[ties].T, -pull, rcond=None)[0]
    left = np.linalg.norm(system.multipliers @ rows)
    size = np.abs(system.multipliers) @ np.sqrt((rows**2).sum(1))
    return system._replace(residual=float(left / size) if size > 0 else 0.0)


def exactly(E: np.ndarray, pairs: Pairs, guess: GraphSystem | None = None) -> tuple[bool | None, list[fmpq]]:
    """Whether one instance's system can be met, and the multipliers of W^mm or of a ray, in rationals.

    embeddings `[K, d]` of fmpq. None where the method gave up.
    """
    rows = GraphRows(E, pairs)
    cells = [] if guess is None else [c for c in rows.out if guess.multipliers[c] > 0]
    found = exact_margin(rows, cells, ray=guess is not None and guess.feasible is False)
    if found is None:
        return None, [fmpq(0)] * len(pairs.tie)
    return found.feasible, _multipliers(rows, found)


def _multipliers(rows: GraphRows, found: ExactMargin) -> list[fmpq]:
    coefficients = [rows.multiplier(found.point, cell) * rows.asks for cell in range(len(rows.entries))]
    if found.feasible:
        return coefficients
    total = sum((coefficients[cell] for cell in rows.out), start=fmpq(0))
    return [x / total for x in coefficients]


def exactly_in_floats(E: np.ndarray, pairs: Pairs, guess: GraphSystem) -> GraphSystem:
    """The exact solution of doubles `[K, d]`, rounded."""
    feasible, multipliers = exactly(exact_array(E), pairs, guess)
    rounded = np.array([midpoint(x) for x in multipliers], dtype=float)
    return GraphSystem(feasible, rounded, np.inf, ROUNDING)

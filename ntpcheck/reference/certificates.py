"""Certificates of the exact reference objects as files hold them: numbers are integers or "p/q" text."""

from __future__ import annotations

from typing import Any

import numpy as np

from ntpcheck.instances.dataset import Dataset
from ntpcheck.reference.exact_compatible import obstruction
from ntpcheck.reference.max_margin import dual, exact_solution, max_margin
from ntpcheck.reference.rational import Cell

Certificate = dict[str, Any]


def separable_certificate(data: Dataset) -> Certificate | None:
    """One exact instance is separable: a decoder that satisfies (6), namely W^mm. None where it is not."""
    found = max_margin(data)
    return {"kind": "decoder", "W": _matrix(found.W)} if found.feasible else None


def inseparable_certificate(data: Dataset) -> Certificate | None:
    """One exact instance is not separable: u >= 0, sum u = 1, and beta with

        sum u_jv (e_a - e_v) h_j^T + sum beta_jz (e_a - e_z) h_j^T = 0,   a the first token of S_j.

    None where it is separable, or where nothing was settled.
    """
    _, solution = exact_solution(data)
    if solution is None or solution.feasible:
        return None
    u, beta = _multipliers(data)
    return {"kind": "farkas", "u": u, "beta": beta}


def undirected_certificate(data: Dataset) -> Certificate | None:
    """W^mm of one exact instance has no direction: no token is out of support, or the data is inseparable.

    None where it has one, or where nothing was settled.
    """
    return {"kind": "empty"} if data.support.all() else inseparable_certificate(data)


def optimal_certificate(data: Dataset) -> Certificate | None:
    """W^mm of one exact instance with its multipliers: the KKT conditions. None without W^mm."""
    _, solution = exact_solution(data)
    if solution is None or not solution.feasible:
        return None
    alpha, beta = _multipliers(data)
    return {"kind": "kkt", "W": _matrix(max_margin(data).W), "alpha": alpha, "beta": beta}


def incompatible_certificate(data: Dataset) -> Certificate | None:
    """One exact instance is incompatible: integers that combine its equations to 0 = log x with x != 1."""
    y = obstruction(data)
    if y is None:
        return None
    return {"kind": "kernel", "y": [[j, z, number] for (j, z), number in sorted(y.items())]}


def _multipliers(data: Dataset) -> tuple[list[Any], list[Any]]:
    """The nonzero entries of the dual out of support, and in support besides the first tokens."""
    rows, solution = exact_solution(data)
    assert solution is not None
    Z = dual(rows, solution)
    return _listed(Z, rows.out), _listed(Z, rows.inside)


def _listed(Z: np.ndarray, cells: list[Cell]) -> list[Any]:
    return [[j, v, _text(Z[j, v])] for j, v in cells if Z[j, v] != 0]


def _matrix(W: np.ndarray) -> list[list[Any]]:
    return [[_text(x) for x in row] for row in W]


def _text(x: Any) -> Any:
    return int(x.p) if x.q == 1 else f"{x.p}/{x.q}"

"""Toy risks: logs of sums of exponentials, random ones with a conic solver's answer, and other goals."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

import cvxpy
import numpy as np

from ntpcheck.statement.hints.search import hints as search
from ntpcheck.verifier import files
from ntpcheck.verifier.arithmetic.intervals import allow
from ntpcheck.verifier.instance.world import World
from ntpcheck.verifier.language.book import Book

BOOK = """book risks "Risks"
axes m: j; q: k z; d: i; r: e
given Risk: A[j,k,i], c[j,k], w[j], y[j] in q, E[e,i], f[e], s
let risk(M[i]) = sum j. w[j] * log(sum k. c[j,k] * exp(sum i. (A[j,k,i] - A[j,y[j],i]) * M[i]))
let even(M[i]) = (sum j k. w[j] * log(sum z. exp(sum i. (A[j,z,i] - A[j,k,i]) * M[i]))) / q
let up(M[i]) = forall i. M[i] >= 0
let on(M[i]) = forall e. (sum i. E[e,i] * M[i]) = f[e]
let sigmoid(M[i])[j,k] = 1 / (sum z. exp(sum i. (A[j,z,i] - A[j,k,i]) * M[i]))
let least = minimiser M[i] of risk(M)
let least-on = minimiser M[i] of risk(M) with on(M)
let least-even = minimiser M[i] of even(M)
let low = infimum M[i]. risk(M)
let low-on = infimum M[i] | on(M). risk(M)
let ridge = minimiser M[i] of risk(M) + norm(M)^2 / 2
let powers = minimiser M[i] of sum i. (exp(M[i]) + exp(-2 * M[i]))
let tangent = minimiser M[i] of sum i. (exp(M[i]) - s * M[i])
let squared = minimiser M[i] of sum i. (M[i]^2 - s * M[i])
let fading = minimiser M[i] of (sum i. exp(M[i]))
let faded = infimum M[i]. ((sum i. exp(M[i])) + s)
let sloping = infimum M[i]. (sum i. s * M[i])
let falling = infimum M[i]. (sum i. (log(1 + exp(M[i])) + 2 * M[i]))
let constant = minimiser M[i] of s with on(M)
let all-shares = minimiser M[i] of sum j k. sigmoid(M)[j,k] with on(M)
let share = infimum M[i]. (sum j. sigmoid(M)[j,y[j]])
let concave = infimum M[i]. -risk(M)
let nested = infimum M[i]. exp(risk(M))
let slanted = minimiser M[i] of (sum e. ((sum i. E[e,i] * M[i]) - f[e])^2) + s * norm(M)^2
let flat-valley = minimiser M[i] of (sum e. ((sum i. E[e,i] * M[i]) - f[e])^2)
let saddle = infimum M[i]. ((sum i. M[i])^2 - norm(M)^2)
let shear = infimum M[i]. ((sum i. M[i])^2 - norm(M)^2 / 2)
let pit = infimum M[i]. (sum i. log((exp(M[i]) - 1)^2 + 1))
let dome = infimum M[i]. (sum i. (log(1 + exp(M[i])) - M[i]^2 / 8))
let cubic = infimum M[i]. (sum i. (M[i]^4 + M[i]^3))
let steep = infimum M[i]. (sum i. M[i] * exp(M[i]))
let squared-log = infimum M[i]. (sum i. log(1 + exp(M[i]))^2)
let irrational = infimum M[i]. (sum i. (log(1 + exp(M[i])) - log(2) * M[i]))
let upper = infimum M[i] | up(M). risk(M)
"""


@cache
def book() -> Book:
    return Book(BOOK)


def world(instance: dict[str, Any], hints: dict[str, Any] | None = None, bits: int = 64) -> World:
    """With a search for hints, or with those that are given."""
    allow(50_000_000)
    sizes, fields = files.instance(book(), "Risk", instance)
    book().given, book().local = "Risk", {}
    asked = World(
        book(), "Risk", sizes, fields, {} if hints is None else hints, search if hints is None else None
    )
    asked.reset(bits)
    return asked


def one(c: Any = (1, 1), **changed: Any) -> dict[str, Any]:
    """One log of two parts: log(c_0 + c_1 e^x) - share x, by two labels that cannot be had by one y."""
    return {
        "type": "Risk",
        "A": [[[0], [1]], [[0], [1]]],
        "c": [list(c), list(c)],
        "w": [1, 2],
        "y": [0, 1],
        "E": [[0]],
        "f": [0],
        "s": "5/3",
    } | changed


def drawn(seed: object, *, rows: int = 0) -> dict[str, Any]:
    """Small whole entries, so that ties, level directions and infima that are not attained are common."""
    rng = Random(str(seed))
    m, q, d = rng.randint(1, 4), rng.randint(2, 3), rng.randint(1, 3)
    return {
        "type": "Risk",
        "A": [[[rng.randint(-2, 2) for _ in range(d)] for _ in range(q)] for _ in range(m)],
        "c": [[rng.choice((1, 1, 2, "1/3")) for _ in range(q)] for _ in range(m)],
        "w": [rng.choice((1, 2, "1/2")) for _ in range(m)],
        "y": [rng.randrange(q) for _ in range(m)],
        "E": [[rng.randint(-1, 1) for _ in range(d)] for _ in range(max(rows, 1))] if rows else [[0] * d],
        "f": [rng.randint(-1, 1) for _ in range(rows)] if rows else [0],
        "s": 2,
    }


def rows(instance: dict[str, Any]) -> np.ndarray:
    """The exponents of a risk, those of the labels taken off."""
    a = np.array(instance["A"], dtype=float)
    return a - np.array([r[y] for r, y in zip(a, instance["y"], strict=True)])[:, None]


def conic(instance: dict[str, Any]) -> tuple[float, Any]:
    """The infimum by a conic solver, infinite where no point is left, and the goal as a function."""
    a = rows(instance)
    c = np.array([[float(Fraction(x)) for x in r] for r in instance["c"]])
    w = np.array([float(Fraction(x)) for x in instance["w"]])
    x = cvxpy.Variable(a.shape[2])
    goal = sum(u * cvxpy.log_sum_exp(r @ x + np.log(k)) for u, r, k in zip(w, a, c, strict=True))
    e, f = (np.array(instance[name], dtype=float) for name in ("E", "f"))
    program = cvxpy.Problem(cvxpy.Minimize(goal), [e @ x == f])
    program.solve(solver=cvxpy.CLARABEL)

    def value(at: np.ndarray) -> float:
        return float(sum(u * np.log(k @ np.exp(r @ at)) for u, r, k in zip(w, a, c, strict=True)))

    return (np.inf if program.status == "infeasible" else float(program.value)), value


def attained(instance: dict[str, Any]) -> bool:
    """Whether no direction lets a part of a risk vanish while no part grows."""
    a = rows(instance)
    flat = a.reshape(-1, a.shape[2])
    u, s = cvxpy.Variable(flat.shape[1]), cvxpy.Variable(len(flat))
    limits = [flat @ u + s <= 0, s >= 0, s <= 1, np.array(instance["E"], dtype=float) @ u == 0]
    return cvxpy.Problem(cvxpy.Maximize(cvxpy.sum(s)), limits).solve(solver=cvxpy.CLARABEL) < 1 / 2


def null(instance: dict[str, Any]) -> np.ndarray:
    """Directions that keep to the equations and in which no log changes."""
    a = rows(instance)
    level = np.concatenate([a.reshape(-1, a.shape[2]), np.array(instance["E"], dtype=float)])
    _, sizes, v = np.linalg.svd(level)
    return v[int((sizes > 1e-9).sum()) :]

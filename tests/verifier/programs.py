"""Small programs, the nearest point to t with A x >= b and E x = f, solved by trying all active sets."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import chain, combinations
from random import Random
from typing import Any

import flint

from ntpcheck.statement.hints.search import hints as search
from ntpcheck.verifier import files
from ntpcheck.verifier.arithmetic.intervals import allow
from ntpcheck.verifier.instance.world import World
from ntpcheck.verifier.language.book import Book

TEXT = """book programs "Programs"
axes m: j; q: k; d: i
given Program: A[j,i], b[j], E[k,i], f[k], t[i], strict[j] natural
let above(X[i]) = forall j | strict[j] = 0. (sum i. A[j,i] * X[i]) >= b[j]
let on(X[i]) = forall k. (sum i. E[k,i] * X[i]) = f[k]
let beyond(X[i]) = forall j | strict[j] = 1. (sum i. A[j,i] * X[i]) > b[j]
let P = closest X[i] to t with above(X) and on(X)
let least = shortest X[i] with on(X) and above(X)
let Q = closest X[i] to t with on(X) and above(X) and beyond(X)
let there-is = solvable X[i]. above(X) and on(X)
let inside = solvable X[i]. on(X) and beyond(X) and above(X)
claim programs/here "(1)" on Program
    says     a point is there
    formula  there-is
"""
Vector = list[Fraction]


@cache
def book() -> Book:
    return Book(TEXT)


def drawn(seed: object) -> dict[str, Any]:
    """Small whole entries, so that ties, dependent rows and contradictions are common."""
    rng = Random(str(seed))
    m, q, d = rng.randint(1, 4), rng.randint(1, 2), rng.randint(1, 3)

    def row() -> list[int]:
        return [rng.randint(-2, 2) for _ in range(d)]

    return {
        "type": "Program",
        "A": [row() for _ in range(m)],
        "b": [rng.randint(-2, 2) for _ in range(m)],
        "E": [row() if rng.random() < 0.5 else [0] * d for _ in range(q)],
        "f": [rng.choice((0, 0, 0, 1)) for _ in range(q)],
        "t": [str(Fraction(rng.randint(-4, 4), rng.choice((1, 2, 3)))) for _ in range(d)],
        "strict": [int(rng.random() < 0.2) for _ in range(m)],
    }


def world(instance: dict[str, Any], *, hints: Any = None) -> World:
    """With a search for hints, or with those that are given."""
    allow(2_000_000)
    sizes, fields = files.instance(book(), "Program", instance)
    book().given, book().local = "Program", {}
    asked = World(book(), "Program", sizes, fields, hints or {}, search if hints is None else None)
    asked.reset(64)
    return asked


def dot(a: Vector, b: Vector) -> Fraction:
    return sum((x * y for x, y in zip(a, b, strict=True)), Fraction(0))


def whole(x: Fraction) -> flint.fmpq:
    return flint.fmpq(x.numerator, x.denominator)


def solved(a: list[Vector], b: Vector) -> Vector | None:
    """The weights w with (sum of w_i a_i) on all rows, by the Gram matrix; None where rows are dependent."""
    if not a:
        return []
    size = len(a)
    gram = flint.fmpq_mat(size, size, [whole(dot(x, y)) for x in a for y in a])
    if gram.det() == 0:
        return None
    found = gram.solve(flint.fmpq_mat(size, 1, [whole(x) for x in b]))
    return [Fraction(int(found[i, 0].p), int(found[i, 0].q)) for i in range(size)]


def rows(instance: dict[str, Any], matrix: str, right: str) -> list[tuple[Vector, Fraction]]:
    parts = zip(instance[matrix], instance[right], strict=True)
    return [([Fraction(x) for x in row], Fraction(value)) for row, value in parts]


def nearest(instance: dict[str, Any], target: Vector) -> Vector | None:
    """The nearest feasible point: that of a set of active rows which pull inward, where all rows hold."""
    equations = rows(instance, "E", "f")
    kept = [row for row, s in zip(rows(instance, "A", "b"), instance["strict"], strict=True) if s == 0]
    every = [(row, x, True) for row, x in equations] + [(row, x, False) for row, x in kept]
    for chosen in chain.from_iterable(combinations(every, k) for k in range(len(every) + 1)):
        weights = solved([row for row, _, _ in chosen], [x - dot(row, target) for row, x, _ in chosen])
        if weights is None or any(
            w < 0 and not equal for w, (_, _, equal) in zip(weights, chosen, strict=True)
        ):
            continue
        point = [
            t + sum((w * row[i] for w, (row, _, _) in zip(weights, chosen, strict=True)), Fraction(0))
            for i, t in enumerate(target)
        ]
        if all(dot(row, point) == x for row, x in equations) and all(dot(row, point) >= x for row, x in kept):
            return point
    return None

"""Definitions re-read from the paper in fractions and linear programmes, sharing no code with the package."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
from scipy.optimize import linprog


def rows(data: Any) -> list[list[Fraction]]:
    """The embeddings of one instance as fractions."""
    return [[Fraction(x) for x in row] for row in data.embeddings.tolist()]


def rank(matrix: list[list[Fraction]]) -> int:
    """By elimination over the rationals."""
    work, found = [list(row) for row in matrix], 0
    for column in range(len(work[0]) if work else 0):
        pivot = next((r for r in range(found, len(work)) if work[r][column]), None)
        if pivot is None:
            continue
        work[found], work[pivot] = work[pivot], work[found]
        for r in range(found + 1, len(work)):
            factor = work[r][column] / work[found][column]
            work[r] = [a - factor * b for a, b in zip(work[r], work[found], strict=True)]
        found += 1
    return found


def in_support(data: Any) -> list[list[int]]:
    return [[z for z, count in enumerate(row) if count > 0] for row in data.counts.tolist()]


def differences(data: Any) -> tuple[list[list[Fraction]], list[tuple[int, int, int]]]:
    """The matrices (e_z - e_z') h_j^T, z the first token of S_j and z' the others, flattened."""
    embeddings, matrices, labels = rows(data), [], []
    V, d = data.size("V"), data.size("d")
    for j, support in enumerate(in_support(data)):
        for other in support[1:]:
            matrix = [[Fraction(0)] * d for _ in range(V)]
            matrix[support[0]] = list(embeddings[j])
            matrix[other] = [-x for x in embeddings[j]]
            matrices.append([x for row in matrix for x in row])
            labels.append((j, support[0], other))
    return matrices, labels


def compatible(data: Any) -> bool:
    """Definition 1: a rank condition where every ratio is a power of two, else least squares."""
    matrices, labels = differences(data)
    if not matrices:
        return True
    counts = data.counts.tolist()
    ratios = [Fraction(counts[j][a], counts[j][b]) for j, a, b in labels]
    powers = [math.log2(ratio) for ratio in ratios]
    if all(power == round(power) for power in powers):
        augmented = [[*row, Fraction(round(power))] for row, power in zip(matrices, powers, strict=True)]
        return rank(matrices) == rank(augmented)
    system, right = np.array(matrices, dtype=float), np.log(np.array(ratios, dtype=float))
    solution = np.linalg.lstsq(system, right)[0]
    return bool(np.abs(system @ solution - right).max() < 1e-8 * max(1.0, np.abs(right).max()))


def separable(data: Any) -> bool:
    """Definition 2 as the feasibility of a linear programme."""
    equalities, _ = differences(data)
    embeddings, V, d = rows(data), data.size("V"), data.size("d")
    margins = []
    for j, support in enumerate(in_support(data)):
        for v in sorted(set(range(V)) - set(support)):
            matrix = np.zeros((V, d))
            matrix[support[0]] -= np.array(embeddings[j], dtype=float)
            matrix[v] += np.array(embeddings[j], dtype=float)
            margins.append(matrix.ravel())
    if not margins:
        return True
    scale = np.abs(margins).max() or 1.0
    tied = (
        {"A_eq": np.array(equalities, dtype=float) / scale, "b_eq": np.zeros(len(equalities))}
        if equalities
        else {}
    )
    result = linprog(
        np.zeros(V * d), np.array(margins) / scale, -np.ones(len(margins)), bounds=(None, None), **tied
    )
    return result.status == 0


def separates(data: Any, decoder: Any) -> bool:
    """(6a) and (6b) for one decoder, in fractions."""
    W, embeddings = [[Fraction(x) for x in row] for row in decoder.tolist()], rows(data)
    for j, support in enumerate(in_support(data)):
        logits = [sum(a * b for a, b in zip(row, embeddings[j], strict=True)) for row in W]
        inside = {logits[z] for z in support}
        if len(inside) > 1:
            return False
        if any(min(inside) - logits[v] < 1 for v in range(len(W)) if v not in support):
            return False
    return True


def ties(data: Any, decoder: Any) -> bool:
    """(6a) alone, in fractions."""
    W, embeddings = [[Fraction(x) for x in row] for row in decoder.tolist()], rows(data)
    for j, support in enumerate(in_support(data)):
        logits = {sum(a * b for a, b in zip(W[z], embeddings[j], strict=True)) for z in support}
        if len(logits) > 1:
            return False
    return True


def definite(matrix: list[list[Fraction]]) -> bool:
    """Positive semidefinite, by elimination over the rationals."""
    work = [list(row) for row in matrix]
    for k in range(len(work)):
        if work[k][k] < 0:
            return False
        if work[k][k] == 0:
            if any(work[k][c] for c in range(k, len(work))):
                return False
            continue
        for r in range(k + 1, len(work)):
            factor = work[r][k] / work[k][k]
            work[r] = [a - factor * b for a, b in zip(work[r], work[k], strict=True)]
    return True

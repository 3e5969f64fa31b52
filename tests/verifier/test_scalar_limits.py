"""Limits said of an inner product, or of a norm, where lemmas know what the sequence keeps away from."""

from __future__ import annotations

from pathlib import Path

import pytest

from ntpcheck.verifier.judge import Answer
from ntpcheck.verifier.language.book import Book
from tests.verifier.refusals import reasons
from tests.verifier.toys import put

# The first entry goes to x - 4 tanh x, which keeps 6/5 <= |x| <= 12/5, across 0 for ever; the second stays.
TEXT = """book me "Mine"
axes d: a
given Two: s[a], P[a], Q[a]
let wave(x) = 4 * (exp(x) - exp(-x)) / (exp(x) + exp(-x))
trajectory W_k[a] along k from s by W_k[a] - wave(dot(P, W_k)) * P[a]
claim me/it "1" on Two
    says it
    limit {}
"""
INSTANCE = {"type": "Two", "s": ["19/10", 2], "P": [1, 0], "Q": [0, 1]}
SWING = {"claim.direction": [1, 0], "claim.near": "6/5", "claim.far": "12/5"}
STILL = {"claim.W_k": [0, 1]}
FALSE = [
    ("kept-off", SWING, "tends(dot(P, W_k), 0)"),
    ("kept-off", SWING, "tends(3 - 2 * dot(P, W_k), 3)"),
    ("kept-off", SWING, "tends(norm(W_k - 2 * Q), 0)"),
    ("kept-off", SWING, "(tends(dot(P, W_k), 0)) and bounded(norm(W_k))"),
    ("conserved", STILL, "tends(dot(Q, W_k), 1)"),
    ("conserved", STILL, "tends(5 * dot(Q, W_k) + 1, 12)"),
    ("conserved", STILL, "tends(norm(W_k), 0)"),
    ("conserved", STILL, "(tends(sqrt(dot(P, W_k)^2 + 1), 0)) and (tends(dot(Q, W_k), 1))"),
]
TRUE = [
    ("kept-off", SWING, "not (tends(dot(P, W_k), 0))"),
    ("kept-off", SWING, "(tends(dot(P, W_k), 0)) or bounded(norm(W_k))"),
    ("kept-off", SWING, "tends(dot(Q, W_k), 2)"),
    ("kept-off", SWING, "tends(dot(P, W_k) - dot(P, W_k), 0)"),
    ("kept-off", SWING, "tends(0 * dot(P, W_k), 0)"),
    ("kept-off", SWING, "tends(dot(P, W_k) / k, 0)"),
    ("conserved", STILL, "tends(dot(Q, W_k), 2)"),
    ("conserved", STILL, "tends(5 * dot(Q, W_k) + 1, 11)"),
    ("conserved", STILL, "tends(dot(Q, W_k)^2, 4)"),
    ("conserved", STILL, "tends(dot(Q, W_k) / k, 0)"),
    ("conserved", STILL, "not (tends(norm(W_k), 0))"),
    ("conserved", STILL, "(tends(norm(W_k), 0)) implies (tends(dot(Q, W_k), 0))"),
    ("conserved", {"claim.W_k": [0, 0]}, "tends(dot(Q, W_k), 2)"),
]


def said(lemma: str, hints: dict[str, object], limit: str, folder: Path) -> Answer:
    return put(Book(TEXT.format(limit), "me.book"), INSTANCE, hints, folder, lemma)


@pytest.mark.parametrize(("lemma", "hints", "limit"), FALSE)
def test_a_false_limit_of_a_number_is_refuted(
    lemma: str, hints: dict[str, object], limit: str, tmp_path: Path
) -> None:
    assert said(lemma, hints, limit, tmp_path).outcome == "ACCEPTED"


@pytest.mark.parametrize(("lemma", "hints", "limit"), TRUE)
def test_a_true_limit_of_a_number_is_not(
    lemma: str, hints: dict[str, object], limit: str, tmp_path: Path
) -> None:
    found = said(lemma, hints, limit, tmp_path)
    assert (found.outcome, found.reason) == ("REJECTED", reasons("numbers")[f"{lemma} {limit} {hints}"])

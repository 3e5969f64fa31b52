"""Planted falsehoods over runs and paths that fall on one plain instance each, by a file that is accepted."""

from __future__ import annotations

from functools import cache

import pytest

from ntpcheck.claim import Claim
from ntpcheck.domains import plain
from ntpcheck.engine.trials import stated
from ntpcheck.statement.document import finding
from ntpcheck_papers.thrampoulidis2024 import PAPER

ASLANT = plain.data([[1, 0], [4, 0]], [["3/4", "1/4"], ["1/4", "3/4"]])
TILTED = plain.data([[1, 4, 0]], [[1]])  # a finite part that the path leaves a trace of
ONE = plain.data([[1, 0]], [[1]])
FAR = [run for run in plain.runs() if float(run.eta) >= plain.FAR_LEAP]


@cache
def lines() -> dict[str, Claim]:
    return stated(PAPER)


@pytest.mark.share(2)
@pytest.mark.parametrize(
    ("name", "instance", "lemma"),
    [
        ("lemma-2/loss#dropped-assumption/step-size", FAR[1], "stays-above"),
        ("lemma-3/infimum#dropped-assumption/step-size", FAR[0], "stays-above"),
        ("theorem-2/finite-part#dropped-assumption/step-size", FAR[1], "kept-off"),
        ("sharper/path-finite-part#wrong-constant", TILTED, "balanced"),
        ("lemma-3/infimum#tightened-bound", plain.run([[1, 0]]), "at-a-step"),
        ("sharper/path-finite-part#wrong-rate/remainder", TILTED, "balanced"),
        ("sharper/one-context/rate#wrong-rate/twice", plain.run([[1, 0]]), "coordinates"),  # Z is left open
        ("sharper/path-offset-rate#wrong-sign", ONE, "balanced"),  # X follows from W~, once W~ is known
        ("sharper/path-offset-rate#omitted-term", ASLANT, "balanced"),
    ],
)
def test_a_planted_line_falls(name: str, instance: object, lemma: str) -> None:
    said = finding(lines()[f"linear/{name}"], instance, "fails", found={"seed": 0, "version": ""}, brief=True)
    assert not said.objections
    assert said.document is not None
    assert said.document["lemma"] == lemma


@pytest.mark.share(2)
@pytest.mark.parametrize(
    ("name", "instance"),
    [
        ("lemma-2/loss", FAR[1]),
        ("sharper/one-context/rate", plain.run([[1, 0]])),
        ("sharper/one-context/rate", plain.run([[1, 0, 0]])),
        ("sharper/path-offset-rate", ONE),
        ("sharper/path-offset-rate", ASLANT),
        ("sharper/path-finite-part", TILTED),
    ],
)
def test_the_true_statement_stands_there(name: str, instance: object) -> None:
    claim = next(claim for claim in PAPER.claims if claim.id == f"linear/{name}")
    assert finding(claim, instance, "fails", found={"seed": 0, "version": ""}, brief=True).objections

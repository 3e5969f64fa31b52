"""Whoever is EXHAUSTED speaks of no real number: its scope is all there is."""

from __future__ import annotations

from typing import Any

import pytest

from ntpcheck.claim import Claim, Paper
from ntpcheck.engine.exhaust import reals
from ntpcheck.statement.agreement import instances
from ntpcheck.statement.ruling import said, world_of
from ntpcheck.verifier.arithmetic.intervals import TooMuch, Undecided, Undefined, allow
from ntpcheck_papers.li2024 import PAPER as ATTENTION
from ntpcheck_papers.thrampoulidis2024 import PAPER as LINEAR

REAL = {"embeddings", "head", "W", "W2", "U", "W0", "eta", "gamma", "R", "table", "knee"}
EXHAUSTED = [
    paper[name]
    for paper in (LINEAR, ATTENTION)
    for name, verdict in paper.expected.items()
    if verdict == "EXHAUSTED"
]


@pytest.mark.parametrize("paper", [LINEAR, ATTENTION], ids=lambda paper: paper.key)
def test_no_claim_with_a_real_parameter_is_exhausted(paper: Paper) -> None:
    found = {name for name, verdict in paper.expected.items() if verdict == "EXHAUSTED"}
    assert found
    assert not {name: reals(paper[name]) for name in found if reals(paper[name])}


def by_the_book(claim: Claim, instance: Any) -> str:
    allow(2_000_000)
    assert claim.book is not None
    assert claim.stated is not None
    try:
        return said(world_of(claim.book, claim.stated, instance), claim.stated)
    except (Undecided, Undefined, TooMuch) as problem:
        return type(problem).__name__


@pytest.mark.parametrize("claim", EXHAUSTED, ids=lambda claim: claim.id)
def test_its_truth_does_not_change_with_real_numbers(claim: Claim) -> None:
    """Each real field is tripled and moved by one: the book, read afresh, says the same."""
    told = []
    for instance in instances(claim, 6, 5):
        there = {name: getattr(instance, name) for name in instance.AXES if name in REAL}
        moved = instance.replace(**{name: 3 * array + 1 for name, array in there.items()})
        told.append((by_the_book(claim, instance), by_the_book(claim, moved)))
    assert told
    assert all(before == after for before, after in told)

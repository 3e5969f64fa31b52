"""Every planted falsehood of the papers is refuted by the engine that judges the papers."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace
from functools import cache

import pytest

from ntpcheck.claim import CATEGORIES
from ntpcheck.engine.detect import detect
from ntpcheck.engine.run import PLANTED, profile_named
from ntpcheck_papers.li2024 import PAPER as ATTENTION
from ntpcheck_papers.thrampoulidis2024 import PAPER as LINEAR

EFFORT = profile_named(PLANTED)  # as hard as a run looks for them
PAPERS = (LINEAR, ATTENTION)
SURVIVORS: dict[tuple[str, str], str] = {}  # (claim, kind) -> why its checker cannot refute it


def case(paper, planted):
    """One falsehood, with the domain over which all those planted beside its claims are searched at once."""
    return pytest.param(paper, paper[planted.of].domain, planted, id=f"{planted.of}#{planted.kind}")


def chosen(config):
    """Every sixth falsehood of a category; with --faults=nightly, or where one is named, all of them."""
    every = config.getoption("--faults") == "nightly" or any("[" in name for name in config.args)
    return {paper: paper.planted if every else share(paper.planted) for paper in PAPERS}


def share(planted):
    met = Counter()
    found = []
    for one in planted:
        if met[one.category] % 6 == 0:
            found.append(one)
        met[one.category] += 1
    return tuple(found)


def pytest_generate_tests(metafunc):
    if "planted" in metafunc.fixturenames:
        cases = [case(paper, one) for paper, some in chosen(metafunc.config).items() for one in some]
        metafunc.parametrize(("paper", "domain", "planted"), cases)


@cache
def detections(paper, domain, planted):
    claims = tuple(claim for claim in paper.claims if claim.domain is domain)
    found = detect(replace(paper, planted=planted), EFFORT, seed=0, claims=claims)
    return {(d.planted.of, d.planted.kind): d for d in found}


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.key)
def test_every_claim_has_two_planted_falsehoods_of_different_statement(paper):
    for claim in paper.claims:
        planted = paper.false_neighbours(claim.id)
        assert len({p.statement for p in planted} - {claim.statement}) >= 2, claim.id
    names = Counter((p.of, p.kind) for p in paper.planted)
    assert max(names.values()) == 1, names.most_common(1)


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.key)
def test_every_falsehood_is_of_a_known_category(paper):
    assert {p.category for p in paper.planted} <= set(CATEGORIES)
    assert all(re.fullmatch(r"[a-z-]+(/[A-Za-z0-9-]+)?", p.kind) for p in paper.planted)


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.key)
def test_some_of_every_category_are_searched(paper, pytestconfig):
    assert {p.category for p in chosen(pytestconfig)[paper]} == {p.category for p in paper.planted}


def test_a_planted_falsehood_is_refuted(paper, domain, planted, record_property, pytestconfig):
    found = detections(paper, domain, chosen(pytestconfig)[paper])[planted.of, planted.kind]
    record_property("ntpcheck", json.dumps({"examples": found.examples, "outcome": found.outcome}))
    if (planted.of, planted.kind) in SURVIVORS:
        assert not found.detected, "listed as a survivor, yet it is refuted now: take it off the list"
    else:
        assert found.detected, f"{planted.statement}: {found.outcome}, {found.reason}"

"""The record of misprints that nothing notices, compared with fresh draws.

`pytest tests/engine/test_survivors.py --update-golden` writes the record anew, from DRAWN misprints of
each book. A failure tells the seed of its draw.
"""

from __future__ import annotations

import json
import math
import random
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from ntpcheck.claim import Paper
from ntpcheck.engine.proofreading.reader import Proofreader
from ntpcheck.engine.proofreading.survivors import (
    NOTICED,
    OPEN,
    Proof,
    became,
    name,
    proofread,
    record,
    share,
)
from ntpcheck.statement.misprints import drawn, misprints
from ntpcheck_papers import li2024, thrampoulidis2024

PAPERS = {paper.key: paper for paper in (thrampoulidis2024.PAPER, li2024.PAPER)}
RECORD = Path(__file__).with_name("survivors.json")
SEED, DRAWN, AFRESH = 1, 60, 12
RECORDED: dict[str, dict[str, Any]] = (
    json.loads(RECORD.read_text(encoding="utf-8")) if RECORD.exists() else {}
)


@pytest.fixture(scope="module", autouse=True)
def anew(request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--update-golden"):
        RECORDED.update({key: record(proofread(paper, DRAWN, SEED), SEED) for key, paper in PAPERS.items()})
        RECORD.write_text(json.dumps(RECORDED, indent=1) + "\n", encoding="utf-8")


@pytest.mark.parametrize("key", PAPERS)
def test_the_record_adds_up_and_names_each_survivor(key: str) -> None:
    told = RECORDED[key]
    counts = {how: told[how] for how in (*NOTICED, *OPEN)}
    assert sum(counts.values()) == told["drawn"]
    assert told["noticed"] == round(share(counts), 3)
    for how in OPEN:
        assert told["names"][how] == sorted(told["names"][how])
        assert len(told["names"][how]) == told[how]


@pytest.mark.parametrize("key", PAPERS)
def test_of_fresh_misprints_as_many_are_noticed_as_the_record_says(key: str) -> None:
    """Within four standard deviations of the difference of two draws."""
    seed, reader, proof = random.SystemRandom().randrange(10**6), Proofreader(PAPERS[key]), Proof()
    for misprint in islice(drawn(reader.book, seed), AFRESH):
        proof.add(misprint, became(reader, misprint))
    expected, tried = RECORDED[key]["noticed"], AFRESH - proof.counts["same"]
    each = 1 / max(tried, 1) + 1 / (RECORDED[key]["drawn"] - RECORDED[key]["same"])
    deviation = math.sqrt(expected * (1 - expected) * each)
    assert share(proof.counts) >= expected - 4 * deviation, (seed, proof)


@pytest.mark.parametrize("key", PAPERS)
def test_a_drawn_name_of_the_record_is_still_what_it_says(key: str) -> None:
    paper: Paper = PAPERS[key]
    seed, reader = random.SystemRandom().randrange(10**6), Proofreader(paper)
    how, named = random.Random(seed).choice([(how, n) for how in OPEN for n in RECORDED[key]["names"][how]])
    place = named.partition(": ")[0].rpartition(", ")[0] or named.partition(": ")[0]
    found = [m for m in misprints(reader.book, [place]) if name(m) == named]
    assert found, f"{named} is no misprint any longer: write the record anew"
    assert how in {became(reader, m) for m in found}, f"seed {seed}: {named}: write the record anew"

"""The record of drawn misprints and what noticed each: it is tried again, misprint by misprint.

`pytest tests/engine/test_survivors.py --update-golden --timeout=0` writes the record anew, from DRAWN
misprints of each book, in a quarter of an hour. A failure tells the seed by which a misprint of the record
was chosen.
"""

from __future__ import annotations

import json
import random
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from ntpcheck.engine.proofreading.reader import Proofreader
from ntpcheck.engine.proofreading.survivors import NOTICED, OPEN, Proof, became, name, record, share
from ntpcheck.statement.editing.misprints import Misprint
from ntpcheck.statement.editing.printed import drawn, prints
from ntpcheck_papers import li2024, thrampoulidis2024

PAPERS = {paper.key: paper for paper in (thrampoulidis2024.PAPER, li2024.PAPER)}
RECORD = Path(__file__).with_name("survivors.json")
SEED, DRAWN = 1, 24
RECORDED: dict[str, dict[str, Any]] = (
    json.loads(RECORD.read_text(encoding="utf-8")) if RECORD.exists() else {}
)


def recorded(key: str) -> dict[str, Any]:
    """Each misprint is tried by a reader of its own: what one of them brings to light helps no other."""
    proof, book = Proof(), Proofreader(PAPERS[key]).book
    for misprint in islice(drawn(book, SEED), DRAWN):
        proof.add(misprint, became(Proofreader(PAPERS[key]), misprint))
    return record(proof, SEED) | {"noticed by": {how: sorted(proof.named[how]) for how in NOTICED}}


@pytest.fixture(scope="module", autouse=True)
def anew(request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--update-golden"):
        RECORDED.update({key: recorded(key) for key in PAPERS})
        RECORD.write_text(json.dumps(RECORDED, indent=1) + "\n", encoding="utf-8")


def found(reader: Proofreader, named: str) -> list[Misprint]:
    """The misprints of that name; more than one where names are cut short."""
    place = named.partition(": ")[0].rpartition(", ")[0] or named.partition(": ")[0]
    there = [m for m in prints(reader.book, [place]) if name(m) == named]
    assert there, f"{named} is no misprint any longer: write the record anew"
    return there


@pytest.mark.parametrize("key", PAPERS)
def test_the_record_adds_up_and_names_each_survivor(key: str) -> None:
    told = RECORDED[key]
    counts = {how: told[how] for how in (*NOTICED, *OPEN)}
    assert sum(counts.values()) == told["drawn"]
    assert told["noticed"] == round(share(counts), 3)
    for how in OPEN:
        assert told["names"][how] == sorted(told["names"][how])
        assert len(told["names"][how]) == told[how]
    assert {how: len(names) for how, names in told["noticed by"].items()} == {
        how: told[how] for how in NOTICED
    }


@pytest.mark.parametrize("key", PAPERS)
def test_what_the_record_says_is_noticed_is_noticed_again(key: str) -> None:
    seed, reader = random.SystemRandom().randrange(10**6), Proofreader(PAPERS[key])
    known = [named for names in RECORDED[key]["noticed by"].values() for named in names]
    named = random.Random(seed).choice(known)
    told = {became(reader, m) for m in found(reader, named)}
    assert told & set(NOTICED), f"seed {seed}: {named}: {told}"


def test_a_drawn_survivor_of_the_record_is_still_what_it_says(request: pytest.FixtureRequest) -> None:
    """One of either book: all that could notice it is tried, which takes the better part of a minute."""
    if request.config.getoption("--faults") != "nightly":
        pytest.skip("a minute for one misprint: with --faults=nightly")
    seed = random.SystemRandom().randrange(10**6)
    survivors = [(key, how, n) for key in PAPERS for how in OPEN for n in RECORDED[key]["names"][how]]
    key, how, named = random.Random(seed).choice(survivors)
    reader = Proofreader(PAPERS[key])
    assert how in {became(reader, m) for m in found(reader, named)}, f"seed {seed}: {named}: write it anew"

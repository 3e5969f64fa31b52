"""What is forged is not accepted, unless it is a counterexample all the same.

NTPCHECK_SEED in the environment draws other forgeries; the seed is told where a test fails.
"""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

from ntpcheck.claim import Paper
from ntpcheck.statement.forgeries import KINDS
from ntpcheck.statement.forging import fields_named, forge, mutate, stored, told_of
from ntpcheck.verifier.command import answer
from ntpcheck_papers import li2024, thrampoulidis2024

PAPERS = (thrampoulidis2024.PAPER, li2024.PAPER)
SEED = int(os.environ.get("NTPCHECK_SEED", "0"))
NUMBER = 300
ALLOWANCE = 2_000_000  # units of work; no stored file takes a quarter of it


FILES = tuple(kind for kind in KINDS if kind != "hints")


@pytest.mark.parametrize("kinds", [FILES, ("hints",)], ids=["files", "hints"])
def test_no_forgery_is_accepted_that_is_false(kinds: tuple[str, ...]) -> None:
    found = forge(PAPERS, NUMBER, SEED, kinds, ALLOWANCE)
    assert sum(found.counts.values()) == NUMBER
    assert not found.false, f"NTPCHECK_SEED={SEED}"


def test_no_changed_file_is_accepted_that_is_false() -> None:
    counts = mutate(PAPERS, NUMBER, SEED)
    assert sum(counts.values()) == NUMBER
    assert not counts["ACCEPTED, false"], f"NTPCHECK_SEED={SEED}"


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.key)
def test_every_stored_file_is_accepted_as_it_is(
    paper: Paper, record_property: Callable[[str, object], None]
) -> None:
    assert paper.shelf is not None
    assert paper.folder is not None
    books, files = {paper.key: paper.shelf}, sorted(paper.folder.glob("counterexamples/*.json"))
    told = {path.name: answer(books, path) for path in files}
    longest = max(1 + len(said.lines) for said in told.values())
    record_property("times", len(files))
    record_property("most: lines printed", longest)
    assert not [name for name, said in told.items() if said.outcome != "ACCEPTED"]
    assert longest <= 12


def test_every_kind_of_forgery_is_made() -> None:
    for kind in KINDS:
        found = forge(PAPERS, 5, SEED, (kind,), ALLOWANCE)
        assert sum(found.counts.values()) == 5


def test_the_oracle_tells_real_from_false() -> None:
    files = stored(PAPERS)
    paper, document = next((p, d) for p, d in files if d["claim"] == "linear/equation-7/equality@short")
    assert told_of(paper, document, files) == "real"
    assert told_of(paper, document, []) == "real"
    assert told_of(paper, document | {"says": "undefined"}, files) == "false"
    assert told_of(paper, document | {"claim": "linear/equation-7/bound"}, files) == "false"
    assert told_of(paper, document | {"claim": "linear/equation-7/equality@neurips"}, []) == "false"


def test_fields_that_a_statement_does_not_name_do_not_make_a_file_false() -> None:
    """A lemma exhibits the W of linear/theorem-1/proof/boundary@short; the instance's own says nothing."""
    files = stored(PAPERS)
    paper, document = next((p, d) for p, d in files if d["claim"] == "linear/theorem-1/proof/boundary@short")
    assert paper.shelf is not None
    assert fields_named(paper.shelf, paper.shelf.claims[document["claim"]]) == {"counts", "embeddings"}
    other = document | {"instance": document["instance"] | {"W": [[0], ["17/16"]]}}
    assert told_of(paper, other, []) == "real"
    assert told_of(paper, other | {"hints": {}}, []) == "false"

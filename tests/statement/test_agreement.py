"""Books and checkers are two encodings of one statement: here they are held against each other."""

from __future__ import annotations

import os
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest
from flint import arb

from ntpcheck.arithmetic import exact_array
from ntpcheck.claim import Claim, Effort, Paper
from ntpcheck.engine.judgement import Judged
from ntpcheck.evidence import Evidence, Outcome
from ntpcheck.instances.attention import Attending
from ntpcheck.statement import record
from ntpcheck.statement.agreement import Agreement, _values, agreement, compare
from ntpcheck_papers import li2024, thrampoulidis2024

PAPERS = (thrampoulidis2024.PAPER, li2024.PAPER)
INSTANCES = {"few": 3, "nightly": 380}  # for each claim: some 900 comparisons of both papers, or 100,000
SEED = int(os.environ.get("NTPCHECK_SEED", "0")) + 1  # another one than that of the kept comparisons


def formulas(paper: Paper) -> list[Claim]:
    return [claim for claim in paper.claims if claim.stated and claim.stated.kind == "formula"]


CLAIMS = [pytest.param(paper, claim, id=claim.id) for paper in PAPERS for claim in formulas(paper)]


@pytest.mark.parametrize(("paper", "claim"), CLAIMS)
def test_book_and_checker_agree(
    paper: Paper,
    claim: Claim,
    pytestconfig: pytest.Config,
    record_property: Callable[[str, object], None],
) -> None:
    """Neither is sure of what the other is sure is wrong; slacks that are the same stay the same."""
    assert paper.shelf is not None
    number = INSTANCES[str(pytestconfig.getoption("--faults"))]
    found = agreement(paper.shelf, claim, number, seed=SEED, effort=Effort())
    record_property("times", found.compared)
    record_property("figure: clashes", len(found.clashes))
    assert not found.clashes
    if record.stored(paper)[claim.id]["values"] == "same":
        assert not found.counts["values differ"]


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.key)
def test_every_formula_has_been_compared_as_it_stands(paper: Paper) -> None:
    kept = record.stored(paper)
    stale = [
        c.id
        for c in formulas(paper)
        if not c.origin or kept.get(c.id, {}).get("statement") != c.origin.digest
    ]
    assert not stale, "run `python -m ntpcheck book agree KEY --instances 200 --write`"


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.key)
def test_the_kept_comparisons_have_no_clash(paper: Paper) -> None:
    assert not [name for name, row in record.stored(paper).items() if row["clashes"]]


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.key)
def test_the_books_assumptions_are_the_claims(paper: Paper) -> None:
    for claim in paper.claims:
        assert claim.stated is not None
        assert tuple(a.name for a in claim.assumes) == claim.stated.assumes


@pytest.mark.parametrize("sign", [1, -1])
def test_a_slack_that_underflows_agrees_with_a_tiny_ball(sign: int) -> None:
    """exp(-1024) is no double: its bounds as doubles are 0 and the least one, on the side of its sign."""
    tiny = Fraction(sign, 2**2000)
    ball = Evidence(np.asarray(arb(sign) / arb(2) ** 2000, dtype=object), exact_array(0), exact_array(1))
    other = Evidence(np.asarray(-arb(sign) / arb(2) ** 2000, dtype=object), exact_array(0), exact_array(1))
    assert _values((tiny, tiny), Judged(None, Outcome.HOLDS, ball)) == "values agree"
    assert _values((tiny, tiny), Judged(None, Outcome.HOLDS, other)) == "values differ"


def test_a_condition_that_is_hardly_met_is_no_clash() -> None:
    """The label leads by some exp(-96), which 64 bits do not tell from 0, and f_W(X) is far from e_y."""
    data = {
        "type": "Attending",
        "W": [[512, 512], [1024, -512]],
        "counts": [[1, 1, 0]],
        "embeddings": [["-1/2", "1/4"], [0, 0], ["1/2", "1/4"]],
        "head": [[-1, -1], [0, -1], [1, -1]],
        "knee": 0,
        "labels": [0],
        "last": [0],
        "loss": 4,
    }
    paper = li2024.PAPER
    claim = paper["attention/section-4.1/correct-prediction"]
    assert paper.shelf is not None
    found = Agreement(claim.id)
    compare(paper.shelf, claim, found, Attending.from_json(data).exact(), Effort())
    assert (found.counts, found.clashes) == ({"same outcome": 1, "FAILS/FAILS": 1}, [])

"""The papers' claims on rare structures, which their own sweeps do not draw: none that stands falls there."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ntpcheck.claim import Effort, Paper
from ntpcheck.domains.rare import rare
from ntpcheck.engine.examine import SHAPES
from ntpcheck.engine.filling import sweep
from ntpcheck.engine.sweep import generator
from ntpcheck.engine.tally import MOST_UNDECIDED, Tally
from ntpcheck.evidence import Outcome
from ntpcheck_papers import li2024, thrampoulidis2024

EFFORT = Effort(batch=64)
STANDS = ("SUPPORTED", "EXHAUSTED")


@pytest.mark.timeout(600)
@pytest.mark.parametrize("paper", [thrampoulidis2024.PAPER, li2024.PAPER], ids=lambda paper: paper.key)
def test_what_stands_holds_on_rare_structures(paper: Paper, request: pytest.FixtureRequest) -> None:
    """Every twelfth claim of each domain without training runs; with --faults=nightly all."""
    step = 1 if request.config.getoption("--faults") == "nightly" else 12
    looked = 0
    for domain in dict.fromkeys(claim.domain for claim in paper.claims):
        shared = [claim for claim in paper.claims if claim.domain is domain]
        claims = [claim for claim in shared if paper.expected.get(claim.id) in STANDS][::step]
        if domain.costly or domain.as_drawn or not claims:
            continue
        drawn = rare(type(domain.sampler(generator("kind"), 1)))
        if drawn is None:
            continue
        tallies = [Tally(claim, EFFORT) for claim in claims]
        sweep(replace(domain, sampler=drawn, rare=drawn), tallies, EFFORT, 0, shapes=SHAPES)
        looked += len(claims)
        for tally in tallies:
            assert tally.broken is None, tally.claim.id
            assert not tally.outcomes[Outcome.FAILS], tally.claim.id
            assert not tally.undefined, tally.claim.id
            assert tally.outcomes[Outcome.UNDECIDED] <= MOST_UNDECIDED * tally.inside, tally.claim.id
    assert looked >= 10

"""A paper as a pytest suite: `test_the_claims_keep_their_verdicts = suite(PAPER)`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ntpcheck.claim import Claim, Domain, Effort, Paper
from ntpcheck.report.gate import State, compare

if TYPE_CHECKING:
    from ntpcheck.engine.tally import Tally

SHARE = 4  # a test looks at this fraction of the instances that `verify` sweeps


def suite(paper: Paper | str | Path) -> Callable[..., None]:
    """One test per claim, named by its id, that fails when the verdict is not the one expected.

    paper: a Paper, or the file of a book. The expected verdict is the paper's expected.json; without one,
    SUPPORTED and EXHAUSTED pass. A verdict that was accepted for another statement is not the expected one.
    The first test of a domain examines all claims over it that the session tests, as `verify` does.
    """
    paper = _paper(paper)
    cases = [pytest.param(claim, id=claim.id, marks=_mark(paper, claim)) for claim in paper.claims]
    examined: dict[tuple[Domain, Effort], dict[str, Tally]] = {}

    @pytest.mark.parametrize("claim", cases)
    def the_claim_keeps_its_verdict(
        claim: Claim, request: pytest.FixtureRequest, record_property: Callable[[str, object], None]
    ) -> None:
        how = effort(request.config)
        if (claim.domain, how) not in examined:
            asked = {claim.id, *_asked(request)}
            sharing = [c for c in paper.claims if c.domain is claim.domain and c.id in asked]
            examined[claim.domain, how] = _examined(tuple(sharing), paper, how)
        found, message = _settled(examined[claim.domain, how][claim.id])
        record_property("ntpcheck", {"claim": claim.id, "paper": paper.key, "verdict": found})
        accepted = paper.accepted
        restated = accepted.restated({claim.id: claim.digest} if claim.digest else {})
        comparison = compare({claim.id: found}, accepted.verdicts, restated).comparisons[0]
        if comparison.state is not State.PASSED:
            again = f"{claim.id}: {claim.statement}\n  python -m ntpcheck verify '{claim.id}'"
            pytest.fail(f"{comparison}\n{message or again}", pytrace=False)

    return the_claim_keeps_its_verdict


def _paper(paper: Paper | str | Path) -> Paper:
    from ntpcheck.report.catalogue import load

    return paper if isinstance(paper, Paper) else load(str(paper))


def _mark(paper: Paper, claim: Claim, what: str = "verdicts") -> pytest.MarkDecorator:
    """The claim's id, and the name under which pytest-xdist keeps tests of one domain in one process."""
    return pytest.mark.ntpclaim(claim.id, group=f"{what} of {paper.key}, {claim.domain.name}")


def _asked(request: pytest.FixtureRequest) -> set[str]:
    """The ids of the claims that the session tests by the same test function."""
    node = request.node
    beside = [item for item in request.session.items if item.parent is node.parent]
    named = [item for item in beside if getattr(item, "originalname", "") == node.originalname]
    return {mark.args[0] for item in named for mark in item.iter_markers("ntpclaim")}


def effort(config: pytest.Config) -> Effort:
    """How hard the tests look, from the plugin's options where the plugin is loaded."""
    from ntpcheck.backends import device
    from ntpcheck.engine.run import profile_named

    asked = profile_named(str(config.getoption("ntpcheck_profile", "quick")))
    where = str(device(str(config.getoption("ntpcheck_device", "cpu"))))
    return replace(asked, batch=max(asked.batch // SHARE, 40), device=where)


def _examined(claims: tuple[Claim, ...], paper: Paper, how: Effort, seed: int = 0) -> dict[str, Tally]:
    from ntpcheck.engine.examine import examine

    tallies = examine(claims, how, seed, lambda *_, **__: None, paper)
    return {tally.claim.id: tally for tally in tallies}


def _settled(tally: Tally, seed: int = 0) -> tuple[str, str]:
    """A claim's verdict and what there is to say about it."""
    from ntpcheck.engine.settle import settle

    settled = settle(tally, seed)
    return str(settled.verdict), str(settled)


def conformance(paper: Paper | str | Path) -> Callable[..., None]:
    """One test per claim: its checker is total, batched, invariant, and agrees with exact numbers.

    paper: a Paper, or the file of a book, whose formulas are then the checkers.
    """
    paper = _paper(paper)
    cases = [pytest.param(claim, id=claim.id, marks=_mark(paper, claim, "rules")) for claim in paper.claims]

    @pytest.mark.parametrize("claim", cases)
    def the_checker_keeps_the_rules(claim: Claim, request: pytest.FixtureRequest) -> None:
        from ntpcheck.engine.conformance import breaches

        found = breaches(claim, effort(request.config))
        if found:
            pytest.fail("\n".join(found), pytrace=False)

    return the_checker_keeps_the_rules

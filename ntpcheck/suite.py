"""A paper as a pytest suite: `test_the_claims_keep_their_verdicts = suite(PAPER)`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from ntpcheck.claim import Claim, Effort, Paper
from ntpcheck.report.gate import State, compare

SHARE = 4  # a test looks at this fraction of the instances that `verify` sweeps


def suite(paper: Paper) -> Callable[..., None]:
    """One test per claim, named by its id, that fails when the verdict is not the one expected.

    The expected verdict is the paper's expected.json; without one, SUPPORTED and EXHAUSTED pass.
    """
    cases = [pytest.param(claim, id=claim.id, marks=pytest.mark.ntpclaim(claim.id)) for claim in paper.claims]

    @pytest.mark.parametrize("claim", cases)
    def the_claim_keeps_its_verdict(
        claim: Claim, request: pytest.FixtureRequest, record_property: Callable[[str, object], None]
    ) -> None:
        found, message = check(claim, paper, effort(request.config))
        record_property("ntpcheck", {"claim": claim.id, "paper": paper.key, "verdict": found})
        comparison = compare({claim.id: found}, paper.expected).comparisons[0]
        if comparison.state is not State.PASSED:
            again = f"{claim.id}: {claim.statement}\n  python -m ntpcheck verify '{claim.id}'"
            pytest.fail(f"{comparison}\n{message or again}", pytrace=False)

    return the_claim_keeps_its_verdict


def effort(config: pytest.Config) -> Effort:
    """How hard the tests look, from the plugin's options where the plugin is loaded."""
    from ntpcheck.backends import device
    from ntpcheck.engine.run import profile_named

    asked = profile_named(str(config.getoption("ntpcheck_profile", "quick")))
    where = str(device(str(config.getoption("ntpcheck_device", "cpu"))))
    return replace(asked, batch=max(asked.batch // SHARE, 40), device=where)


def check(claim: Claim, paper: Paper, how: Effort, seed: int = 0) -> tuple[str, str]:
    """The claim's verdict and what there is to say about it."""
    from ntpcheck.engine.examine import examine
    from ntpcheck.engine.settle import settle

    (tally,) = examine((claim,), how, seed, lambda *_, **__: None, paper)
    settled = settle(tally, seed)
    return str(settled.verdict), str(settled)


def conformance(paper: Paper) -> Callable[..., None]:
    """One test per claim: its checker is total, batched, invariant, and agrees with exact numbers."""
    cases = [pytest.param(claim, id=claim.id) for claim in paper.claims]

    @pytest.mark.parametrize("claim", cases)
    def the_checker_keeps_the_rules(claim: Claim, request: pytest.FixtureRequest) -> None:
        from ntpcheck.engine.conformance import breaches

        found = breaches(claim, effort(request.config))
        if found:
            pytest.fail("\n".join(found), pytrace=False)

    return the_checker_keeps_the_rules

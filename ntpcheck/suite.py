"""A paper as a pytest suite: `test_the_claims_keep_their_verdicts = suite(PAPER)`."""

import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from ntpcheck.claim import Claim, Domain, Effort, Paper
from ntpcheck.engine.tally import Tally
from ntpcheck.report.gate import State, compare

Settle = Callable[[], tuple[str, str]]  # a claim's verdict, and what there is to say about it
SHARE = 4  # a test looks at this fraction of the instances that `verify` sweeps


def suite(paper: Paper | str | Path) -> Callable[..., None]:
    """One test per claim, named by its id, that fails when the verdict is not the one expected.

    paper: a Paper, or the file of a book. The expected verdict is the paper's expected.json; without one,
    SUPPORTED and EXHAUSTED pass. A verdict that was accepted for another statement is not the expected one.
    The first test of a domain examines all claims over it that the session tests, as `verify` does.
    """
    paper = _paper(paper)
    cases = [pytest.param(claim, id=claim.id, marks=_mark(paper, claim)) for claim in paper.claims]
    examined: dict[tuple[Domain, Effort], dict[str, Settle]] = {}

    @pytest.mark.parametrize("claim", cases)
    def the_claim_keeps_its_verdict(
        claim: Claim, request: pytest.FixtureRequest, record_property: Callable[[str, object], None]
    ) -> None:
        how = effort(request.config)
        if (claim.domain, how) not in examined:
            asked = {claim.id, *_asked(request)}
            sharing = [c for c in paper.claims if c.domain is claim.domain and c.id in asked]
            examined[claim.domain, how] = _examined(tuple(sharing), paper, how)
        found, message = examined[claim.domain, how][claim.id]()
        record_property("ntpcheck", {"claim": claim.id, "paper": paper.key, "verdict": found})
        accepted = paper.accepted
        restated = accepted.restated({claim.id: claim.digest} if claim.digest else {})
        comparison = compare({claim.id: found}, accepted.verdicts, restated).comparisons[0]
        if comparison.state is not State.PASSED:
            way = "\n  after that `python -m ntpcheck gate --update` makes this the expected verdict"
            said = f"{comparison}\n{message}{way if comparison.state is State.NEW else ''}"
            pytest.fail(said, pytrace=False)

    return the_claim_keeps_its_verdict


def _paper(paper: Paper | str | Path) -> Paper:
    from ntpcheck.report.catalogue import load

    return paper if isinstance(paper, Paper) else load(str(paper))


def _address(paper: Paper) -> str:
    """How the command line names a paper, as my.book or module:PAPER; empty for a paper of ours."""
    from ntpcheck.addressed import at, by_address

    if _own(paper):
        return ""
    try:
        function, arguments = by_address(paper)
    except TypeError:  # a test made it, and nothing holds it under a name
        return ""
    if function is at:
        return ":".join(arguments)
    book = arguments[1]
    inside = isinstance(book, Path) and book.is_absolute() and book.is_relative_to(Path.cwd())
    return str(book.relative_to(Path.cwd()) if inside else book)


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


def _examined(claims: tuple[Claim, ...], paper: Paper, how: Effort, seed: int = 0) -> dict[str, Settle]:
    """How each claim is settled; a third party's claims are settled at once, in a process of their own."""
    from ntpcheck.engine.examine import examine

    if not _own(paper):
        return _apart(claims, paper, how, seed)
    tallies = examine(claims, how, seed, lambda *_, **__: None, paper)
    return {tally.claim.id: partial(_settled, tally, "") for tally in tallies}


def _own(paper: Paper) -> bool:
    """Whether the paper comes with ntpcheck."""
    from ntpcheck.report.catalogue import own

    mine = [sys.modules[name] for name in own() if name in sys.modules]
    return any(value is paper for module in mine for value in vars(module).values())


def _apart(claims: tuple[Claim, ...], paper: Paper, how: Effort, seed: int) -> dict[str, Settle]:
    from ntpcheck.engine.examine import examine
    from ntpcheck.engine.isolation import apart

    found: dict[str, Settle] = {}
    address = _address(paper)

    def work(some: tuple[Claim, ...], write: Callable[..., None]) -> None:
        for tally in examine(some, how, seed, lambda *_, **__: None, paper):
            verdict, message = _settled(tally, address)
            write("verdict", claim=tally.claim.id, verdict=verdict, message=message)

    def write(event: str, **told: Any) -> None:
        if event == "verdict":
            found[told["claim"]] = lambda: (told["verdict"], told["message"])

    def broken(claim: Claim, why: str) -> None:
        found[claim.id] = lambda: ("BROKEN", f"{claim.id}: {claim.statement}\n  {why}")

    apart(claims, work, write, broken)
    return found


def _settled(tally: Tally, paper: str, seed: int = 0) -> tuple[str, str]:
    """A claim's verdict and what there is to say about it. paper: how the command line names its paper."""
    from ntpcheck.engine.settle import settle

    settled = settle(tally, seed)
    return str(settled.verdict), settled.at_length(paper)


def conformance(paper: Paper | str | Path) -> Callable[..., None]:
    """One test per claim: its checker is total, batched, invariant, and agrees with exact numbers.

    paper: a Paper, or the file of a book, whose formulas are then the checkers.
    """
    paper = _paper(paper)
    cases = [pytest.param(claim, id=claim.id, marks=_mark(paper, claim, "rules")) for claim in paper.claims]

    @pytest.mark.parametrize("claim", cases)
    def the_checker_keeps_the_rules(claim: Claim, request: pytest.FixtureRequest) -> None:
        found = _breaches(claim, paper, effort(request.config))
        if found:
            pytest.fail("\n".join(found), pytrace=False)

    return the_checker_keeps_the_rules


def _breaches(claim: Claim, paper: Paper, how: Effort) -> list[str]:
    """What a checker does wrong; a third party's is tried in a process of its own, which it may end."""
    from ntpcheck.engine.conformance import breaches
    from ntpcheck.engine.isolation import Whereabouts, allowed, isolated

    if _own(paper):
        return breaches(claim, how)
    found, at = list[str](), Whereabouts()

    def work(write: Callable[..., None]) -> None:
        write("breaches", lines=breaches(at.watched(claim), how))

    def heard(_: str, lines: list[str]) -> None:
        found.extend(lines)

    ended = isolated(work, heard, at, longest=allowed([claim]))
    return [*found, f"{claim.id}: {ended.why}"] if ended else found

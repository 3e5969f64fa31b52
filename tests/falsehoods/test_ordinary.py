"""False limits of training, put as ordinary claims, end refuted at plain instances; true ones do not."""

from __future__ import annotations

from functools import cache

import pytest

from ntpcheck.claim import Claim, Paper
from ntpcheck.engine.settle import plainly
from ntpcheck.evidence import Verdict
from ntpcheck.statement.proposals_rates import beside, ways
from ntpcheck.statement.search import hints as search
from ntpcheck.verifier import judge, lemmas
from ntpcheck.verifier.book import Claim as Stated
from ntpcheck.verifier.intervals import Undecided, Undefined, allow
from ntpcheck.verifier.world import World
from ntpcheck_papers.li2024 import PAPER as ATTENTION
from ntpcheck_papers.thrampoulidis2024 import PAPER as LINEAR
from tests.falsehoods.ordinary import ordinary

RUNS = {"attention": "attention-runs", "linear": "runs"}
UNSTATED = (  # what their checkers compare is no formula of the book
    "linear/lemma-4/4#tightened-bound",
    "linear/lemma-4/4@short#tightened-bound",
    "linear/lemma-4/4@short/amended#tightened-bound",
    "linear/sharper/steps/loss#tightened-bound",
)
SOON = (
    "attention/theorem-3/direction#swapped-roles",
    "attention/theorem-4/norm#wrong-rate",
    "attention/theorem-3/proof/eq-29#tightened-bound",
    "attention/sharper/offset#wrong-sign",
    "attention/sharper/step-shift#omitted-term",
    "attention/sharper/direction-rate#wrong-constant",
    "attention/sharper/loss-law#wrong-constant",
    "attention/theorem-3/direction#wrong-program/no-ties",
    "attention/sharper/log-log-drift#wrong-constant",
    "attention/sharper/cyclic-part-rate#wrong-constant",
    "attention/sharper/residual-rate#wrong-rate/twice",
    "attention/sharper/residual-rate#wrong-rate/one-over-k",
    "linear/lemma-2/loss#wrong-constant",
    "linear/theorem-2/direction#wrong-program/no-ties",
    "linear/theorem-2/direction#wrong-program/all-tight",
    "linear/theorem-2/finite-part#wrong-sign",
    "linear/sharper/log-log-drift#wrong-limit/bounded",
    "linear/sharper/finite-part-rate#wrong-weights",
    "linear/sharper/direction-rate#omitted-term/off-span",
    "linear/sharper/any-probabilities/finite-part#wrong-constant",
    "linear/sharper/residual-rate#wrong-rate/one-over-k",
)


def over_runs(claim: Claim, paper: Paper) -> bool:
    return claim.domain.name == RUNS[paper.key] and claim.stated is not None and claim.stated.kind == "limit"


@cache
def falsehoods() -> dict[str, Claim]:
    return {claim.id: claim for paper in (ATTENTION, LINEAR) for claim in ordinary(paper)}


@pytest.mark.parametrize("paper", [ATTENTION, LINEAR], ids=lambda paper: paper.key)
def test_each_falsehood_over_training_runs_has_a_line_of_its_own(paper: Paper) -> None:
    planted = [one for one in paper.planted if over_runs(paper[one.of], paper)]
    stated = [claim for claim in falsehoods().values() if claim.id.startswith(f"{paper.key}/")]
    names = [f"{one.of}#{one.kind}" for one in planted]
    assert [claim.id for claim in stated] == [name for name in names if name not in UNSTATED]
    for one in planted:
        if (claim := falsehoods().get(f"{one.of}#{one.kind}")) is not None:
            assert claim.stated is not None
            assert claim.stated.clause("says") == one.statement
            assert claim.digest != paper[one.of].digest


@pytest.mark.parametrize("name", SOON)
def test_a_false_limit_is_refuted_without_a_stored_file(name: str) -> None:
    settled = plainly(falsehoods()[name], 0)
    assert settled is not None
    assert settled.verdict is Verdict.REFUTED
    assert settled.told["accepted"]


TRUE = [
    claim
    for paper in (ATTENTION, LINEAR)
    for claim in paper.claims
    if over_runs(claim, paper) and paper.expected[claim.id] == "SUPPORTED"
]


def admitted(world: World, stated: Stated) -> bool:
    """Whether the instance is inside the claim's assumptions: outside, a true statement may fail."""
    try:
        judge.admitted(world, stated, ())
    except (judge.Rejected, Undecided):
        return False
    return True


@pytest.mark.parametrize("claim", TRUE, ids=lambda claim: claim.id)
def test_no_true_limit_is_refuted_where_the_false_ones_are(claim: Claim) -> None:
    stated, plain = claim.stated, claim.domain.plain
    assert stated is not None
    assert claim.book is not None
    assert plain is not None
    for instance in plain():
        allow(20_000_000)
        world = judge.load(claim.book, stated, instance.to_json(), {}, search)
        if not admitted(world, stated):
            continue
        for lemma, proposed in (("coordinates", ways), ("in-a-plane", beside)):
            for shown in proposed(world, stated.core):
                world.hints = {**world.hints, **shown}
                with pytest.raises((Undecided, Undefined)):
                    lemmas.refute(world, stated.core, lemma)

"""False limits of training, put as ordinary claims, end refuted at plain instances; true ones do not."""

from __future__ import annotations

from functools import cache

import pytest

from ntpcheck.claim import Claim
from ntpcheck.engine.settle import plainly
from ntpcheck.evidence import Verdict
from ntpcheck.statement.proposals_rates import beside, ways
from ntpcheck.statement.search import hints as search
from ntpcheck.verifier import judge, lemmas
from ntpcheck.verifier.book import Claim as Stated
from ntpcheck.verifier.intervals import Undecided, Undefined, allow
from ntpcheck.verifier.world import World
from properties.li2024 import PAPER
from tests.falsehoods.ordinary import ordinary

RUNS = "attention-runs"
SOON = (
    "theorem-3/direction#swapped-roles",
    "theorem-4/norm#wrong-rate",
    "theorem-3/proof/eq-29#tightened-bound",
    "sharper/offset#wrong-sign",
    "sharper/step-shift#omitted-term",
    "sharper/direction-rate#wrong-constant",
    "sharper/loss-law#wrong-constant",
    "theorem-3/direction#wrong-program/no-ties",
    "sharper/log-log-drift#wrong-constant",
    "sharper/cyclic-part-rate#wrong-constant",
    "sharper/residual-rate#wrong-rate/twice",
    "sharper/residual-rate#wrong-rate/one-over-k",
)


@cache
def falsehoods() -> dict[str, Claim]:
    return {claim.id: claim for claim in ordinary(PAPER)}


def test_each_falsehood_over_training_runs_has_a_line_of_its_own() -> None:
    planted = [one for one in PAPER.planted if PAPER[one.of].domain.name == RUNS]
    assert list(falsehoods()) == [f"{one.of}#{one.kind}" for one in planted]
    assert len({claim.digest for claim in falsehoods().values()}) >= len(planted) - 12  # some share a formula
    for one in planted:
        claim = falsehoods()[f"{one.of}#{one.kind}"]
        assert claim.stated is not None
        assert claim.stated.clause("says") == one.statement
        assert claim.digest != PAPER[one.of].digest


@pytest.mark.parametrize("name", SOON)
def test_a_false_limit_is_refuted_without_a_stored_file(name: str) -> None:
    settled = plainly(falsehoods()[f"attention/{name}"], 0)
    assert settled is not None
    assert settled.verdict is Verdict.REFUTED
    assert settled.told["accepted"]


TRUE = [
    claim.id
    for claim in PAPER.claims
    if claim.domain.name == RUNS and claim.stated is not None and claim.stated.kind == "limit"
]
FALSE = ("attention/theorem-3/proof/loss-comparison", "attention/section-6/pseudo-direction")


def admitted(world: World, stated: Stated) -> bool:
    """Whether the instance is inside the claim's assumptions: outside, a true statement may fail."""
    try:
        judge.admitted(world, stated, ())
    except (judge.Rejected, Undecided):
        return False
    return True


@pytest.mark.parametrize("name", [name for name in TRUE if name not in FALSE])
def test_no_true_limit_is_refuted_where_the_false_ones_are(name: str) -> None:
    claim = PAPER[name]
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

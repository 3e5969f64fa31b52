"""A scope is looked at whole: what holds everywhere is exhausted, and one failing instance is a witness."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch

from ntpcheck.checks.compare import at_most, decided
from ntpcheck.claim import Assumption, Claim, Domain, Effort, Paper
from ntpcheck.domains import DATASETS
from ntpcheck.engine import exhaust as module
from ntpcheck.engine.exhaust import exhaust, meaning, reals, within
from ntpcheck.engine.judgement import decide
from ntpcheck.engine.run import Journal, verify
from ntpcheck.engine.sweep import standing
from ntpcheck.engine.tally import LEAST_INSIDE, Tally
from ntpcheck.evidence import Outcome, Rigor, Verdict, judge
from ntpcheck.instances.dataset import Decoding
from ntpcheck_papers.li2024 import PAPER as ATTENTION
from ntpcheck_papers.thrampoulidis2024 import PAPER
from tests.engine.toys import TOYS, identity

EFFORT = Effort(batch=64)


def grid():
    """All corners k/4 of W from -3 to 40, one context, one token."""
    corners = torch.arange(-12, 161, dtype=torch.float64) / 4
    for half in corners.split(100):
        ones = torch.ones(len(half), 1, 1)
        yield Decoding(ones, ones.long(), half[:, None, None])


SCOPED = replace(TOYS, name="toys", scope=grid)
NONNEGATIVE = Assumption("nonnegative", lambda d: at_most(0 * d.W[..., 0, 0], d.W[..., 0, 0], terms=1))


def toy(conclude, assumes=(), domain=SCOPED):
    return Claim("toy/scoped", "a toy", "(1)", domain, assumes, conclude)


def looked(claim, effort=EFFORT):
    tally = Tally(claim, effort)
    exhaust(claim.domain, [tally], effort)
    return tally


def square(data, effort):
    x = data.W[..., 0, 0]
    return at_most(x, x * x + 1, terms=4)


def small(data, effort):
    return at_most(data.W[..., 0, 0], 0 * data.W[..., 0, 0] + 40, terms=0) if effort else None


def test_what_holds_everywhere_is_exhausted_and_says_of_what():
    tally = looked(toy(square))
    assert (
        tally.scope
        == "all 173 admitted of 173 toys: all corners k/4 of W from -3 to 40, one context, one token"
    )
    assert tally.inside == 0


def test_only_admitted_instances_count():
    assert "all 161 admitted of 173" in str(looked(toy(square, (NONNEGATIVE,))).scope)


def test_one_failing_instance_is_found_and_is_a_witness():
    def almost(data, effort):
        return (
            at_most(data.W[..., 0, 0], 0 * data.W[..., 0, 0] + 39.875, terms=1)
            if data.xp.name == "float"
            else at_most(data.W[..., 0, 0] * 8, 0 * data.W[..., 0, 0] + 319, terms=1)
        )

    tally = looked(toy(almost))
    assert tally.scope is None
    assert [str(w.instance.W) for w in tally.witnesses] == ["[[40]]"]
    assert tally.verdict(certified=True) is Verdict.REFUTED


def test_an_undefined_instance_makes_the_claim_ill_posed():
    def direction(data, effort):
        x = data.W[..., 0, 0]
        return decided((x == x), x, defined=x != 0)

    tally = looked(toy(direction))
    assert (tally.scope, len(tally.undefined)) == (None, 1)


def test_rows_that_floats_leave_open_are_decided_exactly(monkeypatch):
    def vague(data, effort):
        found = square(data, effort)
        return found if data.is_exact else replace(found, error=found.error + 1e9)

    assert looked(toy(vague)).scope is not None
    monkeypatch.setattr(module, "LIFTS", 10)
    assert looked(toy(vague)).scope is None


def test_rows_whose_assumptions_floats_leave_open_are_decided_exactly():
    vague = replace(
        NONNEGATIVE,
        check=lambda d: replace(NONNEGATIVE.check(d), error=0 * d.W[..., 0, 0] + (0 if d.is_exact else 1e9)),
    )
    tally = looked(toy(lambda d, e: at_most(0 * d.W[..., 0, 0], d.W[..., 0, 0], terms=0), (vague,)))
    assert not tally.witnesses  # what fails is outside


def test_trends_exhaust_nothing():
    assert looked(toy(lambda d, e: replace(square(d, e), rigor=Rigor.TREND))).scope is None


def test_a_checker_that_raises_breaks_its_claim_only():
    def raises(data, effort):
        raise ValueError("no such number")

    bad, good = Tally(toy(raises), EFFORT), Tally(toy(square), EFFORT)
    exhaust(SCOPED, [bad, good], EFFORT)
    assert "no such number" in str(bad.broken)
    assert good.scope is not None
    broken = Assumption("raises", lambda data: raises(data, None))
    tally = looked(toy(square, (broken,)))
    assert (tally.scope, "no such number" in str(tally.broken)) == (None, True)


def test_a_scope_too_large_for_the_effort_or_too_small_to_mean_much_is_left_alone():
    assert looked(toy(square), Effort(batch=5)).scope is None
    some = Assumption("huge", lambda d: at_most(36 + 0 * d.W[..., 0, 0], d.W[..., 0, 0], terms=1))
    assert looked(toy(square, (some,))).scope is None
    assert looked(identity).scope is None
    whole = within(SCOPED, 173)
    assert whole is not None
    assert sum(batch.batch[0] for batch in whole) == 173
    assert (within(SCOPED, 172), within(TOYS, 9)) == (None, [])
    assert meaning(Domain("plain", TOYS.strategy, TOYS.sampler, lambda: iter(()))) == "a finite scope"


def test_real_parameters_are_read_off_the_statement():
    assert reals(toy(square)) == {"embeddings", "W"}  # no book states it: what instances hold
    told = {c.id: reals(c) for c in (*PAPER.claims, *ATTENTION.claims)}
    assert not told["attention/sharper/one-piece"]  # graphs
    assert not told["linear/remark-1/one-hot-entropy"]  # counts
    assert told["linear/lemma-1/separable"] == {"h"}
    assert told["linear/autoregressive/same-form"] == {"W", "g"}
    assert "h" in told["linear/sharper/one-context/finite-part"]  # in an assumption


def test_a_scope_of_graphs_is_exhausted_and_one_of_reals_is_supported():
    graphs = ATTENTION["attention/sharper/one-piece"]
    for claim, verdict in ((toy(square), Verdict.SUPPORTED), (graphs, Verdict.EXHAUSTED)):
        tally = looked(claim, Effort())
        tally.outcomes[Outcome.HOLDS] += LEAST_INSIDE
        assert tally.scope
        assert tally.verdict(certified=False) is verdict


def test_a_run_names_the_scope_and_keeps_its_drawn_numbers():
    journal = Journal()
    paper = Paper("toy", "A toy paper", (toy(square),))
    verify([paper], (), profile="quick", seed=0, device="cpu", journal=journal, progress=lambda event: None)
    (verdict,) = [event for event in journal.events if event["event"] == "verdict"]
    assert verdict["verdict"] == "SUPPORTED"
    assert verdict["n"] >= 512
    assert "173 toys" in verdict["scope"]


@pytest.mark.parametrize("claim", [c for c in PAPER.claims if c.domain is DATASETS], ids=lambda c: c.id)
def test_flipping_a_coordinate_changes_no_outcome(claim):
    """A scope keeps one instance per orbit: what a claim says must not depend on which."""
    batch = next(b for b in DATASETS.scope() if (b.size("m"), b.size("V"), b.size("d")) == (2, 2, 2))
    inside, boundary, _ = standing(claim.assumes, batch)
    assert not boundary.any()
    if not inside.any():
        return
    some = batch.select(np.flatnonzero(inside)[::41])
    flipped = some.replace(embeddings=some.embeddings * torch.tensor([-1.0, 1.0]))
    turned = some.permute("d", [1, 0]).permute("m", [1, 0]).permute("V", [1, 0])

    def told(data):
        found = judge(claim.conclude(data, EFFORT))
        for i in np.flatnonzero(found == Outcome.UNDECIDED):
            found[i] = decide(claim, data.row(int(i)).exact(), EFFORT).outcome
        return found.tolist()

    assert told(some.replace()) == told(flipped) == told(turned)

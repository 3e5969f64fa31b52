"""One exact instance is decided at the first precision that settles it, and by the book only around 0."""

from __future__ import annotations

import math
from dataclasses import replace
from types import SimpleNamespace

import flint
import pytest
from flint import arb, fmpq

from ntpcheck.claim import Assumption, Effort
from ntpcheck.engine import judgement
from ntpcheck.engine.judgement import PRECISIONS, Judged, decide
from ntpcheck.evidence import Evidence, Outcome, Rigor
from ntpcheck.instances.dataset import Decoding
from tests.engine.toys import PAPER

CLAIM = replace(PAPER["toy/small-corner"], assumes=())
POINT = Decoding([[0]], [[1]], [["3"]])


def evidence(slack, scale=1):
    return Evidence(slack, 0.0, scale, rigor=Rigor.FLOAT)


def asked(slack_at):
    """A claim whose slack depends on the precision, and the precisions that it was asked at."""
    seen = []

    def conclude(data, effort):
        seen.append(flint.ctx.prec)
        return evidence(slack_at(flint.ctx.prec))

    return replace(CLAIM, conclude=conclude), seen


@pytest.mark.parametrize(
    ("outcome", "lower", "upper", "rigor", "sure"),
    [
        (Outcome.HOLDS, 0.0, 1.0, Rigor.BALL, True),
        (Outcome.HOLDS, -1e-300, 1.0, Rigor.EXACT, False),
        (Outcome.HOLDS, 0.0, 1.0, Rigor.FLOAT, False),
        (Outcome.FAILS, -1.0, -1e-300, Rigor.BALL, True),
        (Outcome.FAILS, -1.0, 0.0, Rigor.EXACT, False),  # as a strict one may, which is not below 0
        (Outcome.FAILS, -1.0, -0.5, Rigor.TREND, False),
        (Outcome.UNDECIDED, 1.0, 2.0, Rigor.EXACT, False),
    ],
)
def test_a_slack_has_a_sign_where_it_is_at_least_0_or_below(
    monkeypatch, outcome, lower, upper, rigor, sure
) -> None:
    monkeypatch.setattr(judgement, "bounds", lambda _: (lower, upper, 0.0))
    monkeypatch.setattr(judgement, "rigor_of", lambda _: rigor)
    monkeypatch.setattr(judgement, "outcome_of", lambda _: outcome)
    assert judgement._has_a_sign(evidence(0.0)) is sure


@pytest.mark.parametrize(
    ("outcome", "signed", "kept"),
    [
        (Outcome.HOLDS, True, True),
        (Outcome.HOLDS, False, False),
        (Outcome.FAILS, True, False),
        (Outcome.UNDECIDED, True, False),
    ],
)
def test_what_is_said_of_an_assumption_lasts_where_it_surely_holds(
    monkeypatch, outcome, signed, kept
) -> None:
    monkeypatch.setattr(judgement, "outcome_of", lambda _: outcome)
    monkeypatch.setattr(judgement, "_has_a_sign", lambda _: signed)
    asked: list[object] = []
    assumption = Assumption("toy", lambda instance: asked.append(instance) or evidence(0.0), cite="1")
    instance = SimpleNamespace(cache={})
    for _ in range(2):
        assert judgement._assumed(assumption, instance) is outcome
    assert list(instance.cache) == [(judgement.lasts, assumption) if kept else (assumption, "outcome")]
    assert asked == [instance]


@pytest.mark.parametrize("enough", [64, 128, 256, 512, 1024, 2048, 4096])
def test_precisions_double_until_one_is_enough(enough) -> None:
    claim, seen = asked(lambda bits: fmpq(1) if bits >= enough else arb(0, 1))
    assert decide(claim, POINT, Effort(), alone=True).outcome is Outcome.HOLDS
    assert seen == [64 << k for k in range(7) if 64 << k <= enough]


def wide(_):
    """A ball around 0 that resolves nothing."""
    return arb(0, 1)


@pytest.mark.parametrize(
    ("slack_at", "outcome", "precisions"),
    [
        (lambda _: fmpq(1), Outcome.HOLDS, PRECISIONS[:1]),
        (lambda _: fmpq(-1), Outcome.FAILS, PRECISIONS[:1]),
        (lambda p: arb(1) if p >= 256 else wide(p), Outcome.HOLDS, PRECISIONS[:3]),
        (wide, Outcome.UNDECIDED, PRECISIONS),
        (lambda _: math.nan, Outcome.UNDECIDED, PRECISIONS[:1]),  # no precision would help
    ],
)
def test_precision_grows_until_something_is_settled(slack_at, outcome, precisions):
    claim, seen = asked(slack_at)
    assert decide(claim, POINT, Effort(), alone=True).outcome is outcome
    assert tuple(seen) == precisions


def test_the_book_is_asked_around_0_alone(monkeypatch):
    said = []
    monkeypatch.setattr(judgement, "ruling", lambda *_, **__: said.append("asked") or "FAILS")
    sure, _ = asked(lambda _: fmpq(1))
    around, _ = asked(lambda _: arb(0, 2.0**-60))
    assert decide(sure, POINT, Effort()).outcome is Outcome.HOLDS
    assert decide(around, POINT, Effort(), alone=True).outcome is Outcome.HOLDS
    assert said == []
    assert decide(around, POINT, Effort()).outcome is Outcome.FAILS
    assert said == ["asked"]


@pytest.mark.parametrize(("late", "rigor", "outcome"), [
    (arb(2.0**-80), Rigor.BALL, Outcome.HOLDS), (fmpq(0), Rigor.BALL, Outcome.HOLDS),
    (arb(-(2.0**-80)), Rigor.BALL, Outcome.FAILS), (arb(0, 2.0**-90), Rigor.BALL, "asked"),
    (arb(2.0**-80, 2.0**-70), Rigor.BALL, "asked"), (arb(2.0**-80), Rigor.TREND, "asked"),
])  # fmt: skip
def test_a_ball_that_has_a_sign_at_the_highest_precision_spares_the_book(monkeypatch, late, rigor, outcome):
    monkeypatch.setattr(judgement, "ruling", lambda *_, **__: "UNDEFINED")
    claim, seen = asked(lambda bits: late if bits == PRECISIONS[-1] else arb(0, 2.0**-60))
    said = claim.conclude
    claim = replace(claim, conclude=lambda data, effort: replace(said(data, effort), rigor=rigor))
    judged = decide(claim, POINT, Effort())
    assert judged.outcome is (Outcome.UNDEFINED if outcome == "asked" else outcome)
    assert seen == [64, PRECISIONS[-1]]
    assert judgement.around_zero(replace(judged, outcome=Outcome.HOLDS))  # its slack is the first ball's


@pytest.mark.parametrize(("late", "level"), [
    (arb(0, arb(2) ** -2000), True), (arb(0, 2.0**-90), False),
    (arb(2) ** -2000 + arb(0, arb(2) ** -1000), False),  # the book's may be sharper
])  # fmt: skip
def test_where_a_ball_of_the_highest_precision_is_0_the_book_does_not_try_so_many_bits(
    monkeypatch, late, level
):
    told = []
    monkeypatch.setattr(judgement, "ruling", lambda *_, level: told.append(level) or "HOLDS")
    claim, _ = asked(lambda bits: late if bits == PRECISIONS[-1] else arb(0, 2.0**-60))
    assert decide(claim, POINT, Effort()).outcome is Outcome.HOLDS
    assert told == [level]


def test_what_is_judged_tells_its_slack_and_how_far_to_trust_it():
    told = {name: Judged(POINT, Outcome.HOLDS, some) for name, some in {
        "none": None, "exact": evidence(fmpq(1, 3)), "ball": evidence(arb(0.5)),
    }.items()}  # fmt: skip
    assert {name: one.rigor for name, one in told.items()} == {
        "none": Rigor.EXACT, "exact": Rigor.EXACT, "ball": Rigor.BALL,
    }  # fmt: skip
    assert {name: one.slack for name, one in told.items()} == {"none": "", "exact": "1/3", "ball": "0.5"}


def test_the_book_is_not_asked_where_nothing_holds(monkeypatch):
    """A slack that no precision resolves stays undecided: exact zero tests are for what is near 0."""
    monkeypatch.setattr(judgement, "ruling", lambda *_, **__: pytest.fail("asked"))
    for slack_at, outcome in ((wide, Outcome.UNDECIDED), (lambda _: fmpq(-1), Outcome.FAILS)):
        claim, _ = asked(slack_at)
        assert decide(claim, POINT, Effort()).outcome is outcome
    outside = replace(CLAIM, assumes=(Assumption("never", lambda _: evidence(fmpq(-1))),))
    judged = decide(outside, POINT, Effort())
    assert (judged.outcome, judgement.around_zero(judged)) == (Outcome.OUTSIDE, False)


@pytest.mark.parametrize(("slack", "around"), [
    (arb(0, 2.0**-60), True), (arb(-(2.0**-70), 2.0**-60), True), (arb(1, 2.0**-60), False), (fmpq(0), False),
])  # fmt: skip
def test_around_0_is_a_ball_with_something_below_it(slack, around):
    assert judgement.around_zero(Judged(POINT, Outcome.HOLDS, evidence(slack))) is around
    assert not judgement.around_zero(Judged(POINT, Outcome.FAILS, evidence(slack)))


def hypotheses(*slacks_at):
    """Assumptions whose slacks depend on the precision."""
    return tuple(
        Assumption(str(k), lambda _, at=at: evidence(at(flint.ctx.prec))) for k, at in enumerate(slacks_at)
    )


def certain(_):
    return fmpq(1)


def late(bits):
    return arb(1) if bits >= 256 else arb(0, 1)


@pytest.mark.parametrize(("slacks_at", "outcome", "asked_at"), [
    ((late, certain), Outcome.HOLDS, (256,)),  # an assumption that is open is not made good by the next
    ((certain, late), Outcome.HOLDS, (256,)),
    ((late, late, certain), Outcome.HOLDS, (256,)),
    ((wide, certain), Outcome.UNDECIDED, ()),
    ((certain, wide), Outcome.UNDECIDED, ()),
    ((wide, lambda _: fmpq(-1)), Outcome.OUTSIDE, ()),  # what fails decides, whatever is open
    ((lambda _: fmpq(-1), wide), Outcome.OUTSIDE, ()),
    ((certain, certain), Outcome.HOLDS, (64,)),
])  # fmt: skip
def test_the_conclusion_is_asked_once_every_assumption_is_certain(slacks_at, outcome, asked_at):
    claim, seen = asked(certain)
    judged = decide(replace(claim, assumes=hypotheses(*slacks_at)), POINT, Effort())
    assert (judged.outcome, tuple(seen)) == (outcome, asked_at)
    assert (judged.evidence is None) == (not asked_at)
    assert not judgement.has_no_route(judged.evidence)


def test_an_assumption_that_is_undefined_puts_an_instance_outside():
    nowhere = Assumption("nowhere", lambda _: replace(evidence(fmpq(1)), defined=False))
    claim, seen = asked(certain)
    for assumes in ((nowhere,), (nowhere, *hypotheses(wide)), (*hypotheses(wide), nowhere)):
        assert decide(replace(claim, assumes=assumes), POINT, Effort()).outcome is Outcome.OUTSIDE
    assert seen == []


@pytest.mark.parametrize(("slack", "none"), [
    (math.nan, True), (arb.nan(), True), (arb(0, 1), False), (fmpq(0), False), (arb.pos_inf(), False),
])  # fmt: skip
def test_only_a_slack_that_is_no_number_has_no_route(slack, none):
    assert judgement.has_no_route(evidence(slack)) is none


@pytest.mark.parametrize(("said", "outcome"), [
    ("HOLDS", Outcome.HOLDS), ("FAILS", Outcome.FAILS), ("UNDEFINED", Outcome.UNDEFINED),
    ("", Outcome.UNDECIDED),
])  # fmt: skip
def test_the_book_has_the_last_word_around_0_and_a_claim_without_formula_its_checker(
    monkeypatch, said, outcome
):
    monkeypatch.setattr(judgement, "ruling", lambda *_, **__: said)
    around, _ = asked(lambda _: arb(0, 2.0**-60))
    assert decide(around, POINT, Effort()).outcome is outcome
    limit = SimpleNamespace(
        stated=replace(CLAIM.stated, kind="limit"), source=SimpleNamespace(book=CLAIM.book)
    )
    for origin in (None, limit):
        assert decide(replace(around, origin=origin), POINT, Effort()).outcome is Outcome.HOLDS

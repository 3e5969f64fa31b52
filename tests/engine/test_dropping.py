"""Instances made for a claim without a hypothesis: they satisfy all others, and violate that one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ntpcheck.claim import Paper
from ntpcheck.domains import plain
from ntpcheck.engine.proofreading.sought.dropping import beside, spoken, taken_over
from ntpcheck.engine.proofreading.sought.extremes import at_given
from ntpcheck.engine.proofreading.sought.plain import plain_ones
from ntpcheck.engine.proofreading.trying import sought
from ntpcheck.evidence import Outcome, outcome_of
from ntpcheck.formulas.says import Says
from ntpcheck.statement.document import examined
from ntpcheck.statement.editing.misprints import misprints
from tests.engine.test_trying import ATTENTION, LINEAR, refuted, without


@pytest.mark.share(2)
@pytest.mark.parametrize(
    ("paper", "place", "name", "tables"),
    [
        (ATTENTION, "attention/sharper/normalised-direction", "log-loss", {"loss"}),
        (ATTENTION, "attention/sharper/settles", "identity-head", {"embeddings", "head"}),
        (LINEAR, "linear/lemma-2/norm", "separable", {"counts", "embeddings"}),
    ],
)
def test_what_a_hypothesis_speaks_of_is_changed_until_it_alone_fails(
    paper: Paper, place: str, name: str, tables: set[str]
) -> None:
    misprint = without(paper, place, name)
    assert paper.shelf is not None
    fields = spoken(paper.shelf, paper.shelf.claims[place], name)
    assert {field.source for field in fields} == tables
    claim = sought(paper, misprint, place)
    found = beside(claim, plain_ones(paper[place], 1), fields, 1)
    assert found
    (gone,) = [a for a in paper[place].assumes if a.name == name]
    for one in found[:6]:
        assert outcome_of(gone.check(one)) is not Outcome.HOLDS
        assert all(outcome_of(a.check(one)) is not Outcome.FAILS for a in claim.assumes)


def test_what_a_domain_names_counts_where_checks_leave_a_hypothesis_open() -> None:
    claim = ATTENTION["attention/sharper/path-offset"]
    (open_one,) = [a for a in claim.assumes if a.name == "strict-complementarity"]
    named = list(plain.attentions())
    assert outcome_of(open_one.check(named[5])) is Outcome.UNDECIDED
    found = [one.to_json() for one in plain_ones(claim, 1)]
    assert found[0] == named[0].to_json()
    assert named[5].to_json() in found
    for outside in (named[6], named[8], named[11]):  # a multiplier 0, no edge, another loss
        assert outside.to_json() not in found


def test_counterexamples_to_other_lines_are_taken_over_where_they_are_inside() -> None:
    misprint = without(LINEAR, "linear/figures/fig-4", "overparameterized")
    claim = sought(LINEAR, misprint, "linear/figures/fig-4")
    found = taken_over(LINEAR, claim)
    assert found
    for one in found:
        assert type(one).__name__ == "Run"
        assert all(outcome_of(a.check(one)) is not Outcome.FAILS for a in claim.assumes)


CHAIN = "linear/theorem-2/proof/chain-a"


def test_one_is_taken_over_to_another_type_in_several_ways() -> None:
    claim = sought(LINEAR, without(LINEAR, CHAIN, "proper-fraction"), CHAIN)
    few, more = taken_over(LINEAR, claim), taken_over(LINEAR, claim, 10)
    assert len(more) > len(few)
    assert len({one.to_json()["gamma"] for one in more}) > 2
    for one in more:
        assert all(outcome_of(a.check(one)) is not Outcome.FAILS for a in claim.assumes)


def test_to_a_type_with_words_that_others_lack_only_its_own_are_taken_over() -> None:
    found = taken_over(LINEAR, LINEAR["linear/autoregressive/shannon/amended"], 10)
    assert {type(one).__name__ for one in found} <= {"Sequences"}


@pytest.mark.parametrize(
    ("old", "new", "falls"),
    [
        ("1 - gamma", "1", True),
        ("2 * norm(Wkperp)", "2", True),
        ("dot(next - Wk, Wmm)", "dot(next, Wmm)", True),
        ("2", "2.1", False),  # W may be at W^mm or turned away from it
    ],
)
def test_an_edit_is_looked_at_where_other_lines_fall(old: str, new: str, falls: bool) -> None:  # noqa: FBT001
    assert LINEAR.shelf is not None
    (misprint, *_) = [m for m in misprints(LINEAR.shelf, [CHAIN]) if (m.old, m.new) == (old, new)]
    claim = sought(LINEAR, misprint, CHAIN)
    document = at_given(claim, 1, taken_over(LINEAR, claim, 10))
    assert (document is not None) is falls
    if document is not None:
        assert claim.book is not None
        assert examined(document, {claim.book.key: claim.book}).outcome == "ACCEPTED"


def test_a_line_without_a_hypothesis_has_no_value_at_some() -> None:
    place = "linear/theorem-2/proof/chain-tangent"
    misprint = without(LINEAR, place, "some-token-out-of-support")  # which says that W^mm is not 0
    claim = sought(LINEAR, misprint, place)
    document = at_given(claim, 1, taken_over(LINEAR, claim, 10))
    assert document is not None
    assert document["says"] == "undefined"
    assert claim.book is not None
    assert examined(document, {claim.book.key: claim.book}).outcome == "ACCEPTED"


def test_a_line_that_stands_falls_at_none() -> None:
    claim = LINEAR[CHAIN]
    assert claim.stated is not None
    assert claim.book is not None
    said = Says(claim.book, claim.stated.given, claim.stated.core)
    assert at_given(replace(claim, conclude=said), 1, taken_over(LINEAR, claim, 10)) is None


@pytest.mark.share(2)
@pytest.mark.parametrize(
    ("place", "name", "lemma"),
    [
        ("attention/sharper/normalised-direction", "log-loss", "along-a-line"),
        ("attention/sharper/settles", "identity-head", "stays"),
    ],
)
def test_a_limit_falls_at_an_instance_that_violates_the_hypothesis_left_out(
    place: str, name: str, lemma: str
) -> None:
    assert refuted(ATTENTION, without(ATTENTION, place, name), place)["lemma"] == lemma

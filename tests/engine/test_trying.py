"""Edits of limits that a lemma refutes at a plain instance, or at one whose tables are levelled."""

from __future__ import annotations

from typing import Any

import pytest

from ntpcheck.claim import Paper
from ntpcheck.engine.proofreading import trying
from ntpcheck.engine.proofreading.sought.placements import at_sizes, levelled
from ntpcheck.engine.proofreading.sought.plain import admits, neighbours
from ntpcheck.engine.proofreading.trying import plainly, sought, still, tables
from ntpcheck.evidence import FAILS, HOLDS, judge
from ntpcheck.instances.base import Instance
from ntpcheck.statement.document import examined, finding
from ntpcheck.statement.editing.misprints import Misprint, hypotheses, made, misprints
from ntpcheck.statement.editing.telling import pairs, tells
from ntpcheck.statement.ruling import world_of
from ntpcheck_papers import li2024, thrampoulidis2024

LINEAR, ATTENTION = thrampoulidis2024.PAPER, li2024.PAPER


def refuted(paper: Paper, misprint: Misprint, place: str) -> dict[str, Any]:
    document = plainly(paper, misprint, sought(paper, misprint, place), 1)
    assert document is not None
    assert examined(document, {misprint.book.key: misprint.book}).outcome == "ACCEPTED"
    return document


def without(paper: Paper, place: str, name: str) -> Misprint:
    assert paper.shelf is not None
    every = (made(paper.shelf, one) for one in hypotheses(paper.shelf.claims[place]))
    return next(one for one in every if one is not None and one.old == name)


def test_what_speaks_of_a_radius_alone_is_told_where_the_part_left_out_is_not_0() -> None:
    place = "linear/theorem-1/proof/genie-radius"
    assert LINEAR.shelf is not None
    (misprint,) = [m for m in misprints(LINEAR.shelf, [place]) if m.new == "norm(R * Wmm)"]
    document = refuted(LINEAR, misprint, place)
    assert document["lemma"] == "alone"


def test_a_short_point_tells_that_its_length_was_lost() -> None:
    """A point that is as long as W^mm times |W^mm| is too short where W^mm is."""
    place = "linear/lemma-5/statement@short/amended"
    assert LINEAR.shelf is not None
    (misprint,) = [m for m in misprints(LINEAR.shelf, [place]) if m.new.endswith("* norm(perp(X)) * Wmm)")]
    document = {
        "type": "Scaled",
        "embeddings": [[1, 0]],
        "counts": [[1, 0]],
        "W": [[1, 1], [-1, -1]],
        "gamma": "1/2",
    }
    claim, plain = sought(LINEAR, misprint, place), Instance.from_json(document)
    sized = list(at_sizes(claim, plain))
    assert [one.to_json()["embeddings"] for one in sized[:2]] == [[[8, 0]], [["1/8", 0]]]
    assert [one.to_json()["W"][0] for one in sized[2:]] == [[8, 8], ["1/8", "1/8"]]
    said = [bool(finding(claim, one, "fails", found={}).objections) for one in (plain, *sized[:2])]
    assert said == [True, False, True]


def test_a_limit_is_looked_at_where_a_scalar_is_near_what_it_is_compared_with(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """(0.95 + gamma) W^mm is shorter than W^mm where gamma is below 0.05."""
    place, new = "linear/lemma-5/statement", "(0.95 + gamma) * norm(perp(X))"
    assert LINEAR.shelf is not None
    (misprint,) = [m for m in misprints(LINEAR.shelf, [place]) if new in m.new and m.kind == "a share"]
    one = Instance.from_json(
        {"type": "Scaled", "embeddings": [[1]], "counts": [[1, 0]], "W": [[2], [-2]], "gamma": "1/2"}
    )
    monkeypatch.setattr(trying, "plain_ones", lambda *_: [one])
    assert refuted(LINEAR, misprint, place)["instance"]["gamma"] == "1/32"
    monkeypatch.setattr(trying, "ENDS", 0)
    assert plainly(LINEAR, misprint, sought(LINEAR, misprint, place), 1) is None


def test_a_limit_is_looked_at_where_the_line_that_its_claim_amends_fails(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    place = "attention/theorem-3/proof/loss-comparison@normalised/amended"
    assert ATTENTION.shelf is not None
    (misprint,) = [m for m in misprints(ATTENTION.shelf, [place]) if m.new.startswith("L(1 * norm(")]
    monkeypatch.setattr(trying, "plain_ones", lambda *_: [])
    document = refuted(ATTENTION, misprint, place)
    assert document["lemma"] == "rays"
    assert "claim.eps" in document["hints"]  # for each eps > 0, so that one is named
    monkeypatch.setattr(trying, "of_the_amended", lambda *_: [])
    assert plainly(ATTENTION, misprint, sought(ATTENTION, misprint, place), 1) is None


def test_what_an_edit_of_a_definition_changes_in_two_places_is_told_by_each() -> None:
    place = "linear/theorem-1/proof/genie-radius"
    assert LINEAR.shelf is not None
    (misprint,) = [m for m in misprints(LINEAR.shelf, [f"{place}:R"]) if m.new == "sqrt(B^2)"]
    old, new = LINEAR.shelf, misprint.book
    stated = old.claims[place]
    parts = pairs(old, new, stated.core, new.claims[place].core, misprint.place)
    assert len(parts) == 2
    alike, apart = (
        {"type": "Scaled", "embeddings": [[1]], "counts": [counts], "W": [[0]] * 3, "gamma": 0}
        for counts in ([1, 0, 0], [2, 1, 0])
    )
    assert not tells(old, new, stated, parts, alike)  # W* is 0
    assert tells(old, new, stated, parts, apart)
    document = refuted(LINEAR, misprint, place)
    assert document["lemma"] == "alone"


def test_a_definition_that_reads_the_log_of_0_leaves_a_limit_without_a_value() -> None:
    place = "linear/sharper/one-context/offset"
    assert LINEAR.shelf is not None
    (misprint,) = [m for m in misprints(LINEAR.shelf, [f"{place}:mean"]) if m.kind == "a guard left out"]
    assert refuted(LINEAR, misprint, place)["says"] == "undefined"


def test_without_a_hypothesis_on_the_head_nothing_moves_where_no_two_scores_differ() -> None:
    place = "attention/theorem-3/cyclic-part/amended"
    misprint = without(ATTENTION, place, "identity-head")
    document = refuted(ATTENTION, misprint, place)
    assert document["lemma"] == "stays"
    assert document["dropped"] == []


@pytest.mark.share(3)
@pytest.mark.parametrize(
    ("place", "name"),
    [
        ("attention/sharper/path-loss", "nonzero-svm"),  # a divisor that is 0, under numbers that there are
        ("attention/sharper/norm", "realizable"),  # the log of 0 in the first step
        ("attention/figures/fig-3", "realizable"),  # at a neighbour of the figure's plain instance
    ],
)
def test_without_a_hypothesis_a_limit_may_have_no_value(place: str, name: str) -> None:
    assert refuted(ATTENTION, without(ATTENTION, place, name), place)["says"] == "undefined"


def test_without_a_hypothesis_a_claim_about_a_figure_is_refuted_in_its_sizes() -> None:
    place = "linear/figures/fig-1-loss"
    document = refuted(LINEAR, without(LINEAR, place, "separable"), place)
    assert document["lemma"] == "descends"


def test_neighbours_are_inside_what_is_assumed_and_what_is_asked_for() -> None:
    misprint = without(LINEAR, "linear/figures/fig-1-loss", "separable")
    claim = sought(LINEAR, misprint, "linear/figures/fig-1-loss")
    found = neighbours(claim, (1, ""))
    assert found
    assert all(admits(claim, one) for one in found)
    assert all(not stands(one, "separable") for one in found)
    assert all(one.embeddings.shape == (3, 2) and one.counts.shape == (3, 5) for one in found)


def stands(instance: Instance, name: str) -> bool:
    assert LINEAR.shelf is not None
    given = LINEAR.shelf.claims["linear/figures/fig-1-loss"]
    return bool(world_of(LINEAR.shelf, given, instance).ask(("let", name, (), ())))


def test_only_tables_that_the_hypothesis_speaks_of_are_levelled() -> None:
    place = "attention/theorem-3/cyclic-part/amended"
    book = ATTENTION.shelf
    assert book is not None
    assert set(tables(book, book.claims[place], "identity-head")) == {"head", "embeddings"}
    assert tables(book, book.claims[place], "log-loss") == []


@pytest.mark.parametrize(("w", "moves"), [([[1, 0], [0, 0]], True), ([[0, 0], [0, 0]], False)])
def test_what_stays_where_the_claim_says_is_no_counterexample(w: Any, moves: bool) -> None:  # noqa: FBT001
    place = "attention/theorem-3/cyclic-part/amended"
    claim = sought(ATTENTION, without(ATTENTION, place, "identity-head"), place)
    one = Instance.from_json(
        {
            "type": "AttentionRun",
            "embeddings": [[1, 0], [0, 1]],
            "head": [[1, 2], [2, 1]],
            "W0": w,
            "counts": [[1, 1], [1, 1], [1, 1]],
            "labels": [0, 1, 0],
            "last": [0, 0, 1],
            "eta": "1/64",
            "loss": 0,
            "knee": 0,
        }
    )
    found = list(levelled(claim, [one], ["head"]))
    assert [other.arrays()["head"].tolist() for other in found] == [[[1, 1], [1, 1]]]
    assert still(claim, found[0]) is moves


def test_a_limit_is_refuted_where_there_is_a_component_beside_a_priority() -> None:
    """What is not orthogonal to S_cyc changes shares within a component: the lightest instances have none."""
    place = "attention/theorem-3/proof/limit-loss/amended"
    assert ATTENTION.shelf is not None
    (misprint, *_) = [
        m for m in misprints(ATTENTION.shelf, [f"{place}:rest"]) if m.old == f"{m.new} * Wmm[a,b]"
    ]
    found = Instance.from_json(refuted(ATTENTION, misprint, place)["instance"])
    said = {
        a.name: judge(a.check(found)) for a in ATTENTION.assumptions if a.name in ("acyclic", "nonzero-svm")
    }
    assert said["acyclic"] == FAILS
    assert said["nonzero-svm"] == HOLDS

"""The tables of needed assumptions: complete, not stale, and every witness in them still stands."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ntpcheck.accepted import SOUND
from ntpcheck.claim import Paper
from ntpcheck.report.hunted import replayed, ruled
from ntpcheck.report.needed import NEEDED, UNSEEN, keep, of_original, stored
from ntpcheck.statement.document import against
from ntpcheck_papers import li2024, thrampoulidis2024

PAPERS = [thrampoulidis2024.PAPER, li2024.PAPER]
by_key = pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.key)


@by_key
def test_no_row_is_about_something_that_is_gone(paper: Paper) -> None:
    known = {(claim.id, assumption.name) for claim in paper.claims for assumption in claim.assumes}
    assert [r for r in stored(paper) if (r["claim"], r["assumption"]) not in known] == []


@by_key
def test_every_witness_still_stands_and_the_verifier_accepts_it(paper: Paper) -> None:
    found = [row for row in stored(paper) if row["document"]]
    assert len(found) >= 10
    for row in found:
        said = "FAILS" if row["need"] == NEEDED else "UNDEFINED"
        silent = {"UNDECIDED"} if "lemma" in row["document"] else set[str]()  # of a limit, as in `replay`
        assert replayed(row["document"], [paper]).outcome in {said, *silent}, (
            row["claim"],
            row["assumption"],
        )
        assert ruled(row["document"], [paper]).outcome == "ACCEPTED", (row["claim"], row["assumption"])


# Hypotheses of theorems that have no row, and why: without it, W^mm does not exist.
WITHOUT_ROW = {"attention/theorem-2/svm-nonzero": {"feasible"}}


@by_key
def test_each_hypothesis_of_a_main_result_that_stands_has_a_row(paper: Paper) -> None:
    main = re.compile(
        r"\w+/(theorem-\d|lemma-4)/(direction|finite-part|cyclic-part|log-loss|svm-nonzero|norm)"
    )
    known = {(row["claim"], row["assumption"]) for row in stored(paper)}
    for claim in paper.claims:
        if main.match(claim.id) and "@" not in claim.id and paper.expected[claim.id] in SOUND:
            names = {assumption.name for assumption in claim.assumes}
            missing = {name for name in names if (claim.id, name) not in known}
            assert missing == WITHOUT_ROW.get(claim.id, set()), claim.id


@by_key
def test_only_claims_that_stand_are_in_the_table(paper: Paper) -> None:
    assert {row["claim"] for row in stored(paper) if paper.expected[row["claim"]] not in SOUND} == set()


@by_key
def test_putting_the_assumption_back_restores_the_claim_on_every_witness(paper: Paper) -> None:
    """The verifier accepts the witness without the assumption, and refuses it with it, for that reason."""
    for row in (row for row in stored(paper) if row["document"]):
        answer = ruled(against(paper[row["claim"]], row["document"]), [paper])
        assert answer.outcome == "REJECTED", (row["claim"], row["assumption"])
        assert row["assumption"] in answer.reason, (row["claim"], answer.reason)


def test_a_witness_of_the_original_shows_what_the_amended_statement_needs() -> None:
    paper = li2024.PAPER
    claim = paper["attention/theorem-1/direction/amended"]
    found = of_original(paper, claim, "steep-at-labels")
    assert found is not None
    assert (found["need"], found["verdict"]) == (NEEDED, "REFUTED")
    assert of_original(paper, claim, "acyclic") is None
    assert of_original(paper, paper["attention/theorem-1/direction"], "acyclic") is None


@by_key
def test_no_row_is_empty_and_doubt_has_its_reason(paper: Paper) -> None:
    for row in stored(paper):
        at = (row["claim"], row["assumption"])
        assert row["verdict"] not in ("VACUOUS", "BROKEN"), at
        assert (row["document"] is not None) == (row["verdict"] in ("REFUTED", "ILL_POSED")), at
        assert row["reason"] or row["verdict"] not in ("SUSPECT", "UNDECIDED"), at
        assert row["inside"] >= 20 or row["document"] or row["suspects"], at


def test_rows_are_kept_in_the_paper_s_order_and_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paper = thrampoulidis2024.PAPER
    before = stored(paper)
    monkeypatch.setattr("ntpcheck.report.needed.path_of", lambda _: tmp_path / "needed.json")
    changed = {
        **before[0],
        "inside": 7,
        "need": UNSEEN,
        "document": None,
        "suspects": [],
        "verdict": "SUPPORTED",
    }
    keep(paper, before[1:])
    keep(paper, [changed, {**before[1], "assumption": "no such"}])
    assert stored(paper) == [changed, *before[1:]]


@pytest.mark.parametrize("name", ["realizable", "identity-head"])
def test_what_no_lemma_decides_is_a_suspicion_and_no_need(name: str) -> None:
    """The checker sees a failure, and the verifier has no lemma for the path there."""
    claim = "attention/theorem-2/log-loss"
    (row,) = [r for r in stored(li2024.PAPER) if (r["claim"], r["assumption"]) == (claim, name)]
    assert (row["need"], row["verdict"]) == (UNSEEN, "SUSPECT")
    assert "a lemma has to say what it is" in row["reason"]

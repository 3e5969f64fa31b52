"""Forgeries and comparisons as `selftest` counts them: all are counted, and what is wrong is listed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ntpcheck.claim import Paper
from ntpcheck.engine import campaign as campaigns
from ntpcheck.engine.campaign import Size, books, campaign
from ntpcheck.report.trust.books import accepted_and_false, books_section, clashes
from ntpcheck.statement.agreement import Agreement
from ntpcheck.statement.holding import loaded
from ntpcheck_papers import li2024, thrampoulidis2024
from tests.verifier.judged import TEXT, margin

PAPERS = (thrampoulidis2024.PAPER, li2024.PAPER)
SMALL = Size(files=12, hints=4, bytes=5, comparisons=0)


def told(found: dict[str, Any]) -> dict[str, Any]:
    return {"books": books(PAPERS) | {"campaign": found}}


def test_all_that_is_forged_is_counted_whoever_forges_it() -> None:
    found = campaign(PAPERS, SMALL, 0)
    assert [sum(found[name].values()) for name in ("files", "hints", "bytes")] == [12, 4, 5]
    assert found == campaign(PAPERS, SMALL, 0, workers=2)
    assert accepted_and_false(told(found)) == clashes(told(found)) == 0
    page = books_section(told(found))
    assert "| forged files | 12 |" in page
    assert "| files with changed bytes | 5 |" in page


def test_misprints_and_falsehoods_are_the_same_whoever_reads_them() -> None:
    """What a worker finds travels as text: counts and names arrive whole."""
    size = Size(files=0, hints=0, bytes=0, comparisons=0, misprints=2, falsehoods=2)
    alone, together = (campaign(PAPERS[:1], size, 5, workers=count) for count in (1, 2))
    assert alone == together
    assert together["misprints"]["linear"]["drawn"] == together["falsehoods"]["linear"]["drawn"] == 2


def test_what_is_accepted_and_false_is_counted_in_every_row() -> None:
    found = campaign(PAPERS, SMALL, 0)
    found["files"] = {"renamed: ACCEPTED, false": 2, "renamed: ACCEPTED, real": 3, "renamed: REJECTED": 7}
    found["bytes"] = {"ACCEPTED, false": 1, "ACCEPTED, unchanged": 4}
    assert accepted_and_false(told(found)) == 3
    page = books_section(told(found))
    assert "| forged files | 12 | 7 | 3 | 0 | 2 |" in page
    assert "| files with changed bytes | 5 | 0 | 4 | 0 | 1 |" in page


def test_clashes_of_book_and_checker_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    def clashing(book: object, claim: Any, wanted: int, **_: object) -> Agreement:
        found = Agreement(claim.id)
        found.counts.update({"same outcome": wanted - 1, "values agree": 1, "clash": 1})
        found.clashes.append(("book HOLDS, checker FAILS", {}))
        return found

    monkeypatch.setattr(campaigns, "agreement", clashing)
    formulas = sum(c.stated is not None and c.stated.kind == "formula" for p in PAPERS for c in p.claims)
    found = campaign(PAPERS, Size(0, 0, 0, 2 * formulas), 0)
    assert found["comparisons"]["the same outcome"] == found["comparisons"]["clash"] == formulas
    assert clashes(told(found)) == formulas
    assert "- clash: `linear/equation-7/bound`: book HOLDS, checker FAILS" in books_section(told(found))


def test_every_claim_is_held_by_something_and_the_lines_to_read_are_counted() -> None:
    found = books(PAPERS)
    for paper in PAPERS:
        assert sum(found["held"][paper.key].values()) == len(paper.claims)
    assert len(found["reading"]) == 5
    assert min(count for _, count in found["reading"]) > 100


def test_the_files_that_stored_counterexamples_need_are_counted(tmp_path: Path) -> None:
    """Each by itself: a file of the verifier that one loads is not counted for the next."""
    (tmp_path / "toy.book").write_text(TEXT, "utf-8")
    (tmp_path / "counterexamples").mkdir()
    for name, document in {"a": margin(), "b": margin(lemma="stays"), "c": margin()}.items():
        (tmp_path / "counterexamples" / f"{name}.json").write_text(json.dumps(document), "utf-8")
    found = loaded([Paper("toy", "A toy", folder=tmp_path)])
    first, second = found["evaluation alone"]
    ((files, lines),) = found["a lemma"]
    assert first == second
    assert files > first[0] > 20
    assert lines > first[1] > 2000

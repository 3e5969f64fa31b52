"""A limit of a book alone is looked at on plain instances before any is drawn, where floats say little."""

from __future__ import annotations

import pickle
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

import ntpcheck.engine.examine as examining
import ntpcheck.engine.plain as plainest
from ntpcheck.claim import Claim, Effort, Paper
from ntpcheck.engine.carried import Carried
from ntpcheck.engine.examine import examine
from ntpcheck.engine.journal import Journal
from ntpcheck.engine.plain import Plain, at_plain
from ntpcheck.engine.run import verify
from ntpcheck.engine.settle import settle
from ntpcheck.engine.tally import Tally
from ntpcheck.evidence import Verdict
from ntpcheck.report.catalogue import load
from ntpcheck.report.formats.summary import canonical, summary
from ntpcheck.report.page.sections import facts
from ntpcheck.report.record import gather
from ntpcheck.statement.document import examined, file_name, write
from ntpcheck_papers.thrampoulidis2024 import PAPER

BOOK = """book mine "Mine"
use ntpcheck.linear
claim mine/level "1" on Run
    says      the logits on a support become equal
    assuming  separable, compatible, small-step
    limit     forall j u v | S[j,u] and S[j,v]. tends(l(W_k)[j,u] - l(W_k)[j,v], 0)
claim mine/finite "2" on Run
    says      the projection tends to W*
    assuming  separable, compatible, small-step
    limit     tends(PF(W_k), Wstar)
claim mine/nearer "3" on Run
    says      each step brings the projection nearer to W*
    assuming  separable, compatible
    limit     always norm(PF(W_k - eta * grad(W_k)) - Wstar) <= norm(PF(W_k) - Wstar)
claim mine/falls "4" on Run
    says      the loss never rises
    limit     always CE(W_k - eta * grad(W_k)) <= CE(W_k)
claim mine/most "5" on Run
    says      no token is more likely than not
    formula   forall j v. 2 * p[j,v] <= 1
"""
FEW = Effort(examples=4, batch=24)


@pytest.fixture
def mine(tmp_path: Path) -> Paper:
    path = tmp_path / "mine.book"
    path.write_text(BOOK)
    return load(str(path))


def looked(claim: Claim, paper: Paper | None) -> Tally:
    (tally,) = examine((claim,), FEW, 0, lambda *_, **__: None, paper)
    return tally


def searched_never(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(examining, "_search", lambda *_: pytest.fail("searched"))


def told(journal: Journal) -> str:
    document = summary(gather(journal.events))
    del document["timing"]
    return canonical(document)


def run(paper: Paper, path: Path, names: tuple[str, ...], **more: Any) -> Journal:
    path.parent.mkdir(exist_ok=True)
    journal = Journal(path)
    asked: dict[str, Any] = {"profile": "quick", "seed": 0, "device": "cpu", "progress": lambda _: None}
    try:
        verify([paper], names, journal=journal, **asked | more)
    finally:
        journal.close()
    return journal


def test_what_floats_say_little_of_is_looked_at_on_plain_instances_first(mine: Paper) -> None:
    """First steps that are evaluated in batches, formulas, and claims with a checker are searched first."""
    first = {claim.id for claim in mine.claims if claim.plain_first}
    assert first == {"mine/level", "mine/finite", "mine/nearer"}
    assert not any(claim.plain_first for claim in PAPER.claims)


@pytest.mark.parametrize("name", ["mine/level", "mine/nearer"])
def test_a_false_limit_falls_before_anything_is_drawn(
    mine: Paper, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    searched_never(monkeypatch)
    tally = looked(mine[name], mine)
    found = settle(tally, 0)
    assert (found.verdict, found.reason, found.told["accepted"]) == (Verdict.REFUTED, "", True)
    assert found.document is not None
    assert examined(found.document, {"mine": mine.shelf}).outcome == "ACCEPTED"  # pyright: ignore[reportArgumentType]
    assert (tally.inside, tally.draws, tally.outcomes.total()) == (0, set(), 0)  # nothing else was looked at
    alone = at_plain(mine[name], 0)
    assert alone.found is not None
    assert alone.found.document == found.document
    there = pickle.loads(pickle.dumps(Carried(tally))).of(mine[name])
    assert settle(there, 0).document == found.document


def test_what_does_not_fall_is_searched_and_not_tried_again(
    mine: Paper, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    honest = plainest.finding

    def counted(claim: Claim, instance: Any, *others: Any, **named: Any) -> Any:
        asked.append(repr(instance.to_json()))
        return honest(claim, instance, *others, **named)

    monkeypatch.setattr(plainest, "finding", counted)
    monkeypatch.setattr(plainest, "INSIDE", 3)
    tally = looked(mine["mine/finite"], mine)
    assert tally.plain is not None
    assert tally.plain.found is None
    assert 0 < tally.plain.tried <= len(asked) == len(set(asked))
    assert tally.inside >= 20
    before = len(asked)
    assert settle(tally, 0).verdict is Verdict.UNDECIDED
    assert len(asked) == before
    by_itself = looked(mine["mine/finite"], None)  # as falsehoods are searched: plain instances come last
    assert by_itself.plain is None
    assert settle(by_itself, 0).verdict is Verdict.UNDECIDED
    assert len(asked) == 2 * before


def test_a_claim_that_falls_first_takes_nothing_from_the_others(
    mine: Paper, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plainest, "INSIDE", 3)
    names = ("mine/level", "mine/falls", "mine/most")
    together = examine(tuple(mine[name] for name in names), FEW, 0, lambda *_, **__: None, mine)
    assert [tally.outcomes.total() > 0 for tally in together] == [False, True, True]
    for name, tally in zip(names, together, strict=True):
        alone = looked(mine[name], mine)
        assert (tally.outcomes, tally.discarded, tally.draws) == (
            alone.outcomes,
            alone.discarded,
            alone.draws,
        )
        assert settle(tally, 0).verdict == settle(alone, 0).verdict


def test_a_stored_file_that_is_accepted_is_enough(mine: Paper, monkeypatch: pytest.MonkeyPatch) -> None:
    claim = mine["mine/level"]
    found = at_plain(claim, 0).found
    assert found is not None
    assert mine.folder is not None
    write(found.document, mine.folder / "counterexamples" / file_name(claim.id))
    searched_never(monkeypatch)
    monkeypatch.setattr(examining, "at_plain", lambda *_, **__: pytest.fail("looked for again"))
    tally = looked(claim, mine)
    assert (tally.plain, tally.inside <= 1) == (None, True)
    assert settle(tally, 0).document == found.document


def test_a_stored_file_that_is_refused_is_no_reason_to_look_less(
    mine: Paper, monkeypatch: pytest.MonkeyPatch
) -> None:
    claim = mine["mine/level"]
    found = at_plain(claim, 0).found
    assert found is not None
    assert mine.folder is not None
    write(found.document | {"lemma": "stays"}, mine.folder / "counterexamples" / file_name(claim.id))
    said: list[int] = []
    monkeypatch.setattr(examining, "_search", lambda *_: said.append(1))
    monkeypatch.setattr(examining, "at_plain", lambda *_, **__: Plain(None, 3))
    assert looked(claim, mine).stored is None
    assert said


def test_verdicts_depend_on_no_number_of_processes_and_on_no_break(mine: Paper, tmp_path: Path) -> None:
    names = ("mine/level", "mine/most")
    whole = run(mine, tmp_path / "one" / "journal.ndjson", names)
    many = run(mine, tmp_path / "two" / "journal.ndjson", names, workers=2)
    apart = run(mine, tmp_path / "apart" / "journal.ndjson", names, foreign=frozenset({"mine"}))
    assert told(whole) == told(many) == told(apart)
    (verdict,) = (e for e in whole.events if e["event"] == "verdict" and e["claim"] == "mine/level")
    assert (verdict["verdict"], verdict["n"], verdict["admitted"], verdict["draws"]) == ("REFUTED", 0, 0, 0)
    for stop in ("batch", "witness"):

        class Stopped(Exception):
            """Where a run breaks off."""

        def ends(event: dict[str, Any], stop: str = stop) -> None:
            if event["event"] == stop:
                raise Stopped

        path = tmp_path / stop / "journal.ndjson"
        with pytest.raises(Stopped):
            run(mine, path, names, progress=ends)
        assert told(run(mine, path, names)) == told(whole)


@pytest.mark.parametrize("apart", [False, True])
def test_what_falls_first_has_its_verdict_before_the_others_are_searched(
    mine: Paper, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, apart: bool
) -> None:
    """A run that is stopped in a long search has lost nothing that was found before it."""

    class Stopped(Exception):
        """Where the search would begin."""

    def stop(*_: object) -> None:
        raise Stopped

    monkeypatch.setattr(plainest, "INSIDE", 3)
    names, path = ("mine/level", "mine/finite"), tmp_path / "journal.ndjson"
    foreign = frozenset({"mine"} if apart else ())
    with monkeypatch.context() as patched:
        patched.setattr(examining, "_search", stop)
        with pytest.raises(Stopped) if not apart else nullcontext():
            run(mine, path, names, foreign=foreign)
    told_of = {e["claim"]: e["verdict"] for e in Journal(path).events if e["event"] == "verdict"}
    assert told_of == {"mine/level": "REFUTED"} | ({"mine/finite": "BROKEN"} if apart else {})
    if not apart:
        again = run(mine, path, names)
        assert told(again) == told(run(mine, tmp_path / "whole.ndjson", names))
        assert sum(e["event"] == "verdict" and e["claim"] == "mine/level" for e in again.events) == 1


def test_a_page_counts_no_instances_that_nobody_drew(mine: Paper) -> None:
    journal = Journal()
    asked: dict[str, Any] = {"profile": "quick", "seed": 0, "device": "cpu", "progress": lambda _: None}
    verify([mine], ("mine/level",), journal=journal, **asked)
    (row,) = gather(journal.events).rows
    assert facts(row) == ["No instance was drawn: a stored or plain one is a counterexample"]

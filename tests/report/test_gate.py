"""What passes, what fails, what is only open."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from ntpcheck.accepted import SOUND, VERDICTS, Accepted, read_accepted
from ntpcheck.claim import Paper
from ntpcheck.errors import UnreadableFile
from ntpcheck.evidence import Verdict
from ntpcheck.report.gate import (
    BASELINE,
    State,
    compare,
    compared,
    gate,
    keep_witnesses,
    merged,
    missed,
    update,
)
from ntpcheck.report.record import gather, read
from ntpcheck_papers.li2024 import PAPER as ATTENTION
from ntpcheck_papers.thrampoulidis2024 import PAPER as LINEAR
from tests.report import events

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.parametrize("word", sorted(VERDICTS))
def test_the_expected_verdict_passes_whatever_it_is(word: str) -> None:
    assert compare({"a": word}, {"a": word}).comparisons[0].state is State.PASSED


@pytest.mark.parametrize(
    ("found", "expected", "state"),
    [
        ("SUPPORTED", None, State.PASSED),
        ("EXHAUSTED", None, State.PASSED),
        ("REFUTED", None, State.NEW),
        ("SUSPECT", None, State.FAILED),
        ("ILL_POSED", None, State.NEW),
        ("BROKEN", None, State.FAILED),
        ("VACUOUS", None, State.FAILED),
        ("UNDECIDED", None, State.UNDECIDED),
        ("UNDECIDED", "SUPPORTED", State.UNDECIDED),
        ("SUPPORTED", "REFUTED", State.FAILED),
        ("SUPPORTED", "UNDECIDED", State.FAILED),
        ("SUPPORTED", "EXHAUSTED", State.PASSED),
        ("EXHAUSTED", "SUPPORTED", State.PASSED),
        ("EXHAUSTED", "REFUTED", State.FAILED),
        ("REFUTED", "SUPPORTED", State.FAILED),
        (None, "SUPPORTED", State.SKIPPED),
        (None, None, State.SKIPPED),
    ],
)
def test_each_verdict_meets_its_expectation(found: str | None, expected: str | None, state: State) -> None:
    tally = compare({"a": found}, {"a": expected} if expected else {})
    assert tally.comparisons[0].state is state


def test_the_gate_knows_every_verdict_there_is() -> None:
    assert {word.value for word in Verdict} == VERDICTS
    assert SOUND < VERDICTS


def test_the_exit_code_tells_failure_from_doubt() -> None:
    fine, open_, wrong = {"a": "SUPPORTED"}, {"b": "UNDECIDED"}, {"c": "REFUTED"}
    assert compare(fine, {}).exit_code(strict=True) == 0
    assert compare(fine | open_, {}).exit_code(strict=False) == 0
    assert compare(fine | open_, {}).exit_code(strict=True) == 7
    assert compare(fine | open_ | wrong, {}).exit_code(strict=True) == 1
    assert str(compare(fine | open_ | wrong | {"d": None}, {})) == (
        "1 passed, 0 failed, 1 skipped, 1 newly undecided, 1 new"
    )


def test_what_is_planted_and_missed_fails_nothing_unless_strict() -> None:
    assert missed(gather(events.events()))["toy/supported#rate made faster"] == "SURVIVES"
    tally = replace(compare({"a": "SUPPORTED"}, {}), missed={"a#wrong-sign": "SUPPORTED"})
    assert (tally.exit_code(strict=False), tally.exit_code(strict=True)) == (0, 7)
    assert str(tally) == "1 passed, 0 failed, 0 skipped"
    worse = replace(compare({"a": "REFUTED"}, {}), missed=tally.missed)
    assert worse.exit_code(strict=True) == 1


def test_a_gate_lets_no_missing_claim_through() -> None:
    assert gate({"a": None}, {"a": "SUPPORTED"}, whole=False).exit_code(strict=False) == 1
    assert gate({}, {"a": "SUPPORTED"}, whole=True).exit_code(strict=False) == 1
    assert gate({}, {"a": "SUPPORTED"}, whole=False).exit_code(strict=False) == 0
    assert str(gate({}, {"a": "SUPPORTED"}, whole=True).comparisons[0]) == "a: no verdict, expected SUPPORTED"


def test_a_difference_says_both_sides() -> None:
    said = [str(c) for c in compare({"a": "REFUTED", "b": "BROKEN"}, {"a": "SUPPORTED"}).comparisons]
    assert said == ["a: REFUTED, expected SUPPORTED", "b: BROKEN, nothing was expected"]


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "[]",
            "3",
            '{"a": 3}',
            '{"a": "TRUE"}',
            '{"a": ["SUPPORTED"]}',
            "\x00",
            '{"a": {"verdict": "BROKEN"}}',
        ),
        '{"a": {"verdict": "SUPPORTED", "statement": "0123"}}',
        '{"a": {"verdict": "SUPPORTED", "statement": 3}}',
        '{"a": {"verdict": "SUPPORTED", "statement": "0123456789ab", "more": 1}}',
    ],
)
def test_a_baseline_that_is_none_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "baseline.json"
    path.write_text(text)
    with pytest.raises(UnreadableFile, match="gate --update"):
        read_accepted(path)


def test_a_missing_baseline_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile, match=r"none\.json does not exist"):
        read_accepted(tmp_path / "none.json")


def test_baseline_and_papers_merge_and_must_agree(tmp_path: Path) -> None:
    baseline = tmp_path / BASELINE
    baseline.parent.mkdir()
    (tmp_path / "expected.json").write_text('{"a": "SUPPORTED"}')
    assert merged([tmp_path], baseline).verdicts == {"a": "SUPPORTED"}
    baseline.write_text('{"a": "SUPPORTED", "b": "REFUTED"}')
    assert merged([tmp_path], baseline).verdicts == {"a": "SUPPORTED", "b": "REFUTED"}
    baseline.write_text('{"a": "REFUTED"}')
    with pytest.raises(UnreadableFile, match="REFUTED of a"):
        merged([tmp_path], baseline)


def test_a_changed_statement_is_a_changed_verdict() -> None:
    tally = compare({"a": "SUPPORTED", "b": "SUPPORTED"}, {"a": "SUPPORTED", "b": "SUPPORTED"}, {"a"})
    assert [c.state for c in tally.comparisons] == [State.FAILED, State.PASSED]
    assert str(tally.comparisons[0]) == "a: SUPPORTED, expected SUPPORTED of another statement"
    assert gate({"a": "SUPPORTED"}, {"a": "SUPPORTED"}, {"a"}, whole=True).exit_code(strict=False) == 1
    assert compare({"a": None}, {"a": "SUPPORTED"}, {"a"}).comparisons[0].state is State.SKIPPED


def test_digests_are_written_read_and_must_agree(tmp_path: Path) -> None:
    baseline, one, other = tmp_path / "baseline.json", "0" * 12, "f" * 12
    found = {"toy": {"toy/a": "SUPPORTED", "toy/b": "REFUTED"}}
    update(found, {"toy": tmp_path}, baseline, whole=True, statements={"toy/a": one})
    known = read_accepted(baseline)
    assert known == Accepted({"toy/a": "SUPPORTED", "toy/b": "REFUTED"}, {"toy/a": one})
    assert known == merged([tmp_path], baseline)
    assert baseline.read_text().splitlines()[1:3] == [
        f' "toy/a": {{"verdict": "SUPPORTED", "statement": "{one}"}},',
        ' "toy/b": "REFUTED"',
    ]
    assert known.restated({"toy/a": one, "toy/b": one, "toy/c": one}) == set()
    assert known.restated({"toy/a": other}) == {"toy/a"}
    update({"toy": {"toy/a": "SUPPORTED"}}, {}, baseline, whole=False, statements={"toy/a": other})
    assert read_accepted(baseline).statements == {"toy/a": other}
    with pytest.raises(UnreadableFile, match="another toy/a"):
        merged([tmp_path], baseline)


@pytest.mark.parametrize("paper", [LINEAR, ATTENTION], ids=lambda paper: paper.key)
def test_what_is_accepted_was_found_for_the_statements_of_the_books(paper: Paper) -> None:
    assert set(paper.expected) == {claim.id for claim in paper.claims}
    assert paper.accepted.statements == {claim.id: claim.digest for claim in paper.claims}
    assert paper.folder is not None
    assert merged([paper.folder], ROOT / BASELINE).statements.items() >= paper.accepted.statements.items()


def test_a_run_tells_which_statements_changed(tmp_path: Path) -> None:
    record = read(events.write(tmp_path / "run"))
    assert (record.statements, record.restated) == ({}, set())
    kept, changed, *_ = record.rows
    kept.claim = {**kept.claim, "digest": "0" * 12, "expected_digest": "0" * 12}
    changed.claim = {**changed.claim, "digest": "0" * 12, "expected_digest": "f" * 12}
    assert record.restated == {changed.id}
    assert {c.id for c in compared(record).comparisons if c.restated} == {changed.id}


def test_updating_writes_the_papers_and_the_baseline_and_only_what_changed(tmp_path: Path) -> None:
    baseline = tmp_path / "deep" / "baseline.json"
    homes = {"one": tmp_path}
    found = {"one": {"one/a": "SUPPORTED", "one/b": None}, "elsewhere": {"two/a": "REFUTED"}}
    assert update(found, homes, baseline, whole=False) == [tmp_path / "expected.json", baseline]
    assert json.loads((tmp_path / "expected.json").read_text()) == {"one/a": "SUPPORTED"}
    assert json.loads(baseline.read_text()) == {"one/a": "SUPPORTED", "two/a": "REFUTED"}
    assert update(found, homes, baseline, whole=False) == []
    assert merged(homes.values(), baseline) == read_accepted(baseline)


def test_updating_keeps_what_a_partial_run_did_not_look_at(tmp_path: Path) -> None:
    baseline = tmp_path / "baseline.json"
    baseline.write_text('{"one/a": "REFUTED", "one/b": "SUPPORTED", "one/gone": "SUPPORTED"}')
    update({"one": {"one/a": "SUPPORTED", "one/b": None}}, {}, baseline, whole=False)
    assert read_accepted(baseline).verdicts == {
        "one/a": "SUPPORTED",
        "one/b": "SUPPORTED",
        "one/gone": "SUPPORTED",
    }
    update({"one": {"one/a": "SUPPORTED", "one/b": None}}, {}, baseline, whole=True)
    assert read_accepted(baseline).verdicts == {"one/a": "SUPPORTED", "one/b": "SUPPORTED"}


def test_only_certified_witnesses_of_known_papers_are_kept(tmp_path: Path) -> None:
    run = events.write(tmp_path / "run")
    (run / "counterexamples").mkdir()
    for name in ("toy_refuted.json", "toy_ill_posed.json"):
        (run / "counterexamples" / name).write_text("{}")
    home = tmp_path / "home"
    home.mkdir()
    record = read(run)
    assert keep_witnesses(record, run, {}) == []
    assert keep_witnesses(record, run, {"toy": home}) == [home / "counterexamples" / "toy--refuted.json"]
    assert keep_witnesses(record, run, {"toy": home}) == []

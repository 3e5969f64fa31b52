"""What passes, what fails, what is only open."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ntpcheck.errors import UnreadableFile
from ntpcheck.evidence import Verdict
from ntpcheck.report.gate import (
    BASELINE,
    SOUND,
    VERDICTS,
    State,
    compare,
    gate,
    keep_witnesses,
    merged,
    read_expected,
    update,
)
from ntpcheck.report.record import read
from tests.report import events


@pytest.mark.parametrize("word", sorted(VERDICTS))
def test_the_expected_verdict_passes_whatever_it_is(word: str) -> None:
    assert compare({"a": word}, {"a": word}).comparisons[0].state is State.PASSED


@pytest.mark.parametrize(
    ("found", "expected", "state"),
    [
        ("SUPPORTED", None, State.PASSED),
        ("EXHAUSTED", None, State.PASSED),
        ("REFUTED", None, State.FAILED),
        ("SUSPECT", None, State.FAILED),
        ("ILL_POSED", None, State.FAILED),
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
    assert str(compare(fine | open_ | wrong | {"d": None}, {})) == "1 passed, 1 failed, 2 skipped"


def test_a_gate_lets_no_missing_claim_through() -> None:
    assert gate({"a": None}, {"a": "SUPPORTED"}, whole=False).exit_code(strict=False) == 1
    assert gate({}, {"a": "SUPPORTED"}, whole=True).exit_code(strict=False) == 1
    assert gate({}, {"a": "SUPPORTED"}, whole=False).exit_code(strict=False) == 0
    assert str(gate({}, {"a": "SUPPORTED"}, whole=True).comparisons[0]) == "a: no verdict, expected SUPPORTED"


def test_a_difference_says_both_sides() -> None:
    said = [str(c) for c in compare({"a": "REFUTED", "b": "BROKEN"}, {"a": "SUPPORTED"}).comparisons]
    assert said == ["a: REFUTED, expected SUPPORTED", "b: BROKEN, nothing was expected"]


@pytest.mark.parametrize("text", ["", "[]", "3", '{"a": 3}', '{"a": "TRUE"}', '{"a": ["SUPPORTED"]}', "\x00"])
def test_a_baseline_that_is_none_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "baseline.json"
    path.write_text(text)
    with pytest.raises(UnreadableFile, match="gate --update"):
        read_expected(path)


def test_a_missing_baseline_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile, match=r"cannot read .*none\.json"):
        read_expected(tmp_path / "none.json")


def test_baseline_and_papers_merge_and_must_agree(tmp_path: Path) -> None:
    baseline = tmp_path / BASELINE
    baseline.parent.mkdir()
    (tmp_path / "expected.json").write_text('{"a": "SUPPORTED"}')
    assert merged([tmp_path], baseline) == {"a": "SUPPORTED"}
    baseline.write_text('{"a": "SUPPORTED", "b": "REFUTED"}')
    assert merged([tmp_path], baseline) == {"a": "SUPPORTED", "b": "REFUTED"}
    baseline.write_text('{"a": "REFUTED"}')
    with pytest.raises(UnreadableFile, match="REFUTED of a"):
        merged([tmp_path], baseline)


def test_updating_writes_the_papers_and_the_baseline_and_only_what_changed(tmp_path: Path) -> None:
    baseline = tmp_path / "deep" / "baseline.json"
    homes = {"one": tmp_path}
    found = {"one": {"one/a": "SUPPORTED", "one/b": None}, "elsewhere": {"two/a": "REFUTED"}}
    assert update(found, homes, baseline, whole=False) == [tmp_path / "expected.json", baseline]
    assert json.loads((tmp_path / "expected.json").read_text()) == {"one/a": "SUPPORTED"}
    assert json.loads(baseline.read_text()) == {"one/a": "SUPPORTED", "two/a": "REFUTED"}
    assert update(found, homes, baseline, whole=False) == []
    assert merged(homes.values(), baseline) == read_expected(baseline)


def test_updating_keeps_what_a_partial_run_did_not_look_at(tmp_path: Path) -> None:
    baseline = tmp_path / "baseline.json"
    baseline.write_text('{"one/a": "REFUTED", "one/b": "SUPPORTED", "one/gone": "SUPPORTED"}')
    update({"one": {"one/a": "SUPPORTED", "one/b": None}}, {}, baseline, whole=False)
    assert read_expected(baseline) == {"one/a": "SUPPORTED", "one/b": "SUPPORTED", "one/gone": "SUPPORTED"}
    update({"one": {"one/a": "SUPPORTED", "one/b": None}}, {}, baseline, whole=True)
    assert read_expected(baseline) == {"one/a": "SUPPORTED", "one/b": "SUPPORTED"}


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

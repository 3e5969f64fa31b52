"""summary.json says what the journal says, in canonical form."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path

import jsonschema
import pytest

from ntpcheck.errors import UnreadableFile
from ntpcheck.report.formats.summary import SCHEMA, canonical, summary
from ntpcheck.report.record import gather, read
from tests.report import events

Golden = Callable[[str, str], None]


def document() -> dict:
    return json.loads(canonical(summary(gather(events.events()))))


def test_the_summary_is_the_golden_one(golden: Golden) -> None:
    golden("report/summary.json", canonical(summary(gather(events.events()))))


def test_the_summary_keeps_its_published_schema() -> None:
    schema = json.loads(SCHEMA.read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(document(), schema)


@pytest.mark.parametrize("wrong", [{"verdict": "PROVED"}, {"n": -1}, {"worst_slack": "big"}, {"more": 1}])
def test_the_schema_refuses_what_is_no_summary(wrong: dict) -> None:
    changed = document()
    changed["claims"][0] |= wrong
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(changed, json.loads(SCHEMA.read_text()))


def test_claims_stand_in_the_papers_order() -> None:
    assert [c["id"] for c in document()["claims"]] == [f"toy/{word.lower()}" for word in events.WORDS]


def test_only_the_timing_block_depends_on_the_clock() -> None:
    slow = events.events()
    for event in slow:
        event |= {"seconds": 99.0} if event["event"] == "verdict" else {}
        event |= {"id": "20270101-000000-0-quick"} if event["event"] == "run" else {}
    first, second = document(), json.loads(canonical(summary(gather(slow))))
    assert first["timing"] != second["timing"]
    assert {**first, "timing": 0} == {**second, "timing": 0}


def test_floats_are_rounded_and_never_break_json() -> None:
    odd = {
        "b": 0.1 + 0.2,
        "a": -0.0,
        "nan": math.nan,
        "inf": [math.inf, -math.inf],
        "n": 10**20,
        "t": (True, None),
    }
    plain = {"a": 0.0, "b": 0.3, "inf": ["inf", "-inf"], "n": 10**20, "nan": "nan", "t": [True, None]}
    assert canonical(odd) == json.dumps(plain, indent=1) + "\n"
    assert canonical({"x": -0.0}) == canonical({"x": 0.0})


def test_a_refuted_claim_points_to_its_witness_and_that_it_is_accepted() -> None:
    claims = {c["id"]: c for c in document()["claims"]}
    assert (
        claims["toy/refuted"]["witness"]
        == claims["toy/refuted"]["certificate"]
        == "counterexamples/toy_refuted.json"
    )
    assert claims["toy/ill_posed"]["witness"] == "counterexamples/toy_ill_posed.json"
    assert claims["toy/ill_posed"]["certificate"] is None
    assert claims["toy/supported"]["witness"] is None


def test_a_run_that_was_cut_off_has_claims_without_a_verdict(tmp_path: Path) -> None:
    told = events.events()[:7]
    found = summary(read(events.write(tmp_path, told=told)))
    assert not found["run"]["complete"]
    assert [c["verdict"] for c in found["claims"]] == ["SUPPORTED", *[None] * 7]
    jsonschema.validate(json.loads(canonical(found)), json.loads(SCHEMA.read_text()))


def test_batches_of_one_claim_add_up() -> None:
    told = events.events()
    told.insert(5, {**events.batch("SUPPORTED"), "measured": {"rate of decay": [0.25, 1.0]}})
    told.insert(5, {"event": "batch", "claim": "toy/supported", "phase": "started"})
    row = gather(told).rows[0]
    assert row.outcomes == {"HOLDS": 1020, "UNDECIDED": 4}
    assert row.discarded == {"separable": 62, "on the boundary": 4}
    assert row.histogram == [0, 0, 0, 0, 6, 0, 0, 80, 920, 14]
    assert row.measured == {"rate of decay": [0.25, 1.25]}


def test_a_journal_that_makes_no_sense_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile, match="no run event"):
        gather([{"event": "end"}])
    with pytest.raises(UnreadableFile, match="toy/other"):
        gather([*events.events(), {**events.verdict("SUPPORTED"), "claim": "toy/other"}])
    path = events.write(tmp_path) / "journal.ndjson"
    path.write_text(path.read_text().replace('"seed": 0', '"seed": 1', 1))
    with pytest.raises(UnreadableFile, match="does not follow"):
        read(tmp_path)


def test_a_row_without_batches_has_no_histogram() -> None:
    told = [event for event in events.events() if event["event"] != "batch"]
    assert gather(told).rows[0].histogram == []

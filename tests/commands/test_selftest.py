"""The engine's own test on a tiny paper: what is true raises no alarm, what is planted is found or named."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from ntpcheck.claim import CATEGORIES, Claim, Effort, Paper, Planted
from ntpcheck.engine import campaign
from ntpcheck.engine.selftest import Plan, selftest
from ntpcheck.engine.trials import condition_class
from ntpcheck.instances.dataset import Dataset
from ntpcheck.report.trust.document import false_alarms, power_curve, trust
from ntpcheck.report.trust.power import quantile
from tests.commands.conftest import Type
from tests.engine.toys import identity, nowhere, raises, small_corner, softmax_floor

EFFORT = Effort(examples=10, batch=64, trajectories=4)
SURVIVOR = Planted("toy/identity", "weaker", "A weaker statement", {"conclude": identity.conclude})
FOUND = Planted("toy/identity", "flipped", "No token is likely", {"conclude": softmax_floor.conclude})


def report(claims: tuple[Claim, ...], planted: tuple[Planted, ...] = (), folder: Path | None = None):
    paper = Paper("toy", "A toy paper", claims, planted, unchecked={"it is fast": "no number"}, folder=folder)
    return selftest([paper], Plan("tiny", EFFORT))


def outcomes(found) -> dict[str, str]:
    return {entry["id"]: entry["outcome"] for entry in found["trials"]}


def test_true_claims_hold_and_planted_ones_are_found_or_survive_by_name() -> None:
    found = report((identity,), (FOUND, SURVIVOR))
    assert outcomes(found) == {
        "toy/identity": "HOLDS", "toy/identity#flipped": "FAILS", "toy/identity#weaker": "HOLDS",
    }  # fmt: skip
    assert false_alarms(found) == []
    page = trust(found)
    assert "| planted falsehoods detected | 1 of 2 (50.0%) |" in page
    assert "- `toy/identity#weaker`: HOLDS" in page
    assert "- toy: it is fast: no number" in page


def test_a_claim_that_fails_unexpectedly_is_a_false_alarm() -> None:
    found = report((identity, softmax_floor, raises))
    assert [entry["id"] for entry in false_alarms(found)] == ["toy/softmax-floor", "toy/raises"]
    assert "- `toy/raises`: BROKEN: ZeroDivisionError" in trust(found)


def test_a_claim_that_is_expected_to_fail_is_no_false_alarm(tmp_path: Path) -> None:
    (tmp_path / "expected.json").write_text('{"toy/small-corner": "REFUTED"}')
    found = report((identity, small_corner), folder=tmp_path)
    assert false_alarms(found) == []
    assert "fail again, without a stored witness | 1 of 1 (100.0%) |" in trust(found)


def test_a_vacuous_claim_is_open_and_no_alarm() -> None:
    found = report((nowhere,))
    assert outcomes(found) == {"toy/nowhere": "VACUOUS"}
    assert "| true claims left open, or vacuous | 1 |" in trust(found)


def test_only_seconds_differ_between_two_runs() -> None:
    def told() -> str:
        found = report((identity,), (FOUND, SURVIVOR))
        for entry in found["trials"]:
            entry["seconds"] = 0.0
        found["timing"] = {"wall": 0.0, "cpu": 0.0}
        return trust(found)

    assert told() == told()


def test_what_examines_the_trials_cannot_tell_their_roles(monkeypatch: pytest.MonkeyPatch) -> None:
    from ntpcheck.engine import selftest as module

    seen: list[Claim] = []
    original = module.examine

    def spied(claims: tuple[Claim, ...], *rest, **options):
        seen.extend(claims)
        return original(claims, *rest, **options)

    monkeypatch.setattr(module, "examine", spied)
    report((identity, small_corner), (FOUND, SURVIVOR))
    assert sorted(claim.id for claim in seen) == [f"trial-{i}" for i in range(4)]


def test_two_processes_report_what_one_reports() -> None:
    def told(workers: int):
        elsewhere = replace(softmax_floor, domain=replace(softmax_floor.domain, name="elsewhere"))
        paper = Paper("toy", "A toy paper", (identity, nowhere, elsewhere), (FOUND, SURVIVOR))
        events: list[dict] = []
        found = selftest([paper], Plan("tiny", EFFORT), workers=workers, progress=events.append)
        assert events[0] == {"event": "run", "total": 5}
        assert sum(event["event"] == "verdict" for event in events) == 5
        for entry in found["trials"]:
            entry["seconds"] = 0.0
        return found | {"timing": {}}

    assert told(1) == told(2)


def test_instances_are_counted_by_the_condition_of_their_contexts() -> None:
    batch = Dataset(
        [[[1.0, 0.0], [0.0, 1.0]], [[64.0, 0.0], [0.0, 1.0]], [[1.0, 0.0], [1.0, 0.0]]], [[[1], [1]]] * 3
    )
    assert condition_class(batch) == [0, 1, 0]
    assert condition_class(Dataset([[[0.0]]], [[[1]]])) == [0]
    found = report((identity,))
    assert sum(row["inside"] for row in found["conditioning"]) >= EFFORT.batch
    assert "| up to 10 |" in trust(found)


def test_a_sample_takes_from_every_category_and_says_out_of_how_many() -> None:
    kinds = ("wrong-sign", "wrong-sign/sum", "wrong-sign/root", "wrong-limit/zero", "ours", "theirs/both")
    planted = tuple(
        Planted("toy/identity", kind, f"No. {i}", {"conclude": softmax_floor.conclude})
        for i, kind in enumerate(kinds)
    )
    paper = Paper("toy", "A toy paper", (identity, softmax_floor), planted)
    found = selftest([paper], Plan("tiny", EFFORT, sample=4))
    sample = [entry["kind"] for entry in found["trials"] if entry["role"] == "planted"]
    assert {kind.split("/")[0] for kind in sample} == {"wrong-sign", "wrong-limit", "ours", "theirs"}
    assert "4 of 6 planted falsehoods" in trust(found)
    assert "2 claims taken to be true" in trust(found)


def test_detection_is_told_by_category_and_what_it_means() -> None:
    kinds = ("wrong-sign", "wrong-sign/sum", "wrong-limit/zero", "ours", "theirs/both")
    planted = tuple(
        Planted("toy/identity", kind, f"No. {i}", {"conclude": softmax_floor.conclude})
        for i, kind in enumerate(kinds)
    )
    page = trust(report((identity,), (*planted, SURVIVOR)))
    rows = [line.split(" | ")[:7] for line in page.splitlines() if line.startswith("| ")]
    # planted, then: a file accepted, judged exactly, in floats only, not found
    assert ["| wrong-sign", CATEGORIES["wrong-sign"], "2", "0", "2", "0", "0"] in rows
    assert ["| wrong-limit", CATEGORIES["wrong-limit"], "1", "0", "1", "0", "0"] in rows
    assert ["| other kinds", "", "3", "0", "2", "0", "1"] in rows
    assert ["| all", "", "6", "0", "5", "0", "1"] in rows


def test_the_power_curve_ends_at_the_detected_share() -> None:
    found = report((identity,), (FOUND, SURVIVOR))
    assert power_curve(found)[-1][1] == 0.5
    assert "| detected by then |" in trust(found).replace("examples | ", "")
    assert power_curve(report((identity,), (SURVIVOR,))) == []


def test_a_claim_without_an_accepted_verdict_is_no_alarm(tmp_path: Path) -> None:
    (tmp_path / "expected.json").write_text('{"toy/identity": "SUPPORTED"}')
    found = report((identity, softmax_floor), folder=tmp_path)
    assert false_alarms(found) == []
    assert "- `toy/softmax-floor`: FAILS" in trust(found)


def test_quantiles_are_values_that_occur() -> None:
    assert (quantile([3, 1, 2], 0.5), quantile([3, 1, 2], 0.95), quantile([5], 0.5)) == (2, 3, 5)
    assert quantile([], 0.5) != quantile([], 0.5)


def test_the_command_writes_both_files_and_leaves_with_0(typed: Type, paper: Path) -> None:
    answer = typed("selftest", "--paper", "toy")
    assert answer.code == 0
    assert "  1 of 1 (100.0%)  planted falsehoods detected\n" in answer.out
    assert max(map(len, answer.out.splitlines())) <= 120
    assert Path("TRUST.md").read_text().startswith("# How far to trust the verdicts")
    roles = [entry["role"] for entry in json.loads(Path("reports/trust.json").read_text())["trials"]]
    assert roles == ["true", "false", "planted"]


def test_a_false_alarm_leaves_with_1_and_json_is_one_document(typed: Type, paper: Path) -> None:
    (paper / "expected.json").write_text("{}")
    answer = typed("selftest", "--paper", "toy_paper:PAPER", "--json", "--out", "kept")
    assert answer.code == 1
    assert json.loads(answer.out)["papers"] == ["toy"]
    assert Path("kept/TRUST.md").exists()


def test_the_file_of_a_book_is_a_paper_here_too(typed: Type, folder: Path) -> None:
    (folder / "mine.book").write_text(
        'book mine "Mine"\naxes S: s\ngiven Row: q[s] from entries\n'
        'claim mine/square "1" on Row\n    says     a sum of squares is at least 0\n'
        "    formula  (sum s. q[s]^2) >= 0\n"
        'claim mine/square#flipped-inequality "planted" as mine/square\n'
        "    says     a sum of squares is at most 0\n    formula  (sum s. q[s]^2) <= 0\n"
    )
    answer = typed("selftest", "--paper", "mine.book", "--profile", "quick", "--campaign", "none")
    assert answer.code == 0, answer.err
    assert "  1 of 1 (100.0%)  planted falsehoods detected\n" in answer.out


def test_an_unknown_paper_names_the_known_ones(typed: Type, paper: Path) -> None:
    answer = typed("selftest", "--paper", "nosuch")
    assert answer.code == 4
    assert re.search("nosuch.*toy", answer.err)


def test_the_help_says_that_the_engine_is_blind(typed: Type) -> None:
    assert "without being told which is which" in " ".join(typed("selftest", "--help").out.split())


def test_a_part_counted_anew_stands_beside_what_stays(
    typed: Type, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(campaign, "loaded", lambda _: {"evaluation alone": [[25, 3629], [31, 4673]]})
    record = Path(__file__).parents[2] / "reports" / "trust.json"
    (tmp_path / "reports").mkdir()
    (tmp_path / "reports" / "trust.json").write_bytes(record.read_bytes())
    before = json.loads(record.read_text("utf-8"))
    assert (
        typed("selftest", "--part", "misprints", "--edits", "1", "--seed", "5", "--out", tmp_path).code == 0
    )
    after = json.loads((tmp_path / "reports" / "trust.json").read_text("utf-8"))
    now, then = (told["books"].pop("campaign") for told in (after, before))
    anew = after["books"].pop("anew")
    assert all(told["drawn"] == 1 for told in now.pop("misprints").values())
    then.pop("misprints")
    assert now == then
    assert anew["misprints"]["seed"] == 5
    assert {name: value for name, value in after.items() if name != "books"} == {
        name: value for name, value in before.items() if name != "books"
    }
    page = (tmp_path / "TRUST.md").read_text("utf-8")
    assert "| evaluation alone | 2 | 25 to 31 | 3,629 | 4,673 | 4,673 |" in page
    assert f"seed 5, on {anew['misprints']['date']}. The share" in page
    assert anew["falsehoods"] == before["books"]["anew"]["falsehoods"]
    assert f"Falsehoods made by machine, seed {anew['falsehoods']['seed']}, on" in page


def test_no_part_is_counted_anew_without_a_record(typed: Type, tmp_path: Path) -> None:
    said = typed("selftest", "--part", "falsehoods", "--out", tmp_path)
    assert said.code == 4
    assert "trust.json does not exist" in said.err
    said = typed("selftest", "--part", "falsehoods", "--paper", "linear", "--out", tmp_path)
    assert (said.code, "Leave out --paper." in said.err) == (4, True)

"""`verify`, `report` and `gate` on a paper with one true and one false claim."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from ntpcheck.accepted import NOTHING, read_accepted
from ntpcheck.engine import run
from ntpcheck.engine.journal import read_journal
from ntpcheck.report.formats.summary import SCHEMA
from tests.commands.conftest import Type
from tests.engine.toys import identity, softmax_floor

RUNS = Path("reports") / "runs"


def only_run() -> Path:
    (folder,) = RUNS.iterdir()
    return folder


def last_line(text: str) -> str:
    return text.splitlines()[-1]


@pytest.mark.usefixtures("paper")
def test_a_run_passes_when_the_refutation_stands(typed: Type) -> None:
    answer = typed("verify")
    assert answer.code == 0
    assert last_line(answer.out) == "2 passed, 0 failed, 0 skipped"
    assert "✕ REFUTED" in answer.out
    assert {path.name for path in only_run().iterdir()} == {
        "journal.ndjson",
        "summary.json",
        "index.html",
        "counterexamples",
    }


def test_a_run_fails_when_a_verdict_differs(typed: Type, paper: Path) -> None:
    (paper / "expected.json").write_text('{"toy/softmax-floor": "SUPPORTED"}')
    answer = typed("verify")
    assert answer.code == 1
    assert "differs  toy/softmax-floor: REFUTED, expected SUPPORTED\n" in answer.err
    assert last_line(answer.out) == "1 passed, 1 failed, 0 skipped"


def test_a_verdict_where_none_was_expected_is_called_new(typed: Type, paper: Path) -> None:
    (paper / "expected.json").write_text('{"toy/identity": "SUPPORTED"}')
    answer = typed("verify")
    assert answer.code == 1
    assert "new REFUTED  toy/softmax-floor\n" in answer.err
    said = "`gate --update` makes this the expected verdict; until then `verify` leaves with 1."
    assert said in " ".join(answer.out.split())
    assert last_line(answer.out) == "1 passed, 0 failed, 0 skipped, 1 new"


def test_json_is_one_document_that_keeps_the_schema(typed: Type, paper: Path) -> None:
    answer = typed("verify", "--json", "--seed", "5")
    found = json.loads(answer.out)
    jsonschema.validate(found, json.loads(SCHEMA.read_text()))
    assert answer.out == (only_run() / "summary.json").read_text()
    assert last_line(answer.err) == "2 passed, 0 failed, 0 skipped"
    assert [claim["verdict"] for claim in found["claims"]] == ["SUPPORTED", "REFUTED"]
    assert (only_run() / found["claims"][1]["witness"]).is_file()


@pytest.mark.usefixtures("paper")
def test_one_seed_gives_the_same_bytes_twice(typed: Type) -> None:
    first, second = (json.loads(typed("verify", "--json", "--seed", "5").out) for _ in range(2))
    assert first.pop("timing") != second.pop("timing")
    assert json.dumps(first) == json.dumps(second)


@pytest.mark.usefixtures("paper")
def test_patterns_choose_what_is_checked(typed: Type) -> None:
    assert last_line(typed("verify", "toy/ident*").out) == "1 passed, 0 failed, 0 skipped"
    (selection, *_) = read_journal(only_run() / "journal.ndjson")
    assert selection["patterns"] == ["toy/ident*"]


@pytest.mark.usefixtures("paper")
def test_a_paper_need_not_be_installed(typed: Type) -> None:
    answer = typed("verify", "tests.engine.toys:PAPER", "toy/identity")
    assert (answer.code, last_line(answer.out)) == (0, "1 passed, 0 failed, 0 skipped")


@pytest.mark.usefixtures("paper")
def test_a_paper_without_verdicts_of_its_own_is_held_to_the_baseline(typed: Type) -> None:
    Path("reports").mkdir()
    Path("reports/baseline.json").write_text('{"toy/softmax-floor": "REFUTED", "toy/identity": "REFUTED"}')
    answer = typed("verify", "tests.engine.toys:PAPER", "toy/identity", "toy/softmax-floor")
    assert answer.code == 1
    assert "differs  toy/identity: SUPPORTED, expected REFUTED" in answer.err
    assert last_line(answer.out) == "1 passed, 1 failed, 0 skipped"


@pytest.mark.usefixtures("paper")
def test_a_run_renders_again_to_the_same_bytes(typed: Type) -> None:
    typed("verify")
    folder = only_run()
    before = [(folder / name).read_bytes() for name in ("summary.json", "index.html")]
    assert typed("report", folder.name).code == 0
    assert [(folder / name).read_bytes() for name in ("summary.json", "index.html")] == before
    answer = typed("report", "--markdown")
    assert answer.out == f"{folder / 'report.md'}\n"
    assert json.loads(typed("report", "latest", "--json").out)["schema_version"] == 1


def test_a_gate_passes_a_run_that_matches_and_stops_one_that_does_not(typed: Type, paper: Path) -> None:
    typed("verify")
    assert typed("gate").code == 0
    (paper / "expected.json").write_text('{"toy/identity": "REFUTED", "toy/gone": "SUPPORTED"}')
    answer = typed("gate", "--json")
    assert answer.code == 1
    states = {claim["id"]: claim["state"] for claim in json.loads(answer.out)["claims"]}
    assert states == {"toy/identity": "failed", "toy/softmax-floor": "new", "toy/gone": "failed"}
    assert last_line(answer.err) == "0 passed, 2 failed, 0 skipped, 1 new"


def test_a_changed_statement_differs_until_it_is_accepted(typed: Type, paper: Path) -> None:
    other = {"verdict": "SUPPORTED", "statement": "0" * 12}
    (paper / "expected.json").write_text(json.dumps({"toy/identity": other, "toy/softmax-floor": "REFUTED"}))
    said = "differs  toy/identity: SUPPORTED, expected SUPPORTED of another statement\n"
    for command in (("verify",), ("gate",)):
        answer = typed(*command)
        assert (answer.code, said in answer.err) == (1, True)
    assert typed("gate", "--update").code == 0


def test_updating_the_gate_accepts_the_run(typed: Type, paper: Path) -> None:
    (paper / "expected.json").unlink()
    assert typed("verify").code == 1
    answer = typed("gate", "--update")
    assert answer.code == 0
    accepted = read_accepted(paper / "expected.json")
    assert accepted.verdicts == {"toy/identity": "SUPPORTED", "toy/softmax-floor": "REFUTED"}
    assert accepted.statements == {claim.id: claim.digest for claim in (identity, softmax_floor)}
    assert read_accepted(Path("reports/baseline.json")) == accepted
    stored = paper / "counterexamples" / "toy--softmax-floor.json"
    assert stored.read_bytes() == (only_run() / "counterexamples" / stored.name).read_bytes()
    assert typed("gate", "--update").out == "2 passed, 0 failed, 0 skipped\n"
    assert typed("verify").code == 0


def test_updating_the_gate_drops_a_witness_that_no_verdict_rests_on(typed: Type, paper: Path) -> None:
    stale, kept = (paper / "counterexamples" / f"toy--{name}.json" for name in ("identity", "other"))
    stale.parent.mkdir()
    typed("verify", "toy/identity")
    stale.write_text("{}")
    kept.write_text("{}")
    assert f"removed {stale}\n" in typed("gate", "--update").out
    assert kept.exists()


def pretend(
    monkeypatch: pytest.MonkeyPatch,
    ending: BaseException | None = None,
    pause: Callable[[], Any] = lambda: None,
    **changed: Any,
) -> None:
    """An engine that judges the first claim only, and then stops, waits or stumbles."""

    def verify(papers: Any, patterns: Any, *, journal: Any, progress: Any, **settings: Any) -> None:
        claims = [run._entry(papers[0], claim, papers[0].accepted, NOTHING) for claim in papers[0].claims]
        start = {"id": journal.folder.name, "version": "0", "environment": {}, "claims": claims}
        progress(journal.write("run", **start, **settings))
        verdict = {
            "verdict": "SUPPORTED",
            "n": 30,
            "rigor": "FLOAT",
            "admitted": 30,
            "seconds": 0.1,
        } | changed
        progress(journal.write("verdict", claim=claims[0]["id"], **verdict))
        if ending:
            raise ending
        pause()
        progress(journal.write("verdict", claim=claims[1]["id"], **verdict | {"verdict": "REFUTED"}))
        progress(journal.write("end"))

    monkeypatch.setattr(run, "verify", verify)


@pytest.mark.usefixtures("paper")
def test_an_interrupted_run_keeps_what_it_has_and_leaves_with_2(
    typed: Type, monkeypatch: pytest.MonkeyPatch
) -> None:
    pretend(monkeypatch, KeyboardInterrupt())
    answer = typed("verify")
    assert (answer.code, answer.out) == (2, "")
    line = f"ntpcheck: interrupted after 1 of 2 claims: `ntpcheck verify --resume {only_run().name}` goes on"
    assert answer.err == f"{line}, `ntpcheck report` shows what there is\n"
    assert typed("report").code == 0
    assert (only_run() / "index.html").is_file()


@pytest.mark.usefixtures("paper")
def test_a_spent_budget_ends_a_run_in_the_midst_of_a_batch(
    typed: Type, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = signal.getsignal(signal.SIGALRM)
    left: list[float] = []

    def hour_later() -> None:
        left.append(signal.getitimer(signal.ITIMER_REAL)[0])
        signal.raise_signal(signal.SIGALRM)

    pretend(monkeypatch, pause=hour_later)
    answer = typed("verify", "--budget", "1h")
    assert 0 < left[0] <= 3600
    assert signal.getsignal(signal.SIGALRM) is before
    assert (answer.code, last_line(answer.out)) == (0, "1 passed, 0 failed, 1 skipped")
    assert "out of time: " in answer.err


@pytest.mark.usefixtures("paper")
def test_a_budget_in_which_nothing_is_done_says_that_it_is_too_short(
    typed: Type, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Taken up again with the same, the run would search the same domain in vain, without an end."""
    honest, honest_conclude = run.examine, run.conclude

    def ring(*_: Any, **__: Any) -> None:
        signal.raise_signal(signal.SIGALRM)

    monkeypatch.setattr(run, "examine", ring)
    for again in ((), ("--resume",)):
        named = (*again, only_run().name) if again else ()
        answer = typed("verify", *named, "--budget", "1h")
        (said,) = [line for line in answer.err.splitlines() if "out of time" in line]
        assert "out of time before anything was done" in said
        assert said.endswith(
            f"`python -m ntpcheck verify --resume {only_run().name}` goes on with a longer --budget"
        )
        assert last_line(answer.out) == "0 passed, 0 failed, 2 skipped"
    monkeypatch.setattr(run, "examine", honest)
    monkeypatch.setattr(run, "conclude", lambda *told: (honest_conclude(*told), ring()))
    answer = typed("verify", "--resume", only_run().name, "--budget", "1h")
    assert "out of time: " in answer.err
    assert last_line(answer.out) == "1 passed, 0 failed, 1 skipped"


@pytest.mark.usefixtures("paper")
def test_a_gate_does_not_pass_an_unfinished_run(typed: Type, monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(monkeypatch, KeyboardInterrupt())
    typed("verify")
    assert typed("gate").code == 1


@pytest.mark.usefixtures("paper")
def test_new_doubt_is_a_warning_unless_strict(typed: Type, monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(monkeypatch, verdict="UNDECIDED")
    answer = typed("verify")
    assert (answer.code, last_line(answer.out)) == (0, "1 passed, 0 failed, 0 skipped, 1 newly undecided")
    assert "new UNDECIDED  toy/identity: UNDECIDED, expected SUPPORTED\n" in answer.err
    assert typed("verify", "--strict").code == 7
    assert typed("gate", "--strict").code == 7


@pytest.mark.usefixtures("paper")
def test_settings_come_from_the_environment_too(typed: Type, monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(monkeypatch)
    monkeypatch.setenv("NTPCHECK_PROFILE", "ci")
    monkeypatch.setenv("NTPCHECK_SEED", "9")
    assert (
        json.loads(typed("verify", "--json").out)["run"] | {"seed": 9, "profile": "ci"}
        == json.loads(typed("verify", "--json").out)["run"]
    )
    monkeypatch.setenv("NTPCHECK_PROFILE", "slow")
    answer = typed("verify")
    assert answer.code == 4
    said = "the environment sets NTPCHECK_PROFILE = 'slow'. 'slow' is not one of 'quick', 'ci', 'nightly'."
    assert answer.err == f"ntpcheck: {said}\n"


@pytest.mark.parametrize("text", ["90s", "1.5m", "0.025h"])
def test_a_budget_is_a_number_with_a_unit(text: str) -> None:
    from ntpcheck.commands._options import Seconds

    assert Seconds().convert(text, None, None) == 90.0

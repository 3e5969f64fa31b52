"""`hunt` and `replay` as a user types them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from ntpcheck.instances.dataset import Dataset
from ntpcheck.statement.document import finding
from ntpcheck.verifier.command import main as verifier
from ntpcheck_papers.thrampoulidis2024 import PAPER
from tests.commands.conftest import Type

CLAIM = "linear/lemma-1/separable"
DROP = ("hunt", CLAIM, "--drop", "full-rank")


def witness(folder: Path) -> Path:
    (found,) = folder.glob("reports/runs/*/counterexamples/*.json")
    return found


def test_a_hunt_tells_the_witness_its_files_and_what_lies_below(typed: Type, folder: Path) -> None:
    said = typed(*DROP)
    assert said.code == 0
    for part in (
        "REFUTED: without full-rank the statement is false",
        "Dataset: embeddings [[0, 0]]",
        "enumerated whole",
    ):
        assert part in said.out
    assert verifier([str(witness(folder))]) == 0
    assert r"\begin{pmatrix} 0 & 0 \end{pmatrix}" in witness(folder).with_suffix(".tex").read_text()


def test_the_written_test_runs_by_itself(typed: Type, folder: Path) -> None:
    typed(*DROP)
    (file,) = witness(folder).parent.glob("test_*.py")
    options = ["-q", "-p", "no:ntpcheck", "-p", "no:cacheprovider"]
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", *options, file.name], cwd=file.parent, capture_output=True
    )
    assert ran.returncode == 0, ran.stdout.decode()


def test_json_is_one_document(typed: Type) -> None:
    document = json.loads(typed(*DROP, "--json").out)
    (found,) = document["hunts"]
    assert (found["verdict"], found["need"], found["dropped"]) == ("REFUTED", "needed", ["full-rank"])


def test_all_drops_is_one_hunt_for_each_assumption(typed: Type) -> None:
    document = json.loads(typed("hunt", "linear/lemma-1/*", "--all-drops", "--json").out)
    assert len(document["hunts"]) == 6
    assert {tuple(found["dropped"]) for found in document["hunts"]} == {
        ("full-rank",),
        ("overparameterized",),
    }


def test_replay_tells_what_still_fails_from_what_does_not(typed: Type, folder: Path) -> None:
    typed(*DROP)
    file = witness(folder)
    assert typed("replay", str(file)).code == 0
    document = json.loads(file.read_text())
    document["instance"]["embeddings"] = [[1, 0]]
    file.write_text(json.dumps(document))
    said = typed("replay", str(file))
    assert said.code == 1
    assert "no longer fails" in said.out
    for content, why in (("[]", ""), ("{}", "it lacks 'instance'"), ("", "Expecting value")):
        file.write_text(content)
        said = typed("replay", str(file))
        assert said.code == 4
        assert said.out.startswith(f"unreadable      {file}  is no counterexample file ({why}")
    file.write_text("\0")
    said = typed("replay", str(file))
    assert (said.code, "is not text" in said.out) == (4, True)
    file.unlink()
    why = "does not exist. Give a file that `hunt` or `verify` wrote."
    assert typed("replay", str(file)).out.splitlines()[0] == f"unreadable      {file}  {why}"


def test_replay_takes_claims_whose_counterexamples_are_stored(typed: Type) -> None:
    said = typed("replay", "linear/remark-1/F-empty")
    assert (said.code, said.out.count("\n")) == (0, 2)
    assert "linear--remark-1--F-empty.json  checker: FAILS, verifier: ACCEPTED" in said.out
    more = typed("replay", "linear/remark-1")
    assert (more.code, said.out.splitlines()[0] in more.out.splitlines()) == (0, True)
    none = typed("replay", "linear/theorem-2/finite-part")
    assert (
        none.code,
        none.err.startswith("ntpcheck: no counterexample of linear/theorem-2/finite-part."),
    ) == (5, True)
    assert typed("replay", "linear/theorm-2/finite-part").code == 4


def test_replay_takes_the_folder_of_a_run(typed: Type, folder: Path) -> None:
    typed(*DROP)
    run = witness(folder).parent.parent
    said = typed("replay", str(run))
    assert (said.code, said.out.splitlines()[-1]) == (
        0,
        "1 still fail, 0 no longer fail, 0 rejected, 0 unreadable",
    )
    witness(folder).unlink()
    said = typed("replay", str(run))
    assert (said.code, said.err.count("\n")) == (5, 1)
    assert f"no counterexample of {run}. " in said.err


CHANGES = {  # to a counterexample: the state it then has, and what is said of it
    "a-as-it-was": ({}, "still fails", "checker: FAILS, verifier: ACCEPTED"),
    "b-no-ray": ({"hints": {}}, "rejected", "FAILS, but the verifier says REJECTED: "),
    "c-old": ({"schema_version": 1}, "unreadable", "FAILS, but the verifier says UNREADABLE: "),
    "d-no-claim": ({"claim": "linear/none"}, "unreadable", "no paper here has the claim 'linear/none'. "),
    "e-no-name": ({"claim": [1]}, "unreadable", "its checker raised TypeError: "),
    "f-no-instance": ({"instance": 5}, "unreadable", "is no counterexample file (AttributeError: "),
    "g-independent": ({"embeddings": [[1, 0]]}, "no longer fails", "the checker says HOLDS"),
    "h-as-it-was": ({}, "still fails", "checker: FAILS, verifier: ACCEPTED"),
}


@pytest.fixture
def broken(folder: Path) -> Path:
    """A folder with one counterexample, changed in each of these ways."""
    claim, instance = PAPER[CLAIM].dropping("full-rank"), Dataset([[0, 0]], [[1, 0]]).exact()
    document = finding(claim, instance, "fails", found={"seed": 0, "version": "0"}).document
    into = folder / "broken"
    into.mkdir()
    for name, (change, _, _) in CHANGES.items():
        changed = document | change
        if "embeddings" in change:
            changed = document | {"instance": document["instance"] | change}
        (into / f"{name}.json").write_text(json.dumps(changed))
    return into


def test_replay_goes_through_all_files_whatever_becomes_of_one(typed: Type, broken: Path) -> None:
    said = typed("replay", str(broken))
    *lines, told = said.out.replace("\n  ", " ").splitlines()
    assert told == "2 still fail, 1 no longer fail, 1 rejected, 4 unreadable"
    for line, (name, (_, state, reason)) in zip(lines, CHANGES.items(), strict=True):
        assert line.startswith(f"{state:16}{broken / name}.json")
        assert f"  {reason}" in line
    found = json.loads(typed("replay", str(broken), "--json").out)["files"]
    assert [result["state"] for result in found] == [state for _, state, _ in CHANGES.values()]
    assert all(result["reason"] for result in found if result["state"] != "still fails")


def test_replay_leaves_with_the_worst_of_what_it_met(typed: Type, broken: Path) -> None:
    codes = {"still fails": 0, "no longer fails": 1, "rejected": 1, "unreadable": 4}
    for name, (_, state, _) in CHANGES.items():
        assert typed("replay", str(broken / f"{name}.json")).code == codes[state], name
    paths = {name[0]: str(broken / f"{name}.json") for name in CHANGES}
    for order, code in (("ah", 0), ("ab", 1), ("ba", 1), ("ag", 1), ("bd", 4), ("db", 4), ("adg", 4)):
        assert typed("replay", *(paths[name] for name in order)).code == code, order


def test_replay_looks_at_every_row_of_a_table(typed: Type, broken: Path) -> None:
    names = [name for name in CHANGES if name[0] != "f"]  # one without an instance spoils the table
    rows = [{"document": json.loads((broken / f"{name}.json").read_text())} for name in names]
    table = broken / "needed.json"
    table.write_text(json.dumps({"rows": rows}))
    found = json.loads(typed("replay", str(table), "--json").out)["files"]
    assert [result["state"] for result in found] == [CHANGES[name][1] for name in names]


def test_hunts_that_cannot_start_say_why_in_a_line(typed: Type) -> None:
    for arguments, part in (
        (("hunt", "linear/lemma-1/separabel"), "Did you mean linear/lemma-1/separable"),
        ((*DROP, "--all-drops"), "exclude each other"),
        (("hunt", "linear/lemma-1"), "names 3 claims"),
        (("hunt", CLAIM, "--drop", "convex"), "does not assume 'convex'"),
        (("hunt", CLAIM, "--budget", "soon"), "no length of time"),
        (("replay", "missing.json"), ""),
    ):
        said = typed(*arguments)
        assert said.code == 4
        assert part in said.err
        assert "Traceback" not in said.err

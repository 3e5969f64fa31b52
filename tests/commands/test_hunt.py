"""`hunt` and `replay` as a user types them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from ntpcheck.verifier import __main__ as verifier
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
        "Dataset(embeddings=[[0, 0]]",
        "enumerated whole",
    ):
        assert part in said.out
    assert verifier.main([str(witness(folder))]) == 0
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
    for content, why in (("[]", ""), ("{}", "it lacks 'instance'"), ("", "Expecting value"), ("\0", "")):
        file.write_text(content)
        said = typed("replay", str(file))
        assert said.code == 4
        assert said.out.startswith(f"unreadable      {file}  is no counterexample file ({why}")
    file.unlink()
    why = "cannot be read (No such file or directory). Give a file that `hunt` or `verify` wrote."
    assert typed("replay", str(file)).out.splitlines()[0] == f"unreadable      {file}  {why}"


def test_replay_takes_the_folder_of_a_run(typed: Type, folder: Path) -> None:
    typed(*DROP)
    run = witness(folder).parent.parent
    said = typed("replay", str(run))
    assert (said.code, said.out.splitlines()[-1]) == (0, "1 still fail, 0 no longer fail, 0 unreadable")
    witness(folder).unlink()
    said = typed("replay", str(run))
    assert (said.code, said.err.count("\n")) == (5, 1)
    assert f"no counterexample in {run}. " in said.err


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

"""The commands take the file of a book where they take a paper."""

from __future__ import annotations

import json
from pathlib import Path

from tests.commands.conftest import Type

REMARKS = Path(__file__).parent.parent / "formulas" / "remarks.book"


def test_verify_takes_a_book_and_globs(typed: Type, folder: Path) -> None:
    (folder / "remarks.book").write_text(REMARKS.read_text())
    answer = typed("verify", "remarks.book", "remarks/mixture*", "--json")
    verdicts = {claim["id"]: claim["verdict"] for claim in json.loads(answer.out)["claims"]}
    assert verdicts["remarks/mixture-strict"] == "REFUTED"
    assert set(verdicts) == {"remarks/mixture", "remarks/mixture-strict"}
    assert "Mixture" in typed("show", "remarks/mixture", "--paper", "remarks.book").out
    assert "remarks/first" in typed("claims", "remarks.book").out
    hunted = typed("hunt", "remarks/mixture-strict", "--paper", "remarks.book", "--budget", "3s")
    assert "REFUTED" in hunted.out


def test_the_verdicts_of_a_book_are_accepted_beside_it(folder: Path, typed: Type) -> None:
    (folder / "remarks.book").write_text(REMARKS.read_text())
    assert typed("verify", "remarks.book", "remarks/mixture-strict").code == 1
    assert "wrote remarks.verdicts/expected.json" in typed("gate", "--update").out
    file = folder / "remarks.verdicts" / "counterexamples" / "remarks--mixture-strict.json"
    assert json.loads((folder / "remarks.verdicts" / "expected.json").read_text())
    assert typed("verify", "remarks.book", "remarks/mixture-strict").code == 0
    assert typed("gate").code == 0
    assert typed("replay", str(file), "--paper", "remarks.book").code == 0

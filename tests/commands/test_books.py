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

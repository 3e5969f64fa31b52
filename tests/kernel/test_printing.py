"""Printed statements: what every reader sees, without Coq."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ntpcheck.kernel.coqc import AXIOMS
from ntpcheck.kernel.files import coq
from ntpcheck.kernel.names import TAKEN, Unprintable, spelled
from ntpcheck.kernel.statement import printed, statement
from ntpcheck.report.trust.kernel import KINDS, accepted, kernel_checked, kernel_section
from ntpcheck.report.trust.recorded import record
from ntpcheck.verifier.language.book import Book

ROOT = Path(__file__).parents[2]


@cache
def books() -> dict[str, Book]:
    """Those of both papers, read when a test asks for one."""
    every = sorted(ROOT.glob("properties/*/*/*.book"))
    return {path.stem: Book(path.read_text(), path.name) for path in every}


def stored(claim: str) -> dict[str, Any]:
    (path,) = ROOT.glob(f"properties/*/*/counterexamples/{claim.replace('/', '--')}.json")
    return json.loads(path.read_text())


def lines(claim: str) -> str:
    book = books()[claim.partition("/")[0]]
    return "\n".join(printed(statement(book, book.claims[claim])))


def test_a_statement_reads_like_the_book() -> None:
    text = lines("linear/proposition-1/above-entropy@short")
    assert "Definition separable : Prop := exists D : tensor2, separating D." in text
    assert "Definition conclusion : Prop :=\n  CE W > H." in text
    assert text.splitlines()[-1] == "End Statement."


def test_every_assumption_of_the_claim_is_a_premise() -> None:
    for book in books().values():
        for claim in (one for one in book.claims.values() if one.kind == "formula"):
            try:
                made = statement(book, claim)
            except Unprintable:
                continue
            assert {spelled(name) for name in claim.assumes} <= {premise.text for premise in made.premises}


def test_an_implicit_object_is_a_variable_with_its_property() -> None:
    text = lines("linear/lemma-5/case-1-second")
    assert "Definition Wmm_is : Prop := shortest V d (fun D => separating D) Wmm." in text
    assert "  Wmm_is /\\" in text


def test_a_trajectory_is_a_variable_with_its_recursion() -> None:
    text = lines("linear/lemma-2/norm@short")
    assert "Variable W_k : nat -> tensor2." in text
    assert "all V (fun v => all d (fun i => W_k 0%nat v i = W0 v i))" in text
    assert "W_k (S k) v i = W_k k v i - eta * grad (W_k k) v i" in text
    assert "Definition conclusion : Prop :=\n  grows (fun k => norm2 V d (W_k k))." in text


def test_a_path_is_a_variable_of_minimisers() -> None:
    text = lines("linear/theorem-1/proof/boundary@short")
    minimises = "least (fun M => norm2 V d M <= B) (fun M => CE M) (W_B B)"
    assert f"Definition W_B_is : Prop := forall B : R, 0 < B -> {minimises}." in text
    assert "Definition conclusion : Prop :=\n  forall B : R, 0 < B -> norm2 V d (W_B B) = B." in text


def test_an_ill_posed_statement_is_refuted_in_what_it_presupposes() -> None:
    made = coq(books()["linear"], stored("linear/theorem-1/direction@short"))
    assert made.kind == "presupposition"
    assert re.fullmatch(
        r"  ~ \(all V \(fun (\w+) => all d \(fun (\w+) => Wmm \1 \2 = 0\)\)\)\.", made.statement[-2]
    )
    told = [line for line in made.statement if not line.startswith("(*")]
    assert "W_B" not in "".join(told)


def test_a_limit_by_another_lemma_is_not_printed() -> None:
    with pytest.raises(Unprintable, match="straddles"):
        coq(books()["linear"], stored("linear/figures/fig-5-ngd-finite-part"))


def test_a_division_is_guarded_in_the_second_theorem() -> None:
    made = coq(books()["linear"], stored("linear/lemma-5/case-1-second"))
    assert "Definition Rprime_has_value" in made.text
    assert "norm2 V d Wmm <> 0" in made.text
    assert "Theorem it_has_a_value_there" in made.text


def test_a_name_that_the_prelude_has_is_changed() -> None:
    assert all(spelled(name) not in TAKEN for name in ("S", "R", "exp", "in", "claim:rank", "fig-4"))
    assert spelled("some-token") == "some_token"


def test_the_record_is_of_the_statements_of_the_books() -> None:
    from ntpcheck.verifier.language.claims import digest

    for claim, entry in record("kernel")["claims"].items():
        book = books()[claim.partition("/")[0]]
        assert entry["statement"] == digest(book, book.claims[claim])
        assert entry["kind"] in {*KINDS, "no"}
    assert set(record("kernel")["axioms"]) <= AXIOMS


FOUND = {
    "axioms": ["a"],
    "claims": {
        "x": {"statement": "1", "form": "limit", "kind": "negation", "lines": 3},
        "z": {"statement": "1", "form": "limit", "kind": "no", "reason": "a limit by the lemma `rays`"},
    },
}


def test_what_was_accepted_of_another_statement_does_not_count() -> None:
    assert kernel_checked("x", "1", FOUND) == "the negation of the statement, 3 lines of Coq to read"
    assert kernel_checked("x", "2", FOUND) == "no (the statement has changed)"
    assert kernel_checked("y", "", FOUND) == "no (not tried)"
    assert kernel_checked("z", "1", FOUND) == "no (a limit by the lemma `rays`)"
    assert accepted("x", "1", FOUND)
    assert not accepted("x", "2", FOUND)
    assert not accepted("z", "1", FOUND)


def test_the_section_names_what_was_not_accepted() -> None:
    section = kernel_section(FOUND)
    assert "| the negation of the statement | limit | 1 |" in section
    assert "- `z`: a limit by the lemma `rays`" in section

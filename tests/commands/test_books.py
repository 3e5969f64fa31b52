"""The commands take the file of a book where they take a paper."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from ntpcheck_papers import thrampoulidis2024
from tests.commands.conftest import Type

REMARKS = Path(__file__).parent.parent / "formulas" / "remarks.book"


class Looks:
    """A clock of which each look takes a twentieth of a second, however busy the machine is."""

    def __init__(self) -> None:
        self.looks = 0

    def monotonic(self) -> float:
        self.looks += 1
        return self.looks / 20


def test_verify_takes_a_book_and_globs(typed: Type, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Looks()
    monkeypatch.setattr("ntpcheck.engine.ways.time", clock)
    monkeypatch.setattr("ntpcheck.commands.hunt.time", clock)
    (folder / "remarks.book").write_text(REMARKS.read_text())
    answer = typed("verify", "remarks.book", "remarks/mixture*", "--json")
    verdicts = {claim["id"]: claim["verdict"] for claim in json.loads(answer.out)["claims"]}
    assert verdicts["remarks/mixture-strict"] == "REFUTED"
    assert set(verdicts) == {"remarks/mixture", "remarks/mixture-strict"}
    assert "Mixture" in typed("show", "remarks/mixture", "--paper", "remarks.book").out
    assert "remarks/first" in typed("claims", "remarks.book").out
    hunted = typed("hunt", "remarks/mixture-strict", "--paper", "remarks.book", "--budget", "3s")
    assert "REFUTED" in hunted.out
    # The witness has one expert and lies off the grid of -1, 0 and 1, on which no row is inside.
    grid = "nothing that satisfies the assumptions fails in the shapes enumerated whole on a small grid: S=2"
    assert grid in " ".join(hunted.out.split())


def test_the_verdicts_of_a_book_are_accepted_beside_it(folder: Path, typed: Type) -> None:
    (folder / "remarks.book").write_text(REMARKS.read_text())
    assert typed("verify", "remarks.book", "remarks/mixture-strict").code == 1
    assert "wrote remarks.verdicts/expected.json" in typed("gate", "--update").out
    file = folder / "remarks.verdicts" / "counterexamples" / "remarks--mixture-strict.json"
    assert json.loads((folder / "remarks.verdicts" / "expected.json").read_text())
    assert typed("verify", "remarks.book", "remarks/mixture-strict").code == 0
    assert typed("gate").code == 0
    assert typed("replay", str(file), "--paper", "remarks.book").code == 0


def test_a_verdict_on_another_statement_of_that_name_is_not_told(folder: Path, typed: Type) -> None:
    text = REMARKS.read_text()
    (folder / "remarks.book").write_text(text)
    assert typed("verify", "remarks.book", "remarks/mixture-strict").code == 1
    show = ("show", "remarks/mixture-strict", "--paper", "remarks.book")
    assert "verdict:        REFUTED, a counterexample is accepted (expected: nothing)" in typed(*show).out
    assert "REFUTED" in typed("claims", "remarks.book").out
    old = typed("show", "remarks/mixture-strict", "--paper", "remarks.book", "--json").out
    formula = json.loads(old)["claim"]["formulas"]["formula"]
    (folder / "remarks.book").write_text(text.replace(" < ", " <= "))
    told = typed(*show).out
    assert formula not in told
    assert "verdict:        none yet" in told
    assert "rests on:" not in told  # of a paper that does not say what rests on what
    assert "REFUTED" not in typed("claims", "remarks.book").out


def test_an_assumption_that_is_taken_over_keeps_its_citation(folder: Path, typed: Type) -> None:
    (folder / "mine.book").write_text(
        'book mine "Mine"\nuse ntpcheck.linear\n'
        'claim mine/a "1" on Decoding\n    says      so\n    assuming  compatible\n    formula   CE(W) >= H\n'
    )
    told = json.loads(typed("show", "mine/a", "--paper", "mine.book", "--json").out)["claim"]
    linear = json.loads(typed("show", "linear/proposition-1/above-entropy@short", "--json").out)["claim"]
    assert told["assumptions"][0]["name"] == "compatible"
    assert told["assumptions"][0] in linear["assumptions"]
    assert told["assumptions"][0]["cite"]


def test_a_claim_of_a_book_that_is_not_named_is_told_how_to_name_it(folder: Path, typed: Type) -> None:
    (folder / "remarks.book").write_text(REMARKS.read_text())
    for command in ("show", "hunt", "verify"):
        assert typed(command, "remarks/mixture").err == (
            "ntpcheck: no claim 'remarks/mixture' of an installed paper. To name the book here, write "
            "remarks.book beside it (for show and hunt: --paper remarks.book).\n"
        )


def test_a_misspelled_claim_of_a_book_that_is_named_is_told_the_closest_one(
    folder: Path, typed: Type
) -> None:
    (folder / "remarks.book").write_text(REMARKS.read_text())
    for command in (("show", "--paper"), ("hunt", "--paper"), ("verify",), ("claims",)):
        said = typed(*command, "remarks.book", "remarks/mixtrue")
        assert said.err == "ntpcheck: no claim 'remarks/mixtrue'. Did you mean remarks/mixture?\n"
        assert said.code == 4


def test_reading_a_book_imports_no_torch(folder: Path) -> None:
    (folder / "remarks.book").write_text(REMARKS.read_text())
    code = (
        "import sys; from ntpcheck.cli import run; run(['book', 'check', 'remarks.book']); "
        "sys.exit('torch' in sys.modules)"
    )
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    assert (
        subprocess.run([sys.executable, "-c", code], cwd=folder, env=environment, check=False).returncode == 0
    )


def test_planted_falsehoods_are_counted_apart(folder: Path, typed: Type) -> None:
    planted = 'claim remarks/entropy#wrong-sign "planted" as remarks/entropy\n    formula  CE(W) >= -H\n'
    (folder / "remarks.book").write_text(REMARKS.read_text())
    before = typed("book", "check", "remarks.book").out
    (folder / "remarks.book").write_text(f"{REMARKS.read_text()}\n{planted}")
    after = typed("book", "check", "remarks.book").out
    assert after == before.replace("recorded), ", "recorded), 1 planted falsehood, ")


def test_a_misspelled_book_is_told_the_closest_one_here(folder: Path, typed: Type) -> None:
    (folder / "remarks.book").write_text(REMARKS.read_text())
    for command in (("verify",), ("book", "check"), ("book", "words")):
        answer = typed(*command, "remraks.book")
        assert answer.err.endswith("remraks.book does not exist. Did you mean remarks.book?\n")
        assert answer.code == 4
    assert typed("book", "words", "lineer").err == "ntpcheck: lineer does not exist. Did you mean linear?\n"


def test_a_claim_of_a_book_is_shown_where_the_book_is_named(folder: Path, typed: Type) -> None:
    (folder / "remarks.book").write_text(REMARKS.read_text())
    assert typed("book", "show", "remarks/entropy").err == (
        "ntpcheck: no claim 'remarks/entropy' of an installed book. To look in the book here, add --paper "
        "remarks.book.\n"
    )
    assert "CE(W) >= H" in typed("book", "show", "remarks/entropy", "--paper", "remarks.book").out
    said = typed("book", "show", "remarks/entropi", "--book", "remarks.book").err
    assert said.endswith("states no claim 'remarks/entropi'. Did you mean remarks/entropy?\n")


def test_what_verify_says_of_a_book_is_shown_in_its_place_by_book_check(folder: Path, typed: Type) -> None:
    (folder / "mine.book").write_text(
        'book mine "Mine"\nuse ntpcheck.linear\n'
        'claim mine/a "1" on Decoding\n    says      so\n    asuming   compatible\n    formula   CE(W) >= H\n'
    )
    wrong = "line 5: 'claim' has no clause 'asuming'; did you mean `assuming`? "
    eight = "What continues a clause is indented by eight spaces"
    assert typed("book", "check", "mine.book").err.startswith(f"ntpcheck: mine.book, {wrong}{eight}")
    text = (folder / "mine.book").read_text().replace("asuming ", "assuming").replace("CE(W)", "CF(W)")
    (folder / "mine.book").write_text(text)
    wrong = "line 6: CF is defined nowhere above; did you mean CEF?"
    assert typed("verify", "mine.book").err == (
        f"ntpcheck: mine.book, {wrong} `ntpcheck book check` shows the place.\n"
    )
    shown = f"    formula   CF(W) >= H\n              ^^\nntpcheck: mine.book, {wrong}\n"
    assert typed("book", "check", "mine.book").err == shown


MINE = """book mine "Mine"
axes S: s r; K: k
given Chain: P[s,r] from kernel, next[s] in S, n[s] natural, mode one of slow fast, rate
let row(w[s])[r] = sum s. w[s] * P[s,r]
let worst = max s r. P[s,r]
assume open "Section 2" = forall s r. P[s,r] > 0
    says  every entry is positive
given Started < Chain: w[s] from start
trajectory W_t[s] along t from w by row(W_t)
path V_b[s] along b minimises norm(M - w) over M[s] with norm(M) <= b
claim mine/a "1" on Started
    says      so
    where     here = 1
    formula   worst > here
"""
NAMES = """axes S: s r; K: k
given Chain
  P[s,r]: numbers, 'kernel' in files
  next[s]: indices along S, 'next' in files
  n[s]: natural numbers, 'n' in files
  mode: one of slow fast, 'mode' in files
  rate: a number, 'rate' in files
  row(w[s])[r] = sum s. w[s] * P[s,r]
  worst = max s r. P[s,r]
  open "Section 2": every entry is positive
given Started < Chain
  w[s]: numbers, 'start' in files
  W_t[s] along t from w by row(W_t)
  t grows
  V_b[s] along b minimises norm(M - w) over M[s] with norm(M) <= b
  b grows
"""


def test_words_lists_what_the_formulas_of_a_book_may_name(folder: Path, typed: Type) -> None:
    (folder / "mine.book").write_text(MINE)
    assert typed("book", "words", "mine.book").out == NAMES


def test_words_lists_what_a_book_takes_over(folder: Path, typed: Type) -> None:
    """Every field and every shared definition of the shipped books, for a book that uses both."""
    (folder / "mine.book").write_text('book mine "Mine"\nuse ntpcheck.linear\nuse ntpcheck.attention\n')
    lines = typed("book", "words", "mine.book").out.splitlines()
    said = {"".join(line.split()) for line in lines}
    for paper in ("linear", "attention"):
        alone = typed("book", "words", paper).out
        assert {"".join(line.split()) for line in alone.splitlines()[1:]} <= said
        assert re.search(r"^axes .*of\s+ntpcheck.linear", "\n".join(lines))
    told = "\n".join(lines)
    assert "\n  E[k,a]: numbers, 'embeddings' in files\n" in told
    assert "\n  same[k,x,z] = x != z and above[k,x,z] and above[k,z,x]\n" in told
    assert '\n  separable "Definition 2": ' in told


def test_falsehoods_are_read_after_the_book_that_they_vary(folder: Path, typed: Type) -> None:
    home = thrampoulidis2024.PAPER.folder
    assert home is not None
    lines = next((home / "falsehoods").glob("*.book"))
    said = typed("book", "check", str(lines))
    assert (said.code, said.out[:8]) == (0, "linear: ")
    assert said.out.count("claims") == 1


def test_a_pattern_that_no_formula_matches_compares_nothing_and_says_so(typed: Type) -> None:
    said = typed("book", "agree", "linear", "entropy-floor")
    assert said.code == 4
    assert "'*entropy-floor*'" in said.err


def test_a_limit_is_not_compared_and_the_answer_says_why(typed: Type) -> None:
    said = typed("book", "agree", "linear", "*/path-unique")
    assert said.code == 4
    assert "'linear/section-4/path-unique' has no formula in the book, and only formulas are" in said.err


def test_a_book_is_read_before_its_claims_have_checkers(
    folder: Path, typed: Type, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = thrampoulidis2024.PAPER.book
    assert home is not None
    more = 'claim linear/section-2/new "2" on Decoding\n    says      so\n    formula   CE(W) >= 0\n'
    (folder / "linear.book").write_text(home.read_text() + more)
    monkeypatch.setattr("ntpcheck.verifier.language.uses.shipped", lambda: {"linear": folder / "linear.book"})
    monkeypatch.setattr("ntpcheck.report.catalogue.papers", lambda: pytest.fail("the paper was imported"))
    assert typed("book", "check", "linear").code == 0
    assert "formula   CE(W) >= 0" in typed("book", "show", "linear/section-2/new").out

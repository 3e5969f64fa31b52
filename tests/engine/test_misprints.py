"""Misprints of books: what is one, and that files and comparisons with the checkers notice them."""

from __future__ import annotations

from collections import Counter

import pytest

from ntpcheck.claim import Paper
from ntpcheck.engine.proofreading.compared.differences import differs, shows
from ntpcheck.engine.proofreading.reader import Proofreader
from ntpcheck.engine.proofreading.survivors import Proof, became, record
from ntpcheck.statement.allowance import Spent, Work, together
from ntpcheck.statement.editing.misprints import Misprint, misprints
from ntpcheck.statement.editing.printed import drawn
from ntpcheck.verifier.language.book import Book
from ntpcheck.verifier.language.claims import digest
from ntpcheck_papers import li2024, thrampoulidis2024

LINEAR, ATTENTION = thrampoulidis2024.PAPER, li2024.PAPER
TEXT = """book toy "A toy"
axes m: j k; V: u v
given Data: h[j], n[j,v] natural, w[j], c
let total = sum j v | n[j,v] > 0. n[j,v]
let doubled(x[j])[j] = 2 * x[j]
let halved(x[j])[j] = x[j] / 2
assume small "here" = c <= 3 and not total = 0
    says  c is small
claim toy/one "(1)" on Data
    says      words
    assuming  small
    where     top = max j. abs(h[j])
    asked when  c != 0
    formula   forall j k. doubled(h)[j] + 1 >= top implies halved(w)[k] < c
"""


def toy() -> list[Misprint]:
    return list(misprints(Book(TEXT)))


EXPECTED = [
    ("total", "a guard left out", "sum j v. n[j,v]"),
    ("total", "strictness", "n[j,v] >= 0"),
    ("total", "another sign", "max j v | n[j,v] > 0. n[j,v]"),
    ("doubled", "a constant", "3"),
    ("doubled", "a part left out", "x[j]"),
    ("small", "flipped", "c >= 3"),
    ("small", "a sign left out", "total = 0"),
    ("small", "a part left out", "c <= 3"),
    ("small", "another sign", "c <= 3 or not total = 0"),
    ("toy/one:top", "a sign left out", "h[j]"),
    ("toy/one:top", "another name", "w[j]"),
    ("toy/one", "another letter", "doubled(h)[k]"),
    ("toy/one", "another name", "doubled(w)[j]"),
    ("toy/one", "strictness", "doubled(h)[j] + 1 > top"),
    ("toy/one", "another sign", "halved(w)[k] < c implies doubled(h)[j] + 1 >= top"),
    ("toy/one", "flipped", "c = 0"),
]


@pytest.mark.parametrize(("place", "kind", "new"), EXPECTED)
def test_a_misprint_changes_one_sign_letter_number_or_name(place: str, kind: str, new: str) -> None:
    found = [m.new for m in toy() if (m.place, m.kind) == (place, kind)]
    assert any(new in one or one in new for one in found), found


def test_a_misprint_is_another_statement_of_its_claim() -> None:
    book = Book(TEXT)
    before = digest(book, book.claims["toy/one"])
    for misprint in misprints(book):
        changed = misprint.book.claims["toy/one"]
        assert (digest(misprint.book, changed) != before) or misprint.place in ("halved", "doubled")
        assert misprint.old != misprint.new


def test_the_book_itself_is_left_as_it_was() -> None:
    book = Book(TEXT)
    before = digest(book, book.claims["toy/one"])
    assert len(list(misprints(book))) > 40
    assert digest(book, book.claims["toy/one"]) == before


def test_every_kind_of_misprint_is_made_of_the_papers_books() -> None:
    assert LINEAR.shelf is not None
    made = {m.kind for m in misprints(LINEAR.shelf, ["CE", "apart", "S", "matches", "Mh", "Wmm", "card"])}
    assert made >= {"a constant", "another letter", "another name", "strictness", "flipped"}
    assert made >= {"a guard left out", "a part left out", "another sign", "a sign left out"}


HELD: list[tuple[Paper, list[str]]] = [
    (LINEAR, ["H", "matches", "linear/section-2/entropy-decomposition"]),
    (ATTENTION, ["attention/equation-22"]),
]


@pytest.mark.parametrize(("paper", "places"), HELD, ids=["linear", "attention"])
def test_misprints_of_lines_with_two_sides_are_noticed(paper: Paper, places: list[str]) -> None:
    reader, counts = Proofreader(paper, 6), Counter[str]()
    made = list(misprints(reader.book, places))
    for misprint in made[:: max(1, len(made) // 15)]:
        counts[became(reader, misprint)] += 1
    assert not counts["untried"]
    assert counts["unseen"] <= 0.2 * sum(counts.values()), counts


def test_a_stored_file_and_a_case_notice_what_contradicts_them() -> None:
    reader = Proofreader(LINEAR, 4)
    document = reader.files["linear/equation-7/equality@short"]
    assert shows(reader.book, document)
    (flipped,) = [
        m
        for m in misprints(reader.book, [document["claim"]])
        if m.kind == "flipped" and " != " in m.new and " = " in m.old
    ][:1]
    assert not shows(flipped.book, document)
    assert reader.noticed(flipped) == "file"
    name = "linear/section-2/entropy-decomposition"
    cases = list(reader.cases(name))
    assert cases
    for case in cases:
        assert differs(reader.book, name, case, ["", *case.truths]) == ""


def test_an_assumption_is_held_by_its_own_check() -> None:
    """The formulas of claims that assume it are not looked at: they may well hold all the same."""
    reader = Proofreader(LINEAR, 8)
    flipped = [m for m in misprints(reader.book, ["d-at-least-m"]) if m.kind == "flipped"]
    assert [reader.noticed(m) for m in flipped] == ["assumption"]


def test_a_limit_is_held_by_the_runs_that_the_checker_follows() -> None:
    reader, place = Proofreader(LINEAR, 4), "linear/theorem-2/direction@short/amended"
    found = [m for m in misprints(reader.book, [place]) if (m.clause, m.kind) == ("limit", "a part left out")]
    with pytest.raises(Spent), together(Work(0, whole=True)):  # what others share is as before
        reader.noticed(found[0])
    assert [reader.noticed(m) for m in found] == ["trend"] * 3  # the cosine without one norm or both


def test_draws_in_parts_have_nothing_in_common() -> None:
    book = Book(TEXT)
    whole = {(m.place, m.old, m.new) for m in drawn(book, 0)}
    parts = [{(m.place, m.old, m.new) for m in drawn(book, 0, (i, 3))} for i in range(3)]
    assert set().union(*parts) == whole
    assert sum(map(len, parts)) == len(whole)


def test_a_record_names_the_survivors_and_leaves_out_what_says_the_same() -> None:
    one, two, *_ = toy()
    proof = Proof()
    for misprint, how in ((one, "unseen"), (one, "file"), (one, "value"), (two, "same"), (two, "untried")):
        proof.add(misprint, how)
    told = record(proof, 5)
    assert told["noticed"] == 0.5  # two of four
    assert (told["seed"], told["drawn"], told["unseen"], told["untried"], told["same"]) == (5, 5, 1, 1, 1)
    assert told["names"]["unseen"] == [f"{one.place}: {one.old}  ->  {one.new}"]

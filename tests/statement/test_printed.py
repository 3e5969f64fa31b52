"""Misprints of a text: the term of a chain, which trees have twice, and lines that variations take over."""

from __future__ import annotations

from ntpcheck.statement.editing.misprints import Misprint, candidates
from ntpcheck.statement.editing.printed import by_line, carried, drawn, printed, prints
from ntpcheck.verifier.language.book import Book
from ntpcheck.verifier.language.printing import text

TEXT = """book toy "A toy"
axes m: j k
given Data: h[j], w[j], c, b
let most = max j. abs(h[j])
claim toy/one "(1)" on Data
    says      words
    where     top = most + c
    asked when  c != 0
    formula   forall j. h[j] <= 2 * w[j] <= top + 1 <= b
claim toy/two "(2)" as toy/one
    says      other words
    with      c + 7 for b
claim toy/three "(3)" as toy/one
    says      a line of its own
    formula   forall j. h[j] <= b
claim toy/four "(4)" as toy/two
    says      a variation of a variation
    asked when  c > 0
"""
BOOK = Book(TEXT)


def one(old: str, new: str, place: str = "toy/one", clause: str = "formula") -> Misprint:
    (found,) = [m for m in prints(BOOK) if (m.place, m.clause, m.old, m.new) == (place, clause, old, new)]
    return found


def formula(misprint: Misprint) -> str:
    return text(misprint.book.claims[misprint.place].trees[misprint.clause])


def test_a_chains_term_is_misprinted_where_it_stands_once() -> None:
    assert formula(one("2", "3")) == "forall j. h[j] <= 3 * w[j] <= top + 1 <= b"
    assert formula(one("top + 1", "top")) == "forall j. h[j] <= 2 * w[j] <= top <= b"


def test_the_ends_and_the_signs_of_a_chain_are_changed_alone() -> None:
    assert formula(one("h[j]", "w[j]")) == "forall j. w[j] <= 2 * w[j] <= top + 1 <= b"
    assert formula(one("b", "c")).endswith("<= top + 1 <= c")
    strict = {formula(m) for m in prints(BOOK, ["toy/one"]) if m.kind == "strictness"}
    assert len(strict) == 3
    assert all(one.count("<=") == 2 for one in strict)


def test_no_text_is_changed_twice_over() -> None:
    said = [(m.place, m.clause, m.kind, formula(m)) for m in prints(BOOK) if m.clause == "formula"]
    assert len(said) == len(set(said))


def test_a_line_is_misprinted_in_each_claim_that_reads_it() -> None:
    changed = one("2", "3")
    assert [(m.place, formula(m)) for m in changed.also] == [
        (place, "forall j. h[j] <= 3 * w[j] <= top + 1 <= c + 7") for place in ("toy/two", "toy/four")
    ]
    asked = [m.place for m in one("c != 0", "c = 0", clause="asked when").also]
    assert asked == ["toy/two", "toy/three"]
    assert [m.place for m in one("most + c", "most", "toy/one:top", "").also][:1] == ["toy/two:top"]


def test_words_that_a_variation_replaces_are_misprinted_in_it_and_below() -> None:
    own = one("7", "8", "toy/two")
    assert formula(own).endswith("<= c + 8")
    assert [m.place for m in own.also] == ["toy/four"]
    assert not [m for m in prints(BOOK) if m.place == "toy/two" and m.old == "2"]


def test_what_a_variation_has_replaced_is_changed_in_the_first_claim_alone() -> None:
    assert one("b", "c").also == ()


def test_a_claim_with_a_line_of_its_own_is_left_as_it_is() -> None:
    assert "toy/three" not in {m.place for first in prints(BOOK) for m in first.also if m.clause == "formula"}
    assert one("b", "c", "toy/three").also == ()


def test_a_part_that_is_left_out_or_exchanged_is_so_among_other_words_too() -> None:
    plus, minus = ("+", ("name", "x"), ("name", "y")), ("-", ("name", "x"), ("name", "y"))
    assert carried(plus, plus[1], ("+", ("name", "x"), ("name", "z"))) == ("name", "x")
    assert carried(plus, minus, ("+", ("name", "x"), ("name", "z"))) == ("-", ("name", "x"), ("name", "z"))
    both = ("implies", ("name", "x"), ("name", "y"))
    assert carried(both, ("implies", *both[:0:-1]), ("implies", 1, 2)) == ("implies", 2, 1)
    assert carried(plus, minus, ("*", ("name", "x"), ("name", "y"))) is None


def test_the_draws_of_parts_have_none_in_common_and_are_those_of_the_whole() -> None:
    whole = [(m.place, m.old, m.new) for m in drawn(BOOK, 1)]
    parts = [(m.place, m.old, m.new) for k in range(3) for m in drawn(BOOK, 1, (k, 3))]
    assert sorted(whole) == sorted(parts)
    readers = by_line(BOOK)
    assert len(whole) == sum(printed(BOOK, one, readers) is not None for one in candidates(BOOK))

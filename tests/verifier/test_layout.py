"""Lines to items: heads in the first column, clauses, comments, continuations, and what no line may hold."""

from __future__ import annotations

import pytest

from ntpcheck.verifier.layout import CLAUSES, items, split
from ntpcheck.verifier.words import BookError
from tests.verifier.toys import book


def test_an_item_is_a_head_its_rest_its_line_and_its_clauses() -> None:
    text = """# a comment
let a = 1     # another

claim x/y "(1)" on T
    says      a sentence # with a comment
        that goes on
    also assuming  a, b
    formula   a = 1
        and a = 2
let b = a
        + 1
"""
    assert list(items(text)) == [
        ("let", "a = 1", 2, []),
        (
            "claim",
            'x/y "(1)" on T',
            4,
            [
                ("says", "a sentence\nthat goes on", 5),
                ("also assuming", "a, b", 7),
                ("formula", "a = 1\nand a = 2", 8),
            ],
        ),
        ("let", "b = a\n+ 1", 10, []),
    ]


def test_a_comment_line_leaves_no_gap() -> None:
    (one,) = items("let a = 1\n# about it\n        + 2")
    assert one[1] == "a = 1\n+ 2"


def test_a_hash_inside_a_word_is_no_comment() -> None:
    ((_, rest, _, _),) = items("claim a#b")
    assert rest == "a#b"


@pytest.mark.parametrize("clause", CLAUSES.split("|"))
def test_every_clause_is_known_in_a_claim(clause: str) -> None:
    ((_, _, _, clauses),) = items(f"claim x\n    {clause}  text")
    assert clauses == [(clause, "text", 2)]


def test_clauses_other_than_words_belong_to_claims_only() -> None:
    found = list(items("let a = b\n    with c\nassume x\n    says  why\n    formula b"))
    assert found[0] == ("let", "a = b\nwith c", 1, [])
    assert found[1] == ("assume", "x", 3, [("says", "why\nformula b", 4)])


def test_a_clause_s_name_is_a_whole_word() -> None:
    ((_, rest, _, clauses),) = items("claim x\n    wherever a\n    formulas b")
    assert (rest, clauses) == ("x\nwherever a\nformulas b", [])


WRONG = {
    "    let a = 1": "line 1: there is nothing to continue; an item starts in the first column",
    "let a = 1\n\n\tx": "line 3: only ASCII signs are known: 'x'",
    "let a = \x1b[2J": "line 1: only ASCII signs are known: 'let a = \\\\x1b[2J'",
    "# caf\xe9": "line 1: only ASCII signs are known: '# caf\\\\xe9'",
    "let a = 1\nlet b = \u2264": "line 2: only ASCII signs are known",
    "let a = \x00": "line 1: only ASCII signs are known",
    "let a\x0b= 1": "line 1: only ASCII signs are known",
    "let a = " + "1 + " * 40 + "1": "line 1: it has more than 110 signs; what continues it is indented",
    "let a = 1\n# " + "-" * 200: "line 2: it has more than 110 signs",
}


@pytest.mark.parametrize("text", WRONG, ids=range(len(WRONG)))
def test_a_line_that_is_no_line_is_named(text: str) -> None:
    with pytest.raises(BookError, match=rf"^{WRONG[text]}".replace("[2J", r"\[2J")):
        list(items(text))


@pytest.mark.parametrize("text", WRONG, ids=range(len(WRONG)))
def test_a_book_s_error_about_a_line_names_the_file(text: str) -> None:
    with pytest.raises(BookError, match=r"^toy.book, line \d+: ") as told:
        book(text, head="")
    assert all(c.isprintable() or c == "\n" for c in str(told.value))


def test_lines_may_end_as_on_windows() -> None:
    assert list(items("let a = 1\r\n        + 2\r\n")) == [("let", "a = 1\n+ 2", 1, [])]


def test_commas_inside_brackets_do_not_split() -> None:
    assert split("h[j,i] from x, n[j,v]\n c") == ["h[j,i] from x", "n[j,v]", "c"]
    assert split("") == []

"""Lines to items: heads in the first column, clauses, comments, continuations, and what no line may hold."""

from __future__ import annotations

import pytest

from ntpcheck.verifier.language.layout import CLAUSES, items, split
from ntpcheck.verifier.language.words import BookError
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
    found = list(items("let a = b\n    with c\nassume x\n    says  why\n        of b"))
    assert found[0] == ("let", "a = b\nwith c", 1, [])
    assert found[1] == ("assume", "x", 3, [("says", "why\nof b", 4)])


CLAIM = "claim x\n    says  so\n"
ASSUME = 'assume x "1" = a\n    says  so\n'
EIGHT = "What continues a clause is indented by eight spaces"
TWO = "a clause is indented by four, what continues one by eight or more"
LIKE = "indent a clause by four spaces, or let the line start with another word"
# A misspelled clause that became prose would leave a hypothesis out.
SWALLOWED = {
    CLAIM + "    asuming  a": f"'claim' has no clause 'asuming'; did you mean `assuming`? {EIGHT}",
    CLAIM + "    amend  y/z": f"'claim' has no clause 'amend'; did you mean `amends`? {EIGHT}",
    CLAIM + "    also asuming  a": f"'claim' has no clause 'also'; did you mean `also assuming`? {EIGHT}",
    CLAIM
    + "    undefind when  a": f"'claim' has no clause 'undefind'; did you mean `undefined when`? {EIGHT}",
    CLAIM + "    formulas b": f"'claim' has no clause 'formulas'; did you mean `formula`? {EIGHT}",
    CLAIM
    + "    that it is": f"'claim' has no clause 'that'; it has {', '.join(CLAUSES.split('|'))}. {EIGHT}",
    ASSUME + "    assuming  a": f"'assume' has no clause 'assuming'; it has says, reading. {EIGHT}",
    ASSUME + "    syas  b": f"'assume' has no clause 'syas'; did you mean `says`? {EIGHT}",
    'assume x "1" = a\n    and b': f"'assume' has no clause 'and'; it has says, reading. {EIGHT}",
    CLAIM + "      assuming  a": f"6 spaces; {TWO}, and `assuming` is one",
    CLAIM + "     asuming a": f"5 spaces; {TWO}, and `assuming` is one",
    CLAIM + "  formula  a": f"2 spaces; {TWO}, and `formula` is one",
    CLAIM + "       it is": f"7 spaces; {TWO}",
    CLAIM
    + "        assuming  a": f"it continues the line above and starts like the clause `assuming`; {LIKE}",
    CLAIM
    + "        assuming a": f"it continues the line above and starts like the clause `assuming`; {LIKE}",
    CLAIM
    + "        asuming  a": f"it continues the line above and starts like the clause `assuming`; {LIKE}",
    CLAIM + "        asuming a": f"it continues the line above and starts like the clause `assuming`; {LIKE}",
    CLAIM + "        where a = b": f"it continues the line above and starts like the clause `where`; {LIKE}",
    CLAIM + "        with a for b": f"it continues the line above and starts like the clause `with`; {LIKE}",
    CLAIM + "        with  a for b": f"it continues the line above and starts like the clause `with`; {LIKE}",
    CLAIM + "            hedge": f"it continues the line above and starts like the clause `hedge`; {LIKE}",
    ASSUME
    + "        assuming a": f"it continues the line above and starts like the clause `assuming`; {LIKE}",
}


@pytest.mark.parametrize("text", SWALLOWED)
def test_no_clause_is_swallowed_by_the_one_above(text: str) -> None:
    with pytest.raises(BookError) as told:
        list(items(text))
    assert str(told.value) == f"line {text.count(chr(10)) + 1}: {SWALLOWED[text]}"


@pytest.mark.parametrize("more", ["four of them", "because  a", "that  is", "our a", "and  a", "a where b"])
def test_a_sentence_may_go_on_in_the_next_line(more: str) -> None:
    ((_, _, _, clauses),) = items(f"{CLAIM}        {more}")
    assert clauses == [("says", f"so\n{more}", 2)]


def test_all_lines_that_are_too_long_are_told_at_once() -> None:
    text = "let a = 1\n" + ("# " + "-" * 110 + "\n") * 2 + "let b = 1\n# " + "-" * 120
    with pytest.raises(BookError) as told:
        list(items(text))
    assert str(told.value) == (
        "line 2: it has 112 signs, and a line at most 110; what continues it is indented by eight spaces. "
        "Too long are, with their signs, also: line 3 (112), line 5 (122)"
    )


@pytest.mark.parametrize(("lines", "more"), [(8, ""), (9, ", and more"), (12, ", and more")])
def test_of_many_lines_that_are_too_long_nine_are_told(lines: int, more: str) -> None:
    with pytest.raises(BookError) as told:
        list(items("let a = 1\n" + ("# " + "-" * 110 + "\n") * (lines + 1)))
    also = ", ".join(f"line {number} (112)" for number in range(3, 11))
    assert str(told.value).endswith(f"also: {also}{more}")


WRONG = {
    "    let a = 1": "line 1: there is nothing to continue; an item starts in the first column",
    "let a = 1\n\n\tx": "line 3: a tab stands in it; a book is indented with spaces: 'x'",
    "let a = \x1b[2J": "line 1: only ASCII signs are known: 'let a = \\\\x1b[2J'",
    "# caf\xe9": "line 1: only ASCII signs are known, not latin small letter e with acute .U.00E9.: '# caf",
    "let a = 1\nlet b = \u2264": "line 2: only ASCII signs are known",
    "let a = \x00": "line 1: only ASCII signs are known",
    "let a\x0b= 1": "line 1: only ASCII signs are known",
    "let a = "
    + "1 + " * 40
    + "1": "line 1: it has 169 signs, and a line at most 110; what continues it is indented",
    "let a = 1\n# " + "-" * 200: "line 2: it has 202 signs, and a line at most 110",
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

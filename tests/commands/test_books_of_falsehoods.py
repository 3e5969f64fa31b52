"""Files of falsehoods, which are read after their paper's book, and what is said where one cannot be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands.conftest import Type

HOME = 'book mine "Mine"\naxes S: s\ngiven Row: w[s] from row\nclaim mine/a "1" on Row\n    says      so\n'
FALSE = 'claim mine/a#wrong-sign "planted" as mine/a\n    says      not so\n    formula   (sum s. w[s]) < 0\n'


def planted(folder: Path, text: str) -> str:
    """A book with one claim, and a file of falsehoods beside it, which is named."""
    (folder / "falsehoods").mkdir(exist_ok=True)
    (folder / "mine.book").write_text(HOME + "    formula   (sum s. w[s]) >= 0\n")
    (folder / "falsehoods" / "first.book").write_text(text)
    return "falsehoods/first.book"


def test_falsehoods_are_read_without_the_paper_and_errors_shown_there(folder: Path, typed: Type) -> None:
    assert typed("book", "check", planted(folder, FALSE)).out.startswith(
        "mine: Mine. 1 claim (1 formula, 0 limit, 0 recorded), 1 planted falsehood, "
    )
    said = typed("book", "check", planted(folder, FALSE.replace("w[s])", "x[s])")))
    assert said.code == 4
    assert said.err.splitlines()[0] == "    formula   (sum s. x[s]) < 0"
    assert "first.book, line 3: x is defined nowhere above" in said.err
    assert "shows the place" not in said.err


def test_what_was_written_from_the_text_is_read_after_the_other_falsehoods(folder: Path, typed: Type) -> None:
    planted(folder, "let total = sum s. w[s]\n" + FALSE)
    (folder / "blind").mkdir()
    later = FALSE.replace("wrong-sign", "wrong-quantity").replace("(sum s. w[s])", "total")
    (folder / "blind" / "later.book").write_text(later)
    assert typed("book", "check", "blind/later.book").out.startswith(
        "mine: Mine. 1 claim (1 formula, 0 limit, 0 recorded), 2 planted"
    )


def test_a_book_with_a_key_that_is_none_is_not_read_as_falsehoods_of_another(
    folder: Path, typed: Type
) -> None:
    planted(folder, FALSE)
    (folder / "falsehoods" / "two.book").write_text(HOME.replace("book mine", "book of-mine"))
    said = typed("book", "check", "falsehoods/two.book").err
    assert said.endswith(
        'two.book, line 1: a book opens with: book KEY "TITLE", where KEY is one word without hyphens\n'
    )


def test_a_kind_of_falsehood_that_there_is_not_is_refused(folder: Path, typed: Type) -> None:
    said = typed("book", "check", planted(folder, FALSE.replace("#wrong-sign", "#sign/all")))
    assert said.code == 4
    assert "first.book, line 1: 'sign' is no kind of planted falsehood. Take one of dropped-" in said.err


def test_an_error_names_other_lines_as_they_are_numbered_in_their_files(folder: Path, typed: Type) -> None:
    """Falsehoods are read after the book, whose lines stand before theirs."""
    named = planted(folder, FALSE + ("#" + "-" * 110 + "\n") * 2)
    assert "first.book, line 4: it has 111 signs" in (said := typed("book", "check", named)).err
    assert "also: line 5 (111)." in said.err
    named = planted(folder, "given Row\nlet total = sum s. w[s]\ngiven Other: v[s]\nlet twice = 2 * total\n")
    assert "line 4: total is defined for Row in line 2, and Other" in typed("book", "check", named).err
    (folder / "falsehoods" / "second.book").write_text("let twice = 2 * total\n")
    planted(folder, "given Row\nlet total = sum s. w[s]\ngiven Other: v[s]\n")
    said = typed("book", "check", "falsehoods/second.book")
    assert "line 1: total is defined for Row in line 2 of first.book, and Other is none" in said.err


@pytest.mark.parametrize("command", [("show",), ("hunt",)])
def test_a_falsehood_s_id_is_told_from_a_claim_s(typed: Type, command: tuple[str, ...]) -> None:
    said = typed(*command, "linear/lemma-1/separable#wrong-sign")
    assert said.code == 4
    assert "`python -m ntpcheck show linear/lemma-1/separable` prints planted falsehoods" in said.err

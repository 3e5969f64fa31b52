"""What a book takes over from one beside the package: how that is written, and what is none."""

from __future__ import annotations

import pytest

from ntpcheck.verifier.language.book import Book
from ntpcheck.verifier.language.words import BookError

HEAD = 'book toy "A toy"\n'
LINEAR = "use ntpcheck.linear\n"


def test_what_is_taken_over_is_there() -> None:
    found = Book(HEAD + LINEAR, "toy.book")
    assert "linear:W_k" in found.lets
    assert not found.claims


@pytest.mark.parametrize(
    ("items", "why"),
    [
        ("use linear\n", "what is taken over is written: use ntpcheck.linear"),
        ("use ntpcheck.linear, ntpcheck.attention\n", "what is taken over is written"),
        (
            "use ntpcheck.nothing\n",
            "no book ntpcheck.nothing lies beside this folder to be used; there are: nt",
        ),
        ("use ntpcheck.toy\n", "no book ntpcheck.toy lies beside"),
        (LINEAR + LINEAR, "ntpcheck.linear is used twice"),
        ("axes m: j\ngiven Own: x[j]\n" + LINEAR, "`use` stands above the types"),
    ],
)
def test_what_cannot_be_taken_over_is_told(items: str, why: str) -> None:
    with pytest.raises(BookError, match=why):
        Book(HEAD + items, "toy.book")


def test_a_book_does_not_take_over_itself() -> None:
    with pytest.raises(BookError, match=r"no book ntpcheck\.linear lies beside this folder to be used"):
        Book(f'book linear "Another"\n{LINEAR}', "linear.book")

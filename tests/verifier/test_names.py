"""Letters of axes: whose they are, and what is said of one that nobody has."""

from __future__ import annotations

import pytest

from ntpcheck.verifier.language.names import Names
from ntpcheck.verifier.language.words import BookError


def names() -> Names:
    found = Names()
    found.alphabets = {"": {"a": "d"}, "linear": {"v": "V", "a": "d"}, "attention": {"v": "V"}}
    found.lengths = {"": {"d"}, "linear": {"V"}, "attention": {"V"}}
    return found


THEIRS = "; it is one in types of ntpcheck.linear and ntpcheck.attention"
WAY_OUT = "; write `given TYPE` with such a type above"


@pytest.mark.parametrize(("letter", "theirs"), [("q", ""), ("v2", THEIRS + WAY_OUT)])
def test_a_letter_that_has_no_axis(letter: str, theirs: str) -> None:
    with pytest.raises(BookError) as told:
        names().axis_of(letter)
    assert str(told.value) == f"{letter} is the letter of no axis; there are a over d{theirs}"


def test_letters_may_have_numbers_and_strokes_after_them() -> None:
    assert names().axes_of(("a", "a1", "a'", "a12'")) == ("d", "d", "d", "d")


def test_a_letter_of_two_axes_is_refused() -> None:
    found = names()
    found.givens, found.homes, found.given = {"Mine": {}}, {"Mine": "linear"}, "Mine"
    assert found.axis_of("v") == "V"
    assert found.axis_of("a") == "d"
    found.alphabets[""]["v"] = "mine"
    with pytest.raises(BookError, match="this book's axis mine and of the axis V of ntpcheck"):
        found.axis_of("v")

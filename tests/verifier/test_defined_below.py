"""Of a name that a book defines further down than it is used, the error tells the line; of no other name."""

from __future__ import annotations

import pytest

from ntpcheck.verifier.language.words import BookError
from tests.verifier.toys import book

LINEAR = 'book toy "A toy"\nuse ntpcheck.linear\n'

TOLD = {
    'claim toy/a "1" on Decoding\n    says  so\n    formula  K > 0\nassume K "1" = H > 0\n    says  so': (
        "line 5: K is defined below, in line 6; define it above its first use\n"
        "    formula  K > 0\n             ^"
    ),
    'claim toy/a "1" on Dataset\n    says  so\n    formula  (sum K. 1) > 0\ngiven Dataset\nlet K = H': (
        "line 5: K is the letter of no axis; there are j over m, u v z w over V, i a b over d, o over O, "
        "q over Q, s t over T\n    formula  (sum K. 1) > 0\n                  ^"
    ),
    'claim toy/a "1" on Decoding\n    says  so\n    formula  norm(Wm) > 0\ngiven Dataset\nlet Wm2 = 1': (
        "line 5: Wm is defined nowhere above; did you mean Wmm?\n"
        "    formula  norm(Wm) > 0\n                  ^^"
    ),
}


@pytest.mark.parametrize("items", TOLD)
def test_a_name_that_is_defined_below_is_said_to_be(items: str) -> None:
    with pytest.raises(BookError) as told:
        book(items, head=LINEAR)
    assert str(told.value) == f"toy.book, {TOLD[items]}"

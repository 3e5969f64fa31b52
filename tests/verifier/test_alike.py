"""When two numbers of a book are one but for the letters that they bind."""

from __future__ import annotations

from typing import Any

import pytest

from ntpcheck.verifier.language.cores import alike


def total(x: str, axis: str, *names: str) -> Any:
    return ("sum", ((x, axis),), None, ("field", "T", tuple(("v", name) for name in names)))


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (total("i", "A", "i", "j"), total("k", "A", "k", "j"), True),
        (total("i", "A", "i", "j"), total("k", "A", "j", "k"), False),
        (total("i", "A", "i", "j"), total("k", "A", "k", "i"), False),
        (total("i", "A", "i", "j"), total("j", "A", "j", "j"), False),
        (total("i", "A", "i"), total("i", "B", "i"), False),
        (("norm", total("i", "A", "i")), ("norm", total("k", "A", "k")), True),
        # A word that binds other names is read as it is written, and not under letters.
        (("solvable", "x", "A", total("i", "A", "i")), ("solvable", "x", "A", total("k", "A", "k")), False),
    ],
)
def test_letters(one: Any, other: Any, same: bool) -> None:  # noqa: FBT001
    assert alike(one, other) is same
    assert alike(other, one) is same

"""Normalised descent across a tie: what the lemma refutes, and each premise that it needs by itself."""

from __future__ import annotations

from textwrap import fill
from typing import Any

import pytest

from ntpcheck.verifier.language.book import Book
from tests.verifier.argued import objection
from tests.verifier.refusals import reasons

STEP = "X_c - eta * grad(X_c) / norm(grad(X_c))"
HALF = "X_c - eta * grad(X_c) / norm(2 * grad(X_c))"
PLAIN = "X_c - eta * grad(X_c)"
FALSE = "tends(PF(X_c), Wstar)"
ACROSS: dict[str, Any] = {  # two tokens of one context, equally frequent; W0 is 1 off their tie
    "type": "Run", "embeddings": [[1]], "counts": [[1, 1, 0]], "eta": 1, "W0": [[0], [1], [-16]],
}  # fmt: skip


def why(limit: str = FALSE, step: str = STEP, context: int = 1, **changed: Any) -> str:
    """Why it is not refuted; nothing where it is."""
    line = fill(f"limit {limit}", 100, initial_indent=" " * 4, subsequent_indent=" " * 8)
    items = f"trajectory X_c[v,i] along c from W0 by {step}\n"
    claim = f'claim toy/one "here" on Run\n    says      it is so\n{line}\n'
    book = Book(f'book toy "A toy"\n\nuse ntpcheck.linear\n\ngiven Run\n{items}\n{claim}', "toy.book")
    return objection(book, "toy/one", ACROSS | changed, "straddles", {"X_c.context": [context]})


STAND: list[dict[str, Any]] = [
    {"step": HALF},  # divided by another norm
    {"step": PLAIN},
    {"limit": "tends(PF(X_c), 4 * PF(W0))"},  # a limit that is farther off the tie than what is known
    {"limit": "not tends(PF(X_c), Wstar)"},
    {"context": 2},
    {"W0": [[0], [1], [0]]},  # not deep enough
    {"W0": [[0], [1], [4]]},  # the third token is the likeliest
    {"W0": [[0], [0], [-16]]},  # on the tie
    {"W0": [[0], [2], [-16]]},  # beyond one step from it
    {"counts": [[2, 1, 0]]},
    {"counts": [[1, 1, 1]]},
]


def stands(number: int) -> str:
    return why(**STAND[number])


def test_descent_that_steps_across_a_tie_does_not_tend_to_it() -> None:
    assert not why()
    assert not why("tends(PF(X_c), Wstar) and bounded(norm(PF(X_c)))")


@pytest.mark.parametrize("number", range(len(STAND)))
def test_a_broken_premise_or_another_statement_is_not_refuted(number: int) -> None:
    assert stands(number) == reasons("straddles")[str(STAND[number])] != ""

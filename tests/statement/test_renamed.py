"""A point by another name is the same where other lines say that a goal is least there alone."""

from __future__ import annotations

import pytest

from ntpcheck.statement.misprints import misprints
from ntpcheck.statement.renamed import one_point
from ntpcheck.verifier.book import Book

TEXT = """book toy "A toy"
axes m: j; d: i
given Data: h[j], b[j]
let level(x[j]) = (sum j. x[j]) = 0
let off(x[j]) = closest y[j] to x with level(y)
let on(x[j])[j] = x[j] - off(x)[j]
let centre = shortest x[j] with on(x) = on(h)
let g(x[j]) = sum j. (x[j] - h[j])^2
let least = minimiser x[j] of g(x) with off(x) = 0
assume long "here" = norm(h) > 1
    says  words
given More < Data: w[j]
assume short "here" = norm(w) < 1
    says  words
claim toy/one "(1)" on Data
    says      words
    formula   g(centre) <= norm(h) + norm(centre)
claim toy/least "(2)" on More
    says      words
    formula   on(w) != centre implies g(on(w)) > g(centre)
claim toy/there "(3)" on More
    says      words
    formula   g(w) >= 0 and off(centre) = 0
"""
STANDING = {"toy/least", "toy/there"}


def same(text: str = TEXT, standing: set[str] = STANDING, old: str = "centre", new: str = "least") -> bool:
    """Whether the claim is seen to say the same with another name of a point in one place."""
    book = Book(text)
    found = [m for m in misprints(book, ["toy/one"]) if m.new == m.old.replace(old, new) != m.old]
    assert found
    claim = book.claims["toy/one"]
    said = {one_point(book, standing, claim, claim.core, m.book.claims["toy/one"].core) for m in found}
    assert len(said) == 1
    return said.pop()


def test_a_minimiser_is_the_point_at_which_its_goal_is_said_to_be_least() -> None:
    assert same()
    for said in ("g(centre) < g(on(w))", "g(w) > g(centre)"):  # w itself is on(w) where off(w) is 0
        assert same(TEXT.replace("g(on(w)) > g(centre)", said))


@pytest.mark.parametrize("standing", [{"toy/least"}, {"toy/there"}, set[str]()])
def test_both_lines_have_to_stand(standing: set[str]) -> None:
    assert not same(standing=standing)


LEAST = '"(2)" on More\n    says      words\n'


@pytest.mark.parametrize(
    ("line", "other"),
    [
        ("g(on(w)) > g(centre)", "g(on(w)) >= g(centre)"),  # there may be others
        ("g(on(w)) > g(centre)", "g(on(w)) > g(h)"),
        ("g(on(w)) > g(centre)", "g(2 * on(w)) > g(centre)"),
        ("on(w) != centre implies", "on(w) != h implies"),
        ("on(w) != centre implies", "norm(w) > 1 implies"),
        ("off(centre) = 0", "off(h) = 0"),
        (LEAST, f"{LEAST}    assuming  long\n"),  # which the claim does not assume
        (LEAST, f"{LEAST}    assuming  short\n"),  # said of some matrices
        (LEAST, f"{LEAST}    asked when  norm(h) > 1\n"),
        ("given More < Data: w[j]", "given More < Data: w[j]\ndemand norm(w) < 1"),
        ("with off(x) = 0", "with on(x) = 0"),  # where on(x) is not x
        ("with off(x) = 0", "with level(x)"),
        ("minimiser x[j] of g(x)", "minimiser x[j] of g(x) + norm(x)"),
    ],
)
def test_a_line_that_says_less_or_something_else_does_not_do(line: str, other: str) -> None:
    assert line in TEXT
    assert not same(TEXT.replace(line, other))


def test_another_point_is_another() -> None:
    assert not same(TEXT.replace("let g(", "let near = shortest x[j] with on(x) = h\nlet g("), new="near")

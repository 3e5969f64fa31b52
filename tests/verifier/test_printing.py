"""Trees back to text: what is printed reads back to the same tree, and has no parentheses too many."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from ntpcheck.verifier.language.grammar import Tree
from ntpcheck.verifier.language.printing import number, text
from tests.verifier import shapes
from tests.verifier.toys import PAPERS, papers_book, tree


@pytest.mark.parametrize("kind", [shapes.term, shapes.formula, shapes.point])
@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_a_tree_reads_back_as_it_was(kind: object, depth: int) -> None:
    rng = Random(f"{kind.__name__} {depth}")  # type: ignore[attr-defined]
    for _ in range(250):
        made: Tree = kind(rng, depth)  # type: ignore[operator]
        said = text(made)
        assert tree(said) == made, said
        assert "\n" not in said


@pytest.mark.parametrize("paper", PAPERS)
def test_every_line_of_a_book_reads_back_as_it_was(paper: str) -> None:
    book = papers_book(paper)
    trees = [let.tree for let in book.lets.values() if let.tree]
    trees += [one for claim in book.claims.values() for one in claim.trees.values()]
    assert len(trees) > 400
    for made in trees:
        assert tree(text(made)) == made, text(made)


SPELLED = [
    "0.25 * x + 1 / 4 - (1 / 4 - 0.5)",
    "a + (b + c) - (d - e) - f",
    "a * (b / c) / (d * e)",
    "-x^2 + (-x)^2",
    "--x",
    "(x^2)^3",
    "(sum j. a[j] * b[j] / n) + 1",
    "a * (sum j. b[j])",
    "sum j | (forall v. S[j,v]). x[j]",
    "(sum j. x[j]) <= (max j. y[j])",
    "max(a, b) - min(c, max j. d[j])",
    "a <= b <= c and d",
    "a and (b and c) and d",
    "a implies b implies c",
    "(a implies b) implies c",
    "a iff b iff c",
    "a iff (b iff c)",
    "not (a and b) or not c",
    "not (forall j. a)",
    "(forall j. a) and (exists v. b)",
    "a and (forall j. b or c)",
    "forall j. a and b",
    "(if a then x else y) + 1",
    "if a then x + 1 else y + 1",
    "if a then forall j. b else c",
    "eventually a > b",
    "(always a > b) implies (growing R. tends(x, -infinity))",
    "some D[v,i] g | g > 0. every X[v,i]. D != X",
    "forall set T of j | size d + 1. forall j. T[j]",
    "solvable D[v,i]. separating(D)",
    "rank(j; i | S[j]. h[j,i]) = d",
    "closure(x; z. E[x,z])[a,next[b]]",
    "psd(a; b. Q[a,b])",
    "closest X[v,i] to M - P(M) with level(X)",
    "shortest X[v,i] with level(X) and apart(X)",
    "minimiser M[a,b] of L(M) with flat(M)",
    "minimiser M[a,b] of L(M)",
    "loss is log",
]


@pytest.mark.parametrize("said", SPELLED)
def test_the_book_s_own_spelling_is_kept(said: str) -> None:
    assert text(tree(said)) == said


@pytest.mark.parametrize(
    ("value", "said"),
    [("3", "3"), ("1/2", "0.5"), ("1/3", "(1/3)"), ("7/40", "0.175"), ("-2/7", "(-2/7)"), ("41/20", "2.05")],
)
def test_a_number_is_a_decimal_fraction_where_it_is_one(value: str, said: str) -> None:
    assert number(Fraction(value)) == said

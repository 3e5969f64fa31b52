"""What a reader is shown of a book says all that the book says, in each form."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from ntpcheck.claim import Paper
from ntpcheck.statement.printing.reading import defined, lines, own_names
from ntpcheck.statement.printing.typeset import latex, mathml
from ntpcheck.verifier.language.book import Book
from ntpcheck.verifier.language.grammar import Parser
from ntpcheck_papers import li2024, thrampoulidis2024

PAPERS = [thrampoulidis2024.PAPER, li2024.PAPER]
RUNS = """book mine "Mine"
axes S: s r
given Started: w[s] from start
trajectory W_t[s] along t from 2 * w by W_t / 2
path V_b[s] along b minimises norm(M - w) over M[s] with norm(M) <= b
path U_b[s] along b minimises norm(M - w) + norm(M) / b over M[s]
claim mine/run "1" on Started
    says      so
    limit     tends(W_t, 0)
claim mine/paths "2" on Started
    says      so
    limit     tends(norm(V_b - U_b), 0)
"""


def test_a_trajectory_is_shown_with_its_start_and_a_path_with_its_ball() -> None:
    book = Book(RUNS, "mine.book")
    assert list(lines(book, book.claims["mine/run"]))[-1] == "  W_t[s] along t from 2 * w by W_t / 2"
    assert list(lines(book, book.claims["mine/paths"]))[-2:] == [
        "  V_b[s] along b minimises norm(M - w) over M[s] with norm(M) <= b",
        "  U_b[s] along b minimises norm(M - w) + norm(M) / b over M[s]",
    ]


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.key)
def test_every_claim_can_be_typeset(paper: Paper) -> None:
    """As MathML it is a document: Greek letters stood for nothing there."""
    book = paper.shelf
    assert book is not None
    for claim in book.claims.values():
        assert all(line.strip() for line in lines(book, claim, "latex"))
        for line in lines(book, claim, "mathml"):
            for found in re.findall("<math>.*?</math>", line):
                ElementTree.fromstring(found)


def test_a_greek_letter_is_a_letter_of_mathml() -> None:
    book = Book(RUNS.replace("from start", "from start, rho").replace("2 * w", "rho * w"), "mine.book")
    assert "<mi>\N{GREEK SMALL LETTER RHO}</mi>" in list(lines(book, book.claims["mine/run"], "mathml"))[-1]


def test_choices_after_choices_are_cases_of_one_brace() -> None:
    tree = Parser("if a < 1 then -b else (if a < 2 then 1 / b else 0)").whole()
    assert mathml(tree).count("<mtr>") == 3
    assert mathml(tree).count("<mtable") == 1
    assert latex(tree).count("cases") == 2  # its begin and its end


def test_a_minus_before_a_factor_is_no_subtraction() -> None:
    found = ElementTree.fromstring(mathml(Parser("a * -f(b) - c").whole()))
    assert [part.tag for part in found][:3] == ["mi", "mo", "mrow"]
    assert found[2][0].text == "\N{MINUS SIGN}"


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.key)
def test_a_definition_is_told_so_that_its_formulas_can_be_read_again(paper: Paper) -> None:
    book = paper.shelf
    assert book is not None
    own = list(filter(None, (claim.stated for claim in paper.claims)))
    told = dict(defined(book, own))
    for claim in own:
        assert told.keys() >= {key for key in own_names(book, claim) if book.lets[key].tree}
    for key, said in told.items():
        name, *parts = (Parser(part).whole() for part in re.findall("`([^`]*)`", said))
        assert name[0] == "name", key
        assert book.lets[key].tree in parts, key

"""A book alone is a paper: verdicts, accepted files, and honest words where nothing decides."""

from __future__ import annotations

from pathlib import Path

import pytest

from ntpcheck.claim import Claim, Effort
from ntpcheck.engine.conformance import breaches
from ntpcheck.engine.examine import examine
from ntpcheck.engine.settle import Settled, settle
from ntpcheck.errors import InvalidClaim
from ntpcheck.evidence import Outcome, outcome_of
from ntpcheck.instances.dataset import Run
from ntpcheck.report.catalogue import load
from ntpcheck.stated import read
from ntpcheck.statement.document import examined
from ntpcheck.verifier.command import shelf
from ntpcheck.verifier.language.claims import digest

REMARKS = Path(__file__).parent / "remarks.book"
FALSE = {"remarks/short", "remarks/no-cycle", "remarks/mixture-strict"}
FEW = Effort(examples=4, batch=24)


def settled(claims: tuple[Claim, ...]) -> dict[str, Settled]:
    return {t.claim.id: settle(t, 0) for t in examine(claims, FEW, 0, lambda *_, **__: None)}


def test_ten_remarks_get_their_verdicts() -> None:
    paper = load(str(REMARKS))
    assert len(paper.claims) == 10
    found = settled(paper.claims)
    assert {name for name, said in found.items() if said.verdict == "REFUTED"} == FALSE
    assert {str(said.verdict) for name, said in found.items() if name not in FALSE} <= {
        "SUPPORTED",
        "EXHAUSTED",
    }
    for name in FALSE:
        document = found[name].document
        assert document is not None
        assert examined(document, {"remarks": paper.shelf}).outcome == "ACCEPTED"  # pyright: ignore[reportArgumentType]


LIMIT = """book far "Far"
use ntpcheck.linear
claim far/grows "1" on Run
    says   the decoder's norm tends to infinity
    limit  tends(norm(W_k), infinity)
claim far/loss "2" on Run
    says   the loss tends to its infimum for small steps
    assuming  separable, compatible
    limit  tends(CE(W_k), infCE)
claim far/words "3" on Dataset
    says      it trains well
    recorded  an experiment shows it
"""


def test_what_no_instance_decides_is_undecided_with_its_reason(tmp_path: Path) -> None:
    path = tmp_path / "far.book"
    path.write_text(LIMIT)
    found = settled((load(str(path))["far/words"],))["far/words"]
    assert str(found.verdict) == "UNDECIDED"
    assert "only records" in found.reason


def test_a_false_limit_fails_where_an_argument_refutes_it(tmp_path: Path) -> None:
    path = tmp_path / "far.book"
    path.write_text(LIMIT)
    resting = Run([[1]], [[1, 1]], [["0"], ["0"]], "1")  # the gradient is 0 there: W_k stays
    evidence = load(str(path))["far/grows"].check(resting)
    assert outcome_of(evidence) == Outcome.FAILS


def test_a_statement_in_used_words_is_the_same_statement() -> None:
    books = shelf()
    text = 'book mine "Mine"\nuse ntpcheck.linear\n'
    for name in ("remark-1/cover-necessary", "lemma-1/separable"):
        stated = books["linear"].claims[f"linear/{name}"]
        kept = [(word, said) for word, said, _ in stated.clauses if word not in ("says", "reading")]
        clauses = "".join(
            f"    {word:10}  {said.replace(chr(10), chr(10) + ' ' * 8)}\n" for word, said in kept
        )
        text += f'claim mine/{name} "1" on {stated.given}\n    says  it\n{clauses}'
    mine = type(books["linear"])(text, "mine")
    for name in ("remark-1/cover-necessary", "lemma-1/separable"):
        there = books["linear"].claims[f"linear/{name}"]
        assert digest(mine, mine.claims[f"mine/{name}"]) == digest(books["linear"], there)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("use ntpcheck.linaer", "there are: ntpcheck.attention ntpcheck.linear"),
        ("use linear", "what is taken over is written: use ntpcheck.linear"),
        ("use ntpcheck.linear\nuse ntpcheck.linear", "used twice"),
        ("use ntpcheck.linear\ngiven Dataset\nlet CE = 1", "ntpcheck.linear defines it"),
        ("axes A: a\ngiven X: x[b]", "b is the letter of no axis; there are a over A"),
    ],
)
def test_an_error_is_one_line_with_file_and_line(tmp_path: Path, line: str, said: str) -> None:
    path = tmp_path / "wrong.book"
    path.write_text(f'book wrong "Wrong"\n{line}\n')
    with pytest.raises(InvalidClaim, match=r"wrong\.book, line ") as told:
        _ = read(path).book
    assert said in str(told.value)


def test_a_book_with_a_type_and_demands_of_its_own_keeps_the_rules() -> None:
    paper = load(str(REMARKS))
    for name in ("remarks/mixture", "remarks/first"):
        assert list(breaches(paper[name], FEW)) == []

"""A falsehood is a line of a book: searched by its own formula, judged by the verifier against that line."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ntpcheck.claim import Effort
from ntpcheck.engine.detect import detect
from ntpcheck.engine.judgement import decide
from ntpcheck.engine.trials import stated
from ntpcheck.errors import InvalidClaim
from ntpcheck.evidence import Evidence, Outcome
from ntpcheck.formulas.planted import Line, of_source, planted
from ntpcheck.formulas.rivals import flipped
from ntpcheck.instances.attention import Attention
from ntpcheck.instances.dataset import Dataset
from ntpcheck.report.catalogue import load
from ntpcheck.stated import read
from ntpcheck.statement.document import finding
from ntpcheck_papers.li2024 import PAPER

BOOK = """book small "Small"
use ntpcheck.linear
claim small/floor "1" on Dataset
    says      the entropy of one-hot data is zero
    assuming  one-hot
    formula   H = 0
claim small/floor#flipped-inequality "planted" as small/floor
    says      the entropy of one-hot data is positive
    formula   H > 0
claim small/floor#dropped-assumption "planted" as small/floor
    says      the entropy is zero, whether the data are one-hot or not
    assuming
"""
EFFORT = Effort(examples=10, batch=32)


def written(folder: Path, text: str = BOOK) -> Path:
    path = folder / "small.book"
    path.write_text(text)
    return path


def test_a_line_with_a_kind_in_its_id_is_planted_and_found(tmp_path: Path) -> None:
    paper = load(str(written(tmp_path)))
    assert [claim.id for claim in paper.claims] == ["small/floor"]
    assert [one.kind for one in paper.planted] == ["flipped-inequality", "dropped-assumption"]
    assert [one.outcome for one in detect(paper, EFFORT, 0)] == ["FAILS", "FAILS"]


def test_a_line_that_changes_hypotheses_alone_keeps_the_checker(tmp_path: Path) -> None:
    paper = load(str(written(tmp_path)))
    flipped, dropped = (one.claim(paper) for one in paper.planted)
    assert isinstance(flipped.conclude, Line)
    assert [assumption.name for assumption in flipped.assumes] == ["one-hot"]
    assert dropped.conclude is paper["small/floor"].conclude
    assert dropped.assumes == ()


def test_a_check_in_python_looks_for_what_a_line_states(tmp_path: Path) -> None:
    def certain(data: Dataset, effort: Effort) -> Evidence:
        return flipped(floor.conclude(data, effort))

    floor = load(str(written(tmp_path))).claims[0]
    name = "small/floor#flipped-inequality"
    false, dropped = of_source(read(tmp_path / "small.book"), checks={name: {"conclude": certain}})
    paper = replace(load(str(tmp_path / "small.book")), planted=(false, dropped))
    assert false.claim(paper).conclude is certain
    assert false.claim(paper).digest != paper["small/floor"].digest
    assert [assumption.name for assumption in false.claim(paper).assumes] == ["one-hot"]
    assert dropped.replaces == {}
    bare = of_source(read(tmp_path / "small.book"), checks={name: {"assumes": ()}})[0].claim(paper)
    assert (bare.conclude, bare.assumes) == (paper["small/floor"].conclude, ())


RECORDED = BOOK.replace("    formula   H > 0", "    recorded  no word says it")


def test_a_falsehood_in_words_needs_a_check_and_no_book_states_it(tmp_path: Path) -> None:
    source, name = read(written(tmp_path, RECORDED)), "small/floor#flipped-inequality"
    with pytest.raises(InvalidClaim, match="recorded in words, and no check looks for it"):
        of_source(source)
    (false, _) = of_source(source, checks={name: {"conclude": lambda data, effort: None}})
    assert (false.origin, false.statement) == (None, "The entropy of one-hot data is positive.")


def test_a_check_of_no_line_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidClaim, match="the check of 'small/flor#wrong-sign' is of no falsehood"):
        of_source(read(written(tmp_path)), checks={"small/flor#wrong-sign": {}})


def test_a_presupposition_of_a_line_is_an_assumption_that_is_not_imposed() -> None:
    name = "attention/section-3.2/single-component-zero"
    (false,) = [p for p in PAPER.false_neighbours(name) if p.kind.endswith("two-components") and p.origin]
    claim = false.claim(PAPER)
    assert claim.conclude is PAPER[name].conclude
    assert [assumption.impose for assumption in claim.assumes] == [None]
    alone = Attention([[1, 0], [0, 1]], [[1, 0], [0, 1]], [[1, 1]], [0], [0], 0, 0).exact()
    assert decide(claim, alone, EFFORT).outcome is Outcome.FAILS


def test_the_verifier_judges_a_file_against_the_line() -> None:
    name = "attention/equation-4/outside#wrong-set"
    line = stated(PAPER)[name]
    pair = Attention([[1, 0], [0, 1]], [[1, 0], [0, 1]], [[1, 1], [1, 1]], [0, 0], [0, 1], 0, 0).exact()
    assert finding(line, pair, "fails", found={}).objections == []
    assert line.digest != PAPER["attention/equation-4/outside"].digest


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("claim small/none#flipped 'planted' as small/floor", "no claim of the book"),
        ("claim small/floor#flipped 'planted' as small/floor", "says what 'small/floor' says"),
        ("claim small/floor#flipped 'planted' as small/floor\n    formula   H < 0", "whole false sentence"),
        ("claim small/floor#flipped 'planted' on Decoding\n    formula  H < 0", "is on Decoding"),
    ],
)
def test_what_is_amiss_in_a_line_is_told_with_its_file(tmp_path: Path, line: str, told: str) -> None:
    path, folder = written(tmp_path), tmp_path / "falsehoods"
    folder.mkdir()
    says = "" if "whole" in told else "    says  something else\n"
    (folder / "wrong.book").write_text(line.replace("'", '"') + f"\n{says}")
    with pytest.raises(InvalidClaim, match=told) as raised:
        planted(path, folder)
    assert "wrong.book" in str(raised.value)


def test_a_line_that_assumes_what_no_claim_does_is_refused(tmp_path: Path) -> None:
    path, folder = written(tmp_path), tmp_path / "blind"
    folder.mkdir()
    (folder / "more.book").write_text(
        'claim small/floor#wrong-quantity "planted" as small/floor\n    says  so\n    assuming  separable\n'
    )
    (one,) = [p for p in planted(path, from_text=(folder,)) if p.kind == "wrong-quantity"]
    assert one.from_text
    paper = load(str(path))
    with pytest.raises(InvalidClaim, match="'separable', which no claim of its paper does"):
        replace(one).claim(paper)

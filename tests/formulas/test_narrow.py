"""How narrowly formulas hold: by what factor one side exceeds the other."""

from __future__ import annotations

import math

import pytest
import torch

from ntpcheck.domains import DECODINGS
from ntpcheck.engine.sweep import generator
from ntpcheck.formulas import frames
from ntpcheck.formulas.batch import Batch
from ntpcheck.formulas.narrow import Ratios
from ntpcheck.statement.allowance import Work, together
from ntpcheck.verifier.arithmetic.intervals import TooMuch
from ntpcheck.verifier.language.book import Book

TEXT = """book narrow "Narrow"
use ntpcheck.linear
given Decoding
let four = 4
let twice(M[v,i]) = 2 * norm(M)
claim narrow/one "(1)" on Decoding
    says     words
    formula  FORMULA
"""


def narrowly(formula: str) -> float:
    """On data with all entries of W 1."""
    book = Book(TEXT.replace("FORMULA", formula), "narrow")
    data = DECODINGS.sampler(generator("narrow"), 3)
    data = data.replace(W=0 * data.W + 1)
    found = Ratios(Batch(book, "Decoding", data)).narrowly(book.claims["narrow/one"].core)
    assert found.shape == (3,)
    return float(found[0])


@pytest.mark.parametrize(
    ("formula", "factor"),
    [
        ("four <= 8", 2),
        ("8 > four + 1", 8 / 5),
        ("five(8) >= 0".replace("five(8)", "8 - four"), 2),  # 8 speaks for it, 4 against it
        ("(8 - 1) * (four - 1) >= 0", (32 + 1) / (8 + 4)),
        ("(four - 9) / (1 - 3) > 0", 9 / 4),
        ("forall v. (sum i. W[v,i]) < 3 * (sum i. W[v,i])", 3),
        ("exists v. (sum u | u = v. 8) > 2 or 1 > 2", 4),
        ("8 > 4 and 9 > 3", 2),
        ("8 > 4 or 9 > 3", 3),
        ("not 8 <= 2", 4),
        ("four > 3 implies 6 > 1", 6),
        ("twice(W) > norm(W)", 2),
        ("four > 8", 1 / 2),
    ],
)
def test_a_comparison_holds_by_a_factor_and_a_formula_by_that_of_a_part(formula: str, factor: float) -> None:
    assert narrowly(formula) == pytest.approx(math.log(factor))


@pytest.mark.parametrize(
    ("formula", "told"),
    [
        ("four < 3 implies 6 > 1", math.inf),
        ("forall v | 1 > 2. 1 > 2", math.inf),
        ("exists v | 1 > 2. 2 > 1", -math.inf),
        ("four = 4", math.inf),
        ("four = 5", -math.inf),
        ("four >= 0", math.inf),
    ],
)
def test_what_has_no_two_sides_holds_or_fails_by_any_factor(formula: str, told: float) -> None:
    assert narrowly(formula) == told


def test_some_rows_at_a_time_say_what_all_at_once_do(monkeypatch: pytest.MonkeyPatch) -> None:
    book = Book(TEXT.replace("FORMULA", "forall v. (sum u i. W[u,i] * W[v,i]) < four and CE(W) > 0"), "parts")
    core = book.claims["narrow/one"].core
    data = DECODINGS.sampler(generator(2, "parts"), 7)

    def said() -> list[torch.Tensor]:
        batch = Batch(book, "Decoding", data)
        found = [*vars(batch.ask(core)).values(), Ratios(batch).narrowly(core)]
        assert (batch.at_once > 0) is (frames.CELLS < 2**24)
        return found

    whole = said()
    widest = max(data.size(axis) for axis in ["m", "V", "d"])
    monkeypatch.setattr(frames, "CELLS", 2 * widest**2)  # of two letters, two rows at once
    for one, other in zip(said(), whole, strict=True):
        assert torch.allclose(one.double(), other.double(), rtol=1e-12, equal_nan=True)


def test_a_batch_takes_from_the_work_of_the_search_around_it() -> None:
    book = Book(TEXT.replace("FORMULA", "forall v. (sum u i. W[u,i] * W[v,i]) < four"), "taken")
    data, work = DECODINGS.sampler(generator(2, "parts"), 7), Work(10_000)
    with together(work):
        Batch(book, "Decoding", data).ask(book.claims["narrow/one"].core)
    assert 0 < work.left < 10_000
    with together(Work(600)), pytest.raises(TooMuch):
        Batch(book, "Decoding", data).ask(book.claims["narrow/one"].core)

"""Bounds in doubles hold the exact values, on random formulas and on the words of the shipped vocabulary."""

from __future__ import annotations

import random

import pytest
import torch

from ntpcheck.domains import DECODINGS
from ntpcheck.engine.sweep import generator
from ntpcheck.evidence import Outcome, outcome_of
from ntpcheck.formulas.asked import Formula
from ntpcheck.formulas.batch import Batch
from ntpcheck.formulas.frames import Frame
from ntpcheck.verifier import files
from ntpcheck.verifier.arithmetic.exact import enclose
from ntpcheck.verifier.arithmetic.intervals import Undecided, Undefined, allow
from ntpcheck.verifier.instance.world import World
from ntpcheck.verifier.language.book import Book
from ntpcheck.verifier.language.grammar import Parser
from ntpcheck.verifier.language.meaning import Scope

BOOK = Book('book bounds "Bounds"\nuse ntpcheck.linear\n', "bounds")
WORDS = (
    "CE(W) - H",
    "norm(grad(W))^2",
    "dot(W, W) - norm(W)^2",
    "max j v. softmax(W)[j,v]",
    "min j. log(sum v. exp(l(W)[j,v]))",
    "L",
    "sum j | (exists v. not S[j,v]). pi[j] / 3",
)


def random_term(source: random.Random, depth: int) -> str:
    """A term of the language in the fields of a decoding and the index pair (j, v)."""
    if depth == 0:
        return source.choice(("h[j,i]", "W[v,i]", "n[j,v]", "pi[j]", "m", "1/3", "2"))
    a, b = random_term(source, depth - 1), random_term(source, depth - 1)
    return source.choice(
        (
            f"({a} + {b})",
            f"({a} - {b})",
            f"({a} * {b})",
            f"({a} / {b})",
            f"exp({a})",
            f"log(abs({a}) + 1/7)",
            f"sqrt(abs({a}))",
            f"({a})^3",
            f"max({a}, {b})",
            f"(if {a} < {b} then {a} else {b})",
        )
    )


def contained(text: str, seed: int) -> int:
    """How many exact values of a closed term the bounds were compared with; each has to lie inside."""
    BOOK.given, BOOK.local = "Decoding", {}
    core = BOOK.meaning.number(Parser(text).whole(), Scope())
    data = DECODINGS.sampler(generator(seed, text), 6)
    bounds = Batch(BOOK, "Decoding", data).number(core, Frame())
    low, high = (x.expand(6) for x in (bounds.low, bounds.high))
    compared = 0
    for i, row in enumerate(data.rows()):
        allow(10_000_000)
        sizes, fields = files.instance(BOOK, "Decoding", row.to_json())
        world = World(BOOK, "Decoding", sizes, fields, {})
        world.reset(256)
        try:
            least, most = enclose(world.number(core, {}))
        except (Undecided, Undefined):
            assert bool(low[i].isnan())
            continue
        if bool(low[i].isnan()):
            continue
        assert float(low[i]) == -torch.inf or float(low[i]) <= most, (text, row)
        assert float(high[i]) == torch.inf or float(high[i]) >= least, (text, row)
        compared += 1
    return compared


@pytest.mark.parametrize("text", WORDS)
def test_bounds_of_the_vocabulary_hold_the_exact_values(text: str) -> None:
    assert contained(text, 0) >= 3


def test_bounds_of_random_formulas_hold_the_exact_values() -> None:
    source = random.Random(7)
    compared = 0
    for seed in range(40):
        gather = source.choice(("sum j v i. ", "max j v i. ", "min j v i. "))
        compared += contained(gather + random_term(source, 2), seed)
    assert compared >= 100


def test_an_equality_of_short_numbers_is_decided_in_doubles() -> None:
    data = DECODINGS.sampler(generator(1, "equal"), 16)
    BOOK.given, BOOK.local = "Decoding", {}
    core = BOOK.meaning.formula(Parser("2 * (sum j v. n[j,v]) = (sum j v. n[j,v]) + N").whole(), Scope())
    assert bool(Batch(BOOK, "Decoding", data).ask(core).sure.all())


def test_a_deep_tail_keeps_its_sign() -> None:
    from ntpcheck import Decoding

    data = Decoding([[[200.0]]], [[[1, 0]]], [[[1.0], [-1.0]]])
    assert float(Formula("CE(W) > 0")(data).slack[0]) > 0  # about e^-400, far below one rounding of 1


def test_a_share_whose_exponentials_leave_the_doubles_keeps_its_bounds() -> None:
    from ntpcheck import Decoding

    data = Decoding([[[1.0]]] * 2, [[[1, 1]]] * 2, [[[1024.0], [1023.0]], [[-2000.0], [-2000.0]]])
    assert outcome_of(Formula("forall i. (sum v. grad(W)[v,i]) = 0")(data.row(0))) is Outcome.HOLDS
    bounds = Batch(BOOK, "Decoding", data)
    assert bounds.ask(formula("softmax(W)[j,v] > 1/4")).sure.tolist() == [True, True]


def formula(text: str) -> tuple[object, ...]:
    BOOK.given, BOOK.local = "Decoding", {}
    return BOOK.meaning.formula(Parser(f"forall j v. {text}").whole(), Scope())

"""What the direction of the path assumes of slopes, where labels are absent and the log-loss meets a zero."""

from __future__ import annotations

import pytest
import torch

from ntpcheck.evidence import Outcome, outcome_of
from ntpcheck.instances.attention import Attending
from ntpcheck.instances.loss import named
from ntpcheck.statement.ruling import world_of
from ntpcheck.verifier.arithmetic.intervals import Undefined
from ntpcheck.verifier.instance.tensors import Core
from ntpcheck_papers.li2024 import PAPER
from ntpcheck_papers.li2024.section_4.path_given import steep_at_inner_scores, steep_at_labels

EYE, ZERO = [[1, 0], [0, 1]], [[0, 0], [0, 0]]


def instance(loss: str, counts: list[int], head: list[list[int]] = EYE) -> Attending:
    return Attending(EYE, head, [counts], [1], [0], named(loss), 0, ZERO)


def said_by_the_book(data: Attending, name: str) -> Outcome:
    book = PAPER.shelf
    assert book is not None
    core: Core = ("let", name, (), ())
    try:
        holds = world_of(book, book.claims["attention/lemma-4/direction/amended"], data).ask(core)
    except Undefined:
        return Outcome.UNDEFINED
    return Outcome.HOLDS if holds else Outcome.FAILS


@pytest.mark.parametrize(
    ("data", "outcome"),
    [
        (instance("linear", [0, 1]), Outcome.HOLDS),  # R_i is empty: u_i = 0, and the slope is -1
        (instance("cubic", [0, 1]), Outcome.FAILS),  # 0 is the knee
        (instance("log", [0, 1]), Outcome.UNDEFINED),  # -1 / 0
        (instance("log", [1, 1], ZERO), Outcome.UNDEFINED),
        (instance("log", [1, 1]), Outcome.HOLDS),
    ],
)
def test_undefined_is_an_answer_and_the_books(data: Attending, outcome: Outcome) -> None:
    exact = data.exact()
    assert outcome_of(steep_at_labels(exact)) is outcome
    assert outcome_of(steep_at_inner_scores(exact)) is outcome
    assert said_by_the_book(exact, "steep-at-labels") is outcome
    assert outcome_of(steep_at_labels(data.floats())) in (outcome, Outcome.UNDECIDED)


def test_a_slope_at_what_may_be_zero_is_left_open_on_doubles() -> None:
    tiny = Attending(EYE, torch.tensor([[1e-20, 0], [0, 1]]).double(), [[1, 0]], [0], [0], 0, 0, ZERO)
    assert outcome_of(steep_at_labels(tiny)) is Outcome.UNDECIDED

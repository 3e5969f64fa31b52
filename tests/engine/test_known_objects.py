"""The books' definitions are the checkers' objects, and their trajectories what the dynamics walk."""

from __future__ import annotations

import numpy as np
import pytest

from ntpcheck.claim import Paper
from ntpcheck.engine.proofreading.compared.exhibits import Shown, exhibits
from ntpcheck.engine.proofreading.compared.first_steps import FirstSteps
from ntpcheck.engine.proofreading.compared.objects import Objects, features
from ntpcheck.engine.proofreading.compared.observing import loaded
from ntpcheck.engine.proofreading.reader import Proofreader
from ntpcheck.statement.editing.misprints import Misprint, misprints
from ntpcheck.verifier.language.book import Book
from ntpcheck_papers import li2024, thrampoulidis2024

LINEAR, ATTENTION = thrampoulidis2024.PAPER, li2024.PAPER
BOTH = pytest.mark.parametrize("paper", [LINEAR, ATTENTION], ids=lambda paper: paper.key)


def objects(paper: Paper) -> Objects:
    assert paper.shelf is not None
    return Objects(paper.shelf, paper.claims, 0)


def steps(paper: Paper) -> FirstSteps:
    assert paper.shelf is not None
    return FirstSteps(paper.shelf, paper.claims, 0)


def some(book: Book, place: str) -> list[Misprint]:
    """Every so many of a line's misprints, eight or so."""
    found = list(misprints(book, [place]))
    return found[:: max(1, len(found) // 8)]


@BOTH
def test_every_term_is_the_checkers_object(paper: Paper) -> None:
    """Where W is 0, what is displaced by it is not; and of a larger instance some terms take long."""
    known = objects(paper)
    shown = set[str]().union(*(features(one.frame, one.law) for one in known.instances))
    assert shown == {"F", "centre", "idle", "loose"}
    for term in known.terms:
        assert known.parsed(term) is not None, term
        told = [known.same(known.book, term, one) for one in known.instances]
        assert told.count(True) >= 3, term
        assert False not in told or "W" in term.partition("+")[2], term


@pytest.mark.share(2)
@pytest.mark.parametrize(
    ("paper", "place"),
    [(LINEAR, "offset"), (LINEAR, "odds"), (LINEAR, "beside"), (ATTENTION, "curve"), (ATTENTION, "clear")],
)
def test_a_misprinted_definition_is_another_object(paper: Paper, place: str) -> None:
    known = objects(paper)
    told = [known.differ(m.book, place) for m in some(known.book, place)]
    assert True in told


@BOTH
def test_the_books_trajectories_go_where_the_dynamics_go(paper: Paper) -> None:
    known = steps(paper)
    agreed = [set(ends) for _, ends in known.runs if ends]
    assert agreed
    assert all(ends == set(known.walks) for ends in agreed)


@pytest.mark.parametrize(("paper", "place"), [(LINEAR, "adam-mean"), (LINEAR, "NGD_k"), (ATTENTION, "N_tau")])
def test_a_misprinted_step_leads_elsewhere(paper: Paper, place: str) -> None:
    known = steps(paper)
    told = [known.differ(m.book, place) for m in some(known.book, place)]
    assert sum(said is True for said in told) > len(told) / 2


@pytest.mark.share(2)
@pytest.mark.parametrize(
    ("paper", "place"),
    [
        (LINEAR, "linear/figures/fig-5-adam-direction/amended"),
        (LINEAR, "linear/sharper/offset"),
        (ATTENTION, "attention/theorem-1/direction/amended"),
        (ATTENTION, "attention/figures/fig-4b"),
    ],
)
def test_limits_are_held_by_what_the_checkers_follow(paper: Paper, place: str) -> None:
    reader = Proofreader(paper, 4)
    assert any(reader.courses(place)), "the checker follows no run there"
    told = [reader.along(m, [place]) for m in some(reader.book, place)]
    assert sum(said is True for said in told) >= len(told) / 3, told


def test_every_is_settled_by_a_number_that_lacks_the_property() -> None:
    reader, place = Proofreader(ATTENTION, 6), "attention/sharper/rotation"
    cases = list(reader.cases(place))
    assert {(case.says, case.left) for case in cases} == {("HOLDS", True)}
    flipped = [m for m in misprints(reader.book, [place]) if m.kind == "flipped" and m.clause == "formula"]
    assert flipped
    assert [reader.noticed(m) for m in flipped if "sQ" in m.old] == ["outcome"]


def test_exhibited_numbers_are_the_same_for_two_books() -> None:
    reader, place = Proofreader(LINEAR, 4), "linear/autoregressive/same-form"
    case, stated = next(iter(reader.cases(place))), reader.book.claims[place]
    one, two = (loaded(reader.book, stated, case.instance) for _ in range(2))
    assert list(exhibits(one, stated.core)) == list(exhibits(two, stated.core))
    (first, *_) = exhibits(one, stated.core)
    shown = Shown(one, first)
    ((name, axes),) = stated.core[1]
    assert np.isfinite([float(shown.exhibited(name, axes, {})[cell]) for cell in shown.cells(axes)]).all()

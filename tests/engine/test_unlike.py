"""Misprints that no true instance tells: by what is asked, exhibited, or no longer has a value."""

from __future__ import annotations

import pytest

from ntpcheck.claim import Paper
from ntpcheck.engine.proofreading.compared.along import looked_along
from ntpcheck.engine.proofreading.compared.differences import differs
from ntpcheck.engine.proofreading.compared.exhibits import Shown, exhibits
from ntpcheck.engine.proofreading.compared.observing import loaded, met
from ntpcheck.engine.proofreading.compared.overheard import telling
from ntpcheck.engine.proofreading.compared.parts import departs, lost
from ntpcheck.engine.proofreading.compared.trends import seen
from ntpcheck.engine.proofreading.reader import Proofreader
from ntpcheck.engine.proofreading.sought.looking import concluding, looked_at
from ntpcheck.engine.proofreading.survivors import became
from ntpcheck.statement.editing.misprints import Misprint, misprints
from ntpcheck_papers import li2024, thrampoulidis2024

LINEAR, ATTENTION = thrampoulidis2024.PAPER, li2024.PAPER
RADIUS = "linear/theorem-1/proof/rescaling-limit@arxiv-v1"
ROTATED = "attention/sharper/rotation-svm"
PARALLEL = "linear/ntp-svm/max-margin"


@pytest.fixture(scope="module")
def readers() -> dict[str, Proofreader]:
    return {paper.key: Proofreader(paper) for paper in (LINEAR, ATTENTION)}


def one(reader: Proofreader, place: str, old: str, new: str) -> Misprint:
    return next(m for m in misprints(reader.book, [place]) if m.old.startswith(old) and m.new == new)


def of(readers: dict[str, Proofreader], paper: Paper) -> Proofreader:
    return readers[paper.key]


def test_a_part_of_a_limit_is_another_number_where_w_stands_for_the_paths_point(
    readers: dict[str, Proofreader],
) -> None:
    reader = of(readers, LINEAR)
    found = [m for m in misprints(reader.book, [f"{RADIUS}:R'"]) if "dot(Wstar, Wmm)" in m.new]
    assert len(found) == 1
    assert departs(reader.book, found[0], RADIUS, [""], reader.looked)


def test_a_limit_departs_nowhere_from_itself(readers: dict[str, Proofreader]) -> None:
    reader = of(readers, LINEAR)
    same = Misprint(RADIUS, "limit", "none", "", "", reader.book)
    assert not departs(reader.book, same, RADIUS, [""], reader.looked)


def test_instances_have_entries_that_are_not_there_by_chance(readers: dict[str, Proofreader]) -> None:
    claim = of(readers, LINEAR).paper.by_id[RADIUS]
    looks = looked_at(claim, concluding(claim), 0)
    W = [abs(float_of(x)) for look in looks for row in look.document["W"] for x in row]
    assert sum(map(telling, W)) > len(W) / 4
    again = looked_at(claim, concluding(claim), 0)
    assert [look.document for look in looks] == [look.document for look in again]


def float_of(x: object) -> float:
    top, _, below = str(x).partition("/")
    return float(top) / float(below or 1)


def test_the_states_of_no_run_leave_what_does_not_run(readers: dict[str, Proofreader]) -> None:
    reader = of(readers, LINEAR)
    claim = reader.paper.by_id["linear/sharper/step-shift"]
    looks = looked_along(reader.book, claim, (), {"W_k"}, 0)
    assert looks
    assert all(look.state is None for look in looks)


@pytest.mark.parametrize(
    ("one", "other", "said"),
    [([0.12345], [0.0], True), ([0.12345], [0.5], True), ([0.12345], [0.54321], False), ([0.5], [0.0], False),
     ([0.12345], [0.12345], False), ([0.12345, 1.0], [0.0], False)],
)  # fmt: skip
def test_a_number_is_lost_where_one_that_may_be_there_by_chance_takes_its_place(
    one: list[float],
    other: list[float],
    said: bool,  # noqa: FBT001
) -> None:
    assert lost(one, other) is said


def test_a_condition_that_nothing_exhibited_meets_any_longer_is_noticed(
    readers: dict[str, Proofreader],
) -> None:
    """Rotations are exhibited for Q, and no Q with 1.05 in the place of 1."""
    reader = of(readers, ATTENTION)
    wrong = one(reader, ROTATED, "1", "1.05")
    case = next(case for case in reader.cases(ROTATED) if case.met)
    for book, said in ((reader.book, True), (wrong.book, False)):
        world = loaded(book, book.claims[ROTATED], case.instance)
        assert met(world, book.claims[ROTATED]) == (case.met if said else frozenset())
    assert differs(wrong.book, ROTATED, case, [""]) == "outcome"
    assert became(reader, wrong) in ("outcome", "value")  # the latter at a planted matrix, which comes first


def test_numbers_that_are_exhibited_say_whether_they_meet_a_condition(
    readers: dict[str, Proofreader],
) -> None:
    reader = of(readers, ATTENTION)
    stated = reader.book.claims[ROTATED]
    case = next(case for case in reader.cases(ROTATED) if case.met)
    world = loaded(reader.book, stated, case.instance)
    numbers = next(iter(exhibits(world, stated.core)))
    assert not Shown(world, numbers).met


def test_an_instance_with_w_at_the_margin_tells_what_is_said_of_parallel_decoders(
    readers: dict[str, Proofreader],
) -> None:
    reader = of(readers, LINEAR)
    assert became(reader, one(reader, PARALLEL, "norm(Wmm) * perp(W)", "norm(Wmm)")) == "outcome"


def test_a_definition_that_the_verifier_finds_no_value_of_any_longer_is_noticed(
    readers: dict[str, Proofreader],
) -> None:
    """`exists` is no constraint of a linear system."""
    reader = of(readers, ATTENTION)
    found = [
        m for m in misprints(reader.book, ["dual"]) if m.kind == "another sign" and m.new[:6] == "exists"
    ]
    assert found
    assert all(reader.objects.differ(m.book, "dual") for m in found)
    assert reader.objects.differ(reader.book, "dual") is False


def test_a_limit_that_is_not_asked_of_a_course_is_odd_there(readers: dict[str, Proofreader]) -> None:
    reader = of(readers, LINEAR)
    claim = "linear/figures/fig-1-norm"
    course = next(iter(reader.courses(claim)))
    assert seen(reader.book, claim, course)[0] is True
    other = next(
        m for m in misprints(reader.book, [claim]) if m.clause == "asked when" and m.new == "eta * L > 2"
    )
    assert seen(other.book, claim, course) == (None, frozenset({"not asked"}))

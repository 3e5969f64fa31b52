"""Bent runs, planted objects and instances near a turn: what notices lines that say less than they should."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ntpcheck.arithmetic import midpoint
from ntpcheck.claim import Effort, Paper
from ntpcheck.engine.proofreading.compared.differences import differs
from ntpcheck.engine.proofreading.reader import Growing, Proofreader
from ntpcheck.engine.proofreading.sought.bent import BENDS, SWAPS, Bend, bent, swapped, unseen
from ntpcheck.engine.proofreading.sought.between import HALVINGS, between
from ntpcheck.engine.proofreading.sought.lessened import Lessened
from ntpcheck.engine.proofreading.sought.planted import freed, matrices
from ntpcheck.engine.sweep import generator, impose
from ntpcheck.instances.base import Instance
from ntpcheck.instances.dataset import Dataset
from ntpcheck.reference.frame import Frame, frames
from ntpcheck.statement.editing.misprints import Misprint, misprints
from ntpcheck_papers import li2024, thrampoulidis2024

LINEAR, ATTENTION = thrampoulidis2024.PAPER, li2024.PAPER


def one(reader: Proofreader, place: str, new: str, old: str = "") -> Misprint:
    (found, *_) = [m for m in misprints(reader.book, [place]) if m.new == new and old in m.old]
    return found


def looked_at(claim_id: str) -> Any:
    """A batch inside a claim's assumptions that its checker has looked at."""
    claim = LINEAR[claim_id]
    batch = impose(claim.assumes, claim.domain.sampler(generator("bent"), 4))
    claim.conclude(batch, Effort())
    return batch


# ---- runs and paths ----
PATH = "linear/section-5/decomposition-path"


def test_a_bent_path_is_elsewhere_by_what_the_bend_says() -> None:
    batch = looked_at(PATH)
    other = bent(batch, Bend(inside=0.5))
    assert other is not None
    (true,), (moved,) = ([v for v in x.cache.values() if isinstance(v, list)][:1] for x in (batch, other))
    for frame, one_path, other_path in zip(frames(batch), true, moved, strict=True):
        if frame.moves and len(frame.F):
            apart = other_path.far.decoder(2) - one_path.far.decoder(2)
            np.testing.assert_allclose(np.linalg.norm(apart), 0.5, rtol=1e-6)
            np.testing.assert_allclose(frame.X @ apart.ravel(), 0, atol=1e-6)


def test_a_straight_path_lies_on_its_ray() -> None:
    batch = looked_at(PATH)
    other = bent(batch, next(bend for bend in BENDS if bend.straight))
    assert other is not None
    paths = [row for value in other.cache.values() if isinstance(value, list) for row in value]
    moving = [row for row in paths if getattr(row, "far", None) is not None and row.frame.moves]
    assert moving
    for row in moving:
        np.testing.assert_allclose(row.far.bounded(0), row.frame.centre, atol=1e-9)


def test_a_swap_changes_the_object_and_leaves_the_path() -> None:
    batch = looked_at("linear/theorem-1/direction@short/amended")
    other = swapped(batch, SWAPS[0])
    assert other is not None
    before, after = ({k: v for k, v in x.cache.items() if hasattr(v, "W")} for x in (batch, other))
    changed = [k for k in after if k in before and not np.allclose(before[k].W, after[k].W)]
    assert changed
    lists = [k for k, v in batch.cache.items() if isinstance(v, list)]
    assert all(other.cache[k] is batch.cache[k] for k in lists)


LESSENED = [Lessened("W", frozenset({"Wmm"}), less) for less in (2.0**-5, 1.5)]


def margin_over_length(frame: Frame, wmm: Any) -> float:
    return float((frame.cells @ wmm).min() / np.linalg.norm(wmm))


@pytest.mark.parametrize("lessened", LESSENED, ids=["a little", "negative"])
def test_a_lessened_matrix_has_a_margin_that_is_less_by_a_share_and_runs_stay(lessened: Lessened) -> None:
    batch = looked_at("linear/figures/fig-1-direction")
    other = swapped(batch, lessened)
    assert other is not None
    flows = [[row for v in x.cache.values() if isinstance(v, list) for row in v] for x in (batch, other)]
    changed = [(one, two) for one, two in zip(*flows, strict=True) if two is not one]
    moved = [(one, two) for one, two in changed if not np.allclose(one.frame.wmm, two.frame.wmm)]
    assert moved
    for one, two in moved:
        before, after = (margin_over_length(flow.frame, flow.frame.wmm) for flow in (one, two))
        np.testing.assert_allclose(after / before, 1 - lessened.less, rtol=1e-6)
        np.testing.assert_allclose(two.decoder(-1), one.decoder(-1), rtol=1e-9, atol=1e-9)
        np.testing.assert_allclose(two.frame.X @ two.frame.W.ravel(), two.frame.wmm, atol=1e-9)
        assert lessened.frame(two.frame) is two.frame  # once is enough


def test_where_nothing_is_across_w_mm_it_is_not_lessened() -> None:
    batch = looked_at(PATH)
    for frame in frames(batch):
        if len(frame.wmm) == 1:
            np.testing.assert_array_equal(LESSENED[0].matrix(frame), frame.W)


def test_an_unseen_displacement_moves_no_logit_beside_its_anchor() -> None:
    batch = looked_at(PATH)
    for frame in frames(batch):
        away = unseen(frame)
        assert np.linalg.norm(away) > 0.1
        logits = frame.H @ away.T
        anchors = np.take_along_axis(logits, frame.support.argmax(1)[:, None], 1)
        np.testing.assert_allclose(logits - anchors, 0, atol=1e-9)


WEAKER = [
    (LINEAR, PATH, "tends(W_B - norm(perp(W_B)) * Wmm / norm(Wmm), 0)", "Wstar"),
    (ATTENTION, "attention/theorem-2/log-loss", "tends(par(W_R), Wcyc)", "and"),
    (
        ATTENTION,
        "attention/theorem-3/proof/loss-comparison@normalised/amended",
        "L((1.05 + eps) * norm(off(W_tau)) * Wmm / norm(Wmm) + par(W_tau))",
        "",
    ),
]


@pytest.mark.share(2)
@pytest.mark.parametrize(("paper", "place", "new", "old"), WEAKER, ids=["a term", "a part", "a share"])
def test_a_limit_that_lost_a_part_is_noticed_along_what_is_bent(
    paper: Paper, place: str, new: str, old: str
) -> None:
    reader = Proofreader(paper)
    misprint = one(reader, place, new, old)
    assert reader.along(misprint, [place]) is True
    assert not all(course.says for course in reader.courses(place))


def test_a_condition_that_nothing_exhibited_meets_is_noticed() -> None:
    reader, place = Proofreader(LINEAR), "linear/sharper/path-finite-part"
    misprint = one(reader, place, "multiplier(W_B)", "rho")
    assert reader.along(misprint, [place]) is True


# ---- objects ----
UNIQUE = "linear/definition-1/unique-in-F"


def test_a_book_agrees_with_the_checker_on_planted_objects_and_a_misprint_does_not() -> None:
    reader = Proofreader(LINEAR)
    found = [m for m in misprints(reader.book, [UNIQUE]) if (m.kind, m.clause) == ("another sign", "formula")]
    weaker = [m for m in found if " or " in m.new]
    assert weaker
    cases = list(reader.planted(UNIQUE))
    assert {case.planted for case in cases} == {"Wstar"}
    assert {case.says for case in cases} == {"FAILS"}
    assert all(differs(reader.book, UNIQUE, case, [""]) == "" for case in cases)
    assert [reader.noticed(m) for m in weaker] == ["outcome"] * len(weaker)


def test_a_freed_definition_is_read_off_the_instance() -> None:
    book = LINEAR.shelf
    assert book is not None
    assert freed(book, "") is book
    other = freed(book, "Wmm")
    assert "Wmm" in other.givens["Run"]
    assert "Wmm" not in book.givens["Run"]
    assert matrices(book, book.claims[UNIQUE]) == ["Wstar"]
    assert matrices(freed(book, "Wstar"), book.claims[UNIQUE]) == []


# ---- turns ----
def small(x: float) -> Instance:
    return Dataset(embeddings=[[x]], counts=[[1, 1]]).exact()


def test_instances_close_in_on_a_turn() -> None:
    def glance(instance: Any) -> tuple[Any, ...]:
        return (bool(3 * instance.embeddings[0, 0] <= 1),)

    found = [
        float(midpoint(instance.embeddings[0, 0])) for instance in between([small(0.0), small(1.0)], glance)
    ]
    assert len(found) == HALVINGS
    assert abs(found[-1] - 1 / 3) <= 2.0 ** (1 - HALVINGS)


def test_no_turn_gives_no_instances() -> None:
    assert list(between([small(0.0), small(1.0)], lambda _: (True,))) == []


def test_a_constant_off_by_a_twentieth_is_noticed_at_the_turn() -> None:
    reader = Proofreader(ATTENTION)
    misprint = one(reader, "falls-short", "1.05")
    assert reader.noticed(misprint) == "assumption"


# ---- what is no misprint ----
def test_what_the_reader_refuses_is_no_misprint() -> None:
    reader = Proofreader(ATTENTION)
    direction = list(misprints(reader.book, ["attention/theorem-3/direction"]))
    assert direction
    assert not any("W_R" in m.new for m in direction)  # it runs along another number
    second = list(misprints(reader.book, ["attention/equation-20:second"]))
    assert second
    assert not any(m.new == "r" for m in second)  # what runs has no place in a formula


def test_what_grows_is_made_once_and_may_be_added_to() -> None:
    made: list[int] = []
    kept = Growing(made.append(k) or k for k in range(4))
    assert next(iter(kept)) == 0
    assert made == [0]
    kept.made.append(9)
    assert list(kept) == [0, 9, 1, 2, 3]
    assert list(kept) == [0, 9, 1, 2, 3]
    assert made == [0, 1, 2, 3]

"""Parts of a line against the numbers that a checker computes on its way."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
import torch

from ntpcheck.checks.compare import at_most
from ntpcheck.claim import Paper
from ntpcheck.engine.proofreading.compared.differences import differs, loosened
from ntpcheck.engine.proofreading.compared.glancing import apart, glance
from ntpcheck.engine.proofreading.compared.observing import Case
from ntpcheck.engine.proofreading.compared.overheard import EQUAL, OTHER, Overheard, overheard, telling
from ntpcheck.engine.proofreading.compared.parts import Lines, departs, strange
from ntpcheck.engine.proofreading.reader import Proofreader
from ntpcheck.engine.proofreading.sought.drawing import kind_of, small
from ntpcheck.engine.proofreading.sought.looking import Looked
from ntpcheck.engine.proofreading.sought.placements import at_points, tensors
from ntpcheck.exact import exact_array
from ntpcheck.instances.base import Instance
from ntpcheck.instances.dataset import Offset
from ntpcheck.statement.editing.misprints import Misprint, misprints
from ntpcheck_papers import li2024, thrampoulidis2024

LINEAR, ATTENTION = thrampoulidis2024.PAPER, li2024.PAPER
WIDE = "linear/lemma-5/case-2-lower/amended"  # true by so much that 1 may be 1.05
CHAIN = "attention/assumption-1/derivative-bounds/amended"
GROWTH = "linear/footnote-8/strong-growth"  # of some number and every matrix: the checker has one of each

reading = cache(Proofreader)


def one(reader: Proofreader, place: str, old: str, new: str) -> Misprint:
    (found, *_) = [m for m in misprints(reader.book, [place]) if m.old.startswith(old) and m.new == new]
    return found


def test_the_sides_of_a_comparison_and_their_difference_are_overheard() -> None:
    left, right = (torch.tensor(x, dtype=torch.float64) for x in (0.123, 4.567))
    heard = overheard(lambda: at_most(left, right, terms=1))
    assert all(heard.has(x, EQUAL) for x in (0.123, 4.567, 4.444))
    assert not heard.has(0.1231, OTHER)


def test_what_was_computed_before_an_error_is_overheard_too() -> None:
    def stops() -> None:
        at_most(torch.tensor(0.123, dtype=torch.float64), torch.tensor(1.0, dtype=torch.float64), terms=1)
        raise ValueError

    assert overheard(stops).has(0.123, EQUAL)


def test_a_number_is_known_by_its_log_its_power_its_square_and_its_root() -> None:
    for number in (math.log(1.2345), math.exp(1.2345), 1.2345**2, math.sqrt(1.2345), 1.2345):
        assert Overheard(np.array([number])).has(1.2345, EQUAL)
    assert not Overheard(np.array([1.2346])).has(1.2345, OTHER)


@pytest.mark.parametrize("number", [0.0, 1.0, -2 / 3, 5 / 64, math.sqrt(2), math.log(3), 0.05 * 20])
def test_a_number_that_may_be_there_by_chance_tells_nothing(number: float) -> None:
    assert not telling(number)


@pytest.mark.parametrize(
    "number", [0.12345, math.pi, math.log(3) + math.sqrt(2), 1000.5 / 7, np.float64(1e200)]
)
def test_other_numbers_tell_something(number: float) -> None:
    assert telling(number)


HEARD: list[tuple[Paper, str, str, str, str]] = [
    (LINEAR, WIDE, "1", "1.05", WIDE),
    (ATTENTION, "attention/lemma-3/proof/equality-condition:Z", "exp(v(W)", "exp(v(W2)[i,t])", ""),
    (LINEAR, f"{GROWTH}:growth", "softmax", "softmaxS(M)[j,v]", ""),
    (
        LINEAR,
        "linear/proposition-1/limit",
        "tends(CE(Wp + R",
        "tends(CE(Wp + W), H)",
        "",
    ),  # R is the instance's own
]


@pytest.mark.parametrize(("paper", "place", "old", "new", "claim"), HEARD)
def test_a_misprint_of_which_no_instance_tells_is_noticed_by_its_parts(
    paper: Paper, place: str, old: str, new: str, claim: str
) -> None:
    reader = reading(paper)
    claim_id, misprint = claim or place.partition(":")[0], one(reader, place, old, new)
    assert departs(reader.book, misprint, claim_id, [""], reader.looked)


def test_a_comparison_that_is_left_out_is_missed_by_its_difference() -> None:
    reader = reading(ATTENTION)
    found = [
        m
        for m in misprints(reader.book, [CHAIN])
        if m.kind == "a part left out" and m.clause == "formula" and m.old.count("<") > m.new.count("<")
    ]
    cores = {m: (reader.book.claims[CHAIN].core, m.book.claims[CHAIN].core) for m in found}
    looks = reader.looked(CHAIN, "")
    lacking = [m for m in found if Lines(reader.book, m.book, cores[m], CHAIN, looks).lacks()]
    assert 0 < len(lacking) < len(found)


MEETS = "attention/lemma-3/proof/eq-26"  # what is asserted of each input where the chord is met


def test_a_condition_and_a_conclusion_are_told_apart_by_what_is_asserted_and_by_means() -> None:
    """Both ways round it is true, and no instance meets the chord; the checker computes each input's gap."""
    reader = reading(ATTENTION)
    chord, ends = "L(par(W) + par(W2) / 2) = ", "L(par(W)) + L(par(W) + par(W2))"
    met = f"{chord}({ends}) / 2"
    found = [
        one(reader, MEETS, met, f"(forall i | I[i]. form[i] = 0) implies {met}"),
        one(reader, MEETS, ends, "L(par(W))"),
    ]
    assert all(departs(reader.book, m, MEETS, [""], reader.looked) for m in found)


def test_means_of_what_is_computed_are_overheard() -> None:
    def looks() -> None:
        at_most(
            torch.tensor([0.123, 0.335], dtype=torch.float64), torch.tensor(1.0).double(), terms=1, axes=1
        )

    heard = overheard(looks)
    assert heard.has(0.229, EQUAL)
    assert not heard.has(0.2291, OTHER)


def test_a_number_that_is_the_same_in_both_lines_is_not_strange() -> None:
    """A half may be there by chance, so that nobody asks whether the checker computes it."""
    look = Looked({}, Overheard(np.array([0.123])))
    assert not strange([0.5, 0.123], [0.123, 0.5], look)
    assert not strange([0.5], [0.123], look)
    assert strange([0.123], [0.5], look)
    assert strange([0.5], [0.1231], look)


@pytest.mark.parametrize(
    ("paper", "claim"), [(LINEAR, WIDE), (LINEAR, GROWTH), (ATTENTION, CHAIN), (ATTENTION, MEETS)]
)
def test_a_line_departs_nowhere_from_itself(paper: Paper, claim: str) -> None:
    reader = reading(paper)
    core = reader.book.claims[claim].core
    lines = Lines(reader.book, reader.book, (core, core), claim, reader.looked(claim, ""))
    assert not lines.departs(())
    assert not lines.lacks()


def test_a_misprint_that_comes_to_the_same_numbers_is_not_noticed() -> None:
    """Tokens out of support have the weight 0 in the loss, whether or not the sum names them."""
    reader = Proofreader(LINEAR)
    (same,) = [m for m in misprints(reader.book, ["CE"]) if m.kind == "a guard left out" and "log" in m.new]
    claims = reader.nearest(same)[:2]
    assert not any(departs(reader.book, same, claim, [""], reader.looked) for claim in claims)


FLOOR = "linear/appendix/floor-limit"
TABLE = [[0, "1/2", 2], [1, -1, "-1/2"]]
OFFSET = {"embeddings": [[-2, "1/2", 1], [0, 0, 2]], "counts": [[3, 3], [3, 0]], "W": TABLE, "U": TABLE}


def test_a_limit_of_what_grows_is_told_where_a_tensor_is_at_a_point() -> None:
    """The line holds where U separates, as W^mm does, and is seldom drawn."""
    reader = reading(LINEAR)
    finite = one(reader, FLOOR, "tends(CE(PF(W) + R * U), CE", "tends(CE(R * U), CEF(PF(W)))")
    base = Offset(**{name: exact_array(x) for name, x in OFFSET.items()}, gamma=exact_array("1/4"))

    def told(instance: Instance) -> bool:
        books = (reader.book, finite.book)
        return apart(*(glance(b, b.claims[FLOOR], instance.to_json(), "", [""]) for b in books))

    assert not told(base)
    moved = next(filter(told, at_points(base, tensors(LINEAR.by_id[FLOOR], base))))
    (case,) = reader.observers(FLOOR)([moved])
    assert differs(finite.book, FLOOR, case, [""]) == "outcome"


def test_where_a_checker_refuses_equal_sides_a_line_that_lets_them_be_is_another() -> None:
    reader, place = reading(LINEAR), "linear/theorem-1/proof/case-i-display/amended"
    slack = (Fraction(1), Fraction(1))
    lets, refuses = ([Case({}, says="HOLDS", slack=slack, strict=strict)] * 2 for strict in (False, True))
    signs = {m.kind: m for m in misprints(reader.book, [place]) if m.kind in ("strictness", "flipped")}
    sharp = signs["strictness"].book
    assert loosened(sharp, reader.book, place, refuses)
    assert not loosened(sharp, reader.book, place, refuses[:1])
    assert not loosened(sharp, reader.book, place, lets)  # the line itself is not what is checked
    assert not loosened(reader.book, sharp, place, lets)  # a checker may let be equal what never is
    assert not loosened(sharp, sharp, place, refuses)


COERCIVE = "attention/lemma-7/proof/coercive"


def test_a_condition_that_0_meets_whatever_else_is_told_at_0() -> None:
    """`some length` is false whatever that is, as `every M` fails at M = 0, where no length is read."""
    reader = reading(ATTENTION)
    said = "off(M) = 0 and norm(M) >= length"
    false = one(reader, COERCIVE, said, said.replace("and", "or"))
    claim = ATTENTION.by_id[COERCIVE]
    case = Case(next(small(claim, kind_of(claim), 0)).to_json(), says="HOLDS", left=True)
    assert differs(false.book, COERCIVE, case, [""]) == "outcome"
    assert not differs(reader.book, COERCIVE, case, [""])

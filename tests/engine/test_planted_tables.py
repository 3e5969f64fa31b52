"""Tables that are planted: where book and checker are shown other relations, more lines can fail."""

from __future__ import annotations

import random
from itertools import islice

import numpy as np
import pytest

from ntpcheck.engine.proofreading.compared.differences import beside_strangers, clashes
from ntpcheck.engine.proofreading.compared.seeking import with_tables
from ntpcheck.engine.proofreading.reader import Proofreader
from ntpcheck.engine.proofreading.sought.planted import slot
from ntpcheck.engine.proofreading.sought.results import exchanged
from ntpcheck.engine.proofreading.sought.tables import planted, tables
from ntpcheck.engine.proofreading.survivors import name
from ntpcheck.statement.editing.misprints import Misprint, with_clause
from ntpcheck.statement.editing.printed import prints
from ntpcheck.verifier.language.grammar import Parser
from ntpcheck_papers import li2024, thrampoulidis2024
from ntpcheck_papers.li2024.section_4 import path_steps

PAPER = li2024.PAPER
PARTITION, CAPTION = "attention/section-3.1/partition", "attention/definition-1/caption"
SPAN = "attention/lemma-2/same-span"
SHARE = "attention/theorem-1/proof/eq-6"
PARTLY = "->  exists k x t z | mutual[k,x,t] and mutual[k,t,z]. mutual[k,x,z]"
SEED, PLANTINGS = "any", 60


@pytest.fixture(scope="module")
def reader() -> Proofreader:
    return Proofreader(PAPER)


def named(reader: Proofreader, place: str, words: str) -> Misprint:
    (found,) = [m for m in prints(reader.book, [place]) if words in name(m)]
    return found


def test_a_table_is_one_that_the_checker_keeps(reader: Proofreader) -> None:
    claim = PAPER.by_id[PARTITION]
    found = {table.name: table for table in tables(reader.book, claim, reader.probes(PARTITION)[:12])}
    assert found["same"].bools
    assert found["same"].keys != found["edge"].keys
    assert "K" not in found


def test_other_values_are_planted_in_the_book_and_in_what_the_checker_keeps(reader: Proofreader) -> None:
    claim, probes = PAPER.by_id[PARTITION], reader.probes(PARTITION)
    (table,) = [t for t in tables(reader.book, claim, probes[:12]) if t.name == "same"]
    plants = [
        (one, plant)
        for one in probes
        for plant in planted(reader.book, claim, table, one, random.Random(SEED))
    ]
    instance, plant = plants[0]
    assert set(np.unique(plant.new.astype(int))) <= {0, 1}
    assert plant.into(instance.to_json())[slot("same")] == plant.new.astype(str).tolist()
    asked = instance.replace()
    plant.conclusion(claim)(asked)
    assert all((np.vectorize(int)(asked.cache[key]) == plant.new).all() for key in table.keys)
    with pytest.raises(ValueError, match="exact"):  # floats would not be shown what is planted
        plant.conclusion(claim)(instance.floats())


def test_a_line_does_not_clash_with_itself(reader: Proofreader) -> None:
    for claim_id in (PARTITION, CAPTION):
        observe = reader.observers(claim_id)
        cases = [case for one in islice(reader.tabled(claim_id), PLANTINGS) for case in observe.planted(*one)]
        assert {case.says for case in cases} >= {"HOLDS", "FAILS"}
        assert clashes(reader.book, claim_id, cases, "") == ""


@pytest.mark.parametrize(
    ("place", "words"),
    [
        (PARTITION, PARTLY),
        (f"{CAPTION}:by-definition", "present[i,t]  ->  R[i,t]"),
    ],
)
def test_a_line_that_is_true_of_every_graph_is_told_from_another(
    reader: Proofreader, place: str, words: str
) -> None:
    misprint, claim_id = named(reader, place, words), place.partition(":")[0]
    assert with_tables(reader, misprint, [claim_id])


def test_what_says_the_same_clashes_with_nothing_that_is_planted(reader: Proofreader) -> None:
    misprint = named(reader, f"{SPAN}:of-both", "several[k,x]  ->  several[k,z]")
    few = list(islice(reader.tabled(SPAN), PLANTINGS))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reader, "tabled", lambda _: few)
        assert with_tables(reader, misprint, [SPAN]) == ""


def test_a_planted_table_is_not_put_against_a_misprint_of_itself(reader: Proofreader) -> None:
    misprint = next(m for m in prints(reader.book, ["same"]))
    same = [one for one in islice(reader.tabled(PARTITION), PLANTINGS) if one[1].name == "same"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reader, "tabled", lambda _: same)
        assert with_tables(reader, misprint, [PARTITION]) == ""


def test_what_a_function_returns_among_others_is_planted_too(reader: Proofreader) -> None:
    """|O_i| <= T_i of every instance: that the last comparison is left out shows where T is another."""
    chain = "selected(R0 * off(W))[i] <= X[i,y[i]] / (X[i,y[i]] + exp(-slack2 * R0))"
    (misprint,) = [m for m in prints(reader.book, [SHARE]) if m.new == chain]
    assert with_tables(reader, misprint, [SHARE]) == "outcome"
    planted = next(plant for _, plant in reader.tabled(SHARE) if plant.name == "T")
    assert {key[1:] for key in planted.table.results} == {("lengths", 0)}


def test_functions_return_what_they_did_once_nothing_is_exchanged() -> None:
    before = path_steps.lengths
    with exchanged(lambda _, x: x):
        assert path_steps.lengths is not before
    assert path_steps.lengths is before


def test_a_table_may_have_the_name_of_another_field(reader: Proofreader) -> None:
    """R is the set of a component's tokens in the book, and the scale R0 in an instance."""
    claim_id = "attention/lemma-4/proof/softmax-upper"
    instance, plant = next(one for one in reader.tabled(claim_id) if one[1].name == "R")
    assert plant.into(instance.to_json())["R"] == instance.to_json()["R"]
    asked = instance.replace()
    plant.conclusion(reader.paper.by_id[claim_id])(asked)
    assert any((asked.cache[key] == (plant.new == 1)).all() for key in plant.table.masks)


def test_a_condition_that_nothing_meets_is_told_where_a_matrix_has_rows_that_are_alike() -> None:
    linear = Proofreader(thrampoulidis2024.PAPER)
    misprint = named(linear, "linear/figures/different-finite-rows", "p[j,u]  ->  p[j,v]")
    assert linear.noticed(misprint) == "outcome"


def test_a_point_that_only_a_misprint_speaks_of_is_anything_where_that_makes_a_difference() -> None:
    """Wherever the paper's W* is said to exist, the minimiser on F is W*: only its name is another."""
    linear, place = Proofreader(thrampoulidis2024.PAPER), "linear/definition-1/unique-in-F"
    misprint = named(linear, place, "formula: Wstar  ->  Fmin")
    cases = list(beside_strangers(linear.book, misprint.book, place, linear.cases(place)))
    assert {case.planted for case in cases} == {"Fmin"}
    assert clashes(misprint.book, place, cases, place)
    assert clashes(linear.book, place, cases, place) == ""
    assert not list(beside_strangers(linear.book, linear.book, place, linear.cases(place)))
    (line,) = [text for keyword, text, _ in linear.book.claims[place].clauses if keyword == "formula"]
    idle = f"norm(Fmin) >= 0 and ({' '.join(line.split())})"
    changed = with_clause(linear.book, linear.book.claims[place], "formula", Parser(idle).whole())
    assert changed is not None
    others = list(beside_strangers(linear.book, changed, place, linear.cases(place)))
    assert others
    assert clashes(changed, place, others, place) == ""

"""A part of a statement that has no value hides those behind it, from lemmas too."""

from __future__ import annotations

import re

import pytest

from tests.verifier.argued import Case
from tests.verifier.test_lemmas_toys import GOOD

RUN = re.compile(r"\b([\w-]+_[kr])\b")
FIRST: dict[str, Case] = {}
for one in GOOD:
    vector = RUN.search(one.claim)
    if vector and f"u({vector[1]})" in one.claim and re.match("tends|bounded|always|eventually", one.claim):
        FIRST.setdefault(one.lemma, one)
ONES = [pytest.param(one, id=name) for name, one in FIRST.items()]


def joined(one: Case, form: str) -> Case:
    """An example whose claim is joined with a part that says something of its sequence, {0}."""
    found = RUN.search(one.claim)
    assert found is not None
    return one._replace(claim=form.format(found[1], one.claim))


@pytest.mark.parametrize("one", ONES)
def test_what_stands_behind_no_value_refutes_nothing(one: Case) -> None:
    assert not joined(one, "tends(1 / (u({0}) - u({0})), 0) and ({1})").refuted()
    assert not joined(one, "(eventually u({0}) / (u({0}) - u({0})) > 0) and ({1})").refuted()


@pytest.mark.parametrize("one", ONES)
def test_what_stands_before_no_value_refutes(one: Case) -> None:
    assert joined(one, "({1}) and tends(1 / (u({0}) - u({0})), 0)").refuted()


@pytest.mark.parametrize("one", ONES)
def test_what_stands_behind_a_part_with_a_value_refutes(one: Case) -> None:
    assert joined(one, "(eventually exp(u({0})) / (1 + exp(u({0}))) < 2) and ({1})").refuted()


def test_a_number_too_large_for_its_bounds_does_not_end_the_reading() -> None:
    one = next(iter(FIRST.values()))
    assert joined(one, "exp(40000) > 1 and ({1})").refuted()  # a power of e has a value everywhere
    assert not joined(one, "log(5 - exp(40000)) > 1 and ({1})").refuted()

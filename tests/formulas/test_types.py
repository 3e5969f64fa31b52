"""Types that a book declares: drawn, enumerated, shrunk; and what cannot be a type."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import hypothesis
import numpy as np
import pytest

from ntpcheck.engine.sweep import generator, impose, standing
from ntpcheck.errors import InvalidClaim, InvalidInstance, UnknownAssumption
from ntpcheck.formulas.asked import Formula, strategy
from ntpcheck.formulas.paper import assumptions
from ntpcheck.formulas.spaces import space_of
from ntpcheck.instances.base import REGISTRY, Instance
from ntpcheck.instances.declared import Declared, declared
from ntpcheck.verifier.language.book import Book

REMARKS = Path(__file__).parent / "remarks.book"
HEAD = 'book types "Types"\naxes A: a a2; B: b b2\n'
FIELDS = "given Sheet: x[a,b], y[a], c[a] natural, k[a] in B, z\n"


def nothing(_: str) -> dict[str, object]:
    return {}


def sheet(formula: str) -> tuple[Book, tuple[object, ...]]:
    book = Book(f'{HEAD}{FIELDS}assume fits "1" = {formula}\n    says  it fits\n', "types")
    return book, assumptions(space_of(book, "Sheet"), ("fits",), nothing)  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize(
    "formula",
    [
        "A = 2 and B > A",
        "forall a. y[a] >= 1",
        "(sum a. y[a]) = 1",
        "forall a. (sum b. x[a,b]) = 0",
        "forall a a2 | a < a2. y[a] < y[a2]",
        "solvable u[b]. forall a. (sum b. x[a,b] * u[b]) >= 1",
        "rank(a; b. x[a,b]) = min(A, B)",
        "rank(a; b. x[a,b]) <= 1",
        "forall a. exists b. x[a,b] > 2",
        "z > 0 and z^2 < 1/4",
        "forall a. c[a] = 1",
        "psd(a; a2. sum b. x[a,b] * x[a2,b]) and not (exists a b. x[a,b] != x[a,b])",
    ],
)
def test_a_derived_map_lands_inside(formula: str) -> None:
    book, assumes = sheet(formula)
    batch = space_of(book, "Sheet").domain.sampler(generator(0, formula), 24)
    inside, _, _ = standing(assumes, impose(assumes, batch))  # pyright: ignore[reportArgumentType]
    assert int(inside.sum()) >= 12


def test_a_strategy_shrinks_inside_its_assumptions() -> None:
    found = hypothesis.find(strategy(REMARKS, "Mixture", assuming=["probable"]), lambda _: True)
    weights = np.asarray(found.weights)
    assert weights.shape == (1,)
    assert weights.sum() == 1
    with pytest.raises(UnknownAssumption, match="Did you mean probable"):
        strategy(REMARKS, "Mixture", assuming=["probabel"])


def test_what_a_draw_needs_is_imported_before_a_test_s_clock_runs() -> None:
    code = (
        "import sys, hypothesis\n"
        "from ntpcheck import strategy\n"
        f"made = strategy({str(REMARKS)!r}, 'Mixture', assuming=['probable'])\n"
        "before = {name.partition('.')[0] for name in sys.modules}\n"
        "how = hypothesis.settings(database=None, phases=[hypothesis.Phase.generate])\n"
        "hypothesis.find(made, lambda _: True, settings=how)\n"
        "assert 'scipy' in before\n"
        "new = {name.partition('.')[0] for name in sys.modules} - before\n"
        "assert not new & {'scipy', 'sympy', 'mpmath', 'ntpcheck'}, new\n"
    )
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()


def test_a_strategy_of_the_shipped_vocabulary_serves_given() -> None:
    separates = Formula("separating(W)")

    @hypothesis.settings(
        max_examples=15,
        database=None,
        deadline=None,
        suppress_health_check=[hypothesis.HealthCheck.too_slow, hypothesis.HealthCheck.filter_too_much],
    )
    @hypothesis.given(strategy("linear", "Decoding", assuming=["separates"]))
    def look(data: object) -> None:
        assert separates.holds(data)

    look()


def test_the_scope_of_a_type_is_every_small_instance() -> None:
    book = Book(f"{HEAD}given Pair3: x[a], c[a] natural\n", "types")
    domain = space_of(book, "Pair3").domain
    assert domain.scope is not None
    assert sum(batch.batch[0] for batch in domain.scope()) == 9 + 81


def test_a_type_may_extend_one_that_extends_another() -> None:
    book = Book(
        f"{HEAD}given Low: x[a]\ngiven Mid < Low: c[b] natural\ngiven High < Mid: k[a] in B, z\n", "types"
    )
    space = space_of(book, "High")
    made: Any = space.cls
    assert space.domain.sampler(generator(0, "high"), 8).batch == (8,)
    for counts, along in (([1, -1], [0]), ([1, 1], [2])):  # a rule of the middle type, and one of its own
        with pytest.raises(InvalidInstance, match="has an entry that is not"):
            made(x=[1.0], c=counts, k=along, z=0.5)


def test_a_type_without_fields_of_its_own_is_drawn_as_itself() -> None:
    book = Book(f"{HEAD}given Plain3: x[a], c natural\ngiven Bare < Plain3\n", "types")
    space = space_of(book, "Bare")
    drawn = space.domain.sampler(generator(0, "bare"), 4)
    assert space.domain.plain is not None
    assert type(drawn) is type(next(iter(space.domain.plain()))) is space.cls
    assert (space.cls.__name__, set(space.cls.AXES), drawn.batch) == ("Bare", {"x", "c"}, (4,))
    assert type(hypothesis.find(space.domain.strategy(), lambda _: True)) is space.cls


def test_two_books_may_give_one_name_to_two_types() -> None:
    one, other = (
        space_of(Book(f"{HEAD}given Shared: {said}\n", key), "Shared").cls
        for key, said in (("first", "x[a]"), ("second", "y[a,b], c natural"))
    )
    read = [
        Instance.from_json({"type": "Shared", **fields})
        for fields in ({"x": [1, 2]}, {"y": [["1/2"]], "c": 3}, {"x": [3]})
    ]
    assert [type(instance) for instance in read] == [one, other, one]
    assert space_of(Book(f"{HEAD}given Shared: x[a]\n", "third"), "Shared").cls is one
    with pytest.raises(InvalidInstance, match="Shared lacks 'y'"):
        Instance.from_json({"type": "Shared", "z": 1})


def test_names_that_are_taken_are_told() -> None:
    with pytest.raises(InvalidClaim, match="Give it another name"):
        declared("Dataset", (Declared("x", ("m",)),))
    with pytest.raises(InvalidClaim, match="size from ANOTHER_NAME"):
        declared("Sizes", (Declared("size", ()),))
    assert "Sizes" not in REGISTRY

"""Each lemma refutes its examples, and no example with a premise broken, and no true claim."""

from __future__ import annotations

from pathlib import Path

import pytest

from ntpcheck.verifier import judge
from ntpcheck.verifier.arithmetic.intervals import Undecided
from ntpcheck.verifier.lemmas import by_name as lemmas
from tests.verifier import (
    arguments_adaptive,
    arguments_boxes,
    arguments_coordinates,
    arguments_cycles,
    arguments_held,
    arguments_lags,
    arguments_large,
    arguments_length,
    arguments_modes,
    arguments_nested,
    arguments_paced,
    arguments_passed,
    arguments_paths,
    arguments_plane,
    arguments_powers,
    arguments_reals,
    arguments_rest,
    arguments_scaled,
    arguments_shares,
    arguments_signs,
    arguments_starts,
    arguments_steps,
    arguments_superposed,
    arguments_turns,
    arguments_wedges,
)
from tests.verifier.argued import PLANE, Case
from tests.verifier.refusals import reasons

KINDS = (
    arguments_adaptive,
    arguments_boxes,
    arguments_coordinates,
    arguments_cycles,
    arguments_held,
    arguments_lags,
    arguments_large,
    arguments_length,
    arguments_modes,
    arguments_nested,
    arguments_paced,
    arguments_passed,
    arguments_paths,
    arguments_plane,
    arguments_powers,
    arguments_reals,
    arguments_rest,
    arguments_scaled,
    arguments_shares,
    arguments_signs,
    arguments_starts,
    arguments_steps,
    arguments_superposed,
    arguments_turns,
    arguments_wedges,
)
GOOD = [one for kind in KINDS for one in kind.GOOD]
BAD = {name: one for kind in KINDS for name, one in kind.BAD.items()}


@pytest.mark.share(2)
@pytest.mark.parametrize("example", GOOD, ids=lambda one: f"{one.lemma} {one.claim}"[:60])
def test_a_lemma_refutes_its_examples(example: Case) -> None:
    assert example.refuted()


@pytest.mark.parametrize("name", BAD)
def test_a_broken_premise_or_a_true_claim_is_not_refuted(name: str) -> None:
    assert BAD[name].objection() == reasons("toys")[name] != ""


def test_no_two_examples_share_a_name() -> None:
    assert len(BAD) == sum(len(kind.BAD) for kind in KINDS)


@pytest.mark.parametrize("own", [own for kind in KINDS for own in kind.OWN])
def test_each_lemma_is_refused_in_five_ways(own: str) -> None:
    assert own in lemmas.shelf()
    assert sum(one.lemma == own for one in BAD.values()) >= 5


@pytest.mark.parametrize("own", arguments_large.OWN)
def test_a_lemma_on_large_numbers_is_derived(own: str) -> None:
    folder = Path(__file__).parents[2] / "properties" / "ntpcheck_papers" / "thrampoulidis2024"
    assert f"\n## {own}\n" in (folder / "derivations.md").read_text("utf-8")


def test_a_hint_that_is_asked_for_to_see_a_value_stands_in_the_file() -> None:
    """No lemma looks at the condition, which has a value as there is a nearest point: a hint says which."""
    near = "let near = closest X[a] to s with w(X) >= 1\n"
    example = Case("alone", "some c | c * norm(near) = 1. tends(k, c)", more=near)
    world, book = example.world(), example.book()
    stated = book.claims["toy/it"]
    lemmas.refute(world, stated.core, example.lemma)
    hints = {key: hint for key, hint in world.hints.items() if key in world.used}
    assert hints
    assert lemmas.refute(judge.load(book, stated, PLANE, hints), stated.core, example.lemma)
    with pytest.raises(Undecided):
        lemmas.refute(judge.load(book, stated, PLANE, {}), stated.core, example.lemma)

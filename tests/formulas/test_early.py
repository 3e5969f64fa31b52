"""What always holds is searched for at the first steps, and nothing is said where it does not fail there."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ntpcheck.engine.isolation import PATIENT, allowed
from ntpcheck.evidence import Outcome, judge
from ntpcheck.formulas.early import early
from ntpcheck.formulas.paper import paper_of
from ntpcheck.instances.base import Instance, stack
from ntpcheck.statement.document import finding
from ntpcheck.statement.hints.arguments import PATIENCE as WORK
from ntpcheck.statement.hints.proposals_held import seen_false
from ntpcheck.verifier.arithmetic.intervals import Undecided, allow
from ntpcheck.verifier.instance.world import World

TEXT = """book me "Mine"
axes d: a
given Two: s[a], e
demand e > 0
trajectory W_k[a] along k from s by W_k[a] - e * W_k[a]
trajectory K_k[a] along k from s by K_k[a] + e * k * s[a] / (k + 1)
trajectory N_k[a] along k from s by N_k[a] - e * N_k[a] / norm(N_k)
claim me/it "1" on Two
    says it
    where long = norm(W_k) + norm(s)
    limit {}
"""
# W_k = (1 - e)^k s, so that the steps of 5/2 of its length lead across 0, and farther out.
FAILING = {
    "always norm(W_k - e * W_k) <= norm(W_k)": 0,
    "always norm(W_k) <= norm(s)": 1,
    "always long <= 2 * norm(s)": 1,
    "always (k = 2 implies norm(W_k) <= 2 * norm(s))": 2,
    "always norm(N_k) >= 2": 0,
    "always norm(K_k - s) <= 0": 6,  # it fails from step 2 on: the first is 0, as it leads from k = 0
    "(always norm(N_k) <= norm(s)) and bounded(norm(W_k))": 1,
    "forall a. always abs(W_k[a]) <= abs(s[a])": 1,
}
SILENT = [
    "not always norm(W_k) <= norm(s)",
    "(always norm(W_k) <= norm(s)) implies e <= 2",
    "tends(norm(W_k), infinity)",
    "always norm(W_k) >= 0",
    "always norm(K_k) <= (1 + e * k) * norm(s)",
    "always norm(W_k) <= (1 + e)^2 * norm(s) * exp(k)",
    "always (k <= 2 or norm(W_k) >= norm(s))",
    "(always norm(W_k) <= norm(s)) or (always norm(W_k) >= norm(s))",
    "some c. always norm(W_k) <= c * exp(k)",
    "always norm(N_k) <= norm(s) + e * k",
]


def claim(limit: str, folder: Path) -> Any:
    book = folder / "me.book"
    book.write_text(TEXT.format(limit))
    (found,) = paper_of(book, lambda _: {}).claims
    return found


def two(**numbers: Any) -> Any:
    """In doubles."""
    exact = Instance.from_json({"type": "Two", **numbers})
    return type(exact)(**{name: np.asarray(values, dtype=float) for name, values in exact.arrays().items()})


@pytest.mark.parametrize("limit", FAILING)
def test_a_first_step_that_fails_is_found_and_certified(limit: str, tmp_path: Path) -> None:
    it = claim(limit, tmp_path)
    instance = two(s=["1/2", 1], e="5/2")
    floats = it.conclude(instance)
    assert judge(floats) == Outcome.FAILS
    assert judge(it.conclude(instance.exact())) == Outcome.FAILS
    said = finding(it, instance.exact(), "fails", found={})
    assert not said.objections
    assert said.document["lemma"] == "at-a-step"
    assert said.document["hints"]["claim.step"] == FAILING[limit]


def test_what_is_sure_to_hold_at_a_step_is_asked_at_one_precision(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = list[int]()
    reset = World.reset
    monkeypatch.setattr(World, "reset", lambda self, bits: (asked.append(bits), reset(self, bits))[1])
    says = claim("always norm(W_k) <= 2 * norm(s)", tmp_path).conclude
    world = says.world(two(s=["1/3", 1], e="1/4").exact())
    assert not says.at_a_step(world, [0, 1, 2])
    assert set(asked) == {64}


@pytest.mark.parametrize("limit", SILENT)
@pytest.mark.parametrize("e", ["1/2", "5/2"])
def test_nothing_is_said_where_no_first_step_fails(limit: str, e: Any, tmp_path: Path) -> None:
    it = claim(limit, tmp_path)
    for s in (["1/2", 1], [3, -4]):
        assert judge(it.conclude(two(s=s, e=e))) == Outcome.UNDECIDED


def test_a_denied_always_implies_nothing(tmp_path: Path) -> None:
    for limit, steps in (("not always norm(W_k) > 1", 0), ("always norm(W_k) > 1", 3)):
        it = claim(limit, tmp_path)
        assert len(early(it.book, it.stated.core)) == steps


def test_a_book_is_given_time_to_look_for_arguments(tmp_path: Path) -> None:
    """Between two calls of its formulas lies the project's own work; a checker's call has less time."""
    it = claim("always norm(W_k) <= norm(s)", tmp_path)
    assert allowed([it]) == PATIENT
    assert allowed([it, replace(it, conclude=it.conclude.floats)]) is None


POINT = TEXT.replace("claim me/it", "let near = closest x[a] to s with (sum a. x[a]) = 1\nclaim me/it")


@pytest.mark.parametrize(("found", "per_row"), [(True, 2), (False, 1)])
def test_a_point_is_asked_for_once_whatever_names_it(
    *, found: bool, per_row: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once at each of its two cells for all first steps; and where it is not found, at one cell only."""
    asked: list[Any] = []
    number = World.number

    def counted(world: World, e: Any, env: Any) -> Any:
        if e[:2] == ("let", "near"):
            asked.append(env)
            if not found:
                raise Undecided
        return number(world, e, env)

    monkeypatch.setattr(World, "number", counted)
    monkeypatch.setattr("tests.formulas.test_early.TEXT", POINT)
    it = claim("always norm(W_k - near) + norm(near) <= 9", tmp_path)
    rows = [two(s=["1/2", 1], e="1/2"), two(s=[1, 2], e="1/2"), two(s=[0, 2], e="1/4")]
    it.conclude.floats(stack(rows))
    assert len(asked) == per_row * len(rows)


def test_steps_that_a_batch_has_shown_to_hold_are_not_looked_at_again(tmp_path: Path) -> None:
    says = claim("always norm(W_k) <= norm(s)", tmp_path).conclude
    batch = stack([two(s=["1/2", 1], e="1/2"), two(s=["1/2", 1], e="5/2")])
    says.floats(batch)
    asked: list[Any] = []
    whole, says.floats = says.floats, lambda data: asked.append(data) or whole(data)
    assert says.open_steps(batch.row(0).exact()) == [0]  # where both sides are equal
    assert says.open_steps(batch.row(1).exact()) == [1, 2, 0]
    assert not asked
    assert says.open_steps(two(s=[1, 1], e="5/2").exact()) == [1, 2, 0]
    assert len(asked) == 1


@pytest.mark.parametrize(
    ("limit", "steps"),
    [
        ("always norm(W_k) >= norm(s) / 1000", [32, 64]),  # (3/4)^k, below 1/1000 from step 25 on
        ("always (k = 12 implies norm(W_k) >= norm(s) / 8)", [12]),
        ("always norm(W_k) >= norm(s) / 10^12", []),
        ("always norm(K_k) <= 5 * norm(s)", [20, 64]),  # (k - 1 - .. - 1 / k) / 4 + 1
        ("always norm(W_k - e * W_k) = (1 - e) * norm(W_k)", []),  # but for rounding
    ],
)
def test_later_steps_are_tried_where_doubles_say_that_it_fails(
    limit: str, steps: list[int], tmp_path: Path
) -> None:
    it = claim(limit, tmp_path)
    world = it.conclude.world(two(s=[1, 1], e="1/4").exact())
    allow(WORK)
    assert seen_false(world, it.stated.core) == steps

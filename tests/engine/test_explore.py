"""What Hypothesis draws depends on the seed and on nothing else."""

from __future__ import annotations

import importlib
from dataclasses import replace
from functools import partial

from hypothesis import strategies as st
from hypothesis.internal.conjecture import providers

from ntpcheck.claim import Assumption, Effort
from ntpcheck.engine.explore import explore
from ntpcheck.engine.tally import Tally
from tests.engine.toys import SQUARE, TOYS, identity

EFFORT = Effort(examples=300, batch=64)


def drawn(seed):
    """The integers that an exploration draws, wide enough for a constant of some module to be among them."""
    found = []

    @st.composite
    def strategy(draw):
        found.append(draw(st.integers(-(10**9), 10**9)))
        return draw(TOYS.strategy())

    domain = replace(TOYS, strategy=strategy)
    explore(domain, [Tally(replace(identity, domain=domain), EFFORT)], EFFORT, seed)
    return found


def test_draws_do_not_depend_on_which_modules_are_loaded(tmp_path, monkeypatch):
    before = drawn(3)
    (tmp_path / "loaded_meanwhile.py").write_text(f"NUMBERS = {list(range(700_001, 700_400, 7))}\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    importlib.import_module("loaded_meanwhile")
    assert any(n in providers._get_local_constants().integers for n in (700_001, 700_008))
    assert drawn(3) == before
    assert drawn(4) != before


def test_an_instance_imposed_alike_is_one_for_all_groups():
    seen = []
    twin = Assumption("twin", SQUARE.check, SQUARE.impose)  # another object, the same instance

    def watched(data, effort):
        seen.extend([] if data.is_exact else [data])
        return identity.conclude(data, effort)

    claims = [
        replace(identity, id=f"toy/{a.name}", assumes=(a,), conclude=partial(watched)) for a in (SQUARE, twin)
    ]
    explore(TOYS, [Tally(claim, EFFORT) for claim in claims], Effort(examples=20), 0)
    pairs = list(zip(seen[::2], seen[1::2], strict=True))
    assert len(pairs) > 5  # batches: one for each shape
    assert all(one is other for one, other in pairs)


def test_instances_of_one_shape_are_judged_as_one_batch_and_each_counts():
    shapes, rows = [], 0

    def watched(data, effort):
        nonlocal rows
        if not data.is_exact:
            shapes.append(tuple(data.size(axis) for axis in "mVd"))
            rows += data.batch[0]
        return identity.conclude(data, effort)

    tally = Tally(replace(identity, conclude=watched), Effort(examples=30))
    explore(TOYS, [tally], tally.effort, 0)
    assert rows == tally.inside == 30
    assert max(shapes.count(shape) for shape in shapes) <= 2  # as drawn, and to be imposed on
    assert len(shapes) < 30


def test_what_was_drawn_before_a_strategy_raised_is_judged():
    made = []

    @st.composite
    def strategy(draw):
        if len(made) == 7:
            raise ZeroDivisionError("no eighth")
        made.append(draw(TOYS.strategy()))
        return made[-1]

    domain = replace(TOYS, strategy=strategy)
    tally = Tally(replace(identity, domain=domain), EFFORT)
    explore(domain, [tally], EFFORT, 0)
    assert tally.inside == 7
    assert tally.broken

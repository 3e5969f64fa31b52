"""What Hypothesis draws depends on the seed and on nothing else."""

from __future__ import annotations

import importlib
from dataclasses import replace

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

    claims = [replace(identity, id=f"toy/{a.name}", assumes=(a,), conclude=watched) for a in (SQUARE, twin)]
    explore(TOYS, [Tally(claim, EFFORT) for claim in claims], Effort(examples=20), 0)
    pairs = list(zip(seen[::2], seen[1::2], strict=True))
    assert len(pairs) > 5  # batches: one for each shape
    assert all(one is other for one, other in pairs)

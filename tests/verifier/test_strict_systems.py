"""Systems that ask for more than a number: whether something solves them, and what hints can do."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog

from ntpcheck.verifier.arithmetic.intervals import Undecided
from tests.verifier.programs import drawn, world

THERE_IS, INSIDE = (("let", name, (), ()) for name in ("there-is", "inside"))


def inside(instance: dict[str, Any]) -> bool:
    """Whether some point is above what it has to be above, by the most that it may be, up to 1."""
    strict, size = np.array(instance["strict"]), len(instance["t"])
    program = linprog(
        [0] * size + [-1],
        A_ub=np.column_stack([-np.array(instance["A"]), strict]),
        b_ub=-np.array(instance["b"]),
        A_eq=np.column_stack([np.array(instance["E"]), np.zeros(len(instance["E"]))]),
        b_eq=instance["f"],
        bounds=[(None, None)] * size + [(None, 1)],
    )
    return program.status == 0 and (not strict.any() or -program.fun > 1e-9)


@pytest.mark.parametrize("seed", range(4))
def test_solvable_says_whether_a_point_is_above_what_it_has_to_be_above(seed: int) -> None:
    told = set[tuple[bool, bool]]()
    for k in range(60):
        instance = drawn((seed, "strict", k))
        instance["b"] = [
            x * (k % 3 == 0) for x in instance["b"]
        ]  # of cones 0 is a point, and most often the last
        instance["strict"] = [
            int(Random(f"{seed} {k} {j}").random() < 0.6) for j in range(len(instance["b"]))
        ]
        weak = instance | {"strict": [0] * len(instance["b"])}
        told.add((world(weak).ask(THERE_IS) is True, world(instance).ask(INSIDE) is True))
        assert world(instance).ask(INSIDE) is inside(instance)
    assert told == {(True, True), (True, False), (False, False)}


@pytest.mark.parametrize("seed", range(4))
def test_no_hint_changes_whether_a_point_is_above(seed: int) -> None:
    rng, answers = Random(seed), 0
    for k in range(40):
        instance = drawn((seed, k))
        instance["b"] = [0] * len(instance["b"])
        instance["strict"] = [1] * len(instance["b"])
        total = len(instance["E"]) + len(instance["b"])
        for _ in range(4):
            listed = rng.sample(range(total), rng.randint(0, total))
            asked = world(instance, hints={"inside.X": {rng.choice(("active", "ray")): listed}})
            try:
                assert asked.ask(INSIDE) is inside(instance)
                answers += 1
            except Undecided:
                pass
    assert answers > 20

"""Where doubles see a limit fail late, plain instances are looked at behind the first ones; nowhere else."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import ntpcheck.engine.plain as plainest
from ntpcheck.claim import Claim
from ntpcheck.engine.plain import at_plain
from ntpcheck.instances.base import Instance
from ntpcheck.report.catalogue import load
from ntpcheck.statement.hints.arguments import at_work
from ntpcheck.statement.hints.late import fails_late, speaks_late

BOOK = """book mine "Mine"
use ntpcheck.linear
given Twin < Run: U0[v,i] from second
trajectory U_k[v,i] along k from U0 by U_k - eta * grad(U_k)
"""
HEAD = 'claim mine/{0} "1" on Twin\n    says      it\n    assuming  separable, small-step\n'
LIMITS = {
    "order": "asked when CE(W0) <= CE(U0)\n    limit     eventually CE(W_k) <= CE(U_k)",
    "both": "limit     forall v i. (eventually W_k[v,i] < 9) and (eventually CE(W_k) < CE(U_k))",
    "falls": "limit     eventually CE(W_k) < CE(W0)",
    "tends": "limit     (eventually CE(W_k) <= CE(U_k)) and tends(CE(W_k), 0)",
    "finite": "limit     always CE(W_k) <= CE(W0)",
}
# The second start is right on one of two contexts and wrong on the other: its loss is larger at first, and
# smaller later.
# The others start as the first one, or behind it on both.
LATER = {"embeddings": [[1, 0], [0, 1]], "counts": [[1, 0], [1, 0]], "eta": 2, "W0": [[0, 0], [0, 0]]}
AHEAD, LEVEL, BEHIND = [[-1, 1], [1, -1]], [[0, 0], [0, 0]], [[-1, -1], [1, 1]]


@pytest.fixture
def mine(tmp_path: Path) -> Any:
    text = BOOK + "".join(f"{HEAD.format(name)}    {limit}\n" for name, limit in LIMITS.items())
    (tmp_path / "mine.book").write_text(text)
    return load(str(tmp_path / "mine.book"))


def twin(claim: Claim, second: Any) -> Instance:
    assert claim.domain.plain is not None
    some = next(iter(claim.domain.plain()))
    return some.from_json({**some.to_json(), **LATER, "second": second})


def test_what_can_be_asked_at_one_number_speaks_of_large_ones_alone(mine: Any) -> None:
    said = {name: speaks_late(mine[f"mine/{name}"].stated.core) for name in LIMITS}
    assert said == {"order": True, "both": True, "falls": True, "tends": False, "finite": False}


@pytest.mark.parametrize(
    ("name", "second", "fails"),
    [
        ("order", AHEAD, True),
        ("order", BEHIND, False),
        ("order", LEVEL, False),
        ("both", AHEAD, True),
        ("both", LEVEL, False),  # an order that rounding alone decides
        ("falls", AHEAD, False),
    ],
)
def test_doubles_see_a_limit_fail_where_it_does_after_many_steps(
    mine: Any, name: str, second: Any, *, fails: bool
) -> None:
    claim = mine[f"mine/{name}"]
    world = at_work(claim, twin(claim, second))
    assert world is not None
    assert fails_late(world, claim.stated.core) is fails


def test_plain_instances_behind_the_first_are_looked_at_where_doubles_see_it_fail(
    mine: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    claim = mine["mine/order"]
    shown = [twin(claim, second) for second in (BEHIND, LEVEL, BEHIND, AHEAD)]
    few = replace(claim, domain=replace(claim.domain, plain=lambda: iter(shown)))
    asked: list[Any] = []
    honest = plainest.finding

    def counted(claim: Claim, instance: Any, *others: Any, **named: Any) -> Any:
        asked.append(instance.to_json()["second"])
        return honest(claim, instance, *others, **named)

    monkeypatch.setattr(plainest, "finding", counted)
    monkeypatch.setattr(plainest, "INSIDE", 1)
    found = at_plain(few, 0)
    assert found.found is not None
    assert found.found.document["lemma"] == "lags"
    assert asked == [BEHIND, AHEAD]
    assert found.tried == 2
    asked.clear()
    falls = replace(mine["mine/falls"], domain=few.domain)  # it is true: none is likely
    assert at_plain(falls, 0).found is None
    assert asked == [BEHIND]

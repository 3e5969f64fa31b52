"""Instances on which floats once contradicted exact arithmetic: now they agree, or leave it open."""

from __future__ import annotations

from typing import Any

import pytest
import torch

from ntpcheck.claim import Claim, Effort
from ntpcheck.engine.hard import hardened
from ntpcheck.engine.judgement import decide
from ntpcheck.engine.sweep import impose
from ntpcheck.evidence import Outcome, judge
from ntpcheck.instances.dataset import Dataset
from ntpcheck_papers.li2024 import PAPER as ATTENTION
from ntpcheck_papers.thrampoulidis2024 import PAPER as LINEAR

NEAR = Dataset([[1.0, -2.0], [0.99999999999998, -1.99999999999997]], [[8, 4, 0, 2, 0], [1, 0, 0, 8, 0]])
SURE = (Outcome.HOLDS, Outcome.FAILS)


def told(claim: Claim, data: Any) -> list[tuple[Outcome, Outcome]]:
    """What floats and what exact arithmetic say of each row."""
    said = judge(claim.conclude(data, Effort())).ravel().tolist()
    rows = [data.row(i) for i in range(len(said))] if data.batch else [data]
    return [
        (float_, decide(claim, row.exact(), Effort()).outcome) for float_, row in zip(said, rows, strict=True)
    ]


def test_a_system_close_to_singular_is_not_refuted_in_floats() -> None:
    (found,) = told(LINEAR["linear/section-3.1/necessary/amended"], NEAR)
    assert found[1] is Outcome.HOLDS
    assert found[0] is not Outcome.FAILS


@pytest.mark.parametrize(
    "name", ["linear/section-3.1/necessary/amended", "attention/sharper/feasible-independent",
             "linear/lemma-5/statement@short/amended"]
)  # fmt: skip
def test_floats_and_exact_numbers_do_not_contradict_each_other_on_hard_data(name: str) -> None:
    claim = (LINEAR if name.startswith("linear") else ATTENTION)[name]
    source, seen = torch.Generator().manual_seed(11), list[tuple[Outcome, Outcome]]()
    for batch in range(6):
        data = claim.domain.sampler(source, 4)
        data = impose(claim.assumes, hardened(data, source)) if batch % 2 else hardened(data, source)
        seen += told(claim, data)
    assert not {(Outcome.HOLDS, Outcome.FAILS), (Outcome.FAILS, Outcome.HOLDS)} & set(seen)
    assert any(one[0] in SURE and one[1] in SURE for one in seen)

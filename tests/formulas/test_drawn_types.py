"""What types of a book are drawn as: matrices of every rank, rows of shares; few where words are slow."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch

from ntpcheck.claim import Paper
from ntpcheck.engine.sweep import generator, impose, sifted
from ntpcheck.evidence import Outcome, judge
from ntpcheck.formulas.paper import paper_of
from ntpcheck.formulas.says import Says
from ntpcheck.formulas.spaces import MOST_FOLLOWED
from ntpcheck.instances.base import Instance

TEXT = """book drawn "Drawn"
axes S: s r
given Kernel: G[s,r] from gram
assume kernel "1" = (forall s r. G[s,r] = G[r,s]) and psd(s; r. G[s,r])
    says  G is symmetric and positive semidefinite
claim drawn/absolute "1" on Kernel
    says      the absolute values of a kernel are one
    assuming  kernel
    formula   psd(s; r. abs(G[s,r]))
given Bowl: x0[s] from x0, e
demand 0 < e
let least = shortest y[s] with forall r. y[r] >= 1
trajectory x_k[s] along k from x0 by x_k[s] - e * x_k[s]
claim drawn/beside "2" on Bowl
    says   x never comes nearer to 0 than the least point
    limit  always norm(x_k) >= norm(least)
claim drawn/shorter "3" on Bowl
    says   x never doubles its length
    limit  always norm(x_k) <= 2 * norm(x0)
"""


def paper(folder: Path) -> Paper:
    path = folder / "drawn.book"
    path.write_text(TEXT)
    return paper_of(path, lambda _: {})


def test_kernels_of_every_rank_are_drawn_and_some_break_a_false_claim(tmp_path: Path) -> None:
    claim = paper(tmp_path)["drawn/absolute"]
    source, ranks, outcomes = generator("drawn", 0), set[int](), set[Outcome]()
    for _ in range(24):
        batch = impose(claim.assumes, claim.domain.sampler(source, 32))
        inside = sifted(claim.assumes, batch)[0]
        assert inside.mean() > 0.9
        kept = batch.select(inside)
        outcomes |= set(judge(claim.conclude(kept)).ravel().tolist())
        if batch.size("S") == 4:
            ranks |= set(torch.linalg.matrix_rank(kept.gram, tol=1e-9).tolist())
    assert ranks >= {1, 2, 3, 4}
    assert outcomes >= {Outcome.HOLDS, Outcome.FAILS}


def test_some_rows_are_shares_and_some_have_one_entry(tmp_path: Path) -> None:
    domain, source = paper(tmp_path)["drawn/absolute"].domain, generator("shares", 0)
    shares = one_of = 0
    for _ in range(12):
        table = domain.sampler(source, 64).gram
        if table.shape[-1] > 2:
            stochastic = ((table >= 0).all(-1) & (table.sum(-1) == 1)).all(-1)
            single = stochastic & (table.amax(-1) == 1).all(-1)
            shares, one_of = shares + int((stochastic & ~single).sum()), one_of + int(single.sum())
    assert shares > 5
    assert one_of > 5


def test_a_first_step_with_a_word_that_is_slow_is_looked_at_on_few(tmp_path: Path) -> None:
    found = paper(tmp_path)
    assert found["drawn/beside"].domain.most == MOST_FOLLOWED
    assert found["drawn/shorter"].domain.most is None


def test_only_steps_that_doubles_leave_open_are_asked_exactly(tmp_path: Path) -> None:
    says: Any = paper(tmp_path)["drawn/shorter"].conclude
    assert isinstance(says, Says)

    def steps(**numbers: Any) -> list[int]:
        return says.open_steps(Instance.from_json({"type": "Bowl", **numbers}))

    every = [step for step, _, _ in says.early]
    assert sorted(every) == [0, 1, 2]
    assert steps(x0=["1/2", 1], e="5/2") == [2]  # which grows by 9/4, and the first by 3/2
    assert steps(x0=["1/2", 1], e="1/2") == []
    assert steps(x0=["1/3", 1], e="1/2") == every  # no double's number

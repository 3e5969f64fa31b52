"""Instances with a table that is a multiple of another: what an equation there shows of an edited line."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from ntpcheck.engine import lattice
from ntpcheck.engine.proofreading.sought import extremes, placements
from ntpcheck.engine.proofreading.sought.climbing import Narrow
from ntpcheck.engine.proofreading.sought.drawing import kind_of
from ntpcheck.engine.proofreading.trying import sought
from ntpcheck.engine.sweep import generator
from ntpcheck.statement.document import examined
from ntpcheck.statement.editing.misprints import misprints
from ntpcheck_papers.li2024 import PAPER

PLACE = "attention/lemma-3/proof/eq-26"
(BATCH,) = lattice.drawn(kind_of(PAPER[PLACE]), dict.fromkeys("nKd", 2), generator(0, "related"), 64)


def test_a_table_is_made_a_multiple_of_another_of_its_shape_row_by_row() -> None:
    first, last = placements.related(BATCH, ["embeddings", "W", "W2"])
    scales = torch.tensor(placements.MULTIPLES).repeat(11)[: len(BATCH.W), None, None]
    assert torch.equal(first.W, scales * BATCH.W2)
    assert torch.equal(last.W2, scales * BATCH.W)
    assert torch.equal(first.W2, BATCH.W2)
    assert torch.equal(first.embeddings, BATCH.embeddings)


def test_an_equation_that_holds_at_a_step_that_is_turned_round_refutes_what_is_to_follow(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """L is as large at -M as at M where samples mirror each other, but its curvature is not 0 there."""
    assert PAPER.shelf is not None
    texts = ("L(par(W) + par(W2) / 2)", "L(par(W) + par(W2))")
    (misprint,) = [m for m in misprints(PAPER.shelf, [PLACE]) if (m.old, m.new) == texts]
    claim, six = sought(PAPER, misprint, PLACE), BATCH.select(np.zeros(6, dtype=int))
    unit = torch.eye(2, dtype=torch.float64).expand(6, 2, 2)
    mirrored = six.replace(
        counts=torch.tensor([[1, 2], [2, 1]]).expand(6, 2, 2),
        labels=torch.tensor([0, 1]).expand(6, 2),
        last=torch.zeros(6, 2, dtype=torch.long),
        embeddings=unit,
        head=unit,
        loss=torch.zeros_like(six.loss),
        W=3 * unit,
        W2=torch.tensor([[1.0, 0], [-1, 0]], dtype=torch.float64).expand(6, 2, 2),
    )
    related = lambda: extremes._related(claim, mirrored, ["W", "W2"], [2], Narrow(claim))  # noqa: E731
    document = extremes._accepted(claim, 0, related())
    assert document is not None
    assert examined(document, {misprint.book.key: misprint.book}).outcome == "ACCEPTED"
    monkeypatch.setattr(placements, "MULTIPLES", (1.0,))
    assert not list(related())

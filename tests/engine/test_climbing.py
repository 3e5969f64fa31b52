"""Climbs from where an edited claim holds narrowly: what they find, and that what stands does not fall."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from ntpcheck.claim import Claim, Effort, Paper
from ntpcheck.engine import lattice
from ntpcheck.engine.proofreading.sought import climbing, extremes
from ntpcheck.engine.proofreading.sought.drawing import kind_of
from ntpcheck.engine.proofreading.trying import sought
from ntpcheck.engine.sweep import generator, sifted
from ntpcheck.statement.document import examined
from ntpcheck.statement.editing.misprints import misprints
from ntpcheck_papers import li2024

EPSILON = "attention/theorem-1/proof/epsilon"


def edited(paper: Paper, place: str, old: str, new: str) -> Claim:
    assert paper.shelf is not None
    (misprint,) = [m for m in misprints(paper.shelf, [place]) if (m.old, m.new) == (old, new)]
    return sought(paper, misprint, place)


def test_a_short_matrix_that_meets_one_of_several_constraints_is_found_by_climbing() -> None:
    """Few draws have a margin of 1 at one token and are no longer than W^mm, which has it at all of them."""
    claim = edited(li2024.PAPER, EPSILON, "margin(off(W))[k,x,z]", "margin(off(W))[k,x,k]")
    document = extremes.at_extremes(claim, 5119)
    assert document is not None
    assert claim.book is not None
    assert examined(document, {claim.book.key: claim.book}).outcome == "ACCEPTED"


def narrow() -> climbing.Narrow:
    """The rows at which a weaker claim than one that stands holds narrowly, of one shape."""
    old = "margin(off(W))[k,x,z] < 1"
    found = climbing.Narrow(edited(li2024.PAPER, EPSILON, old, old.replace("<", "<=")))
    sizes = dict.fromkeys(lattice.axes(kind_of(found.claim)), 2)
    for batch in lattice.drawn(kind_of(found.claim), sizes, generator(0, "narrow"), 384, extremes.WIDE):
        for one in (batch, climbing.impose(found.claim.assumes, batch)):
            inside = one.select(sifted(found.claim.assumes, one)[0])
            if inside.batch[0]:
                found.note(inside, found.claim.conclude(inside, Effort()))
    return found


def test_of_what_stands_a_climb_sees_no_failure_and_rows_come_nearer_to_one() -> None:
    found = narrow()
    ((rows,),) = found.rows.values()
    before = min(x for x, _ in rows)
    looked = climbing.climbed(found, generator(1, "climb"), lambda b: sifted(found.claim.assumes, b)[0])
    said = [(inside, found.claim.conclude(inside, Effort()), evidence) for inside, evidence in looked]
    assert said
    assert all(bool((again.slack == evidence.slack).all()) for _, again, evidence in said)
    assert not any(climbing.bounds(evidence)[1].min() < 0 for *_, evidence in said)
    after = np.nanmin([np.nanmin(found.slack(inside, evidence)) for inside, evidence, _ in said])
    assert climbing.LEAST < after < before


def test_rows_that_have_to_grow_to_be_pulled_inside_are_looked_at_and_not_climbed_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found, kind = narrow(), kind_of(li2024.PAPER[EPSILON])
    (larger,) = lattice.drawn(kind, dict.fromkeys(lattice.axes(kind), 3), generator(4, "grown"), 32)
    monkeypatch.setattr(climbing, "impose", lambda *_: larger)
    looked = list(climbing.climbed(found, generator(5, "grown"), lambda b: np.ones(b.batch[0], dtype=bool)))
    assert {inside.W.shape[-1] for inside, _ in looked} == {2, 3}


def test_moved_tables_are_those_of_the_type_and_print_well() -> None:
    batch = next(
        lattice.drawn(kind_of(li2024.PAPER[EPSILON]), dict.fromkeys("nKd", 2), generator(2, "m"), 64)
    )
    other = climbing.moved(batch, generator(3, "m"), 1.0)
    assert not bool((other.W == batch.W).all())
    assert bool((other.W == batch.W).flatten(1).all(1).any())  # some rows are left as they are
    assert bool((other.counts.gather(-1, other.last[..., None]) > 0).all())
    short = other.W[other.W != batch.W].abs()
    grain = torch.exp2(torch.floor(torch.log2(short)) - climbing.BITS)
    assert bool((short / grain == torch.round(short / grain)).all())


@pytest.mark.parametrize("share", [1 / 3, 1e-9, 12345.678])
def test_a_number_is_shortened_by_less_than_half_a_percent(share: float) -> None:
    (short,) = climbing.shortened(torch.tensor([share], dtype=torch.float64)).tolist()
    assert abs(short / share - 1) < 0.005
    assert climbing.shortened(torch.zeros(2)).tolist() == [0, 0]

"""Shapes in which one axis is long: what is said of many tokens falls where there are as many."""

from __future__ import annotations

from typing import Any

import pytest

from ntpcheck.engine import lattice
from ntpcheck.engine.proofreading.sought import extremes
from ntpcheck.engine.proofreading.sought.drawing import kind_of
from ntpcheck.engine.proofreading.trying import sought
from ntpcheck.engine.sweep import generator, impose
from ntpcheck.statement.editing.misprints import misprints
from tests.engine.test_extremes import BOOK, PAPER


@pytest.mark.parametrize(
    ("place", "old", "new", "tokens"),
    [
        ("linear/section-5/bounded-away/amended:among", "1", "1.05", 2),  # 20 tokens count as 21
        ("linear/sharper/smoothness/half-space:share", "V - 2", "2", 5),
    ],
)
def test_what_is_said_of_many_tokens_falls_where_there_are_as_many(
    place: str, old: str, new: str, tokens: int
) -> None:
    (misprint, *_) = [m for m in misprints(BOOK, [place]) if (m.old, m.new) == (old, new)]
    claim, source = sought(PAPER, misprint, place.rpartition(":")[0]), generator(0, place)

    def accepted(batch: Any) -> bool:
        inside = extremes._inside(claim, impose(claim.assumes, batch))
        return extremes._accepted(claim, 1, extremes._failing(inside, extremes.Narrow(claim))) is not None

    (few,) = lattice.drawn(
        kind_of(claim), {"m": 1, "d": 1, "V": min(tokens, 3)}, source, 256, extremes.NARROW
    )
    assert not accepted(few)
    (batch,) = lattice.drawn(kind_of(claim), {"m": 1, "d": 1, "V": tokens}, source, 256, extremes.NARROW)
    assert accepted(batch if tokens > 3 else extremes.repeated(batch, "V", source))


def test_one_index_of_an_axis_is_there_many_times() -> None:
    kind, source = kind_of(PAPER["linear/ntp-svm/max-margin"]), generator(0, "many")
    (batch,) = lattice.drawn(kind, {"m": 2, "d": 3, "V": 2}, source, 8)
    for axis, name, other in (("V", "counts", "embeddings"), ("d", "embeddings", "counts")):
        found = extremes.repeated(batch, axis, source)
        table = getattr(found, name)
        assert table.shape[-1] == extremes.MANY
        assert bool((table[..., : batch.size(axis)] == getattr(batch, name)).all())
        assert len({str(column.tolist()) for column in table.unbind(-1)}) <= batch.size(axis)
        assert bool((getattr(found, other) == getattr(batch, other)).all())


def test_each_axis_is_long_in_one_shape() -> None:
    found = extremes.long_shapes(kind_of(PAPER["linear/ntp-svm/max-margin"]), "0")
    assert [axis for shape, axis in zip(found, ("m", "d", "V"), strict=True) if shape[axis] > 3] == [*"mdV"]

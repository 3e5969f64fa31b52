"""Projections in batches: within the bounds of the verifier's own points, and only where points are such."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch

from ntpcheck.domains import DECODINGS
from ntpcheck.engine.sweep import generator
from ntpcheck.formulas import batch as batches
from ntpcheck.formulas.bounded import Bounds
from ntpcheck.formulas.frames import Frame
from ntpcheck.formulas.projected import affine
from ntpcheck.verifier.language.book import Book

TEXT = """book mine "Mine"
use ntpcheck.linear
given Decoding
let moved[v,i] = W[v,i] / sqrt(3) - exp(W[v,i] / 8)
let onto(M[v,i]) = closest X[v,i] to M with level(X)
let sums(M[v,i]) = closest X[v,i] to M with forall i. (sum v. X[v,i]) = 1
let pinned(M[v,i]) = closest X[v,i] to M with forall j v i | not S[j,v]. X[v,i] = 0
let logs(M[v,i]) = closest X[v,i] to M with forall i. (sum v. X[v,i]) = log(2)
let capped(M[v,i]) = closest X[v,i] to M with forall v i. X[v,i] <= 1
let fixed(M[v,i]) = closest X[v,i] to M with forall v i. X[v,i] = 2 * M[v,i]
let guarded(M[v,i]) = closest X[v,i] to M with forall v i | M[v,i] > 0. X[v,i] = 1
let doubled(M[v,i]) = closest X[v,i] to 2 * M with level(X)
let origin = shortest X[v,i] with level(X)
"""
BOOK = Book(TEXT, "mine")
LETTERS = (("v", "V"), ("i", "d"))
PLACES = (("v", "v"), ("v", "i"))


def entries(point: str, argument: str, data: Any) -> Bounds:
    """Of a point, at a definition or at the field W."""
    inner = ("field", argument, PLACES) if argument == "W" else ("let", argument, (), PLACES)
    batch = batches.Batch(BOOK, "Decoding", data)
    frame, _ = batch.bind(Frame(), LETTERS)
    return batch.number(("let", point, (("lam", LETTERS, inner),), PLACES), frame)


def one_by_one(ask: Callable[[], Bounds], patch: pytest.MonkeyPatch) -> Bounds:
    with patch.context() as during:
        during.setattr(batches, "projected", lambda *_: None)
        return ask()


@pytest.mark.parametrize("point", ["onto", "sums", "pinned"])
def test_a_projection_is_within_the_bounds_that_the_verifier_gives(
    point: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = DECODINGS.sampler(generator("projected"), 12)
    assert affine(BOOK, point)
    found = entries(point, "moved", data)
    exact = one_by_one(lambda: entries(point, "moved", data), monkeypatch)
    assert found.low.shape == (12, data.size("V"), data.size("d"))
    assert bool((found.low <= exact.high).all())
    assert bool((exact.low <= found.high).all())
    size = found.high.abs().flatten(1).amax(1)[:, None, None] + 1
    assert float(((found.high - found.low) / size).max()) < 1e-11
    assert float((exact.low - found.low).abs().max()) > 0  # the two ways were taken


def test_what_no_equation_speaks_of_stays_where_it_is_whatever_the_rest_is() -> None:
    data = DECODINGS.sampler(generator("pinned"), 12)
    free = (data.counts > 0).all(1)[:, :, None].expand(data.W.shape)
    assert 0 < int(free.sum()) < free.numel()
    batch = batches.Batch(BOOK, "Decoding", data)
    frame, _ = batch.bind(Frame(), LETTERS)
    given = batch.number(("let", "moved", (), PLACES), frame)
    found = entries("pinned", "moved", data)
    for mine, theirs in ((found.low, given.low), (found.high, given.high)):
        assert float(((mine - theirs) / theirs.abs().clamp(min=1))[free].abs().max()) < 1e-14
    assert bool((found.low[~free] <= 0).all() & (found.high[~free] >= 0).all())


def test_what_takes_too_much_work_is_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    data = DECODINGS.sampler(generator("projected"), 4)
    monkeypatch.setattr("ntpcheck.formulas.alone.ALLOWANCE", 60)
    assert bool(entries("onto", "moved", data).missing.all())


def test_what_is_exact_is_projected_exactly() -> None:
    data = DECODINGS.sampler(generator("projected"), 12)
    twice = entries("onto", "W", data)
    back = DECODINGS.sampler(generator("projected"), 12).replace(W=0 * data.W)
    assert bool((twice.high - twice.low <= 2.0**-50 * twice.high.abs()).all())
    zero = entries("onto", "W", back)
    assert not zero.low.any()
    assert not zero.high.any()


@pytest.mark.parametrize("point", ["capped", "fixed", "guarded", "doubled", "origin", "logs"])
def test_other_points_are_no_projections(point: str) -> None:
    assert not affine(BOOK, point)


def drawn(book: Book, point: str, rows: int) -> tuple[Any, Any]:
    """So many drawn instances, and the point nearest to where each has moved to."""
    data = DECODINGS.sampler(generator("projected"), rows)
    batch = batches.Batch(book, "Decoding", data)
    frame, _ = batch.bind(Frame(), LETTERS)
    lam = ("lam", LETTERS, ("let", "moved", (), PLACES))
    return data, batch.number(("let", point, (lam,), PLACES), frame)


def test_where_the_argument_has_no_value_the_point_has_none() -> None:
    text = TEXT.replace("W[v,i] / sqrt(3)", "log(W[v,i])")
    data, found = drawn(Book(text, "mine"), "onto", 12)
    lost = (data.W <= 0).flatten(1).any(1)
    assert bool(lost.any())
    assert bool(found.missing[lost].flatten(1).all())


def test_of_nothing_that_satisfies_the_equations_none_is_nearest() -> None:
    text = TEXT.replace("(sum v. X[v,i]) = 1", "(sum v. X[v,i]) = 1 and (sum v. X[v,i]) = 2")
    book = Book(text, "mine")
    assert affine(book, "sums")
    assert bool(drawn(book, "sums", 4)[1].missing.all())


def test_no_sizes_are_mixed_up() -> None:
    data = DECODINGS.sampler(generator("projected"), 3)
    one = entries("sums", "moved", data)
    total = torch.stack([one.low.sum(1), one.high.sum(1)])
    assert bool((total[0] <= 1).all())
    assert bool((total[1] >= 1).all())

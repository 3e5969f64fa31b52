"""What a costly domain draws is looked at together, and counted as if each draw had been looked at alone."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
import torch

from ntpcheck.claim import Assumption, Claim, Domain, Effort
from ntpcheck.engine import filling
from ntpcheck.engine.filling import sweep
from ntpcheck.engine.sweep import standing
from ntpcheck.engine.tally import Tally, numbers
from ntpcheck.evidence import Evidence
from ntpcheck.instances.base import Instance
from ntpcheck.instances.dataset import Decoding
from ntpcheck.instances.together import together, unite
from tests.engine.toys import TOYS

EFFORT = Effort(batch=24, trajectories=24)
POSITIVE = Assumption(
    "positive",
    lambda data: Evidence(data.W[..., 0, 0], 0, 1, strict=True),
    lambda data: data.replace(W=data.W + 2),
)
COSTLY = replace(TOYS, costly=True, corners={"large": lambda data: data.W[..., 0, 0] > 0.5})
WIDE = ({}, {"embeddings": torch.ones(4, 1, 2)})  # what W with two columns asks for
Conclude = Callable[[Any, Effort], Evidence]


def near(data: Decoding, effort: Effort) -> Evidence:
    """Holds on every instance; an error for all rows, a scale for each, and a number that is told."""
    slack = data.xp.abs(data.W[..., 0, 0]) + 1
    return Evidence(slack, 0, slack, measured={"corner": data.W[..., 0, 0]})


def fails(data: Decoding, effort: Effort) -> Evidence:
    return Evidence(data.W[..., 0, 0] - 1, 0, 1)


def filled(conclude: Conclude, domain: Domain = COSTLY, *, ahead: bool, assumes: Any = (POSITIVE,)) -> Tally:
    """A claim's tally after a sweep. Where one failure is enough, a domain is looked at draw by draw."""
    one = Claim("toy/one", "x", "here", domain, assumes, conclude)
    tally = Tally(one, EFFORT, until_first=not ahead)
    sweep(domain, [tally], EFFORT, 3)
    return tally


def state(tally: Tally) -> dict[str, Any]:
    """All that a sweep leaves in a tally but the time."""
    told = {
        key: value for key, value in vars(tally).items() if key not in ("claim", "until_first", "seconds")
    }
    told["histogram"] = tally.histogram.tolist()
    for key, value in told.items():
        if isinstance(value, Instance):
            told[key] = numbers(value)
    return told


def test_what_is_counted_of_draws_together_is_what_is_counted_of_each_by_itself():
    one, other = filled(near, ahead=True), filled(near, ahead=False)
    assert state(one) == state(other)
    assert len(one.draws) > 3
    assert one.corners["large"] > 0
    assert one.by_filter > 0
    assert one.discarded["positive"] > 0
    assert one.measured["corner"][0] < one.measured["corner"][1]


def test_each_shape_of_a_costly_domain_is_concluded_once():
    for ahead, calls in ((True, [1, 2]), (False, [1, 1, 2, 2, 2])):
        drawn, seen = list[int](), list[int]()

        def sampler(source: torch.Generator, size: int, drawn: list[int] = drawn) -> Decoding:
            drawn.append(size)
            data = small(source, size)
            return data.replace(W=data.W.repeat(1, 1, 1 + len(drawn) % 2), **WIDE[len(drawn) % 2])

        def conclude(data: Decoding, effort: Effort, seen: list[int] = seen) -> Evidence:
            seen.append(data.size("d"))
            return near(data, effort)

        filled(conclude, replace(COSTLY, sampler=sampler), ahead=ahead)
        assert sorted(seen) == calls


def test_a_training_run_is_shared_by_draws_of_one_shape():
    calls: list[int] = []

    @together
    def trained(data: Decoding) -> list[float]:
        calls.append(data.batch[0])
        return data.W[:, 0, 0].tolist()

    def conclude(data: Decoding, effort: Effort) -> Evidence:
        return Evidence(torch.tensor(trained(data)), 0, 1)

    one_shape = replace(COSTLY, sampler=lambda source, size: small(source, size))
    tally = filled(conclude, one_shape, ahead=True)
    assert len(tally.draws) > 2
    assert len(calls) == 1


def small(source: torch.Generator, size: int) -> Decoding:
    W = torch.randint(-16, 17, (size, 1, 1), generator=source, dtype=torch.float64) / 16
    return Decoding(torch.ones(size, 1, 1), torch.ones(size, 1, 1).long(), W)


def test_failures_are_lifted_in_the_order_of_the_draws():
    """Draws of other shapes lie between those that are concluded as one; a checker that refuses these is
    asked draw by draw."""
    seen: dict[bool, list[str]] = {True: [], False: []}
    sizes: dict[bool, set[int]] = {True: set(), False: set()}
    for at_once in (True, False):

        def conclude(data: Decoding, effort: Effort, at_once: bool = at_once) -> Evidence:  # noqa: FBT001
            if data.is_exact:
                seen[at_once].append(repr(data))
            elif data.batch[0] > 4 and not at_once:
                raise ValueError("more than a draw")
            else:
                sizes[at_once].add(data.batch[0])
            return fails(data, effort)

        tally = filled(conclude, ahead=True, assumes=())
        assert tally.broken is None
        assert len(tally.witnesses) == 3
    assert seen[True] == seen[False]
    assert max(sizes[True]) > 4 >= max(sizes[False])


@pytest.mark.parametrize("ahead", [True, False])
def test_what_was_counted_before_something_is_raised_stays(ahead: bool) -> None:  # noqa: FBT001
    """A sampler, an assumption, and a checker that raise at the fourth draw, and what three brought."""
    drawn: list[int] = []

    def sampler(source: torch.Generator, size: int) -> Decoding:
        drawn.append(size)
        data = small(source, size)
        return data.replace(W=data.W.abs() / 2 + len(drawn))

    def until_fourth(data: Decoding) -> None:
        if (data.W >= 4).any():
            raise ValueError("the fourth")

    def broken(source: torch.Generator, size: int) -> Decoding:
        if len(drawn) == 3:
            raise ValueError("the fourth")
        return sampler(source, size)

    def check(data: Decoding) -> Evidence:
        until_fourth(data)
        return near(data, EFFORT)

    def conclude(data: Decoding, effort: Effort) -> Evidence:
        until_fourth(data)
        return near(data, effort)

    for domain, assumes, said in (
        (replace(COSTLY, sampler=broken), (), near),
        (replace(COSTLY, sampler=sampler), (Assumption("asked", check),), near),
        (replace(COSTLY, sampler=sampler), (), conclude),
    ):
        drawn.clear()
        tally = filled(said, domain, ahead=ahead, assumes=assumes)
        assert tally.broken is not None
        assert "the fourth" in tally.broken
        assert (tally.inside, len(tally.draws)) == (12, 3)


def test_a_conclusion_that_is_not_one_of_each_row_is_asked_of_each_batch():
    """What it says of several draws as one is not read off by rows; each is refused with its own shape."""
    tally = filled(lambda data, _: Evidence(torch.ones(()), 0, 1), ahead=True)
    assert tally.broken is not None
    assert "shape ()" in tally.broken


@pytest.mark.parametrize("costly", [True, False])
def test_runs_are_trained_together_as_drawn_as_imposed_and_as_they_enter(
    monkeypatch: pytest.MonkeyPatch,
    costly: bool,  # noqa: FBT001
) -> None:
    places: set[str] = set()

    def united(batches: Any) -> None:
        places.add(sys._getframe(1).f_code.co_name)
        unite(batches)

    monkeypatch.setattr(filling, "unite", united)
    filled(near, replace(COSTLY, costly=costly), ahead=True)
    assert places == ({"_wild", "_enter", "_count"} if costly else set())


def test_draws_are_told_apart_by_sixteen_digits_of_their_first_rows() -> None:
    one, other = (Decoding([[[1.0]]] * 2, [[[1, 1]]] * 2, W) for W in ([[[0], [1]]] * 2, [[[0], [2]]] * 2))
    assert len(filling._first_row(one)) == 16
    assert filling._first_row(one) != filling._first_row(other)


@pytest.mark.parametrize(("together", "several"), [(8, 2), (9, 3), (1, 1)])
def test_draws_are_counted_once_enough_rows_are_there(
    monkeypatch: pytest.MonkeyPatch, together: int, several: int
) -> None:
    """Of a costly domain each draw has 4 rows here."""
    counted: list[int] = []
    honest = filling._count

    def count(domain: Domain, draws: Any) -> None:
        counted.append(len(draws))
        honest(domain, draws)

    monkeypatch.setattr(filling, "_count", count)
    monkeypatch.setattr(filling, "TOGETHER", together)
    filled(near, ahead=True)
    *whole, last = counted
    assert set(whole) == {several}
    assert last <= several


@pytest.mark.parametrize("left", [1, 3, 4, 16])
def test_where_few_rows_are_left_no_others_are_asked(left: int):
    """A quarter of a batch is not few. Groups to which the same rows are left share what is said of them."""
    asked: list[int] = []

    def odd(data: Decoding) -> Evidence:
        asked.append(data.batch[0])
        return Evidence(data.W[..., 0, 0] % 2, 0, 1, strict=True)

    def low(data: Decoding) -> Evidence:
        return Evidence(left - data.W[..., 0, 0], 0, 1, strict=True)

    wild, rest = (
        small(torch.Generator(), 16).replace(W=torch.arange(16.0)[:, None, None]),
        Assumption("odd", odd),
    )
    one, other = (standing((Assumption(name, low), rest), wild) for name in ("one", "other"))
    whole = standing((Assumption("one", low), rest), wild.replace(), united=True)
    assert asked == [left if left < 4 else 16, 16]
    for found in (one, other):
        assert [rows.tolist() for rows in found[:2]] == [rows.tolist() for rows in whole[:2]]
    assert one[2] == whole[2]
    assert one[0].sum() == left // 2

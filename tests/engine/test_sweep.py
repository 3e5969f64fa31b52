"""Work on a batch is done once for all groups of claims, and rows taken out of it are what they were."""

import re
from dataclasses import replace
from functools import partial

import numpy as np
import pytest
import torch

from ntpcheck.claim import Assumption, Claim, Effort
from ntpcheck.engine.filling import sweep
from ntpcheck.engine.sweep import count, generator, groups, impose, sifted, standing
from ntpcheck.engine.tally import Tally
from ntpcheck.errors import InvalidInstance
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Decoding
from tests.engine.toys import PAPER, SQUARE, TOYS, batch


def drawn(size: int = 5) -> Decoding:
    return batch(torch.Generator().manual_seed(0), size)


def test_groups_that_impose_the_same_share_what_it_makes():
    free = Assumption("free", SQUARE.check)
    wild = drawn()
    assert impose((SQUARE,), wild) is impose((free, SQUARE), wild)
    assert impose((SQUARE,), wild) is not impose((SQUARE,), drawn())


def test_an_assumption_is_judged_once_per_batch():
    asked: list[Decoding] = []
    counted = Assumption("counted", lambda data: asked.append(data) or SQUARE.check(data))
    wild = drawn()
    first, second = standing((counted,), wild), standing((counted, SQUARE), wild)
    assert len(asked) == 1
    assert np.array_equal(first[0], second[0])


def test_nothing_is_asked_of_a_batch_without_a_row_left():
    def never(data: Decoding) -> Evidence:
        raise AssertionError

    out = Assumption("out", lambda data: replace(SQUARE.check(data), slack=torch.full((5,), -1.0)))
    nowhere = standing((out, Assumption("never", never)), drawn())
    assert not nowhere[0].any()
    assert not nowhere[1].any()
    assert nowhere[2] == {"out": 5}


def test_a_row_met_again_is_lifted_once():
    asked: list[bool] = []

    def open_in_floats(data: Decoding, effort: Effort) -> Evidence:
        asked.append(data.is_exact)
        return Evidence(data.W.sum((-1, -2)) * 0 + 1, 0 if data.is_exact else 2, 1)

    tally = Tally(Claim("toy/open", "open", "here", TOYS, (), open_in_floats), Effort(1, 4, 1))
    wild = drawn(2)
    for _ in range(3):
        count(tally, wild, np.ones(2, dtype=bool), np.zeros(2, dtype=bool))
    assert asked.count(True) == 2
    assert tally.outcomes == {"HOLDS": 6}


def test_claims_that_lift_a_row_share_what_is_found_of_it():
    """Its assumptions are judged once, and each checker is asked once, at one and the same exact instance."""
    judged: list[bool] = []
    seen: list[Decoding] = []

    def check(data: Decoding) -> Evidence:
        judged.append(data.is_exact)
        return SQUARE.check(data)

    def open_in_floats(data: Decoding, effort: Effort) -> Evidence:
        seen.extend([data] if data.is_exact else [])
        return Evidence(data.W.sum((-1, -2)) * 0 + 1, 0 if data.is_exact else 2, 1)

    assumes, wild = (Assumption("watched", check),), impose((SQUARE,), drawn(2))
    rows = np.ones(2, dtype=bool)
    other = partial(open_in_floats)
    for checker in (open_in_floats, other, open_in_floats):
        claim = Claim("toy/open", "open", "here", TOYS, assumes, checker)
        count(Tally(claim, Effort(1, 4, 1)), wild, rows, ~rows)
    assert judged == [True, True]
    assert len(seen) == 4
    assert [id(data) for data in seen[:2]] == [id(data) for data in seen[2:]]


@pytest.mark.parametrize("until_first", [False, True])
def test_rows_are_counted_in_their_order(until_first):
    """What holds before the first failure counts, and no row after it where one failure is enough."""
    data = Decoding(torch.ones(5, 1, 1), torch.ones(5, 1, 1).long(), torch.ones(5, 1, 1))
    slack = torch.tensor([1.0, 1.0, -1.0, 1.0, -1.0], dtype=torch.float64)

    def conclude(data: Decoding, effort: Effort) -> Evidence:
        return Evidence(data.W[0, 0] * 0 - 1 if data.is_exact else slack, 0, 1)

    tally = Tally(Claim("toy/two", "two fail", "here", TOYS, (), conclude), Effort(1, 4, 1), until_first)
    inside = np.array([True, False, True, True, True])
    count(tally, data, inside, np.zeros(5, dtype=bool))
    assert tally.first == 2
    assert tally.outcomes == ({"HOLDS": 1, "FAILS": 1} if until_first else {"HOLDS": 2, "FAILS": 2})


def test_a_conclusion_of_another_shape_than_its_batch_breaks_the_claim():
    claim = Claim("toy/one-for-all", "one", "here", TOYS, (), lambda d, _: Evidence(torch.ones(()), 0, 1))
    tally = Tally(claim, Effort(1, 4, 1))
    count(tally, drawn(2), np.ones(2, dtype=bool), np.zeros(2, dtype=bool))
    assert tally.broken is not None
    assert "shape ()" in tally.broken


def test_rows_imposed_alike_are_one_batch_for_all_groups():
    seen: list[int] = []
    small = PAPER["toy/small-corner"]

    def watched(data, effort):
        seen.append(id(data))
        return small.conclude(data, effort)

    twin = Assumption("twin", SQUARE.check, SQUARE.impose)  # another object, the same rows
    claims = [replace(small, assumes=(a,), conclude=partial(watched)) for a in (SQUARE, twin)]
    sweep(TOYS, [Tally(claim, Effort(batch=8)) for claim in claims], Effort(batch=8), 0)
    assert len(set(seen)) < len(seen)


@pytest.mark.parametrize("exact", [False, True])
def test_rows_and_selections_are_those_of_a_new_instance(exact):
    wild = drawn().exact() if exact else drawn()
    for found, pick in ((wild.row(2), 2), (wild.select([0, 3]), [0, 3]), (wild.replace(), slice(None))):
        anew = Decoding(**{name: array[pick] for name, array in wild.arrays().items()})
        assert repr(found) == repr(anew)
        assert (found.batch, found.size("m"), found.is_exact) == (anew.batch, anew.size("m"), exact)
        assert found.cache == {}


def test_a_selection_of_nothing_is_refused():
    with pytest.raises(InvalidInstance):
        drawn().select([])


def tallies(*claims: Claim, batch: int = 96) -> list[Tally]:
    return [Tally(claim, Effort(batch=batch)) for claim in claims]


def plain(*assumes: Assumption) -> Claim:
    return replace(PAPER["toy/identity"], assumes=assumes)


def test_claims_of_the_same_assumptions_are_a_group():
    free = Assumption("free", SQUARE.check)
    found = groups(tallies(plain(), plain(SQUARE), plain(), plain(free)))
    assert [(group.assumes, len(group.tallies)) for group in found] == [((), 2), ((SQUARE,), 1), ((free,), 1)]
    assert not any(group.finished for group in found)
    for said in ("one", "two"):
        try:
            raise ValueError(said)
        except ValueError as problem:
            found[1].fail(problem)
    assert found[1].finished
    assert found[1].tallies[0].broken.startswith("ValueError: one")


def test_a_seed_is_any_words():
    seeds = ((0, "a"), (0, "a"), (0, "b"), (1, "a"))
    found = [tuple(torch.rand(3, generator=generator(*seed)).tolist()) for seed in seeds]
    assert found[0] == found[1]
    assert len({*found}) == 3


def fits(data, low):
    """Whether the corner is at least so much, with half a unit that floats leave open."""
    slack = data.W[..., 0, 0] - low
    return Evidence(slack, 0 * slack + 0.5, 0 * slack + 1)


def test_rows_are_inside_outside_or_on_the_boundary():
    corner = [-2.0, 0.25, 2.0, 4.0, -0.25, 1.0]
    wild = Decoding(
        torch.ones(6, 1, 1),
        torch.ones(6, 1, 1).long(),
        torch.tensor(corner, dtype=torch.float64)[:, None, None],
    )
    low, high = Assumption("low", lambda d: fits(d, 0)), Assumption("high", lambda d: fits(d, 2))
    for rows in (standing, sifted):
        inside, boundary, reasons = rows((low, high), wild)
        assert inside.tolist() == [False, False, False, True, False, False]
        assert boundary.tolist() == [False, False, True, False, False, False]
        assert reasons == {"low": 1, "high": 3, "on the boundary": 1}
        inside, boundary, reasons = rows((), wild)
        assert (inside.all(), boundary.any(), reasons) == (True, False, {})


def test_nothing_more_is_drawn_than_is_wanted():
    sizes = []

    def sampler(source, size):
        sizes.append(size)
        return batch(source, size)

    (tally,) = tallies(plain())
    sweep(replace(TOYS, sampler=sampler), [tally], Effort(batch=96), 0)
    assert sizes == [16] * 6  # a sixth of what is wanted at a time
    assert (tally.inside, tally.by_filter) == (96, 96)
    assert tally.seconds > 0
    (few,) = tallies(plain())
    sweep(replace(TOYS, most=20), [few], Effort(batch=96), 0)
    assert few.inside == 20
    (costly,) = tallies(plain())
    sweep(replace(TOYS, costly=True), [costly], Effort(batch=96, trajectories=8), 0)
    assert costly.inside == 8


def test_a_quarter_is_not_imposed_where_the_domain_has_it():
    """Half of all corners are nonnegative; of a corner that none has, all instances are imposed."""
    (half,) = tallies(plain(SQUARE))
    sweep(TOYS, [half], Effort(batch=96), 0)
    assert half.inside >= 96
    assert half.by_filter >= half.inside / 4
    assert half.by_filter < half.inside
    assert half.discarded["nonnegative-corner"] > 0
    rare = Assumption("rare", lambda d: fits(d, 50), lambda d: d.replace(W=0 * d.W + 60))
    (none,) = tallies(plain(rare))
    sweep(TOYS, [none], Effort(batch=96), 0)
    assert (none.inside >= 96, none.by_filter) == (True, 0)


def test_what_raises_breaks_the_claims_that_ask_for_it():
    def raising(*_):
        raise ValueError("no batch")

    for domain, claim in (
        (replace(TOYS, sampler=raising), plain()),
        (TOYS, plain(Assumption("bad", raising))),
    ):
        (tally,) = tallies(claim)
        sweep(domain, [tally], Effort(batch=96), 0)
        assert re.fullmatch(r"ValueError: no batch \(raising, line \d+ of test_sweep.py\)", tally.broken)
    (tally, other) = tallies(replace(plain(), conclude=raising), plain())
    sweep(TOYS, [tally, other], Effort(batch=96), 0)
    assert tally.broken
    assert (other.broken, other.inside) == (None, 96)
    assert count(tally, drawn(), np.ones(5, bool), np.zeros(5, bool)) is None


def test_at_most_64_and_at_least_4_are_drawn_at_a_time():
    for wanted, size, times in ((600, 64, 10), (12, 4, 3), (384, 64, 6), (390, 64, 7)):
        sizes: list[int] = []

        def sampler(source, count, sizes=sizes):
            sizes.append(count)
            return batch(source, count)

        (tally,) = tallies(plain(), batch=wanted)
        sweep(replace(TOYS, sampler=sampler), [tally], Effort(batch=wanted), 0)
        assert sizes == [size] * times


def test_drawing_ends_after_four_times_what_is_wanted():
    sizes: list[int] = []

    def sampler(source, count):
        sizes.append(count)
        return batch(source, count)

    nowhere = Assumption("nowhere", lambda d: fits(d, 50))
    (tally,) = tallies(plain(nowhere))
    sweep(replace(TOYS, sampler=sampler), [tally], Effort(batch=96), 0)
    assert sum(sizes) == 4 * 96
    assert (tally.inside, tally.discarded) == (0, {"nowhere": 4 * 96})


def test_what_enters_by_filtering_is_told_from_what_is_imposed():
    """Imposing stops at half of what is wanted while filtering brings some, and in the last round at all."""
    rare = Assumption("rare", lambda d: fits(d, 1.0 - 2**-5), lambda d: d.replace(W=0 * d.W + 60))
    (tally,) = tallies(plain(rare))
    sweep(TOYS, [tally], Effort(batch=96), 0)
    assert tally.inside >= 96
    assert tally.inside - tally.by_filter >= 48


def test_imposing_stops_at_half_until_the_last_round():
    """Where filtering brings less than a quarter: 3 batches of 16 of 96, and the rest at the end."""
    batches, imposed_at = [0], []

    def sampler(source, count):
        batches[0] += 1
        return batch(source, count)

    def pulled(data):
        imposed_at.append(batches[0])
        return data.replace(W=0 * data.W + 60)

    rare = Assumption("rare", lambda d: fits(d, 50), pulled)
    (tally,) = tallies(plain(rare))
    sweep(replace(TOYS, sampler=sampler), [tally], Effort(batch=96), 0)
    assert imposed_at == [1, 2, 3, 19, 20, 21]
    assert (tally.inside, tally.by_filter, batches[0]) == (96, 0, 21)

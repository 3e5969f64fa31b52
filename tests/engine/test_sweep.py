"""Work on a batch is done once for all groups of claims, and rows taken out of it are what they were."""

from dataclasses import replace

import numpy as np
import pytest
import torch

from ntpcheck.claim import Assumption, Effort
from ntpcheck.engine.sweep import impose, standing, sweep
from ntpcheck.engine.tally import Tally
from ntpcheck.errors import InvalidInstance
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


def test_rows_imposed_alike_are_one_batch_for_all_groups():
    seen: list[int] = []
    small = PAPER["toy/small-corner"]

    def watched(data, effort):
        seen.append(id(data))
        return small.conclude(data, effort)

    twin = Assumption("twin", SQUARE.check, SQUARE.impose)  # another object, the same rows
    claims = [replace(small, assumes=(a,), conclude=watched) for a in (SQUARE, twin)]
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

"""The stand-in refuses what an accelerator refuses, allows what it allows, and counts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch

from ntpcheck.domains.recipes import paper_size
from ntpcheck.dynamics.gradient_descent import gradient_descent
from ntpcheck.engine.sweep import generator
from tests.accelerator.stand_in import Accelerator, MixedDevices, OnDevice

THERE, HERE = "cuda", torch.arange(3.0)
REFUSED: dict[str, Callable[[torch.Tensor], Any]] = {
    "a sum over devices": lambda x: x + HERE,
    "a choice over devices": lambda x: torch.where(HERE > 0, x, 0.0),
    "a scalar there among numbers here": lambda x: x[0] * HERE,
    "a stack over devices": lambda x: torch.stack([x[0], torch.tensor(1.0)]),
    "a product over devices": lambda x: x @ HERE,
    "numpy without cpu": lambda x: x.numpy(),
    "an array of it": lambda x: np.asarray(x),
    "a numpy function of it": lambda x: np.exp(x),
    "a processor's generator": lambda x: torch.rand(3, generator=torch.Generator(), device=x.device),
    "a product of integers": lambda x: x.long()[None] @ x.long(),
    "a running sum of floats": lambda x: x.cumsum(0),
    "values from here at indices": lambda x: x.__setitem__(torch.tensor([0, 2]), HERE[:2]),
    "indices from there": lambda x: HERE[x.long()],
    "a gather over devices": lambda x: x.gather(0, torch.tensor([0])),
}
ALLOWED: dict[str, Callable[[torch.Tensor], Any]] = {
    "a number from here": lambda x: x + torch.tensor(2.0),
    "indices from here": lambda x: x[torch.tensor([0, 2])],
    "a mask from here": lambda x: x[torch.tensor([True, False, True])],
    "a copy from here": lambda x: x.copy_(HERE),
    "a slice set from here": lambda x: x.__setitem__(slice(0, 2), HERE[:2]),
    "a move, then a sum": lambda x: x + HERE.to(x.device),
    "what is made of it": lambda x: x.new_zeros(3) + torch.zeros_like(x) + torch.zeros(3, device=x.device),
    "numpy after cpu": lambda x: x.cpu().numpy(),
    "numpy by force": lambda x: x.numpy(force=True),
    "a running sum of integers": lambda x: x.long().cumsum(0),
}


@pytest.mark.parametrize("name", REFUSED)
def test_it_refuses(name: str) -> None:
    with Accelerator(), pytest.raises(MixedDevices):
        REFUSED[name](torch.arange(3.0, device=THERE))


@pytest.mark.parametrize("name", ALLOWED)
def test_it_allows(name: str) -> None:
    with Accelerator():
        ALLOWED[name](torch.arange(3.0, device=THERE))


def test_it_gives_the_processors_numbers_and_says_where_they_are() -> None:
    with Accelerator():
        x = HERE.to(THERE)
        y = (x.exp() + 1).sum()
        assert isinstance(y, OnDevice)
        assert (y.device.type, y.cpu().device.type, HERE.device.type) == ("cuda", "cpu", "cpu")
        assert type(y.cpu()) is torch.Tensor
    assert y.item() == (HERE.exp() + 1).sum().item()


def test_it_counts_kernels_and_waits() -> None:
    with Accelerator() as mode:
        x = torch.ones(3, device=THERE)
        before = mode.kernels
        x = x.mT if x.ndim > 1 else x.reshape(3)
        assert mode.kernels == before
        bool((x + x).sum() > 0)
    assert (mode.kernels - before, mode.waits) == (3, 1)


def test_a_training_run_waits_as_often_however_long_it_is() -> None:
    run, waits, kernels = paper_size(generator("accelerator"), 4), [], []
    for steps in (10, 40):
        with Accelerator() as mode:
            gradient_descent(run.to(THERE), [steps])
        waits.append(mode.waits)
        kernels.append(mode.kernels)
    assert waits[0] == waits[1]
    assert (kernels[1] - kernels[0]) % 30 == 0
    assert (kernels[1] - kernels[0]) // 30 <= 9, "a step is a handful of kernels"

"""Devices by name, and settings that make sums repeat."""

from __future__ import annotations

import pytest
import torch

from ntpcheck import backends
from ntpcheck.errors import UnknownOption


@pytest.mark.parametrize(
    ("name", "present", "kind"),
    [("auto", False, "cpu"), ("auto", True, "cuda"), ("cpu", True, "cpu"), ("cuda", True, "cuda")],
)
def test_a_device_is_chosen_by_name(
    monkeypatch: pytest.MonkeyPatch, name: str, present: object, kind: str
) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: present)
    assert backends.device(name).type == kind


def test_an_accelerator_that_is_not_there_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    with pytest.raises(UnknownOption, match="Use --device cpu"):
        backends.device("cuda")


def test_an_unknown_device_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UnknownOption, match=r"'tpu' does not exist\. Choose one of auto, cpu, cuda"):
        backends.device("tpu")


def test_settling_pins_threads_and_asks_for_repeatable_sums() -> None:
    before = torch.get_num_threads(), torch.are_deterministic_algorithms_enabled()
    try:
        backends.settle(threads=1)
        assert torch.get_num_threads() == 1
        assert torch.are_deterministic_algorithms_enabled()
    finally:
        torch.set_num_threads(before[0])
        torch.use_deterministic_algorithms(before[1])


def test_the_environment_names_what_numbers_depend_on() -> None:
    found = backends.environment("cpu")
    assert found["device"] == "cpu"
    assert {"python", "machine", "torch", "numpy", "scipy", "python-flint", "hypothesis"} < set(found)

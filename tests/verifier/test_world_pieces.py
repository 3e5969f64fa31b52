"""What a world is made of: comparisons by signs, keys of what is remembered, and memory."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from ntpcheck.verifier.arithmetic.intervals import Undecided
from ntpcheck.verifier.instance import tensors
from ntpcheck.verifier.instance.evaluate import Terms
from ntpcheck.verifier.instance.tensors import Tensor, bound_indices, hash_of, stamp
from ntpcheck.verifier.instance.world import World

F = Fraction
# The least and the largest sign that left - right may have, and what is said of each comparison.
SAID = {
    (-1, -1): {"=": False, "!=": True, "<": True, "<=": True, ">": False, ">=": False},
    (0, 0): {"=": True, "!=": False, "<": False, "<=": True, ">": False, ">=": True},
    (1, 1): {"=": False, "!=": True, "<": False, "<=": False, ">": True, ">=": True},
    (-1, 0): {"=": None, "!=": None, "<": None, "<=": True, ">": False, ">=": None},
    (0, 1): {"=": None, "!=": None, "<": False, "<=": None, ">": None, ">=": True},
    (-1, 1): {"=": None, "!=": None, "<": None, "<=": None, ">": None, ">=": None},
}


@pytest.mark.parametrize("ends", SAID)
@pytest.mark.parametrize("sign", ["=", "!=", "<", "<=", ">", ">="])
def test_what_signs_say_of_a_comparison(ends: tuple[int, int], sign: str) -> None:
    world: Any = SimpleNamespace(ops=SimpleNamespace(sign_bounds=lambda _: ends))
    assert World.compared(world, sign, None) is SAID[ends][sign]


def test_keys_tell_numbers_and_tensors_apart() -> None:
    one, other = Tensor(lambda _: F(1), "one"), Tensor(lambda _: F(1), "one")
    assert stamp({"j": 1, "x": one}) == stamp({"x": one, "j": 1})
    assert stamp({"x": one}) != stamp({"x": other})
    assert stamp({"j": 1}) != stamp({"j": 2})
    assert bound_indices({"k": 2, "j": 1, "_3": 5, "x": one}) == "[j=1,k=2]"
    assert bound_indices({"_3": 5}) == ""


def test_an_argument_is_named_by_what_it_is_whatever_its_letters_are() -> None:
    def lam(letter: str, name: str = "c") -> Any:
        return "lam", ((letter, "m"),), ("*", ("par", name, ()), ("field", "h", (("v", letter),)))

    assert hash_of(lam("_1")) == hash_of(lam("_12"))
    assert hash_of(lam("_1")) != hash_of(lam("_1", "d"))
    assert len(hash_of(lam("_1"))) == 6


def test_a_tensor_asks_for_each_entry_once() -> None:
    asked: list[Any] = []
    tensor = Tensor(lambda where: asked.append(where) or F(len(asked)), "t")
    assert [tensor[(0,)], tensor[(1,)], tensor[(0,)]] == [1, 2, 1]
    assert asked == [(0,), (1,)]


def test_a_matrix_has_rational_entries() -> None:
    world: Any = SimpleNamespace()
    assert Terms.rational(world, F(2)) == 2
    with pytest.raises(Undecided, match="rational number is needed"):
        Terms.rational(world, (F(1), F(1)))
    assert tensors.MEMORY == 100_000

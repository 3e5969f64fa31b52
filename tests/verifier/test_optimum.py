"""Minima of convex goals: closed forms, a conic solver's, what wrong hints do, goals without a minimum."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest

from ntpcheck.verifier.arithmetic.intervals import Undecided, Undefined
from ntpcheck.verifier.arithmetic.kinds import enclose
from ntpcheck.verifier.files import Unreadable
from ntpcheck.verifier.instance.world import World
from tests.verifier.risks import attained, conic, drawn, null, one, world


def point(asked: World, name: str) -> list[Any]:
    return [asked.number(("let", name, (), (("v", "i"),)), {"i": i}) for i in range(asked.sizes["d"])]


def number(asked: World, name: str) -> Any:
    return asked.number(("let", name, (), ()), {})


def holds(asked: World, x: Any, core: Any) -> bool:
    return asked.ops.sign(asked.ops.subtract(x, core)) == 0


def inside(x: Any, near: float, error: float = 2e-6) -> bool:
    low, high = enclose(x)
    return float(high - low) < 1e-9 and low - Fraction(error) <= Fraction(near) <= high + Fraction(error)


# ---- Known minima ----
def test_one_log_of_two_parts_has_its_minimum_at_the_log_of_the_odds() -> None:
    asked = world(one())
    (x,) = point(asked, "least")
    ops = asked.ops
    assert holds(asked, x, ops.log(Fraction(2)))
    entropy = ops.subtract(
        ops.mul(Fraction(3), ops.log(Fraction(3))), ops.mul(Fraction(2), ops.log(Fraction(2)))
    )
    assert holds(asked, number(asked, "low"), entropy)


def test_weights_inside_a_log_move_its_minimum() -> None:
    asked = world(one(c=(3, "1/2")))
    (x,) = point(asked, "least")
    assert holds(asked, x, asked.ops.log(Fraction(12)))


def test_an_even_goal_is_least_at_zero() -> None:
    asked = world(one())
    assert point(asked, "least-even") == [0]


def test_exponentials_and_squares() -> None:
    asked = world(one())
    assert holds(asked, point(asked, "tangent")[0], asked.ops.log(Fraction(5, 3)))
    assert point(asked, "squared") == [Fraction(5, 6)]
    (x,) = point(asked, "powers")
    assert isinstance(x, tuple)
    assert x[0] < x[1]
    assert inside(x, np.log(2) / 3, 1e-15)


def test_squares_of_slanted_forms_are_completed() -> None:
    slanted = {"A": [[[0, 1], [0, 1]]] * 2, "E": [[1, 2]], "f": [5], "s": "1/2"}
    assert point(world(one(**slanted)), "slanted") == [Fraction(10, 11), Fraction(20, 11)]
    assert point(world(one(**slanted)), "flat-valley") == [1, 2]  # of many the shortest
    assert point(world(one(**slanted | {"E": [[1, 1], [1, -2]], "f": [1, 7]})), "flat-valley") == [3, -2]
    for name in ("saddle", "shear"):
        with pytest.raises(Undecided, match="not seen to be convex"):
            number(world(one(**slanted)), name)


def test_a_square_beside_logs() -> None:
    asked = world(one())
    low, high = enclose(point(asked, "ridge")[0])
    x = float(low)
    assert abs(3 / (1 + np.exp(-x)) - 2 + x) < 1e-12
    assert high - low < Fraction(1, 1 << 60)


def test_bounds_get_narrower() -> None:
    widths = []
    for bits in (64, 256, 1024):
        low, high = enclose(point(world(one(), bits=bits), "powers")[0])
        widths.append(high - low)
    assert widths[0] < Fraction(1, 1 << 60)
    assert widths[1] < Fraction(1, 1 << 250)
    assert widths[2] < Fraction(1, 1 << 1000)


# ---- Against a conic solver ----
@pytest.mark.parametrize("seed", range(10))
def test_infima_are_those_of_a_conic_solver(seed: int) -> None:
    for k in range(6):
        instance = drawn((seed, k))
        near, _ = conic(instance)
        assert inside(number(world(instance), "low"), near)


@pytest.mark.parametrize("seed", range(10))
def test_infima_under_equations_are_those_of_a_conic_solver(seed: int) -> None:
    for k in range(4):
        instance = drawn((seed, k), rows=Random(seed).randint(1, 2))
        near, _ = conic(instance)
        asked = world(instance)
        if near == np.inf:
            with pytest.raises(Undefined):
                number(asked, "low-on")
        else:
            assert inside(number(asked, "low-on"), near)


@pytest.mark.parametrize("name", ["least", "least-on"])
@pytest.mark.parametrize("seed", range(10))
def test_minimisers_attain_the_infimum_and_are_the_shortest(seed: int, name: str) -> None:
    for k in range(4):
        instance = drawn((seed, k), rows=int(name == "least-on"))
        near, value = conic(instance)
        asked = world(instance)
        if near == np.inf or not attained(instance):
            with pytest.raises(Undefined):
                point(asked, name)
            continue
        at = np.array([float(sum(enclose(x)) / 2) for x in point(asked, name)])
        assert value(at) == pytest.approx(near, abs=1e-6)
        assert np.abs(null(instance) @ at).max(initial=0) < 1e-12


# ---- No minimum ----
def test_what_is_only_approached_is_an_infimum_and_no_minimum() -> None:
    asked = world(one())
    assert number(asked, "faded") == Fraction(5, 3)
    with pytest.raises(Undefined, match="no minimiser"):
        point(asked, "fading")
    separable = one(y=[1, 1])
    assert number(world(separable), "low") == 0
    with pytest.raises(Undefined, match="no minimiser"):
        point(world(separable), "least")


@pytest.mark.parametrize("name", ["sloping", "falling"])
def test_what_falls_without_end_has_no_infimum(name: str) -> None:
    with pytest.raises(Undefined):
        number(world(one()), name)


def test_contradicting_equations_leave_nothing() -> None:
    with pytest.raises(Undefined, match="no point"):
        point(world(one(E=[[0]], f=[1])), "least-on")


def test_a_constant_goal_is_least_at_the_shortest_point_and_needs_no_hint() -> None:
    instance = one(A=[[[0, 1], [0, 1]]] * 2, E=[[1, 2]], f=[5])
    for name in ("constant", "all-shares", "least-on"):
        assert point(world(instance, {}), name) == [1, 2]
    asked = world(instance, {})
    assert holds(asked, number(asked, "low"), asked.ops.mul(Fraction(3), asked.ops.log(Fraction(2))))
    assert not asked.used


def test_shares_that_sum_to_one_are_constant() -> None:
    assert point(world(one(), {}), "all-shares") == [0]


# ---- What is not convex ----
@pytest.mark.parametrize(
    "name", ["share", "concave", "nested", "pit", "dome", "cubic", "steep", "squared-log"]
)
def test_goals_that_are_not_seen_to_be_convex_are_not_decided(name: str) -> None:
    with pytest.raises(Undecided, match="not seen to be convex"):
        number(world(one(y=[1, 1])), name)


def test_a_slope_that_is_no_rational_number_is_not_taken() -> None:
    with pytest.raises(Undecided, match="not rational"):
        number(world(one()), "irrational")


def test_inequalities_are_not_taken() -> None:
    with pytest.raises(Undecided, match="inequalities"):
        number(world(one()), "upper")


# ---- Hints are not believed ----
@pytest.mark.parametrize(
    "hint",
    [
        {"point": [100]},  # too far
        {"ray": [1]},  # the goal grows
        {"ray": [-1], "point": [0]},
        {"ray": [0], "active": [0]},
        {"active": [0]},
        {"ray": [0]},  # no direction, and no point
        {},
        [1],
        "point",
        None,
    ],
)
def test_wrong_hints_show_nothing(hint: Any) -> None:
    for name in ("least", "low"):
        key = {"least": "least", "low": "low.M"}[name]
        asked = world(one(), {key: hint})
        with pytest.raises(Undecided):
            point(asked, name) if name == "least" else number(asked, name)


@pytest.mark.parametrize(
    "hint", [{"point": [1, 2]}, {"point": 1}, {"point": [0.5]}, {"ray": [[1]]}, {"ray": "1"}]
)
def test_hints_of_another_form_are_unreadable(hint: Any) -> None:
    with pytest.raises(Unreadable):
        number(world(one(), {"low.M": hint}), "low")


def test_a_ray_keeps_to_the_equations() -> None:
    instance = one(y=[1, 1], E=[[1]])
    with pytest.raises(Undecided, match="leaves the constraints"):
        number(
            world(one(y=[1, 1], A=[[[0, 0], [1, 1]]] * 2, E=[[1, 0]]), {"low-on.M": {"ray": [1, 0]}}),
            "low-on",
        )
    assert point(world(instance, {}), "least-on") == [0]


@pytest.mark.parametrize("seed", range(10))
def test_no_hint_moves_a_minimum(seed: int) -> None:
    rng = Random(seed)
    for k in range(4):
        instance = drawn((seed, k))
        near, _ = conic(instance)
        for _ in range(6):
            size = len(instance["E"][0])
            hint = {
                word: [str(Fraction(rng.randint(-6, 6), rng.choice((1, 2)))) for _ in range(size)]
                for word in rng.choice((["point"], ["point", "ray"], ["ray"]))
            }
            try:
                found = number(world(instance, {"low.M": hint}), "low")
            except Undecided:
                continue
            assert inside(found, near)


def test_without_a_hint_nothing_is_decided() -> None:
    with pytest.raises(Undecided, match="no hint"):
        number(world(one(), {}), "low")

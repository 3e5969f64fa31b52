"""Guards of lemmas that other rules would hide: each asked by itself, in the roles that it is for."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from ntpcheck.verifier.arithmetic import exact
from ntpcheck.verifier.arithmetic.intervals import Undecided, allow
from ntpcheck.verifier.asymptotics.orders import UNIT, Order
from ntpcheck.verifier.lemmas import plane as lemmas_plane
from ntpcheck.verifier.lemmas import wedges as lemmas_wedges
from ntpcheck.verifier.lemmas.adaptive import Adaptive, constant, fades
from ntpcheck.verifier.lemmas.paced import STEPS, Line
from ntpcheck.verifier.shared.paces import counter, late
from ntpcheck.verifier.shared.premises import all_of
from ntpcheck.verifier.terms.symbols import Symbols
from tests.verifier.argued import case
from tests.verifier.arguments_adaptive import adaptive
from tests.verifier.test_lemma_pieces import is_, order, plane

F = Fraction
ONE = F(1)


def roles(run: str, mean: str, square: str, **given: Any) -> tuple[Any, Any, Any]:
    """The start and the direction of a run and its means, and where it is."""
    told = adaptive(f"bounded(u({run}))", **given)
    world = told.world()
    lets = all_of(world, world.book.claims["toy/it"].core, "trajectory")
    found = Adaptive(world, lets, run, mean, square)
    where = found.line()
    return found.start, found.way, where


ADA = ("ada_k", "am_k", "as_k")


def test_a_run_and_its_means_in_their_roles() -> None:
    found = roles(*ADA, direction=(3, 0), gradient=(2, 0), s=(1, 7))
    assert found == ({(0,): 1, (1,): 7}, {(0,): 3, (1,): 0}, None)
    assert roles("eps_k", "bm_k", "bs_k")[2] is not None


@pytest.mark.parametrize(
    ("names", "given", "why"),
    [
        (("ada_k", "as_k", "am_k"), {}, "a step is a positive number times the one mean"),
        (("short_k", "cm_k", "cs_k"), {}, "the mean of squares is the slower one"),
        (("more_k", "em_k", "es_k"), {}, "shares of means are below 1"),
        (("four_k", "dm_k", "ds_k"), {}, "both are of one gradient"),
        (("rose_k", "fm_k", "fs_k"), {}, "the gradient falls"),
        (("kept_k", "gm_k", "gs_k"), {}, "gm_k starts at 0"),
        (ADA, {"eta": -1}, "a step is a positive number times the one mean"),
        (ADA, {"eta": 0}, "a step is a positive number times the one mean"),
        (ADA, {"direction": (1, 1)}, "no step leads off the line"),
        (ADA, {"gradient": (1, 1)}, "no step leads off the line"),
        (ADA, {"gradient": (-1, 0)}, "a step is a positive number times the one mean"),
        (ADA, {"gradient": (0, 0)}, "no tensor exhibited is 0"),
        (ADA, {"direction": (0, 0)}, "no tensor exhibited is 0"),
        (("before_k", "hm_k", "hs_k"), {}, "runs along a sequence"),
    ],
)
def test_a_premise_on_means_is_asked_for(names: tuple[str, str, str], given: Any, why: str) -> None:
    with pytest.raises(Undecided, match=why):
        roles(*names, **given)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("fade_k", ""),
        ("late-fade_k", "late-fade_k starts between 0 and 1"),
        ("swell_k", "swell_k falls to 0"),
        ("n_k", "each step of n_k is a multiple of it"),
        ("still_k", "still_k falls to 0"),
        ("turned_k", "turned_k falls to 0"),
        ("under_k", "under_k starts between 0 and 1"),
        ("zeroth_k", ""),
    ],
)
def test_what_fades(name: str, why: str) -> None:
    told = adaptive(f"tends({name}, 0)")
    more = "".join(
        f"trajectory {key} along k from {start} by {step}\n"
        for key, start, step in (
            ("still_k", "1 / 2", "still_k"),
            ("turned_k", "1 / 2", "-turned_k / 2"),
            ("under_k", "-1 / 2", "under_k / 2"),
            ("zeroth_k", "0", "zeroth_k / 2"),
        )
    )
    world = told._replace(more=told.more + more).world()
    if not why:
        fades(world, name, world.book.lets[name])
        return
    with pytest.raises(Undecided, match=why):
        fades(world, name, world.book.lets[name])


def test_a_positive_number_times_powers_of_what_is_near_1() -> None:
    allow(1_000_000)
    ops = Symbols()
    near, other = ops.unknown("near", (1, 1)), ops.unknown("other", (1, 1))
    assert constant(ops.mul(F(3), near), [near])
    assert constant(ops.divide(F(3), near), [near])
    assert constant(F(3), [])
    assert not constant(F(-3), [])
    assert not constant(F(0), [])
    assert not constant(ops.mul(F(-3), near), [near])
    assert not constant(ops.mul(F(3), other), [near])
    assert not constant(ops.divide(near, other), [near])
    assert not constant(ops.add(near, ONE), [near])
    assert not constant(ops.divide(ONE, ops.add(near, ONE)), [near])
    assert not constant(ops.exp(near), [near])


@pytest.mark.parametrize("letters", ["a", "b", "ab"])
def test_what_a_mean_is_after_a_step_hangs_on_none_of_its_letters_beside_its_indices(letters: str) -> None:
    own = ("v", "a"), ("v", "b")
    given = tuple(("lam", (), ("field", "x", (("v", letter),))) for letter in letters)
    found = Adaptive.__new__(Adaptive)
    for arguments, indices, plain in ((given, own, False), ((), own[::-1], False), ((), own, True)):
        after = ("let", "held", arguments, indices)
        let: Any = SimpleNamespace(core=("trajectory", "k", (), after), indices=(("a", "d"), ("b", "d")))
        found.run, found.lets = "w", {"m": let, "w": SimpleNamespace(indices=(("c", "d"), ("e", "d")))}
        if plain:
            assert found.renewed(("q", ONE), "m") == ("q", ONE)
            continue
        with pytest.raises(Undecided, match="with its own indices"):
            found.renewed(("q", ONE), "m")


# ---- Paces ----
MORE = """trajectory low_k along k from -1 by low_k + 1
trajectory back_k2 along k from 1 by back_k2 - 1
trajectory rest_k along k from 1 by rest_k
trajectory slow_k along k from 1 by slow_k + 1 / slow_k
trajectory half_k along k from 1 / 2 by half_k + 3
"""


def paced_world(*names: str) -> tuple[Any, Any]:
    told = case("paced", " and ".join(f"bounded({name})" for name in names), direction=[1, 0])
    world = told._replace(more=MORE).world()
    return world, {name: world.book.lets[name] for name in names}


@pytest.mark.parametrize(
    ("name", "counts"), [("n_k", (1, 1)), ("zero_k", (0, 1)), ("half_k", (F(1, 2), 3)), ("passed_k", (3, 2))]
)
def test_what_counts(name: str, counts: Any) -> None:
    world, lets = paced_world(name)
    assert counter(world, name, lets[name]) == counts


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("low_k", "it starts at no negative number"),
        ("back_k2", "each step adds a positive number"),
        ("rest_k", "each step adds a positive number"),
        ("twice_k", "each step adds a positive number"),
        ("slow_k", "a divisor may be 0"),
        ("fall_k", "a counter is a number"),
    ],
)
def test_what_does_not_count(name: str, why: str) -> None:
    world, lets = paced_world(name)
    with pytest.raises(Undecided, match=why):
        counter(world, name, lets[name])


def line(*names: str) -> tuple[Line, Any]:
    """The line of fall_k, n_k and others, and where fall_k is far out."""
    claim = " and ".join(["bounded(n_k)", *(f"bounded(u({name}))" for name in ("fall_k", *names))])
    told = case("paced", claim, direction=[1, 0])
    world = told._replace(more=MORE).world()
    found = Line(world, {name: world.book.lets[name] for name in ("n_k", "fall_k", *names)})
    return found, found.law("fall_k", {})


def test_a_run_on_a_line_and_its_averages() -> None:
    found, far = line("average_k", "moving_k", "early_k")
    is_(far, [(ONE, order(1))], UNIT)  # log k, where steps are 1 / (1 + e^u)
    assert found.counters == {"n_k": (1, 1)}
    is_(found.average("average_k", "fall_k", far), [(ONE, order(1)), (-ONE, UNIT)], UNIT)
    is_(found.average("moving_k", "fall_k", far), [(ONE, order(1)), (F(-3), UNIT)], UNIT)  # from 3 ahead
    steps, clock = found.steps, found.ops.numbers[STEPS]
    assert [late(steps[name], clock) for name in ("average_k", "early_k", "moving_k")] == [1, F(1, 2), 1]
    assert found.told["average_k"] == "is that of the mean of fall_k"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("leap_k", "the pull of an average is above 0 and below 2"),
        ("swing_k", "the pull of an average is above 0 and below 2"),
        ("lazy_k", "a step is that of an average"),
    ],
)
def test_a_pull_is_that_of_an_average(name: str, why: str) -> None:
    found, far = line(name)
    with pytest.raises(Undecided, match=why):
        found.average(name, "fall_k", far)


# ---- Planes and wedges ----
RISE = plane((3, 0, 0)), plane((1, 0, 0), (1, 1, 0))  # 3 / (1 + e^m)
FADES = plane((F(1, 2), 0, 0), (F(-1, 2), 0, 1)), plane((1, 0, 0), (1, 1, 0), (1, 0, 1), (1, 1, 1))

HALF = F(1, 2)
AWAY = (
    plane((HALF, 1, 0), (-HALF, 1, 1), (F(1, 4), 0, 0)),
    plane((1, 0, 0), (2, 1, 0), (1, 2, 0), (1, 0, 1), (2, 1, 1), (1, 2, 1)),  # (1 + e^m)^2 (1 + e^u)
)


def test_a_pull_that_fades_with_the_first_at_another_rate_is_refused() -> None:
    allow(1_000_000)
    still = plane((1, 0, 0)), plane((1, 0, 0))
    for first, second, why in (
        (still, FADES, "at one rate"),
        (RISE, (FADES[0], plane((1, 0, 0), (1, 2, 0))), "at one rate"),
        (RISE, AWAY, "no step leads away"),
        (RISE, FADES, "it does not start there"),
    ):
        with pytest.raises(Undecided, match=why):
            lemmas_plane.fading(first, second)


def test_a_second_coordinate_fades_as_a_power_of_k() -> None:
    """By e^2m (2 - e^u) / 2 (1 + e^2m)^2 (1 + e^u), beside 1 / (1 + e^2m): at u = log 2 of rate 1/6."""
    allow(1_000_000)
    first = plane((1, 0, 0)), plane((1, 0, 0), (1, 2, 0))
    above = plane((1, 2, 0), (-HALF, 2, 1))
    below = plane((1, 0, 0), (2, 2, 0), (1, 4, 0), (1, 0, 1), (2, 2, 1), (1, 4, 1))
    _, u, k = lemmas_plane.fading(first, (above, below))
    fades = Order({0: ONE, 1: F(-1, 3)}, 0)
    is_(u, [(exact.log(F(2)), UNIT), (-ONE, fades)], fades)
    is_(k, [(HALF, order(e1=2))], order(e1=F(3, 2)))


def test_an_exponent_of_something_else_is_no_part_of_a_wedge() -> None:
    with pytest.raises(Undecided, match="more than the point"):
        lemmas_wedges.least([({7: ONE}, ONE)], [0, 1])
    with pytest.raises(Undecided, match="independent along"):
        lemmas_wedges.inverted([[ONE, F(2)], [F(2), F(4)]])
    assert lemmas_wedges.inverted([[F(0), F(2)], [ONE, F(3)]]) == [[F(-3, 2), 1], [F(1, 2), 0]]

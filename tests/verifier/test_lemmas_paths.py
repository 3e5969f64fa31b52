"""Lemmas on paths: each refutes its examples, and no example with a premise broken, and no true claim."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ntpcheck.statement.numeric import Goal
from ntpcheck.verifier import exact, lemmas
from ntpcheck.verifier.book import Book
from ntpcheck.verifier.evaluate import Tensor
from ntpcheck.verifier.intervals import Undecided, allow
from ntpcheck.verifier.lemmas_paths import enclosure
from ntpcheck.verifier.world import World
from tests.verifier.argued import TEXT, Case, case

OWN = ("attained", "enclosed", "off-the-ray")
NEAR: dict[str, Any] = {"U_r": ["1459/1000", "99/100"]}
RAY = "tends({} - norm({}) * (x + y) / norm(x + y), 0)"


def beside(claim: str = RAY.format("U_r", "U_r"), name: str = "U_r", **changed: Any) -> Case:
    parts: dict[str, Any] = {"falls": [1, 1], "plane": [1, -1], "normal": ["9/10", "-11/10"], "near": "1/4"}
    return case("off-the-ray", claim, **{f"{name}.{part}": x for part, x in (parts | changed).items()})


GOOD = (
    case("attained", "tends(norm(P_r), infinity)", P_r=[0, 0]),
    case("attained", "always norm(P_r) = r", P_r=[0, 0]),
    case("attained", "eventually u(P_r) > 0", P_r=[0, 0]),
    case("attained", "tends(P_r / r, x)", P_r=[0, 0]),
    case("enclosed", "always u(U_r) = w(U_r)", **NEAR),
    case("enclosed", "always norm(U_r) < 1", **NEAR),
    case("enclosed", "not not always (r > 1 implies w(U_r) > u(U_r))", **NEAR),
    beside(),
    beside("tends(norm(U_r), infinity) and " + RAY.format("U_r", "U_r")),
    beside(near="1/100"),
    beside("0 = 0 and tends(U_r, 0 * x) and " + RAY.format("U_r", "U_r")),
)
BAD = {
    "no critical point": case("attained", "tends(norm(P_r), infinity)", P_r=["1/8", 0]),
    "a concave goal": case("attained", "tends(norm(H_r), 0)", H_r=[0, 0]),
    "a point that is not allowed": case("attained", "tends(X_r, 5 * x)", X_r=[0, 0]),
    "a point inside what is left out": case("attained", "bounded(norm(O_r))", O_r=[0, 0]),
    "a true limit": case("attained", "tends(P_r, 0)", P_r=[0, 0]),
    "a true bound": case("attained", "always norm(P_r) <= r", P_r=[0, 0]),
    "a goal without a minimum": case("attained", "tends(norm(F_r), 0)", F_r=[0, 0]),
    "a trajectory": case("attained", "tends(norm(T_k), infinity)", T_k=[0, 0]),
    "no rule for the goal": case("attained", "tends(norm(N_r), 0)", N_r=[0, 0]),
    "a point far off": case("enclosed", "always u(U_r) = w(U_r)", U_r=[1, 1]),
    "a point behind": case("enclosed", "always u(U_r) = w(U_r)", U_r=[-1, -1]),
    "no point": case("enclosed", "always u(U_r) = w(U_r)", U_r=[0, 0]),
    "a true order": case("enclosed", "always u(U_r) > w(U_r)", **NEAR),
    "a true length": case("enclosed", "always norm(U_r) <= r", **NEAR),
    "a limit": case("enclosed", "tends(u(U_r) - w(U_r), 0)", **NEAR),
    "from some radius on": case("enclosed", "eventually u(U_r) = w(U_r)", **NEAR),
    "bounded or not": case("enclosed", "bounded(norm(U_r))", **NEAR),
    "a true denial": case("enclosed", "not always u(U_r) = w(U_r)", **NEAR),
    "two paths": case("enclosed", "always u(U_r) = w(F_r)", **NEAR),
    "a ball of another radius": case("enclosed", "always u(D_r) = w(D_r)", D_r=NEAR["U_r"]),
    "equations": case("enclosed", "always u(E_r) > w(E_r)", E_r=NEAR["U_r"]),
    "a goal that is not convex": case("enclosed", "always w(N_r) > 0", N_r=["-1", 0]),
    "equal weights, a true ray": beside(RAY.format("F_r", "F_r"), "F_r"),
    "a true ray, in the other plane": beside(RAY.format("F_r", "F_r"), "F_r", normal=["-9/10", "-11/10"]),
    "relative to the norm, true": beside("tends((U_r - norm(U_r) * (x + y) / norm(x + y)) / norm(U_r), 0)"),
    "a plane that the ray leaves": beside(plane=[1, 0]),
    "no plane": beside(plane=[0, 0]),
    "a normal along the ray": beside(normal=[1, 1]),
    "a normal of the other side": beside(normal=["-9/10", "-11/10"]),
    "a normal along which the goal may rise": beside(normal=["-11/10", "9/10"]),
    "too wide about the plane": beside(near=4),
    "the plane alone": beside(near=0),
    "less than the plane": beside(near="-1/4"),
    "no descent everywhere": beside(falls=[1, -1]),
    "a goal with a minimum": beside(RAY.format("P_r", "P_r"), "P_r"),
    "two lengths": beside("tends(U_r - norm(U_r) * x - norm(onto(U_r)) * y, 0)"),
    "another ball": beside(RAY.format("D_r", "D_r"), "D_r"),
}


@pytest.mark.parametrize("example", GOOD, ids=lambda one: f"{one.lemma} {one.claim}"[:60])
def test_a_lemma_refutes_its_examples(example: Case) -> None:
    assert example.refuted()


@pytest.mark.parametrize("name", BAD)
def test_a_broken_premise_or_a_true_claim_is_not_refuted(name: str) -> None:
    assert not BAD[name].refuted()


def test_each_lemma_is_refused_in_five_ways() -> None:
    for own in OWN:
        assert own in lemmas.LEMMAS
        assert sum(one.lemma == own for one in BAD.values()) >= 5


ENTRY = st.integers(-40, 40).map(lambda k: Fraction(k, 16))


@settings(deadline=None, max_examples=40)
@given(st.lists(ENTRY, min_size=6, max_size=6), st.sampled_from(("well", "fall", "uneven")))
def test_the_minimiser_is_in_its_enclosure(numbers: list[Fraction], goal: str) -> None:
    allow(10_000_000)
    path = f"path Z_r[a] along r minimises {goal}(M) over M[a] with norm(M) <= r\n"
    fields = {"x": numbers[:2], "y": numbers[2:4], "s": [Fraction(0)] * 2, "eta": Fraction(1)}
    book = Book(TEXT + path, "toy")
    world, let = World(book, "Two", {"d": 2}, fields, {}), book.lets["Z_r"]
    point = {(i,): x for i, x in enumerate(numbers[4:])}
    square = sum(x * x for x in point.values())
    try:
        with lemmas.at_work(world, exact):
            around, radius = enclosure(world, let, Tensor(point.__getitem__, "P"), Fraction(square))
    except Undecided:
        return  # the point is not ahead of the gradient
    best = Goal(world, let).least(float(square) ** 0.5)
    assert radius >= 0
    for cell, x in zip(around, best, strict=True):
        low, high = exact.enclose(around[cell])
        assert float(low) - 1e-5 <= x <= float(high) + 1e-5

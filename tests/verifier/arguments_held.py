"""Single steps, runs between bounds, and linear steps: what lemmas refute, and what they leave alone."""

from __future__ import annotations

from typing import Any

from tests.verifier.argued import Case, case

OWN = ("at-a-step", "caught", "swings", "unsettled")
LEAP: dict[str, Any] = {"from": -1, "to": 6, "and-from": "-41/4", "and-to": "-23/4"}  # of u - 2
WAY: dict[str, Any] = {"T_k.0": [1, 0]}


def caught(claim: str, *, eta: int = 12, s: Any = (2, 0), shown: dict[str, Any] | None = None) -> Case:
    """Of T_k, u leaps across 0 and back."""
    return Case("caught", claim, {**WAY, **LEAP} if shown is None else shown, {"s": list(s), "eta": eta})


COMPOSED = """trajectory bent_k[a] along k from s by bent_k - eta * x * turn(bent_k + x * slow(bent_k))
trajectory strayed_k[a] along k from s by strayed_k - eta * x * turn(strayed_k + x * slow(strayed_k))
        + y * slow(strayed_k)
trajectory split_k[a] along k from s by split_k - eta * x * turn(split_k + x * slow(split_k)) / u(split_k)
"""


def composed(claim: str, low: str = "-1/2", high: str = "3/5", name: str = "bent_k") -> Case:
    """From u = -1 u tends to the zero of u + 1 / (1 + e^u), about -2/3."""
    ends = dict(zip(LEAP, (low, high, low, high), strict=True))
    told = {f"{name}.0": [1, 0], **ends}
    return Case("caught", claim, told, {"s": [-1, 0], "eta": 1}, COMPOSED)


FACTORS = """trajectory fore_k along k from u(s) by fore_k + eta * aft_k * (1 - fore_k * aft_k)
trajectory aft_k along k from w(s) by aft_k + eta * fore_k * (1 - fore_k * aft_k)
"""
ONE = "tends(fore_k * aft_k, 1)"


def factors(claim: str, *, s: Any = (1, -1), eta: Any = "1/8", **shown: Any) -> Case:
    """From (1, -1) two factors keep to the line a + b = 0, and fall to 0, where m = -1."""
    told = {"fore_k.0": 1, "aft_k.0": -1, **dict.fromkeys(LEAP, "-5/4"), "to": "1/4", "and-to": "1/4"}
    return Case("caught", claim, told | shown, {"s": list(s), "eta": eta}, FACTORS)


def swings(claim: str, *, eta: Any = 3, s: Any = (0, 0), way: Any = (1, 0)) -> Case:
    """Of B_k, u - 1 is multiplied by 1 - eta in each step."""
    return case("swings", claim, s=s, eta=eta, B_k__0=list(way))


def unsettled(claim: str, *, eta: Any = 12, near: Any = 2, far: Any = 9, **shown: Any) -> Case:
    """Of T_k, u leaps across 0 and back; of V_k it is pulled to a number, of G_k w moves it too."""
    told = {"direction": [1, 0], "near": near, "far": far, "centre": 0} | shown
    return Case("unsettled", claim, told, {"s": [6, 0], "eta": eta})


GOOD = (
    case("at-a-step", "always norm(A_k) >= 1", step=0),
    case("at-a-step", "always (k > 0 implies (some c | c > 0. A_k = c * y))", step=1),
    case("at-a-step", "always (k > 0 implies (some c | c < 0. A_k = c * x))", step=2),
    case("at-a-step", "always (some X[a] | w(X) > 0. A_k = X + x)", step=1),
    case("at-a-step", "always (k > 0 implies (some c | c < 1 / zero_k. A_k = c * y))", step=1),
    case("at-a-step", "always u(A_k) <= 1 / 4", step=1),
    case("at-a-step", "always u(A_k) <= k / 4", step=1),
    case("at-a-step", "always u(A_k) <= 1", step=3),
    case("at-a-step", "always u(A_k) <= 10", step=40),
    case("at-a-step", "always u(fall_k) <= 4", step=64),
    case("at-a-step", "always squared_k <= 3 / 4", step=100),
    case("at-a-step", "always n_k <= 256", step=256),
    case("at-a-step", "(forall a. always A_k[a] = 0) and (always w(A_k) = 0)", step=2),
    case("at-a-step", "always left_k = k", step=1),
    case("at-a-step", "always left_k <= 2", step=4),
    case("at-a-step", "always heap_k < 3", step=3),
    case("at-a-step", "always heap_k <= 100", step=40),
    case("at-a-step", "always u(by-k_k) <= 1 / 8", step=1),
    factors(ONE),
    factors("eventually fore_k * aft_k > 1 / 2"),
    factors("tends(fore_k, infinity)"),
    caught("tends(u(T_k), 0)"),
    caught("tends(turn(T_k), 0)"),
    caught("tends(norm(T_k), infinity)"),
    caught("tends(norm(T_k), 0)"),
    caught("eventually norm(T_k) < 1 / 2"),
    caught("tends(log(1 + exp(u(T_k))) - u(T_k) / 2, log(2))"),
    composed("tends(u(bent_k), 0)"),
    composed("tends(slow(bent_k), 1 / 2)"),
    composed("eventually u(bent_k) < -3 / 2"),
    composed("tends(norm(bent_k), infinity)"),
    swings("tends(u(B_k), 1)"),
    swings("tends(u(B_k), 1)", eta=2),
    swings("tends(norm(B_k - x), 0)", eta=2),
    swings("bounded(norm(B_k))"),
    swings("tends(u(B_k), 1)", eta=2, way=(-2, 0)),
    unsettled("some X[a]. tends(T_k, X)"),
    unsettled("some X[a]. tends(T_k - log(k) * y, X)"),
    unsettled("some X[a] | norm(X) > 1. norm(X) > 2 and tends(norm(T_k - X), 0)"),
    unsettled("some c. tends(u(T_k) - w(s), 2 * c + 1)"),
    unsettled("tends(u(T_k), 0)"),
    unsettled("tends(u(T_k), 5)"),
    unsettled("some X[a]. tends(T_k, X)", centre=1),
    unsettled("tends(2 * T_k, x)"),
    unsettled("forall a | x[a] != 0. some c. tends(T_k[a], c)"),
    unsettled("eventually norm(T_k) <= 0"),
)
BAD = {
    "near where a composed step rests": composed("tends(u(bent_k), -2 / 3)"),
    "a composed step that leads out": composed("tends(u(bent_k), 0)", high="1/5"),
    "a start beside what a composed step keeps": composed("tends(u(bent_k), 0)", low="1/10"),
    "a composed step off the line": composed("tends(u(strayed_k), 0)", name="strayed_k"),
    "a composed step without a value": composed("tends(u(split_k), 2)", name="split_k"),
    "a number that solves the equations": case("at-a-step", "always (some c | c >= 0. A_k = c * x)", step=1),
    "a condition that has no value at a step": case(
        "at-a-step", "always (some c | c < 1 / zero_k. c = 1 and c = 2)", step=0
    ),
    "a condition that has none at some numbers": case(
        "at-a-step", "always (some c | c > 5 and log(zero_k) > 0. c = 1)", step=0
    ),
    "numbers that are not all said": case("at-a-step", "always (some X[a] | w(X) = 1. u(X) = 0)", step=1),
    "two numbers that solve the equations": case(
        "at-a-step", "always (some c e. A_k = c * x + e * y)", step=1
    ),
    "every number": case("at-a-step", "always (every c | c < 0. A_k = c * y)", step=1),
    "a step at which it holds": case("at-a-step", "always u(A_k) <= 1 / 4", step=0),
    "a limit at one step": case("at-a-step", "tends(u(A_k), 0)", step=1),
    "what holds at last at one step": case("at-a-step", "eventually u(A_k) >= 1", step=0),
    "what need not hold always": case("at-a-step", "not (always u(A_k) >= 0)", step=1),
    "a step that is no whole number": case("at-a-step", "always u(A_k) <= 1 / 4", step="3/2"),
    "a step before the start": case("at-a-step", "always u(A_k) <= 1 / 4", step=-1),
    "the number that a step leads to": case("at-a-step", "always left_k <= 2", step=3),
    "a sum of the numbers that steps lead to": case("at-a-step", "always heap_k <= 3", step=3),
    "a first step that has no value": case("at-a-step", "always missing_k <= 0", step=2),
    "a step too far": case("at-a-step", "always u(A_k) <= 1 / 4", step=999),
    "no step": case("at-a-step", "always u(A_k) <= 1 / 4"),
    "the limit of two runs on a line": factors("tends(fore_k * aft_k, 0)"),
    "two runs that a step takes off the line": factors(ONE, s=(1, "-1/2")),
    "two runs along a line that one of them leaves": factors(ONE, **{"aft_k.0": 1}),
    "two runs, the way of one of them 0": factors(ONE, **{"aft_k.0": 0}),
    "two runs that step out of the places": factors(ONE, eta=2),
    "a limit that the places hold": caught("tends(u(T_k)^2, 36)"),
    "a run that is bounded": caught("bounded(norm(T_k))"),
    "one of two places": caught("eventually u(T_k) > 0"),
    "places that a step leaves": caught("tends(u(T_k), 0)", shown=WAY | LEAP | {"to": 5}),
    "a start in neither place": caught("tends(u(T_k), 0)", shown=WAY | LEAP | {"from": 1}),
    "short steps": caught("tends(u(T_k), 0)", eta=1),
    "a way that a step leaves": caught("tends(u(T_k), 0)", shown=LEAP | {"T_k.0": [1, 1]}),
    "no places": caught("tends(u(T_k), 0)", shown=WAY),
    "steps that shrink": swings("tends(u(B_k), 0)", eta="3/2"),
    "a step to the end": swings("tends(u(B_k), 0)", eta=1),
    "no step at all": swings("tends(u(B_k), 1)", eta=0),
    "a start at rest": swings("tends(u(B_k), 0)", s=(1, 0)),
    "what does not move": swings("tends(w(B_k), 1)"),
    "a swing that is bounded": swings("bounded(norm(B_k))", eta=2),
    "a run that grows": swings("tends(norm(B_k), infinity)"),
    "a way beside the steps": swings("tends(u(B_k), 1)", way=(0, 1)),
    "a distance that stays": swings("tends(norm(B_k - x), 1)", eta=2),
    "steps that shrink along a longer way": swings("tends(u(B_k), 0)", eta="3/2", way=(2, 0)),
    "a square": swings("tends(u(B_k)^2, 1)", eta=2, s=(0, 0)),
    "a difference that stays": swings("tends(u(B_k) - dot(x, B_k), 0)"),
    "two ways, of which one is forgotten": case(
        "swings", "tends(dot(x + y, M_k), 0)", eta=3, M_k__0=[1, 0], M_k__1=[0, 1]
    ),
    "places beside another way": caught(
        "tends(w(V_k), infinity)",
        eta=1,
        s=(0, 0),
        shown={"V_k.0": [1, 0], "V_k.1": [0, 1], "from": 0, "to": 1, "and-from": 0, "and-to": 1},
    ),
    "a root beside what is linear": case("swings", "tends(u(FF_k), 1)", FF_k__0=[1, 0]),
    "a swing that shrinks": unsettled("some X[a]. tends(T_k, X)", eta=1, near=1, far=9),
    "a number that runs along": unsettled("some X[a]. tends(T_k - log(k) * x, X)"),
    "what does not swing": unsettled("some X[a]. tends(w(T_k) * y, X)"),
    "numbers that may run": unsettled("every X[a]. eventually norm(T_k - X) >= 0"),
    "a square of a swing": unsettled("some c. tends(u(T_k)^2, c)"),
    "a difference of swings": unsettled("some c. tends(u(T_k) - dot(x, T_k), c)"),
    "a denied limit": unsettled("not (some X[a]. tends(T_k, X))"),
    "one of two statements": unsettled("(some X[a]. tends(T_k, X)) or bounded(norm(T_k))"),
    "bounds that a swing leaves": unsettled("some X[a]. tends(T_k, X)", near=4, far=7),
    "bounds that begin at rest": unsettled("some X[a]. tends(T_k, X)", near=0, far=9),
    "a start out of bounds": unsettled("some X[a]. tends(T_k, X)", near=7, far=9),
    "a coordinate that stays": unsettled("some X[a]. tends(T_k, X)", direction=[0, 1], centre=5),
    "a coordinate that is pulled": unsettled("some X[a]. tends(V_k, X)", eta=1),
    "a coordinate that others move": unsettled("some X[a]. tends(G_k, X)"),
    "a swing about no centre": case(
        "unsettled", "some X[a]. tends(T_k, X)", s=(6, 0), eta=12, direction=[1, 0], near=2, far=9
    ),
    "steps that are not linear": case("swings", "tends(u(T_k), 0)", s=(2, 0), eta=12, T_k__0=[1, 0]),
}

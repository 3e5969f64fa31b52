"""Coordinates that move each by itself: examples that the lemma refutes, and what it has to leave alone."""

from __future__ import annotations

from typing import Any

from tests.verifier.argued import Case, case

OWN = ("coordinates",)
STEEP: Any = "1/2"


def two(claim: str, *, s: Any = (0, 0), eta: Any = STEEP, **ways: Any) -> Case:
    """Of V_k, the coordinate along x is pulled to log 2, and that along y rises."""
    return case("coordinates", claim, s=s, eta=eta, **ways)


W_WAY: dict[str, Any] = {"V_k__0": [1, 0], "V_k__1": [0, 1]}
THERE = "some X[a]. tends(V_k - log(k) * y, X) and "  # true
TWICE = "tends(u(V_k) + w(V_k) - log(k), u(X) + w(X)) and tends(u(V_k), u(X))"
GOOD = (
    two(THERE + "(every t | (every Y[a] | u(Y) = 1. u(Y) = t). t = 2)", **W_WAY, t=1),
    two("bounded(norm(V_k))", **W_WAY),
    two("tends(u(V_k), 0)", **W_WAY),
    two("tends(u(V_k), 65 / 64 * log(2))", **W_WAY),
    two("tends(w(V_k) / log(k), 65 / 64)", **W_WAY),
    two("tends(w(V_k) - log(k), 0)", **W_WAY),
    two("tends(V_k / norm(V_k), x)", **W_WAY),
    two("tends(k * exp(-w(V_k)), 1)", **W_WAY),
    two("eventually w(V_k) - log(k / 2) >= -log(k) / k", **W_WAY),
    two("tends(log(k)^2 * (1 - w(V_k) / norm(V_k)), 1)", **W_WAY),
    two("some X[a]. tends(V_k - log(k) * y, X) and norm(X) = 0", **W_WAY),
    two("some X[a] | exp(-w(X)) = 1. tends(w(V_k) - log(k), w(X))", **W_WAY),
    two("some X[a]. tends(w(V_k), w(X))", **W_WAY),
)
ALSO = "norm(Z_k) >= 0"  # of a run of which the lemma says nothing
GOOD += (
    two(f"tends(u(V_k), 0) and always {ALSO}", **W_WAY),
    two(f"some X[a] t. forall a. tends(V_k[a], X[a]) and always {ALSO}", **W_WAY),
    two("every t | t > 0. tends(norm(Z_k), t) and bounded(norm(V_k))", t=1, **W_WAY),
)
DECAY: dict[str, Any] = {"s": (0, 2), "decayed_k__0": [1, 0], "decayed_k__1": [0, 1]}
GOOD += (
    two("tends(u(decayed_k), log(2))", **DECAY),
    two("tends(u(decayed_k), 0)", **DECAY),
    two("tends(w(decayed_k), 1)", **DECAY),
    two("tends(decayed_k / norm(decayed_k), y)", **DECAY),
    two("tends(norm(decayed_k), infinity)", **DECAY),
    two("eventually u(decayed_k) <= 1 / 4", **{**DECAY, "s": (-5, 2)}),
)
GOOD += (
    two("some c. c > 0 and bounded(exp(c * k) * exp(-w(V_k)))", **W_WAY),
    two("some c | 0 < c. tends(exp(k * c / 2) * exp(-w(V_k)) * 3, 0)", **W_WAY),
    two("some c b | c > 0. eventually exp(-w(V_k)) <= b * exp(- c * k)", **W_WAY),
    two("some c b. b > 0 and c > 0 and eventually exp(-w(V_k)) - b * exp(-c * k) < 0", **W_WAY),
    two("some c. c > 0 and (forall a | y[a] > 0. bounded(exp(c * k) / V_k[a]))", **W_WAY),
)
ONE: Any = 1
BOTH: tuple[Any, Any] = ([1, 0], [0, 1])  # two that rise: the first of them is the clock


def rise(claim: str, name: str, *, turned: bool = False) -> Case:
    """Of PP_k, u is log k - log(k) / 2 k and w is log(k / 2) - 3 log(k) / 2 k; of RR_k, u is log(2 k) / 2; of
    OO_k, it is log(k) / 2 - log(k) / 4 k.
    """
    one, other = BOTH[::-1] if turned else BOTH
    return two(claim, eta=ONE, **{f"{name}__0": one, f"{name}__1": other})


GOOD += tuple(
    rise(claim, name, turned=turned)
    for turned in (False, True)
    for claim, name in (
        ("tends(w(PP_k) - u(PP_k), 0)", "PP_k"),
        ("tends(w(PP_k) - log(k), 0)", "PP_k"),
        ("tends(u(PP_k) - log(k), 1 / 64)", "PP_k"),
        ("eventually w(PP_k) - log(k / 2) >= -95 / 64 * log(k) / k", "PP_k"),
        ("eventually w(PP_k) - log(k / 2) <= -97 / 64 * log(k) / k", "PP_k"),
        ("eventually u(PP_k) - log(k) >= -31 / 64 * log(k) / k", "PP_k"),
        ("eventually u(PP_k) - log(k) <= -33 / 64 * log(k) / k", "PP_k"),
        ("eventually u(OO_k) - log(k) / 2 >= -15 / 64 * log(k) / k", "OO_k"),
        ("eventually u(OO_k) - log(k) / 2 <= -17 / 64 * log(k) / k", "OO_k"),
        ("tends(u(RR_k) - log(k) / 2, 0)", "RR_k"),
        ("tends(2 * u(RR_k) - w(RR_k), 0)", "RR_k"),
        ("eventually u(RR_k) >= log(2 * k) / 2 + exp(-log(k) / 8)", "RR_k"),
    )
)
GOOD += (
    two("some X[a] | u(X) > 3. tends(V_k - log(k) * y, X)", **W_WAY),
    two("some X[a] | sqrt(u(X)^2) = 2 * log(2). tends(V_k - log(k) * y, X)", **W_WAY),
    two("some c. c > 0 and forall a | y[a] > 0. bounded(exp(c * k) / V_k[a]) and 0 <= 1", **W_WAY),
    two(THERE + "(every t | (every Y[a] | level(Y). u(Y) = t). t = 2)", **W_WAY, t=1),
    two(
        f"some X[a] | u(X) - w(X) = 2. {TWICE}",
        **W_WAY,
    ),
)
TRUE_RISES = {
    "two that rise, as far apart": ("tends(w(PP_k) - u(PP_k), -log(2))", "PP_k"),
    "two that rise, the second": ("tends(w(PP_k) - log(k), -log(2))", "PP_k"),
    "two that rise, the second from above": ("eventually w(PP_k) - log(k / 2) <= -log(k) / k", "PP_k"),
    "two that rise, the second from below": ("eventually w(PP_k) - log(k / 2) >= -2 * log(k) / k", "PP_k"),
    "two that rise, the first from above": ("eventually u(PP_k) - log(k) <= -log(k) / (4 * k)", "PP_k"),
    "two that rise, what is not known": (
        "eventually w(PP_k) - log(k / 2) + 3 / 2 * log(k) / k < 9 / k",
        "PP_k",
    ),
    "twice as steep, from above": ("eventually u(OO_k) - log(k) / 2 <= -log(k) / (8 * k)", "OO_k"),
    "twice as steep, from below": ("eventually u(OO_k) - log(k) / 2 >= -log(k) / (2 * k)", "OO_k"),
    "a square that rises": ("tends(u(RR_k) - log(k) / 2, log(2) / 2)", "RR_k"),
    "a square that rises, from above": ("eventually u(RR_k) < log(2 * k) / 2 - exp(-log(k) / 2)", "RR_k"),
    "a square that rises beside another": ("tends(2 * u(RR_k) - w(RR_k), log(2))", "RR_k"),
}
STEADY: dict[str, Any] = {"QQ_k__0": [1, 0], "QQ_k__1": [0, 1]}  # rises along x, and by eta along y
TURNED: dict[str, Any] = {"QQ_k__0": [0, 1], "QQ_k__1": [1, 0]}
RACE: dict[str, Any] = {"climb_k__0": [1, 0], "fall_k__0": [1, 0]}
GOOD += (
    two("tends(w(QQ_k) / k, 1)", **STEADY),
    two("tends(w(QQ_k) / k, 1)", **TURNED),
    two("bounded(w(QQ_k) - k / 3)", **STEADY),
    two("eventually norm(QQ_k) <= 5 * log(k)", **STEADY),
    two("bounded(norm(S_k))", S_k__0=[1, 0]),  # a push that does not fade
    two("tends(QQ_k / norm(QQ_k), x)", **TURNED),
    two("eventually norm(climb_k) <= norm(fall_k)", **RACE),
    two("tends(u(fall_k) / log(u(climb_k)), 2)", **RACE),
    two("bounded(norm(S_k))", S_k__0=[1, 0]),  # a push that does not fade
)
# Of T_k, the one coordinate is pulled to 0, from 1: what is left is multiplied by 3/4 + o(1) in each step.
NEARS: dict[str, Any] = {"s": (1, 0), "T_k__0": [1, 0]}
BELOW: dict[str, Any] = {**NEARS, "s": (-1, 0)}
GOOD += (
    two("eventually u(T_k) <= 0", **NEARS),
    two("eventually norm(T_k) = 0", **BELOW),
    two("eventually well(T_k) <= log(2)", **NEARS),  # which is its least value
    two("tends(log(norm(T_k)) / k, -1)", **NEARS),
    two("tends(log(well(T_k) - log(2)) / log(norm(T_k)), 1)", **BELOW),
)
# Of the mean of fall_k, log k - 1, and of the tensor that adds it up.
HEAP: dict[str, Any] = {"fall_k__0": [1, 0]}
MEANS = "exp(-u(whole_k) / k) - exp(-2 * u(whole_k) / k)"
GOOD += (
    two(f"tends(k * ({MEANS}), exp(1))", **HEAP),
    two("tends(k * (1 - exp(-exp(u(whole_k) / k - u(whole_k) / k - u(whole_k) / k))), 1)", **HEAP),
)
BAD = {
    "the side to which one keeps that is pulled": two("eventually u(T_k) > 0", **NEARS),
    "the other side": two("eventually u(T_k) < 0", **BELOW),
    "the rate at which it nears": two("tends(log(norm(T_k)) / k, log(3 / 4))", **NEARS),
    "that it nears geometrically": two("some c. c > 0 and bounded(exp(c * k) * u(T_k))", **NEARS),
    "a rate that it may have": two("some c | c > 0. tends(log(u(T_k)) + c * k, 0)", **NEARS),
    "what cancels between means, and is left": two(
        "tends(k * (1 - exp(-exp(u(whole_k) / k - u(whole_k) / k - u(whole_k) / k))), 2 * exp(1))", **HEAP
    ),
    "how a least value is neared": two("tends(log(well(T_k) - log(2)) / log(norm(T_k)), 2)", **NEARS),
    "that k is large where it is near": two("bounded(norm(T_k) * k^9)", **NEARS),
    "a mean's true law": two(f"tends(k * ({MEANS}), 2 * exp(1))", **HEAP),
    "a difference of means that is 0": two("tends(k * (u(whole_k) / k - u(whole_k) / k), 0)", **HEAP),
    "an alternative that another run has": two(f"tends(u(V_k), 0) or always {ALSO}", **W_WAY),
    "what is true of it, beside another run": two(f"tends(u(V_k), log(2)) and always {ALSO}", **W_WAY),
    "what is said where another run is small": two("tends(norm(Z_k), 0) implies tends(u(V_k), 0)", **W_WAY),
    "what another run is said to do first, which may have no value": two(
        "tends(1 / norm(Z_k), 0) and tends(u(V_k), 0)", **W_WAY
    ),
    "what is said of it and of a run that may end": two(
        "tends(u(V_k), 0) and always norm(II_k) >= 0", **W_WAY
    ),
    "a distance to another run": two("tends(norm(Z_k - V_k), 0)", **W_WAY),
    "a coordinate by steps of one length": two("tends(w(QQ_k) / k, eta)", **STEADY),
    "where it is": two("tends(w(QQ_k) - eta * k, 0)", **TURNED),
    "where it is from another start": two("tends(w(QQ_k) - eta * k, 3)", s=(1, 3), **STEADY),
    "one beside it": two("tends(exp(u(QQ_k)) / k, eta)", **TURNED),
    "the longer of two runs": two("eventually norm(climb_k) > norm(fall_k)", **RACE),
    "a log of one by steps of one length": two("tends(u(fall_k) / log(u(climb_k)), 1)", **RACE),
    **{name: rise(*told) for name, told in TRUE_RISES.items()},
    **{f"{name}, turned": rise(*told, turned=True) for name, told in TRUE_RISES.items()},
    "a condition with a root that is so": two(
        "some X[a] | sqrt(u(X)^2) = log(2). tends(V_k - log(k) * y, X)", **W_WAY
    ),
    "a condition with a root that not all numbers have": two(
        "some X[a] | sqrt(u(X)) = log(2). tends(V_k - log(k) * y, X)", **W_WAY
    ),
    "two equations that are so": two(
        f"some X[a] | u(X) - w(X) = log(4). {TWICE}",
        **W_WAY,
    ),
    "a rate in a function that is not seen to rise": two(
        "some c | c > 0. bounded(abs(exp(-c * k)) * k^70 * u(V_k))", **W_WAY
    ),
    "a rate of what has no sign": two("some c | c > 0. bounded(exp(c * k) * (u(V_k) - log(2)))", **W_WAY),
    "a decay by an uneven share": two("tends(u(dragged_k), 9)", dragged_k__0=[1, 0], dragged_k__1=[0, 1]),
    "a rate beside a larger power": two(
        "some c b | c > 0. eventually exp(-w(V_k)) <= b * exp(-c * k) + 3 / k", **W_WAY
    ),
    "a rate by log k": two("some c | c > 0. bounded(exp(c * log(k)) * exp(-w(V_k)))", **W_WAY),
    "a rate by what rises": two("some c | c > 0. bounded(exp(c * w(V_k)) * exp(-w(V_k)))", **W_WAY),
    "a rate of a difference": two("some c | c > 0. eventually exp(c * k) * (u(V_k) - 1) <= w(V_k)", **W_WAY),
    "a rate that is less than another": two("some c | c > 0. bounded(exp(c * k - k) * w(V_k))", **W_WAY),
    "a factor that stands in a power too": two(
        "some c b | c > 0 and b > 0. eventually exp(-w(V_k)) <= b * exp(-c * k) + b / k", **W_WAY
    ),
    "a geometric rate that is true": two(
        "some c. c > 0 and bounded(exp(c * k) * abs(u(V_k) - log(2)))", **W_WAY
    ),
    "a rate that may be negative": two("some c. bounded(exp(c * k) * exp(-w(V_k)))", **W_WAY),
    "a rate of what falls": two("some c. c > 0 and bounded(exp(-c * k) * w(V_k))", **W_WAY),
    "a rate from below": two("some c b | c > 0. eventually exp(-w(V_k)) >= b * exp(-c * k)", **W_WAY),
    "a factor that may be negative": two("some c b | c > 0. eventually b * exp(c * k) <= -1", **W_WAY),
    "a factor with a minus": two("some c b | c > 0. eventually exp(-w(V_k)) <= - (b * exp(-c * k))", **W_WAY),
    "a factor that stands twice": two(
        "some c b | c > 0. eventually exp(-w(V_k)) <= b * exp(-c * k) + b^2", **W_WAY
    ),
    "a rate on both sides": two("some c | c > 0. bounded(exp(c * k) * exp(-c * k) * exp(-w(V_k)))", **W_WAY),
    "a rate of what is negative": two("some c | c > 0. eventually -exp(c * k) < w(V_k)", **W_WAY),
    "a rate at every step": two("some c b | c > 0. always exp(c * u(V_k)) <= b", **W_WAY),
    "one of two rates": two("some c. c > 0 and (bounded(exp(c * k)) or bounded(1 / k))", **W_WAY),
    "a rate that is denied": two("some c. c > 0 and not bounded(exp(c * k) * exp(-w(V_k)))", **W_WAY),
    "a decay's true rate": two(
        "some c X[a] | c > 0. tends(decayed_k, X) and bounded(exp(c * k) * norm(decayed_k - X))", **DECAY
    ),
    "a true limit with a condition on it": two(
        "some X[a]. tends(V_k - log(k) * y, X) and (forall a | X[a] > 0. X[a] <= 9)", **W_WAY
    ),
    "a true rate with a condition on it": two(
        "some c X[a] | c > 0. tends(u(V_k), log(2)) and (forall a | X[a] > 0. bounded(exp(-c * k) * w(V_k)))",
        **W_WAY,
    ),
    "a decay's true limit": two("tends(w(decayed_k), 0)", **DECAY),
    "bounds of a decay's limit": two("eventually 1 / 4 < u(decayed_k) < log(2)", **DECAY),
    "a decay's true direction": two("tends(decayed_k / norm(decayed_k), x)", **DECAY),
    "a decay from far out": two("bounded(norm(decayed_k))", **{**DECAY, "s": (90, 2)}),
    "a decay that is a growth": two("bounded(grown_k)", s=(9, 2), grown_k__0=[1, 0], grown_k__1=[0, 1]),
    "a decay that leaps across": two("tends(tossed_k, 9 * x)", tossed_k__0=[1, 0], tossed_k__1=[0, 1]),
    "a decay by another coordinate": two("tends(skewed_k, 9 * x)", skewed_k__0=[1, 0], skewed_k__1=[0, 1]),
    "a true pull": two("tends(u(V_k), log(2))", **W_WAY),
    "a true pull from afar": two("tends(u(V_k), log(2))", s=(-7, 3), **W_WAY),
    "a true pace": two("tends(w(V_k) / log(k), 1)", **W_WAY),
    "a true offset": two("tends(w(V_k) - log(k), -log(2))", **W_WAY),
    "a true offset that exists": two("some X[a]. tends(V_k - log(k) * y, X)", **W_WAY),
    "a true offset under a condition": two(
        "some X[a] | exp(-w(X)) = 2. tends(w(V_k) - log(k), w(X))", **W_WAY
    ),
    "a true direction": two("tends(V_k / norm(V_k), y)", **W_WAY),
    "a true remainder": two("eventually w(V_k) - log(k / 2) >= -2 * log(k) / k", **W_WAY),
    "a true angle": two("tends(log(k)^2 * (1 - w(V_k) / norm(V_k)), log(2)^2 / 2)", **W_WAY),
    "a remainder that is not known": two(
        "eventually w(V_k) < log(k / 2) - 3 / 2 * log(k) / k - 9 / k", **W_WAY
    ),
    "a coordinate that is left out": two("tends(u(V_k), 0)", V_k__0=[1, 0]),
    "directions that are not orthogonal": two("tends(u(V_k), 0)", V_k__0=[1, 0], V_k__1=[1, 1]),
    "directions that mix the coordinates": two("tends(u(V_k), 0)", V_k__0=[1, 1], V_k__1=[1, -1]),
    "a direction of 0": two("tends(u(V_k), 0)", V_k__0=[1, 0], V_k__1=[0, 0]),
    "no exhibited direction": two("tends(u(V_k), 0)"),
    "what is said of every one of no tensors": two(
        THERE + "(every t | (every Y[a] | u(Y) = 1 and u(Y) = 2. t = 7). t = t)", **W_WAY, t=1
    ),
    "what is said of every tensor whose exponential is negative": two(
        THERE + "(every t | (every Y[a] | exp(u(Y)) = -1. t = 7). t = t)", **W_WAY, t=1
    ),
    "what is said of some of no tensors": two(
        THERE + "(every t | (some Y[a] | u(Y) = 1 and u(Y) = 2. t = 1). t = 2)", **W_WAY, t=1
    ),
    "what is not so of every tensor": two(
        THERE + "(every t | (every Y[a] | u(Y) = 1. w(Y) = t). t = 2)", **W_WAY, t=1
    ),
    "a pull of three terms": two("tends(u(W_k), 1)", W_k__0=[1, 0]),
    "a path in the place of a trajectory": two("tends(norm(P_r), infinity)", P_r__0=[1, 0]),
}

"""Lemmas on all large numbers: examples that they refute, and what they have to leave alone."""

from __future__ import annotations

from typing import Any

from tests.verifier.argued import case

OUT: dict[str, Any] = {"M__from": [0, 0], "M__along": [1, 1]}
RAY: dict[str, Any] = {"e": -1, **OUT}
SMALL = "some t | t > 0. every M[a] | slow(M) < t + 0."
OWN = ("alone", "approached")
GOOD = (
    case("alone", "tends(eta * k, 1)"),
    case("alone", "tends(log(k), 7) or bounded(log(k))"),
    case("alone", "always (r > 2 implies norm(x + r * y) = r)"),
    case("alone", "eventually exp(-r) > eta / r"),
    case("alone", "tends(k / (k + eta), 1) implies tends(sqrt(k), 0)"),
    case("approached", "every e | e < 0. some t | t > 0. every M[a] | fall(M) < 0 + t. u(M) < e", **RAY),
    case("approached", "every e | e != 0. some t | 0 < t. every M[a] | fall(M) <= t + 0. 0 > 1 + e", **RAY),
    case("approached", f"{SMALL} w(M) <= 3", **OUT),
    case("approached", "some t | t > 0. every M[a] | -u(M) < eta + t. w(M) <= 3", **OUT),
)
BAD = {
    "a number that grows as is said": case("alone", "tends(eta * k, infinity)"),
    "a trajectory beside the number": case("alone", "tends(u(T_k) / k, 1)"),
    "a trajectory beside a false limit of the number": case("alone", "tends(u(T_k) / k, 1) and tends(k, 1)"),
    "a formula that nothing runs in": case("alone", "growing R. tends(R, 1)"),
    "a formula without any number that grows": case("alone", "tends(eta, 2)"),
    "what fails for small numbers alone": case("alone", "always (r > 1/2 implies log(r) > 0)"),
    "a number that may tend to what falls": case("alone", "bounded(k) or tends(exp(-k), 0)"),
    "a ray along which it is not small": case(
        "approached", f"{SMALL} w(M) <= 3", M__from=[0, 0], M__along=[-1, 1]
    ),
    "a ray along which the conclusion holds": case(
        "approached", f"{SMALL} w(M) <= 3", M__from=[0, 0], M__along=[1, -1]
    ),
    "a ray that stays above the level": case(
        "approached", "some t | t > 0. every M[a] | slow(M) + 1 < t + eta / 2. w(M) <= 3", **OUT
    ),
    "a margin that the conclusion speaks of": case("approached", f"{SMALL} w(M) <= 3 / t", **OUT),
    "a margin that the level speaks of": case(
        "approached", "some t | t > 0. every M[a] | slow(M) < t + (-t). w(M) <= 3", **OUT
    ),
    "a level that moves with the ray": case(
        "approached", "some t | t > 0. every M[a] | slow(M) < t + u(M). w(M) <= 3", **OUT
    ),
    "a loss that is to be large": case(
        "approached", "some t | t > 0. every M[a] | slow(M) > t + 0. w(M) <= 3", **OUT
    ),
    "a number of which nothing is said": case(
        "approached", "every e | e > 0. some t | t > 0. every M[a] | fall(M) < 0 + t. u(M) < e", **RAY
    ),
    "a margin that need not be positive": case(
        "approached", "some t | t > -1. every M[a] | slow(M) < t + 0. w(M) <= 3", **OUT
    ),
    "what is bounded for each M, and not along the ray": case("approached", f"{SMALL} bounded(w(M))", **OUT),
    "what tends to 0 along the ray alone": case("approached", f"{SMALL} not tends(1 / w(M), 0)", **OUT),
    "a loss that hangs on a limit": case(
        "approached",
        "some t | t > 0. every M[a] | (if bounded(w(M)) then 1 else slow(M)) < t + 0. w(M) <= 3",
        **OUT,
    ),
    "a conclusion that holds far out": case("approached", f"{SMALL} w(M) <= 3 or u(M) > 7", **OUT),
}

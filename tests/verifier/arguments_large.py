"""Lemmas on all large numbers: examples that they refute, and what they have to leave alone."""

from __future__ import annotations

from typing import Any

from tests.verifier.argued import case

OUT: dict[str, Any] = {"M__from": [0, 0], "M__along": [1, 1]}
RAY: dict[str, Any] = {"e": -1, **OUT}
SMALL = "some t | t > 0. every M[a] | slow(M) < t + 0."
OWN = ("alone", "approached", "outpaced")
GOOD = (
    case("alone", "tends(eta * k, 1)"),
    case("alone", "tends(log(k), 7) or bounded(log(k))"),
    case("alone", "always (r > 2 implies norm(x + r * y) = r)"),
    case("alone", "eventually exp(-r) > eta / r"),
    case("alone", "tends(k / (k + eta), 1) implies tends(sqrt(k), 0)"),
    case("alone", "some c. eventually eta <= c / k"),
    case("alone", "some Z[a]. forall a. tends(log(k) * x[a], Z[a])"),
    case("alone", "some Z[a] | w(Z) = 1. forall a. tends(x[a] + y[a] * exp(-k), Z[a])"),
    case("approached", "every e | e < 0. some t | t > 0. every M[a] | fall(M) < 0 + t. u(M) < e", **RAY),
    case("approached", "every e | e != 0. some t | 0 < t. every M[a] | fall(M) <= t + 0. 0 > 1 + e", **RAY),
    case("approached", f"{SMALL} w(M) <= 3", **OUT),
    case("approached", "some t | t > 0. every M[a] | -u(M) < eta + t. w(M) <= 3", **OUT),
    case("outpaced", "some c | c > 0. every M[a]. slow(M)^2 >= c * slow(M)", **OUT),
    case("outpaced", "some c. every M[a] | w(M) >= 3. c * exp(u(M)) > exp(2 * u(M)) + c * w(M)", **OUT),
    case("outpaced", "every e | e > 2. some c. every M[a] | u(M) >= c. u(M) <= e", e=3, **OUT),
    case("outpaced", "every e. some c t | t > 0. every M[a] | w(M) > 2 * c - t. u(M) * t < e", e=-1, **OUT),
    case("outpaced", "some c. every M[a] | c + 1 <= u(M) and w(M) = u(M). w(M) <= 2", **OUT),
    case(
        "outpaced",
        "every e. some c. every M[a] | u(M) = 1. u(M) + w(M) > e",
        e=2,
        M__from=[1, 1],
        M__along=[0, 0],
    ),
    case("outpaced", "some Z[a]. every M[a] | w(M) >= slow(Z). exp(u(Z)) >= w(M)^2 - 3", **OUT),
    case("outpaced", "some c t | t > 0. every M[a]. 0 <= 1 and forall a. u(M)^2 + c <= x[a] - t", **OUT),
)
BAD = {
    "a sequence beside what is small": case("approached", f"{SMALL} w(M) <= 3 and bounded(norm(T_k))", **OUT),
    "a sequence beside an inequality": case(
        "outpaced", "some c | c > 0. every M[a]. u(M)^2 <= c and bounded(norm(T_k))", **OUT
    ),
    "no statement on what is small": case("approached", "some t | t > 0. u(s) > t", **OUT),
    "a margin that is a tensor": case(
        "approached", "some Z[a] | u(Z) > 0. every M[a] | u(M) < u(Z). 0 = 1", **OUT
    ),
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
    "a constant that is large enough": case("outpaced", "some c | c > 0. every M[a]. slow(M) <= c", **OUT),
    "a constant that may be negative": case("outpaced", "some c. every M[a]. c * u(M)^2 < 1", **OUT),
    "sides that grow alike": case("outpaced", "some c | c > 0. every M[a]. u(M)^2 <= c * u(M)^2", **OUT),
    "a tensor beside what falls": case("outpaced", "some Z[a]. every M[a]. exp(u(Z)) >= slow(M)", **OUT),
    "a tensor on both sides": case("outpaced", "some Z[a]. every M[a]. u(M) <= w(Z) + u(M + Z)", **OUT),
    "a condition that a tensor is in": case(
        "outpaced", "some Z[a]. every M[a] | u(M) <= u(Z). u(M)^3 <= 100", **OUT
    ),
    "a condition that leaves the ray out": case(
        "outpaced", "some c | c > 0. every M[a] | u(M) <= 7. u(M)^2 <= c", **OUT
    ),
    "a condition that the constant is in": case(
        "outpaced", "some c | c > 0. every M[a] | u(M) <= c. u(M)^2 <= c * 50", **OUT
    ),
    "a condition that some constant forbids": case(
        "outpaced", "some c. every M[a] | u(M) >= c * u(M). u(M) <= 3", **OUT
    ),
    "a condition that a constant is equal to": case(
        "outpaced", "some c. every M[a] | u(M) = c. u(M) <= 3", **OUT
    ),
    "a condition on what falls": case("outpaced", "some c. every M[a] | slow(M) >= c. u(M) <= 3", **OUT),
    "a condition that holds for one of two constants": case(
        "outpaced", "some c. every M[a] | u(M) >= c or u(M) <= c. u(M) <= 3", **OUT
    ),
    "a bound that is not spoken of": case(
        "outpaced", "every e | e < 0. some c. every M[a] | u(M) >= c. u(M) <= e", e=3, **OUT
    ),
    "a bound that is kept": case(
        "outpaced", "every e. some c. every M[a] | u(M) >= c. u(M) >= e", e=3, **OUT
    ),
    "a bound for each tensor": case(
        "outpaced", "some c. every M[a]. every e | e > u(M). w(M) <= c", e=3, **OUT
    ),
    "a constant beside what falls": case("alone", "some c. eventually 1 / (k + 2) <= c / (k + 1)"),
    "a point that the number leads to": case("alone", "some Z[a]. forall a. tends(x[a] + exp(-k), Z[a])"),
    "a point that is allowed": case(
        "alone", "some Z[a] | u(Z) = 1. forall a. tends(x[a] + y[a] * exp(-k), Z[a])"
    ),
    "an alternative to the inequality": case(
        "outpaced", "some c | c > 0. every M[a]. u(M)^2 <= c or u(M) > 3", **OUT
    ),
    "an inequality of chosen entries": case(
        "outpaced", "some c | c > 0. every M[a]. forall a | M[a] <= c. M[a]^2 <= c * 100", **OUT
    ),
    "an inequality of chosen entries beside another": case(
        "outpaced", "some c | c > 0. every M[a]. 0 <= 1 and (forall a | M[a] <= c. M[a]^2 <= c * 100)", **OUT
    ),
    "one constant for each tensor": case("outpaced", "every M[a]. some c | c > 0. u(M)^2 <= c", **OUT),
    "an inequality that says what is bounded": case(
        "outpaced", "some c | c > 0. every M[a]. (if bounded(u(M)) then 0 else u(M)) <= c", **OUT
    ),
}

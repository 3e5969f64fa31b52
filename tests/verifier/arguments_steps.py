"""Lemmas on trajectories: examples that they refute, and what they have to leave alone."""

from __future__ import annotations

from tests.verifier.argued import case

OWN = ("stays", "conserved", "off-the-plane", "rays")
ZERO = "eventually norm(onto({})) <= 0"
RAYS = {"R_k": [1, 0], "mean_k": [1, 0]}
GOOD = (
    case("stays", "tends(norm(T_k), infinity)"),
    case("stays", "tends(T_k, x)"),
    case("stays", "eventually u(T_k) > w(T_k)", s=(0, 2)),
    case("stays", "always w(T_k) > 1 and u(T_k) = 0", s=(0, 1)),
    case("stays", "not bounded(norm(T_k))"),
    case("stays", "some X[a]. tends(T_k - log(k) * x, X)"),
    case("stays", "some X[a] | X = x. tends(T_k, X)"),
    case("stays", "some c. eventually k <= c * (1 + norm(T_k))"),
    case("conserved", "tends(C_k, 0)", s=(0, 1), C_k=[0, 1]),
    case("conserved", "tends(C_k - norm(C_k) * x, 0)", s=(5, "-1/3"), C_k=[0, 2]),
    case("conserved", "tends(C_k, y) and tends(norm(C_k), infinity)", C_k=[0, 1]),
    case("conserved", "eventually C_k = 0", s=(0, 1), C_k=[0, 1]),
    case("conserved", "tends(by-k_k, x)", s=(0, 1), **{"by-k_k": [0, 1]}),
    case("off-the-plane", ZERO.format("A_k")),
    case("off-the-plane", ZERO.format("T_k"), s=(1, 0)),
    case("off-the-plane", "always norm(onto(T_k)) <= 0 and w(T_k) = 0", s=(-7, 3)),
    case("off-the-plane", "eventually onto(T_k) = 0", s=(1, 0), eta="1/2"),
    case("rays", "tends(R_k / norm(R_k), y)", **RAYS),
    case("rays", "eventually w(R_k) > 0", **RAYS),
    case("rays", "always u(R_k) = 0", **RAYS),
    case("rays", "eventually (u(R_k) > 5 and w(R_k) > 0)", **RAYS),
    case("rays", "eventually (w(R_k) > 0 and 1 / (u(R_k) - 5) > 0)", **RAYS),
    case("rays", "tends(w(R_k) / norm(mean_k), 1)", s=(1, 0), **RAYS | {"R_k__from": [1, 0]}),
)
BAD = {
    "behind a part that may have no value": case(
        "rays", "eventually (1 / (u(R_k) - 5) > 0 and w(R_k) > 0)", **RAYS
    ),
    "a first step that moves": case("stays", "tends(norm(T_k), infinity)", s=(1, 0)),
    "a limit that there is": case("stays", "some X[a]. tends(T_k, X)"),
    "a limit under a condition that it meets": case("stays", "some X[a] | dot(X, x) = 0. tends(T_k, X)"),
    "a bound that there is": case("stays", "some c. eventually norm(T_k) <= c"),
    "a true limit of what stays": case("stays", "tends(T_k, 0)"),
    "a true bound of what stays": case("stays", "always norm(T_k) <= 0"),
    "a limit at all": case("stays", "bounded(norm(T_k))"),
    "one that stays, one that moves": case("stays", "tends(norm(T_k) + norm(A_k), 0)"),
    "a sequence of another that moves": case("stays", "tends(norm(mean_k), 0)"),
    "a path": case("stays", "tends(norm(P_r), infinity)"),
    "a step that hangs on its number": case("stays", "tends(J_k, 0)"),
    "no sequence": case("stays", "growing R. tends(1 / R, 1)"),
    "a value that is kept": case("conserved", "tends(C_k, 0)", C_k=[0, 1]),
    "a value that is kept elsewhere": case("conserved", "tends(C_k, 2 * y)", s=(0, 2), C_k=[0, 1]),
    "a value that is kept by steps of each number": case(
        "conserved", "tends(by-k_k, 0)", **{"by-k_k": [0, 1]}
    ),
    "a value that steps of each number change": case(
        "conserved", "tends(by-k_k, 0)", s=(1, 1), **{"by-k_k": [1, 0]}
    ),
    "a step that has no value at first": case("conserved", "tends(none_k, 0)", s=(0, 1), none_k=[0, 1]),
    "what tends to 0 beside what is kept": case(
        "conserved", "tends(by-k_k - y / (k + 1), 0)", s=(0, 1), **{"by-k_k": [0, 1]}
    ),
    "a value that changes": case("conserved", "tends(C_k, 0)", s=(1, 1), C_k=[1, 0]),
    "a combination that changes": case("conserved", "tends(C_k, 0)", s=(0, 1), C_k=[1, 1]),
    "no value": case("conserved", "tends(C_k, 0)", s=(0, 1), C_k=[0, 0]),
    "a norm that is left over": case("conserved", "tends(C_k - norm(C_k) * y, 0)", s=(0, 1), C_k=[0, 1]),
    "only a part that tends": case("conserved", "tends(onto(C_k), 0)", s=(0, 1), C_k=[0, 1]),
    "an infinite limit": case("conserved", "tends(w(C_k), infinity)", s=(0, 1), C_k=[0, 1]),
    "a negation": case("conserved", "not tends(C_k, 0)", s=(0, 1), C_k=[0, 1]),
    "nothing exhibited": case("conserved", "tends(C_k, 0)", s=(0, 1)),
    "a start on the plane": case("off-the-plane", ZERO.format("T_k"), s=(0, 1)),
    "a step that may reach the plane": case("off-the-plane", ZERO.format("T_k"), s=(1, 0), eta=12),
    "a bound that is not 0": case("off-the-plane", "eventually norm(onto(T_k)) <= 1", s=(1, 0)),
    "a true approach": case("off-the-plane", "tends(onto(T_k), 0)", s=(1, 0)),
    "a true inequality": case("off-the-plane", "eventually u(T_k) >= 0", s=(1, 0)),
    "another plane": case("off-the-plane", "eventually w(T_k) * y = 0", s=(1, 0)),
    "both sides of a plane": case("off-the-plane", "eventually norm(onto(T_k)) >= 0", s=(1, 0)),
    "two trajectories, one plane": case("off-the-plane", "eventually onto(T_k) = onto(A_k)", s=(1, 0)),
    "a plane by an irrational number": case("off-the-plane", "eventually sqrt(2) * onto(T_k) = 0", s=(1, 0)),
    "a path on a plane": case("off-the-plane", "always norm(onto(P_r)) <= 0"),
    "the ray's own direction": case("rays", "tends(R_k / norm(R_k), x)", **RAYS),
    "the length on a ray": case("rays", "tends(norm(R_k), 1)", **RAYS),
    "whether it runs off": case("rays", "bounded(norm(R_k))", **RAYS),
    "another direction": case("rays", "eventually w(R_k) > 0", R_k=[1, 1], mean_k=[1, 0]),
    "a direction turned round": case("rays", "eventually w(R_k) > 0", R_k=[-1, 0], mean_k=[1, 0]),
    "a ray for one of two": case("rays", "eventually w(R_k) > 0", R_k=[1, 0]),
    "a start beside the ray": case("rays", "eventually w(R_k) > 5", s=(0, 1), **RAYS),
    "no direction": case("rays", "eventually w(R_k) > 0", R_k=[0, 0], mean_k=[1, 0]),
    "steps that turn back": case("rays", "eventually w(T_k) > 0", s=(1, 0), T_k=[1, 0]),
    "a first step of length 0": case("rays", "eventually w(T_k) > 0", T_k=[1, 0]),
}

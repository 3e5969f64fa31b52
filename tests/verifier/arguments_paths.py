"""Lemmas on paths: examples that they refute, and what they have to leave alone."""

from __future__ import annotations

from typing import Any

from tests.verifier.argued import Case, case

OWN = ("attained", "enclosed", "off-the-ray")
NEAR: dict[str, Any] = {"U_r": ["1459/1000", "99/100"]}
HELD: dict[str, Any] = {"V_r": ["417/400", "27/40"], "V_r.at": 4}
RIDGE = "path V_r[a] along r minimises {} over M[a]\n"
RAY = "tends({} - norm({}) * (x + y) / norm(x + y), 0)"


def beside(claim: str = RAY.format("U_r", "U_r"), name: str = "U_r", **changed: Any) -> Case:
    parts: dict[str, Any] = {"falls": [1, 1], "plane": [1, -1], "normal": ["9/10", "-11/10"], "near": "1/4"}
    return case("off-the-ray", claim, **{f"{name}.{part}": x for part, x in (parts | changed).items()})


def ridged(claim: str, goal: str = "uneven(M) + norm(M)^2 / r", **changed: Any) -> Case:
    return Case("enclosed", claim, HELD | changed, more=RIDGE.format(goal))


def late(claim: str) -> Case:
    """A path that has no points where r is below 3."""
    late = "path late_r[a] along r minimises well(M) over M[a] with norm(M) <= r - 3\n"
    return case("attained", claim, late_r=[0, 0])._replace(more=late)


GOOD = (
    case("attained", "tends(norm(P_r), infinity)", P_r=[0, 0]),
    case("attained", "always norm(P_r) = r", P_r=[0, 0]),
    case("attained", "eventually u(P_r) > 0", P_r=[0, 0]),
    case("attained", "tends(P_r / r, x)", P_r=[0, 0]),
    late("eventually norm(late_r) > 5"),
    case("enclosed", "always u(U_r) = w(U_r)", **NEAR),
    case("enclosed", "always norm(U_r) < 1", **NEAR),
    case("enclosed", "not not always (r > 1 implies w(U_r) > u(U_r))", **NEAR),
    ridged("always u(V_r) = w(V_r)"),
    ridged("always norm(V_r)^2 <= r / 4"),
    ridged("not not always (r > 1 implies w(V_r) > u(V_r))", **{"V_r.at": "41/10"}),
    beside(),
    beside("tends(norm(U_r), infinity) and " + RAY.format("U_r", "U_r")),
    beside(near="1/100"),
    beside("0 = 0 and tends(U_r, 0 * x) and " + RAY.format("U_r", "U_r")),
)
BAD = {
    "no critical point": case("attained", "tends(norm(P_r), infinity)", P_r=["1/8", 0]),
    "a path without points at small radii": late("always norm(late_r) > 5"),
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
    "a point far off, with a ridge": ridged("always u(V_r) = w(V_r)", V_r=[3, 3]),
    "a ridge for another point": ridged("always u(V_r) = w(V_r)", **{"V_r.at": 40}),
    "a ridge without end": ridged("always u(V_r) = w(V_r)", **{"V_r.at": 0}),
    "a ridge turned over": ridged("always u(V_r) = w(V_r)", **{"V_r.at": -4}),
    "a true order, with a ridge": ridged("always u(V_r) > w(V_r)"),
    "a true bound, with a ridge": ridged("always norm(V_r)^2 <= r / 2"),
    "a limit, with a ridge": ridged("tends(u(V_r) - w(V_r), 0)"),
    "from some ridge on": ridged("eventually u(V_r) = w(V_r)"),
    "half a ridge": ridged("always u(V_r) = w(V_r)", "uneven(M) + norm(M)^2 / (2 * r)"),
    "a ridge and a goal that is not convex": ridged("always u(V_r) = w(V_r)", "bent(M) + norm(M)^2 / r"),
    "no ridge": ridged("always u(V_r) = w(V_r)", "uneven(M)"),
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

"""Paths in cubes that end in a corner, and what says nothing of corners."""

from __future__ import annotations

from typing import Any

from tests.verifier.argued import Case

OWN = ("in-a-corner",)
MORE = """path cube_r[a] along r minimises uneven(M) over M[a] with (max a. abs(M[a])) <= r
path each_r[a] along r minimises fall(M) over M[a] with forall a. abs(M[a]) <= r
path flat_r[a] along r minimises log(1 + exp(-u(M))) over M[a] with (max a. abs(M[a])) <= r
path pit_r[a] along r minimises well(M) over M[a] with (max a. abs(M[a])) <= r
path hill_r[a] along r minimises hill(M) over M[a] with (max a. abs(M[a])) <= r
path half_r[a] along r minimises fall(M) over M[a] with (max a. abs(M[a])) <= r / 2
path sole_r[a] along r minimises fall(M) over M[a] with abs(u(M)) <= r
"""


def cornered(claim: str, corner: Any = (1, 1)) -> Case:
    name = claim.partition("_r")[0].split("(")[-1]
    return Case("in-a-corner", claim, {f"{name}_r": list(corner)}, more=MORE)


GOOD = (
    cornered("bounded(norm(cube_r))"),
    cornered("tends(norm(cube_r) / r, 1)"),
    cornered("tends(cube_r / norm(cube_r), (2 * x + y) / sqrt(5))"),
    cornered("eventually u(each_r) < r"),
    cornered("tends(r + log(fall(each_r)), 0)"),
    cornered("tends(flat_r / r, x - y)"),
)
BAD = {
    "the corner's own direction": cornered("tends(cube_r / norm(cube_r), (x + y) / sqrt(2))"),
    "the corner's own rate": cornered("tends(r + log(fall(each_r)), log(2))"),
    "a corner from which the goal falls": cornered("bounded(norm(cube_r))", (1, -1)),
    "a point that is no corner": cornered("bounded(norm(cube_r))", (1, 0)),
    "a corner that is too far": cornered("bounded(norm(cube_r))", (2, 2)),
    "small cubes": cornered("always norm(cube_r) < 1"),
    "a least point inside": cornered("tends(pit_r, x)"),
    "a goal in a cube that is not convex": cornered("bounded(norm(hill_r))"),
    "a smaller cube": cornered("eventually u(half_r) < r"),
    "a slab": cornered("bounded(norm(sole_r))"),
    "a ball for a cube": cornered("tends(norm(F_r) / r, 2)"),
}

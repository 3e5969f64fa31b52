"""Paths where the gradient is opposite to the point: false limits fall, true ones stand."""

from __future__ import annotations

from functools import cache
from textwrap import fill
from typing import Any

import pytest

from ntpcheck.verifier.language.book import Book
from tests.verifier.argued import objection, refuted

TWO: dict[str, Any] = {"type": "Dataset", "embeddings": [[1, 0], [0, 1]], "counts": [[1, 0], [3, 0]]}
PULLED: dict[str, Any] = {"type": "Dataset", "embeddings": [[1, 0], [1, 1]], "counts": [[1, 3], [1, 0]]}
BESIDE = {"linear:W_B.0": [[0, 1], [0, -1]], "linear:W_B.1": [[1, 0], [-1, 0]]}
FIRST = {"linear:W_B.0": [[1, 0], [-1, 0]], "linear:W_B.1": [[0, 1], [0, -1]]}
RIDGE = {key.replace("W_B", "W_r"): shown for key, shown in FIRST.items()}
COS = "tends(dot(W_B, Wmm) / (norm(W_B) * norm(Wmm)), {})"
LOSS = "some c. eventually abs(log(CE(W_B) - H) + B / norm(Wmm) - ({} + 2 * log(norm(Wmm)))) <= c / B"
RHO = "some c. eventually every rho | {}. abs(norm(W_B) - 2 * rho) <= c"
FALSE = {
    COS.format(-1): TWO,
    "bounded(norm(W_B))": TWO,
    "tends(CE(W_B), 1)": TWO,
    LOSS.format("log(2 * sqrt(3) / 4) + 1 / 64"): TWO,
    "tends(PF(W_B), 65 / 64 * Wstar)": PULLED,
    "tends(PF(W_B), 0)": PULLED,
}
TRUE = {
    COS.format(1): TWO,
    "tends(norm(W_B), infinity)": TWO,
    "tends(CE(W_B), H)": TWO,
    LOSS.format("log(2 * sqrt(3) / 4)"): TWO,
    "tends(PF(W_B), Wstar)": PULLED,
    COS.format(1) + " and tends(CE(W_B), H)": PULLED,
}


@cache
def book(limit: str, more: str = "") -> Book:
    line = fill(f"limit {limit}", 100, initial_indent=" " * 4, subsequent_indent=" " * 8)
    claim = f'claim toy/one "here" on Dataset\n    says      it is so\n{line}\n'
    return Book(f'book toy "A toy"\n\nuse ntpcheck.linear\n\ngiven Dataset\n{more}\n{claim}', "toy.book")


def falls(limit: str, data: Any, shown: Any, more: str = "") -> bool:
    return refuted(book(limit, more), "toy/one", data, "balanced", shown)


@pytest.mark.parametrize("limit", FALSE)
def test_a_false_limit_of_a_path_falls(limit: str) -> None:
    assert falls(limit, FALSE[limit], FIRST if FALSE[limit] is TWO else BESIDE)


@pytest.mark.parametrize("limit", TRUE)
def test_a_true_neighbour_stands(limit: str) -> None:
    assert not falls(limit, TRUE[limit], FIRST if TRUE[limit] is TWO else BESIDE)


def test_the_ridge_path_falls_and_stands_likewise() -> None:
    assert falls(COS.format(-1).replace("W_B", "W_r"), TWO, RIDGE)
    assert not falls(COS.format(1).replace("W_B", "W_r"), TWO, RIDGE)


@pytest.mark.parametrize(
    ("limit", "false"),
    [
        ("eventually norm(W_r) >= sqrt(r) / 10", True),
        ("tends(norm(W_r) / sqrt(r), 1)", True),
        ("tends(norm(W_r) / sqrt(sqrt(r)), 1)", True),
        ("tends(norm(W_r) / sqrt(log(r)), 1)", True),
        ("eventually norm(W_r) <= sqrt(r) / 10", False),
        ("tends(norm(W_r) / sqrt(r), 0)", False),
        ("tends(norm(W_r) / sqrt(log(r)), infinity)", False),
    ],
)
def test_the_ridge_path_is_held_against_roots(limit: str, false: bool) -> None:  # noqa: FBT001
    assert falls(limit, TWO, RIDGE) == false


DENIED = {
    "not tends(norm(W_B), infinity)": True,
    f"{COS.format(1)} implies tends(CE(W_B), 1)": True,
    f"{COS.format(-1)} iff tends(CE(W_B), H)": True,
    "not (tends(CE(W_B), H) and bounded(PF(W_B)))": True,
    f"(sum j | {COS.format(1)}. 1) = 0": True,
    f"not {COS.format(-1)}": False,
    f"{COS.format(-1)} implies tends(CE(W_B), 1)": False,
    "not eventually CE(W_B) < H": False,
    "not always CE(W_B) > H": False,  # false, and what is seen far out says nothing of the rest
}


@pytest.mark.parametrize(("limit", "false"), DENIED.items())
def test_a_denied_limit_falls_where_all_large_radii_are_known(limit: str, false: bool) -> None:  # noqa: FBT001
    assert falls(limit, TWO, FIRST) == false


@pytest.mark.parametrize(("times", "false"), [(1, True), (2, False)])
def test_a_denied_limit_of_a_norm_falls_by_its_square(times: int, false: bool) -> None:  # noqa: FBT001
    """Roots of squares of logs are compared as bounds, and what stands below them exactly."""
    data, limit = {**TWO, "counts": [[1, 3], [1, 0]]}, f"not tends(norm(PF(W_B)), norm({times} * Wstar))"
    assert falls(limit, data, BESIDE) == false


def test_a_denied_limit_is_left_alone_where_another_coordinate_moves_the_first_force() -> None:
    assert not falls("not tends(norm(W_B), infinity)", PULLED, BESIDE)


@pytest.mark.parametrize(("ridge", "known"), [("norm(M)^2 / c", True), ("norm(M) / c", False)])
def test_a_denied_limit_of_a_ridge_path(ridge: str, known: bool) -> None:  # noqa: FBT001
    more = f"path W_c[v,i] along c minimises CE(M) + {ridge} over M[v,i]\n"
    shown = {key.replace("linear:W_B", "W_c"): way for key, way in FIRST.items()}
    assert falls("not tends(norm(W_c), infinity)", TWO, shown, more) == known


@pytest.mark.parametrize(
    ("shown", "why"),
    [
        ({"linear:W_B.0": [[1, 0], [-1, 0]]}, ""),  # the gradient leaves the line
        ({"linear:W_B.0": [[1, 0], [-1, 0]], "linear:W_B.1": [[1, 1], [-1, -1]]}, "orthogonal"),
        ({"linear:W_B.0": [[-1, 0], [1, 0]], "linear:W_B.1": [[0, 1], [0, -1]]}, "falls along the first"),
        ({"linear:W_B.0": [[1, 0], [-1, 0]], "linear:W_B.1": [[0, 0], [0, 0]]}, ""),
        ({}, ""),
    ],
)
def test_other_directions_refute_nothing(shown: dict[str, Any], why: str) -> None:
    said = objection(book(COS.format(-1)), "toy/one", TWO, "balanced", shown)
    assert said
    assert why in said


def test_a_goal_that_is_not_convex_says_nothing() -> None:
    more = "path W_c[v,i] along c minimises CE(M) - CE(M) / 2 over M[v,i] with norm(M) <= c\n"
    shown = {key.replace("linear:W_B", "W_c"): way for key, way in FIRST.items()}
    assert not falls("bounded(norm(W_c))", TWO, shown, more)


@pytest.mark.parametrize(
    ("goal", "known"),
    [
        ("norm(M)^2 / c over M[v,i]", True),
        ("norm(M)^2 / (2 * c) over M[v,i]", False),  # another ridge
        ("norm(M) / c over M[v,i]", True),
        ("norm(M)^2 / c over M[v,i] with norm(M) <= 3 * c", False),
    ],
)
def test_a_path_is_in_balls_or_has_a_power_of_the_norm_beside_it(goal: str, known: bool) -> None:  # noqa: FBT001
    more = f"path W_c[v,i] along c minimises CE(M) + {goal}\n"
    shown = {key.replace("linear:W_B", "W_c"): way for key, way in FIRST.items()}
    assert falls(COS.format(-1).replace("W_B", "W_c"), TWO, shown, more) == known


@pytest.mark.parametrize(
    ("condition", "fails"),
    [
        ("rho > 0 and exp(rho) = exp(4 * B)", True),
        ("rho > 0 and exp(2 * rho) = exp(B)", False),  # the statement is true
        ("rho > 0 and rho * exp(rho) = B * exp(4 * B)", True),
        ("rho > 0 and 1 / (rho - 4 * B) = 0", False),  # it changes sign, and is 0 nowhere
        ("rho < 0 and exp(rho) = exp(4 * B)", False),
        ("rho > 0 and (if rho < 4 * B then 1 else 2) = 3 / 2", False),
        ("rho > 0 and rho * exp(rho) = 1", True),  # one number for all B
        ("rho > 0 and rho^2 = 2", True),
        ("rho > 0 and rho * exp(rho) = 1 and B < 1", False),  # for no large B
        ("rho > 0 and rho * exp(rho) = -1", False),
        ("rho > 0", True),
        ("rho > 0 and rho * exp(rho) * B != 1", True),
        ("rho > 0 and rho * B != 1 and B < 1", False),
        ("rho * B = 1 and rho < 0", False),
        ("rho * B != 1 and 2 * rho >= B and 2 * rho <= B", False),  # the statement is true
    ],
)
def test_a_number_given_by_an_equation_exists_or_is_a_simple_one(condition: str, fails: bool) -> None:  # noqa: FBT001
    assert falls(RHO.format(condition), TWO, FIRST) == fails


UNDER = "path W_c[v,i] along c minimises CE(M) over M[v,i] with {}\n        and norm(M) <= c\n"
ALIKE = "(forall v j j2. l(M)[j,v] = l(M)[j2,v])"  # so that W_c is c / 2 along the one way that is left
GAP = "forall j z v | S[j,z] and not S[j,v]. tends((l(W_c)[j,z] - l(W_c)[j,v]) / c, {})"
ALONG = {"W_c.0": [[1, 1], [-1, -1]]}


@pytest.mark.parametrize(
    ("condition", "limit", "shown", "fails"),
    [
        (ALIKE, GAP.format(2), ALONG, True),
        (ALIKE, "tends(dot(W_c, Wmm) / (norm(W_c) * norm(Wmm)), 1 / 2)", ALONG, True),
        (ALIKE, GAP.format(1), ALONG, False),  # the statement is true
        (ALIKE, GAP.format(2), {"W_c.0": [[1, 0], [-1, 0]]}, False),  # a way that does not obey
        (ALIKE, GAP.format(2), {"W_c.0": [[2, 2], [-1, -1]]}, False),  # one that the gradient leaves
        ("(forall v j j2. l(M)[j,v] <= l(M)[j2,v])", GAP.format(2), ALONG, False),  # no equations
        (f"{ALIKE}\n        and norm(M) >= 1", GAP.format(2), ALONG, False),
        ("(forall v j. l(M)[j,v] = 1)", GAP.format(2), ALONG, False),
    ],
)
def test_a_path_may_be_under_equations(
    condition: str,
    limit: str,
    shown: dict[str, Any],
    fails: bool,  # noqa: FBT001
) -> None:
    assert falls(limit, TWO, shown, UNDER.format(condition)) == fails


@pytest.mark.parametrize("limit", ["not ends", "ends implies 0 = 1", "not (0 = 1 or ends)"])
def test_a_limit_in_a_definition_is_denied_where_that_is(limit: str) -> None:
    """Each is false: W_B runs on without end. Known of some radii alone, it would not say so."""
    head = 'book toy "A toy"\n\nuse ntpcheck.linear\n\ngiven Dataset\n\nclaim toy/one "here" on Dataset\n'
    where = "    says      it is so\n    where     ends = bounded(1 / norm(W_B))\n"
    ours = Book(f"{head}{where}    limit     {limit}\n", "toy.book")
    assert "is denied" in objection(ours, "toy/one", PULLED, "balanced", BESIDE)


# The second context's margin is kept with multiplier 0: W_B leaves the line of W^mm like log(B) / 2.
LOOSE: dict[str, Any] = {"type": "Dataset", "embeddings": [[1, 0], [1, 1]], "counts": [[1, 0], [1, 0]]}
ASIDE = "norm(W_B - B / norm(Wmm) * Wmm)"


@pytest.mark.parametrize(
    ("limit", "fails"),
    [
        (f"bounded({ASIDE})", True),
        (f"tends({ASIDE} / log(B), 3 / 4)", True),
        (f"tends({ASIDE} / log(B), sqrt(2) / 2)", False),  # the statement is true, and so are these
        (f"tends({ASIDE} / log(B), infinity)", True),
        (f"tends({ASIDE} / sqrt(B), 0)", False),
        (f"tends({ASIDE}, infinity)", False),
        (f"bounded({ASIDE} / log(B))", False),
        ("some c. eventually B * (exp(CE(W_B)) - 1) <= c", False),
        (COS.format(1), False),
        (COS.format(-1), True),
    ],
)
def test_a_coordinate_may_grow_like_the_log(limit: str, fails: bool) -> None:  # noqa: FBT001
    assert falls(limit, LOOSE, FIRST) == fails


ROOTS = "(3 / 7 + sqrt(2))"
NEAR = "some c. eventually every rho | rho > 0 and exp(rho) = {} * exp(norm(W_B) / norm(Wmm)). {} <= c / B"


@pytest.mark.parametrize(
    ("off", "fails"),
    [
        (f"abs(rho - norm(W_B) / norm(Wmm) - log({ROOTS}))", False),  # it is 0
        (f"abs(rho - norm(W_B) / norm(Wmm) - log({ROOTS}) - 1 / 1000000)", True),
        (f"abs(rho - norm(W_B) / norm(Wmm) - log({ROOTS}) + 1 / 1000000)", True),
        (f"exp(-rho) * {ROOTS}", False),
        (f"abs(exp(norm(W_B) / norm(Wmm) - rho) * {ROOTS} - 1)", False),
        (f"abs(exp(norm(W_B) / norm(Wmm) - rho) * {ROOTS} - 2)", True),
    ],
)
def test_a_number_is_put_between_two_where_its_terms_are_known_by_bounds(off: str, fails: bool) -> None:  # noqa: FBT001
    assert falls(NEAR.format(ROOTS, off), TWO, FIRST) == fails


LONE: dict[str, Any] = {"type": "Dataset", "embeddings": [[1]], "counts": [[1, 0]]}
POWERED = "path V_r[v,i] along r minimises CE(M) + {} over M[v,i]"


@pytest.mark.parametrize(
    ("penalty", "limit", "false"),
    [
        ("norm(M) / r", "tends(r * CE(V_r), 1 / norm(Wmm))", True),
        ("norm(M) / r", "tends(r * CE(V_r), norm(Wmm))", False),
        ("norm(M) / r", "tends(norm(V_r) - norm(Wmm) * log(r), 0)", True),
        ("norm(M) / r", "tends(norm(V_r) - norm(Wmm) * (log(r) - log(norm(Wmm))), 1 / 64)", True),
        ("norm(M) / r", "tends(norm(V_r) - norm(Wmm) * (log(r) - log(norm(Wmm))), 0)", False),
        ("norm(M)^3 / r", "tends(norm(V_r) / log(r), norm(Wmm) / 3)", True),
        ("norm(M)^3 / r", "tends(norm(V_r) / log(r), norm(Wmm))", False),
        ("norm(M)^3 / r", "tends(r * CE(V_r) / log(r)^2, 3 * norm(Wmm)^2)", True),
        ("norm(M)^3 / r", "tends(r * CE(V_r) / log(r)^2, 3 * norm(Wmm)^3)", False),
        ("norm(M)^4 / r", "tends(r * CE(V_r) / log(r)^3, 4 * norm(Wmm)^4)", False),
        ("norm(M)^4 / r", "tends(r * CE(V_r) / log(r)^3, 4)", True),
        ("2 * norm(M)^2 / r", "bounded(norm(V_r))", False),  # no lemma reaches so far
        ("norm(2 * M) / r", "bounded(norm(V_r))", False),
        ("norm(M) / r^2", "bounded(norm(V_r))", False),
        ("norm(M)^0 / r", "bounded(norm(V_r))", False),
    ],
)
def test_other_powers_of_the_norm_are_penalties_too(penalty: str, limit: str, false: bool) -> None:  # noqa: FBT001
    shown = {"V_r.0": [[1], [-1]]}
    assert falls(limit, LONE, shown, POWERED.format(penalty)) == false

"""Lemmas on all reals: examples that they refute, and what they have to leave alone."""

from __future__ import annotations

from tests.verifier.argued import case

OWN = ("everywhere",)
GOOD = (
    case("everywhere", "some M[a]. not (solvable Z[a]. u(M) > 0 implies u(Z) <= 1)"),
    case("everywhere", "some M[a]. exp(u(M)) = 0"),
    case("everywhere", "some M[a]. exp(u(M)) + exp(w(M)) <= 0"),
    case("everywhere", "some M[a] t. fall(M) <= - t^2"),
    case("everywhere", "some M[a]. slow(M) >= 1"),
    case("everywhere", "(every M[a]. slow(M) > 0) implies 0 = 1"),
    case("everywhere", "(every M[a] | fall(M) < 0. u(M) = 7) implies 1 < 0"),
    case("everywhere", "some t M[a]. exp(u(M) + t) = - exp(t)"),
    case("everywhere", "some M[a]. some Z[a]. exp(u(M) + u(Z)) < 0"),
    case("everywhere", "some M[a] Z[a] | abs(dot(M, Z)) > norm(M) * norm(Z). u(M) = u(Z)"),
    case("everywhere", "some M[a] Z[a] | u(M) = 1 and norm(Z) * norm(M + x) < dot(M + x, Z). 0 = 0"),
    case("everywhere", "(every M[a] Z[a] | norm(M) * norm(Z) < abs(dot(Z, M)). 0 = 1) implies 1 < 0"),
)
BAD = {
    "a system that 0 does not solve": case("everywhere", "some M[a]. not (solvable Z[a]. u(Z) >= u(M))"),
    "a system that 0 solves for some": case(
        "everywhere", "some M[a]. not (solvable Z[a]. u(Z) <= u(M) and u(M) >= 1)"
    ),
    "numbers that are closer than their bounds": case(
        "everywhere",
        "some t. 1 / (exp(sqrt(2)) + exp(t)) > 1 / (exp(sqrt(2) + eta) + exp(t))",
        eta=f"1/{2**200}",
    ),
    "a value that is taken": case("everywhere", "some M[a]. exp(u(M)) = 1"),
    "a sign that changes": case("everywhere", "some M[a]. turn(M) > 0"),
    "a true statement on all": case("everywhere", "every M[a]. slow(M) > 0"),
    "a false one, with values that hold": case("everywhere", "every M[a]. slow(M) > 1/2"),
    "equal unknowns": case("everywhere", "some M[a] Z[a]. M = Z"),
    "what no sign tells": case("everywhere", "some M[a]. exp(2 * u(M)) + 1 < 2 * exp(u(M))"),
    "no unknown": case("everywhere", "0 = 1"),
    "lengths that are not those of the product": case(
        "everywhere", "some M[a] Z[a] | abs(dot(M, Z)) > norm(M) * norm(M). 0 = 0"
    ),
    "a product that is as large": case(
        "everywhere", "some M[a] Z[a] | abs(dot(M, Z)) >= norm(M) * norm(Z). 0 = 0"
    ),
    "a product that is smaller": case(
        "everywhere", "some M[a] Z[a] | abs(dot(M, Z)) < norm(M) * norm(Z). 0 = 0"
    ),
    "lengths of other tensors": case(
        "everywhere", "some M[a] Z[a] | dot(M, Z) > norm(M) * norm(Z - x). 0 = 0"
    ),
    "a steep condition on one side of `or`": case(
        "everywhere", "some M[a] Z[a] | dot(M, Z) > norm(M) * norm(Z) or u(M) = 1. 0 = 0"
    ),
    "an unknown within another's limit": case("everywhere", "growing R. some M[a]. tends(exp(u(M)) * R, 0)"),
}

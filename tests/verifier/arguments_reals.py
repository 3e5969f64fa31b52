"""Lemmas on all reals: examples that they refute, and what they have to leave alone."""

from __future__ import annotations

from tests.verifier.argued import case

OWN = ("everywhere",)
GOOD = (
    case("everywhere", "some M[a]. exp(u(M)) = 0"),
    case("everywhere", "some M[a]. exp(u(M)) + exp(w(M)) <= 0"),
    case("everywhere", "some M[a] t. fall(M) <= - t^2"),
    case("everywhere", "some M[a]. slow(M) >= 1"),
    case("everywhere", "(every M[a]. slow(M) > 0) implies 0 = 1"),
    case("everywhere", "(every M[a] | fall(M) < 0. u(M) = 7) implies 1 < 0"),
    case("everywhere", "some t M[a]. exp(u(M) + t) = - exp(t)"),
    case("everywhere", "some M[a]. some Z[a]. exp(u(M) + u(Z)) < 0"),
)
BAD = {
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
    "an unknown within another's limit": case("everywhere", "growing R. some M[a]. tends(exp(u(M)) * R, 0)"),
}

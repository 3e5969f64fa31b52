"""Lemmas on all reals: examples that they refute, and what they have to leave alone."""

from __future__ import annotations

from tests.verifier.argued import case

OWN = ("everywhere", "in-pieces")
LEAST = "some M[a]. every Z[a]. {f}(M) <= {f}(Z)"
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
    # By the signs of unknowns that are only compared with 0.
    case("everywhere", "some M[a]. (forall a. M[a] > 0) and (exists a. M[a] <= 0)"),
    case("everywhere", "some M[a]. (exists a. not (M[a] = 0 or M[a] < 0 or 0 < M[a]))"),
    case(
        "everywhere", "some M[a] | (exists a. M[a] > 0). not (solvable Z[a]. forall a | M[a] > 0. u(Z) >= 1)"
    ),
    case("everywhere", "(every M[a] | (forall a. M[a] >= 0). not (exists a. 0 > M[a])) implies 0 = 1"),
    case("everywhere", "some M[a]. not (solvable Z[a]. u(Z) >= 1)"),
    # As a number goes to an end of those that are spoken of.
    case("everywhere", "some M[a]. every t | t > 0. slow(M) <= exp(-t)"),
    case("everywhere", "some M[a]. every t | 0 < t < 1. fall(M) <= u(s) + t"),
    case("everywhere", "some M[a]. every t | t > 0. fall(M) < t and norm(M) < 1 / t"),
    case("everywhere", "some M[a]. every t | t > 3. slow(M) >= t"),
    case("everywhere", "some M[a]. every t | t < 2. slow(M) >= t"),
    case("everywhere", "some M[a]. every t | t < - 3. exists a. exp(M[a]) = 1 / t"),
    case("everywhere", "some M[a]. every t | 3 < t. slow(M) <= 1 / t or fall(M) <= 3 / t"),
    # At an end itself, and of large numbers, whatever these are.
    case("everywhere", "some M[a]. every t | 0 <= t <= 1. growing R. tends(slow(t * R * M), 0)"),
    case("everywhere", "some M[a]. every t | t >= 3. fall(M) <= 3 - t"),
    case("everywhere", "some M[a]. growing R. tends(slow(M), 1)"),
    case("everywhere", "some M[a]. growing R. tends(slow(M + R * x - x * R), infinity)"),
    case("everywhere", "some M[a]. growing R. slow(R * M) >= 1"),
    # Of one number, on each piece of the line.
    case("in-pieces", "some t. abs(1 - t) <= 1/2 and abs(1 - 4 * t) <= 1/2"),
    case("in-pieces", "some t. t^2 + 1 <= t"),
    case("in-pieces", "some t. t^2 = 2 and t^3 - 2 * t > 0"),
    case("in-pieces", "some t. t^2 = 2 and t^4 != 4"),
    case("in-pieces", "every t. t^2 > 0"),
    case("in-pieces", "every t. t^2 != 2"),
    case("in-pieces", "every t | t > 0. t + 1 / t > 2"),
    case("in-pieces", "(every t | t > 0. t + 1 / t >= 2) implies 0 = 1"),
    case("in-pieces", "(some t. t^2 = 2) implies 0 = 1"),
    case("in-pieces", "forall a. some t. t^2 = x[a] - 1/2"),
    case("in-pieces", "some t. max(t, 1 - t) < 1/2"),
    case("in-pieces", "every t. sqrt(t^2) = t"),
    case("in-pieces", "some t. t^2 < 0 and 1 / t > 0"),  # the divisor is read nowhere
    case("in-pieces", "some t | t^5 - t - 1 = 0. t < 1 or t > 2"),
    case("in-pieces", "some t. (t - 1)^2 * (t - 3)^3 < 0 and t > 2 and t >= 3"),  # multiple roots
    case("in-pieces", "some t. t^2 + exp(t) <= 0"),  # not by polynomials
    case("falls", LEAST.format(f="fall")),
    case("falls", "some M[a]. every Z[a]. uneven(Z) >= uneven(M)"),
    case("falls", "some M[a] | norm(M) <= 1. u(M) = 0 and (every Z[a]. fall(M) <= fall(Z))"),
    case("falls", "some M[a]. fall(M) = (infimum Z[a]. fall(Z))"),
    case("falls", "some M[a]. (infimum Z[a]. fall(Z)) >= fall(M)"),
    case("falls", "some M[a]. every Z[a]. w(M) + fall(M) <= w(Z) + fall(Z)"),  # without a lower bound
    case("falls", "some M[a]. every Z[a]. exp(u(M)) + fall(M) <= exp(u(Z)) + fall(Z)"),
)
BAD = {
    "a least point": case("falls", LEAST.format(f="well")),
    "a hill that is least somewhere": case("falls", LEAST.format(f="hill")),
    "a greatest value of what falls": case("falls", "some M[a]. every Z[a]. fall(M) >= fall(Z)"),
    "at least the infimum": case("falls", "some M[a]. fall(M) >= (infimum Z[a]. fall(Z))"),
    "the infimum of another": case("falls", "some M[a]. fall(M) = (infimum Z[a]. uneven(Z))"),
    "an infimum under a condition": case("falls", "some M[a]. fall(M) = (infimum Z[a] | u(Z) = 1. fall(Z))"),
    "an infimum below all numbers": case(
        "falls", "some M[a]. w(M) + fall(M) = (infimum Z[a]. (w(Z) + fall(Z)))"
    ),
    "an infimum below all numbers, along a direction": case(
        "falls", "some M[a]. (infimum Z[a]. - exp(u(Z))) >= - exp(u(M))", direction=[1, 0]
    ),
    "least under a condition": case("falls", "some M[a]. every Z[a] | u(Z) = w(Z). fall(M) <= fall(Z)"),
    "one of two in a least point": case("falls", f"{LEAST.format(f='fall')} or 0 = 0"),
    "a least point that is denied": case("falls", f"not ({LEAST.format(f='fall')})"),
    "a rise along the way": case("falls", "some M[a]. every Z[a]. w(M)^2 + well(M) <= w(Z)^2 + well(Z)"),
    "a system that 0 does not solve": case("everywhere", "some M[a]. not (solvable Z[a]. u(Z) >= u(M))"),
    "a system that 0 solves for some": case(
        "everywhere", "some M[a]. not (solvable Z[a]. u(Z) <= u(M) and u(M) >= 1)"
    ),
    "numbers that are closer than their bounds": case(
        "everywhere",
        "some t. 1 / (exp(sqrt(2)) + exp(t)) > 1 / (exp(sqrt(2) + eta) + exp(t))",
        eta=f"1/{2**200}",
    ),
    "signs that one choice has": case(
        "everywhere", "some M[a]. (exists a. M[a] > 0) and (exists a. M[a] <= 0)"
    ),
    "signs of which one is 0": case("everywhere", "some M[a]. forall a. not (M[a] > 0 or M[a] < 0)"),
    "what is compared with another number": case(
        "everywhere", "some M[a]. (exists a. M[a] > 1) and not (exists a. M[a] > 2)"
    ),
    "what is added up beside its signs": case("everywhere", "some M[a]. (forall a. M[a] > 0) and u(M) < 1/4"),
    "a system that some signs leave open": case(
        "everywhere", "some M[a]. not (solvable Z[a]. u(Z) >= 1 and (forall a | M[a] > 0. u(Z) <= 0))"
    ),
    "a number that the end alone has": case("everywhere", "some M[a]. every t | t > 0. 0 * fall(M) < t"),
    "a condition that keeps off the end": case("everywhere", "some M[a]. every t | 1 < t < 2. slow(M) <= t"),
    "numbers up to one that is no limit": case("everywhere", "some M[a]. every t | t > 0. slow(M) <= 1 + t"),
    "a comparison denied near the end": case(
        "everywhere", "some M[a]. every t | t > 0. not (slow(M) > exp(-t))"
    ),
    "a condition by what is unknown": case("everywhere", "some M[a]. every t | t > u(M). slow(M) <= exp(-t)"),
    "a side that hangs on both": case("everywhere", "some M[a]. every t | t > 0. t * slow(M) <= 1"),
    "a side that grows": case("everywhere", "some M[a]. every t | t > 2. slow(M) <= t and exp(-t) < 2"),
    "two sides that grow": case("everywhere", "some M[a]. every t | t > 3. 0 * slow(M) = 0 and t <= t^2"),
    "what is said of some number": case("everywhere", "some M[a]. some t | t > 0. slow(M) <= exp(-t)"),
    "what differs at the end": case("everywhere", "some M[a]. every t | t > 0. slow(M) != exp(-t)"),
    "an index that the side has": case(
        "everywhere", "some M[a]. every t | t > 0. forall a. exp(M[a]) <= t * x[a]"
    ),
    "a limit that is taken for some": case("everywhere", "some M[a]. growing R. tends(slow(M), 1/2)"),
    "what changes, and is never what it tends to": case(
        "everywhere", "some M[a]. growing R. tends(slow(R * M), 0)"
    ),
    "what it is to tend to changes": case("everywhere", "some M[a]. growing R. tends(1, 1 - slow(R * M))"),
    "what grows along a ray": case("everywhere", "some M[a]. growing R. tends(exp(R * u(M)), infinity)"),
    "an end that is left out": case(
        "everywhere", "some M[a]. every t | 0 < t <= 1. growing R. tends(slow(t * R * M), 0)"
    ),
    "an end that grows": case("everywhere", "some M[a]. growing R. every t | 0 < t <= R. slow(M) < t + R"),
    "what small numbers miss": case("everywhere", "some M[a]. growing R. R > 1 + slow(M)"),
    "a limit that is denied": case("everywhere", "some M[a]. growing R. not tends(slow(R * M), 1/2)"),
    "what is bounded": case("everywhere", "some M[a]. growing R. bounded(slow(M))"),
    "a value that is taken": case("everywhere", "some M[a]. exp(u(M)) = 1"),
    "a sign that changes": case("everywhere", "some M[a]. turn(M) > 0"),
    "a true statement on all": case("everywhere", "every M[a]. slow(M) > 0"),
    "a false one, with values that hold": case("everywhere", "every M[a]. slow(M) > 1/2"),
    "equal unknowns": case("everywhere", "some M[a] Z[a]. M = Z"),
    "a number that there is": case("in-pieces", "some t. abs(1 - t) <= 1/2 and abs(1 - 3 * t) <= 1/2"),
    "a root that is no rational number": case("in-pieces", "some t. t^2 = 2 and t > 0"),
    "a double root": case("in-pieces", "every t. t^2 - 2 * t + 1 >= 0"),
    "a root where another polynomial is 0 too": case("in-pieces", "some t. t^2 = 2 and t^4 = 4"),
    "a place where the formula has no value": case("in-pieces", "some t. 1 / t = 0"),
    "a log that has no value there": case("in-pieces", "some t. log(t) > 1 and t < 0"),
    "a root of what is negative": case("in-pieces", "some t. sqrt(t) < 0"),
    "terms of two signs that are no polynomial": case("in-pieces", "every t. exp(t) >= t + 2"),
    "two numbers": case("in-pieces", "some t z. t^2 + z^2 < 0"),
    "a number beside a tensor": case("in-pieces", "some t. every M[a]. t > u(M)"),
    "a number beside a number": case("in-pieces", "some t. every z. t > z"),
    "no unknown number": case("in-pieces", "0 = 1"),
    "a number and its limit": case("in-pieces", "growing R. some t. t > R and t < 0"),
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

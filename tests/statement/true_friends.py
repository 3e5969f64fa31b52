"""Pairs of formulas of the book in `test_implied.py`: the second follows from the first by signs."""

from __future__ import annotations

SIGNS = [
    # two matrices with a diagonal block as large as they have rows
    (
        "rank(j; j2 v | j != k. ((if j2 = k then 1 else 0) - (if j2 = j then 1 else 0)) * n[k,v]) = x",
        "rank(j; j2 v | j != k. (if j2 = j then 2 else 0) * n[k,v]) <= x",
    ),
    (
        "(exists v. n[k,v] != 0) and rank(j; j2 v | j != k. (if j2 = j then 1 else 0) * n[k,v]) > x",
        "rank(j; j2 v | j != k. if j2 = j then 2 else 0) > x",
    ),
    # what is between two numbers tends to what is between their limits
    ("tends(norm(T_s) / s, 0)", "tends((norm(T_s) - x) / s, 0)"),
    ("tends(norm(T_s) / s, 1)", "tends(norm(T_s) / s + x / s + c, 1 + c)"),
    # the two sides are the same multiplied out
    ("x > 5", "exp(h[k]) / (sum j. exp(h[j])) = 1 / (sum j. exp(h[j] - h[k]))"),
    (
        "big[k]",
        "exp(h[k]) * w[k] / (sum j. exp(h[j])) >= w[k]"
        " / ((sum j | big[j]. exp(h[j] - h[k])) + (sum j | not big[j]. exp(h[j] - h[k])))",
    ),
    (
        "big[k]",
        "1 / (sum j. exp(c * (h[j] - h[k]))) = 1"
        " / ((sum j | big[j]. exp(c * h[j] - c * h[k])) + (sum j | not big[j]. exp(c * h[j] - h[k] * c)))",
    ),
    (
        "x > 5",
        "(sum j | big[j] and w[j] > 0. c) + (sum j | big[j] and w[j] <= 0. c) <= (sum j | big[j]. c)",
    ),
    # a sum up to an index has its term there
    ("x > (sum j | j <= k. w[j])", "x - w[k] > (sum j | j < k. w[j])"),
    ("x > (sum j | j < k. 1)", "x + 1 > (sum j | j <= k. 1)"),
    ("x > (sum j | j >= k. w[j])", "x > (sum j | j > k. w[j]) + w[k]"),
    # of r + c for r, both of which grow
    ("growing r. tends(exp(r * w[k] + x), 0)", "growing r. tends(exp(r * w[k] + x - c * w[k]), 0)"),
    (
        "growing r. tends((sum j. exp(r * w[j])) - exp(r * h[k]), x)",
        "growing r. tends((sum j. exp((r + 2 * c) * w[j])) - exp(r * h[k] + 2 * c * h[k]), x)",
    ),
    # at the number that there is, the edit reads nothing that the line does not
    (
        "some t | t > x. every s | s <= t and (every r | r <= 1. s * r^2 <= t). some c. 1 / (s - y) <= c",
        "some t | t > x. every s | s <= t and (every r | r <= 1. s * r^2 < t). some c. 1 / (s - y) <= c",
    ),
    # a point that is read is one of those under its condition
    ("above[k] > x", "solvable X[j]. (forall j. X[j] >= h[j]) and X[k] <= above[k] + 1"),
    ("solvable X[j]. X[k] >= above[k] + 1", "solvable X[j]. (forall j. X[j] >= h[j]) and X[k] <= above[k]"),
    ("e * (x - y) >= exp(c)", "x - y >= exp(c)"),  # e > 0, so that the difference is positive
    ("(sum j. h[j] * exp(c)) >= x * exp(c)", "(sum j. h[j]) >= x"),  # one positive factor of both sides
    ("(sum j. h[j] / exp(c) * w[j]) = x / exp(c)", "(sum j. h[j] * w[j]) = x"),
    # of a product with a difference that stands there as well a factor at most 1 is left out
    ("x <= h[k] + (exp(c) - h[k]) * e and exp(c) > h[k]", "x <= h[k] + (exp(c) - h[k])"),
    ("x <= w[k]^2 + exp(y) * e", "x <= w[k]^2 + exp(y)"),
    # a product is larger than what is less than one of its factors, if the others are at least 1
    ("x > 5", "exp(y) * e <= (exp(y) + 1) * exp(norm(h))"),
    ("x > 5", "exp(y) * (sum v | n[k,v] > 0. exp(h[k] - h[k])) <= exp(norm(h)) * exp(y) * (sum v. 1)"),
    ("x > 5", "(sum j. exp(-1 * h[j] * w[k])) <= (sum j. exp(-h[j] * w[k]))"),  # by how its two sides grow
    ("x > 5", "(max j. exp(h[j])) < (max j. power(h[j]))"),
    ("x > 5", "(sum j. exp(h[j]) * w[j]^2) <= (sum j. power(h[j]) * w[j]^2)"),
    ("x <= 1", "x < 2"),
    ("x >= 2 * norm(h)", "x >= norm(h)"),
    ("x <= norm(h)", "x <= 2.1 * norm(h)"),
    ("x >= y + exp(y)", "x > y"),
    ("x <= (1 - e) * h[k]^2", "x <= h[k]^2"),  # e is a share
    ("x >= exp(y)^2 * (1 - 1 / (1 + exp(y)))", "x >= exp(y)^2 * (1 - 1)"),
    ("x <= sum j | big[j]. exp(h[j]) * w[j]^2", "x <= sum j | big[j]. power(h[j]) * w[j]^2"),
    ("x <= max j. exp(h[j])", "x <= max j. power(h[j])"),
    ("x <= log(2 + norm(h))", "x <= log(3 + norm(h))"),
    ("x >= -slope(y)", "x >= 0"),  # tame: no loss that rises
    ("x <= sum j v. n[j,v]", "x <= sum j v. 2 * n[j,v]"),
    ("x > 5", "forall j | norm(h) < 0. h[j] > x"),  # a condition that is never met
    ("forall j | h[j] > 0 and x > 0. h[j] < y", "forall j. apart[j,j] implies h[j] < x"),
    ("some t. forall j | h[j] > 0. w[j] <= t * h[j]", "some t. forall j | h[j] > 0. w[j] < t * h[j]"),
    ("every t | t > 0. x <= y / t", "every t | t > 0. x <= (y + norm(h)) / t"),
    ("every t. (t < norm(h) implies 1 / y > x)", "y / y = 1"),  # read at small t
    ("every t. (norm(h) <= t implies 1 / y > x)", "y / y = 1"),
    ("x = y", "x <= y + norm(h)"),
    ("x > 5", "some t. norm(h) >= t * x"),
    # a point that is read where there is such a number exists, whatever else is asked of it
    ("some t | t > x. reach(t) > 5", "some t. reach(t) > 5"),
    ("some t | t > x and t < y. norm(near(level)) > t", "some t | t > x. reach(t) = t * norm(level)"),
    ("x > 5", "solvable X[j]. forall j. X[j] <= 1"),
    ("big[k]", "(if big[k] then 1.05 else 0) > 0"),
    # What has a property in one length has it in another.
    (
        "solvable X[j]. X[k] = 1 and (forall j. X[j] = X[k])",
        "solvable X[j]. X[k] = 1.05 and (forall j. X[j] = X[k])",
    ),
    ("solvable X[j]. (sum j. X[j] * h[j]) >= 1", "solvable X[j]. (sum j. X[j] * h[j]) >= 2"),
    ("some X[j]. X[k] > 1 and (sum j. X[j]) = 0", "some X[j]. X[k] > 3 and (sum j. X[j]) = 0"),
    # A factor of what is not 0 is not 0, and has the sign of the rest.
    (
        "every t | t > 0 and t * exp(t) * norm(h) = 1. x < t",
        "every t | t >= 0 and t * exp(t) * norm(h) = 1. x < t",
    ),
    ("every t | t > 0 and t * exp(t) * norm(h) = 1. x < t", "every t | t * exp(t) * norm(h) = 1. x < t"),
    ("every t | t > 0 and t * x = 1. y < t", "every t | t >= 0 and t * x = 1. y < t"),
    ("every t | t > 0 and t / x^2 = 2. y < t", "every t | t / x^2 = 2. y < t"),
    # read under a condition that is met where the line reads it
    ("forall j | h[j] > 1. 1 / (w[j] - h[j]) < x", "forall j | h[j] > 2. 1 / (w[j] - h[j]) < x"),
    ("forall j | big[j]. log(h[j] - w[j]) < x", "forall j | h[j] > 2. log(h[j] - w[j]) < x"),
    ("exists j | h[j] > 1. 1 / h[j] > x", "exists j | h[j] > 0. 1 / h[j] > x"),
    ("y < 1 and 1 / x > 2", "1 / x > 2"),
    ("tends(x + y, 1)", "tends(y + x, 1)"),
    # Where the old condition fails, the body holds by itself.
    (
        "forall j | exists j2. apart[j,j2]. (sum j2 | apart[j,j2]. w[j2]) = 0",
        "forall j. (sum j2 | apart[j,j2]. w[j2]) = 0",
    ),
    ("forall j | h[j] > 0. w[j]^2 + h[j] > 0", "forall j | h[j] >= 0. w[j]^2 + h[j] >= 0"),
    # For all large s, s is large.
    ("some t. eventually norm(T_s) <= t * log(s)", "some t. eventually norm(T_s) < t * log(s)"),
    ("growing t. x <= log(t)", "growing t. x <= 2 * log(t)"),
    ("growing t. x <= 2 * t", "growing t. x <= t - y"),
    ("growing t. x <= t", "growing t. x <= 2 * t - norm(h)"),
    ("eventually norm(T_s) <= s", "eventually norm(T_s) <= 2 * s - y"),
    ("every t. eventually norm(T_s) <= s", "every t. eventually norm(T_s) <= 2 * s - t^2"),
    # What is one of two numbers is no more than the larger, and no less than the smaller.
    ("x <= -abs(y)", "x <= y"),
    ("x <= min(y, 1)", "x <= 1"),
    ("x >= max(y, c)", "x >= c"),
    ("x > 5", "(1 - min(1, y)) * norm(h) >= 0"),
    ("x > max(y, 2)", "x > min(y, 2)"),
    # Numbers that are said to exist may be others: half as large, 0 or negative.
    (
        "some t | t > 0. eventually t * log(s) <= norm(T_s)",
        "some t | t > 0. eventually t * log(s) < norm(T_s)",
    ),
    (
        "some t. eventually every u | u > 0. norm(T_s) <= t / u",
        "some t. eventually every u | u > 0. norm(T_s) >= t / u",
    ),
    ("some t. eventually norm(T_s) <= t", "some t. eventually norm(T_s) > t"),
    # A cosine is between -1 and 1, and what is made of such and of what does not run is bounded.
    (
        "bounded(s * (1 - dot(T_s, h) / (norm(T_s) * norm(h))))",
        "bounded(x * (1 - dot(T_s, h) / (norm(T_s) * norm(h))))",
    ),
    (
        "tends(dot(T_s / norm(T_s), h / norm(h)), x)",
        "bounded((dot(T_s / norm(T_s), h / norm(h)) + exp(x))^3)",
    ),
    ("x <= y + dot(h, w) / (norm(w) * norm(h))", "x <= y + 1"),
    ("x >= y + dot(h / norm(h), w / norm(w))", "x >= y - 1"),
    (
        "bounded((s + 1) * (1 - dot(T_s, h) / (norm(T_s) * norm(h))))",
        "bounded(s * (1 - dot(T_s, h) / (norm(T_s) * norm(h))))",
    ),
    # What is at least 0 and no larger than what tends to 0 does so too; the multiple of h that is nearest.
    ("tends(2 * norm(T_s) / s, 0)", "tends(norm(T_s) / s, 0)"),
    (
        "tends(norm(T_s - max(dot(T_s - w, h), 0) / norm(h)^2 * h - w) / s, 0)",
        "tends(norm(T_s - dot(T_s - w, h) / norm(h)^2 * h - w) / s, 0)",
    ),
    (
        "tends(norm(T_s - w - y / dot(h, h) * h), 0)",
        "tends(norm(T_s - w - dot(h, T_s - w) / dot(h, h) * h), 0)",
    ),
    # There is what a fact says there is, and a path has a first step and a last one.
    ("exists j | big[j]. h[j] > x", "exists j. big[j] and h[j] >= x"),
    ("closure(j; j2. apart[j,j2])[k,k]", "exists j. apart[k,j]"),
    ("closure(j; j2. apart[j,j2])[k,k]", "exists j. apart[j,k]"),
    ("tends(2 * dot(h - w, w), c)", "tends(2 * (dot(h - w, w)), c)"),
    ("x <= dot(h, w)", "x <= dot(h + w, w)"),
    ("x <= dot(h - w, w)", "x <= dot(h, w)"),
    # A term of a sum of what is not negative is at most the sum, and a value is at most the largest.
    ("forall j v. x >= 1 + 0 * (n[j,v] / (sum u. n[j,u]))", "forall j v. x >= n[j,v] / (sum u. n[j,u])"),
    ("forall j v. x <= y^2 * (n[j,v] / (sum u. n[j,u]))", "forall j v | n[j,v] > 0. x <= y^2"),
    ("x * ((sum v. n[k,v]) / (sum j v. n[j,v])) >= y^2", "x * ((sum v. n[k,v]) / (sum j v. n[j,v])) >= 0"),
    ("x <= (sum v. n[k,v]) * y^2", "x <= (sum j v. n[j,v]) * y^2"),
    ("x <= y + (sum v. n[k,v] * log(n[k,v] / (sum u. n[k,u])))", "x <= y"),  # an entropy
    ("x >= sum j | big[j]. exp(h[j])", "forall j | big[j]. x >= exp(h[j])"),
    ("x >= sum j. exp(h[j])", "x >= sum j | big[j]. exp(h[j])"),
    ("x <= -(sum j. w[j]^2)", "x <= -w[k]^2"),
    ("x >= sum j. 2 * w[j]^2", "x >= 2 * w[k]^2"),
    ("x >= max j. h[j]", "x >= h[k]"),
    ("(exists j. big[j]) and x <= (min j. h[j])", "x <= min j | big[j]. h[j]"),
    ("x >= max j j2. h[j] * w[j2]", "x >= max j. h[j] * w[j]"),
    # e^t is at most 1 where t is at most 0; products and quotients of what grows or shrinks.
    ("x > 5", "exp(-y^2) <= 1"),
    ("x > 5", "2 * exp(y^2) > 1"),
    ("x <= exp(h[k]) * (1 + w[k]^2)", "x <= power(h[k]) * (2 + w[k]^2)"),
    ("x <= norm(h) / (2 + y^2)", "x <= (norm(h) + 1) / (1 + y^2)"),
    # Beside a number, a sum is at least its term at an index around; whole numbers have no negative log.
    ("x > 5", "(sum j. exp(h[j] - h[k])) >= 1"),
    ("x > 5", "log(sum j. exp(h[j] - h[k])) >= 0"),
    ("x <= y + log(sum j v. n[j,v])", "x <= y + 2 * log(sum j v. n[j,v])"),
    (
        "x <= y + log((sum j v. n[j,v]) * exp(norm(h)))",
        "x <= y + 3 * log((sum j v. n[j,v]) * exp(norm(h)))",
    ),
    # What is said of every number is said of those that its condition compares it with.
    ("every t | 0 <= t <= 1. h[k] + t * x >= 2", "every t | 0 <= t <= 1. h[k] >= 2"),
    ("every t | y <= t. norm(h) <= t * x", "every t | y <= t. norm(h) <= y * x"),
    # Sizes are at least 1, and so are powers of e, products of what is, and whole numbers above 0.
    ("forall j. exists v. n[j,v] > 0", "(max j. sum v. n[j,v]) >= 1"),
    (
        "y > 0 and (forall j. exists v. n[j,v] > 0) and x <= y / (1 + (sum v. n[k,v]) * exp(c))",
        "x <= y / (1 + exp(c))",
    ),
    ("x > 5", "exp(-y) <= V * exp(norm(h) * norm(w)) * exp(-y)"),
    ("x > 5", "2 * V * exp(y^2) > 1"),
    ("x > 5", "1 - 3 * exp(-y^2) * max(V, y) <= V * (sum j. exp(h[j]^2))"),
    ("x > 5", "max(exp(-y^2), exp(-x^2)) + 1 <= 2 * min(V, exp(y^2)) + h[k]^2"),
    ("x > 5", "(2 * V)^3 >= 8"),
    # Shares add up to 1.
    ("x <= sum j v. n[j,v] / (sum u. n[j,u])", "x <= sum j. 1"),
    (
        "x = (sum j. exp(h[j]) / (sum j2. exp(h[j2]))) + y",
        "x = (sum j. exp(w[j]) / (sum j2. exp(w[j2]))) + y",
    ),
    (
        "x = y + (sum v. n[k,v] / (sum u | n[k,u] > 0. n[k,u] * exp(c * n[k,u] - c * n[k,v])))",
        "x = y + 1",
    ),
    # A condition of a sum that leaves out nothing but zeros, or nothing that is negative.
    ("x <= sum j v | n[j,v] > 0. n[j,v] * h[j]", "x <= sum j v. n[j,v] * h[j]"),
    ("x = sum j v | big[j] and n[j,v] > 0. n[j,v]", "x = sum j v | big[j]. n[j,v]"),
    ("x <= sum j | big[j] and x > y. w[j]^2", "x <= sum j | x > y. w[j]^2"),
    ("x <= sum j | big[j]. exp(if big[j] then h[j] else y)", "x <= sum j | big[j]. power(h[j])"),
    # Or nothing but zeros, in each case in which it fails.
    ("x = sum j | j != k. (h[j] - h[k])", "x = sum j. (h[j] - h[k])"),
    (  # at j = k the second factor is 0
        "x = sum j | big[j] and j != k. abs(w[j]) * sqrt((h[j] - h[k])^2)",
        "x = sum j | big[j]. abs(w[j]) * sqrt((h[j] - h[k])^2)",
    ),
    ("x <= sum j | j != k. w[j] * (h[j] - h[k])^2", "x <= sum j. w[j] * (h[j] - h[k])^2"),
    (
        "x = sum j v | n[j,v] > 0 and j != k. n[j,v] * (h[j] - h[k])",
        "x = sum j v. n[j,v] * (h[j] - h[k])",
    ),
    # Sums of powers of e, term by term.
    ("x > 5", "(sum j | big[j]. exp(-(1 + e) * h[j])) <= exp(-e) * (sum j | big[j]. exp(-h[j]))"),
    ("x > 5", "(sum j | big[j]. w[j]^2 * exp(-e * h[j])) * exp(e) <= sum j. w[j]^2"),
    ("x > 5", "(sum j. exp(h[j] - 1)) < (sum j. exp(h[j] - e))"),
    # A quotient is multiplied out, and a sum is at least its term where there is one.
    ("h[k] + 1 < x and (exists j. h[j] = x)", "exp(h[k]) / (sum j. exp(h[j])) < exp(-1)"),
    ("exists j. h[j] >= h[k] + 1", "exp(h[k]) / (sum j. exp(h[j])) < exp(-1)"),
    ("exists j. w[j] > 0 and h[j] >= 2", "exp(2) / (sum j. exp(h[j])) <= 1"),
    # A factor of what is at least 0, the others being positive.
    ("exp(y) * x >= 1", "x > 0"),
    ("y * exp(x) >= norm(h)", "y >= 0"),
    ("y / exp(x) <= -norm(h)", "y <= 0"),
    ("every t | t > 0. x >= 1 / t", "every t | t > 0. x >= 1"),  # of the smaller of t and 1
    # The other side of an equivalence, and what a condition that is met gives.
    ("(y > 3 iff x > 1) and x > 2", "y > 3"),
    ("(x > 1 implies y > 3) and x > 2", "y > 3"),
    # One index before another, step after step.
    ("x > 5", "forall j j2 j3 | j < j2 and j2 < j3 and j3 < j. h[j] > x"),
    ("x > 5", "forall j j2 | j < j2 and j2 < j. h[j] > x"),
    ("x > 5", "forall j j2 j3 | j < j2 and j2 <= j3. j < j3"),
    ("x > 5", "forall j j2 j3 | j <= j2 and j2 <= j3 and j3 <= j. j = j3"),
    ("forall j j2 | j < j2. h[j] < h[j2]", "forall j j2 | j < j2 and not (j2 < j). h[j] < h[j2]"),
    # Where a product is divided by, neither factor is 0.
    ("exp(y) / (2 * x^2) > w[k]", "exp(y) / x^2 > w[k]"),
    ("norm(h) / (3 * (x * y)^2) >= c", "norm(h) / (2 * (x * y)^2) >= c"),
    ("c > 1 / (2 * x)", "c > 0.5 / x"),
    # A logarithm beside a number.
    ("some t | t > 0. eventually t * log(s) <= norm(T_s)", "some t | t > 0. eventually t <= norm(T_s)"),
    ("x > 8 implies y > 1", "x > 8 implies (log(x) > 2 and y > 1)"),
    ("0 < x < 1/3 implies y > 1", "0 < x < 1/3 implies (log(x) < -1 and y > 1)"),
    # A side that two comparisons have in common; log x is at most x - 1.
    ("x <= log(sum j. exp(h[j] - w[k]))", "x < log(1 + (sum j. exp(h[j] - w[k])))"),
    ("log(sum j. exp(h[j])) > x", "log(sum j. power(h[j])) >= x"),
    ("x = y", "x != y + exp(y)"),
    ("x > 5", "log(1 + norm(h)) <= norm(h)"),
    ("x > 5", "2 * log(1 + norm(h)) <= 2 * norm(h) + 1"),
    ("x > 5", "exp(y) >= y + 1"),
    ("x > 5", "exp(-norm(h)) > 0.9 - norm(h)"),
    # Off the condition the terms are 0, and the extreme is of something.
    (
        "(exists j. big[j]) and x <= (sum j v | n[j,v] > 0. n[j,v] * exp(max j2 | big[j2]. h[j2]))",
        "x <= (sum j v. n[j,v] * exp(max j2 | big[j2]. h[j2]))",
    ),
    (
        "some t | t > 0. every X[j] | norm(X) < c + t. norm(X - h) < x",
        "some t | t < 0. every X[j] | norm(X) < c + t. norm(X - h) < x",
    ),
    ("x != 0 and 1 / x^2 < y", "x^2 >= 0 and 1 / x^2 <= y"),
    # The larger of two numbers beside one of them, and a quotient of what is the same.
    ("x > 5", "(max j. max(0, (norm(h) + w[j]^2))) = (max j. (norm(h) + w[j]^2))"),
    ("x > 5", "(max j. min(w[j]^2 + 1, w[j]^2)) = (max j. w[j]^2)"),
    ("y = exp(x)", "y <= exp(x) * ((2 + x^2) / (2 + x^2))"),
    ("x > 5", "forall j | w[j] > 0. x >= 5 * (w[j] / w[j])"),
    ("x > 5", "tends(norm(h) - norm(h), 0)"),
    # A factor by which the same number is divided too.
    ("y * (x / e) * e > c", "y * x > c"),
    ("y * x > c", "y * (x / e) * e > c"),
    ("(x * y) / (y * e) > c", "x / e > c"),
    ("(sum j. exp(h[j]) * (w[j] / exp(h[j]))) > c", "(sum j. w[j]) > c"),
    (
        "(sum j | w[j] > 1. w[j] / c * (h[j] / w[j]) * y) > x",
        "(sum j | w[j] > 1. exp(w[j]) / c * (h[j] / exp(w[j])) * y) > x",
    ),
]

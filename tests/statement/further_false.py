"""Pairs of formulas of the book in `test_implied.py`: further ones of which the second does not follow."""

from __future__ import annotations

FURTHER_FALSE = [
    ("eventually dot(T_s, T_s) / norm(T_s) > x", "bounded(dot(T_s, T_s) / norm(T_s))"),
    ("eventually s * dot(h, T_s) / norm(T_s) > x", "bounded(s * dot(h, T_s) / norm(T_s))"),
    ("eventually dot(h, T_s) / norm(T_s)^2 > x", "bounded(dot(h, T_s) / norm(T_s)^2)"),
    (
        "eventually dot(h, T_s) / (norm(T_s) * norm(T_s)) > x",
        "bounded(dot(h, T_s) / (norm(T_s) * norm(T_s)))",
    ),
    # roots that need not exist, of what differs by a square or more, or may not be divided
    ("tends(sqrt(s) / s, 0)", "tends(sqrt(-s) / s, 0)"),
    ("tends(sqrt(s^2) / s, exp(c))", "tends(sqrt(s^2 + x * s^2) / s, exp(c))"),
    ("tends(sqrt(s^2) / s, exp(c))", "tends(sqrt(s^2 + s * norm(T_s)) / s, exp(c))"),
    ("tends(sqrt(s^2) / s, exp(c))", "tends(sqrt(s^2 + 1 / x) / s, exp(c))"),
    # ranks of matrices of which one may have fewer independent rows, or of other rows
    (
        "rank(j; j2 v | big[j]. ((if j2 = k then 1 else 0) - (if j2 = j then 1 else 0)) * n[k,v]) = x",
        "rank(j; j2 v | big[j]. (if j2 = j then 2 else 0) * n[k,v]) = x",  # k may be one of the rows
    ),
    (
        "rank(j; j2 v | j != k. (if j2 = j then 1 else 0) * n[k,v]) = x",
        "rank(j; j2 v | j != k. (if j2 = j then 1 else 1) * n[k,v]) = x",
    ),
    (
        "rank(j; j2 v | j != k. (if j2 = j then 1 else 0) * n[k,v]) = x",
        "rank(j; j2 v | j != k. (if j2 = j then w[j] else 0) * n[k,v]) = x",  # which may be 0
    ),
    (
        "rank(j; j2 v | j != k. (if j2 = j then 1 else 0) * n[k,v]) = x",
        "rank(j; j2 v | j != k. (if j2 = j then 1 else 0) * n[j,v]) = x",
    ),
    (
        "rank(j; j2 v | j != k. (if j2 = j then 1 else 0) * n[k,v]) = x",  # n[k,v] may be 0 everywhere
        "rank(j; j2 v | j != k. if j2 = j then 1 else 0) = x",
    ),
    (
        "rank(j; j2 v | j != k. (if j2 = j then 1 else 0) * n[k,v]) = x",
        "rank(j; j2 v | big[j]. (if j2 = j then 1 else 0) * n[k,v]) = x",
    ),
    (
        "rank(j; j2 v | j != k. (if j2 = j then 1 else 0) * n[k,v]) = x",
        "rank(j; j2 v. (if j2 = j then 1 else 0) * n[k,v]) = x",
    ),
    # not the same multiplied out
    ("x > 5", "exp(h[k]) / (sum j. exp(h[j])) = 1 / (sum j. exp(w[j] - h[k]))"),
    ("x > 5", "exp(h[k]) / (sum j. exp(h[j])) = 1 / (sum j | big[j]. exp(h[j] - h[k]))"),
    (
        "x > 5",  # the places where both hold are counted twice, and those where none does are left out
        "(sum j. exp(h[j])) = (sum j | big[j]. exp(h[j])) + (sum j | w[j] <= 1. exp(h[j]))",
    ),
    ("x > 5", "(sum j. exp(h[j])) = (sum j | big[j]. exp(h[j])) + (sum j | not big[j]. exp(w[j]))"),
    ("x > 5", "(sum j. w[j]) = (sum j | big[j]. w[j]) - (sum j | not big[j]. w[j])"),
    ("x > 5", "(sum j. w[j]) = (sum j | big[j]. w[j]) + (sum j | not (big[j] and w[j] > 1). w[j])"),
    ("x > 5", "(sum j. w[j] * h[j]) = (sum j. w[j]) * (sum j. h[j])"),
    ("x > 5", "x / y * y = x"),  # y may be 0
    ("x > 5", "(sum j | w[j] != 0. 1 / w[j]) + (sum j | w[j] = 0. 1 / w[j]) = (sum j. 1 / w[j])"),
    ("x > 5", "exp(x * y) = exp(x) * exp(y)"),
    # a sum up to an index has its term there, and no other one more
    ("x > (sum j | j <= k. w[j])", "x > (sum j | j < k. w[j])"),
    ("x > (sum j | j <= k. w[j])", "x - w[k] > (sum j | j > k. w[j])"),
    ("x > (sum j | j >= k. w[j])", "x > (sum j | j < k. w[j]) + w[k]"),
    ("x > (sum j | j <= k. w[j])", "x - h[k] > (sum j | j < k. w[j])"),
    (
        "growing r. tends(exp(r * w[k]) - exp(r * h[k]), 0)",  # what is added to r is not the same
        "growing r. tends(exp(r * w[k] + c * w[k]) - exp(r * h[k]), 0)",
    ),
    (
        "growing r. tends((sum j. exp(r * w[j])), x)",
        "growing r. tends((sum j. exp(r * w[j] + h[j] * w[j])), x)",
    ),
    ("growing r. tends(exp(r * w[k]), x)", "growing r. tends(exp(r * w[k] - r * r * w[k]), x)"),
    ("growing r. tends(exp(r * w[k]), x)", "growing r. tends(exp(r * w[k] + c), x)"),
    ("growing r. tends(exp(w[k]), x)", "growing r. tends(exp(w[k] + c * w[k]), x)"),  # nothing grows
    ("growing r. tends(r * w[k], x)", "growing r. tends(r * w[k] + T_s[k] * w[k], x)"),  # it hangs on s
    (
        "some t | t > x. every s | s <= t and (every r | r <= 1. s * r^2 < t). some c. 1 / (s - y) <= c",
        "some t | t > x. every s | s <= t and (every r | r <= 1. s * r^2 <= t). some c. 1 / (s - y) <= c",
    ),
    ("some t | t > x. every s | s <= t. 1 / s <= x", "some t | t > y. every s | s <= t. 1 / s <= x"),
    ("above[k] > x", "solvable X[j]. (forall j. X[j] >= h[j]) and X[k] <= above[k] - 1"),
    ("above[k] > x", "solvable X[j]. (forall j. X[j] >= h[j] + 1) and X[k] <= above[k] + 1"),
    ("above[k] > x", "solvable X[j]. (forall j. X[j] > h[j]) and X[k] <= above[k] + 1"),
    ("x > 5", "solvable X[j]. (forall j. X[j] = 1) and X[k] <= level[k] + 1"),  # it is missing
    ("c * (x - y) >= exp(c)", "x - y >= exp(c)"),
    ("e * (x - y) >= h[k]", "x - y >= h[k]"),  # the difference may be negative
    ("(sum j. h[j] * c) >= x * c", "(sum j. h[j]) >= x"),
    ("(sum j. h[j] * norm(h)) >= x * norm(h)", "(sum j. h[j]) >= x"),  # the factor may be 0
    ("(sum j. h[j] * exp(c)) >= x", "(sum j. h[j]) >= x"),
    ("(sum j. h[j] * exp(w[j])) >= (sum j. exp(w[j]))", "(sum j. h[j]) >= (sum j. 1)"),
    # what is said of other indices, and of other sums
    (
        "forall j j2 | j != j2. (sum v. n[j,v] * h[j]) < (sum v. n[j2,v] * h[j])",
        "forall j j2 | j != j2. (sum v. (n[j2,v] - n[j,v]) * h[j2]) > 0",
    ),
    (
        "forall j j2 | big[j]. (sum v. n[j,v] * h[j]) < (sum v. n[j2,v] * h[j])",
        "forall j j2 | j != j2. (sum v. (n[j2,v] - n[j,v]) * h[j]) > 0",
    ),
    (
        "forall j j2 | j != j2. (sum v. n[j,v] * h[j]) < (sum v. n[j2,v] * h[j])",
        "forall j j2 | j != j2. (sum v. (n[j2,v] - 2 * n[j,v]) * h[j]) > 0",
    ),
    (
        "forall j j2 | j != j2. (sum v. n[j,v] * h[j]) <= (sum v. n[j2,v] * h[j])",
        "forall j j2 | j != j2. (sum v. (n[j2,v] - n[j,v]) * h[j]) > 0",
    ),
    # what adds up to 1 over other places, or may be negative; divisors that may be small, or negative
    ("x > 5", "(sum j | big[j]. exp(h[j]) / (sum j2 | big[j2]. exp(h[j2]))) < 1"),
    ("x > 5", "(sum j. exp(h[j]) / (sum j2 | big[j2]. exp(h[j2]))) <= 1"),
    ("x > 5", "(sum j | big[j]. h[j] / (sum j2. h[j2])) <= 1"),
    ("x > 5", "(sum j j2 | big[j]. exp(h[j]) / (sum j3. exp(h[j3]))) <= 1"),
    ("x > 5", "1 / (1 + h[k]) <= 1"),
    ("x > 5", "1 / (e + exp(h[k])) <= 1"),
    ("x > 5", "(1 + x^2) / (1 + exp(h[k])) <= 1"),
    ("x > 5", "(if y > 0 then 1 / (1 + y) else y^2) <= 1"),
    ("x > 5", "forall j j2 j3 | j < j2 and j2 < j3. h[j] > x"),
    ("x > 5", "forall j j2 j3 | j < j2 and j3 < j2. j < j3"),
    ("x > 5", "forall j j2 j3 | j <= j2 and j2 <= j3. j < j3"),
    ("x > 5", "forall j j2 j3 | j <= j2 and j2 <= j3. j != j3"),
    ("x > 5", "forall j j2 | j <= j2 and j2 <= j. h[j] > x"),
    ("exp(y) / (2 + x^2) > w[k]", "exp(y) / x^2 > w[k]"),  # x may be 0
    ("exp(y) / (x * y)^0 > w[k]", "exp(y) / x^2 > w[k]"),
    ("x^2 / (2 * exp(y)) > w[k]", "x^2 / x^2 > w[k]"),
    ("1 / (2 * x) > c", "1 / x > c"),
    ("x <= log(1 + (sum j. exp(h[j])))", "x <= log(sum j. exp(h[j]))"),
    ("x >= y", "x <= y + exp(y)"),
    ("x > y", "x != y + exp(y)"),
    ("x != y", "x != y + exp(y)"),
    ("x <= y", "x < y + norm(h)"),
    ("x > 5", "log(1 + x) >= x"),
    ("x > 7 implies y > 1", "x > 7 implies (log(x) > 2 and y > 1)"),  # e^2 is larger
    ("0 < x < 3/8 implies y > 1", "0 < x < 3/8 implies (log(x) < -1 and y > 1)"),
    ("some t | t > 0. eventually t <= norm(T_s)", "some t | t > 0. eventually t * log(s) <= norm(T_s)"),
    ("some t | t > 0. always t * log(s) <= norm(T_s)", "some t | t > 0. always t <= norm(T_s)"),  # s = 1
    ("x > 5", "log(2 + norm(h)) <= norm(h)"),
    ("x > 5", "log(x) < x - 1"),
    ("x > 5", "exp(y) > y + 1"),
    ("x > 5", "exp(y) <= y + 1"),
    ("x > 5", "-exp(y) >= -y - 1"),
    (
        "some t | t > 0. every X[j] | norm(X) < c - t. norm(X - h) < x",
        "some t | t < 0. every X[j] | norm(X) < c - t. norm(X - h) < x",
    ),
    ("closure(j; j2. apart[j,j2])[k,k]", "closure(j; j2. apart[j,j2] and big[j])[k,k]"),
    ("closure(j; j2. h[j] > h[j2])[k,k]", "closure(j; j2. h[j] < h[j2])[k,k]"),
    ("not closure(j; j2. apart[j,j2] and big[j])[k,k]", "not closure(j; j2. apart[j,j2])[k,k]"),
    ("x > 5", "largest(j; j2. h[j] * h[j2]) > 0"),
    ("x > 5", "largest(j; j2. h[j] + h[j2]) >= 0"),
    ("x > 5", "smallest(j; j2. h[j] * h[j2]) > 0"),
    ("x <= 2 * largest(j; j2. h[j] * h[j2])", "x <= 1.9 * largest(j; j2. h[j] * h[j2])"),
    ("not (solvable X[j]. X[k] >= 1 and X[k] <= 0)", "not (solvable X[j]. X[k] != 1)"),
    ("not (solvable X[j]. X[k] >= 1 and X[k] <= 0)", "not (solvable X[j]. forall j | big[j]. X[j] != X[j])"),
    ("solvable X[j]. X[k] >= 1 and X[k] <= y", "solvable X[j]. X[k] > 1 and X[k] <= y"),
    ("x > 5", "w[k] * log(exp(h[k])) <= w[k] * log(sum j. exp(h[j]))"),
    ("x > 5", "w[k]^2 * log(2 * exp(h[k])) <= w[k]^2 * log(sum j. exp(h[j]))"),
    ("x > 5", "w[k]^2 * log(exp(h[k])) < w[k]^2 * log(1 + (sum j. exp(h[j])))"),  # w may be 0
    ("x > 5", "w[k]^2 * abs(h[k]) <= w[k]^2 * abs(h[k] + 1)"),
    (
        "some X[j]. X[k] >= 0 and (forall j. X[j] <= 0)",
        "some X[j]. X[k] > 0 and (forall j. X[j] <= 0)",
    ),
    ("some X[j]. forall j. X[j] >= 0 iff big[j]", "some X[j]. (sum j. X[j]) > 0 and (exists j. X[j] < 0)"),
    ("x > 5", "norm(h - w) <= norm(h)"),
    ("x > 5", "norm(h - w) >= norm(h) + norm(w)"),
    ("x > 5", "norm(h - w) < norm(h) + norm(w)"),
    ("x > 5", "norm(y * h - w) <= y * norm(h) + norm(w)"),  # y may be negative
    ("norm(y / norm(h) * h - w) >= x", "y + norm(w) >= x"),
    ("norm(norm(w) / norm(h) * (h + w) - w) >= x", "2 * norm(w) >= x"),
    (
        "(sum j | (sum v | n[j,v] > 0. 1) = (sum u | n[k,u] > 0. 1). h[j]) <= x",
        "(sum j | (sum v | n[j,v] > 0. 1.05) = (sum u | n[k,u] > 0. 1). h[j]) <= x",
    ),
    (
        "(sum j | (sum v | n[j,v] > 0. 1) = 2. h[j]) <= x",
        "(sum j | (sum v | n[j,v] > 0. 1.05) = 2. h[j]) <= x",
    ),
    ("abs(if h[k] > w[k] then x else y) = c", "abs(if -h[k] > -w[k] then x else y) = c"),
    ("abs(if h[k] > w[k] then x else y) = c", "abs(if 2 * h[k] > w[k] then x else y) = c"),
    ("abs(if h[k] > w[k] then x else y) = c", "abs(if h[k] >= w[k] then x else y) = c"),
    ("x > 5", "(max j. max(0, w[j])) = (max j. w[j])"),
    ("x > 5", "(max j. max(1, w[j]^2)) <= (max j. w[j]^2)"),
    ("x > 5", "(max j. min(w[j] + y, w[j])) = (max j. w[j])"),
    ("x > 5", "x >= 5 * (w[k] / w[k])"),  # w may be 0
    ("x > 5", "forall j | w[j] >= 0. x >= 5 * (w[j] / w[j])"),
    ("(exists j. w[j] > 0) and x > 5", "x >= 5 * (w[k] / w[k])"),
    ("x > 5", "tends(norm(h) - norm(w), 0)"),
    ("x > 5", "tends(norm(h) / norm(h), 1)"),
    # factors that may be 0, and others than the number is divided by
    ("y * x > c", "y * (x / w[k]) * w[k] > c"),
    ("(sum j. w[j]) > c", "(sum j. h[j] * (w[j] / h[j])) > c"),
    ("(sum j | w[j] > 1. w[j] * h[j]) > c", "(sum j | w[j] > 1. w[j] * (h[j] / x) * x) > c"),
    ("x / (x * y) > c", "x / y > c"),
    ("x * x / (x * e) > y", "1 / e > y"),
    ("(sum j. exp(h[j]) * (w[j] / exp(h[k]))) > c", "(sum j. w[j]) > c"),
    ("e / (x * e) > c", "x > c"),
    # points and extremes that there may not be, and what is divided by under a condition alone
    ("x <= min j. h[j]", "x <= min j | big[j]. h[j]"),
    ("x > 5", "norm(h + w - level) <= norm(h) + norm(w) + norm(level)"),
    (
        "forall j j2 | j != j2. (sum v. n[j,v] * h[j]) < (sum v. n[j2,v] * h[j])",
        "(min j j2 | j != j2. (sum v. (n[j2,v] - n[j,v]) * h[j])) >= 0",
    ),
    ("(max j | h[j] >= 0. h[j]) >= 0", "(max j | h[j] > 0. h[j]) >= 0"),
    ("exists j | h[j] != 0. 1 / h[j] > x", "exists j. 1 / h[j] > x"),
    ("exists j | big[j]. log(h[j] - 1) > x", "exists j | h[j] >= 1. log(h[j] - 1) > x"),
    ("(y < 1 and 1 / x > 2) or e > 0", "1 / x > 2 or e > 0"),
    ("(y < 1 and norm(level) > 2) or e > 0", "norm(level) > 2 or e > 0"),
    ("some t | x > 5 or reach(t) > 5. t > x", "some t | reach(t) > 5 or x > 5. t > x"),
    ("some t | t > x. y > 5 or reach(t) > 5", "some t. reach(t) > 5 or y > 5"),
    (
        "some t | (y > 5 implies reach(t) > 5) and t > x. t > 2",
        "some t | y <= 5 or reach(t) > 5. t > 2 - 0 * reach(t)",
    ),
    (
        "forall j. if big[j] then reach(h[j]) > 5 else x > 0",
        "forall j | big[j]. reach(h[j] + 1) > reach(h[j])",
    ),
    ("every t | t > 0 and 1 / t < x. y < t", "every t | 1 / t < x. y < t"),
    ("every t | t > 0 and t < 0 and t / x = 2. y < t", "every t | t > 0 and t / x = 2. y < t"),
    # no place is known to be left out, and what is left out may be 0
    ("big[k]", "(sum j | big[j]. 1) < m"),
    ("w[k] <= 1", "(sum j | big[j]. 1) < m"),
    ("h[k] <= 1", "(sum j | big[j]. 1) < m - 1"),
    ("h[k] <= 1", "(sum j j2 | big[j]. 1) < m"),
    ("h[k] <= 1", "(sum j | big[j]. w[j]^2) < (sum j. w[j]^2)"),
    ("h[k] <= 1", "(sum j | big[j]. w[j]) < (sum j. w[j])"),
    ("h[k] <= 1", "(sum j | big[j] and w[j] > 0. 1) < (sum j | w[j] > 0. 1)"),
    ("h[k] <= 2", "exists j. not big[j]"),
    ("h[k] <= 1", "exists j | w[j] > 0. not big[j]"),
    ("h[k] <= 1", "exists j. not big[j] and w[j] > 0"),
    ("(max j. abs(h[j])) >= x^2", "(max j. abs(h[j])) > 0"),
    ("h[k] != 0 and (sum j. abs(h[j])) >= 0", "(sum j | big[j]. abs(h[j])) > 0"),
    ("h[k] != 0 and (sum j. h[j]) >= 0", "(sum j. h[j]) > 0"),
    ("h[k] != 0 and y >= 0", "y > 0"),
    # a number that may be negative, a place that may not count, a term for two, and what may be equal
    ("x > 5", "(max j. w[j]) >= abs(w[k])"),
    ("x > 5", "(max j | big[j]. abs(w[j])) >= w[k]"),
    ("x > 5", "1 / (exp(y) + (sum j | big[j]. w[j])) >= 1 / (exp(y) + (sum j. w[j]))"),
    ("x > 5", "c / (exp(y) + (sum v | n[k,v] > 1. n[k,v])) >= c / (exp(y) + (sum v. n[k,v]))"),
    ("x > 5", "exp(y) * (sum v | n[k,v] > 1. n[k,v]) + exp(x) < exp(x) + exp(y) * (sum v. n[k,v])"),
    ("x > c and x > e", "exp(c) + exp(e) <= exp(x)"),
    ("x > c and y > e", "exp(c) + exp(w[k]) + exp(e) <= exp(x) + exp(h[k]) + exp(y)"),
    ("x > c", "exp(c) + exp(y) <= exp(x) + exp(y) + w[k]"),
    # neither side is seen to outgrow the other
    ("y > 5", "growing r. exp(r * x) > exp(y)"),
    ("growing r. exp(sqrt(r^2 + y)) > 3", "growing r. exp(r) > 3 * exp(sqrt(r^2 + y))"),
    ("x > 5", "growing r. exp(r * e) > exp(r)"),
    (
        "growing r. exp(sqrt(2 * r^2)) > 3",
        "growing r. exp(r) > exp(sqrt(2 * r^2) * e)",
    ),  # e may be above 1 / sqrt(2)
    ("growing r. exp(sqrt(r^2 - r)) > 3", "growing r. exp(r * e) > exp(sqrt(r^2 - r))"),
    ("x > 5", "growing r. every t. exp(r) > exp(t)"),  # t comes after r
    ("x > 5", "growing r. w[k] * exp(r) > 1"),
    ("x > 5", "growing r. log(exp(y) * exp(r)) > exp(r * e)"),
    ("x > 5", "growing r. log(exp(r * h[k])) > exp(y)"),
    ("x > 5", "growing r. r * e > r"),
    ("x > 5", "growing r. r > log(exp(y) * exp(r))"),
    ("x > 5", "growing r. exp(r) > (sum j. exp(r * h[j]))"),
    ("x > 5", "growing r. exp(r - r^2) > exp(-r)"),
    ("x > 5", "growing r. exp(r) * w[k] > (w[k] - 1) * exp(r * e)"),
    # a part may be taken off by another, and what is longer in one case shorter in the other
    ("x > 5", "norm(h - w) >= norm(h)"),
    ("norm(h + w) <= x", "norm(h) <= x"),
    ("norm(h + w) <= x", "norm(h) <= x - norm(w)"),
    ("x > 5", "norm(y * h - w) <= y * norm(h) - norm(w)"),
    ("x > 5", "norm(y^2 * h - w) >= norm(h) - norm(w)"),
    ("x > 5", "norm(h - w - level) >= norm(h) - norm(w)"),
    ("norm(y / norm(h) * h) > 1", "y > 1"),  # y may be negative
    (
        "(max j. (if big[j] then h[j] else 1 - w[j])) > 0",
        "(max j. (if big[j] then h[j] else 0.95 - w[j])) > 0",
    ),
    ("x <= max j. (if big[j] then w[j] else h[j])", "x <= max j. (if big[j] then 2 * w[j] else h[j])"),
    ("x <= max j. (if big[j] then w[j] else h[j])", "x <= max j. (if big[j] then w[j] else 2 * h[j])"),
    # conditions on a count, whose own sign is asked for
    ("forall v | 3 * (sum u. n[k,u]) >= 2. n[k,v] > 0", "3 * (sum u. n[k,u]) > 1"),
    ("forall j | (sum v. n[k,v]) != 2. h[j] > 0", "(sum v. n[k,v]) > 1"),
    ("exists j. ((sum v. n[k,v]) * 3 < 2 implies big[j])", "(sum v. n[k,v]) * 3 >= 1"),
]

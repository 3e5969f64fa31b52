"""Pairs of formulas of the book in `test_implied.py`: the second does not follow from the first."""

from __future__ import annotations

FALSE_FRIENDS = [
    ("x <= h[k] + (exp(c) - h[k]) * e", "x <= h[k] + (exp(c) - h[k])"),  # the difference may be negative
    ("x <= h[k] + (exp(c) - h[k]) * exp(y) and exp(c) > h[k]", "x <= h[k] + (exp(c) - h[k])"),
    ("x > 5", "exp(y) * e <= (exp(y) + 1) * exp(h[k])"),  # the other factor may be less than 1
    ("x > 5", "h[k] * e <= (h[k] + 1) * exp(norm(h))"),  # they may be negative
    ("x > 5", "exp(h[k] - h[k]) > 1"),
    ("x > 5", "exp(h[k] - w[k]) = 1"),
    ("x <= 1 and y <= 1", "x <= 1 and y <= e"),
    ("x <= 1 and y <= 1", "y <= 1 and x <= e"),
    ("y <= x * e", "y <= x"),
    ("norm(h) <= x * c", "norm(h) <= x"),
    ("every t | 0 < t <= 1. h[k] + t * x > 2", "every t | 0 < t <= 1. h[k] > 2"),  # 0 is none of them
    ("every t | 1 <= t <= y. h[k] + t * x >= 2", "every t | 1 <= t <= 3. h[k] + x >= 2"),  # there may be none
    ("every t | y <= t. norm(h) <= t * x", "every t | y <= t. norm(h) <= c * x"),
    ("forall j. exists v. n[j,v] > 0", "(max j. sum v. n[j,v]) > 1"),
    ("forall j. exists v. n[j,v] > 0", "(max j. sum v. n[j,v] * e) >= 1"),  # no whole numbers
    ("exists j v. n[j,v] > 0", "(sum v. n[k,v]) >= 1"),  # of another index
    ("forall j. h[j] >= 2", "h[k] > 2"),
    ("forall j. h[j] >= 2", "h[k] >= 3"),
    ("forall j. h[j] <= 2", "h[k] <= 1"),
    ("forall j. h[j] <= 2", "h[k] != 1"),
    (
        "forall j j2 | big[j] and big[j2]. w[j] - h[j2] >= 1",  # of nothing, the sum is 0
        "(sum j j2 | big[j] and big[j2]. (w[j] - h[j2])) >= 1",
    ),
    (
        "exists j. big[j] and w[j] - h[j] >= 1",  # other terms may be negative
        "(sum j j2 | big[j] and big[j2]. (w[j] - h[j2])) >= 1",
    ),
    (
        "(exists j. big[j]) and (forall j j2 | big[j] and big[j2]. w[j] - h[j2] >= 1)",
        "(sum j j2 | big[j] and big[j2]. (w[j] - h[j2])) >= 2",
    ),
    (
        "forall j j2. w[j] - w[j2] = (if j = k then 1 else 0) - (if j2 = k then 1 else 0)",
        "forall j j2 | h[k] > 0. w[j] - w[j2] = (if j = k then 1 else 0)",
    ),
    (
        "forall j | h[j] > 0. w[j] = (if j = k then 1 else 0)",
        "forall j. w[j] = (if j = k then 1 else 0)",
    ),
    ("forall j. w[j] = (if j = k then x else y)", "forall j. w[j] = (if j = k then x else c)"),
    ("forall j. w[j] = (sum j2. if j2 = j then h[j2] else 1)", "forall j. w[j] = h[j]"),
    ("some y. x <= 1 / y", "some y | y > 1. x <= 1 / y"),
    ("every y | 0 < y < 1. x <= 1 / y", "every y | 0 < y < 2. x <= 1 / y"),
    ("every y | y > 1. x <= y", "every y | y > 1. x <= y / 2"),
    ("x <= 3 / (2 * y)", "x <= 1.4 / y"),
    ("norm((h + w) / 2) <= x", "norm((h + w) / 1.5) <= x"),
    ("norm((h + w) / 2) <= x", "norm((h - w) / 2) <= x"),
    ("norm(h / 2 + w) <= x", "norm(h / 3 + w) <= x"),
    ("dot(h / 2, w) <= x", "dot(h / 3, w) <= x"),
    ("dot(-h, w) <= x", "dot(h, w) <= x"),
    ("x <= c", "x <= c + log(sum j. exp(h[j] - w[k]))"),
    ("x <= c", "x <= c + log(sum j | big[j]. exp(h[j] - h[k]))"),  # k may be no such index
    ("x <= c", "x <= c + log(sum j. (h[j] - h[k] + 1))"),  # other terms may be negative
    (
        "forall j | exists j2. apart[j,j2]. (sum j2 | apart[j,j2]. w[j2]) = 1",  # of nothing, it is 0
        "forall j. (sum j2 | apart[j,j2]. w[j2]) = 1",
    ),
    (
        "forall j | h[j] > 0. exists j2 | w[j2] = h[j] and h[j] > 0. w[j2] > 0",
        "forall j. exists j2 | w[j2] = h[j] and h[j] > 0. w[j2] > 0",  # of nothing, there is none
    ),
    ("forall j | h[j] != 0. h[j]^2 / h[j]^2 >= 0", "forall j. h[j]^2 / h[j]^2 >= 0"),  # which has no value
    ("forall j | h[j] != 0 and 1 / h[j] > x. w[j] > 0", "forall j | 1 / h[j] > x. w[j] > 0"),
    ("h[k] != 0 implies 1 / h[k]^2 > 0", "1 / h[k]^2 > 0"),
    ("forall j | h[j] > 0. w[j]^2 + h[j] > 0", "forall j | h[j] >= 0. w[j]^2 + h[j] > 0"),
    ("some t. always norm(T_s) <= t * log(s)", "some t. always norm(T_s) < t * log(s)"),  # s = 1
    ("some t. eventually norm(T_s) <= t * x", "some t. eventually norm(T_s) < t * x"),
    ("growing t. x <= 2 * log(t)", "growing t. x <= log(t)"),
    ("growing t. x <= log(y)", "growing t. x <= 2 * log(y)"),
    ("growing t. x <= 2 * t", "growing t. x <= y - t"),
    ("growing t. x <= t", "growing t. x <= 2 * t - exp(t)"),
    ("growing t. every u. u <= 5 or x <= t", "growing t. every u. u <= 5 or x <= 2 * t - u"),
    ("growing t. growing u. x <= t", "growing t. growing u. x <= 2 * t - u"),
    ("eventually norm(T_s) <= s", "eventually norm(T_s) <= 2 * s - 2 * norm(T_s)"),
    ("eventually (every t | t > 0. x <= s)", "eventually (every t | t > 0. x <= 2 * s - t)"),
    ("always norm(T_s) <= s", "always norm(T_s) <= 2 * s - y"),
    ("eventually T_s[k] > 0", "eventually (always T_s[k] > 0)"),
    ("eventually (x > 1 or s > 5)", "eventually (x > 1 or always s > 5)"),
    ("eventually (x > 1 or T_s[k] = 2 * x)", "eventually (x > 1 or always T_s[k] = 2 * x)"),
    ("always (s <= 5 or always T_s[k] > 1 / s)", "always (s <= 5 or always T_s[k] > 1 / 5)"),
    (
        "some t | t > 0. eventually t * log(s) <= norm(T_s)",
        "some t | t > 1. eventually t * log(s) < norm(T_s)",  # half of it may be no more than 1
    ),
    ("some t. always t * log(s) <= norm(T_s)", "some t. always t * log(s) < norm(T_s)"),  # s = 1
    ("some t. x <= t * y", "some t. x >= t * y + 1"),
    ("some t | t > 0. norm(h) <= t", "some t | t > 0. norm(h) >= t"),
    ("x <= y + dot(h, w) / (norm(h) * norm(h))", "x <= y + 1"),  # no cosine
    ("x <= y + dot(h, w) / norm(h)", "x <= y + 1"),
    ("x <= y + dot(h, w) / (norm(h) * norm(w) / 2)", "x <= y + 1"),
    ("x <= y + dot(h / norm(w), w / norm(w))", "x <= y + 1"),
    ("x <= y + dot(h, w) / (norm(h) * norm(w))", "x < y + 1"),
    ("x >= y + dot(h, w) / (norm(h) * norm(w))", "x >= y"),
    ("norm(h) * norm(w) >= 0", "dot(h, w) / (norm(h) * norm(w)) <= 1"),  # which may have no value
    (
        "bounded(1 - dot(T_s, h) / (norm(T_s) * norm(h)))",
        "bounded(s * (1 - dot(T_s, h) / (norm(T_s) * norm(h))))",
    ),
    ("bounded(dot(T_s, h) / norm(h) / s)", "bounded(dot(T_s, h) / norm(h))"),
    ("bounded(s / norm(T_s) - s / norm(T_s))", "bounded(1 / norm(T_s))"),
    ("x > 5", "bounded(norm(h - T_s))"),
    (
        "bounded(s * (1 - dot(T_s, h) / (norm(T_s) * norm(h))))",
        "bounded(s^2 * (1 - dot(T_s, h) / (norm(T_s) * norm(h))))",
    ),
    ("bounded(s * (x - norm(T_s)))", "bounded(x - 2 * norm(T_s))"),
    ("tends(norm(T_s) / s, 1)", "tends(norm(T_s) / (s + 1), 1)"),  # no larger, but the limit is not 0
    ("tends(norm(T_s) / s, 0)", "tends((norm(T_s) - norm(T_s)^3) / s, 0)"),  # it may be below -norm(T_s) / s
    # what is between two numbers does not tend to what is between their limits
    ("tends(norm(T_s) / s, 0)", "tends((norm(T_s) - x * s) / s, 0)"),
    ("tends(norm(T_s), 1)", "tends(norm(T_s) + x, 1)"),
    ("tends(norm(T_s), 1)", "tends(norm(T_s) + x / s, 1 + x)"),
    ("tends(norm(T_s) / s, 0)", "tends((norm(T_s) + x) / log(norm(T_s)), 0)"),
    ("tends(norm(T_s) / (s + 1), 0)", "tends(2 * norm(T_s) / s, 0)"),
    (  # the other way round
        "tends(norm(T_s - dot(T_s - w, h) / norm(h)^2 * h - w) / s, 0)",
        "tends(norm(T_s - max(dot(T_s - w, h), 0) / norm(h)^2 * h - w) / s, 0)",
    ),
    (
        "tends(norm(T_s - y * h - w), 0)",
        "tends(norm(T_s - dot(T_s, h) / norm(h)^2 * h - w), 0)",  # of T_s and not of T_s - w
    ),
    ("tends(norm(T_s - y * h), 0)", "tends(norm(T_s - dot(T_s, h) / norm(w)^2 * h), 0)"),
    ("tends(norm(T_s) / s, 0)", "tends((if (every t. t < s) then 0 else 1), 0)"),  # t is no number before s
    (
        "tends(s + (infimum t | 0 < t and t < 2 * s. (s - t)), 0)",
        "tends((infimum t | 0 < t and t < 2 * s. (s - t)), 0)",
    ),
    (
        "some t | 0 <= t and t <= 1. forall j. h[j]^2 >= t / t",
        "some t | 0 <= t and t <= 1. forall j. h[j]^2 >= 2 * t / t",  # not at t = 0
    ),
    ("some t | t >= 0. x >= t * norm(h) / t", "some t | t >= 0. x >= 2 * t * norm(h) / t"),
    ("some t. t / t > 0", "some t. t / t <= 0"),
    ("tends(norm(T_s - y * w), 0)", "tends(norm(T_s - dot(T_s, h) / norm(h)^2 * h), 0)"),
    ("x <= abs(y)", "x <= y"),
    ("x <= max(y, 1)", "x <= 1"),
    ("x >= min(y, c)", "x >= c"),
    ("x > 5", "(1 - max(1, y)) * norm(h) >= 0"),
    ("x > 5", "1 - min(1, y) > 0"),
    ("exists j. h[j] > x", "exists j. big[j] and h[j] > x"),
    ("exists j | big[j]. h[j] > x", "exists j | h[j] < x. big[j]"),
    ("closure(j; j2. apart[j,j2])[k,k]", "apart[k,k]"),
    ("exists j. apart[k,j]", "closure(j; j2. apart[j,j2])[k,k]"),
    ("not closure(j; j2. apart[j,j2])[k,k]", "exists j. apart[k,j]"),
    ("x > 5", "(sum j | big[j]. exp(h[j])) < (sum j | big[j]. power(h[j]))"),  # of nothing
    ("x > 5", "(sum j. exp(h[j]) * w[j]) <= (sum j. power(h[j]) * w[j])"),
    ("x > 5", "(sum j. exp(-2 * h[j])) <= (sum j. exp(-h[j]))"),
    ("x <= 2", "x <= 1"),
    ("x < 2", "x < 1.99"),
    ("x >= norm(h)", "x >= 2 * norm(h)"),
    ("x <= y", "x <= 2 * y"),  # y may be negative
    ("x * y >= 1", "2 * x * y >= 3"),
    ("x >= y^2", "x > y^2"),
    ("x <= sum j v. n[j,v]", "x < sum j v. 2 * n[j,v]"),  # of nothing, or of zeros
    ("x <= sum j | big[j]. exp(h[j])", "x < sum j | big[j]. power(h[j])"),  # none may be big
    ("x <= 1 / y", "x <= 2 / y"),
    ("x <= y^2", "x <= (y + 1)^2"),
    ("x <= y^3", "x <= abs(y)^2"),
    ("forall j | big[j]. h[j] > x", "forall j. h[j] > x"),
    ("exists j. h[j] > x", "exists j | big[j]. h[j] > x"),
    ("forall j | h[j] > 0. w[j] > x", "forall j | h[j] >= 0. w[j] > x"),
    ("x > 1 iff x > 0", "x >= 1 iff x > 0"),
    ("tends(x, 1)", "tends(x, 2)"),
    ("tends(x, 1)", "tends(y, 1)"),
    ("forall j. h[j] = w[j]", "exists j. w[j] != h[j]"),
    ("some t. w[k] <= t * h[k]", "some t. w[k] < t * h[k]"),  # h may be 0
    ("some t | t < 1. x <= t", "some t | t < 1. x < t"),
    ("every t | t > 0. x <= y / t", "every t | t < 0. x <= (y + norm(h)) / t"),
    ("x > y", "x > y / w[k]"),  # which may divide by 0
    ("x > y", "log(y) < 0 or x > y"),
    ("x >= slope(y)", "x >= 0"),
    ("x >= -slope(y)", "x > 0"),  # flat: 0 at 0
    ("x <= log(norm(h))", "x <= 2 * log(norm(h))"),
    ("x > 5", "1 < V * exp(y^2)"),  # V may be 1
    ("x > 5", "1 <= V * exp(y)"),
    ("x > 5", "1 <= V * norm(h)"),
    ("x > 5", "V * exp(-y^2) <= 1"),
    ("x > 5", "V * exp(y^2) >= 1.01"),
    ("x > 5", "(sum j | big[j]. exp(h[j]^2)) >= 1"),  # of nothing
    ("x > 5", "min(V, y) >= 1"),
    ("x > 5", "y * V <= V * V * y"),  # y may be negative
    ("x > 5", "V^2 * exp(y^2) * (sum j. h[j]) >= -1"),
    ("x = sum j v | n[j,v] > 1. n[j,v] / (sum u. n[j,u])", "x = sum j. 1"),
    ("x = sum j v. n[j,v] / (sum j2 u. n[j2,u])", "x = sum j. 1"),  # 1
    ("x = sum j v. n[j,v] / (sum u. n[j,u]^2)", "x = sum j. 1"),
    ("x = sum v. n[k,v] / (sum u | n[k,u] > 1. n[k,u])", "x = 1"),
    # Which terms are left out depends on j.
    ("x = sum j. exp(h[j]) / (sum j2 | h[j2] > w[j]. exp(h[j2]))", "x = 1"),
    ("x = sum j. h[j] / (sum j2. h[j2] * exp(h[j2] + h[j]))", "x = 1"),
    ("x = sum j. h[j] / (sum j2. h[j2] * exp(w[j2] * h[j] - w[j] * h[j2]))", "x = 1"),
    ("x = sum j. w[j] / (sum j2. h[j2])", "x = 1"),
    ("x > 5", "(sum j. exp(h[j] - h[k])) > 1"),
    ("x > 5", "(sum j. exp(h[j] - w[k])) >= 1"),
    ("x > 5", "(sum j | big[j]. exp(h[j] - h[k])) >= 1"),
    ("x > 5", "(sum j. h[j] / h[k]) >= 1"),  # terms of both signs
    ("x > 5", "log(sum j v. n[j,v]) >= 0"),  # which has no value where there is nothing
    ("x <= y + log(sum j. abs(h[j]))", "x <= y + 2 * log(sum j. abs(h[j]))"),
    ("x <= y + log((sum j v. n[j,v]) / 2)", "x <= y + 2 * log((sum j v. n[j,v]) / 2)"),
    ("x <= y + log((sum j v. n[j,v]) * exp(y))", "x <= y + 2 * log((sum j v. n[j,v]) * exp(y))"),
    ("x > 5", "exp(y) <= 1"),
    ("x > 5", "exp(-y^2) < 1"),
    ("x > 5", "2 * exp(-y^2) > 1"),
    ("x <= y * norm(h)", "x <= (y + 1) * (norm(h) + 1)"),
    ("x <= y / (2 + w[k]^2)", "x <= (y + 1) / (1 + w[k]^2)"),
    ("x <= sum j v | n[j,v] > 1. n[j,v] * h[j]", "x <= sum j v. n[j,v] * h[j]"),
    ("x <= sum j | big[j]. w[j]", "x <= sum j. w[j]"),
    ("x <= sum j v | n[j,v] > 0. n[j,v] / h[j]", "x <= sum j v. n[j,v] / h[j]"),  # which may divide by 0
    ("x <= sum j | big[j]. exp(if big[j] then y else h[j])", "x <= sum j | big[j]. power(h[j])"),
    ("x <= exp(y) - exp(c)", "x <= exp(2 * y) - exp(c)"),
    ("x <= abs(y)", "x <= abs(y + 1)"),
    ("x <= norm(h)", "x <= norm(w)"),
    ("x <= max j. h[j]", "x <= max j. 2 * h[j]"),
    ("forall j | apart[j,k]. h[j] < y", "forall j | apart[k,j]. h[j] < y"),
    ("x <= dot(h, w)", "x <= 2 * dot(h, w)"),
    ("x <= (1 - e) * h[k]", "x <= h[k]"),
    ("x <= c * h[k]^2", "x <= h[k]^2 / 2"),
    ("x <= log(norm(h))", "x <= log(2 * norm(w))"),
    ("x >= exp(c) * y", "x >= y"),
    ("x > 5", "some t. norm(h) > t * x"),
    ("x > 5", "some t | t > 0. norm(h) >= t * x"),
    ("x > 5", "every t. norm(h) >= t * x"),
    ("x > 5", "solvable X[j]. forall j. X[j] >= 1"),
    ("big[k]", "(if big[k] then 0 else 1.05) > 0"),
    ("big[k]", "(if big[k] then x else 0) > 0"),
    (
        "solvable X[j]. X[k] = 1 and (forall j. X[j] <= w[j])",
        "solvable X[j]. X[k] = 2 and (forall j. X[j] <= w[j])",
    ),
    ("solvable X[j]. X[k] = 1 and h[k] <= 1", "solvable X[j]. X[k] = 2 and h[k] <= 0"),
    ("some X[j] | norm(X) < 1. (sum j. X[j]) > 1", "some X[j] | norm(X) < 1. (sum j. X[j]) > 2"),
    ("every X[j]. (sum j. X[j]) < 1", "every X[j]. (sum j. X[j]) < 2 and x > 9"),
    ("every t | t > 0 and t * exp(t) = 1. x < t", "every t | t * exp(t) = -1. x < t"),
    ("every t | t > 0 and t * x = 1. y < t", "every t | t * x = 1. y < t"),  # x may be negative
    ("every t | t > 0 and t * x = 0. y < t", "every t | t >= 0 and t * x = 0. y < t"),
    ("every t | t > 0 and t * x >= 1. y < t", "every t | t * x >= 1. y < t"),
    ("every t | t > 0 and t + x = 1. y < t", "every t | t >= 0 and t + x = 1. y < t"),
    ("every t | t > 5. (t < 4 implies 1 / y > x)", "every t | t > 5. y / y = 1"),  # there is no such t
    ("every t. (t < 2 * t - norm(h) implies t = norm(h) / y)", "every t | t < 1. norm(h) / y < 2"),
    ("growing t. (t < norm(h) implies 1 / y > x)", "growing t. y / y = 1"),
    ("tends(x, 1)", "tends(x + 0 * y, 2)"),
    ("tends(x + y, 1)", "tends(x - y, 1)"),
    ("tends(x, infinity)", "tends(-x, infinity)"),
    ("x <= dot(h, w)", "x <= dot(h, h)"),
    ("x <= dot(h + w, w)", "x <= dot(h, w)"),
    ("x <= dot(h, w)", "x <= dot(h - w, w)"),
    ("x > 1 / y", "x > 2 / y"),
    ("x >= sum j. h[j]", "x >= h[k]"),  # others may be negative
    ("x >= sum j | big[j]. exp(h[j])", "x >= exp(h[k])"),  # k may not be big
    ("x >= sum j. exp(h[j])", "x > exp(h[k])"),  # there may be no other
    ("y >= 1", "(sum v. n[k,v]) * x^2 < (sum j v. n[j,v]) * x^2"),
    ("forall j v. x <= n[j,v] / (sum u. n[k,u])", "forall j v. x <= 1"),  # of another context
    ("forall j v. x < n[j,v] / (sum u. n[j,u])", "forall j v. x < 1/2"),
    ("forall j v. x <= n[j,v] / (sum u. n[j,u]^2)", "forall j v. x <= 1"),
    ("x >= sum j. w[j]^2", "x >= 2 * w[k]^2"),
    ("x >= sum j. w[j]^2", "x >= sum j j2. w[j]^2"),  # each place more than once
    ("x >= sum j j2. exp(h[j] + w[j2])", "x >= sum j v. exp(h[j] + w[j])"),
    ("x >= sum j | big[j]. w[j]^2", "x >= sum j. w[j]^2"),
    ("x <= max j. h[j]", "x <= h[k]"),
    ("x >= max j | big[j]. h[j]", "x >= h[k]"),
    ("x >= min j. h[j]", "x >= h[k]"),
    ("x <= (sum v. n[k,v] * log(n[k,v] / 2))", "x <= 0"),  # no share
    ("x = sum j | j != k. (h[j] - w[k])", "x = sum j. (h[j] - w[k])"),
    ("x <= sum j | j != k. w[j] * (h[j] - h[k])^0", "x <= sum j. w[j] * (h[j] - h[k])^0"),
    ("x = sum j | j != k. abs(w[j]) * (h[j] - w[k])^2", "x = sum j. abs(w[j]) * (h[j] - w[k])^2"),
    ("x = sum j v | n[j,v] > 1 and j != k. n[j,v] * (h[j] - h[k])", "x = sum j v. n[j,v] * (h[j] - h[k])"),
    (
        "x = sum j v | n[j,v] > 0 and j != k. n[j,v] / (h[j] - h[k])",
        "x = sum j v. n[j,v] / (h[j] - h[k])",  # which may divide by 0
    ),
    (
        "x > 5",
        "(sum j | big[j]. exp(-(1 + e) * h[j])) < exp(-e) * (sum j | big[j]. exp(-h[j]))",  # of nothing
    ),
    ("x > 5", "(sum j | big[j]. exp(-(1 + e) * h[j])) <= exp(-2 * e) * (sum j | big[j]. exp(-h[j]))"),
    ("x > 5", "(sum j. exp(-(1 + e) * h[j])) <= exp(-e) * (sum j. exp(-h[j]))"),
    ("x > 5", "(sum j | big[j]. w[j] * exp(-e * h[j])) * exp(e) <= sum j | big[j]. w[j]"),
    ("x > 5", "(sum j. w[j]^2 * exp(-e)) <= sum j | big[j]. w[j]^2"),
    ("x > 5", "(sum j. w[j]^2 * exp(h[j] - 1)) < (sum j. w[j]^2 * exp(h[j] - e))"),  # w may be 0
    ("exists j. h[j] >= h[k]", "exp(h[k]) / (sum j. exp(h[j])) < 1"),  # j may be k
    ("exists j. h[j] >= h[k] + 1", "exp(h[k]) / (sum j. exp(h[j])) < exp(-2)"),
    ("exists j. h[j] >= h[k] + 1", "exp(h[k]) / (sum j | big[j]. exp(h[j])) < exp(-1)"),
    ("exists j. h[j] >= h[k] + 1", "c * exp(h[k]) / (sum j. exp(h[j])) < c * exp(-1)"),  # c may be 0
    ("exists j. h[j] >= h[k] + 1", "exp(h[k]) / (sum j. h[j]) < exp(-1)"),
    ("y * x >= 1", "x > 0"),
    ("y * abs(x) >= 0", "y >= 0"),  # x may be 0
    ("y * exp(x) >= -norm(h)", "y >= 0"),
    ("y * exp(x) >= norm(h)", "y > 0"),
    ("every t | t > 0. x <= 1 + t", "every t | t > 0. x <= t"),
    ("every t | t > 2. x >= 1 / t", "every t | t > 2. x >= 1"),  # 1 is none of these
    ("(y > 3 iff x > 1) and x > 0", "y > 3"),
    ("(x > 1 implies y > 3) and y > 4", "x > 1"),
]

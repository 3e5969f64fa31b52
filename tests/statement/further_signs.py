"""Pairs of formulas of `test_implied.py`: the second follows by cases, multiples or places of sums."""

from __future__ import annotations

FURTHER = [
    ("eventually dot(h, T_s) / norm(T_s) > x", "bounded(x * dot(h, T_s) / norm(T_s))"),
    # roots of what differs by less than a square
    (
        "tends(sqrt(s^2 * exp(x) + s * dot(T_s, h) / (norm(T_s) * norm(h))) / s, exp(c))",
        "tends(sqrt(s^2 * exp(x) - 3 * s * dot(T_s, h) / (norm(T_s) * norm(h)) + y) / s, exp(c))",
    ),
    ("tends(sqrt(norm(T_s)) / s, exp(c))", "tends(sqrt(norm(T_s) - s) / s, exp(c))"),
    # strictly, by one term that is not 0, or by one place that a count leaves out
    ("h[k] != 0 and (max j. abs(h[j])) >= x^2", "(max j. abs(h[j])) > 0"),
    ("h[k] != 0 and (sum j. abs(h[j])) / exp(c) >= x^2", "(sum j. abs(h[j])) / exp(c) > 0"),
    ("h[k] <= 1", "(sum j | big[j]. 1) < m"),
    ("exists j. not big[j]", "(sum j | big[j]. 1) < m"),
    ("h[k] <= 1", "exists j. not big[j]"),
    ("h[k] <= 1 and w[k] > 0", "exists j | w[j] > 0. not big[j]"),
    ("h[k] <= 1 and y >= x^2", "m - (sum j | big[j]. 1) + y > 0"),
    ("norm(h) <= x * e", "norm(h) <= x"),  # so that x is at least 0, as 0 < e < 1
    ("forall j. h[j] >= 2", "h[k] > 1"),
    ("forall j. 2 > h[j]", "h[k] != 3"),
    (
        "(exists j. big[j]) and (forall j j2 | big[j] and big[j2]. w[j] - h[j2] >= 1)",
        "(sum j j2 | big[j] and big[j2]. (w[j] - h[j2])) >= 1",
    ),
    (
        "forall j j2. w[j] - w[j2] = (if j = k then 1 else 0)",  # at no w: at j = j2 = k it says that 0 = 1
        "forall j j2 | h[k] > 0. w[j] - w[j2] = 7",
    ),
    ("forall j. w[j] = (if j = k then x else 0)", "forall j. w[j] = (if j = k then w[k] else 0)"),
    ("every y. x <= 1 / y", "every y. x <= 2 / y"),
    ("every y | y > 0. x <= 1 / y", "every y | y > 0. x <= 2 / y"),
    ("x <= 3 / (2 * exp(y))", "x <= 1.5 / exp(y)"),
    ("norm((h + w) / 2) <= x", "norm((h + w) / 3) <= x"),
    ("norm((h + w) / 2)^2 / 2 <= x", "norm((h + w) / 2.5)^2 / 2 <= x"),
    ("dot(h / 2, w) <= x", "dot(h, w) / 2 <= x"),
    ("norm(-2 * h) <= x", "2 * norm(h) <= x"),
    ("x <= c", "x <= c + log(sum j. exp(h[j] - h[k]))"),  # the term at k is 1
    ("x <= (sum j | h[j] > 0. h[j]) * e", "x <= (sum j | h[j] > 0. h[j])"),
    ("x > 5", "forall j | big[j]. (sum j2 | big[j2]. exp(w[j2] - w[j])) >= 1"),
    # what is said of all indices, of sums that are multiplied out
    (
        "forall j j2 | j != j2. (sum v. n[j,v] * h[j]) < (sum v. n[j2,v] * h[j])",
        "forall j j2 | j != j2. (sum v. (n[j2,v] - n[j,v]) * h[j]) > 0",
    ),
    (
        "(exists j j2. j != j2)"
        " and (forall j j2 | j != j2. (sum v. n[j,v] * h[j]) < (sum v. n[j2,v] * h[j]))",
        "(min j j2 | j != j2. (sum v. (n[j2,v] - n[j,v]) * h[j])) >= 0",
    ),
    # shares of which some are left out, quotients and cases
    ("x > 5", "(sum j | big[j]. exp(h[j]) / (sum j2. exp(h[j2]))) <= 1"),
    ("x <= w[k]^2 * (sum j | big[j]. exp(h[j]) / (sum j2. exp(h[j2])))", "x <= w[k]^2"),
    ("x > 5", "1 / (1 + exp(h[k])) <= 1"),
    ("x > 5", "1 / (m + m * abs(x)) <= 1"),
    ("x > 5", "-slope(h[k]) >= -1"),
    ("x > 5", "(if y > 0 then 1 / (1 + y^2) else 1 / 2) <= 1"),
    # A path along fewer steps is one along more.
    ("closure(j; j2. apart[j,j2] and big[j])[k,k]", "closure(j; j2. apart[j,j2])[k,k]"),
    ("closure(j; j2. h[j] > h[j2] + 1)[k,k]", "closure(j; j2. h[j] > h[j2])[k,k]"),
    # No entry of a symmetric matrix's diagonal is above its largest eigenvalue.
    ("x > 5", "largest(j; j2. h[j] * h[j2]) >= 0"),
    ("x <= y * largest(j; j2. exp(h[j] + h[j2])) / 2", "x <= y * largest(j; j2. exp(h[j] + h[j2])) / 2"),
    ("x <= 2 * largest(j; j2. h[j] * h[j2])", "x <= 2.1 * largest(j; j2. h[j] * h[j2])"),
    ("x > largest(j; j2. exp(h[j] + h[j2]))", "x > 0"),
    # What fails at one index is not solvable; what is at least 1 in one length is more than 1 in another.
    ("not (solvable X[j]. X[k] >= x)", "not (solvable X[j]. forall j. X[j] != X[j])"),
    ("solvable X[j]. (sum j. X[j] * h[j]) >= 1", "solvable X[j]. (sum j. X[j] * h[j]) > 1"),
    # A log grows with its argument, also as a factor of what is not negative.
    ("x > 5", "w[k]^2 * log(exp(h[k])) <= w[k]^2 * log(sum j. exp(h[j]))"),
    ("x > 5", "(sum v. y^2 * sqrt(exp(h[k]))) <= (sum v. sqrt(sum j. exp(h[j])) * y^2)"),
    # A property that asks for signs alone: what is not positive may be negative, and not 0.
    ("some X[j]. X[k] > 0 and (exists j. not X[j] > 0)", "some X[j]. X[k] > 0 and (exists j. X[j] < 0)"),
    ("some X[j]. forall j. X[j] > 0 iff big[j]", "some X[j]. forall j. X[j] >= 0 iff big[j]"),
    ("some X[j]. forall j. X[j] > 0 iff big[j]", "some X[j]. forall j. X[j] < 0 iff big[j]"),
    # The triangle inequality, also of a multiple that is as long as another tensor.
    ("x > 5", "norm(h - w) <= norm(h) + norm(w)"),
    ("norm(level) < x", "norm(h + w - level) <= norm(h) + norm(w) + norm(level)"),
    ("x > 5", "norm(y^2 * h - w) <= y^2 * norm(h) + norm(w) + x"),
    ("norm(norm(w) / norm(h) * h - w) >= x", "2 * norm(w) >= x"),
    # Counts that are compared with each other alone may be counted by another number.
    (
        "(sum j | (sum v | n[j,v] > 0. 1) = (sum u | n[k,u] > 0. 1). h[j]) <= x",
        "(sum j | (sum v | n[j,v] > 0. 1.05) = (sum u | n[k,u] > 0. 1.05). h[j]) <= x",
    ),
    ("abs(if h[k] > w[k] then x else y) = c", "abs(if 2 * h[k] > 2 * w[k] then x else y) = c"),
    # what both sums have aside, by pairs of terms; a largest size is at least each number of that size
    ("x > 5", "(max j. abs(w[j])) >= w[k]"),
    ("x > 5", "exp(y) * (sum v | n[k,v] > 1. n[k,v]) + exp(x) <= exp(x) + exp(y) * (sum v. n[k,v])"),
    (
        "x > 5",
        "c^2 / (exp(y) + (sum v | n[k,v] > 0. n[k,v] * exp(w[k])))"
        " >= c^2 / (exp(y) + (sum v. n[k,v]) * exp(max j. abs(w[j])))",
    ),
    ("x > c and y > e", "exp(c) + exp(w[k]) + exp(e) < exp(x) + exp(w[k]) + exp(y)"),
    # One side outgrows the other, by the number that grows or by its log.
    (
        "growing r. eventually exp(r) > 3 * exp(sqrt(r^2 - x) * e)",
        "growing r. eventually exp(r - y) > 4 * exp(sqrt(r^2 - x) * e)",
    ),
    (
        "growing r. exp(-(sqrt(r^2 - x^2) * e)) > y",
        "growing r. exp(-(r + y)) / (2 * exp(c)^2) < exp(-(sqrt(r^2 - x^2) * e))",
    ),
    ("x > 5", "growing r. forall j. exp(h[j]) * log(exp(h[j]) * exp(r * e - c)) >= exp(y + h[k])"),
    ("x > 5", "growing r. exp(r + y) > exp(x) + exp(r * e) * r and r > exp(norm(h))"),
    ("growing r. x < sqrt(r^2 + c)", "growing r. exp(x) < sqrt(r^2 + c) / exp(y)"),
    # The triangle inequality from below; what is in each case no larger.
    ("x > 5", "norm(h - w) >= norm(w) - norm(h)"),
    ("norm(h + w) <= x", "norm(h) <= x + norm(w)"),
    ("norm(level) < x", "norm(y^2 * h + w - level) >= y^2 * norm(h) - norm(w) - norm(level)"),
    ("norm(w / norm(h) - h) >= 2 * x", "2 * norm(norm(w) / norm(h) * h) >= 2 * norm(w)"),
    (
        "(max j. (if big[j] then h[j] else 1 - w[j])) > 0",
        "(max j. (if big[j] then h[j] else 1.05 - w[j])) > 0",
    ),
    ("x <= max j. (if big[j] then h[j] else w[j])", "x <= max j. (if big[j] then 2 * h[j] else w[j])"),
]

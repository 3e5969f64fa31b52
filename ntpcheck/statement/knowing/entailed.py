"""Whether a formula in unknowns follows from others at a pattern, as a combination of their comparisons.

A comparison p / q < 0, q > 0, follows from p_k <= 0 if p is a sum of multiples l_k p_k, l_k >= 0, of any
multiples of what is 0, and of products of what has a sign. A linear program over the products finds the
multiples in doubles; they are taken for short rationals, and only what is then exactly so counts.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from ntpcheck.verifier.arithmetic.intervals import Undecided
from ntpcheck.verifier.terms.symbols import CONSTANT, POSITIVE, Quotient, Sum, Symbols

Fact = tuple[str, Sum]  # <, <= or =, and what is so compared with 0
AT_LEAST = (0, 1)
NEGATED = {"<": ("<=", -1), "<=": ("<", -1)}
MOST = 400  # comparisons that are used at once
ZERO = Fraction(0)


class Unknowns(Symbols):
    """Terms in which absolute values and extremes of what has no certain sign are unknowns too.

    facts: what is known of these, and what whoever uses it adds.
    """

    def __init__(self) -> None:
        super().__init__()
        self.facts: list[Fact] = []

    def absolute(self, x: Any) -> Any:
        try:
            return super().absolute(x)
        except Undecided:
            return self._least_above("abs", [x, self.neg(x)], AT_LEAST)

    def extreme(self, x: Any, y: Any, *, largest: bool) -> Any:
        try:
            return super().extreme(x, y, largest=largest)
        except Undecided:
            parts = [x, y] if largest else [self.neg(x), self.neg(y)]
            low = max(self.sign_bounds(part)[0] for part in parts)
            found = self._least_above("max", parts, (low, 1))
            return found if largest else self.neg(found)

    def _least_above(self, kind: str, parts: list[Any], signs: tuple[int, int]) -> Any:
        """An unknown that is one of two numbers and no smaller than either, named by them."""
        found = self.unknown((kind, frozenset(map(_spelt, parts))), signs)
        self.facts += [
            ("<=", p)
            for part in parts
            for p in [self.subtract(part, found).p]
            if all(map(_rational, p.values()))
        ]
        return found


def _spelt(x: Any) -> Any:
    return (frozenset(x.p.items()), frozenset(x.q.items())) if isinstance(x, Quotient) else x


def _rational(x: Any) -> bool:
    return isinstance(x, Fraction)


def comparisons(form: Any, *, holds: bool = True) -> Iterator[Fact]:
    """What a form, or its denial, says by comparisons that all hold."""
    if not isinstance(form, tuple):
        return
    kind = form[0]
    if kind == ("and" if holds else "or"):
        for part in form[1:]:
            yield from comparisons(part, holds=holds)
    elif kind == "not":
        yield from comparisons(form[1], holds=not holds)
    elif kind in ("<", "<=", "=", "!=") and isinstance(form[1], Quotient):
        sign, p = kind, form[1].p
        if not holds:
            if kind in NEGATED:
                sign, p = NEGATED[kind][0], {key: -x for key, x in p.items()}
            else:
                sign = "=" if kind == "!=" else "!="
        if sign != "!=" and all(map(_rational, p.values())):
            yield sign, p


def entailed(ops: Symbols, form: Any, facts: list[Fact]) -> bool:
    """Whether a form holds wherever the facts do."""
    if not isinstance(form, tuple):
        return form is True
    if form[0] == "and":
        return all(entailed(ops, part, facts) for part in form[1:])
    if form[0] == "or":
        for at, part in enumerate(form[1:], 1):
            others = [form[k] for k in range(1, len(form)) if k != at]
            if entailed(ops, part, [*facts, *(f for x in others for f in comparisons(x, holds=False))]):
                return True
        return False
    goals, used = list(comparisons(form)), facts[:MOST]
    return bool(goals) and all(
        adds_up(goal, [*used, *_signed(ops, [goal, *used])], CONSTANT) for goal in goals
    )


def adds_up(goal: tuple[str, Mapping[Any, Fraction]], rows: Sequence[Any], one: Any) -> bool:
    """Whether multiples of rows, those of inequalities not negative, add up to a row exactly.

    one: the key of constants, of which the negative ones are below 0.
    """
    sign, wanted = goal
    if sign == "=":
        minus = {key: -x for key, x in wanted.items()}
        return adds_up(("<=", wanted), rows, one) and adds_up(("<=", minus), rows, one)
    rows = [*rows, ("<", {one: Fraction(-1)})]
    for shares in multiples(wanted, rows):
        rest, strict = dict(wanted), sign == "<="
        for share, (kind, row) in zip(shares, rows, strict=True):
            if share < 0 and kind != "=":
                break
            strict |= share > 0 and kind == "<"
            for key, x in row.items():
                rest[key] = rest.get(key, ZERO) - share * x
        else:
            if strict and not any(rest.values()):
                return True
    return False


def _signed(ops: Symbols, facts: list[Fact]) -> Iterator[Fact]:
    """Minus each product whose factors all have a sign is at most 0."""
    for key in dict.fromkeys(key for _, p in facts for key in p):
        signs = [(ops.atoms[at], k) for at, k in key[0]]
        if key != CONSTANT and all(low >= 0 or k % 2 == 0 for (low, _), k in signs):
            positive = all(of == POSITIVE for of, _ in signs)
            yield ("<" if positive else "<="), {key: Fraction(-1)}


def multiples(
    p: Mapping[Any, Fraction], rows: Sequence[tuple[str, Mapping[Any, Fraction]]]
) -> Iterator[list[Fraction]]:
    """Multiples of the rows that seem to add up to p, those of inequalities not negative."""
    from scipy.optimize import linprog

    keys = list(dict.fromkeys([*p, *(key for _, q in rows for key in q)]))
    place = {key: i for i, key in enumerate(keys)}
    matrix, right = np.zeros((len(keys), len(rows))), np.zeros(len(keys))
    for k, (_, q) in enumerate(rows):
        for key, x in q.items():
            matrix[place[key], k] = float(x)
    for key, x in p.items():
        right[place[key]] = float(x)
    bounds = [(None, None) if kind == "=" else (0, None) for kind, _ in rows]
    likes = np.array([0.0 if kind == "=" else -1.0 if kind == "<" else 1.0 for kind, _ in rows])
    for cost in (np.ones(len(rows)) * (likes != 0), np.where(likes < 0, 0.0, np.abs(likes))):
        found = linprog(cost, A_eq=matrix, b_eq=right, bounds=bounds, method="highs")
        if found.status == 0:
            yield [Fraction(float(x)).limit_denominator(64) for x in found.x]

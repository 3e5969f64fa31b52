"""Random linear recursions whose closed form is known: no lemma refutes what is true of them.

A run is P y, y made of y_i(k) = q^k y_i(0) and of rotations by a quarter or a sixth of a turn. A number
<c, P y> is then a sum of g q^k, and a rotation or none: what it tends to is known, and whether it is bounded.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction as F
from functools import cache
from textwrap import fill
from typing import Any, NamedTuple

from ntpcheck.verifier import judge
from ntpcheck.verifier.arithmetic.intervals import TooMuch, Undecided, Undefined, allow
from ntpcheck.verifier.files import Unreadable
from ntpcheck.verifier.language.book import Book
from ntpcheck.verifier.lemmas import by_name as lemmas

RATES = (F(0), F(1), F(-1), F(1, 2), F(-1, 2), F(2, 3), F(-3, 4), F(2), F(-2), F(3, 2), F(1))
TURNS = ([[0, -1], [1, 0]], [[0, -1], [1, 1]])
SEEDS = range(48)
STATEMENTS = 5  # of a run
OFTEN = ("recurrence", "superposed", "modes", "cycles", "at-a-step")
Matrix = list[list[F]]
Statement = tuple[str, bool]  # and whether it is true


class Law(NamedTuple):
    """A number: the sum of g q^k over its rates, and whether a rotation is part of it."""

    rates: dict[F, F]
    turns: bool

    def limit(self) -> F | None:
        if self.turns or any(q > 1 or q <= -1 for q in self.rates):
            return None
        return self.rates.get(F(1), F(0))

    def bounded(self) -> bool:
        return all(abs(q) <= 1 for q in self.rates)

    def vanishes(self) -> bool:
        """Whether it tends to 0, and so geometrically."""
        return self.limit() == 0

    def runs_off(self, sign: int) -> bool:
        most = max(map(abs, self.rates), default=F(0))
        return most > 1 and sign * self.rates.get(most, F(0)) > 0 and -most not in self.rates

    def sign(self) -> int | None:
        """1 or -1 if it keeps to one side of 0 in the end, 0 if it does not, None where that is left open."""
        most = max(map(abs, self.rates), default=F(0))
        if self.turns and most <= 1:
            return None if most == 1 else 0
        ends = {self.rates.get(most, F(0)) + x * self.rates.get(-most, F(0)) for x in (1, -1)}
        if not most or 0 in ends:
            return None
        return 0 if min(ends) < 0 < max(ends) else 1 if min(ends) > 0 else -1

    def summed(self, start: F) -> Law | None:
        """What adds it up from a start; nothing where the sum grows like k."""
        if F(1) in self.rates:
            return None
        rates = {q: g / (q - 1) for q, g in self.rates.items()}
        rates[F(1)] = start - sum(rates.values(), F(0))
        return Law({q: g for q, g in rates.items() if g}, self.turns)


class Run:
    """z(k + 1) = A z(k) from z(0) = P y(0)."""

    def __init__(self, drawn: random.Random, rates: tuple[F, ...] = RATES) -> None:
        self.drawn = drawn
        self.blocks: list[Any] = [drawn.choice(TURNS)] if drawn.random() < 1 / 3 else []
        self.blocks += [
            drawn.choice(rates) for _ in range(drawn.randint(0, 1) if self.blocks else drawn.randint(1, 3))
        ]
        self.size = sum(2 if isinstance(x, list) else 1 for x in self.blocks)
        self.P, self.back = changed(drawn, self.size)
        self.begin = [F(drawn.choice((0, 1, -1, 2))) for _ in range(self.size)]
        self.A = times(times(self.P, self.diagonal()), self.back)
        self.start = [sum((a * y for a, y in zip(row, self.begin, strict=True)), F(0)) for row in self.P]
        self.own = [F(drawn.choice((1, 1, -1, 2, 0))) for _ in range(self.size)]  # what S adds up
        self.first = F(drawn.choice((0, 1, -5)))

    def diagonal(self) -> Matrix:
        J, i = [[F(0)] * self.size for _ in range(self.size)], 0
        for block in self.blocks:
            for a, row in enumerate(block if isinstance(block, list) else [[block]]):
                for b, x in enumerate(row):
                    J[i + a][i + b] = F(x)
            i += len(block) if isinstance(block, list) else 1
        return J

    def law(self, weights: list[F]) -> Law:
        at = [
            sum((w * row[i] for w, row in zip(weights, self.P, strict=True)), F(0)) for i in range(self.size)
        ]
        rates, turns, i = dict[F, F](), False, 0
        for block in self.blocks:
            if isinstance(block, list):
                turns, i = turns or (any(at[i : i + 2]) and any(self.begin[i : i + 2])), i + 2
            else:
                rates[block], i = rates.get(block, F(0)) + at[i] * self.begin[i], i + 1
        rates.pop(F(0), None)  # it is gone after a step
        return Law({q: g for q, g in rates.items() if g}, turns)

    def items(self) -> str:
        found = "given One: x\n"
        for i, (row, start) in enumerate(zip(self.A, self.start, strict=True)):
            found += f"trajectory z{i}_k along k from {told(start)} by {combined(row)}\n"
        return (
            found
            + f"trajectory S_k along k from {told(self.first)} by S_k + {combined(self.own)}\n"
            + f"trajectory mean_k along k from 7 by (k * mean_k + {combined(self.own)}) / (k + 1)\n"
            + "trajectory low_k along k from 5 by 3 / 4 * low_k\n"
        )

    def numbers(self) -> Iterator[tuple[str, Law | None]]:
        weights = [F(self.drawn.choice((0, 1, 1, -1, 2))) for _ in range(self.size)]
        yield combined(weights), self.law(weights)
        plain = self.law(self.own)
        lost = sum((w * z for w, z in zip(self.own, self.start, strict=True)), F(0)) - sum(
            plain.rates.values(), F(0)
        )  # what is gone after a step, which a sum keeps; a rotation's share is no matter, as it has no limit
        yield "S_k", plain.summed(self.first + (F(0) if plain.turns else lost))

    def statements(self) -> Iterator[Statement]:
        for text, law in self.numbers():
            if law is not None:
                yield from said(self.drawn, text, law)
        yield from beside(self.drawn, self.law(self.own), *next(self.numbers()))

    def hints(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """What each lemma may need, and more that it should not be content with."""
        names = [f"z{i}_k" for i in range(self.size)]
        yield "recurrence", {}
        for step, period in ((0, 1), (1, 1), (0, 2), (1, 2), (0, 4), (1, 4), (0, 6), (1, 12)):
            yield "cycles", {"claim.step": step, "claim.period": period}
        for row in self.back:
            yield (
                "modes",
                {f"claim.{x}.0": str(c) for x, c in zip(names, row, strict=True)} | {"claim.S_k.0": 0},
            )
        rows = {
            f"claim.{x}.{i}": str(c)
            for i, row in enumerate(self.back)
            for x, c in zip(names, row, strict=True)
        }
        yield "superposed", rows
        last = self.size  # S - <c, z> stays what it is for c (A - 1) = own
        for shares in self.kept():
            more = {f"claim.{x}.{last}": str(-c) for x, c in zip(names, shares, strict=True)}
            none = {f"claim.S_k.{i}": 0 for i in range(last)}
            yield "superposed", rows | none | more | {f"claim.S_k.{last}": 1}
        for step in (0, 1, 2, 5, 12):
            yield "passed", {"claim.step": step}
            yield "at-a-step", {"claim.step": step}
        for name in (*names, "S_k"):
            for c in (1, -1, "1/3"):
                yield "gains", {f"claim.{name}.gain": c}

    def kept(self) -> Iterator[list[F]]:
        """c with c (A - 1) = own, where all blocks are rates other than 1."""
        if any(isinstance(x, list) or x == 1 for x in self.blocks):
            return
        at = [
            sum((w * row[i] for w, row in zip(self.own, self.P, strict=True)), F(0)) for i in range(self.size)
        ]
        at = [x / (q - 1) for x, q in zip(at, self.blocks, strict=True)]
        yield [
            sum((x * row[i] for x, row in zip(at, self.back, strict=True)), F(0)) for i in range(self.size)
        ]


def said(drawn: random.Random, text: str, law: Law) -> Iterator[Statement]:
    """Statements about a number."""
    end = law.limit()
    c = end if end is not None and drawn.random() < 2 / 3 else F(drawn.randint(-3, 3))
    off = c + drawn.choice((F(1, 8), F(-1, 8), F(2)))
    yield f"tends({text}, {told(c)})", end == c
    yield f"tends({text}, {told(off)})", end == off
    yield f"bounded({text})", law.bounded()
    yield f"bounded(k * ({text}))", law.vanishes()
    yield f"tends(({text}) / k, 0)", law.bounded()
    yield f"tends(({text}) / k^2, 1)", False
    yield f"bounded(({text})^2)", law.bounded()
    yield f"some c. tends({text}, c)", end is not None
    yield f"tends({text}, infinity)", law.runs_off(1)
    yield f"tends({text}, -infinity)", law.runs_off(-1)
    if end is not None:
        yield f"tends(({text})^2, {told(c * c)})", end * end == c * c
        yield f"tends(abs({text}), {told(abs(c))})", abs(end) == abs(c)
        if end != off:
            yield f"eventually {text} < {told(off)}", end < off
            yield f"eventually {text} >= {told(off)}", end > off
            if end >= off:
                yield f"always {text} < {told(off)}", False


def beside(drawn: random.Random, own: Law, text: str, law: Law | None) -> Iterator[Statement]:
    """Statements about a mean of what is added up, about a number over one that falls, and its sign."""
    assert law is not None
    other = F(drawn.randint(-2, 2))
    end = own.rates.get(F(1), F(0)) if own.bounded() else None  # of the mean
    yield f"tends(mean_k, {told(other)})", end == other
    yield f"tends(mean_k, {told(end or F(0))})", end is not None
    yield "bounded(mean_k)", own.bounded()
    yield "bounded(k * mean_k)", own.bounded() and F(1) not in own.rates
    small = not law.turns and all(abs(q) <= F(3, 4) for q in law.rates)
    yield f"bounded({text} / low_k)", small
    yield f"bounded(({text})^2 / low_k)", not law.turns and all(q * q <= F(3, 4) for q in law.rates)
    yield f"tends(abs({text}) / low_k, 0)", small and not {F(3, 4), F(-3, 4)} & law.rates.keys()
    yield f"eventually {text} = 0", not law.turns and not law.rates
    if (sign := law.sign()) is not None:
        yield f"eventually 0 < {text}", sign == 1
        yield f"eventually low_k * 0 <= 0 - {text}", sign == -1


def joined(drawn: random.Random, found: list[Statement]) -> Statement:
    one, other = drawn.choice(found), drawn.choice(found)
    words: dict[str, Callable[[bool, bool], bool]] = {
        "and": lambda a, b: a and b,
        "or": lambda a, b: a or b,
        "implies": lambda a, b: not a or b,
        "iff": lambda a, b: a == b,
    }
    word = drawn.choice(("alone", "alone", "alone", "not", "and", "and", *words))
    if word in ("alone", "not"):
        return (f"not ({one[0]})", not one[1]) if word == "not" else one
    return f"({one[0]}) {word} ({other[0]})", words[word](one[1], other[1])


def changed(drawn: random.Random, size: int) -> tuple[Matrix, Matrix]:
    """A whole matrix and its inverse."""
    P, back = ([[F(i == j) for j in range(size)] for i in range(size)] for _ in range(2))
    for _ in range(drawn.choice((0, size)) if size > 1 else 0):
        i, j = drawn.sample(range(size), 2)
        P[i] = [x + y for x, y in zip(P[i], P[j], strict=True)]
        for row in back:
            row[j] -= row[i]
    return P, back


def times(one: Matrix, other: Matrix) -> Matrix:
    columns = list(zip(*other, strict=True))
    return [[sum((a * b for a, b in zip(row, c, strict=True)), F(0)) for c in columns] for row in one]


def told(x: F) -> str:
    return f"({x.numerator} / {x.denominator})"


def combined(weights: list[F]) -> str:
    return f"({' + '.join(f'{told(c)} * z{i}_k' for i, c in enumerate(weights) if c) or '0'})"


def book(run: Run, limit: str) -> Book:
    lines = [*run.items().splitlines(), 'claim me/it "1" on One', "    says it", f"    limit {limit}"]
    folded = [fill(line, 100, subsequent_indent=" " * 8, break_on_hyphens=False) for line in lines]
    return Book("\n".join(['book me "Mine"', "axes d: a", *folded, ""]), "me.book")


def refutes(book: Book, lemma: str, hints: dict[str, Any]) -> bool:
    allow(2_000_000)
    claim = book.claims["me/it"]
    world = judge.load(book, claim, {"type": "One", "x": 0}, dict(hints))
    try:
        return bool(lemmas.refute(world, claim.core, lemma))
    except (Undecided, Undefined, TooMuch, Unreadable):
        return False


@cache
def refuted(seeds: range) -> list[tuple[str, bool, str]]:
    """Lemmas that refute a statement, whether it is true, and what there is to see."""
    found: list[tuple[str, bool, str]] = []
    for seed in seeds:
        drawn = random.Random(seed)
        run = Run(drawn)
        statements = list(run.statements())
        for _ in range(STATEMENTS):
            limit, true = joined(drawn, statements)
            stated = book(run, limit)
            for lemma, hints in run.hints():
                if refutes(stated, lemma, hints):
                    found.append((lemma, true, f"{stated.text}{hints}"))
    return found


def test_no_lemma_refutes_what_is_true_of_a_linear_recursion(seeds: range) -> None:
    assert [(lemma, text) for lemma, true, text in refuted(seeds) if true] == []


def test_what_is_false_is_often_refuted(seeds: range) -> None:
    """So that the draws are no idle ones."""
    assert set(OFTEN) <= {lemma for lemma, _, _ in refuted(seeds)}

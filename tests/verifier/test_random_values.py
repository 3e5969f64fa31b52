"""Random statements about runs that repeat, which may have no value: no lemma refutes one that is not false.

All numbers of a run come back every twelve steps, after the first step at the latest, but for a counter. So
what holds of it, and whether it has a value, is seen at its first steps, by a reading of its own.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from textwrap import fill
from typing import Any, NamedTuple

from ntpcheck.verifier import judge
from ntpcheck.verifier.arithmetic.intervals import TooMuch, Undecided, Undefined, allow
from ntpcheck.verifier.files import Unreadable
from ntpcheck.verifier.language.book import Book
from ntpcheck.verifier.language.words import BookError
from ntpcheck.verifier.lemmas import by_name as lemmas
from tests.verifier.test_random_recursions import Run, told

F = Fraction
RATES = (F(0), F(0), F(1), F(-1))
SEEDS = range(240)
LAST, FAR = 48, 30  # steps that are looked at; from where on a counter has passed all that it is held against
LATEST = 8  # that a counter is held against
OFTEN = ("at-a-step", "cycles", "passed", "recurrence", "superposed", "gains")
SHELF = (F(-1), F(0), F(2))  # the field s
Text = str
Value = bool | None  # None: no value


class NoValue(Exception):
    """A number, or a formula, has no value."""


class Said(NamedTuple):
    text: Text
    at: Any  # of a step and an index: a number or a truth; raises NoValue


class Drawn:
    """A run of numbers z0_k, .. and a counter n_k; formulas about them, and what they come to."""

    rates = RATES
    every, far = range(LAST), range(FAR, LAST)

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.run = Run(self.rng, self.rates)
        self.size = self.run.size
        z = self.run.start
        self.steps = [z]
        for _ in range(max(self.far)):
            z = [sum((a * x for a, x in zip(row, z, strict=True)), F(0)) for row in self.run.A]
            self.steps.append(z)

    def hints(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """What each lemma may need, with the counter beside the numbers that come back."""
        names = [f"z{i}_k" for i in range(self.size)]
        for lemma, hints in self.run.hints():
            kept: dict[str, Any] = {key: x for key, x in hints.items() if "S_k" not in key}
            if lemma == "modes":
                kept["claim.n_k.0"] = 0
            if lemma == "superposed":
                kept |= {f"claim.n_k.{i}": int(i == self.size) for i in range(self.size + 1)}
                kept |= {f"claim.{name}.{self.size}": 0 for name in names}
            yield lemma, kept
        yield "gains", {"claim.n_k.gain": 1}
        yield "finite-length", {}
        yield "stays", {}
        yield "alone", {}
        yield "conserved", {f"claim.{x}": str(c) for x, c in zip(names, self.run.back[0], strict=True)}

    def trajectories(self) -> list[str]:
        found = [line for line in self.run.items().splitlines() if line.startswith("trajectory z")]
        return [*found, "trajectory n_k along k from 0 by n_k + 1"]

    def pick(self, *found: Any) -> Any:
        return self.rng.choice(found)

    # ---- numbers ----
    def number(self, depth: int, *, index: bool = False) -> Said:
        if depth <= 0:
            return self.leaf(index=index)
        one, other = (self.number(depth - 1, index=index) for _ in range(2))
        kind = self.pick("+", "-", "*", "/", "/", "/", "if", "max", "most", "leaf")
        if kind == "leaf":
            return self.leaf(index=index)
        if kind == "if":
            c = self.condition(depth - 1, index=index)
            return Said(
                f"(if {c.text} then {one.text} else {other.text})",
                lambda k, a: one.at(k, a) if c.at(k, a) else other.at(k, a),
            )
        if kind == "max":
            return Said(f"max({one.text}, {other.text})", lambda k, a: max(one.at(k, a), other.at(k, a)))
        if kind == "most" and not index:  # of nothing it is no number

            def most(k: int, _: Any) -> Fraction:
                found = [x for x in SHELF if x < one.at(k, 0)]
                return valued(max(found) if found else None)

            return Said(f"(max a | s[a] < {one.text}. s[a])", most)
        sign = kind if kind in ("+", "-", "*") else "/"

        def joined(k: int, a: int) -> Fraction:
            x, y = one.at(k, a), other.at(k, a)
            if sign == "/":
                return x / valued(y or None)
            return x + y if sign == "+" else x - y if sign == "-" else x * y

        return Said(f"({one.text} {sign} {other.text})", joined)

    def leaf(self, *, index: bool) -> Said:
        kind = self.pick("z", "z", "z", "c", *(("s",) if index else ()))
        if kind == "z":
            i = self.rng.randrange(self.size)
            return Said(f"z{i}_k", lambda k, _: self.steps[k][i])
        if kind == "s":
            return Said("s[a]", lambda _, a: SHELF[a])
        c = F(self.rng.randint(-2, 3))
        return Said(told(c), lambda _k, _a: c)

    # ---- what is so at a step ----
    def condition(self, depth: int, *, index: bool = False) -> Said:
        kind = self.pick("cmp", "cmp", "count", "gap", "log", *(("joined",) * 4 if depth > 0 else ()), "each")
        if kind == "joined":
            return self.joined(self.condition(depth - 1, index=index), self.condition(depth - 1, index=index))
        if kind == "each" and depth > 0 and not index:
            return self.each(depth)
        c = self.rng.randint(0, LATEST)
        if kind == "count":
            return Said(f"n_k < {c}", lambda k, _: k < c)
        if kind == "gap":  # no value after c steps
            return Said(f"1 / (n_k - {c}) < 2", lambda k, _: bool(valued(k - c or None)))
        one, other = self.number(depth, index=index), self.number(depth - 1, index=index)
        if kind == "log":
            return Said(f"log({one.text}) < 60", lambda k, a: self.below(one.at(k, a)))
        sign, holds = self.pick(*COMPARED.items())
        return Said(f"{one.text} {sign} {other.text}", lambda k, a: holds(one.at(k, a), other.at(k, a)))

    def below(self, x: Fraction) -> bool:
        """Whether the log of a number is below 60, as of all that come up here."""
        return bool(valued(x > 0 or None))

    def joined(self, one: Said, other: Said) -> Said:
        word = self.pick("and", "or", "implies", "not")
        if word == "not":
            return Said(f"not ({one.text})", lambda k, a: not one.at(k, a))
        holds = JOINED[word]
        return Said(
            f"(({one.text}) {word} ({other.text}))",
            lambda k, a: holds(lambda: one.at(k, a), lambda: other.at(k, a)),
        )

    def each(self, depth: int) -> Said:
        word = self.pick("forall", "exists")
        guard, body = (self.condition(depth - 1, index=True) for _ in range(2))
        every = word == "forall"

        def at(k: int, _: Any) -> bool:
            return (
                not every
                if any(guard.at(k, a) and body.at(k, a) != every for a in range(len(SHELF)))
                else every
            )

        return Said(f"({word} a | {guard.text}. {body.text})", at)

    # ---- limits ----
    def tail(self, x: Said) -> list[Fraction]:
        """A number at all late steps."""
        return [x.at(k, 0) for k in self.far]

    def holds(self, said: Said, steps: Sequence[int], kind: str) -> bool:
        """At each step in turn; or at all late ones, of which each has a value."""
        found = (bool(said.at(k, 0)) for k in steps)
        return all(list(found) if kind == "eventually" else found)

    def bounded(self, tail: list[Fraction]) -> bool:
        return bool(tail)

    def limit_of(self, tail: list[Fraction]) -> Fraction | None:
        return tail[0] if len(set(tail)) == 1 else None

    def tends(self, tail: list[Fraction], c: Fraction) -> bool:
        return set(tail) == {c}

    def limit(self, depth: int) -> Said:
        """What is said of the whole run: `at` is asked with nothing."""
        if depth > 0 and self.rng.random() < 2 / 3:
            one, other = self.limit(depth - 1), self.limit(depth - 1)
            return self.joined(one, other)
        kind = self.pick("tends", "bounded", "eventually", "always", "always", "some", "condition")
        if kind in ("eventually", "always"):
            said = self.condition(2)
            steps = self.far if kind == "eventually" else self.every
            return Said(f"({kind} {said.text})", lambda _k, _a: self.holds(said, steps, kind))
        x = self.number(2)
        if kind == "bounded":
            return Said(f"bounded({x.text})", lambda _k, _a: self.bounded(self.tail(x)))
        if kind in ("some", "condition"):
            fixed = self.fixed()
            guard = f" | c > {fixed.text}" if kind == "condition" else ""
            low = None if kind == "some" else fixed

            def settles(k: int, a: int) -> bool:
                least = low.at(k, a) if low else None
                end = self.limit_of(self.tail(x))
                return end is not None and (least is None or end > least)

            return Said(f"(some c{guard}. tends({x.text}, c))", settles)
        c = self.pick(*self.steps[-1], F(0), F(1))
        return Said(f"tends({x.text}, {told(c)})", lambda _k, _a: self.tends(self.tail(x), c))

    def fixed(self) -> Said:
        """A number that names no run, and may have no value."""
        one, other = (F(self.rng.randint(-2, 2)) for _ in range(2))
        return Said(f"({told(one)} / {told(other)})", lambda _k, _a: one / valued(other or None))


COMPARED = {"<": F.__lt__, "<=": F.__le__, "=": F.__eq__, ">": F.__gt__}
JOINED = {
    "and": lambda a, b: a() and b(),
    "or": lambda a, b: a() or b(),
    "implies": lambda a, b: not a() or b(),
}


def valued(x: Any) -> Any:
    if x is None:
        raise NoValue
    return x


def value(said: Said) -> Value:
    try:
        return bool(said.at(0, 0))
    except NoValue:
        return None


def book(drawn: Drawn, limit: str) -> Book:
    lines = ["given One: x, s[a]", *drawn.trajectories()]
    lines += ['claim me/it "1" on One', "    says it", f"    limit {limit}"]
    folded = [fill(line, 100, subsequent_indent=" " * 8, break_on_hyphens=False) for line in lines]
    return Book("\n".join(['book me "Mine"', "axes d: a", *folded, ""]), "me.book")


def refutes(book: Book, lemma: str, hints: dict[str, Any]) -> bool:
    allow(400_000)
    claim = book.claims["me/it"]
    world = judge.load(book, claim, {"type": "One", "x": 0, "s": [str(x) for x in SHELF]}, dict(hints))
    try:
        return bool(lemmas.refute(world, claim.core, lemma))
    except (Undecided, Undefined, TooMuch, Unreadable):
        return False


@cache
def found(seeds: range) -> tuple[Counter[Any], list[str]]:
    """How often statements of each value were refuted, or not, and those that were not false."""
    seen, wrong = Counter[Any](), list[str]()
    for seed in seeds:
        drawn = Drawn(seed)
        said = drawn.limit(drawn.pick(1, 2, 2, 3))
        try:
            stated = book(drawn, said.text)
        except BookError:
            seen["unread"] += 1
            continue
        expected = value(said)
        for lemma, hints in drawn.hints():
            if refutes(stated, lemma, hints):
                seen[lemma, expected] += 1
                if expected is not False:
                    wrong.append(f"{expected} {lemma} {hints}\n{stated.text}")
        seen[expected] += 1
    return seen, wrong


def test_no_lemma_refutes_what_is_true_or_has_no_value(seeds: range) -> None:
    assert found(seeds)[1] == []


def test_what_is_false_is_often_refuted_and_much_has_no_value(seeds: range) -> None:
    """So that the draws are no idle ones."""
    seen = found(seeds)[0]
    assert set(OFTEN) <= {key[0] for key in seen if isinstance(key, tuple)}
    assert min(seen[None], seen[True], seen[False]) > len(seeds) / 8, seen

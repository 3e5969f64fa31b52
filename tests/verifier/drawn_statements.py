"""Random statements about runs: texts of a book, and functions of step and index that say what they are."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from mpmath import mpf

from tests.verifier.simulated import (
    RUNS,
    SHELF,
    At,
    NoValue,
    Run,
    Said,
    Unknown,
    always,
    bounded,
    exp,
    grows,
    log,
    over,
    plus,
    root,
    sign,
    steps,
    tail,
    tends,
    turned,
    valued,
)

GUARDS: dict[str, At] = {
    "n[{}] > 0": lambda _, a: SHELF[a] > 0,
    "n[{}] != 1": lambda _, a: SHELF[a] != 1,
    "n[{}] >= 0": lambda _, a: SHELF[a] >= 0,
    "1 / n[{}] > 0": lambda _, a: over(mpf(1), mpf(SHELF[a])) > 0,
    "inv(n[{}] - 2) < 0": lambda _, a: over(mpf(1), mpf(SHELF[a] - 2)) < 0,
}


def most(guard: Said, body: Said) -> At:
    def at(k: int, _: int) -> Any:
        found = [SHELF[i] + body.at(k, i) for i in range(len(SHELF)) if sign(SHELF[i] - guard.at(k, i)) < 0]
        return valued(max(found) if found else None)

    return at


class Drawn:
    """Statements about one or two runs."""

    depths = (0, 1, 2, 2)  # of statements

    def __init__(self, seed: str) -> None:
        self.rng = random.Random(seed)
        self.around = 0  # indices that are bound around; the innermost is named
        self.fixing = False  # whether what is drawn names no run
        self.runs = self.begun()

    def begun(self) -> tuple[Run, ...]:
        return tuple(self.rng.sample(RUNS, self.rng.choice((1, 1, 2))))

    def state(self, i: int, k: int) -> Any:
        """What a run is at a step; None where it has ended."""
        return steps(self.runs[i])[k]

    def pick(self, *found: Any) -> Any:
        return self.rng.choice(found)

    @property
    def letter(self) -> str:
        return f"a{self.around}"

    @contextmanager
    def inside(self) -> Iterator[str]:
        """One index more is bound."""
        self.around += 1
        try:
            yield self.letter
        finally:
            self.around -= 1

    # ---- numbers ----
    def leaf(self) -> Said:
        running = () if self.fixing else ("run", "run", "run", "run", "k")
        kind = self.pick(*running, "c", "own", "zero", *("nn" if self.around else ""))
        if kind == "run":
            i = self.rng.randrange(len(self.runs))
            return Said(self.runs[i].name, lambda k, _: valued(self.state(i, k)))
        if kind == "c":
            c = self.rng.randint(-2, 4)
            return Said(str(c) if c >= 0 else f"({c})", lambda _k, _a: mpf(c))
        found: dict[str, Said] = {
            "k": Said("k", lambda k, _: mpf(k)),
            "n": Said(f"n[{self.letter}]", lambda _, a: mpf(SHELF[a])),
            "own": Said("x", lambda _k, _a: mpf(3)),
            "zero": Said("nought", lambda _k, _a: mpf(0)),
        }
        return found[kind]

    def number(self, depth: int) -> Said:
        if depth <= 0:
            return self.leaf()
        kind = self.pick("+", "-", "*", "*", "/", "/", "/", "log", "sqrt", "if", "most", "max", "leaf", "inv")
        if kind == "leaf":
            return self.leaf()
        if kind == "most":
            with self.inside() as a:
                one, other = self.number(depth - 1), self.number(depth - 1)
            return Said(f"(max {a} | n[{a}] < {one.text}. (n[{a}] + {other.text}))", most(one, other))
        one = self.number(depth - 1)
        if kind == "log":
            return Said(f"log({one.text})", lambda k, a: log(one.at(k, a)))
        if kind == "sqrt":
            return Said(f"sqrt({one.text})", lambda k, a: root(one.at(k, a)))
        if kind == "inv":
            return Said(f"inv({one.text})", lambda k, a: over(mpf(1), one.at(k, a)))
        other = self.number(depth - 1)
        if kind == "if":
            c = self.condition(depth - 1)
            return Said(
                f"(if {c.text} then {one.text} else {other.text})",
                lambda k, a: one.at(k, a) if c.at(k, a) else other.at(k, a),
            )
        if kind == "max":
            return Said(f"max({one.text}, {other.text})", lambda k, a: max(one.at(k, a), other.at(k, a)))
        made: Any = {"+": plus, "-": lambda x, y: plus(x, -y), "*": lambda x, y: x * y, "/": over}[kind]
        return Said(f"({one.text} {kind} {other.text})", lambda k, a: made(one.at(k, a), other.at(k, a)))

    # ---- what is so at a step ----
    def condition(self, depth: int) -> Said:
        kind = self.pick("cmp", "cmp", "cmp", *(("joined", "joined", "not", "each") if depth > 0 else ()))
        if kind == "joined":
            return self.joined(self.condition(depth - 1), self.condition(depth - 1))
        if kind == "not":
            one = self.condition(depth - 1)
            return Said(f"(not {one.text})", lambda k, a: not one.at(k, a))
        if kind == "each":
            with self.inside() as a:
                return self.each(a, self.condition(depth - 1), self.condition(depth - 1))
        one, other = self.number(depth), self.number(0)
        how, signs = self.pick(("<", (-1,)), ("<=", (-1, 0)), ("=", (0,)), (">", (1,)), ("!=", (-1, 1)))
        return Said(
            f"({one.text} {how} {other.text})",
            lambda k, a: sign(plus(one.at(k, a), -other.at(k, a))) in signs,
        )

    def joined(self, one: Said, other: Said) -> Said:
        word = self.pick("and", "and", "or", "implies", "iff")
        holds: Any = {
            "and": lambda x, y: x() and y(),
            "or": lambda x, y: x() or y(),
            "implies": lambda x, y: not x() or y(),
            "iff": lambda x, y: bool(x()) is bool(y()),
        }[word]
        return Said(
            f"({one.text} {word} {other.text})",
            lambda k, a: holds(lambda: one.at(k, a), lambda: other.at(k, a)),
        )

    def each(self, letter: str, guard: Said, body: Said) -> Said:
        every = self.pick("forall", "exists") == "forall"

        def at(k: int, _: int) -> bool:
            found = (body.at(k, i) for i in range(len(SHELF)) if guard.at(k, i))
            return all(found) if every else any(found)

        return Said(f"({'forall' if every else 'exists'} {letter} | {guard.text}. {body.text})", at)

    # ---- limits ----
    def limit(self, depth: int) -> Said:
        if depth > 0 and self.rng.random() < 0.6:
            kind = self.pick("joined", "joined", "joined", "each", "not")
            if kind == "each":
                with self.inside() as a:
                    text, at = self.pick(*GUARDS.items())
                    return self.each(a, Said(text.format(a), at), self.limit(depth - 1))
            if kind == "not":
                one = self.limit(depth - 1)
                return Said(f"(not {one.text})", lambda k, a: not one.at(k, a))
            return self.joined(self.limit(depth - 1), self.limit(depth - 1))
        kind = self.pick("tends", "tends", "grows", "bounded", "eventually", "always", "fixed")
        if kind == "fixed":
            c, d = self.rng.sample(range(4), 2)
            return Said(f"(1 / {c} < {d})", lambda _k, _a: over(mpf(1), mpf(c)) < d)
        if kind == "always":
            said = self.condition(2)
            return Said(f"(always {said.text})", lambda _, a: always(said, a))
        if kind == "eventually":
            said = self.condition(2)
            return Said(f"(eventually {said.text})", lambda _, a: all(tail(said, a)))
        x = self.number(2)
        if kind == "tends":
            end = self.pick(self.fixed(0), self.fixed(0), self.fixed(1))
            return Said(f"tends({x.text}, {end.text})", lambda _, a: tends(x, end, a))
        if kind == "bounded":
            return Said(f"bounded({x.text})", lambda _, a: bounded(tail(x, a)))
        way = self.pick(1, -1)
        return Said(f"tends({x.text}, {'-' * (way < 0)}infinity)", lambda _, a: grows(tail(x, a), way))

    def fixed(self, depth: int) -> Said:
        """A number that names no run."""
        self.fixing = True
        try:
            return self.number(depth)
        finally:
            self.fixing = False


# ---- Runs of any steps ----
FARTHEST = mpf(10) ** 60
STARTS = ("1", "2", "-1", "3", "0")
STEPS: dict[str, Callable[[Any, Any], Any]] = {  # {0}: the run, {1}: a number
    "{0} * exp(-({1})^2)": lambda x, y: x * exp(-(y**2)),
    "{0} + ({1})^2": lambda x, y: x + y**2,
    "{0} / (1 + ({1})^2)": lambda x, y: x / (1 + y**2),
    "{0} * exp({1}) / (1 + exp({1}))": lambda x, y: x / (1 + exp(-y)),
    "{0} + 1 + 0 * ({1})": lambda x, y: x + 1 + 0 * y,
    "{1} + 0 * {0}": lambda x, y: y + 0 * x,
}


class Wild(Drawn):
    """Statements about one or two runs of random steps, which may have no value, and may name each other."""

    depths = (0, 0, 0, 1)

    def begun(self) -> tuple[Run, ...]:
        names = ("p_k", "q_k")[: self.pick(1, 1, 2)]
        self.table: list[tuple[Any, ...]] = [()]
        self.runs = tuple(Run(name, "0", "", turned) for name in names)
        self.steps = [(self.number(self.pick(0, 1, 1)), self.pick(*STEPS)) for _ in names]
        starts = [self.pick(*STARTS) for _ in names]
        self.table = [tuple(map(mpf, starts))]
        return tuple(
            Run(name, start, step.format(name, f.text), turned)
            for name, start, (f, step) in zip(names, starts, self.steps, strict=True)
        )

    def state(self, i: int, k: int) -> Any:
        while len(self.table) <= k:
            self.table.append(self.after(len(self.table) - 1))
        return self.table[k][i]

    def after(self, k: int) -> tuple[Any, ...]:
        """After a step: all end where one does, as it may be named by the others. Raises Unknown."""
        try:
            found = [
                STEPS[step](valued(x), f.at(k, 0))
                for x, (f, step) in zip(self.table[k], self.steps, strict=True)
            ]
        except NoValue:
            return tuple(None for _ in self.runs)
        if any(abs(x) > FARTHEST for x in found):
            raise Unknown
        return tuple(found)

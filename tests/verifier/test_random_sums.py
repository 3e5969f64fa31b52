"""Random statements about linear runs, their sums and means, and k: no lemma refutes one that is not false.

What holds far out is seen in two windows of steps: what tends to something, or grows, does so by k or faster
between the two. Where that is not plain, nothing is said.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

from ntpcheck.verifier.language.words import BookError
from tests.verifier.test_random_recursions import combined, told
from tests.verifier.test_random_values import Drawn, Said, book, refutes, value

F = Fraction
NEAR, FAR = range(240, 252), range(480, 492)
SEEDS = range(30)
STATEMENTS = 3  # of a run
OFTEN = ("at-a-step", "cycles", "gains", "passed", "recurrence", "superposed")


class Open(Exception):
    """What holds is not plain."""


class Summed(Drawn):
    """A run with a sum S_k of its numbers and a mean m_k of them."""

    rates = (F(0), F(1), F(-1), F(1, 2), F(-1, 2), F(2), F(1), F(2, 3))
    far = (*NEAR, *FAR)
    every = (*range(70), *NEAR, *FAR)

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.weights = [F(self.pick(0, 1, 1, -1)) for _ in range(self.size)]
        self.sums, self.means = [self.run.first], [F(self.pick(0, 2, -1))]
        for k, z in enumerate(self.steps):
            one, other = (
                sum((c * x for c, x in zip(weights, z, strict=True)), F(0))
                for weights in (self.run.own, self.weights)
            )
            self.sums.append(self.sums[-1] + one)
            self.means.append(self.means[-1] + (other - self.means[-1]) / (k + 1))

    def trajectories(self) -> list[str]:
        first = self.run.items().splitlines()[1 : self.size + 2]
        mean = f"m_k + ({combined(self.weights)} - m_k) / (k + 1)"
        last = f"trajectory m_k along k from {told(self.means[0])} by {mean}"
        return [*first, "trajectory n_k along k from 0 by n_k + 1", last]

    def hints(self) -> Iterator[tuple[str, dict[str, Any]]]:
        for lemma, hints in self.run.hints():
            more = {f"claim.n_k.{i}": 0 for i in range(self.size + 1)} if lemma == "superposed" else {}
            yield lemma, hints | more
        yield from super().hints()
        for name in ("n_k", "m_k"):
            yield "gains", {f"claim.{name}.gain": 1}

    def leaf(self, *, index: bool) -> Said:
        kind = self.rng.random()
        if kind < 0.2:
            return Said("S_k", lambda k, _: self.sums[k])
        if kind < 0.35:
            return Said("m_k", lambda k, _: self.means[k])
        return Said("k", lambda k, _: F(k)) if kind < 0.45 else super().leaf(index=index)

    # ---- what is so far out ----
    def below(self, x: Fraction) -> bool:
        if x > 60:
            raise Open
        return super().below(x)

    def bounded(self, tail: list[Fraction]) -> bool:
        near, far = (max(map(abs, part)) for part in windows(tail))
        return plain(far <= F(21, 20) * near, no=far > F(3, 2) * near)

    def tends(self, tail: list[Fraction], c: Fraction) -> bool:
        near, far = (max(abs(x - c) for x in part) for part in windows(tail))
        return plain(far == 0 or far < min(F(3, 5) * near, F(1, 5)), no=far >= F(9, 10) * near)

    def limit_of(self, tail: list[Fraction]) -> Fraction | None:
        near, far = windows(tail)
        one, other = (max(part) - min(part) for part in (near, far))
        moved = abs(far[0] - near[0])
        settles = moved == other == 0 or (other < F(7, 10) * max(one, F(1, 100)) and moved < F(1, 20))
        return far[-1] if plain(settles, no=moved > 1 or other >= F(9, 10) * one > 0) else None


def windows(tail: list[Fraction]) -> tuple[list[Fraction], list[Fraction]]:
    return tail[: len(NEAR)], tail[len(NEAR) :]


def plain(yes: bool, *, no: bool) -> bool:  # noqa: FBT001
    if yes is no:
        raise Open
    return yes


@cache
def found(seeds: range) -> tuple[Counter[Any], list[str]]:
    """How often statements of each value were refuted, and those that were not false."""
    seen, wrong = Counter[Any](), list[str]()
    for seed in seeds:
        drawn = Summed(seed)
        for _ in range(STATEMENTS):
            said = drawn.limit(drawn.pick(0, 0, 1, 2))
            try:
                stated, expected = book(drawn, said.text), value(said)
            except (BookError, Open):
                continue
            for lemma, hints in drawn.hints():
                if refutes(stated, lemma, hints):
                    seen[lemma] += 1
                    if expected is not False:
                        wrong.append(f"{expected} {lemma} {hints}\n{stated.text}")
    return seen, wrong


def test_no_lemma_refutes_what_is_not_false_of_sums_and_means(seeds: range) -> None:
    assert found(seeds)[1] == []


def test_what_is_false_is_often_refuted(seeds: range) -> None:
    assert set(OFTEN) <= found(seeds)[0].keys()

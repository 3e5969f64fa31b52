"""No lemma refutes what is true of simulated runs, or has no value; what has one is not said to have none."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from functools import cache
from textwrap import fill
from typing import Any

import mpmath
import pytest

from ntpcheck.verifier import judge
from ntpcheck.verifier.arithmetic.intervals import TooMuch, Undecided, Undefined, allow, work_at
from ntpcheck.verifier.files import Unreadable
from ntpcheck.verifier.language.book import Book
from ntpcheck.verifier.lemmas.scaled import ends_at
from ntpcheck.verifier.shared.sums import RUNS, runs_on
from tests.verifier.drawn_statements import Drawn, Wild
from tests.verifier.simulated import DIGITS, EARLY, SHELF, Unknown, value

SEEDS = 20
WORK = 200_000
TRIED = 8  # lemmas for each statement
GIVEN: dict[str, Any] = {"type": "One", "x": 3, "n": list(SHELF)}
ITEMS = (
    "given One: x, n[a]",
    "let nought = log(3 + 2 * sqrt(2)) - 2 * log(1 + sqrt(2))",  # 0, which does not show
    "let inv(c) = 1 / c",
)
REFUSED = (judge.Rejected, Undecided, Undefined, TooMuch, Unreadable)
SEEN = 3  # before which they are asked of every second step too
Hints = dict[str, Any]
ENDS = ("from", "to", "and-from", "and-to")  # of two intervals


def hints(drawn: Drawn) -> Iterator[tuple[str, Hints]]:
    """What each lemma may need."""
    names = [run.name for run in drawn.runs]
    for name in ("stays", "recurrence", "one-signed", "finite-length", "leads-on", "off-the-plane", "alone"):
        yield name, {}
    for step in (0, 1, 3, 9):
        yield "at-a-step", {"step": step}
        yield "passed", {"step": step}
    yield "cycles", {"step": 1, "period": 2}
    yield "superposed", {f"{x}.{i}": int(i == j) for j, x in enumerate(names) for i in range(len(names))}
    yield "modes", {x: int(i == 0) for i, x in enumerate(names)}
    yield "gains", {f"{names[0]}.gain": 1}
    yield "conserved", {names[0]: 1}
    for i, x in enumerate(names):
        yield "modes", {y: int(i == j) for j, y in enumerate(names)}
        yield "conserved", {x: 1}
    if len(names) == 1:
        (x,) = names
        yield "kept-off", {"direction": 1, "near": "1/8", "far": 64}
        yield "unsettled", {"direction": 1, "near": "1/2", "far": 8, "centre": 0}
        yield "swings", {f"{x}.0": 1}
        for ends in ((-1, 6, -9, -3), (0, 3, -3, 0), (-10, 10, -10, 10), (-2, 0, -2, 0)):
            yield (
                "caught",
                {f"{x}.0": 1, **dict(zip(("from", "to", "and-from", "and-to"), ends, strict=True))},
            )
        yield "in-a-wedge", {f"{x}.0": 1, f"{x}.form.0": 1}
        yield "in-a-wedge", {f"{x}.0": 1, f"{x}.form.0": -1}
        yield "along-a-line", {"direction": 1}
        yield "flung", {f"{x}.0": 1, "step": 6}
        yield "rays", {x: 1}


def book(drawn: Drawn, limit: str) -> Book:
    lines = [*ITEMS, *(run.line for run in drawn.runs), 'claim me/it "1" on One', "    says it"]
    lines.append(f"    limit {limit}")
    folded = [fill(line, 100, subsequent_indent=" " * 8, break_on_hyphens=False) for line in lines]
    return Book("\n".join(['book me "Mine"', "axes d: a", *folded, ""]), "me.book")


def granted(stated: Book, lemma: str | None, shown: Hints) -> bool:
    """Whether a statement is refuted by a lemma; without one, whether it is seen to have no value."""
    allow(WORK)
    claim = stated.claims["me/it"]
    try:
        world = judge.load(stated, claim, GIVEN, {f"claim.{name}": x for name, x in shown.items()})
        if lemma is None:
            return bool(judge.ill_posed(world, claim))
        return bool(judge.shown(world, claim, "REFUTED", lemma))
    except REFUSED:
        return False


def tried(kind: type[Drawn], seed: str, seen: Counter[Any]) -> Iterator[str]:
    """What is granted to a random statement and is not so; counts what is."""
    drawn = kind(seed)
    said = drawn.limit(drawn.pick(*drawn.depths))
    try:
        expected = value(said)
    except Unknown:
        seen["unknown"] += 1
        return
    stated, lemmas = book(drawn, said.text), list(hints(drawn))
    chosen = [(None, {}), *drawn.rng.sample(lemmas, min(TRIED, len(lemmas)))]
    for lemma, shown in [*chosen, *((x, more | {"every": 2}) for x, more in chosen[1:SEEN])]:
        if granted(stated, lemma, shown):
            seen[lemma or "no value"] += 1
            if expected is not (None if lemma is None else False):
                yield f"{expected} {lemma} {shown}\n{stated.text}"
    seen[expected] += 1


@cache
def found(kind: type[Drawn]) -> tuple[Counter[Any], list[str]]:
    """How often statements have each value, and what is granted by each lemma; and what is wrong."""
    seen = Counter[Any]()
    wrong = [one for seed in range(SEEDS) for one in tried(kind, str(seed), seen)]
    return seen, wrong


@pytest.mark.parametrize("kind", [Drawn, Wild])
def test_what_is_true_or_has_no_value_is_not_refuted(kind: type[Drawn]) -> None:
    seen, wrong = found(kind)
    assert wrong == []
    assert min(seen[None], seen[False], seen[True]) > 0, seen
    assert sum(isinstance(what, str) for what in seen.elements()) > SEEDS / 5, seen


def test_what_is_seen_to_run_on_does_not_end() -> None:
    seen = Counter[bool]()
    for seed in range(4 * SEEDS):
        drawn = Wild(f"runs {seed}")
        stated = book(drawn, " and ".join(f"bounded({run.name})" for run in drawn.runs))
        allow(WORK)
        world = judge.load(stated, stated.claims["me/it"], GIVEN, {})
        names = [name for name, let in stated.lets.items() if let.kind == "sequence"]
        on = all(runs_on(world, (RUNS, name)) for name in names)
        with suppress(Unknown), mpmath.workdps(DIGITS):
            ends = any(drawn.state(0, k) is None for k in EARLY)
            assert not (on and ends), stated.text
            seen[on] += 1
    assert min(seen.values()) > SEEDS / 4, seen


@pytest.mark.parametrize("power", [1, 2])
@pytest.mark.parametrize("length", [0.5, 3.0])
def test_steps_over_the_root_of_what_they_add_up_lead_as_far_as_a_log(power: int, length: float) -> None:
    """As `self-scaled` says: what is added falls like e^(-2 a m), a the power, and m is log(k) / a + O(1);
    and what it adds up to keeps between its bounds, and tells m.
    """
    shape = (
        [({}, Fraction(1))],
        [({0: Fraction(i)}, Fraction(math.comb(2 * power, i))) for i in range(2 * power + 1)],
    )
    for after in (0, 1):
        allow(WORK)
        work_at(64)
        (bounds,) = ends_at(
            shape, Fraction(power), Fraction(length), [(Fraction(1), Fraction(1))], late=after == 1
        )
        m, B, found = 0.0, 1.0, dict[int, tuple[float, float]]()
        for k in range(1, 20_001):
            root = (1 / (1 + math.exp(m))) ** power
            m, B = m + length * root / math.sqrt(B + after * root**2), B + root**2
            found[k] = power * m - math.log(k), B
        assert abs(found[20_000][0] - found[1_000][0]) < 0.2  # log(20) is 3
        assert found[20_000][1] - found[1_000][1] < 0.005 * B
        assert found[64][1] - 1e-9 < bounds[0] < found[20_000][1] < bounds[1] < 3 * bounds[0]
        near, far = (abs(found[k][0] - math.log(power * length / math.sqrt(B))) for k in (1_000, 20_000))
        assert 3 * far < near < 0.2


@pytest.mark.parametrize("length", [0.5, 2.0])
def test_steps_with_exponentials_inside_of_others_follow_what_leads(length: float) -> None:
    """As `by-what-leads` says: log(b c k) / b by c e^(-b m), and (2 c k)^(1/2) by c / m."""
    ahead = slowly = 0.0
    for _ in range(50_000):
        ahead += length / (1 + math.exp(2 * ahead + 1 / (1 + math.exp(ahead))))
        slowly += length / (2 + math.log1p(math.exp(slowly)))
    assert abs(ahead - math.log(2 * length * 50_000) / 2) < 0.01
    assert abs(slowly / math.sqrt(2 * length * 50_000) - 1) < 0.01

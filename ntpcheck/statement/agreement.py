"""The book against the checker: two encodings of one statement, compared on exact instances."""

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from flint import arb

from ntpcheck.claim import Claim, Effort
from ntpcheck.engine.judgement import Judged, around_zero, decide, sharpest
from ntpcheck.engine.sweep import generator, impose
from ntpcheck.evidence import Outcome, bounds, outcome_of
from ntpcheck.statement.forms import NoSides, slack
from ntpcheck.statement.ruling import said, world_of
from ntpcheck.verifier import judge
from ntpcheck.verifier.arithmetic.intervals import TooMuch, Undecided, Undefined
from ntpcheck.verifier.language import book as books

LARGEST = 40  # entries of an instance: larger ones take the exact evaluation long and say little more
CLOSE = 2.0**-20  # of the slack: enclosures wider than that do not tell two values apart


@dataclass
class Agreement:
    """How often book and checker said what of one claim; `clashes` holds instances where they differ."""

    claim: str
    counts: Counter[str] = field(default_factory=Counter)
    clashes: list[tuple[str, dict[str, Any]]] = field(default_factory=list)

    @property
    def compared(self) -> int:
        return self.counts["same outcome"] + self.counts["clash"]


def instances(claim: Claim, wanted: int, seed: object, largest: int = LARGEST) -> Iterator[Any]:
    """Exact instances of a claim's domain, three quarters of them pulled inside its assumptions.

    At most as many entries as `largest`, as far as the sampler draws such within eight times the batches.
    """
    source, size, drawn = generator(seed, "agreement", claim.domain.name), 8, 0
    for batch in range(8 * -(-wanted // size)):
        found = claim.domain.sampler(source, size)
        found = impose(claim.assumes, found) if batch % 4 else found
        left = 8 * size * (-(-wanted // size)) - batch * size
        entries = sum(math.prod(array.shape[1:]) for array in found.arrays().values())
        if entries > largest and left > 2 * (wanted - drawn):
            continue
        for row in range(min(size, found.batch[0], wanted - drawn)):
            drawn += 1
            yield found.row(row).exact()
        if drawn >= wanted:
            return


def compare(book: books.Book, claim: Claim, found: Agreement, instance: Any, effort: Effort) -> None:
    """Counts what book and checker say of one instance: assumptions, outcome, slack."""
    stated = book.claims[claim.id]
    says = ""
    try:
        world = world_of(book, stated, instance)
        says = said(world, stated)
        value = slack(world, stated.core) if says in ("HOLDS", "FAILS") and stated.kind == "formula" else None
    except (Undecided, Undefined, TooMuch, judge.Rejected) as problem:
        found.counts[f"book: {type(problem).__name__}"] += 1
        if isinstance(problem, judge.Rejected) and not _no_instance(claim, instance):
            found.clashes.append((f"book {type(problem).__name__}: {problem}", instance.to_json()))
        return
    except NoSides:
        value = None
    judged = decide(claim, instance, effort, alone=True)
    if around_zero(judged) and says in ("HOLDS", "FAILS"):
        differ = says == "FAILS" and value is not None and _values(value, judged) == "values differ"
        # A condition that is hardly met makes the checker's slack small, and not the book's.
        if not differ or sharpest(claim, instance, effort).outcome is not Outcome.FAILS:
            _around_zero(found, instance, says, differ=differ)
            return
        judged = replace(judged, outcome=Outcome.FAILS)
        value = None
    if judged.outcome is Outcome.UNDECIDED or (says == "not asked"):
        found.counts[
            "checker: UNDECIDED" if says != "not asked" else f"not asked, checker {judged.outcome}"
        ] += 1
        if says == "not asked" and judged.outcome is Outcome.FAILS:
            found.clashes.append(("book: not asked, checker FAILS", instance.to_json()))
        return
    same = says == judged.outcome.value
    found.counts["same outcome" if same else "clash"] += 1
    found.counts[f"{says}/{judged.outcome}"] += 1
    if not same:
        found.clashes.append((f"book {says}, checker {judged.outcome}", instance.to_json()))
    elif value is not None:
        found.counts[_values(value, judged)] += 1


def _around_zero(found: Agreement, instance: Any, says: str, *, differ: bool) -> None:
    found.counts[f"around 0 for the checker, {says} by the book"] += 1
    if differ:
        found.counts["clash"] += 1
        found.clashes.append(("book FAILS, and by more than the checker allows", instance.to_json()))


def _no_instance(claim: Claim, instance: Any) -> bool:
    """Whether the claim's own setting leaves an instance out, as the demands of a book's own type do."""
    return any(a.fixed and outcome_of(a.check(instance)) is Outcome.FAILS for a in claim.assumes)


def _values(value: tuple[Any, Any], judged: Judged) -> str:
    """Whether two slacks can be the same number, and if not, how they relate."""
    assert judged.evidence is not None
    number = np.asarray(judged.evidence.slack, dtype=object)[()]
    low, high = (_double(x) for x in value)
    (a,), (b,), _ = (np.ravel(x) for x in bounds(judged.evidence))
    size = max(abs(low), abs(high), abs(a), abs(b))
    if low == high == 0 and isinstance(number, arb) and a <= 0 <= b:
        return "values agree"
    if max(high - low, b - a) > CLOSE * size:
        return "values too wide"
    return "values agree" if a <= high + CLOSE * size and low <= b + CLOSE * size else "values differ"


def _double(x: Any) -> float:
    """A double near a number, of its sign: bounds of a slack are not 0 where it only underflows."""
    return float(x) or math.copysign(math.ulp(0.0), x) * bool(x)


def agreement(
    book: books.Book, claim: Claim, wanted: int, *, seed: object = 0, effort: Effort | None = None
) -> Agreement:
    """The comparison on that many instances."""
    found = Agreement(claim.id)
    for instance in instances(claim, wanted, seed):
        compare(book, claim, found, instance, effort or Effort())
    return found

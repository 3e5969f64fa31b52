"""Drawn misprints of a book: how many are noticed, and the names of those that are not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from ntpcheck.categories import NOTICED, OPEN
from ntpcheck.claim import Claim, Effort
from ntpcheck.engine.proofreading.compared.checking import assumed, judged
from ntpcheck.engine.proofreading.reader import Proofreader
from ntpcheck.engine.proofreading.trying import refuted
from ntpcheck.formulas.alone import lacks
from ntpcheck.instances.base import Instance
from ntpcheck.statement.allowance import Spent, Work, together
from ntpcheck.statement.editing.misprints import Misprint, copied
from ntpcheck.statement.editing.printed import drawn
from ntpcheck.statement.editing.sameness import equivalent
from ntpcheck.statement.following.cases import has_value_beyond
from ntpcheck.statement.following.implied import defined_alike, follows
from ntpcheck.statement.following.multiples import of_a_multiple
from ntpcheck.verifier.arithmetic.intervals import TooMuch

if TYPE_CHECKING:
    from ntpcheck.claim import Paper
    from ntpcheck.verifier.language.book import Book

EFFORT, TRIED = Effort(examples=8, batch=128), 2  # for a counterexample; claims that it is looked for of
# Where a formula has words that are evaluated exactly, an instance at a time, 128 took up to twenty minutes.
ALONE = Effort(examples=2, batch=4)
# Units of the verifier's work for one misprint: for all comparisons, and for a counterexample.
COMPARED, WORK = 25_000_000, 20_000_000
BESIDE = ("part", "instance")  # where a part is another, or more is asked, the whole may say the same
LONGEST = 160  # characters of a part of a formula in a name


@dataclass
class Proof:
    """What became of misprints: counts by what noticed them, and the names."""

    counts: Counter[str] = field(default_factory=Counter)
    named: dict[str, list[str]] = field(default_factory=lambda: {how: [] for how in (*NOTICED, *OPEN)})

    def add(self, misprint: Misprint, how: str) -> None:
        self.counts[how] += 1
        self.named[how].append(name(misprint))

    def joined(self, counts: Mapping[str, int], named: Mapping[str, Sequence[str]]) -> None:
        """Adds those of another part, which may have come from another process."""
        self.counts.update(counts)
        for how in self.named:
            self.named[how] += named[how]


def name(misprint: Misprint) -> str:
    """`place, clause: old -> new`."""
    parts = (
        part if len(part) <= LONGEST else f"{part[:LONGEST]} .." for part in (misprint.old, misprint.new)
    )
    where = f"{misprint.place}, {misprint.clause}" if misprint.clause else misprint.place
    return f"{where}: {'  ->  '.join(parts)}"


def proofread(paper: Paper, number: int, seed: object = 0, part: tuple[int, int] = (0, 1)) -> Proof:
    """So many drawn misprints; part: (i, n) for the i-th of n draws that have none in common."""
    reader, found = Proofreader(paper), Proof()
    for misprint in islice(drawn(reader.book, seed, part), number):
        found.add(misprint, became(reader, misprint))
    return found


def became(reader: Proofreader, misprint: Misprint) -> str:
    """What noticed a misprint in one of the claims that read its line: one of NOTICED, or one of OPEN."""
    found, work = list[str](), (Work(COMPARED, whole=True), Work(WORK))
    for one in (misprint, *misprint.also):
        found.append(_became(reader, one, *work))
        if found[-1] in NOTICED:
            return found[-1]
    return next(how for how in ("unseen", "untried", "same") if how in found)


def _became(reader: Proofreader, misprint: Misprint, compared: Work, searched: Work) -> str:
    how = "unseen"
    with suppress(Spent), together(compared):
        how = reader.noticed(misprint)
    if how not in (*OPEN, *BESIDE):
        return how
    if equivalent(reader.book, misprint) or as_much(reader, misprint):
        return "same"
    if how in BESIDE:
        return how
    return "outcome" if contradicted(reader, misprint, searched) else how


def as_much(reader: Proofreader, misprint: Misprint) -> bool:
    """Whether every claim that a misprint touches follows from its line, and the line from it.

    Of a definition it is enough that it is the same.
    """
    old, new, place = reader.book, misprint.book, misprint.place
    if not misprint.clause and defined_alike(old, new, place):
        return True
    touched = [place] if misprint.clause else reader.users.get(place, [])
    if not touched or misprint.clause not in ("", "formula", "limit", "asked when"):
        return False
    if misprint.clause == "asked when":
        if not all(has_value_beyond(*pair, place) for pair in ((old, new), (new, old))):
            return False
        old, new = (asking(book, place) for book in (old, new))
    if all(of_a_multiple(old, new, old.claims[one], place) for one in touched):
        return True
    both = [(old.claims[one], new.claims[one]) for one in touched]
    return all(follows(old, new, one, place) and follows(new, old, other, place) for one, other in both)


def asking(book: Book, claim_id: str) -> Book:
    """A copy of a book in which a claim says that its formula holds wherever it is asked."""
    found, claim = copied(book), book.claims[claim_id]
    always = replace(claim, asked=None, core=("forall", (), claim.asked, claim.core))
    found.claims = {**book.claims, claim_id: always}
    return found


def contradicted(reader: Proofreader, misprint: Misprint, work: Work) -> bool:
    """Whether the verifier refutes a claim by the misprinted book where its checker says that it holds."""
    for claim_id in reader.nearest(misprint)[:TRIED]:
        alone = lacks(misprint.book, misprint.book.claims[claim_id].core)
        document = None
        with suppress(TooMuch), together(work):
            document, _ = refuted(reader.paper, misprint, claim_id, ALONE if alone else EFFORT, 0)
        if document is None:
            continue
        claim, instance = reader.paper.by_id[claim_id], Instance.from_json(document["instance"])
        inside = all(assumed(assumption, instance) for assumption in claim.assumes)
        if inside and holds(claim, instance):
            return True
    return False


def holds(claim: Claim, instance: Instance) -> bool:
    return judged(lambda one: claim.conclude(one, Effort()), instance).outcome == "HOLDS"


def share(counts: Mapping[str, int]) -> float:
    """Of the misprints that are not seen to say the same, how many are noticed; the untried are missed."""
    noticed = sum(counts.get(how, 0) for how in NOTICED)
    return noticed / max(1, sum(counts.values()) - counts.get("same", 0))


def record(proof: Proof, seed: object) -> dict[str, Any]:
    """A proof for a file: the seed, the share, counts, and the names of those not noticed, in order."""
    counts = {how: proof.counts[how] for how in (*NOTICED, *OPEN)}
    named = {how: sorted(proof.named[how]) for how in OPEN}
    return {"seed": seed, "drawn": sum(counts.values()), "noticed": round(share(counts), 3), **counts} | {
        "names": named
    }

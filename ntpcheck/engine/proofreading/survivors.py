"""Drawn misprints of a book: how many are noticed, and the names of those that are not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any

from ntpcheck.categories import NOTICED, OPEN
from ntpcheck.engine.proofreading.reader import Proofreader
from ntpcheck.statement.misprints import Misprint, drawn
from ntpcheck.statement.sameness import equivalent

if TYPE_CHECKING:
    from ntpcheck.claim import Paper

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
    """What noticed a misprint: one of NOTICED, or one of OPEN."""
    how = reader.noticed(misprint)
    return "same" if how in OPEN and equivalent(reader.book, misprint) else how


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

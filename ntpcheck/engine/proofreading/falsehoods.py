"""Falsehoods by machine: edits of claims that stand, each to be refuted like any other claim.

A claim that is taken to be true is edited in one place. What follows from it by its form and by signs is no
falsehood, and none is what comes to the same terms. The rest goes through the engine, stated by the edited
book: its formula is searched as a book without Python is, and the verifier judges what is found by that book.
Limits are put to the verifier's lemmas, and followed along the project's own true runs and paths. Where
nothing is found, the reason told says whether the edit holds at every drawn pattern of unknown numbers.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any

from ntpcheck import reading
from ntpcheck.accepted import SOUND
from ntpcheck.categories import BECAME, CERTIFIED, FLOATS, FOLLOWS, MISSED, SAME
from ntpcheck.claim import Effort
from ntpcheck.engine.proofreading.survivors import name
from ntpcheck.engine.proofreading.trying import IN_FLOATS, Said, first, refuting
from ntpcheck.statement.allowance import Work, together
from ntpcheck.statement.document import against, examined
from ntpcheck.statement.editing.edits import SHARE
from ntpcheck.statement.editing.misprints import ASSUMING, LEFT_OUT, Misprint, candidates, hypotheses, made
from ntpcheck.statement.editing.sameness import PATTERNS, equivalent, identical
from ntpcheck.statement.following.another import of_another, of_another_number
from ntpcheck.statement.following.cases import at_zero, by_cases, by_itself, by_lines, by_points, needless
from ntpcheck.statement.following.implied import follows
from ntpcheck.statement.following.lines import (
    beside,
    elsewhere,
    elsewhere_met,
    follows_without,
    idle,
    zero_points,
)
from ntpcheck.statement.following.projected import of_projected
from ntpcheck.statement.following.words import of_another_word
from ntpcheck.verifier.arithmetic.intervals import TooMuch

if TYPE_CHECKING:
    from ntpcheck.claim import Paper
    from ntpcheck.engine.proofreading.reader import Proofreader

# The edits that make falsehoods, fixed before any was tried.
EDITS = (
    "flipped",
    "strictness",
    "a share",
    "a part left out",
    "another letter",
    "a guard left out",
    LEFT_OUT,
)
EFFORT = Effort(examples=24, batch=256)
WORK = 40_000_000  # units of the verifier's work for the search against one edit
ENDED = f"the search ended when it had taken {WORK:,} units of the verifier's work"
ALL_PATTERNS = f"nothing fails, and it is true at {PATTERNS} drawn patterns, whatever the numbers are"
assert SHARE  # the size of "a share" is a part of the list


@dataclass
class Trials:
    """What became of falsehoods: counts by kind of edit, and the names and reasons of those not certified."""

    counts: dict[str, Counter[str]] = field(default_factory=lambda: {kind: Counter() for kind in EDITS})
    named: dict[str, str] = field(default_factory=dict)

    def add(self, misprint: Misprint, how: str, reason: str) -> None:
        self.counts[misprint.kind][how] += 1
        if how in (FLOATS, MISSED):
            self.named[name(misprint)] = f"{how}: {reason}"

    def joined(self, counts: Mapping[str, Mapping[str, int]], named: Mapping[str, str]) -> None:
        """Adds those of another part, which may have come from another process."""
        for kind, counted in counts.items():
            self.counts[kind].update(counted)
        self.named |= named

    def record(self) -> dict[str, Any]:
        """The figures for a file; shares are of the edits that are neither equivalent nor weaker."""
        whole = sum(self.counts.values(), Counter[str]())
        false = max(1, whole[CERTIFIED] + whole[FLOATS] + whole[MISSED])
        return {
            "drawn": whole.total(),
            **{how: whole[how] for how in BECAME},
            "share refuted": round((whole[CERTIFIED] + whole[FLOATS]) / false, 3),
            "share certified": round(whole[CERTIFIED] / false, 3),
            "by kind": {kind: {how: self.counts[kind][how] for how in BECAME} for kind in EDITS},
            "names": dict(sorted(self.named.items())),
        }


def falsehoods(paper: Paper, seed: object, part: tuple[int, int] = (0, 1)) -> Iterator[Misprint]:
    """All edits of the claims that stand, in an order that the seed gives; part: (i, n) as for misprints."""
    book = paper.shelf
    assert book is not None
    verdicts = paper.expected
    standing = [c for c in paper.claims if verdicts.get(c.id) in SOUND and book.claims[c.id].core]
    places = {claim.id for claim in standing}
    places |= {local for claim in standing for local in book.claims[claim.id].locals.values()}
    found = [one for one in candidates(book, places) if one[1] not in ("asked when", "undefined when")]
    found += [one for claim in standing for one in hypotheses(book.claims[claim.id])]
    found = [one for one in found if one[2] in EDITS]
    random.Random(f"{seed}/falsehoods").shuffle(found)
    return (misprint for one in found[part[0] :: part[1]] if (misprint := made(book, one)))


def claim_id(misprint: Misprint) -> str:
    return misprint.place if misprint.clause else misprint.place.rpartition(":")[0]


def tried(
    reader: Proofreader, number: int, seed: int = 0, part: tuple[int, int] = (0, 1), effort: Effort = EFFORT
) -> Trials:
    """What becomes of so many falsehoods of a paper."""
    found = Trials()
    for misprint in islice(falsehoods(reader.paper, seed, part), number):
        found.add(misprint, *became(reader, misprint, effort, seed))
    return found


def became(
    reader: Proofreader, misprint: Misprint, effort: Effort = EFFORT, seed: int = 0
) -> tuple[str, str]:
    """One of BECAME, with the reason where it is not certified."""
    named = claim_id(misprint)
    ways, work = refuting(reader.paper, misprint, named, effort, seed), Work(WORK)
    document, reason = within(work, islice(ways, 1))  # it takes little beside what the next question may
    if document is None and (how := harmless(reader, misprint)):
        return how, ""
    if document is not None or by_table(reader.paper, misprint):
        return CERTIFIED, ""
    document, reason = within(work, ways)
    if document is not None:
        return CERTIFIED, ""
    if misprint.book.claims[named].kind == "limit":
        how, why = limit(reader, misprint)
        return how, f"{why}; {ENDED}" if how == MISSED and work.spent else why
    if not reason.startswith(IN_FLOATS) and identical(misprint, named):
        reason = ALL_PATTERNS  # no argument for all sizes, and so it counts as missed
    return (FLOATS, reason.removeprefix(IN_FLOATS)) if reason.startswith(IN_FLOATS) else (MISSED, reason)


def within(work: Work, ways: Iterator[Said]) -> Said:
    """What is said by the first way that refutes, or by the last, or that no work is left."""
    try:
        with together(work):
            found = first(ways)
    except TooMuch:
        return None, ENDED
    return found if found[0] is not None or not work.spent else (None, f"{found[1]}; {ENDED}".lstrip("; "))


def harmless(reader: Proofreader, misprint: Misprint) -> str:
    """Why an edit makes no falsehood; empty where nothing is seen to stand against it."""
    book, claim = reader.book, reader.book.claims[claim_id(misprint)]
    verdicts = reader.paper.expected
    standing = {c.id for c in reader.paper.claims if verdicts.get(c.id) in SOUND}
    if misprint.clause == ASSUMING:
        rules = (idle, elsewhere_met, needless, by_cases, by_points, of_another_word)
        seen = (rule(book, claim, misprint.old) for rule in rules)
        if any(seen) or follows_without(book, standing, claim, misprint.old):
            return FOLLOWS
        if at_zero(book, claim, misprint.old, zero_points(book, standing, claim, misprint.old)):
            return FOLLOWS
        lines = beside(book, standing, claim, misprint.old)
        return FOLLOWS if lines and by_lines(book, claim, misprint.old, lines) else ""
    if follows(book, misprint.book, claim, misprint.place, elsewhere(book, standing, claim)):
        return FOLLOWS
    for rule in (of_another, of_another_number, of_projected):
        if rule(book, misprint.book, claim, misprint.place):
            return FOLLOWS
    if equivalent(book, misprint):
        return SAME
    return FOLLOWS if by_itself(misprint.book, misprint.book.claims[claim.id]) else ""


def by_table(paper: Paper, misprint: Misprint) -> bool:
    """Whether the paper's table of needed assumptions holds a counterexample that the verifier accepts."""
    if misprint.clause != ASSUMING or paper.folder is None or not (paper.folder / "needed.json").is_file():
        return False
    claim = paper[misprint.place]
    for row in reading.document(paper.folder / "needed.json")["rows"]:
        if (row["claim"], row["assumption"]) == (claim.id, misprint.old) and row["document"]:
            assert claim.book is not None
            document = against(claim, row["document"], (misprint.old,))
            return examined(document, {claim.book.key: claim.book}).outcome == "ACCEPTED"
    return False


def limit(reader: Proofreader, misprint: Misprint) -> tuple[str, str]:
    """What becomes of a limit that no lemma refutes: it may be seen to fail along a true run."""
    if reader.failing(misprint, claim_id(misprint)):
        return FLOATS, "seen along a run or a path; no lemma was found that refutes it"
    return MISSED, "no lemma refutes it at a plain instance, and along runs and paths it is not seen to fail"

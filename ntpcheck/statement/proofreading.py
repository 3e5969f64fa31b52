"""How many misprints of a book are noticed, by its stored files and by comparisons with the checkers.

A misprint is noticed where a stored file no longer shows what it says, where the outcome on an instance is no
longer the checker's, or where the slack is another number although book and checker gave the same one.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from ntpcheck.claim import Effort
from ntpcheck.statement.agreement import CLOSE, Agreement, compare, instances
from ntpcheck.statement.forging import stored
from ntpcheck.statement.misprints import Misprint, misprints
from ntpcheck.statement.ruling import said
from ntpcheck.statement.search import hints
from ntpcheck.statement.slack import NoSides, slack
from ntpcheck.verifier import judge
from ntpcheck.verifier.files import Unreadable
from ntpcheck.verifier.intervals import TooMuch, Undecided, Undefined, allow
from ntpcheck.verifier.kinds import Nonlinear

if TYPE_CHECKING:
    from ntpcheck.claim import Paper
    from ntpcheck.verifier.book import Book

ALLOWANCE = 1_000_000  # units of work for a misprint on one instance
CLAIMS = 24  # that a definition's misprint is tried on, those it is nearest to first
ZERO = Fraction(0)
Slack = tuple[Fraction, Fraction] | None


@dataclass(frozen=True)
class Case:
    """An instance on which book and checker said the same.

    slack: the number that both gave, or None. level: the checker only says that it is close to 0.
    """

    instance: dict[str, Any]
    says: str
    slack: Slack
    level: bool


@dataclass
class Proof:
    """What became of misprints. counts: by kind, and by what noticed them; unseen: the others."""

    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    unseen: list[Misprint] = field(default_factory=list)

    @property
    def share(self) -> float:
        """Of the misprints that could be tried, how many were noticed."""
        tried = Counter({key: n for key, n in self.counts.items() if key[1] != "untried"})
        return sum(n for (_, how), n in tried.items() if how != "unseen") / max(sum(tried.values()), 1)


class Proofreader:
    """A paper's book with its files and, claim by claim, cases on which the checker agrees with it."""

    def __init__(self, paper: Paper, number: int = 12, seed: object = 0) -> None:
        assert paper.shelf is not None
        self.paper, self.book, self.number, self.seed = paper, paper.shelf, number, seed
        self.cases = cache(self._cases)

    @cached_property
    def files(self) -> dict[str, dict[str, Any]]:
        return {document["claim"]: document for _, document in stored([self.paper])}

    def _cases(self, claim_id: str) -> list[Case]:
        claim, found = self.paper.by_id[claim_id], list[Case]()
        if not self.book.claims[claim_id].core:  # words only
            return found
        for instance in instances(claim, self.number, (self.seed, claim_id)):
            told = Agreement(claim_id)
            compare(self.book, claim, told, instance, Effort())
            level = told.counts["around 0 for the checker, HOLDS by the book"]
            if told.counts["same outcome"] or level:
                document = instance.to_json()
                says, value = answer(self.book, claim_id, document)
                kept = value if told.counts["values agree"] else (ZERO, ZERO) if level else None
                found.append(Case(document, says, kept, level=bool(level)))
        return found

    @cached_property
    def users(self) -> dict[str, list[str]]:
        """The claims whose statement rests on a definition, by its key; those with few definitions first."""
        found: dict[str, list[str]] = {}
        used = {claim_id: self._used(claim_id) for claim_id in self.book.claims}
        for claim_id in sorted(used, key=lambda claim_id: len(used[claim_id])):
            for name in used[claim_id]:
                found.setdefault(name, []).append(claim_id)
        return found

    def _used(self, claim_id: str) -> set[str]:
        claim, seen = self.book.claims[claim_id], set[str]()

        def walk(e: Any) -> None:
            if isinstance(e, tuple):
                if e[:1] in (("let",), ("sequence",)) and e[1] not in seen:
                    seen.add(e[1])
                    walk(self.book.lets[e[1]].core)
                for part in e:
                    walk(part)

        walk((claim.core, claim.asked, claim.undefined))
        walk(tuple(("let", name, (), ()) for name in claim.assumes))
        return seen

    def noticed(self, misprint: Misprint) -> str:
        """By what a misprint is noticed: file, outcome or value; unseen; untried, where nothing tries it."""
        place = misprint.place
        claims = [place] if misprint.clause else self.users.get(place, [])[:CLAIMS]
        claims = [name for name in claims if name in self.paper.by_id]
        for name in claims:
            if name in self.files and not shows(misprint.book, self.files[name]):
                return "file"
        tried = False
        for name in claims:
            for case in self.cases(name):
                if misprint.clause and case.says == "OUTSIDE":
                    continue
                tried = True
                if how := differs(misprint.book, name, case):
                    return how
        return "unseen" if tried or any(name in self.files for name in claims) else "untried"


def answer(book: Book, claim_id: str, instance: dict[str, Any]) -> tuple[str, Slack]:
    """What a book says of an instance, and the slack where there is one."""
    stated = book.claims[claim_id]
    allow(ALLOWANCE)
    try:
        world = judge.load(book, stated, instance, {}, hints)
        says = said(world, stated)
    except (Undecided, Undefined, TooMuch):
        return "UNDECIDED", None
    except judge.Rejected:
        return "no instance", None
    except Nonlinear:
        return "no linear constraint", None
    if says not in ("HOLDS", "FAILS") or stated.kind != "formula":
        return says, None
    try:
        return says, slack(world, stated.core)
    except (NoSides, Undecided, Undefined, TooMuch):
        return says, None


def differs(book: Book, claim_id: str, case: Case) -> str:
    """How a book's answer on a case differs: by outcome or by value; empty where it does not."""
    says, value = answer(book, claim_id, case.instance)
    if says == "UNDECIDED":
        return ""
    if says != case.says and not case.level:
        return "outcome"
    if value is None or case.slack is None or (says == case.says == "HOLDS" and case.level):
        return ""
    size = max(map(abs, (*value, *case.slack)))
    apart = max(value[0] - case.slack[1], case.slack[0] - value[1])
    return "value" if apart > Fraction(CLOSE) * size else ""


def shows(book: Book, document: dict[str, Any]) -> bool:
    """Whether a book bears out a stored file's verdict, whatever the hints have to be."""
    claim, given = book.claims[document["claim"]], dict(document["hints"])
    allow(2 * ALLOWANCE)
    for searched in ({}, given):
        try:
            world = judge.load(book, claim, document["instance"], searched, hints)
            judge.admitted(world, claim, tuple(document["dropped"]))
            judge.shown(world, claim, judge.SAYS[document["says"]], document.get("lemma"))
        except (judge.Rejected, Unreadable, Undecided, Undefined, TooMuch, Nonlinear):
            continue
        return True
    return False


def proofread(
    paper: Paper, number: int, *, cases: int = 12, seed: int = 0, places: Collection[str] = ()
) -> Proof:
    """So many misprints, each kind as often as the others as far as there are enough.

    places: only of these definitions and claims.
    """
    source, reader, found = random.Random(seed), Proofreader(paper, cases, seed), Proof()
    kinds: dict[str, list[Misprint]] = {}
    for misprint in misprints(reader.book, places):
        kinds.setdefault(misprint.kind, []).append(misprint)
    for listed in kinds.values():
        source.shuffle(listed)
    drawn = [kinds[kind].pop() for _ in range(number) for kind in sorted(kinds) if kinds[kind]][:number]
    for misprint in drawn:
        how = reader.noticed(misprint)
        found.counts[misprint.kind, how] += 1
        if how == "unseen":
            found.unseen.append(misprint)
    return found


def summary(proofs: Sequence[Proof]) -> dict[str, Any]:
    """Counts by kind and by what noticed them, the share, and the survivors in words."""
    counts = sum((proof.counts for proof in proofs), Counter[tuple[str, str]]())
    whole = Proof(counts, [misprint for proof in proofs for misprint in proof.unseen])
    return {
        "noticed": round(whole.share, 4),
        "counts": {f"{kind}: {how}": n for (kind, how), n in sorted(counts.items())},
        "unseen": [f"{m.place} {m.clause}: {m.old}  ->  {m.new}" for m in whole.unseen],
    }

"""How many misprints of a book are noticed, by its stored files and by comparisons with the checkers.

A misprint is noticed where a stored file no longer shows what it says, or where, on an instance on which book
and checker agree, the misprinted book differs: on whether an assumption holds, on the outcome, or on the
slack that both gave in one form.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache, cached_property
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from ntpcheck.engine.proofreading.compared import seeking
from ntpcheck.engine.proofreading.compared.along import looked_along
from ntpcheck.engine.proofreading.compared.checking import assumed
from ntpcheck.engine.proofreading.compared.differences import (
    beside_strangers,
    clashes,
    loosened,
    shows,
    told_apart,
)
from ntpcheck.engine.proofreading.compared.first_steps import FirstSteps
from ntpcheck.engine.proofreading.compared.lax import laxer
from ntpcheck.engine.proofreading.compared.objects import Objects
from ntpcheck.engine.proofreading.compared.observing import Case, Observer
from ntpcheck.engine.proofreading.compared.parts import departs
from ntpcheck.engine.proofreading.compared.stationary import no_longer_least
from ntpcheck.engine.proofreading.compared.trends import believed, fails, seen
from ntpcheck.engine.proofreading.sought.batches import batches
from ntpcheck.engine.proofreading.sought.courses import Course, beside, courses, outside
from ntpcheck.engine.proofreading.sought.drawing import drawn, kind_of, small
from ntpcheck.engine.proofreading.sought.growing import Growing, batched, kept, limited
from ntpcheck.engine.proofreading.sought.looking import Looked, concluding, looked_at
from ntpcheck.engine.proofreading.sought.nearby import nearby
from ntpcheck.engine.proofreading.sought.placements import at_points, tensors
from ntpcheck.engine.proofreading.sought.plain import stated, varied
from ntpcheck.engine.proofreading.sought.planted import matrices
from ntpcheck.engine.proofreading.sought.tables import Planted, everywhere
from ntpcheck.instances.base import Instance
from ntpcheck.statement.editing.misprints import ASSUMING, Misprint
from ntpcheck.statement.forging import stored
from ntpcheck.statement.printing.reading import names
from ntpcheck.verifier.asymptotics.spoken import spoken

if TYPE_CHECKING:
    from ntpcheck.claim import Paper

TOGETHER = 4  # instances of a claim that are looked at in one go
POOL, EACH = 192, 3  # small instances, and how many more where each assumption holds, or fails
PROBES = 48  # small instances of a claim on which the books are compared
BASES, PLACED = 3, 4  # probes whose tensors are put at points, and how often
SPREAD = 8  # of the others: as many, on which the books are compared first
BELIEVED = 15_000_000  # units of the verifier's work for the courses of a claim
PLANTED, CLAIMS = 12, 8  # probes in which matrices are planted, and claims of a definition that are tried


class Proofreader:
    """A paper's book with its files and, claim by claim, cases on which the checker agrees with it."""

    def __init__(self, paper: Paper, number: int = 12, seed: object = 0) -> None:
        assert paper.shelf is not None
        self.paper, self.book, self.number, self.seed = paper, paper.shelf, number, seed
        self.cases, self.planted = kept(self._cases), kept(self._planted)
        self.tabled, self.courses = kept(self._tabled), kept(self._courses)
        self.observers = cache(lambda claim_id: Observer(self.book, paper.by_id[claim_id]))
        self.batches = kept(lambda c: list(batches(paper.by_id[c], kind_of(paper.by_id[c]), (seed, c))))
        self.probes, self.nearby = kept(self._probes), kept(self._nearby)
        self.placed = kept(self._placed)
        self.glances = dict[tuple[str, tuple[str, ...], int], tuple[tuple[Any, ...], Instance]]()
        self.looked, self.various = kept(self._looked), kept(self._various)

    @cached_property
    def files(self) -> dict[str, dict[str, Any]]:
        return {document["claim"]: document for _, document in stored([self.paper])}

    @cached_property
    def objects(self) -> Objects:
        return Objects(self.book, self.paper.claims, self.seed)

    @cached_property
    def steps(self) -> FirstSteps:
        return FirstSteps(self.book, self.paper.claims, self.seed)

    def _cases(self, claim_id: str) -> Growing[Case]:
        """The cases of a claim."""
        claim, observe = self.paper.by_id[claim_id], self.observers(claim_id)
        some, first = random.Random(f"{self.seed} {claim_id} placed"), islice(self.placed(claim_id), BASES)
        at = (one for found in first for one in some.sample(found, min(PLACED, len(found))))
        source = chain(drawn(claim, self.number, self.seed, self.files.values()), at)
        return Growing(chain.from_iterable(observe(some) for some in batched(source, TOGETHER)))

    def _placed(self, claim_id: str) -> Growing[list[Instance]]:
        """Probes with tensors at the book's points, such as W^mm, at multiples of them, or beside them."""
        claim, probes = self.paper.by_id[claim_id], self.probes(claim_id)
        spread = [*probes[:BASES], *probes[BASES :: max(1, len(probes) // SPREAD)]]
        return Growing(list(at_points(one, tensors(claim, one))) for one in spread)

    def _planted(self, claim_id: str) -> Growing[Case]:
        """Cases of a claim with other matrices in the place of W^mm and the like."""
        source, observe = random.Random(f"{self.seed} {claim_id}"), self.observers(claim_id)
        probes = self.probes(claim_id)[:PLANTED] if self._objects(claim_id) else []
        return Growing(chain.from_iterable(observe.otherwise(instance, source) for instance in probes))

    def _tabled(self, claim_id: str) -> Growing[tuple[Instance, Planted]]:
        """Probes with other values in the place of tables that a claim's checker has."""
        claim, probes = self.paper.by_id[claim_id], self.probes(claim_id)
        return Growing(everywhere(self.book, claim, probes, f"{self.seed} {claim_id} tables"))

    def _courses(self, claim_id: str) -> Growing[Course]:
        """Runs and paths along which a limit is seen to be what the checker says."""
        stated, sequences = self.book.claims[claim_id], self.sequences(claim_id)
        if stated.kind != "limit" or not sequences:
            return Growing(())
        files = [self.files[claim_id]] if claim_id in self.files else []
        found = courses(self.paper.by_id[claim_id], sequences, (self.seed, claim_id), files)
        return Growing(limited(believed(self.book, claim_id, found), BELIEVED))

    def sequences(self, claim_id: str) -> set[str]:
        """The sequences that a claim's formula names, and the numbers that they run along."""
        return spoken(self.book, self.book.claims[claim_id].core)

    def _probes(self, claim_id: str) -> list[Instance]:
        """Small instances, on which the books alone are compared first; some differ in what holds there."""
        claim = self.paper.by_id[claim_id]
        pool = list(islice(small(claim, kind_of(claim), (self.seed, claim_id, "probe")), POOL))
        return [*pool[:PROBES], *varied(stated(self.paper), pool[PROBES:], EACH)]

    def _nearby(self, claim_id: str) -> list[Instance]:
        """Instances that satisfy what a claim assumes, and some near them."""
        return list(nearby(self.paper.by_id[claim_id], (self.seed, claim_id)))

    def _various(self, claim_id: str) -> list[Instance]:
        """Of those inside a claim's assumptions some where each assumption of the paper holds, or fails."""
        claim = self.paper.by_id[claim_id]
        inside = [
            one.floats() for one in self.probes(claim_id) if all(assumed(a, one) for a in claim.assumes)
        ]
        return varied(stated(self.paper), inside, EACH)

    def _departs(self, misprint: Misprint, claim_id: str) -> bool:
        named = [name for name in self.touched(misprint, claim_id) if name]
        stated = self.book.claims[claim_id].core and (
            misprint.clause or misprint.place in self.used[claim_id][""]
        )
        return departs(self.book, misprint, claim_id, [""] * bool(stated) + named, self.looked)

    def _looked(self, claim_id: str, assumption: str) -> list[Looked]:
        """Instances with the numbers that a claim's checker computes there, or the check of an assumption."""
        claim = self.paper.by_id[claim_id]
        if not assumption and (sequences := self.sequences(claim_id)):
            return looked_along(self.book, claim, self.courses(claim_id), sequences, self.seed)
        checks = {a.name: a.check for a in claim.assumes} | {"": concluding(claim)}
        if assumption not in checks:
            return []
        return looked_at(claim, checks[assumption], self.seed, more=self.various(claim_id))

    @cached_property
    def used(self) -> dict[str, dict[str, set[str]]]:
        """What each claim's statement rests on: the definitions by where they come in.

        "": in the formula, or in what it is asked for; else under the name of an assumption.
        """
        return {
            claim_id: {
                "": names(self.book, (claim.core, claim.asked, claim.undefined)),
                **{name: names(self.book, ("let", name, (), ())) for name in claim.assumes},
            }
            for claim_id, claim in self.book.claims.items()
        }

    @cached_property
    def users(self) -> dict[str, list[str]]:
        """The claims whose statement rests on a definition, by its key: formulas first, short ones first."""
        found: dict[str, list[str]] = {}
        size = {c: (self.book.claims[c].kind != "formula", len(parts[""])) for c, parts in self.used.items()}
        for claim_id in sorted(size, key=lambda claim_id: size[claim_id]):
            for name in set().union(*self.used[claim_id].values()):
                found.setdefault(name, []).append(claim_id)
        return found

    def noticed(self, misprint: Misprint) -> str:
        """By what a misprint is noticed: file, assumption, outcome or value; unseen; untried."""
        claims = self.nearest(misprint)
        tried = False
        for name in claims:
            if name in self.files:
                tried = True
                if not shows(misprint.book, self.files[name]):
                    return "file"
        if how := seeking.at_once(self, misprint, claims) or self._otherwise(misprint, claims):
            return how
        if how := seeking.asked_of_others(self, misprint, claims):
            return how
        for name in claims:
            asked = ((case, list(self.parts(misprint, name, case))) for case in self.cases(name))
            if how := told_apart(misprint.book, name, asked):
                return how
            tried |= any(True for case in self.cases(name) for _ in self.parts(misprint, name, case))
        known = None if misprint.clause else self.valued(misprint)
        if known:
            return "value"
        along = self.along(misprint, claims)
        if along:
            return "trend"
        if how := seeking.with_tables(self, misprint, claims):
            return how
        for name in claims[: seeking.SOUGHT]:
            weaker = loosened(self.book, misprint.book, name, self.cases(name))
            if weaker or self._departs(misprint, name):
                return "part"
        if how := seeking.sought(self, misprint, claims):
            return how
        return "unseen" if tried or along is not None or known is not None else "untried"

    def _otherwise(self, misprint: Misprint, claims: list[str]) -> str:
        """What the conclusion of a claim is where other matrices stand in the place of W^mm and the like."""
        for name in claims[: seeking.SOUGHT]:
            if "" not in self.touched(misprint, name):
                continue
            own = () if misprint.place in self._objects(name) else self.planted(name)
            others = beside_strangers(self.book, misprint.book, name, self.cases(name))
            if how := clashes(misprint.book, name, chain(own, others), misprint.place):
                return how
        return ""

    def _objects(self, claim_id: str) -> list[str]:
        return matrices(self.book, self.book.claims[claim_id])

    def nearest(self, misprint: Misprint) -> list[str]:
        """The claims that a misprint is tried on."""
        claims = [misprint.place] if misprint.clause else self._nearest(misprint.place)
        return [name for name in claims if name in self.paper.by_id]

    def valued(self, misprint: Misprint) -> bool | None:
        """Whether a definition is another object than the checkers', or a trajectory leads elsewhere."""
        said = [known.differ(misprint.book, misprint.place) for known in (self.objects, self.steps)]
        nearest = self._nearest(misprint.place)[: seeking.SOUGHT]
        said += [no_longer_least(self.book, misprint, name, self.courses(name)) for name in nearest]
        return True if True in said else False if False in said else None

    def along(self, misprint: Misprint, claims: list[str]) -> bool | None:
        """Whether a limit is seen to be another along a run or a path; None where no run or path is known."""
        tried: bool | None = None
        for name in claims:
            foreign = spoken(misprint.book, misprint.book.claims[name].core) - self.sequences(name)
            points = {*matrices(misprint.book, misprint.book.claims[name])} - {*self._objects(name)}
            for course in chain.from_iterable(beside(one, foreign, points) for one in self.courses(name)):
                tried = False
                says, odd = seen(misprint.book, name, course, misprint.place)
                if says is (not course.says) or odd - course.odd:
                    return True
            if laxer(self.book, misprint, name, self.courses(name)):
                return True
        return tried

    def failing(self, misprint: Misprint, claim_id: str) -> bool:
        """Whether a limit is seen to fail along a true run or path, at which its line is seen to hold.

        What is only told apart from its line, along a bent run or with other matrices, may be true. Without a
        hypothesis: where that is violated, and both the checker and the book say so.
        """
        if misprint.clause == ASSUMING:
            found = outside(self.paper[claim_id], misprint.old, self.sequences(claim_id), self.seed)
            return any(not one.says for one in believed(self.book, claim_id, found))
        if spoken(misprint.book, misprint.book.claims[claim_id].core) - self.sequences(claim_id):
            return False  # a sequence of which nothing is known
        true = (one for one in self.courses(claim_id) if one.says and not one.bent)
        return fails(misprint.book, claim_id, true, misprint.place)

    def touched(self, misprint: Misprint, claim_id: str) -> list[str]:
        """The parts of a claim that a misprint can change, as in `parts`."""
        used, stated = self.used[claim_id], self.book.claims[claim_id]
        formula = stated.kind == "formula" or (stated.kind == "limit" and not self.sequences(claim_id))
        named = [name for name in used if name and misprint.place in used[name]]
        return ([""] if formula and (misprint.clause or misprint.place in used[""]) else []) + named

    def _nearest(self, place: str) -> list[str]:
        """Claims that use a definition: those whose formulas do, and for each assumption that does, one."""
        users, found = self.users.get(place, []), list[str]()
        by_assumption = dict[str, int]()
        for name in users:
            parts = self.used[name]
            in_formula = place in parts[""]
            through = [a for a in parts if a and place in parts[a] and by_assumption.get(a, 0) < 2]
            if (in_formula and len(found) < CLAIMS) or through:
                found.append(name)
                for a in through:
                    by_assumption[a] = by_assumption.get(a, 0) + 1
        return found

    def parts(self, misprint: Misprint, claim_id: str, case: Case) -> Iterator[str]:
        """What of a case a misprint can change: "" for the conclusion, or the names of assumptions."""
        used = self.used[claim_id]
        if (case.says or case.slack or case.size) and (misprint.clause or misprint.place in used[""]):
            yield ""
        yield from (name for name in case.truths if misprint.place in used[name])

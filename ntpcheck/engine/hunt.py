"""Hunts one claim, or one without some of its assumptions, for the smallest exact counterexample.

A portfolio: the domain's finite scope, or small instances on a grid, smallest shapes first; Hypothesis;
sweeps with the named corners weighted up; ascent on the slack. All feed one tally, each for a share of the
time and with lifts of its own. At last every shape below that of the witness is looked at, for a smaller one.
Where no instance violates what was dropped and satisfies the rest, those are counted that satisfy both.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from ntpcheck import __version__, doing
from ntpcheck.claim import Assumption, Claim, Effort
from ntpcheck.engine import lattice
from ntpcheck.engine.ending import doubt, formula, state, why
from ntpcheck.engine.judgement import Judged, certify, decide
from ntpcheck.engine.minimise import weight
from ntpcheck.engine.nearest import nearest
from ntpcheck.engine.plain import Plain, at_plain
from ntpcheck.engine.settle import Settled, refuted, smallest, told_of
from ntpcheck.engine.small import look
from ntpcheck.engine.sweep import generator, impose, sifted
from ntpcheck.engine.tally import LEAST_INSIDE, Tally
from ntpcheck.engine.ways import (
    Spent,
    Until,
    by_ascent,
    by_hypothesis,
    by_sweep,
    enumerate_small,
    named_sizes,
    over,
    part_of,
    sizes,
)
from ntpcheck.evidence import Evidence, Outcome, Verdict, judge, outcome_of

__all__ = ["Hunt", "hunt", "named_sizes", "negated", "sizes"]

MOST_SHAPES = 48  # looked at below a witness
CANDIDATES = 2000  # that minimising tries
LIFTS = 1024  # rows that each way lifts: the ascent seeks those that doubles cannot decide
# How often sweeps and ascents are taken up where they were too few, or brought no decision; with a clock as
# long as it runs.
ROUNDS, TIMED = 6, 4096
BATCHES, BATCH = 64, 64  # drawn to see whether the other assumptions imply the one that was dropped
# Each way with its share of the time that is left when its turn comes; a fifth stays for what lies below.
WAYS: dict[str, tuple[Callable[[Hunt, Spent, int], None], float]] = {
    "enumeration": (enumerate_small, 0.6),
    "Hypothesis": (by_hypothesis, 0.5),
    "sweep": (by_sweep, 0.5),
    "ascent": (by_ascent, 0.5),
}
Say = Callable[[str, int, str], None]
NEEDED = {
    Verdict.REFUTED: "needed",
    Verdict.ILL_POSED: "needed to state it",
    Verdict.SUSPECT: "suspected to be needed",
}


@dataclass(repr=False)
class Hunt:
    """One hunt: what it looks for, what it found, and what it costs.

    claim: without the dropped assumptions. sought: the same claim with them negated, since an instance that
    satisfies them says nothing about dropping them, and with those that are also made. tried: inside
    instances by way of looking.
    excluded: shapes enumerated whole, on a small grid, without a failure (nor an undefined instance, where
    that is what was found). sampled: shapes below the witness of which some instances were looked at.
    implied: instances that satisfy the other assumptions and, all of them, what was dropped. plain: what the
    plain instances of the domain say of a limit. nearest: the lemma nearest to refuting it.
    """

    claim: Claim
    dropped: tuple[str, ...]
    effort: Effort
    seed: int
    sought: Claim
    tally: Tally
    tried: Counter[str] = field(default_factory=Counter)
    excluded: list[str] = field(default_factory=list)
    sampled: list[str] = field(default_factory=list)
    implied: int = 0
    plain: Plain = field(default_factory=Plain)
    nearest: str = ""
    settled: Settled | None = None
    also: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        claim: Claim,
        dropped: tuple[str, ...],
        effort: Effort,
        seed: int,
        also: Sequence[Assumption] = (),
    ) -> Hunt:
        """A hunt for the claim without the named assumptions, among what satisfies further ones too.

        What then fails refutes the claim as it is. Raises UnknownAssumption.
        """
        left = claim.dropping(*dropped)
        if (says := formula(left)) is not None and says is left.conclude:  # what another hunt has looked for
            left = replace(left, conclude=says.afresh())
        gone = tuple(negated(a) for a in claim.assumes if a.name in dropped)
        sought = replace(left, assumes=(*left.assumes, *gone, *also))
        names = tuple(assumption.name for assumption in also)
        return cls(left, dropped, effort, seed, sought, Tally(sought, effort, most_lifts=LIFTS), also=names)

    @property
    def changed(self) -> str:
        """How it differs from the claim, in words after its name; empty where it does not."""
        without = f" without {', '.join(self.dropped)}" if self.dropped else ""
        return without + (f" also assuming {', '.join(self.also)}" if self.also else "")

    def __repr__(self) -> str:
        """The verdict, the witness in words, and what was looked at."""
        looked = ", ".join(f"{number:,} by {way}" for way, number in self.tried.items())
        return f"{self.verdict.value}, inside: {looked}\n{self.settled}" if self.settled else "no hunt yet"

    @property
    def found(self) -> bool:
        return bool(self.tally.witnesses)

    @property
    def verdict(self) -> Verdict:
        assert self.settled is not None
        return self.settled.verdict

    @property
    def need(self) -> str:
        """What the hunt says of the dropped assumptions together."""
        if self.implied:
            return f"implied by the others on {self.implied:,}"
        inside = sum(self.tried.values())
        if self.claim.silent and self.verdict in (Verdict.UNDECIDED, Verdict.VACUOUS):
            return "not decided"
        return NEEDED.get(self.verdict, f"not seen to be needed in {inside:,}")


def negated(assumption: Assumption) -> Assumption:
    """The assumption's opposite: it holds exactly where the assumption fails. Nothing imposes it."""

    def check(instance: Any) -> Evidence:
        evidence = assumption.check(instance)
        strict = ~evidence.strict if hasattr(evidence.strict, "shape") else not evidence.strict
        return replace(evidence, slack=-evidence.slack, strict=strict)

    return Assumption(f"not {assumption.name}", check, cite=assumption.cite)


def hunt(target: Hunt, spent: Spent, say: Say) -> Hunt:
    """Looks in every way until something fails, the effort is used up or the time is spent; then settles.

    A limit of which floats say little is looked at on plain instances before anything else.
    """
    if target.claim.plain_first:
        target.settled = _at_plain(target, spent)
        say("plain", target.plain.tried, "fails" if target.settled else "no lemma refutes it")
        if target.settled:
            return target
    looking = part_of(spent, 0.8)
    rounds = TIMED if isinstance(looking, Until) else ROUNDS
    turns = [(name, 0) for name in WAYS] + [(n, t) for t in range(1, rounds) for n in ("sweep", "ascent")]
    for name, turn in turns:
        if over(target.tally, looking) or (turn and rounds == ROUNDS and _said_enough(target)):
            break
        before = target.tally.inside
        target.tally.lifts.clear()
        way, share = WAYS[name]
        doing.stage(name)
        way(target, part_of(looking, share), turn)
        target.tried[name] += target.tally.inside - before
        if not turn or target.found:
            say(name, target.tally.inside - before, state(target))
    if target.dropped and not target.tally.inside and not target.tally.broken:
        _imply(target, spent)
    target.settled = _smallest(target, spent)
    if target.verdict in (Verdict.UNDECIDED, Verdict.VACUOUS):
        target.nearest = nearest(target.claim, partial(_violates, target))
    if target.tried.get("below"):
        say("below", target.tried["below"], "looked at below the witness")
    return target


def _said_enough(target: Hunt) -> bool:
    """Whether further rounds of the same would hardly change what is said."""
    verdict = target.tally.verdict(certified=False)
    return verdict not in (Verdict.VACUOUS, Verdict.SUSPECT, Verdict.UNDECIDED)


def _imply(target: Hunt, spent: Spent) -> None:
    """Counts the instances with the other assumptions, which must all satisfy what was dropped."""
    source, found = generator("implied", target.seed, target.sought.id, *target.dropped), 0
    others = target.claim.assumes
    gone = [a for a in target.sought.assumes if a not in others]
    for _ in range(BATCHES):
        wild = target.sought.domain.sampler(source, BATCH)
        for batch in (wild, impose(others, wild)):
            inside = sifted(others, batch)[0]
            if inside.any():
                kept = batch.select(inside)
                if not all((judge(a.check(kept)) == Outcome.FAILS).all() for a in gone):
                    return
                found += int(inside.sum())
        if spent() and found >= LEAST_INSIDE:
            break
    target.implied = found if found >= LEAST_INSIDE else 0


def _smallest(target: Hunt, spent: Spent) -> Settled:
    """The verdict; the witness minimised where dropped assumptions stay false, and certified without them."""
    tally = target.tally
    if target.implied:
        said = f"it held on all {target.implied:,} instances with the others"
        return Settled(target.claim, Verdict.SUPPORTED, None, said)
    best: Settled | None = None
    lightest = [
        sorted(found, key=lambda j: weight(j.instance)) for found in (tally.witnesses, tally.undefined)
    ]
    for judged in [*lightest[0], *lightest[1][:1]]:
        settled = _settled(target, judged, spent)
        if not settled.reason:
            return settled
        best = best or settled
    best = best or Settled(target.claim, doubt(target), None, why(target))
    suspect = best.verdict is Verdict.SUSPECT
    open_ = target.dropped or target.claim.silent
    if target.claim.plain_first or (not suspect and (tally.broken or not open_)):
        return best
    # A checker's floats may rest on what was dropped: all without it count.
    if found := _at_plain(target, (lambda: False) if suspect else spent):
        return found
    return best if best.document else replace(best, reason=why(target))


def _at_plain(target: Hunt, spent: Spent) -> Settled | None:
    """What a limit comes to at plain instances inside what is sought, while there is time."""

    def asked(instance: Any) -> bool:
        return not spent() and _violates(target, instance)

    target.plain = at_plain(target.claim, target.seed, asked)
    return refuted(target.claim, target.plain)


def _violates(target: Hunt, instance: Any) -> bool:
    """Whether an exact instance fails each of the dropped assumptions, and satisfies what is also assumed."""
    changed = (assumption for assumption in target.sought.assumes if assumption not in target.claim.assumes)
    return all(outcome_of(assumption.check(instance)) is Outcome.HOLDS for assumption in changed)


def _settled(target: Hunt, found: Judged, spent: Spent) -> Settled:
    """What one exact witness comes to."""
    doing.stage("minimising")
    judged = _least(target, smallest(target.sought, found, target.effort, budget=CANDIDATES), spent)
    undefined = judged.outcome is Outcome.UNDEFINED
    own = named_sizes(judged.instance, sizes(judged.instance))  # of a shape on the grid, though off the grid
    target.excluded = [shape for shape in target.excluded if shape != own]
    judged = decide(target.claim, judged.instance, target.effort)
    doing.stage("hints and lemmas")
    said = certify(target.claim, judged, seed=target.seed, version=__version__)
    shown = Verdict.ILL_POSED if undefined else Verdict.REFUTED
    verdict = Verdict.SUSPECT if said.objections else shown
    return Settled(target.claim, verdict, said.document, "".join(said.objections[:1]), told_of(judged, said))


def _least(target: Hunt, least: Judged, spent: Spent) -> Judged:
    """The witness, or one of a smaller shape: every shape below is looked at, smallest first."""
    source = generator("below", target.seed, target.sought.id, *target.dropped)
    kind, done = type(least.instance), set(target.excluded)
    most = dict(zip(lattice.axes(kind), sizes(least.instance), strict=True))
    for some in (some for some in lattice.shapes(kind, most) if some != most):
        if spent() or len(done) > MOST_SHAPES:
            break
        if " ".join(f"{axis}={size}" for axis, size in some.items()) in done:
            continue
        shape = look(target.sought, kind, some, target.effort, source, lambda t: _ended(t, least, spent))
        done.add(shape.name)
        target.tried["below"] += shape.tally.inside
        against = shape.tally.witnesses or ([] if least.outcome is Outcome.FAILS else shape.tally.undefined)
        rivals = [smallest(target.sought, judged, target.effort, budget=CANDIDATES) for judged in against[:1]]
        if rivals and weight(rivals[0].instance) < weight(least.instance):
            target.tally.witnesses += [r for r in rivals if r.outcome is Outcome.FAILS]
            target.tally.outcomes.update(shape.tally.outcomes)
            return _least(target, rivals[0], spent)
        if not against:
            (target.excluded if shape.whole else target.sampled).append(shape.name)
    return least


def _ended(tally: Tally, least: Judged, spent: Spent) -> bool:
    undefined = tally.undefined and least.outcome is Outcome.UNDEFINED
    return over(tally, spent) or bool(undefined)

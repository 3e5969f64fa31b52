"""Hunts one claim, or one without some of its assumptions, for the smallest exact counterexample.

A portfolio: the domain's finite scope, or small instances on a grid, smallest shapes first; Hypothesis;
sweeps with the named corners weighted up; ascent on the slack. All feed one tally. At last every shape below
that of the witness is looked at, for a smaller one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from ntpcheck import __version__
from ntpcheck.claim import Assumption, Claim, Effort
from ntpcheck.engine import lattice
from ntpcheck.engine.climb import climb
from ntpcheck.engine.explore import explore
from ntpcheck.engine.judgement import Judged, certify, decide
from ntpcheck.engine.minimise import weight
from ntpcheck.engine.settle import Settled, smallest
from ntpcheck.engine.small import Shape, look
from ntpcheck.engine.sweep import RAISED, count, generator, impose, place, standing
from ntpcheck.engine.tally import WITNESSES, Tally
from ntpcheck.evidence import Evidence, Outcome, Verdict
from ntpcheck.instances.base import Instance

MOST_SHAPES = 48  # looked at below a witness
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
    satisfies them says nothing about dropping them. tried: inside instances by way of looking.
    excluded: shapes enumerated whole, on a small grid, without a failure (nor an undefined instance, where
    that is what was found). sampled: shapes below the witness of which some instances were looked at.
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
    settled: Settled | None = None

    @classmethod
    def of(cls, claim: Claim, dropped: tuple[str, ...], effort: Effort, seed: int) -> Hunt:
        """A hunt for the claim without the named assumptions. Raises UnknownAssumption."""
        left = claim.dropping(*dropped)
        gone = tuple(negated(a) for a in claim.assumes if a.name in dropped)
        sought = replace(left, assumes=(*left.assumes, *gone))
        return cls(left, dropped, effort, seed, sought, Tally(sought, effort))

    def __repr__(self) -> str:
        """The verdict, the witness as code, and what was looked at."""
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
        inside = sum(self.tried.values())
        return NEEDED.get(self.verdict, f"not seen to be needed in {inside:,}")


def negated(assumption: Assumption) -> Assumption:
    """The assumption's opposite: it holds exactly where the assumption fails. Nothing imposes it."""

    def check(instance: Any) -> Evidence:
        evidence = assumption.check(instance)
        strict = ~evidence.strict if hasattr(evidence.strict, "shape") else not evidence.strict
        return replace(evidence, slack=-evidence.slack, strict=strict, witness=None)

    return Assumption(f"not {assumption.name}", assumption.cite, check)


def hunt(target: Hunt, spent: Callable[[], bool], say: Say) -> Hunt:
    """Looks in every way until something fails, the effort is used up or the time is spent; then settles."""
    for name, way in WAYS.items():
        if target.found or target.tally.broken or spent():
            break
        before = target.tally.inside
        way(target, spent)
        target.tried[name] = target.tally.inside - before
        say(name, target.tried[name], _state(target))
    target.settled = _smallest(target, spent)
    if target.tried.get("below"):
        say("below", target.tried["below"], "looked at below the witness")
    return target


def _state(target: Hunt) -> str:
    """How a way of looking ended."""
    if target.tally.broken:
        return "the checker raised"
    if target.found:
        return "fails"
    if target.tally.suspects:
        return "suspects, none of them certified"
    return "no failure, undefined on some" if target.tally.undefined else "no failure"


def _enumerate(target: Hunt, spent: Callable[[], bool]) -> None:
    """The scope, shape by shape; the first shape with a failure is the smallest one on the scope's grid."""
    scope = target.sought.domain.scope
    if scope is None:
        _enumerate_grid(target, spent)
    batch: Any = None
    shape: tuple[int, ...] = ()
    for batch in scope() if scope else ():
        here = sizes(batch)
        if here != shape:
            if target.found:
                return
            if shape:
                target.excluded.append(named_sizes(batch, shape))
            shape = here
        if spent():
            return
        _feed(target, batch)
    if not target.found and shape:
        target.excluded.append(named_sizes(batch, shape))


def _enumerate_grid(target: Hunt, spent: Callable[[], bool]) -> None:
    """Shapes of up to two of everything, where a grid of theirs can be enumerated whole."""
    kind, source = _kind(target), generator("small", target.seed, target.sought.id, *target.dropped)
    for sizes in lattice.shapes(kind, dict.fromkeys(lattice.axes(kind), 2)):
        if target.found or spent():
            return
        _keep(target, look(target.sought, kind, sizes, target.effort, source, lambda t: _over(t, spent)))


def _over(tally: Tally, spent: Callable[[], bool]) -> bool:
    return bool(tally.witnesses) or tally.broken is not None or spent()


def _keep(target: Hunt, shape: Shape) -> None:
    """Adds what was found in a shape to the hunt's own tally."""
    tally, found = target.tally, shape.tally
    tally.outcomes.update(found.outcomes)
    tally.discarded.update(found.discarded)
    for name in ("witnesses", "undefined", "suspects"):
        kept = getattr(tally, name)
        kept += getattr(found, name)[: max(0, WITNESSES - len(kept))]
    tally.broken = tally.broken or found.broken
    if shape.whole and not found.witnesses and not found.undefined:
        target.excluded.append(shape.name)


def _kind(target: Hunt) -> type:
    return type(target.sought.domain.sampler(generator("kind"), 1))


def _explore(target: Hunt, spent: Callable[[], bool]) -> None:
    """Hypothesis, steered by minus the slack."""
    explore(target.sought.domain, [target.tally], target.effort, target.seed)


def _sweep(target: Hunt, spent: Callable[[], bool]) -> None:
    """Wild batches and imposed ones; rows at a named corner come first, up to half of what is looked at."""
    domain, source = target.sought.domain, generator(target.seed, target.sought.id, *target.dropped)
    wanted = target.effort.trajectories if domain.costly else target.effort.batch
    size, before = (16, 64)[not domain.costly], target.tally.inside
    for _ in range(8 * -(-wanted // size)):
        if spent() or target.found or target.tally.broken or target.tally.inside - before >= wanted:
            return
        wild = domain.sampler(source, 2 * size)
        for batch in (wild, impose(target.sought.assumes, wild)):
            _feed(target, batch.select(_cornered(domain.corners, batch, size)))


def _cornered(corners: Any, batch: Any, size: int) -> np.ndarray:
    """Positions of `size` rows, those at some corner first."""
    at_corner = np.zeros(batch.batch, dtype=bool)
    for holds in corners.values():
        at_corner |= np.asarray(holds(batch), dtype=bool)
    return np.argsort(~at_corner, kind="stable")[:size]


def _ascend(target: Hunt, spent: Callable[[], bool]) -> None:
    """Ascent on minus the slack from random starts, one shape at a time."""
    domain, source = target.sought.domain, generator("climb", target.seed, target.sought.id, *target.dropped)
    wanted = target.effort.trajectories if domain.costly else 8 * target.effort.batch
    size, before = (8, 64)[not domain.costly], target.tally.inside

    def over() -> bool:
        done = target.found or target.tally.broken is not None or target.tally.inside - before >= wanted
        return done or spent()

    for _ in range(-(-wanted // size)):
        if over():
            return
        climb(target.sought, domain.sampler(source, size), source, lambda batch: _feed(target, batch), over)


def _feed(target: Hunt, batch: Any) -> tuple[Any, Evidence] | None:
    """Counts a batch in the tally; returns the rows that may be inside, with their evidence."""
    inside, boundary, reasons = standing(target.sought.assumes, batch)
    target.tally.discarded.update(reasons)
    keep = inside | boundary
    if not keep.any():
        return None
    kept = batch.select(keep)
    evidence = count(target.tally, kept, inside[keep], boundary[keep])
    return None if evidence is None else (kept, evidence)


WAYS: dict[str, Callable[[Hunt, Callable[[], bool]], None]] = {
    "enumeration": _enumerate,
    "Hypothesis": _explore,
    "sweep": _sweep,
    "ascent": _ascend,
}


def sizes(instance: Instance) -> tuple[int, ...]:
    """The sizes of an instance's axes, in the order in which its type names them."""
    return tuple(instance.size(axis) for axis in lattice.axes(type(instance)))


def named_sizes(instance: Instance, values: tuple[int, ...]) -> str:
    """Sizes with their names: `m=1 d=1 V=2`."""
    return " ".join(f"{a}={size}" for a, size in zip(lattice.axes(type(instance)), values, strict=True))


def _smallest(target: Hunt, spent: Callable[[], bool]) -> Settled:
    """The verdict; the witness minimised where dropped assumptions stay false, and certified without them."""
    tally = target.tally
    found = sorted(tally.witnesses or tally.undefined, key=lambda judged: weight(judged.instance))
    if not found:
        return Settled(target.claim, tally.verdict(certified=False), None, tally.broken or "")
    least = _least(target, smallest(target.sought, found[0], target.effort), spent)
    judged = decide(target.claim, least.instance, target.effort)
    try:
        document, said = certify(target.claim, judged, target.effort, seed=target.seed, version=__version__)
    except RAISED as problem:
        return Settled(
            target.claim, tally.verdict(certified=False), None, f"no certificate: {place(problem)}"
        )
    document["dropped"] = list(target.dropped)
    certified = judged.outcome is Outcome.FAILS and not said
    return Settled(target.claim, tally.verdict(certified=certified), document, (said or [""])[0])


def _least(target: Hunt, least: Judged, spent: Callable[[], bool]) -> Judged:
    """The witness, or one of a smaller shape: every shape below is looked at, smallest first."""
    source = generator("below", target.seed, target.sought.id, *target.dropped)
    kind, done = type(least.instance), set(target.excluded)
    below = [sizes for sizes in lattice.shapes(kind, _sizes(least)) if sizes != _sizes(least)]
    for sizes in below:
        if spent() or len(done) > MOST_SHAPES:
            break
        if " ".join(f"{axis}={size}" for axis, size in sizes.items()) in done:
            continue
        shape = look(target.sought, kind, sizes, target.effort, source, lambda t: _ended(t, least, spent))
        done.add(shape.name)
        target.tried["below"] += shape.tally.inside
        against = shape.tally.witnesses or ([] if least.outcome is Outcome.FAILS else shape.tally.undefined)
        rivals = [smallest(target.sought, judged, target.effort) for judged in against[:1]]
        if rivals and weight(rivals[0].instance) < weight(least.instance):
            target.tally.witnesses += [r for r in rivals if r.outcome is Outcome.FAILS]
            target.tally.outcomes.update(shape.tally.outcomes)
            return _least(target, rivals[0], spent)
        if not against:
            (target.excluded if shape.whole else target.sampled).append(shape.name)
    return least


def _ended(tally: Tally, least: Judged, spent: Callable[[], bool]) -> bool:
    undefined = tally.undefined and least.outcome is Outcome.UNDEFINED
    return _over(tally, spent) or bool(undefined)


def _sizes(judged: Judged) -> dict[str, int]:
    return {axis: judged.instance.size(axis) for axis in lattice.axes(type(judged.instance))}

"""Looks at claims: what is stored first, then Hypothesis, sweeps and ascent, domain by domain."""

import math
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from ntpcheck import doing, reading
from ntpcheck.claim import Claim, Domain, Effort, Paper
from ntpcheck.engine.climb import ascend
from ntpcheck.engine.cluster import PULSE
from ntpcheck.engine.exhaust import exhaust
from ntpcheck.engine.explore import explore
from ntpcheck.engine.filling import sweep
from ntpcheck.engine.judgement import decide
from ntpcheck.engine.plain import at_plain
from ntpcheck.engine.raised import place
from ntpcheck.engine.tally import Tally
from ntpcheck.errors import RAISED, UnreadableFile
from ntpcheck.evidence import Outcome
from ntpcheck.instances.base import Instance
from ntpcheck.statement.document import accepted, file_name

RARE, SHAPES = 4, 16  # one instance of a rare structure is drawn for so many that are swept; their shapes
LARGEST_TOLD = 64  # numbers of an instance that a journal gives in full


def examine(
    claims: tuple[Claim, ...],
    effort: Effort,
    seed: int,
    write: Callable[..., None],
    paper: Paper | None = None,
    *,
    until_first: bool = False,
    fallen: Callable[[Tally], None] = lambda _: None,
) -> list[Tally]:
    """Explores and sweeps claims; those of one domain together, to share batches and training runs.

    A claim of the paper that a stored file, or a plain instance, refutes at once is not searched if nothing
    drawn would say more. until_first: a claim that has failed, or was undefined, on one inside instance is
    not looked at again. fallen: told of each claim that a plain instance refutes, before others are searched.
    """
    tallies = [Tally(claim, effort, until_first) for claim in claims]
    if paper is not None:
        for tally in tallies:
            replayed(tally, paper)
    for domain in dict.fromkeys(claim.domain for claim in claims):
        together = [tally for tally in tallies if tally.claim.domain is domain]
        for tally in together:
            write("batch", claim=tally.claim.id, phase="started")
            if paper is not None:
                with doing.telling(partial(_told, write, [tally])):
                    plain_first(tally, seed)
                if tally.plain is not None and tally.plain.found is not None:
                    fallen(tally)
        if wanted := [tally for tally in together if not tally.refuted]:
            with doing.telling(partial(_told, write, wanted)):
                _search(domain, wanted, effort, seed)
        for tally in together:
            write("batch", claim=tally.claim.id, phase="finished", **counts(tally))
    return tallies


def _search(domain: Domain, tallies: list[Tally], effort: Effort, seed: int) -> None:
    if not domain.costly:
        doing.stage("Hypothesis")
        explore(domain, tallies, effort, seed)
    doing.stage("sweep")
    sweep(domain, tallies, effort, seed)
    doing.stage("ascent")
    ascend(domain, tallies, effort, seed)
    if domain.rare is not None:
        narrow = [tally.narrow for tally in tallies]
        doing.stage("rare structures")
        structured = replace(domain, name=f"{domain.name}, rare", sampler=domain.rare)
        sweep(structured, tallies, replace(effort, batch=effort.batch // RARE), seed, shapes=SHAPES)
        moved = [tally for tally, before in zip(tallies, narrow, strict=True) if tally.narrow is not before]
        ascend(structured, moved, effort, seed)
    doing.stage("finite scope")
    exhaust(domain, tallies, effort)


def _told(write: Callable[..., None], tallies: list[Tally], stage: str) -> None:
    """Tells whoever waits at what stage the search over a domain is."""
    claims = [tally.claim.id for tally in tallies]
    more = f" and {len(claims) - 1} more" if len(claims) > 1 else ""
    write(PULSE, claim=f"{claims[0]}{more}", doing=stage)


def plain_first(tally: Tally, seed: int) -> None:
    """Looks at plain instances of a limit on which they say most, unless it is known to fall or to raise."""
    if not tally.claim.plain_first or tally.finished:
        return
    started = time.perf_counter()
    tally.plain = at_plain(tally.claim, seed)
    tally.seconds += time.perf_counter() - started


def replayed(tally: Tally, paper: Paper) -> None:
    """Judges the paper's stored counterexample of a claim first, so that a known failure is never missed."""
    if paper.folder is None:
        return
    path = paper.folder / "counterexamples" / file_name(tally.claim.id)
    if path.exists():
        try:
            document = reading.document(path)
            instance = Instance.from_json(document["instance"])
        except (ValueError, KeyError, TypeError) as problem:
            said = f"{path} is no counterexample file ({type(problem).__name__}: {problem})."
            raise UnreadableFile(f"{said} Restore or remove it; `gate --update` writes it anew.") from None
        if tally.claim.book is not None and document.get("claim") == tally.claim.id:
            tally.stored = accepted(document, tally.claim.book)
        try:
            judged = decide(tally.claim, instance, tally.effort)
        except RAISED as problem:
            tally.broken = place(problem)
            return
        if judged.outcome in (Outcome.FAILS, Outcome.UNDEFINED):
            tally.replayed = judged
            tally.judged(judged, judged.outcome, counted=True)


def counts(tally: Tally) -> dict[str, Any]:
    """What a batch event says of a claim."""
    return {
        "inside": tally.inside,
        "discarded": dict(sorted(tally.discarded.items())),
        "outcomes": {outcome.value: count for outcome, count in sorted(tally.outcomes.items()) if count},
        "by_filter": tally.by_filter,
        "corners": dict(sorted(tally.corners.items())),
        "worst_slack": tally.worst,
        "nearest": told(tally.nearest),
        "histogram": tally.histogram.tolist(),
        "measured": tally.measured,
    }


def told(instance: Any) -> str:
    """A small instance as code that builds it again, in doubles; of a larger one its type and sizes."""
    if instance is None:
        return ""
    if sum(math.prod(array.shape) for array in instance.arrays().values()) <= LARGEST_TOLD:
        return repr(instance.floats() if instance.is_exact else instance)
    axes = dict.fromkeys(axis for names in instance.AXES.values() for axis in names.split())
    return f"{type(instance).__name__} with {', '.join(f'{axis} = {instance.size(axis)}' for axis in axes)}"

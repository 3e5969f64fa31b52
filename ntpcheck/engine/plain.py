"""Limits at the plain instances of a domain, few and exact, where lemmas say what a run comes to."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np

from ntpcheck import __version__, doing
from ntpcheck.claim import Claim
from ntpcheck.errors import RAISED
from ntpcheck.evidence import Outcome, outcome_of
from ntpcheck.formulas.edges import just_inside
from ntpcheck.instances.base import Instance
from ntpcheck.statement.document import Finding, finding
from ntpcheck.statement.hints.arguments import at_work
from ntpcheck.statement.hints.late import fails_late, speaks_late

INSIDE = 48  # plain instances that are looked at, of those not seen to be outside
LIKELY = 8  # of the others, where doubles see a limit fail late
FIRST = 5  # of which a scalar is put just inside strict bounds
SHORTER = 64  # the papers' bounds on steps ask for up to 72 times less than 1; plain steps are 1/4 and more


@dataclass(frozen=True)
class Plain:
    """What plain instances say of a limit.

    found: the first file that the verifier accepts. tried: at how many instances inside the assumptions
    lemmas were looked for.
    """

    found: Finding | None = None
    tried: int = 0


def at_plain(claim: Claim, seed: int, asked: Callable[[Any], bool] = lambda _: True) -> Plain:
    """The first plain instance of the domain, of those asked for, at which the verifier refutes a limit.

    Where the book is sure that one says nothing against the claim, it is looked at with a shorter step too.
    Behind the first ones those are looked at where doubles see what is said of large numbers fail late.
    """
    if claim.domain.plain is None or claim.stated is None or claim.stated.kind != "limit":
        return Plain()
    plain = _beside(claim, claim.domain.plain())
    first = _looked(claim, plain, seed, asked, INSIDE)
    if first.found is not None or not speaks_late(claim.stated.core):
        return first
    later = _looked(claim, _likely(claim, filter(asked, plain)), seed, asked, LIKELY)
    return Plain(later.found, first.tried + later.tried)


def _looked(
    claim: Claim, plain: Iterator[Instance], seed: int, asked: Callable[[Any], bool], most: int
) -> Plain:
    """What lemmas say at the first instances that are not seen to be outside."""
    looked = tried = 0
    for instance in plain:
        for one in filter(asked, slower(instance)):
            there = standing(claim, one)
            if there is not Outcome.FAILS:
                looked += 1
                doing.stage(f"lemmas, at plain instance {looked} of {most} at most")
            said = finding(claim, one, "fails", found={"seed": seed, "version": __version__}, brief=True)
            tried += there is Outcome.HOLDS
            if not said.objections:
                return Plain(said, tried)
            if looked >= most:
                return Plain(None, tried)
            if not said.clash:
                break
    return Plain(None, tried)


def _likely(claim: Claim, plain: Iterator[Instance]) -> Iterator[Instance]:
    """Those inside at which doubles see the claim fail late, which takes a tenth of what lemmas take."""
    for instance in plain:
        doing.stage("runs in doubles, at plain instances")
        if standing(claim, instance) is not Outcome.FAILS and (world := at_work(claim, instance)) is not None:
            assert claim.stated is not None
            if fails_late(world, claim.stated.core):
                yield instance


def _beside(claim: Claim, plain: Iterator[Instance]) -> Iterator[Instance]:
    """Plain instances; and after the first ones these with a scalar just inside a strict bound."""
    first, seen = list(islice(plain, FIRST)), list[Any]()
    yield from first
    for one in (moved for instance in first for moved in just_inside(claim, instance)):
        if (told := one.to_json()) not in seen:
            seen.append(told)
            yield one
    yield from plain


def standing(claim: Claim, instance: Instance) -> Outcome:
    """HOLDS where the claim speaks of an instance, FAILS where a check is sure that it does not."""
    try:
        said = [outcome_of(a.check(instance)) for a in claim.assumes]
    except RAISED:
        return Outcome.UNDECIDED
    if Outcome.FAILS in said:
        return Outcome.FAILS
    return Outcome.HOLDS if all(one is Outcome.HOLDS for one in said) else Outcome.UNDECIDED


def slower(instance: Instance) -> Iterator[Instance]:
    """An instance, and the same with a step that most bounds on steps allow."""
    yield instance
    if "eta" in instance.AXES:
        yield instance.replace(eta=np.asarray(instance.arrays()["eta"] / SHORTER, object))

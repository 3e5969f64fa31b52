"""Whether what an edit changes is the same number wherever a claim speaks, wherever its sequences are.

sameness.py computes with unknowns, and leaves points such as W^mm opaque: that W* is orthogonal to W^mm it
does not see. Here the two texts' smallest numbers are computed exactly at instances inside what the claim
assumes, a trajectory or a path anywhere, and have to be equal at all of them. Numbers alone are compared: a
condition that differs at rare instances only may be the same at all of these.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ntpcheck.statement.search import hints
from ntpcheck.statement.telling import LOGIC, UNSAID, pairs
from ntpcheck.verifier import exact, judge, limits, premises
from ntpcheck.verifier.intervals import allow
from ntpcheck.verifier.tensors import Tensor

if TYPE_CHECKING:
    from ntpcheck.verifier.book import Book, Claim
    from ntpcheck.verifier.tensors import Core
    from ntpcheck.verifier.world import World

WANTED, MOST = 24, 48  # instances at which the two are equal, of so many that are looked at
ALLOWANCE = 400_000  # units of the verifier's work for one text at one instance
NUMBERS = tuple(Fraction(k, 4) for k in range(-12, 13) if k)


def identical(old: Book, new: Book, claim: Claim, place: str, instances: Iterable[Mapping[str, Any]]) -> bool:
    """Whether the edited number is the same in both books at WANTED instances, and at none another."""
    cores = [book.claims[claim.id].core for book in (old, new)]
    parts = [pair for pair in pairs(old, new, cores[0], cores[1], place) if number(old, pair[0])]
    if not parts:
        return False
    source, shown = random.Random(f"{claim.id}/identical"), 0
    for _, document in zip(range(MOST), instances, strict=False):
        said = _equal(old, new, claim, parts[-1], document, source.randrange(1 << 30))
        if said is False:
            return False
        shown += said is True
        if shown == WANTED:
            return True
    return False


def number(book: Book, e: Core) -> bool:
    """Whether a part of a formula is one number: no statement, and no whole tensor."""
    return e[0] not in (*LOGIC, "lam") and not (e[0] == "let" and book.lets[e[1]].kind == "bool")


def _equal(
    old: Book, new: Book, claim: Claim, pair: tuple[Core, Core], document: Mapping[str, Any], seed: int
) -> bool | None:
    """Whether two numbers are one at an instance; None where one of them has no exact value."""
    found: list[Any] = []
    try:
        for book, core in zip((old, new), pair, strict=True):
            allow(ALLOWANCE)
            world = judge.load(book, claim, dict(document), {}, hints)
            world.reset(premises.BITS)
            with world.under(exact, anywhere(world, pair, seed)):
                found.append(world.number(core, {}))
        sign = exact.sign(exact.subtract(*found))
    except UNSAID:
        return None
    return None if sign is None else sign == 0


def anywhere(world: World, core: Any, seed: int) -> dict[str, Any]:
    """Numbers for the entries of the sequences that a formula names, and for what they run along."""
    names = {*premises.sequences(world, core), *limits.running(world, core)}
    return {name: _drawn(f"{seed}/{name}", world.book.lets[name].kind == "running") for name in names}


def _drawn(name: str, positive: bool) -> Tensor:  # noqa: FBT001
    def entry(where: tuple[int, ...]) -> Fraction:
        found = random.Random(f"{name}/{where}").choice(NUMBERS)
        return abs(found) if positive else found

    return Tensor(entry, name)

"""Which hunts `ntpcheck hunt` is asked for: a claim, and what is left out of or added to its assumptions."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import click

if TYPE_CHECKING:
    from ntpcheck.claim import Assumption, Claim, Paper
    from ntpcheck.engine.hunt import Hunt


class Asked(NamedTuple):
    """What the command line says of assumptions."""

    dropped: tuple[str, ...]
    also: tuple[str, ...]
    all_drops: bool
    all_also: bool
    needed: bool


class Target(NamedTuple):
    """One hunt, by names: a worker makes the rest anew. claim: an id."""

    claim: str
    dropped: tuple[str, ...]
    also: tuple[str, ...]

    def of(self, home: Paper, claim: Claim, profile: str, seed: int) -> Hunt:
        """The hunt for a claim of the paper. Raises UnknownAssumption."""
        from ntpcheck.engine.hunt import Hunt
        from ntpcheck.engine.run import profile_named

        known = _further(home, claim, self.also)
        also = tuple(known[name] for name in self.also)
        return Hunt.of(claim, self.dropped, profile_named(profile), seed, also)


def chosen(pattern: str, asked: Asked, paper: str | None) -> tuple[list[Paper], list[Target]]:
    """The papers looked at, and a hunt for each claim and choice of what to leave out or to add."""
    from ntpcheck.errors import UnknownOption
    from ntpcheck.report import catalogue

    if asked.all_drops and asked.dropped:
        raise UnknownOption("--drop and --all-drops exclude each other. Leave one out.")
    if asked.all_also and asked.also:
        raise UnknownOption("--also and --all-also exclude each other. Leave one out.")
    several = asked.all_drops or asked.all_also
    papers = catalogue.papers((paper,) if paper else ())
    claims = {claim.id: (home, claim) for home in papers for claim in home.claims}
    if catalogue.names_paper(pattern):
        raise catalogue.unknown(pattern, list(claims))
    # An exact id is that claim alone: its amended statement begins with the same words.
    names = [pattern] if pattern in claims else catalogue.select(list(claims), (pattern,))
    if len(names) > 1 and not several:
        listed = f"`python -m ntpcheck claims {shlex.quote(pattern)}` lists them"
        raise UnknownOption(
            f"{pattern!r} names {len(names)} claims. Name one ({listed}), or add --all-drops or --all-also."
        )
    targets = [Target(i, *change) for i in names for change in _changes(*claims[i], asked)]
    if asked.all_also and names and not targets:
        raise UnknownOption("The book has no further assumption on this type. Write one, `assume NAME`.")
    return papers, _standing(papers, targets, asked) if asked.needed else targets


def _changes(home: Paper, claim: Claim, asked: Asked) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """What is left out and what is added, hunt by hunt; names are looked up before any hunt begins."""
    claim.dropping(*asked.dropped)
    known = _further(home, claim, asked.also) if asked.also or asked.all_also else {}
    drops = [(a.name,) for a in claim.assumes if not a.fixed] if asked.all_drops else [asked.dropped]
    adds = [(name,) for name in known] if asked.all_also else [asked.also]
    return ((dropped, also) for dropped in drops for also in adds)


def _further(home: Paper, claim: Claim, names: tuple[str, ...]) -> dict[str, Assumption]:
    """What the paper assumes elsewhere of such instances. Raises UnknownAssumption where it lacks a name."""
    from ntpcheck.errors import UnknownAssumption, closest
    from ntpcheck.formulas.paper import further
    from ntpcheck.report.catalogue import vocabulary

    known = further(home, claim, vocabulary)
    for name in names:
        if name not in known:
            way_out = closest(name, known, f"It has {', '.join(known) or 'none'}.")
            raise UnknownAssumption(f"{claim.id} can assume no further {name!r}. {way_out}")
    return known


def _standing(papers: list[Paper], targets: list[Target], asked: Asked) -> list[Target]:
    """The hunts for claims that stand. A claim that falls with all its assumptions tells nothing of any one.

    Raises UnknownOption where none of them stands, or where assumptions are not dropped in turn.
    """
    from ntpcheck.accepted import SOUND
    from ntpcheck.errors import UnknownOption

    if not asked.all_drops or asked.all_also or asked.also:
        raise UnknownOption("--needed keeps what --all-drops finds. Add --all-drops, and nothing more.")

    expected = {name: word for paper in papers for name, word in paper.expected.items()}
    standing = [target for target in targets if expected.get(target.claim) in SOUND]
    for name in dict.fromkeys(t.claim for t in targets if t not in standing):
        said = f"{name} does not stand with all its assumptions: left out of the table of what is needed"
        click.echo(f"ntpcheck: {said}", err=True)
    if targets and not standing:
        raise UnknownOption(
            "--needed is about claims that stand, and none of these does. Name an amended one."
        )
    return standing

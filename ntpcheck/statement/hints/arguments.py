"""Which lemmas refute a statement at an instance, with the numbers that they need exhibited.

Numbers are looked for in doubles, and in what the instance and the book name; the verifier is asked of each
proposal whether the lemma refutes the statement with it, and only what it grants is passed on.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from itertools import islice, product
from typing import TYPE_CHECKING, Any

from ntpcheck.statement.allowance import allow
from ntpcheck.statement.hints import (
    proposals,
    proposals_held,
    proposals_lags,
    proposals_paths,
    proposals_rates,
    proposals_scaled,
    proposals_swings,
    proposals_wedges,
)
from ntpcheck.statement.hints.search import hints as search
from ntpcheck.verifier import command, judge
from ntpcheck.verifier.arithmetic.intervals import TooMuch, Undecided, Undefined, unspent
from ntpcheck.verifier.asymptotics import spoken
from ntpcheck.verifier.files import Unreadable
from ntpcheck.verifier.instance.world import World
from ntpcheck.verifier.lemmas import by_name as lemmas
from ntpcheck.verifier.shared import weaker
from ntpcheck.verifier.shared.thinned import EVERY, period, thinned

if TYPE_CHECKING:
    from ntpcheck.claim import Claim

Argument = tuple[str | None, dict[str, Any]]  # a lemma, or None for the statement by itself; hints
MOST = 32  # proposals for one lemma
FEW = 4  # choices of numbers under which something may have no value
PATIENCE = 1_500_000  # units of the verifier's work for one proposal, those of its search included
IN_ALL = 8 * PATIENCE  # for what is proposed of one instance and refused
BRIEFLY = PATIENCE // 2  # the same, where there are many instances
# What says most, soon seen not to apply.
FIRST = (
    *("stays", "at-a-step", "lags", "along-a-line", "straddles", "alternates", "descends", "conserved"),
    *("vanishing-radius", "stays-above", "kept-off", "swings", "flung", "caught", "unsettled", "leads-on"),
    *("modes", "recurrence", "cycles", "superposed", "multipliers", "balanced", "coordinates"),
    "in-a-plane",
)
SLOW = ("in-a-wedge",)  # a proposal of which takes most of a brief search
SPARED = ("coordinates", "in-a-plane")  # tried where others have taken all the work: they take little
LONG = {"balanced": proposals_paths.across}  # says most of a path: tried again with more work of its own
NUMBERS = ("1/100", -1, 4)  # for a formula that is about every number
# Tried with each.
SHORT = ("stays", "rays", "along-a-line", "coordinates", "in-a-plane", "off-the-plane", "balanced")
KNOWN = {
    name: propose
    for part in (
        proposals,
        proposals_paths,
        proposals_rates,
        proposals_scaled,
        proposals_swings,
        proposals_held,
        proposals_lags,
        proposals_wedges,
    )
    for name, propose in part.KNOWN.items()
}
REFUSED = (judge.Rejected, Unreadable, Undecided, Undefined, TooMuch, ArithmeticError)


def arguments(claim: Claim, instance: Any, work: int = IN_ALL) -> Iterator[Argument]:
    """Lemmas with hints by which the verifier refutes the statement at the instance, if that is inside.

    work: units for what is proposed and refused.
    """
    if claim.stated is not None and (world := at_work(claim, instance)) is not None:
        yield from granted(world, claim.stated.core, work)


def at_work(claim: Claim, instance: Any) -> World | None:
    """The verifier's world of an instance that it sees to satisfy the assumptions; else None."""
    stated = claim.stated
    if stated is None or claim.book is None or not stated.core:
        return None
    names = {assumption.name for assumption in claim.assumes}
    allow(command.WORK_LIMIT)
    try:
        world = judge.load(claim.book, stated, instance.to_json(), {}, search)
        judge.admitted(world, stated, tuple(name for name in stated.assumes if name not in names))
    except REFUSED:
        return None
    return world


def refusals(world: World, core: Any, left: int = BRIEFLY) -> Iterator[tuple[int, str, str]]:
    """Of lemmas that do not refute a formula: units of work, the name, and what the verifier says."""
    known = dict(world.hints)
    for name, shown in proposed(world, core):
        if left < 0:
            return
        if name is None:
            continue
        world.hints = known | shown
        allow(PATIENCE)
        try:
            world.reset(64)
            lemmas.refute(world, core, name)
        except Undecided as said:
            yield PATIENCE - unspent(), name, str(said)
        except REFUSED:
            pass
        finally:
            world.hints = known
        left -= PATIENCE - unspent()


def chosen(claim: Claim, instance: Any) -> Iterator[Argument]:
    """Numbers for `some` and `every`, under whose conditions a limit may read what has no value."""
    stated = claim.stated
    if stated is None or claim.book is None or stated.kind != "limit":
        return
    if stated.core[0] not in ("some", "every") or stated.core[2] is None:
        return
    allow(command.WORK_LIMIT)
    try:
        world = judge.load(claim.book, stated, instance.to_json(), {}, search)
        outermost = (*stated.core[:2], None, ())
        yield from ((None, shown) for shown in islice(named(world, outermost), FEW))
    except REFUSED:
        return


def granted(world: World, core: Any, left: int = IN_ALL) -> Iterator[Argument]:
    """The proposals for a formula that hold at an instance. SPARED is tried once more where no work is left,
    LONG after the others, and SLOW with what they leave, once at least.
    """
    left = yield from _granted(world, core, proposed(world, core), left)
    if left < 0:
        spared = (one for name in SPARED for one in _of(name, world, core))
        yield from _granted(world, core, spared, BRIEFLY, each=BRIEFLY // 2)
    long = (one for name, shown in LONG.items() for one in _some_of(name, shown(world, core)))
    yield from _granted(world, core, long, 2 * PATIENCE, each=2 * PATIENCE)
    yield from _granted(world, core, (one for name in SLOW for one in _of(name, world, core)), max(left, 0))


def _granted(
    world: World, core: Any, tried: Iterator[Argument], left: int, each: int = PATIENCE
) -> Generator[Argument, None, int]:
    """Those of these proposals that hold; returns what is left of the units. each: units for one."""
    known = dict(world.hints)
    for name, shown in tried:
        if left < 0:
            break
        world.hints = known | shown
        allow(each)
        try:
            world.reset(64)
            refuted = bool(lemmas.refute(world, core, name)) if name else not world.ask(core)
        except REFUSED:
            refuted = False
        left -= each - unspent()
        # What the claim itself names may be another object with other numbers exhibited.
        kept = {k: v for k, v in world.hints.items() if not (shown and k.startswith("claim."))}
        world.hints, known = known, known | kept
        if refuted:
            yield name, shown
    return left


def proposed(world: World, core: Any) -> Iterator[Argument]:
    """What is worth trying: each lemma with what it needs, and numbers for `some` and `every`.

    Of a formula without limits such numbers are tried first: what they decide is soon seen. What no numbers
    satisfy is seen of all of them at once, and so that is asked after the first few.
    """
    plain = not spoken.about_limits(world, core)
    if plain:
        yield from islice(_some_of(None, opposite(world, core)), FEW)
        numbers = _some_of(None, named(world, core))
        yield from islice(numbers, FEW)
        yield from _of("everywhere", world, core)
        yield from _of("in-pieces", world, core)
        yield from numbers
    elif core[0] in ("some", "every"):
        yield from _of("everywhere", world, core)
    yield from _some_of(None, on_rays(world, core))
    yield from in_phases(world, core)
    for name in (*FIRST, *(other for other in KNOWN if other not in FIRST + SLOW)):
        yield from _of(name, world, core)
    for part in weaker.apart(world, core):
        for name in SHORT:
            yield from _of(name, world, part)
    for numbers in every_number(core):
        if (inner := _about(world, core, numbers)) is not None:
            for name in SHORT:
                yield from ((lemma, shown | numbers) for lemma, shown in _of(name, world, inner))
    if not plain:
        yield from _some_of(None, named(world, core))


def in_phases(world: World, core: Any) -> Iterator[Argument]:
    """Lemmas at every n-th step, where what some step names repeats every n steps."""
    allow(PATIENCE)
    before = world.hints
    try:
        if not (n := period(world, core)):
            return
        shown: dict[str, Any] = {f"claim.{EVERY}": n}
        world.hints = before | shown
        there, said = thinned(world, core)
    except REFUSED:
        return
    finally:
        world.hints = before
    for name in (*SHORT, "by-what-leads"):
        yield from ((lemma, more | shown) for lemma, more in _of(name, there, said))


def _of(name: str, world: World, core: Any) -> Iterator[Argument]:
    """What one lemma needs, as far as a premise is not seen to fail."""
    found = KNOWN[name](world, core)
    return _some_of(name, proposals_wedges.with_low(world, core, found) if name in weaker.BOUNDED else found)


def _about(world: World, core: Any, numbers: dict[str, Any]) -> Any:
    """A formula about every number at these, if its condition allows them; else None."""
    before, world.hints = world.hints, world.hints | numbers
    allow(PATIENCE)
    try:
        world.reset(64)  # what other numbers gave is forgotten
        inner = weaker.named(world, core)
    except REFUSED:
        inner = None
    world.hints = before
    return inner and inner[0]


def every_number(core: Any) -> Iterator[dict[str, Any]]:
    """Numbers to try where a formula is about every number."""
    if core[0] == "every" and not any(axes for _, axes in core[1]):
        yield from ({f"claim.{name}": x for name, _ in core[1]} for x in NUMBERS)


def _some_of(name: str | None, found: Iterator[dict[str, Any]]) -> Iterator[Argument]:
    """The first proposals, each once, until a premise is seen to fail."""
    seen: list[dict[str, Any]] = []
    while len(seen) < MOST:
        allow(PATIENCE)
        try:
            shown = next(found, None)
        except REFUSED:
            return
        if shown is None:
            return
        if shown not in seen:
            seen.append(shown)
            yield name, shown


def named(world: World, core: Any) -> Iterator[dict[str, Any]]:
    """Numbers for the unknowns of `some` and `every`, from what the instance names."""
    unknowns = proposals.named_unknowns(core)
    pools = [proposals.pool(world, axes) for axes in unknowns.values()]
    for chosen in product(*pools) if unknowns else ():
        yield {f"claim.{name}": shown for name, shown in zip(unknowns, chosen, strict=True)}


def opposite(world: World, core: Any) -> Iterator[dict[str, Any]]:
    """X and -X where a formula is about every two tensors of the same axes: they have one norm."""
    if core[0] != "every" or len(core[1]) != 2 or not core[1][0][1] or core[1][0][1] != core[1][1][1]:
        return
    (one, axes), (other, _) = core[1]
    for source in (proposals.units, proposals.fields):
        for values in source(world, axes):
            if any(values.values()):
                turned = {cell: -x for cell, x in values.items()}
                shown = (proposals.nested(world, axes, x) for x in (values, turned))
                yield dict(zip((f"claim.{one}", f"claim.{other}"), shown, strict=True))


def on_rays(world: World, core: Any) -> Iterator[dict[str, Any]]:
    """For each R of `growing R. ..`, P + R D for the one tensor that it is about: both are what the instance
    or the book names, or P is 0.
    """
    unknowns = proposals.named_unknowns(core) if core[0] == "growing" else {}
    if len(unknowns) != 1 or spoken.about_limits(world, core[2]):
        return
    ((name, axes),) = unknowns.items()
    if not axes:
        return
    found = [proposals.nested(world, axes, one) for one in proposals.points(world, axes)]
    found += [proposals.nested(world, axes, one) for one in proposals.fields(world, axes)]
    none = proposals.nested(world, axes, dict.fromkeys(world.cells(axes), 0))
    ways = [one for k, one in enumerate(found) if one != none and one not in found[:k]]
    for base, way in product([none, *ways], ways):
        yield {f"claim.{name}": base, f"claim.{name}.along": way}

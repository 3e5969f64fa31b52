"""Lemmas: by the one that a file names, the verifier refutes a limit or a statement over all reals."""

from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from typing import Any

from ..arithmetic import exact
from ..arithmetic.intervals import Undecided
from ..arithmetic.kinds import Nonlinear
from ..instance.tensors import Core
from ..instance.world import World
from ..shared.premises import LEMMAS, Lemma, all_of, entries, sequences
from ..shared.thinned import EVERY, TOLD, thinned
from ..shared.valued import always_valued, seen_to_have_a_value, surely_read
from ..shared.weaker import BELOW, BOUNDED, TIMELESS, ahead, apart, capped, named, unpaced

# Where each lemma is. A file is imported where a lemma of it is asked for, with those that it needs.
HOMES = {
    "adaptive": ("adaptive",),
    "balance": ("balanced",),
    "boxes": ("in-a-corner",),
    "coordinates": ("coordinates",),
    "cycles": ("cycles",),
    "descent": ("descends", "stays-above"),
    "flung": ("flung",),
    "held": ("at-a-step", "caught", "swings"),
    "lags": ("lags",),
    "large": ("alone", "approached", "outpaced"),
    "least": ("falls", "mirrored", "least-value", "vanishing-radius"),
    "length": ("finite-length",),
    "lines": ("along-a-line", "kept-off"),
    "modes": ("modes",),
    "nested": ("by-what-leads",),
    "normalised": ("alternates",),
    "paced": ("paced",),
    "passed": ("gains", "passed"),
    "paths": ("attained", "enclosed", "off-the-ray"),
    "pieces": ("in-pieces",),
    "plane": ("in-a-plane",),
    "rates": ("outrun", "multipliers"),
    "reals": ("everywhere",),
    "recurrence": ("recurrence",),
    "rest": ("leads-on",),
    "scaled": ("each-scaled", "self-scaled"),
    "signs": ("one-signed",),
    "steps": ("stays", "conserved", "off-the-plane", "rays", "straddles"),
    "superposed": ("superposed",),
    "unsettled": ("unsettled",),
    "wedges": ("in-a-wedge",),
}
# Those that compute the whole formula where the sequences are, and say nothing of its parts.
WHOLE = {
    *("stays", "rays", "attained", "along-a-line", "coordinates", "in-a-plane", "paced", "adaptive"),
    *("descends", "balanced", "alone", "cycles", "recurrence", "self-scaled", "superposed"),
    "each-scaled",
    *("by-what-leads", "in-a-corner"),
}

# Those that compute all of it too, with their own answers to what it says of all numbers or of a step.
COMPUTED = {
    *("at-a-step", "enclosed", "everywhere", "flung", "in-pieces", "least-value", "vanishing-radius"),
    *WHOLE,
}

# Those that see a statement fail at some numbers again and again, and not at all large ones: a part or all.
AGAIN = {
    **dict.fromkeys(("off-the-plane", "recurrence"), "parts"),
    **dict.fromkeys(("alternates", "balanced", "cycles", "descends", "flung", "superposed"), "whole"),
}
BY_STEPS = ("at-a-step", "cycles")  # those that look at what is said always from the start on


def refute(world: World, core: Core, name: Any) -> list[str]:
    """What the named lemma says. Raises Undecided where it does not refute the formula."""
    lemma = called(name)
    try:
        if f"claim.{EVERY}" in world.hints:
            there, thin = thinned(world, core)
            said = [f"premise     {TOLD}", *as_read(there, thin, name)]
        else:
            said = as_read(world, core, name)
    except Nonlinear as problem:
        raise Undecided(f"the lemma does not reach so far: {problem}") from None
    return [f"lemma       {name}: {' '.join((lemma.__doc__ or '').split(chr(10) * 2)[0].split())}", *said]


def called(name: Any) -> Lemma:
    """A lemma by its name. Raises Undecided where there is none."""
    home = next((home for home, names in HOMES.items() if name in names), None)
    if home is None:
        known = sorted(one for names in HOMES.values() for one in names)
        raise Undecided(f"there is no lemma {name!r}; they are {', '.join(known)}")
    import_module(f".{home}", __package__)
    return LEMMAS[name]


def shelf() -> dict[str, Lemma]:
    """All lemmas by their names."""
    return {name: called(name) for names in HOMES.values() for name in names}


def as_read(world: World, core: Core, name: str) -> list[str]:
    """The premises, for the parts of a formula that are read whatever the others are.

    A lemma that computes the whole formula reads it from the left itself: then all of it is asked for, as
    what stands before a part may have no value.
    """
    how = (core, name in BY_STEPS, AGAIN.get(name, ""))
    if how not in world.surely:  # those who look for a lemma ask many
        try:
            world.surely[how] = surely_read(world, core, by_steps=how[1], again=how[2])
        except Undecided as problem:
            world.surely[how] = str(problem)
    read = world.surely[how]
    if isinstance(read, str):
        raise Undecided(read)
    if read is core:
        return started(world, core, at_numbers(world, core, name))
    try:
        said = started(world, read, at_numbers(world, read, name))
    except Undecided:
        if name not in WHOLE or core[0] == "some":
            raise
        if name not in BY_STEPS:
            always_valued(world, core)
        with world.in_order():
            return started(world, core, at_numbers(world, core, name, argued))
    return ["premise     the part that fails is read before any that may have no value", *said]


def started(world: World, core: Core, said: list[str]) -> list[str]:
    """The premises, where all trajectories that a formula names start somewhere: one that does not has no
    value, whatever its steps are. A lemma that says what steps do may not ask.
    """
    for name in sequences(world, core):
        let = world.book.lets[name]
        if let.core[0] == "trajectory":
            with world.under(exact):
                entries(world, let.core[2], let)
    return said


def of_one(world: World, core: Core, name: str) -> list[str]:
    """The premises, where the formula is about several sequences: else for what it says of one of them.

    Then all of them have to run on, since where one has no value, the formula has none.
    """
    try:
        return argued(world, core, name)
    except Undecided as problem:
        from ..shared.sums import run_on

        for part in apart(world, core):
            with suppress(Undecided):
                said = argued(world, part, name)
                run_on(world, all_of(world, core, "trajectory"))
                return ["premise     of what is said of several sequences that of one is false", *said]
        raise problem


def at_numbers(
    world: World, core: Core, name: str, said: Callable[[World, Core, str], list[str]] = of_one
) -> list[str]:
    """The same, where the formula is about every number: else for those that the file exhibits."""
    try:
        return said(world, core, name)
    except Undecided:
        found = named(world, core)
        if found is None:
            raise
    return [f"premise     the formula is about {found[1]} too", *said(world, found[0], name)]


def argued(world: World, core: Core, name: str) -> list[str]:
    """The lemma's premises, for the formula or for what follows from it about where a sequence is.

    A lemma that does not compute all of what it is asked refutes a part: that, and those before it, have to
    be seen to have a value. Those behind it need none: then it is asked without these.
    """
    told: list[str] = []
    if name in BOUNDED and f"claim.{BELOW}" in world.hints:
        core, told = capped(world, core)
    world.places.clear()
    said, whole = unrated(world, core, name)
    if name in COMPUTED and whole:
        return [*told, *said]
    read = seen_to_have_a_value(world, core, AGAIN.get(name, ""))
    if read is None:
        started(world, core, said)  # tells more
        raise Undecided("the part that fails is not seen to have a value")
    return [*told, *(said if read is core else unrated(world, read, name)[0])]


def unrated(world: World, core: Core, name: str) -> tuple[list[str], bool]:
    """The premises, and whether they are for the formula itself, and not for what follows from a rate."""
    if name not in TIMELESS:
        return LEMMAS[name](world, core), True
    implied = unpaced(world, core)
    try:
        return rated(world, LEMMAS[name](world, implied), plain=implied == core), implied == core
    except Undecided:
        further = ahead(world, implied) if name in BOUNDED else core  # a pace may be known
        if further == implied:
            raise
    return rated(world, LEMMAS[name](world, further), plain=further == core), further == core


def rated(world: World, said: list[str], *, plain: bool) -> list[str]:
    """Premises, with what was used of rates before them; what something tends to is then another's limit."""
    world.ends = world.ends if plain else None
    used = "by the formula what it multiplies by a growing number tends to 0, and what it divides by one"
    return said if plain else [f"premise     {used} to infinity", *said]

"""Lemmas: by the one that a file names, the verifier refutes a limit or a statement over all reals."""

# pyright: reportUnusedImport=false

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import (  # noqa: F401 # each puts its lemmas on the shelf
    lemmas_adaptive,
    lemmas_balance,
    lemmas_coordinates,
    lemmas_descent,
    lemmas_flung,
    lemmas_held,
    lemmas_lags,
    lemmas_large,
    lemmas_least,
    lemmas_lines,
    lemmas_modes,
    lemmas_normalised,
    lemmas_paced,
    lemmas_passed,
    lemmas_paths,
    lemmas_plane,
    lemmas_rates,
    lemmas_reals,
    lemmas_rest,
    lemmas_steps,
    lemmas_unsettled,
    lemmas_wedges,
)
from .intervals import Undecided
from .kinds import Nonlinear
from .premises import LEMMAS
from .valued import surely_read
from .weaker import BOUNDED, TIMELESS, ahead, named, unpaced

# Those that compute the whole formula where the sequences are, and say nothing of its parts.
WHOLE = {
    *("stays", "rays", "attained", "along-a-line", "coordinates", "in-a-plane", "paced", "adaptive"),
    *("descends", "balanced", "alone"),
}

if TYPE_CHECKING:
    from .tensors import Core
    from .world import World


def refute(world: World, core: Core, name: Any) -> list[str]:
    """What the named lemma says. Raises Undecided where it does not refute the formula."""
    if name not in LEMMAS:
        raise Undecided(f"there is no lemma {name!r}; they are {', '.join(sorted(LEMMAS))}")
    try:
        said = as_read(world, core, name)
    except Nonlinear as problem:
        raise Undecided(f"the lemma does not reach so far: {problem}") from None
    return [
        f"lemma       {name}: {' '.join((LEMMAS[name].__doc__ or '').split(chr(10) * 2)[0].split())}",
        *said,
    ]


def as_read(world: World, core: Core, name: str) -> list[str]:
    """The premises, for the parts of a formula that are read whatever the others are.

    A lemma that computes the whole formula reads it from the left itself.
    """
    read = surely_read(world, core)
    if read is core:
        return at_numbers(world, core, name)
    try:
        said = at_numbers(world, read, name)
    except Undecided:
        if name not in WHOLE or core[0] == "some":
            raise
        with world.in_order():
            return at_numbers(world, core, name)
    return ["premise     the part that fails is read before any that may have no value", *said]


def at_numbers(world: World, core: Core, name: str) -> list[str]:
    """The same, where the formula is about every number: else for those that the file exhibits."""
    try:
        return argued(world, core, name)
    except Undecided:
        found = named(world, core)
        if found is None:
            raise
    return [f"premise     the formula is about {found[1]} too", *argued(world, found[0], name)]


def argued(world: World, core: Core, name: str) -> list[str]:
    """The lemma's premises, for the formula or for what follows from it about where a sequence is."""
    if name not in TIMELESS:
        return LEMMAS[name](world, core)
    implied = unpaced(world, core)
    try:
        return rated(LEMMAS[name](world, implied), plain=implied == core)
    except Undecided:
        further = ahead(world, implied) if name in BOUNDED else core  # a pace may be known
        if further == implied:
            raise
    return rated(LEMMAS[name](world, further), plain=further == core)


def rated(said: list[str], *, plain: bool) -> list[str]:
    """Premises, with what was used of rates before them."""
    used = "by the formula what it multiplies by a growing number tends to 0, and what it divides by one"
    return said if plain else [f"premise     {used} to infinity", *said]

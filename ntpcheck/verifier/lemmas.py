"""Lemmas: by the one that a file names, the verifier refutes a limit or a statement over all reals."""

# pyright: reportUnusedImport=false

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import (  # noqa: F401 # each puts its lemmas on the shelf
    lemmas_balance,
    lemmas_coordinates,
    lemmas_descent,
    lemmas_held,
    lemmas_large,
    lemmas_least,
    lemmas_lines,
    lemmas_normalised,
    lemmas_paced,
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

if TYPE_CHECKING:
    from .tensors import Core
    from .world import World


def refute(world: World, core: Core, name: Any) -> list[str]:
    """What the named lemma says. Raises Undecided where it does not refute the formula."""
    if name not in LEMMAS:
        raise Undecided(f"there is no lemma {name!r}; they are {', '.join(sorted(LEMMAS))}")
    try:
        said = LEMMAS[name](world, core)
    except Nonlinear as problem:
        raise Undecided(f"the lemma does not reach so far: {problem}") from None
    return [
        f"lemma       {name}: {' '.join((LEMMAS[name].__doc__ or '').split(chr(10) * 2)[0].split())}",
        *said,
    ]

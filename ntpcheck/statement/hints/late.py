"""Where doubles see a limit fail late: of many instances those that lemmas may refute. Nothing is decided."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

import numpy as np

from ntpcheck.statement.allowance import allow
from ntpcheck.statement.hints.numeric import Careful, filled, in_doubles
from ntpcheck.statement.hints.proposals_rates import run
from ntpcheck.verifier.arithmetic.intervals import TooMuch, Undecided, Undefined
from ntpcheck.verifier.arithmetic.kinds import Nonlinear
from ntpcheck.verifier.instance.world import World
from ntpcheck.verifier.shared import premises

LATE = (24, 32)  # steps; losses whose order changes do so before, on plain instances
WORK = 4_000_000  # units for one instance


def speaks_late(core: Any) -> bool:
    """Whether a formula says something of all large numbers that can be asked at one of them."""
    return plainly(core) is not None and "'eventually'" in repr(core)


def plainly(core: Any) -> Any:
    """A formula at one number in the place of all large ones; None where that is not all that it says."""
    if core[0] == "eventually":
        return core[1]
    if core[0] == "cmp":
        return core
    if core[0] == "and":
        parts = [plainly(part) for part in core[1:]]
        return None if None in parts else ("and", *parts)
    if core[0] == "forall":
        inner = plainly(core[3])
        return None if inner is None else (*core[:3], inner)
    return None


def fails_late(world: World, core: Any) -> bool:
    """Whether what a formula says of all large numbers is false after each of some late steps."""
    allow(WORK)
    with suppress(KeyError, Nonlinear, TooMuch, Undecided, Undefined):
        found = run(world, core, LATE[-1])
        return [*false_at(world, plainly(core), found, LATE)] == [*LATE]
    return False


def false_at(
    world: World, core: Any, found: Mapping[str, np.ndarray], steps: tuple[int, ...]
) -> Iterator[int]:
    """Those of some steps of runs, `[steps, cells]` of each, after which a formula is false in doubles."""
    named = {name: world.book.lets[name] for name in found}
    axes = {name: list(world.cells(premises.axes_of(let))) for name, let in named.items()}
    for step in (step for step in steps if step < min(map(len, found.values()))):
        at: dict[str, Any] = {name: filled(axes[name], rows[step]) for name, rows in found.items()}
        at |= premises.clocks(named, step)
        with suppress(Undecided, Undefined), in_doubles(world, at, Careful(), moment=True):
            if world.formula(core, {}) is False:
                yield step

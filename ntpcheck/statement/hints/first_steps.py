"""What the first steps of a run in doubles say of a limit: no verdict, but a hint where it looks false."""

from itertools import pairwise
from typing import Any

from ntpcheck.statement.allowance import allow
from ntpcheck.statement.hints.numeric import double, filled, in_doubles
from ntpcheck.statement.hints.proposals_rates import STEPS, run
from ntpcheck.verifier.arithmetic.intervals import TooMuch, Undecided, Undefined
from ntpcheck.verifier.arithmetic.kinds import Nonlinear
from ntpcheck.verifier.instance.world import World
from ntpcheck.verifier.shared import premises

PATIENCE = 3_000_000  # units of the verifier's work for a run
FEWEST = 8  # steps that say something
SMALL = 1e-6  # what may be 0 but for rounding, or on its way there
ROUNDING = 1e-9


def no_closer(world: World, core: Any) -> str:
    """That what is said to tend to a number comes no closer to it in some steps, or what is said to be
    bounded, or to grow, does not look so; nothing where it does, and of other limits."""
    kind, infinite = core[0], core[0] == "tends" and core[2][0] == "infinity"
    if kind not in ("tends", "bounded"):
        return ""
    allow(PATIENCE)
    try:
        found = sizes(world, core if kind == "tends" and not infinite else core[:2])
    except (KeyError, Nonlinear, TooMuch, Undecided, Undefined, ArithmeticError):
        return ""
    steps, values = list(found), list(found.values())
    if infinite:
        values = [core[2][1] * x for x in values]
    if kind == "bounded":
        against, said = all(b > 2 * a for a, b in pairwise(map(abs, values))), "what is bounded is"
    elif infinite:
        against, said = all(b <= a + ROUNDING for a, b in pairwise(values)), "what grows is"
    else:
        values = [abs(x) for x in values]
        against = values[-1:] > [SMALL] and all(b >= a * (1 - ROUNDING) for a, b in pairwise(values))
        said = "the sides differ by"
    if len(values) < 3 or not against:
        return ""
    sides, after = listed([f"{x:.3g}" for x in values]), listed([str(k) for k in steps])
    return f"{said} {sides} after {after} steps in doubles"


def sizes(world: World, core: Any) -> dict[int, float]:
    """By numbers of steps: the difference of two sides, or what a limit speaks of."""
    rows = run(world, core)
    named = {name: world.book.lets[name] for name in rows}
    axes = {name: list(world.cells(premises.axes_of(let))) for name, let in named.items()}
    last = min(STEPS, *(len(found) - 1 for found in rows.values()))
    found: dict[int, float] = {}
    for step in (last // 4, last // 2, last) if last >= FEWEST else ():
        at: dict[str, Any] = {name: filled(axes[name], one[step]) for name, one in rows.items()}
        with in_doubles(world, at | premises.clocks(named, step), moment=True):
            T = world.number(core[1], {})
            found[step] = double(world.ops.subtract(T, world.number(core[2], {})) if core[2:] else T)
    return found


def listed(words: list[str]) -> str:
    return ", ".join(words[:-1]) + f" and {words[-1]}"

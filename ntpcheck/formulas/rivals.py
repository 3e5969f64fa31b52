"""What checks of falsehoods are made of where no formula decides: evidence that is moved, and other laws.

A claim's checker has no option for a lie. A falsehood beside it takes the checker's evidence or its parts and
changes what is compared. A line of a book says what it states.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import torch

from ntpcheck.arithmetic import Array
from ntpcheck.checks import laws, path_laws
from ntpcheck.checks.existence import floats_only
from ntpcheck.checks.limit import Row
from ntpcheck.checks.path_points import Travel, distances, faded
from ntpcheck.evidence import Evidence
from ntpcheck.reference.path_law import PathLaw

MORE = 65 / 64  # the factor by which a constant is wrong, unless another is given


def beside(checks: Mapping[str, Mapping[str, Any]], *claims: str) -> dict[str, Mapping[str, Any]]:
    """The checks of falsehoods that some claims share, by kind, as checks by the falsehoods' ids."""
    return {f"{claim}#{kind}": check for claim in claims for kind, check in checks.items()}


def checked(check: Callable[..., Evidence], *rest: Any, **options: Any) -> dict[str, Any]:
    """Replaces the conclusion by a check of the instance, with what else it takes."""
    return {"conclude": lambda data, _: check(data, *rest, **options)}


def along(check: Callable[..., Evidence], *rest: Any) -> dict[str, Any]:
    """The same for a check that asks how hard to look."""
    return {"conclude": lambda data, effort: check(data, *rest, effort)}


def times(factor: float, of: Callable[..., Any]) -> Callable[..., Any]:
    """A multiple of what a function gives."""
    return lambda *at: factor * of(*at)


def plus(of: Callable[..., Any], more: Callable[..., Any]) -> Callable[..., Any]:
    """The sum of what two functions give."""
    return lambda *at: of(*at) + more(*at)


def flipped(found: Evidence) -> Evidence:
    """What an inequality's evidence is for the inequality the other way."""
    return replace(found, slack=-found.slack)


def tightened(found: Evidence, by: Any) -> Evidence:
    """The same inequality with `by` to spare: a number or `[...]`."""
    return replace(found, slack=found.slack - (by + 0 * found.slack))


def away(found: Evidence, by: Array) -> Evidence:
    """For another limit, `by` `[...]` off the one that was found: minus that, where anything was found.

    Floats only. Rows with by = 0, which have the right limit, keep what was found.
    """
    off = by.abs()
    wrong = (off > 0) & ~found.slack.isnan()
    columns = (("slack", -off), ("error", 0 * off), ("scale", 1 + 0 * off))
    return replace(found, **{name: torch.where(wrong, x, getattr(found, name)) for name, x in columns})


def off_by(check: Callable[..., Evidence], excess: Callable[[Any], Array]) -> dict[str, Any]:
    """Replaces a conclusion on a limit by one on that limit plus an excess `[...]`. Floats only."""

    @floats_only
    def conclude(data: Any, effort: Any) -> Evidence:
        return away(check(data, effort), excess(data))

    return {"conclude": conclude}


def loss_law(run: laws.Descent, more: Callable[[laws.End], float]) -> Evidence:
    """The logarithm of eta k (CE(W_k) - inf CE) / ||W^mm||^2, and something more, tends to 0."""
    return laws.by_end(run, lambda end: laws.near_one(end, laws.log_loss_ratio(end) + more(end)))


def at_power(power: float) -> Callable[[laws.End], float]:
    """What `loss_law` takes for (eta k)^power."""
    return lambda end: float((power - 1) * (end.s + np.log(end.eta)))


def slower_turn(end: laws.End) -> float:
    """The constant of log^2 k (1 - cos) if it were that of log k (1 - cos)."""
    return (end.s + end.law.shift) * laws.seen_turn(end)


def squared_remainder(
    data: Any,
    paths: Callable[[Any], Sequence[Travel | None]],
    quantity: path_laws.Quantity,
    limit: path_laws.Quantity,
    *,
    on_f: bool = False,
) -> Evidence:
    """The quantity tends to the limit with error O(r^-2)."""

    def judged(travel: Travel, law: PathLaw) -> Row:
        r = travel.far.r
        worse = travel.amplified if on_f else 0.0
        found = distances(travel, *path_laws.sides(travel, law, quantity, limit), amplified=worse)
        return faded(*found, travel.fading() * r[:-1] / r[-1])

    return path_laws.by_law(data, paths, judged)

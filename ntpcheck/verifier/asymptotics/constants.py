"""Numbers that a statement says exist, and that only scale the terms of an inequality for all large k.

In `some c d | c > 0. eventually A <= c B + d D` the difference of the sides is a sum of terms, one for each
of these numbers and one without. It is negative for all large k, whatever the numbers are, where one term is,
that of no number or of one that is said to be positive, and each other term divided by it tends to 0.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from ..arithmetic import exact
from ..instance.tensors import Core
from .growth import INFINITY

ZERO, ONE = ("q", Fraction(0)), ("q", Fraction(1))
BELOW, ABOVE = ("<", "<="), (">", ">=")


def names(core: Any, unknown: set[str]) -> bool:
    return isinstance(core, tuple) and (
        (core[:1] == ("par",) and core[1] in unknown) or any(names(part, unknown) for part in core)
    )


def conjuncts(e: Core | None) -> Iterator[Core]:
    if e is not None and e[0] == "and":
        yield from conjuncts(e[1])
        yield from conjuncts(e[2])
    elif e is not None:
        yield e


def joined(found: list[Core]) -> Core | None:
    core = found[0] if found else None
    for other in found[1:]:
        core = ("and", core, other)
    return core


def sorted_out(core: Core) -> Core:
    """`some X | C. D and F` as `some X | C and D. F`, D comparing an unknown with a rational number."""
    kind, bound, guard, body = core
    parts, scalars = list(conjuncts(body)), {("par", name, ()) for name, axes in bound if not axes}
    plain = [
        e for e in parts if unequal(e) and {side[0] for side in e[2:]} == {"par", "q"} and {*e[2:]} & scalars
    ]
    left = joined([e for e in parts if e not in plain])
    return (kind, bound, joined([*conjuncts(guard), *plain]), left) if left is not None else core


def unequal(e: Core) -> bool:
    return e[0] == "cmp" and e[1] in (*BELOW, *ABOVE)


def positive(e: Core, name: str) -> bool:
    """Whether a condition says that a number is above 0."""
    if not unequal(e):
        return False
    sign, low, high = (e[1], e[2], e[3]) if e[1] in BELOW else (e[1].replace(">", "<"), e[3], e[2])
    return high == ("par", name, ()) and low[0] == "q" and (low[1] >= 0 if sign == "<" else low[1] > 0)


def bounding(e: Core, name: str) -> bool:
    """Whether a formula names a number only in inequalities for all large k, which are linear in it."""
    if e[0] == "and":
        return all(bounding(part, name) for part in e[1:] if names(part, {name}))
    if e[0] == "forall":
        return not names(e[2], {name}) and bounding(e[3], name)
    return e[0] in ("always", "eventually") and scaling(e[1], name)


def scaling(e: Core, name: str) -> bool:
    if e[0] == "and":
        return all(scaling(part, name) for part in e[1:] if names(part, {name}))
    if e[0] == "every" and [axes for _, axes in e[1]] == [()] and e[2] is not None:
        return not names(e[2], {name}) and scaling(e[3], name)
    return unequal(e) and all(linear(side, {name}) for side in e[2:])


def linear(e: Core, unknown: set[str]) -> bool:
    """Whether a number is a sum of multiples of unknown ones, and of one that names none of them."""
    if not names(e, unknown) or e[0] == "par":
        return True
    if e[0] in ("+", "-", "neg"):
        return all(linear(part, unknown) for part in e[1:])
    if e[0] == "*":
        return sum(names(part, unknown) for part in e[1:]) == 1 and all(linear(x, unknown) for x in e[1:])
    return e[0] == "/" and not names(e[2], unknown) and linear(e[1], unknown)


def share(e: Core, unknown: set[str], name: str | None) -> Core:
    """Of a linear number, what an unknown is multiplied by; without a name, the rest."""
    if not names(e, unknown):
        return e if name is None else ZERO
    if e[0] == "par":
        return ONE if e[1] == name else ZERO
    if e[0] == "*":
        first = names(e[1], unknown)
        inner, factor = share(e[1 if first else 2], unknown, name), e[2 if first else 1]
        return inner if inner == ZERO else ("*", factor, inner)
    if e[0] == "/":
        inner = share(e[1], unknown, name)
        return inner if inner == ZERO else ("/", inner, e[2])
    parts = tuple(share(part, unknown, name) for part in e[1:])
    return ZERO if all(part == ZERO for part in parts) else (e[0], *parts)


def terms(e: Core, unknown: set[str]) -> dict[str | None, Core]:
    """The terms of larger side - smaller side of an inequality, by the numbers that scale them."""
    small, large = (e[2], e[3]) if e[1] in BELOW else (e[3], e[2])
    used = {name for name in unknown if names(e, {name})}
    return {name: share(("-", large, small), used, name) for name in (None, *sorted(used))}


def negative(ops: Any, found: dict[str | None, Any], free: set[str]) -> bool:
    """Whether a sum of such terms is negative for all large k, whatever their factors are.

    free: the numbers that may have either sign.
    """
    for name, lead in found.items():
        if name in free or ops.sign_bounds(lead) != (-1, -1):
            continue
        ends = [ops.limit(ops.divide(x, lead)) for other, x in found.items() if other != name]
        infinite = any(isinstance(end, tuple) and end[0] == INFINITY for end in ends)
        if not infinite and all(exact.sign(end) == 0 for end in ends):
            return True
    return False

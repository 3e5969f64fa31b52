"""What a guard such as B > norm(W) says of a number that runs, in the part that is read only where it holds.

There B = c + t, c the number below it and t at least 0, so that B^2 - norm(W)^2 = t^2 + 2 c t shows its sign.
Where c is known by bounds alone, it has a name in the part and in the definitions that the part uses, so that
what cancels is seen to cancel.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ..arithmetic.intervals import Undecided, Undefined
from ..arithmetic.kinds import Nonlinear
from ..arithmetic.marks import mark
from ..instance.tensors import Core, Env, Tensor
from ..language.cores import alike, exchanged
from .premises import Unknown
from .sums import runs

if TYPE_CHECKING:
    from ..instance.needs import Needing

TURNED = {"<": ">", "<=": ">="}


def lower_bounds(guard: Core) -> Iterator[tuple[Core, Core, bool]]:
    """Numbers with a name, what a guard puts them above, and whether the two may be equal."""
    if guard[0] == "and":
        for part in guard[1:]:
            yield from lower_bounds(part)
    elif guard[0] == "cmp":
        sign, high, low = guard[1:] if guard[1] not in TURNED else (TURNED[guard[1]], guard[3], guard[2])
        if sign in (">", ">=") and high[0] in ("sequence", "par") and not high[2]:
            yield high, low, sign == ">="


def needs_nothing(asked: Needing, guard: Core, part: Core, env: Env) -> bool:
    """Whether a part needs nothing to have a value wherever its guard holds."""
    for (kind, name, _), low, equal in lower_bounds(guard):
        known, around = dict(asked.world.sequences), dict(env)
        if not untold(asked, known, env, kind, name):
            continue
        try:
            c = asked.world.number(low, {})
        except (KeyError, Nonlinear, Undecided, Undefined):
            continue
        there = part
        if isinstance(c, tuple):
            key = f"below {name}"
            c = asked.ops.unknown((key, mark(c)), (asked.ops.sign_bounds(c)[0], 1))
            known[key] = Tensor(lambda _, c=c: c, key)
            there = opened(asked, part, low, ("sequence", key, ()))
        # Another unknown number in each guard.
        above = asked.ops.unknown(("above", next(asked.fresh)), (0 if equal else 1, 1))
        above = asked.ops.add(c, above)
        (known if kind == "sequence" else around)[name] = Tensor(lambda _, above=above: above, name)
        with asked.world.under(asked.ops, known):
            found = asked.needs(there, around).all
            if found == runs(found):
                return True
    return False


def untold(asked: Needing, known: Mapping[str, Any], env: Env, kind: str, name: str) -> bool:
    """Whether nothing is known of a number, of a sequence or said of all: no start, and no other guard."""
    if kind == "sequence":
        return name in known and known[name] is asked.known.get(name)
    return isinstance(env.get(name), Unknown)


def opened(asked: Needing, part: Core, low: Core, name: Core) -> Core:
    """A part with a name for a number, in the definitions without arguments or indices that it uses too."""
    lets = asked.world.book.lets

    def change(e: Any) -> Any:
        if not isinstance(e, tuple) or not e:
            return e
        if alike(e, low):
            return name
        plain = e[0] == "let" and not e[2] and not e[3] and lets[e[1]].kind == "num"
        return exchanged(lets[e[1]].core, change) if plain else e

    return exchanged(part, change)

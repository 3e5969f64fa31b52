"""What is said `always`, at each number in turn: it has to have a value at all that come before it fails.

A lemma that sees it fail far out asks the same of every number of steps, with unknown sequences; the start is
looked at by itself, as it is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ..arithmetic import exact
from ..arithmetic.intervals import Undecided, Undefined
from ..arithmetic.kinds import Nonlinear
from ..asymptotics.spoken import mentions, running
from ..instance.tensors import Core, Env, Tensor
from ..instance.world import World
from .premises import clocks, entries, sequences
from .sums import runs

if TYPE_CHECKING:
    from ..instance.needs import Needing

ALONG = ("and", "or", "implies", "iff", "not", "if", "cmp", "tends", "bounded", "eventually")
Part = tuple[Core, Env]


def says_always(world: World, e: Any) -> bool:
    return isinstance(e, tuple) and mentions(world.book, e, ("always",))


def always(reader: Needing, e: Core, env: Env) -> Iterator[Part]:
    """Each F of an `always F` in a formula, at each index around it; of unknown numbers under `some`.

    Raises Undecided where one stands elsewhere, such as in a condition of a sum.
    """
    world = reader.world
    if not says_always(world, e):
        return
    kind = e[0]
    if kind == "always":
        yield e[1], env
    elif kind in ("forall", "exists", "some", "every"):
        found: Iterable[Env] = world.every(e[1], env)
        if kind in ("some", "every"):
            found = [{**env, **reader.bound(e, f"{next(reader.fresh)} ")}]
        for there in found:
            for part in e[2:]:
                yield from always(reader, part, there)
    elif kind == "let" and world.book.lets[e[1]].kind == "bool":
        yield from always(reader, world.book.lets[e[1]].core, reader.within(e, env))
    elif kind in ALONG:
        for part in e[1:]:
            yield from always(reader, part, env)
    else:
        raise Undecided("what is said always stands where it is not looked for")


def keeps_value(reader: Needing, e: Core, env: Env) -> bool:
    """Whether F has a value at every number, or at all before it certainly fails: at the start, where there
    is one, and later with unknown sequences.
    """
    at = beginning(reader.world, e)
    if at is not None:
        said = valued_at(reader, e, env, at)
        if said is not None:
            return said
    found = reader.needs(e, env).all
    return found == runs(found)


def valued_at(reader: Needing, e: Core, env: Env, known: dict[str, Any]) -> bool | None:
    """True if F is false where sequences are known, False if it is not seen to have a value; else None."""
    world = reader.world
    if all(isinstance(x, int) for x in env.values()):
        try:
            with world.under(exact, known, moment=True):
                return True if world.formula(e, env) is False else None
        except (KeyError, Nonlinear, Undecided, Undefined):
            pass
    with world.under(reader.ops, known):
        return False if reader.needs(e, env).all else None


def beginning(world: World, e: Core) -> dict[str, Any] | None:
    """Where trajectories start, and the number 0 of the steps made; None for paths, which start nowhere."""
    named = {name: world.book.lets[name] for name in sequences(world, e)}
    along = running(world, e) | {let.core[1] for let in named.values()}
    kinds = {kind for key in along for kind in world.book.running[key].values()}
    if kinds != {"trajectory"}:
        return None
    known: dict[str, Any] = {key: Tensor(lambda _: exact.ZERO, "step") for key in along}
    for name, let in named.items():
        with world.under(exact):
            found = entries(world, let.core[2], let)
        known[name] = Tensor(found.__getitem__, name)
    return known | clocks(named, Fraction(0))

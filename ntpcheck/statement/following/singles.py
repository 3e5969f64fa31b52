"""Guards that no unknown meets unless an axis has one index: there all letters of that axis are the same.

`forall a b. x_a = if a = b then 1 else 0` says at b = a that x_a is 1 and at any other b that it is 0. So
`every Q | ..` under it says nothing where the axis has two indices, and else what it says of one.
A claim may also assume that an axis has one index.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from ntpcheck.statement.knowing.combinations import Known
from ntpcheck.statement.knowing.cores import ONE as NUMBER_ONE
from ntpcheck.statement.knowing.cores import bound, over_the_same, reads, same
from ntpcheck.verifier.instance.tensors import Core
from ntpcheck.verifier.language.cores import exchanged, inside

PLAIN = ("+", "-", "*", "neg", "^", "q", "par", "field", "sum", "v")  # what has a value wherever it stands
FOLDED = ("sum", "max", "min", "forall", "exists")
ONE = ("v", "@")  # the one index of an axis


def single_axes(known: Known, guard: Core) -> set[str]:
    """The axes with one index wherever a guard is met."""
    guard = known.opened(guard)
    if guard[0] == "and":
        return single_axes(known, guard[1]) | single_axes(known, guard[2])
    if guard[0] != "forall" or guard[2] is not None or guard[3][:2] != ("cmp", "="):
        return set()
    axes, found = dict(guard[1]), set[str]()
    for number, cases in (guard[3][2:], guard[3][:1:-1]):
        if cases[0] != "if" or cases[1][0] != "ixeq" or not _plain(number):
            continue
        one, other = cases[1][1:]
        apart = cases[2][0] == cases[3][0] == "q" and cases[2] != cases[3]
        letters = [part[1] for part in (one, other) if part[0] == "v" and part[1] in axes]
        if apart and len(letters) == 2 and axes[letters[0]] == axes[letters[1]]:
            found |= {axes[name] for name in letters if not reads(number, (name,))}
    return found


def on_single_axes(known: Known, old: Core, new: Core) -> bool:
    """Whether two formulas are the same, as what is known says that some axes have one index.

    What is summed there, is largest or smallest, or is said of all or of some, is the one term. A sum or an
    extreme of what meets a condition may be one of nothing, and stays what it is.
    """
    axes = {
        axis
        for e in (*inside(old), *inside(new))
        if e and e[0] in FOLDED
        for _, axis in e[1]
        if known.truth(("cmp", "=", ("size", axis), NUMBER_ONE)) is True
    }
    return bool(axes) and same(*(collapsed(known, core, axes) for core in (old, new)))


def _plain(e: Any) -> bool:
    """Whether a number is made of sums and products alone."""
    if not isinstance(e, tuple) or not e or not isinstance(e[0], str):
        return False
    if e[0] not in PLAIN or (e[0] == "sum" and e[2] is not None):
        return False
    return e[0] in ("q", "par", "field", "v") or all(
        _plain(part) for part in (e[3:] if e[0] == "sum" else e[1:]) if isinstance(part, tuple)
    )


def as_one(known: Known, old: Core, new: Core) -> Iterator[tuple[Core, Core]]:
    """What `every` under an edited guard says where an axis has one index, and what its line says there.

    Where it has more, no unknown meets the guard, and it says nothing.
    """
    old, new = known.opened(old), known.opened(new)
    if old[0] not in ("every", "forall") or not over_the_same(old, new) or None in (new[2], old[2]):
        return
    axes = single_axes(known, new[2])
    if not axes:
        return
    inner = known.lettered(new, bound(old))
    if not same(old[3], inner[1]):  # the edit is one of the guard
        return
    guards = [_numbered(collapsed(known, part, axes)) for part in (old[2], inner[0])]
    level = _level(guards[1]) or (ONE, ONE)
    yield tuple(exchanged(guard, lambda e: level[1] if e == level[0] else e) for guard in guards)


def _level(guard: Core) -> tuple[Core, Core] | None:
    """An entry of an unknown, and the number that a guard says it is."""
    if guard[:2] == ("cmp", "=") and guard[2][0] == "par" and guard[3][0] == "q":
        return guard[2], guard[3]
    return None


def collapsed(known: Known, e: Any, axes: Collection[str], letters: Mapping[str, Any] | None = None) -> Any:
    """A formula where some axes have one index: what is summed, or said of all, is its one term."""
    letters = letters or {}
    if not isinstance(e, tuple) or not e:
        return e
    if e[0] == "v" and e[1] in letters:
        return letters[e[1]]
    e = known.opened(e) if e[0] == "let" and known.written.opens(e[1]) else e
    if e[0] in FOLDED:
        own = {name: ONE for name, axis in e[1] if axis in axes}
        rest = tuple(pair for pair in e[1] if pair[0] not in own)
        inner = {**{k: x for k, x in letters.items() if k not in bound(e)}, **own}
        guard, body = (collapsed(known, part, axes, inner) for part in e[2:])
        if rest or guard is not None:
            return (e[0], rest or e[1], guard, body)
        return body
    inner = {k: x for k, x in letters.items() if not isinstance(e[0], str) or k not in bound(e)}
    return tuple(collapsed(known, part, axes, inner) for part in e)


def _numbered(e: Any) -> Any:
    """A core where cases that ask whether an index is itself are decided."""
    if not isinstance(e, tuple) or not e:
        return e
    if e[0] == "if" and e[1][0] == "ixeq" and e[1][1] == e[1][2]:
        return _numbered(e[2])
    return tuple(map(_numbered, e))

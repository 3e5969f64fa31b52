"""Whether an edited claim is its line with one axis read backwards: of all instances, it says the same.

An instance with the places of an axis in the other order is an instance too. Its points, its sums and its
ranks stay what they are; only `u < v` becomes `v < u`. So where every comparison of two places of one axis is
turned round by the edit, in all that the claim rests on, the edit follows.
"""

from collections.abc import Mapping
from typing import Any

from ntpcheck.statement.knowing.cores import SIMPLE, SPECTRAL, same
from ntpcheck.statement.printing.reading import assumed, names, stated
from ntpcheck.verifier.instance.tensors import Core
from ntpcheck.verifier.language.book import Book, Claim

KINDS = ("num", "bool", "point")


class _UnknownAxisError(Exception):
    """An index of which it is not seen along which axis it runs."""


def backwards(old: Book, new: Book, claim: Claim) -> bool:
    """Whether all that a claim rests on in one book is, in another, the same with one axis read backwards."""
    own = new.claims[claim.id]
    if claim.given != own.given or old.assumed(claim) != new.assumed(own):
        return False
    parts = [(*stated(one), *book.demanded(one.given)) for book, one in ((old, claim), (new, own))]
    keys = [names(book, (some, *assumed(old, claim))) for book, some in zip((old, new), parts, strict=True)]
    pairs = [(old.lets[key], new.lets[key]) for key in sorted(keys[0])] if keys[0] == keys[1] else []
    if keys[0] != keys[1] or len(parts[0]) != len(parts[1]):
        return False
    for one, other in pairs:
        heads = [(let.kind, let.indices, let.parameters) for let in (one, other)]
        if heads[0] != heads[1] or one.kind not in KINDS or one.core[:1] == ("recorded",):
            return False
    cores = [(one, other, {}) for one, other in zip(*parts, strict=True)]
    cores += [(one.core, other.core, dict(one.indices)) for one, other in pairs]
    old.given, old.local = claim.given, claim.locals
    axes = sorted({axis for field in old.fields().values() for axis in field.axes})
    return any(_turns(old, axis, cores) for axis in axes)


def _turns(book: Book, axis: str, cores: list[tuple[Core, Core, dict[str, str]]]) -> bool:
    try:
        return all(same(_turned(book, axis, one, letters), other) for one, other, letters in cores)
    except _UnknownAxisError:
        return False


def _turned(book: Book, axis: str, e: Any, letters: Mapping[str, str]) -> Any:
    """A core in which the order of an axis is turned round."""
    if not isinstance(e, tuple) or not e:
        return e
    if e[0] == "ixlt":
        sides = [_turned(book, axis, part, letters) for part in e[1:]]
        return ("ixlt", *(sides[::-1] if _axis(book, e[1], letters) == axis else sides))
    if e[0] in SIMPLE:
        letters = {**letters, **{name: of for name, of in e[1] if isinstance(of, str)}}
    elif e[0] in SPECTRAL:
        letters = {**letters, **dict((*e[1], *e[2]))}
    return tuple(_turned(book, axis, part, letters) for part in e)


def _axis(book: Book, index: Core, letters: Mapping[str, str]) -> str:
    """The axis that an index is a place of."""
    if index[0] == "v" and index[1] in letters:
        return letters[index[1]]
    kind = book.fields()[index[1]].kind if index[0] == "field" else None
    if not isinstance(kind, tuple) or kind[0] != "ix":
        raise _UnknownAxisError
    return kind[1]

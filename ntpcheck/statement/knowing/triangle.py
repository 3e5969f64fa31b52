"""The triangle inequality: |A + B| and |A - B| are at most |A| + |B|, and at least |A| - |B| and |B| - |A|.

Of c X, c >= 0, c is taken out.
|p / |X| X| is p where p >= 0: where that has a value, X is not 0.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from ntpcheck.statement.knowing.combinations import Known, Terms, combined
from ntpcheck.statement.knowing.cores import reads, same
from ntpcheck.statement.knowing.polarity import Sign
from ntpcheck.verifier.instance.tensors import Core


def by_triangle(known: Known, terms: Terms, found: Sign) -> Sign:
    """The sign of a linear combination, by what its norms of sums are at most and at least."""
    for term, scale in terms.items() if found[0] != found[1] else ():
        if term[:1] != ("norm",):
            continue
        core, rest = known.shown[term], combined(terms, {term: -scale})
        if not (found[0] >= 0 if scale < 0 else found[1] <= 0):
            found = _narrowed(known, rest, core, scale, _length(known, core[1]), found, above=scale > 0)
        for least in _lengths(known, core[1]):
            if found[0] >= 0 if scale > 0 else found[1] <= 0:
                break
            found = _narrowed(known, rest, core, scale, least, found, above=scale < 0)
    return found


def _narrowed(
    known: Known, rest: Terms, norm: Core, scale: Fraction, other: Core, found: Sign, *, above: bool
) -> Sign:
    """The sign of rest + scale * norm: with another number for the norm it is larger, or smaller."""
    if same(other, norm):
        return found
    low, high = known.total(combined(rest, known.linear(other, scale)))
    return (found[0], min(found[1], high)) if above else (max(found[0], low), found[1])


def _length(known: Known, lam: Core) -> Core:
    """What the norm of a tensor is at most, by the norms of what it is made of."""
    letters, body = lam[1], known.opened(lam[2])
    if body[0] in ("+", "-"):
        return ("+", *(_length(known, ("lam", letters, part)) for part in body[1:]))
    factor, inner = _multiple(known, letters, body)
    if factor is None:
        return ("norm", lam) if inner is None else _length(known, inner)
    return factor if inner is None else ("*", factor, _length(known, inner))


def _lengths(known: Known, lam: Core) -> Iterator[Core]:
    """What it is at least: that of one part less what the others' are at most."""
    letters, body = lam[1], known.opened(lam[2])
    if body[0] in ("+", "-"):
        for one, other in (body[1:], body[:0:-1]):
            most = _length(known, ("lam", letters, other))
            yield from (("-", least, most) for least in _lengths(known, ("lam", letters, one)))
        return
    factor, inner = _multiple(known, letters, body)
    if inner is None:
        yield ("norm", lam) if factor is None else factor
    else:
        yield from (least if factor is None else ("*", factor, least) for least in _lengths(known, inner))


def _multiple(known: Known, letters: Any, body: Core) -> tuple[Core | None, Core | None]:
    """c and X where a tensor is c X, c >= 0; -X where it is X; p alone where it is p / |X| X."""
    if body[0] == "neg":
        return None, ("lam", letters, body[1])
    for factor, rest in (body[1:], body[:0:-1]) if body[0] == "*" else ():
        if reads(factor, tuple(name for name, _ in letters)):
            continue
        factor, inner = known.opened(factor), ("lam", letters, rest)
        if factor[0] == "/" and same(known.opened(factor[2]), ("norm", inner)):
            if known.sign(factor[1])[0] >= 0:
                return factor[1], None
        elif known.sign(factor)[0] >= 0:
            return factor, inner
    return None, None

"""What is known for all indices, at the indices of a formula."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from ntpcheck.statement.knowing.combinations import Known, Terms, combined
from ntpcheck.statement.knowing.cores import bound, form
from ntpcheck.statement.knowing.expanded import TooLongError, expanded
from ntpcheck.statement.knowing.polarity import (
    ANY,
    AT_LEAST,
    AT_MOST,
    MIRRORED,
    NEGATIVE,
    POSITIVE,
    ZERO,
    Sign,
    narrower,
    negative,
    says,
)
from ntpcheck.statement.knowing.positive import choices, indices
from ntpcheck.verifier.instance.tensors import Core
from ntpcheck.verifier.language.cores import exchanged, inside

OF: dict[str, Sign] = {">": POSITIVE, ">=": AT_LEAST, "=": ZERO, "<": NEGATIVE, "<=": AT_MOST}
OPPOSITE = {"<": ">=", ">=": "<", ">": "<=", "<=": ">", "=": "!=", "!=": "="}

MOST = 12  # choices of indices at which one fact about all indices is read


def everywhere(known: Known, e: Core) -> bool | None:
    """What the facts `forall .. | ..` say of a formula; None where they say nothing of it.

    Whether their guards are met is not asked of such facts again.
    """
    if known.within[0]:
        return None
    known.within[0] = True
    try:
        return _everywhere(known, e)
    finally:
        known.within[0] = False


def _everywhere(known: Known, e: Core) -> bool | None:
    for fact in known.facts:
        if fact[0] == "forall":
            for found, guard in _said(known, fact, e):
                if guard is None or known.truth(guard) is True:
                    return found
    return None


def of_sums(known: Known, terms: Terms, found: Sign) -> Sign:
    """The sign of a combination of sums, multiplied out, of which a fact about all indices says that at its
    own indices.
    """
    sums = [known.shown[term] for term in terms if term != ()]
    if known.within[0] or found[0] == found[1] or not sums or len(sums) < len(terms):
        return found
    if any(e[0] != "sum" for e in sums):
        return found
    facts = [e for e in known.facts if e[0] == "forall" and e[3][0] == "cmp" and e[3][1] in OF]
    known.within[0] = True
    try:
        whole: Terms = {}
        for e, scale in zip(sums, terms.values(), strict=True) if facts else ():
            whole = combined(whole, {term: scale * x for term, x in expanded(known, e).items()})
        own = list(dict.fromkeys(place for e in sums for place in indices(known, e, frozenset(bound(e)))))
        for fact in facts:
            for at in islice(choices(fact, own), MOST):
                found = narrower(found, _multiple(known, fact, at, whole))
    except TooLongError:
        pass
    finally:
        known.within[0] = False
    return found


def at_terms(known: Known, terms: Terms) -> Iterator[Core]:
    """Facts about all indices that compare one term, at the indices at which that is a term of these."""
    if known.within[0]:
        return
    known.within[0] = True
    try:
        for fact in known.facts:
            if fact[0] == "forall" and fact[3][0] == "cmp" and fact[3][1] in OF:
                yield from _at_terms(known, fact, terms)
    finally:
        known.within[0] = False


def _at_terms(known: Known, fact: Core, terms: Terms) -> Iterator[Core]:
    letters = {name for name, _ in fact[1]}
    for side in map(known.opened, fact[3][2:]):
        for other in [known.shown[term] for term in terms if term != ()]:
            found: dict[str, Any] = {}
            if other[0] != side[0] or letters != placed(side, letters):
                continue
            known.left[0] -= 1
            if fitting(form(side), form(other), letters, found) and letters == set(found):
                guard = None if fact[2] is None else known.put(fact[2], found)
                if guard is None or known.truth(guard) is True:
                    yield known.put(fact[3], found)


def _multiple(known: Known, fact: Core, at: dict[str, Any], whole: Terms) -> Sign:
    """The sign of a combination that is a multiple of the difference of a fact's sides at some indices."""
    known.left[0] -= 20
    if known.left[0] < 0:
        return ANY
    guard, body = (known.put(part, at) for part in fact[2:])
    side = expanded(known, ("-", *body[2:]))
    ratios = {x / side[term] for term, x in whole.items() if term in side}
    if set(side) != set(whole) or len(ratios) != 1 or (guard and known.truth(guard) is not True):
        return ANY
    return OF[body[1]] if ratios.pop() > 0 else negative(OF[body[1]])


def _said(known: Known, fact: Core, e: Core) -> Iterator[tuple[bool, Core | None]]:
    """What a fact's body says of a formula, with the guard at the formula's indices."""
    letters = {name for name, _ in fact[1]}
    for part, holds in conjuncts(known, fact[3]):
        for one, said in _readings(part, holds, e):
            found: dict[str, Any] = {}
            if one[0] != e[0]:
                continue
            known.left[0] -= 1
            fits = fitting(form(one), form(e), letters, found)
            if fits and letters <= placed(one, letters) & set(found):
                yield said, _at(fact[2], found)


def _at(guard: Core | None, found: dict[str, Any]) -> Any:
    return exchanged(guard, lambda e: found[e[1]] if e[:1] == ("v",) and e[1] in found else e)


def conjuncts(known: Known, e: Core, *, holds: bool = True) -> Iterator[tuple[Core, bool]]:
    """The conjuncts of a formula or of its denial, each with whether it holds."""
    e = known.opened(e)
    if e[0] == "not":
        yield from conjuncts(known, e[1], holds=not holds)
    elif e[0] == ("and" if holds else "or"):
        yield from conjuncts(known, e[1], holds=holds)
        yield from conjuncts(known, e[2], holds=holds)
    else:
        yield e, holds


def _readings(part: Core, holds: bool, e: Core) -> Iterator[tuple[Core, bool]]:  # noqa: FBT001
    """A part as a formula of the kind of another, with what it says of that one."""
    if part[0] != "cmp" or e[0] != "cmp":
        yield part, holds
        return
    sign = part[1] if holds else OPPOSITE[part[1]]
    for turned, sides in ((sign, part[2:]), (MIRRORED[sign], part[:1:-1])):
        said = e[1] == "!=" if turned == "!=" and e[1] in ("=", "!=") else None
        said = says(e[1], OF[turned]) if turned in OF else said
        if (found := _beyond(turned, sides[1], e)) is not None:
            yield ("cmp", e[1], sides[0], e[3]), found
        elif said is not None:
            yield ("cmp", e[1], *sides), said


def _beyond(sign: str, level: Core, e: Core) -> bool | None:
    """What a comparison with a number says of one with a smaller number, or with a larger one."""
    if sign[0] not in "<>" or level[0] != "q" or e[3][0] != "q" or level[1] == e[3][1]:
        return None
    above = level[1] > e[3][1]
    return says(e[1], POSITIVE if above else NEGATIVE) if above is (sign[0] == ">") else None


def fitting(one: Any, other: Any, letters: set[str], found: dict[str, Any]) -> bool:
    """Whether a core is another one with indices in the place of its letters."""
    if isinstance(one, tuple) and one[:1] == ("v",) and one[1] in letters:
        return not _inner(other) and found.setdefault(one[1], other) == other
    if not isinstance(one, tuple) or not isinstance(other, tuple) or len(one) != len(other):
        return bool(one == other)
    return all(fitting(a, b, letters, found) for a, b in zip(one, other, strict=True))


def _inner(e: Any) -> bool:
    """Whether an index is one that is bound inside what is compared."""
    return any(isinstance(x, str) and x.startswith("$") for part in inside((e,)) for x in part)


def placed(e: Any, letters: set[str]) -> set[str]:
    """The letters at places of fields, definitions and the like: what fits there is of the same axis."""
    if not isinstance(e, tuple):
        return set()
    known = {"field": 2, "par": 2, "let": 3, "closure": 5, "sequence": 2}
    at = known.get(e[0], len(e)) if e and isinstance(e[0], str) else len(e)
    own = {part[1] for part in (e[at] if at < len(e) else ()) if part[0] == "v" and part[1] in letters}
    return own.union(*(placed(part, letters) for part in e))

"""A term of a sum of what is not negative is at most the sum, and a value is at most the largest.

Let f >= 0 at all places of a sum. Places that are each one of them, and no two of them the same, add up
to no more: what is left of the sum has no negative term. So the sum minus f at one place, or minus a sum of
f over such places, is at least 0; at most 0, if f <= 0. A largest value is at least that over any of its
places, and a least one at most. So a share p / (p + others) is at most 1, its log at most 0, an entropy at
least 0. Places are read off: what is summed there is f with indices in the place of its letters. A sum's
letters each have to be such an index, which is why no two of its places are one. Beside a number, the sum is
looked at where its letter is an index that stands around it: so sum v. exp(l_v - l_z) is at least exp(0) = 1.
"""

from collections.abc import Iterator
from typing import Any

from ntpcheck.statement.knowing.combinations import Known, Terms, combined
from ntpcheck.statement.knowing.cores import ONE, alike, bound, same
from ntpcheck.statement.knowing.polarity import (
    ANY,
    AT_LEAST,
    AT_MOST,
    POSITIVE,
    Sign,
    narrower,
    negative,
    plus,
)
from ntpcheck.statement.knowing.positive import choices, indices, read_at
from ntpcheck.verifier.instance.tensors import Core

GATHERED = ("sum", "max", "min")
DEEP = 2  # terms that are taken out of sums, one after the other
Places = dict[str, Any]  # of a sum's letters, the index at which a part of it stands


def by_parts(known: Known, terms: Terms, found: Sign) -> Sign:
    """The sign of a linear combination, beside what is found, with a (whole - part) taken out of it.

    Of a whole + b part, a > 0 > b, what is taken out is the smaller of a and -b times the difference.
    """
    if known.deep >= DEEP:
        return found
    wholes = [term for term in terms if term != () and counting(known.shown[term])[0] in GATHERED]
    for whole in wholes:
        for part in [term for term, scale in terms.items() if term != () and scale * terms[whole] < 0]:
            order = exceeds(known, counting(known.shown[whole]), known.shown[part])
            if order == ANY:
                continue
            scale = min(terms[whole], -terms[part], key=abs)
            rest = combined(terms, {whole: -scale, part: scale})
            known.deep += 1
            found = narrower(found, plus(order if scale > 0 else negative(order), known.total(rest)))
            known.deep -= 1
    sums = [term for term in wholes if known.shown[term][0] == "sum"]
    for whole in [term for term in sums if terms.get((), 0) * terms[term] < 0]:
        for part in at_indices(known, known.shown[whole]):
            order = AT_LEAST if terms[whole] > 0 else AT_MOST
            rest = combined({t: x for t, x in terms.items() if t != whole}, known.linear(part, terms[whole]))
            known.deep += 1
            found = narrower(found, plus(order, known.total(rest)))
            known.deep -= 1
    return by_two(known, terms, found)


def by_two(known: Known, terms: Terms, found: Sign) -> Sign:
    """The sign of a linear combination in which max(a, b), min(a, b) or |a| stands: one of two numbers.

    A multiple of the larger of two with c > 0, or of the smaller with c < 0, makes the larger of what a and b
    make of the combination; else the smaller. In a fact the parts are not looked into.
    """
    for term in [term for term in terms if not known.deep and term != () and _two(known.shown[term])]:
        e, scale = known.shown[term], terms[term]
        rest = {t: x for t, x in terms.items() if t != term}
        known.deep += 1
        one, other = (known.total(combined(rest, known.linear(part, scale))) for part in _two(e))
        known.deep -= 1
        pick = max if (e[0] != "min2") is (scale > 0) else min
        found = narrower(found, (pick(one[0], other[0]), pick(one[1], other[1])))
    return found


def _two(e: Core) -> tuple[Core, ...]:
    """The two numbers of which this is the larger or the smaller."""
    if e[:2] == ("fn", "abs"):
        return e[2], ("neg", e[2])
    return e[1:] if e[0] in ("max2", "min2") else ()


ABS = ("fn", "abs")


def counting(e: Core) -> Core:
    """A size as the sum over its axis of 1, a product of sizes as that over all; anything else as it is."""
    left, axes = [e], list[str]()
    while left:
        one = left.pop()
        if one[0] not in ("*", "size"):
            return e
        axes += one[1:] if one[0] == "size" else ()
        left += one[1:] if one[0] == "*" else ()
    return "sum", tuple((f"each {i}", axis) for i, axis in enumerate(axes)), None, ONE


def at_indices(known: Known, whole: Core) -> Iterator[Core]:
    """The terms of a sum of what is not negative at the indices in it that stand around."""
    if len(whole[1]) != 1 or known.having(whole[2]).sign(whole[3])[0] < 0:
        return
    own = indices(known, whole, frozenset(bound(whole)))
    found = (read_at(known, whole, at) for at in choices(whole, own))
    yield from (body for body in found if body is not None)


def exceeds(known: Known, whole: Core, part: Core) -> Sign:
    """The sign of a sum, or an extreme, minus a part of it; of anything else, nothing."""
    if whole[0] not in GATHERED:
        return ANY
    if whole[0] == "max" and part[0] not in ("max", "fn") and (body := known.opened(whole[3]))[:2] == ABS:
        whole = (*whole[:3], body[2])  # the largest |x| is at least the largest x
    for inner in (part, None):
        at = places(known, whole, part, inner)
        if at is None:
            continue
        there = known if inner is None else known.having(part[2])
        guard = known.put(whole[2], at)
        if guard and there.truth(guard) is not True:
            continue
        if whole[0] != "sum":
            return AT_LEAST if whole[0] == "max" else AT_MOST
        sign = known.having(whole[2]).sign(whole[3])
        if sign == POSITIVE and inner is not None and _lacks(known, whole, part, at):
            return POSITIVE
        return AT_LEAST if sign[0] >= 0 else AT_MOST if sign[1] <= 0 else ANY
    return ANY


def _lacks(known: Known, whole: Core, part: Core, at: Places) -> bool:
    """Whether a sum without a condition has a place that is none of a part's, which has the same letters."""
    alone = len(part[1]) == len(whole[1]) and set(at.values()) == {("v", name) for name in bound(part)}
    lacking = ("exists", part[1], None, ("not", part[2]))
    return alone and whole[2] is None and part[2] is not None and known.truth(lacking) is True


def places(known: Known, whole: Core, part: Core, inner: Core | None) -> Places | None:
    """Where what is summed comes to a part: to what a sum of the same kind sums, or to the part itself.

    Letters of that sum are each the place of a letter of the whole, so that no two of its terms are one.
    """
    letters = dict(whole[1])
    if inner is not None and inner[0] != whole[0]:
        return None
    body, other = known.opened(whole[3]), known.opened(part[3]) if inner is not None else part
    at: Places = {}
    own = dict(part[1]) if inner is not None else {}
    if not _matched(alike(body), alike(other), letters, at):
        return None
    left = [name for name in own if ("v", name) not in at.values()]
    for letter in [letter for letter in letters if letter not in at]:  # what names no letter is counted
        name = next((name for name in left if own[name] == letters[letter]), None)
        if name is None:
            return None
        at[letter] = "v", name
        left.remove(name)
    for name, axis in own.items():
        if not any(place == ("v", name) and letters[letter] == axis for letter, place in at.items()):
            return None
    return at if same(known.put(body, at), other) else None


def _matched(form: Any, e: Any, letters: Places, at: Places) -> bool:
    """Whether a term has a form, with places for its letters that are put down."""
    if isinstance(form, tuple) and form[:1] == ("v",) and form[1] in letters:
        if "$" in repr(e):  # it is bound further in
            return False
        return at.setdefault(form[1], e) == e
    if not isinstance(form, tuple) or not isinstance(e, tuple):
        return bool(form == e)
    return len(form) == len(e) and all(
        _matched(one, other, letters, at) for one, other in zip(form, e, strict=True)
    )

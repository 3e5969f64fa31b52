"""What facts at an index say of extremes: a least value is at most each value, a largest no less.

That some margin is below 1 says so of the least margin; that a token stands in each input, that the longest
input is not empty. What is more than the smaller of two numbers is more than either of them. Where these are
known beside the facts, signs of what is made of extremes come of it.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from ntpcheck.statement.knowing.combinations import Known
from ntpcheck.statement.knowing.cores import BINDING, bound, form, reads
from ntpcheck.statement.knowing.positive import choices, indices, read_at, witnesses
from ntpcheck.verifier.instance.tensors import Core

MOST = 6  # choices of indices for one extreme
PAIRS = {">": "min2", ">=": "min2", "<": "max2", "<=": "max2"}


def beside_extremes(known: Known, e: Core) -> Known:
    """What is known, with what facts say of extremes that a formula reads, and of either of two numbers."""
    found = known.having(*(one for fact in known.facts for one in _of_either(known, fact)))
    extremes = list({form(one): one for one in _closed(known, e, frozenset())}.values())
    for fact in known.facts if extremes else ():
        if fact[0] not in ("exists", "forall") or (fact[0] == "forall" and fact[2] is not None):
            continue
        for there, places in islice(witnesses(found, fact, []), 1):
            said = [one for extreme in extremes for one in _at_places(there, extreme, places)]
            found = there.having(*said) if said else found
    return found


def _of_either(known: Known, fact: Core) -> Iterator[Core]:
    """Of min(a, b) > c that a > c and b > c; of max(a, b) < c the same turned round."""
    if fact[0] != "cmp" or fact[1] not in PAIRS:
        return
    two = known.opened(fact[2])
    if two[0] == PAIRS[fact[1]]:
        for part in two[1:]:
            one = ("cmp", fact[1], part, fact[3])
            yield one
            yield from _of_either(known, one)


def _closed(known: Known, e: Any, inner: frozenset[str]) -> Iterator[Core]:
    """The extremes in a core that read no letter bound around them."""
    if not isinstance(e, tuple) or not e:
        return
    if e[0] == "let" and known.written.opens(e[1]):
        yield from _closed(known, known.written.opened(e), inner)
        return
    if e[0] in ("max", "min") and not reads(e, inner, ("v", "par")):
        yield e
    own = frozenset(bound(e)) if isinstance(e[0], str) and e[0] in BINDING else frozenset[str]()
    for part in e:
        yield from _closed(known, part, inner | own)


def _at_places(known: Known, extreme: Core, places: list[tuple[Any, str]]) -> Iterator[Core]:
    """That an extreme is no less, or no more, than its value at some indices, or a part of that."""
    sign = ">=" if extreme[0] == "max" else "<="
    for at in islice(choices(extreme, dict.fromkeys(places)), MOST):
        if (body := read_at(known, extreme, at)) is not None:
            yield ("cmp", sign, extreme, body)
            if sign == ">=":
                yield from (("cmp", sign, extreme, part) for part in _positive_parts(known, body))


def _positive_parts(known: Known, e: Core) -> Iterator[Core]:
    """The positive terms of a sum of what is not negative, at indices in it that stand around."""
    e = known.opened(e)
    if e[0] != "sum" or len(e[1]) != 1 or known.having(e[2]).sign(e[3])[0] < 0:
        return
    own = dict.fromkeys(place for fact in known.facts for place in indices(known, fact, frozenset()))
    for at in islice(choices(e, own), MOST):
        term = read_at(known, e, at)
        if term is not None and known.sign(term)[0] > 0:
            yield term

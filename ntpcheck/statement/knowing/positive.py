"""Whether a divisor is certainly not 0: a product of such, or a sum of what is not negative with a positive
term.

That there is such a term is what facts say: `exists i. h[j,i] != 0`, or that a condition holds at a place,
`forall i. present[i,y[i]]`. Axes are not empty, so that what holds for all indices holds for some.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, islice, product
from typing import Any

from ntpcheck.statement.knowing.combinations import Known, Terms
from ntpcheck.statement.knowing.cores import NOTHING, ONE, Written, bound, form, reads, same
from ntpcheck.statement.knowing.polarity import POSITIVE, negative
from ntpcheck.verifier.instance.tensors import Core

Places = list[tuple[Any, str]]  # indices, each with its axis
MOST = 64  # choices of places that are looked at for one sum


def nonzero(known: Known, e: Core) -> bool:
    """Whether a number is certainly not 0, where it has a value."""
    e = known.opened(e)
    low, high = known.sign(e)
    if low > 0 or high < 0:
        return True
    if known.divisors and form(known.written.out(e)) in known.divisors:
        return True
    if e[0] == "*":
        return nonzero(known, e[1]) and nonzero(known, e[2])
    if e[0] in ("^", "/"):
        return nonzero(known, e[1])
    if e[0] in ("field", "par") and known.truth(("cmp", "!=", e, NOTHING)) is True:
        return True  # it may be known of all indices
    if e[0] == "dot" and same(e[1], e[2]):
        return nonzero(known, ("norm", e[1]))
    if e[0] == "norm":
        return (known.long is not None and known.long(e)) or _has_an_entry(known, e[1])
    if e[0] in ("sum", "max"):
        return _has_a_term(known, e)
    if e[:2] in (("fn", "abs"), ("fn", "log")):
        return nonzero(known, e[2] if e[1] == "abs" else ("-", e[2], ONE))
    if e[0] in ("+", "-", "neg"):
        terms = known.linear(e)
        if _of_one_sign(known, terms) and any(nonzero(known, known.shown[term]) for term in terms if term):
            return True
    return any(_unequal(known, fact, e) for fact in known.facts)


def _of_one_sign(known: Known, terms: Terms) -> bool:
    """Whether there is one term, or none takes from what the others add up to."""
    if len(terms) < 2:
        return True
    own = [(known.sign(known.shown[term]) if term else POSITIVE, x) for term, x in terms.items()]
    signs = [found if x > 0 else negative(found) for found, x in own]
    return all(low >= 0 for low, _ in signs) or all(high <= 0 for _, high in signs)


def _unequal(known: Known, fact: Core, e: Core) -> bool:
    """Whether a fact says that a number is not 0, in either order."""
    ways = (fact[2:], fact[:1:-1]) if fact[:2] == ("cmp", "!=") else ()
    return any(same(one, e) and known.linear(other) == {} for one, other in ways)


def _has_a_term(known: Known, e: Core) -> bool:
    """Whether all terms of a sum, or of a largest value, are at least 0, and one is positive."""
    low = known.having(e[2]).sign(e[3])[0]
    if low < 0 or (low > 0 and e[2] is None):  # axes are not empty
        return low > 0
    own = indices(known, e, frozenset(bound(e)))
    said = [fact for fact in known.facts if fact[0] == "cmp"]
    ways = chain(
        [(known, own + indices(known, tuple(said), frozenset()))],
        *(witnesses(known, x, own) for x in known.facts),
    )
    tries = ((there, at) for there, places in ways for at in choices(e, places))
    for there, at in islice(tries, MOST):
        body = read_at(there, e, at) if known.left[0] >= 0 else None
        if body is not None and nonzero(there, body):
            return True
    return False


def _has_an_entry(known: Known, tensor: Core) -> bool:
    """Whether some entry of a tensor is not 0, so that its norm is not: |T| >= |T[a,b]| for all a and b."""
    if tensor[0] != "lam":
        return False
    return _has_a_term(known, ("sum", tensor[1], None, ("fn", "abs", tensor[2])))


def choices(e: Core, places: Iterable[tuple[Any, str]]) -> Iterator[dict[str, Any]]:
    """Indices for the letters that a core's uppermost node binds, of those at hand along their axes."""
    own = list(places)
    ways = ([index for index, of in own if of == axis] for _, axis in e[1])
    return (dict(zip(bound(e), chosen, strict=True)) for chosen in product(*ways))


def read_at(known: Known, e: Core, at: Mapping[str, Any]) -> Core | None:
    """What a core says, or sums, at some indices, where its condition is known to be met; else None."""
    guard, body = (known.put(part, at) for part in e[2:])
    return body if guard is None or known.truth(guard) is True else None


def witnesses(known: Known, fact: Core, own: Places) -> Iterator[tuple[Known, Places]]:
    """What else holds, and of which indices, where a fact about all indices or some is read at a place."""
    if fact[0] not in ("forall", "exists"):
        return
    fresh: Places = [(("v", known.name()), axis) for _, axis in fact[1]]
    ways = [
        [new, *(one for one in own if one[1] == new[1])] if fact[0] == "forall" else [new] for new in fresh
    ]
    for chosen in product(*ways):
        at = {letter: index for (letter, _), (index, _) in zip(fact[1], chosen, strict=True)}
        guard, body = (known.put(part, at) for part in fact[2:])
        if fact[0] == "forall" and guard is not None and known.truth(guard) is not True:
            continue
        body = known.opened(body)
        there = known.having(guard).having(body)
        yield there, [*chosen, *own, *indices(known, body, frozenset())]
        yield from witnesses(there, body, [*own, *chosen])


def indices(known: Known, e: Any, inner: frozenset[str]) -> Places:
    """The indices at places of fields and nearest points in a core, but for those bound there, each once."""
    return [place for place in _places(known.written, e) if not reads(place[0], inner)]


def _places(written: Written, e: Any) -> dict[tuple[Any, str], None]:
    """The same without names that are left out; a definition is opened once for them."""
    if not isinstance(e, tuple) or not e:
        return {}
    if e[0] == "let" and written.opens(e[1]):
        if e not in written.places:
            written.places[e] = _places(written, written.opened(e))
        return written.places[e]
    axes: tuple[str, ...] = ()
    if e[0] == "field":
        axes = written.book.fields()[e[1]].axes
    elif e[0] == "let" and (core := written.book.lets[e[1]].core)[:1] == ("closest",):
        axes = core[2]
    found = dict.fromkeys(zip(e[-1], axes, strict=False)) if axes else {}
    for part in e:
        if isinstance(part, tuple):
            found.update(_places(written, part))
    inner = frozenset(bound(e)) if isinstance(e[0], str) else frozenset()
    return {place: None for place in found if not reads(place[0], inner)} if inner else found

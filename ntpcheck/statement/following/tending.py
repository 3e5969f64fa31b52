"""What a statement about limits says where terms in it are known to tend to something: limits by continuity.

Known are facts `tends(x, y)`, or of all indices. A term made from such x by sums, products, norms, powers of
e and the like tends to what it is at y; a quotient where its divisor does not tend to 0, a logarithm where it
is taken of what tends to a positive number. What tends to a number is bounded, in the end above whatever is
less than that, and below whatever is larger. Nothing is said of terms in which anything else runs.

The number k of a step, or the radius along a path, grows beyond all bounds, and so do k^2, sqrt(k), log(k),
multiples of them other than by 0, and what is said to be always the same as they are. What tends to a number,
divided by that, tends to 0. And as | |A| - |B| | <= |A - B|, |B| / k tends to 0 if |A| / k does and what is
between A and B, divided by k, does. If x tends to a and y - x tends to b, y tends to a + b. And sqrt(B) / k
tends to c > 0 if sqrt(A) / k does and B - A is made of numbers that stay bounded and of powers of k below the
second: |sqrt(B) - sqrt(A)| <= sqrt(|B - A|), and as B / k^2 tends to c^2, B > 0 for all large k.
"""

from collections.abc import Iterator
from typing import Any

from ntpcheck.statement.following.orders import difference
from ntpcheck.statement.following.squeezed import confined
from ntpcheck.statement.knowing.combinations import Known, combined, product
from ntpcheck.statement.knowing.cores import NOTHING, alike, same
from ntpcheck.statement.knowing.given import ONE
from ntpcheck.statement.knowing.late import anywhere, late
from ntpcheck.statement.knowing.polarity import NEGATIVE, POSITIVE, ZERO
from ntpcheck.statement.knowing.universal import fitting, placed
from ntpcheck.statement.knowing.values import reads_no_more
from ntpcheck.verifier.instance.tensors import Core
from ntpcheck.verifier.language.sequences import running

STRICT = {"<": [NEGATIVE], "<=": [NEGATIVE], ">": [POSITIVE], ">=": [POSITIVE], "!=": [NEGATIVE, POSITIVE]}
WHOLE = ("+", "-", "*", "neg", "max2", "min2", "norm", "dot", "/")  # all parts are numbers, or tensors
GROWING = (("fn", "log"), ("fn", "sqrt"))
GUARDED = ("sum", "max", "min")


def tending(e: Core) -> bool:
    """Whether a core says that something tends to a number, for all indices at most."""
    e = e[3] if e[0] == "forall" and e[2] is None else e
    return e[0] == "tends" and e[2][0] != "infinity"


def converges(known: Known, e: Core) -> bool:
    """Whether a formula follows from what is known to tend to something."""
    e = known.opened(e)
    if e[0] == "and":
        return all(converges(known, part) for part in e[1:])
    if e[0] in ("forall", "every"):
        still = e[2] is None or not running(known.written.book, e[2])
        return still and converges(known.having(e[2]), e[3])
    if e[0] == "eventually":
        return _in_the_end(known, e[1])
    if e[0] == "tends" and e[2][0] != "infinity":
        return _is_nothing(known, ("-", e[1], e[2]))
    return e[0] == "bounded" and limit(known, e[1]) is not None


def tends_as_well(known: Known, old: Core, new: Core) -> bool:
    """Whether a limit follows from another: of a number that is equal, or both are one multiple of what they
    were, by a number other than 0.
    """
    if same(old[2], new[2]) and difference(known, old[1], new[1]) == ZERO:
        return True
    if "infinity" in (old[2][0], new[2][0]):
        return False
    (x, end), (y, other) = (tuple(map(known.linear, e[1:])) for e in (old, new))
    shared = next((term for term in x if term in y), None)
    scale = y[shared] / x[shared] if shared is not None else ONE
    alike_up_to_it = all({t: scale * c for t, c in a.items()} == b for a, b in ((x, y), (end, other)))
    return (shared is not None and alike_up_to_it) or _beside(known, old, new)


def _beside(known: Known, old: Core, new: Core) -> bool:
    """Whether what is between two numbers tends to what is between the numbers to which they are to tend."""
    one, other, below = known.opened(old[1]), known.opened(new[1]), None
    if one[0] == other[0] == "/" and same(one[2], other[2]):
        (_, one, below), (_, other, _) = one, other
    terms = combined(known.linear(other), known.linear(one, -ONE))
    between = known.rebuilt(terms) if terms else NOTHING
    found = limit(known, ("/", between, below) if below else between)
    return found is not None and known.sign(("-", ("-", new[2], old[2]), found)) == ZERO


def as_roots(known: Known, old: Core, new: Core) -> bool:
    """Whether a root over what grows tends to the same as that of another number, which differs by less."""
    if old[0] != "tends" or new[0] != "tends" or not same(old[2], new[2]) or old[2][0] == "infinity":
        return False
    (one, below), (other, divisor) = (_root(known, e[1]) for e in (old, new))
    if one is None or other is None or not same(below, divisor) or below[0] != "sequence":
        return False
    there = anywhere(known)
    if known.written.book.lets[below[1]].kind != "running" or there.sign(old[2]) != POSITIVE:
        return False
    terms = combined(there.linear(other), there.linear(one, -ONE))
    smaller = all(term == () or _below_square(there, there.shown[term], below) for term in terms)
    return smaller and reads_no_more(there, one, other, stands=False)


def _root(known: Known, e: Core) -> tuple[Core | None, Core]:
    """A and k of sqrt(A) / k."""
    e = known.opened(e)
    above = known.opened(e[1]) if e[0] == "/" else e
    return (above[2], known.opened(e[2])) if e[0] == "/" and above[:2] == ("fn", "sqrt") else (None, e)


def _below_square(known: Known, e: Core, k: Core) -> bool:
    """Whether a number is k at most once, times what stays bounded."""
    above, below = known.factors(e)
    rest = [one for one in above if not same(one, k)]
    return len(above) - len(rest) < 2 and confined(known, ("/", product(rest), product(below)))


def _in_the_end(known: Known, e: Core) -> bool:
    """Comparisons of what tends to different numbers, for finitely many indices."""
    e = known.opened(e)
    if e[0] == "and":
        return all(_in_the_end(known, part) for part in e[1:])
    if e[0] == "forall" and (e[2] is None or not running(known.written.book, e[2])):
        return _in_the_end(known.having(e[2]), e[3])
    if e[0] != "cmp" or e[1] not in STRICT:
        return False
    found = limit(known, ("-", e[2], e[3]))
    return found is not None and known.sign(found) in STRICT[e[1]]


def limit(known: Known, e: Any) -> Any:
    """What a number, or a tensor, tends to; None where that is not known."""
    if not running(known.written.book, e):
        return e
    for letters, one, end in _known(known):
        found: dict[str, Any] = {}
        fits = fitting(alike(one), alike(e), letters, found)
        if fits and letters <= placed(one, letters) & set(found):
            return known.put(end, found)
    if e[0] == "let" and known.written.opens(e[1]):
        return limit(known, known.written.opened(e))
    at = {"^": (1,), "fn": (2,), "lam": (2,)}.get(e[0], range(1, len(e)) if e[0] in WHOLE else ())
    if e[0] in GUARDED and (e[2] is None or not running(known.written.book, e[2])):
        at = (3,)
    if e[0] == "/" and (_vanishes(known, e) or _apart(known, e)):
        return NOTHING
    ends = {i: limit(known, e[i]) for i in at}
    if not ends or None in ends.values():
        return None
    if e[0] == "/" and known.sign(ends[2]) not in (POSITIVE, NEGATIVE):
        return None
    if e[:2] == ("fn", "log") and known.sign(ends[2]) != POSITIVE:
        return None
    return tuple(ends.get(i, part) for i, part in enumerate(e))


def _vanishes(known: Known, e: Core) -> bool:
    """Whether a quotient divides what tends to a number by what grows beyond all bounds."""
    return _unbounded(known, e[2]) and limit(known, e[1]) is not None


def _unbounded(known: Known, e: Core) -> bool:
    """Whether a number's size grows beyond all bounds: that of a step or a radius, or what grows with it."""
    e = known.opened(e)
    if any(_unbounded(known, other) for other in _always(known, e)):
        return True
    if e[0] == "sequence":
        return known.written.book.lets[e[1]].kind == "running"
    if e[0] == "^":
        return e[2] > 0 and _unbounded(known, e[1])
    if e[:2] in GROWING and _unbounded(known, e[2]):  # of what is not negative far out
        return anywhere(known).having(late(known.written, e)).sign(e[2])[0] >= 0
    if e[0] == "*":
        ways = ((e[1], e[2]), (e[2], e[1]))
        return any(_unbounded(known, one) and _kept_off_zero(known, other) for one, other in ways)
    return e[0] == "/" and _unbounded(known, e[1]) and _stands_off_zero(known, e[2])


def _always(known: Known, e: Core) -> Iterator[Core]:
    """What runs, of which facts say that a number is always the same, as a norm is the radius."""
    for fact in known.facts:
        if fact[0] == "always" and fact[1][:2] == ("cmp", "="):
            for one, other in (fact[1][2:], fact[1][:1:-1]):
                if other[0] == "sequence" != e[0] and same(one, e):
                    yield other


def _kept_off_zero(known: Known, e: Core) -> bool:
    """Whether a number stands still and is not 0, or grows beyond all bounds as well."""
    return _stands_off_zero(known, e) if not running(known.written.book, e) else _unbounded(known, e)


def _stands_off_zero(known: Known, e: Core) -> bool:
    return not running(known.written.book, e) and known.sign(e) in (POSITIVE, NEGATIVE)


def _apart(known: Known, e: Core) -> bool:
    """Whether a norm over a number tends to 0, since another tensor's norm over it does."""
    whole, below = known.opened(e[1]), e[2]
    if whole[0] != "norm" or whole[1][0] != "lam":
        return False
    for fact in known.facts:
        if fact[0] != "tends" or fact[2] != NOTHING:
            continue
        other = known.opened(fact[1])
        if other[0] != "/" or not same(other[2], below) or other[1][:1] != ("norm",):
            continue
        lam = other[1][1]
        if lam[0] != "lam" or [axis for _, axis in lam[1]] != [axis for _, axis in whole[1][1]]:
            continue
        to = {name: ("v", own) for (name, _), (own, _) in zip(lam[1], whole[1][1], strict=True)}
        between = combined(known.linear(whole[1][2]), known.linear(known.put(lam[2], to), -ONE))
        if not between or _is_nothing(known, ("/", known.rebuilt(between), below)):
            return True
    return False


def _is_nothing(known: Known, e: Core) -> bool:
    found = limit(known, e)
    return found is not None and known.sign(found) == ZERO


def _known(known: Known) -> Iterator[tuple[set[str], Core, Core]]:
    """The letters of what tends for all indices, what tends, and to what."""
    for fact in known.facts:
        if tending(fact):
            letters, e = ({x for x, _ in fact[1]}, fact[3]) if fact[0] == "forall" else (set[str](), fact)
            if not running(known.written.book, e[2]):
                yield letters, e[1], e[2]

"""Comparisons term by term: of sums of products of powers of e, and of quotients of such.

c sum v | G(v). f(v) is the sum of c f(v), and no more than c' sum v | G'(v). f'(v) if each c f(v) is at most
c' f'(v), G(v) says G'(v), and c' f'(v) is not negative where G' holds. Products of the same factors, at least
0, and of powers of e compare as the exponents do. Exponents are compared by signs, and by adding up what is
known and what points satisfy: so exp(-(1 + g) R m) is at most exp(-g R) exp(-R m) where g R >= 0 and m >= 1.
What is divided by b >= 0, which is not 0 where that has a value, is multiplied out; f >= 0 on both sides
goes. Sums a + b and c + d compare without what both have if each term left of the first is at most a term of
its own of the second, where what is left is at least 0. A sum of what is not negative is at least its term at
a place of which facts say that there is one, and larger if a term at another place is positive: so a softmax
is below exp(l_v - l_z) for z != v.
"""

from collections.abc import Iterator
from itertools import chain, islice
from typing import Any

from ntpcheck.statement.following.adding import adds_up_to
from ntpcheck.statement.following.equal import equal
from ntpcheck.statement.following.orders import difference
from ntpcheck.statement.following.spectral import within_spectrum
from ntpcheck.statement.knowing.combinations import Known, combined, product
from ntpcheck.statement.knowing.cores import NOTHING, ONE, bound, form, over_the_same, reads, same
from ntpcheck.statement.knowing.given import ONE as UNIT
from ntpcheck.statement.knowing.polarity import divisor, says
from ntpcheck.statement.knowing.positive import choices, indices, read_at, witnesses
from ntpcheck.verifier.instance.tensors import Core

DEEP = 3  # sums inside one another
PLACES = 12  # at which a sum's terms are looked at
MOST = 24  # choices of indices for them, of those that one fact says there are
GROWING = (("fn", "log"), ("fn", "sqrt"))
PAIRS = 3  # terms of a sum that have to be below terms of another one
STEPS = 2_000  # of those that there are for one question: what has fewer left is not looked at


def by_terms(known: Known, e: Core) -> bool:
    """Whether a comparison follows term by term."""
    if e[0] != "cmp" or known.left[0] < STEPS:
        return False
    if equal(known, e) or e[1] not in ("<", "<=", ">", ">="):
        return equal(known, e)
    less, more = e[2:] if e[1][0] == "<" else e[:1:-1]
    return Ordered(strict=len(e[1]) == 1).are(known, less, more, 0)


class Ordered:
    """Whether one number is at most another, or less. strict: whether it has to be less."""

    def __init__(self, *, strict: bool) -> None:
        self.strict, self.sign = strict, ">" if strict else ">="

    def are(self, known: Known, less: Core, more: Core, deep: int) -> bool:
        less, more = known.opened(less), known.opened(more)
        if says(self.sign, difference(known, less, more)) is True:
            return True
        if deep > DEEP:
            return False
        if (
            deep and known.truth(("cmp", self.sign, more, less)) is True
        ):  # as what is known of all indices says
            return True
        if self.functions(known, less, more, deep):
            return True
        (low, below), (high, beneath) = known.factors(less), known.factors(more)
        if any(divisor(known.sign(one))[0] <= 0 for one in (*below, *beneath)):
            return False
        left, right = self.apart(known, [*low, *beneath], [*high, *below])
        if self.pairs(known, product(left), product(right), deep):
            return True
        if not self.strict and within_spectrum(known, left, right):
            return True
        (first, one), (second, other) = _with_a_sum(left), _with_a_sum(right)
        if other is None:
            return one is None and self.powers(known, first, second)
        if one is not None:
            return self.sums(known, (first, one), (second, other), deep)
        return self.at_a_place(known, first, (second, other), deep)

    def apart(self, known: Known, less: list[Core], more: list[Core]) -> tuple[list[Core], list[Core]]:
        """The factors of two products without those that both have, if these are positive, or at least 0."""
        left, right = list[Core](), list(more)
        for one in less:
            at = next((k for k, other in enumerate(right) if same(one, other)), None)
            if at is not None and known.sign(one)[0] >= self.strict:
                del right[at]
            else:
                left.append(one)
        return left, right

    def pairs(self, known: Known, less: Core, more: Core, deep: int) -> bool:
        """Sums a + b + .. and c + d + .., without what both have, by pairs of terms.

        What is left of the second is at least 0; where the first has to be less, a pair is, or that is not 0.
        """
        if not {less[0], more[0]} & {"+", "-"}:
            return False
        beyond = combined(known.linear(more), known.linear(less, -UNIT))
        small = [known.rebuilt({term: -x}) for term, x in beyond.items() if x < 0]
        large = {term: x for term, x in beyond.items() if x > 0}
        if not 0 < len(small) <= PAIRS:
            return False
        done, loose = not self.strict, Ordered(strict=False)
        for one in small:
            for term, x in large.items():
                other = known.rebuilt({term: x})
                if loose.are(known, one, other, deep + 1):
                    done = done or self.are(known, one, other, deep + 1)
                    del large[term]
                    break
            else:
                return False
        return known.total(large)[0] >= (not done)

    def functions(self, known: Known, less: Core, more: Core, deep: int) -> bool:
        """Products of the same factors, but for a log or a root, which grows with its argument."""
        one, other = known.multiplied(less), known.multiplied(more)
        for part in list(one):
            at = next((k for k, x in enumerate(other) if same(part, x)), None)
            if at is not None:
                one.remove(part)
                if known.sign(other.pop(at))[0] < self.strict:
                    return False
        if len(one) != 1 or len(other) != 1 or one[0][:2] != other[0][:2]:
            return False
        return one[0][:2] in GROWING and self.are(known, one[0][2], other[0][2], deep + 1)

    def sums(self, known: Known, less: tuple[Any, Core], more: tuple[Any, Core], deep: int) -> bool:
        """Sums over the same indices; of nothing, they are equal."""
        one, other = less[1], more[1]
        if not over_the_same(one, other) or (self.strict and one[2] is not None):
            return False
        letters = known.letters(one)
        (guard, body), (wider, above) = (known.lettered(e, letters) for e in (one, other))
        there, above = known.having(guard), product([*more[0], above])
        if wider is not None and there.truth(wider) is not True:
            return False
        alike = same(guard, wider)  # at each place there is a term of either
        return (alike or known.having(wider).sign(above)[0] >= 0) and self.are(
            there, product([*less[0], body]), above, deep + 1
        )

    def at_a_place(self, known: Known, less: list[Core], more: tuple[Any, Core], deep: int) -> bool:
        """A product, and a sum of what is not negative, by one of its terms."""
        factors, whole = more
        if not _not_negative(known.having(whole[2]), whole[3]):
            return False
        left, loose = product(less), Ordered(strict=False)
        for there, at, index in islice(_places(known, whole, left), PLACES):
            term, scale = product([*factors, at]), there.sign(product(factors))[0]
            if scale < 0:
                return False
            one = self.strict and scale > 0 and len(index) == 1
            further = one and _further(there, whole, index[0], left)
            if (loose if further else self).are(there, left, term, deep + 1):
                return True
        return False

    def powers(self, known: Known, less: list[Core], more: list[Core]) -> bool:
        """Products of the same factors, but for powers of e."""
        (rest, low), (others, high) = _exponent(less), _exponent(more)
        if sorted(map(repr, map(form, rest))) != sorted(map(repr, map(form, others))):
            return False
        asked = ("cmp", "<" if self.strict else "<=", low, high)
        return known.sign(product(rest))[0] >= self.strict and (
            says(self.sign, difference(known, low, high)) is True
            or adds_up_to(known, asked, anything=True)
            or known.truth(asked) is True
        )


def _with_a_sum(found: list[Core]) -> tuple[list[Core], Core | None]:
    """The factors of a product, and a sum among them; where there are several, none."""
    sums = [one for one in found if one[0] == "sum"]
    if len(sums) != 1:
        return found, None
    return [one for one in found if one is not sums[0]], sums[0]


def _exponent(found: list[Core]) -> tuple[list[Core], Core]:
    powers = [one for one in found if one[:2] == ("fn", "exp")]
    exponent = NOTHING
    for one in powers:
        exponent = ("+", exponent, one[2])
    return [one for one in found if one not in powers and one != ONE], exponent


def _not_negative(known: Known, e: Core) -> bool:
    return known.sign(e)[0] >= 0 or known.truth(("cmp", ">=", e, NOTHING)) is True


def _places(known: Known, whole: Core, beside: Core) -> Iterator[tuple[Known, Core, tuple[Core, ...]]]:
    """Places of a sum that are there: what is known with them, the term, and the indices."""
    own = [*indices(known, whole, frozenset(bound(whole))), *indices(known, beside, frozenset())]
    own = list(dict.fromkeys(own))
    ways = chain([(known, own)], *(witnesses(known, fact, own) for fact in known.facts))
    if len(whole[1]) > 1:  # one index may be there by one fact, and another one by the next
        first = [way for fact in known.facts if fact[0] == "exists" for way in witnesses(known, fact, own)]
        further = (witnesses(there, fact, places) for there, places in first for fact in there.facts)
        ways = chain(ways, *further)
    for there, places in ways:
        for at in islice(choices(whole, dict.fromkeys(places)), MOST):
            if known.left[0] < 0:
                return
            if (term := read_at(there, whole, at)) is not None:
                yield there, term, tuple(at.values())


def _further(known: Known, whole: Core, index: Core, beside: Core) -> bool:
    """Whether a sum has a positive term at a place that is certainly another one."""
    for at in choices(whole, indices(known, ("and", whole, beside), frozenset(bound(whole)))):
        term = read_at(known, whole, at)
        if term is not None and known.sign(term)[0] > 0 and apart(known, index, *at.values()):
            return True
    return False


def apart(known: Known, one: Core, other: Core) -> bool:
    """Whether two indices are certainly not the same: what is known of one letter is false of the other."""
    if one[0] != "v" or other[0] != "v" or one == other:
        return False
    if known.truth(("ixeq", one, other)) is False:
        return True
    moved = (known.put(fact, {one[1]: other}) for fact in known.facts if reads(fact, one[1:]))
    return any(known.truth(fact) is False for fact in moved if fact[0] != "ixeq")

"""Which of two terms is larger, by what they differ in and how the terms grow with it."""

from fractions import Fraction
from typing import Any

from ntpcheck.statement.following.ranks import ranks
from ntpcheck.statement.knowing.combinations import Known, Terms, combined, product
from ntpcheck.statement.knowing.cores import ONE, bound, over_the_same, same
from ntpcheck.statement.knowing.polarity import (
    ANY,
    MIRRORED,
    ZERO,
    Sign,
    divisor,
    joined,
    narrower,
    negative,
    plus,
    says,
    times,
)
from ntpcheck.statement.knowing.positive import nonzero
from ntpcheck.statement.knowing.shares import exceeds
from ntpcheck.statement.knowing.values import has_value
from ntpcheck.statement.knowing.written import equated
from ntpcheck.verifier.instance.tensors import Core

OVERDRAWN = 2_000  # comparisons beyond the steps: maxima of maxima, of cases, would ask for them without end


def stricter(known: Known, old: Core, new: Core) -> bool:
    """Whether a comparison follows from another; more than a number is what is no less, and another one."""
    if compared(known, old, new) or compared(known.having(old), old, new):
        return True
    weak = (new[0], f"{new[1]}=", *new[2:])
    if new[1] not in ("<", ">") or not nonzero(known, ("-", *new[2:])):
        return False
    return known.truth(weak) is True or compared(known, old, weak)


def compared(known: Known, old: Core, new: Core) -> bool:
    """Whether a comparison follows from another by what their differences differ in."""
    return any(
        _leads_to(sign, other, difference(known, before, after))
        for sign, before in _turned(old)
        for other, after in _turned(new)
        if other not in ("<", "<=")
    )


def beside(known: Known, old: Core, new: Core) -> bool:
    """The same by the other sides of two comparisons that have one in common, which is not looked into."""
    for kept, moved in ((2, 3), (3, 2)):
        if old[0] == new[0] == "cmp" and same(old[kept], new[kept]):
            apart = difference(known, old[moved], new[moved])
            sign, other, apart = old[1], new[1], apart if moved == 2 else negative(apart)
            if sign in ("<", "<="):
                sign, other, apart = MIRRORED[sign], MIRRORED[other], negative(apart)
            return _leads_to(sign, other, apart)
    return False


def _leads_to(sign: str, other: str, apart: Sign) -> bool:
    """Whether of two numbers the second is as `other` says where the first is as `sign` says.

    apart: the sign of the second less the first.
    """
    if sign == "=":
        return says(other, apart) is True
    if sign in (">", ">=") and other in (">", ">="):
        return apart[0] >= (1 if sign == ">=" and other == ">" else 0)
    if sign == ">" and other == "!=":
        return apart[0] >= 0
    return sign == other == "!=" and apart == ZERO


def difference(known: Known, before: Core, after: Core) -> Sign:
    """The sign of what is added to one number to make another."""
    return _left(known, combined(known.linear(after), known.linear(before, Fraction(-1))))


def _left(known: Known, terms: Terms) -> Sign:
    """The sign of a linear combination; of two terms with opposite coefficients, by which is larger."""
    found = known.total(terms)
    if found[0] == found[1]:
        return found
    for one, scale in terms.items():
        if one != () and (apart := _with_a_factor_less(known, terms, one, scale)) != ANY:
            return apart
        for other in [term for term, x in terms.items() if scale > 0 and x == -scale and term != ()]:
            if one == ():
                continue
            order = larger(known, known.shown[other], known.shown[one])
            rest = {term: x for term, x in terms.items() if term not in (one, other)}
            if order != ANY:
                total = plus(order, _left(known, rest))
                found = max(found[0], total[0]), min(found[1], total[1])
    return found


def _with_a_factor_less(known: Known, terms: Terms, one: Any, scale: Fraction) -> Sign:
    """The sign of s f g + (others), f a combination of what others are: s f (g - 1) + (others + s f)."""
    e = known.shown[one]
    if e[0] != "*" or len(terms) < 3:
        return ANY
    rest = {term: x for term, x in terms.items() if term != one}
    for i in (1, 2):
        whole = known.linear(e[i], scale)
        left = combined(rest, whole)
        if len(whole) > 1 and len(left) == len(rest) - len(whole):  # all of it is among the others
            beyond = times(known.sign(e[i]), known.sign(("-", e[3 - i], ONE)))
            beyond = beyond if scale > 0 else negative(beyond)
            return ANY if beyond == ANY else plus(beyond, _left(known, left))
    return ANY


def larger(known: Known, p: Core, q: Core) -> Sign:
    """The sign of q - p."""
    known.left[0] -= 1
    if known.left[0] < -OVERDRAWN:
        return ANY
    p, q = decided(known, p), decided(known, q)
    if same(p, q):
        return ZERO
    if p[0] in ("+", "-", "neg", "q") or q[0] in ("+", "-", "neg", "q"):
        return difference(known, p, q)
    found = ANY
    if p[0] == q[0]:
        rule = {"*": _product, "/": _quotient, "dot": _inner, "rank": ranks}.get(p[0], _monotone)
        found = rule(known, p, q)
    if found == ANY and {"*", "/"} & {p[0], q[0]}:
        found = _factor(known, p, q)
    if found == ANY and {"max2", "min2"} & {p[0], q[0]}:
        found = _either(known, p, q)
    return found if found != ANY else narrower(exceeds(known, q, p), negative(exceeds(known, p, q)))


def decided(known: Known, e: Core) -> Core:
    """A number without its definition's name; of cases of which one is known to be met, that one."""
    e = known.opened(e)
    while e[0] == "if" and (met := known.truth(e[1])) is not None:
        e = known.opened(e[2] if met else e[3])
    return e


def _factor(known: Known, p: Core, q: Core) -> Sign:
    """A number and its multiple, or a part of it; or the multiple of another, by that one."""
    for one, other, turned in ((p, q, False), (q, p, True)):
        if one[0] == "/" and same(known.opened(one[1]), other):
            below = divisor(known.sign(one[2]))
            order = times(known.sign(other), times(below, known.sign(("-", one[2], ONE))))
            return negative(order) if turned else order
        for i in (1, 2) if one[0] == "*" else ():  # f g - x = (f - x) + f (g - 1)
            beyond = times(known.sign(one[i]), known.sign(("-", one[3 - i], ONE)))
            order = ANY if beyond == ANY else plus(difference(known, other, one[i]), beyond)
            if order != ANY:
                return order if turned else negative(order)
    return ANY


def _either(known: Known, p: Core, q: Core) -> Sign:
    """Of max(a, b) or min(a, b) and another number: by that number and a, and by it and b."""
    of, other, turned = (p, q, False) if p[0] in ("max2", "min2") else (q, p, True)
    one, two = (
        larger(known, part, other) for part in of[1:]
    )  # of max(a, b), what q - a and q - b are at least
    pick = min if of[0] == "max2" else max
    found = pick(one[0], two[0]), pick(one[1], two[1])
    return negative(found) if turned else found


def _product(known: Known, p: Core, q: Core) -> Sign:
    """By one factor after the other; each is asked for where the other is the same, or both grow alike."""
    for kept, moved in ((1, 2), (2, 1)):
        if same(p[kept], q[kept]):
            return times(known.sign(p[kept]), larger(known, p[moved], q[moved]))
    common, left, beside = _in_common(known, p, q)
    if common:  # in another order, or of more factors
        return times(known.sign(product(common)), larger(known, product(left), product(beside)))
    for one, other in ((1, 2), (2, 1)):  # p1 p2, q1 p2, q1 q2
        first = times(known.sign(p[other]), larger(known, p[one], q[one]))
        if first != ANY:
            found = plus(first, times(known.sign(q[one]), larger(known, p[other], q[other])))
            if found != ANY:
                return found
    return ANY


def _in_common(known: Known, p: Core, q: Core) -> tuple[list[Core], list[Core], list[Core]]:
    """The factors that two products share, and what is left of each."""
    left, common, beside = known.multiplied(q), list[Core](), list[Core]()
    for one in known.multiplied(p):
        at = next((k for k, other in enumerate(left) if same(one, other)), None)
        (beside if at is None else common).append(one)
        if at is not None:
            del left[at]
    return common, beside, left


def _quotient(known: Known, p: Core, q: Core) -> Sign:
    if same(p[2], q[2]):
        return times(divisor(known.sign(p[2])), larger(known, p[1], q[1]))
    below = divisor(known.sign(p[2])), divisor(known.sign(q[2]))
    if below[0] != below[1] or below[0] == ANY:
        return ANY
    shrinks = negative(larger(known, p[2], q[2]))
    if same(p[1], q[1]):
        return times(known.sign(p[1]), shrinks)
    # p1 / p2, p1 / q2, q1 / q2
    return plus(times(known.sign(p[1]), shrinks), times(below[1], larger(known, p[1], q[1])))


def _inner(known: Known, p: Core, q: Core) -> Sign:
    """Inner products with one tensor: what is between them is that with the difference of the others."""
    for kept, moved in ((1, 2), (2, 1)):
        if not same(p[kept], q[kept]) or p[moved][0] != "lam" or q[moved][0] != "lam":
            continue
        letters = p[moved][1]
        to = {new: old for (new, _), (old, _) in zip(q[moved][1], letters, strict=True)}
        other = known.put(q[moved][2], to)
        apart = combined(known.linear(other), known.linear(p[moved][2], Fraction(-1)))
        total: Terms = {}
        for term, scale in apart.items():
            factor = ONE if term == () else known.shown[term]
            pair = (("lam", letters, factor), p[kept])
            total = combined(total, known.term(("dot", *(pair if moved == 1 else pair[::-1])), scale))
        return known.total(total)
    return ANY


def _monotone(known: Known, p: Core, q: Core) -> Sign:
    """Two terms of one kind that grow with their parts."""
    kind = p[0]
    if kind == "norm":
        one, other = known.linear(p), known.linear(q)
        return (
            known.total(combined(other, {term: -x for term, x in one.items()}))
            if set(one) == set(other)
            else ANY
        )
    if kind == "fn" and p[1] == q[1] in ("exp", "log", "sqrt"):
        return larger(known, p[2], q[2])
    if kind == "^" and p[2] == q[2] > 0:
        odd, signs = p[2] % 2, joined(known.sign(p[1]), known.sign(q[1]))
        order = larger(known, p[1], q[1])
        return order if odd or signs[0] >= 0 else negative(order) if signs[1] <= 0 else ANY
    if kind in ("sum", "max", "min") and over_the_same(p, q):
        guard, body = known.lettered(q, bound(p))
        if same(guard, p[2]):
            order = larger(known.having(guard), p[3], body)
            return joined(order, ZERO) if kind == "sum" else order  # of nothing, sums are equal
        if kind == "sum" and same(body, p[3]):
            return plus(_gained(known, p[2], guard, body), negative(_gained(known, guard, p[2], body)))
    if kind in ("max2", "min2"):
        return joined(larger(known, p[1], q[1]), larger(known, p[2], q[2]))
    if kind == "if" and same(p[1], q[1]):
        there = (known.having(p[1]), 2), (known.having(("not", p[1])), 3)
        return joined(*(larger(case, p[i], q[i]) for case, i in there))
    return ANY


def _gained(known: Known, less: Core | None, more: Core | None, body: Core) -> Sign:
    """The sign of what a sum has at the places where the one condition fails and the other holds.

    What is read there alone has to have a value.
    """
    there = known.having(more)
    if less is None or there.truth(less) is True:
        return ZERO
    found = ZERO
    for outside in failing(there, less):
        if not has_value(outside, body):
            return ANY
        found = joined(found, sign_equated(outside, body))
    return found


def failing(known: Known, e: Core) -> list[Known]:
    """The cases in which a formula fails: of a conjunction, one part, or that holds and the other fails."""
    e = known.opened(e)
    if e[0] == "and":
        found = [] if known.truth(e[1]) is True else failing(known, e[1])
        there = known.having(e[1])
        return found if there.truth(e[2]) is True else [*found, *failing(there, e[2])]
    return [known.having(("not", e))]


def sign_equated(known: Known, e: Core) -> Sign:
    """The sign of a number, also with an index in the place of a letter that is said to be that index."""
    found = known.sign(e)
    for fact in known.facts if found[0] != found[1] else ():
        for letter, index in equated(fact):
            found = narrower(found, known.sign(known.put(e, {letter: index})))
    return found


def _turned(e: Core) -> list[tuple[str, Core]]:
    """A comparison as one of a difference with 0, both ways round."""
    return [(e[1], ("-", e[2], e[3])), (MIRRORED[e[1]], ("-", e[3], e[2]))]

"""Shares that add up to 1 over an index t: N(t) / sum z. N(z) exp(F(z,t)), where F(z,t) + F(t,u) = F(z,u).

Then F(z,t) = F(z,u) - F(t,u) for any u, so that the divisor at t is exp(-F(t,u)) times K = sum z. N(z)
exp(F(z,u)), and the sum over t of N(t) exp(F(t,u)) / K is 1. So softmaxes and frequencies do, and N may be 0
where the divisor's sum has a condition that fails. Wherever the sum has a value its divisors are not 0.
"""

from fractions import Fraction

from ntpcheck.statement.knowing.combinations import Known, Terms, combined
from ntpcheck.statement.knowing.cores import NOTHING, ONE, reads, same
from ntpcheck.statement.knowing.polarity import ZERO
from ntpcheck.verifier.instance.tensors import Core


def adds_up(known: Known, letter: str, axis: str, e: Core, within: Core | None = None) -> bool:
    """Whether a quotient adds up to 1 over a letter without a condition.

    within: what the letter has to satisfy; then whether it adds up to no more than 1, if it is not negative.
    """
    e = known.opened(e)
    if e[0] != "/":
        return False
    divisor = known.opened(e[2])
    if divisor[0] != "sum" or [of for _, of in divisor[1]] != [axis]:
        return False
    ((z, _),), guard, body = divisor[1:]
    t, u = ("v", letter), ("v", known.name())
    own, whole = split(known, e[1]), split(known, body)
    if not same(known.put(own[0], {letter: ("v", z)}), whole[0]):
        return False
    if reads(guard, (letter,)):  # what is left out is to be the same for all t
        return False
    if guard is not None:
        outside = ("not", known.put(guard, {z: t}))
        left_out = within is None or known.alone().having(within).truth(outside) is not False
        if left_out and known.alone().having(outside).sign(e[1]) != ZERO:
            return False

    def apart(one: Core, other: Core) -> Terms:
        """F at two indices."""
        at = known.put(known.put(whole[1], {z: ("v", "#z")}), {letter: other})
        at = known.put(at, {"#z": one})
        return combined(known.linear(at), known.linear(known.put(own[1], {letter: one}), Fraction(-1)))

    z_index = ("v", known.name())
    return combined(apart(z_index, t), apart(t, u)) == apart(z_index, u)


def split(known: Known, e: Core) -> tuple[Core, Core]:
    """A product as what is multiplied, and what stands in powers of e."""
    e = known.opened(e)
    if e[:2] == ("fn", "exp"):
        return ONE, e[2]
    if e[0] != "*":
        return e, NOTHING
    (one, other), powers = zip(*(split(known, part) for part in e[1:]), strict=True)
    rest = other if same(one, ONE) else one if same(other, ONE) else ("*", one, other)
    return rest, ("+", *powers)

"""Numbers of a formula as linear combinations of terms, with definitions written out."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from functools import reduce
from math import gcd, lcm
from typing import Any

from ntpcheck.statement.knowing.cores import reads, same
from ntpcheck.statement.knowing.given import ONE, Given, Terms
from ntpcheck.statement.knowing.polarity import Sign
from ntpcheck.verifier.instance.tensors import Core


class Known(Given):
    """Terms are kept by what they are alike to, so that what is the same is one term.

    What signs and truth come to, `Signs` adds, in signs.py; what follows from what, `Around`, in implied.py.
    """

    # ---- what these add ----
    def follows(self, old: Core, new: Core) -> bool:
        raise NotImplementedError

    def having(self, *formulas: Core | None) -> Known:
        raise NotImplementedError

    def sign(self, e: Core) -> Sign:
        raise NotImplementedError

    def total(self, terms: Terms) -> Sign:
        raise NotImplementedError

    def truth(self, e: Core) -> bool | None:
        raise NotImplementedError

    def adds_up(self, letter: str, axis: str, e: Core, within: Core | None = None) -> bool:
        raise NotImplementedError

    # ---- linear combinations ----
    def linear(self, e: Core, scale: Fraction = ONE) -> Terms:
        """A number's multiple as a linear combination."""
        if id(e) in self.read:
            found = self.read[id(e)][1]
        else:
            found = self._linear(e)
            if self.lasting():
                self.read[id(e)] = e, found
        return {term: scale * x for term, x in found.items()} if scale else {}

    def _linear(self, e: Core) -> Terms:
        e = self._cancelled(self.opened(e))
        if e[0] == "q":
            return {(): e[1]} if e[1] else {}
        if e[0] in ("+", "-"):
            return combined(self.linear(e[1]), self.linear(e[2], ONE if e[0] == "+" else -ONE))
        if e[0] == "neg":
            return self.linear(e[1], -ONE)
        if (
            not self.lasting()
        ):  # nothing is kept any more, so that each part of a part would be looked at anew
            return self.term(e, ONE)
        if e[:2] == ("fn", "exp") and e[2][0] == "-" and same(*e[2][1:]):
            return {(): ONE}  # exp(x - x)
        if e[0] == "sum" and (counted := _counted(e)) is not e:
            return self.linear(counted)
        if e[0] == "sum" and (index := _last(e)) is not None:  # the term there, and all beyond it
            ((letter, _),), order = e[1], ("ixlt", *e[2][1][:0:-1])
            return combined(self.linear(self.put(e[3], {letter: index})), self.linear((*e[:2], order, e[3])))
        if e[0] in ("*", "/"):
            parts = [(self.linear(e[1]), e[2]), (self.linear(e[2]), e[1])]
            for known, other in parts[1:] if e[0] == "/" else parts:
                if set(known) <= {()} and (e[0] == "*" or known):
                    number = known.get((), Fraction(0))
                    return self.linear(other, number if e[0] == "*" else 1 / number)
            if e[0] == "/" and same(self.opened(e[1]), self.opened(e[2])):  # 1 wherever it has a value
                return {(): ONE}
        return self._scaled(e)

    def _cancelled(self, e: Core) -> Core:
        """A product, or what is summed, without factors by which it is divided too: these are not 0 there."""
        if e[0] == "sum":
            inner = self.opened(e[3])
            body = self._cancelled(inner)
            return e if body is inner else (*e[:3], body)
        above, below = self.factors(e)
        kept: list[Core] = []
        left = [(self._key(x), x) for x in below]
        for x in above if below else ():
            same_one = next((k for k, (key, _) in enumerate(left) if key == self._key(x)), None)
            if same_one is None or x[0] == "q":
                kept.append(x)
            else:
                del left[same_one]
        if len(left) == len(below):
            return e
        kept_product, divisor = (product(parts) for parts in (kept, [x for _, x in left]))
        return kept_product if not left else ("/", kept_product, divisor)

    def factors(self, e: Core) -> tuple[list[Core], list[Core]]:
        """What a number is a product of, and what it is divided by."""
        e = self.opened(e)
        if e[0] not in ("*", "/"):
            return [e], []
        (above, below), (more, less) = (self.factors(part) for part in e[1:])
        return (above + more, below + less) if e[0] == "*" else (above + less, below + more)

    def parted(self, e: Core) -> Iterator[tuple[Core, Core | None]]:
        """A quotient as one without each factor of what is divided, and that factor; and as it is."""
        yield e, None
        above, below = self.factors(e)
        for k, one in enumerate(above if below else ()):
            yield ("/", product(above[:k] + above[k + 1 :]), product(below)), one

    def multiplied(self, e: Core) -> list[Core]:
        """What a product multiplies."""
        e = self.opened(e)
        return [*self.multiplied(e[1]), *self.multiplied(e[2])] if e[0] == "*" else [e]

    def _key(self, e: Core) -> Any:
        (key,) = self.term(e, ONE)
        return key

    def _scaled(self, e: Core) -> Terms:
        """A term without the numbers that scale its factors, or what it sums."""
        scale = ONE
        if e[0] == "sum" and (shares := self._shares(e)) is not None:
            return shares
        if e[0] in ("*", "sum"):
            at = (1, 2) if e[0] == "*" else (3,)
            found = [self._multiple(e[i]) if e[0] == "sum" else self._single(e[i]) for i in at]
            if any(number != 1 or one == ("q", ONE) for one, number in found):
                for i, (one, number) in zip(at, found, strict=True):
                    e, scale = (*e[:i], one, *e[i + 1 :]), scale * number
        if e[0] == "/":
            (above, number), (below, divisor) = self._multiple(e[1]), self._single(e[2])
            if number != divisor:
                e, scale = ("/", above, below), scale * number / divisor
        if e[0] in ("norm", "dot"):
            e, number = self._lengthened(e)
            scale *= number
        return self.term(e, scale)

    def _lengthened(self, e: Core) -> tuple[Core, Fraction]:
        """A norm, or an inner product, as a multiple of that of what has no common factor."""
        whole = ONE
        for i, lam in enumerate(e[1:], 1):
            if lam[0] != "lam":
                continue
            terms = self.linear(lam[2])
            share = content(terms.values()) * (-1 if terms and max(terms.values()) < 0 else 1)
            if share != 1:
                whole *= abs(share) if e[0] == "norm" else share
                body = self.rebuilt({term: x / share for term, x in terms.items()})
                e = (*e[:i], (*lam[:2], body), *e[i + 1 :])
        return e, whole

    def rebuilt(self, terms: Terms) -> Core:
        """A linear combination that is not 0 as a number, its terms in one order."""
        return product([self._times(terms[term], term) for term in sorted(terms, key=repr)], "+")

    def _times(self, number: Fraction, term: Any) -> Core:
        if term == ():
            return ("q", number)
        return self.shown[term] if number == 1 else ("*", ("q", number), self.shown[term])

    def _shares(self, e: Core) -> Terms | None:
        """A sum of multiples of what adds up to 1 over one of its letters: over the others, of 1."""
        for letter, axis in e[1] if e[2] is None else ():
            parts = self.linear(e[3])
            if parts and all(term != () and self.adds_up(letter, axis, self.shown[term]) for term in parts):
                others, number = tuple(pair for pair in e[1] if pair[0] != letter), sum(parts.values())
                one: Core = ("q", number)
                return self.linear(("sum", others, None, one) if others and number else one)
        return None

    def _single(self, e: Core) -> tuple[Core, Fraction]:
        """A number as a multiple of one term; else as itself, once."""
        found = self.linear(e)
        if len(found) != 1 or () in found:
            return e, ONE
        ((term, number),) = found.items()
        return self.shown[term], number

    def _multiple(self, e: Core) -> tuple[Core, Fraction]:
        """The same, a number as a multiple of 1."""
        found = self.linear(e)
        return (("q", ONE), found[()]) if set(found) == {()} else self._single(e)

    def term(self, e: Core, scale: Fraction) -> Terms:
        key = self.form(e)
        self.shown.setdefault(key, e)
        return {key: scale} if scale else {}


def _counted(e: Core) -> Core:
    """A sum without letters that nothing in it names, times the sizes of their axes; these are not empty."""
    idle = [pair for pair in e[1] if not reads(e[2:], (pair[0],))]
    kept = tuple(pair for pair in e[1] if pair not in idle)
    if not idle or (e[2] and not kept):
        return e
    return product([*(("size", axis) for _, axis in idle), (*e[:1], kept, *e[2:]) if kept else e[3]])


def _last(e: Core) -> Any:
    """The index v of a sum over all u <= v, or over all u >= v."""
    if len(e[1]) != 1 or not e[2] or e[2][0] != "not" or e[2][1][0] != "ixlt":
        return None
    letter = ("v", e[1][0][0])
    others = [index for index in e[2][1][1:] if index != letter and not reads(index, letter[1:])]
    return others[0] if len(others) == 1 else None


def product(parts: Sequence[Core], joined: str = "*") -> Core:
    """A product of numbers, 1 of none; joined: or their sum."""
    return reduce(lambda one, other: (joined, one, other), parts) if parts else ("q", ONE)


def content(numbers: Collection[Fraction]) -> Fraction:
    """The largest number of which all of these are whole multiples; 1 if there are none."""
    above = gcd(*(number.numerator for number in numbers))
    return Fraction(above, lcm(*(number.denominator for number in numbers))) if above else ONE


def combined(a: Terms, b: Terms) -> Terms:
    found = {term: a.get(term, Fraction(0)) + b.get(term, Fraction(0)) for term in {**a, **b}}
    return {term: scale for term, scale in found.items() if scale}

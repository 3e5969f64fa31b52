"""Signs of terms and truth of formulas, as far as their form and what is known around them decide.

A sign is a pair of bounds among -1, 0 and 1. Squares, norms, exponentials, counts and sizes have theirs by
themselves; sums are compared as linear combinations, so that what is added and subtracted cancels. What is
known are comparisons: the claim's assumptions, and conditions around the term. A divisor is not 0 and a root
is real where a term has a value, and nothing is said of where it has none.
"""

from fractions import Fraction

from ntpcheck.statement.knowing.attained import at_points
from ntpcheck.statement.knowing.chains import linked
from ntpcheck.statement.knowing.combinations import Known, Terms, combined
from ntpcheck.statement.knowing.cores import same
from ntpcheck.statement.knowing.factors import by_products
from ntpcheck.statement.knowing.facts import possible, split, word
from ntpcheck.statement.knowing.late import anywhere, late, outgrown
from ntpcheck.statement.knowing.logs import by_tangents, of_log
from ntpcheck.statement.knowing.merged import as_one_index
from ntpcheck.statement.knowing.normalised import adds_up
from ntpcheck.statement.knowing.places import in_order
from ntpcheck.statement.knowing.polarity import (
    ANY,
    AT_LEAST,
    AT_MOST,
    NEGATIVE,
    POSITIVE,
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
from ntpcheck.statement.knowing.ranges import beside_one, by_ranges
from ntpcheck.statement.knowing.shares import by_parts
from ntpcheck.statement.knowing.sizes import by_sizes
from ntpcheck.statement.knowing.somewhere import at_zero, one_step, somewhere
from ntpcheck.statement.knowing.tableau import never
from ntpcheck.statement.knowing.triangle import by_triangle
from ntpcheck.statement.knowing.universal import at_terms, everywhere, of_sums
from ntpcheck.verifier.instance.tensors import Core

DEEP = 2  # facts that are added up to decide one sign
SHARED = 4  # by as much less than for the whole is looked at a condition of a quantifier


class Signs(Known):
    """What is known, asked for signs and truth."""

    def having(self, *formulas: Core | None) -> Known:
        """The same where formulas hold too, one beside the other."""
        found: Known = self
        for e in formulas:
            found = _beside(found, e) if e else found.by(found.facts)
        return found

    # ---- numbers ----
    def sign(self, e: Core) -> Sign:
        self.left[0] -= 1
        return self.answer(self._found, e) if self.left[0] >= 0 else ANY

    def _found(self, e: Core) -> Sign:
        e = self.opened(e)
        if e[0] in ("+", "-", "q", "neg"):
            found = self.total(self.linear(e))
        elif (found := self._sign(e))[0] != found[1]:
            one = self.term(e, Fraction(1))
            found = of_sums(self, one, self._told(one, found))
        return found if found[0] == found[1] else by_products(self, e, found)

    def _sign(self, e: Core) -> Sign:
        kind = e[0]
        if kind == "*":
            found = times(self.sign(e[1]), self.sign(e[2]))
            return narrower(found, AT_LEAST) if same(e[1], e[2]) else found
        if kind == "/":
            return times(self.sign(e[1]), divisor(self.sign(e[2])))
        if kind == "^":
            base = self.sign(e[1])
            if e[2] == 0:
                return POSITIVE
            if e[2] % 2 or base == ZERO:
                return base
            return POSITIVE if base in (POSITIVE, NEGATIVE) else AT_LEAST
        if kind == "fn":
            return self._function(e[1], e[2])
        if kind == "field":
            return AT_LEAST if self.written.book.fields()[e[1]].natural else ANY
        if kind == "norm":
            return ZERO if self.sign(e[1][2]) == ZERO else AT_LEAST
        if kind in ("rank", "size") or (kind == "dot" and same(e[1], e[2])):
            return AT_LEAST if kind != "size" else POSITIVE  # axes are not empty
        return self._gathered(e)

    def _function(self, name: str, e: Core) -> Sign:
        looks = name == "sqrt" or (
            name == "abs" and not self.deep
        )  # in a fact it is enough that it is at least 0
        inside = self.sign(e) if looks else ANY
        if name == "sqrt":
            return inside if inside[0] >= 0 else AT_LEAST
        if name == "abs":
            return POSITIVE if inside in (POSITIVE, NEGATIVE) else ZERO if inside == ZERO else AT_LEAST
        return POSITIVE if name == "exp" else of_log(self, e)

    def _gathered(self, e: Core) -> Sign:
        """Sums, extremes, cases and infima by the signs of what they range over."""
        kind = e[0]
        if kind == "sum":
            if e[2] is None:  # axes are not empty
                return self.sign(e[3])
            return ZERO if self.truth(e[2]) is False else joined(self.having(e[2]).sign(e[3]), ZERO)
        if kind in ("max", "min"):
            return self.having(e[2]).sign(e[3])
        if kind in ("max2", "min2"):
            a, b = self.sign(e[1]), self.sign(e[2])
            pick = max if kind == "max2" else min
            return pick(a[0], b[0]), pick(a[1], b[1])
        if kind == "if":
            parts = [
                known.sign(part)
                for known, part in ((self.having(e[1]), e[2]), (self.having(("not", e[1])), e[3]))
                if possible(known)
            ]
            return joined(*parts) if len(parts) == 2 else parts[0] if parts else ANY
        if kind == "largest" and e[3] is None:  # no diagonal entry of a symmetric matrix is larger
            (row, _), (column, _) = (*e[1], *e[2]) if len(e[1]) == len(e[2]) == 1 else (("", ""), ("", ""))
            low = self.sign(self.put(e[4], {column: row}))[0] if row else -1
            return (low, 1)
        if kind == "infimum":
            low = self.having(e[3]).sign(e[4])[0]
            return AT_LEAST if low >= 0 else ANY
        return ANY

    # ---- linear combinations ----
    def adds_up(self, letter: str, axis: str, e: Core, within: Core | None = None) -> bool:
        return adds_up(self, letter, axis, e, within)

    def total(self, terms: Terms) -> Sign:
        """The sign of a linear combination."""
        found = ZERO
        for term, scale in terms.items():
            one = POSITIVE if term == () else self.sign(self.shown[term])
            found = plus(found, one if scale > 0 else negative(one))
        if found[0] != found[1]:
            found = by_parts(self, terms, beside_one(self, terms, self._cleared(terms, found)))
            found = by_tangents(self, terms, by_ranges(self, terms, outgrown(self, terms, found)))
            found = by_sizes(self, terms, by_triangle(self, terms, found))
        return found if found[0] == found[1] else of_sums(self, terms, self._told(terms, found))

    def _cleared(self, terms: Terms, found: Sign) -> Sign:
        """The sign of c + k x / y as that of (c y + k x) / y."""
        broken = [term for term in terms if term[:1] == ("/",)]
        if len(broken) != 1 or set(terms) != {(), broken[0]}:
            return found
        _, x, y = self.shown[broken[0]]
        below = divisor(self.sign(y))
        whole = combined(self.linear(y, terms[()]), self.linear(x, terms[broken[0]]))
        return found if below == ANY else narrower(found, times(self.total(whole), below))

    def _told(self, terms: Terms, found: Sign) -> Sign:
        """The same with what is known: it is a multiple of a fact's difference, and something more."""
        if self.deep >= DEEP:
            return found
        for fact in (*self.facts, *at_terms(self, terms)):
            if fact[0] != "cmp" or fact[1] == "!=":
                continue
            side = self._side(fact)
            of = {">": POSITIVE, ">=": AT_LEAST, "=": ZERO, "<": NEGATIVE, "<=": AT_MOST}[fact[1]]
            for shared in [term for term in side if term != () and term in terms]:
                self.left[0] -= 10
                if self.left[0] < 0:
                    return found
                scale = terms[shared] / side[shared]
                rest = combined(terms, {term: -scale * x for term, x in side.items()})
                self.deep += 1
                other = self.total(rest)
                self.deep -= 1
                found = narrower(found, plus(other, of if scale > 0 else negative(of)))
            if found[0] == found[1]:
                break
        return found

    # ---- formulas ----
    def truth(self, e: Core) -> bool | None:
        """Whether a formula holds wherever it has a value and the facts hold; None where that is not seen."""
        self.left[0] -= 1
        return self.answer(self._decided, e) if self.left[0] >= 0 else None

    def _decided(self, e: Core) -> bool | None:
        e = self.opened(e)
        kind = e[0]
        if kind == "cmp":
            said = says(e[1], self.sign(("-", e[2], e[3])))
            return everywhere(self, e) if said is None else said
        if kind == "not":
            inner = self.truth(e[1])
            return None if inner is None else not inner
        if kind in ("and", "or", "implies"):
            found = self._connected(kind, e[1], e[2])
            if found is not None:
                return found
        if kind in ("forall", "exists", "some", "every"):
            return self._ranging(e, kind in ("forall", "every"))
        if kind in ("eventually", "always", "growing"):
            at = late(self.written, e) if kind != "always" else None
            return (self if kind == "growing" else anywhere(self)).having(at).truth(e[-1])
        if kind == "solvable":
            found = self._said(e)
            found = found if found is not None else at_zero(self, [e[1:3]], e[3]) or self.truth(e[3])
            return found if found is not None else at_points(self, e) or None
        if kind == "tends" and e[2][0] != "infinity":  # what is always the same tends to that
            return True if anywhere(self).sign(("-", e[1], e[2])) == ZERO else self._said(e)
        if kind == "closure" and self.splits[1] and one_step(self, e):
            return True
        if kind in ("ixeq", "ixlt") and (found := in_order(self.facts, e)) is not None:
            return found
        said = self._said(e)
        if said is None and kind == "closure" and linked(self, e):
            return True
        if said is None and kind == "ixeq":
            said = self._said((kind, e[2], e[1]))
        return everywhere(self, e) if said is None and kind not in ("or", "implies") else said

    def _connected(self, kind: str, one: Core, other: Core) -> bool | None:
        """`and`, `or` and `implies`: the second part counts only where the first leaves it to decide."""
        first = self.truth(one)
        if kind == "implies":
            first = None if first is None else not first
        settles = kind != "and"
        if first is settles:
            return settles
        second = self.having(("not", one) if kind == "or" else one).truth(other)
        if second is settles:
            return settles
        return not settles if None not in (first, second) else None

    def _ranging(self, e: Core, over_all: bool) -> bool | None:  # noqa: FBT001
        """Quantifiers: of nothing, where the guard is never met; or of a body that is always so."""
        if e[2] is not None and self._not_met(e[2]):
            return over_all
        body = self.having(e[2]).truth(e[3])
        if body is None and (one := as_one_index(self.having(e[2]), e[3])) is not None:
            body = one[0].truth(one[1])
        if body is over_all or (e[2] is None and body is not None):  # there is an index, and a tensor
            return body
        if e[0] == "exists":
            return somewhere(self, e)
        found = at_zero(self, e[1], e[3]) if e[2] is None and e[0] in ("some", "every") else None
        return found if found is (not over_all) else None

    def _not_met(self, guard: Core) -> bool:
        """Whether a condition is seen never to be met, by a part of the steps that are left: a body may need
        the others, and may be always so by itself.
        """
        aside = self.left[0] - self.left[0] // SHARED
        self.left[0] -= aside
        said = self.truth(guard)
        found = said is False or (said is None and never(self, guard))
        self.left[0] += aside
        return found

    def _said(self, e: Core) -> bool | None:
        """What the facts say of a formula word by word."""
        for fact in self.facts:
            if fact[0] == e[0] and self.form(fact) == self.form(e):
                return True
            if fact[0] == "not" and fact[1][0] == e[0] and self.form(fact[1]) == self.form(e):
                return False
        if word(e) and any(word(f) and f[1] == e[1] and f[2] != e[2] for f in self.facts):
            return False
        return None

    def _side(self, fact: Core) -> Terms:
        """The difference of a fact's two sides."""
        if id(fact) not in self.sides:
            self.sides[id(fact)] = fact, self.linear(("-", fact[2], fact[3]))
        return self.sides[id(fact)][1]


def _beside(known: Known, e: Core) -> Known:
    """What is known with a formula, the same as before where nothing else was looked at."""
    key = id(known.form(e)), known.deep
    found = known.beside.get(key)
    if found and found.deep == known.deep and (found.long, found.divisors) == (known.long, known.divisors):
        return found
    found = known.by((*known.facts, *split(known, e)))
    if known.lasting():
        known.beside[key] = found
    return found

"""Whether an edited claim follows from its line: what makes no falsehood of a claim that stands.

Formulas are compared part by part, with definitions written out. Each rule keeps to the polarity of a place:
a stronger condition of `forall`, a weaker one of `exists`, a part of `and`, an alternative more of `or`.
A comparison follows from another where its difference is no smaller, by the signs of what the two differ in
(signs.py), and a limit from one of an equal number; a condition that is never met, or always, counts so;
`some c` gives c + 1, c / 2, 0 and -1 as well as c, where these meet its condition. Every rule is sound
wherever both claims have a value, and the edit may read nothing that may have none: what its line reads has
one, where the line reads it. What is not seen to follow is taken not to.
"""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from ntpcheck.statement.following.adding import adds_up_to
from ntpcheck.statement.following.mirrored import backwards
from ntpcheck.statement.following.orders import beside, difference, failing, stricter
from ntpcheck.statement.following.outgrowing import outgrows
from ntpcheck.statement.following.rays import along_rays
from ntpcheck.statement.following.scaled import alike_up_to_scale
from ntpcheck.statement.following.shifted import beyond
from ntpcheck.statement.following.singles import as_one, on_single_axes
from ntpcheck.statement.following.splitting import at_some, by_cases, by_denial, part_by_part
from ntpcheck.statement.following.squeezed import below, confined
from ntpcheck.statement.following.tending import as_roots, converges, tends_as_well
from ntpcheck.statement.following.termwise import by_terms
from ntpcheck.statement.knowing import cores
from ntpcheck.statement.knowing.combinations import Known
from ntpcheck.statement.knowing.cores import Written, bound, same
from ntpcheck.statement.knowing.given import STEPS
from ntpcheck.statement.knowing.late import anywhere, late
from ntpcheck.statement.knowing.numbers import moved, nearer
from ntpcheck.statement.knowing.polarity import ZERO, says
from ntpcheck.statement.knowing.signs import Signs
from ntpcheck.statement.knowing.surely import LongPoints, divisors, fails
from ntpcheck.statement.knowing.unlike import where_they_differ
from ntpcheck.statement.knowing.values import has_value, holds, reads_no_more
from ntpcheck.statement.knowing.written import at_index, resting, written_out
from ntpcheck.statement.printing.reading import assumed
from ntpcheck.verifier.instance.tensors import Core
from ntpcheck.verifier.language.book import Book, Claim

ALL, SOME = ("forall", "every"), ("exists", "some")
AT_ONCE = (on_single_axes, alike_up_to_scale, beyond, along_rays)  # rules about a statement as a whole
TRUE = ("cmp", "=", cores.ONE, cores.ONE)

SHARED = 4  # by as much less than for a whole question is looked at other numbers that may have a property


def follows(old: Book, new: Book, claim: Claim, place: str, facts: Iterable[Core] = ()) -> bool:
    """Whether a claim of one book follows from what it says in another, `place` being all that differs.

    facts: what else holds wherever the claim is made.
    """
    if backwards(old, new, claim):
        return True
    (before, *rest), (after, *others) = (
        written_out(book, book.claims[claim.id], place) for book in (old, new)
    )
    if not same(tuple(rest), tuple(others)):  # what is assumed, asked for and demanded
        return False
    known = surroundings(old, claim)
    known = known.having(*(known.put(fact, {}) for fact in facts))
    if not all(_one_point(known, old, new, key, place) for key in resting(old, (before, *rest), place)):
        return False
    if _one_definition(known, old, new, place):
        return True
    before, after = (known.put(core, {}) for core in (before, after))
    if as_roots(known, before, after):
        return True
    if not reads_no_more(known, before, after):
        return False
    if any(rule(known, before, after) for rule in AT_ONCE):
        return True
    known.left[0] = STEPS
    if converges(known.having(before), after) or outgrows(known, after):
        return True
    for there, *pair in where_they_differ(known, before, after):
        if part_by_part(there, *pair) or there.follows(*pair) or _alone(there, *pair):
            return True
    known.left[0] = STEPS
    if any(known.follows(new, old) for old, new in as_one(known, before, after)):
        return True
    return known.follows(before, after)


def _alone(known: Known, old: Core, new: Core) -> bool:
    """Whether what stands in the place of a part holds by itself, or by the part as a whole."""
    known.left[0] = STEPS
    return known.having(old).truth(new) is True


def defined_alike(old: Book, new: Book, place: str) -> bool:
    """Whether a number or formula that is defined is the same in both books wherever there is an instance."""
    let = old.lets[place]
    owner = place.rpartition(":")[0]
    for one, other in ((old, new), (new, old)):
        one.given, one.local = let.given, old.claims[owner].locals if owner else {}
        known = Around(Written(one))
        known = known.having(*(known.put(core, {}) for core in one.demanded(let.given)))
        known.left[0] = STEPS
        if not _one_definition(known, one, other, place):
            return False
    return True


def _one_definition(known: Known, old: Book, new: Book, place: str) -> bool:
    """Whether a number or formula that is defined is the same in both books, whatever it is asked of."""
    one, other = (book.lets.get(place) for book in (old, new))
    if one is None or other is None or one.kind not in ("num", "bool"):
        return False
    own = {name: known.name() for name in (*dict(one.indices), *one.parameters)}
    before, after = (known.put(let.core, own) for let in (one, other))
    if not reads_no_more(known, before, after, stands=False):
        return False
    if one.kind == "num":
        return difference(known, before, after) == ZERO
    return all(known.follows(*pair) for pair in ((before, after), (after, before)))


def _one_point(known: Known, old: Book, new: Book, key: str, place: str) -> bool:
    """Whether a point is the same in both books, by conditions that follow from each other."""
    one, other = (book.lets[key] for book in (old, new))
    if one.kind != "point" or one.parameters or one.core[0] != "closest" or other.core[0] != "closest":
        return False
    parts: list[Any] = []
    for book, let in ((old, one), (new, other)):
        core = known.put(Written(book, (place,)).out(let.core), {})
        if resting(book, core[3:], place):
            return False
        parts.append(core)
    before, after = parts
    inner = known.put(after[4], {after[1]: before[1]})
    both = known.follows(before[4], inner) and known.follows(inner, before[4])
    return same(before[2:4], after[2:4]) and reads_no_more(known, before[4], inner) and both


def surroundings(book: Book, claim: Claim, *but: str) -> Known:
    """What a claim's assumptions, its condition and the demands of its type say, without some assumptions."""
    book.given, book.local = claim.given, claim.locals
    known = Around(Written(book))
    kept = assumed(book, claim, *but)
    known = known.having(*(known.put(core, {}) for core in book.demanded(claim.given)), *kept)
    for one in kept:
        known.divisors |= frozenset(divisors(known, one))
    known.long = LongPoints(known)
    known.begin()  # what all that took is not taken from what is asked later
    return known.having(known.put(claim.asked, {})) if claim.asked else known


class Around(Signs):
    """What is known, asked for what follows there from what."""

    def follows(self, old: Core, new: Core) -> bool:
        """Whether `new` holds wherever `old` and what is known do."""
        if same(old, new):
            return True
        old, new = _simplified(self, old), _simplified(self, new)
        if old[0] == new[0] == "and" and self._side_by_side(old, new):
            return True
        if new[0] == "and":
            return all(self.follows(old, part) for part in new[1:])
        if old[0] == "or":
            return all(self.follows(part, new) for part in old[1:])
        if beside(self, old, new) or beside(self.having(old), old, new):
            return True
        if new[0] == "cmp" and says(new[1], difference(self, new[3], new[2])) is True:
            return True  # by how its own two sides grow
        if self._parts(old, new) or at_some(self, old, new) or (old[0] == new[0] and self._alike(old, new)):
            return True
        ways = [(new[2], old)] if new[0] in ALL and old[0] != new[0] else []
        ways += [(old, new[2])] if ways and new[2] and self.splits[0] > 0 else []  # by cases of a condition
        if any(self.having(one).follows(other, new[3]) for one, other in ways):
            return True
        here: Known = self
        if old[0] == "ixeq" and old[1][0] == "v":  # one index is the other
            here, new = at_index(self, old[1][1], old[2], new)
        if here.truth(old) is False:
            return True
        if old[0] == new[0] == "not" and new[1][0] == "solvable" and fails(here, new[1][3]):
            return True
        there = here.having(old)
        if there.truth(new) is True or adds_up_to(there, new, anything=True) or by_terms(there, new):
            return True
        return by_denial(there, new) or (new[0] == "bounded" and confined(anywhere(there), new[1]))

    def _side_by_side(self, old: Core, new: Core) -> bool:
        return all(self.having(old[3 - i]).follows(old[i], new[i]) for i in (1, 2))

    def _parts(self, old: Core, new: Core) -> bool:
        """A part of a conjunction, an alternative more, a conclusion without its condition's help."""
        if old[0] == "and" and any(self.having(old[3 - i]).follows(old[i], new) for i in (1, 2)):
            return True
        if new[0] == "or" and any(self.follows(old, part) for part in new[1:]):
            return True
        return new[0] == "implies" and self.having(new[1]).follows(old, new[2])

    def _alike(self, old: Core, new: Core) -> bool:
        """Two formulas of one kind, part by part."""
        kind = old[0]
        if kind == "cmp":
            return stricter(self, old, new)
        if kind == "tends" and tends_as_well(anywhere(self), old, new):
            return True
        if kind == "bounded" or (kind == "tends" and same(old[2], new[2]) and old[2] == cores.NOTHING):
            return below(anywhere(self).having(late(self.written, new, old)), new[1], old[1])
        if kind == "or":
            return all(self.follows(a, b) for a, b in zip(old[1:], new[1:], strict=True))
        if kind == "implies":
            within = self.having(new[1])
            return self.follows(new[1], old[1]) and within.follows(old[2], new[2])
        if kind == "not":
            return self.follows(new[1], old[1])
        if kind == "iff":
            pairs = list(zip(old[1:], new[1:], strict=True))
            return all(self.follows(a, b) and self.follows(b, a) for a, b in pairs)
        if kind in (*ALL, *SOME):
            return self._over(old, new)
        if kind in ("eventually", "always"):
            at = late(self.written, new, old) if kind == "eventually" else None
            return anywhere(self).having(at).follows(old[1], new[1])
        if kind in ("growing", "solvable", "sets"):
            return self._of_one(old, new)
        if kind == "closure":  # a path along fewer steps is one along more
            return self._reaching(old, new)
        if kind == "if":
            sides = ((self.having(old[1]), 2), (self.having(("not", old[1])), 3))
            return same(old[1], new[1]) and all(k.follows(old[i], new[i]) for k, i in sides)
        return False

    def _reaching(self, old: Core, new: Core) -> bool:
        if old[3] is not None or new[3] is not None or old[5] != new[5] or old[1][0][1] != new[1][0][1]:
            return False
        to = dict(zip(bound(new), bound(old), strict=True))
        return self.follows(old[4], self.put(new[4], to))

    def _of_one(self, old: Core, new: Core) -> bool:
        inner = self.put(new[-1], {new[1]: old[1]})
        if not same(old[2:-1], new[2:-1]):
            return False
        at = late(self.written, (*old[:2], ("and", old[2], inner))) if old[0] == "growing" else None
        if self.having(at).follows(old[-1], inner):
            return True
        if old[0] != "solvable":
            return False
        scales = cores.scales(old, new) or [Fraction(2)]  # of 2: from at least to more than
        moved = ({old[1]: cores.lengthened(old[1], old[2], scale)} for scale in scales)
        self.left[0] = max(self.left[0], STEPS // 2)  # what the way before took is not taken from these
        return any(self.follows(old[-1], self.put(inner, one)) for one in moved)

    def _over(self, old: Core, new: Core) -> bool:
        """Bodies that follow; guards that admit less, of `forall`, or more, of `exists`."""
        if not cores.over_the_same(old, new):
            return False
        new = (*old[:2], *self.lettered(new, bound(old)))
        if self._guarded(old, new):
            return True
        for chosen in moved(old, new) if old[0] == "some" else ():
            parts = [self.put(part, chosen) for part in new[2:]]
            left, self.left[0] = self.left[0], STEPS // SHARED
            found = self._guarded(old, (*new[:2], *parts))
            self.left[0] = STEPS // 2  # what was asked of other numbers is not taken from what these read
            stood = ("and", *old[2:]) if old[2] else old[3]
            if found and all(reads_no_more(self.having(old[2]), stood, part) for part in parts if part):
                return True
            self.left[0] = left
        return any(self._guarded(one, new) for one in nearer(self, old, new)) or by_cases(self, old, new)

    def _guarded(self, old: Core, new: Core) -> bool:
        (one, other) = (new[2], old[2]) if old[0] in ALL else (old[2], new[2])
        if other is None or (one is not None and self.follows(one, other)):
            return self.having(one).follows(old[3], new[3])
        if one is None and self.truth(other) is True and self.follows(old[3], new[3]):
            return True
        return old[0] in ALL and self._beyond(old, new)

    def _beyond(self, old: Core, new: Core) -> bool:
        """Whether a body follows where the old condition holds too, and holds by itself where that fails."""
        within = self.having(new[2])
        return within.having(old[2]).follows(old[3], new[3]) and all(
            holds(outside, new[3]) or (adds_up_to(outside, new[3]) and has_value(outside, new[3]))
            for outside in failing(within, old[2])
        )


def _simplified(known: Known, e: Core) -> Core:
    """A formula without its definition's name; a comparison of cases that are decided is their condition."""
    e = known.opened(e)
    for i in (2, 3) if e[0] == "cmp" else ():
        cases = known.opened(e[i])
        if cases[0] == "if":
            sides = [(*e[:i], part, *e[i + 1 :]) for part in cases[2:]]
            said = known.having(cases[1]).truth(sides[0]), known.having(("not", cases[1])).truth(sides[1])
            if said in ((True, False), (False, True)):
                return cases[1] if said[0] else ("not", cases[1])
    return e
